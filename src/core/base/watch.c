/* SPDX-License-Identifier: MIT */
/*
 * Watches files. This file decides which changes count as one and which names of a folder count.
 *
 * Invariants:
 * 1. inotify and timers only trigger a check; changes are found by examining each file.
 * 2. A folder that cannot be watched (it does not exist, or the system has no more watches) is
 * called blind. While there is a blind folder, all files are examined every POLL_EVERY
 * milliseconds.
 */
#include "core/base/watch.h"

#include "core/base/arena.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum {
    QUIET = 10, /* milliseconds; a burst of changes ends when no event has come for this time */
    LONGEST_BURST = 20, /* a burst ends after at most this many times QUIET */
    COME_BACK = 10,     /* how long to wait for a missing file to return, as a multiple of QUIET */
    POLL_EVERY = 300,   /* milliseconds between regular checks */
    MAX_NAMES = 100000  /* the maximum number of entries of a folder that are examined */
};

#define EVENTS                                                                                     \
    (IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB |            \
     IN_DELETE_SELF | IN_MOVE_SELF)

/** The state of a path. */
struct watched {
    struct str path;
    bool folder;
    bool there;
    bool changed;
    bool stale; /* the path had already changed when it was first watched */
    struct file_id id;
    uint64_t names; /* for a folder: the sum of the hashes of its names */
};

/** A folder. `wd` is the watch of inotify, or -1 if the folder cannot be watched. */
struct place {
    struct str path;
    int wd;
};

struct watch {
    int inotify, signals;
    bool polls;
    int signal;
    sigset_t before;
    struct arena *arena; /* memory of the lists */
    VEC(struct watched) files;
    VEC(struct place) places;
    VEC(struct str) changes; /* paths of files that the last check found changed */
    struct map names; /* the names of watched files: an event with another name needs no check */
    /* a folder is watched, so an event needs a check if counts() is true for its name */
    bool folders;
    size_t blind;
    bool due; /* a check is due */
};

struct watch_time watch_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return (struct watch_time){(int64_t)now.tv_sec, (uint32_t)now.tv_nsec};
}

struct watch *watch_new(bool polls) {
    struct watch *w = xcalloc(1, sizeof *w);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &ends, &w->before);
    w->signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
    w->inotify = polls ? -1 : inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    w->polls = w->inotify < 0;
    w->arena = arena_new();
    return w;
}

void watch_drop(struct watch *w) {
    if (!w) {
        return;
    }
    int fds[] = {w->inotify, w->signals};
    for (size_t i = 0; i < ARRAY_LEN(fds); i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
    (void)pthread_sigmask(SIG_SETMASK, &w->before, NULL);
    vec_drop(&w->files);
    vec_drop(&w->places);
    vec_drop(&w->changes);
    map_drop(&w->names);
    arena_drop(w->arena);
    free(w);
}

/* ---- examining files */

/** Hidden files and copies that editors keep while they write do not count. */
static bool counts(struct str name) {
    /* vim tests a folder by making a file such as 4913 */
    return !str_is_digits(name) && !str_starts(name, STR(".")) && !str_starts(name, STR("#")) &&
           !str_ends(name, STR("~")) && !str_ends(name, STR(".swp")) &&
           !str_ends(name, STR(".tmp"));
}

/** Adds up the hashes of the names in a folder, so that their order does not count. Returns false
 * if the folder cannot be read. */
static bool look_into(struct arena *a, struct str path, uint64_t *names) {
    DIR *d = opendir(path.n ? arena_str(a, path).p : ".");
    if (!d) {
        return false;
    }
    *names = 0;
    size_t n = 0;
    for (struct dirent *e = readdir(d); e && n < MAX_NAMES; e = readdir(d), n++) {
        struct str name = str_of(e->d_name);
        *names += counts(name) ? str_hash(name) | 1 : 0;
    }
    closedir(d);
    return true;
}

/** Examines a path; returns whether it is unchanged. */
static bool look(struct watched *f) {
    struct watched now = {.path = f->path};
    if (f->folder) {
        struct arena *a = arena_new();
        now.there = look_into(a, f->path, &now.names);
        arena_drop(a);
    } else {
        now.there = file_identify(f->path, &now.id) == 0;
    }
    bool same = now.there == f->there && now.names == f->names &&
                (f->folder || !now.there || file_id_eq(&now.id, &f->id));
    f->there = now.there;
    f->names = now.names;
    f->id = now.id;
    return same;
}

/** Examines all paths. Returns how many have changed since watch_wait() began. `*gone` becomes true
 * if one of them existed before and is missing now. */
static size_t look_at_all(struct watch *w, bool *gone) {
    size_t n = 0;
    *gone = false;
    for (size_t i = 0; i < w->files.n; i++) {
        struct watched *f = &w->files.p[i];
        bool was = f->there;
        f->changed = !look(f) || f->changed || f->stale;
        f->stale = false;
        *gone = *gone || (f->changed && was && !f->there);
        n += f->changed;
    }
    return n;
}

/* ---- the list of watches */

static void watch_place(struct watch *w, struct place *p) {
    struct arena *a = arena_new();
    const char *path = p->path.n ? arena_str(a, p->path).p : ".";
    p->wd = w->polls ? -1 : inotify_add_watch(w->inotify, path, EVENTS | IN_ONLYDIR);
    arena_drop(a);
    w->blind += p->wd < 0;
}

/** Adds a folder once; `known` has the earlier folders, whose watches continue. */
static void add_place(struct watch *w, struct map *seen, const struct map *known, struct str path) {
    if (map_find(seen, path)) {
        return;
    }
    struct place p = {arena_str(w->arena, path), -1};
    const int *wd = map_lookup(known, path);
    if (wd && *wd >= 0) {
        p.wd = *wd;
    } else {
        watch_place(w, &p);
    }
    vec_push(&w->places, p);
    map_put(seen, p.path, w->arena);
}

static bool is_since(const struct watched *f, struct watch_time since) {
    bool changed = f->id.changed > since.seconds ||
                   (f->id.changed == since.seconds && f->id.changed_ns >= since.nanoseconds);
    return f->there && !f->folder && changed;
}

static void add_file(struct watch *w, const struct map *old, struct str path, bool folder,
                     struct watch_time since) {
    const struct watched *was = map_lookup(old, path);
    struct watched f = {.path = arena_str(w->arena, path), .folder = folder};
    if (was && was->folder == folder) {
        f.there = was->there;
        f.id = was->id;
        f.names = was->names;
        f.stale = was->stale;
    } else {
        (void)look(&f);
        f.stale = is_since(&f, since);
        w->due = w->due || f.stale;
    }
    vec_push(&w->files, f);
}

/** Adds the folders whose events concern a path: the folder that contains it, and the folder of a
 * link's target. */
static void add_places_of(struct watch *w, struct map *seen, const struct map *known,
                          const struct watched *f) {
    if (f->folder) {
        add_place(w, seen, known, f->path);
        return;
    }
    add_place(w, seen, known, path_dir(f->path));
    map_put(&w->names, path_base(f->path), w->arena);
    struct arena *a = arena_new();
    struct str real = file_real_path(a, f->path);
    struct str dir = file_real_path(a, path_dir(f->path).n ? path_dir(f->path) : STR("."));
    if (!str_eq(path_dir(real), dir) && str_starts(real, STR("/"))) {
        add_place(w, seen, known, path_dir(real));
        map_put(&w->names, arena_str(w->arena, path_base(real)), w->arena);
    }
    arena_drop(a);
}

/** Removes the watches that are no longer needed. */
static void remove_places(struct watch *w, const struct place *old, size_t n,
                          const struct map *seen) {
    for (size_t i = 0; i < n; i++) {
        if (old[i].wd >= 0 && !map_find(seen, old[i].path)) {
            bool shared = false; /* two paths to one folder share a watch */
            for (size_t k = 0; k < w->places.n; k++) {
                shared = shared || w->places.p[k].wd == old[i].wd;
            }
            if (!shared) {
                (void)inotify_rm_watch(w->inotify, old[i].wd);
            }
        }
    }
}

void watch_these(struct watch *w, const struct str *files, size_t nfiles, const struct str *folders,
                 size_t nfolders, struct watch_time since) {
    struct watch before = *w;
    struct map old = MAP_INIT, known = MAP_INIT, seen = MAP_INIT, once = MAP_INIT;
    for (size_t i = 0; i < before.files.n; i++) {
        map_put(&old, before.files.p[i].path, &before.files.p[i]);
    }
    for (size_t i = 0; i < before.places.n; i++) {
        map_put(&known, before.places.p[i].path, &before.places.p[i].wd);
    }
    w->arena = arena_new();
    w->files.p = NULL, w->files.n = w->files.cap = 0;
    w->places.p = NULL, w->places.n = w->places.cap = 0;
    w->names = (struct map)MAP_INIT;
    w->folders = nfolders > 0;
    w->blind = 0;
    vec_clear(&w->changes);
    for (size_t i = 0; i < nfiles + nfolders; i++) {
        struct str path = i < nfiles ? files[i] : folders[i - nfiles];
        if (!map_find(&once, path)) {
            map_put(&once, path, w->arena);
            add_file(w, &old, path, i >= nfiles, since);
        }
    }
    for (size_t i = 0; i < w->files.n; i++) {
        add_places_of(w, &seen, &known, &w->files.p[i]);
    }
    remove_places(w, before.places.p, before.places.n, &seen);
    map_drop(&old);
    map_drop(&known);
    map_drop(&seen);
    map_drop(&once);
    vec_drop(&before.files);
    vec_drop(&before.places);
    map_drop(&before.names);
    arena_drop(before.arena);
}

/* ---- events */

/** Records that a folder was removed or moved, so that it no longer has events. */
static void lose_place(struct watch *w, int wd) {
    for (size_t i = 0; i < w->places.n; i++) {
        if (w->places.p[i].wd == wd) {
            w->places.p[i].wd = -1;
            w->blind++;
        }
    }
}

/** Tries again to watch the folders that could not be watched. */
static void find_places(struct watch *w) {
    for (size_t i = 0; i < w->places.n && w->blind && !w->polls; i++) {
        if (w->places.p[i].wd < 0) {
            w->blind--;
            watch_place(w, &w->places.p[i]);
        }
    }
}

/** Reads the pending events of inotify. Returns true when one of them requires a check. */
static bool read_events(struct watch *w) {
    union {
        struct inotify_event event;
        char bytes[8192];
    } buf;
    bool any = false;
    for (ssize_t n = w->polls ? 0 : read(w->inotify, &buf, sizeof buf); n > 0;
         n = read(w->inotify, &buf, sizeof buf)) {
        for (size_t at = 0; at + sizeof buf.event <= (size_t)n;) {
            struct inotify_event e;
            memcpy(&e, buf.bytes + at, sizeof e);
            const char *name = buf.bytes + at + offsetof(struct inotify_event, name);
            struct str word = e.len ? str_of(name) : STR_EMPTY;
            at += sizeof e + e.len;
            bool lost = (e.mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) != 0;
            if (lost) {
                if (e.mask & IN_MOVE_SELF) {
                    (void)inotify_rm_watch(w->inotify, e.wd);
                }
                lose_place(w, e.wd);
            }
            any = any || lost || (e.mask & IN_Q_OVERFLOW) || map_find(&w->names, word) ||
                  (w->folders && counts(word));
        }
    }
    return any;
}

int watch_signal(struct watch *w) {
    struct signalfd_siginfo info;
    if (w->signal == 0 && w->signals >= 0 &&
        read(w->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        w->signal = (int)info.ssi_signo;
    }
    return w->signal;
}

bool watch_pending(struct watch *w) {
    w->due = read_events(w) || w->due;
    return w->due;
}

/** Waits for a signal or an event of inotify. Returns whether one came before the time was over.
 * `*events` becomes true if inotify has events, and otherwise false. */
static bool wait_for_any(struct watch *w, int milliseconds, bool *events) {
    struct pollfd p[] = {{w->signals, POLLIN, 0}, {w->inotify, POLLIN, 0}};
    bool any = poll(p, ARRAY_LEN(p), milliseconds) > 0;
    *events = any && p[1].revents;
    return any;
}

/** Waits until a burst has ended, then checks. Returns whether anything has changed. */
static bool settle(struct watch *w) {
    struct pollfd p = {w->inotify, POLLIN, 0};
    for (int i = 0; i < LONGEST_BURST; i++) {
        if (poll(&p, 1, QUIET) <= 0) {
            break;
        }
        (void)read_events(w);
    }
    w->due = false;
    find_places(w);
    bool gone;
    size_t n = look_at_all(w, &gone);
    /* an editor may have moved the file away before writing it again */
    for (int i = 0; i < COME_BACK && gone; i++) {
        (void)poll(&p, 1, QUIET);
        (void)read_events(w);
        n = look_at_all(w, &gone);
        gone = false;
        for (size_t k = 0; k < w->files.n; k++) {
            gone = gone || (w->files.p[k].changed && !w->files.p[k].there);
        }
    }
    for (size_t i = 0; i < w->files.n; i++) {
        if (w->files.p[i].changed) {
            vec_push(&w->changes, w->files.p[i].path);
        }
    }
    return n > 0;
}

static int64_t now_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/** Returns how long to wait: until `end`, or until the next regular check. */
static int next_wait(const struct watch *w, int64_t end) {
    int64_t left = end < 0 ? -1 : end - now_ms();
    if (end >= 0 && left < 0) {
        left = 0;
    }
    bool looks = w->polls || w->blind > 0;
    return (int)(looks && (left < 0 || left > POLL_EVERY) ? POLL_EVERY : left);
}

enum watch_event watch_wait(struct watch *w, int milliseconds) {
    int64_t end = milliseconds < 0 ? -1 : now_ms() + milliseconds;
    vec_clear(&w->changes);
    for (size_t i = 0; i < w->files.n; i++) {
        w->files.p[i].changed = false;
    }
    for (;;) {
        bool looks = w->polls || w->blind > 0;
        bool events = false, any = !w->due && wait_for_any(w, next_wait(w, end), &events);
        if (watch_signal(w)) {
            return WATCH_ENDED;
        }
        events = events && read_events(w);
        if ((events || w->due || (looks && !any)) && settle(w)) {
            return WATCH_CHANGED;
        }
        if (end >= 0 && now_ms() >= end) {
            return WATCH_NOTHING;
        }
    }
}

size_t watch_changes(const struct watch *w, const struct str **paths) {
    *paths = w->changes.p;
    return w->changes.n;
}
