/// `man`: prints the manual page.
enum ManCommand {
    static let syntax = CommandSyntax(
        name: "man",
        summary: "Print the manual page, with all commands and options, for man(1).",
        operands: "",
        examples: [Example("man", "The page as roff; to read it: flow-trace man | man -l -")],
        options: [],
        notes: [
            "To install it:\n"
                + "  mkdir -p ~/.local/share/man/man1\n"
                + "  flow-trace man > ~/.local/share/man/man1/flow-trace.1\n"
                + "Where man has no -l, as on macOS, install it or write it to a file and give man its path."
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        console.write(ManualPage.text)
        return .fine
    }
}
