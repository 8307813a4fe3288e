import FlowMachine
import FlowReading

/// The changes of a log that a command line asks for.
struct EditArguments {
    private(set) var edits: [LogEdit] = []

    init(_ arguments: Arguments, _ content: LogContent) throws(UsageFailure) {
        for text in arguments.texts("--without") { edits.append(.without(try EditArguments.event(text, "--without", content))) }
        for text in arguments.texts("--move") {
            let (event, rest) = EditArguments.halves(text)
            edits.append(.move(try EditArguments.event(event, "--move", content), by: try EditArguments.milliseconds(rest)))
        }
        for text in arguments.texts("--change") {
            let (event, file) = EditArguments.halves(text)
            edits.append(.change(try EditArguments.event(event, "--change", content), to: try EditArguments.read(file, "--change").origin))
        }
        for file in arguments.texts("--insert") {
            let event = try EditArguments.read(file, "--insert")
            guard let before = content.records.last(where: { $0.event.time <= event.time }) ?? content.records.first else {
                throw UsageFailure("--insert \(file): the log has no event")
            }
            edits.append(
                .insert(event.origin, after: before.number, by: max(0, event.time.milliseconds - before.event.time.milliseconds)))
        }
        let policies = arguments.texts("--policy")
        if !policies.isEmpty {
            var settings = content.header.settings
            for text in policies { try EditArguments.set(text, &settings.policy) }
            edits.append(.settings(settings))
        }
        if arguments.has("--right-clock") { edits.append(.rightClock) }
    }

    private static func halves(_ text: String) -> (String, String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    private static func event(_ text: String, _ option: String, _ content: LogContent) throws(UsageFailure) -> Int64 {
        guard let number = Int64(text), content.records.contains(where: { $0.number == number }) else {
            let numbers = content.records.first.flatMap { first in content.records.last.map { "events \(first.number) to \($0.number)" } }
            throw UsageFailure("\(option) \(text): the log has \(numbers ?? "no event")")
        }
        return number
    }

    private static let units: [(name: String, milliseconds: Double)] = [
        ("ms", 1), ("min", 60_000), ("s", 1000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    private static func milliseconds(_ text: String) throws(UsageFailure) -> Int64 {
        let wrong = UsageFailure("--move: \"\(text)\" is no time: write +2s, -500ms, +5min, +2h or +1d")
        guard let sign = text.first, sign == "+" || sign == "-" else { throw wrong }
        let rest = text.dropFirst()
        for unit in units where rest.hasSuffix(unit.name) {
            guard let number = Double(rest.dropLast(unit.name.count)), number >= 0, number * unit.milliseconds < 4e12 else { throw wrong }
            return Int64(number * unit.milliseconds) * (sign == "-" ? -1 : 1)
        }
        throw wrong
    }

    /// The event that a file has as JSON.
    private static func read(_ path: String, _ option: String) throws(UsageFailure) -> FlowEvent {
        let bytes: [UInt8]
        do throws(UnreadableFile) { bytes = try LogFile.read(path).bytes } catch { throw UsageFailure(error) }
        do throws(CodingFailure) { return try FlowEvent.read(json: bytes) } catch {
            throw UsageFailure("\(option) \(path): not an event: \(error.text). A file has a whole line of a log, or its object \"event\"")
        }
    }

    private static func set(_ text: String, _ policy: inout Policy) throws(UsageFailure) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw UsageFailure("--policy \(text): write NAME=VALUE, for example attempts=1") }
        let isBare = Int64(parts[1]) != nil || parts[1] == "true" || parts[1] == "false"
        let json = Tree.object([Tree.Member(parts[0], isBare ? .null : .text(parts[1]))]).json
        let member = isBare ? json.replacing("null", with: parts[1]) : json
        let rejected: [RejectedPolicyValue]
        do throws(CodingFailure) { rejected = try policy.update(json: Array(member.utf8)) } catch {
            throw UsageFailure("--policy \(text): write NAME=VALUE, for example attempts=1")
        }
        if let first = rejected.first { throw UsageFailure("--policy \(text): \(first.text)") }
    }
}
