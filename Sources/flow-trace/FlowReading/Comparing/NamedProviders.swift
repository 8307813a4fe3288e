/// Names the providers of Adobe's configuration by their ids instead of their places in the list. If one provider is missing, then only that provider
/// differs, not every provider after it.
enum NamedProviders {
    /// The beginning of the path of every provider.
    private static let list = "reply.result.configuration.providers["

    /// Returns the leaves of a value with the id of each provider in its path: `providers[Cablevision].mapping` for `providers[3].mapping`.
    static func leaves(_ leaves: [Correspondence.Leaf]) -> [Correspondence.Leaf] {
        var names: [String: String] = [:]
        for (path, part) in leaves {
            guard case .text(let id) = part, let place = provider(path), path == place + ".mvpd" else { continue }
            let name = list + id + "]"
            // An id with a separator of paths would name something else.
            if isProvider(name) { names[place] = name }
        }
        // If an id occurs twice, it names no provider.
        if Set(names.values).count < names.count { return leaves }
        return leaves.map { path, part in
            guard let place = provider(path), let name = names[place] else { return (path, part) }
            return (name + path.dropFirst(place.count), part)
        }
    }

    /// Returns whether a path leads to a whole provider.
    static func isProvider(_ path: String) -> Bool { path.hasPrefix(list) && provider(path) == path }

    /// Returns the name of a provider, or of its field, in words: `provider Cablevision`, `provider Cablevision.mapping`. Returns `nil` for other paths.
    static func words(_ path: String) -> String? {
        guard let place = provider(path), let id = place.dropFirst(list.count).split(separator: "]").first else { return nil }
        // A place in the list is no name.
        if id.allSatisfy({ $0.isNumber }) { return nil }
        return "provider \(id)\(path.dropFirst(place.count))"
    }

    /// Returns the part of a path that leads to a provider; `nil` if the path leads to something else.
    private static func provider(_ path: String) -> String? {
        guard path.hasPrefix(list), let end = path.firstIndex(of: "]") else { return nil }
        let id = path[..<end].dropFirst(list.count)
        return id.isEmpty || id.contains { $0 == "." || $0 == "[" } ? nil : String(path[...end])
    }
}
