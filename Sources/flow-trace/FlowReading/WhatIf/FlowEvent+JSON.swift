import FlowMachine

extension FlowEvent {
    /// Reads an event from a line of a log, or from that line's object `event`.
    package static func read(json: [UInt8]) throws(CodingFailure) -> FlowEvent {
        do throws(CodingFailure) { return try Line.decoded(from: json).event } catch { return try FlowEvent.decoded(from: json) }
    }

    /// A line of a log, of which only the member `event` is read.
    private struct Line: LogObject {
        let event: FlowEvent

        func describeFields<S: LogSink>(to sink: inout S) { sink.field("event", event) }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Line(event: try source.field("event")) }
    }
}
