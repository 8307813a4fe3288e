import DemoTVCore
import FlowEffects
import Foundation

#if canImport(SwiftUI)
    import SwiftUI
#else
    import SwiftUIStandIn
#endif

/// A screen of the sign-in.
struct SignInScreenView: View {
    let screen: SignInScreen
    let openSettings: @MainActor () -> Void
    let choose: @MainActor (ViewerChoice) -> Void

    var body: some View {
        VStack(spacing: 24) {
            Text(screen.title).font(.title)
            if let message = screen.message { Text(message) }
            if let code = screen.code { CodeView(code: code) }
            if screen.opensSettings { Button(localized("Open Settings")) { openSettings() } }
            ForEach(screen.buttons) { button in
                Button(button.title) { choose(button.choice) }
            }
        }
        .padding()
    }
}

/// A code for a second screen, as text and as a QR code.
struct CodeView: View {
    let code: ShownCode

    var body: some View {
        VStack(spacing: 12) {
            Text(localized("Go to %@ and enter this code:", code.activationURL?.absoluteString ?? localized("our website")))
            Text(code.text).font(.largeTitle.monospaced()).accessibilityLabel(code.text.map { "\($0)" }.joined(separator: " "))
            if let link = code.link {
                Text(localized("Or scan this:"))
                QRCode(link)
            }
            if let expiry = code.expiry { Text(expiry, style: .timer).font(.footnote) }
        }
    }
}
