import DemoTVCore
import FlowEffects
import FlowObservation
import Foundation

#if canImport(SwiftUI)
    import SwiftUI
#else
    import SwiftUIStandIn
#endif

/// What the viewer tells support, and a way to send the log.
public struct SupportView: View {
    /// Sends a segment of the log to the app's server.
    public typealias Upload = @Sendable (_ supportID: String, _ segment: LogSegment) async throws -> Void

    @State private var support: Support
    let upload: Upload
    let close: @MainActor () -> Void

    init(_ session: ObservableFlow, upload: @escaping Upload, close: @escaping @MainActor () -> Void) {
        _support = State(wrappedValue: Support(session))
        self.upload = upload
        self.close = close
    }

    public var body: some View {
        VStack(spacing: 24) {
            Text(localized("Support ID: %@", support.supportID)).font(.headline)
            Text(localized("Sign-in with this device's TV provider account: %@", support.singleSignOn))
            Text(localized("The log holds no password, no name, and not what you watch.")).font(.footnote)
            Button(localized("Send the log to support")) { Task { await support.send(by: upload) } }
            #if !os(tvOS)
                // An Apple TV has no share sheet.
                Button(localized("Share the log")) { Task { await support.write(into: FileManager.default.temporaryDirectory) } }
            #endif
            switch support.export {
            case .none: EmptyView()
            case .reading: Text(localized("Reading the log …"))
            case .files(let files): SharedFiles(files: files)
            case .sent: Text(localized("Sent. Thank you."))
            case .failed(let reason): Text(reason)
            }
            Button(localized("Back")) { close() }
        }
        .padding()
    }
}

/// A share sheet for the files of the log.
struct SharedFiles: View {
    let files: [URL]

    var body: some View {
        #if os(tvOS)
            EmptyView()
        #else
            ShareLink(localized("Share %@ files", "\(files.count)"), items: files)
        #endif
    }
}
