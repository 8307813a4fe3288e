import FlowTestSupport
import Foundation
import Testing

@testable import flow_trace

/// Logs that the system's gzip and zstd compressed.
@Suite struct CompressedLogTests {
    private let folder = TemporaryFolder()
    private static let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"

    private static func isInstalled(_ program: String) -> Bool {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    private func compress(_ bytes: [UInt8], _ program: String, _ name: String) throws -> String {
        let plain = try folder.write(bytes, "plain")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "-cq", plain]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        unlink(plain)
        return try folder.write([UInt8](data), name)
    }

    @Test(.enabled(if: Self.isInstalled("gzip") && Self.isInstalled("zstd"))) func `a compressed log is read as the log itself`() throws {
        let bytes = try LogFile.read(Self.log).bytes
        let paths = [try compress(bytes, "gzip", "a.jsonl.gz"), try compress(bytes, "zstd", "b.jsonl.zst")]
        for words in [["render", "--grep", "poll"], ["replay", "--json"], ["coverage"], ["diff", "--json", Self.log]] {
            for path in paths {
                let (run, plain) = (Run(words + [path]), Run(words + [Self.log]))
                #expect(run.code == plain.code && run.errors.isEmpty, "\(words): \(run.errors)")
                #expect(lines(run.output).count == lines(plain.output).count, "\(words)")
            }
        }
        let verify = Run(["verify", folder.path])
        #expect(lines(verify.output).map { $0.contains(" 19 events  verified") } == [true, true])
        #expect(Run(["watch", paths[0]]).code == .unreadable)
        // Of a folder, the newest log that can grow is followed.
        _ = try folder.write(bytes, "0.jsonl")
        #expect(Run(["watch", "--json", "--until-idle", "0", folder.path]).output.split(separator: "\n").count == 19)
    }

    @Test(.enabled(if: Self.isInstalled("gzip"))) func `a compressed capture is judged as the capture itself`() throws {
        let capture = "\(Repository.path)/Tests/Fixtures/captures/java-bad.har"
        let path = try compress(LogFile.read(capture).bytes, "gzip", "a.har.gz")
        let (run, plain) = (Run(["import", path]), Run(["import", capture]))
        #expect(run.code == plain.code && run.errors.isEmpty)
        #expect(run.output == plain.output.replacing(capture, with: path))
        let whole = try #require(FileManager.default.contents(atPath: path))
        let cut = try folder.write([UInt8](whole.prefix(500)), "cut.har.gz")
        #expect(Run(["import", cut]).code == .unreadable)
    }

    @Test(.enabled(if: Self.isInstalled("gzip"))) func `compressed segments of a launch are one launch`() throws {
        let segments = "\(Repository.path)/\(OutputLogs.folder)/launch"
        for name in ["flow-4711-0001.jsonl", "flow-4711-0002.jsonl"] {
            _ = try compress(LogFile.read("\(segments)/\(name)").bytes, "gzip", name + ".gz")
        }
        #expect(Run(["triage", folder.path]).output.contains("13 events"))
    }

    @Test(.enabled(if: Self.isInstalled("gzip"))) func `a compressed log that is cut off is reported with what to do`() throws {
        let path = try compress(LogFile.read(Self.log).bytes, "gzip", "a.jsonl.gz")
        _ = try folder.write([0x1F, 0x8B, 8, 0], "empty.jsonl.gz")
        let whole = try #require(FileManager.default.contents(atPath: path))
        let cut = try folder.write([UInt8](whole.prefix(500)), "cut.jsonl.gz")
        let run = Run(["verify", cut])
        #expect(run.code == .unreadable)
        #expect(run.errors.hasPrefix("\(cut): cannot be decompressed to its end: gzip finds it damaged or cut off"))
        #expect(Run(["verify", "\(folder.path)/empty.jsonl.gz"]).code == .unreadable)
    }

    @Test(.enabled(if: Self.isInstalled("gzip"))) func `a compressed log that is cut off has a JSON object, like any other damaged log`()
        throws
    {
        let path = try compress(LogFile.read(Self.log).bytes, "gzip", "a.jsonl.gz")
        let whole = try #require(FileManager.default.contents(atPath: path))
        let cut = try folder.write([UInt8](whole.prefix(whole.count - 20)), "cut.jsonl.gz")
        let run = Run(["verify", "--json", folder.path])
        #expect(run.code == .unreadable)
        let objects = lines(run.output)
        try #require(objects.count == 2)
        #expect(objects[0].contains(#""result":"verified""#))
        #expect(objects[1].hasPrefix(#"{"file":"\#(cut)","events":"#))
        #expect(objects[1].contains(#""result":"damaged""#) && objects[1].contains(#""text":"cannot be decompressed to its end"#))
        #expect(run.errors.hasPrefix("\(cut): cannot be decompressed to its end"))
    }
}
