import FlowMachine

// The functions of `include/flowreading.h`, which documents them. Only this file converts pointers and lengths to values.

private func reading(_ pointer: UnsafeRawPointer?) -> CReading? {
    pointer.map { Unmanaged<CReading>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs a call whose result can have several forms.
private func call(
    _ pointer: UnsafeMutableRawPointer?, _ name: StaticString, _ form: CInt,
    _ body: (CReading, CReading.Form) throws(CFailure) -> String
) -> CInt {
    guard let reading = reading(pointer) else { return CStatus.noMachine.rawValue }
    return reading.call(name) { reading throws(CFailure) in
        guard let form = CReading.Form(rawValue: form) else { throw CFailure(.badArgument, message: "there is no form \(Int64(form))") }
        return try body(reading, form)
    }
}

@_cdecl("flow_reading_new")
public func flowReadingNew() -> UnsafeMutableRawPointer { Unmanaged.passRetained(CReading()).toOpaque() }

@_cdecl("flow_reading_free")
public func flowReadingFree(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<CReading>.fromOpaque(pointer).release() }
}

@_cdecl("flow_reading_add")
public func flowReadingAdd(
    _ pointer: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ nameLength: Int, _ log: UnsafePointer<UInt8>?, _ length: Int
) -> CInt {
    guard let reading = reading(pointer) else { return CStatus.noMachine.rawValue }
    return reading.call("flow_reading_add") { reading throws(CFailure) in
        try reading.add(try bytes(name, nameLength), try bytes(log, length))
    }
}

private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) throws(CFailure) -> [UInt8] {
    guard let start, (0...0x3FFF_FFFF).contains(count) else {
        throw CFailure(.badArgument, message: "the bytes are NULL, or their number is not between 0 and 1073741823")
    }
    return [UInt8](UnsafeBufferPointer(start: start, count: count))
}

@_cdecl("flow_reading_summarize")
public func flowReadingSummarize(_ pointer: UnsafeMutableRawPointer?, _ form: CInt) -> CInt {
    call(pointer, "flow_reading_summarize", form) { reading, form throws(CFailure) in try reading.summarize(form) }
}

@_cdecl("flow_reading_rows")
public func flowReadingRows(_ pointer: UnsafeMutableRawPointer?, _ tables: Int64, _ oneIn: Int64) -> CInt {
    guard let reading = reading(pointer) else { return CStatus.noMachine.rawValue }
    return reading.call("flow_reading_rows") { reading throws(CFailure) in try reading.rows(tables, oneIn: oneIn) }
}

@_cdecl("flow_reading_tables")
public func flowReadingTables(_ pointer: UnsafeMutableRawPointer?) -> CInt {
    guard let reading = reading(pointer) else { return CStatus.noMachine.rawValue }
    return reading.call("flow_reading_tables") { _ throws(CFailure) in FleetTable.json }
}

@_cdecl("flow_reading_explain")
public func flowReadingExplain(_ pointer: UnsafeMutableRawPointer?, _ event: Int64, _ form: CInt) -> CInt {
    call(pointer, "flow_reading_explain", form) { reading, form throws(CFailure) in try reading.explain(event, form) }
}

@_cdecl("flow_reading_compare")
public func flowReadingCompare(_ pointer: UnsafeMutableRawPointer?, _ form: CInt) -> CInt {
    call(pointer, "flow_reading_compare", form) { reading, form throws(CFailure) in try reading.compare(form) }
}

@_cdecl("flow_reading_draw")
public func flowReadingDraw(_ pointer: UnsafeMutableRawPointer?, _ drawing: CInt, _ form: CInt) -> CInt {
    call(pointer, "flow_reading_draw", form) { reading, form throws(CFailure) in try reading.draw(try kind(drawing), form) }
}

@_cdecl("flow_reading_draw_part")
public func flowReadingDrawPart(_ pointer: UnsafeMutableRawPointer?, _ drawing: CInt, _ form: CInt, _ first: Int64, _ last: Int64) -> CInt {
    call(pointer, "flow_reading_draw_part", form) { reading, form throws(CFailure) in
        guard first <= last else { throw CFailure(.badArgument, message: "the last event is before the first") }
        return try reading.draw(try kind(drawing), form, first...last)
    }
}

private func kind(_ drawing: CInt) throws(CFailure) -> LogDrawing.Kind {
    switch drawing {
    case 0: return .sequence
    case 1: return .states
    case 2: return .timeline
    case _: throw CFailure(.badArgument, message: "there is no drawing \(Int64(drawing))")
    }
}

@_cdecl("flow_reading_drawn_rows")
public func flowReadingDrawnRows(_ pointer: UnsafeMutableRawPointer?, _ first: Int64, _ count: Int64) -> CInt {
    call(pointer, "flow_reading_drawn_rows", CReading.Form.json.rawValue) { reading, _ throws(CFailure) in
        try reading.pageOfFirst().rows(first, count)
    }
}

@_cdecl("flow_reading_step")
public func flowReadingStep(_ pointer: UnsafeMutableRawPointer?, _ event: Int64) -> CInt {
    call(pointer, "flow_reading_step", CReading.Form.json.rawValue) { reading, _ throws(CFailure) in
        try reading.pageOfFirst().step(event)
    }
}

@_cdecl("flow_reading_verify")
public func flowReadingVerify(_ pointer: UnsafeMutableRawPointer?) -> CInt {
    call(pointer, "flow_reading_verify", CReading.Form.json.rawValue) { reading, _ throws(CFailure) in
        try reading.pageOfFirst().verify()
    }
}

@_cdecl("flow_reading_what_if")
public func flowReadingWhatIf(_ pointer: UnsafeMutableRawPointer?, _ edits: UnsafePointer<UInt8>?, _ length: Int, _ form: CInt) -> CInt {
    call(pointer, "flow_reading_what_if", form) { reading, form throws(CFailure) in
        try reading.pageOfFirst().whatIf(try bytes(edits, length), form)
    }
}

@_cdecl("flow_reading_test")
public func flowReadingTest(_ pointer: UnsafeMutableRawPointer?) -> CInt {
    call(pointer, "flow_reading_test", CReading.Form.text.rawValue) { reading, _ throws(CFailure) in try reading.pageOfFirst().test() }
}

@_cdecl("flow_reading_share")
public func flowReadingShare(_ pointer: UnsafeMutableRawPointer?) -> CInt {
    call(pointer, "flow_reading_share", CReading.Form.text.rawValue) { reading, _ throws(CFailure) in try reading.pageOfFirst().share() }
}

private let nothing: StaticString = ""

@_cdecl("flow_reading_result")
public func flowReadingResult(_ pointer: UnsafeRawPointer?) -> UnsafePointer<UInt8> {
    reading(pointer).map { UnsafePointer($0.result.start) } ?? nothing.utf8Start
}

@_cdecl("flow_reading_result_length")
public func flowReadingResultLength(_ pointer: UnsafeRawPointer?) -> Int { reading(pointer)?.result.count ?? 0 }

@_cdecl("flow_reading_error")
public func flowReadingError(_ pointer: UnsafeRawPointer?) -> UnsafePointer<UInt8> {
    reading(pointer).map { UnsafePointer($0.error.start) } ?? nothing.utf8Start
}
