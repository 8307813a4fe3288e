/// The rules of the REST API V2, in one file per phase. V1 uses the same states and values, and the same rules for registration, tokens,
/// wishes and calls.
enum RESTV2 {}
