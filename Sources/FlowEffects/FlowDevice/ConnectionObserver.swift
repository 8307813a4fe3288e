#if DEVICE_STAND_IN || canImport(Darwin)
    import Dispatch
    import FlowEffects
    import Network

    extension DeviceInformation {
        /// Returns a closure for `FlowPorts.device` that describes this device with its current connection. The connection is observed until
        /// the closure is released. Until the system has reported a connection, the description contains Wi-Fi.
        ///
        ///     FlowPorts(transport: URLSessionTransport(), device: DeviceInformation.observed())
        /// - Parameter cellular: returns the generation of a cellular connection; called on a private queue at each change. The default always
        ///   returns 4G, because only Core Telephony knows the generation, and calls to Core Telephony are slow. An app that uses Core
        ///   Telephony anyway can return the generation here.
        @MainActor public static func observed(
            cellular: @escaping @Sendable () -> Connection = { .cellular4G }
        ) -> @Sendable () -> DeviceInformation {
            let device = current()
            let observer = ConnectionObserver(cellular: cellular)
            return { observer.connected(device) }
        }
    }

    /// Observes the device's connection until the observer is deallocated.
    final class ConnectionObserver: Sendable {
        private let newest = Lock<DeviceInformation.Connection?>(nil)
        private let monitor = PathMonitor()

        init(cellular: @escaping @Sendable () -> DeviceInformation.Connection) {
            // The handler captures the value, not the observer, so that the observer can be deallocated.
            monitor.begin { [newest] path in
                // While the device is offline, its last connection is kept as the best guess for the next connection.
                guard path.status == .satisfied, let connection = path.connection(cellular) else { return }
                newest.withLock { $0 = connection }
            }
        }

        deinit { monitor.end() }

        /// The device's connection, or its last connection while the device is offline; `nil` until the system has reported a connection.
        var connection: DeviceInformation.Connection? { newest.withLock { $0 } }

        /// Returns `device` with the current connection, or unchanged while `connection` is `nil`.
        func connected(_ device: DeviceInformation) -> DeviceInformation {
            var device = device
            if let connection { device.connection = connection }
            return device
        }
    }

    /// Reports the current connection and each change, on a queue of its own.
    private struct PathMonitor: @unchecked Sendable {
        // `@unchecked Sendable` is safe, because this property is the only reference to the monitor. The observer's initializer starts the
        // monitor once, and its deinitializer cancels the monitor once, so that no two threads use the monitor at the same time.
        private let monitor = NWPathMonitor()

        func begin(_ handler: @escaping @Sendable (NWPath) -> Void) {
            monitor.pathUpdateHandler = handler
            monitor.start(queue: DispatchQueue(label: "flowmachine.connection"))
        }

        func end() { monitor.cancel() }
    }

    extension NWPath {
        /// Returns the kind of the path's first interface for which Adobe has a name; `nil` if there is none. The system lists the interfaces
        /// in the order of preference, with a tunnel before the interface that carries the tunnel.
        fileprivate func connection(_ cellular: () -> DeviceInformation.Connection) -> DeviceInformation.Connection? {
            for interface in availableInterfaces {
                switch interface.type {
                case .wifi: return .wiFi
                case .wiredEthernet: return .lan
                case .cellular: return cellular()
                case _: continue
                }
            }
            return nil
        }
    }
#endif
