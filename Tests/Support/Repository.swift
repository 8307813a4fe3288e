/// The places of files in this repository, for tests that read them.
public enum Repository {
    /// The repository's folder.
    public static let path: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()
}
