import FlowMachine

/// The traffic of one device in a capture, ordered by time.
struct Track {
    /// The requests to Adobe.
    let requests: [Observed]
    /// The requests to Adobe, in a form for searches by time.
    let byTime: ByTime<Observed>
    /// The requests that Adobe counts: all requests except requests for pages.
    let calls: [Observed]
    /// The key of each call, which equal requests share.
    private let keys: [String]
    /// The requests to hosts other than Adobe's, from all devices.
    let others: OtherHosts
    /// The lead of Adobe's clock over the capture's, in milliseconds; 0 if no answer has a date.
    let clock: Int64
    /// The numbers of the device identifiers in the track, in order; more than one if the identifier changed.
    let devices: [Int]
    /// The times at which Adobe refused the credentials or a token, in order.
    private let losses: [Instant]
    /// The times of answers that seem to come from a server other than Adobe's, in order.
    private let doubts: [Instant]

    init(_ requests: [Observed], others: OtherHosts, devices: [Int]) {
        self.requests = requests
        byTime = ByTime(sent: requests)
        calls = requests.filter { $0.target.api != nil }
        keys = calls.map(\.key)
        losses = requests.filter(\.losesCredentials).map(\.answered).sorted()
        doubts = requests.filter(\.raisesDoubts).map(\.answered).sorted()
        self.others = others
        self.devices = devices
        // The header `Date` has whole seconds, so it is half a second too early on average.
        let offsets = requests.compactMap { observed in
            observed.reply?.serverTime.map { $0.milliseconds + 500 - observed.answered.milliseconds }
        }
        clock = offsets.isEmpty ? 0 : offsets.sorted()[offsets.count / 2]
    }

    /// Returns a time of the capture by Adobe's clock, in milliseconds since 1970.
    func server(_ instant: Instant) -> Int64 { instant.milliseconds + clock }

    /// Returns the requests whose target is in `targets`.
    func all(_ targets: Target...) -> [Observed] { requests.filter { targets.contains($0.target) } }

    /// Returns the requests to `api`.
    func all(of api: EndpointDescriptor.Family) -> [Observed] { requests.filter { $0.target.api == api } }

    /// Returns whether `matches` accepts one of the requests between two instants.
    func any(from: Instant, to: Instant, _ matches: (Observed) -> Bool) -> Bool {
        byTime.between(from, to).contains(where: matches)
    }

    /// Returns whether Adobe refused the credentials or a token between two instants.
    func hasLostCredentials(from: Instant, to: Instant) -> Bool { !ByTime(losses) { $0 }.between(from, to).isEmpty }

    /// Returns whether the app had a reason to request a new token between two instants: Adobe refused the old token, or an answer came from another
    /// server, so the app checks whether it reaches Adobe at all.
    func hasReasonForToken(from: Instant, to: Instant) -> Bool {
        hasLostCredentials(from: from, to: to) || !ByTime(doubts) { $0 }.between(from, to).isEmpty
    }

    /// Returns the chains of at least two equal requests. In a chain, each request is sent at most `milliseconds` after the answer to the previous
    /// request. `isRepeated` accepts every request except the last.
    func chains(within milliseconds: Int64, _ isRepeated: (Observed) -> Bool) -> [[Observed]] {
        var open: [String: [Observed]] = [:]
        var chains: [[Observed]] = []
        for (observed, key) in zip(calls, keys) {
            if var chain = open.removeValue(forKey: key), let last = chain.last {
                if gap(last, observed) <= milliseconds {
                    chain.append(observed)
                    if isRepeated(observed) { open[key] = chain } else { chains.append(chain) }
                    continue
                }
                chains.append(chain)
            }
            if isRepeated(observed) { open[key] = [observed] }
        }
        return (chains + open.values).filter { $0.count > 1 }.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
    }

    /// Returns the time from the answer to `first` until the request `second`, in milliseconds.
    func gap(_ first: Observed, _ second: Observed) -> Int64 { second.sent.milliseconds - first.answered.milliseconds }
}

extension Track {
    /// Splits a capture into tracks. A request without a device identifier belongs to the device that uses the same token or credentials, or else to
    /// the device of the previous request.
    static func all(of requests: [Observed], others: [Exchange], secrets: ImportedSecrets) -> [Track] {
        var groups = DeviceGroups(requests)
        groups.join(requests)
        var lists: [Int: [Observed]] = [:]
        var last: Int?
        let others = OtherHosts(others, secrets)
        let first = requests.lazy.compactMap(\.device).first.map { groups.root($0) } ?? 0
        for observed in requests {
            let group = observed.device.map { groups.root($0) } ?? groups.owner(of: observed) ?? last ?? first
            lists[group, default: []].append(observed)
            last = group
        }
        return lists.sorted { ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0) }.map { _, list in
            var seen: Set<Int> = []
            let devices = list.compactMap(\.device).filter { seen.insert($0).inserted }
            return Track(list, others: others, devices: devices)
        }
    }
}

/// Groups the device identifiers of one device: an app that changes its identifier continues to use its token or its credentials.
private struct DeviceGroups {
    private var parents: [Int: Int] = [:]
    /// The first device that used each token.
    private var tokens: [SecretRef: Int] = [:]
    /// The credentials with which each token was requested.
    private var clients: [SecretRef: SecretRef] = [:]
    private var devicesOfClients: [SecretRef: Int] = [:]

    init(_ requests: [Observed]) {
        for observed in requests {
            if case .token(let token)? = observed.reply?.result, let client = observed.secret { clients[token.ref] = client }
            guard let device = observed.device else { continue }
            parents[device] = parents[device] ?? device
            guard let token = observed.token else { continue }
            tokens[token] = tokens[token] ?? device
            if let client = clients[token] { devicesOfClients[client] = devicesOfClients[client] ?? device }
        }
    }

    func root(_ device: Int) -> Int {
        var device = device
        while let parent = parents[device], parent != device { device = parent }
        return device
    }

    /// Joins identifiers that follow each other with the same token or credentials. The identifiers of a server that serves many devices stay
    /// separate: the server sends the devices' addresses, or alternates between the identifiers.
    mutating func join(_ requests: [Observed]) {
        var runs: [SecretRef: [Int]] = [:]
        for observed in requests where observed.exchange.header("X-Forwarded-For") == nil {
            guard let device = observed.device, let token = observed.token else { continue }
            let owner = clients[token] ?? token
            if observed.target.api == .restV2, runs[owner]?.last != device { runs[owner, default: []].append(device) }
        }
        // An app that uses both APIs may identify the device differently in each API.
        var apis: [SecretRef: [EndpointDescriptor.Family: Int]] = [:]
        for observed in requests where observed.exchange.header("X-Forwarded-For") == nil {
            guard let device = observed.device, let token = observed.token, let api = observed.target.api else { continue }
            let known = apis[token]?[api] ?? device
            apis[token, default: [:]][api] = known
            if let other = apis[token]?.first(where: { $0.key != api })?.value { parents[root(device)] = root(other) }
        }
        for (_, devices) in runs where devices.count > 1 && Set(devices).count == devices.count {
            for device in devices.dropFirst() { parents[root(device)] = root(devices[0]) }
        }
    }

    /// Returns the device of a request without an identifier, by its token or credentials; `nil` if no device used these before.
    func owner(of observed: Observed) -> Int? {
        if let token = observed.token, let device = tokens[token] { return root(device) }
        var client: SecretRef?
        switch observed.reply?.result {
        case .token(let token)?:
            if let device = tokens[token.ref] { return root(device) }
            client = observed.secret
        case .registered(let registered)?: client = registered
        case _: client = observed.secret?.kind == .client ? observed.secret : nil
        }
        return client.flatMap { devicesOfClients[$0] }.map { root($0) }
    }
}
