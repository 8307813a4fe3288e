// Prints a row of the same-bytes table for each log on the standard input: a line of its name and size, then its bytes. Uses WASI alone.
#include <stddef.h>
#include <stdint.h>

#include "flowmachine.h"

#define IMPORT(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))

typedef struct {
    void *start;
    size_t length;
} piece;

IMPORT(fd_read) int fd_read(int file, piece *pieces, size_t count, size_t *length);
IMPORT(fd_write) int fd_write(int file, const piece *pieces, size_t count, size_t *length);
IMPORT(clock_time_get) int clock_time_get(int clock, uint64_t precision, uint64_t *nanoseconds);
IMPORT(proc_exit) _Noreturn void proc_exit(int status);

void *allocate(size_t size);
void free(void *block);

// MARK: Input and output

static int read_byte(void) {
    static unsigned char buffer[65536];
    static size_t position, length;
    if (position == length) {
        piece piece = {buffer, sizeof buffer};
        position = length = 0;
        if (fd_read(0, &piece, 1, &length) != 0 || length == 0) return -1;
    }
    return buffer[position++];
}

static void print(const char *text, size_t length) {
    while (length > 0) {
        size_t written = 0;
        piece piece = {(void *)(uintptr_t)text, length};
        if (fd_write(1, &piece, 1, &written) != 0) proc_exit(74);
        text += written;
        length -= written;
    }
}

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

static void print_text(const char *text) { print(text, length_of(text)); }

static void print_number(uint64_t number) {
    char digits[20];
    size_t start = sizeof digits;
    do digits[--start] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    print(digits + start, sizeof digits - start);
}

// MARK: Logs

static const char *find(const char *start, const char *end, const char *text) {
    size_t length = length_of(text);
    for (; start + length <= end; start++) {
        size_t index = 0;
        while (index < length && start[index] == text[index]) index++;
        if (index == length) return start;
    }
    return NULL;
}

static const char *end_of_line(const char *start, const char *end) {
    const char *newline = find(start, end, "\n");
    return newline ? newline + 1 : end;
}

static uint64_t number_at(const char *text) {
    uint64_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

static int is_result(const flow_machine *machine, const char *start, const char *end) {
    const char *result = flow_result(machine);
    if (flow_result_length(machine) != (size_t)(end - start)) return 0;
    while (start < end)
        if (*start++ != *result++) return 0;
    return 1;
}

// How many lines are the same when the log's events are decided again. Counts the events.
static size_t decide_again(flow_machine *machine, const char *log, const char *end, uint64_t *events) {
    const char *line = end_of_line(log, end), *second = end_of_line(line, end);
    size_t same = 1;
    if (find(line, second, "{\"snapshot\":") == line) {
        if (flow_resume(machine, log, (size_t)(second - log)) != FLOW_OK) return 0;
        line = second;
        same = 2;
    } else if (flow_begin(machine, log, (size_t)(line - log)) != FLOW_OK || !is_result(machine, log, line)) {
        return 0;
    }
    for (; line < end; line = end_of_line(line, end)) {
        const char *next = end_of_line(line, end), *event = find(line, next, "\"event\":"), *rule = find(line, next, ",\"rule\":\"");
        if (!event || !rule) break;
        const char *by = find(line, event, "\"by\":");
        event += length_of("\"event\":");
        int64_t cause = by ? (int64_t)number_at(by + length_of("\"by\":")) : 0;
        if (flow_decide(machine, event, (size_t)(rule - event), cause) != FLOW_OK || !is_result(machine, line, next)) break;
        same++;
        (*events)++;
    }
    return same;
}

static uint64_t now(void) {
    uint64_t time = 0;
    clock_time_get(1, 1000, &time);
    return time;
}

static void print_row(const char *log, size_t length, uint64_t *events, uint64_t *time) {
    const char *end = log + length;
    flow_machine *machine = flow_new();
    int status = flow_verify(machine, log, length);
    print_text("\t");
    print_number((uint64_t)flow_verified(machine));
    print_text(status == FLOW_OK ? "\tverified\t-" : status == FLOW_DIFFERS ? "\tdiffers\t" : "\tdamaged\t");
    if (status != FLOW_OK) print_number(flow_error_line(machine));
    if (status != FLOW_OK && status != FLOW_DIFFERS) {
        print_text(":");
        print_number(flow_error_column(machine));
    }
    print_text("\t");
    const char *revision = find(log, end_of_line(log, end), "\"modelRevision\":");
    if (status == FLOW_OK && revision && (int)number_at(revision + length_of("\"modelRevision\":")) == flow_model_revision()) {
        uint64_t start = now();
        print_number(decide_again(machine, log, end, events));
        *time += now() - start;
    } else {
        print_text("-");
    }
    print_text("\n");
    flow_free(machine);
}

void _start(void) {
    uint64_t events = 0, time = 0;
    int byte;
    while ((byte = read_byte()) >= 0) {
        uint64_t length = 0;
        for (; byte != ' '; byte = read_byte()) print((char[]){(char)byte}, 1);
        while ((byte = read_byte()) >= '0') length = length * 10 + (uint64_t)(byte - '0');
        char *log = allocate(length + 1);
        if (!log) proc_exit(71);
        for (uint64_t index = 0; index < length; index++) log[index] = (char)read_byte();
        log[length] = 0;
        print_row(log, length, &events, &time);
        free(log);
    }
    print_text("#\t");
    print_number(events);
    print_text("\t");
    print_number(time / 1000000000);
    print_text(".");
    // Three digits.
    print_number(time / 100000000 % 10);
    print_number(time / 10000000 % 10);
    print_number(time / 1000000 % 10);
    print_text("\n");
}
