import FlowMachine

/// The cause of an unfulfilled request or of another problem, according to the log. The value has no text: FlowReading puts it into words.
public struct FlowCause: Sendable {
    /// The party that can act on a cause.
    public enum Owner: String, CaseIterable, Sendable {
        /// The viewer, for example by changing the network or granting a permission.
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

    /// The content is an object, so that copying a cause, which is large and copied often, copies only a reference.
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

    /// Returns this cause with its finding replaced by `finding`.
    package func with(_ finding: Finding) -> FlowCause { FlowCause(Content(finding, ids, witnesses, flood)) }

    /// Returns this cause with the flood of previews that is to blame: the first of `floods` during which one of the cause's events happened. Only
    /// a cause about too many requests changes.
    package func caused(byOneOf floods: [PreviewFloods.Flood]) -> FlowCause {
        guard !floods.isEmpty, finding.isOverload else { return self }
        let times = witnesses.compactMap { $0.time }
        let flood = floods.first { flood in times.contains { flood.contains($0) } }
        return FlowCause(Content(finding, ids, witnesses, flood))
    }

    /// The cause with all values that its description mentions.
    package var finding: Finding { content.finding }
    package var witnesses: [Witness] { content.witnesses }
    /// The event that explains the cause best: the last one, except after the answer that ended a sign-in. There, the last event only shows the
    /// viewer where to sign in again.
    package var decisive: Witness? {
        if case .launch(.signInEnded) = content.finding { content.witnesses.first } else { content.witnesses.last }
    }
    package var ids: [AdobesID] { content.ids }
    /// The app's flood of previews that is to blame for the cause; `nil` if there is none.
    package var flood: PreviewFloods.Flood? { content.flood }

    /// The kind of the cause, by which causes are counted, grouped and compared.
    package var kind: Kind { content.kind }
    /// The id of the cause.
    public var id: ID { kind.id }
    /// The party that can act on the cause.
    public var owner: Owner { content.owner }
    /// Whether the cause is not a fault: the viewer left the app, or a request that never asks for a sign-in was made while no viewer was signed in.
    public var isOrdinary: Bool { content.kind == .nobodySignedIn || content.kind == .endedInBackground }
}

extension FlowCause {
    /// The provider and the resource of a denied request.
    package struct Subject: Hashable, Sendable {
        /// The provider that denied the request; `nil` if it is unknown.
        package let mvpd: MVPDID?
        package let resource: SecretRef?
    }
}

/// An id that Adobe assigned, which the report of a failure quotes.
package enum AdobesID: Hashable, Sendable {
    /// Adobe's trace id of an error.
    case trace(String)
    /// Adobe's id of a request whose answer failed.
    case request(String)
}
