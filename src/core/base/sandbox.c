/* SPDX-License-Identifier: MIT */
/*
 * Two locks of Linux: Landlock for files, and seccomp for system calls. This file decides which
 * system calls are harmless; the caller decides which files a run needs.
 *
 * Both locks are used without a library. libseccomp would replace the list of machines and a dozen
 * lines that build a filter, but it would be one more package to install and to load at each start.
 * Its advantage, the names of calls on machines other than the current one, is not needed.
 *
 * A call that is not listed fails as if it did not exist (ENOSYS). The C library then does the same
 * as on older kernels. Dangerous calls are listed and fail with EPERM, so that a trace shows which
 * rule applied.
 */
#include "core/base/sandbox.h"

#include "core/base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

/* ---- Landlock (Documentation/userspace-api/landlock.rst). The C library's header may be older
 * than the kernel, so the constants, which are part of the kernel's interface, are defined here. */

#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define ASK_VERSION 1u
#define PATH_BENEATH 1

struct ruleset {
    uint64_t files, network, scopes;
};

struct beneath {
    uint64_t access;
    int32_t parent;
} __attribute__((packed));

#define EXECUTE (1u << 0)
#define WRITE_FILE (1u << 1)
#define READ_FILE (1u << 2)
#define READ_DIR (1u << 3)
#define REMOVE_DIR (1u << 4)
#define REMOVE_FILE (1u << 5)
#define MAKE_DIR (1u << 7)
#define MAKE_REG (1u << 8)
#define REFER (1u << 13)
#define TRUNCATE (1u << 14)
#define IOCTL_DEV (1u << 15)

#define READING (READ_FILE | READ_DIR)
#define WRITING                                                                                    \
    (READING | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE)
/* The rights that also apply to single files; the others apply to folders only. */
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)

/** Returns the rights that a version of Landlock can refuse. */
static struct ruleset known_rules(long version) {
    unsigned files = version >= 5   ? (1u << 16) - 1
                     : version >= 3 ? (1u << 15) - 1
                     : version == 2 ? (1u << 14) - 1
                                    : (1u << 13) - 1;
    /* TCP: bind and connect; scopes: abstract sockets, and signals to other processes */
    return (struct ruleset){files, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
}

/** Allows access to a file, or to a folder with everything below it. A missing path is ignored. */
static void let(int rules, const struct ruleset *known, struct str path, uint64_t access) {
    char *z = file_zero(path.n ? path : STR("."));
    int fd = z ? open(z, O_PATH | O_CLOEXEC) : -1;
    free(z);
    struct stat st;
    if (fd < 0) {
        return;
    }
    if (fstat(fd, &st) == 0) {
        access &= known->files & (S_ISDIR(st.st_mode) ? UINT64_MAX : OF_FILES);
        struct beneath rule = {.access = access, .parent = fd};
        (void)syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    close(fd);
}

static bool lock_files(const struct sandbox *s) {
    long version = syscall(CREATE_RULESET, NULL, (size_t)0, ASK_VERSION);
    if (version < 1) {
        return false;
    }
    struct ruleset known = known_rules(version);
    int rules = (int)syscall(CREATE_RULESET, &known, sizeof known, 0u);
    if (rules < 0) {
        return false;
    }
    for (size_t i = 0; i < s->nreads; i++) {
        let(rules, &known, s->reads[i], READING);
    }
    for (size_t i = 0; i < s->nwrites; i++) {
        let(rules, &known, s->writes[i], WRITING);
    }
    bool held = syscall(RESTRICT_SELF, rules, 0u) == 0;
    close(rules);
    return held;
}

/* ---- seccomp (seccomp(2)) */

#ifdef MACHINE

#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define UNKNOWN (SECCOMP_RET_ERRNO | ENOSYS)

static const struct {
    int call;
    uint32_t verdict;
    bool serves; /* only a server may use the call */
} calls[] = {
#define ALLOW(call) {SYS_##call, SECCOMP_RET_ALLOW, false},
#define ANSWER(call) {SYS_##call, SECCOMP_RET_ALLOW, true},
#define REFUSE(call) {SYS_##call, REFUSED, false},
#include "core/base/sandbox_calls.def"
};

#define MAX_STEPS 640

struct filter {
    struct sock_filter steps[MAX_STEPS];
    unsigned short n;
};

static void add(struct filter *f, struct sock_filter step) {
    if (f->n == MAX_STEPS) {
        BUG("the filter of system calls is too long");
    }
    f->steps[f->n++] = step;
}

#define STEP(f, code, k) add((f), (struct sock_filter)BPF_STMT((code), (k)))
/** Adds a jump that skips the next instruction unless the loaded value compares with `k` as
 * given. */
#define UNLESS(f, compares, k)                                                                     \
    add((f), (struct sock_filter)BPF_JUMP(BPF_JMP | (compares) | BPF_K, (k), 0, 1))
#define LOAD(f, field) STEP((f), BPF_LD | BPF_W | BPF_ABS, (uint32_t)(field))
#define RETURN(f, what) STEP((f), BPF_RET | BPF_K, (what))

/** The offset of the low half of an argument; all the machines listed above are little-endian. */
static size_t argument(unsigned i) {
    return offsetof(struct seccomp_data, args) + i * sizeof(uint64_t);
}

/** Allows a call if its argument number `arg` has one of the given values, and refuses it
 * otherwise. */
static void add_with(struct filter *f, int call, unsigned arg, const uint32_t *values, size_t n) {
    /* for another call, skip this block */
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0,
                                        (uint8_t)(2 * n + 2)));
    LOAD(f, argument(arg));
    for (size_t i = 0; i < n; i++) {
        UNLESS(f, BPF_JEQ, values[i]);
        RETURN(f, SECCOMP_RET_ALLOW);
    }
    RETURN(f, REFUSED);
}

/** Allows threads, but not processes. clone3() hides its flags from the filter, so it is
 * refused and the C library falls back to clone(). */
static void add_clone(struct filter *f) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4));
    LOAD(f, argument(0));
    UNLESS(f, BPF_JSET, CLONE_THREAD);
    RETURN(f, SECCOMP_RET_ALLOW);
    RETURN(f, REFUSED);
}

static void make_filter(struct filter *f, const struct sandbox *s) {
    /* Queries of terminals and pipes. None of them can type text into a terminal. */
    static const uint32_t asked[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX};
    static const uint32_t own[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE,
                                   0x53564d41 /* PR_SET_VMA */};
    uint32_t pid = (uint32_t)getpid();
    uint32_t self[] = {0, pid};
    LOAD(f, offsetof(struct seccomp_data, arch));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    RETURN(f, SECCOMP_RET_KILL_PROCESS);
    LOAD(f, offsetof(struct seccomp_data, nr));
    UNLESS(f, BPF_JGE, 0x40000000u); /* calls with this bit belong to the x32 interface */
    RETURN(f, REFUSED);
    for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
        if (!calls[i].serves || s->serves) {
            UNLESS(f, BPF_JEQ, (uint32_t)calls[i].call);
            RETURN(f, calls[i].verdict);
        }
    }
    add_clone(f);
    add_with(f, SYS_ioctl, 1, asked, ARRAY_LEN(asked));
    add_with(f, SYS_prctl, 0, own, ARRAY_LEN(own));
    add_with(f, SYS_prlimit64, 0, self, ARRAY_LEN(self));
    add_with(f, SYS_tgkill, 0, &pid, 1); /* abort() needs this call */
    RETURN(f, UNKNOWN);
}

static bool lock_calls(const struct sandbox *s) {
    struct filter f = {.n = 0};
    make_filter(&f, s);
    struct sock_fprog program = {.len = f.n, .filter = f.steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

#else

static bool lock_calls(const struct sandbox *s) {
    (void)s;
    return false;
}

#endif

/* Sanitizers stop the process and search its memory for leaks. This needs calls that the sandbox
 * refuses, so a program with sanitizers is not locked. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

unsigned sandbox_lock(const struct sandbox *s) {
    if (IS_SANITIZED) {
        return SANDBOX_WHOLE;
    }
    /* without this, the process could start a program with the rights of another user, and that
     * program would not be confined */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return 0;
    }
    unsigned files = lock_files(s) ? SANDBOX_FILES : 0;
    return files | (lock_calls(s) ? SANDBOX_CALLS : 0);
}

const char *sandbox_missing(unsigned held) {
    static const char *const words[] = {"Landlock and seccomp", "seccomp", "Landlock", "nothing"};
    return words[held & SANDBOX_WHOLE];
}
