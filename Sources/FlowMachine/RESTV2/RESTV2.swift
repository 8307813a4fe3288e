/// The rules of the REST API V2, one file per phase, on the states and values that V1 uses too. Registration, tokens, wishes and everything
/// about calls in general are common to both.
enum RESTV2 {}
