import FlowMachine

/// Why a request was not fulfilled or something went wrong, according to the log: a value without words. FlowReading puts it into words.
public struct FlowCause: Sendable {
    /// Who can do something about it.
    public enum Owner: String, CaseIterable, Sendable {
        /// The viewer.
        case viewer
        /// The TV provider.
        case provider
        /// Adobe, or the administrator of its dashboard.
        case adobe
        /// The app.
        case app
        /// The device: its clock, its disk or its keychain.
        case device
        /// The network between the device and Adobe.
        case network
        /// This library.
        case library
    }

    package private(set) var finding: Finding
    package let witnesses: [Witness]
    package let ids: [AdobesID]
    /// The app's own previews that caused it; `nil` if they did not.
    package private(set) var flood: PreviewFloods.Flood?

    package init(_ finding: Finding, ids: [AdobesID] = [], _ witnesses: [Witness] = []) {
        self.finding = finding
        self.ids = ids
        self.witnesses = witnesses
    }

    /// The same cause with another finding.
    package func with(_ finding: Finding) -> FlowCause {
        var cause = self
        cause.finding = finding
        return cause
    }

    /// The same cause, if one of these floods caused it, with the flood.
    package func caused(byOneOf floods: [PreviewFloods.Flood]) -> FlowCause {
        guard !floods.isEmpty, finding.isOverload else { return self }
        var cause = self
        let times = witnesses.compactMap { $0.time }
        cause.flood = floods.first { flood in times.contains { flood.contains($0) } }
        return cause
    }

    /// What causes are counted, grouped and compared by.
    package var kind: Kind { finding.kind }
    /// Which cause it is.
    public var id: ID { kind.id }
    /// Who can do something about it.
    public var owner: Owner { flood == nil ? finding.owner : .app }
    /// Whether it is no fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
    public var isOrdinary: Bool { kind == .nobodySignedIn || kind == .endedInBackground }
}

extension FlowCause {
    /// What a denied request was about.
    package struct Subject: Hashable, Sendable {
        /// Who decided.
        package let mvpd: MVPDID?
        package let resource: SecretRef?
    }
}

/// An id of Adobe's to quote when a failure is reported.
package enum AdobesID: Hashable, Sendable {
    /// Of an error.
    case trace(String)
    /// Of an answer that failed.
    case request(String)
}
