/// A 128-bit digest that ignores the numbers of requests, timers, secrets and similar things. Models that differ only in these numbers have
/// the same digest. An explorer, which searches the flow's possible runs, stores the digest in place of the model.
package struct CanonicalDigest: Hashable, Sendable {
    /// The first 64 bits of the digest.
    package let high: UInt64
    /// The last 64 bits of the digest.
    package let low: UInt64

    /// Creates a digest from its two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Digests models, and the explorer's own data in addition, in canonical form.
///
/// Two models have the same digest if they differ only in the following values. Corresponding events then lead from these models to models
/// that again have the same digest.
/// - The numbers of requests, timers, presentations and wishes. The flow only compares them for equality, so each number is replaced by the
///   order in which it first appears. The next numbers to use are ignored.
/// - The numbers of secrets, for the same reason, separately for each kind of secret.
/// - The time. The flow only compares instants with the current time and moves them forward, so each instant is replaced by its distance
///   from the current time. All past instants are the same.
///
/// A horizon also makes all instants beyond it the same. An explorer that sets a horizon ignores what happens at such an instant.
package struct Canonicalizer: LogSink, Sendable {
    private var now: Int64 = 0
    private var past: Int64 = 0
    private let horizon: Int64
    /// The maximum lag of Adobe's clock behind the device's clock, as a number of milliseconds that is 0 or negative.
    private let behind: Int64
    /// The hash of times, numbers and texts.
    private var words = Chain()
    /// The hash of the values that take one byte: cases, names, lengths, and whether a field is present. Eight such values are mixed at a
    /// time, because most values of a model take one byte, and mixing one byte takes as long as mixing a word. The order of bytes relative
    /// to words is not part of the hashes, because a value's type determines it.
    private var bytes = Chain()
    /// The bytes that are not mixed into the hash yet, and their number.
    private var (unmixed, unmixedCount): (UInt64, UInt64) = (0, 0)
    /// The names so far, in the order of their first appearance. A name is a number combined with the kind of thing that it identifies. No
    /// number has more than 54 bits.
    private var names: [UInt64] = []

    /// Whether `begin` is describing the model. Secrets are added to `references` only during that time.
    private var isInModel = false

    /// Creates a canonicalizer.
    /// - Parameters:
    ///   - horizon: the distance from the current time beyond which all instants are the same; if `nil`, every instant is distinct.
    ///   - behind: the maximum lag of Adobe's clock behind the device's clock. An instant that has passed by the device's clock may not
    ///     have passed by Adobe's clock.
    package init(horizon: Interval? = nil, behind: Interval = .seconds(0)) {
        self.horizon = horizon?.milliseconds ?? Int64.max
        self.behind = -max(behind.milliseconds, 0)
        names.reserveCapacity(32)
    }

    /// Begins a new digest with `model` at the time `now`, and discards the previous digest.
    package mutating func begin(_ model: FlowModel, at now: Instant) {
        self.now = now.milliseconds
        // The flow compares some instants with Adobe's clock, so an instant is past only if it has passed by both clocks.
        past = now.milliseconds + min(model.calls.adobeClock.offset?.milliseconds ?? 0, behind)
        (words, bytes, unmixed, unmixedCount) = (Chain(), Chain(), 0, 0)
        names.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        isInModel = true
        model.describe(to: &self)
        isInModel = false
    }

    // The functions below digest further values, with the names assigned so far. They are not generic, because a generic function is not
    // specialized for calls from a different module.

    /// Digests a number in addition to the model.
    package mutating func add(_ value: Int64) { integer(value) }

    /// Digests a Boolean value in addition to the model.
    package mutating func add(_ value: Bool) { boolean(value) }

    /// Digests a length of time in addition to the model.
    package mutating func add(_ value: Interval) { value.describe(to: &self) }

    /// Digests a list of logouts.
    package mutating func add(_ values: [OwedLogout]) { values.describe(to: &self) }

    /// Digests the current presentation.
    package mutating func add(_ id: PresentationID, _ presentation: Presentation) {
        field("id", id)
        field("what", presentation)
    }

    /// Digests armed timers, whose order has no meaning. The id of each timer should have appeared before; otherwise the name of that id
    /// would depend on the order of the timers.
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

    /// The secrets in the model that was passed to `begin`, each once. References to resources are left out, because they stay valid for
    /// the whole launch.
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

    /// Two 64-bit hashes of the same sequence.
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

    /// Mixes one byte into the hash.
    /// - Parameter byte: a value from 0 to 254; or 255 if a word with the value follows.
    @inline(__always) private mutating func mixByte(_ byte: UInt64) {
        unmixed = unmixed << 8 | byte
        unmixedCount += 1
        if unmixedCount == 8 {
            bytes.mix(unmixed)
            (unmixed, unmixedCount) = (0, 0)
        }
    }

    /// Mixes a number into the hash. The number is usually less than 255.
    @inline(__always) private mutating func mixSmall(_ value: UInt64) {
        if value < 255 { return mixByte(value) }
        mixByte(255)
        words.mix(value)
    }

    /// Returns a name: a number, with its family or the kind of secret in the highest byte.
    @inline(__always) private func name(_ family: UInt64, _ number: Int64) -> UInt64 {
        UInt64(bitPattern: number) & (1 << 56 - 1) | family << 56
    }

    /// Returns the number of names that first appeared before `name`.
    @inline(__always) private mutating func index(of name: UInt64) -> UInt64 {
        // This loop compares the names, because the library's generic search functions took a tenth of the time of an exploration.
        var index = 0
        while index < names.count, names[index] != name { index += 1 }
        if index == names.count { names.append(name) }
        return UInt64(index)
    }

    /// Returns the time from the current time to `instant`, in the form that is digested.
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

    /// Ignores a digest, because the value that the digest represents is described, too.
    package mutating func hex64(_ value: UInt64) {}

    package mutating func text(_ value: String) { value.forEachWord { words.mix($0) } }

    package mutating func reference(_ value: SecretRef) {
        let known = names.count
        let kind = UInt64(WordTable.index(of: value.kind))
        mixByte(kind)
        mixSmall(index(of: name(16 + kind, value.number)))
        if isInModel, names.count > known, value.kind != .resource { references.append(value) }
    }

    /// Mixes the index of a word in its table. The type of the word is known from its position, so the index identifies the word. The index
    /// may change between builds, unlike a code in a log.
    package mutating func word<W: Word>(_ value: W) { mixSmall(UInt64(WordTable.index(of: value))) }

    package mutating func open() {}
    package mutating func close() {}
    package mutating func key(_ name: StaticString) {}
    @inline(__always) package mutating func absent() { mixByte(3) }
    @inline(__always) package mutating func present() { mixByte(4) }
    @inline(__always) package mutating func openList(_ count: Int) { mixSmall(UInt64(count)) }
    package mutating func closeList() {}
}
