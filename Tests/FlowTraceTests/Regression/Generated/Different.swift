// Written by `flow-trace test`: the recorded events decide again, and the expectations are what was recorded.
// swift-format-ignore-file
import FlowMachine
import Testing

/// Every request was fulfilled.
/// Support id 4711, DemoTV/1.0, library 0.3.0-dev.
func `another build decided an event by another rule`() throws {
    let reader = try LogReader(Array(log.utf8))
    var flow = FlowRecorder(header: reader.header)
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
            "1 V2-A-02", "2 FM-16", "3 V2-A-03", "4 V2-A-07", "5 V2-B-99", "6 V2-B-10", "7 V2-C-02",
            "8 V2-C-09", "9 V2-C-20", "10 V2-C-28", "11 V2-C-30", "12 V2-D-10", "13 V2-D-11",
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
{"number":1,"event":{"time":1767225600000,"origin":{"kind":"app","app":{"kind":"launched","kept":{"owedLogouts":[],"first":{"request":1,"timer":1,"presentation":1}}}}},"rule":"V2-A-02","state":"unregistered","step":"registering","effects":[{"kind":"call","request":1,"call":{"endpoint":{"kind":"register"}}},{"kind":"arm","timer":1,"purpose":"timeout","at":1767225630000}],"digest":"92a20615ea8ba1c9","crc":"162534f9"}
{"number":2,"event":{"time":1767225600040,"origin":{"kind":"user","user":{"kind":"start","wish":1}}},"rule":"FM-16","state":"unregistered","step":"registering","effects":[],"digest":"28008fe2e2e9d118","crc":"34e4255c"}
{"number":3,"by":1,"event":{"time":1767225600310,"origin":{"kind":"reply","request":1,"reply":{"result":{"kind":"registered","client":"client#1"},"serverTime":1767225600000}}},"rule":"V2-A-03","state":"unregistered","step":"gettingToken","effects":[{"kind":"keep","fact":{"kind":"client","client":"client#1"}},{"kind":"call","request":2,"call":{"endpoint":{"kind":"token","client":"client#1"}}}],"digest":"a66a4dbb270614ae","crc":"d50c3127"}
{"number":4,"by":3,"event":{"time":1767225600620,"origin":{"kind":"reply","request":2,"reply":{"result":{"kind":"token","token":{"ref":"token#1","notAfter":1767247200000}},"serverTime":1767225600000}}},"rule":"V2-A-07","state":"checking","step":"partnerStatus","effects":[{"kind":"keep","fact":{"kind":"token","token":{"ref":"token#1","notAfter":1767247200000}}},{"kind":"arm","timer":2,"purpose":"tokenRefresh","at":1767246900000},{"kind":"partner","request":3,"partner":{"kind":"status","prompt":true}},{"kind":"disarm","timer":1}],"digest":"ef4a29466d527104","crc":"f7b55107"}
{"number":5,"by":4,"event":{"time":1767225600900,"origin":{"kind":"reply","request":3,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"granted"}}}}}},"rule":"V2-B-99","state":"checking","step":"profiles","effects":[{"kind":"call","request":4,"call":{"token":"token#1","endpoint":{"kind":"profiles"}}},{"kind":"arm","timer":3,"purpose":"timeout","at":1767225630900}],"digest":"7fc56b8a43c1581a","crc":"3edc9cb2"}
{"number":6,"by":5,"event":{"time":1767225601300,"origin":{"kind":"reply","request":4,"reply":{"result":{"kind":"profiles","profiles":[]},"serverTime":1767225601000}}},"rule":"V2-B-10","state":"partnerAuth","step":"configuration","effects":[{"kind":"call","request":5,"call":{"token":"token#1","endpoint":{"kind":"configuration"}}}],"digest":"ac0dc9ac8beedc4a","crc":"091940c7"}
{"number":7,"by":6,"event":{"time":1767225601600,"origin":{"kind":"reply","request":5,"reply":{"result":{"kind":"configuration","configuration":{"ref":"configuration#1","providers":[{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"supported","isTemporary":false},{"mvpd":"Dish","mapping":"AppleMSO_Dish","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"picker","isTemporary":false},{"mvpd":"TempPass","enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"none","isTemporary":true}]}},"serverTime":1767225601000}}},"rule":"V2-C-02","state":"partnerAuth","step":"choosing","effects":[{"kind":"partner","request":6,"partner":{"kind":"choice","configuration":"configuration#1"}},{"kind":"disarm","timer":3}],"digest":"2ddf2b73d6d6a2d9","crc":"a657703c"}
{"number":8,"by":7,"event":{"time":1767225620040,"origin":{"kind":"reply","request":6,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}}}},"rule":"V2-C-09","state":"partnerAuth","step":"session","effects":[{"kind":"call","request":7,"call":{"token":"token#1","endpoint":{"kind":"partnerSession","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":4,"purpose":"timeout","at":1767225650040}],"digest":"2220cf4fb97c85df","crc":"9fc67227"}
{"number":9,"by":8,"event":{"time":1767225620300,"origin":{"kind":"reply","request":7,"reply":{"result":{"kind":"session","session":{"kind":"partnerProfile","request":"request#1","mvpd":"Cablevision"}},"serverTime":1767225620000}}},"rule":"V2-C-20","state":"partnerAuth","step":"authenticating","effects":[{"kind":"partner","request":8,"partner":{"kind":"authentication","authenticationRequest":"request#1","interruption":true}},{"kind":"disarm","timer":4}],"digest":"603a9317c6c599c9","crc":"596438f3"}
{"number":10,"by":9,"event":{"time":1767225660010,"origin":{"kind":"reply","request":8,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000},"saml":{"ref":"saml#1","length":2114}}}}}},"rule":"V2-C-28","state":"partnerAuth","step":"profile","effects":[{"kind":"call","request":9,"call":{"token":"token#1","endpoint":{"kind":"createPartnerProfile","saml":"saml#1","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":5,"purpose":"timeout","at":1767225690010},{"kind":"forget","what":{"kind":"secret","secret":"request#1"}}],"digest":"5a05d8274531f544","crc":"4a087c25"}
{"number":11,"by":10,"event":{"time":1767225660400,"origin":{"kind":"reply","request":9,"reply":{"result":{"kind":"profiles","profiles":[{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}]},"serverTime":1767225660000}}},"rule":"V2-C-30","state":"deciding","step":"ready","effects":[{"kind":"arm","timer":6,"purpose":"profileExpiry","at":1769817600000},{"kind":"keep","fact":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}}},{"kind":"keep","fact":{"kind":"provider","provider":{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision"}}},{"kind":"answer","wish":1,"answer":{"kind":"signedIn","access":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"appleSSO","notAfter":1769817600000}}}},{"kind":"disarm","timer":5},{"kind":"forget","what":{"kind":"secret","secret":"saml#1"}}],"digest":"555541043bdda350","crc":"1e9c175f"}
{"number":12,"event":{"time":1767225670100,"origin":{"kind":"user","user":{"kind":"play","wish":2,"resource":"resource#1","under":{"kind":"signedIn"}}}},"rule":"V2-D-10","state":"deciding","step":"authorizing","effects":[{"kind":"call","request":10,"call":{"token":"token#1","endpoint":{"kind":"authorize","mvpd":"Cablevision","resource":"resource#1","status":{"permission":"granted","provider":"AppleMSO_Cablevision","expiry":1769817600000}}}},{"kind":"arm","timer":7,"purpose":"timeout","at":1767225700100}],"digest":"3c4f2cfc7a11062b","crc":"6978cd5d"}
{"number":13,"by":12,"event":{"time":1767225671200,"origin":{"kind":"reply","request":10,"reply":{"result":{"kind":"decisions","decisions":[{"resource":"resource#1","verdict":{"kind":"permit","media":{"ref":"media#1","notAfter":1767226271000}},"source":"mvpd"}]},"serverTime":1767225671000}}},"rule":"V2-D-11","state":"deciding","step":"ready","effects":[{"kind":"answer","wish":2,"answer":{"kind":"permitted","resource":"resource#1","media":{"ref":"media#1","notAfter":1767226271000},"source":"mvpd"}},{"kind":"disarm","timer":7}],"digest":"e0c9f5f129df0b9b","crc":"dfbf3a33"}

"""#
