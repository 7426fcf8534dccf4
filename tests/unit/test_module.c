/* SPDX-License-Identifier: MIT */
/* Libraries that are loaded when they are needed. */
#include "tap.h"

#include "core/base/module.h"

#include <sqlite3.h>
#include <stdlib.h>

#define CALLS(X) X(sqlite3_libversion) X(sqlite3_libversion_number)
struct calls {
    CALLS(MODULE_FIELD)
};
static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};

static const struct calls *sqlite(void) {
    return module_calls(MODULE_SQLITE, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}

static void test_calls(void) {
    ok(sqlite()->sqlite3_libversion_number() >= 3000000, "a function of a library that stays");
    ok(sqlite() == sqlite(), "it is looked for once");
}

/* Runs `fn` in a process of its own, silently; its signal, or 0. */
static int signal_of(void (*fn)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        (void)close(STDERR_FILENO);
        fn();
        _exit(0);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void write_to_calls(void) {
    signal(SIGSEGV, SIG_DFL); /* a sanitizer's would end otherwise */
    struct calls *calls = (struct calls *)(uintptr_t)sqlite();
    *(void *volatile *)&calls->sqlite3_libversion = NULL;
}

static void call_what_is_not_there(void) {
    static const struct module_symbol none[] = {{"sqlite3_no_such_function", 0}};
    (void)module_calls(MODULE_SQLITE, none, ARRAY_LEN(none), sizeof(void *));
}

static void test_harm(void) {
    is_int(signal_of(call_what_is_not_there), 3, "a library that is too old ends it with status 3");
    (void)sqlite();
    is_int(signal_of(write_to_calls), SIGSEGV, "nobody writes to the functions");
}

static void test_may_be_missing(void) {
    struct calls calls;
    ok(module_load(MODULE_XML, symbols, ARRAY_LEN(symbols), &calls) == NULL,
       "a library without a function is as good as missing");
    ok(module_is_there(MODULE_XML), "a library that is installed");
}

static void test_rows(void) {
    bool filled = true;
    for (int i = 0; i < MODULE_COUNT; i++) {
        const struct module_row *row = module_row((enum module)i);
        filled = filled && strstr(row->library, ".so") && row->package[0] && row->use[0];
    }
    ok(filled, "each library has a file, a package and a use");
}

int main(void) {
    test_harm();
    test_calls();
    test_may_be_missing();
    test_rows();
    return tap_done();
}
