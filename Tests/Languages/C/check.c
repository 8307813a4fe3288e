/*
 * The C functions' test.
 *   check LOG...           decides every log again, continues each from its middle, and makes every mistake once
 *   check --table          the same-bytes table, for the logs that the standard input names, one per line
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flowmachine.h"

static int failures;

#define CHECK(condition, ...)                                          \
    do {                                                               \
        if (!(condition)) {                                            \
            failures++;                                                \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                              \
            fputc('\n', stderr);                                       \
        }                                                              \
    } while (0)

/* MARK: Logs */

typedef struct {
    const char *name;
    char *bytes;
    size_t length;
} log_file;

static log_file read_log(const char *name) {
    log_file log = {name, NULL, 0};
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "%s cannot be read\n", name);
        exit(66);
    }
    log.length = (size_t)ftell(file);
    rewind(file);
    log.bytes = malloc(log.length + 1);
    if (!log.bytes || fread(log.bytes, 1, log.length, file) != log.length) exit(66);
    log.bytes[log.length] = 0;
    fclose(file);
    return log;
}

/* The length of the line at `start`, its newline included. */
static size_t line_length(const char *start, const char *end) {
    const char *newline = memchr(start, '\n', (size_t)(end - start));
    return newline ? (size_t)(newline - start) + 1 : (size_t)(end - start);
}

static const char *find(const char *start, size_t length, const char *text) {
    size_t count = strlen(text);
    for (; length >= count; start++, length--)
        if (memcmp(start, text, count) == 0) return start;
    return NULL;
}

/* Hands in the event of a record's line. */
static int decide_line(flow_machine *machine, const char *line, size_t length) {
    const char *event = find(line, length, "\"event\":");
    const char *end = event ? find(event, length - (size_t)(event - line), ",\"rule\":\"") : NULL;
    const char *by = event ? find(line, (size_t)(event - line), "\"by\":") : NULL;
    if (!end) return FLOW_UNREADABLE;
    event += strlen("\"event\":");
    return flow_decide(machine, event, (size_t)(end - event), by ? strtoll(by + strlen("\"by\":"), NULL, 10) : 0);
}

/* The length of what comes before the first record: a header, and perhaps a snapshot. */
static size_t head_length(const log_file *log) {
    static const char snapshot[] = "{\"snapshot\":";
    const char *end = log->bytes + log->length;
    size_t first = line_length(log->bytes, end);
    if (log->length - first > strlen(snapshot) && memcmp(log->bytes + first, snapshot, strlen(snapshot)) == 0)
        return first + line_length(log->bytes + first, end);
    return first;
}

static size_t head_lines(const log_file *log) {
    return head_length(log) > line_length(log->bytes, log->bytes + log->length) ? 2 : 1;
}

/* Decides about the log's events again, from the log's beginning to the first line that is different. Returns how many are equal. */
static size_t decide_again(flow_machine *machine, const log_file *log) {
    const char *end = log->bytes + log->length;
    size_t head = head_length(log), same = head_lines(log);
    if (same == 2) {
        if (flow_resume(machine, log->bytes, head) != FLOW_OK) return 0;
    } else {
        if (flow_begin(machine, log->bytes, head) != FLOW_OK) return 0;
        if (flow_result_length(machine) != head || memcmp(flow_result(machine), log->bytes, head) != 0) return 0;
    }
    for (const char *line = log->bytes + head; line < end; same++) {
        size_t length = line_length(line, end);
        if (decide_line(machine, line, length) != FLOW_OK) break;
        if (flow_result_length(machine) != length || memcmp(flow_result(machine), line, length) != 0) break;
        line += length;
    }
    return same;
}

static size_t lines_of(const log_file *log) {
    size_t lines = 0;
    for (size_t i = 0; i < log->length; i++) lines += log->bytes[i] == '\n';
    return lines;
}

static int is_this_revision(const log_file *log) {
    const char *field = find(log->bytes, line_length(log->bytes, log->bytes + log->length), "\"modelRevision\":");
    return field && atoi(field + strlen("\"modelRevision\":")) == flow_model_revision();
}

/* MARK: The table */

static const char *const results[] = {
    [FLOW_OK] = "verified", [FLOW_DAMAGED] = "damaged", [FLOW_DIFFERS] = "differs", [FLOW_OTHER_REVISION] = "damaged"};

/* Prints the log's row. Adds the time that it took to decide its events again, and returns their number. */
static long long print_row(const log_file *log, clock_t *time) {
    flow_machine *machine = flow_new();
    long long again = 0;
    int status = flow_verify(machine, log->bytes, log->length);
    printf("%s\t%lld\t%s\t", log->name, (long long)flow_verified(machine), results[status]);
    if (status == FLOW_OK) printf("-\t");
    else if (status == FLOW_DIFFERS) printf("%zu\t", flow_error_line(machine));
    else printf("%zu:%zu\t", flow_error_line(machine), flow_error_column(machine));
    if (status == FLOW_OK && is_this_revision(log)) {
        clock_t start = clock();
        size_t same = decide_again(machine, log);
        *time += clock() - start;
        again = (long long)same - (long long)head_lines(log);
        printf("%zu\n", same);
    } else {
        printf("-\n");
    }
    flow_free(machine);
    return again;
}

static int print_table(void) {
    static char name[4096];
    long long events = 0;
    clock_t time = 0;
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        log_file log = read_log(name);
        events += print_row(&log, &time);
        free(log.bytes);
    }
    printf("#\t%lld\t%.3f\n", events, (double)time / CLOCKS_PER_SEC);
    return 0;
}

/* MARK: Tests */

/* Continues the log from every tenth of its lines, and once in a new file: the lines after it must be the log's. */
static void check_resume(const log_file *log) {
    const char *end = log->bytes + log->length;
    size_t lines = lines_of(log), number = 0;
    for (const char *middle = log->bytes; middle < end; middle += line_length(middle, end), number++) {
        if (number % (lines / 10 + 1) != 1 || middle < log->bytes + head_length(log)) continue;
        flow_machine *machine = flow_new(), *other = flow_new();
        int status = flow_resume(machine, log->bytes, (size_t)(middle - log->bytes));
        CHECK(status == FLOW_OK, "%s: %s", log->name, flow_error(machine));
        int64_t last = flow_number(machine);
        status = flow_rotate(machine);
        CHECK(status == FLOW_OK, "%s: %s", log->name, flow_error(machine));
        status = flow_resume(other, flow_result(machine), flow_result_length(machine));
        CHECK(status == FLOW_OK, "%s: %s", log->name, flow_error(other));
        CHECK(flow_number(other) == last, "%s, line %zu", log->name, number);
        status = flow_resume(machine, log->bytes, (size_t)(middle - log->bytes));
        CHECK(status == FLOW_OK, "%s: %s", log->name, flow_error(machine));
        for (const char *line = middle; line < end; line += line_length(line, end)) {
            size_t length = line_length(line, end), body = length - strlen(",\"crc\":\"01234567\"}\n");
            CHECK(decide_line(machine, line, length) == FLOW_OK && decide_line(other, line, length) == FLOW_OK, "%s", log->name);
            CHECK(flow_result_length(machine) == length && memcmp(flow_result(machine), line, length) == 0, "%s", log->name);
            /* In the new file, only the checksum is another: it follows other lines. */
            CHECK(flow_result_length(other) == length && memcmp(flow_result(other), line, body) == 0, "%s", log->name);
        }
        flow_free(other);
        flow_free(machine);
    }
}

static void check_log(const log_file *log) {
    flow_machine *machine = flow_new();
    int status = flow_verify(machine, log->bytes, log->length);
    size_t lines = lines_of(log), head = head_lines(log);
    CHECK(status == FLOW_OK, "%s: %s", log->name, flow_error(machine));
    CHECK((size_t)flow_verified(machine) == lines - head, "%s: %lld events", log->name, (long long)flow_verified(machine));
    size_t same = decide_again(machine, log);
    CHECK(same == lines, "%s: %zu lines of %zu: %s", log->name, same, lines, flow_error(machine));
    flow_free(machine);
    check_resume(log);
}

static const char settings[] =
    "{\"app\":\"CTV/1.0\",\"support\":\"4711\",\"settings\":{\"serviceProvider\":\"REF30\",\"domainName\":\"adobe.com\","
    "\"redirectURL\":\"a:b\",\"platform\":\"other\",\"hasUserAgent\":false%s}}";
static const char launched[] =
    "{\"time\":1,\"origin\":{\"kind\":\"app\",\"app\":{\"kind\":\"launched\",\"kept\":{\"owedLogouts\":[],"
    "\"first\":{\"request\":1,\"timer\":1,\"presentation\":1},\"jitter\":1}}}}";

/* What was handed in last. */
static char sent[1024];

static int begin(flow_machine *machine, const char *more) {
    snprintf(sent, sizeof sent, settings, more);
    return flow_begin(machine, sent, strlen(sent));
}

static int decide(flow_machine *machine, const char *event, int64_t by) {
    snprintf(sent, sizeof sent, "%s", event);
    return flow_decide(machine, sent, strlen(sent), by);
}

/* The column of `text` in what was handed in last. */
static size_t column_of(const char *text) {
    const char *place = strstr(sent, text);
    return place ? (size_t)(place - sent) + 1 : SIZE_MAX;
}

/* The call failed so: the status, part of the text, the column; and the machine is as it was. */
#define EXPECT(call, expected, part, column, number)                                                              \
    do {                                                                                                          \
        int status_ = (call);                                                                                     \
        CHECK(status_ == (expected), "status %d: %s", status_, flow_error(machine));                              \
        CHECK(strstr(flow_error(machine), (part)) != NULL, "the text is: %s", flow_error(machine));               \
        CHECK(flow_error_column(machine) == (size_t)(column), "column %zu", flow_error_column(machine));          \
        CHECK(flow_result_length(machine) == 0 && *flow_result(machine) == 0, "result %s", flow_result(machine)); \
        CHECK(flow_number(machine) == (number), "number %lld", (long long)flow_number(machine));                  \
    } while (0)

static void check_no_machine(void) {
    CHECK(flow_begin(NULL, "{}", 2) == FLOW_NO_MACHINE, "begin");
    CHECK(flow_decide(NULL, "{}", 2, 0) == FLOW_NO_MACHINE, "decide");
    CHECK(flow_rotate(NULL) == FLOW_NO_MACHINE, "rotate");
    CHECK(flow_resume(NULL, "", 0) == FLOW_NO_MACHINE, "resume");
    CHECK(flow_verify(NULL, "", 0) == FLOW_NO_MACHINE, "verify");
    CHECK(*flow_result(NULL) == 0 && *flow_error(NULL) == 0, "texts");
    CHECK(flow_result_length(NULL) == 0 && flow_error_line(NULL) == 0 && flow_error_column(NULL) == 0, "lengths");
    CHECK(flow_number(NULL) == 0 && flow_verified(NULL) == 0, "numbers");
    flow_free(NULL);
}

static void check_misuse(void) {
    flow_machine *machine = flow_new();
    EXPECT(decide(machine, launched, 0), FLOW_NOT_BEGUN, "call flow_begin", 0, 0);
    EXPECT(flow_rotate(machine), FLOW_NOT_BEGUN, "call flow_begin", 0, 0);
    EXPECT(flow_begin(machine, NULL, 0), FLOW_BAD_ARGUMENT, "NULL", 0, 0);
    EXPECT(flow_begin(machine, NULL, 8), FLOW_BAD_ARGUMENT, "NULL", 0, 0);
    EXPECT(flow_begin(machine, "", 0), FLOW_UNREADABLE, "not the expected JSON", 1, 0);
    EXPECT(flow_begin(machine, "{}", 2), FLOW_UNREADABLE, "missing field \"app\"", 2, 0);
    /* A token in the wrong place: the error is for a log, so it quotes little of it. */
    EXPECT(begin(machine, ",\"eyJhbGciOiJIUzI1NiJ9.e30.c2VjcmV0\":true"), FLOW_UNREADABLE, "\"eyJhbGciOiJIUzI1...\" is unknown",
        column_of("\"eyJhbGci"), 0);
    EXPECT(begin(machine, ",\"hasPiker\":true"), FLOW_UNREADABLE, "\"hasPiker\" is unknown", column_of("\"hasPiker"), 0);
    EXPECT(begin(machine, ",\"policy\":{\"attemps\":2}"), FLOW_UNREADABLE, "\"attemps\" is unknown", column_of("\"attemps"), 0);
    EXPECT(begin(machine, ",\"host\":\"\xff\""), FLOW_UNREADABLE, "UTF-8", column_of("\"}}"), 0);
    EXPECT(begin(machine, ",\"host\":\"\\ud800\""), FLOW_UNREADABLE, "UTF-8", column_of("d800"), 0);
    EXPECT(begin(machine, ",\"api\":\"restV9\""), FLOW_UNREADABLE, "\"restV9\" is unknown", column_of("\"restV9"), 0);

    CHECK(begin(machine, ",\n\t\"host\" : \"https:\\/\\/x.\\u00E9\\uD83D\\uDE00\"\r\n") == FLOW_OK, "%s", flow_error(machine));
    CHECK(strstr(flow_result(machine), "\"https://x.\xC3\xA9\xF0\x9F\x98\x80\"") != NULL, "%s", flow_result(machine));
    CHECK(strstr(flow_result(machine), "\"library\":\"" FLOW_VERSION "\"") != NULL, "%s", flow_result(machine));
    CHECK(strcmp(flow_version(), FLOW_VERSION) == 0, "%s", flow_version());
    CHECK(flow_format() >= 1 && flow_model_revision() >= 3, "%d, %d", flow_format(), flow_model_revision());
    CHECK(*flow_error(machine) == 0 && flow_error_line(machine) == 0, "%s", flow_error(machine));

    EXPECT(decide(machine, launched, 1), FLOW_BAD_ARGUMENT, "the last record is 0", 0, 0);
    CHECK(decide(machine, launched, 0) == FLOW_OK, "%s", flow_error(machine));
    CHECK(strlen(flow_result(machine)) == flow_result_length(machine), "%s", flow_result(machine));
    EXPECT(decide(machine, launched, -1), FLOW_BAD_ARGUMENT, "by is -1", 0, 1);
    EXPECT(decide(machine, launched, INT64_MAX), FLOW_BAD_ARGUMENT, "the last record is 1", 0, 1);
    EXPECT(flow_decide(machine, NULL, 1, 0), FLOW_BAD_ARGUMENT, "NULL", 0, 1);
    EXPECT(flow_decide(machine, launched, SIZE_MAX, 0), FLOW_BAD_ARGUMENT, "length", 0, 1);
    EXPECT(flow_decide(machine, launched, FLOW_LONGEST + 1, 0), FLOW_BAD_ARGUMENT, "length", 0, 1);
    /* Every shorter event is an error. */
    for (size_t length = 0; length + 1 < sizeof launched; length++) {
        char *cut = malloc(length + 1);
        if (!cut) exit(70);
        memcpy(cut, launched, length);
        CHECK(flow_decide(machine, cut, length, 0) == FLOW_UNREADABLE, "%zu bytes", length);
        free(cut);
    }
    EXPECT(decide(machine, "{\"time\":1,\"origin\":{\"kind\":\"timer\",\"timer\":1},\"x\":0}", 0), FLOW_UNREADABLE, "\"x\"", column_of("\"x\""), 1);
    EXPECT(decide(machine, "{\"time\":-1,\"origin\":{\"kind\":\"timer\",\"timer\":1}}", 0), FLOW_UNREADABLE, "out of range", column_of(",\"origin"), 1);
    EXPECT(decide(machine, "{\"time\":1.5}", 0), FLOW_UNREADABLE, "out of range", column_of("1.5"), 1);

    EXPECT(flow_verify(machine, "", 0), FLOW_DAMAGED, "empty", 1, 1);
    EXPECT(flow_resume(machine, "{}\n", 3), FLOW_DAMAGED, "checksum", 1, 1);
    EXPECT(flow_resume(machine, NULL, 3), FLOW_BAD_ARGUMENT, "NULL", 0, 1);
    CHECK(decide(machine, "{\"time\":2,\"origin\":{\"kind\":\"timer\",\"timer\":9}}", 1) == FLOW_OK, "%s", flow_error(machine));
    CHECK(flow_number(machine) == 2, "%lld", (long long)flow_number(machine));
    CHECK(begin(machine, "") == FLOW_OK && flow_number(machine) == 0, "a second launch");
    flow_free(machine);
}

/* Every field of the header can be handed in, those with a default too: a field that flow_begin forgot would be unknown to it. */
static void check_settings(void) {
    static char line[4096], again[4096];
    flow_machine *machine = flow_new();
    int status = begin(machine, ",\"activationURL\":\"https://a\",\"temporaryAccess\":\"T\",\"policy\":{\"longestPollInterval\":1,\"sessionLifetime\":2}");
    CHECK(status == FLOW_OK, "%s", flow_error(machine));
    snprintf(line, sizeof line, "%s", flow_result(machine));
    const char *app = strstr(line, "\"app\":"), *end = strstr(line, ",\"crc\":");
    CHECK(app && end, "%s", line);
    snprintf(again, sizeof again, "{%.*s,\"system\":\"TV 1\"}", (int)(end - app), app);
    CHECK(flow_begin(machine, again, strlen(again)) == FLOW_OK, "%s", flow_error(machine));
    app = strstr(flow_result(machine), ",\"system\":\"TV 1\"");
    CHECK(app && strlen(line) + strlen(",\"system\":\"TV 1\"") == flow_result_length(machine), "%s", flow_result(machine));
    CHECK(app && strncmp(strstr(app, ",\"support\":"), strstr(line, ",\"support\":"), (size_t)(end - strstr(line, ",\"support\":"))) == 0, "%s", app);
    flow_free(machine);
}

/* A changed byte anywhere in a log is noticed, and its line named. */
static void check_damage(const log_file *log) {
    flow_machine *machine = flow_new();
    size_t line = 1;
    for (size_t i = 0; i < log->length; i += 1 + log->length / 200) {
        line = 1;
        for (size_t before = 0; before < i; before++) line += log->bytes[before] == '\n';
        char kept = log->bytes[i];
        log->bytes[i] ^= 4;
        CHECK(flow_verify(machine, log->bytes, log->length) == FLOW_DAMAGED, "%s, byte %zu", log->name, i);
        CHECK(flow_error_line(machine) == line, "%s, byte %zu: %s", log->name, i, flow_error(machine));
        log->bytes[i] = kept;
    }
    flow_free(machine);
}

static void *decide_often(void *log) {
    size_t same = 0;
    for (int i = 0; i < 50; i++) {
        flow_machine *machine = flow_new();
        same += decide_again(machine, log);
        flow_free(machine);
    }
    return (void *)same;
}

/* Machines in several threads do not disturb each other. */
static void check_threads(log_file *log) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, decide_often, log) == 0, "thread %d", i);
    for (int i = 0; i < 4; i++) {
        void *same = NULL;
        CHECK(pthread_join(threads[i], &same) == 0 && (size_t)same == 50 * lines_of(log), "thread %d: %zu", i, (size_t)same);
    }
}

/* The facts of a launch in the header, a shutdown, and a log as it may be shared. */
static void check_words(void) {
    static const char id[] = "0f9d3a5c7e1b42d68a90c3e5f7182b4d";
    static const char ended[] = "{\"time\":2,\"origin\":{\"kind\":\"app\",\"app\":{\"kind\":\"shutDown\"}}}";
    char header[1024], log[8192];
    flow_machine *machine = flow_new();
    CHECK(begin(machine, "") == FLOW_OK, "%s", flow_error(machine));
    snprintf(header, sizeof header, "{\"previousSupport\":\"4710\",\"installation\":\"%s\",\"utcOffsetMinutes\":-300,%s", id, sent + 1);
    CHECK(flow_begin(machine, header, strlen(header)) == FLOW_OK, "%s", flow_error(machine));
    size_t length = flow_result_length(machine);
    memcpy(log, flow_result(machine), length);
    CHECK(find(log, length, "\"previousSupport\":\"4710\"") != NULL, "%.*s", (int)length, log);
    CHECK(find(log, length, "\"utcOffsetMinutes\":-300") != NULL, "%.*s", (int)length, log);
    const char *events[] = {launched, ended};
    for (int i = 0; i < 2; i++) {
        CHECK(flow_decide(machine, events[i], strlen(events[i]), 0) == FLOW_OK, "%s", flow_error(machine));
        memcpy(log + length, flow_result(machine), flow_result_length(machine));
        length += flow_result_length(machine);
    }
    CHECK(find(flow_result(machine), flow_result_length(machine), "\"rule\":\"FM-30\"") != NULL, "%s", flow_result(machine));
    CHECK(find(log, length, id) != NULL, "no installation");
    CHECK(flow_share(machine, log, length) == FLOW_OK, "%s", flow_error(machine));
    length = flow_result_length(machine);
    memcpy(log, flow_result(machine), length);
    CHECK(find(log, length, id) == NULL, "%.*s", (int)length, log);
    CHECK(flow_verify(machine, log, length) == FLOW_OK && flow_verified(machine) == 2, "%s", flow_error(machine));
    CHECK(flow_share(machine, NULL, 0) == FLOW_BAD_ARGUMENT && flow_share(NULL, log, length) == FLOW_NO_MACHINE, "misuse");
    flow_free(machine);
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--table") == 0) return print_table();
    if (count < 2) {
        fprintf(stderr, "usage: check LOG...\n");
        return 64;
    }
    check_no_machine();
    check_misuse();
    check_settings();
    check_words();
    for (int i = 1; i < count; i++) {
        log_file log = read_log(arguments[i]);
        check_log(&log);
        if (i == 1) {
            check_damage(&log);
            check_threads(&log);
        }
        free(log.bytes);
    }
    if (failures == 0) printf("%d logs and every mistake: all is well\n", count - 1);
    return failures == 0 ? 0 : 1;
}
