/*
 * For libFuzzer: the input is a series of calls, with the byte 0xFF between them. The first byte of a call chooses the function, the
 * rest is what it is given. Whatever they are, nothing may stop the process; a status that is not FLOW_OK has a text and no result; and
 * the lines of all records are a log that verifies.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flowmachine.h"

static const char settings[] =
    "{\"app\":\"CTV/1.0\",\"support\":\"4711\",\"settings\":{\"serviceProvider\":\"REF30\",\"domainName\":\"adobe.com\","
    "\"redirectURL\":\"a:b\",\"platform\":\"other\",\"hasUserAgent\":true}}";

static char lines[1 << 20];
static size_t length;
static int64_t first;

static void demand(int condition) {
    if (!condition) abort();
}

/* Adds the result to the log; or begins another with it. */
static void add(const flow_machine *machine, int isFirst) {
    size_t count = flow_result_length(machine);
    if (isFirst) {
        length = 0;
        first = flow_number(machine);
    }
    /* A log that is too long for the buffer is not checked. */
    if (length + count > sizeof lines) length = sizeof lines;
    else {
        memcpy(lines + length, flow_result(machine), count);
        length += count;
    }
}

static void call(flow_machine *machine, const char *bytes, size_t count) {
    int64_t number = flow_number(machine);
    int function = *bytes++ & 7, status;
    count--;
    switch (function) {
    case 0: status = flow_begin(machine, bytes, count); break;
    case 1: status = flow_rotate(machine); break;
    case 2: status = flow_resume(machine, bytes, count); break;
    case 3: status = flow_verify(machine, bytes, count); break;
    default: status = flow_decide(machine, bytes, count, function == 4 ? 0 : number); break;
    }
    const char *result = flow_result(machine);
    demand(result[flow_result_length(machine)] == 0);
    demand((status == FLOW_OK) == (*flow_error(machine) == 0));
    if (status != FLOW_OK) {
        demand(flow_result_length(machine) == 0 && flow_number(machine) == number);
        return;
    }
    if (function == 2) status = flow_rotate(machine);
    if (function < 3) add(machine, 1);
    else if (function > 3) add(machine, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    flow_machine *machine = flow_new();
    demand(flow_begin(machine, settings, strlen(settings)) == FLOW_OK);
    add(machine, 1);
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, 0xFF, size - start);
        size_t count = end ? (size_t)(end - data) - start : size - start;
        /* A copy, so that the sanitizer notices a read beyond its end. */
        char *copy = malloc(count ? count : 1);
        demand(copy != NULL);
        memcpy(copy, data + start, count);
        if (count > 0) call(machine, copy, count);
        free(copy);
        start += count + 1;
    }
    if (length < sizeof lines) {
        int64_t last = flow_number(machine);
        demand(flow_verify(machine, lines, length) == FLOW_OK);
        demand(flow_verified(machine) == last - first);
    }
    flow_free(machine);
    return 0;
}
