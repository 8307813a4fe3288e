import AsyncReport
import Parts

reportMemory {
    let (flow, answered) = makeFlow()
    for await _ in answered { break }
    _ = flow
}
