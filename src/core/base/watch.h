/* SPDX-License-Identifier: MIT */
/*
 * Waiting until files change: inotify(7) where the system tells, a look at them now and then where
 * it does not. What was told is only a reason to look: a file has changed when it is another one
 * than it was (file_identify()), so that no change is missed and none is made up.
 */
#ifndef DOSSIER_BASE_WATCH_H
#define DOSSIER_BASE_WATCH_H

#include "core/base/base.h"

struct watch;

/**
 * Watches nothing yet. With `polls` the system is never asked to tell: for folders of other
 * machines and of containers, where it does not know. From now on the signals that end programs
 * (INT, TERM, HUP) are waited for in watch_wait() alone, in this thread and those that it starts.
 */
struct watch *watch_new(bool polls);
void watch_drop(struct watch *w);

/** A moment, for watch_these(). */
struct watch_time {
    int64_t seconds;
    uint32_t nanoseconds;
};
/** Now, by the clock of the file system. */
struct watch_time watch_now(void);

/**
 * What is watched from now on, in place of what was: files, also such as are not there yet, and
 * folders, of which counts which names they hold (those of hidden files and of editors' copies do
 * not). Paths are copied. What was watched before keeps the state that was seen last; of the others
 * those count as changed that have changed since `since`: when their reader began to read.
 */
void watch_these(struct watch *w, const struct str *files, size_t nfiles, const struct str *folders,
                 size_t nfolders, struct watch_time since);

enum watch_event {
    WATCH_NOTHING, /* the time is over */
    WATCH_CHANGED, /* watch_changes() says what */
    WATCH_WOKEN,   /* by watch_wake() */
    WATCH_ENDED    /* by a signal: watch_signal() */
};

/** Waits at most so many milliseconds (negative: as long as it takes). Changes that follow each
 * other within 10 ms are one; a file that is gone is given time to come back. */
enum watch_event watch_wait(struct watch *w, int milliseconds);
/** The paths that the last WATCH_CHANGED was about, as watch_these() was given them; borrowed until
 * the next call of either. Returns how many there are. */
size_t watch_changes(const struct watch *w, const struct str **paths);
/** Ends a wait; for other threads too. */
void watch_wake(struct watch *w);
/** The signal that asked for the end; 0 when none has. Does not wait. */
int watch_signal(struct watch *w);
/** Whether something may have changed since the last wait. Does not wait, and forgets nothing. */
bool watch_pending(struct watch *w);

#endif
