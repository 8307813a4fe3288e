#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread that runs a server until it ends.
struct ServerThread: @unchecked Sendable {
    // `@unchecked` is sound although `pthread_t` is a pointer on some systems: it is only passed to `pthread_join`, and only once, by the
    // caller that took it out of its lock.
    private let identifier: pthread_t

    private final class Work {
        let server: Server
        init(_ server: Server) { self.server = server }
    }

    init(_ server: Server) throws(LoopbackAdobe.StartFailure) {
        let work = Unmanaged.passRetained(Work(server))
        #if canImport(Darwin)
            var identifier: pthread_t?
            let number = pthread_create(&identifier, nil, { ServerThread.main($0) }, work.toOpaque())
            let created = identifier
        #else
            var identifier = pthread_t()
            let number = pthread_create(&identifier, nil, { ServerThread.main($0) }, work.toOpaque())
            let created: pthread_t? = identifier
        #endif
        guard number == 0, let created else {
            work.release()
            throw LoopbackAdobe.StartFailure(call: "pthread_create", number: number)
        }
        self.identifier = created
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        var server = Unmanaged<Work>.fromOpaque(context).takeRetainedValue().server
        server.run()
        return nil
    }

    func join() { pthread_join(identifier, nil) }
}
