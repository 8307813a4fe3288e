// The end of a reduction. It releases everything that the new state does not name, so the states need no cleanup of their own.

extension Run {
    /// Cancels the requests, disarms the timers, removes the presentation and drops the kept code, if the new state does not name them.
    mutating func giveUpAll(but awaiting: borrowing Awaiting, persistedCode: SecretRef?) {
        model.calls.drop(allBut: awaiting, &turn)
        model.calls.disarmTimeoutIfIdle(&turn)
        for index in model.calls.stateTimers.indices.reversed() where !awaiting.names(model.calls.stateTimers[index]) {
            let timer = model.calls.stateTimers.remove(at: index)
            if turn.fired != timer { emit(.disarm(timer)) }
        }
        if !awaiting.presents { takeDown() }
        if persistedCode != nil, awaiting.persistedCode == nil { emit(.forget(.fact(.code))) }
    }

    /// Forgets the references in `before` that the model no longer holds and no effect hands out. `before` contains the model's references
    /// before the event and the references in the event. `collected` contains the model's references after the event.
    mutating func forget(_ before: [SecretRef], but collected: inout [SecretRef]) {
        let count = collected.count
        for effect in turn.effects { effect.collectHandedOut(&collected) }
        for index in before.indices {
            // Most references are still at the same index.
            if index < collected.count, collected[index] == before[index] { continue }
            if collected.contains(before[index]) || before[..<index].contains(before[index]) { continue }
            emit(.forget(.secret(before[index])))
        }
        collected.removeLast(collected.count - count)
    }
}
