import FlowMachine

extension Flow {
    /// Creates a flow that uses Adobe Pass. Call ``start()`` next.
    /// - Parameters:
    ///   - settings: who the app is, what the device can do, which policy applies; they are written to the log.
    ///   - hosts: where Adobe's APIs are; if not given, those that belong to `settings.host`.
    ///   - softwareStatement: as Adobe issued it for the app; it is not written to the log.
    ///   - app: the app, its version and build, for example `DemoTV/1.0 (4711)`.
    ///   - vault: for this flow alone, created with the same settings and software statement.
    ///   - log: a `FileEventLog`, or a `MemoryEventLog` where files are not kept.
    ///   - ports: the transport, the partner framework, and what else the app provides to the flow.
    public convenience init(
        settings: FlowSettings, hosts: AdobeHosts? = nil, softwareStatement: String, app: String, vault: FlowVault, log: any EventLog,
        ports: FlowPorts
    ) {
        let adobe = AdobePass(
            settings: settings, hosts: hosts, secrets: vault, softwareStatement: softwareStatement,
            deviceIdentifier: { vault.deviceIdentifier() },
            device: ports.device, sendsDeviceHeadersEverywhere: ports.sendsDeviceHeadersEverywhere,
            identities: ports.identities, offeredProviders: ports.offeredProviders, redirectState: ports.redirectState)
        let transport = ports.transport
        let partner = ports.partnerFramework.map { PartnerInterpreter(framework: $0, secrets: vault) }
        let interpreters = Interpreters(
            adobe: { await adobe.perform($0, over: transport) },
            partner: { request in
                // Without a framework, nobody can grant the permission.
                await partner?.perform(request) ?? Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .restricted))))
            })
        self.init(
            settings: settings, hosts: hosts, app: app, supportID: Flow.newSupportID(), vault: vault, log: log, clock: ports.clock,
            promotionalIdentity: ports.promotionalIdentity, device: ports.device, interpreters: interpreters, throttle: ports.throttle,
            logsInstallation: ports.logsInstallation, redirectState: ports.redirectState)
    }
}
