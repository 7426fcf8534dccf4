/* SPDX-License-Identifier: MIT */
/*
 * A harness for unit tests that speaks TAP (testanything.org, version 13).
 *
 *     static void test_cut(void) {
 *         is_str(str_trim(STR(" a ")), "a", "both ends are trimmed");
 *     }
 *     int main(void) {
 *         test_cut();
 *         return tap_done();
 *     }
 *
 * Each check prints one line and returns whether it passed; a failed one prints its place, the
 * result and the expected result. tap_done() prints the plan and returns the exit status: a test
 * that ends earlier has no plan, which the runner counts as a failure. One test, one file: the
 * counters are static here.
 */
#ifndef DOSSIER_TESTS_TAP_H
#define DOSSIER_TESTS_TAP_H

#include "core/base/base.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int tap_count_;
static int tap_failed_;

static inline bool tap_check_(bool held, const char *name, const char *file, int line) {
    tap_count_++;
    if (held) {
        printf("ok %d - %s\n", tap_count_, name);
    } else {
        tap_failed_++;
        printf("not ok %d - %s\n# at %s:%d\n", tap_count_, name, file, line);
    }
    fflush(stdout);
    return held;
}

/* Bytes as a TAP comment may carry them: one line, what cannot be printed as \xNN. */
static inline void tap_show_(const char *label, struct str s) {
    printf("# %s: \"", label);
    for (size_t i = 0; i < s.n && i < 400; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '\n') {
            printf("\\n");
        } else if (c < 0x20 || c == 0x7F || c == '"' || c == '\\') {
            printf("\\x%02x", c);
        } else {
            putchar(c);
        }
    }
    printf("\"%s (%zu bytes)\n", s.n > 400 ? "..." : "", s.n);
}

static inline bool tap_str_(struct str got, struct str want, const char *name, const char *file,
                            int line) {
    bool held = tap_check_(str_eq(got, want), name, file, line);
    if (!held) {
        tap_show_("got", got);
        tap_show_("expected", want);
    }
    return held;
}

static inline bool tap_int_(int64_t got, int64_t want, const char *name, const char *file,
                            int line) {
    bool held = tap_check_(got == want, name, file, line);
    if (!held) {
        printf("# got: %" PRId64 "\n# expected: %" PRId64 "\n", got, want);
    }
    return held;
}

/** The condition holds. */
#define ok(cond, name) tap_check_((cond), (name), __FILE__, __LINE__)
/** Two integers are equal (compared as int64_t). */
#define is_int(got, want, name)                                                                    \
    tap_int_((int64_t)(got), (int64_t)(want), (name), __FILE__, __LINE__)
/** A slice has the text of a NUL-terminated string. */
#define is_str(got, want, name) tap_str_((got), str_of(want), (name), __FILE__, __LINE__)
/** `n` bytes are equal. */
#define is_mem(got, want, n, name)                                                                 \
    tap_str_((struct str){(const char *)(got), (n)}, (struct str){(const char *)(want), (n)},      \
             (name), __FILE__, __LINE__)
/** Counts as passed, with the reason: a tool or a font is not there. */
#define skip(reason)                                                                               \
    (tap_count_++, printf("ok %d # SKIP %s\n", tap_count_, (reason)), fflush(stdout))
/** A comment in the output. */
#define note(...) (printf("# "), printf(__VA_ARGS__), printf("\n"), (void)fflush(stdout))

/** `fn(arg)` ends by abort(), as BUG() does. It runs in a process of its own, whose messages are
 * dropped. */
static inline bool tap_aborts_(void (*fn)(void *), void *arg, const char *name, const char *file,
                               int line) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        fn(arg);
        _exit(0);
    }
    int status = 0;
    bool held = child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
                WTERMSIG(status) == SIGABRT;
    return tap_check_(held, name, file, line);
}
#define aborts(fn, arg, name) tap_aborts_((fn), (arg), (name), __FILE__, __LINE__)

/** Prints the plan. Returns 0 when every check held, else 1: the program's exit status. */
static inline int tap_done(void) {
    printf("1..%d\n", tap_count_);
    return tap_failed_ == 0 && tap_count_ > 0 ? 0 : 1;
}

#endif
