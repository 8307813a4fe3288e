import FlowEffects
import FlowTestSupport
import Network
import Testing

@testable import FlowDevice

@Suite("This device, described for Adobe") struct DeviceTests {
    @Test(arguments: [
        ("AppleTV14,1", "AppleTV", "14,1", "SetTopBox"), ("iPhone16,2", "iPhone", "16,2", "MobilePhone"),
        ("iPad13,18", "iPad", "13,18", "Tablet"), ("iPod9,1", "iPod", "9,1", "MediaPlayer"),
        ("Mac14,7", "Mac", "14,7", "Desktop"), ("MacBookPro18,3", "MacBookPro", "18,3", "Desktop"),
        ("Macmini9,1", "Macmini", "9,1", "Desktop"), ("iMac21,1", "iMac", "21,1", "Desktop"),
        ("VirtualMac2,1", "VirtualMac", "2,1", "Desktop"), ("RealityDevice14,1", "RealityDevice", "14,1", "Glasses"),
        ("Watch7,5", "Watch", "7,5", "Wristwatch"), ("AudioAccessory5,1", "AudioAccessory", "5,1", "Unknown"),
        ("arm64", "AppleTV", "Unknown", "SetTopBox"), ("x86_64", "AppleTV", "Unknown", "SetTopBox"),
        ("", "AppleTV", "Unknown", "SetTopBox"), (",", "AppleTV", "Unknown", "SetTopBox"),
        ("14,1", "AppleTV", "Unknown", "SetTopBox"), ("iPhone,1", "AppleTV", "Unknown", "SetTopBox"),
        ("iPhone16,", "AppleTV", "Unknown", "SetTopBox"), ("iPhone16", "AppleTV", "Unknown", "SetTopBox"),
        ("iPhone١,٢", "AppleTV", "Unknown", "SetTopBox"),
    ])
    func `a machine's name gives its model, its version and Adobe's term for its kind`(
        machine: String, model: String, version: String, type: String
    ) {
        let hardware = Hardware(machine: machine, fallback: "Apple TV")
        #expect(hardware.model == model)
        #expect(hardware.version == version)
        #expect(hardware.primaryType == type)
    }

    @Test(arguments: [
        ("tvOS", "tvOS"), ("iOS", "iOS"), ("iPadOS", "iOS"), ("visionOS", "iOS"), ("macOS", "Mac OS"),
    ])
    func `a system has the name that Adobe lists for it`(system: String, osName: String) {
        let device = DeviceInformation(
            machine: "iPhone16,2", model: "iPhone", system: system, version: "18.2", display: (1290, 2796))
        #expect(device.osName == osName)
        #expect(device.osVersion == "18.2")
        #expect(device.displayWidth == 1290)
        #expect(device.displayHeight == 2796)
    }

    @Test @MainActor func `the current device is read from the system`() {
        let device = DeviceInformation.current()
        // On Linux the machine's name is a processor's, so the model is UIKit's.
        let expected = DeviceInformation(
            primaryHardwareType: "SetTopBox", model: "AppleTV", version: "Unknown", manufacturer: "Apple", osName: "tvOS",
            osVersion: "18.2", displayWidth: 3840,
            displayHeight: 2160, connection: .wiFi)
        #expect(device == expected)
        #expect(!Machine.name.isEmpty)
    }

    @Test func `the connection follows the network and keeps its value without one`() async {
        let network = StandInNetwork()
        let observer = StandInNetwork.$current.withValue(network) { ConnectionObserver(cellular: { .cellular4G }) }
        let device = DeviceInformation(
            primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", manufacturer: "Apple", osName: "tvOS", osVersion: "18.2",
            connection: .wiFi, applicationID: "REF30",
            userAgent: "DemoTV/1.0")
        #expect(observer.connection == nil)
        #expect(observer.connected(device) == device)
        let changes: [(NWPath.Status, [NWInterface.InterfaceType], DeviceInformation.Connection)] = [
            (.satisfied, [.wiredEthernet, .wifi], .lan), (.satisfied, [.wifi, .cellular], .wiFi), (.satisfied, [.cellular], .cellular4G),
            (.unsatisfied, [.wifi], .cellular4G), (.requiresConnection, [], .cellular4G), (.satisfied, [.other, .wiredEthernet], .lan),
            (.satisfied, [.loopback, .other], .lan), (.satisfied, [], .lan),
        ]
        for (status, types, expected) in changes {
            await network.change(to: status, over: types)
            #expect(observer.connection == expected, "\(status) \(types)")
            #expect(observer.connected(device).connection == expected)
        }
    }

    @Test func `an app that knows the cellular network can name it`() async {
        let network = StandInNetwork()
        let observer = StandInNetwork.$current.withValue(network) { ConnectionObserver(cellular: { .cellular5G }) }
        await network.change(to: .satisfied, over: [.cellular])
        #expect(observer.connection == .cellular5G)
    }

    @Test func `an observer that is released stops observing`() async {
        let network = StandInNetwork()
        var observer: ConnectionObserver? = StandInNetwork.$current.withValue(network) { ConnectionObserver(cellular: { .cellular4G }) }
        #expect(observer?.connection == nil)
        #expect(network.isObserved)
        observer = nil
        #expect(!network.isObserved)
    }
}
