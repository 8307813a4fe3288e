/// A preauthorization that is requested in parts. Either Adobe accepts fewer resources per request (V2-D-07), or only some of the decisions
/// are requested again (V2-D-15).
package struct Batch: Hashable, Sendable {
    /// The decisions so far, except those that are requested again.
    package internal(set) var decided: [AdobeDecision] = []
    /// The resources that remain to be requested after the outstanding request.
    package internal(set) var remaining: [SecretRef] = []
    /// The number of resources per request.
    package let size: Int64
}

extension PendingCall {
    /// The resources in the request of this preauthorization; empty for any other request.
    private var resources: [SecretRef] {
        switch question {
        case .adobe(.preauthorize(_, let resources, _)), .adobe(.restV1(.preauthorize(let resources))): resources
        // Only a preauthorization can be requested in parts.
        case .adobe, .poll, .partner: []
        }
    }

    private mutating func ask(_ resources: [SecretRef]) {
        switch question {
        case .adobe(.preauthorize(let mvpd, _, let status)):
            question = .adobe(.preauthorize(mvpd, resources: resources, status: status))
        case .adobe(.restV1(.preauthorize)): question = .adobe(.restV1(.preauthorize(resources: resources)))
        case .adobe, .poll, .partner: return
        }
    }

    /// The part of a preauthorization that must be requested next.
    enum Rest {
        case nothing
        case anotherPart
        /// Some resources of the last part must be requested once more.
        case repetition
    }

    /// Adds the decisions of one part, and prepares the request of the next part.
    /// - Returns: the part that must be requested next.
    mutating func add(_ decisions: [AdobeDecision], mayRepeat: Bool) -> Rest {
        let out = resources
        if out.isEmpty { return .nothing }
        if batch == nil, !mayRepeat || !decisions.contains(where: { $0.isToBeRepeated }) { return .nothing }
        var batch = self.batch ?? Batch(size: Int64(out.count))
        var again: [SecretRef] = []
        for decision in decisions {
            if mayRepeat, decision.isToBeRepeated, out.contains(decision.resource) {
                again.append(decision.resource)
            } else {
                batch.decided.append(decision)
            }
        }
        if !again.isEmpty {
            self.batch = batch
            ask(again)
            return .repetition
        }
        if batch.remaining.isEmpty {
            self.batch = batch
            return .nothing
        }
        let count = Int(min(batch.size, Int64(batch.remaining.count)))
        ask(Array(batch.remaining[..<count]))
        batch.remaining.removeFirst(count)
        self.batch = batch
        attempt = 0
        return .anotherPart
    }

    /// Whether Adobe refused the request because it names too many resources. The legacy API has an error code for this refusal only if
    /// Adobe has turned on enhanced errors. Without a code, the documented limit of five resources decides.
    func isTooMuch(_ http: Int64, _ error: AdobeError) -> Bool {
        if let code = error.code { return code.isSpelled("too_many_resources") }
        // Of the legacy API's endpoints, only the preauthorization has a limit.
        guard case .adobe(.restV1(.preauthorize(let resources))) = question else { return false }
        return (http == 400 || http == 403) && resources.count > 5
    }

    /// The number of resources that most providers accept in one request.
    private static let usualSize = 5

    /// Divides the request into smaller parts, because Adobe accepts fewer resources. The parts have the usual size, or half the size of
    /// the request if the request was not larger than usual.
    /// - Returns: false if there is only one resource.
    mutating func split() -> Bool {
        let out = resources
        guard out.count > 1 else { return false }
        let size = out.count > PendingCall.usualSize ? PendingCall.usualSize : out.count / 2
        divide(size)
        attempt = 0
        return true
    }

    /// Limits each request to `size` resources, because Adobe has refused a larger number before.
    mutating func limit(to size: Int64) {
        if resources.count > size, size > 0 { divide(Int(size)) }
    }

    private mutating func divide(_ size: Int) {
        let out = resources
        let remaining = Array(out[size...]) + (batch?.remaining ?? [])
        batch = Batch(decided: batch?.decided ?? [], remaining: remaining, size: Int64(size))
        ask(Array(out[..<size]))
    }
}

// MARK: Log

extension Batch: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("decided", decided)
        sink.field("remaining", remaining)
        sink.field("size", size)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Batch(
            decided: try source.field("decided"),
            remaining: try source.field("remaining"),
            size: max(try source.field("size"), 1))
    }
}
