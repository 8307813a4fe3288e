extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let loggedOut = #"""
        loggedOut.asking
          failed refused, applicationRegistration|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-13 stays
          failed refused, authentication|V2-E-04 checking.partnerStatus|V2-E-05 loggedOut.settings|V2-E-07 checking.profiles|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 loggedOut.resting|V2-X-13 stays
          failed refused, authorization|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking|V2-E-04 loggedOut.resting|V2-E-05 loggedOut.settings|V2-E-07 checking.partnerStatus|V2-E-07 checking.profiles|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-X-13 stays
          failed refused, configuration|FM-15 basicAuthFallback.configuration|V2-E-04 loggedOut.resting|V2-E-05 loggedOut.settings|V2-E-07 checking.partnerStatus|V2-E-07 checking.profiles|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          failed refused, none|V2-E-04 loggedOut.resting|V2-E-05 loggedOut.settings|V2-E-07 checking.partnerStatus|V2-E-07 checking.profiles|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-X-13 stays
          failed refused, retry|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-11 stays|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-E-04 loggedOut.resting|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          failed status|V2-E-05 loggedOut.settings|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          failed status 5xx|V1-32 loggedOut.resting|V2-E-07 loggedOut.resting|V2-E-11 loggedOut.resting|V2-X-13 stays
          failed throttled|V2-E-04 loggedOut.resting|V2-E-07 stays|V2-E-09 stays|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-10 stays|V2-X-13 stays
          failed transport|V1-51 stays|V1-51 loggedOut.resting|V2-A-09 unregistered.registering|V2-E-05 loggedOut.settings|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-08 stays|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          held|FM-19 stays
          reply done|V1-31 loggedOut.settings|V1-32 checking.authentication|V1-32 loggedOut.resting
          reply logouts|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-E-02 stays|V2-E-04 checking.partnerStatus|V2-E-04 checking.profiles|V2-E-04 loggedOut.resting|V2-E-04 loggedOut.userAgent|V2-E-05 loggedOut.settings|V2-E-06 checking.partnerStatus|V2-E-06 checking.profiles|V2-E-06 loggedOut.resting|V2-E-07 stays|V2-E-09 checking.profiles|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-E-14 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          reply profiles|V2-E-02 stays|V2-E-04 loggedOut.resting|V2-E-05 loggedOut.settings|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          reply registered|V2-A-03 stays
          reply token|V2-A-08 stays|V2-E-07 loggedOut.resting|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-E-04 loggedOut.resting|V2-E-04 loggedOut.userAgent|V2-E-05 loggedOut.settings|V2-E-07 stays|V2-E-07 loggedOut.resting|V2-E-11 stays|V2-E-11 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-16 stays
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-17 stays
          wish play, temporary|FM-06 stays|FM-16 stays|V2-T-04 stays
          wish preview|FM-06 stays|FM-17 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 stays
          wish user metadata|FM-06 stays|FM-17 stays
        loggedOut.metadata
          failed status 5xx|V1-30 stays|V2-X-13 stays
          reply partner|V1-30 loggedOut.asking
          reply user metadata|V1-30 loggedOut.asking|V1-33 loggedOut.userAgent
          timer retry|V2-X-13 stays
        loggedOut.resting
          failed refused, authentication|V2-X-13 stays
          failed refused, authorization|V2-X-13 stays
          failed refused, retry|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-A-09 unregistered.registering|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply partner|V2-E-07 loggedOut.asking|V2-E-09 checking.profiles|V2-E-09 stays|V2-X-16 stays
          reply profiles|V2-E-02 loggedOut.asking|V2-X-13 stays
          reply registered|V2-A-03 stays|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|FM-22 stays|V2-E-09 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-E-05 loggedOut.settings|V2-E-11 loggedOut.asking
          wish play|FM-16 stays|V1-30 loggedOut.metadata|V2-E-09 checking.partnerStatus|V2-E-09 checking.profiles|V2-E-11 loggedOut.asking
          wish play, if signed in|FM-17 stays
          wish play, temporary|V2-E-11 loggedOut.asking|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-17 stays
          wish sign in|V2-E-05 loggedOut.settings|V2-E-09 checking.partnerStatus|V2-E-09 checking.profiles|V2-E-11 loggedOut.asking
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 stays
          wish user metadata|FM-17 stays
        loggedOut.settings
          chose cancel|V2-E-05 checking.partnerStatus
          chose done|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-E-05 checking.partnerStatus|V2-E-05 checking.profiles|V2-E-05 loggedOut.resting|V2-E-11 loggedOut.asking|V2-T-01 deciding.authorizing
          failed registration|V2-X-13 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply partner|V1-31 loggedOut.resting|V2-E-05 checking.partnerStatus|V2-E-05 loggedOut.resting|V2-E-05 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-E-11 loggedOut.asking
          wish play|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|V2-E-09 checking.partnerStatus|V2-E-09 checking.profiles|V2-E-11 loggedOut.asking
          wish play, if signed in|FM-17 stays
          wish play, temporary|FM-06 stays|FM-15 basicAuthFallback.configuration|V2-E-09 checking.partnerStatus|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-17 stays
          wish sign in|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|V2-E-09 checking.partnerStatus|V2-E-09 checking.profiles|V2-E-11 loggedOut.asking
          wish sign out|V2-E-02 loggedOut.asking|V2-E-05 stays
          wish user metadata|FM-17 stays
        loggedOut.userAgent
          chose redirect reached|FM-15 basicAuthFallback.configuration|V1-33 loggedOut.asking|V2-E-04 checking.partnerStatus|V2-E-04 loggedOut.resting
          chose user agent closed|V1-33 loggedOut.asking|V2-E-04 checking.partnerStatus|V2-E-04 loggedOut.resting|V2-E-05 loggedOut.settings
          held|FM-19 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          timer hold|V2-X-10 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          wish other provider|FM-15 basicAuthFallback.configuration|V2-E-11 loggedOut.asking
          wish play|V2-E-09 checking.partnerStatus|V2-E-11 loggedOut.asking
          wish play, if signed in|FM-17 stays
          wish play, temporary|FM-15 basicAuthFallback.configuration|V2-T-01 deciding.authorizing
          wish preview|FM-17 stays
          wish sign in|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.picking|V2-E-09 checking.partnerStatus
          wish sign out|V2-E-04 stays
          wish user metadata|FM-17 stays
        """#
}
