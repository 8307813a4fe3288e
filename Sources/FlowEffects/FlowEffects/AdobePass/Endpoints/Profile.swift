import FlowMachine

/// GET /api/v2/{serviceProvider}/profiles/{mvpd}: is the viewer signed in with this MVPD? (V2-B-08)
extension AdobePass {
    func profileRequest(_ mvpd: MVPDID, status: PartnerStatus?, token: String) -> HTTPRequest {
        build(Draft(method: "GET", path: path("profiles", mvpd.text), token: token, status: status))
    }
}
