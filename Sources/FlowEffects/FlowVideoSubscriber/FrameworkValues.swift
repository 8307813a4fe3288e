#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if !VIDEO_SUBSCRIBER_STAND_IN
        import UIKit
    #endif

    extension VSAccountMetadataRequest {
        /// The request for `question`: provider and expiry in every phase, the rest as the phase requires.
        ///
        /// `supportedAuthenticationSchemes` keeps its default, SAML: the framework uses it to find compatible providers, and Apple's
        /// documentation of `accountProviderResponse` does not require another value.
        convenience init(_ question: PartnerQuestion) {
            self.init()
            channelIdentifier = PartnerQuestion.channelIdentifier
            includeAccountProviderIdentifier = true
            includeAuthenticationExpirationDate = true
            isInterruptionAllowed = question.isInterruptionAllowed
            supportedAccountProviderIdentifiers = question.supportedMappings
            featuredAccountProviderIdentifiers = question.featuredMappings
            guard let authentication = question.authentication else { return }
            verificationToken = authentication.request
            attributeNames = authentication.attributeNames
        }
    }

    extension PartnerOutcome {
        /// The framework's answer to a request that it accepted. Adobe's authentication requests may be of another type than SAML (since
        /// Adobe Pass 3.9); the provider's answer is then only in `accountProviderResponse`, and Adobe judges it.
        init(_ metadata: VSAccountMetadata?, _ error: (any Error)?) {
            self.init(
                permission: .granted, mapping: metadata?.accountProviderIdentifier,
                expiry: metadata?.authenticationExpirationDate.flatMap(PartnerOutcome.milliseconds),
                saml: metadata?.samlAttributeQueryResponse ?? metadata?.accountProviderResponse?.body, error: error.map { PartnerError($0) }
            )
        }

        /// Milliseconds since 1970 (G-14); `nil` for a date outside the range.
        static func milliseconds(_ date: Date) -> Int64? { Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) }
    }

    extension Permission {
        /// The framework's access status. A status that a later system may add allows nothing.
        init(_ status: VSAccountAccessStatus) {
            switch status {
            case .granted: self = .granted
            case .denied: self = .denied
            case .restricted: self = .restricted
            case _: self = .notDetermined
            }
        }
    }

    extension PartnerError {
        /// The framework's error, reduced to what the machine needs to decide. In another domain the same codes mean something else (G-08).
        init(_ error: any Error) {
            let error = error as NSError
            guard error.domain == VSErrorDomain else {
                self = .other(code: Int64(error.code))
                return
            }
            switch VSError.Code(rawValue: error.code) {
            case .unsupportedProvider?:
                let provider = error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String
                self = .unsupportedProvider(provider.flatMap { PlatformMappingID($0) })
            case .userCancelled?: self = .canceled
            case .providerRejected?: self = .rejected
            case _: self = .other(code: Int64(error.code))
            }
        }
    }
#endif
