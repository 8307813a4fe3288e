import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// A log beside its copy, compared without the code that made the copy.
struct SharedCopy {
    let path: String
    let original: LogContent
    let copy: LogContent
    let text: String
    /// The replaced texts: the original and its pseudonym.
    private(set) var replaced: [String: String] = [:]
    private(set) var shift: Int64 = 0

    init(_ path: String, _ bytes: [UInt8], _ shared: PseudonymousLog) throws {
        self.path = path
        original = try LogContent(bytes)
        copy = try LogContent(shared.bytes)
        text = String(decoding: shared.bytes, as: UTF8.self)
    }

    /// Every decision is the same except for a renaming that is one to one, keeps the order, and moves all instants alike.
    mutating func expectSameDecisions() throws {
        let first = try #require(original.records.first)
        shift = PseudonymousLog.start.milliseconds - first.event.time.milliseconds
        for (was, record) in zip(original.records, copy.records) {
            let place = "\(path), event \(was.number)"
            #expect(was.number == record.number && was.by == record.by, "\(place)")
            #expect(was.rule == record.rule && was.state == record.state && was.step == record.step, "\(place)")
            compare(Tree(was.event), Tree(record.event), place)
            compare(Tree(was.effects), Tree(record.effects), place)
        }
        if let was = original.snapshot, let snapshot = copy.snapshot {
            #expect(was.number == snapshot.number && was.reason == snapshot.reason, "\(path)")
            let (before, after) = (Tree(try #require(was.model)), Tree(try #require(snapshot.model)))
            compare(before, after, "\(path), snapshot", except: "digest")
        }
        #expect((original.snapshot == nil) == (copy.snapshot == nil))
        let pseudonyms = Set(replaced.values)
        #expect(pseudonyms.count == replaced.count, "\(path): two names have one pseudonym: \(replaced)")
        for prefix in ["provider-", "platform-", "trace-", "unlisted"] {
            let names = replaced.filter { $0.value.hasPrefix(prefix) }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let order = names.compactMap { replaced[$0] }
            #expect(order == order.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "\(path): the order of \(prefix) changed")
        }
    }

    private mutating func compare(_ was: Tree, _ tree: Tree, _ place: String, except name: String? = nil) {
        let (before, after) = (was.leaves, tree.leaves)
        #expect(before.map(\.path) == after.map(\.path), "\(place)")
        for (was, leaf) in zip(before, after) where name == nil || !was.path.hasSuffix(name ?? "") {
            switch (was.value, leaf.value) {
            case (.instant(let before), .instant(let after)):
                let isMoved = after.milliseconds - before.milliseconds == shift
                #expect(isMoved || (SharedCopy.isNoDate(before) && after == before), "\(place): \(was.path)")
            case (.text(let before), .text(let after)) where before != after:
                #expect(replaced[before] == nil || replaced[before] == after, "\(place): \(was.path)")
                replaced[before] = after
            case (let before, let after):
                #expect(before == after, "\(place): \(was.path)")
                if case .text(let text) = before { #expect(SharedCopy.isPublic(text), "\(place): \(was.path) keeps \(text)") }
            }
        }
    }

    /// Nothing of the original that identifies anybody is in the copy.
    func expectNothingIdentifying() {
        var names = Set(replaced.keys)
        let (header, settings) = (original.header, original.header.settings)
        names.formUnion([
            header.app, String(header.app.prefix { $0 != "/" }), header.support, settings.serviceProvider, settings.host,
            settings.domainName, settings.redirectURL,
        ])
        names.formUnion(
            [header.system, header.previousSupport, header.installation, settings.activationURL, settings.temporaryAccess?.text]
                .compactMap(\.self))
        names.formUnion(header.names.map(\.name))
        if let host = settings.host.split(separator: "/").last { names.insert(String(host)) }
        // What is called as its pseudonym is called anyway.
        names.subtract(["provider-01", "platform-01"])
        for name in names where name.utf8.count > 2 { #expect(!text.contains(name), "\(path): the copy contains \(name)") }
        for record in original.records {
            for leaf in Tree(record).leaves {
                guard case .instant(let instant) = leaf.value, !SharedCopy.isNoDate(instant) else { continue }
                #expect(!text.contains(String(instant.milliseconds)), "\(path), event \(record.number): \(leaf.path)")
            }
        }
        let made = copy.header
        #expect(made.derivation == "shared: pseudonyms, shifted times")
        #expect(made.system == nil && made.previousSupport == nil && made.installation == nil && made.utcOffsetMinutes == nil)
        #expect(made.names.isEmpty)
        #expect(made.settings.policy == settings.policy && made.settings.platform == settings.platform && made.settings.api == settings.api)
        #expect(made.settings.partner == settings.partner && made.settings.hasUserAgent == settings.hasUserAgent)
        #expect(throws: Never.self) { try made.settings.validate() }
    }

    /// The words that a copy may keep: references, Adobe's words and this library's, and digests.
    private static func isPublic(_ text: String) -> Bool {
        if ErrorCodes.all.contains(text) || text == "*" { return true }
        if let type = ProfileType(text) { if case .other = type {} else { return true } }
        if text.wholeMatch(of: /[a-z]+#[0-9]+/) != nil || text.wholeMatch(of: /[0-9a-f]{16}/) != nil { return true }
        return text.wholeMatch(of: /(provider|platform|trace|unlisted)[-_][0-9]{2,}/) != nil
    }

    /// Whether an instant means "never" or comes from an answer without a date.
    private static func isNoDate(_ instant: Instant) -> Bool {
        instant.milliseconds < 31_536_000_000 || instant.milliseconds > 1_000_000_000_000_000
    }
}
