import FlowMachine

/// The question that a reply or a timer's event answers.
package enum Question: Equatable {
    case call(Call)
    case partner(PartnerRequest)
    case timer(TimerPurpose)

    /// Whether the question polls for a sign-in on another screen.
    package var isPoll: Bool {
        if case .call(let call) = self { call.endpoint.descriptor.role == .poll } else { false }
    }
}
