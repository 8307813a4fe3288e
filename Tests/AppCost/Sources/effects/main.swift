import AsyncReport
import Parts

reportMemory {
    guard let (flow, answered) = try? makeFlow() else { return }
    for await _ in answered { break }
    _ = flow
}
