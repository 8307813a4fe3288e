import FlowMachine

extension Flow {
    /// The number of resources that nearly every provider accepts in one request.
    private static let firstPart = 5

    /// Returns which of `resources` could be played, in parts. Each part arrives as soon as Adobe has answered it, whereas ``preview(_:)`` returns
    /// all results together.
    ///
    /// The first part contains five resources, and each further part twice as many as the previous one, up to 64. An app can thus fill a list
    /// from the top while the flow respects Adobe's limits.
    ///
    /// ```swift
    /// for try await part in flow.previews(of: channels) {
    ///     for preview in part where preview.isPermitted { unlock(preview.resource) }
    /// }
    /// ```
    /// - Parameter resources: the resources, any number of them. Put the visible resources first.
    /// - Returns: the parts in the order of `resources`. The stream throws the errors of ``preview(_:)``. If the caller stops reading, the
    ///   remaining parts are canceled.
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
