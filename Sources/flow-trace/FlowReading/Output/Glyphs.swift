/// The characters that drawings are made of.
package struct Glyphs: Equatable, Sendable {
    package let isASCII: Bool

    package static let unicode = Glyphs(isASCII: false)
    package static let ascii = Glyphs(isASCII: true)

    /// Level line of a request.
    var line: Character { isASCII ? "-" : "─" }
    /// Level line of an answer.
    var dashes: Character { isASCII ? "." : "╌" }
    /// The line of a lane.
    var lane: Character { isASCII ? "|" : "│" }
    /// A lane that was left out for a while.
    var skipped: Character { isASCII ? ":" : "┊" }
    /// The signs at which an arrow leaves a lane to the right, and to the left.
    var leaves: Character { isASCII ? "+" : "├" }
    var leavesLeft: Character { isASCII ? "+" : "┤" }
    var arrow: Character { isASCII ? ">" : "▶" }
    var arrowLeft: Character { isASCII ? "<" : "◀" }
    var dot: Character { isASCII ? "*" : "●" }
    /// Something is kept or forgotten.
    var memory: Character { isASCII ? "o" : "◇" }
    var times: String { isASCII ? "x" : "×" }
    var ellipsis: String { isASCII ? "..." : "…" }
    var range: String { isASCII ? "-" : "–" }
    var separator: String { isASCII ? ";" : "·" }
    /// A full block and a shade, for the timeline.
    var block: Character { isASCII ? "#" : "█" }
    var shade: Character { isASCII ? "." : "░" }
    var tick: Character { isASCII ? "+" : "┬" }
    var arrowWord: String { isASCII ? "->" : "→" }
    /// Lines of what was taken and of what never was.
    var taken: Strokes { Strokes(isASCII: isASCII, isTaken: true) }
    var never: Strokes { Strokes(isASCII: isASCII, isTaken: false) }

    /// The signs of which lines in a graph are made.
    struct Strokes: Equatable, Sendable {
        fileprivate let isASCII: Bool
        fileprivate let isTaken: Bool

        var level: Character { isASCII ? isTaken ? "-" : "." : isTaken ? "─" : "┄" }
        var upright: Character { isASCII ? isTaken ? "|" : ":" : isTaken ? "│" : "┊" }
        /// Arrowheads that point right, left, up and down.
        var right: Character { isASCII ? ">" : isTaken ? "▶" : "▷" }
        var left: Character { isASCII ? "<" : isTaken ? "◀" : "◁" }
        var up: Character { isASCII ? "^" : isTaken ? "▲" : "△" }
        var down: Character { isASCII ? "v" : isTaken ? "▼" : "▽" }
        /// Corners by the two directions they join.
        var rightDown: Character { isASCII ? isTaken ? "+" : "." : "╭" }
        var leftDown: Character { isASCII ? isTaken ? "+" : "." : "╮" }
        var rightUp: Character { isASCII ? isTaken ? "+" : ":" : "╰" }
        var leftUp: Character { isASCII ? isTaken ? "+" : ":" : "╯" }
    }
}
