#if DEVICE_STAND_IN || canImport(Darwin)
    import Dispatch
    import FlowEffects
    import Network

    /// Knows how the device is connected now. `FlowPorts.device` asks it at each request:
    ///
    ///     let device = DeviceInformation.current(applicationID: "REF30")
    ///     let connections = ConnectionObserver()
    ///     FlowPorts(…, device: { connections.connected(device) })
    ///
    /// It observes as long as it lives.
    public final class ConnectionObserver: Sendable {
        private let newest = Lock<DeviceInformation.Connection?>(nil)
        private let monitor = PathMonitor()

        /// Begins to observe.
        /// - Parameter cellular: what a cellular connection is, asked on a queue of this type's own at each change. The kind of
        ///   cellular network is known to Core Telephony alone, which takes a while to ask: an app that asks it anyway says so here.
        public init(cellular: @escaping @Sendable () -> DeviceInformation.Connection = { .cellular4G }) {
            // The handler holds the value and not the observer, which could otherwise never go.
            monitor.begin { [newest] path in
                // A device that is offline sends nothing. What was true before is the best guess for when it is back.
                guard path.status == .satisfied, let connection = path.connection(cellular) else { return }
                newest.withLock { $0 = connection }
            }
        }

        deinit { monitor.end() }

        /// How the device is connected, or was before it went offline; `nil` until the system has said it.
        public var connection: DeviceInformation.Connection? { newest.withLock { $0 } }

        /// `device` with the connection of now; unchanged while it is not known.
        public func connected(_ device: DeviceInformation) -> DeviceInformation {
            var device = device
            if let connection { device.connection = connection }
            return device
        }
    }

    /// The system's monitor.
    private struct PathMonitor: @unchecked Sendable {
        // Sound: nobody else has the monitor; it is set up and started once, before it is shared, and afterwards only canceled, once,
        // when nobody shares it any more.
        private let monitor = NWPathMonitor()

        func begin(_ handler: @escaping @Sendable (NWPath) -> Void) {
            monitor.pathUpdateHandler = handler
            monitor.start(queue: DispatchQueue(label: "flowmachine.connection"))
        }

        func end() { monitor.cancel() }
    }

    extension NWPath {
        /// The first of the path's interfaces that Adobe has a word for. The system lists them in order of preference; a tunnel comes
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
