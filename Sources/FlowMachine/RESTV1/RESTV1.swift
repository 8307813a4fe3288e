/// The rules of the legacy REST API V1, in one file per phase. They use the same states and values as the rules of REST API V2. The legacy
/// cookbook has numbered steps instead of phases, and the comment of each phase names its steps.
enum RESTV1 {}
