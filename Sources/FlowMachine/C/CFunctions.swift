// The functions that `include/flowmachine.h` declares and documents. Only this file converts pointers and lengths to values.

private let longest = 0x3FFF_FFFF

private func machine(_ pointer: UnsafeRawPointer?) -> CMachine? {
    pointer.map { Unmanaged<CMachine>.fromOpaque($0).takeUnretainedValue() }
}

/// Runs a call that has bytes as its input.
private func call(
    _ pointer: UnsafeMutableRawPointer?, _ name: StaticString, _ bytes: UnsafePointer<UInt8>?, _ length: Int,
    _ body: (CMachine, [UInt8]) throws(CFailure) -> [UInt8]
) -> CInt {
    guard let machine = machine(pointer) else { return CStatus.noMachine.rawValue }
    return machine.call(name) { machine throws(CFailure) in
        guard (0...longest).contains(length) else {
            throw CFailure(.badArgument, "the length is not between 0 and \(longest): pass the number of bytes")
        }
        guard let bytes else { throw CFailure(.badArgument, "the bytes are NULL: pass a pointer to JSON") }
        return try body(machine, [UInt8](copying: UnsafeBufferPointer(start: bytes, count: length)))
    }
}

@_cdecl("flow_new")
public func flowNew() -> UnsafeMutableRawPointer { Unmanaged.passRetained(CMachine()).toOpaque() }

@_cdecl("flow_free")
public func flowFree(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<CMachine>.fromOpaque(pointer).release() }
}

@_cdecl("flow_begin")
public func flowBegin(_ pointer: UnsafeMutableRawPointer?, _ settings: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    call(pointer, "flow_begin", settings, length) { machine, bytes throws(CFailure) in try machine.begin(bytes) }
}

@_cdecl("flow_decide")
public func flowDecide(_ pointer: UnsafeMutableRawPointer?, _ event: UnsafePointer<UInt8>?, _ length: Int, _ by: Int64) -> CInt {
    call(pointer, "flow_decide", event, length) { machine, bytes throws(CFailure) in try machine.decide(bytes, by: by) }
}

@_cdecl("flow_rotate")
public func flowRotate(_ pointer: UnsafeMutableRawPointer?) -> CInt {
    guard let machine = machine(pointer) else { return CStatus.noMachine.rawValue }
    return machine.call("flow_rotate") { machine throws(CFailure) in try machine.rotate() }
}

@_cdecl("flow_resume")
public func flowResume(_ pointer: UnsafeMutableRawPointer?, _ log: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    call(pointer, "flow_resume", log, length) { machine, bytes throws(CFailure) in try machine.resume(bytes) }
}

@_cdecl("flow_verify")
public func flowVerify(_ pointer: UnsafeMutableRawPointer?, _ log: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    call(pointer, "flow_verify", log, length) { machine, bytes throws(CFailure) in try machine.verify(bytes) }
}

@_cdecl("flow_share")
public func flowShare(_ pointer: UnsafeMutableRawPointer?, _ log: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    call(pointer, "flow_share", log, length) { machine, bytes throws(CFailure) in machine.share(bytes) }
}

private let nothing: StaticString = ""

@_cdecl("flow_result")
public func flowResult(_ pointer: UnsafeRawPointer?) -> UnsafePointer<UInt8> {
    machine(pointer).map { UnsafePointer($0.result.start) } ?? nothing.utf8Start
}

@_cdecl("flow_result_length")
public func flowResultLength(_ pointer: UnsafeRawPointer?) -> Int { machine(pointer)?.result.count ?? 0 }

@_cdecl("flow_number")
public func flowNumber(_ pointer: UnsafeRawPointer?) -> Int64 { machine(pointer)?.number ?? 0 }

@_cdecl("flow_verified")
public func flowVerified(_ pointer: UnsafeRawPointer?) -> Int64 { machine(pointer)?.verified ?? 0 }

@_cdecl("flow_error")
public func flowError(_ pointer: UnsafeRawPointer?) -> UnsafePointer<UInt8> {
    machine(pointer).map { UnsafePointer($0.error.start) } ?? nothing.utf8Start
}

@_cdecl("flow_error_line")
public func flowErrorLine(_ pointer: UnsafeRawPointer?) -> Int { machine(pointer)?.line ?? 0 }

@_cdecl("flow_error_column")
public func flowErrorColumn(_ pointer: UnsafeRawPointer?) -> Int { machine(pointer)?.column ?? 0 }

/// The text of `LogHeader.library`, as bytes that never move, because C needs such bytes. A test compares both texts.
private let version: StaticString = "0.3.0-dev"

@_cdecl("flow_version")
public func flowVersion() -> UnsafePointer<UInt8> { version.utf8Start }

@_cdecl("flow_format")
public func flowFormat() -> CInt { CInt(truncatingIfNeeded: LogHeader.format) }

@_cdecl("flow_model_revision")
public func flowModelRevision() -> CInt { CInt(truncatingIfNeeded: LogHeader.modelRevision) }
