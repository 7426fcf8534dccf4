/* SPDX-License-Identifier: MIT */
/*
 * What was asked of the file system while something was made, and what it answered, also where it
 * had nothing: a file that was looked for in vain and appears later would be found. As long as
 * every question has the same answer, making the same thing again makes the same thing.
 *
 * A file is known again by its stamp (size, place, times), which costs one call; where the stamp is
 * another one, or was too young to be trusted, by the digest of its content. Whoever asks without
 * an `asked` (NULL) is answered all the same.
 */
#ifndef DOSSIER_BASE_FSQUERY_H
#define DOSSIER_BASE_FSQUERY_H

#include "core/base/arena.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/vec.h"

enum asked_kind {
    ASKED_THERE,  /* what is at a path */
    ASKED_TEXT,   /* what a file says */
    ASKED_FOLDER, /* whether files came to a folder, went or were replaced */
    ASKED_NAMES,  /* which names with an ending it has */
    ASKED_REAL,   /* where the links of a path lead */
    ASKED_KINDS
};

/** What is at a path. */
enum asked_there { ASKED_NOTHING, ASKED_FILE, ASKED_DIR, ASKED_OTHER, ASKED_THERES };

struct asked_question {
    enum asked_kind kind;
    struct str path;
    struct str more;        /* of ASKED_NAMES: the ending; of ASKED_REAL: the answer */
    enum asked_there there; /* of the first three */
    struct file_id id;      /* of a file or a folder; zeros: it is too young to be known by that */
    bool summed;            /* there is a digest: of the text, of the names */
    bool database;          /* the text is that of a database: asked_add() */
    struct digest digest;
};

/** What was at paths when it was asked again, for all who ask within one run: documents of a batch
 * ask for the same fonts, libraries and styles. It is forgotten whenever the run has written
 * something. For any thread. */
struct asked_memo;

struct asked {
    struct arena *arena;
    struct asked_memo *memo; /* of the run, for asked_holds(); NULL: each question is asked */
    struct map seen;         /* kind and path -> number + 1 in the list */
    VEC(struct asked_question) list;
    int64_t begin; /* when the asking began, seconds since 1970 */
    bool unsure;   /* something was asked that cannot be asked again */
};

struct asked_memo *asked_memo_new(void);
void asked_memo_drop(struct asked_memo *memo);
/** What was there may not be so any more; NULL is allowed. */
void asked_memo_forget(struct asked_memo *memo);

/** Begins with no questions; all is in the arena, which lives as long. */
void asked_begin(struct asked *asked, struct arena *a);
void asked_drop(struct asked *asked);

/** Something of the answer cannot be known again: a pipe, a database with a server. */
void asked_unsure(struct asked *asked);
/** Before a file is read. */
void asked_text(struct asked *asked, struct str path);
/** Behind it, with what was read: its digest is taken, unless it is very long. */
void asked_read(struct asked *asked, struct str path, struct str text);
void asked_folder(struct asked *asked, struct str path);
void asked_names(struct asked *asked, struct str dir, struct str suffix, const struct str *names,
                 size_t n);
/** file_exists(), file_is_dir() and file_real_path() of who is asked again. */
bool asked_exists(struct asked *asked, struct str path);
bool asked_is_dir(struct asked *asked, struct str path);
struct str asked_real_path(struct asked *asked, struct arena *a, struct str path);
/** The questions of another one are asked as well; `databases`: they are about databases. */
void asked_add(struct asked *asked, const struct asked *more, bool databases);

/** Whether a stamp may be trusted: the file is older than the asking, so that a later change shows.
 */
bool asked_is_settled(const struct asked *asked, const struct file_id *id);
/** When all was asked: stamps that may not be trusted are forgotten. Returns false when the answers
 * cannot be known again. */
bool asked_settle(struct asked *asked);
/** Whether the answer is the same now. `*renewed` becomes true when it took the digest to say so,
 * and the question has the new stamp, which by `asked` may be trusted. */
bool asked_holds(const struct asked *asked, struct asked_question *q, bool *renewed);
/** The question that was asked, or NULL. */
const struct asked_question *asked_find(struct asked *asked, enum asked_kind kind, struct str path);

#endif
