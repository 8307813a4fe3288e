import FlowMachine

extension Flow {
    /// Creates a flow that uses Adobe Pass. Call ``start()`` next.
    ///
    /// ```swift
    /// let ports = FlowPorts(transport: transport, device: { device })
    /// let flow = try Flow(app, vault: vault, log: log, ports: ports)
    /// ```
    /// - Parameters:
    ///   - app: the app. Its setting `partner` is ignored, because `ports.partnerFramework` determines it.
    ///   - vault: the vault of this flow alone, opened for the same app.
    ///   - log: a `FileEventLog`, or a `MemoryEventLog` where files are not kept.
    ///   - ports: the transport, the partner framework, and the other parts that the app provides to the flow.
    /// - Throws: `FlowSetupFailure` if a setting is wrong, the software statement is missing, or the vault was opened for another app.
    public convenience init(_ app: FlowApp, vault: FlowVault, log: any EventLog, ports: FlowPorts) throws(FlowSetupFailure) {
        if app.softwareStatement?.isEmpty ?? true { throw .softwareStatement }
        var app = app
        app.settings.partner = ports.partnerFramework == nil ? .absent : .apple
        let adobe = AdobePass(
            app, secrets: vault, deviceIdentifier: { vault.deviceIdentifier() }, device: ports.device,
            sendsDeviceHeadersEverywhere: ports.sendsDeviceHeadersEverywhere, identities: ports.identities,
            offeredProviders: ports.offeredProviders, redirectState: ports.redirectState)
        let transport = ports.transport
        let partner = ports.partnerFramework.map { PartnerInterpreter(framework: $0, secrets: vault) }
        let interpreters = Interpreters(
            adobe: { await adobe.perform($0, over: transport) },
            partner: { request in
                // Without a partner framework, no viewer can grant the permission.
                await partner?.perform(request) ?? Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .restricted))))
            })
        try self.init(
            app, vault: vault, log: log, clock: ports.clock, promotionalIdentity: ports.promotionalIdentity, device: ports.device,
            interpreters: interpreters, throttle: ports.throttle, logsInstallationID: ports.logsInstallationID,
            redirectState: ports.redirectState)
    }
}
