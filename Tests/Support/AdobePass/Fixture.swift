import FlowEffects
import Foundation

/// One request to Adobe and its answer, from `Tests/Fixtures/v2` or another folder there.
package struct Fixture {
    /// The number at the start of the file's name.
    package let number: String
    package let method: String
    /// Path and query.
    package let path: String
    package let headers: [String: String]
    package let body: Body
    package let response: HTTPResponse

    package enum Body {
        case none
        case text(String)
        /// Canonical JSON, so that bodies are compared by content.
        case json(NSDictionary)
    }

    /// All fixtures, by number; or those of another folder.
    package static func all(in name: String = "v2") throws -> [Fixture] {
        let folder = Repository.path + "/Tests/Fixtures/\(name)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            try Fixture(number: String(name.prefix(3)), json: object(at: "\(folder)/\(name)"))
        }
    }

    /// The JSON objects of `Tests/Fixtures/vectors/<name>.json`.
    package static func vectors(_ name: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path + "/Tests/Fixtures/vectors/\(name).json"))
        return try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    }

    /// The JSON object in a file.
    package static func object(at path: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any] ?? [:]
    }

    private init(number: String, json: [String: Any]) throws {
        self.number = number
        method = json["method"] as? String ?? ""
        path = json["path"] as? String ?? ""
        headers = json["headers"] as? [String: String] ?? [:]
        if let text = json["body"] as? String {
            body = .text(text)
        } else if let members = json["body"] as? NSDictionary {
            body = .json(members)
        } else {
            body = .none
        }
        let fields = (json["responseHeaders"] as? [String: String] ?? [:]).sorted { $0.key < $1.key }
            .map { HTTPRequest.Field($0.key, $0.value) }
        var bytes: [UInt8] = []
        if let text = json["response"] as? String {
            bytes = Array(text.utf8)
        } else if let members = json["response"] as? NSDictionary {
            bytes = Array(try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes]))
        }
        response = HTTPResponse(status: json["status"] as? Int ?? 0, headers: fields, body: bytes)
    }

    /// The fields of a form body, decoded once.
    package var form: [String: String] {
        guard case .text(let text) = body else { return [:] }
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[String(parts[0])] = String(parts[1]).removingPercentEncoding }
        }
        return fields
    }

    /// A member of a JSON body.
    package func member(_ name: String) -> Any? {
        guard case .json(let members) = body else { return nil }
        return members[name]
    }
}

extension Fixture {
    /// Whether `request` is this one, up to the order of headers and JSON members.
    package func isMet(by request: HTTPRequest) -> Bool {
        var fields: [String: String] = [:]
        for field in request.headers { fields[field.name] = field.value }
        let sameBody =
            switch body {
            case .none: request.body == nil
            case .text(let text): request.body.map { String(decoding: $0, as: UTF8.self) } == text
            case .json(let members):
                request.body.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary } == members
            }
        let isLegacy = path.hasPrefix("/api/v1/") || path.hasPrefix("/reggie/")
        let host = isLegacy ? "https://api.auth.adobe.com" : "https://sp.auth.adobe.com"
        return request.method == method && request.url == host + path && fields == headers
            && fields.count == request.headers.count && sameBody
    }
}
