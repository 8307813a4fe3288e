import FlowMachine

extension PossibleReplies {
    /// Returns the possible answers of the partner framework.
    package func answers(to request: PartnerRequest) -> [PossibleReply] {
        switch request {
        case .status: statuses.map { reply($0, PartnerAnswer(status: $0.status)) }
        case .choice: statuses.map { reply($0, PartnerAnswer(status: $0.status)) } + choices
        case .authentication: authentications
        }
    }

    /// A partner status. `uses` names the parts of the tool that try it as the answer to a question about the status.
    private struct Stated {
        let label: String
        let status: PartnerStatus
        let uses: PossibleReply.Uses
    }

    private func granted(_ provider: PlatformMappingID, until expiry: Instant?) -> PartnerStatus {
        PartnerStatus(permission: .granted, mapping: provider, expiry: expiry)
    }

    private var valid: Instant { values.now.advanced(by: values.statusLife) }

    private var statuses: [Stated] {
        let first = values.mappings[0]
        let stated = [
            Stated(label: "permission denied", status: PartnerStatus(permission: .denied), uses: [.common, .explained]),
            Stated(
                label: "permission granted, but nobody signed in", status: PartnerStatus(permission: .granted), uses: [.common, .explained]),
            Stated(
                label: "permission granted, \(first.text), not expired", status: granted(first, until: valid), uses: [.common, .explained]),
            Stated(
                label: "permission granted, \(first.text), no expiry", status: granted(first, until: nil), uses: [.rare, .explained]),
            Stated(
                label: "permission granted, \(first.text), expired", status: granted(first, until: values.expired),
                uses: [.usual, .explained]),
            Stated(label: "permission not determined", status: PartnerStatus(permission: .notDetermined), uses: .rare),
            Stated(label: "permission restricted", status: PartnerStatus(permission: .restricted), uses: .random),
        ]
        let others = values.mappings.dropFirst().map { mapping in
            Stated(label: "permission granted, \(mapping.text), not expired", status: granted(mapping, until: valid), uses: .common)
        }
        return stated + others
    }

    private func reply(_ stated: Stated, _ answer: PartnerAnswer) -> PossibleReply {
        PossibleReply(stated.label, .partner(answer), stated.uses)
    }

    private var choices: [PossibleReply] {
        func error(_ label: String, _ error: PartnerError, _ uses: PossibleReply.Uses) -> PossibleReply {
            PossibleReply(label, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted), error: error)), uses)
        }
        let first = values.mappings[0]
        let last = values.mappings[values.mappings.count - 1]
        var all: [PossibleReply] = []
        if let unmapped = values.unmapped {
            let status = granted(unmapped, until: valid)
            all.append(PossibleReply("a provider that no MVPD maps to", .partner(PartnerAnswer(status: status)), .explained))
        }
        all += [
            error(
                "\(first.text), which the app does not offer there", .unsupportedProvider(first),
                first == last ? [.common, .explained] : .explained),
            error("\"other provider\" in the picker", .unsupportedProvider(nil), [.rare, .explained]),
            error("the picker closed", .canceled, [.common, .explained]),
            error("a framework error", .other(code: 3), .explained), error("a refused request", .rejected, .rare),
            error("a picker that the app could not show", .notShown, .rare),
        ]
        if first != last {
            all.append(error("\(last.text), which the app does not offer there", .unsupportedProvider(last), .common))
        }
        return all
    }

    private var authentications: [PossibleReply] {
        let first = values.mappings[0]
        let saml = PartnerAnswer.SAML(ref: values.ref(.saml), length: 2000)
        let empty = PartnerAnswer.SAML(ref: values.ref(.saml), length: 0)
        func response(_ label: String, of provider: PlatformMappingID, until expiry: Instant?, _ uses: PossibleReply.Uses) -> PossibleReply
        {
            PossibleReply(label, .partner(PartnerAnswer(status: granted(provider, until: expiry), saml: saml)), uses)
        }
        func other(_ label: String, _ answer: PartnerAnswer, _ uses: PossibleReply.Uses) -> PossibleReply {
            PossibleReply(label, .partner(answer), uses)
        }
        let status = granted(first, until: valid)
        var all: [PossibleReply] = []
        for stated in statuses where stated.status.mapping == nil {
            let isExplained = stated.status.permission == .denied
            all.append(
                other(
                    stated.label, PartnerAnswer(status: stated.status), isExplained ? stated.uses : stated.uses.subtracting(.explained)))
        }
        all += [
            response("a SAML response of \(first.text)", of: first, until: valid, [.common, .explained]),
            response(
                "a SAML response of \(first.text), whose sign-in has expired", of: first, until: values.expired, [.usual, .explained]),
            response("a SAML response of \(first.text), no expiry", of: first, until: nil, .rare),
        ]
        for mapping in values.mappings.dropFirst() {
            all.append(response("a SAML response of \(mapping.text)", of: mapping, until: valid, .common))
        }
        if let unmapped = values.unmapped {
            all.append(response("a SAML response of another provider", of: unmapped, until: valid, .explained))
        }
        all += [
            other("an empty SAML response", PartnerAnswer(status: status, saml: empty), [.rare, .explained]),
            other("a framework error", PartnerAnswer(status: status, error: .rejected), [.common, .explained]),
            other("canceled by the viewer", PartnerAnswer(status: status, error: .canceled), .rare),
        ]
        return all
    }
}
