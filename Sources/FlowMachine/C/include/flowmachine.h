/*
 * FlowMachine: decides the steps of a TV app's sign-in and playback authorization with Adobe Pass.
 *
 * The machine receives events and returns records. Both are JSON, exactly as in the log of every FlowMachine app. A record is one
 * line that contains the rule that decided, the new state, the effects to carry out, and a checksum. Write the lines to a file, which
 * `flow-trace` can read.
 *
 *     flow_machine *machine = flow_new();
 *     if (flow_begin(machine, settings, strlen(settings)) != FLOW_OK) puts(flow_error(machine));
 *     fputs(flow_result(machine), file);                        // the header's line
 *     if (flow_decide(machine, event, strlen(event), 0) != FLOW_OK) puts(flow_error(machine));
 *     fputs(flow_result(machine), file);                        // the record's line: carry out its effects
 *     flow_free(machine);
 *
 * Ownership. The caller owns the machine, and frees it with flow_free. Input bytes belong to the caller: a function reads them and
 * keeps no pointer to them. Bytes that a function returns belong to the machine: they are valid until the next call of any function
 * that takes this machine without `const`, and must not be changed or freed.
 *
 * Threads. There is no global state. A machine may be used from any thread, by one thread at a time.
 *
 * Misuse. A function that returns a status never stops the process because of its input. It returns a status other than FLOW_OK, and
 * flow_error returns the problem, its place, and the fix. The machine is then as it was before the call, except that its result is
 * empty. Three mistakes cannot be detected, as with free(): a machine that was already freed, a pointer that is not a machine, and a
 * length beyond the end of the bytes. If there is no memory left, the process stops.
 *
 * JSON. All JSON is UTF-8 and follows the log's format: numbers are whole, and an optional field is absent rather than null. Fields
 * may be in any order, and white space is allowed. An unknown field in settings or in an event is an error, because it may be misspelled.
 */
#ifndef FLOWMACHINE_H
#define FLOWMACHINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that this header belongs to. */
#define FLOW_VERSION "0.3.0-dev"

/* The statuses that a function can return. The numbers never change; later versions may add statuses. */
enum {
    FLOW_OK = 0,
    /* The machine is NULL. flow_error has no text for this status. */
    FLOW_NO_MACHINE = 1,
    /* An argument is wrong: NULL where bytes are needed, a length above FLOW_LONGEST, or a `by` that is not an earlier event. */
    FLOW_BAD_ARGUMENT = 2,
    /* flow_decide or flow_rotate was called before flow_begin or flow_resume. */
    FLOW_NOT_BEGUN = 3,
    /* Settings or an event cannot be read: they are not JSON or not UTF-8, a field is missing or unknown, a value is out of
    * bounds, or no viewer can sign in with a setting, for example with an empty host. */
    FLOW_UNREADABLE = 4,
    /* A log is damaged, or has a newer format than this library. */
    FLOW_DAMAGED = 5,
    /* A log is intact, but this library decides differently about one of its events. */
    FLOW_DIFFERS = 6,
    /* A log was written by a library with another revision of the model, so this library cannot continue it. */
    FLOW_OTHER_REVISION = 7
};

/* The longest input, in bytes: 1 GiB - 1. */
#define FLOW_LONGEST ((size_t)0x3FFFFFFF)

/* A machine: the settings, the current state, and the position in the log. */
typedef struct flow_machine flow_machine;

/* Returns a new machine, which has not begun a launch. The caller frees it with flow_free. Never NULL. */
flow_machine *flow_new(void);

/* Frees the machine and the bytes that it returned. Does nothing if `machine` is NULL. */
void flow_free(flow_machine *machine);

/*
 * Begins a launch of the app, and a log. If the machine had begun before, that launch is forgotten: events are numbered from 1 again.
 *
 * `settings`: a JSON object with these fields, as in a log's first line:
 *   app        the app's name, version and build, for example "DemoTV/1.0 (4711)"
 *   support    an identifier by which the app's support finds this log
 *   system     optional: the operating system and its version
 *   settings   the object of the same name in the log, see below
 *   names      optional: the names of resources, in a development log only
 *   previousSupport    optional: the `support` of the launch before
 *   installation       optional: a random id of the app's installation, 32 lowercase hexadecimal digits; derive it neither from the viewer nor
 *                      from the device, and create another id when the app erases its data. flow_share removes it
 *   utcOffsetMinutes   optional: the lead of the device's local time over UTC, in minutes
 * In the object `settings`:
 *   serviceProvider   the service provider (requestor) id that Adobe gave you
 *   domainName        one of the domains registered for the service provider
 *   redirectURL       the URL by which a web page returns to the app
 *   platform          "iOS", "iPadOS", "tvOS", "visionOS", "macOS", or "other" for every other device
 *   hasUserAgent      whether the device has a browser; otherwise viewers type a code on another device
 *   api               optional: "restV2" (the default) or "restV1"
 *   host              optional: scheme and host of Adobe's API; "https://sp.auth.adobe.com" by default
 *   activationURL     optional: the page where viewers type a code, with its scheme
 *   partner           optional: "none" (the default), or "apple" on a device with Apple's Video Subscriber Account
 *   hasPicker         optional: whether the app shows a provider picker; true by default
 *   temporaryAccess   optional: the MVPD id of temporary access
 *   policy            optional: an object; the fields are those of FlowMachine's Policy, and each has a default
 * The complete first line of an existing log is also accepted; then no field has a default.
 * `length`: the number of bytes, without a final NUL.
 *
 * Result: the header's line, with its newline. It is the first line of the log.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_UNREADABLE.
 */
int flow_begin(flow_machine *machine, const char *settings, size_t length);

/*
 * Decides about the next event.
 *
 * `event`: a JSON object, as in a record's field `event`: {"time":…,"origin":{…}}. The first event of a launch has the origin `app` with
 *          the kind `launched`. An event that does not fit the state, for example a reply to no open request, is recorded with a rule
 *          that begins with FM and without effects. If the app shuts the flow down, the last event of the launch has the origin `app`
 *          with the kind `shutDown`: its record cancels every outstanding request, and no later event has effects.
 * `length`: the number of bytes, without a final NUL.
 * `by`: the number of the record whose effect caused this event; 0 if no record did; at most flow_number. For a reply, it is the record
 *       that contains the request.
 *
 * Result: the record's line, with its newline. It contains the rule, the state, the effects and the checksum. Write it to the log before
 * carrying out its effects.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_NOT_BEGUN, FLOW_UNREADABLE.
 */
int flow_decide(flow_machine *machine, const char *event, size_t length, int64_t by);

/*
 * Ends a log file that has grown too large, and begins another file, which continues from the current state.
 *
 * Result: two lines, the header and a snapshot of the complete state. They are the first lines of the new file, which can be verified
 * and resumed by itself.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_NOT_BEGUN.
 */
int flow_rotate(flow_machine *machine);

/*
 * Verifies a log file like flow_verify, and continues it: the next record's line follows its last line. If the file contains only a
 * header and a snapshot (see flow_rotate), the machine continues from the snapshot.
 *
 * Use it to move a running flow to another machine. An app that starts again does not resume: it begins a launch, and its first event
 * contains the values that its vault has kept.
 *
 * `log`, `length`: all bytes of one log file.
 * Result: empty. flow_number is the number of the last record.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_DAMAGED, FLOW_DIFFERS, FLOW_OTHER_REVISION.
 */
int flow_resume(flow_machine *machine, const char *log, size_t length);

/*
 * Verifies a log file: checks every line's checksum and content, decides about every event again, and compares the complete decision.
 * Stops at the first problem. Uses neither the state nor the settings of the machine, which need not have begun a launch.
 *
 * `log`, `length`: all bytes of one log file.
 * Result: empty. flow_verified is the number of events that this library decides in the same way.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT, FLOW_DAMAGED, FLOW_DIFFERS; FLOW_OTHER_REVISION if the file begins with a
 * snapshot of another revision.
 */
int flow_verify(flow_machine *machine, const char *log, size_t length);

/*
 * Removes the field `installation` from the header of a log file. Call it before you send a log to anybody: create a new machine, and call
 * this function once per file, in the files' order, because each file contains the last checksum of the file before. The checksums change,
 * and damaged lines stay damaged. Uses neither the state nor the settings of the machine, which need not have begun a launch.
 *
 * `log`, `length`: all bytes of one log file.
 * Result: the bytes to share.
 * Status: FLOW_OK, FLOW_NO_MACHINE, FLOW_BAD_ARGUMENT.
 */
int flow_share(flow_machine *machine, const char *log, size_t length);

/*
 * Returns the result of the last call that returned a status; an empty text if there is no result, or if `machine` is NULL. The result
 * belongs to the machine. It ends with a NUL, which flow_result_length does not count.
 */
const char *flow_result(const flow_machine *machine);

/* Returns the number of bytes of the result, without the final NUL. */
size_t flow_result_length(const flow_machine *machine);

/* Returns the number of the last record; 0 before the first record, and before the machine has begun a launch. */
int64_t flow_number(const flow_machine *machine);

/* Returns the number of events that the last flow_verify or flow_resume found to be decided in the same way. */
int64_t flow_verified(const flow_machine *machine);

/*
 * Returns a text about the failure of the last call that returned a status: the problem, its place, and the fix, in English, as UTF-8.
 * The text is empty if that call succeeded. It belongs to the machine and ends with a NUL. It may quote the first 16 characters of an
 * unknown word or of a field's name in the input, and the values that differ in a log, but nothing else of the input.
 */
const char *flow_error(const flow_machine *machine);

/* Returns the line of the problem, starting at 1; always 1 in settings and events; 0 if the problem is not in the input. */
size_t flow_error_line(const flow_machine *machine);

/* Returns the byte of the problem in its line, starting at 1; 0 if the problem is not in the input. */
size_t flow_error_column(const flow_machine *machine);

/* Returns the library's version. FLOW_VERSION is the version of the header. The text belongs to the library, never changes, and ends with
 * a NUL. */
const char *flow_version(void);

/* Returns the version of the log's format that the library writes. The library reads this version and all earlier ones. */
int flow_format(void);

/* Returns the revision of the model. Libraries with the same revision write the same decisions, byte for byte. */
int flow_model_revision(void);

#ifdef __cplusplus
}
#endif

#endif
