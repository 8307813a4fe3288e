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
package struct Canonicalizer: LogSink, Sendable {
    private var now: Int64 = 0
    private var past: Int64 = 0
    private let horizon: Int64
    /// The amount by which Adobe's clock may turn out to be behind the device's, in milliseconds; 0 or negative.
    private let behind: Int64
    /// Times, numbers and texts.
    private var words = Chain()
    /// Everything that takes a byte, eight at a time: cases, names, lengths, and whether a field is there. They are most of a model, and each
    /// alone would cost as much as a word. The order of bytes and words among each other is not mixed: the type says which of them follows.
    private var bytes = Chain()
    /// The bytes that are not mixed yet, and how many they are.
    private var (unmixed, unmixedCount): (UInt64, UInt64) = (0, 0)
    /// The names so far. No number has more than 54 bits.
    private var names: [UInt64] = []

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
        (words, bytes, unmixed, unmixedCount) = (Chain(), Chain(), 0, 0)
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
        var sum: (UInt64, UInt64) = (0, 0)
        for place in timers.indices {
            let timer = timers[place]
            var chain = Chain()
            chain.mix(index(of: name(UInt64(TimerID.family.rawValue), timer.id.number)))
            chain.mix(UInt64(WordTable.index(of: timer.purpose)))
            chain.mix(distance(to: timer.due.milliseconds))
            sum = (sum.0 &+ chain.high, sum.1 &+ chain.low)
        }
        words.mix(sum.0)
        words.mix(sum.1)
    }

    /// The secrets that the model of `begin` names, each once; without resources, which the app names for a whole launch.
    package private(set) var references: [SecretRef] = []

    /// The digest of the values since `begin`.
    package var digest: CanonicalDigest {
        var chain = words
        chain.mix(bytes.high)
        chain.mix(bytes.low)
        chain.mix(unmixed)
        chain.mix(unmixedCount)
        return CanonicalDigest(high: chain.high, low: chain.low)
    }

    /// Two 64-bit hashes of a sequence.
    private struct Chain {
        private(set) var high: UInt64 = 0x9E37_79B9_7F4A_7C15
        private(set) var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

        @inline(__always) mutating func mix(_ value: UInt64) {
            let first = (high ^ value).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
            let second = (low ^ value).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
            high = (first.high ^ first.low) &+ 0x2545_F491_4F6C_DD1D
            low = (second.high ^ second.low) &+ 0x8EBC_6AF0_9C88_C6E3
        }
    }

    /// - Parameter byte: less than 255; otherwise a word follows.
    @inline(__always) private mutating func mixByte(_ byte: UInt64) {
        unmixed = unmixed << 8 | byte
        unmixedCount += 1
        if unmixedCount == 8 {
            bytes.mix(unmixed)
            (unmixed, unmixedCount) = (0, 0)
        }
    }

    /// A number that is usually less than 255.
    @inline(__always) private mutating func mixSmall(_ value: UInt64) {
        if value < 255 { return mixByte(value) }
        mixByte(255)
        words.mix(value)
    }

    /// A name: a number and, in the byte above it, its family or the kind of secret.
    @inline(__always) private func name(_ family: UInt64, _ number: Int64) -> UInt64 {
        UInt64(bitPattern: number) & (1 << 56 - 1) | family << 56
    }

    /// The number of names that were mentioned for the first time before this one.
    @inline(__always) private mutating func index(of name: UInt64) -> UInt64 {
        // Compared in place: with a search by the library's generic functions, names took a tenth of an exploration.
        var index = 0
        while index < names.count, names[index] != name { index += 1 }
        if index == names.count { names.append(name) }
        return UInt64(index)
    }

    /// Returns the time from now to an instant, as it is digested.
    @inline(__always) private func distance(to instant: Int64) -> UInt64 {
        let distance = instant <= past ? Int64.min : instant - now
        return UInt64(bitPattern: distance > horizon ? Int64.max : distance)
    }

    // MARK: Values

    package mutating func integer(_ value: Int64) { words.mix(UInt64(bitPattern: value)) }

    package mutating func instant(_ value: Int64) { words.mix(distance(to: value)) }

    package mutating func identifier(_ value: Int64, _ family: NumberedFamily) { mixSmall(index(of: name(UInt64(family.rawValue), value))) }

    package mutating func counter(_ value: Int64) {}

    @inline(__always) package mutating func boolean(_ value: Bool) { mixByte(value ? 1 : 2) }

    /// Skips a digest: the value that it represents is described, too.
    package mutating func hex64(_ value: UInt64) {}

    package mutating func text(_ value: String) { value.forEachWord { words.mix($0) } }

    package mutating func reference(_ value: SecretRef) {
        let known = names.count
        let kind = UInt64(WordTable.index(of: value.kind))
        mixByte(kind)
        mixSmall(index(of: name(16 + kind, value.number)))
        if isInModel, names.count > known, value.kind != .resource { references.append(value) }
    }

    /// Where a word stands, the type is known, so its byte says which word it is; unlike a code in a log it need not last.
    package mutating func word<W: Word>(_ value: W) { mixSmall(UInt64(WordTable.index(of: value))) }

    package mutating func open() {}
    package mutating func close() {}
    package mutating func key(_ name: StaticString) {}
    @inline(__always) package mutating func absent() { mixByte(3) }
    @inline(__always) package mutating func present() { mixByte(4) }
    @inline(__always) package mutating func openList(_ count: Int) { mixSmall(UInt64(count)) }
    package mutating func closeList() {}
}
