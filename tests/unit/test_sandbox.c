/* SPDX-License-Identifier: MIT */
/*
 * What the kernel refuses to a process in the sandbox. Each attempt is a child process, since a
 * sandbox cannot be left. Skipped on kernels without it.
 */
#include "core/base/file.h"
#include "core/base/sandbox.h"
#include "core/files/file_host.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What an attempt ends with: the child's exit status. */
enum { DONE = 0, REFUSED = 1, UNLOCKED = 2 };

static char dir[] = "/tmp/dossier-test-XXXXXX"; /* inside; outside lies beside it */
static char inside[64], outside[64], made[64], link_out[64];

static int end(bool worked) {
    return worked                                                 ? DONE
           : errno == EPERM || errno == EACCES || errno == ENOSYS ? REFUSED
                                                                  : 100 + errno;
}

/** Runs `attempt` in a child that is locked in. */
static int locked(int (*attempt)(void), bool serves) {
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct str reads[] = {STR("/usr"), STR("/lib"), STR("/nowhere/at/all")};
        struct str writes[] = {str_of(dir)};
        struct sandbox s = {reads, ARRAY_LEN(reads), writes, ARRAY_LEN(writes), serves};
        _exit(sandbox_lock(&s) == SANDBOX_WHOLE ? attempt() : UNLOCKED);
    }
    int status = 0;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int read_inside(void) {
    return end(open(inside, O_RDONLY) >= 0);
}

static int read_outside(void) {
    return end(open(outside, O_RDONLY) >= 0);
}

static int read_by_link(void) {
    return end(open(link_out, O_RDONLY) >= 0);
}

static int write_inside(void) {
    return end(file_write(str_of(made), STR("text")) == 0 && file_remove(str_of(made)) == 0);
}

static int write_outside(void) {
    return end(open(outside, O_WRONLY) >= 0);
}

static int make_outside(void) {
    return end(mkdir("/tmp/dossier-test-made", 0700) == 0);
}

static int write_to_reads(void) {
    return end(open("/usr/dossier-test", O_WRONLY | O_CREAT, 0600) >= 0);
}

static int change_mode(void) {
    return end(chmod(outside, 0644) == 0);
}

static int change_mode_at(void) {
    return end(fchmodat(AT_FDCWD, outside, 0644, 0) == 0);
}

static int change_owner(void) {
    return end(chown(outside, geteuid(), (gid_t)-1) == 0);
}

static int change_owner_of_link(void) {
    return end(lchown(link_out, geteuid(), (gid_t)-1) == 0);
}

static int change_times(void) {
    return end(utimensat(AT_FDCWD, outside, NULL, 0) == 0);
}

static int change_own_mode(void) {
    int fd = open(made, O_WRONLY | O_CREAT, 0600);
    return end(fd >= 0 && fchmod(fd, 0640) == 0 && fchown(fd, geteuid(), (gid_t)-1) == 0 &&
               unlink(made) == 0);
}

static int run_program(void) {
    char *argv[] = {(char *)(uintptr_t) "true", NULL};
    (void)execv("/usr/bin/true", argv);
    return end(false);
}

static int make_process(void) {
    pid_t pid = fork();
    if (pid == 0) {
        _exit(0);
    }
    return end(pid > 0);
}

static int make_socket(void) {
    return end(socket(AF_INET, SOCK_STREAM, 0) >= 0);
}

static int make_local_socket(void) {
    return end(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
}

static int kill_parent(void) {
    return end(kill(getppid(), 0) == 0);
}

static int trace(void) {
    return end(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
}

static int type_into_terminal(void) {
    char c = 'x';
    return end(ioctl(STDIN_FILENO, TIOCSTI, &c) == 0);
}

static int unknown_call(void) {
    return end(syscall(SYS_io_uring_enter, 0, 0, 0, 0, NULL, (size_t)0) >= 0);
}

static int accept_one(void) {
    /* no socket: what matters is that the kernel looks */
    return accept(STDIN_FILENO, NULL, NULL) < 0 && (errno == ENOTSOCK || errno == EINVAL)
               ? DONE
               : end(false);
}

static void *nothing(void *user) {
    return user;
}

static int make_thread(void) {
    pthread_t t;
    errno = EPERM;
    return end(pthread_create(&t, NULL, nothing, NULL) == 0 && pthread_join(t, NULL) == 0);
}

static int thread_reads(void) {
    /* the lock holds threads that come later */
    pthread_t t;
    void *out = NULL;
    return pthread_create(&t, NULL, (void *(*)(void *))nothing, NULL) == 0 &&
                   pthread_join(t, &out) == 0
               ? read_outside()
               : 99;
}

static int watch(void) {
    int fd = inotify_init1(IN_CLOEXEC);
    return end(fd >= 0 && inotify_add_watch(fd, dir, IN_CREATE) >= 0);
}

static int abort_here(void) {
    abort();
}

static bool put(const char *path, const char *text) {
    return file_write(str_of(path), str_of(text)) == 0;
}

static bool set_up(void) {
    if (!mkdtemp(dir)) {
        return false;
    }
    (void)snprintf(inside, sizeof inside, "%s/inside", dir);
    (void)snprintf(made, sizeof made, "%s/made", dir);
    (void)snprintf(link_out, sizeof link_out, "%s/link", dir);
    (void)snprintf(outside, sizeof outside, "%s-outside", dir);
    return put(inside, "inside") && put(outside, "outside") && symlink(outside, link_out) == 0;
}

static void fences(void) {
    struct arena *a = arena_new();
    struct file_fence *f = file_fence_new(a);
    struct str text;
    file_fence_add(f, str_of(dir));
    ok(file_fence_has(f, str_of(inside)), "a file in the folder is inside");
    ok(file_fence_has(f, str_of(dir)), "so is the folder");
    ok(!file_fence_has(f, str_of(outside)), "one whose name begins so is not");
    ok(!file_fence_has(f, str_of(link_out)), "a link that leads out is not");
    ok(!file_fence_has(f, path_join(a, str_of(dir), STR("../x"))), "nor is what lies above");
    ok(file_fence_has(f, path_join(a, str_of(dir), STR("none/at/all"))),
       "what is not there is inside");
    ok(!file_fence_has(f, STR("/nowhere/at/all")), "or not, by its folder");
    ok(!file_fence_has(f, STR("-")), "standard input was not taken in");
    ok(file_fence_has(NULL, str_of(outside)), "without a fence all is inside");
    ok(file_read_inside(f, a, str_of(inside), 100, &text) == 0 && str_is(text, "inside"),
       "what is inside is read");
    ok(file_read_inside(f, a, str_of(link_out), 100, &text) == EXDEV, "what is outside is not");
    struct file_host host = {.fence = f};
    size_t n = 1;
    (void)file_host_names(&host, a, STR("/tmp"), STR(""), &n);
    ok(n == 0 && !file_host_exists(&host, a, str_of(outside)), "and is not there");
    file_fence_add(f, str_of(outside));
    ok(file_read_inside(f, a, str_of(link_out), 100, &text) == 0, "unless it is taken in");
    arena_drop(a);
}

int main(void) {
    if (!set_up()) {
        return 1;
    }
    fences();
    static const struct {
        const char *what;
        int (*attempt)(void);
        int want;
    } tries[] = {
        {"a file inside is read", read_inside, DONE},
        {"one outside is not", read_outside, REFUSED},
        {"not by a link either", read_by_link, REFUSED},
        {"a file is written, renamed and removed inside", write_inside, DONE},
        {"none is written outside", write_outside, REFUSED},
        {"no folder is made there", make_outside, REFUSED},
        {"what may be read is not written", write_to_reads, REFUSED},
        {"no file's permissions are changed by its name", change_mode, REFUSED},
        {"not in a folder either", change_mode_at, REFUSED},
        {"nor its owner", change_owner, REFUSED},
        {"nor that of a link", change_owner_of_link, REFUSED},
        {"nor its times", change_times, REFUSED},
        {"a file that is made gets the ones it shall have", change_own_mode, DONE},
        {"no program is run", run_program, REFUSED},
        {"no process is made", make_process, REFUSED},
        {"no socket is made", make_socket, REFUSED},
        {"none of this machine's either", make_local_socket, REFUSED},
        {"no other process gets a signal", kill_parent, REFUSED},
        {"nothing is traced", trace, REFUSED},
        {"nothing is typed into a terminal", type_into_terminal, REFUSED},
        {"calls that nobody listed are not there", unknown_call, REFUSED},
        {"nothing is answered", accept_one, REFUSED},
        {"threads are made", make_thread, DONE},
        {"and are held", thread_reads, REFUSED},
        {"changes are told", watch, DONE},
        {"a process can still give up", abort_here, -1},
    };
    if (locked(read_inside, false) == UNLOCKED) {
        ok(true, "# SKIP the kernel has no Landlock or no seccomp");
    } else if (locked(read_outside, false) == DONE) {
        ok(true, "# SKIP under sanitizers nothing is locked");
    } else {
        for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
            int got = locked(tries[i].attempt, false);
            ok(got == tries[i].want, tries[i].what);
            if (got != tries[i].want) {
                printf("# ended with %d\n", got);
            }
        }
        ok(locked(accept_one, true) == DONE, "unless it serves");
        ok(locked(make_socket, true) == REFUSED, "which makes no sockets");
    }
    (void)unlink(outside);
    (void)file_remove_temp_dir(str_of(dir));
    return tap_done();
}
