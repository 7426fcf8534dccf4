/* SPDX-License-Identifier: MIT */
/*
 * measure RESULT OUTPUT COMMAND...: runs a command, its standard output in OUTPUT, and writes into
 * RESULT what it and what it started took: "STATUS WALL CPU PEAK", nanoseconds and bytes; the
 * status is 128 and the signal's number where one ended it.
 *
 * A program of its own because a process begins with the peak of memory of whoever started it
 * (getrusage(2) keeps it over execve(2)), and this one is small.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t nanoseconds(struct timeval t) {
    return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("measure RESULT OUTPUT COMMAND...\n", stderr);
        return 2;
    }
    int64_t begin = now();
    pid_t child = fork();
    if (child == 0) {
        int out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (out < 0 || dup2(out, STDOUT_FILENO) < 0) {
            perror(argv[2]);
            _exit(126);
        }
        (void)execvp(argv[3], argv + 3);
        perror(argv[3]);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) < 0) {
        perror("measure");
        return 2;
    }
    int64_t wall = now() - begin;
    FILE *f = fopen(argv[1], "w");
    if (!f) {
        perror(argv[1]);
        return 2;
    }
    fprintf(f, "%d %" PRId64 " %" PRId64 " %" PRId64 "\n",
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), wall,
            nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime),
            (int64_t)used.ru_maxrss * 1024);
    return fclose(f) == 0 ? 0 : 2;
}
