import FlowMachine

/// The state diagram as text: the seven states arranged by the cookbook's phases, with the changes of state in the log.
package struct StateText {
    struct Point {
        let column: Int
        let row: Int
    }

    /// The line for one change of state, through `points`. The count is drawn in the middle of the segment that begins at point `counted`.
    struct Drawn {
        let from: FlowStateName
        let to: FlowStateName
        let points: [Point]
        let counted: Int

        fileprivate init(_ from: FlowStateName, _ to: FlowStateName, _ points: [(Int, Int)], counted: Int = 0) {
            self.from = from
            self.to = to
            self.points = points.map { Point(column: $0.0, row: $0.1) }
            self.counted = counted
        }

        var edge: Passage.Edge { Passage.Edge(from: from.rawValue, to: to.rawValue) }
    }

    static let places: [(name: FlowStateName, column: Int, row: Int)] = [
        (.unregistered, 1, 5), (.checking, 20, 5), (.partnerAuth, 36, 5), (.deciding, 55, 5), (.loggedOut, 70, 5),
        (.basicAuthFallback, 41, 8), (.registered, 20, 11),
    ]

    static let drawn: [Drawn] = [
        Drawn(.unregistered, .checking, [(14, 5), (18, 5)]),
        Drawn(.checking, .partnerAuth, [(29, 5), (34, 5)]),
        Drawn(.partnerAuth, .deciding, [(48, 5), (53, 5)]),
        Drawn(.deciding, .loggedOut, [(64, 5), (68, 5)]),
        Drawn(.checking, .deciding, [(25, 4), (25, 3), (57, 3), (57, 4)], counted: 1),
        Drawn(.deciding, .checking, [(61, 4), (61, 1), (22, 1), (22, 4)], counted: 1),
        Drawn(.checking, .basicAuthFallback, [(26, 6), (26, 8), (39, 8)], counted: 1),
        Drawn(.partnerAuth, .basicAuthFallback, [(44, 6), (44, 7)]),
        Drawn(.basicAuthFallback, .deciding, [(59, 8), (61, 8), (61, 6)], counted: 1),
        Drawn(.unregistered, .registered, [(6, 6), (6, 11), (18, 11)], counted: 1),
        Drawn(.checking, .registered, [(20, 6), (20, 10)]),
        Drawn(.registered, .checking, [(23, 10), (23, 6)]),
        Drawn(.partnerAuth, .registered, [(37, 6), (37, 11), (31, 11)], counted: 1),
        Drawn(.basicAuthFallback, .registered, [(49, 9), (49, 13), (25, 13), (25, 12)], counted: 1),
    ]

    /// Returns the diagram's lines, followed by the totals of each state.
    package static func lines(_ passage: Passage, _ look: Look) -> [String] {
        diagram(passage, look) + [""] + table(passage, look) + ["", legend(look)]
    }

    /// Returns the lines with the states and the changes between them, without the totals.
    static func diagram(_ passage: Passage, _ look: Look) -> [String] {
        var canvas = [Line](repeating: Line(look.glyphs), count: 14)
        for drawn in drawn where passage.count(drawn.edge) == 0 { draw(drawn, 0, look.glyphs, on: &canvas) }
        for drawn in drawn where passage.count(drawn.edge) > 0 { draw(drawn, passage.count(drawn.edge), look.glyphs, on: &canvas) }
        for place in places {
            let isVisited = passage.stays[place.name.rawValue] != nil
            canvas[place.row].put(place.name.rawValue, at: place.column, isVisited ? .bold : .dim)
        }
        var lines = canvas.map { $0.text(color: look.color) }
        while lines.first == "" { lines.removeFirst() }
        return lines + also(passage, look)
    }

    private static func draw(_ drawn: Drawn, _ count: Int64, _ glyphs: Glyphs, on canvas: inout [Line]) {
        let strokes = count > 0 ? glyphs.taken : glyphs.never
        let style: Style = count > 0 ? .plain : .dim
        for index in 1..<drawn.points.count {
            let from = drawn.points[index - 1]
            let to = drawn.points[index]
            for column in min(from.column, to.column)...max(from.column, to.column) {
                for row in min(from.row, to.row)...max(from.row, to.row) {
                    canvas[row].put(from.row == to.row ? strokes.level : strokes.upright, style, at: column)
                }
            }
        }
        for index in drawn.points.indices.dropFirst().dropLast() {
            let corner = corner(drawn.points[index - 1], drawn.points[index], drawn.points[index + 1], strokes)
            canvas[drawn.points[index].row].put(corner, style, at: drawn.points[index].column)
        }
        if let end = drawn.points.last, let before = drawn.points.dropLast().last {
            let head =
                end.row == before.row
                ? (end.column > before.column ? strokes.right : strokes.left) : (end.row > before.row ? strokes.down : strokes.up)
            canvas[end.row].put(head, style, at: end.column)
        }
        if count > 0 {
            let from = drawn.points[drawn.counted]
            let to = drawn.points[drawn.counted + 1]
            let text = String(count)
            let shift = from.row == to.row ? text.count / 2 : 0
            // The count of a short vertical line is drawn beside the line.
            let beside = from.row != to.row && abs(from.row - to.row) < 2 ? 1 : 0
            canvas[(from.row + to.row) / 2].put(text, at: (from.column + to.column) / 2 - shift + beside, .bold)
        }
    }

    private static func corner(_ before: Point, _ here: Point, _ after: Point, _ strokes: Glyphs.Strokes) -> Character {
        let isDown = before.row > here.row || after.row > here.row
        let isRight = before.column > here.column || after.column > here.column
        return isDown ? (isRight ? strokes.rightDown : strokes.leftDown) : (isRight ? strokes.rightUp : strokes.leftUp)
    }

    /// Returns the changes of state for which the drawing has no line.
    static func others(_ passage: Passage) -> [(edge: Passage.Edge, count: Int64)] {
        passage.edges.filter { taken in !drawn.contains { $0.edge == taken.edge } }
    }

    /// Returns text lines for the changes of state for which the drawing has no line.
    private static func also(_ passage: Passage, _ look: Look) -> [String] {
        let rest = others(passage)
        if rest.isEmpty { return [] }
        let strokes = look.glyphs.taken
        let stroke = String(repeating: strokes.level, count: 2)
        return [""]
            + rest.enumerated().map { index, taken in
                var line = Line(look.glyphs)
                line.put(index == 0 ? "also" : "", at: 1, .dim)
                let from = cut(taken.edge.from, to: 24, look.glyphs)
                line.put("\(from) \(stroke)\(taken.count)\(stroke)\(strokes.right) \(cut(taken.edge.to, to: 24, look.glyphs))", at: 7)
                return line.text(color: look.color)
            }
    }

    private static func table(_ passage: Passage, _ look: Look) -> [String] {
        var head = Line(look.glyphs)
        head.put("   state              entered   events    time in it", at: 0, .dim)
        var lines = [head.text(color: look.color)]
        let known = FlowStateName.allCases.map { $0.rawValue }
        let unknown = passage.edges.map { $0.edge.to }.filter { !known.contains($0) }
        for name in known + unknown {
            var line = Line(look.glyphs)
            let letter = Phase(state: name).letter
            line.put(letter, at: 1, .dim)
            if let stay = passage.stays[name] {
                line.put(cut(name, to: 17, look.glyphs), at: 3, .bold)
                line.put(padded("\(stay.entered)", to: 8, right: true), at: 21)
                line.put(padded("\(stay.events)", to: 9, right: true), at: 29)
                line.put(padded(TimeWords.length(stay.milliseconds), to: 14, right: true), at: 38)
                if passage.last == name { line.put("at the end", at: 55, .dim) }
            } else {
                line.put(name, at: 3, .dim)
                line.put(padded("never", to: 8, right: true), at: 21, .dim)
            }
            lines.append(line.text(color: look.color))
        }
        return lines
    }

    private static func legend(_ look: Look) -> String {
        let taken = look.glyphs.taken
        let never = look.glyphs.never
        var line = Line(look.glyphs)
        line.put("\(taken.level)\(taken.level)2\(taken.level)\(taken.level)\(taken.right)  taken twice", at: 1, .dim)
        line.put("\(String(repeating: never.level, count: 5))\(never.right)  never in this log", at: 24, .dim)
        return line.text(color: look.color)
    }
}
