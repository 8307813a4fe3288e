import Foundation
import PackagePlugin

/// Makes a Swift file of each text in `Recorded`: `rules.txt` becomes `RecordedText.rules`, a raw string literal. A resource that the
/// package manager embeds is an array of bytes instead, which takes the compiler a hundred times as long.
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
