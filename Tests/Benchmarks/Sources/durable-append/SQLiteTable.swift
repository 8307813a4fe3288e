import CSQLite
import Foundation

/// One SQLite table with one row per line, each row a transaction. All appenders share one connection and take turns: with
/// a connection each, appenders that find the database busy would sleep.
final class SQLiteTable: @unchecked Sendable {
    // Sound: the connection, the statement and `number` are only used while `lock` is held, or by `init` and `deinit`.
    private let lock = NSLock()
    private var connection: OpaquePointer?
    private var statement: OpaquePointer?
    private var number: Int64 = 0

    init(path: String, synchronous: String) throws {
        try check(sqlite3_open(path, &connection))
        try check(sqlite3_exec(connection, "PRAGMA journal_mode=WAL; PRAGMA synchronous=\(synchronous)", nil, nil, nil))
        try check(sqlite3_exec(connection, "CREATE TABLE log (number INTEGER PRIMARY KEY, line BLOB)", nil, nil, nil))
        try check(sqlite3_prepare_v2(connection, "INSERT INTO log VALUES (?, ?)", -1, &statement, nil))
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close(connection)
    }

    /// Each appender has its own thread, as SQLite's callers wait in their threads.
    func run(_ appenders: Int, _ count: Int) throws -> Contestant.Result {
        let results = Results()
        let begin = now()
        let threads = (0..<appenders).map { _ in
            Thread {
                var latencies: [UInt64] = []
                latencies.reserveCapacity(count)
                do {
                    for _ in 0..<count {
                        let begin = now()
                        try self.append()
                        latencies.append(now() - begin)
                    }
                    results.add(latencies, nil)
                } catch {
                    results.add(latencies, error)
                }
            }
        }
        for thread in threads { thread.start() }
        for _ in threads { results.wait() }
        let seconds = Double(now() - begin) / 1e9
        if let error = results.error { throw error }
        return Contestant.Result(seconds: seconds, latencies: results.latencies)
    }

    private func append() throws {
        try lock.withLock {
            number += 1
            try check(sqlite3_bind_int64(statement, 1, number))
            // No destructor: the line outlives the statement's step.
            try check(line.withUnsafeBytes { sqlite3_bind_blob(statement, 2, $0.baseAddress, CInt($0.count), nil) })
            let result = sqlite3_step(statement)
            if result != SQLITE_DONE { try check(result) }
            try check(sqlite3_reset(statement))
        }
    }

    private func check(_ result: CInt) throws {
        if result != SQLITE_OK { throw Complaint(text: "SQLite: \(String(cString: sqlite3_errstr(result)))") }
    }

    private final class Results: @unchecked Sendable {
        // Sound: both are only accessed while `lock` is held, or after every thread has signaled.
        private let lock = NSLock()
        private let ended = DispatchSemaphore(value: 0)
        private(set) var latencies: [UInt64] = []
        private(set) var error: (any Error)?

        func add(_ some: [UInt64], _ error: (any Error)?) {
            lock.withLock {
                latencies += some
                self.error = self.error ?? error
            }
            ended.signal()
        }

        func wait() { ended.wait() }
    }
}
