#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket that listens on the loopback interface.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    init(_ wanted: UInt16) throws(LoopbackAdobe.StartFailure) {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw LoopbackAdobe.StartFailure(call: "socket", number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = wanted.bigEndian
        // With this option, the same port is available again as soon as the server has ended.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, SOMAXCONN) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else {
            let number = errno
            close(descriptor)
            throw LoopbackAdobe.StartFailure(call: "bind", number: number)
        }
        // A client may leave between `poll` and `accept`. Then `accept` must not wait for the next client.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }
}
