extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let deciding = #"""
        deciding.authorizing
          failed refused, applicationRegistration|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          failed refused, authentication|V2-D-14 checking.partnerStatus|V2-D-14 checking.profiles|V2-D-14 deciding.ready|V2-T-04 stays|V2-T-04 deciding.ready|V2-X-13 stays
          failed refused, authorization|FM-13 stays|FM-13 deciding.metadata|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V2-D-05 checking.profiles|V2-D-05 stays|V2-X-13 stays|V2-X-13 deciding.ready
          failed refused, configuration|FM-13 stays|FM-13 deciding.ready|V2-D-05 stays|V2-X-13 stays|V2-X-13 deciding.ready
          failed refused, none|FM-13 stays|FM-13 deciding.partnerStatus|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V2-D-05 deciding.partnerStatus|V2-D-13 stays|V2-D-13 deciding.partnerStatus|V2-D-13 deciding.ready|V2-X-13 stays
          failed refused, retry|V2-X-11 stays|V2-X-13 stays
          failed registration|FM-13 stays|FM-13 deciding.metadata|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering|V2-X-09 unregistered.refused|V2-X-13 stays
          failed status|FM-13 stays|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V2-X-13 stays|V2-X-13 deciding.ready
          failed status 5xx|V2-X-13 stays
          failed throttled|FM-13 stays|FM-13 deciding.ready|FM-26 stays|V2-X-10 stays|V2-X-13 stays
          failed transport|FM-13 stays|FM-13 deciding.ready|V1-50 stays|V1-51 stays|V1-51 deciding.ready|V2-X-08 stays|V2-X-09 unregistered.refused|V2-X-13 stays|V2-X-13 deciding.ready
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply decisions|FM-13 stays|FM-13 deciding.metadata|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V1-26 deciding.mediaToken|V1-29 deciding.ready|V1-39 deciding.confirming|V2-D-05 checking.profiles|V2-D-05 stays|V2-D-05 deciding.partnerStatus|V2-D-08 stays|V2-D-11 stays|V2-D-11 deciding.metadata|V2-D-11 deciding.partnerStatus|V2-D-11 deciding.preauthorizing|V2-D-11 deciding.ready|V2-D-13 stays|V2-D-13 deciding.metadata|V2-D-13 deciding.preauthorizing|V2-D-13 deciding.ready|V2-D-14 checking.partnerStatus|V2-D-14 checking.profiles|V2-D-14 stays|V2-D-14 deciding.preauthorizing|V2-D-14 deciding.ready|V2-D-15 stays|V2-T-04 stays|V2-T-04 deciding.preauthorizing|V2-T-04 deciding.ready|V2-X-08 stays|V2-X-09 unregistered.registering|V2-X-13 stays
          reply partner|V2-D-03 stays|V2-D-04 checking.partnerStatus|V2-D-04 checking.profiles|V2-X-16 checking.profiles|V2-X-16 stays|V2-X-20 stays
          reply profiles|FM-13 stays|FM-13 deciding.metadata|FM-13 deciding.preauthorizing|FM-13 deciding.ready|V2-D-18 checking.partnerStatus|V2-D-18 checking.profiles|V2-D-18 stays|V2-X-13 stays|V2-X-13 deciding.ready
          reply registered|V2-A-03 stays
          reply token|V2-A-08 stays|V2-X-13 stays|V2-X-13 deciding.ready
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer profileExpiry|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-T-01 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-13 stays|FM-13 deciding.metadata|FM-13 deciding.ready|FM-18 stays|FM-22 checking.partnerStatus|V2-X-13 stays|V2-X-13 deciding.ready
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays|FM-07 deciding.metadata|FM-07 deciding.ready
          wish other provider|FM-06 stays|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|V2-E-11 loggedOut.asking
          wish play|FM-06 stays|V2-B-01 checking.partnerStatus|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays|V2-E-11 loggedOut.asking
          wish play, if signed in|FM-06 stays|FM-17 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays
          wish play, temporary|FM-06 stays|V2-T-01 stays|V2-T-04 stays
          wish preview|FM-06 stays|FM-17 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-06 stays|V2-D-09 stays|V2-T-01 stays
          wish sign in|FM-06 stays|FM-16 stays|V2-B-01 checking.partnerStatus|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-E-11 loggedOut.asking
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-06 stays|FM-17 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-18 stays|V2-T-01 stays
        deciding.confirming
          reply authentication|V1-39 deciding.ready
          reply authentication none|V1-39 checking.partnerStatus
        deciding.mediaToken
          failed refused, authorization|V1-27 deciding.authorizing
          reply decisions|V1-27 deciding.ready|V1-39 deciding.confirming|V2-D-15 stays
          timer retry|V2-X-11 stays
        deciding.metadata
          failed refused, applicationRegistration|V2-X-08 stays
          failed refused, authentication|V2-D-14 checking.partnerStatus|V2-D-14 checking.profiles|V2-T-04 stays|V2-X-13 stays
          failed refused, authorization|FM-13 deciding.authorizing|FM-13 deciding.ready|V2-X-13 stays
          failed refused, configuration|FM-13 stays|FM-13 deciding.ready|V2-D-05 checking.profiles|V2-X-13 stays
          failed refused, none|FM-13 stays|FM-13 deciding.partnerStatus|FM-13 deciding.ready|V2-X-13 stays
          failed refused, retry|V2-X-11 stays
          failed registration|FM-13 stays|FM-13 deciding.ready
          failed status|FM-13 stays|V2-X-13 stays
          failed status 5xx|FM-26 deciding.ready|V2-X-13 stays
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|FM-13 deciding.ready|V1-51 deciding.ready|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-13 stays
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply decisions|FM-13 stays|V2-D-05 stays|V2-D-08 stays|V2-D-11 stays|V2-D-13 stays|V2-D-14 checking.partnerStatus|V2-D-15 stays|V2-X-08 stays|V2-X-13 stays
          reply partner|V2-D-03 stays|V2-D-04 checking.partnerStatus|V2-D-04 checking.profiles
          reply profiles|FM-13 stays|FM-22 checking.partnerStatus|V2-D-18 checking.partnerStatus|V2-D-18 checking.profiles|V2-D-18 deciding.authorizing|V2-D-18 deciding.partnerStatus|V2-D-18 deciding.preauthorizing|V2-D-18 deciding.ready|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays|V2-X-13 deciding.ready
          reply user metadata|V1-30 deciding.ready
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer profileExpiry|V2-B-16 checking.partnerStatus
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|FM-22 checking.partnerStatus|V2-X-13 stays
          vault failed|FM-20 stays
          wish given up|FM-07 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays
          wish play, if signed in|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays
          wish play, temporary|V2-T-01 stays|V2-T-04 stays
          wish preview|FM-06 stays|V2-B-16 checking.partnerStatus|V2-D-02 stays|V2-D-06 stays|V2-D-09 stays
          wish sign in|FM-06 stays|FM-16 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles
          wish sign out|V2-E-02 loggedOut.asking
          wish user metadata|V2-B-16 checking.partnerStatus|V2-D-18 stays
        deciding.partnerStatus
          failed refused, configuration|FM-13 stays
          failed refused, none|FM-13 stays
          failed transport|V2-X-13 stays
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply decisions|FM-13 stays|V2-D-08 stays|V2-D-11 stays|V2-X-13 stays
          reply partner|V2-D-03 deciding.authorizing|V2-D-03 deciding.metadata|V2-D-03 stays|V2-D-03 deciding.preauthorizing|V2-D-04 checking.partnerStatus|V2-D-04 checking.profiles|V2-D-04 partnerAuth.configuration|V2-D-04 basicAuthFallback.creatingSession|V2-D-04 deciding.authorizing|V2-D-04 stays|V2-D-04 deciding.ready|V2-X-16 stays
          reply profiles|FM-22 checking.partnerStatus|FM-22 checking.profiles|V2-D-18 checking.partnerStatus|V2-D-18 stays|V2-X-13 stays
          reply token|V2-A-08 stays
          secret lost|FM-20 stays
          timer profileExpiry|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|FM-22 checking.partnerStatus|FM-22 checking.profiles|FM-22 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          wish given up|FM-07 deciding.ready
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession
          wish play|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays
          wish play, if signed in|V2-D-02 stays
          wish play, temporary|V2-T-01 stays|V2-T-04 stays
          wish preview|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-06 stays
          wish sign in|FM-16 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles
          wish sign out|FM-06 stays|V2-E-02 loggedOut.asking
          wish user metadata|V2-D-18 stays
        deciding.preauthorizing
          failed refused, applicationRegistration|V2-A-05 unregistered.refused|V2-X-08 stays|V2-X-13 stays
          failed refused, authentication|V2-D-14 checking.partnerStatus
          failed refused, authorization|FM-13 stays|FM-13 deciding.ready|V2-X-13 stays
          failed refused, configuration|FM-13 deciding.authorizing|FM-13 stays|V2-D-07 stays|V2-X-13 stays
          failed refused, none|FM-13 deciding.authorizing|FM-13 stays|FM-13 deciding.ready|V2-D-05 deciding.partnerStatus|V2-D-13 stays|V2-X-13 stays
          failed refused, retry|FM-13 deciding.authorizing|V2-X-11 stays|V2-X-13 stays
          failed registration|FM-13 deciding.authorizing|FM-13 stays|FM-13 deciding.ready|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering
          failed status|FM-13 deciding.authorizing|FM-13 deciding.metadata|FM-13 stays|FM-13 deciding.ready|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|FM-13 stays|FM-13 deciding.ready|V2-X-10 stays|V2-X-13 stays
          failed transport|FM-13 stays|FM-13 deciding.ready|V1-51 stays|V2-X-13 stays|V2-X-13 deciding.ready
          failed unauthorized|V2-X-08 stays|V2-X-13 stays
          foregrounded|V2-X-16 stays
          held|FM-19 stays
          reply decisions|FM-13 deciding.authorizing|FM-13 stays|FM-13 deciding.ready|V1-28 deciding.ready|V2-D-05 checking.profiles|V2-D-05 stays|V2-D-07 stays|V2-D-08 deciding.authorizing|V2-D-08 deciding.metadata|V2-D-08 deciding.partnerStatus|V2-D-08 stays|V2-D-08 deciding.ready|V2-D-11 stays|V2-D-13 stays|V2-D-14 checking.partnerStatus|V2-D-14 checking.profiles|V2-D-15 stays|V2-T-04 stays|V2-X-08 stays|V2-X-13 stays
          reply partner|V2-D-04 checking.partnerStatus|V2-X-16 stays
          reply profiles|FM-13 deciding.authorizing|FM-13 deciding.metadata|FM-13 stays|FM-13 deciding.ready|V2-D-18 checking.partnerStatus|V2-D-18 checking.profiles|V2-D-18 stays|V2-X-13 stays|V2-X-13 deciding.ready
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer profileExpiry|V2-B-16 checking.profiles
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish given up|FM-07 deciding.authorizing|FM-07 stays|FM-07 deciding.ready
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|FM-06 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 stays|V2-D-10 stays
          wish play, if signed in|V2-D-10 stays
          wish play, temporary|V2-T-01 stays|V2-T-04 stays
          wish preview|FM-06 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-06 stays|V2-D-09 stays
          wish sign in|FM-06 stays|FM-16 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles
          wish sign out|V2-E-02 loggedOut.asking
          wish user metadata|FM-06 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-18 stays
        deciding.ready
          failed refused, authentication|V2-X-13 stays
          failed refused, authorization|V2-X-13 stays
          failed registration|V2-A-05 unregistered.refused|V2-X-09 unregistered.refused
          failed status|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays|V2-X-13 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          foregrounded|V2-X-16 checking.partnerStatus|V2-X-16 stays
          held|FM-19 stays
          reply partner|V2-X-16 checking.profiles|V2-X-16 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          shut down|FM-30 stays
          timer hold|V2-X-10 stays
          timer profileExpiry|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|FM-18 stays|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking|FM-15 basicAuthFallback.signingOut
          wish play|V1-26 deciding.authorizing|V2-B-01 checking.partnerStatus|V2-B-01 checking.profiles|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 deciding.partnerStatus|V2-D-10 deciding.authorizing|V2-E-11 loggedOut.asking
          wish play, if signed in|FM-17 stays|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 deciding.partnerStatus|V2-D-10 deciding.authorizing
          wish play, temporary|V1-29 deciding.temporaryAccess|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-17 stays|V1-28 deciding.preauthorizing|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-D-02 deciding.partnerStatus|V2-D-06 deciding.preauthorizing|V2-D-09 stays
          wish sign in|FM-16 stays|V2-B-01 checking.partnerStatus|V2-B-01 checking.profiles|V2-B-16 checking.partnerStatus|V2-B-16 checking.profiles|V2-E-11 loggedOut.asking
          wish sign out|V1-30 loggedOut.metadata|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-17 stays|V1-30 deciding.metadata|V2-B-16 checking.partnerStatus|V2-D-18 deciding.metadata
        deciding.temporaryAccess
          failed refused, none|FM-13 deciding.ready
          reply done|V1-29 deciding.authorizing
        """#
}
