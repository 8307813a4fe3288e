import FlowMachine

/// Counts the calls for previews while a request is open.
package struct PreviewCalls: Sendable {
    private var count = 0
    /// The largest number of resources in one call.
    private var largest = 0
    /// The largest number of resources in one call that Adobe answered with decisions.
    private var accepted = 0

    /// The counts for a single event.
    package struct Note {
        fileprivate var count = 0
        fileprivate var largest = 0
        fileprivate var accepted = 0

        /// Whether the event neither makes a call for a preview nor answers one.
        package var isEmpty: Bool { count == 0 && accepted == 0 }

        package init(_ record: borrowing LogRecord, _ question: Question?, _ effects: EffectKinds) {
            if case .reply(_, let reply) = record.event.origin, case .decisions = reply.result, case .call(let call)? = question,
                call.endpoint.descriptor.role == .preview
            {
                accepted = call.endpoint.parameters.resources.count
            }
            guard effects.contains(.call) else { return }
            for case .call(_, let call) in record.effects where call.endpoint.descriptor.role == .preview {
                count += 1
                largest = max(largest, call.endpoint.parameters.resources.count)
            }
        }
    }

    package mutating func note(_ note: Note) {
        count += note.count
        largest = max(largest, note.largest)
        accepted = max(accepted, note.accepted)
    }

    /// A preview that took several calls, because Adobe accepted fewer resources per call than were requested.
    package struct Split: Sendable {
        /// The number of requested resources; `nil` if another request waited for the previews.
        package let resources: Int?
        package let calls: Int
        /// The number of resources that Adobe accepted per call.
        package let accepted: Int
    }

    /// Returns the split of the request `asked`; `nil` unless Adobe accepted fewer resources per call than were requested.
    package func split(_ asked: UserEvent) -> Split? {
        guard accepted > 0, accepted < largest else { return nil }
        var requested: Int?
        if case .preview(_, let resources) = asked { requested = resources.count }
        return Split(resources: requested, calls: count, accepted: accepted)
    }
}
