#if canImport(Glibc)
    import CMalloc
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The memory that the process uses now.
struct Memory {
    /// Bytes that are allocated and not freed.
    let allocated: Int
    /// Bytes of the device's memory that the process occupies.
    let resident: Int

    static var now: Memory { Memory(allocated: allocatedBytes, resident: residentBytes) }

    private static var allocatedBytes: Int {
        #if canImport(Glibc)
            let info = mallinfo2()
            return Int(info.uordblks + info.hblkhd)
        #elseif canImport(Darwin)
            return Int(mstats().bytes_used)
        #else
            return 0
        #endif
    }

    private static var residentBytes: Int {
        #if canImport(Darwin)
            return 0
        #else
            guard let file = fopen("/proc/self/statm", "r") else { return 0 }
            defer { fclose(file) }
            var text = [UInt8](repeating: 0, count: 200)
            let count = fread(&text, 1, text.count, file)
            let pages = text[..<count].split(separator: 0x20).dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
            return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        #endif
    }
}

/// The memory in use during a run, printed after each tenth, and whether it grows.
struct Growth {
    private var allocated: [Int] = []
    private let step: Int
    private var next: Int

    private static let readings = 1000

    init(_ title: String, events: Int) {
        step = max(1, events / Growth.readings)
        next = step
        print("\(title)\n    events   allocated    resident")
    }

    mutating func note(_ events: Int) {
        guard events >= next else { return }
        next += step
        let memory = Memory.now
        allocated.append(memory.allocated)
        guard allocated.count % (Growth.readings / 10) == 0 else { return }
        print(padded(events, 10) + padded(memory.allocated / 1024, 9) + " kB" + padded(memory.resident / 1024, 9) + " kB")
        fflush(nil)
    }

    /// Bytes that were allocated in the second half of the run. Allocation varies within a session by more than a leak would add, so the
    /// smallest readings are compared: those of the third and the last quarter.
    var inSecondHalf: Int {
        let quarter = allocated.count / 4
        guard quarter > 0, let late = allocated.suffix(quarter).min(), let middle = allocated[quarter * 2..<quarter * 3].min() else {
            return 0
        }
        return late - middle
    }

    private func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
