#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// One launch with the vault, from beginning to end.
extension FlowVault {
    /// Reserves the vault for one flow, until `release` or `endLaunch`.
    /// - Throws: `FlowVaultFailure` if another flow uses it.
    func acquire() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow uses it") }
            state.isInUse = true
        }
    }

    /// Releases the vault, because the flow that acquired it is gone.
    func release() { state.withLock { $0.isInUse = false } }

    /// Begins a launch: removes what no fact names and returns the rest. After an ended launch the vault is opened again; if that fails,
    /// for example because another vault uses the place now, the flow continues with what this vault knows and every later `keep` throws.
    package func beginLaunch() -> PersistedState {
        state.withLock { state in
            if let folder, let device, state.reservation == nil,
                let loaded = try? FlowVault.load(folder, device, statement, givenDevice)
            {
                let before = state
                state = loaded
                state.isInUse = before.isInUse
                // Adobe knows this identifier already, whether or not it could be kept.
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
        return persistedState()
    }

    /// Remembers the support id of the launch that begins. It is on disk with the launch's first number.
    /// - Returns: that of the launch before; `nil` if unknown.
    func noteSupport(_ support: String) -> String? {
        state.withLock { state in
            defer { state.support = support }
            return state.support
        }
    }

    /// The random id of this app's installation, for the log's header. It is generated here, so it reveals neither the viewer nor the device,
    /// and is gone with everything else that is erased. An id that cannot be kept is not used: the next launch would have another.
    /// - Parameter isWanted: whether the app wants one; otherwise the id that is kept is removed.
    func installation(isWanted: Bool) -> String? {
        state.withLock { state in
            if !isWanted {
                if state.installation != nil { try? writablePlace(&state)?.remove(InstallationFile.name) }
                state.installation = nil
            } else if state.installation == nil {
                let id = UUID().uuidString.lowercased().filter { $0 != "-" }
                do throws(FlowVaultFailure) {
                    try writablePlace(&state)?.write(InstallationFile(id: id), to: InstallationFile.name)
                    state.installation = id
                } catch {}
            }
            return state.installation
        }
    }

    /// The state that a launch can rely on. Does not include a fact whose secret is lost.
    @_spi(Testing) public func persistedState() -> PersistedState {
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

    /// The name and logo of a provider: from the last configuration, or as remembered.
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

    /// Records which numbers the machine will use next, so that no later launch uses the numbers below.
    package func note(_ next: NextNumbers) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            state.next = next
            try reserve(in: &state)
        }
    }

    /// Ends a launch cleanly: the next launch continues with the next number rather than the next thousand. From here on another vault may
    /// use the files, and this one keeps nothing.
    func endLaunch() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            defer {
                state.reservation = nil
                state.isInUse = false
            }
            state.reserved = state.firstFree
            try writablePlace(&state)?.write(NumbersFile(reserved: state.reserved, support: state.support), to: "numbers.json")
        }
    }

    /// Removes everything that is kept, in memory and on disk, once the launch has ended; also the device's identifier, if no other service
    /// provider's vault is in the same folder. A vault that is created with these files afterward starts empty.
    /// - Throws: `FlowVaultFailure`: `alreadyOpen` if a flow or another vault uses it, `takenOver` if another process has opened it since,
    ///   `writing` if something cannot be removed.
    public func erase() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow uses it") }
            var next = State()
            if let folder, let device {
                let reservation: VaultReservation
                if let held = state.reservation { reservation = held } else { reservation = try folder.reserve() }
                defer { withExtendedLifetime(reservation) {} }
                try state.ownership?.check(folder)
                // Before anything is removed, so that an erasure that fails halfway can be repeated.
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
