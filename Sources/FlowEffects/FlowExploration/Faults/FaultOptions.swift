import FlowMachine
import FlowSimulation

/// How often faults occur in a session, and how severe they are. Each value of a list is equally likely; a value that is listed twice is twice
/// as likely. Durations are in milliseconds. An option `…OneIn` is the average number of cases for each one in which it happens.
package struct FaultOptions: Sendable, Equatable {
    /// How many steps a session has before everything works again.
    var steps = 20...200
    /// The steps for each fault, on average.
    var faultsOneIn = [3, 5, 8, 15, 40]
    /// The steps for each fault of the log, on average.
    var logFaultsOneIn = [8, 20, 60]
    /// The lead of the device's clock at the start. It is off by months, as on devices without a clock chip.
    var clockAhead: [Int64] = [0, 0, 0, 0, 3_600_000, -3_600_000, 8_035_200_000, -8_035_200_000]

    /// How long a message to or from Adobe takes.
    var transit: ClosedRange<Int64> = 20...250
    /// How much longer a late answer takes.
    var lateBy: [Int64] = [4_000, 29_900, 30_000, 31_000, 95_000, 400_000]
    /// How much longer an answer takes that another one overtakes.
    var reorderedBy: ClosedRange<Int64> = 1...3_000
    /// The times after which an answer arrives again, in milliseconds.
    var doubledAfter: [Int64] = [0, 1, 900, 20_000, 200_000]
    /// How many bytes arrive of an answer that is cut.
    var cutAfterBytes = 0...900
    /// The broken connections for each that stays broken.
    var offlineOneIn = 3
    /// How long such a connection stays broken.
    var offlineFor: [Int64] = [2_000, 40_000, 900_000]

    /// How many calls an outage of Adobe lasts, and how many syncs a slow disk.
    var outageLength = [1, 1, 2, 3, 5, 12]
    /// The status of Adobe's pages while it is down.
    var statuses = [500, 502, 503, 504]
    /// Adobe's errors: those of its catalog, and one that is in no catalog.
    var errorCodes = [
        "internal_server_error", "invalid_integration", "invalid_parameter_mvpd", "authenticated_profile_missing",
        "authenticated_profile_expired", "authenticated_profile_invalidated", "invalid_header_pfs_provider_info_expired",
        "invalid_header_pfs_permission_access_not_present", "network_received_error", "maximum_execution_time_exceeded",
        "invalid_authentication_session", "invalid_parameter_code", "invalid_access_token_service_provider",
        "invalid_access_token_client_application", "invalid_configuration_service_provider", "too_many_resources",
        "temporary_access_duration_limit_exceeded", "authorization_denied_by_mvpd", "unheard_of",
    ]
    /// The errors for each that answers a resource of a decision, instead of the whole request.
    var itemErrorsOneIn = 3

    /// The numbers of further actions of the runtime after which the process ends.
    var crashAfterActions = [0, 0, 1, 2, 3, 5, 8, 13]
    /// The times after which the viewer starts the app again, in milliseconds.
    var pause: [Int64] = [0, 50, 2_000, 60_000, 2_000_000, 30_000_000, 200_000_000, 3_000_000_000]
    /// The ends of a process without a torn log for each that is a shutdown.
    var shutdownOneIn = 4
    /// How much is kept of the bytes of the log that were not synced, in thousandths.
    var tornAt = 0...1_000

    /// How long a sync of a slow disk takes.
    var slowSync: [Int64] = [20, 400, 3_000, 60_000]
    /// The faults of the disk for each after which the vault can save nothing.
    var vaultFailsOneIn = 5
    /// How often the log fails; the last is more than a session can reach.
    var logFailures = [1, 1, 2, 3, 8, 1_000_000]

    /// The jumps of the device's clock, forward or back, in milliseconds.
    var clockJump: [Int64] = [900, 5_000, 61_000, 1_800_000, 7_200_000, 86_400_000, 2_592_000_000, 8_035_200_000]
    /// How long the app is in the background.
    var background: [Int64] = [300, 5_000, 60_000, 3_600_000, 90_000_000]
    /// The visits to the background for each that suspends the process.
    var suspendedOneIn = 2
    /// The acts of the viewer that no screen asks for.
    var acts: [PlannedFault.Act.Kind] = [
        .start, .start, .otherProvider, .play, .play, .play, .playIfSignedIn, .playTemporarily, .preview, .userMetadata, .signOut, .signOut,
        .signOut, .cancel, .choose, .choose, .choose, .choose, .choose,
    ]
    /// How many presentations back the viewer's choice belongs to.
    var choiceBack = [0, 0, 0, 0, 1, 2]
    /// The screens for each that the viewer ignores.
    var ignoredScreenOneIn = 5
    /// The times after which the viewer does what a screen asks for, in milliseconds.
    var answersAfter: [Int64] = [400, 6_000, 30_000, 200_000]

    /// How many steps after the last fault until the viewer plays, at most.
    var patience = 1_500

    /// One option per line, with its name.
    package var text: String {
        Mirror(reflecting: self).children.map { "\($0.label ?? "") = \(withoutTypes("\($0.value)"))\n" }.joined()
    }
}

/// The description of a value without the names of the types that its cases belong to: `late(4000)`.
func withoutTypes(_ description: String) -> String {
    var text = ""
    var word = ""
    for character in description + " " {
        if character.isLetter || character.isNumber || character == "." || character == "_" {
            word.append(character)
        } else {
            let isName = word.first?.isLetter == true
            text += (isName ? word.split(separator: ".").last ?? "" : Substring(word)) + String(character)
            word = ""
        }
    }
    return String(text.dropLast())
}
