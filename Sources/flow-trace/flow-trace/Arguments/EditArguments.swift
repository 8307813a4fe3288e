import FlowMachine
import FlowReading

/// The changes of a log, from the options of a command line.
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
            for text in policies { settings.policy = try EditArguments.policy(text, changing: settings.policy) }
            edits.append(.settings(settings))
        }
        if arguments.has("--right-clock") { edits.append(.rightClock) }
    }

    private static func milliseconds(_ text: String) throws(UsageFailure) -> Int64 {
        do throws(EditFailure) { return try LogEdit.milliseconds(text) } catch { throw UsageFailure("--move: \(error.text)") }
    }

    private static func policy(_ text: String, changing policy: Policy) throws(UsageFailure) -> Policy {
        do throws(EditFailure) {
            return try LogEdit.policy(text, changing: policy)
        } catch {
            let hint = error.unknownPolicy.map { suggestion(for: $0, among: LogEdit.policies, else: ": what-if --help lists all") } ?? ""
            throw UsageFailure("--policy \(text): \(error.text)\(hint)")
        }
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

    /// Reads the event that a file contains as JSON.
    private static func read(_ path: String, _ option: String) throws(UsageFailure) -> FlowEvent {
        let bytes: [UInt8]
        do throws(UnreadableFile) { bytes = try LogFile.read(path).bytes } catch { throw UsageFailure(error) }
        do throws(CodingFailure) { return try FlowEvent.read(json: bytes) } catch {
            throw UsageFailure("\(option) \(path): not an event: \(error.text). A file has a whole line of a log, or its object \"event\"")
        }
    }
}
