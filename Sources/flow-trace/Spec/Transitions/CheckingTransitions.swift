extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let checking = #"""
        checking.authentication
          failed refused, authentication|V1-50 stays|V1-51 checking.problem
          failed status|V1-50 stays
          failed throttled|V2-X-10 stays
          reply authentication|V1-38 checking.authenticationToken
          reply authentication none|V1-02 checking.partnerStatus|V1-02 basicAuthFallback.configuration
          reply configuration|FM-13 checking.problem
          reply token|V2-A-08 stays
          timer hold|V2-X-10 stays
        checking.authenticationToken
          reply authentication|V1-01 deciding.ready|V1-38 checking.partnerStatus
        checking.choosingProfile
          chose profile|V2-B-09 deciding.authorizing|V2-B-09 deciding.metadata|V2-B-09 deciding.partnerStatus|V2-B-09 deciding.preauthorizing|V2-B-09 deciding.ready
          failed refused, configuration|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-A-09 unregistered.registering|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 registered.resting|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking
          wish user metadata|FM-06 stays|FM-16 stays
        checking.partnerStatus
          failed refused, authentication|V2-X-13 stays
          failed refused, authorization|V2-X-13 stays
          failed refused, configuration|V2-X-13 stays
          failed refused, retry|V2-X-11 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering
          failed status|V2-X-13 stays
          failed throttled|FM-22 checking.profiles|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply partner|FM-09 registered.resting|V1-03 partnerAuth.configuration|V1-04 partnerAuth.configuration|V1-04a basicAuthFallback.configuration|V2-B-04 checking.profiles|V2-B-05 checking.profiles|V2-B-06 checking.profiles|V2-B-07 checking.profiles|V2-X-16 stays
          reply profiles|FM-22 checking.profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|FM-22 checking.profiles|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays|V2-T-09 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        checking.problem
          chose cancel|FM-08 registered.resting|FM-08 checking.partnerStatus|V2-T-01 deciding.authorizing
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          chose retry|FM-14 checking.partnerStatus|FM-14 checking.profiles
          failed refused, applicationRegistration|V2-A-05 unregistered.refused
          failed registration|V2-X-13 stays
          failed throttled|V2-X-10 stays
          held|FM-19 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-14 checking.partnerStatus|FM-14 checking.profiles
          wish play, if signed in|FM-17 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-17 stays
          wish sign in|FM-06 stays|FM-14 checking.partnerStatus|FM-14 checking.profiles
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-17 stays
        checking.profiles
          failed refused, applicationRegistration|V2-A-05 unregistered.refused|V2-B-14 checking.problem|V2-X-08 stays|V2-X-13 stays
          failed refused, authentication|FM-09 registered.resting|V2-B-10 partnerAuth.configuration|V2-B-10 basicAuthFallback.creatingSession|V2-C-04a partnerAuth.choosing|V2-X-13 stays|V2-X-20 checking.partnerStatus
          failed refused, authorization|V2-B-13 stays|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-13 stays
          failed refused, configuration|V2-B-13 stays|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-13 stays|V2-X-20 checking.partnerStatus
          failed refused, none|V2-B-13 stays|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-13 stays|V2-X-20 checking.partnerStatus|V2-X-20 stays
          failed refused, retry|V2-B-14 checking.problem|V2-X-11 stays|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-13 stays
          failed status 5xx|FM-21 deciding.ready|V2-B-14 checking.problem|V2-X-13 stays
          failed throttled|V2-B-14 checking.problem|V2-X-10 stays|V2-X-13 stays
          failed transport|V1-51 checking.problem|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-08 stays|V2-X-09 unregistered.refused|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-B-14 registered.resting|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          held|FM-19 stays
          reply profiles|FM-09 registered.resting|FM-12 basicAuthFallback.polling|V2-B-05 stays|V2-B-09 registered.resting|V2-B-09 checking.choosingProfile|V2-B-09 deciding.authorizing|V2-B-09 deciding.metadata|V2-B-09 deciding.partnerStatus|V2-B-09 deciding.preauthorizing|V2-B-09 deciding.ready|V2-B-10 partnerAuth.configuration|V2-B-10 partnerAuth.session|V2-B-10 basicAuthFallback.configuration|V2-B-10 basicAuthFallback.creatingSession|V2-B-14 checking.problem|V2-C-04a partnerAuth.choosing|V2-T-01 deciding.authorizing|V2-X-13 stays
          reply registered|V2-A-03 stays
          reply token|V2-A-08 stays|V2-B-14 checking.problem|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays|V2-X-20 checking.partnerStatus|V2-X-20 stays
          timer timeout|FM-18 stays|V2-B-14 registered.resting|V2-B-14 checking.problem|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays|V2-T-09 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        """#
}
