import FlowEffects

/// Passes the current value of `current`, and each change, to `set`, until the flow is shut down, the returned task is canceled or `owner` is
/// released.
/// - Parameters:
///   - current: the value of a flow to follow.
///   - owner: the object that receives the value; it is not kept alive.
///   - set: sets the value on `owner`.
/// - Returns: the task that follows the value.
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
