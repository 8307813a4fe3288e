/// One input of libFuzzer: a byte that selects API, endpoint and status, a line for the header `Date`, and the body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = input.dropFirst()
    let lineEnd = rest.firstIndex(of: 0x0A) ?? rest.startIndex
    let date = String(decoding: rest[rest.startIndex..<lineEnd], as: UTF8.self)
    AnswerTrial(choice: Int(first), date: date, body: Array(rest[lineEnd...].dropFirst(lineEnd == rest.startIndex ? 0 : 1))).run()
    return 0
}
