/// The time limits of a connection, and the maximum number of connections.
package struct ServerLimits: Sendable {
    /// The maximum time from the first byte of a request to its last.
    package var request = Duration.seconds(30)
    /// The time after which a connection is closed if the client does not accept any further byte of an answer.
    package var answer = Duration.seconds(30)
    /// The maximum time for which a connection without a request stays open.
    package var idle = Duration.seconds(600)
    /// The maximum time for which the server waits for the client to close the connection after the last answer.
    package var farewell = Duration.seconds(2)
    /// The maximum number of open connections. If there are more, the server closes the connection that has been silent longest, preferably a
    /// connection that never sent a complete request.
    package var connections = 512

    package init() {}
}
