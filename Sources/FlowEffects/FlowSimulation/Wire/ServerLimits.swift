/// How long a client may keep the server waiting, and how many clients there may be.
package struct ServerLimits: Sendable {
    /// The time from the first byte of a request to its last.
    package var request = Duration.seconds(30)
    /// How long a client may take none of the bytes that were sent to it.
    package var answer = Duration.seconds(30)
    /// How long a connection without a request stays open.
    package var idle = Duration.seconds(600)
    /// How long the client's close is awaited after the last answer.
    package var farewell = Duration.seconds(2)
    /// How many connections are open. With more, the one that has been silent longest is closed, first one that never sent a request.
    package var connections = 512

    package init() {}
}
