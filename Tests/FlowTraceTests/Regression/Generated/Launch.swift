// Written by `flow-trace test`: the recorded events decide again, and the expectations are what was recorded.
// swift-format-ignore-file
import FlowMachine
import Testing

/// Every request was fulfilled.
/// Support id 4711, DemoTV/1.0, library 0.3.0-dev.
@Test func `permitted at event 13, 4711`() throws {
    let reader = try LogReader(Array(log.utf8))
    // The log begins in the middle of a launch, with the model of that moment.
    let model = try #require(reader.snapshot?.model)
    var flow = FlowRecorder(header: reader.header, model: model)
    var answers: [String] = []
    var rules: [String] = []
    for line in reader.records() {
        let record = try line.get()
        let decided = flow.record(record.event, by: record.by)
        rules.append("\(record.number) \(decided.rule.rawValue)")
        for case .answer(let wish, let answer) in decided.effects {
            answers.append("event \(record.number): request \(wish.number) \(words(answer))")
        }
    }
    #expect(
        answers == [
            "event 11: request 1 signedIn",
            "event 13: request 2 permitted",
        ])
    #expect(
        rules == [
            "6 V2-B-10", "7 V2-C-02", "8 V2-C-09", "9 V2-C-20", "10 V2-C-28", "11 V2-C-30", "12 V2-D-10",
            "13 V2-D-11",
        ])
}

/// An answer to a request, with its reason.
private func words(_ answer: WishAnswer) -> String {
    switch answer {
    case .denied(_, let error): "denied" + (error.code.map { ", \($0.text)" } ?? "")
    case .refused(let refusal): "refused, \(refusal.reason.rawValue)" + (refusal.error?.code.map { ", \($0.text)" } ?? "")
    default: answer.kind.rawValue
    }
}

private let log = #"""
{"format":1,"library":"0.3.0-dev","modelRevision":4,"app":"DemoTV/1.0","support":"4711","settings":{"api":"restV2","serviceProvider":"REF30","host":"https://sp.auth.adobe.com","domainName":"example.com","redirectURL":"demotv://done","activationURL":"https://example.com/activate","partner":"apple","platform":"tvOS","hasUserAgent":false,"hasPicker":true,"policy":{"profileChoice":"ask","promptsInCheck":true,"interruptsInExchange":true,"acceptsStatusWithoutExpiry":false,"statusWithoutExpiry":"untilRefused","opensOwnPickerAfterCancel":true,"pollInterval":5000,"userAgentGrace":15000,"tokenMargin":300000,"configurationAge":150000,"requestTimeout":30000,"attempts":3,"retryDelay":1000,"throttleHold":1000,"allowanceBurst":10,"allowanceInterval":1000,"breakerThreshold":5,"breakerPause":10000,"reusesStatusInChoice":false,"signsOutEverywhere":true,"signsOutInUserAgent":true,"showsCodeWithUserAgent":false,"recognizesEndOfLife":true}},"names":[],"crc":"4040a1a5"}
{"snapshot":{"number":5,"reason":{"kind":"gap","from":4,"cause":"writing"},"follows":"f30d122e","digest":"7fc56b8a43c1581a","model":{"state":{"kind":"checking","state":{"step":"profiles","ask":4,"refusedStatus":false}},"calls":{"numbers":{"request":5,"timer":4,"presentation":1},"client":"client#1","token":{"ref":"token#1","notAfter":1767247200000},"refreshTimer":2,"timeoutTimer":3,"asked":[{"ask":4,"question":{"kind":"adobe","endpoint":{"kind":"profiles"}},"isUnsent":false,"attempt":1,"replayed":false,"isLast":false,"sentWith":"token#1","isOutdated":false,"stage":{"kind":"sent","request":4,"due":1767225630900}}],"stateTimers":[],"allowance":1767225603000,"failures":0,"clockOffset":0,"hasReregistered":false},"known":{"isLaunched":true,"isShutDown":false,"knowsPlatformAccount":true,"signedInProviders":[],"wishes":[{"id":1,"kind":{"kind":"signIn"},"returned":"no","isStatusRefused":false}],"owedLogouts":[],"foundNobody":false,"resumesAttempt":false}}},"crc":"4f5d774c"}
{"number":6,"by":5,"event":{"time":1767225601300,"origin":{"kind":"reply","request":4,"reply":{"result":{"kind":"profiles","profiles":[]},"serverTime":1767225601000}}},"rule":"V2-B-10","state":"partnerAuth","step":"configuration","effects":[{"kind":"call","request":5,"call":{"token":"token#1","endpoint":{"kind":"configuration"}}}],"digest":"ac0dc9ac8beedc4a","crc":"19a06013"}
{"number":7,"by":6,"event":{"time":1767225601600,"origin":{"kind":"reply","request":5,"reply":{"result":{"kind":"configuration","configuration":{"ref":"configuration#1","providers":[{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"supported","isTemporary":false},{"mvpd":"Dish","mapping":"AppleMSO_Dish","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"picker","isTemporary":false},{"mvpd":"TempPass","enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"none","isTemporary":true}]}},"serverTime":1767225601000}}},"rule":"V2-C-02","state":"partnerAuth","step":"choosing","effects":[{"kind":"partner","request":6,"partner":{"kind":"choice","configuration":"configuration#1"}},{"kind":"disarm","timer":3}],"digest":"2ddf2b73d6d6a2d9","crc":"0a4ba844"}
{"number":8,"by":7,"event":{"time":1767225620040,"origin":{"kind":"reply","request":6,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}}}},"rule":"V2-C-09","state":"partnerAuth","step":"session","effects":[{"kind":"call","request":7,"call":{"token":"token#1","endpoint":{"kind":"partnerSession","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":4,"purpose":"timeout","at":1767225650040}],"digest":"2220cf4fb97c85df","crc":"cbb14782"}
{"number":9,"by":8,"event":{"time":1767225620300,"origin":{"kind":"reply","request":7,"reply":{"result":{"kind":"session","session":{"kind":"partnerProfile","request":"request#1","mvpd":"Cablevision"}},"serverTime":1767225620000}}},"rule":"V2-C-20","state":"partnerAuth","step":"authenticating","effects":[{"kind":"partner","request":8,"partner":{"kind":"authentication","authenticationRequest":"request#1","interruption":true}},{"kind":"disarm","timer":4}],"digest":"603a9317c6c599c9","crc":"220633da"}
{"number":10,"by":9,"event":{"time":1767225660010,"origin":{"kind":"reply","request":8,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000},"saml":{"ref":"saml#1","length":2114}}}}}},"rule":"V2-C-28","state":"partnerAuth","step":"profile","effects":[{"kind":"call","request":9,"call":{"token":"token#1","endpoint":{"kind":"createPartnerProfile","saml":"saml#1","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":5,"purpose":"timeout","at":1767225690010},{"kind":"forget","what":{"kind":"secret","secret":"request#1"}}],"digest":"5a05d8274531f544","crc":"6ba27af5"}
{"number":11,"by":10,"event":{"time":1767225660400,"origin":{"kind":"reply","request":9,"reply":{"result":{"kind":"profiles","profiles":[{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}]},"serverTime":1767225660000}}},"rule":"V2-C-30","state":"deciding","step":"ready","effects":[{"kind":"arm","timer":6,"purpose":"profileExpiry","at":1769817600000},{"kind":"keep","fact":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}}},{"kind":"keep","fact":{"kind":"provider","provider":{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision"}}},{"kind":"answer","wish":1,"answer":{"kind":"signedIn","access":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}}}},{"kind":"disarm","timer":5},{"kind":"forget","what":{"kind":"secret","secret":"saml#1"}}],"digest":"555541043bdda350","crc":"efcd0302"}
{"number":12,"event":{"time":1767225670100,"origin":{"kind":"user","user":{"kind":"play","wish":2,"resource":"resource#1","under":{"kind":"signedIn"}}}},"rule":"V2-D-10","state":"deciding","step":"authorizing","effects":[{"kind":"call","request":10,"call":{"token":"token#1","endpoint":{"kind":"authorize","mvpd":"Cablevision","resource":"resource#1","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":7,"purpose":"timeout","at":1767225700100}],"digest":"3c4f2cfc7a11062b","crc":"3efbae93"}
{"number":13,"by":12,"event":{"time":1767225671200,"origin":{"kind":"reply","request":10,"reply":{"result":{"kind":"decisions","decisions":[{"resource":"resource#1","verdict":{"kind":"permit","media":{"ref":"media#1","notAfter":1767226271000}},"source":"mvpd"}]},"serverTime":1767225671000}}},"rule":"V2-D-11","state":"deciding","step":"ready","effects":[{"kind":"answer","wish":2,"answer":{"kind":"permitted","resource":"resource#1","media":{"ref":"media#1","notAfter":1767226271000},"source":"mvpd"}},{"kind":"disarm","timer":7}],"digest":"e0c9f5f129df0b9b","crc":"abbfa8f3"}

"""#
