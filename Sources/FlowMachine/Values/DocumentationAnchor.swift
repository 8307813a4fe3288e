/// Where the documentation describes a rule or an error code of Adobe's: addresses below the root of the documentation site.
package enum DocumentationAnchor {
    /// The address of a rule, for example `documentation/floweffects/rulereference/#V2-C-09`.
    package static func rule(_ id: String) -> String { "documentation/floweffects/rulereference/#\(id)" }

    /// The address of a code, for example `documentation/floweffects/errorreference/#invalidclient`: DocC leaves `_` out of anchors.
    package static func code(_ code: String) -> String {
        var anchor = ""
        for scalar in code.unicodeScalars where scalar != "_" { anchor.unicodeScalars.append(scalar) }
        return "documentation/floweffects/errorreference/#\(anchor)"
    }
}
