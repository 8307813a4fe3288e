import FlowMachine

/// One value of the model that an event changed.
struct ModelChange: Equatable {
    /// The path of the value, such as `context.wishes[0]`.
    let path: String
    /// The value before the event, in words; `nil` if there was none. `new` is the value after the event.
    let old: String?
    let new: String?

    /// Returns all changes between two models, in the order of the model, with the counters at the end.
    ///
    /// The name of the state's step is omitted, because the event's record contains it.
    static func all(from old: FlowModel, to new: FlowModel, _ clock: DisplayedClock) -> [ModelChange] {
        if old == new { return [] }
        var changes: [ModelChange] = []
        collect("", Tree(old), Tree(new), clock, &changes)
        func isCounter(_ change: ModelChange) -> Bool { change.path.hasPrefix("calls.numbers") }
        changes.removeAll { $0.path == "state.step" }
        return changes.filter { !isCounter($0) } + changes.filter(isCounter)
    }

    /// Returns the change in plain words on one line. `arrow` separates the old value from the new one.
    func text(_ arrow: String) -> String {
        let place = ModelPlace.words(path)
        return switch (old, new) {
        case (let old?, let new?): "\(place): \(old) \(arrow) \(new)"
        case (nil, let new?): "+ \(place): \(new)"
        case (let old?, nil): "- \(place): \(old)"
        case (nil, nil): place
        }
    }

    private static func collect(_ path: String, _ old: Tree?, _ new: Tree?, _ clock: DisplayedClock, _ changes: inout [ModelChange]) {
        if old == new { return }
        switch (old, new) {
        case (.object(let left), .object(let right)):
            for member in right {
                collect(joined(path, member.name), left.first { $0.name == member.name }?.value, member.value, clock, &changes)
            }
            for member in left where !right.contains(where: { $0.name == member.name }) {
                collect(joined(path, member.name), member.value, nil, clock, &changes)
            }
        case (.list(let left), .list(let right)):
            for index in 0..<max(left.count, right.count) {
                let (before, after) = (index < left.count ? left[index] : nil, index < right.count ? right[index] : nil)
                collect("\(path)[\(index)]", before, after, clock, &changes)
            }
        case _: changes.append(ModelChange(path: path, old: old.map { words($0, clock) }, new: new.map { words($0, clock) }))
        }
    }

    /// Returns the path of a member. The model's member `state` contains another `state`, which adds nothing to the path.
    private static func joined(_ path: String, _ name: String) -> String {
        let name = CodeWords.name(name)
        return path.isEmpty ? name : path == "state" && name == "state" ? path : path + "." + name
    }

    /// Returns a value on one line, with the names of its parts.
    private static func words(_ tree: Tree, _ clock: DisplayedClock) -> String {
        tree.leaves.map { leaf in
            let name = leaf.path.split(separator: ".").last.flatMap { ModelPlace.value(String($0)) }
            return (name.map { $0 + " " } ?? "") + leaf.text(clock)
        }.joined(separator: ", ")
    }
}
