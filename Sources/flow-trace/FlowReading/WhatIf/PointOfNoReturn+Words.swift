extension PointOfNoReturn {
    /// Returns the points of no return in one or two sentences; empty if the request can still be fulfilled without a new sign-in.
    ///
    /// - Parameter answer: The event that answered the request. The sentences omit a point at this event, because it is obvious.
    package func sentences(answeredAt answer: Int64?) -> String {
        var sentences: [String] = []
        switch fulfillment {
        case .after(let event) where event == answer: break
        case .after(let event): sentences.append("After event \(event), nothing that could happen would have fulfilled it.")
        case .never: sentences.append("Nothing that could happen after the request would have fulfilled it.")
        case .possible: break
        case .unknown(let event):
            sentences.append("Up to event \(event) it could still be fulfilled; the search stopped there.")
        }
        // If both points are the same, one sentence is enough.
        if withoutSignIn == fulfillment { return sentences.joined(separator: " ") }
        switch withoutSignIn {
        case .after(let event) where event == answer: break
        case .after(let event): sentences.append("After event \(event), only a new sign-in could have helped.")
        case .never: sentences.append("From the request on, only a new sign-in could have helped.")
        case .possible: break
        case .unknown(let event):
            guard fulfillment != answer.map({ .after($0) }) else { break }
            sentences.append("Whether only a new sign-in could have helped was searched up to event \(event).")
        }
        return sentences.joined(separator: " ")
    }

    /// The points as a JSON object.
    var object: Tree {
        .object([
            Tree.Member("fulfillment", PointOfNoReturn.object(fulfillment)),
            Tree.Member("withoutSignIn", PointOfNoReturn.object(withoutSignIn)),
        ])
    }

    private static func object(_ point: Point) -> Tree {
        let (word, event): (String, Int64?) =
            switch point {
            case .after(let event): ("after", event)
            case .never: ("never", nil)
            case .possible: ("possible", nil)
            case .unknown(let event): ("unknown", event)
            }
        return .object([Tree.Member("possible", .word(word)), Tree.Member("event", event.map { .number($0) } ?? .null)])
    }

    /// The members of the point of no return in `triage --json`.
    static let shape = JSONShape(
        "A point of no return",
        [
            .init("fulfillment", "until when the request could be fulfilled", .objects([pointShape])),
            .init("withoutSignIn", "until when it could be fulfilled without a new sign-in", .objects([pointShape])),
        ])

    private static let pointShape = JSONShape(
        "A point",
        [
            .init(
                "possible",
                "after: no longer after the event; never: not even after the request; possible: still at the end; unknown: the search ended at the event"
            ), .init("event", "its number, or null"),
        ])
}
