import FlowEffects
import FlowMachine
import FlowReading

/// The contract for an interpreter in another language: the request of each call, from the templates that this library uses, and the meaning of the
/// answers in words.
enum InterpreterContract {
    /// The contract as JSON.
    static var text: String { tree.indented + "\n" }

    private static var tree: Tree {
        members([
            ("about", .text("What an interpreter of FlowMachine \(LogHeader.library) does. vectors.json decides where words are unclear.")),
            ("hosts", members(hosts)), ("values", members(values)), ("device", texts(ValueWords.device)),
            ("encodings", texts(ValueWords.encodings)), ("secrets", members(SecretRef.Kind.allCases.map(secret))),
            ("endpoints", .list(endpoints)), ("json", texts(AnswerWords.json)), ("reply", texts(AnswerWords.reply)),
            ("failures", members(AnswerWords.failures.map { ($0.api, texts($0.rules)) })),
        ])
    }

    private static var hosts: [(String, Tree)] {
        let presets: [(String, AdobeHosts)] = [
            ("production", .production), ("staging", .staging), ("prequalification", .prequalification),
            ("prequalificationStaging", .prequalificationStaging),
        ]
        let environments = presets.map { name, hosts in
            let apis = [
                ("restV2", Tree.text(hosts.restV2)), ("registration", .text(hosts.registration)), ("restV1", .text(hosts.restV1)),
            ]
            return (name, members(apis))
        }
        return environments + [("rules", texts(ValueWords.hosts))]
    }

    private static var values: [(String, Tree)] {
        RequestTemplate.Value.allCases.filter { $0 != .none }.map { ($0.rawValue, .text(ValueWords.source(of: $0))) }
    }

    private static func secret(_ kind: SecretRef.Kind) -> (String, Tree) { (kind.rawValue, .text(ValueWords.form(of: kind))) }

    private static var endpoints: [Tree] {
        let own = Endpoint.Kind.allCases.filter { $0 != .restV1 }.map { kind in
            endpoint(kind.rawValue, kind.descriptor, kind.template, AnswerWords.rules(for: kind))
        }
        let legacy = RESTV1Endpoint.Kind.allCases.map { kind in
            // The request to the partner framework contains values of the configuration, so the configuration is read, too.
            let read: [SecretRef.Kind] = kind == .profileRequest ? [.configuration] : []
            return endpoint(kind.rawValue, kind.descriptor, kind.template, AnswerWords.rules(for: kind), read)
        }
        return own + legacy
    }

    private static func endpoint(
        _ kind: String, _ descriptor: EndpointDescriptor, _ template: RequestTemplate, _ answers: [String], _ read: [SecretRef.Kind] = []
    ) -> Tree {
        var list: [(String, Tree)] = [
            ("api", .text(descriptor.api.rawValue)), ("kind", .text(kind)), ("method", .text(descriptor.method.rawValue)),
            ("path", .text(descriptor.path)), ("query", parts(template.query)), ("headers", parts(template.headers)),
        ]
        switch template.body {
        case .none: break
        case .form(let fields): list.append(("form", parts(fields)))
        case .json(let fields): list.append(("json", parts(fields)))
        }
        let needed = Set(values(of: descriptor, template).compactMap(ValueWords.secret)).union(read)
        list.append(("secrets", texts(SecretRef.Kind.allCases.filter(needed.contains).map(\.rawValue))))
        list += [("reply", .text(descriptor.reply.rawValue)), ("answers", texts(answers))]
        return members(list)
    }

    /// Returns all values in a request.
    private static func values(of descriptor: EndpointDescriptor, _ template: RequestTemplate) -> [RequestTemplate.Value] {
        let body: [RequestTemplate.Part]
        switch template.body {
        case .none: body = []
        case .form(let parts), .json(let parts): body = parts
        }
        return (template.headers + template.query + body).map(\.value)
            + descriptor.path.split(separator: "/").compactMap(RequestTemplate.placeholder)
    }

    private static func parts(_ parts: [RequestTemplate.Part]) -> Tree {
        .list(
            parts.map { part in
                var list = [("name", Tree.text(part.name))]
                if part.value == .none {
                    list.append(("text", .text(part.prefix)))
                } else {
                    list.append(("value", .text(part.value.rawValue)))
                    if !part.encodings.isEmpty { list.append(("encodings", texts(part.encodings.map(\.rawValue)))) }
                    if !part.prefix.isEmpty { list.append(("prefix", .text(part.prefix))) }
                    if part.needsDeviceEverywhere { list.append(("if", .text("sendsDeviceHeadersEverywhere"))) }
                }
                return members(list)
            })
    }

    private static func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }

    private static func members(_ list: [(String, Tree)]) -> Tree { .object(list.map { Tree.Member($0, $1) }) }
}

extension Tree {
    /// The tree as JSON for people: a value that fits is on one line; any other value has one member or element per line.
    var indented: String { indented(by: "") }

    private func indented(by indent: String) -> String {
        let line = json
        if line.utf8.count + indent.utf8.count <= 118 { return line }
        let inner = indent + "  "
        switch self {
        case .null, .number, .instant, .truth, .fraction, .text, .word: return line
        case .list(let list):
            return "[\n" + list.map { inner + $0.indented(by: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { "\(inner)\(Tree.text($0.name).json): \($0.value.indented(by: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }
}
