/// The rules of REST API V2, in one file per phase. REST API V1 uses the same states and values, and the same rules for registration,
/// tokens, wishes and calls.
enum RESTV2 {}
