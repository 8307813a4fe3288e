import Foundation

#if canImport(SwiftUI)
    import SwiftUI
#else
    import SwiftUIStandIn
#endif

#if canImport(CoreImage)
    import CoreImage
    import CoreImage.CIFilterBuiltins

    /// A link as a QR code.
    struct QRCode: View {
        private let image: CGImage?

        init(_ link: URL) {
            let filter = CIFilter.qrCodeGenerator()
            filter.message = Data(link.absoluteString.utf8)
            // A television is far away: a high correction level lets a phone read it from a sofa.
            filter.correctionLevel = "Q"
            image = filter.outputImage.flatMap { CIContext().createCGImage($0, from: $0.extent) }
        }

        var body: some View {
            if let image {
                Image(decorative: image, scale: 1).interpolation(.none).resizable().scaledToFit().frame(width: 240, height: 240)
            }
        }
    }
#else
    /// The link as text, where nothing can draw a QR code.
    struct QRCode: View {
        private let link: URL

        init(_ link: URL) { self.link = link }

        var body: some View { Text(link.absoluteString) }
    }
#endif
