/// The completion for zsh: a file `_flow-trace` in a folder of `$fpath`, or a script to source.
enum ZshCompletion {
    static var script: String {
        """
        #compdef flow-trace
        # Completion of flow-trace for zsh: write it to a file _flow-trace in a folder of $fpath.
        _flow-trace() {
            local context state state_descr line curcontext="$curcontext"
            typeset -A opt_args
            if (( CURRENT == 2 )); then
                local -a commands options
                commands=(
        \(Command.allCases.map(described).joined())        )
                options=(
        \(Completion.toolOptions.map { "            \(Completion.quoted("\($0.0):\($0.1)"))\n" }.joined())        )
                _describe -t commands command commands
                _describe -t options option options
                _files -g '*.jsonl(-.)' || _files
                return
            fi
            local command="$words[2]"
            shift words
            (( CURRENT-- ))
            case "$command" in
        \(Command.allCases.map { cases($0.syntax, $0.rawValue) }.joined())\(cases(Command.triage.syntax, "*"))    esac
        }
        if [[ "$funcstack[1]" == "_flow-trace" ]]; then
            _flow-trace "$@"
        else
            compdef _flow-trace flow-trace
        fi

        """
    }

    private static func described(_ command: Command) -> String {
        "            \(Completion.quoted("\(command.rawValue):\(colons(command.syntax.summary))"))\n"
    }

    private static func cases(_ syntax: CommandSyntax, _ pattern: String) -> String {
        var specs = syntax.listed.flatMap { option in
            option.names.map { name in
                // Giving one of an option's names excludes its other name.
                let others = option.names.count > 1 ? "(\(option.names.joined(separator: " ")))" : ""
                let mark = option.value == nil ? "" : name.hasPrefix("--") ? "=" : "+"
                return Completion.quoted("\(others)\(name)\(mark)[\(brackets(Completion.short(option.help)))]" + action(option))
            }
        }
        if !syntax.operandWords.isEmpty {
            specs.append(Completion.quoted("1:\(syntax.name):(\(syntax.operandWords.joined(separator: " ")))"))
        }
        if syntax.name == HelpCommand.syntax.name { specs.append(Completion.quoted("2:name:->detail")) }
        if syntax.takesLogs { specs.append(Completion.quoted("*:log:_files")) }
        var text = "        \(pattern))\n            _arguments \(specs.joined(separator: " \\\n                "))\n"
        if syntax.name == HelpCommand.syntax.name {
            text += "            case \"$words[2]\" in\n"
            for (topic, words) in Completion.details {
                text += "                \(topic.rawValue)) [[ $state == detail ]] && compadd -- \(words.joined(separator: " ")) ;;\n"
            }
            text += "            esac\n"
        }
        return text + "            ;;\n"
    }

    private static func action(_ option: Option) -> String {
        guard option.value != nil else { return "" }
        let name = option.name.drop { $0 == "-" }
        switch option.values {
        case .anything: return ":\(name): "
        case .oneOf(let words): return ":\(name):(\(words.joined(separator: " ")))"
        case .someOf(let words): return ":\(name):_sequence compadd - \(words.joined(separator: " "))"
        case .folder: return ":\(name):_files -/"
        case .file: return ":\(name):_files"
        }
    }

    private static func brackets(_ text: String) -> String {
        text.reduce(into: "") { text, character in text += "[]:\\".contains(character) ? "\\\(character)" : String(character) }
    }

    private static func colons(_ text: String) -> String {
        text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    }
}
