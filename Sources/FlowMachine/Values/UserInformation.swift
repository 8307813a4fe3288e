/// Returns `url` without its user information, `user:password@`. This is necessary because the header of every log contains the URLs of the
/// settings, and the name of the vault's folder contains the host.
package func withoutUserInformation(_ url: String) -> String {
    var bytes = Array(url.utf8)
    // The host begins after the first two slashes. It ends before the next slash, question mark or number sign.
    guard let slash = bytes.firstIndex(where: isEndOfHost), slash + 1 < bytes.count, bytes[slash] == 0x2F, bytes[slash + 1] == 0x2F else {
        return url
    }
    let host = slash + 2
    let end = bytes[host...].firstIndex(where: isEndOfHost) ?? bytes.count
    guard let at = bytes[host..<end].lastIndex(of: 0x40) else { return url }
    bytes.removeSubrange(host...at)
    return String(decoding: bytes, as: UTF8.self)
}

private func isEndOfHost(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }
