/// Everything that waits for a reply. A state makes a request and later gets exactly one outcome: retries, token refreshes, holds and
/// time-outs are handled here, and no state sees them.
package struct Calls: Hashable, Sendable {
    package internal(set) var numbers = NextNumbers()
    package internal(set) var client: SecretRef?
    package internal(set) var token: AccessToken?
    /// Runs until the token should be replaced.
    package internal(set) var refreshTimer: TimerID?
    /// Nothing is sent before this instant (V2-X-10).
    package internal(set) var hold: Hold?
    /// Fires when the oldest outstanding request times out.
    package internal(set) var timeoutTimer: TimerID?
    /// The calls that have no outcome yet, oldest first. A state has at most 16 decisions in progress, and the token is requested once.
    package internal(set) var pending: [PendingCall] = []
    /// Timers that the state armed; those it no longer names are disarmed.
    package internal(set) var stateTimers: [TimerID] = []
    /// When the allowance will be full again; in the past while it is full (V2-X-18).
    package internal(set) var allowance = Instant(milliseconds: 0)
    /// Failures in a row on the way to Adobe (V2-X-13).
    package internal(set) var failures: Int64 = 0
    /// When credentials or a token may be requested again after a failure (V2-A-13).
    package internal(set) var tokenPause: Instant?
    /// Whether the attempts at credentials or a token are used up: one attempt at a time, until one succeeds or the viewer acts (V2-A-13).
    package internal(set) var isTokenSpent = false
    /// The knowledge about Adobe's clock.
    package internal(set) var adobeClock = AdobeClock()
    /// The number of resources per preauthorization, once Adobe has refused more for the current provider (V2-D-07).
    package internal(set) var previewSize: Int64?
    /// Whether credentials were already replaced in this launch (once, without a retry by the viewer).
    package internal(set) var hasReregistered = false
    /// Spreads over time what many devices would otherwise send at one moment.
    package internal(set) var jitter: Jitter?
    /// The signs that the legacy API has been shut down (V1-50).
    package internal(set) var endOfLife = EndOfLife()

    package struct Hold: Hashable, Sendable {
        package let until: Instant
        package let timer: TimerID
    }

    /// A process began with the values that the vault still holds.
    mutating func restore(_ kept: PersistedState) {
        numbers = kept.first
        client = kept.client
        jitter = kept.jitter
    }
}

// MARK: Log

extension Calls: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("numbers", numbers)
        sink.field("client", client)
        sink.field("token", token)
        sink.field("refreshTimer", refreshTimer)
        sink.field("hold", hold)
        sink.field("timeoutTimer", timeoutTimer)
        sink.field("asked", pending)
        sink.field("stateTimers", stateTimers)
        sink.field("allowance", allowance)
        sink.field("failures", failures)
        sink.field("tokenPause", tokenPause)
        sink.field("isTokenSpent", isTokenSpent ? true : nil)
        sink.field("clockOffset", adobeClock.offset)
        sink.field("previewSize", previewSize)
        sink.field("hasReregistered", hasReregistered)
        sink.field("jitter", jitter)
        sink.field("endOfLife", endOfLife == EndOfLife() ? nil : endOfLife)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var calls = Calls()
        calls.numbers = try source.field("numbers")
        calls.client = try source.field("client")
        calls.token = try source.field("token")
        calls.refreshTimer = try source.field("refreshTimer")
        calls.hold = try source.field("hold")
        calls.timeoutTimer = try source.field("timeoutTimer")
        calls.pending = try source.field("asked")
        calls.stateTimers = try source.field("stateTimers")
        calls.allowance = try source.field("allowance")
        calls.failures = try source.field("failures")
        calls.tokenPause = try source.field("tokenPause")
        calls.isTokenSpent = try source.field("isTokenSpent") ?? false
        calls.adobeClock = AdobeClock(offset: try source.field("clockOffset"))
        calls.previewSize = try source.field("previewSize")
        calls.hasReregistered = try source.field("hasReregistered")
        calls.jitter = try source.field("jitter")
        calls.endOfLife = try source.field("endOfLife") ?? EndOfLife()
        return calls
    }
}

extension Calls.Hold: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("until", until)
        sink.field("timer", timer)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(until: try source.field("until"), timer: try source.field("timer"))
    }
}
