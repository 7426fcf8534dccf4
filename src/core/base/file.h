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
 * files that were installed with the program: if such a file is truncated meanwhile, the process
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
 * A pipe can be read only once. Returns ENODATA when no data comes for a second.
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
/** Returns an empty fence in the arena. */
struct file_fence *file_fence_new(struct arena *a);
/** Adds a folder or a file. The empty path is the current folder and "-" is standard input. Pipes
 * are identified by the given path. */
void file_fence_add(struct file_fence *f, struct str path);
/** Whether a path leads inside the fence. A path to a missing file is inside when its folder is. If
 * `f` is NULL there is no fence, and every path is inside. */
bool file_fence_has(const struct file_fence *f, struct str path);

/** Like file_read(), but only inside a fence (NULL: anywhere). The path is checked after the file
 * was opened, so a link that is changed in between cannot lead outside. Returns EXDEV when the file
 * is outside. */
int file_read_inside(const struct file_fence *fence, struct arena *a, struct str path, size_t limit,
                     struct str *out);
int file_read_stream_inside(const struct file_fence *fence, struct arena *a, struct str path,
                            size_t limit, struct str *out);

/** Returns the English message for an errno value of these functions. It is static. */
const char *file_why(int error);
/**
 * Writes `data` to `path` atomically (to standard output for "-"). An existing file keeps its
 * owner, permissions, attributes and hard links. A symbolic link stays a link, even if its target
 * does not exist yet. Returns 0 or an errno value. On failure an existing file is unchanged and no
 * temporary file is left.
 */
int file_write(struct str path, struct str data);
/** Like file_write(), but does not wait until the data are on the disk. It is meant for many files
 * that can be made again. A reader sees either the old or the new file. After a power failure the
 * file may contain neither. */
int file_write_soon(struct str path, struct str data);
/** Appends `data` to an existing file and waits until the data are on the disk. Returns 0 or an
 * errno value. After an error, a part of the data may have been appended. */
int file_append(struct str path, struct str data);
/** Writes a file for its owner alone (mode 0600), without waiting until it is on the disk; a file
 * or link at `path` is replaced. Returns 0 or an errno value. */
int file_write_private(struct str path, struct str data);
/** Returns the message for an errno value of a write. It names the folder when the folder is not
 * writable. */
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
 * the first file records the rest of the work. Returns 0, or an errno value with the file's index
 * in `*which`. EALREADY means that an earlier change in this folder is unfinished. If the old texts
 * cannot be restored after an error, the journal is kept.
 */
int file_change(const struct file_change *c, size_t n, size_t *which);

/** The outcome of finishing an interrupted change. */
enum file_finish {
    FILE_FINISH_NONE, /* there was no journal */
    FILE_FINISH_DONE, /* all files have their new text */
    FILE_FINISH_BUSY, /* another process is finishing the change */
    /* `path` has changed since the interruption, or the journal is not valid: nothing was
     * written */
    FILE_FINISH_CHANGED,
    FILE_FINISH_ELSEWHERE, /* `path` is in another folder and is not in `named`: nothing was written
                            */
    FILE_FINISH_FAILED     /* `path` could not be read or written: see `error` */
};
struct file_finished {
    enum file_finish state;
    size_t nfiles;
    struct str path;
    int error;
};
/** Finishes an interrupted file_change() of a folder. Files in other folders are written only if
 * they are in `named`. */
struct file_finished file_finish(struct arena *a, struct str dir, const struct str *named,
                                 size_t n);
/** Makes the folder and its missing parents. Returns 0 or an errno value. */
int file_make_dirs(struct str path);
/** Makes one folder. Returns 0 or an errno value; EEXIST when the name exists already. */
int file_make_dir(struct str path);
/** Like file_make_dirs(), but the new folders are accessible to this user only (mode 0700). */
int file_make_private_dirs(struct str path);
/** Makes an empty file for this user alone (0600) and its missing parents (0700), unless the file
 * exists. Returns 0 or an errno value. */
int file_make_private(struct str path);
/**
 * Opens a folder and locks it until `*fd` is closed. Other processes that lock it wait; without
 * `wait` they get EWOULDBLOCK. The lock survives a renaming of the folder. The folder is not
 * locked, and `*fd` may be -1, if the file system has no locks or this user cannot list the folder.
 * Returns 0 or an errno value.
 */
int file_lock_folder(struct str path, bool wait, int *fd);
/** Closes and unlocks a locked folder and sets `*fd` to -1. Does nothing if `*fd` is -1 already. */
void file_unlock_folder(int *fd);
/** Makes a folder for this user alone in `parent` under an unused name; `*path` is in `a`. Returns
 * 0 or an errno value. */
int file_make_temp_dir(struct arena *a, struct str parent, struct str *path);
/** Removes a folder of file_make_temp_dir() with everything below it. Returns 0 or an errno
 * value. */
int file_remove_temp_dir(struct str path);
bool file_exists(struct str path);
/** Whether a path is a regular file or a link to one. */
bool file_is_plain(struct str path);
bool file_is_dir(struct str path);
/** Whether two paths, however they are written, lead to the same existing regular file. */
bool file_is_same(struct str a, struct str b);

struct file_entry {
    struct str name;
    bool folder; /* the entry is a folder, or a link to one */
    bool plain;  /* the entry is a regular file, or a link to one */
    bool link;   /* the entry is a symbolic link */
};
/** Returns the entries of a folder (the current one when `dir` is empty) sorted by name, without
 * "." and "..". The array is in `a`. Returns NULL with errno and `*n` 0 when the folder cannot be
 * read. */
struct file_entry *file_list(struct arena *a, struct str dir, size_t *n);
/** Returns the names of the entries that end in `suffix` and are longer than it. */
struct str *file_names(struct arena *a, struct str dir, struct str suffix, size_t *n);
/** Sets a file's modification time to now. Returns 0 or an errno value. */
int file_touch(struct str path);
/** Removes a regular file or a symbolic link. Returns 0 or an errno value. */
int file_remove(struct str path);
/** Removes an empty folder. Returns 0 or an errno value. */
int file_remove_dir(struct str path);
/** Renames a folder; an empty folder at `to` is replaced. Returns 0 or an errno value. */
int file_rename_dir(struct str from, struct str to);

/** The identity of a file's content. A change hardly ever keeps all of these values, because
 * programs cannot set the time of an inode's last change. */
struct file_id {
    uint64_t size, device, inode;
    int64_t modified, changed; /* times in seconds since 1970 */
    uint32_t modified_ns, changed_ns;
};

/** Facts about a path, or about the target of a link. */
struct file_facts {
    bool there, plain, folder; /* `there`: the path exists; `plain`: it is a regular file */
    /* the path is a regular file whose permissions allow writing to no user */
    bool read_only;
    struct file_id id; /* the identity of a regular file; for a folder the size is missing;
                          otherwise all zeros */
};
/** Collects all facts with one system call. */
struct file_facts file_look(struct str path);

/** Determines the identity of a regular file. Returns 0 or an errno value, EINVAL for another kind
 * of file. */
int file_identify(struct str path, struct file_id *out);
bool file_id_eq(const struct file_id *a, const struct file_id *b);
/** Opens a regular file for reading and returns its identity. Returns 0 or an errno value; the
 * caller closes `*fd`. */
int file_open(struct str path, int *fd, struct file_id *id);
/** Reads exactly `n` bytes at `offset`. Returns false when they cannot be read. */
bool file_read_at(int fd, uint64_t offset, void *out, size_t n);

/** Returns the absolute path without links and dots; `path` itself when it cannot be resolved. */
struct str file_real_path(struct arena *a, struct str path);
/** Like file_real_path(), for a file that may not exist yet: links at the end of the path are
 * followed as far as possible. */
struct str file_target_path(struct arena *a, struct str path);
/** Returns `dir`/`name`, or `name` alone when it is absolute or `dir` is empty. */
struct str path_join(struct arena *a, struct str dir, struct str name);
/** Returns the path for a relative URL: "a%20b.png" becomes "a b.png". Percent signs that encode no
 * byte stay. */
struct str path_of_url(struct arena *a, struct str url);
/** Returns the folder of a path, borrowed: "a/b.md" -> "a"; "b.md" -> "" (the current folder); "/x"
 * -> "/". */
struct str path_dir(struct str path);
/** Replaces a folder with its parent: "a/b" -> "a"; "" -> ".."; ".." -> "../..". Returns false for
 * the root. */
bool path_up(struct arena *a, struct str *dir);
/** Returns the last part of a path, borrowed: "a/b.md" -> "b.md". */
struct str path_base(struct str path);
/** Returns the last part of a path without its extension, borrowed: "a/b.md" -> "b". */
struct str path_stem(struct str path);
/** Returns the extension of a path, borrowed: "a/b.md" -> "md"; "" without an extension. */
struct str path_ext(struct str path);
/** Whether a path begins with the path of a folder and a slash. */
bool path_is_below(struct str path, struct str dir);

/* maximum bytes of a path, and of one part of a path */
enum { PATH_MAX_PORTABLE = 1000, PATH_MAX_PART = 200 };
/**
 * Whether a relative path stays in its folder on every system: UTF-8, its parts separated by '/'.
 * No part is empty, begins with a full stop (hidden files, "." and "..") or ends in a full stop or
 * a space; none has control characters, backslashes, or characters that Windows reserves.
 */
bool path_is_portable(struct str path);

#endif
