import Testing

@testable import FlowReading
@testable import flow_trace

/// The progress text of long work.
@Suite struct ProgressTests {
    private struct State: Sendable {
        let logs: (done: Int, all: Int)
        let bytes: (done: Int, all: Int)
        let seconds: Double
        let text: String
    }

    @Test func `the progress text has the amount done, the rate and the time left`() {
        let states = [
            State(logs: (0, 1), bytes: (250_000_000, 1_000_000_000), seconds: 5, text: "250 of 1,000 MB, 50 MB/s, 15 s left"),
            State(logs: (0, 1), bytes: (1_000_000_000, 1_000_000_000), seconds: 4, text: "1,000 of 1,000 MB, 250 MB/s, 0 s left"),
            // The log grew during the reading.
            State(logs: (0, 1), bytes: (2_000_000, 1_000_000), seconds: 2, text: "2 of 1 MB, 1 MB/s, 0 s left"),
            State(
                logs: (1200, 100_000), bytes: (12_000_000, 1_000_000_000), seconds: 3,
                text: "1,200 of 100,000 logs, 12 of 1,000 MB, 400 logs/s, 4 min 7 s left"),
            State(logs: (30, 300), bytes: (5_000_000, 50_000_000), seconds: 2, text: "30 of 300 logs, 15 logs/s, 18 s left"),
            State(logs: (0, 300), bytes: (0, 50_000_000), seconds: 2, text: "0 of 300 logs, 0 logs/s"),
            // Standard input, whose length is unknown.
            State(logs: (0, 1), bytes: (64_000_000, 0), seconds: 2, text: "64 MB, 32 MB/s"),
            // Before the first second is over, the rate is that of one second.
            State(logs: (0, 1), bytes: (10_000_000, 20_000_000), seconds: 0, text: "10 of 20 MB, 10 MB/s, 1 s left"),
            State(logs: (0, 1), bytes: (1_000_000, 90_000_000_000), seconds: 1, text: "1 of 90,000 MB, 1 MB/s, 25 h left"),
        ]
        for state in states { #expect(Progress.text(logs: state.logs, bytes: state.bytes, seconds: state.seconds) == state.text) }
    }

    @Test func `nothing is shown or cleared within the first second`() {
        let shown = Shown()
        let progress = Progress(logs: 2, bytes: 100) { shown.note($0) }
        progress.advance(bytes: 50)
        progress.advanceLog()
        progress.hide()
        #expect(shown.count == 0)
    }

    private final class Shown: @unchecked Sendable {
        // Sound: the test runs on one thread.
        private(set) var count = 0
        func note(_ text: String) { count += 1 }
    }
}
