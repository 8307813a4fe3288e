/// The rules of the legacy REST API V1, one file per phase like those of V2, on the same states and values. The legacy cookbook counts
/// steps instead of phases; each file says which steps it covers.
enum RESTV1 {}
