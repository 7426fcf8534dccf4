/* SPDX-License-Identifier: MIT */
/*
 * Access to files for users of the library who may have files in memory. Files in memory take
 * precedence over files on the disk. Files that are read from the disk are recorded as inputs.
 */
#ifndef DOSSIER_FILES_FILE_HOST_H
#define DOSSIER_FILES_FILE_HOST_H

#include "core/base/file.h"
#include "core/diag/diag.h"

struct memo_inputs; /* see core/memo/inputs.h */

/** The result of a host's `read` for a path that the host does not have. */
#define FILE_ON_DISK (-1)

/** Where the library finds files. A NULL pointer, or a structure of zeros, means that all files are
 * on the disk. */
struct file_host {
    /** Works like file_read(), or returns FILE_ON_DISK. NULL: the host has no files. */
    int (*read)(void *user, struct arena *a, struct str path, size_t limit, struct str *out);
    void *user;
    const struct file_fence *fence; /* limits the files that may be read; NULL: all files */
    struct memo_inputs *inputs;     /* records the files that are read; or NULL */
    /** Called for each folder whose names are read; may be NULL. */
    void (*listed)(void *user, struct str dir);
    void *listed_user;
};

/** Like file_read() and file_read_stream(), for a file that the host may have. */
int file_host_read(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out);
int file_host_read_stream(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                          struct str *out);
/** Whether the host has the path. If so, the bytes are in `*out`, and `*error` is 0 or an errno
 * value. */
bool file_host_has(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out, int *error);
/** Whether the file exists, in the host or on the disk inside the fence. */
bool file_host_exists(const struct file_host *h, struct arena *a, struct str path);
/** Like file_names(), for a folder inside the fence. Other folders have no names. */
struct str *file_host_names(const struct file_host *h, struct arena *a, struct str dir,
                            struct str suffix, size_t *n);
/** Returns a suggestion for "did you mean": the name in the path's folder that is nearest to the
 * path's own name, or that only adds a missing extension. Returns an empty text when there is none,
 * and after LIMIT_GUESSES comparisons. */
struct str file_host_nearest(const struct file_host *h, struct diags *d, struct str path);
/**
 * Reports that a file cannot be read, with the reason (an errno value). If the file is missing, the
 * hint is the nearest name. `h` may be NULL.
 */
void file_host_report(const struct file_host *h, struct diags *d, struct span at, struct str path,
                      int error);
/** Reports that a file cannot be written. The hint is the reason. */
void file_host_report_unwritten(struct diags *d, struct str path, int error);

#endif
