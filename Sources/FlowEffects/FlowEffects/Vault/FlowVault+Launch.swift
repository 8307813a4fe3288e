import FlowMachine

// A launch with the vault, from its beginning to its end.
extension FlowVault {
    /// Reserves the vault for one flow, until `release` or `endLaunch`.
    /// - Throws: `FlowVaultFailure` if another flow uses it.
    func acquire() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow has it") }
            state.isInUse = true
        }
    }

    /// The flow that acquired it is gone.
    func release() { state.withLock { $0.isInUse = false } }

    /// Begins a launch: what no fact names is removed, and what is left is returned. After an ended launch the vault is opened
    /// anew; if that fails, for example because another vault has it now, the flow goes on with what this one knows and every later
    /// `keep` throws.
    public func beginLaunch() -> PersistedState {
        state.withLock { state in
            if let folder, let device, state.reservation == nil,
                let loaded = try? FlowVault.load(folder, device, statement, givenDevice)
            {
                let before = state
                state = loaded
                state.isInUse = before.isInUse
                // Adobe knows it already, whether it could be kept or not.
                state.deviceIdentifier = loaded.deviceIdentifier ?? before.deviceIdentifier
            }
            let kept = Set(state.facts.values.compactMap(\.secret))
            let orphans = state.onDisk.subtracting(kept)
            if !orphans.isEmpty, let place = try? writablePlace(&state) {
                for ref in orphans { try? place.remove(SecretFile.name(ref)) }
            }
            state.onDisk.formIntersection(kept)
            state.secrets = state.secrets.filter { kept.contains($0.key) }
            state.resources = [:]
            state.hasLaunched = true
        }
        return kept()
    }

    /// What a launch can rely on. A fact whose secret is lost is not among it.
    public func kept() -> PersistedState {
        state.withLock { state in
            var kept = PersistedState(first: state.next)
            for (_, fact) in state.facts {
                let isWhole = fact.secret.map { state.secrets[$0] != nil } ?? true
                switch fact {
                case .client(let ref): kept.client = isWhole ? ref : nil
                case .token(let token): kept.token = isWhole ? token : nil
                case .provider(let provider): kept.provider = provider
                case .profile(let profile):
                    kept.profile =
                        isWhole ? profile : Profile(mvpd: profile.mvpd, type: profile.type, notAfter: profile.notAfter, attributes: nil)
                case .code(let code): kept.code = isWhole ? code : nil
                case .signedOut(let mark): kept.signedOut = mark
                case .owedLogouts(let logouts): kept.owedLogouts = logouts
                }
            }
            return kept
        }
    }

    /// The name and logo of a provider: from the last configuration, or as they were remembered.
    public func provider(_ mvpd: MVPDID) -> ProviderDirectory.Entry? {
        state.withLock { state in entry(mvpd, in: state) }
    }

    /// The next number for a wish.
    func nextWish() -> WishID {
        state.withLock { state in
            defer {
                state.nextWish += 1
                try? reserve(in: &state)
            }
            return WishID(state.nextWish)
        }
    }

    /// Notes which numbers the machine will use next, so that no later launch uses those below.
    func note(_ next: Numbers) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            state.next = next
            try reserve(in: &state)
        }
    }

    /// Ends a launch cleanly: the next one goes on with the next number rather than the next thousand. From here on another
    /// vault may have the files, and this one keeps nothing.
    func endLaunch() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            defer {
                state.reservation = nil
                state.isInUse = false
            }
            state.reserved = state.firstFree
            try writablePlace(&state)?.write(NumbersFile(reserved: state.reserved), to: "numbers.json")
        }
    }

    /// Removes all that is kept, in memory and on disk, once the launch has ended; the device's identifier too, if no other
    /// service provider's vault lies beside this one. What is made with these files from then on begins anew.
    /// - Throws: `FlowVaultFailure`: `alreadyOpen` if a flow or another vault uses it, `takenOver` if another process has opened it
    ///   since, `writing` if something cannot be removed.
    public func erase() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "a flow has it") }
            var next = State()
            if let folder, let device {
                let reservation: VaultReservation
                if let held = state.reservation { reservation = held } else { reservation = try folder.reserve() }
                defer { withExtendedLifetime(reservation) {} }
                try state.ownership?.check(folder)
                // Before anything is removed, so that what fails half-way can be repeated.
                state.ownership = state.ownership?.erased
                state.reservation = nil
                try folder.erase()
                if try !device.hasInnerPlaces() { try device.erase() }
                next.ownership = state.ownership
            }
            state = next
        }
    }
}
