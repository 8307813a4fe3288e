import FlowMachine

/// The kinds of a record's effects, found in one loop. Each part of a report checks these kinds first, and skips records without a relevant effect. A
/// loop over the effects in each part would take most of the report's time.
package struct EffectKinds: OptionSet {
    package let rawValue: UInt8

    // Computed, because each use of a stored constant checks whether it exists already.
    package static var call: EffectKinds { EffectKinds(rawValue: 1) }
    package static var present: EffectKinds { EffectKinds(rawValue: 1 << 1) }
    package static var answer: EffectKinds { EffectKinds(rawValue: 1 << 2) }
    package static var keep: EffectKinds { EffectKinds(rawValue: 1 << 3) }

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Returns whether all of `kinds` are among these. The library's own function is generic, so other modules would call it through a table.
    package func contains(_ kinds: EffectKinds) -> Bool { rawValue & kinds.rawValue == kinds.rawValue }

    /// Collects the kinds of these effects.
    package init(of effects: [Effect]) {
        self = []
        for index in effects.indices {
            switch effects[index] {
            case .call: insert(.call)
            case .present: insert(.present)
            case .answer: insert(.answer)
            case .keep: insert(.keep)
            case .partner, .cancel, .arm, .disarm, .forget: break
            }
        }
    }
}
