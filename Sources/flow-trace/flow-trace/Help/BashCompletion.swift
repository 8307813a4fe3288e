/// The completion for bash 3.2 and later. Where the script offers nothing, bash completes file names.
enum BashCompletion {
    static var script: String {
        let commands = Command.allCases.map(\.syntax)
        return """
            # Completion of flow-trace for bash: eval "$(flow-trace completions bash)"
            _flow_trace() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
                local options="" words="" option
                COMPREPLY=()
                # "=" is a word of its own here: --as=states is three.
                if [ "$current" = "=" ]; then
                    current=""
                elif [ "$previous" = "=" ]; then
                    previous="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(firstWords)" -- "$current"))
                    return
                fi
                case "$command" in
            \(commands.map(names).joined())        *)
                    options="\(Command.triage.syntax.listed.flatMap(\.names).joined(separator: " "))" ;;
                esac
                case "$current" in
                    -*)
                        for option in $options; do
                            # An option cannot be given twice.
                            case " ${COMP_WORDS[*]} " in
                                *" $option "*) [ "$option" = "$current" ] && words="$words $option" ;;
                                *) words="$words $option" ;;
                            esac
                        done
                        COMPREPLY=($(compgen -W "$words" -- "$current"))
                        return ;;
                esac
                case "$command $previous" in
            \(commands.map(values).joined())\(details)    esac
            }
            complete -o bashdefault -o default -F _flow_trace flow-trace

            """
    }

    private static var firstWords: String {
        (Command.allCases.map(\.rawValue) + Completion.toolOptions.map(\.0)).joined(separator: " ")
    }

    private static func names(_ syntax: CommandSyntax) -> String {
        "        \(syntax.name))\n            options=\"\(syntax.listed.flatMap(\.names).joined(separator: " "))\" ;;\n"
    }

    /// Returns the script's cases for the options with values and for the first operand of a command.
    private static func values(_ syntax: CommandSyntax) -> String {
        var text = ""
        if !syntax.operandWords.isEmpty { text += offer("\(syntax.name) \(syntax.name)", syntax.operandWords) }
        for option in syntax.listed where option.value != nil {
            let pattern = option.names.map { "\(syntax.name) \($0)" }.joined(separator: "\"|\"")
            switch option.values {
            case .oneOf(let words): text += offer(pattern, words)
            case .someOf(let words): text += offer(pattern, words, isList: true)
            case .folder:
                text +=
                    "        \"\(pattern)\")\n            compopt -o nospace 2>/dev/null\n"
                    + "            COMPREPLY=($(compgen -d -S / -- \"$current\"))\n            return ;;\n"
            case .file: text += "        \"\(pattern)\") return ;;\n"
            case .anything:
                text += "        \"\(pattern)\")\n            compopt +o default +o bashdefault 2>/dev/null\n            return ;;\n"
            }
        }
        return text
    }

    private static var details: String {
        Completion.details.map { topic, words in offer("help \(topic.rawValue)", words) }.joined()
    }

    private static func offer(_ pattern: String, _ words: [String], isList: Bool = false) -> String {
        let list = words.joined(separator: " ")
        var text = "        \"\(pattern)\")\n"
        if isList {
            text +=
                "            local before=\"\"\n"
                + "            case \"$current\" in *,*) before=\"${current%,*},\" ;; esac\n"
                + "            COMPREPLY=($(compgen -P \"$before\" -W \"\(list)\" -- \"${current##*,}\"))\n"
        } else {
            text += "            COMPREPLY=($(compgen -W \"\(list)\" -- \"$current\"))\n"
        }
        return text + "            return ;;\n"
    }
}
