/// The meaning of the partner framework's answer: whether there is an account on the device. Decisions use this value and not the answer's
/// status. They therefore never mistake an error, a time-out or a missing permission for "no viewer is signed in on the device".
enum PartnerReading {
    /// The framework named the provider of the account on the device.
    case account(PlatformMappingID)
    /// The framework answered that there is no account on the device.
    case nobody
    /// The app has no permission to know whether there is an account.
    case hidden
    /// The framework failed, so there may be an account.
    case failed(PartnerError)
}

extension PartnerAnswer {
    /// The meaning of the answer. If the answer names a provider, there is an account, even if the answer also contains an error.
    var reading: PartnerReading {
        if status.permission != .granted { return .hidden }
        if let mapping = status.mapping { return .account(mapping) }
        return error.map { .failed($0) } ?? .nobody
    }
}
