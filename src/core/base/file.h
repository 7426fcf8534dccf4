/* SPDX-License-Identifier: MIT */
/*
 * Files and paths. A write is complete or has no effect: a temporary file beside the target, fsync,
 * rename. Functions return 0 or an errno value and report nothing themselves.
 */
#ifndef DOSSIER_BASE_FILE_H
#define DOSSIER_BASE_FILE_H

#include "core/base/arena.h"
#include "core/base/base.h"

/**
 * Reads a whole regular file (or standard input for "-") into the arena, with a NUL after the end.
 * A device or a pipe may have no end and is refused. Returns 0, an errno value, EFBIG for more than
 * `limit` bytes, EISDIR, ESPIPE for a pipe, or EINVAL when it is not a file.
 */
int file_read(struct arena *a, struct str path, size_t limit, struct str *out);
/**
 * Maps a regular file into memory: its bytes are read on access and must not be changed. Only for
 * files that were installed with the program: if such a file is truncated meanwhile the process
 * ends, as it would with a library. Returns 0, an errno value, EFBIG for more than `limit` bytes,
 * or EINVAL when it is empty or not a file. Release it with file_unmap().
 */
int file_map(struct str path, size_t limit, struct str *out);
/** Releases the whole text that file_map() returned. */
void file_unmap(struct str text);
/** Whether there is a regular file with exactly these bytes. */
bool file_has_bytes(struct str path, struct str data);
/**
 * Like file_read(), but also reads pipes to their end: a shell's `<(command)`, /dev/stdin, a FIFO.
 * A pipe can be read only once. ENODATA when no data comes for a second.
 */
int file_read_stream(struct arena *a, struct str path, size_t limit, struct str *out);
/** Whether a path is standard input or a pipe: it has no folder and can be read only once. */
bool file_is_stream(struct str path);
/**
 * Which part of the disk may be read: files, and folders with everything below them. A path that
 * leads elsewhere after its links are resolved is outside the fence. Reading it returns EXDEV (as
 * openat2(2) does), and it appears not to exist.
 */
struct file_fence;
/** An empty fence in the arena. */
struct file_fence *file_fence_new(struct arena *a);
/** Adds a folder or a file. The empty path is the current folder and "-" is standard input. Pipes
 * are identified by the given path. */
void file_fence_add(struct file_fence *f, struct str path);
/** Whether a path leads inside. A path to a file that does not exist counts as inside when its
 * folder is. NULL: there is no fence, so everything is inside. */
bool file_fence_has(const struct file_fence *f, struct str path);

/** file_read() inside a fence (NULL: anywhere). The check follows the opening, so that a link that
 * is changed in between cannot lead out. EXDEV: the file is outside. */
int file_read_inside(const struct file_fence *fence, struct arena *a, struct str path, size_t limit,
                     struct str *out);
int file_read_stream_inside(const struct file_fence *fence, struct arena *a, struct str path,
                            size_t limit, struct str *out);

/** The English message for an errno value of these functions; static. */
const char *file_why(int error);
/**
 * Writes `data` to `path` atomically (to standard output for "-"). An existing file keeps its
 * owner, permissions, attributes and hard links; a symbolic link stays one, even if its target does
 * not exist yet. Returns 0 or an errno value. On failure an existing file is untouched and no
 * temporary file is left.
 */
int file_write(struct str path, struct str data);
/** Like file_write(), but does not wait until the disk has the data: for many files that can be
 * made again. A reader sees the old file or the new one; after a power failure it may be
 * neither. */
int file_write_soon(struct str path, struct str data);
/** Adds `data` at the end of a file that exists, and waits until the disk has it. Returns 0 or an
 * errno value; then a part of the data may be there. */
int file_append(struct str path, struct str data);
/** Writes a file for its owner alone (mode 0600), without waiting until the disk has it; a file or
 * link at `path` is replaced. Returns 0 or an errno value. */
int file_write_private(struct str path, struct str data);
/** The message for an errno value of a write; it names the folder when the folder is not writable.
 * Static or in the arena. */
struct str file_why_unwritten(struct arena *a, struct str path, int error);
/** Removes temporary files of file_write() that ended processes have left in `dir`. */
void file_sweep(struct str dir);

/** A file that exists, and its new text. */
struct file_change {
    struct str path, after;
};
#define FILE_CHANGES_MAX 4096
#define FILE_JOURNAL ".dossier-journal"
/**
 * Changes all files or none. If the process is killed meanwhile, a journal (FILE_JOURNAL) beside
 * the first file records what remains to be done. Returns 0, or an errno value with the file's
 * index in `*which`; EALREADY when an earlier change there is unfinished. If the old texts cannot
 * be restored either, the journal stays.
 */
int file_change(const struct file_change *c, size_t n, size_t *which);

/** The outcome of finishing an interrupted change. */
enum file_finish {
    FILE_FINISH_NONE,      /* there was no journal */
    FILE_FINISH_DONE,      /* all files have their new text */
    FILE_FINISH_BUSY,      /* another process is working on it */
    FILE_FINISH_CHANGED,   /* `path` was changed since, or is not a journal: nothing was written */
    FILE_FINISH_ELSEWHERE, /* `path` is in another folder and was not named: nothing was written */
    FILE_FINISH_FAILED     /* `path` could not be read or written: see `error` */
};
struct file_finished {
    enum file_finish state;
    size_t nfiles;
    struct str path;
    int error;
};
/** Finishes an interrupted file_change() in a folder. Files of other folders are written only if
 * they are among `named`. */
struct file_finished file_finish(struct arena *a, struct str dir, const struct str *named,
                                 size_t n);
/** Makes the folder and its missing parents. Returns 0 or an errno value. */
int file_make_dirs(struct str path);
/** Makes one folder. Returns 0 or an errno value, EEXIST when there is something of that name. */
int file_make_dir(struct str path);
/** The same; folders that it makes are for this user alone (0700). */
int file_make_private_dirs(struct str path);
/** Makes an empty file for this user alone (0600) and its missing parents (0700), unless the file
 * exists. Returns 0 or an errno value. */
int file_make_private(struct str path);
/**
 * Opens a folder and locks it until `*fd` is closed: other processes that lock it wait, or get
 * EWOULDBLOCK without `wait`. A folder is also locked if it is renamed. Where the file system has
 * no locks, and for a folder that this user cannot list, it is not locked, and `*fd` may be -1.
 * Returns 0 or an errno value.
 */
int file_lock_folder(struct str path, bool wait, int *fd);
/** Closes a locked folder, and `*fd` is -1 afterwards; nothing happens if it is -1 already. */
void file_unlock_folder(int *fd);
/** Makes a folder for this user alone in `parent` under an unused name; `*path` is in `a`. Returns
 * 0 or an errno value. */
int file_make_temp_dir(struct arena *a, struct str parent, struct str *path);
/** Removes such a folder with everything below it. Returns 0 or an errno value. */
int file_remove_temp_dir(struct str path);
bool file_exists(struct str path);
/** Whether a path is a regular file or a link to one. */
bool file_is_plain(struct str path);
bool file_is_dir(struct str path);
/** Whether two paths, however they are written, lead to the same existing regular file. */
bool file_is_same(struct str a, struct str b);

/** An entry of a folder. */
struct file_entry {
    struct str name;
    bool folder; /* or a link to one */
    bool plain;  /* a regular file, or a link to one */
    bool link;   /* a symbolic link */
};
/** The entries of a folder (the current one when `dir` is empty) sorted by name, without "." and
 * "..". NULL and errno with `*n` 0 when it cannot be read. The array is in `a`. */
struct file_entry *file_list(struct arena *a, struct str dir, size_t *n);
/** The names of the entries that end in `suffix` and are longer than it. */
struct str *file_names(struct arena *a, struct str dir, struct str suffix, size_t *n);
/** Sets a file's modification time to now. Returns 0 or an errno value. */
int file_touch(struct str path);
/** Removes a regular file or a symbolic link. Returns 0 or an errno value. */
int file_remove(struct str path);
/** Removes an empty folder. Returns 0 or an errno value. */
int file_remove_dir(struct str path);
/** Renames a folder, also over an empty one. Returns 0 or an errno value. */
int file_rename_dir(struct str from, struct str to);

/** The identity of a file's content. A change that keeps all of these values is possible but
 * hardly by accident: a program cannot set the time of an inode's last change. */
struct file_id {
    uint64_t size, device, inode;
    int64_t modified, changed; /* seconds since 1970 */
    uint32_t modified_ns, changed_ns;
};

/** Facts about a path, or about the target of a link. */
struct file_facts {
    bool there, plain, folder; /* plain: a regular file */
    bool read_only;            /* a regular file whose permissions allow writing to no user */
    struct file_id id; /* of a regular file; of a folder without the size; otherwise zeros */
};
/** Collects all facts with one system call. */
struct file_facts file_look(struct str path);

/** The identity of a regular file. Returns 0 or an errno value, EINVAL for another kind of file. */
int file_identify(struct str path, struct file_id *out);
bool file_id_eq(const struct file_id *a, const struct file_id *b);
/** Opens a regular file for reading and returns its identity. Returns 0 or an errno value; the
 * caller closes `*fd`. */
int file_open(struct str path, int *fd, struct file_id *id);
/** Reads exactly `n` bytes at `offset`. False when they cannot be read. */
bool file_read_at(int fd, uint64_t offset, void *out, size_t n);

/** The absolute path without links and dots; `path` itself when it cannot be resolved. */
struct str file_real_path(struct arena *a, struct str path);
/** The same for a file that may not exist yet: links at its end are followed as far as possible. */
struct str file_target_path(struct arena *a, struct str path);
/** `dir`/`name`; `name` alone when it is absolute or `dir` is empty. */
struct str path_join(struct arena *a, struct str dir, struct str name);
/** The path for a relative URL: "a%20b.png" becomes "a b.png"; other percent signs stay. */
struct str path_of_url(struct arena *a, struct str url);
/** "a/b.md" -> "a"; "b.md" -> "" (the current folder); "/x" -> "/". Borrowed. */
struct str path_dir(struct str path);
/** "a/b.md" -> "b.md". Borrowed. */
struct str path_base(struct str path);
/** "a/b.md" -> "b". Borrowed. */
struct str path_stem(struct str path);
/** "a/b.md" -> "md"; "" without an extension. Borrowed. */
struct str path_ext(struct str path);

enum { PATH_MAX_PORTABLE = 1000, PATH_MAX_PART = 200 }; /* bytes: of a path, of a part of it */
/**
 * Whether a relative path stays in its folder on every system: UTF-8, its parts separated by '/'.
 * No part is empty, begins with a full stop (hidden files, "." and "..") or ends in one or in a
 * space; none has control characters, backslashes, or characters that Windows reserves.
 */
bool path_is_portable(struct str path);

#endif
