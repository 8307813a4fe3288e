/// A finding in words: the cause in one or two sentences, and the advice.
struct FindingWords {
    let text: String
    let advice: String

    init(_ text: String, _ advice: String) {
        self.text = text
        self.advice = advice
    }

    // Sentences that several findings share.
    static let askAdobe = "Ask Adobe's support, and quote the lines below."
    static let previewsLess = "Preview at most five resources at a time, or ask Adobe's support for a higher limit."
    static let compareSettings =
        "Compare the app's settings with Adobe's dashboard: names of providers, temporary access, domain and redirect URL."
    static let unlessUnintended = "Nothing is wrong, unless the viewer did not intend to cancel."
    static let allowAccess = "Ask the viewer to allow it in the device's settings for the TV provider."
    static let askAboutIntegration = "Ask the administrator of Adobe's dashboard whether the provider's integration was changed."
    static let sendsSignOutAgain = "The flow sends the sign-out again at the next launch, sign-in or playback."
}
