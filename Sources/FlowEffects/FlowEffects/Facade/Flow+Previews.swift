import FlowMachine

extension Flow {
    /// How many resources nearly every provider accepts in one request.
    private static let firstPart = 5

    /// Returns which of `resources` could be played, as ``preview(_:)`` does, but in parts, each as soon as Adobe has answered: the first five,
    /// then twice as many each time. A list can so be filled from its top while the flow keeps to Adobe's limits.
    ///
    /// ```swift
    /// for try await part in flow.previews(of: channels) {
    ///     for preview in part where preview.isPermitted { unlock(preview.resource) }
    /// }
    /// ```
    /// - Parameter resources: any number, the visible ones first.
    /// - Returns: the parts in the order of `resources`. The stream throws as ``preview(_:)`` does; a caller that stops reading cancels the rest.
    public func previews(of resources: [String]) -> AsyncThrowingStream<[PreviewedResource], any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    await runtime.start()
                    var (start, size) = (0, Flow.firstPart)
                    while start < resources.count {
                        try Task.checkCancellation()
                        let end = min(start + size, resources.count)
                        continuation.yield(try await preview(resources[start..<end]))
                        (start, size) = (end, min(size * 2, UserEvent.maximumPreview))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
