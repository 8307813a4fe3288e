import FlowTestSupport
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@testable import flow_trace

/// `step` on a terminal: keys in, a screen out, and the terminal as it was afterwards.
@Suite(.serialized, .enabled(if: PseudoTerminal.tool != nil, "the tool is not beside the tests")) struct StepTerminalTests {
    private static let log = "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"

    private func start(_ words: [String] = []) throws -> PseudoTerminal {
        let terminal = try #require(PseudoTerminal(["step", StepTerminalTests.log] + words))
        #expect(terminal.shows { $0[0].contains("event ") && $0[23] != "" }, "\(terminal.rows)")
        #expect(terminal.isRaw && terminal.modes == [1049])
        return terminal
    }

    @Test func `keys step and search on 80 by 24, and q gives the terminal back`() throws {
        let terminal = try start()
        #expect(terminal.shows { $0[0].contains("event 1 of 19") && $0[23].hasPrefix("? lists the keys") })
        terminal.send("\u{1B}[C\u{1B}[C")
        #expect(terminal.shows { $0[0].contains("event 3 of 19") && $0.contains { $0.hasPrefix("▶  3 ") } })
        terminal.send("p")
        #expect(terminal.shows { $0[0].contains("event 19 of 19") })
        terminal.send("/cable")
        #expect(terminal.shows { $0[23].hasPrefix("/cable_") })
        terminal.send("\u{1B}")
        #expect(terminal.shows { $0[23].contains("? keys") })
        terminal.send("?")
        #expect(terminal.shows { $0[0].hasPrefix("Keys") })
        terminal.send("qq")
        #expect(terminal.ends().map { $0.code == 0 && $0.signal == 0 } == true)
        #expect(terminal.isRestored)
    }

    @Test func `a terminal of another size is drawn anew, one that is too small says so`() throws {
        let terminal = try start(["--at", "9"])
        terminal.resize(columns: 120, rows: 40)
        #expect(
            terminal.shows { $0[0].contains("event 9 of 19") && $0[39].contains("q quit") || $0[39].contains("keys") }, "\(terminal.rows)")
        terminal.resize(columns: 60, rows: 20)
        #expect(terminal.shows { $0[0].hasPrefix("This terminal has 60 columns") })
        terminal.send("\u{03}")
        #expect(terminal.ends()?.code == 0)
        #expect(terminal.isRestored)
    }

    @Test func `damage is reported after the terminal is given back`() throws {
        let folder = TemporaryFolder()
        var bytes = try LogFile.read(Self.log).bytes
        bytes[bytes.count / 2] ^= 1
        let path = try folder.write(bytes, "damaged.jsonl")
        let terminal = try #require(PseudoTerminal(["step", path]))
        #expect(terminal.shows { $0[0].contains("event 1 ") })
        terminal.send("q")
        #expect(terminal.ends()?.code == ExitCode.logFails.rawValue)
        #expect(terminal.isRestored)
        #expect(terminal.rows.joined().contains("lines before it can be read"), "\(terminal.rows)")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT])
    func `a signal that ends the process gives the terminal back`(signal: Int32) throws {
        let terminal = try start()
        kill(terminal.process, signal)
        #expect(terminal.ends()?.signal == signal)
        #expect(terminal.isRestored, "\(terminal.modes)")
    }

    @Test func `a process that is stopped gives the terminal back, and takes it again when it continues`() throws {
        let terminal = try start()
        kill(terminal.process, SIGTSTP)
        #expect(terminal.waits { terminal.isRestored })
        kill(terminal.process, SIGCONT)
        #expect(terminal.shows { _ in terminal.isRaw && terminal.modes == [1049] })
        #expect(terminal.shows { $0[0].contains("event 1 of 19") })
        terminal.send("q")
        #expect(terminal.ends()?.code == 0)
        #expect(terminal.isRestored)
    }

    @Test func `an edit is made and written from within`() throws {
        let folder = TemporaryFolder()
        let terminal = try start()
        terminal.send(">d")
        #expect(terminal.shows { $0[0].contains("what if: 1 edit") })
        terminal.send("w\(folder.path)/other.jsonl\r")
        #expect(terminal.shows { $0[23].hasPrefix("written to ") })
        terminal.send("q")
        #expect(terminal.ends()?.code == 0)
        let written = Run(["verify", "\(folder.path)/other.jsonl"])
        #expect(written.code == .fine, "\(written.errors)")
    }

    @Test func `without a terminal, step names what to use instead`() {
        let run = Run(["step", StepTerminalTests.log])
        #expect(run.code == .usage)
        #expect(run.errors.contains("step needs a terminal: replay prints all events"))
    }
}
