extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let unregistered = #"""
        unregistered.gettingToken
          failed refused, applicationRegistration|V2-A-05 unregistered.refused
          failed refused, authorization|V2-X-13 unregistered.refused
          failed refused, configuration|V2-X-13 stays|V2-X-13 unregistered.refused
          failed refused, retry|V2-X-11 stays
          failed registration|V2-A-05 unregistered.refused|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|V2-X-13 unregistered.refused
          failed status 5xx|V2-X-13 stays|V2-X-13 unregistered.refused
          failed throttled|V2-X-10 stays
          failed transport|V2-X-13 stays|V2-X-13 unregistered.refused
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-13 stays
          held|FM-19 stays
          reply profiles|V2-X-13 unregistered.refused
          reply token|FM-12 basicAuthFallback.polling|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-A-07 checking.authentication|V2-A-07 checking.partnerStatus|V2-A-07 checking.profiles|V2-E-07 loggedOut.asking|V2-E-09 loggedOut.resting|V2-E-11 loggedOut.asking|V2-E-12 loggedOut.resting|V2-T-01 deciding.authorizing|V2-X-13 stays|V2-X-13 unregistered.refused
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays|V2-X-13 unregistered.refused
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-16 stays
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-06 stays|FM-16 stays
          wish play, temporary|FM-06 stays|FM-16 stays|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-16 stays
        unregistered.refused
          foregrounded|V2-A-08 unregistered.gettingToken
          held|FM-19 stays
          reply token|V2-A-07 checking.partnerStatus|V2-A-07 checking.profiles|V2-E-07 loggedOut.asking
          timer hold|V2-X-10 stays
          timer tokenRefresh|V2-A-11 stays
          wish other provider|V2-A-02 unregistered.registering|V2-A-08 unregistered.gettingToken
          wish play|V2-A-02 unregistered.registering|V2-A-08 unregistered.gettingToken
          wish play, if signed in|FM-17 stays
          wish play, temporary|V2-A-02 unregistered.registering|V2-A-08 unregistered.gettingToken|V2-T-04 stays
          wish preview|FM-17 stays
          wish sign in|V2-A-02 unregistered.registering|V2-A-08 unregistered.gettingToken
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-17 stays
        unregistered.registering
          failed refused, applicationRegistration|V2-A-05 unregistered.refused
          failed refused, authentication|V2-X-13 unregistered.refused
          failed refused, none|V2-X-13 unregistered.refused
          failed refused, retry|V2-X-11 stays
          failed registration|V2-A-05 unregistered.refused
          failed status|V2-X-13 unregistered.refused
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-X-13 unregistered.refused|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          held|FM-19 stays
          reply profiles|V2-X-13 unregistered.refused|V2-X-13 stays
          reply registered|V2-A-03 unregistered.gettingToken|V2-X-13 unregistered.refused|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 unregistered.refused|V2-X-13 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-06 stays|FM-16 stays
          wish play|FM-06 stays|FM-16 stays
          wish play, if signed in|FM-16 stays
          wish play, temporary|FM-16 stays|V2-T-04 stays
          wish preview|FM-06 stays|FM-16 stays
          wish sign in|FM-06 stays|FM-16 stays
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-16 stays
        unregistered.waiting
          launched|FM-12 basicAuthFallback.polling|V2-A-01 checking.authentication|V2-A-01 checking.partnerStatus|V2-A-01 checking.profiles|V2-A-02 unregistered.registering|V2-A-08 unregistered.gettingToken|V2-E-07 loggedOut.asking|V2-E-09 loggedOut.resting
        """#
}
