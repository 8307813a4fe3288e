// The one exit of a reduction: what the new state does not wait for is given up here, so that no state has to clean up
// after itself, and none can forget to.

extension Run {
    mutating func giveUpWhatIsNotAwaited(from old: FlowState, to new: FlowState) {
        model.calls.drop(keeping: new.asks, &turn)
        model.calls.disarmTimeoutIfIdle(&turn)
        for index in calls.stateTimers.indices.reversed() where !new.names(calls.stateTimers[index]) {
            let timer = calls.stateTimers.remove(at: index)
            if !isFired(timer) { turn.emit(.disarm(timer)) }
        }
        if !new.presents { takeDown() }
        if old.keptCode != nil, new.keptCode == nil { turn.emit(.forget(.fact(.code))) }
    }

    private func isFired(_ timer: TimerID) -> Bool { turn.fired == timer }

    /// Forgets the references that came in or were held and are now neither held nor handed out.
    mutating func forget(_ before: [SecretRef], state: FlowState) {
        if before.isEmpty { return }
        var kept: [SecretRef] = []
        kept.reserveCapacity(8)
        state.collect(&kept)
        model.calls.collect(&kept)
        model.context.collect(&kept)
        if kept == before { return }
        for effect in turn.effects { effect.collectHandedOut(&kept) }
        for index in before.indices where !kept.contains(before[index]) && !before[..<index].contains(before[index]) {
            turn.emit(.forget(.secret(before[index])))
        }
    }
}

extension FlowState {
    /// The code that is kept over launches, while it is.
    var keptCode: SecretRef? {
        if case .basicAuthFallback(let state) = self { state.keptCode } else { nil }
    }
}
