// The shutdown of the flow by the app, which is the last event of a launch (FM-30).

extension Run {
    /// Cancels everything that is outstanding. The values in the vault remain, so that the next launch continues with them, for example
    /// with a code or with a logout that Adobe has not received.
    mutating func shutDown() -> Next {
        for wish in context.wishes { answer(wish.id, .dropped) }
        takeDown()
        model.calls.shutDown(&turn)
        context.isShutDown = true
        return .stay(.`FM-30`)
    }
}

extension Calls {
    /// Cancels every request and disarms every timer.
    fileprivate mutating func shutDown(_ turn: inout Turn) {
        dropAll(&turn)
        let timers = stateTimers + [refreshTimer, hold?.timer, timeoutTimer].compactMap { $0 }
        for timer in timers { turn.emit(.disarm(timer)) }
        stateTimers = []
        refreshTimer = nil
        hold = nil
        timeoutTimer = nil
    }
}
