/// The characters of which drawings consist.
package struct Glyphs: Equatable, Sendable {
    package let isASCII: Bool

    package static let unicode = Glyphs(isASCII: false)
    package static let ascii = Glyphs(isASCII: true)

    /// The horizontal line of a request.
    var line: Character { isASCII ? "-" : "─" }
    /// The horizontal line of an answer.
    var dashes: Character { isASCII ? "." : "╌" }
    /// The vertical line of a lane, which is the column of one party.
    var lane: Character { isASCII ? "|" : "│" }
    /// The vertical line of a lane at a place where events or time are left out.
    var skipped: Character { isASCII ? ":" : "┊" }
    /// The characters at which an arrow leaves a lane: to the right, and to the left (`leavesLeft`).
    var leaves: Character { isASCII ? "+" : "├" }
    var leavesLeft: Character { isASCII ? "+" : "┤" }
    var arrow: Character { isASCII ? ">" : "▶" }
    var arrowLeft: Character { isASCII ? "<" : "◀" }
    var dot: Character { isASCII ? "*" : "●" }
    /// The symbol for an event that keeps or forgets a fact or a secret.
    var memory: Character { isASCII ? "o" : "◇" }
    var times: String { isASCII ? "x" : "×" }
    var ellipsis: String { isASCII ? "..." : "…" }
    var range: String { isASCII ? "-" : "–" }
    var separator: String { isASCII ? ";" : "·" }
    /// A full block for the bars of the timeline, and a shade for the time in which the flow waited for nothing.
    var block: Character { isASCII ? "#" : "█" }
    var shade: Character { isASCII ? "." : "░" }
    var tick: Character { isASCII ? "+" : "┬" }
    var arrowWord: String { isASCII ? "->" : "→" }
    /// The lines of changes of state that occurred (`taken`) and that never occurred (`never`).
    var taken: Strokes { Strokes(isASCII: isASCII, isTaken: true) }
    var never: Strokes { Strokes(isASCII: isASCII, isTaken: false) }

    /// The characters of which the lines in a state diagram consist.
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
        /// Corners, named by the two directions that they join.
        var rightDown: Character { isASCII ? isTaken ? "+" : "." : "╭" }
        var leftDown: Character { isASCII ? isTaken ? "+" : "." : "╮" }
        var rightUp: Character { isASCII ? isTaken ? "+" : ":" : "╰" }
        var leftUp: Character { isASCII ? isTaken ? "+" : ":" : "╯" }
    }
}
