/// What Adobe tells about the viewer, as far as decisions need it (V1-30).
public struct ViewerMetadata: Hashable, Sendable, LogValue {
    /// The metadata, in the vault; `nil` when there is none.
    public let attributes: SecretRef?
    /// Whether the viewer signed in through the partner framework: `tokenSource` is `Apple`.
    public let isFromPartner: Bool

    /// What Adobe tells about the viewer.
    public init(attributes: SecretRef?, isFromPartner: Bool) {
        self.attributes = attributes
        self.isFromPartner = isFromPartner
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            ViewerMetadata(
                attributes: try archive.optional("attributes", old?.attributes),
                isFromPartner: try archive.field("isFromPartner", old?.isFromPartner))
        }
    }
}
