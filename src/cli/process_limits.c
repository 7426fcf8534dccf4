/* SPDX-License-Identifier: MIT */
/*
 * Limits the time and memory of this process while a library reads untrusted files. The kernel
 * enforces the limits. If a library unpacks a gigabyte of zeros, its allocations fail. An endless
 * loop ends the program with a message.
 */
#include "cli/cli.h"

#include "core/base/bounds.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define SLOW "reading the file takes too long"

/** Ends the program with a message. Each form of diagnostics has a signal handler that calls this,
 * because a handler must not allocate memory and gets no argument for the form. */
static void leave(const char *text, size_t n) {
    ssize_t written = write(STDERR_FILENO, text, n);
    (void)written;
    _exit(CLI_ENVIRONMENT);
}

static void time_out_text(int number) {
    (void)number;
    static const char text[] = "dossier: error: " SLOW " [too-large]\n1 error\n";
    leave(text, sizeof text - 1);
}

static void time_out_json(int number) {
    (void)number;
    static const char text[] = "[\n  {\n    \"level\": \"error\",\n    \"id\": \"too-large\",\n"
                               "    \"message\": \"" SLOW "\"\n  }\n]\n";
    leave(text, sizeof text - 1);
}

static void time_out_sarif(int number) {
    (void)number;
    static const char text[] =
        "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", "
        "\"runs\": [{\"tool\": {\"driver\": {\"name\": \"dossier\", \"rules\": "
        "[{\"id\": \"too-large\"}]}}, \"results\": [{\"ruleId\": \"too-large\", "
        "\"level\": \"error\", \"message\": {\"text\": \"" SLOW "\"}, \"locations\": []}]}]}\n";
    leave(text, sizeof text - 1);
}

/** Returns the limit that is used if the system does not report one. */
static struct rlimit unlimited(void) {
    return (struct rlimit){.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
}

/** Returns the limit with its soft part lowered to `value`. The result is never above the hard
 * limit or the present limit. */
static struct rlimit lowered(struct rlimit old, rlim_t value) {
    if (old.rlim_cur == RLIM_INFINITY || old.rlim_cur > value) {
        old.rlim_cur = value;
    }
    return old;
}

void cli_guard_begin(struct cli_guard *g, enum cli_diagnostics form) {
    struct rusage used;
    rlim_t seconds = LIMIT_READ_SECONDS;
    if (getrusage(RUSAGE_SELF, &used) == 0) {
        seconds += (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    }
    struct sigaction act = {.sa_handler = form == CLI_JSON    ? time_out_json
                                          : form == CLI_SARIF ? time_out_sarif
                                                              : time_out_text};
    sigemptyset(&act.sa_mask);
    (void)sigaction(SIGXCPU, &act, NULL);
    /* the type of RLIMIT_* depends on the C library, so no function here has it as a parameter */
    if (getrlimit(RLIMIT_CPU, &g->cpu) != 0) {
        g->cpu = unlimited();
    }
    if (getrlimit(RLIMIT_AS, &g->memory) != 0) {
        g->memory = unlimited();
    }
    struct rlimit cpu = lowered(g->cpu, seconds);
    struct rlimit memory = lowered(g->memory, CLI_HAS_SHADOW ? RLIM_INFINITY : LIMIT_READ_MEMORY);
    (void)setrlimit(RLIMIT_CPU, &cpu); /* if this fails, the limits stay as they were */
    (void)setrlimit(RLIMIT_AS, &memory);
}

void cli_guard_end(const struct cli_guard *g) {
    (void)setrlimit(RLIMIT_AS, &g->memory);
    (void)setrlimit(RLIMIT_CPU, &g->cpu);
    (void)signal(SIGXCPU, SIG_DFL);
}
