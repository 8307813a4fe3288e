/// The addresses at which the documentation describes rules and Adobe's error codes, relative to the root of the site.
package enum DocumentationAnchor {
    /// Returns the address of a rule, for example `documentation/floweffects/rulereference/#V2-C-09`.
    package static func rule(_ id: String) -> String { "documentation/floweffects/rulereference/#\(id)" }

    /// Returns the address of an error code, for example `documentation/floweffects/errorreference/#invalidclient` for `invalid_client`.
    /// DocC omits `_` in anchors.
    package static func code(_ code: String) -> String {
        var anchor = ""
        for scalar in code.unicodeScalars where scalar != "_" { anchor.unicodeScalars.append(scalar) }
        return "documentation/floweffects/errorreference/#\(anchor)"
    }
}
