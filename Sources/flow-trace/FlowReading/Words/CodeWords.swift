/// Translates words of log format 1 whose meaning has another name in the code now. Logs keep the old words; readers see the new ones.
enum CodeWords {
    /// Returns the code's name for a field or value that the log calls `word`.
    static func name(_ word: String) -> String {
        switch word {
        case "start": "signIn"
        case "serverWord": "serverAuthorization"
        case "ways": "options"
        case _: word
        }
    }
}
