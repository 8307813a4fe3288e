#if DEVICE_STAND_IN || canImport(Darwin)
    import Dispatch
    import FlowEffects
    import Network

    extension DeviceInformation {
        /// Returns a function for `FlowPorts.device`: it returns the description of this device with its current connection, which the
        /// function observes as long as it exists. Until the system has reported a connection, the description says Wi-Fi.
        ///
        ///     FlowPorts(transport: URLSessionTransport(), device: DeviceInformation.observed())
        /// - Parameter cellular: returns the generation of a cellular connection; called on a private queue at each change. Only Core
        ///   Telephony knows it, and a call to it is slow, so the default is always 4G. An app that uses Core Telephony anyway can return
        ///   the generation here.
        @MainActor public static func observed(
            cellular: @escaping @Sendable () -> Connection = { .cellular4G }
        ) -> @Sendable () -> DeviceInformation {
            let device = current()
            let observer = ConnectionObserver(cellular: cellular)
            return { observer.connected(device) }
        }
    }

    /// Observes how the device is connected, until it is deallocated.
    final class ConnectionObserver: Sendable {
        private let newest = Lock<DeviceInformation.Connection?>(nil)
        private let monitor = PathMonitor()

        init(cellular: @escaping @Sendable () -> DeviceInformation.Connection) {
            // The handler captures the value, not the observer, so that the observer can be deallocated.
            monitor.begin { [newest] path in
                // An offline device sends no requests. Its last connection is the best guess for the next one.
                guard path.status == .satisfied, let connection = path.connection(cellular) else { return }
                newest.withLock { $0 = connection }
            }
        }

        deinit { monitor.end() }

        /// How the device is connected or, while it is offline, was connected last; `nil` until the system has reported a connection.
        var connection: DeviceInformation.Connection? { newest.withLock { $0 } }

        /// Returns `device` with the current connection, or unchanged while `connection` is `nil`.
        func connected(_ device: DeviceInformation) -> DeviceInformation {
            var device = device
            if let connection { device.connection = connection }
            return device
        }
    }

    /// Reports the connection, and each change of it, on a queue of its own.
    private struct PathMonitor: @unchecked Sendable {
        // Sound: this property is the only reference to the monitor. It is configured and started once, in the observer's initializer,
        // and canceled once, in its deinitializer, so that no two threads use it at the same time.
        private let monitor = NWPathMonitor()

        func begin(_ handler: @escaping @Sendable (NWPath) -> Void) {
            monitor.pathUpdateHandler = handler
            monitor.start(queue: DispatchQueue(label: "flowmachine.connection"))
        }

        func end() { monitor.cancel() }
    }

    extension NWPath {
        /// The first of the path's interfaces that Adobe has a name for. The system lists them in order of preference; a tunnel comes
        /// before the interface that it runs over.
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
