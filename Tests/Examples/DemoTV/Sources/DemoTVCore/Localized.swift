import Foundation

/// The language in which the viewer reads the app; the string catalog has English and German.
public enum Language {
    /// For example `de`; `nil` for the device's language. Tests set it; on Apple's platforms it has no effect, because the system chooses.
    @TaskLocal public static var chosen: String?
}

/// The text of the string catalog `Localizable.xcstrings` in the viewer's language.
/// - Parameters:
///   - key: the English text, in which each `%@` stands for an argument.
///   - arguments: replace each `%@`, in order.
public func localized(_ key: String, _ arguments: String...) -> String {
    #if canImport(Darwin)
        let text = Bundle.module.localizedString(forKey: key, value: key, table: nil)
    #else
        // Xcode compiles a string catalog; elsewhere it is the JSON that it is written in.
        let language = Language.chosen ?? Locale.current.language.languageCode?.identifier
        let text = language.flatMap { StringCatalog.app.text(key, in: $0) } ?? key
    #endif
    var parts = text.components(separatedBy: "%@")
    for (index, argument) in arguments.enumerated() where index + 1 < parts.count { parts[index] += argument }
    return parts.joined()
}

/// A string catalog of Xcode.
struct StringCatalog: Decodable {
    struct Entry: Decodable {
        struct Localization: Decodable {
            struct Unit: Decodable { let value: String }
            let stringUnit: Unit
        }
        let localizations: [String: Localization]
    }
    let strings: [String: Entry]

    /// The app's catalog; empty if it cannot be read, so that the texts are English.
    static let app: StringCatalog = {
        guard let url = Bundle.module.url(forResource: "Localizable", withExtension: "xcstrings"), let data = try? Data(contentsOf: url),
            let catalog = try? JSONDecoder().decode(StringCatalog.self, from: data)
        else { return StringCatalog(strings: [:]) }
        return catalog
    }()

    func text(_ key: String, in language: String) -> String? { strings[key]?.localizations[language]?.stringUnit.value }
}
