import FlowMachine

// Answers to a play of one resource.
extension HandMade {
    static let resource = SecretRef(.resource, 1)

    static let permitted = WishAnswer.permitted(
        resource: resource, media: MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(9e8)), source: .mvpd)

    /// A denial with this code; `nil` for one without a code, as under REST API V1.
    static func denied(_ code: String? = "authorization_denied_by_mvpd", status: Int64 = 403) -> WishAnswer {
        .denied(resource: resource, error: AdobeError(action: .none, status: status, code: code.flatMap { ErrorCode($0) }))
    }

    static let unreachable = WishAnswer.refused(Refusal(reason: .unreachable))
}
