/* SPDX-License-Identifier: MIT */
/*
 * Rich text: what titles, names and notes are made of. Plain UTF-8 with marks beside it, so that
 * nothing in the text itself can be taken for markup: a '<' is a '<'.
 *
 * Decides how marks nest and what becomes of them when text is cut, joined or changed. How they are
 * written in a file (\emph{}, <i>, asterisks) is known to the readers and writers of those files,
 * what they look like to csl and resolve.
 *
 * A text without marks, as nearly all are, is its slice and a null pointer.
 *
 * Invariants: 1. spans are in the order of their beginnings, those that begin together from the
 * outermost to the innermost; 2. they nest and are not empty; 3. at most RICH_DEPTH are open
 * anywhere; 4. nothing begins inside an atom (rich_kind_is_atom()); 5. they begin and end between
 * characters.
 */
#ifndef DOSSIER_RICH_RICH_H
#define DOSSIER_RICH_RICH_H

#include "core/base/buf.h"
#include "core/base/vec.h"

/** Spans that may be open at one place; the builder ignores deeper ones. */
#define RICH_DEPTH 40

enum rich_kind {
    RICH_ITALIC,
    RICH_BOLD,
    RICH_SUP,
    RICH_SUB,
    RICH_SMALL_CAPS,
    RICH_UNDERLINE,
    RICH_NOCASE,  /* changes of case leave it alone */
    RICH_NODECOR, /* formatting around it is undone, and its case is kept */
    RICH_CODE,    /* an atom: text as it stands */
    RICH_MATH,    /* an atom: the source of TeX math, without its dollars */
    RICH_KIND_COUNT
};

static inline bool rich_kind_is_atom(enum rich_kind kind) {
    return kind == RICH_CODE || kind == RICH_MATH;
}

struct rich_span {
    uint32_t begin, end; /* bytes of the text */
    enum rich_kind kind;
};

/** The spans of a text that has some. */
struct rich_marks {
    size_t n; /* above 0 */
    struct rich_span spans[];
};

struct rich {
    struct str text;
    const struct rich_marks *marks; /* NULL: plain text */
};

#define RICH_EMPTY ((struct rich){STR_EMPTY, NULL})

/** Text without marks. */
static inline struct rich rich_of(struct str text) {
    return (struct rich){text, NULL};
}
/** Equal text with equal marks. */
bool rich_eq(struct rich x, struct rich y);
/** Whether marks that come from outside (a cache, a library) keep the invariants. */
bool rich_is_sound(struct rich r);
/** Whether a span of that kind is in it. */
bool rich_has(struct rich r, enum rich_kind kind);

/* Texts that these return are in the arena, or parts of what they were given. Those with _marked
 * at their end are for texts that have marks, and called by those without. */

struct rich rich_slice_marked(struct arena *a, struct rich r, size_t from, size_t to);
/** The bytes [from, to), as str_slice() cuts them; spans are cut with it. */
static inline struct rich rich_slice(struct arena *a, struct rich r, size_t from, size_t to) {
    return r.marks ? rich_slice_marked(a, r, from, to) : rich_of(str_slice(r.text, from, to));
}
struct rich rich_trim_marked(struct arena *a, struct rich r);
/** Without white space at both ends. */
static inline struct rich rich_trim(struct arena *a, struct rich r) {
    return r.marks ? rich_trim_marked(a, r) : rich_of(str_trim(r.text));
}
/** The text as a whole in a span of `kind`. */
struct rich rich_wrap(struct arena *a, struct rich r, enum rich_kind kind);
/** `x`, `between`, `y`; without `between` where one is empty. */
struct rich rich_join(struct arena *a, struct rich x, struct str between, struct rich y);
/** Without the spans whose bit (1u << kind) is in `kinds`; their text stays. */
struct rich rich_without(struct arena *a, struct rich r, unsigned kinds);
struct rich rich_map_marked(struct arena *a, struct rich r,
                            struct str (*change)(void *user, struct arena *a, struct str piece),
                            void *user);
/** Each piece of text between two ends of spans as `change` returns it; atoms stay as they are. */
static inline struct rich
rich_map(struct arena *a, struct rich r,
         struct str (*change)(void *user, struct arena *a, struct str piece), void *user) {
    return r.marks    ? rich_map_marked(a, r, change, user)
           : r.text.n ? rich_of(change(user, a, r.text))
                      : r;
}

/* ---- reading ---- */

enum rich_event {
    RICH_TEXT,  /* `text`: a piece without an end of a span in it */
    RICH_ATOM,  /* `kind`, `text`: a whole code or math span */
    RICH_OPEN,  /* `kind` begins */
    RICH_CLOSE, /* `kind` ends */
    RICH_END
};

/** A walk over the events of a text, in their order. */
struct rich_walk {
    struct rich r;
    size_t at;       /* the next event's place */
    size_t next;     /* the next span that opens */
    size_t depth;    /* of `open` */
    struct str text; /* of the event */
    size_t from;     /* where that begins */
    enum rich_kind kind;
    uint32_t open[RICH_DEPTH]; /* indices of spans */
};

/** Begins a walk, which needs no end; `r` has to live as long. */
void rich_walk_start(struct rich_walk *w, struct rich r);
/** The next event, RICH_END again and again behind the last; `w` has its text and kind. */
enum rich_event rich_walk_next(struct rich_walk *w);

/* ---- building ---- */

struct rich_builder {
    struct buf text; /* may be appended to directly */
    VEC(struct rich_span) spans;
    size_t depth;
    size_t ignored; /* open spans that do not count: too deep, or in an atom */
    uint32_t open[RICH_DEPTH];
};

/** Makes an empty builder, to be given back with rich_builder_drop(). */
void rich_builder_init(struct rich_builder *b);
/** Frees what the builder holds. */
void rich_builder_drop(struct rich_builder *b);
/** Begins a span; each rich_open() has its rich_close(), or ends with the text. */
void rich_open(struct rich_builder *b, enum rich_kind kind);
/** Ends the innermost span; an empty one leaves nothing. Nothing when none is open. */
void rich_close(struct rich_builder *b);
/** Ends the innermost span and forgets it: its text stays without it. */
void rich_unwrap(struct rich_builder *b);
/** Appends a text with its marks, a copy of both. */
void rich_add(struct rich_builder *b, struct rich r);
/** Appends a span of code or math as a whole. */
void rich_add_atom(struct rich_builder *b, enum rich_kind kind, struct str text);

/** A state of a builder to which it can go back, as long as what is open then is still open. */
struct rich_place {
    size_t text, spans, depth, ignored;
};
struct rich_place rich_here(const struct rich_builder *b);
/** Forgets all that was added since. */
void rich_back(struct rich_builder *b, struct rich_place to);
/** Puts `text` in the place of the `n` bytes at `at`, which is not before `since`; spans that began
 * since move with their text. Those that end at `at` take in what is put there, and none may begin
 * or end between. `text` is not a part of the builder's own. */
void rich_replace(struct rich_builder *b, struct rich_place since, size_t at, size_t n,
                  struct str text);

/** The text in the arena, what is open closed. The builder is empty afterwards and keeps its
 * memory. */
struct rich rich_keep(struct rich_builder *b, struct arena *a);

#endif
