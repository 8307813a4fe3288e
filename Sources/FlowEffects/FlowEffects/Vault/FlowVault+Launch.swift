#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// The functions that a flow calls during a launch, from the beginning of the launch to its end.
extension FlowVault {
    /// Reserves the vault for one flow, until `release` or `endLaunch`.
    /// - Throws: `FlowVaultFailure` if another flow uses the vault.
    func acquire() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow uses it") }
            state.isInUse = true
        }
    }

    /// Releases the vault, because the flow that acquired it is gone.
    func release() { state.withLock { $0.isInUse = false } }

    /// Begins a launch: removes the secrets to which no remembered value refers, and returns the remaining state. If an earlier launch has ended,
    /// opens the vault again. If opening fails, for example because another vault uses the place now, the flow continues with the values that this
    /// vault has in memory, and every later `keep` throws.
    package func beginLaunch() -> PersistedState {
        state.withLock { state in
            if let folder, let device, state.reservation == nil,
                let loaded = try? FlowVault.load(folder, device, statement, givenDevice)
            {
                let before = state
                state = loaded
                state.isInUse = before.isInUse
                // Adobe has already received this identifier, whether or not it could be saved.
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

    /// Remembers the support id of the launch that begins. The id is written to disk when the launch reserves its first numbers.
    /// - Returns: the support id of the previous launch; `nil` if unknown.
    func noteSupport(_ support: String) -> String? {
        state.withLock { state in
            defer { state.support = support }
            return state.support
        }
    }

    /// Returns the random id of this app's installation, for the log's header; `nil` if the app wants none.
    ///
    /// The id reveals neither the viewer nor the device, and `erase` removes it. An id that cannot be saved is not used, because the next launch
    /// would have a different id.
    /// - Parameter isWanted: whether the app wants an id. If not, an id that was saved earlier is removed.
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

    /// Returns the state that a launch can rely on. Leaves out the values whose secrets are lost.
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

    /// Returns the name and logo of a provider, from the last configuration or else from the values that the vault remembers across launches.
    public func provider(_ mvpd: MVPDID) -> ProviderDirectory.Entry? {
        state.withLock { state in entry(mvpd, in: state) }
    }

    /// Returns the id for the next request of the app (wish).
    func nextWish() -> WishID {
        state.withLock { state in
            defer {
                state.nextWish += 1
                try? reserve(in: &state)
            }
            return WishID(state.nextWish)
        }
    }

    /// Records the numbers that the machine will use next, so that no later launch uses a smaller number.
    package func note(_ next: NextNumbers) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            state.next = next
            try reserve(in: &state)
        }
    }

    /// Ends a launch cleanly: the next launch continues with the next free number instead of the next block of 1,000 numbers. From now on, another
    /// vault may use the files, and this vault writes nothing.
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

    /// Removes everything that the vault keeps, in memory and on disk; the launch must have ended. Also removes the device's identifier, if no
    /// other service provider's vault is in the same place. A vault that is opened in this place afterward starts empty.
    /// - Throws: `FlowVaultFailure`: `alreadyOpen` if a flow or another vault uses this place, `takenOver` if another process has opened the
    ///   vault since, `writing` if something cannot be removed.
    public func erase() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow uses it") }
            var next = State()
            if let folder, let device {
                let reservation: VaultReservation
                if let held = state.reservation { reservation = held } else { reservation = try folder.reserve() }
                defer { withExtendedLifetime(reservation) {} }
                try state.ownership?.check(folder)
                // The ownership changes before the first removal, so that an erasure that fails halfway can be repeated.
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
