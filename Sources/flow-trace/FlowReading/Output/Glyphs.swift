/// The characters that drawings are made of.
package struct Glyphs: Equatable, Sendable {
    package let isASCII: Bool
    /// Level line of a request.
    let line: Character
    /// Level line of an answer.
    let dashes: Character
    /// A lane.
    let lane: Character
    /// A lane that was left out for a while.
    let skipped: Character
    /// Where an arrow leaves a lane to the right, and to the left.
    let leaves: Character
    let leavesLeft: Character
    let arrow: Character
    let arrowLeft: Character
    let dot: Character
    /// Something is kept or forgotten.
    let memory: Character
    let times: String
    let ellipsis: String
    let range: String
    let separator: String
    /// A full block and a shade, for the timeline.
    let block: Character
    let shade: Character
    let tick: Character
    let arrowWord: String
    /// Lines of what was taken and of what never was.
    let taken: Strokes
    let never: Strokes

    /// What lines in a graph are made of.
    struct Strokes: Equatable, Sendable {
        let level: Character
        let upright: Character
        /// Heads to the right, left, up and down.
        let right: Character
        let left: Character
        let up: Character
        let down: Character
        /// Corners by the two directions they join.
        let rightDown: Character
        let leftDown: Character
        let rightUp: Character
        let leftUp: Character
    }

    package static let unicode = Glyphs(
        isASCII: false, line: "─", dashes: "╌", lane: "│", skipped: "┊", leaves: "├", leavesLeft: "┤", arrow: "▶", arrowLeft: "◀", dot: "●",
        memory: "◇",
        times: "×", ellipsis: "…", range: "–", separator: "·", block: "█", shade: "░", tick: "┬", arrowWord: "→",
        taken: Strokes(
            level: "─", upright: "│", right: "▶", left: "◀", up: "▲", down: "▼", rightDown: "╭", leftDown: "╮", rightUp: "╰", leftUp: "╯"),
        never: Strokes(
            level: "┄", upright: "┊", right: "▷", left: "◁", up: "△", down: "▽", rightDown: "╭", leftDown: "╮", rightUp: "╰", leftUp: "╯"))

    package static let ascii = Glyphs(
        isASCII: true, line: "-", dashes: ".", lane: "|", skipped: ":", leaves: "+", leavesLeft: "+", arrow: ">", arrowLeft: "<", dot: "*",
        memory: "o",
        times: "x", ellipsis: "...", range: "-", separator: ";", block: "#", shade: ".", tick: "+", arrowWord: "->",
        taken: Strokes(
            level: "-", upright: "|", right: ">", left: "<", up: "^", down: "v", rightDown: "+", leftDown: "+", rightUp: "+", leftUp: "+"),
        never: Strokes(
            level: ".", upright: ":", right: ">", left: "<", up: "^", down: "v", rightDown: ".", leftDown: ".", rightUp: ":", leftUp: ":"))
}
