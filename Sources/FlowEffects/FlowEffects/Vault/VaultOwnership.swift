#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The right to write to a place. It belongs to the vault that opened the place last.
///
/// A file lock would keep other processes out, but iOS terminates an app that is suspended while it holds a lock in a shared container
/// (0xdead10cc), and the keychain has no locks. Instead, a vault checks before each write that no other process has opened the place since. If
/// another process opens the place between the check and the write, the write still happens, and the newer vault does not notice it. The newer
/// vault then reads either the old or the new value, never a mix.
struct VaultOwnership: Sendable {
    /// The owner that the place named before this vault was opened.
    private let previous: OwnerFile?
    private let own: OwnerFile
    /// Whether the place already names this vault as its owner.
    private var isTaken: Bool

    /// Takes ownership of the place. If the owner cannot be written, for example on a full disk, the first later write that succeeds takes
    /// ownership, so that opening a vault needs no free space.
    ///
    /// Writing the owner also distinguishes a locked keychain from an empty one: before the device's first unlock, iOS may report items as not
    /// found, but it refuses to add an item.
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

    /// The ownership with which this vault continues after it has erased the place, completely or in part. The vault can erase the place again, or
    /// write to it, until another vault opens the place.
    var erased: VaultOwnership { VaultOwnership(previous: nil, own: own) }

    /// Ensures that this vault may write. If the place does not name this vault as its owner yet, writes the owner.
    /// - Throws: `FlowVaultFailure`: `takenOver` if the place belongs to another vault, `writing` if the owner cannot be written.
    mutating func take(_ place: any VaultPlace) throws(FlowVaultFailure) {
        if try check(place) { return }
        try place.write(own, to: OwnerFile.name)
        isTaken = true
    }

    /// Returns whether the place already names this vault as its owner.
    /// - Throws: `FlowVaultFailure`: `takenOver` if another vault owns the place or has erased it.
    @discardableResult func check(_ place: any VaultPlace) throws(FlowVaultFailure) -> Bool {
        let owner = try place.read(OwnerFile.self, from: OwnerFile.name)
        if owner == own { return true }
        if !isTaken, owner == previous { return false }
        throw FlowVaultFailure(.takenOver, path: place.path, cause: owner.map { "at \($0.time)" } ?? "and erased it")
    }
}

extension OwnerFile {
    /// The time when the vault was opened, as ISO 8601 text.
    fileprivate var time: String {
        // A damaged file may contain any number.
        guard (0..<4_102_444_800_000).contains(openedAt) else { return "an unknown time" }
        return Date(timeIntervalSince1970: Double(openedAt / 1000)).formatted(.iso8601)
    }
}
