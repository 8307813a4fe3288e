// Written by `flow-trace test`: the recorded events decide again, and the expectations are what was recorded.
// swift-format-ignore-file
import FlowMachine
import Testing

/// Play resource#2: denied at event 19.
/// Cause: The provider Cablevision denied it (authorization_denied_by_mvpd).
/// Owner: the TV provider.
/// Quote: Adobe's trace id 43d91e17-bb51-9f17-a0c0-be8ae0471334.
/// Support id simulated, DemoTV/1.0, library 0.3.0-dev.
@Test func `denied at event 19, simulated`() throws {
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
            "event 15: request 1 signedIn",
            "event 17: request 2 permitted",
            "event 19: request 3 denied, authorization_denied_by_mvpd",
        ])
    #expect(
        rules == [
            "1 V2-A-02", "2 FM-16", "3 V2-A-03", "4 V2-A-07", "5 V2-B-04", "6 V2-B-10", "7 V2-C-02",
            "8 V2-C-08", "9 V2-F-02", "10 V2-F-06", "11 V2-F-14", "12 V2-F-12", "13 V2-F-14", "14 V2-F-12",
            "15 V2-F-13", "16 V2-D-10", "17 V2-D-11", "18 V2-D-10", "19 V2-D-13",
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
{"format":1,"library":"0.3.0-dev","modelRevision":4,"app":"DemoTV/1.0","support":"simulated","settings":{"api":"restV2","serviceProvider":"REF30","host":"https://sp.auth.adobe.com","domainName":"adobe.com","redirectURL":"adobepass://com.example.demotv","activationURL":"https://example.com/activate","partner":"apple","platform":"tvOS","hasUserAgent":false,"hasPicker":true,"temporaryAccess":"TempPass_TEST40","policy":{"profileChoice":"ask","promptsInCheck":true,"interruptsInExchange":true,"acceptsStatusWithoutExpiry":false,"statusWithoutExpiry":"untilRefused","opensOwnPickerAfterCancel":true,"pollInterval":5000,"userAgentGrace":15000,"tokenMargin":300000,"configurationAge":150000,"requestTimeout":30000,"attempts":3,"retryDelay":1000,"throttleHold":1000,"allowanceBurst":10,"allowanceInterval":1000,"breakerThreshold":5,"breakerPause":10000,"reusesStatusInChoice":false,"signsOutEverywhere":true,"signsOutInUserAgent":true,"showsCodeWithUserAgent":false,"recognizesEndOfLife":true}},"names":[],"crc":"4bc3a069"}
{"number":1,"event":{"time":1767225600000,"origin":{"kind":"app","app":{"kind":"launched","kept":{"owedLogouts":[],"first":{"request":1,"timer":1,"presentation":1},"jitter":1}}}},"rule":"V2-A-02","state":"unregistered","step":"registering","effects":[{"kind":"call","request":1,"call":{"endpoint":{"kind":"register"}}},{"kind":"arm","timer":1,"purpose":"timeout","at":1767225630000}],"digest":"6005360444193eb8","crc":"4d989fa6"}
{"number":2,"event":{"time":1767225600000,"origin":{"kind":"user","user":{"kind":"start","wish":1}}},"rule":"FM-16","state":"unregistered","step":"registering","effects":[],"digest":"cebc48949c1169ed","crc":"9e0f009f"}
{"number":3,"by":1,"event":{"time":1767225600300,"origin":{"kind":"reply","request":1,"reply":{"result":{"kind":"registered","client":"client#1"},"serverTime":1767225600000}}},"rule":"V2-A-03","state":"unregistered","step":"gettingToken","effects":[{"kind":"keep","fact":{"kind":"client","client":"client#1"}},{"kind":"call","request":2,"call":{"endpoint":{"kind":"token","client":"client#1"}}}],"digest":"30d7302556bfe605","crc":"65696fce"}
{"number":4,"by":3,"event":{"time":1767225600600,"origin":{"kind":"reply","request":2,"reply":{"result":{"kind":"token","token":{"ref":"token#1","notAfter":1767247200450}},"serverTime":1767225600000}}},"rule":"V2-A-07","state":"checking","step":"partnerStatus","effects":[{"kind":"keep","fact":{"kind":"token","token":{"ref":"token#1","notAfter":1767247200450}}},{"kind":"arm","timer":2,"purpose":"tokenRefresh","at":1767246900450},{"kind":"partner","request":3,"partner":{"kind":"status","prompt":true}},{"kind":"disarm","timer":1}],"digest":"53f546d4916bff43","crc":"04bc9e8c"}
{"number":5,"by":4,"event":{"time":1767225600900,"origin":{"kind":"reply","request":3,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"denied"}}}}}},"rule":"V2-B-04","state":"checking","step":"profiles","effects":[{"kind":"call","request":4,"call":{"token":"token#1","endpoint":{"kind":"profiles"}}},{"kind":"arm","timer":3,"purpose":"timeout","at":1767225630900}],"digest":"bcd4ca308a331b0a","crc":"844c491d"}
{"number":6,"by":5,"event":{"time":1767225601200,"origin":{"kind":"reply","request":4,"reply":{"result":{"kind":"profiles","profiles":[]},"serverTime":1767225601000}}},"rule":"V2-B-10","state":"partnerAuth","step":"configuration","effects":[{"kind":"call","request":5,"call":{"token":"token#1","endpoint":{"kind":"configuration"}}}],"digest":"3ea8ad24325d6829","crc":"1071a41d"}
{"number":7,"by":6,"event":{"time":1767225601500,"origin":{"kind":"reply","request":5,"reply":{"result":{"kind":"configuration","configuration":{"ref":"configuration#1","providers":[{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":true,"boarding":"supported","isTemporary":false},{"mvpd":"Spectrum","mapping":"AppleMSO_Spectrum","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"supported","isTemporary":false},{"mvpd":"Dish","mapping":"AppleMSO_Dish","enablesPlatformServices":true,"showsInPlatformPicker":true,"enforcesPlatformPermissions":false,"boarding":"picker","isTemporary":false},{"mvpd":"Cox","mapping":"AppleMSO_Cox","enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"supported","isTemporary":false},{"mvpd":"SmallCo","enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"none","isTemporary":false},{"mvpd":"TempPass_TEST40","enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"none","isTemporary":true}]}},"serverTime":1767225601000}}},"rule":"V2-C-02","state":"partnerAuth","step":"choosing","effects":[{"kind":"partner","request":6,"partner":{"kind":"choice","configuration":"configuration#1"}},{"kind":"disarm","timer":3}],"digest":"aa85ebb4cf5ff819","crc":"89b4402e"}
{"number":8,"by":7,"event":{"time":1767225601800,"origin":{"kind":"reply","request":6,"reply":{"result":{"kind":"partner","partner":{"status":{"permission":"denied"}}}}}},"rule":"V2-C-08","state":"basicAuthFallback","step":"picking","effects":[{"kind":"present","presentation":1,"what":{"kind":"providerPicker","configuration":"configuration#1"}}],"digest":"023a24e6efa267aa","crc":"0cfa2e06"}
{"number":9,"by":8,"event":{"time":1767225614900,"origin":{"kind":"user","user":{"kind":"chose","presentation":1,"choice":{"kind":"provider","mvpd":"Cablevision"}}}},"rule":"V2-F-02","state":"basicAuthFallback","step":"creatingSession","effects":[{"kind":"keep","fact":{"kind":"provider","provider":{"mvpd":"Cablevision","mapping":"AppleMSO_Cablevision"}}},{"kind":"call","request":7,"call":{"token":"token#1","endpoint":{"kind":"createSession","mvpd":"Cablevision"}}},{"kind":"arm","timer":4,"purpose":"timeout","at":1767225644900},{"kind":"present","presentation":1,"what":{"kind":"nothing"}}],"digest":"3446299c878f010d","crc":"1200edcc"}
{"number":10,"by":9,"event":{"time":1767225615200,"origin":{"kind":"reply","request":7,"reply":{"result":{"kind":"session","session":{"kind":"authenticate","session":{"code":"code#1","notAfter":1767227415050,"link":"link#1","mvpd":"Cablevision","missing":[],"reason":"none"}}},"serverTime":1767225615000,"trace":{"session":"16c86d94-400b-fa75-3559-c6f6bb3acbd9"}}}},"rule":"V2-F-06","state":"basicAuthFallback","step":"polling","effects":[{"kind":"arm","timer":5,"purpose":"codeExpiry","at":1767227415050},{"kind":"keep","fact":{"kind":"code","code":{"code":"code#1","notAfter":1767227415050,"mvpd":"Cablevision"}}},{"kind":"present","presentation":2,"what":{"kind":"code","code":"code#1","notAfter":1767227415050}},{"kind":"call","request":8,"call":{"token":"token#1","endpoint":{"kind":"profileForCode","code":"code#1"}}}],"digest":"cf66a9aa30cef143","crc":"43b3222e"}
{"number":11,"by":10,"event":{"time":1767225615500,"origin":{"kind":"reply","request":8,"reply":{"result":{"kind":"profiles","profiles":[]},"serverTime":1767225615000}}},"rule":"V2-F-14","state":"basicAuthFallback","step":"polling","effects":[{"kind":"arm","timer":6,"purpose":"poll","at":1767225620500},{"kind":"disarm","timer":4}],"digest":"f2158dbe9a9581e2","crc":"3c35ac0f"}
{"number":12,"by":11,"event":{"time":1767225620500,"origin":{"kind":"timer","timer":6}},"rule":"V2-F-12","state":"basicAuthFallback","step":"polling","effects":[{"kind":"call","request":9,"call":{"token":"token#1","endpoint":{"kind":"profileForCode","code":"code#1"}}},{"kind":"arm","timer":7,"purpose":"timeout","at":1767225650500}],"digest":"2410e552777b9d1e","crc":"654f4497"}
{"number":13,"by":12,"event":{"time":1767225620800,"origin":{"kind":"reply","request":9,"reply":{"result":{"kind":"profiles","profiles":[]},"serverTime":1767225620000}}},"rule":"V2-F-14","state":"basicAuthFallback","step":"polling","effects":[{"kind":"arm","timer":8,"purpose":"poll","at":1767225625800},{"kind":"disarm","timer":7}],"digest":"c40306cb38074eae","crc":"e8781ba4"}
{"number":14,"by":13,"event":{"time":1767225625800,"origin":{"kind":"timer","timer":8}},"rule":"V2-F-12","state":"basicAuthFallback","step":"polling","effects":[{"kind":"call","request":10,"call":{"token":"token#1","endpoint":{"kind":"profileForCode","code":"code#1"}}},{"kind":"arm","timer":9,"purpose":"timeout","at":1767225655800}],"digest":"94a9058bb88e6a39","crc":"0e6643e9"}
{"number":15,"by":14,"event":{"time":1767225626100,"origin":{"kind":"reply","request":10,"reply":{"result":{"kind":"profiles","profiles":[{"mvpd":"Cablevision","type":"regular","notAfter":1769817625700,"attributes":"attributes#1"}]},"serverTime":1767225625000}}},"rule":"V2-F-13","state":"deciding","step":"ready","effects":[{"kind":"arm","timer":10,"purpose":"profileExpiry","at":1769817625700},{"kind":"keep","fact":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"regular","notAfter":1769817625700,"attributes":"attributes#1"}}},{"kind":"answer","wish":1,"answer":{"kind":"signedIn","access":{"kind":"profile","profile":{"mvpd":"Cablevision","type":"regular","notAfter":1769817625700,"attributes":"attributes#1"}}}},{"kind":"disarm","timer":9},{"kind":"disarm","timer":5},{"kind":"present","presentation":2,"what":{"kind":"nothing"}},{"kind":"forget","what":{"kind":"fact","fact":"code"}},{"kind":"forget","what":{"kind":"secret","secret":"code#1"}},{"kind":"forget","what":{"kind":"secret","secret":"link#1"}}],"digest":"927ca3afb21d1af9","crc":"94263eb3"}
{"number":16,"event":{"time":1767225626100,"origin":{"kind":"user","user":{"kind":"play","wish":2,"resource":"resource#1","under":{"kind":"signedIn"}}}},"rule":"V2-D-10","state":"deciding","step":"authorizing","effects":[{"kind":"call","request":11,"call":{"token":"token#1","endpoint":{"kind":"authorize","mvpd":"Cablevision","resource":"resource#1"}}},{"kind":"arm","timer":11,"purpose":"timeout","at":1767225656100}],"digest":"139b74f915c50e4e","crc":"2478d93f"}
{"number":17,"by":16,"event":{"time":1767225626400,"origin":{"kind":"reply","request":11,"reply":{"result":{"kind":"decisions","decisions":[{"resource":"resource#1","verdict":{"kind":"permit","media":{"ref":"media#1","notAfter":1767226046250}},"source":"mvpd","notAfter":1767229826250}]},"serverTime":1767225626000}}},"rule":"V2-D-11","state":"deciding","step":"ready","effects":[{"kind":"answer","wish":2,"answer":{"kind":"permitted","resource":"resource#1","media":{"ref":"media#1","notAfter":1767226046250},"source":"mvpd"}},{"kind":"disarm","timer":11}],"digest":"73988b7fcc0e82b9","crc":"64869719"}
{"number":18,"event":{"time":1767225626400,"origin":{"kind":"user","user":{"kind":"play","wish":3,"resource":"resource#2","under":{"kind":"signedIn"}}}},"rule":"V2-D-10","state":"deciding","step":"authorizing","effects":[{"kind":"call","request":12,"call":{"token":"token#1","endpoint":{"kind":"authorize","mvpd":"Cablevision","resource":"resource#2"}}},{"kind":"arm","timer":12,"purpose":"timeout","at":1767225656400}],"digest":"1c9970acfb31c254","crc":"8eb5bccf"}
{"number":19,"by":18,"event":{"time":1767225626700,"origin":{"kind":"reply","request":12,"reply":{"result":{"kind":"decisions","decisions":[{"resource":"resource#2","verdict":{"kind":"deny","error":{"action":"none","status":403,"code":"authorization_denied_by_mvpd","text":"text#1","trace":"43d91e17-bb51-9f17-a0c0-be8ae0471334"}},"source":"mvpd"}]},"serverTime":1767225626000}}},"rule":"V2-D-13","state":"deciding","step":"ready","effects":[{"kind":"answer","wish":3,"answer":{"kind":"denied","resource":"resource#2","error":{"action":"none","status":403,"code":"authorization_denied_by_mvpd","text":"text#1","trace":"43d91e17-bb51-9f17-a0c0-be8ae0471334"}}},{"kind":"disarm","timer":12}],"digest":"bb891fb55c04779c","crc":"0efa6f2b"}

"""#
