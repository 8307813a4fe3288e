import FlowMachine

/// Returns an error message about a log: `file:line:column:`, what is wrong, and what to do.
package func complaint(_ failure: LogFailure, in name: String) -> String {
    // A line break in the file's name must not break the message.
    let name = Printable.text(name, ascii: false)
    var text = "\(name):\(failure.line):\(failure.column): \(failure.text)."
    let good = failure.line - 1
    if good > 1 {
        text += "\n  the \(good) lines before it can be read: flow-trace render \(shellWord(name))"
    } else if failure.line == 1, failure.reason.isForeign {
        text += "\n  This does not look like a log of FlowMachine: its first line must be a header."
    }
    return Printable.lines(text)
}

extension LogFailure.Reason {
    /// Whether the first line may not be a header at all. A whole line with a checksum or a format is a header.
    fileprivate var isForeign: Bool {
        switch self {
        case .torn, .noChecksum, .content: true
        case .empty, .checksum, .format, .number, .snapshot, .foreignModel: false
        }
    }
}

/// Returns a file name quoted for a shell. A name that begins with `-` begins with `./`, so that the tool does not read it as an option.
package func shellWord(_ name: String) -> String {
    let name = name.hasPrefix("-") && name != "-" ? "./" + name : name
    let isPlain = name.utf8.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2E, 0x2F, 0x5F, 0x2D, 0x2B, 0x2C, 0x3A, 0x3D, 0x40: true
        case _: false
        }
    }
    if isPlain, !name.isEmpty { return name }
    return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
