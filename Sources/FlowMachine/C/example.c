/* A launch of an app whose viewer wants to sign in. The program passes the events to the machine and prints the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "flowmachine.h"

/* The app's settings. Every setting that is missing here has a default. */
static const char settings[] =
    "{\"app\":\"CTV/1.0\",\"support\":\"4711\",\"settings\":{\"serviceProvider\":\"REF30\",\"domainName\":\"adobe.com\","
    "\"redirectURL\":\"https://example.com/done\",\"partner\":\"none\",\"platform\":\"other\",\"hasUserAgent\":false}}";

/* The events, and for each the number of the record whose effect caused it; 0 if no record did. */
static const struct {
    const char *event;
    int by;
} events[] = {
    /* The app starts for the first time, so its vault is empty. The effect of record 1 is to register with Adobe, as request 1. */
    {"{\"time\":1767225600000,\"origin\":{\"kind\":\"app\",\"app\":{\"kind\":\"launched\",\"kept\":{\"owedLogouts\":[],"
     "\"first\":{\"request\":1,\"timer\":1,\"presentation\":1},\"jitter\":1}}}}", 0},
    /* The viewer wants to sign in. */
    {"{\"time\":1767225600100,\"origin\":{\"kind\":\"user\",\"user\":{\"kind\":\"start\",\"wish\":1}}}", 0},
    /* Adobe answered request 1. The client's secret stays with the app; the machine gets a reference to it. */
    {"{\"time\":1767225600300,\"origin\":{\"kind\":\"reply\",\"request\":1,\"reply\":{\"result\":{\"kind\":\"registered\","
     "\"client\":\"client#1\"},\"serverTime\":1767225600000}}}", 1},
};

int main(void) {
    flow_machine *machine = flow_new();
    int status = flow_begin(machine, settings, strlen(settings));
    for (size_t i = 0; status == FLOW_OK && i < sizeof events / sizeof *events; i++) {
        fputs(flow_result(machine), stdout);
        status = flow_decide(machine, events[i].event, strlen(events[i].event), events[i].by);
    }
    if (status == FLOW_OK)
        fputs(flow_result(machine), stdout);
    else
        fprintf(stderr, "%s\n", flow_error(machine));
    flow_free(machine);
    return status;
}
