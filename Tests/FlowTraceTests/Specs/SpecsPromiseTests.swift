import Testing

/// What the documents say of a course of events holds in the scenario that follows it.
@Suite("Specs: the promises of the documented courses") struct SpecsPromiseTests {
    @Test func `every promise holds in its scenario`() throws {
        let stories = try Story.read()
        for promise in Promise.all {
            let story = try #require(stories.first { $0.scenario.name == promise.scenario }, "no scenario \(promise.scenario)")
            if !promise.holds(Course(story)) { Issue.record("\(promise.scenario): it does not hold that \(promise.text)") }
        }
    }
}
