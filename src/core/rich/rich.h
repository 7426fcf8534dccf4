/* SPDX-License-Identifier: MIT */
/*
 * Rich text: the type of titles, names and notes. It is plain UTF-8 with separate marks, so the
 * text itself contains no markup: a '<' is a '<'.
 *
 * This module decides how marks nest and how they change when text is cut, joined or edited. The
 * readers and writers of file formats decide how marks are written (\emph{}, <i>, asterisks); csl
 * and resolve decide their look.
 *
 * A text without marks, as nearly all are, is its slice and a null pointer.
 *
 * Invariants:
 * 1. Spans are ordered by their beginnings; of those that begin together the outermost comes first.
 * 2. They nest and are not empty.
 * 3. At most RICH_DEPTH are open anywhere.
 * 4. No span begins inside an atom (rich_kind_is_atom()).
 * 5. Spans begin and end between characters.
 */
#ifndef DOSSIER_RICH_RICH_H
#define DOSSIER_RICH_RICH_H

#include "core/base/buf.h"
#include "core/base/vec.h"

/** The maximum number of open spans; the builder ignores deeper ones. */
#define RICH_DEPTH 40

enum rich_kind {
    RICH_ITALIC,
    RICH_BOLD,
    RICH_SUP,
    RICH_SUB,
    RICH_SMALL_CAPS,
    RICH_UNDERLINE,
    RICH_NOCASE,  /* text whose case never changes */
    RICH_NODECOR, /* formatting of the text around it does not apply, and its case is kept */
    RICH_CODE,    /* an atom: literal text */
    RICH_MATH,    /* an atom: TeX math without the dollar signs */
    RICH_KIND_COUNT
};

static inline bool rich_kind_is_atom(enum rich_kind kind) {
    return kind == RICH_CODE || kind == RICH_MATH;
}

struct rich_span {
    uint32_t begin, end; /* byte offsets in the text */
    enum rich_kind kind;
};

/** The spans of a text with marks. */
struct rich_marks {
    size_t n; /* the number of spans, always above 0 */
    struct rich_span spans[];
};

struct rich {
    struct str text;
    const struct rich_marks *marks; /* NULL: plain text */
};

#define RICH_EMPTY ((struct rich){STR_EMPTY, NULL})

/** Returns a text without marks. */
static inline struct rich rich_of(struct str text) {
    return (struct rich){text, NULL};
}
/** Whether two rich texts have equal texts and equal marks. */
bool rich_eq(struct rich x, struct rich y);
/** Whether the text has a span of that kind. */
bool rich_has(struct rich r, enum rich_kind kind);

/* The results of the following functions are in the arena, or are parts of the arguments. Functions
 * whose names end in _marked handle texts that have marks; they are called by the functions without
 * that ending. */

struct rich rich_slice_marked(struct arena *a, struct rich r, size_t from, size_t to);
/** Returns the bytes [from, to) as in str_slice(). Spans are cut to that range. */
static inline struct rich rich_slice(struct arena *a, struct rich r, size_t from, size_t to) {
    return r.marks ? rich_slice_marked(a, r, from, to) : rich_of(str_slice(r.text, from, to));
}
struct rich rich_trim_marked(struct arena *a, struct rich r);
/** Returns the text without white space at both ends. */
static inline struct rich rich_trim(struct arena *a, struct rich r) {
    return r.marks ? rich_trim_marked(a, r) : rich_of(str_trim(r.text));
}
/** Returns the whole text in a span of `kind`. */
struct rich rich_wrap(struct arena *a, struct rich r, enum rich_kind kind);
/** Joins `x`, `between` and `y`. If `x` or `y` is empty, `between` is left out. */
struct rich rich_join(struct arena *a, struct rich x, struct str between, struct rich y);
/** Removes the spans whose bit (1u << kind) is in `kinds`; their text stays. */
struct rich rich_without(struct arena *a, struct rich r, unsigned kinds);
struct rich rich_map_marked(struct arena *a, struct rich r,
                            struct str (*change)(void *user, struct arena *a, struct str piece),
                            void *user);
/** Calls `change` for each piece of text between two neighbouring beginnings or ends of spans.
 * Atoms stay unchanged. */
static inline struct rich
rich_map(struct arena *a, struct rich r,
         struct str (*change)(void *user, struct arena *a, struct str piece), void *user) {
    return r.marks    ? rich_map_marked(a, r, change, user)
           : r.text.n ? rich_of(change(user, a, r.text))
                      : r;
}

/* ---- reading ---- */

enum rich_event {
    RICH_TEXT,  /* `text`: a piece of text within which no span begins or ends */
    RICH_ATOM,  /* `kind`, `text`: a whole code or math span */
    RICH_OPEN,  /* a span of `kind` begins */
    RICH_CLOSE, /* a span of `kind` ends */
    RICH_END
};

/** A walk over the events of a text in their order. */
struct rich_walk {
    struct rich r;
    size_t at;       /* the offset in the text of the next event */
    size_t next;     /* the index of the next span that begins */
    size_t depth;    /* the number of elements in `open` */
    struct str text; /* the text of the event */
    size_t from;     /* the offset at which the event's text begins */
    enum rich_kind kind;
    uint32_t open[RICH_DEPTH]; /* indices of spans */
};

/** Begins a walk. It need not be ended. `r` must live as long as the walk. */
void rich_walk_start(struct rich_walk *w, struct rich r);
/** Returns the next event, whose text and kind are in `w`. After the last event, each call returns
 * RICH_END. */
enum rich_event rich_walk_next(struct rich_walk *w);

/* ---- building ---- */

struct rich_builder {
    struct buf text; /* the text so far; callers may append to it directly */
    VEC(struct rich_span) spans;
    size_t depth;
    size_t ignored; /* the number of open spans that are ignored: nested too deeply, or inside an
                       atom */
    uint32_t open[RICH_DEPTH];
};

/** Makes an empty builder; free it with rich_builder_drop(). */
void rich_builder_init(struct rich_builder *b);
/** Frees the builder's memory. */
void rich_builder_drop(struct rich_builder *b);
/** Begins a span, which ends at its rich_close() or with the text. */
void rich_open(struct rich_builder *b, enum rich_kind kind);
/** Ends the innermost span; an empty one is removed. Does nothing when none is open. */
void rich_close(struct rich_builder *b);
/** Removes the innermost span; its text stays. */
void rich_unwrap(struct rich_builder *b);
/** Appends a copy of a text with its marks. */
void rich_add(struct rich_builder *b, struct rich r);
/** Appends the event `e` that rich_walk_next() has returned for `w`. */
void rich_add_event(struct rich_builder *b, enum rich_event e, const struct rich_walk *w);
/** Appends a whole span of code or math. */
void rich_add_atom(struct rich_builder *b, enum rich_kind kind, struct str text);

/** A state of a builder to which it can return. Spans that were open at that moment must not be
 * closed before the return. */
struct rich_place {
    size_t text, spans, depth, ignored;
};
struct rich_place rich_here(const struct rich_builder *b);
/** Returns to an earlier state: everything added since is removed. */
void rich_back(struct rich_builder *b, struct rich_place to);
/** Replaces the `n` bytes at offset `at` with `text`. `at` must not be before `since`. Spans that
 * began since then move with their text. Spans that end at `at` are extended to include the new
 * text. No span may begin or end inside the replaced bytes. `text` must not be a part of the
 * builder's text. */
void rich_replace(struct rich_builder *b, struct rich_place since, size_t at, size_t n,
                  struct str text);

/** Copies the text to the arena with all spans closed. The builder is empty afterwards and keeps
 * its memory. */
struct rich rich_keep(struct rich_builder *b, struct arena *a);

#endif
