/// The requests of the states, and everything that is needed to send them. A state makes a request and later receives exactly one outcome.
/// `Calls` handles retries, token refreshes, holds and time-outs, so no state sees them.
package struct Calls: Hashable, Sendable {
    package internal(set) var numbers = NextNumbers()
    package internal(set) var client: SecretRef?
    package internal(set) var token: AccessToken?
    /// The timer that requests the next token; `nil` if it is not armed.
    package internal(set) var refreshTimer: TimerID?
    /// The current hold, during which the flow sends nothing (V2-X-10); `nil` if there is none.
    package internal(set) var hold: Hold?
    /// The timer that fires when the oldest outstanding request times out; `nil` if it is not armed.
    package internal(set) var timeoutTimer: TimerID?
    /// The calls that have no outcome yet, oldest first. A state has at most 16 decisions in progress, and at most one token request is
    /// made at a time.
    package internal(set) var pending: [PendingCall] = []
    /// The timers of the state. A timer that the state no longer names is disarmed.
    package internal(set) var stateTimers: [TimerID] = []
    /// The instant at which the allowance (the calls that may be sent at once) will be full again. It is in the past while the allowance is
    /// full (V2-X-18).
    package internal(set) var allowance = Instant(milliseconds: 0)
    /// The number of failures in a row to reach Adobe (V2-X-13).
    package internal(set) var failures: Int64 = 0
    /// The earliest instant at which credentials or a token may be requested again after a failure (V2-A-13); `nil` if there was no
    /// failure.
    package internal(set) var tokenPause: Instant?
    /// Whether the attempts to get credentials or a token are used up. If so, each such request has a single attempt, until a request
    /// succeeds or the viewer acts (V2-A-13).
    package internal(set) var isTokenSpent = false
    /// Adobe's clock, as known from the answers in this launch.
    package internal(set) var adobeClock = AdobeClock()
    /// The number of resources per preauthorization; `nil` until Adobe has refused a larger number for the current provider (V2-D-07).
    package internal(set) var previewSize: Int64?
    /// Whether the app has registered again in this launch. The app does this only once, unless the viewer asks to try again.
    package internal(set) var hasReregistered = false
    /// Random numbers that spread the polls of many devices over time.
    package internal(set) var jitter: Jitter?
    /// The signs that the legacy API has been shut down (V1-50).
    package internal(set) var endOfLife = EndOfLife()

    package struct Hold: Hashable, Sendable {
        package let until: Instant
        package let timer: TimerID
    }

    /// Begins a launch with the values in the vault.
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
