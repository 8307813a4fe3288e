#if canImport(UIKit) && canImport(FlowDevice)
    import DemoTVCore
    import FlowDevice
    import FlowEffects
    import FlowMachine
    import FlowURLSession
    import Foundation
    import UIKit

    #if canImport(FlowVideoSubscriber)
        import FlowVideoSubscriber
    #endif

    /// Creates the app's flow on this device; `DemoTV.start()` starts it.
    /// - Parameters:
    ///   - statement: the software statement that Adobe issued for the app, for REST API V2.
    ///   - root: the root view controller of the app's window, over which Apple's screens are shown.
    /// - Throws: `FlowVaultFailure` if the keychain cannot be used. With the reason `locked`, create the flow later: nothing is lost.
    @MainActor public func makeDeviceFlow(
        statement: String, root: @escaping @MainActor @Sendable () -> UIViewController?
    ) throws -> Flow {
        // An Apple TV has no folder for an app's own files: the system may empty the caches at any time, which costs only the log.
        #if os(tvOS)
            let settings = FlowSettings.demoTV
            let place = FileManager.SearchPathDirectory.cachesDirectory
        #else
            var settings = FlowSettings.demoPhone
            settings.platform = UIDevice.current.model == "iPad" ? .iPadOS : .iOS
            let place = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        let logs = try FileManager.default.url(for: place, in: .userDomainMask, appropriateFor: nil, create: true)
        let app = FlowApp("DemoTV/1.0", softwareStatement: statement, settings: settings)
        return try Flow(
            app, vault: FlowVault(keychain: "com.example.demotv", for: app),
            log: FileEventLog(folder: logs.appendingPathComponent("flow-logs")),
            ports: FlowPorts(
                transport: URLSessionTransport(), partnerFramework: VideoSubscriberFramework(over: root),
                device: DeviceInformation.observed()))
    }

    /// Opens the TV provider page of the system's settings.
    @MainActor public func openProviderSettings() {
        guard let url = VideoSubscriberFramework.settingsURL else { return }
        Task { _ = await UIApplication.shared.open(url) }
    }
#endif
