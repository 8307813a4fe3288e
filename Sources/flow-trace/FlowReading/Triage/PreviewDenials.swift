import FlowMachine

/// The resources that previews reported as denied, by Adobe's code and by their position in the preview.
///
/// A log does not contain the names of resources, but an app usually previews the same resources in the same order.
struct PreviewDenials: Sendable {
    private var denials: [Denial: Int] = [:]
    private var resources = 0
    /// For each position in a preview, the number of previews with a resource at this position.
    private var places: [Int: Int] = [:]

    private struct Denial: Hashable {
        let error: FlowCause.ReportedError
        let place: Int
    }

    /// The highest number of different denials. Adobe has few codes, and a preview has at most 64 positions.
    private static let most = 4096
    /// The fewest denials at one position that are reported.
    private static let fewest = 5

    /// Counts the denials in the answer to a preview.
    mutating func note(_ decisions: [AdobeDecision], asked: UserEvent) {
        guard case .preview(_, let asked) = asked else { return }
        for (index, resource) in asked.enumerated() {
            guard let decision = decisions.first(where: { $0.resource == resource }) else { continue }
            resources += 1
            places[index + 1, default: 0] += 1
            guard case .deny(let error) = decision.verdict else { continue }
            let denial = Denial(error: FlowCause.ReportedError(error), place: index + 1)
            if denials[denial] != nil || denials.count < PreviewDenials.most { denials[denial, default: 0] += 1 }
        }
    }

    /// Adds the denials of another launch.
    mutating func add(_ other: PreviewDenials) {
        resources += other.resources
        places.add(other.places, +)
        denials.add(other.denials, +)
    }

    /// A line for each code, most frequent first.
    ///
    /// For example `authorization_denied_by_mvpd: 31 of 240 resources; 24 of 24 at place 2 of the preview`.
    var lines: [String] {
        Dictionary(grouping: denials, by: { $0.key.error }).map { error, denials -> (count: Int, line: String) in
            let count = denials.reduce(0) { $0 + $1.value }
            let line = "\(error.words): \(count) of \(grouped(resources)) resources\(place(denials))"
            return (count, line)
        }
        .ordered { ($1.count, $0.line) < ($0.count, $1.line) }.map { $0.line }
    }

    /// Returns the position with the most denials in words, if it has more than all other positions together; otherwise an empty text.
    private func place(_ denials: [(key: Denial, value: Int)]) -> String {
        let all = denials.reduce(0) { $0 + $1.value }
        guard let worst = denials.max(by: { ($0.value, $1.key.place) < ($1.value, $0.key.place) }), worst.value * 2 > all,
            worst.value >= PreviewDenials.fewest, places.count > 1, let asked = places[worst.key.place]
        else { return "" }
        return "; \(worst.value) of \(asked) at place \(worst.key.place) of the preview"
    }
}

extension LaunchReport {
    /// The time of the last permitted play; `nil` if there was none.
    var permitted: Instant? {
        requests.lazy.filter { $0.outcome == .permitted && $0.asked.kind == .play }.map { $0.time }.max()
    }

    /// The places in the launch's previews of the resources whose playback was denied, in ascending order. A log does not contain the names of
    /// resources, but an app usually previews the same resources in the same order.
    var deniedPlaces: [Int] {
        var places: Set<Int> = []
        var previewed: [SecretRef: Int] = [:]
        for request in requests.ordered(by: { $0.time < $1.time }) {
            switch request.asked {
            case .preview(_, let resources) where resources.count > 1:
                for (index, resource) in resources.enumerated() { previewed[resource] = index + 1 }
            case .play(_, let resource, _) where request.outcome == .denied:
                if let place = previewed[resource] { places.insert(place) }
            case _: break
            }
        }
        return places.ordered()
    }
}
