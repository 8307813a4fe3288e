/// The words of format 1 for which the code has others by now. A log keeps its words; people read the code's.
enum CodeWords {
    /// What the code calls a field or a value of an event or an effect that the log calls `word`.
    static func name(_ word: String) -> String {
        switch word {
        case "start": "signIn"
        case "serverWord": "serverAuthorization"
        case "ways": "options"
        case _: word
        }
    }
}
