// A reader of logs also uses the causes and outcomes of FlowSummary, so importing FlowReading imports FlowSummary, too.
@_exported import FlowSummary
