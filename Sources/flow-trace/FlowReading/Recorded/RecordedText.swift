/// The texts beside this file: what the tool repeats of Specs, one entry per line. The tests write them with `SPECS_RECORD=1` and keep
/// them equal to Specs. The build makes one string literal of each (`Plugin`), so that the tool reads no file when it runs.
///
/// - `rules`: the id of a rule, the rules that it is covered with, when, and then.
/// - `codes`: an error code of Adobe's, its status, action and endpoint, the rule, and what the flow does.
/// - `glossary`: section, words, meaning, names in code, names in the log.
/// - `transitions`: a line with a step, then one line per kind of event with the rules that decide it and where each leads.
package enum RecordedText {}
