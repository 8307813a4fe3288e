/// The information about the viewer that the legacy API reports and that decisions need (V1-30).
public struct ViewerMetadata: Hashable, Sendable, LogObject {
    /// The reference to the metadata; `nil` if there are none.
    public let attributes: SecretRef?
    /// Whether the viewer signed in through the partner framework. Adobe reports this as the `tokenSource` `Apple`.
    public let isFromPartner: Bool

    /// Creates the information about the viewer that Adobe reports. Each parameter sets the property of the same name.
    public init(attributes: SecretRef?, isFromPartner: Bool) {
        self.attributes = attributes
        self.isFromPartner = isFromPartner
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("attributes", attributes)
        sink.field("isFromPartner", isFromPartner)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        ViewerMetadata(
            attributes: try source.field("attributes"),
            isFromPartner: try source.field("isFromPartner"))
    }
}
