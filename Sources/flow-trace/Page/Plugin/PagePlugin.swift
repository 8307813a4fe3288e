import Foundation
import PackagePlugin

/// Creates one Swift file with the page's script and style sheet as texts. The modules of the JavaScript packages and of `Interface` are joined to
/// one classic script, because a page that is opened as a file cannot import modules.
@main struct PagePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources")
        let folder = sources.appending(path: "flow-trace/Page/Interface")
        let own = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "mjs" }
            .sorted { ($0.lastPathComponent == "main.mjs" ? 1 : 0, $0.path) < ($1.lastPathComponent == "main.mjs" ? 1 : 0, $1.path) }
        let shared = ["FlowMachine/JavaScript/package/wasm.mjs", "flow-trace/FlowReading/JavaScript/package/flowreading.mjs"]
        let modules = shared.map { sources.appending(path: $0) } + own
        let style = folder.appending(path: "page.css")
        let source = context.pluginWorkDirectoryURL.appending(path: "PageText.swift")
        // Removes imports and exports, because all modules are in the same script, and replaces `import.meta.url`, which a classic script does not
        // have. Removes lines of comments and indentation, also from the style sheet, which loses other spaces, too, so that
        // the page stays small. Lines of the script lose the spaces beside punctuation before the first text, regular expression or comment, and
        // after the last one.
        let script = ##"""
            output=$1 style=$2
            shift 2
            {
                printf '/// The script and the style sheet of the page.\nenum PageText {\n    static let script = #"""\n'
                printf '(() => {\n"use strict";\n'
                sed -e '/^import .* from /d' -e '/^export {.*};$/d' -e 's/^export //' -e 's/import\.meta\.url/self.location.href/g' \
                    -e '/^ *\/\//d' -e '/^ *\/\*\*.*\*\/$/d' -e '/^ *\/\*\*/,/\*\/$/d' -e 's/^ *//' \
                    -e '/^$/d' -e "/['\"\`\/]/!s/ *\([][(){},;:=<>!&|?*]\) */\1/g" \
                    -e ':a' -e "s/^\([^'\"\`\/]*[][(){},;:=<>!&|?*]\) /\1/;ta" -e "s/^\([^'\"\`\/]*\) \([][(){},;:=<>!&|?*][^'\"\`\/]*['\"\`\/]\)/\1\2/;ta" \
                    -e "s/\([][(){},;:=<>!&|?*]\) \([^'\"\`\/]*\)\$/\1\2/;ta" "$@"
                printf '})();\n"""#\n\n    static let style = #"""\n'
                sed -e '/^ *\/\*.*\*\/$/d' -e 's/^ *//' -e '/^$/d' -e 's/ *\([{};]\) */\1/g' -e 's/: /:/g' -e 's/;}/}/g' "$style"
                printf '"""#\n}\n'
            } >"$output"
            """##
        return [
            .buildCommand(
                displayName: "Embedding the page", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "sh", source.path, style.path] + modules.map { $0.path }, inputFiles: modules + [style],
                outputFiles: [source])
        ]
    }
}
