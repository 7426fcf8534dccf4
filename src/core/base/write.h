/* SPDX-License-Identifier: MIT */
/*
 * Paths for system calls, and writing files: private to core. Other modules use core/base/file.h.
 */
#ifndef DOSSIER_BASE_WRITE_H
#define DOSSIER_BASE_WRITE_H

#include "core/base/base.h"

#include <sys/stat.h>

#define FILE_MODE_USUAL 0666u
#define FILE_MODE_OWN 0600u

/** Returns the path with a NUL after it, to be freed by the caller; NULL (with errno) when the
 * system does not accept the path. */
char *file_zero(struct str path);
/** Opens a path with `flags` of open(2), O_CLOEXEC and O_NOCTTY. Returns -1 and sets errno on
 * failure. */
int file_open_fd(struct str path, int flags);
/** Writes all of a text to an open file. Returns 0 or an errno value. */
int file_write_fd(int fd, struct str data);
/** Writes a new file and renames it over the target. If `old` is given, the new file gets all
 * properties of the old one; otherwise it gets `mode`. Returns 0, an errno value, or a negative
 * number when the new file cannot get the properties of the old one. */
int file_write_renamed(const char *target, struct str data, const struct stat *old, unsigned mode,
                       bool sync);
/** Writes a new file at a path that does not exist yet. Both the file and its name are on the disk
 * when the function returns. Returns 0 or an errno value; EEXIST when the file exists. */
int file_write_first(const char *target, struct str data, unsigned mode);
/** Returns the final target of a path after following its links. The target need not exist. The
 * caller frees the result. Returns NULL and sets errno when the system does not accept the path. */
char *file_write_target(const char *path);

#endif
