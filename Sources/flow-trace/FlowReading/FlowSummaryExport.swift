// A reader of logs also names the causes and outcomes of FlowSummary: no second import is needed for them.
@_exported import FlowSummary
