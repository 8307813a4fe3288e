import FlowMachine

/// `demo`: two viewers against the simulated world.
enum DemoCommand {
    static let syntax = CommandSyntax(
        name: "demo",
        summary: "Let two simulated viewers sign in, and draw what happened.",
        operands: "",
        options: [Option("--folder", "F", "Write the two logs into F, made if need be; ./flow-trace-demo if not given.")],
        notes: [])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode { .fine }
}
