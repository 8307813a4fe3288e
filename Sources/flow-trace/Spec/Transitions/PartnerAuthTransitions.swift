extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let partnerAuth = #"""
        partnerAuth.authenticating
          reply partner|FM-09 registered.resting|V1-14 basicAuthFallback.picking|V1-15 partnerAuth.exchange|V1-16 basicAuthFallback.creatingSession|V2-C-24 basicAuthFallback.picking|V2-C-25 basicAuthFallback.creatingSession|V2-C-26 basicAuthFallback.configuration|V2-C-26 basicAuthFallback.creatingSession|V2-C-27 partnerAuth.choosing|V2-C-27 partnerAuth.session|V2-C-28 partnerAuth.profile
          reply profiles|FM-13 partnerAuth.problem
          timer timeout|FM-09 registered.resting|FM-18 stays
          wish play, if signed in|FM-16 stays
          wish sign in|FM-16 stays
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-16 stays
        partnerAuth.choosing
          failed refused, authentication|V2-X-13 stays
          failed throttled|V2-X-10 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply partner|FM-08 registered.resting|V1-08 basicAuthFallback.creatingSession|V1-09 basicAuthFallback.picking|V1-10 partnerAuth.request|V1-11 basicAuthFallback.creatingSession|V2-C-08 basicAuthFallback.configuration|V2-C-08 basicAuthFallback.picking|V2-C-09 partnerAuth.session|V2-C-10 basicAuthFallback.creatingSession|V2-C-11 basicAuthFallback.picking|V2-C-12 basicAuthFallback.creatingSession|V2-C-13 basicAuthFallback.configuration|V2-C-13 basicAuthFallback.picking|V2-C-14 basicAuthFallback.configuration|V2-C-14 basicAuthFallback.picking|V2-D-04 basicAuthFallback.creatingSession|V2-F-21 basicAuthFallback.confirming
          reply profiles|FM-13 partnerAuth.problem
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        partnerAuth.configuration
          failed refused, applicationRegistration|V2-X-08 stays|V2-X-09 unregistered.registering
          failed refused, authentication|FM-13 partnerAuth.problem
          failed refused, authorization|FM-13 partnerAuth.problem|V2-X-13 stays
          failed refused, configuration|FM-13 partnerAuth.problem
          failed refused, none|FM-13 partnerAuth.problem
          failed refused, retry|V2-X-11 stays
          failed registration|FM-13 partnerAuth.problem|V2-A-05 unregistered.refused
          failed status|FM-13 partnerAuth.problem|V2-X-13 stays
          failed status 5xx|FM-13 partnerAuth.problem|V2-X-13 stays
          failed throttled|FM-13 partnerAuth.problem|V2-X-10 stays
          failed transport|FM-13 partnerAuth.problem|V1-51 partnerAuth.problem|V2-X-13 stays
          failed unauthorized|V2-X-08 stays|V2-X-13 stays
          held|FM-19 stays
          reply configuration|V1-05 partnerAuth.choosing|V1-06a partnerAuth.request|V2-C-02 partnerAuth.choosing|V2-X-13 stays
          reply profiles|FM-13 partnerAuth.problem
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 partnerAuth.problem|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        partnerAuth.exchange
          failed refused, none|V1-18 basicAuthFallback.creatingSession
          reply done|V1-17 deciding.ready
        partnerAuth.problem
          chose cancel|FM-08 registered.resting
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          chose retry|FM-14 checking.authentication|FM-14 checking.partnerStatus
          failed refused, retry|V2-X-11 stays
          failed registration|V2-A-09 unregistered.registering
          reply token|V2-A-08 stays
          timer retry|V2-X-11 stays
          timer tokenRefresh|V2-A-11 stays
          wish given up|FM-07 stays
          wish other provider|FM-15 basicAuthFallback.configuration
          wish play|FM-14 checking.partnerStatus
          wish play, if signed in|FM-17 stays
          wish play, temporary|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-17 stays
          wish sign in|FM-14 checking.partnerStatus
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-17 stays
        partnerAuth.profile
          failed refused, none|V2-C-33 basicAuthFallback.creatingSession|V2-X-20 partnerAuth.choosing
          reply profiles|V2-C-30 deciding.authorizing|V2-C-30 deciding.ready|V2-C-31 deciding.ready|V2-C-32 basicAuthFallback.creatingSession
        partnerAuth.request
          failed refused, configuration|V1-13 basicAuthFallback.configuration
          failed refused, none|V1-13 basicAuthFallback.creatingSession
          reply partner request|V1-12 partnerAuth.authenticating
        partnerAuth.session
          failed refused, applicationRegistration|V2-X-08 stays
          failed refused, configuration|V2-C-16 basicAuthFallback.creatingSession
          failed refused, none|V2-C-16 basicAuthFallback.creatingSession|V2-X-13 stays
          failed status|FM-13 registered.resting
          failed throttled|V2-X-10 stays
          failed transport|V2-X-13 stays
          held|FM-19 stays
          reply profiles|FM-13 partnerAuth.problem
          reply session authenticate|FM-09 registered.resting|V2-C-18 basicAuthFallback.polling|V2-C-18 basicAuthFallback.userAgent|V2-F-15 basicAuthFallback.codeExpired|V2-T-01 deciding.authorizing
          reply session authorize|V2-C-17 deciding.authorizing|V2-C-17 deciding.ready|V2-X-13 stays
          reply session partner_profile|V2-C-20 partnerAuth.authenticating|V2-X-13 stays
          reply session resume|FM-09 registered.resting|V2-C-19 basicAuthFallback.configuration|V2-C-19 basicAuthFallback.picking|V2-C-19 basicAuthFallback.resumingSession|V2-X-13 stays
          reply session unknown|V2-C-16 basicAuthFallback.configuration|V2-C-16 basicAuthFallback.creatingSession
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 partnerAuth.problem|FM-18 stays|V2-X-13 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-15 basicAuthFallback.configuration
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-16 stays
          wish play, temporary|V2-T-04 stays|V2-T-09 stays
          wish preview|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-16 stays
        """#
}
