/* Decides about the events of a log again and prints the lines: the same as the log's. Usage: decide LOG */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowmachine.h"

static int fail(const flow_machine *machine) {
    fprintf(stderr, "%s\n", flow_error(machine));
    return 1;
}

/* The value of a record's field "event" in its line, which is copied here up to its end. */
static size_t event_of(const char *line, const char **event) {
    const char *start = strstr(line, "\"event\":"), *end = start ? strstr(start, ",\"rule\":\"") : NULL;
    if (!end) return 0;
    *event = start + strlen("\"event\":");
    return (size_t)(end - *event);
}

int main(int count, char **arguments) {
    static char line[1 << 20];
    FILE *log = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!log) return fprintf(stderr, "usage: decide LOG\n"), 64;
    flow_machine *machine = flow_new();
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, log)) {
        const char *event = NULL, *by = strstr(line, "\"by\":");
        size_t length = event_of(line, &event);
        if (length == 0)
            status = flow_begin(machine, line, strlen(line));
        else
            status = flow_decide(machine, event, length, by && by < event ? atoll(by + strlen("\"by\":")) : 0);
        if (status != FLOW_OK) status = fail(machine);
        else fwrite(flow_result(machine), 1, flow_result_length(machine), stdout);
    }
    flow_free(machine);
    fclose(log);
    return status;
}
