@_spi(Testing) @testable import FlowMachine

/// One input of libFuzzer: a byte that selects the form of the segment, and the rest of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let bytes: [UInt8]
    switch first & 3 {
    // As the digit 0: a segment as it is.
    case 0: bytes = Array(input.dropFirst())
    // 1: lines whose checksums are corrected here, since no mutation matches a checksum.
    case 1: bytes = Sealing.sealed(input.dropFirst())
    // 2 or 3: the same, after a header that every such input has.
    case _: bytes = Sealing.sealed((usualHeader + input.dropFirst())[...])
    }
    LogTrial(bytes: bytes).run()
    return 0
}

/// A header's line without its checksum.
private let usualHeader: [UInt8] = {
    let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .iOS)
    let line = LogWriter(header: LogHeader(app: "Fuzz/1", support: "F", settings: settings)).headerLine
    return line.dropLast(LineWriter.sealLength + 1) + [0x0A]
}()
