import FlowMachine

/// The meaning of Adobe's answers in words, as the code in FlowEffects/AdobePass reads them.
enum AnswerWords {
    static let json = [
        "A body is JSON in UTF-8 (RFC 8259), possibly after a byte order mark; anything else cannot be read: not UTF-8, two members of the "
            + "same name in one object (compared after unescaping), more than 64 levels, 100,000 values, a number of more than 64 bytes, "
            + "a body of more than 4 MiB.",
        "A body is read up to that bound, counted as unpacked: never all of it first. Then the rest is not waited for, and the connection "
            + "is closed.",
        "A member that is null is absent. Unknown members are skipped. A member of another type than said makes the answer unreadable; "
            + "an answer that cannot be read is failed, transport, unreadable.",
        "A whole number is a JSON number without a fraction (2.0 and 1.5e3 are whole), or text of decimal digits with an optional sign; "
            + "it has 64 bits.",
        "An instant is such a number of milliseconds since 1970, moved into 0 to 2^53 - 1. An id that does not fit its type in the "
            + "schema of the log (flow-trace spec --format json-schema) is absent.",
        "Names and members that are compared are equal byte for byte. Maps are read in the order of their keys' bytes.",
    ]

    static let reply = [
        "A reply is the type Reply in the schema of the log: result, serverTime, retryAfter, trace.",
        "serverTime: the header Date in the form Sun, 06 Nov 1994 08:49:37 GMT, not before 1970; any other text: absent.",
        "retryAfter: the header Retry-After, one to nine digits (seconds) or such a date minus serverTime, at least 0; in milliseconds; "
            + "anything else: absent.",
        "trace: http, the status if the result is failed; request, the header Adobe-Request-Id if it is a UUID (8-4-4-4-12 hexadecimal "
            + "digits); session, the member sessionId of a restV2 session answer if it is a UUID. Without any of them: absent.",
        "A secret in an answer gets the next number of its kind, and the reply names it. Within one answer, secrets of one kind are "
            + "numbered in the order of the reply.",
        "A status of 200 to 299 is a success: see the endpoint's answers. Otherwise: see failures, after the endpoint's own rules for "
            + "that status.",
    ]

    private static let error =
        "An error is an object with any of action, status, code, message, details, trace, each absent if of another type; it is one "
        + "only if it has action or code. It becomes action (one of the type ErrorAction; application-registration is "
        + "applicationRegistration; any other word is none), status (its own if 100 to 999, else the answer's), code (if it fits "
        + "ErrorCode), trace (if it is a UUID), and text, a secret of message (empty if absent) and details if there is one of them."

    static let failures: [(api: String, rules: [String])] = [
        ("all", ["429: throttled."]),
        (
            "registration",
            ["An object whose member error fits ErrorCode: registrationRefused with that code. Otherwise: status with the answer's status."]
        ),
        (
            "restV2",
            [
                error, "401: unauthorized, with the error if there is one.",
                "Other statuses: refused with http (the answer's status) and the error, or status without an error.",
            ]
        ),
        (
            "restV1",
            [
                "The error is as in restV2, but an object with status and message is one too. It can also be XML of at most 64 KiB: after "
                    + "blanks and an <?xml ...?>, <error> with elements of the same names; &lt; &gt; &quot; &apos; &amp; are unescaped in "
                    + "this order. A body of nothing but blanks is empty.",
                "401: unauthorized, with the error if there is one.",
                "400 to 599 with an error: refused. If the error has neither a code nor an action, the answer's status, else the error's, "
                    + "implies the action: 412 authentication; mediaToken 404 and 410 authorization; otherwise 410 authentication.",
                "An empty body whose status implies an action: refused with it, without code. Otherwise: status.",
                "A success whose body is an error with a status of 400 or more: refused, with the answer's status as http.",
            ]
        ),
    ]

    private static let profiles = [
        "profiles: object from MVPD to {type: text of 1 to 64 bytes, notAfter, attributes?}; at most the first 32. A key that is no MVPDID "
            + "or an impossible type makes the answer unreadable. A type with other characters than ProfileType has is written other.",
        "attributes?: object from name to {value?, state?: text}: one secret per profile, sorted by name; json is the value's JSON without "
            + "blanks, members sorted by name, numbers as written, null if absent; isEncrypted if state is enc.",
    ]

    private static let session = [
        "actionName, reasonType?, missingParameters? (texts), url?, code?, mvpd?, notAfter?, authenticationRequest? ({request, type?, "
            + "attributesNames?, attributes?}).",
        "authorize: word with reason (authenticated, authenticatedSSO, degraded, temporary by reasonType, else other) and mvpd.",
        "authenticate, resume, retry: an open session with code (required, not empty; else unreadable), notAfter, mvpd, missing "
            + "(domain is domainName; mvpd, domainName, redirectUrl, else other), reason (none or absent: none; pfs_fallback: "
            + "partnerStatusFallback; configuration_fallback: configurationFallback; missing_parameters_fallback: "
            + "missingParametersFallback; else other). Only authenticate has link: url made absolute.",
        "partner_profile: partnerProfile with the secret request (not empty; attributeNames is attributesNames, else attributes, else none) "
            + "and mvpd; unreadable without authenticationRequest. Any other action: unsupported.",
        link,
    ]

    private static let link =
        "Absolute: only bytes from ! to ~; http:// or https:// in any case with a host stay as they are, but http becomes https as for "
        + "hosts; another scheme before the first / ? or #, or an @ in the host's part: no link; //host gets the scheme of restV2's host; "
        + "/path and path get restV2's host. A host is letters, digits and - . _ ~ %, or hexadecimal digits, colons and dots after [; "
        + "before a colon."

    private static func decisions(tokens: Bool) -> [String] {
        [
            "decisions: list of {authorized: Boolean, resource?, source?, token? ({notAfter, serializedToken}), notAfter?, error?, attributes?};"
                + " at most the first 64.",
            "An entry is about the requested resource with the same name (blanks at both ends ignored), each once; without a name, about "
                + "the one at its place. Any other entry is left out.",
            "verdict permit" + (tokens ? ", with media from token if serializedToken is not empty" : ", never with media")
                + "; else deny with error, or action none and the answer's status without one. source: one of DecisionSource, else other.",
            "attributes? of a permit as for profiles; those that cannot be read are absent.",
        ]
    }

    static func rules(for endpoint: Endpoint.Kind) -> [String] {
        switch endpoint {
        case .register:
            [
                "client_id, client_secret (not empty), grant_types? (texts): the secret client; grantTypes is client_credentials if absent.",
                "grant_types without client_credentials: failed, registrationRefused, unsupported_grant_type.",
            ]
        case .token:
            [
                "access_token (bytes from ! to ~, not empty), created_at (milliseconds), expires_in (seconds, not negative): the secret token "
                    + "and notAfter = created_at + 1000 * expires_in."
            ]
        case .configuration: configuration
        case .profiles, .profile, .profileForCode, .createPartnerProfile: profiles
        case .createSession, .resumeSession, .partnerSession: session
        case .preauthorize: decisions(tokens: false)
        case .authorize: decisions(tokens: true)
        case .logout:
            [
                "logouts: object from MVPD to {actionName, url?}; at most the first 32; a key that is no MVPDID makes the answer unreadable.",
                "action: logout (link: url made absolute), partner_logout: partnerLogout, complete, invalid, else unsupported.", link,
            ]
        case .restV1: []
        }
    }

    private static let configuration = [
        "mvpds in requestor, else mvpds: list of {id?, displayName?, logoUrl?, platformMappingId?, enablePlatformServices?, "
            + "displayInPlatformPicker?, enforcePlatformPermissions?, boardingStatus?, isTempPass?, requiredMetadataFields? (texts)}; at most "
            + "the first 2,000. An entry that cannot be read is left out; if none of a list's entries can, the answer is unreadable.",
        "providers: entries whose id is an MVPDID and, if the app limits its providers, one of those or settings.temporaryAccess. mapping: "
            + "platformMappingId; absent flags are false; boarding: SUPPORTED supported, PICKER picker, else none.",
        "The secret configuration: an entry for each, displayName else the id, logoURL: logoUrl made absolute, with every "
            + "character percent-encoded that is not allowed at its place, absent if it is no link; supported: mappings of those with enablesPlatformServices and "
            + "showsInPlatformPicker; featured: those of them with boarding supported; isLimited: whether the app limits its providers.",
        link,
    ]

    private static let page = "A body whose first 1,024 bytes contain <html or <!doctype in any case: unreadable."

    private static let nobody =
        "an empty body, or an error with action authentication, or with action none and no code"

    private static let denial =
        "403: denied, if the body is empty (action none, status 403) or an error whose action is none, authentication, authorization or "
        + "retry; the decision is about the requested resource, with source mvpd."

    static func rules(for endpoint: RESTV1Endpoint.Kind) -> [String] {
        switch endpoint {
        case .checkAuthentication:
            [page, "Success: authentication with the word {reason: legacyToken}.", "403 with \(nobody): authentication without a word."]
        case .configuration: configuration
        case .profileRequest:
            [
                page,
                "The body, UTF-8 and not empty, at most 4 MiB, is the secret request, unchanged; attributeNames: requiredMetadataFields of the "
                    + "provider in the secret endpoint.configuration.",
            ]
        case .exchange, .logout, .freePreview: ["Success with an empty body: done; with any other: unreadable."]
        case .authenticationToken:
            [
                "mvpd? (absent if no text), expires?: authentication with the word {reason: legacyToken, mvpd, notAfter}.",
                "404 with \(nobody): authentication without a word.",
            ]
        case .createCode:
            [
                "code (not empty), mvpd? (absent if no text), expires?: session authenticate with code, notAfter, mvpd (the call's, else the "
                    + "answer's), no missing, reason none.",
                "link, if there is an mvpd: restV1's host, /api/v1/authenticate? and reg_code, requestor_id, mso_id, domain_name, noflash=true, "
                    + "no_iframe=true, redirect_url.",
            ]
        case .authorize:
            [
                "An object: permit without media. resource?: if it is text and not the requested resource (blanks at both ends ignored), "
                    + "unreadable. source: temppass if mvpd is settings.temporaryAccess, else mvpd.", denial,
            ]
        case .mediaToken:
            [
                "expires, serializedToken (not empty): permit with media. resource? as for authorize; source by mvpdId.", denial,
            ]
        case .preauthorize:
            [
                "resources: list of {id, authorized: Boolean, error?}: for each requested resource, in order, the first entry of its name "
                    + "(blanks at both ends ignored): permit without media, or deny with error, else action none and the answer's status; "
                    + "source mvpd. Without an entry: deny, action none, source other."
            ]
        case .userMetadata:
            [
                "data: object, encrypted?: texts. attributes: name, json and whether encrypted lists the name, sorted by name. isFromPartner: "
                    + "whether data's tokenSource is Apple.",
                "404 or 412 with \(nobody): userMetadata without attributes, isFromPartner false.",
            ]
        }
    }
}
