import FlowEffects

/// The app, with its identity at Adobe. These values belong to `flow-trace serve`; Adobe issues the values of a real app.
public func livingRoomApp(host: String) -> FlowApp {
    // A device without a browser and without Apple's single sign-on: viewers type a code on a phone.
    var settings = FlowSettings.other(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "livingroom://signed-in",
        activationURL: "https://example.com/activate")
    settings.host = host
    return FlowApp("LivingRoom/1.0", softwareStatement: "simulated.software.statement", settings: settings)
}

/// The description of the device that Adobe requires.
public let livingRoomDevice = DeviceInformation(
    primaryHardwareType: "SetTopBox", model: "LivingRoom", version: "1.0", manufacturer: "Example", osName: "Linux",
    osVersion: "6.1", connection: .lan)
