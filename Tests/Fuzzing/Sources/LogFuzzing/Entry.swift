/// One input of libFuzzer's: a byte that says how it becomes a segment, and the rest of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    // Odd, as the digit 1: lines whose checksums are put right here, since no mutation gets past a checksum.
    let bytes = first & 1 == 0 ? Array(input.dropFirst()) : Sealing.sealed(input.dropFirst())
    LogTrial(bytes: bytes).run()
    return 0
}
