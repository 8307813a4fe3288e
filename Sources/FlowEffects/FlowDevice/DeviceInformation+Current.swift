#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowEffects

#if DEVICE_STAND_IN
    import UIKitStandIn
#elseif canImport(UIKit)
    import UIKit
#endif

extension DeviceInformation {
    /// Returns the description of this device that Adobe requires (V2-X-03): its model, its system, and on iOS and tvOS its display in
    /// pixels.
    ///
    /// Adobe's list of systems does not contain visionOS, and Adobe applies stricter rules to unknown systems. An Apple Vision therefore
    /// reports iOS. An app cannot read the display's density, nor the address and the security of the connection: set them if a provider
    /// needs them. `ConnectionObserver` keeps `connection` up to date.
    /// - Parameters:
    ///   - applicationID: the app's id, for example `REF30`.
    ///   - userAgent: the value of `User-Agent`. If `nil`, it is composed of the app's id, the model and the system.
    ///   - connection: how the device is connected, until a `ConnectionObserver` replaces it.
    @MainActor public static func current(
        applicationID: String, userAgent: String? = nil, connection: Connection = .wiFi
    ) -> DeviceInformation {
        #if DEVICE_STAND_IN || (canImport(UIKit) && !targetEnvironment(macCatalyst))
            let device = UIDevice.current
            return DeviceInformation(
                machine: Machine.name, model: device.model, system: device.systemName, version: device.systemVersion, display: display,
                applicationID: applicationID, userAgent: userAgent, connection: connection)
        #else
            let system = ProcessInfo.processInfo.operatingSystemVersion
            let patch = system.patchVersion == 0 ? "" : ".\(system.patchVersion)"
            return DeviceInformation(
                machine: Machine.name, model: "Mac", system: "macOS", version: "\(system.majorVersion).\(system.minorVersion)\(patch)",
                display: display, applicationID: applicationID, userAgent: userAgent, connection: connection)
        #endif
    }

    /// The display's size in pixels; `nil` on visionOS, which has no `UIScreen`, and on a Mac, whose display may change.
    @MainActor private static var display: (width: Int, height: Int)? {
        #if DEVICE_STAND_IN || os(tvOS) || (os(iOS) && !targetEnvironment(macCatalyst))
            let bounds = UIScreen.main.nativeBounds
            guard let width = Int(exactly: bounds.width.rounded()), let height = Int(exactly: bounds.height.rounded()) else { return nil }
            return (width, height)
        #else
            return nil
        #endif
    }

    /// - Parameters:
    ///   - machine: the system's name for the machine.
    ///   - model: the model if that name has no version.
    ///   - system: the system's own name for itself.
    init(
        machine: String, model: String, system: String, version: String, display: (width: Int, height: Int)?, applicationID: String,
        userAgent: String?, connection: Connection
    ) {
        let hardware = Hardware(machine: machine, fallback: model)
        let osName =
            switch system {
            case "macOS", "Mac OS X": "Mac OS"
            case "iPadOS", "iPhone OS", "visionOS", "xrOS": "iOS"
            case _: system
            }
        self.init(
            primaryHardwareType: hardware.primaryType, model: hardware.model, version: hardware.version, osName: osName,
            osVersion: version, displayWidth: display?.width, displayHeight: display?.height, connection: connection,
            applicationID: applicationID,
            userAgent: userAgent ?? "\(applicationID) (\(hardware.model) \(hardware.version); \(osName) \(version))")
    }
}
