/// A 128-bit digest that represents all models that differ only in names. An explorer remembers it instead of the model.
package struct CanonicalDigest: Hashable, Sendable {
    /// The first 64 bits.
    package let high: UInt64
    /// The other 64 bits.
    package let low: UInt64

    /// A digest of these bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Digests models, and the explorer's own data beside them, in canonical form.
///
/// Two models have the same digest if they are equal except for the following. Corresponding events then lead from them to models that
/// again have the same digest:
/// - the numbers of requests, timers, presentations and wishes, which are only compared for equality: each is replaced by the order in
///   which it first appears; the next numbers to use are ignored;
/// - the numbers of secrets, for the same reason, kind by kind;
/// - the time: an instant is replaced by its distance from now, and all past instants are the same, since instants are only compared with
///   now and moved forward.
///
/// A horizon also makes all instants beyond it the same; an explorer that sets one ignores what happens when such an instant arrives.
package struct Canonicalizer: LogSink {
    private var now: Int64 = 0
    private var past: Int64 = 0
    private let horizon: Int64
    /// How far Adobe's clock may turn out to be behind the device's, in milliseconds; 0 or negative.
    private let behind: Int64
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var names: [Name] = []

    private struct Name: Equatable {
        let family: Family
        let number: Int64
    }

    private enum Family: Equatable {
        case numbered(NumberedFamily)
        case secret(SecretRef.Kind)
    }

    /// Whether `begin` is at work: the references are those of the model alone.
    private var isInModel = false

    /// A canonicalizer.
    /// - Parameters:
    ///   - horizon: instants that are later than this from now are all the same; `nil`: every instant is distinct.
    ///   - behind: how far Adobe's clock may turn out to be behind the device's: an instant that has passed by one clock may still be ahead
    ///     by the other.
    package init(horizon: Interval? = nil, behind: Interval = .seconds(0)) {
        self.horizon = horizon?.milliseconds ?? Int64.max
        self.behind = -max(behind.milliseconds, 0)
        names.reserveCapacity(32)
    }

    /// Begins with `model` as it is at `now`; discards earlier digests.
    package mutating func begin(_ model: FlowModel, at now: Instant) {
        self.now = now.milliseconds
        // Some instants are compared by Adobe's clock: an instant is past if it has passed by both clocks.
        past = now.milliseconds + min(model.calls.adobeClock.offset?.milliseconds ?? 0, behind)
        high = 0x9E37_79B9_7F4A_7C15
        low = 0xC2B2_AE3D_27D4_EB4F
        names.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        isInModel = true
        model.describe(to: &self)
        isInModel = false
    }

    // Other values, which use the names assigned so far. These functions are not generic, because a generic function that another module
    // calls is not specialized.

    /// Digests another number.
    package mutating func add(_ value: Int64) { integer(value) }

    /// Digests another value that is true or false.
    package mutating func add(_ value: Bool) { boolean(value) }

    /// Digests another length of time.
    package mutating func add(_ value: Interval) { value.describe(to: &self) }

    /// Digests a list of logouts.
    package mutating func add(_ values: [OwedLogout]) { values.describe(to: &self) }

    /// Digests the current presentation.
    package mutating func add(_ id: PresentationID, _ presentation: Presentation) {
        field("id", id)
        field("what", presentation)
    }

    /// Digests running timers, whose order has no meaning; they should name only what was named before.
    package mutating func add(_ timers: [Outstanding.RunningTimer]) {
        let before = (high, low)
        var sum: (UInt64, UInt64) = (0, 0)
        for index in timers.indices {
            let timer = timers[index]
            (high, low) = (1, 2)
            field("id", timer.id)
            field("purpose", timer.purpose)
            field("due", timer.due)
            sum = (sum.0 &+ high, sum.1 &+ low)
        }
        (high, low) = before
        mix(sum.0)
        mix(sum.1)
    }

    /// The secrets that the model of `begin` names, each once; without resources, which the app names for a whole launch.
    package private(set) var references: [SecretRef] = []

    /// The digest of the values since `begin`.
    package var digest: CanonicalDigest { CanonicalDigest(high: high, low: low) }

    private mutating func mix(_ value: UInt64) {
        let first = (high ^ value).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        let second = (low ^ value).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        high = (first.high ^ first.low) &+ 0x2545_F491_4F6C_DD1D
        low = (second.high ^ second.low) &+ 0x8EBC_6AF0_9C88_C6E3
    }

    private mutating func mixName(_ family: Family, _ number: Int64) {
        let name = Name(family: family, number: number)
        if let index = names.firstIndex(of: name) { return mix(UInt64(index)) }
        mix(UInt64(names.count))
        names.append(name)
    }

    // MARK: Values

    package mutating func integer(_ value: Int64) { mix(UInt64(bitPattern: value)) }

    package mutating func instant(_ value: Int64) {
        let distance = value <= past ? Int64.min : value - now
        mix(UInt64(bitPattern: distance > horizon ? Int64.max : distance))
    }

    package mutating func identifier(_ value: Int64, _ family: NumberedFamily) { mixName(.numbered(family), value) }

    package mutating func counter(_ value: Int64) {}

    package mutating func boolean(_ value: Bool) { mix(value ? 1 : 2) }

    /// Skips a digest: the value that it represents is described, too.
    package mutating func hex64(_ value: UInt64) {}

    package mutating func text(_ value: String) { value.forEachWord { mix($0) } }

    package mutating func reference(_ value: SecretRef) {
        word(value.kind)
        let known = names.count
        mixName(.secret(value.kind), value.number)
        if isInModel, names.count > known, value.kind != .resource { references.append(value) }
    }

    package mutating func word<W: Word>(_ value: W) { mix(W.table.code(of: value)) }

    package mutating func open() {}
    package mutating func close() {}
    package mutating func key(_ name: StaticString) {}
    package mutating func absent() { mix(3) }
    package mutating func present() { mix(4) }
    package mutating func openList(_ count: Int) { mix(UInt64(count)) }
    package mutating func closeList() {}
}
