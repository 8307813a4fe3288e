/// Changes that the corpus contains, so that queries and the release gate have something to find.
struct Planted {
    /// The share of launches, in a million, in which Adobe answers an authorization once with a page of status 503. A build that does not
    /// repeat such a call ends them worse; this one does repeat it.
    var repeatedAuthorizations = 1_000
    /// The provider that denies more often, and the share of its playbacks, in a thousand.
    var denyingProvider: String? = "Dish"
    var denials = 50
    /// The version of the app whose setting removes retries.
    var versionWithoutRetries: String? = "5.3.0"
    /// From this day of the corpus on, sign-ins are valid for a day instead of thirty.
    var shortSignInsFromDay: Int? = 4

    /// Nothing.
    static let nothing = Planted(denyingProvider: nil, versionWithoutRetries: nil, shortSignInsFromDay: nil)
}
