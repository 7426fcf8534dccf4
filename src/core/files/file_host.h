/* SPDX-License-Identifier: MIT */
/*
 * Files that the caller of the library may have in memory, before those on the disk. What is read
 * from the disk is recorded as an input.
 */
#ifndef DOSSIER_FILES_FILE_HOST_H
#define DOSSIER_FILES_FILE_HOST_H

#include "core/base/file.h"
#include "core/diag/diag.h"

struct memo_inputs; /* core/memo/inputs.h */

/** Returned by `read` of a host for a path that it does not have. */
#define FILE_ON_DISK (-1)

/** NULL, or one of zeros, means that all files are on the disk. */
struct file_host {
    /** As file_read(), or FILE_ON_DISK. NULL: the host has no files. */
    int (*read)(void *user, struct arena *a, struct str path, size_t limit, struct str *out);
    void *user;
    const struct file_fence *fence; /* limits the files that may be read; NULL: all may */
    struct memo_inputs *inputs;     /* records the files that are read; or NULL */
    /** Called for each folder whose names are read; may be NULL. */
    void (*listed)(void *user, struct str dir);
    void *listed_user;
};

/** file_read() and file_read_stream() of a file that the host may have. */
int file_host_read(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out);
int file_host_read_stream(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                          struct str *out);
/** Whether the host has the path; the bytes are in `*out`, an errno value or 0 in `*error`. */
bool file_host_has(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out, int *error);
/** Whether the file exists, with the host or on the disk inside of the fence. */
bool file_host_exists(const struct file_host *h, struct arena *a, struct str path);
/** file_names() of a folder inside of the fence; other folders have no names. */
struct str *file_host_names(const struct file_host *h, struct arena *a, struct str dir,
                            struct str suffix, size_t *n);
/** The name in the folder of a path that is nearest to the path's own, or that differs by an ending
 * that the path lacks; empty when none is, and after LIMIT_GUESSES. For "did you mean". */
struct str file_host_nearest(const struct file_host *h, struct diags *d, struct str path);
/**
 * Reports that a file cannot be read, and why (an errno value); the hint for a missing file is the
 * nearest name. `h` may be NULL.
 */
void file_host_report(const struct file_host *h, struct diags *d, struct span at, struct str path,
                      int error);

#endif
