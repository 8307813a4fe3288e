/// The appearance of a drawing.
package struct Look {
    /// The highest number of columns in a line; at least 80.
    package var width = 100
    package var glyphs = Glyphs.unicode
    /// Whether drawings show times of day instead of times since the first event.
    package var utc = false
    /// The clock for all times. The default is UTC.
    package var clock = DisplayedClock.utc
    package var color = false

    package init(
        width: Int = 100, glyphs: Glyphs = .unicode, utc: Bool = false, clock: DisplayedClock = .utc, color: Bool = false
    ) {
        self.width = width
        self.glyphs = glyphs
        self.utc = utc
        self.clock = clock
        self.color = color
    }

    package static let narrowest = 80
}
