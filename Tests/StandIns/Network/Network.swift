// The part of Apple's Network framework that FlowDevice uses, with the names and shapes of its public documentation. Which
// network the device has, a test decides: see `StandInNetwork`.

public import Dispatch
import Synchronization

/// https://developer.apple.com/documentation/network/nwinterface
public struct NWInterface: Hashable, Sendable {
    /// https://developer.apple.com/documentation/network/nwinterface/interfacetype
    public enum InterfaceType: Sendable {
        case other, wifi, cellular, wiredEthernet, loopback
    }

    /// https://developer.apple.com/documentation/network/nwinterface/type
    public let type: InterfaceType
}

/// https://developer.apple.com/documentation/network/nwpath
public struct NWPath: Hashable, Sendable {
    /// https://developer.apple.com/documentation/network/nwpath/status-swift.enum
    public enum Status: Sendable {
        case satisfied, unsatisfied, requiresConnection
    }

    /// https://developer.apple.com/documentation/network/nwpath/status-swift.property
    public let status: Status
    /// https://developer.apple.com/documentation/network/nwpath/availableinterfaces
    public let availableInterfaces: [NWInterface]
}

/// https://developer.apple.com/documentation/network/nwpathmonitor
///
/// Not `Sendable`, because Apple's documentation does not say that it is.
public final class NWPathMonitor {
    private let network = StandInNetwork.current
    private var queue: DispatchQueue?

    /// https://developer.apple.com/documentation/network/nwpathmonitor/init()
    public init() {}

    /// https://developer.apple.com/documentation/network/nwpathmonitor/pathupdatehandler
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?

    /// https://developer.apple.com/documentation/network/nwpathmonitor/start(queue:)
    public func start(queue: DispatchQueue) {
        self.queue = queue
        if let pathUpdateHandler { network.observe(on: queue, pathUpdateHandler) }
    }

    /// https://developer.apple.com/documentation/network/nwpathmonitor/cancel()
    public func cancel() { network.stop() }
}

/// A device with the network that a test specifies, for the monitor created in the test's task.
public final class StandInNetwork: Sendable {
    /// The network of this task.
    @TaskLocal public static var current = StandInNetwork()

    private let observer = Mutex<(queue: DispatchQueue, handler: @Sendable (NWPath) -> Void)?>(nil)

    public init() {}

    /// Whether a monitor observes it.
    public var isObserved: Bool { observer.withLock { $0 != nil } }

    /// Changes the network to this; returns when the monitor has received it.
    public func change(to status: NWPath.Status, over types: [NWInterface.InterfaceType]) async {
        guard let observer = observer.withLock({ $0 }) else { return }
        let path = NWPath(status: status, availableInterfaces: types.map { NWInterface(type: $0) })
        await withCheckedContinuation { continuation in
            observer.queue.async {
                observer.handler(path)
                continuation.resume()
            }
        }
    }

    func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable (NWPath) -> Void) {
        observer.withLock { $0 = (queue, handler) }
    }

    func stop() { observer.withLock { $0 = nil } }
}
