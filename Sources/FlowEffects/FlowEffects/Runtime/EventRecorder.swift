import FlowMachine

/// Numbers the events, decides each event and writes its line for the log. A flow uses `FlowRecorder`; tests use a scripted recorder.
package protocol EventRecorder: Sendable {
    /// The line of the log's header, with its newline.
    var headerLine: [UInt8] { get }
    /// The model after the last event.
    var model: FlowModel { get }
    /// The number of the last event; 0 before the first.
    var number: Int64 { get }
    /// Begins another segment, and returns the lines of its header and its snapshot.
    mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8]
    /// Decides the next event, and returns the decision with the event's line.
    /// - Parameters:
    ///   - event: the event.
    ///   - by: the number of the event whose effect caused this event; `nil` if there is none.
    mutating func record(_ event: FlowEvent, by: Int64?) -> DecidedRecord
}

extension FlowRecorder: EventRecorder {}

extension DecidedRecord {
    /// The durability that the record must have before its effects are executed. The launch, a sign-out, and every change of the values in the vault
    /// must survive a power failure; a permit need not.
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
    /// Whether the vault keeps secrets of this kind on disk.
    var isDurable: Bool {
        switch self {
        case .client, .token, .code, .attributes: true
        case .link, .request, .saml, .media, .configuration, .text, .resource, .identity: false
        }
    }
}
