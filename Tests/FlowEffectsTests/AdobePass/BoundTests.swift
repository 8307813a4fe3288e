import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

/// Answers of the maximum size, made to cost the reader as much as possible. An unbounded reader takes from
/// minutes to hours for some of them.
@Suite struct BoundTests {
    private let interpreter = Interpreter()

    private static let size = (4 << 20) - 200

    /// `part` repeated and separated by commas: this many times, or as often as fits.
    private static func list(_ part: String, _ count: Int = .max) -> String {
        String(repeating: part + ",", count: min(size / (part.utf8.count + 1), count) - 1) + part
    }

    /// Parts that are all different, separated by commas: this many, or as many as fit.
    private static func numbered(_ count: Int = .max, _ part: (Int) -> String) -> String {
        let one = part(1_000_000).utf8.count + 1
        return (0..<min(size / one, count)).map(part).joined(separator: ",")
    }

    private static func metadata(_ value: String) -> String {
        #"{"profiles":{"A":{"type":"regular","notAfter":1,"attributes":{"a":{"value":\#(value)}}}}}"#
    }

    @Test func `overlong numbers and malformed lists and objects are quickly found unreadable`() {
        let digits = String(repeating: "9", count: Self.size)
        let profiles = [
            Self.metadata(digits), Self.metadata("-" + digits), Self.metadata("0." + digits), Self.metadata("1e" + digits),
            #"{"profiles":{"A":{"type":"regular","notAfter":\#(digits)}}}"#, Self.metadata(String(repeating: "true", count: 100_000)),
            Self.metadata("[" + Self.list("[]") + "]"), Self.metadata("[" + Self.list("{}") + "]"),
            Self.metadata("[" + Self.list("1") + "]"), Self.metadata("[" + Self.list("\"\"") + "]"),
            Self.metadata("{" + Self.numbered { "\"\($0)\":1" } + "}"),
            #"{"profiles":{"# + Self.numbered { #""\#($0)":{"type":"regular","notAfter":1}"# } + "}}",
        ]
        for (index, body) in profiles.enumerated() {
            #expect(interpreter.line(.profiles(status: nil), body) == "transport unreadable", "body \(index)")
        }
        for part in ["{}", "[]", "null", #"{"id":"A"}"#] {
            #expect(interpreter.line(.configuration, #"{"mvpds":["# + Self.list(part) + "]}") == "transport unreadable", "\(part)")
        }
    }

    @Test func `bodies within the bounds are read quickly`() {
        let many = 5_000
        let read = "profiles A/regular/1/a"
        let bodies = [
            Self.metadata("[" + Self.list("[]", many) + "]"), Self.metadata("[" + Self.list("1", many) + "]"),
            Self.metadata("[" + Self.list(#""x""#, 99_000) + "]"), Self.metadata("{" + Self.numbered(many) { "\"\($0)\":1" } + "}"),
            Self.metadata("\"" + String(repeating: "\\u00e9", count: Self.size / 60) + "\""),
            Self.metadata(String(repeating: "9", count: 37)),
        ]
        for (index, body) in bodies.enumerated() {
            #expect(interpreter.line(.profiles(status: nil), body) == read, "body \(index)")
        }
        let providers = #"{"mvpds":["# + Self.numbered(5_000) { #"{"id":"M\#($0)","displayName":"N","logoUrl":"L"}"# } + "]}"
        let isRead = interpreter.line(.configuration, providers).hasPrefix("configuration M0/")
        #expect(isRead)
    }
}
