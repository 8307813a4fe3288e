#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A TCP connection to a server on this machine, for bytes that no HTTP client would send. Waits for an answer for at most 20 s.
public final class RawConnection {
    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1; `nil` if nothing listens there.
    /// - Parameter receiveBuffer: how many bytes the system may keep for this client; `nil`: the system's choice.
    public init?(_ port: UInt16, receiveBuffer: Int32? = nil) {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return nil }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends bytes, and waits until the system has taken them.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8), 0) == text.utf8.count }

    /// Sends as many bytes as the system takes without waiting; returns how many.
    public func sendWithoutWaiting(_ text: String) -> Int { send(Array(text.utf8), Self.dontWait) }

    #if canImport(Darwin)
        private static let dontWait = Int32(MSG_DONTWAIT)
    #else
        private static let dontWait = Int32(MSG_DONTWAIT)
    #endif

    private func send(_ bytes: [UInt8], _ flags: Int32) -> Int {
        #if canImport(Darwin)
            let flags = flags
        #else
            let flags = flags | Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #else
                    Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            if count <= 0 { break }
            sent += count
        }
        return sent
    }

    /// Tells the server that no more follows.
    public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What arrives next; empty at the end of the connection.
    public func receive() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }

    /// Receives until the text contains `end`, or the connection ends.
    public func receive(until end: String) -> String {
        var text = ""
        while !text.contains(end) {
            let more = receive()
            if more.isEmpty { break }
            text += more
        }
        return text
    }

    /// Receives until the connection ends.
    public func receiveAll() -> String {
        var text = ""
        while true {
            let more = receive()
            if more.isEmpty { return text }
            text += more
        }
    }
}
