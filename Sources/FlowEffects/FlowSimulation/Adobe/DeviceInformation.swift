#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAdobe {
    /// The description of a device in the header `X-Device-Info`.
    struct DeviceInformation: Decodable, Sendable {
        let primaryHardwareType: String?
        let model: String?
        let version: String?
        let manufacturer: String?
        let osName: String?
        let osVersion: String?
        let connectionType: String?
        let applicationId: String?

        /// Reads the header of a request; `nil` if the header is missing or cannot be read.
        init?(_ request: ReceivedRequest) {
            guard let device = request.encoded("X-Device-Info", DeviceInformation.self) else { return nil }
            self = device
        }

        /// The device as the page about a session describes it. Values that are not in the header are `null`.
        var json: JSON {
            func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
            return [
                "type": text(primaryHardwareType), "model": text(model), "version": Self.version(version),
                "hardware": [
                    "name": .null, "vendor": text(manufacturer), "version": Self.version(nil), "manufacturer": text(manufacturer),
                ],
                "operatingSystem": ["name": text(osName), "family": text(osName), "vendor": .null, "version": Self.version(osVersion)],
                "browser": .null,
                "display": [
                    "width": 0, "height": 0, "ppi": 0, "name": "DISPLAY", "vendor": .null, "version": .null, "diagonalSize": .null,
                ],
                "applicationId": text(applicationId),
                "connection": ["ipAddress": "127.0.0.1", "port": .null, "secure": false, "type": text(connectionType)],
            ]
        }

        /// Returns the parts of a version such as `14,1` or `18.2` as numbers; missing parts are 0.
        private static func version(_ text: String?) -> JSON {
            let numbers = (text ?? "").split { $0 == "." || $0 == "," }.map { Int64($0) ?? 0 }
            func number(_ index: Int) -> JSON { .integer(numbers.count > index ? numbers[index] : 0) }
            return ["major": number(0), "minor": number(1), "patch": number(2), "profile": ""]
        }
    }
}
