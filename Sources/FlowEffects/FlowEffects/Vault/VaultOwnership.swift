#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The right to write to a place. It belongs to the vault that opened the place last.
///
/// A file lock would separate two processes at once, but iOS terminates an app that is suspended while it holds a lock in a shared
/// container (0xdead10cc), and the keychain has no locks. So before each write a vault checks that no other process has opened the place
/// since. If another process opens the place between the check and the write, the write is not noticed; the newer vault then reads either
/// the old or the new value, never a mix.
struct VaultOwnership: Sendable {
    /// The owner before this vault.
    private let previous: OwnerFile?
    private let own: OwnerFile
    /// Whether the place already names this vault as its owner.
    private var isTaken: Bool

    /// Takes ownership of the place. On a full disk, ownership is taken with the first write that succeeds, so that opening a vault needs
    /// no free space.
    ///
    /// The write also distinguishes a locked keychain from an empty one: before the first unlock iOS may report items as not found, but it
    /// refuses to add one.
    /// - Throws: `FlowVaultFailure` if the owner cannot be read, or the place is locked.
    init(taking place: any VaultPlace) throws(FlowVaultFailure) {
        let previous = try place.read(OwnerFile.self, from: OwnerFile.name)
        self.previous = previous
        own = OwnerFile(
            token: UUID().uuidString, opening: (previous?.opening ?? 0) &+ 1, openedAt: SystemClock().now.milliseconds)
        do throws(FlowVaultFailure) {
            try place.write(own, to: OwnerFile.name)
            isTaken = true
        } catch {
            if error.reason == .locked { throw error }
            isTaken = false
        }
    }

    private init(previous: OwnerFile?, own: OwnerFile) {
        self.previous = previous
        self.own = own
        isTaken = false
    }

    /// Ownership of the same place once it was erased, so that the erasure can be repeated, unless another vault has opened the place
    /// since.
    var erased: VaultOwnership { VaultOwnership(previous: nil, own: own) }

    /// Makes sure that this vault may write.
    /// - Throws: `FlowVaultFailure`, `takenOver` if it may not.
    mutating func take(_ place: any VaultPlace) throws(FlowVaultFailure) {
        if try check(place) { return }
        try place.write(own, to: OwnerFile.name)
        isTaken = true
    }

    /// Whether the place names this vault as its owner already.
    /// - Throws: `FlowVaultFailure`, `takenOver` if the place belongs to another vault or was erased by one.
    @discardableResult func check(_ place: any VaultPlace) throws(FlowVaultFailure) -> Bool {
        let owner = try place.read(OwnerFile.self, from: OwnerFile.name)
        if owner == own { return true }
        if !isTaken, owner == previous { return false }
        throw FlowVaultFailure(.takenOver, path: place.path, cause: owner.map { "at \($0.time)" } ?? "and erased it")
    }
}

extension OwnerFile {
    /// When the vault was opened, in words.
    fileprivate var time: String {
        // A damaged file may contain any number.
        guard (0..<4_102_444_800_000).contains(openedAt) else { return "an unknown time" }
        return Date(timeIntervalSince1970: Double(openedAt / 1000)).formatted(.iso8601)
    }
}
