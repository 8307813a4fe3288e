import FlowMachine

extension LogEdit {
    /// The error for edits that cannot be made.
    package struct Failure: Error {
        package let text: String
    }

    /// Reads edits from JSON, such as `{"edits":[{"kind":"without","event":5},{"kind":"move","event":9,"by":2000}]}`.
    ///
    /// The member `to` of a `change` or an `insert` contains the event that happens. The member `values` of a `policy` is a text, which contains the
    /// changed values as JSON.
    ///
    /// - Parameters:
    ///   - json: The bytes of the JSON.
    ///   - content: The log that the edits change.
    /// - Throws: `Failure` if the JSON cannot be read, or names an unknown event or an unknown policy.
    package static func read(json: [UInt8], _ content: LogContent) throws(Failure) -> [LogEdit] {
        let list: EditList
        do throws(CodingFailure) { list = try EditList.decoded(from: json) } catch { throw Failure(text: "no edits: \(error.text)") }
        var numbers: Set<Int64> = []
        for record in content.records { numbers.insert(record.number) }
        var edits: [LogEdit] = []
        var settings = content.header.settings
        var changesSettings = false
        for entry in list.edits {
            switch entry {
            case .without(let event): edits.append(.without(event))
            case .move(let event, let by): edits.append(.move(event, by: by))
            case .change(let event, let origin): edits.append(.change(event, to: origin))
            case .insert(let event, let by, let origin): edits.append(.insert(origin, after: event, by: max(0, by)))
            case .rightClock: edits.append(.rightClock)
            case .policy(let values):
                let rejected: [RejectedPolicyValue]
                do throws(CodingFailure) { rejected = try settings.policy.update(json: Array(values.utf8)) } catch {
                    throw Failure(text: "the policy values are no JSON object: \(error.text)")
                }
                if let first = rejected.first { throw Failure(text: first.text) }
                changesSettings = true
            }
        }
        for edit in edits { if let event = edit.event, !numbers.contains(event) { throw Failure(text: "the log has no event \(event)") } }
        return changesSettings ? edits + [.settings(settings)] : edits
    }
}

/// The list of edits in JSON.
private struct EditList: LogObject {
    let edits: [Entry]

    enum Entry: LogObject {
        case without(Int64)
        case move(Int64, by: Int64)
        case change(Int64, to: FlowEvent.Origin)
        case insert(Int64, by: Int64, FlowEvent.Origin)
        case policy(String)
        case rightClock

        enum Kind: String, Word {
            static let table = WordTable<Self>()
            case without, move, change, insert, policy, rightClock
        }

        func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .without(let event): sink.fields(Kind.without, "event", event)
            case .move(let event, let by):
                sink.field("kind", Kind.move)
                sink.field("event", event)
                sink.field("by", by)
            case .change(let event, let origin):
                sink.field("kind", Kind.change)
                sink.field("event", event)
                sink.field("to", origin)
            case .insert(let event, let by, let origin):
                sink.field("kind", Kind.insert)
                sink.field("event", event)
                sink.field("by", by)
                sink.field("to", origin)
            case .policy(let values): sink.fields(Kind.policy, "values", values)
            case .rightClock: sink.field("kind", Kind.rightClock)
            }
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .without: return .without(try source.field("event"))
            case .move: return .move(try source.field("event"), by: try source.field("by"))
            case .change: return .change(try source.field("event"), to: try source.field("to"))
            case .insert: return .insert(try source.field("event"), by: try source.field("by"), try source.field("to"))
            case .policy: return .policy(try source.field("values"))
            case .rightClock: return .rightClock
            }
        }
    }

    func describeFields<S: LogSink>(to sink: inout S) { sink.field("edits", edits) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { EditList(edits: try source.field("edits")) }
}
