import FlowMachine

// Sign-ins of a household that end at once.
extension HouseholdSignIns {
    private static let mostEnds = 3

    /// The pattern of sign-ins that ended on nearly all devices at once; `nil` if they did not.
    ///
    /// Each device finds the end in its next launch. So one time must be after all launches that still had the sign-ins, and before all that found the end.
    func endedAtOnce(_ clock: DisplayedClock) -> TriagePattern? {
        let ended = kept.filter { $0.end != nil }.ordered { ($0.start, $0.launch) < ($1.start, $1.launch) }
        guard let first = ended.first, let last = ended.last, let kind = first.end,
            let ends = ends(ended)
        else { return nil }
        let affected = Set(ended.map { $0.device }).count
        let times = ends.map { "between \(TimeWords.minute($0.after, clock)) and \(TimeWords.minute($0.before, clock))" }
        var versions: [String: Int] = [:]
        for one in ended { versions[one.app, default: 0] += 1 }
        return TriagePattern(
            .accountSignedOut, .viewer,
            "Sign-ins with \(first.provider) ended before their stated expiry\(HouseholdSignIns.inParentheses(kind)) on \(affected == devices ? "all" : "\(affected) of the") \(devices) devices at once\(ends.count == 1 ? "" : ends.count == 2 ? ", twice" : ", three times"): \(listed(times)).\(LaunchCensus.alike(versions)) A provider ends all sign-ins of an account if its password is changed, or if somebody signs out everywhere.",
            whose: "Owner: probably the viewers of the household; if nobody changed anything, the TV provider.",
            example: "\(first.sightings.first.segment), event \(first.sightings.first.event ?? 0).",
            advice:
                "Ask the household whether somebody changed the password at \(first.provider), or signed out everywhere, before these times. Each device plays again after a sign-in with the new password.",
            [
                TriagePattern.Parameter("cause", kind.words), TriagePattern.Parameter("ended", ended.count),
                TriagePattern.Parameter("times", ends.count), TriagePattern.Parameter("devices", affected),
            ], [TriagePattern.Sighting(.first, first.sightings.first), TriagePattern.Sighting(.last, last.sightings.first)])
    }

    private static func inParentheses(_ kind: FlowCause.Kind) -> String {
        if case .signInEnded(let code?) = kind { " (\(code.text))" } else { "" }
    }

    /// An end of all sign-ins: it is after each device's last launch with the sign-in, and before the first launch that found it.
    private struct End {
        var devices: Set<Int>
        var after: Instant
        let before: Instant
    }

    /// Returns the times between which all sign-ins ended, if nearly all devices found each end once; otherwise `nil`.
    private func ends(_ ended: [Kept]) -> [End]? {
        var ends: [End] = []
        for one in ended {
            let good = kept.lazy.filter { $0.device == one.device && $0.end == nil && $0.start < one.start }.map { $0.start }.max()
            let after = max(good ?? one.since, one.since)
            if let last = ends.indices.last, after < ends[last].before, ends[last].devices.insert(one.device).inserted {
                ends[last].after = max(ends[last].after, after)
            } else {
                ends.append(End(devices: [one.device], after: after, before: one.start))
            }
        }
        let isOfAll = ends.allSatisfy { $0.devices.count >= 2 && $0.devices.count * 4 >= devices * 3 }
        return isOfAll && ends.count <= HouseholdSignIns.mostEnds ? ends : nil
    }
}
