import FlowEffects

/// Sets the value of `current` on `owner` now and at each change, until the flow is shut down, the task is canceled or `owner` is released.
@MainActor func follow<Value, Owner: AnyObject & Sendable>(
    _ current: Current<Value>, for owner: Owner, _ set: @escaping @MainActor (Owner, Value) -> Void
) -> Task<Void, Never> {
    Task { [weak owner] in
        for await value in current {
            guard let owner else { return }
            set(owner, value)
        }
    }
}
