import Foundation
import LivingRoomKit

try await livingRoom(
    host: "http://127.0.0.1:8080", provider: "SmallCo", channels: ["channel-9", "channel-1"],
    folder: URL(filePath: "living-room", relativeTo: .currentDirectory()), show: { print($0) })
