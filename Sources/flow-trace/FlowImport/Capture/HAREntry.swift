/// The used members of an entry in a HAR capture. Every member may be missing or have another type, because programs write HAR differently.
struct HAREntry: Decodable {
    let startedDateTime: String?
    /// The length of the exchange in milliseconds.
    let time: Double?
    let request: Request?
    let response: Response?

    private enum Key: String, CodingKey { case startedDateTime, time, request, response }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        startedDateTime = try? container.decode(String.self, forKey: .startedDateTime)
        time = try? container.decode(Double.self, forKey: .time)
        request = try? container.decode(Request.self, forKey: .request)
        response = try? container.decode(Response.self, forKey: .response)
    }

    struct Request: Decodable {
        let method: String
        let url: String
        let headers: [Pair]
        let body: Body?

        private enum Key: String, CodingKey { case method, url, headers, postData }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            method = try container.decode(String.self, forKey: .method)
            url = try container.decode(String.self, forKey: .url)
            headers = (try? container.decode([Lenient<Pair>].self, forKey: .headers))?.compactMap(\.value) ?? []
            body = try? container.decode(Body.self, forKey: .postData)
        }
    }

    struct Response: Decodable {
        let status: Int
        let headers: [Pair]
        let body: Body?

        private enum Key: String, CodingKey { case status, headers, content }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            status = (try? container.decode(Int.self, forKey: .status)) ?? 0
            headers = (try? container.decode([Lenient<Pair>].self, forKey: .headers))?.compactMap(\.value) ?? []
            body = try? container.decode(Body.self, forKey: .content)
        }
    }

    /// A body as text, or as bytes in Base64. A form may be given only as its parameters.
    struct Body: Decodable {
        let text: String?
        let encoding: String?
        /// The number of bytes; `nil` if the capture does not state it.
        let size: Double?
        let parameters: [Pair]

        private enum Key: String, CodingKey { case text, encoding, _encoding, size, params }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            text = try? container.decode(String.self, forKey: .text)
            encoding = (try? container.decode(String.self, forKey: .encoding)) ?? (try? container.decode(String.self, forKey: ._encoding))
            size = try? container.decode(Double.self, forKey: .size)
            parameters = (try? container.decode([Lenient<Pair>].self, forKey: .params))?.compactMap(\.value) ?? []
        }
    }

    struct Pair: Decodable {
        let name: String
        let value: String

        private enum Key: String, CodingKey { case name, value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decode(String.self, forKey: .name)
            value = (try? container.decode(String.self, forKey: .value)) ?? ""
        }
    }

    /// An element of a list; `nil` if the element has another type.
    private struct Lenient<Value: Decodable>: Decodable {
        let value: Value?
        init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
    }
}
