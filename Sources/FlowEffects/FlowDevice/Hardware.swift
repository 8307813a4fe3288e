/// The model, version and kind of a device, derived from the system's name for the machine.
struct Hardware: Hashable, Sendable {
    /// The machine's name without its version, for example `AppleTV`.
    let model: String
    /// The machine's version, for example `14,1`; `Unknown` if the name has no version, because Adobe requires a value.
    let version: String
    /// Adobe's name for the kind of device, for example `SetTopBox`; `Unknown` if Adobe has no name for it.
    let primaryType: String

    /// Splits the name of a machine into model and version.
    /// - Parameters:
    ///   - machine: the system's name for the machine, for example `AppleTV14,1` or `Mac14,7`.
    ///   - fallback: the model if `machine` does not consist of a model and a version, for example `arm64`.
    init(machine: String, fallback: String) {
        // The version consists of the two numbers at the end, separated by a comma. A name without these numbers, such as x86_64, names the
        // processor.
        let minor = machine.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let major = machine.dropLast(minor + 1).reversed().prefix { $0.isASCII && $0.isNumber }.count
        let model = machine.dropLast(minor + 1 + major)
        if minor > 0, major > 0, machine.dropLast(minor).last == ",", !model.isEmpty {
            self.model = String(model)
            version = String(machine.suffix(minor + 1 + major))
        } else {
            self.model = fallback.filter { $0 != " " }
            version = "Unknown"
        }
        primaryType = Hardware.type(of: self.model)
    }

    private static func type(of model: String) -> String {
        let types = [
            ("AppleTV", "SetTopBox"), ("iPhone", "MobilePhone"), ("iPad", "Tablet"), ("iPod", "MediaPlayer"), ("Watch", "Wristwatch"),
            ("RealityDevice", "Glasses"),
        ]
        if let type = types.first(where: { model.hasPrefix($0.0) })?.1 { return type }
        // The models of Macs are Mac, MacBookPro, Macmini, iMac, VirtualMac and so on.
        return model.contains("Mac") ? "Desktop" : "Unknown"
    }
}
