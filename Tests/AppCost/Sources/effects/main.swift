import Parts
import Report

let (flow, answered) = makeFlow()
for await _ in answered { break }
reportMemory()
_ = flow
