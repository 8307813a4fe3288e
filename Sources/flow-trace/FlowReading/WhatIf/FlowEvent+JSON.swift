import FlowMachine

extension FlowEvent {
    /// The event of a whole line of a log, or of the object `event` in one.
    package static func read(json: [UInt8]) throws(CodingFailure) -> FlowEvent {
        do throws(CodingFailure) { return try Line.decoded(from: json).event } catch { return try FlowEvent.decoded(from: json) }
    }

    /// A line of a log, of which only the event is read.
    private struct Line: LogObject {
        let event: FlowEvent

        func describeFields<S: LogSink>(to sink: inout S) { sink.field("event", event) }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Line(event: try source.field("event")) }
    }
}
