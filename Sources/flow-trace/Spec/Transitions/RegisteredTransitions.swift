extension MachineTransitions {
    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
    static let registered = #"""
        registered.resting
          failed refused, applicationRegistration|V2-A-05 unregistered.refused
          failed refused, authentication|V2-X-13 stays
          failed refused, retry|V2-X-11 stays
          failed registration|V2-A-05 unregistered.refused|V2-A-09 unregistered.registering
          failed status|V2-X-13 stays
          failed status 5xx|V2-X-13 stays
          failed throttled|V2-X-10 stays
          failed transport|V2-X-13 stays
          failed unauthorized|V2-A-05 unregistered.refused
          foregrounded|V2-X-16 checking.partnerStatus|V2-X-16 checking.profiles
          held|FM-19 stays
          reply profiles|V2-X-13 stays
          reply token|V2-A-08 stays|V2-X-13 stays
          secret lost|FM-20 stays
          timer hold|V2-X-10 stays
          timer retry|V2-X-11 stays|V2-X-13 stays
          timer timeout|V2-X-13 stays
          timer tokenRefresh|V2-A-11 stays
          vault failed|FM-20 stays
          wish other provider|FM-15 basicAuthFallback.configuration|FM-15 basicAuthFallback.creatingSession|FM-15 basicAuthFallback.picking
          wish play|V2-B-01 checking.partnerStatus|V2-B-01 checking.profiles|V2-B-10 partnerAuth.configuration|V2-B-10 basicAuthFallback.creatingSession|V2-F-21 basicAuthFallback.confirming
          wish play, if signed in|FM-17 stays|V2-B-01 checking.partnerStatus|V2-B-01 checking.profiles
          wish play, temporary|V1-29 deciding.temporaryAccess|V2-T-01 deciding.authorizing|V2-T-04 stays
          wish preview|FM-17 stays
          wish sign in|V1-01 checking.authentication|V2-B-01 checking.partnerStatus|V2-B-01 checking.profiles|V2-B-10 partnerAuth.configuration|V2-B-10 basicAuthFallback.creatingSession|V2-C-04a partnerAuth.choosing
          wish sign out|V2-E-02 loggedOut.asking|V2-E-09 loggedOut.resting
          wish user metadata|FM-17 stays
        """#
}
