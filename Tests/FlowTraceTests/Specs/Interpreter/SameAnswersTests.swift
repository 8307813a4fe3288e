import FlowEffects
import FlowTestSupport
import Foundation
import Testing

/// Swift's part in `Tests/Languages/same-answers`.
@Suite struct SameAnswersTests {
    /// The folder of that command; `nil` in other runs of the tests.
    private static let place = ProcessInfo.processInfo.environment["SAME_ANSWERS"]

    /// An answer to the call of a vector.
    private struct Case: Decodable {
        let vector: Int
        let status: Int
        let headers: [[String]]
        let base64: String

        var response: HTTPResponse {
            HTTPResponse(
                status: status, headers: headers.compactMap { $0.count == 2 ? HTTPRequest.Field($0[0], $0[1]) : nil },
                body: Array(Data(base64Encoded: base64) ?? Data()))
        }
    }

    @Test(.enabled(if: place != nil, "run by Tests/Languages/same-answers"))
    func `the replies to changed answers are written for the other languages`() throws {
        let place = URL(filePath: try #require(Self.place))
        let vectors = try SpecsInterpreterTests().made().vectors
        let cases = try Data(contentsOf: place.appending(path: "cases")).split(separator: 0x0A)
        var replies = ""
        for line in cases {
            let answer = try JSONDecoder().decode(Case.self, from: line)
            try #require(vectors.replies.indices.contains(answer.vector))
            replies += vectors.replies[answer.vector](answer.response).json + "\n"
        }
        try Data(replies.utf8).write(to: place.appending(path: "Swift"))
    }
}
