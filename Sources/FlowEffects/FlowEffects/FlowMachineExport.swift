// An app that embeds a flow names settings, policies and problems of the core: it needs no second import for them. Aliases of these types alone
// would not do: in a file that imports both libraries, macros and key paths cannot resolve them (Swift 6.3).
@_exported import FlowMachine
