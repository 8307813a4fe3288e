/// The rules of the legacy REST API V1, a file for each phase like those of V2, on the same states and values. The legacy cookbook counts steps
/// instead of phases; each file says which steps are its own.
enum RESTV1 {}
