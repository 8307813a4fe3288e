#if canImport(os)
    import os
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A value that a lock protects. Code holds the lock for a few instructions or while it writes a small file, never across an `await`.
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
        private let lock: PthreadLock<Value>

        package init(_ value: Value) { lock = PthreadLock(value) }

        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try lock.withLock(body)
        }
    #endif
}

extension Lock: CustomReflectable {
    /// An empty mirror, because the value may be secret and must not be read without the lock.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

#if !canImport(os)
    /// A lock that the thread sanitizer recognizes. The sanitizer does not recognize Swift's own `Mutex`, and reports every access to a value that a
    /// `Mutex` protects as a data race.
    private final class PthreadLock<Value: Sendable>: @unchecked Sendable {
        // `@unchecked Sendable` is safe, because `value` is accessed only while `mutex` is locked.
        private var value: Value
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        init(_ value: Value) {
            self.value = value
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
            mutex.deallocate()
        }

        func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    }
#endif
