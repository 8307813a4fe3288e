import FlowEffects
import Testing

@Suite struct UserMetadataTests {
    private func metadata(_ name: String, _ json: String, isEncrypted: Bool = false) -> UserMetadata {
        UserMetadata(attributes: [.init(name: name, json: json, isEncrypted: isEncrypted)])
    }

    @Test func `documented metadata is read by its type`() {
        let all = UserMetadata(
            attributes: [
                ("userID", #""u1""#), ("upstreamUserID", #""u2""#), ("householdID", "4711"), ("zip", #"["77777","12345"]"#),
                ("maxRating", #"{"MPAA":"PG-13","VCHIP":"TV-14","URL":1}"#), ("channelID", #"["A","B"]"#), ("language", #""en""#),
                ("hba_status", "true"), ("allowMirroring", #""false""#), ("is_hoh", #""1""#), ("onNet", "0"), ("inHome", "false"),
                ("packageType", #""premium""#), ("remaining_resources", "3"),
            ].map { .init(name: $0.0, json: $0.1, isEncrypted: false) })
        #expect(all.userID == "u1")
        #expect(all.upstreamUserID == "u2")
        #expect(all.householdID == "4711")
        #expect(all.zipCodes == ["77777", "12345"])
        #expect(all.maxRating == ["MPAA": "PG-13", "VCHIP": "TV-14"])
        #expect(all.channelIDs == ["A", "B"])
        #expect(all.language == "en")
        #expect(all.isHomeBased == true)
        #expect(all.allowsMirroring == false)
        #expect(all.isHeadOfHousehold == true)
        #expect(all.isOnNet == false)
        #expect(all.isInHome == false)
        #expect(all.packageType == "premium")
        #expect(all.remainingResources == 3)
    }

    @Test func `missing, encrypted or mistyped metadata is nil and stays readable as JSON`() {
        #expect(UserMetadata(attributes: []).userID == nil)
        #expect(metadata("zip", #""c2VjcmV0""#, isEncrypted: true).zipCodes == nil)
        #expect(metadata("zip", #""77777""#).zipCodes == ["77777"])
        #expect(metadata("zip", "{}").zipCodes == nil)
        #expect(metadata("userID", "[]").userID == nil)
        #expect(metadata("maxRating", #""PG""#).maxRating == nil)
        #expect(metadata("is_hoh", #""yes""#).isHeadOfHousehold == nil)
        #expect(metadata("remaining_resources", "1.5").remainingResources == nil)
        #expect(metadata("userID", "{broken").userID == nil)
        #expect(metadata("oddity", #"{"a":[1]}"#).attribute("oddity")?.json == #"{"a":[1]}"#)
    }
}
