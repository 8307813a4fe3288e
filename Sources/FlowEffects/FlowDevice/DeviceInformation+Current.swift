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
    /// reports iOS.
    ///
    /// An app cannot read the display's density, nor the address and the security of the connection. Set these properties if a provider needs
    /// them. The connection is always Wi-Fi; use `observed()` for a description with the current connection.
    @MainActor public static func current() -> DeviceInformation {
        #if DEVICE_STAND_IN || (canImport(UIKit) && !targetEnvironment(macCatalyst))
            let device = UIDevice.current
            return DeviceInformation(
                machine: Machine.name, model: device.model, system: device.systemName, version: device.systemVersion, display: display)
        #else
            let system = ProcessInfo.processInfo.operatingSystemVersion
            let patch = system.patchVersion == 0 ? "" : ".\(system.patchVersion)"
            return DeviceInformation(
                machine: Machine.name, model: "Mac", system: "macOS", version: "\(system.majorVersion).\(system.minorVersion)\(patch)",
                display: display)
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

    /// Creates the description of a device from the values that the system reports.
    /// - Parameters:
    ///   - machine: the system's name for the machine.
    ///   - model: the model to use if `machine` contains no version.
    ///   - system: the operating system's name as the system reports it, which may differ from Adobe's name.
    ///   - version: the version of the operating system.
    ///   - display: the display's size in pixels; `nil` if unknown.
    init(
        machine: String, model: String, system: String, version: String, display: (width: Int, height: Int)?
    ) {
        let hardware = Hardware(machine: machine, fallback: model)
        let osName =
            switch system {
            case "macOS", "Mac OS X": "Mac OS"
            case "iPadOS", "iPhone OS", "visionOS", "xrOS": "iOS"
            case _: system
            }
        self.init(
            primaryHardwareType: hardware.primaryType, model: hardware.model, version: hardware.version, manufacturer: "Apple",
            osName: osName, osVersion: version, displayWidth: display?.width, displayHeight: display?.height, connection: .wiFi)
    }
}
