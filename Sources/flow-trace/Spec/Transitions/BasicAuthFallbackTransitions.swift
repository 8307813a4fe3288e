extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let basicAuthFallback = #"""
        basicAuthFallback.codeExpired
          chose cancel|FM-08 registered.resting|V2-T-01 deciding.authorizing
          chose new code|V1-20 basicAuthFallback.creatingSession|V2-F-16 basicAuthFallback.creatingSession
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          failed refused, authorization|V2-X-13 stays
          failed refused, configuration|V2-X-13 stays
          held|FM-19 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.creatingSession
          wish play|FM-06 stays|V2-F-16 basicAuthFallback.creatingSession
          wish play, if signed in|FM-06 stays|FM-17 stays
          wish play, temporary|FM-06 stays|V2-T-04 stays
          wish preview|FM-06 stays|FM-17 stays
          wish sign in|FM-06 stays|V2-F-16 basicAuthFallback.creatingSession
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-17 stays
        basicAuthFallback.configuration
          failed refused, applicationRegistration|V2-X-08 stays|V2-X-13 stays
          failed refused, authentication|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, authorization|FM-13 basicAuthFallback.problem
          failed refused, configuration|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, none|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, retry|FM-13 basicAuthFallback.problem|V2-X-11 stays|V2-X-13 stays
          failed registration|FM-13 basicAuthFallback.problem|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-X-13 stays
          failed status|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|FM-13 basicAuthFallback.problem|V2-X-10 stays|V2-X-13 stays
          failed transport|FM-13 basicAuthFallback.problem|V1-51 basicAuthFallback.problem|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          held|FM-19 stays
          reply configuration|FM-13 basicAuthFallback.problem|V1-05 basicAuthFallback.picking|V2-F-20 basicAuthFallback.picking|V2-X-13 stays
          reply profiles|FM-13 basicAuthFallback.problem|V2-X-13 stays
          reply registered|V2-A-03 stays
          reply token|FM-13 basicAuthFallback.problem|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 basicAuthFallback.problem|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 registered.resting|FM-07 stays
          wish other provider|FM-06 stays|FM-15 stays|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        basicAuthFallback.confirming
          chose cancel|FM-08 registered.resting
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          chose provider|V2-F-02 basicAuthFallback.creatingSession
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer retry|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-16 stays
          wish play, temporary|V2-T-04 stays
          wish preview|FM-16 stays
          wish sign in|FM-16 stays
          wish sign out|V2-E-02 loggedOut.asking
          wish user metadata|FM-16 stays
        basicAuthFallback.creatingSession
          failed refused, applicationRegistration|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          failed refused, authentication|FM-13 basicAuthFallback.problem|V1-50 stays|V1-51 basicAuthFallback.problem|V2-X-13 stays
          failed refused, authorization|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, configuration|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, none|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed refused, retry|FM-13 basicAuthFallback.problem|V2-X-11 stays
          failed registration|FM-13 basicAuthFallback.problem|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed status 5xx|FM-13 basicAuthFallback.problem|V2-X-13 stays
          failed throttled|FM-13 basicAuthFallback.problem|V2-X-10 stays|V2-X-13 stays
          failed transport|FM-13 basicAuthFallback.problem|V1-51 basicAuthFallback.problem|V2-A-09 unregistered.registering|V2-X-08 stays|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-13 stays
          held|FM-19 stays
          reply profiles|FM-13 basicAuthFallback.problem|V2-X-13 stays
          reply session authenticate|FM-13 basicAuthFallback.problem|V1-23 basicAuthFallback.polling|V1-24 basicAuthFallback.userAgent|V2-F-04 basicAuthFallback.userAgent|V2-F-06 basicAuthFallback.polling|V2-F-15 basicAuthFallback.codeExpired|V2-X-13 stays
          reply session authorize|V2-F-03 basicAuthFallback.problem|V2-F-03 deciding.authorizing|V2-F-03 deciding.metadata|V2-F-03 deciding.preauthorizing|V2-F-03 deciding.ready|V2-X-13 stays
          reply session resume|V2-F-07 basicAuthFallback.polling|V2-F-07 basicAuthFallback.resumingSession|V2-F-15 basicAuthFallback.codeExpired|V2-X-13 stays
          reply session retry|V2-F-07 basicAuthFallback.polling|V2-F-07 basicAuthFallback.resumingSession|V2-F-15 basicAuthFallback.codeExpired|V2-X-13 stays
          reply session unknown|FM-13 basicAuthFallback.problem|V2-X-13 stays
          reply token|FM-13 basicAuthFallback.problem|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 basicAuthFallback.problem|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 checking.profiles|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 stays|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        basicAuthFallback.lookingAfterExpiry
          failed refused, authentication|V2-F-15 basicAuthFallback.codeExpired
          failed refused, authorization|V2-F-15 basicAuthFallback.codeExpired
          failed refused, configuration|V2-X-13 stays
          failed refused, none|V2-F-15 basicAuthFallback.codeExpired
          failed registration|V2-F-15 basicAuthFallback.codeExpired
          failed status|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed transport|V2-F-15 basicAuthFallback.codeExpired
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply profiles|FM-24 basicAuthFallback.polling|V2-F-15 basicAuthFallback.codeExpired|V2-F-24 deciding.authorizing|V2-F-24 deciding.metadata|V2-F-24 deciding.partnerStatus|V2-F-24 deciding.preauthorizing|V2-F-24 deciding.ready|V2-X-13 stays
          reply token|V2-A-08 stays
          secret lost|FM-20 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-16 stays
        basicAuthFallback.picking
          chose cancel|FM-08 registered.resting|FM-08 checking.partnerStatus|V2-T-01 deciding.authorizing
          chose provider|V1-20 basicAuthFallback.creatingSession|V2-F-02 basicAuthFallback.creatingSession|V2-F-09 basicAuthFallback.resumingSession
          failed refused, applicationRegistration|V2-A-05 unregistered.refused
          failed refused, authentication|V2-X-13 stays
          failed refused, authorization|V2-X-13 stays
          failed refused, configuration|V2-X-13 stays
          failed refused, none|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-X-13 stays
          failed status|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-13 stays
          held|FM-19 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 registered.resting|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 stays
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        basicAuthFallback.polling
          chose cancel|FM-08 registered.resting|FM-08 checking.partnerStatus|FM-08 checking.profiles|V2-T-01 deciding.authorizing
          chose new code|V2-F-16 basicAuthFallback.creatingSession
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          failed refused, applicationRegistration|V2-X-08 stays
          failed refused, authentication|FM-13 basicAuthFallback.problem|V1-25 basicAuthFallback.codeExpired|V1-25 stays|V2-F-15 basicAuthFallback.lookingAfterExpiry
          failed refused, authorization|FM-13 basicAuthFallback.problem
          failed refused, none|FM-13 basicAuthFallback.problem|V2-F-15 basicAuthFallback.lookingAfterExpiry|V2-X-13 stays
          failed refused, retry|V2-X-11 stays|V2-X-13 stays
          failed registration|FM-13 basicAuthFallback.problem|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|FM-13 basicAuthFallback.problem
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays
          failed transport|FM-13 basicAuthFallback.problem|V2-F-15 basicAuthFallback.lookingAfterExpiry|V2-X-08 stays|V2-X-13 stays
          failed unauthorized|V2-X-08 stays|V2-X-13 stays
          held|FM-19 stays
          reply authentication|V1-25 stays|V1-25 deciding.authorizing|V1-25 deciding.ready
          reply authentication none|V1-24 registered.resting|V1-25 stays
          reply profiles|V2-F-13 deciding.authorizing|V2-F-13 deciding.metadata|V2-F-13 deciding.partnerStatus|V2-F-13 deciding.preauthorizing|V2-F-13 deciding.ready|V2-F-14 stays|V2-F-15 basicAuthFallback.lookingAfterExpiry|V2-F-22 registered.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          reply token|V2-A-08 stays|V2-F-15 basicAuthFallback.lookingAfterExpiry|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer codeExpiry|FM-24 stays|V1-25 basicAuthFallback.codeExpired|V2-F-15 basicAuthFallback.lookingAfterExpiry
          timer hold|V2-X-10 stays
          timer poll|V1-25 stays|V2-F-12 stays|V2-F-15 basicAuthFallback.lookingAfterExpiry
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-F-15 basicAuthFallback.lookingAfterExpiry|V2-F-22 registered.resting|V2-F-22 checking.partnerStatus|V2-X-13 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays|V1-24 basicAuthFallback.userAgent
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        basicAuthFallback.problem
          chose cancel|FM-08 registered.resting|FM-08 checking.partnerStatus|FM-08 checking.profiles|V2-T-01 deciding.authorizing
          chose other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          chose retry|FM-14 checking.partnerStatus|FM-14 checking.profiles|FM-14 basicAuthFallback.configuration|FM-14 basicAuthFallback.creatingSession|FM-14 basicAuthFallback.picking
          failed refused, authorization|V2-X-13 stays
          failed refused, none|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|V2-X-13 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-14 checking.partnerStatus|FM-14 checking.profiles|FM-14 basicAuthFallback.configuration|FM-14 basicAuthFallback.creatingSession|FM-14 basicAuthFallback.picking
          wish play, if signed in|FM-06 stays|FM-17 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-17 stays
          wish sign in|FM-06 stays|FM-14 checking.partnerStatus|FM-14 checking.profiles|FM-14 basicAuthFallback.configuration|FM-14 basicAuthFallback.creatingSession|FM-14 basicAuthFallback.picking
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-17 stays
        basicAuthFallback.resumingSession
          failed refused, applicationRegistration|V2-X-08 stays
          failed refused, authorization|FM-13 basicAuthFallback.problem
          failed refused, configuration|FM-13 basicAuthFallback.problem|V2-F-15 basicAuthFallback.codeExpired
          failed refused, none|V2-F-15 basicAuthFallback.codeExpired
          failed refused, retry|V2-X-11 stays
          failed throttled|V2-X-10 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-X-08 stays
          held|FM-19 stays
          reply profiles|FM-13 basicAuthFallback.problem
          reply session authenticate|V2-F-09 basicAuthFallback.polling|V2-F-09 basicAuthFallback.userAgent|V2-X-13 stays
          reply session authorize|V2-F-03 deciding.authorizing|V2-F-03 deciding.metadata|V2-F-03 deciding.preauthorizing|V2-F-03 deciding.ready|V2-X-13 stays
          reply session resume|V2-F-09 basicAuthFallback.polling
          reply session retry|V2-F-09 basicAuthFallback.polling
          reply session unknown|FM-13 basicAuthFallback.problem
          reply token|V2-A-08 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 basicAuthFallback.problem|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking
          wish user metadata|FM-06 stays|FM-16 stays
        basicAuthFallback.signingOut
          reply done|FM-23 basicAuthFallback.configuration
        basicAuthFallback.userAgent
          chose cancel|FM-08 registered.resting|V2-T-01 deciding.authorizing
          chose redirect reached|V1-24 basicAuthFallback.polling|V2-F-05 basicAuthFallback.polling
          chose user agent closed|V1-24 basicAuthFallback.polling|V2-F-22 basicAuthFallback.polling
          failed transport|V2-X-13 stays
          held|FM-19 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer codeExpiry|V2-F-15 basicAuthFallback.lookingAfterExpiry
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays
          timer timeout|FM-18 stays
          vault failed|FM-20 stays
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|V2-T-01 deciding.authorizing
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|V2-E-02 loggedOut.asking
          wish user metadata|FM-06 stays|FM-16 stays
        """#
}
