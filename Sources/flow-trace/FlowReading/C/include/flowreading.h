/*
 * FlowReading explains the logs of FlowMachine: what went wrong, why, and who can act on it.
 *
 *     flow_reading *reading = flow_reading_new();
 *     if (flow_reading_add(reading, "app.jsonl", 9, log, length) != FLOW_OK) puts(flow_reading_error(reading));
 *     if (flow_reading_summarize(reading, FLOW_READING_JSON) == FLOW_OK) fputs(flow_reading_result(reading), stdout);
 *     flow_reading_free(reading);
 *
 * The results are those of the tool, byte for byte: flow-trace triage, explain, diff and render, with their default options at a width of
 * 100 columns. The help of each of these commands describes its JSON. Ids of causes are never renamed (flow-trace help causes); texts may change
 * with any version.
 *
 * Ownership. The caller owns the reading, and frees it with flow_reading_free. A log that is added is copied. Bytes that a function returns
 * belong to the reading: they are valid until the next call of any function that takes this reading without `const`.
 *
 * Threads and misuse: as for a machine (flowmachine.h). A reading may be used by one thread at a time; input never stops the process.
 * Statuses are those of flowmachine.h; FLOW_NO_MACHINE means that `reading` is NULL.
 *
 * The library libflowreading contains the functions of both headers.
 */
#ifndef FLOWREADING_H
#define FLOWREADING_H

#include <stddef.h>
#include <stdint.h>

#include "flowmachine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The forms of a result. Only drawings have the forms MERMAID and SVG, and they have no JSON. Only findings have the form HTML. */
enum {
    FLOW_READING_TEXT = 0,
    FLOW_READING_JSON = 1,
    FLOW_READING_MERMAID = 2,
    FLOW_READING_SVG = 3,
    FLOW_READING_HTML = 4
};

/* The kinds of drawings: the calls between the parties, the states of the flow, and the use of the time. */
enum {
    FLOW_READING_SEQUENCE = 0,
    FLOW_READING_STATES = 1,
    FLOW_READING_TIMELINE = 2
};

/* Log files that belong together. */
typedef struct flow_reading flow_reading;

/* Creates a reading without a log. Never returns NULL. Free the reading with flow_reading_free. */
flow_reading *flow_reading_new(void);

/* Frees a reading, and everything that it returned. Does nothing if `reading` is NULL. */
void flow_reading_free(flow_reading *reading);

/*
 * Adds a log file. The files of one launch are added one after the other, in the order in which the app wrote them.
 *
 * `name`, `name_length`: the file's path, as UTF-8. Launches in one folder are treated as those of one device. Consecutive files with the
 *   names that an app gives them (flow-SUPPORT-0001.jsonl) belong to one launch if they have the same support id.
 * `log`, `length`: all bytes of the file. Damaged lines are skipped, and the results report them.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_DAMAGED if not even the first line can be read; the file is then not added.
 */
int flow_reading_add(flow_reading *reading, const char *name, size_t name_length, const char *log, size_t length);

/*
 * Reports what went wrong in each launch, why, and who can act on it, and what several launches have in common.
 *
 * `form`: FLOW_READING_TEXT, FLOW_READING_JSON or FLOW_READING_HTML. JSON has one object per launch, each on a line; after several launches,
 *   another object contains what they show together (`patterns`). HTML has elements for a page, without script, style or address.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_NOT_BEGUN if no log was added.
 */
int flow_reading_summarize(flow_reading *reading, int form);

/* The tables of a fleet; Specs/tables documents their columns. */
enum {
    FLOW_READING_LAUNCHES = 1,
    FLOW_READING_REQUESTS = 2,
    FLOW_READING_EVENTS = 4,
    FLOW_READING_VERDICTS = 8
};

/*
 * Writes the launches as rows of tables: one JSON object per row, each on a line. The first member is the name of the table (`table`); all columns of
 * the table follow in order. The rows of a launch are together: launches, requests, events, verdicts. If flow_reading_add refused a file, the launch
 * before it is marked as damaged.
 *
 * `tables`: the sum of the tables to write.
 * `one_in`: the app uploads the log of one in `one_in` launches without a fault; the weights in the rows are computed from it. Pass 1 if
 *   the app uploads every log.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_NOT_BEGUN if no log was added.
 */
int flow_reading_rows(flow_reading *reading, int64_t tables, int64_t one_in);

/*
 * Returns the columns of the tables as one JSON object: `version` and `tables`. `tables` is an object with the name of each table and the list of its
 * columns. A column has `name`, `kind` (text, number, truth or texts), `meaning`, and `null`, which says when a value is null (null if no value ever
 * is). A later version only adds columns.
 */
int flow_reading_tables(flow_reading *reading);

/*
 * Explains why an event of the first launch was decided as it was, and what would have changed the decision.
 *
 * `event`: the number of the event; 0 for the event that best shows why a request was not fulfilled.
 * `form`: FLOW_READING_TEXT or FLOW_READING_JSON.
 * Status: as above; FLOW_BAD_ARGUMENT if the log has no such event.
 */
int flow_reading_explain(flow_reading *reading, int64_t event, int form);

/*
 * Finds the differences in meaning between two launches, the first one first. The files of exactly two launches must have been added. If these are
 * two files, each of them is compared as a launch.
 *
 * `form`: FLOW_READING_TEXT or FLOW_READING_JSON.
 * Status: FLOW_BAD_ARGUMENT if the files are not of two launches.
 */
int flow_reading_compare(flow_reading *reading, int form);

/*
 * Draws the first launch.
 *
 * `drawing`: FLOW_READING_SEQUENCE, FLOW_READING_STATES or FLOW_READING_TIMELINE.
 * `form`: FLOW_READING_TEXT, FLOW_READING_MERMAID or FLOW_READING_SVG.
 */
int flow_reading_draw(flow_reading *reading, int drawing, int form);

/* Draws the events `first` to `last` of the first launch. Status: FLOW_BAD_ARGUMENT if `last` is before `first`. */
int flow_reading_draw_part(flow_reading *reading, int drawing, int form, int64_t first, int64_t last);

/*
 * Returns the lines of the sequence of the first launch as one JSON object, for a page that draws the lanes itself: `lanes`, `time`, `count` (of all
 * lines), `first`, and `rows`, at most `count` lines from line `first` on. Damaged lines of the log are skipped, and a row names them.
 */
int flow_reading_drawn_rows(flow_reading *reading, int64_t first, int64_t count);

/*
 * Returns one event of the first launch as a JSON object: its rule, its effects, the model after it, what the event changed in the model (`was`), the
 * outstanding requests, and the contents of the vault. Steps forward and back are fast in a log of any length.
 *
 * Status: FLOW_BAD_ARGUMENT if the log has no such event.
 */
int flow_reading_step(flow_reading *reading, int64_t event);

/* Checks whether this build decides the first launch as recorded. Returns a JSON object with `verdict` (verified, differs, damaged) and `text`. */
int flow_reading_verify(flow_reading *reading);

/*
 * Runs the first launch with edits, and reports what this build decides then.
 *
 * `edits`, `length`: JSON, {"edits":[...]}. An edit has a `kind`: without (`event`), move (`event`, `by` in milliseconds), change (`event`,
 *     `to`: what happens instead, as a log writes `origin`), insert (`event`, `by`, `to`), policy (`values`: JSON in a text), rightClock.
 * `form`: FLOW_READING_JSON: the report as an object, and on the next line the log of the edited run as a text; or FLOW_READING_TEXT.
 * Status: FLOW_BAD_ARGUMENT if the edits cannot be made, FLOW_OTHER_REVISION if this build cannot continue from the log's snapshot.
 */
int flow_reading_what_if(flow_reading *reading, const char *edits, size_t length, int form);

/* Returns the first launch as a test in Swift that fails when its decisions change. */
int flow_reading_test(flow_reading *reading);

/* Returns a copy of the first launch that identifies nobody: with pseudonyms and shifted times. */
int flow_reading_share(flow_reading *reading);

/* The result of the last call that returned a status, as UTF-8. Ends with a NUL, which flow_reading_result_length does not count. */
const char *flow_reading_result(const flow_reading *reading);

/* The number of bytes of the result. */
size_t flow_reading_result_length(const flow_reading *reading);

/* The error message of the last call that returned a status, and what to do. Ends with a NUL. Empty if the call succeeded. */
const char *flow_reading_error(const flow_reading *reading);

#ifdef __cplusplus
}
#endif

#endif
