#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if !VIDEO_SUBSCRIBER_STAND_IN
        import UIKit
    #endif

    extension VSAccountMetadataRequest {
        /// Creates the request for `question`. Every request asks for the provider and the expiry; the other values depend on the phase.
        ///
        /// `supportedAuthenticationSchemes` keeps its default value, SAML. The framework uses this value to find compatible providers, and Apple's
        /// documentation of `accountProviderResponse` requires no other value.
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
        /// Creates the outcome of a metadata request, which the framework accepts only if the permission is granted.
        ///
        /// Since Adobe Pass 3.9, Adobe's authentication requests may be of a type other than SAML. The provider's answer is then only in
        /// `accountProviderResponse`, and Adobe judges it.
        init(_ metadata: VSAccountMetadata?, _ error: (any Error)?) {
            self.init(
                permission: .granted, mapping: metadata?.accountProviderIdentifier,
                expiry: metadata?.authenticationExpirationDate.flatMap(PartnerOutcome.milliseconds),
                saml: metadata?.samlAttributeQueryResponse ?? metadata?.accountProviderResponse?.body, error: error.map { PartnerError($0) }
            )
        }

        /// Returns a date in milliseconds since 1970 (G-14); `nil` for a date outside the range of `Int64`.
        static func milliseconds(_ date: Date) -> Int64? { Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) }
    }

    extension Permission {
        /// Converts the framework's access status. A status that this library does not know is treated as not determined.
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
        /// Converts the framework's error to the kinds that the machine distinguishes. The error's domain must be the framework's, because the same
        /// codes have other meanings in other domains (G-08).
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
