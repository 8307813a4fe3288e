import FlowMachine

/// Finds a sign-in that ended before its stated expiry, so that the viewer was asked to sign in again.
package struct EndedSignIns: Sendable {
    /// A sign-in that ended early.
    package struct End: Sendable {
        package let profile: Profile
        /// The code with which Adobe asked for a new sign-in; `nil` if Adobe reported no error but no longer had the profile.
        package let code: ErrorCode?
        /// The answer that shows the end, and the event that showed the viewer where to sign in.
        package let witnesses: [Witness]
    }

    /// The first sign-in of the launch that ended early; `nil` if there is none.
    package private(set) var first: End?
    /// The sign-in that the flow relies on.
    private var profile: Profile?
    /// The answer that shows that the sign-in has ended.
    private var end: (code: ErrorCode?, witness: Witness)?

    /// The shortest time before the stated expiry that is early, in milliseconds: the device's clock and Adobe's always differ a little.
    private static let least: Int64 = 300_000

    package init() {}

    /// Notes the next event.
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
                end = end ?? (nil, Witness(record, question))
            }
        case .decisions, .failed:
            guard call.endpoint.parameters.mvpd == profile.mvpd, let code = EndedSignIns.code(result) else { return }
            end = (code, Witness(record, question))
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

    private mutating func note(_ effects: [Effect], of record: LogRecord, _ question: Question?) {
        for effect in effects {
            switch effect {
            case .keep(.profile(let kept)): (profile, end) = (kept, nil)
            // A newly registered client has no sign-ins at Adobe.
            case .keep(.client): (profile, end) = (nil, nil)
            case .present(_, .providerPicker), .present(_, .providerConfirmation), .present(_, .code), .present(_, .userAgent):
                guard let profile, let end else { break }
                first = first ?? End(profile: profile, code: end.code, witnesses: [end.witness, Witness(record, question)])
                (self.profile, self.end) = (nil, nil)
            case _: break
            }
        }
    }
}
