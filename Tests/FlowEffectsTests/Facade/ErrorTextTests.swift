import FlowEffects
import FlowMachine
import Foundation
import Testing

@Suite struct ErrorTextTests {
    @Test func `localizedDescription of every error is a text of this library`() {
        let log = LogFailure(.noChecksum, line: 3, column: 1)
        let errors: [(any Error, String)] = [
            (FlowRefusal(.unreachable), "Adobe could not be reached."),
            (
                FlowRefusal(.denied, code: "a_code", trace: "t1", details: "SECRET"),
                "The provider or Adobe does not allow this resource (a_code, trace t1)."
            ),
            (PermitFailure.signedOut, "The viewer has signed out since the permit was granted."),
            (HTTPFailure.canceled, "The request was canceled."),
            (
                FlowFailure.log(EventLogFailure(.reading, place: "p", cause: "c")), "p: the log cannot be read (c): check the folder"
            ),
            (EventLogFailure(.reading, place: "p", cause: "c"), "p: the log cannot be read (c): check the folder"),
            (FlowVaultFailure(.reading, path: "p", cause: "c"), "p: the vault cannot be read (c): check the folder"),
            (log, "line 3, column 1: the line does not end with a checksum"),
            (CodingFailure(.tooDeep, column: 0), "the nesting is deeper than in any record"),
            (SettingsFailure(.host, .empty), "host is empty: write it like https://sp.auth.adobe.com"),
            (ReplayFailure.log(log), "line 3, column 1: the line does not end with a checksum"),
        ]
        for (error, text) in errors {
            #expect(error.localizedDescription == text)
            if !(error is FlowRefusal) { #expect("\(error)" == text) }
        }
    }

    @Test func `each reason of a refusal has a sentence of its own, and three of them are cancellations`() {
        let refusals = FlowRefusal.Reason.allCases.map { FlowRefusal($0) }
        #expect(Set(refusals.map(\.errorDescription)).count == refusals.count)
        #expect(refusals.filter(\.isCancellation).map(\.reason) == [.canceled, .signedOut, .shutDown])
        #expect(refusals.map(\.description).allSatisfy { $0.hasPrefix("FlowRefusal: ") })
    }
}
