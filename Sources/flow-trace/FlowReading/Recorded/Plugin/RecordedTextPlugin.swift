import Foundation
import PackagePlugin

/// Generates a Swift file from each text in `Recorded`: `rules.txt` becomes the raw string literal `RecordedText.rules`.
///
/// A resource that the package manager embeds would be an array of bytes, which takes a hundred times as long to compile.
@main struct RecordedTextPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Recorded")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" }
            .sorted { $0.path < $1.path }
            .map { text in
                let name = text.deletingPathExtension().lastPathComponent
                let source = context.pluginWorkDirectoryURL.appending(path: "RecordedText+\(name).swift")
                let script = ##"""
                    { printf 'extension RecordedText {\n    package static let %s = #"""\n' "$1"; cat "$2"; printf '"""#\n}\n'; } >"$3"
                    """##
                return .buildCommand(
                    displayName: "Embedding \(name).txt", executable: URL(filePath: "/bin/sh"),
                    arguments: ["-c", script, "sh", name, text.path, source.path], inputFiles: [text], outputFiles: [source])
            }
    }
}
