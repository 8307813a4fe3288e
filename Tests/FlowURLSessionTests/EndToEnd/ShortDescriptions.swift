import FlowMachine
import Testing

/// How a test's settings are printed. In full, they are eighteen thousand characters.
extension FlowSettings: CustomTestStringConvertible {
    public var testDescription: String { "\(api.rawValue), \(platform.rawValue), partner \(partner.rawValue), user agent \(hasUserAgent)" }
}
