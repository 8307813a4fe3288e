import FlowEffects

extension Flow {
    /// Starts the flow, and returns the next screen that `screen` recognizes, for example `flow.shown(\.picker)`.
    package func shown<Screen>(_ screen: (ShownPresentation) -> Screen?) async -> Screen? {
        await start()
        for await shown in presentation {
            if let found = shown.flatMap(screen) { return found }
        }
        return nil
    }

    /// Waits until no screen is shown.
    package func showsNothing() async {
        for await shown in presentation where shown == nil { return }
    }

    /// Starts the flow, and waits until the status matches.
    package func status(_ isWanted: (FlowStatus) -> Bool) async {
        await start()
        for await status in status where isWanted(status) { return }
    }
}

extension ShownPresentation {
    /// The provider picker, if it is one.
    package var picker: ShownPicker? { if case .providerPicker(let picker) = self { picker } else { nil } }
    /// The code, if it is one.
    package var openCode: ShownCode? { if case .code(let code) = self { code } else { nil } }
    /// The problem, if it is one.
    package var shownProblem: ShownProblem? { if case .problem(let problem) = self { problem } else { nil } }
}
