/// The rules of the REST API V2, a file for each of its phases, on the states and values that V1 uses too. Registration, tokens, wishes
/// and all that concerns calls as such are common to both.
enum RESTV2 {}
