#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// A value behind a lock. Held for a few instructions or a small file's write, never over an `await`.
package final class Lock<Value: Sendable>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }

        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            let result: Swift.Result<Result, Failure> = lock.withLockUnchecked { value in
                do throws(Failure) { return .success(try body(&value)) } catch { return .failure(error) }
            }
            return try result.get()
        }
    #else
        private let lock: Mutex<Value>

        package init(_ value: Value) { lock = Mutex(value) }

        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try lock.withLock { value throws(Failure) in try body(&value) }
        }
    #endif
}
