// Lets an app use the settings, policies and problems of FlowMachine without a second import. Aliases of these types would not be enough: in a
// file that imports both libraries, macros and key paths cannot resolve the aliases (Swift 6.3).
@_exported import FlowMachine
