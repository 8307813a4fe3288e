import FlowMachine

/// One decided event, as the log has it.
public struct FlowRecord: Sendable {
    /// The event's number, from 1 at each launch.
    public let number: Int64
    /// The number of the event whose effect caused it, if one did.
    public let by: Int64?
    /// The event.
    public let event: FlowEvent
    /// The rule that decided.
    public let rule: Rule
    /// The state after it.
    public let state: FlowState
    /// What was to be done, in order.
    public let effects: [Effect]
    /// The log's line, with its newline.
    public let line: [UInt8]
}

/// Numbers events, decides about them and writes their lines.
protocol RecordsEvents {
    var headerLine: [UInt8] { get }
    /// Begins another segment; returns its header's line and its snapshot's.
    mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8]
    mutating func decide(_ event: FlowEvent, by: Int64?) -> FlowRecord
}

extension Recorder: RecordsEvents {
    mutating func decide(_ event: FlowEvent, by: Int64?) -> FlowRecord {
        let entry = record(event, by: by)
        return FlowRecord(
            number: entry.number, by: by, event: event, rule: entry.rule, state: model.state, effects: entry.effects, line: entry.line)
    }
}

extension FlowRecord {
    /// What its effects wait for. What a launch begins with, that the viewer signed out, and whatever the vault is to keep
    /// or forget must be known after a power cut; that something may be played need not.
    var waits: LogWait {
        switch event.origin {
        case .app(.launched), .user(.signOut): return .disk
        case .app, .user, .reply, .timer: break
        }
        var permits = false
        for effect in effects {
            switch effect {
            case .keep, .forget(.fact): return .disk
            case .forget(.secret(let ref)) where ref.kind.isDurable: return .disk
            case .answer(_, .permitted): permits = true
            case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .forget: break
            }
        }
        return permits ? .system : .policy
    }
}

extension SecretRef.Kind {
    /// Whether the vault has such secrets on disk.
    var isDurable: Bool {
        switch self {
        case .client, .token, .code, .attributes: true
        case .link, .request, .saml, .media, .configuration, .text, .resource, .identity: false
        }
    }
}
