/* SPDX-License-Identifier: MIT */
/*
 * The end of a program that cannot go on: a child process, whose message and signal are
 * compared.
 */
#include "core/base/arena.h"
#include "core/base/vec.h"
#include "tap.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/** Runs `end` in a child; it must abort, and its output must contain `words`. */
static void dies(void (*end)(void), const char *words, const char *name) {
    int out[2];
    if (!ok(pipe(out) == 0, "a pipe")) {
        return;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL);
        dup2(out[1], STDERR_FILENO);
        end();
        _exit(0);
    }
    close(out[1]);
    char said[400] = {0};
    size_t n = 0;
    for (ssize_t got;
         n + 1 < sizeof said && (got = read(out[0], said + n, sizeof said - 1 - n)) > 0;) {
        n += (size_t)got;
    }
    close(out[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (!ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, words), name)) {
        note("status %d, said: %s", status, said);
    }
}

static void broken(void) {
    BUG("two and two");
}

static void broken_at_line_zero(void) {
    base_bug("file.c", 0, "nowhere");
}

static void out_of_memory(void) {
    base_out_of_memory();
}

static void vector_overflow(void) {
    void *p = NULL;
    size_t cap = 0;
    vec_grow(&p, &cap, SIZE_MAX / 4, 1, 8);
}

#if !defined(__SANITIZE_ADDRESS__)
static volatile size_t huge = SIZE_MAX / 2;

static void no_block(void) {
    free(xmalloc(huge));
}

static void no_array(void) {
    free(xcalloc(huge / 16, 16));
}

static void no_more(void) {
    void *p = xmalloc(8);
    free(xrealloc(p, huge));
}
#endif

int main(void) {
    dies(broken, "internal error: tests/unit/test_fatal.c:", "a broken invariant says where");
    dies(broken, ": two and two\n", "and which");
    dies(broken_at_line_zero, "dossier: internal error: file.c:0: nowhere\n",
         "the line is written as a number");
    dies(out_of_memory, "dossier: out of memory\n", "no memory");
    dies(vector_overflow, "vector too large", "a vector larger than all memory");
#if !defined(__SANITIZE_ADDRESS__)
    dies(no_block, "out of memory", "a block that is not to be had");
    dies(no_array, "out of memory", "nor an array");
    dies(no_more, "out of memory", "nor more of one");
#endif
    void *p = xmalloc(0), *q = xcalloc(0, 0), *r = xrealloc(NULL, 0);
    ok(p && q && r, "nothing is something that can be freed");
    free(p);
    free(q);
    free(r);
    return tap_done();
}
