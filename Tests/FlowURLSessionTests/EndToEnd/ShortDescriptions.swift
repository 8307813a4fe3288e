import FlowMachine
import FlowTestSupport
import Testing

/// How a test's settings are printed. In full, they are eighteen thousand characters.
extension FlowSettings: CustomTestStringConvertible {
    public var testDescription: String { inShort }
}
