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
    /// This device, as Adobe wants it described (V2-X-03): the machine, the system, and on iOS and tvOS the display in pixels.
    ///
    /// Adobe lists no visionOS among the systems, and applies stricter rules to a system that it does not know, so that an Apple
    /// Vision is described as one with iOS; a Mac has `Mac OS`. The density of the display, the address and the security of the
    /// connection are not known to an app: set them where they are needed. How the device is connected changes: see
    /// `ConnectionObserver`.
    /// - Parameters:
    ///   - applicationID: the app's id, for example `REF30`.
    ///   - userAgent: the value of `User-Agent`. If `nil`, one is made of the app's id, the machine and the system.
    ///   - connection: how the device is connected, until a `ConnectionObserver` says otherwise.
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

    /// The display's size in pixels; an Apple Vision and a Mac have none that a viewer's rights could depend on.
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
    ///   - model: the model where that name has no version.
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
