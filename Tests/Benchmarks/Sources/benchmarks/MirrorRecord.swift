/// The same records as an app would write them with `Codable`, as input for Foundation's coders. Each kind of object is
/// one struct whose fields are optional if the kind decides; an absent field costs Foundation next to nothing.
struct MirrorRecord: Codable {
    let number: Int64
    let by: Int64?
    let event: MirrorEvent
    let rule: String
    let state: String
    let step: String
    let effects: [MirrorEffect]
    let digest: String
    let crc: String
}

struct MirrorEvent: Codable {
    let time: Int64
    let origin: Origin

    struct Origin: Codable {
        let kind: String
        let user: User?
        let app: App?
        let request: Int64?
        let reply: MirrorReply?
        let timer: Int64?
    }

    struct User: Codable {
        let kind: String
        let wish: Int64?
        let resource: String?
        let resources: [String]?
        let under: Kind?
        let presentation: Int64?
        let choice: Choice?
    }

    struct Choice: Codable {
        let kind: String
        let mvpd: String?
    }

    struct App: Codable {
        let kind: String
        let kept: PersistedState?
    }

    struct PersistedState: Codable {
        let owedLogouts: [String]
        let first: Numbers
    }

    struct Numbers: Codable {
        let request: Int64
        let timer: Int64
        let presentation: Int64
    }

    struct Kind: Codable {
        let kind: String
    }
}

struct MirrorReply: Codable {
    let result: Result
    let serverTime: Int64?

    struct Result: Codable {
        let kind: String
        let client: String?
        let token: MirrorToken?
        let configuration: Configuration?
        let profiles: [MirrorProfile]?
        let session: Session?
        let decisions: [MirrorDecision]?
        let logouts: [Logout]?
        let partner: Partner?
    }

    struct Configuration: Codable {
        let ref: String
        let providers: [Provider]
    }

    struct Provider: Codable {
        let mvpd: String
        let mapping: String?
        let enablesPlatformServices: Bool
        let showsInPlatformPicker: Bool
        let enforcesPlatformPermissions: Bool
        let boarding: String
        let isTemporary: Bool
    }

    struct Session: Codable {
        let kind: String
        let request: String?
        let mvpd: String?
        let session: OpenSession?
    }

    struct OpenSession: Codable {
        let code: String
        let notAfter: Int64?
        let link: String?
        let mvpd: String?
        let missing: [String]
        let reason: String
    }

    struct Logout: Codable {
        let mvpd: String
        let action: MirrorEvent.Kind
    }

    struct Partner: Codable {
        let status: MirrorStatus
        let saml: SAML?
    }

    struct SAML: Codable {
        let ref: String
        let length: Int64
    }
}

struct MirrorEffect: Codable {
    let kind: String
    let request: Int64?
    let call: Call?
    let partner: Partner?
    let presentation: Int64?
    let what: What?
    let wish: Int64?
    let answer: Answer?
    let timer: Int64?
    let purpose: String?
    let at: Int64?
    let fact: PersistedValue?

    struct Call: Codable {
        let token: String?
        let endpoint: Endpoint
    }

    struct Endpoint: Codable {
        let kind: String
        let client: String?
        let code: String?
        let mvpd: String?
        let resource: String?
        let resources: [String]?
        let saml: String?
        let status: MirrorStatus?
    }

    struct Partner: Codable {
        let kind: String
        let prompt: Bool?
        let configuration: String?
        let authenticationRequest: String?
        let interruption: Bool?
    }

    struct What: Codable {
        let kind: String
        let configuration: String?
        let code: String?
        let notAfter: Int64?
        let secret: String?
        let fact: String?
    }

    struct Answer: Codable {
        let kind: String
        let resource: String?
        let media: MirrorMedia?
        let source: String?
        let error: MirrorError?
        let decisions: [MirrorDecision]?
        let access: Access?
        let owed: Bool?
        let settings: Bool?
    }

    struct Access: Codable {
        let kind: String
        let profile: MirrorProfile?
    }

    struct PersistedValue: Codable {
        let kind: String
        let client: String?
        let token: MirrorToken?
        let provider: RememberedProvider?
        let profile: MirrorProfile?
        let code: PersistedCode?
        let mark: Mark?
        let mvpds: [String]?
    }

    struct RememberedProvider: Codable {
        let mvpd: String
        let mapping: String?
    }

    struct PersistedCode: Codable {
        let code: String
        let notAfter: Int64
        let mvpd: String?
    }

    struct Mark: Codable {
        let provider: String?
        let isAccountUnknown: Bool?
        let owesSettings: Bool?
    }
}

struct MirrorToken: Codable {
    let ref: String
    let notAfter: Int64
}

struct MirrorMedia: Codable {
    let ref: String
    let notAfter: Int64
}

struct MirrorProfile: Codable {
    let mvpd: String
    let type: String
    let notAfter: Int64
    let attributes: String?
}

struct MirrorStatus: Codable {
    let permission: String
    let provider: String?
    let expiry: Int64?
}

struct MirrorDecision: Codable {
    let resource: String
    let verdict: Verdict
    let source: String
    let notAfter: Int64?

    struct Verdict: Codable {
        let kind: String
        let media: MirrorMedia?
        let error: MirrorError?
    }
}

struct MirrorError: Codable {
    let action: String
    let status: Int64
    let code: String?
    let text: String?
    let trace: String?
}
