/// The rule that decided a transition. The name of each case is the rule's id in `Specs/rules`, so a search for `V2-C-09` finds both the
/// table and the code. The ids `FM-nn` are this project's own rules, for cases in which Adobe's cookbook has no rule.
@nonexhaustive
public enum Rule: String, Word {
    package static let table = WordTable<Self>()
    // A  Registration
    case `V2-A-01`, `V2-A-02`, `V2-A-03`, `V2-A-05`, `V2-A-07`, `V2-A-08`, `V2-A-09`, `V2-A-11`
    // B  Check authentication
    case `V2-B-01`, `V2-B-04`, `V2-B-05`, `V2-B-06`, `V2-B-07`, `V2-B-09`, `V2-B-10`, `V2-B-13`, `V2-B-14`, `V2-B-16`
    // C.1  Configuration
    case `V2-C-02`, `V2-C-04a`
    // C.2  Partner framework status and partner authentication request
    case `V2-C-08`, `V2-C-09`, `V2-C-10`, `V2-C-11`, `V2-C-12`, `V2-C-13`, `V2-C-14`, `V2-C-16`, `V2-C-17`, `V2-C-18`, `V2-C-19`, `V2-C-20`
    // C.3  SAML exchange and partner profile
    case `V2-C-24`, `V2-C-25`, `V2-C-26`, `V2-C-27`, `V2-C-28`, `V2-C-30`, `V2-C-31`, `V2-C-32`, `V2-C-33`
    // F  Basic authentication
    case `V2-F-02`, `V2-F-03`, `V2-F-04`, `V2-F-05`, `V2-F-06`, `V2-F-07`, `V2-F-09`, `V2-F-12`, `V2-F-13`, `V2-F-14`, `V2-F-15`, `V2-F-16`
    case `V2-F-20`, `V2-F-21`, `V2-F-22`, `V2-F-24`
    // D  Decisions
    case `V2-D-02`, `V2-D-03`, `V2-D-04`, `V2-D-05`, `V2-D-06`, `V2-D-07`, `V2-D-08`, `V2-D-09`, `V2-D-10`, `V2-D-11`, `V2-D-13`, `V2-D-14`,
        `V2-D-15`, `V2-D-18`
    // E  Logout
    case `V2-E-02`, `V2-E-04`, `V2-E-05`, `V2-E-06`, `V2-E-07`, `V2-E-09`, `V2-E-11`, `V2-E-12`, `V2-E-14`
    // T  Temporary access
    case `V2-T-01`, `V2-T-04`, `V2-T-09`
    // X  Cross-cutting
    case `V2-X-08`, `V2-X-09`, `V2-X-10`, `V2-X-11`, `V2-X-13`, `V2-X-16`, `V2-X-20`
    // V1  The legacy REST API V1
    case `V1-01`, `V1-02`, `V1-03`, `V1-04`, `V1-04a`, `V1-05`, `V1-06a`, `V1-08`, `V1-09`, `V1-10`, `V1-11`, `V1-12`, `V1-13`, `V1-14`
    case `V1-15`, `V1-16`, `V1-17`, `V1-18`, `V1-20`, `V1-23`, `V1-24`, `V1-25`, `V1-26`, `V1-27`, `V1-28`, `V1-29`, `V1-30`, `V1-31`
    case `V1-32`, `V1-33`, `V1-38`, `V1-39`, `V1-50`, `V1-51`
    // FM  Cases that the cookbook leaves open
    case `FM-01`, `FM-02`, `FM-03`, `FM-04`, `FM-05`, `FM-06`, `FM-07`, `FM-08`, `FM-09`, `FM-10`, `FM-11`, `FM-12`, `FM-13`, `FM-14`
    case `FM-15`, `FM-16`, `FM-17`, `FM-18`, `FM-19`, `FM-20`, `FM-21`, `FM-22`, `FM-23`, `FM-24`, `FM-26`, `FM-30`

    /// The id of the rule, for example `V2-C-09`.
    public var id: String { rawValue }

    /// Whether this rule ignores an event or treats it as stale, so that the event changes nothing.
    package var ignoresEvent: Bool { Rule.ignoring.contains(self) }

    private static let ignoring: [Rule] = [.`FM-01`, .`FM-02`, .`FM-03`, .`FM-04`, .`FM-05`, .`FM-10`, .`FM-11`]
}
