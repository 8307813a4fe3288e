import FlowMachine

/// The log files that a C program added: the object behind the opaque pointer of `include/flowreading.h`.
final class CReading {
    /// The form of a result. The raw values are those of `flowreading.h`.
    enum Form: CInt {
        case text, json, mermaid, svg, html
    }

    private var files: [(name: String, bytes: [UInt8])] = []
    /// The first launch, prepared for a page. The first function for pages that is called creates it.
    private var page: CReadingPage?
    /// One entry per unreadable file: the number of files that were added before it.
    private var unreadable: [Int] = []
    /// The result of the last call. `error` is the message if that call failed.
    let result = CText()
    let error = CText()

    /// Runs one call from C. Its result or error message replaces the result and error message of the previous call.
    func call(_ name: StaticString, _ body: (CReading) throws(CFailure) -> String) -> CInt {
        do throws(CFailure) {
            result.set(Array(try body(self).utf8))
            error.set([])
            return CStatus.ok.rawValue
        } catch {
            result.set([])
            self.error.set(Array("\(name): \(error.message)".utf8))
            return error.status.rawValue
        }
    }

    func add(_ name: [UInt8], _ bytes: [UInt8]) throws(CFailure) -> String {
        let name = String(decoding: name, as: UTF8.self)
        do throws(LogFailure) { _ = try LogReader(bytes) } catch {
            unreadable.append(files.count)
            throw CFailure(.damaged, message: "\(complaint(error, in: name))")
        }
        files.append((name, bytes))
        page = nil
        return ""
    }

    func summarize(_ form: Form) throws(CFailure) -> String {
        _ = try first
        var reports: [LaunchReport]
        do throws(LogFailure) { reports = try LaunchReport.all(files) } catch { throw CFailure(error) }
        if reports.count == 1 { reports[0].findPointsOfNoReturn(in: files.map { $0.bytes }) }
        let triage = Triage(reports)
        switch form {
        case .json: return CReading.lines(triage.objects)
        case .text: return CReading.lines(triage.lines(Look(utc: true), of: SegmentName.launches(files.map { $0.name }).count))
        case .html: return triage.html
        case .mermaid, .svg: throw .form
        }
    }

    /// Returns the rows of fleet tables as lines of JSON.
    ///
    /// - Parameters:
    ///   - tables: The tables to write, as the sum of their numbers in `flowreading.h`.
    ///   - oneIn: The app's sampling rate n: of n launches without a fault, the app uploads one log.
    func rows(_ tables: Int64, oneIn: Int64) throws(CFailure) -> String {
        _ = try first
        guard let tables = FleetTable.tables(tables) else {
            throw CFailure(.badArgument, message: "there are no tables \(tables): flowreading.h names them")
        }
        var launches = LaunchRows(tables, oneIn: oneIn)
        var text = ""
        func write(_ rows: [TableRow]) { for row in rows { text += row.json(namesTable: true) + "\n" } }
        for (index, file) in files.enumerated() {
            do throws(LogFailure) { write(try launches.add(file.bytes)) } catch { throw CFailure(error) }
            if unreadable.contains(where: { $0 == index + 1 || $0 == 0 && index == 0 }) { launches.noteUnreadable() }
        }
        write(launches.end())
        return text
    }

    /// Returns the explanation of an event.
    ///
    /// - Parameters:
    ///   - event: The number of the event; 0 for the event that best shows why a request was not fulfilled.
    ///   - form: JSON or text.
    func explain(_ event: Int64, _ form: Form) throws(CFailure) -> String {
        var file = try first
        if files.count > 1, event != 0, let other = try pageOfFirst().file(of: event) { file = other }
        let content = try content(of: file)
        let found = event == 0 ? ExplainedEvent(in: content, .utc) : ExplainedEvent(event, in: content, .utc)
        guard let found, let scene = Scene(found.number, content, file.bytes) else {
            throw CFailure(.badArgument, message: "the log has no event \(event): pass the number of one of its events, or 0")
        }
        switch form {
        case .json: return CReading.lines([ExplanationJSON.object(file.name, found.title, scene)])
        case .text:
            let look = Look()
            let title = found.title.flatMap { wrapped($0, to: look.width, ascii: false) }
            return CReading.lines(title + (title.isEmpty ? [] : [""]) + Explanation.lines(scene, look))
        case .mermaid, .svg, .html: throw .form
        }
    }

    func compare(_ form: Form) throws(CFailure) -> String {
        // Two files are two logs, even if they are segments of the same launch.
        let places = files.count == 2 ? [[0], [1]] : SegmentName.places(files.map { $0.name })
        guard places.count == 2 else {
            throw CFailure(.badArgument, message: "the \(files.count) files are of \(places.count) launches: a comparison needs two")
        }
        var table = KeyTable()
        let logs = try places.map { places throws(CFailure) in
            let launch = places.map { files[$0] }
            let content = try launch.count == 1 ? content(of: launch[0]) : CReadingPage(launch[0], launch.dropFirst()).content
            return ComparedLog(launch[0].name, content.header, content.records, &table)
        }
        let comparison = Comparison(logs[0], logs[1])
        return switch form {
        case .json: CReading.lines(ComparisonJSON.objects(comparison, showsAll: false, at: nil))
        case .text: CReading.lines(ComparisonText(comparison, ComparisonText.Names(left: "A", right: "B"), showsAll: false, Look()).text())
        case .mermaid, .svg, .html: throw .form
        }
    }

    /// Returns a drawing of the first launch.
    ///
    /// - Parameters:
    ///   - kind: The kind of drawing.
    ///   - form: Text, Mermaid or SVG.
    ///   - numbers: The numbers of the events that are drawn.
    func draw(_ kind: LogDrawing.Kind, _ form: Form, _ numbers: ClosedRange<Int64> = 0...Int64.max) throws(CFailure) -> String {
        let file = try first
        let content = files.count > 1 ? try pageOfFirst().content : try content(of: file)
        let format: LogDrawing.Format =
            switch form {
            case .text: .text
            case .mermaid: .mermaid
            case .svg: .svg
            case .json, .html: throw .form
            }
        return LogDrawing(kind, format, part: Part(numbers: numbers)).text(content, name: file.name)
    }

    /// Returns the first launch for a page. The first call reads the launch, including lines after damage.
    func pageOfFirst() throws(CFailure) -> CReadingPage {
        if let page { return page }
        let page = try CReadingPage(try first, files.dropFirst())
        self.page = page
        return page
    }

    private var first: (name: String, bytes: [UInt8]) {
        get throws(CFailure) {
            guard let file = files.first else { throw CFailure(.notBegun, message: "no log was added: call flow_reading_add first") }
            return file
        }
    }

    private func content(of file: (name: String, bytes: [UInt8])) throws(CFailure) -> LogContent {
        do throws(LogFailure) { return try LogContent(file.bytes) } catch { throw CFailure(error) }
    }

    static func lines(_ objects: [Tree]) -> String { lines(objects.map { $0.json }) }

    static func lines(_ lines: [String]) -> String {
        var text = ""
        for line in lines { text += line + "\n" }
        return text
    }
}

extension CFailure {
    static var form: CFailure { CFailure(.badArgument, message: "this result has no such form: flowreading.h names the forms") }
}
