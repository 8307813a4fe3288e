// An app that embeds a flow names settings, choices and refusals of the core: it needs no second import for them.
@_exported import FlowMachine
