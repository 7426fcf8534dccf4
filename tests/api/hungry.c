/* SPDX-License-Identifier: MIT */
/*
 * hungry REQUESTS: builds paper.md to paper.html in a process of its own, as dossier.h tells
 * programs to do that must not end with it, and lets memory run out there. Exits 0 when the build
 * was made, 1 when it failed with diagnostics, 2 when memory ran out, which is an abort; 3 for any
 * other end.
 */
#include <dossier/dossier.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/** Of starve.c, when that is preloaded. */
extern void starve_after(long requests) __attribute__((weak));

int main(int argc, char **argv) {
    pid_t child = fork();
    if (child == 0) {
        struct dossier *d = dossier_new();
        dossier_add_output(d, NULL, "paper.html");
        if (argc > 1 && starve_after) {
            starve_after(atol(argv[1]));
        }
        enum dossier_result result = dossier_build(d, "paper.md");
        dossier_free(d);
        _exit(result == DOSSIER_FINE ? 0 : 1);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return 3;
    }
    if (WIFSIGNALED(status)) {
        return WTERMSIG(status) == SIGABRT ? 2 : 3;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}
