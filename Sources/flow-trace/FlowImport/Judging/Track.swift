import FlowMachine

/// The traffic of one device in a capture, by time.
struct Track {
    /// The requests to Adobe.
    let requests: [Observed]
    /// The same, to find a time.
    let byTime: ByTime<Observed>
    /// The requests that Adobe counts: everything but pages.
    let calls: [Observed]
    /// What makes each of the calls the same as another.
    private let keys: [String]
    /// The requests to other hosts, of all devices.
    let others: OtherHosts
    /// The lead of Adobe's clock over the capture's, in milliseconds; 0 if no answer had a date.
    let clock: Int64
    /// Whether the device identifiers in it changed; the numbers in order.
    let devices: [Int]
    /// The times, in order, at which Adobe refused the credentials or a token.
    private let losses: [Instant]
    /// The times, in order, at which an answer was none of Adobe's.
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
        // A date has whole seconds: half a second is the mean of what is cut off.
        let offsets = requests.compactMap { observed in
            observed.reply?.serverTime.map { $0.milliseconds + 500 - observed.answered.milliseconds }
        }
        clock = offsets.isEmpty ? 0 : offsets.sorted()[offsets.count / 2]
    }

    /// A time of the capture by Adobe's clock, in milliseconds.
    func server(_ instant: Instant) -> Int64 { instant.milliseconds + clock }

    /// The requests with one of these targets.
    func all(_ targets: Target...) -> [Observed] { requests.filter { targets.contains($0.target) } }

    /// The requests of one API.
    func all(of api: EndpointDescriptor.Family) -> [Observed] { requests.filter { $0.target.api == api } }

    /// Whether one of the requests between two instants `matches`.
    func any(from: Instant, to: Instant, _ matches: (Observed) -> Bool) -> Bool {
        byTime.between(from, to).contains(where: matches)
    }

    /// Whether Adobe refused the credentials or a token between two instants.
    func hasLostCredentials(from: Instant, to: Instant) -> Bool { !ByTime(losses) { $0 }.between(from, to).isEmpty }

    /// Whether Adobe refused a token between two instants, or an answer was none of Adobe's: a new token may be the question whether
    /// Adobe answers at all.
    func hasReasonForToken(from: Instant, to: Instant) -> Bool {
        hasLostCredentials(from: from, to: to) || !ByTime(doubts) { $0 }.between(from, to).isEmpty
    }

    /// Requests that were sent again unchanged: each list begins with one that `isRepeated`, and each next one follows within this number of
    /// milliseconds of the answer before it. All but the last of a list satisfy `isRepeated`.
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

    /// The milliseconds from an answer to the next request.
    func gap(_ first: Observed, _ second: Observed) -> Int64 { second.sent.milliseconds - first.answered.milliseconds }
}

extension Track {
    /// The tracks of a capture. Requests without a device identifier belong to the device that uses the same token or credentials, else to
    /// the device before them.
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

/// Which device identifiers are one device's: an app that changes its identifier continues to use its token or its credentials.
private struct DeviceGroups {
    private var parents: [Int: Int] = [:]
    /// The device that used a token first.
    private var tokens: [SecretRef: Int] = [:]
    /// The credentials of a token.
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

    /// Joins identifiers that follow each other under the same token or credentials. A server that serves many devices sends their
    /// addresses, or uses the identifiers by turns; those stay apart.
    mutating func join(_ requests: [Observed]) {
        var runs: [SecretRef: [Int]] = [:]
        for observed in requests where observed.exchange.header("X-Forwarded-For") == nil {
            guard let device = observed.device, let token = observed.token else { continue }
            let owner = clients[token] ?? token
            if observed.target.api == .restV2, runs[owner]?.last != device { runs[owner, default: []].append(device) }
        }
        // The two APIs of one app may identify the device in different ways.
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

    /// The device that a request without an identifier belongs to, by its token or credentials.
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
