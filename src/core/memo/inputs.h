/* SPDX-License-Identifier: MIT */
/*
 * The inputs that a computation takes from the file system. While the computation runs, each query
 * to the file system is recorded with its answer. Queries that found nothing are recorded too,
 * because a missing file may appear later. As long as every query has the same answer, the
 * computation has the same result.
 *
 * A file is recognized by its stamp (size, inode, times), which costs one system call. If the stamp
 * has changed, or was too recent to be reliable, the digest of the content decides. All functions
 * that record accept NULL for `in`; they then answer without recording.
 */
#ifndef DOSSIER_MEMO_INPUTS_H
#define DOSSIER_MEMO_INPUTS_H

#include "core/base/arena.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/memo/fields.h"

enum memo_query_kind {
    MEMO_EXISTS, /* whether a path is a file, a folder or nothing */
    /* the content of a file; for a folder, whether files in it were added or removed */
    MEMO_CONTENT,
    MEMO_NAMES, /* the names in a folder that have an ending */
    MEMO_REAL,  /* the path with its symbolic links resolved */
    MEMO_QUERY_KINDS
};

/** What is at a path. */
enum memo_found { MEMO_NOTHING, MEMO_FILE, MEMO_DIR, MEMO_OTHER, MEMO_FOUNDS };

struct memo_query {
    enum memo_query_kind kind;
    struct str path;
    struct str more;       /* MEMO_NAMES: the ending of the names; MEMO_REAL: the resolved path */
    enum memo_found found; /* for MEMO_EXISTS and MEMO_CONTENT: what was at the path */
    struct file_id
        id;      /* the stamp of a file or folder; zeros: the stamp was too recent to be reliable */
    bool summed; /* `digest` is set to that of the content, or of the names */
    bool database; /* set by memo_inputs_add(): the query is about a database; if it changes, the
                      entries that a document uses may still be the same */
    struct digest digest;
};

/** Stamps and digests that were read during this run. They are shared by all checks of inputs,
 * since the documents of a batch depend on the same fonts, libraries and styles. Thread-safe. */
struct memo_seen;
struct memo_seen *memo_seen_new(void);
void memo_seen_drop(struct memo_seen *seen);
/** Discards everything, because the run has written a file. NULL is allowed. */
void memo_seen_forget(struct memo_seen *seen);

struct memo_inputs {
    struct arena *arena;
    struct memo_seen *seen; /* used by memo_query_holds(); NULL: each check reads the file system */
    struct map by_query;    /* kind and path of a query -> its number in the list, plus 1 */
    VEC(struct memo_query) list;
    int64_t begin;  /* when recording began, in seconds since 1970 */
    bool uncertain; /* an answer was recorded that cannot be checked later */
};

/** Begins an empty recording. Its texts are in the arena, which must outlive it; memo_inputs_drop()
 * frees the rest. */
void memo_inputs_begin(struct memo_inputs *in, struct arena *a);
void memo_inputs_drop(struct memo_inputs *in);

/** Records that an input cannot be checked later: a pipe or a database server. */
void memo_uncertain(struct memo_inputs *in);
/** Records the stamp of a file, or of a folder, that is about to be read. */
void memo_note_file(struct memo_inputs *in, struct str path);
/** Records the digest of the content that was read from a file, unless the content is very long. */
void memo_note_content(struct memo_inputs *in, struct str path, struct str text);
void memo_note_names(struct memo_inputs *in, struct str dir, struct str suffix,
                     const struct str *names, size_t n);
/** Like file_exists(), file_is_dir() and file_real_path(), but the query is recorded. */
bool memo_exists(struct memo_inputs *in, struct str path);
bool memo_is_dir(struct memo_inputs *in, struct str path);
struct str memo_real_path(struct memo_inputs *in, struct arena *a, struct str path);
/** Adds the inputs of another computation whose result is used. With `databases` they are marked as
 * queries about databases. */
void memo_inputs_add(struct memo_inputs *in, const struct memo_inputs *more, bool databases);
/** Finds a recorded query. Returns NULL if it was not recorded. */
const struct memo_query *memo_find_query(struct memo_inputs *in, enum memo_query_kind kind,
                                         struct str path);

/** Whether a stamp is reliable: it is so much older than the recording that a later change would
 * change the stamp. */
bool memo_is_settled(const struct memo_inputs *in, const struct file_id *id);
/** Ends the recording: clears stamps that are not reliable. Returns false if the inputs cannot be
 * checked later. */
bool memo_inputs_end(struct memo_inputs *in);
/** Whether a query of an earlier run still has the same answer. If the stamp has changed but the
 * digest is the same, `*renewed` becomes true and the query gets the new stamp. */
bool memo_query_holds(const struct memo_inputs *in, struct memo_query *q, bool *renewed);

/** Writes a list of queries, or reads one. */
void memo_query_fields(struct memo_fields *f, struct memo_query **list, size_t *n);

#endif
