import FlowMachine

extension PreviewCalls.Split {
    var text: String {
        let subject = resources.map { "One preview of \($0) resources" } ?? "Meanwhile, previews"
        return "\(subject) took \(calls) calls, because the flow learns by halving how many resources Adobe accepts per call."
    }
}

extension PreviewFloods.Flood {
    /// The requests of the flood in words, such as `52 previews with 3,120 resources within 2 min`.
    var requested: String {
        let length = lastRequest.milliseconds - start.milliseconds
        let previews = amount.previews == 1 ? "one preview" : "\(grouped(amount.previews)) previews"
        return "\(previews) with \(grouped(amount.resources)) resources\(length > 0 ? " within \(TimeWords.term(length))" : "")"
    }
}

extension RequestLoops.Loop {
    /// The rate in words, such as `, 3.2 per second`; empty if the loop took no time.
    var rate: String { length > 0 ? ", \(TimeWords.tenths(Int64(count) * 1_000_000 / length)) per second" : "" }
}

extension UnreportedForeground.Gap {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        FindingWords(
            "\(isCertain ? "The" : "Probably the") app does not report the foreground: it reported the background at event \(backgrounded.number) and requested \"\(act.act(words))\" at event \(act.number) without reporting the foreground, so the flow did not check again who is signed in.",
            "Call enterForeground() whenever the app becomes active.\(isCertain ? "" : " If it plays in the background, as picture in picture, nothing is wrong.")"
        )
    }
}
