/// Texts that the tool quotes from Specs, one entry per line.
///
/// The files beside this one contain the texts. The tests write these files with `SPECS_RECORD=1` and keep them equal to Specs. The build plugin in
/// `Plugin` turns each file into a string literal, so that the tool reads no file when it runs.
///
/// - `rules`: a rule's id, the rules that cover it, its condition, and its demand.
/// - `codes`: an error code of Adobe's, its status, action and endpoint, the rule, and the reaction of the flow.
/// - `glossary`: a section, the words, their meaning, their names in code, and their names in the log.
/// - `transitions`: a line with a step, then one line per kind of event. That line contains the rules that decide the event, and the next steps.
package enum RecordedText {}
