/// `completions`: prints the script with which a shell completes commands, options and their values.
enum CompletionsCommand {
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    static let syntax = CommandSyntax(
        name: "completions",
        summary: "Print a shell script that completes commands, options and their values.",
        operands: "bash|zsh|fish",
        examples: [Example("completions bash", "The script for bash.")],
        options: [],
        notes: [
            "To install it for bash 3.2 or later, add this line to ~/.bashrc (on macOS ~/.bash_profile):\n"
                + "  eval \"$(flow-trace completions bash)\"",
            "For zsh, write it into a folder of $fpath, and start a new shell:\n"
                + "  mkdir -p ~/.zfunc && flow-trace completions zsh > ~/.zfunc/_flow-trace\n"
                + "with these lines in ~/.zshrc:\n"
                + "  fpath+=~/.zfunc\n"
                + "  autoload -Uz compinit && compinit",
            "For fish:\n"
                + "  mkdir -p ~/.config/fish/completions\n"
                + "  flow-trace completions fish > ~/.config/fish/completions/flow-trace.fish",
            "Print the script again after an update of flow-trace.",
        ],
        operandWords: Shell.allCases.map(\.rawValue))

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let names = Shell.allCases.map(\.rawValue)
        guard let name = arguments.operands.first else { throw UsageFailure("no shell given: name \(UsageFailure.list(names))") }
        guard let shell = Shell(rawValue: name) else { throw UsageFailure("completions", gets: name, from: names) }
        if arguments.operands.count > 1 { throw UsageFailure("completions takes one shell: leave out \"\(arguments.operands[1])\"") }
        switch shell {
        case .bash: console.write(BashCompletion.script)
        case .zsh: console.write(ZshCompletion.script)
        case .fish: console.write(FishCompletion.script)
        }
        return .fine
    }
}
