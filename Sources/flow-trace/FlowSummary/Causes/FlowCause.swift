import FlowMachine

/// Why a request was not fulfilled or something went wrong, according to the log: a value without words. FlowReading puts it into words.
public struct FlowCause: Sendable {
    /// The party that can act on a cause.
    public enum Owner: String, CaseIterable, Sendable {
        /// The viewer, for example by another network or permission.
        case viewer
        /// The TV provider of the viewer.
        case provider
        /// Adobe, or the administrator of its dashboard.
        case adobe
        /// The team of the app.
        case app
        /// The device: its clock, its disk or its keychain.
        case device
        /// The network between the device and Adobe.
        case network
        /// The developers of this library.
        case library
    }

    /// One reference, because a cause is large and is copied often.
    private let content: Content

    private final class Content: Sendable {
        let finding: Finding
        let kind: Kind
        let owner: Owner
        let witnesses: [Witness]
        let ids: [AdobesID]
        let flood: PreviewFloods.Flood?

        init(_ finding: Finding, _ ids: [AdobesID], _ witnesses: [Witness], _ flood: PreviewFloods.Flood?) {
            self.finding = finding
            kind = finding.kind
            owner = flood == nil ? finding.owner : .app
            self.ids = ids
            self.witnesses = witnesses
            self.flood = flood
        }
    }

    package init(_ finding: Finding, ids: [AdobesID] = [], _ witnesses: [Witness] = []) {
        content = Content(finding, ids, witnesses, nil)
    }

    private init(_ content: Content) { self.content = content }

    /// The same cause with another finding.
    package func with(_ finding: Finding) -> FlowCause { FlowCause(Content(finding, ids, witnesses, flood)) }

    /// The same cause, if one of these floods caused it, with the flood.
    package func caused(byOneOf floods: [PreviewFloods.Flood]) -> FlowCause {
        guard !floods.isEmpty, finding.isOverload else { return self }
        let times = witnesses.compactMap { $0.time }
        let flood = floods.first { flood in times.contains { flood.contains($0) } }
        return FlowCause(Content(finding, ids, witnesses, flood))
    }

    /// The cause with everything that its sentences say.
    package var finding: Finding { content.finding }
    package var witnesses: [Witness] { content.witnesses }
    package var ids: [AdobesID] { content.ids }
    /// The app's own previews that caused it; `nil` if they did not.
    package var flood: PreviewFloods.Flood? { content.flood }

    /// The kind of the cause, by which causes are counted, grouped and compared.
    package var kind: Kind { content.kind }
    /// Which cause it is.
    public var id: ID { kind.id }
    /// The party that can act on the cause.
    public var owner: Owner { content.owner }
    /// Whether the cause is no fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
    public var isOrdinary: Bool { kind == .nobodySignedIn || kind == .endedInBackground }
}

extension FlowCause {
    /// The subject of a request that was denied.
    package struct Subject: Hashable, Sendable {
        /// The provider that decided.
        package let mvpd: MVPDID?
        package let resource: SecretRef?
    }
}

/// An id of Adobe's to quote when a failure is reported.
package enum AdobesID: Hashable, Sendable {
    /// Adobe's trace id of an error.
    case trace(String)
    /// Adobe's id of a request whose answer failed.
    case request(String)
}
