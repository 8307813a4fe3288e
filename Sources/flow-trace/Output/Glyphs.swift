/// The characters that drawings are made of.
struct Glyphs: Equatable, Sendable {
    let isASCII: Bool
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
    let times: String
    let ellipsis: String
    let range: String
    let separator: String
    /// A full block and a shade, for the timeline.
    let block: Character
    let shade: Character
    let tick: Character
    let arrowWord: String

    static let unicode = Glyphs(
        isASCII: false, line: "─", dashes: "╌", lane: "│", skipped: "┊", leaves: "├", leavesLeft: "┤", arrow: "▶", arrowLeft: "◀", dot: "●",
        times: "×", ellipsis: "…", range: "–", separator: "·", block: "█", shade: "░", tick: "┬", arrowWord: "→")

    static let ascii = Glyphs(
        isASCII: true, line: "-", dashes: ".", lane: "|", skipped: ":", leaves: "+", leavesLeft: "+", arrow: ">", arrowLeft: "<", dot: "*",
        times: "x", ellipsis: "...", range: "-", separator: ";", block: "#", shade: ".", tick: "+", arrowWord: "->")
}
