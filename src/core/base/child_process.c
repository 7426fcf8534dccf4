/* SPDX-License-Identifier: MIT */
/*
 * Starts other programs. They inherit the given environment, standard error and the default
 * handling of signals. They inherit no other open file.
 */
#include "core/base/child_process.h"

#include "core/base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int spawn(const struct str *words, size_t n, char *const *environment, pid_t *pid) {
    char *argv[PROCESS_WORDS + 1];
    if (n == 0 || n > PROCESS_WORDS) {
        return n == 0 ? ENOENT : E2BIG;
    }
    struct arena *a = arena_new();
    for (size_t i = 0; i < n; i++) {
        argv[i] = (char *)(uintptr_t)arena_str(a, words[i]).p;
    }
    argv[n] = NULL;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawn_file_actions_init(&files);
    if (error) {
        arena_drop(a);
        return error;
    }
    error = posix_spawnattr_init(&how);
    if (!error) {
        (void)posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        (void)posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                 POSIX_SPAWN_SETSIGDEF);
        (void)posix_spawnattr_setsigmask(&how, &none);
        (void)posix_spawnattr_setsigdefault(&how, &all);
        error = posix_spawnp(pid, argv[0], &files, &how, argv, environment);
        (void)posix_spawnattr_destroy(&how);
    }
    (void)posix_spawn_file_actions_destroy(&files);
    arena_drop(a);
    return error;
}

int process_start(const struct str *words, size_t n, char *const *environment) {
    pid_t pid;
    return spawn(words, n, environment, &pid);
}

int process_run(const struct str *words, size_t n, char *const *environment, int *status) {
    pid_t pid, ended;
    int how = 0, error = spawn(words, n, environment, &pid);
    if (error) {
        return error;
    }
    do {
        ended = waitpid(pid, &how, 0);
    } while (ended < 0 && errno == EINTR);
    *status = ended == pid && WIFEXITED(how) ? WEXITSTATUS(how) : 128;
    return 0;
}

void process_collect(void) {
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
}
