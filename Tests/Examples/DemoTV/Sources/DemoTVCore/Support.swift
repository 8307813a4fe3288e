import FlowEffects
import FlowObservation
import Foundation
import Observation

/// The contents of the support screen, and its log upload.
@MainActor @Observable public final class Support {
    /// The state of the log.
    public enum Export: Equatable, Sendable {
        /// It was not asked for.
        case none
        /// It is read.
        case reading
        /// It is in these files.
        case files([URL])
        /// It was sent to the app's server.
        case sent(segments: Int)
        /// It could not be read, written or sent.
        case failed(String)
    }

    /// The id that the viewer reads out to support.
    public let supportID: String
    /// The state of the log.
    public private(set) var export = Export.none

    private let session: ObservableFlow
    private var flow: Flow { session.flow }

    /// The support screen of that flow.
    public init(_ session: ObservableFlow) {
        self.session = session
        supportID = session.flow.supportID
    }

    /// Why the account of this device does not sign the viewer in, for support.
    public var singleSignOn: String {
        switch session.singleSignOn {
        case .unknown: localized("Not known yet")
        case .used: localized("Used")
        case .notUsed(.permissionDenied): localized("The viewer does not allow it (Settings > TV Provider)")
        case .notUsed(.noAccount): localized("No TV provider account on this device")
        case .notUsed(let reason): localized("Not used: %@", "\(reason)")
        }
    }

    /// Writes the log into files, for a share sheet.
    /// - Parameter folder: where; a folder for this support id is created in it.
    public func write(into folder: URL) async {
        export = .reading
        do {
            let place = folder.appendingPathComponent("DemoTV-\(supportID)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            var files: [URL] = []
            for try await segment in try await flow.exportedSegments() {
                let file = place.appendingPathComponent(segment.name)
                try Data(segment.bytes).write(to: file)
                files.append(file)
            }
            export = .files(files)
        } catch {
            export = .failed("\(error)")
        }
    }

    /// Sends the log to the app's server, one segment at a time. On an Apple TV, which has no share sheet, that is the only way.
    public func send(by upload: @Sendable (_ supportID: String, _ segment: LogSegment) async throws -> Void) async {
        export = .reading
        do {
            var segments = 0
            for try await segment in try await flow.exportedSegments() {
                try await upload(supportID, segment)
                segments += 1
            }
            export = .sent(segments: segments)
        } catch {
            export = .failed("\(error)")
        }
    }
}
