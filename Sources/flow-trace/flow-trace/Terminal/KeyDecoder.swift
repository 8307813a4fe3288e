import FlowReading

/// Decodes the keys that the user typed from the bytes that a terminal sends.
struct KeyDecoder {
    /// A key for the program, or a key with a fixed meaning for the terminal, such as Ctrl-C.
    enum Input: Equatable {
        case key(StepKey)
        /// Ctrl-C, Ctrl-D: stop at once.
        case interrupt
        /// Ctrl-Z: stop the process until the shell continues it.
        case suspend
        /// Ctrl-L: draw everything again.
        case redraw
    }

    /// The first bytes of a key whose other bytes have not arrived yet.
    private var pending: [UInt8] = []

    /// The maximum number of bytes of a key's sequence. A longer sequence is dropped.
    private static let longest = 32

    /// Whether the last key is incomplete. A single escape byte is the Escape key if no byte follows it soon.
    var isUnfinished: Bool { !pending.isEmpty }

    /// Returns the keys that are complete after `bytes`.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
        var inputs: [Input] = []
        for byte in bytes {
            pending.append(byte)
            take(&inputs)
        }
        return inputs
    }

    /// Returns the keys that the pending bytes mean if no more bytes follow.
    mutating func end() -> [Input] {
        defer { pending = [] }
        return pending == [0x1B] ? [.key(.escape)] : []
    }

    private mutating func take(_ inputs: inout [Input]) {
        if pending.count > KeyDecoder.longest {
            pending = []
            return
        }
        switch pending[0] {
        case 0x1B: takeEscape(&inputs)
        case 0x03, 0x04: finish(.interrupt, &inputs)
        case 0x1A: finish(.suspend, &inputs)
        case 0x0C: finish(.redraw, &inputs)
        case 0x0A, 0x0D: finish(.key(.enter), &inputs)
        case 0x08, 0x7F: finish(.key(.backspace), &inputs)
        case 0x00..<0x20: pending = []
        case 0x20..<0x7F: finish(.key(.character(Character(Unicode.Scalar(pending[0])))), &inputs)
        case _: takeCharacter(&inputs)
        }
    }

    private mutating func finish(_ input: Input, _ inputs: inout [Input]) {
        inputs.append(input)
        pending = []
    }

    /// Decodes a character of several bytes in UTF-8.
    private mutating func takeCharacter(_ inputs: inout [Input]) {
        let length =
            switch pending[0] {
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            case _: 0
            }
        guard pending.count >= length else { return }
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        if let character = text.first, text.count == 1, character != "\u{FFFD}" { inputs.append(.key(.character(character))) }
    }

    /// Decodes sequences such as `ESC [ A`, `ESC O A` and `ESC [ 5 ~`. Reads any other sequence to its end and drops it.
    private mutating func takeEscape(_ inputs: inout [Input]) {
        guard pending.count > 1 else { return }
        guard pending[1] == 0x5B || pending[1] == 0x4F else {
            // The second byte belongs to another key, which was typed right after Escape.
            let next = pending[1]
            finish(.key(.escape), &inputs)
            pending = [next]
            if next != 0x1B { take(&inputs) }
            return
        }
        guard pending.count > 2, let last = pending.last, (0x40...0x7E).contains(last) else { return }
        let keys: [String: StepKey] = [
            "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end, "8~": .end,
            "5~": .pageUp, "6~": .pageDown,
        ]
        let key = keys[String(decoding: pending[2...], as: UTF8.self)]
        pending = []
        if let key { inputs.append(.key(key)) }
    }
}
