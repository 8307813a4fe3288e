import FlowEffects
import FlowMachine

/// The vault of a world, and the interpreters that read and write its secrets.
final class SimulatedDevice: Sendable {
    let vault: SimulatedVault
    let pass: AdobePass
    let interpreter: PartnerInterpreter
    private let app: FlowApp
    private let description: DeviceInformation

    init(_ vault: SimulatedVault, _ app: FlowApp, _ description: DeviceInformation) {
        self.vault = vault
        self.app = app
        self.description = description
        pass = AdobePass(app, secrets: vault, deviceIdentifier: { SimulatedWorld.deviceIdentifier }, device: { description })
        interpreter = PartnerInterpreter(framework: NoFramework(), secrets: vault)
    }

    /// Returns a device whose vault has the same contents.
    func copy() -> SimulatedDevice { SimulatedDevice(vault.copy(), app, description) }

    /// Returns the same device with another version of the app.
    func copy(_ app: FlowApp) -> SimulatedDevice { SimulatedDevice(vault.copy(), app, description) }
}

/// A placeholder for the device's partner framework. A world asks its `SimulatedPartnerFramework` instead.
private struct NoFramework: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .notDetermined) }
}
