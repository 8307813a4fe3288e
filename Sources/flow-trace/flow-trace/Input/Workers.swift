import Dispatch
import FlowEffects
import FlowExploration
import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs work for the elements of a list on several threads. The caller receives the results in the order of the list.
enum Workers {
    /// The number of processors of this machine.
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The maximum number of results per thread that may wait for the caller, so that one slow element does not stop the other threads.
    private static let resultsPerThread = 8

    /// Calls `work` for each element on `threads` threads, and `take` for each result on the calling thread.
    ///
    /// At most `threads * 8` elements are in progress or wait to be taken, so memory does not grow with the list.
    static func run<Element: Sendable, Value: Sendable>(
        _ elements: [Element], threads: Int, work: @escaping @Sendable (Element) -> Value, take: (Value) -> Void
    ) {
        let count = elements.count
        let places = min(count, threads * resultsPerThread)
        // The semaphore starts at 0, because Dispatch traps if a semaphore is released with a lower value than it was created with.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<places { room.signal() }
        let ready = (0..<places).map { _ in DispatchSemaphore(value: 0) }
        let results = Lock([Value?](repeating: nil, count: places))
        let next = Lock(0)
        for _ in 0..<min(threads, count) {
            DispatchQueue.global().async {
                while true {
                    room.wait()
                    let index = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard index < count else { return }
                    let value = work(elements[index])
                    results.withLock { $0[index % places] = value }
                    ready[index % places].signal()
                }
            }
        }
        for index in 0..<count {
            ready[index % places].wait()
            let value = results.withLock { results in
                defer { results[index % places] = nil }
                return results[index % places]
            }
            room.signal()
            if let value { take(value) }
        }
    }

    /// Applies a function to several elements at a time, on all processors.
    struct Mapper: FlowReading.Mapper {
        func map<Element: Sendable, Value: Sendable>(_ elements: [Element], _ transform: @Sendable (Element) -> Value) -> [Value] {
            inParallel(elements, transform)
        }
    }
}
