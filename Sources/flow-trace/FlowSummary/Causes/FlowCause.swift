import FlowMachine

/// The cause of an unfulfilled request or of another problem, according to the log. The value has no text: FlowReading puts it into words.
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
        /// The device: its clock, its disk, its keychain or its system.
        case device
        /// The network between the device and Adobe.
        case network
        /// The developers of this library.
        case library
    }

    /// The content is one reference, because a cause is large and is copied often.
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

    /// Returns the same cause with another finding.
    package func with(_ finding: Finding) -> FlowCause { FlowCause(Content(finding, ids, witnesses, flood)) }

    /// Returns the same cause with the flood of previews that caused it, if it is about too many requests and one of these floods lasted at that
    /// time.
    package func caused(byOneOf floods: [PreviewFloods.Flood]) -> FlowCause {
        guard !floods.isEmpty, finding.isOverload else { return self }
        let times = witnesses.compactMap { $0.time }
        let flood = floods.first { flood in times.contains { flood.contains($0) } }
        return FlowCause(Content(finding, ids, witnesses, flood))
    }

    /// The cause with all facts that its sentences mention.
    package var finding: Finding { content.finding }
    package var witnesses: [Witness] { content.witnesses }
    package var ids: [AdobesID] { content.ids }
    /// The app's flood of previews that is to blame for the cause; `nil` if there is none.
    package var flood: PreviewFloods.Flood? { content.flood }

    /// The kind of the cause, by which causes are counted, grouped and compared.
    package var kind: Kind { content.kind }
    /// The id of the cause.
    public var id: ID { kind.id }
    /// The party that can act on the cause.
    public var owner: Owner { content.owner }
    /// Whether the cause is not a fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
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

/// An id of Adobe's, which the report of a failure quotes.
package enum AdobesID: Hashable, Sendable {
    /// Adobe's trace id of an error.
    case trace(String)
    /// Adobe's id of a request whose answer failed.
    case request(String)
}
