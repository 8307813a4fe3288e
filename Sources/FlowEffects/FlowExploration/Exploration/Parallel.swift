import Dispatch
import FlowEffects
import FlowSimulation

/// Returns the results of `body` for all elements, in their order, computed on all cores.
package func inParallel<Element: Sendable, Value: Sendable>(_ elements: [Element], _ body: @Sendable (Element) -> Value) -> [Value] {
    let values = Lock([Value?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
        let value = body(elements[index])
        values.withLock { $0[index] = value }
    }
    return values.withLock { $0.compactMap { $0 } }
}
