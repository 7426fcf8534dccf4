/* SPDX-License-Identifier: MIT */
/*
 * Files and paths. Every write is whole or not at all: a temporary file beside the target, fsync,
 * rename. Functions return 0 or an errno value; they report nothing themselves.
 */
#ifndef DOSSIER_BASE_FILE_H
#define DOSSIER_BASE_FILE_H

#include "core/base/arena.h"
#include "core/base/base.h"

/**
 * Reads a whole regular file (or standard input for "-") into the arena, NUL behind the end. A
 * device or a pipe may have no end and is refused at once.
 * Returns 0, an errno value, EFBIG when it has more than `limit` bytes, EISDIR, ESPIPE for a pipe,
 * or EINVAL when it is no file.
 */
int file_read(struct arena *a, struct str path, size_t limit, struct str *out);
/**
 * A regular file where the system has it: its bytes come when they are looked at, and are not to be
 * changed. For files that were installed with the program alone: one that is cut off meanwhile ends
 * the process, as it would with a library. Returns 0, an errno value, EFBIG when it has more than
 * `limit` bytes, or EINVAL when it is no file or empty. To be given back with file_unmap().
 */
int file_map(struct str path, size_t limit, struct str *out);
/** Gives back all of what file_map() has given. */
void file_unmap(struct str text);
/** Whether a regular file is there that has just these bytes. */
bool file_has_bytes(struct str path, struct str data);
/**
 * The same, and reads pipes to their end: a shell's `<(command)`, /dev/stdin, a FIFO. Once only:
 * what was read is not there any more. ENODATA when nobody writes into a pipe for a second.
 */
int file_read_stream(struct arena *a, struct str path, size_t limit, struct str *out);
/** Whether a path is standard input or a pipe: in no folder of the user's, and read once. */
bool file_is_stream(struct str path);
#define FILE_ON_DISK (-1)

/**
 * What of the disk may be read: folders with all that is in them, and files. Whatever leads
 * elsewhere, links resolved, is outside of the fence: reading it gives EXDEV (as openat2(2) does),
 * and it is not there for whoever asks, whether it is or not.
 */
struct file_fence;
/** A fence around nothing yet; all of it is in the arena. */
struct file_fence *file_fence_new(struct arena *a);
/** Takes a folder or a file in. The empty path is the current folder; "-" is standard input, and
 * pipes are known by the path that is given. */
void file_fence_add(struct file_fence *f, struct str path);
/** Whether a path leads inside; to nothing counts as inside when its folder is. NULL: there is no
 * fence, all is inside. */
bool file_fence_has(const struct file_fence *f, struct str path);

/** file_read() of what is inside of a fence (NULL: anywhere), looked at behind its opening, so that
 * no link that is changed in between leads out. EXDEV: it is outside. */
int file_read_inside(const struct file_fence *fence, struct arena *a, struct str path, size_t limit,
                     struct str *out);
int file_read_stream_inside(const struct file_fence *fence, struct arena *a, struct str path,
                            size_t limit, struct str *out);

struct asked;
/**
 * Where files come from besides the disk: whoever calls the library may have some of them. NULL, or
 * one of zeros, means that all are on the disk.
 */
struct file_host {
    /** As file_read(), or FILE_ON_DISK for a path that is none of the host's. NULL: all are. */
    int (*read)(void *user, struct arena *a, struct str path, size_t limit, struct str *out);
    void *user;
    const struct file_fence *fence; /* around what is read of the disk; NULL: none */
    struct asked *asked;            /* takes down what is asked of the disk: fsquery.h; or NULL */
    /** Told of each folder whose names are asked for; NULL: nobody is. */
    void (*listed)(void *user, struct str dir);
    void *listed_user;
};
/** file_read() and file_read_stream() of a file that the host may have. */
int file_host_read(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out);
int file_host_read_stream(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                          struct str *out);
/** Whether the host says what is at a path; what it answered is in `*error`, the bytes in `*out`.
 */
bool file_host_has(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out, int *error);
/** Whether there is such a file, with the host or on the disk, inside of the fence. */
bool file_host_exists(const struct file_host *h, struct arena *a, struct str path);
/** file_names() of a folder inside of the fence; of others there are none. */
struct str *file_host_names(const struct file_host *h, struct arena *a, struct str dir,
                            struct str suffix, size_t *n);

/** What an errno value of the functions here says, in English; static. */
const char *file_why(int error);
/** Writes `data` to `path` atomically (to standard output for "-"). An old file keeps its owner,
 * permissions, attributes and names; a symbolic link stays one, though it lead to nothing yet.
 * Returns 0 or an errno value; on failure an old file at `path` is untouched and no temporary file
 * is left. */
int file_write(struct str path, struct str data);
/** The same without waiting until the disk has it: for files of which there are many, and which can
 * be made again. Whoever reads sees the old file or the new one; after a power failure it may be
 * neither. */
int file_write_soon(struct str path, struct str data);
/** What an errno value of a write says, naming the folder when it is that which is closed; static
 * or in the arena. */
struct str file_why_unwritten(struct arena *a, struct str path, int error);
/** Takes temporary files of file_write() away that processes have left which are no more. */
void file_sweep(struct str dir);

/** A file that is there, and what it shall be. */
struct file_change {
    struct str path, after;
};
#define FILE_CHANGES_MOST 4096
#define FILE_JOURNAL ".dossier-journal"
/** Writes all files or none: when the process is killed in between, a journal (FILE_JOURNAL) beside
 * the first of them says what is left to do. Returns 0 or an errno value with the number of the
 * file in `*which`; EALREADY when another change there is not at its end. When not even the old
 * texts could be written again, the journal stays. */
int file_change(const struct file_change *c, size_t n, size_t *which);

/** What became of a change that was interrupted. */
enum file_finish {
    FILE_FINISH_NONE,      /* there is none */
    FILE_FINISH_DONE,      /* all files are as they were to be */
    FILE_FINISH_BUSY,      /* a process works on it */
    FILE_FINISH_CHANGED,   /* `path` was changed since, or is no journal: nothing was written */
    FILE_FINISH_ELSEWHERE, /* `path` lies in another folder and was not named: the same */
    FILE_FINISH_FAILED     /* `path` could not be read or written: `error` */
};
struct file_finished {
    enum file_finish state;
    size_t nfiles;
    struct str path;
    int error;
};
/** Ends what a file_change() has left in a folder. Files of other folders are written when they are
 * among `named`. */
struct file_finished file_finish(struct arena *a, struct str dir, const struct str *named,
                                 size_t n);
/** Makes the folder and its missing parents. Returns 0 or an errno value. */
int file_make_dirs(struct str path);
/** The same; folders that it makes are for this user alone (0700). */
int file_make_private_dirs(struct str path);
/** Makes an empty file for this user alone (0600) and its missing parents (0700), unless the file
 * exists. Returns 0 or an errno value. */
int file_make_private(struct str path);
/** Makes a folder for this user alone in `parent`, under a name that nobody has; `*path` is in `a`.
 * Returns 0 or an errno value. */
int file_make_temp_dir(struct arena *a, struct str parent, struct str *path);
/** Removes such a folder with all that is in it. Returns 0 or an errno value. */
int file_remove_temp_dir(struct str path);
bool file_exists(struct str path);
/** Whether there is a regular file at a path, or behind its links. */
bool file_is_plain(struct str path);
bool file_is_dir(struct str path);
/** Whether two paths, however they are written, lead to one regular file that is there. */
bool file_is_same(struct str a, struct str b);

/** What a folder has. */
struct file_entry {
    struct str name;
    bool folder; /* or a link to one */
    bool plain;  /* a regular file, or a link to one */
    bool link;   /* a symbolic link */
};
/** The entries of a folder (the current one when `dir` is empty) sorted by name, without "." and
 * ".."; NULL with `*n` 0 when it cannot be read. The array is in `a`. */
struct file_entry *file_list(struct arena *a, struct str dir, size_t *n);
/** The names of those that end in `suffix` and are more than that. */
struct str *file_names(struct arena *a, struct str dir, struct str suffix, size_t *n);
/** Gives a file the present time, as if it had just been written. Returns 0 or an errno value. */
int file_touch(struct str path);
/** Removes a regular file or a symbolic link. Returns 0 or an errno value. */
int file_remove(struct str path);
/** Removes a folder that is empty. Returns 0 or an errno value. */
int file_remove_dir(struct str path);

/** By what a file is known again. A change that keeps all of this is possible, but hardly by
 * accident: nobody can set the time at which an inode was changed last. */
struct file_id {
    uint64_t size, device, inode;
    int64_t modified, changed; /* seconds since 1970 */
    uint32_t modified_ns, changed_ns;
};

/** What is at a path, or behind its links. */
struct file_facts {
    bool there, plain, folder; /* plain: a regular file */
    bool read_only;    /* a regular file that nobody may write, as its permissions say: its owner
                          could all the same, by putting another in its place */
    struct file_id id; /* of a regular file; of a folder, without a size; else zeros */
};
/** All of it with one question to the system. */
struct file_facts file_look(struct str path);

/** Of a regular file. Returns 0 or an errno value, EINVAL when it is none. */
int file_identify(struct str path, struct file_id *out);
bool file_id_eq(const struct file_id *a, const struct file_id *b);
/** Opens a regular file for reading and says which one it is. Returns 0 or an errno value; the
 * caller closes `*fd`. */
int file_open(struct str path, int *fd, struct file_id *id);
/** Reads exactly `n` bytes from `offset` on. Returns false when they are not there. */
bool file_read_at(int fd, uint64_t offset, void *out, size_t n);

/** The path without links and dots, from the root on; as it is when that cannot be found out. */
struct str file_real_path(struct arena *a, struct str path);
/** The same of a file that may not be there yet: links at its end are followed as far as they lead.
 */
struct str file_target_path(struct arena *a, struct str path);
/** `dir`/`name`; `name` alone when it is absolute or `dir` is empty. */
struct str path_join(struct arena *a, struct str dir, struct str name);
/** The path that a relative URL means: "a%20b.png" to "a b.png"; what is no escape stays. */
struct str path_of_url(struct arena *a, struct str url);
/** "a/b.md" -> "a"; "b.md" -> "" (the current folder); "/x" -> "/". Borrowed. */
struct str path_dir(struct str path);
/** "a/b.md" -> "b.md". Borrowed. */
struct str path_base(struct str path);
/** "a/b.md" -> "b". Borrowed. */
struct str path_stem(struct str path);
/** "a/b.md" -> "md"; "" when there is none. Borrowed. */
struct str path_ext(struct str path);

enum { PATH_MAX_PORTABLE = 1000, PATH_MAX_PART = 200 }; /* bytes: of a path, of a part of it */
/**
 * Whether a relative path stays in its folder on every system: UTF-8, its parts separated by '/'.
 * No part is empty, begins with a full stop (hidden files, "." and "..") or ends in one or in a
 * space; none has control characters, backslashes, or characters that Windows reserves.
 */
bool path_is_portable(struct str path);

#endif
