/// The appearance of a drawing.
package struct Look {
    /// The most columns a line may take; at least 80.
    package var width = 100
    package var glyphs = Glyphs.unicode
    package var utc = false
    package var color = false

    package init(width: Int = 100, glyphs: Glyphs = .unicode, utc: Bool = false, color: Bool = false) {
        self.width = width
        self.glyphs = glyphs
        self.utc = utc
        self.color = color
    }

    package static let narrowest = 80
}
