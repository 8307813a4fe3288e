import FlowMachine
import FlowTestSupport

@testable import FlowEffects
@testable import FlowReading
@testable import flow_trace

/// Secrets, requests and interpreters as the vectors write them.
enum VectorTree {
    static func members(_ list: [(String, Tree?)]) -> Tree {
        .object(list.compactMap { name, value in value.map { Tree.Member(name, $0) } })
    }

    static func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }

    static func secret(_ secret: Secret) -> Tree {
        switch secret {
        case .token(let text), .code(let text), .link(let text), .saml(let text), .media(let text), .resource(let text),
            .identity(let text):
            .text(text)
        case .client(let client):
            members([("id", .text(client.id)), ("secret", .text(client.secret)), ("grantTypes", texts(client.grantTypes))])
        case .request(let request):
            members([
                ("request", .text(request.request)), ("type", request.type.map { .text($0) }),
                ("attributeNames", texts(request.attributeNames)),
            ])
        case .attributes(let metadata):
            members([
                (
                    "attributes",
                    .list(
                        metadata.attributes.map { attribute in
                            members([
                                ("name", .text(attribute.name)), ("json", .text(attribute.json)),
                                ("isEncrypted", .truth(attribute.isEncrypted)),
                            ])
                        })
                )
            ])
        case .configuration(let directory): self.directory(directory)
        case .text(let text): members([("message", .text(text.message)), ("details", text.details.map { .text($0) })])
        }
    }

    private static func directory(_ directory: ProviderDirectory) -> Tree {
        let entries = directory.entries.map { entry in
            members([
                ("mvpd", .text(entry.mvpd.text)), ("displayName", .text(entry.displayName)),
                ("logoURL", entry.logoURL.map { .text($0.absoluteString) }),
                ("isTemporary", .truth(entry.isTemporary)), ("requiredMetadataFields", texts(entry.requiredMetadataFields)),
            ])
        }
        return members([
            ("entries", .list(entries)), ("supported", texts(directory.supported.map(\.text))),
            ("featured", texts(directory.featured.map(\.text))), ("isLimited", .truth(directory.isLimited)),
        ])
    }

    /// Whether a text in `tree` is this reference.
    static func names(_ ref: SecretRef, in tree: Tree) -> Bool { tree.json.contains("\"\(ref.name)\"") }

    /// The secrets by their references, in order.
    static func secrets(_ secrets: [SecretRef: Secret]) -> Tree {
        let sorted = secrets.sorted { ($0.key.kind.rawValue, $0.key.number) < ($1.key.kind.rawValue, $1.key.number) }
        return members(sorted.map { ($0.key.name, secret($0.value)) })
    }

    /// Everything that an interpreter is created with.
    static func context(_ adobe: AdobePass) -> Tree {
        members([
            ("settings", Tree(adobe.settings)), ("softwareStatement", .text(adobe.softwareStatement)),
            ("deviceIdentifier", .text(adobe.deviceIdentifier())), ("device", device(adobe.device())),
            ("sendsDeviceHeadersEverywhere", .truth(adobe.sendsDeviceHeadersEverywhere)),
            ("visitor", adobe.identities.visitor().map { .text($0.text) }),
            ("serviceToken", adobe.identities.serviceToken().map { .text($0.text) }),
            ("offeredProviders", adobe.offeredProviders.map { texts($0.map(\.text).sorted()) }),
        ])
    }

    static func device(_ device: DeviceInformation) -> Tree {
        func number(_ number: Int?) -> Tree? { number.map { .number(Int64($0)) } }
        return members([
            ("primaryHardwareType", .text(device.primaryHardwareType)), ("model", .text(device.model)), ("version", .text(device.version)),
            ("manufacturer", .text(device.manufacturer)), ("osName", .text(device.osName)), ("osVersion", .text(device.osVersion)),
            ("displayWidth", number(device.displayWidth)), ("displayHeight", number(device.displayHeight)),
            ("displayPpi", number(device.displayDensity)), ("connectionIp", device.connectionAddress.map { .text($0) }),
            ("connectionPort", number(device.connectionPort.map(Int.init))), ("connectionType", .text(device.connection.rawValue)),
            ("connectionSecure", device.isConnectionSecure.map { .truth($0) }), ("applicationId", device.applicationID.map { .text($0) }),
            ("userAgent", device.userAgent.map { .text($0) }),
        ])
    }

    static func request(_ request: HTTPRequest) -> Tree {
        members([
            ("method", .text(request.method)), ("url", .text(request.url)), ("headers", headers(request.headers)),
            ("body", request.body.map { .text(String(decoding: $0, as: UTF8.self)) }),
        ])
    }

    static func headers(_ headers: [HTTPRequest.Field]) -> Tree { .list(headers.map { texts([$0.name, $0.value]) }) }

    /// A body is text; bytes that are not UTF-8 are in Base64. Of very many blanks at the beginning, only the number is given.
    static func response(_ response: HTTPResponse) -> Tree {
        let blanks = response.body.prefix { $0 == UInt8(ascii: " ") }.count
        let isPadded = blanks > 1000
        let body = Array(response.body.dropFirst(isPadded ? blanks : 0))
        let text = String(decoding: body, as: UTF8.self)
        let isText = text.utf8.elementsEqual(body)
        return members([
            ("status", .number(Int64(response.status))), ("headers", headers(response.headers)),
            ("blanks", isPadded ? .number(Int64(blanks)) : nil), ("body", isText ? .text(text) : nil),
            ("base64", isText ? nil : .text(VectorCases.base64(body))),
        ])
    }
}
