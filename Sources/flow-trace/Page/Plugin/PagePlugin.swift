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
        return [
            .buildCommand(
                displayName: "Embedding the page", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", PagePlugin.script, "sh", source.path, style.path] + modules.map { $0.path },
                inputFiles: modules + [style],
                outputFiles: [source])
        ]
    }

    /// Removes imports and exports, because all modules are in the same script, and replaces `import.meta.url`, which a classic script does not
    /// have. The rest keeps the page small: it removes lines of comments, indentation, and spaces beside punctuation that are in no text or regular
    /// expression, up to a template that may contain another one. It joins lines that end with a semicolon, a comma or a brace with the next one,
    /// so no template may have several lines, and joins declarations. It replaces `const`, `true`, `false` and `undefined` by shorter words.
    private static let script = ##"""
        output=$1 style=$2
        shift 2
        {
            printf '/// The script and the style sheet of the page.\nenum PageText {\n    static let script = #"""\n'
            printf '(() => {\n"use strict";\n'
            sed -e '/^import .* from /d' -e '/^export {.*};$/d' -e 's/^export //' -e 's/import\.meta\.url/self.location.href/g' \
                -e '/^ *\/\//d' -e '/^ *\/\*\*.*\*\/$/d' -e '/^ *\/\*\*/,/\*\/$/d' -e 's/^ *//' \
                -e '/^$/d' -e 's/^const /let /' -e 's/(const /(let /' -e 's/\([:=(,]\) *true\([],;)} ]\)/\1!0\2/g' \
                -e 's/\([:=(,]\) *false\([],;)} ]\)/\1!1\2/g' "$@" |
                awk -v marks='[](){},;:=<>!&|?*+' '{
                    out = quote = ""
                    for (at = 1; at <= length($0); at++) {
                        mark = substr($0, at, 1)
                        if (quote != "") {
                            if (mark == "\\") mark = mark substr($0, ++at, 1)
                            else if (mark == quote) quote = ""
                        } else if (mark == "`" && substr($0, at) ~ /[$][{].*`.*`/) { out = out substr($0, at); break }
                        else if (mark == "/" && out ~ /[(,=:!&|?{};[]$/) {
                            for (inside = 0; ++at <= length($0);) {
                                next_mark = substr($0, at, 1)
                                mark = mark next_mark
                                if (next_mark == "\\") mark = mark substr($0, ++at, 1)
                                else if (next_mark == "[") inside = 1
                                else if (next_mark == "]") inside = 0
                                else if (next_mark == "/" && !inside) break
                            }
                        }
                        else if (index("\047\"`", mark)) quote = mark
                        else if (substr($0, at, 3) ~ "^ [-/] $") { mark = substr($0, at + 1, 1); at += 2 }
                        else if (mark == " " && (out != "" && index(marks, substr(out, length(out))) || index(marks, substr($0, at + 1, 1)))) continue
                        out = out mark
                    }
                    print out
                }' |
                sed -e ':c' -e '/\/\//!{' -e '/[;{},]$/{' -e '$!{' -e 'N;s/;\n}/}/;s/\n//;bc' -e '}' -e '}' -e '}' |
                sed -e 's/\([=(,:?]\)undefined\([]),;:?}&|]\)/\1void 0\2/g' \
                    -e ':d' -e 's/\(^\|[;{}]\)\(let [^;{}]*\);let /\1\2,/;td' \
                    -e 's/return void 0;/return;/g'
            printf '})();\n"""#\n\n    static let style = #"""\n'
            sed -e '/^ *\/\*.*\*\/$/d' -e 's/^ *//' -e '/^$/d' -e 's/ *\([{};]\) */\1/g' -e 's/: /:/g' -e 's/, /,/g' -e 's/;}/}/g' \
                -e 's/ > />/g' "$style" |
                sed -e ':c' -e '/[{};,]$/{' -e '$!{' -e 'N;s/\n//;bc' -e '}' -e '}' -e 's/;}/}/g'
            printf '"""#\n}\n'
        } >"$output"
        """##
}
