import FlowMachine
import FlowReading

/// A list that is answered in pages, and what is there once beside it.
struct MCPList {
    let members: [Tree.Member]
    let count: Int
    /// The values at these places.
    let values: (Range<Int>) -> [Tree]

    init(_ members: [Tree.Member] = [], count: Int, _ values: @escaping (Range<Int>) -> [Tree]) {
        self.members = members
        self.count = count
        self.values = values
    }

    init(_ members: [Tree.Member], _ list: [Tree]) { self.init(members, count: list.count) { Array(list[$0]) } }

    /// The answer with the page that begins at `offset`.
    func answer(_ name: String, from offset: Int, most: Int) -> MCPAnswer {
        let begin = min(offset, count)
        return MCPAnswer(members, name, values(begin..<min(begin + most, count)), from: offset, of: count)
    }
}

/// The events of a launch that a filter shows, in words.
struct MCPEvents {
    /// What is known before an event that is shown.
    private struct Mark {
        let file: Int
        let place: Int
        let objects: EventObjects
    }

    private let logs: [LogContent]
    private let shows: (LogRecord, EventObjects) -> Bool
    /// One for every fiftieth event that is shown, so that a page passes over few of the events before it.
    private var marks: [Mark] = []
    private(set) var count = 0

    private static let between = 50

    init(_ logs: [LogContent], _ numbers: ClosedRange<Int64>, _ filter: EventFilter) {
        self.logs = logs
        shows = { numbers.contains($0.number) && $1.shows($0, filter) }
        for (file, log) in logs.enumerated() {
            var objects = EventObjects(log.header)
            for (place, record) in log.records.enumerated() {
                if shows(record, objects) {
                    if count.isMultiple(of: MCPEvents.between) { marks.append(Mark(file: file, place: place, objects: objects)) }
                    count += 1
                }
                objects.note(record)
            }
        }
    }

    /// The events at these places among those that are shown.
    func page(_ range: Range<Int>) -> [Tree] {
        guard !range.isEmpty, case let first = range.lowerBound / MCPEvents.between, marks.indices.contains(first) else { return [] }
        let mark = marks[first]
        var (number, page): (Int, [Tree]) = (first * MCPEvents.between, [])
        for file in mark.file..<logs.count {
            var objects = file == mark.file ? mark.objects : EventObjects(logs[file].header)
            for record in logs[file].records.dropFirst(file == mark.file ? mark.place : 0) {
                if shows(record, objects) {
                    if number == range.upperBound { return page }
                    if range.contains(number) { page.append(objects.brief(record)) }
                    number += 1
                }
                objects.note(record)
            }
        }
        return page
    }
}
