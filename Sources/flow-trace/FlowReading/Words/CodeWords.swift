/// Translates words of log format 1 for which the code now uses other words. Logs keep the old words; readers see the new ones.
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
