import FlowTestSupport
import Testing

/// Each documented promise about a course of events is kept in the scenario that follows it.
@Suite("Specs: the promises of the documented courses") struct SpecsPromiseTests {
    @Test func `the documented courses have promises, and the tests that prove the others exist`() throws {
        #expect(
            Set(Promise.all.map(\.course)).sorted() == [
                "apple-logout", "authorize-retry-bounded", "degraded", "happy-apple-sso", "new-code-replaces-old",
                "permission-denied-second-screen", "poll-until-expiry", "server-fallback-configuration", "throttle-then-ok",
                "token-expired-midflight", "unsupported-provider-preselected",
            ])
        #expect(Promise.all.count == 20)
        #expect(try NamedTests.missing(Promise.elsewhere.map(\.test)) == [])
    }

    @Test func `every promise is kept in its scenario`() throws {
        let stories = try Story.read()
        for promise in Promise.all {
            let story = try #require(stories.first { $0.scenario.name == promise.scenario }, "no scenario \(promise.scenario)")
            if !promise.holds(Course(story)) { Issue.record("\(promise.scenario): this promise is broken: \(promise.text)") }
        }
    }
}
