// The kinds of a step decide which judges receive the step. Most steps concern few judges. Before the steps had kinds, every judge looped
// over the effects of every step, and these loops took two thirds of the judges' time.

extension RunStep {
    /// The kinds of an event and of its effects.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        // Effects
        static let call = Kinds(rawValue: 1)
        static let partner = Kinds(rawValue: 1 << 1)
        static let cancel = Kinds(rawValue: 1 << 2)
        static let present = Kinds(rawValue: 1 << 3)
        static let answer = Kinds(rawValue: 1 << 4)
        static let arm = Kinds(rawValue: 1 << 5)
        static let disarm = Kinds(rawValue: 1 << 6)
        static let keep = Kinds(rawValue: 1 << 7)
        static let forgetFact = Kinds(rawValue: 1 << 8)
        static let forgetSecret = Kinds(rawValue: 1 << 9)

        // Events
        /// The first launch of the run.
        static let launch = Kinds(rawValue: 1 << 16)
        static let foregrounded = Kinds(rawValue: 1 << 17)
        static let secretLost = Kinds(rawValue: 1 << 18)
        static let held = Kinds(rawValue: 1 << 19)
        /// Any event of the app that has no kind of its own.
        static let otherApp = Kinds(rawValue: 1 << 20)
        static let user = Kinds(rawValue: 1 << 21)
        static let timer = Kinds(rawValue: 1 << 22)
        /// Adobe's answer to an open request.
        static let adobesAnswer = Kinds(rawValue: 1 << 23)
        /// The partner framework's answer to an open request.
        static let partnersAnswer = Kinds(rawValue: 1 << 24)
        /// An answer to a request that is not open.
        static let strayAnswer = Kinds(rawValue: 1 << 25)
        /// Any event whose time is earlier than that of the last event, because the device's clock was set back.
        static let setBack = Kinds(rawValue: 1 << 26)

        static let anyApp: Kinds = [.launch, .foregrounded, .secretLost, .held, .otherApp]
        static let anyAnswer: Kinds = [.adobesAnswer, .partnersAnswer, .strayAnswer]

        init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Creates the set of the kinds of `effects`.
        init(of effects: [Effect]) {
            self = []
            for index in effects.indices { insert(effects[index].stepKind) }
        }
    }

    /// Creates a step of a run, and determines its kinds.
    init(
        event: FlowEvent, arrived: FlowEvent, isLate: Bool, effects: [Effect], answered: Outstanding.Request?,
        fired: Outstanding.RunningTimer?, opened: Outstanding.Open?, isLaunch: Bool, isSetBack: Bool, before: Outstanding,
        after: Outstanding
    ) {
        var kinds = Kinds(of: effects)
        switch event.origin {
        case .app(.launched): kinds.insert(isLaunch ? .launch : .otherApp)
        case .app(.foregrounded): kinds.insert(.foregrounded)
        case .app(.secretLost): kinds.insert(.secretLost)
        case .app(.held): kinds.insert(.held)
        case .app(.backgrounded), .app(.vaultFailed), .app(.shutDown): kinds.insert(.otherApp)
        case .user: kinds.insert(.user)
        case .timer: kinds.insert(.timer)
        case .reply:
            if let answered { kinds.insert(answered.isForAdobe ? .adobesAnswer : .partnersAnswer) } else { kinds.insert(.strayAnswer) }
        }
        if isSetBack || fired.map({ $0.due > event.time }) ?? false { kinds.insert(.setBack) }
        self.init(
            event: event, arrived: arrived, isLate: isLate, effects: effects, answered: answered, fired: fired, opened: opened,
            isLaunch: isLaunch, isSetBack: isSetBack, before: before, after: after, kinds: kinds)
    }
}

extension Effect {
    fileprivate var stepKind: RunStep.Kinds {
        switch self {
        case .call: .call
        case .partner: .partner
        case .cancel: .cancel
        case .present: .present
        case .answer: .answer
        case .arm: .arm
        case .disarm: .disarm
        case .keep: .keep
        case .forget(.fact): .forgetFact
        case .forget(.secret): .forgetSecret
        }
    }
}
