import FlowEffects
import FlowSimulation
import FlowSummary
import FlowTestSupport
import Foundation
import Testing

/// Sends the summary of each earlier launch that is not in `sent`, and its log if that is worth it.
/// - Parameters:
///   - sent: the support ids of the launches whose summaries were sent before.
///   - isRequested: whether the viewer pressed *Send report*.
func sendSummaries(
    of flow: Flow, except sent: Set<String>, isRequested: Bool = false,
    send: (LaunchSummary) async -> Void, upload: ([LogSegment]) async -> Void
) async throws {
    let sampling = LogSampling(oneIn: 1000)
    let launches = LaunchSummarizer()
    var segments: [LogSegment] = []
    for try await segment in try await flow.exportedSegments() {
        // A segment of the next launch: the one before is complete.
        if var summary = try launches.add(segment.bytes) {
            if !sent.contains(summary.support) {
                summary.uploadedLog = sampling.upload(summary, isRequested: isRequested)
                await send(summary)
                if summary.uploadedLog != nil { await upload(segments) }
            }
            segments = []
        }
        segments.append(segment)
    }
}

@Suite("Summaries") struct SummaryTests {
    /// One launch of an app in which the viewer asks for a channel.
    private func launch(_ adobe: SharedAdobe, _ vault: FlowVault, _ log: any EventLog, playing channel: String) async throws -> Flow {
        let flow = try Flow(
            .simulated(.appleTV), vault: vault, log: log,
            ports: FlowPorts(transport: InProcessTransport(adobe: adobe), device: { .appleTV }, throttle: HostThrottle()))
        await flow.start()
        for await status in flow.status where status == .signedOut || status.viewer != nil { break }
        if flow.status.value.viewer == nil {
            adobe.addProfile("SmallCo", device: flow.deviceIdentifier)
            await flow.enterForeground()
        }
        _ = try? await flow.play(channel)
        return flow
    }

    @Test func `an app sends the summary of each earlier launch once, and uploads the logs of those that failed`() async throws {
        let folder = TemporaryFolder()
        let vault = FlowVault.inMemory()
        let adobe = SharedAdobe()
        adobe.withAdobe { $0.denials = [.init(resource: "channel-9")] }
        var ids: [String] = []
        for channel in ["channel-1", "channel-9", "channel-1"] {
            let log = FileEventLog(folder: URL(filePath: folder.path))
            let flow = try await launch(adobe, vault, log, playing: channel)
            ids.append(flow.supportID)
            if ids.count == 3 {
                var sent: [LaunchSummary] = []
                var uploaded: [LogSegment] = []
                try await sendSummaries(of: flow, except: [ids[0]]) {
                    sent.append($0)
                } upload: {
                    uploaded += $0
                }
                #expect(sent.map(\.support) == [ids[1]], "the first was sent before, and the last has not ended")
                #expect(sent.map(\.uploadedLog?.reason) == [.unfulfilled])
                #expect(sent.first?.requests.map(\.outcome) == [.denied])
                #expect(uploaded.count == 1 && uploaded.allSatisfy { $0.name.contains(ids[1]) })
                #expect(sent.first?.installation == nil, "an exported log does not have it")
            }
            await flow.shutDown()
        }
    }
}
