/// What an answer of the partner framework says about the account on the device. Decisions read this value, never the answer's status: an
/// error, a time-out or a missing permission cannot be read as "no viewer is signed in on the device".
enum PartnerReading {
    /// The framework named the provider of the account on the device.
    case account(PlatformMappingID)
    /// The framework answered that there is no account on the device.
    case nobody
    /// The app may not see whether there is an account.
    case hidden
    /// The framework failed: there may be an account.
    case failed(PartnerError)
}

extension PartnerAnswer {
    /// The reading of the answer. A provider is believed even beside an error, since the framework can only name one that exists.
    var reading: PartnerReading {
        if status.permission != .granted { return .hidden }
        if let mapping = status.mapping { return .account(mapping) }
        return error.map { .failed($0) } ?? .nobody
    }
}
