/// How a drawing is to look.
struct Look {
    /// The most columns a line may take; at least 80.
    var width = 100
    var glyphs = Glyphs.unicode
    var utc = false
    var colour = false

    static let narrowest = 80

    /// The width for a terminal if none is asked for: on a very wide one, arrows would be too long to follow.
    static func width(_ console: Console) -> Int { min(140, max(narrowest, console.columns ?? 100)) }
}
