/* SPDX-License-Identifier: MIT */
/*
 * Waiting until files change: with inotify(7) where it works, with regular checks elsewhere. An
 * event only triggers a check: a file has changed when its identity differs (file_identify()), so
 * changes are neither missed nor invented.
 */
#ifndef DOSSIER_BASE_WATCH_H
#define DOSSIER_BASE_WATCH_H

#include "core/base/base.h"

struct watch;

/**
 * Makes a watch without any paths. With `polls` it does not use inotify. This is for folders of
 * other machines and of containers, whose changes inotify does not report. From now on this thread
 * and the threads that it starts receive the signals that end programs (INT, TERM, HUP) only in
 * watch_wait() and watch_signal().
 */
struct watch *watch_new(bool polls);
void watch_drop(struct watch *w);

/** A point in time for watch_these(). */
struct watch_time {
    int64_t seconds;
    uint32_t nanoseconds;
};
/** Returns the current time by the clock of the file system. */
struct watch_time watch_now(void);

/**
 * Replaces the list of watched paths: files, which need not exist yet, and folders, in which the
 * names count (except hidden files and editors' copies). Paths are copied. Paths that were watched
 * before keep their last known state. A new path counts as changed if it has changed after `since`,
 * the time at which its reader began to read.
 */
void watch_these(struct watch *w, const struct str *files, size_t nfiles, const struct str *folders,
                 size_t nfolders, struct watch_time since);

enum watch_event {
    WATCH_NOTHING, /* the time is over and nothing has changed */
    WATCH_CHANGED, /* watch_changes() lists the paths */
    WATCH_ENDED    /* a signal requested the end: see watch_signal() */
};

/** Waits at most `milliseconds` (a negative number: without a limit). Changes within 10 ms count as
 * one. If a file is missing, it is given some time to reappear. */
enum watch_event watch_wait(struct watch *w, int milliseconds);
/** Sets `*paths` to the paths of the last WATCH_CHANGED, as they were given to watch_these(), and
 * returns their number. They are valid until the next call of watch_wait() or watch_these(). */
size_t watch_changes(const struct watch *w, const struct str **paths);
/** Returns the signal that requested the end; 0 when there was none. Does not wait. */
int watch_signal(struct watch *w);
/** Whether something may have changed since the last wait. Does not wait. The next watch_wait()
 * still reports the changes. */
bool watch_pending(struct watch *w);

#endif
