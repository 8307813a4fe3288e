import FlowMachine
import FlowSimulation

/// The frequency and the severity of faults in a session.
///
/// All values of a list are equally likely; a value that is listed twice is twice as likely. Durations are in milliseconds. An option
/// `…OneIn` with the value n means that something happens in one of n cases, on average.
package struct FaultOptions: Sendable, Equatable {
    /// The number of steps in which faults occur. After these steps, everything works again.
    var steps = 20...200
    /// A fault occurs in one of n steps on average. A session chooses n from this list.
    var faultsOneIn = [3, 5, 8, 15, 40]
    /// A fault of the log occurs in one of n steps on average. A session chooses n from this list.
    var logFaultsOneIn = [8, 20, 60]
    /// The lead of the device's clock at the start. The clock may be off by months, as on devices without a clock chip.
    var clockAhead: [Int64] = [0, 0, 0, 0, 3_600_000, -3_600_000, 8_035_200_000, -8_035_200_000]

    /// The duration of a message to or from Adobe.
    var transit: ClosedRange<Int64> = 20...250
    /// The additional time of a late answer.
    var lateBy: [Int64] = [4_000, 29_900, 30_000, 31_000, 95_000, 400_000]
    /// The additional time of an answer that another answer may overtake.
    var reorderedBy: ClosedRange<Int64> = 1...3_000
    /// The time after which an answer arrives a second time.
    var doubledAfter: [Int64] = [0, 1, 900, 20_000, 200_000]
    /// The number of bytes after which an answer is truncated.
    var cutAfterBytes = 0...900
    /// A broken connection stays broken in one of n cases.
    var offlineOneIn = 3
    /// The time for which a broken connection stays broken.
    var offlineFor: [Int64] = [2_000, 40_000, 900_000]

    /// The number of calls that an outage of Adobe lasts, and the number of syncs for which a disk is slow.
    var outageLength = [1, 1, 2, 3, 5, 12]
    /// The status of Adobe's pages while Adobe is down.
    var statuses = [500, 502, 503, 504]
    /// The codes of Adobe's errors: codes of the catalog, and one unknown code.
    var errorCodes = [
        "internal_server_error", "invalid_integration", "invalid_parameter_mvpd", "authenticated_profile_missing",
        "authenticated_profile_expired", "authenticated_profile_invalidated", "invalid_header_pfs_provider_info_expired",
        "invalid_header_pfs_permission_access_not_present", "network_received_error", "maximum_execution_time_exceeded",
        "invalid_authentication_session", "invalid_parameter_code", "invalid_access_token_service_provider",
        "invalid_access_token_client_application", "invalid_configuration_service_provider", "too_many_resources",
        "temporary_access_duration_limit_exceeded", "authorization_denied_by_mvpd", "unheard_of",
    ]
    /// In one of n cases, Adobe's error is inside each decision; otherwise the error is the whole answer.
    var itemErrorsOneIn = 3

    /// The number of actions that the runtime still performs before the process ends.
    var crashAfterActions = [0, 0, 1, 2, 3, 5, 8, 13]
    /// The time after which the viewer starts the app again.
    var pause: [Int64] = [0, 50, 2_000, 60_000, 2_000_000, 30_000_000, 200_000_000, 3_000_000_000]
    /// In one of n cases, a process that ends without a torn log is shut down properly.
    var shutdownOneIn = 4
    /// The part of the unsynced bytes of the log that survives, in thousandths.
    var tornAt = 0...1_000

    /// The duration of a sync on a slow disk.
    var slowSync: [Int64] = [20, 400, 3_000, 60_000]
    /// In one of n cases, a fault of the disk is that the vault can no longer save anything.
    var vaultFailsOneIn = 5
    /// The number of times that writing or syncing the log fails. The last value is more than a session can reach.
    var logFailures = [1, 1, 2, 3, 8, 1_000_000]

    /// The jump of the device's clock, forward or back.
    var clockJump: [Int64] = [900, 5_000, 61_000, 1_800_000, 7_200_000, 86_400_000, 2_592_000_000, 8_035_200_000]
    /// The time for which the app is in the background.
    var background: [Int64] = [300, 5_000, 60_000, 3_600_000, 90_000_000]
    /// A visit to the background suspends the process in one of n cases.
    var suspendedOneIn = 2
    /// The actions of the viewer that are not an answer to a screen.
    var acts: [PlannedFault.Act.Kind] = [
        .start, .start, .otherProvider, .play, .play, .play, .playIfSignedIn, .playTemporarily, .preview, .userMetadata, .signOut, .signOut,
        .signOut, .cancel, .choose, .choose, .choose, .choose, .choose,
    ]
    /// The distance from the latest presentation back to the presentation that the viewer answers; 0 for the latest presentation.
    var choiceBack = [0, 0, 0, 0, 1, 2]
    /// The viewer ignores a screen in one of n cases.
    var ignoredScreenOneIn = 5
    /// The time after which the viewer answers a screen.
    var answersAfter: [Int64] = [400, 6_000, 30_000, 200_000]

    /// The maximum number of steps after the last fault until the viewer can play.
    var patience = 1_500

    /// All options, one per line, with their names.
    package var text: String {
        Mirror(reflecting: self).children.map { "\($0.label ?? "") = \(withoutTypes("\($0.value)"))\n" }.joined()
    }
}

/// Returns the description of a value without the names of types before its cases, for example `late(4000)`.
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
