import FlowMachine

/// Finds a sign-in that ended before its stated expiry, so that the viewer was asked to sign in again.
package struct EndedSignIns: Sendable {
    /// A sign-in that ended early.
    package struct End: Sendable {
        package let profile: Profile
        package let reason: Reason
        /// The answer that shows the end, and the event that showed the viewer where to sign in.
        package let witnesses: [Witness]
    }

    /// The way in which a sign-in ended early.
    package enum Reason: Sendable {
        /// Adobe asked for a new sign-in. The value is Adobe's error code.
        case refused(ErrorCode)
        /// Adobe reported no error but no longer had the profile.
        case gone
        /// Adobe no longer accepted the device's registration; a new registration has no sign-ins. The value is Adobe's error code, `nil` if Adobe
        /// sent none.
        case registrationRejected(ErrorCode?)
    }

    /// The first sign-in of the launch that ended early; `nil` if there is none.
    package private(set) var first: End?
    /// The sign-in that the flow relies on.
    private var profile: Profile?
    /// The answer that shows that the sign-in has ended.
    private var end: (reason: Reason, witness: Witness)?

    /// The minimum time between an early end and the stated expiry, in milliseconds. Within a shorter time, the sign-in may have expired as stated,
    /// because the device's clock and Adobe's always differ a little.
    private static let least: Int64 = 300_000

    package init() {}

    /// Processes the next event.
    ///
    /// - Parameter clockAhead: The lead of the device's clock over Adobe's, in milliseconds; `nil` if it is unknown.
    package mutating func note(_ record: LogRecord, _ question: Question?, _ effects: EffectKinds, clockAhead: Int64?) {
        switch record.event.origin {
        case .app(.launched(let kept)): (profile, end) = (kept.profile, nil)
        // The viewer ends the sign-in on purpose.
        case .user(.signOut), .user(.otherProvider), .user(.chose(_, .otherProvider)): (profile, end) = (nil, nil)
        case .reply(_, let reply):
            guard let profile else { break }
            let time = record.event.time.milliseconds - (clockAhead ?? 0)
            guard time < profile.notAfter.milliseconds - EndedSignIns.least else { break }
            note(reply.result, of: profile, question, record)
            // The flow forgets the client credentials only if Adobe rejects them (V2-A-09).
            if effects.contains(.call), record.effects.contains(.forget(.fact(.client))) {
                end = (.registrationRejected(EndedSignIns.rejection(reply.result)), Witness(record, question))
            }
        case .app, .user, .timer: break
        }
        if effects.contains(.keep) || effects.contains(.present) { note(record.effects, of: record, question) }
    }

    private mutating func note(_ result: Reply.Result, of profile: Profile, _ question: Question?, _ record: LogRecord) {
        guard case .call(let call)? = question, call.endpoint.descriptor.role != .poll else { return }
        switch result {
        case .profiles(let profiles):
            guard call.endpoint.descriptor.method == .get else { return }
            if profiles.contains(where: { $0.mvpd == profile.mvpd }) {
                end = nil
            } else if profile.type == .regular {
                // Only for a regular sign-in: a sign-in by the account on the device must be renewed whenever the account changes.
                end = end ?? (.gone, Witness(record, question))
            }
        case .decisions, .failed:
            guard call.endpoint.parameters.mvpd == profile.mvpd, let code = EndedSignIns.code(result) else { return }
            end = (.refused(code), Witness(record, question))
        case _: break
        }
    }

    /// Returns the code of an error that asks for a new sign-in; `nil` for any other result.
    private static func code(_ result: Reply.Result) -> ErrorCode? {
        switch result {
        case .failed(.refused(_, let error)): return error.action == .authentication ? error.code : nil
        case .decisions(let decisions):
            for decision in decisions {
                if case .deny(let error) = decision.verdict, error.action == .authentication { return error.code }
            }
            return nil
        case _: return nil
        }
    }

    /// Returns the code with which Adobe rejected the registration; `nil` if Adobe sent no code.
    private static func rejection(_ result: Reply.Result) -> ErrorCode? {
        if case .failed(.registrationRefused(let code)) = result { code } else { nil }
    }

    private mutating func note(_ effects: [Effect], of record: LogRecord, _ question: Question?) {
        for effect in effects {
            switch effect {
            case .keep(.profile(let kept)): (profile, end) = (kept, nil)
            // A newly registered client has no sign-ins at Adobe. Whatever else ended the registration, no sign-in ended early.
            case .keep(.client):
                if case .registrationRejected? = end?.reason { continue }
                (profile, end) = (nil, nil)
            case .present(_, .providerPicker), .present(_, .providerConfirmation), .present(_, .code), .present(_, .userAgent):
                guard let profile, let end else { break }
                first = first ?? End(profile: profile, reason: end.reason, witnesses: [end.witness, Witness(record, question)])
                (self.profile, self.end) = (nil, nil)
            case _: break
            }
        }
    }
}
