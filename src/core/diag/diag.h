/* SPDX-License-Identifier: MIT */
/*
 * Source texts, spans in them, and diagnostics about them.
 *
 * Expected faults of users are diagnostics: they are collected and never printed here. A span is a
 * half-open range of bytes of one source; its line and column are computed on request. The catalog
 * (core/diag/catalog.def) lists every diagnostic of the program with its stable id, level and hint.
 * This header does not include it.
 */
#ifndef DOSSIER_DIAG_DIAG_H
#define DOSSIER_DIAG_DIAG_H

#include "core/base/arena.h"
#include "core/base/base.h"
#include "core/base/buf.h"
#include "core/base/vec.h"
#include "core/base/window.h"

#define SOURCE_BLOCK 1024u /* a line count is kept for each block of this many bytes */

/** A text that spans refer to. Made by source_new(); it lives as long as its arena. */
struct source {
    struct str name;       /* the path as the user wrote it; "<stdin>" */
    struct str text;       /* the complete text as it was read */
    struct window *window; /* if not NULL, bytes of the text are valid only after window_need() */
    const uint32_t
        *counts; /* the result of source_line_counts(), or NULL until it is first needed */
    const struct source_part *parts; /* the parts of a composed text (source_parts.c), or NULL */
    size_t nparts;
    struct arena *arena;
};

/** Makes a source; name and text are borrowed and must live as long as the arena. */
struct source *source_new(struct arena *a, struct str name, struct str text);

/** The bytes [begin, end) of `src`. A NULL `src` means "no place" (options of the command line,
 * for example). */
struct span {
    struct source *src;
    uint32_t begin, end;
};

#define SPAN_NONE ((struct span){NULL, 0, 0})
static inline struct span span_make(struct source *src, size_t begin, size_t end) {
    return (struct span){src, (uint32_t)begin, (uint32_t)end};
}
/** Returns the text of a span, a slice of the source; empty for SPAN_NONE. */
static inline struct str span_text(struct span s) {
    return s.src ? str_slice(s.src->text, s.begin, s.end) : STR_EMPTY;
}

/**
 * A text composed of parts of other texts: several documents read as one, an included file, the
 * expansion of a template. Spans refer to the composed text; diag_add() and diag_relate() map them
 * back to where the bytes were written.
 */
struct source_part {
    uint32_t at; /* where the part begins in the composed text */
    bool made;   /* the part replaces `from` as a whole; otherwise it is a copy of `from` */
    /* the place that the part comes from; its source may have parts itself; SPAN_NONE if it
     * comes from no file */
    struct span from;
};

/** Builds a composed text from parts. */
struct source_builder {
    struct arena *arena;
    struct buf text; /* the text so far; only the functions below write to it */
    VEC(struct source_part) parts;
};
/** Begins a composed text. `limit` is the maximum length in bytes (0: LIMIT_SOURCE). Text beyond
 * the limit is dropped and `text.overflow` is set. */
void source_build(struct source_builder *b, struct arena *a, size_t limit);
/** Appends the bytes of `from` unchanged. */
void source_put(struct source_builder *b, struct span from);
/** Appends `text`, which replaces what is written at `from`. */
void source_put_made(struct source_builder *b, struct str text, struct span from);
/** Makes a source from the text, in the arena, and empties the builder. */
struct source *source_built(struct source_builder *b, struct str name);
/** Returns the place where the bytes of a span were written: the span itself, unless its source is
 * composed. If a span covers several parts, only its portion in the first of them is returned. */
struct span source_origin(struct span span);
/** Whether all bytes of a span come unchanged from one file. A change of the span can then be made
 * in that file, at source_origin(). False for generated text and for a span over several parts. */
bool source_is_verbatim(struct span span);

/** Line and column of a byte offset, both counted from 1; the column counts code points. CRLF is
 * one line end. */
struct line_col {
    uint32_t line, col;
};
struct line_col source_line_col(struct source *src, uint32_t offset);
/** Counts lines in blocks of SOURCE_BLOCK bytes. `(*counts)[k]` is the number of lines that start
 * after byte 0 and not after byte k * SOURCE_BLOCK. The counts are computed once. Returns the
 * length of the array. */
size_t source_line_counts(struct source *src, const uint32_t **counts);
/** Returns the text of a line (counted from 1) without its line end. */
struct str source_line(struct source *src, uint32_t line);
/** Returns the offset of the first byte of a line (counted from 1), clamped to the text. */
uint32_t source_line_start(struct source *src, uint32_t line);

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_FATAL };

/**
 * One row of the catalog (core/diag/catalog.def). An id is the address of its row, so ids are
 * compared like enumerators. This header does not list them: after a new row, only the catalog and
 * the file that reports it are compiled. A file declares the ids that it uses after its includes,
 * with one DIAG_USE() each. An id that is missing in the catalog causes a linker error.
 */
struct diag_rule {
    const char *slug; /* the stable name that users see: "undefined-citation" */
    const char *hint; /* general advice, or "" */
    enum diag_level level;
    bool asked; /* the diagnostic is reported only on request: see diag_is_on() */
    uint16_t
        index; /* the row's position in the catalog, from 0; it is the index in `levels` below */
};
#define DIAG_USE(id) extern const struct diag_rule id[]

/* an upper bound of the number of rows; the length of `levels` below */
#define DIAG_RULES_MAX 512

/** Returns the row at an index; NULL after the last. */
const struct diag_rule *diag_rule_at(size_t index);
/** Returns the row of a slug, or NULL. */
const struct diag_rule *diag_find(struct str slug);
/** Returns the slug that is nearest to a word; the empty slice if none is near. */
struct str diag_nearest_slug(struct str word);
const char *diag_level_name(enum diag_level level);

/** Another place that belongs to a diagnostic ("first defined here"). */
struct diag_related {
    struct span span;
    struct str text;
};

#define DIAG_FIXES_MAX 16u      /* the maximum number of fixes of one diagnostic */
#define DIAG_FIX_TEXT_MAX 4096u /* the maximum length in bytes of the text of one fix */

/** A change that certainly corrects a fault: `text` replaces the bytes at `span`. */
struct diag_fix {
    struct span span; /* a place in a file as it was read; an empty span: `text` is inserted */
    struct str text;  /* the new text; empty: the bytes are removed */
};

struct diag {
    const struct diag_rule *id;
    enum diag_level level;
    struct span span;
    struct str text; /* the message: one sentence in lower case without a full stop */
    struct str hint; /* advice, or empty */
    struct diag_related *related;
    size_t nrelated;
    struct diag_fix
        *fixes; /* changes that together correct the fault, in the order in which they were added */
    size_t nfixes;
    bool unfixable;   /* a call of diag_fix() was impossible, so there are no fixes */
    const void *once; /* the key of a diagnostic that counts only for the first of several
                         documents; otherwise NULL */
};

struct map; /* see core/base/map.h */

/**
 * The diagnostics of one job in the order in which they were added. Threads do not share one: each
 * job has its own, and they are joined afterwards.
 */
struct diags {
    struct arena *arena;
    struct diag **list;
    size_t n, cap;
    size_t errors, warnings;
    size_t most;       /* the maximum number of diagnostics that are kept; 0: LIMIT_DIAGS */
    size_t suppressed; /* the number of diagnostics beyond that maximum; they still count as errors
                          and warnings */
    /* stands for the diagnostics that are not kept; hints and places for it are dropped */
    struct diag *unseen;
    /* the number of candidates that diag_guess() has compared */
    size_t guesses;
    struct map *once; /* the keys that were passed to diags_once(); NULL: none */
    /* The levels in use: DIAG_RULES_MAX bytes, indexed by `index` of a rule, borrowed. A byte is 0
     * for the catalog's level, DIAG_IGNORED, or DIAG_AS(level). NULL: all levels are those of the
     * catalog. */
    const uint8_t *levels;
};

#define DIAG_IGNORED 1
#define DIAG_AS(level) ((uint8_t)((level) + 2))

/**
 * The layers in which a level can be set. A later layer overrides an earlier one, and all override
 * the catalog. A comment beside the fault (core/diag/ignore.h) overrides all layers.
 */
enum diag_layer { DIAG_OF_PROJECT, DIAG_OF_DOCUMENT, DIAG_OF_COMMAND };
#define DIAG_LAYERS 3

/** The levels that each layer sets, in the form of `levels` above. Zero: the layer does not set
 * this level. */
struct diag_levels {
    uint8_t set[DIAG_LAYERS][DIAG_RULES_MAX];
    uint8_t table[DIAG_RULES_MAX]; /* the combined levels: see diag_levels_decide() */
};

/** Combines the layers in `table` and returns it, or returns NULL if no layer sets a level. The
 * level of a fatal diagnostic is never changed. */
const uint8_t *diag_levels_decide(struct diag_levels *l);
/**
 * Translates the name of a level: error, warning, note or ignore. `true` and `on` mean the
 * catalog's level, `false` and `off` mean ignore. Returns 0 for another word.
 */
uint8_t diag_level_of(const struct diag_rule *id, struct str word);
/** Whether a diagnostic is reported at all. Callers use it to skip expensive searches. */
bool diag_is_on(const struct diags *d, const struct diag_rule *id);
/** Sets `levels` for all diagnostics, including those that were already added. Diagnostics that are
 * now ignored are removed. */
void diags_use_levels(struct diags *d, const uint8_t *levels);

void diags_init(struct diags *d, struct arena *a);
void diags_drop(struct diags *d);

/** Adds a diagnostic with the catalog's level (or that of `levels`) and the catalog's hint. Returns
 * it, so that the caller can add hints and places. Never NULL. */
struct diag *diag_add(struct diags *d, const struct diag_rule *id, struct span span,
                      const char *fmt, ...) ATTR_PRINTF(4, 5);
/** Adds a copy of a diagnostic with its level and hint. The texts and places that it refers to are
 * borrowed. */
void diag_restore(struct diags *d, const struct diag *g);
/** Whether the text of any diagnostic in the list contains the name of a file. */
bool diags_name(const struct diags *d, struct str file);
/** Whether this is the first call with the key `of`. The key is borrowed. */
bool diags_once(struct diags *d, const void *of);
/** Adds a diagnostic of another list, once, for an input that several documents share. Its texts
 * and places are borrowed, its level is decided by this list, and its `once` is `old`. */
void diags_repeat(struct diags *d, const struct diag *old);
/** Repeats a whole list, including the faults that it has only counted. NULL is allowed. */
void diags_repeat_all(struct diags *d, const struct diags *old);
/** The state of a list at one moment: see diags_rollback(). */
struct diags_mark {
    size_t n, errors, warnings, suppressed, once;
};
struct diags_mark diags_mark(const struct diags *d);
/** Removes the diagnostics that were added since the mark, for work that is repeated. Not allowed
 * after diags_sort(). */
void diags_rollback(struct diags *d, struct diags_mark mark);
/** Handles diagnostics that are reported once for all documents. `before` is the list of the
 * earlier documents. A diagnostic that was added since the mark is removed if `before` has it
 * already; otherwise it is recorded in `before`. */
void diags_leave_repeated(struct diags *d, struct diags_mark since, struct diags *before);
/** Prepares all places in texts of the given arena. Afterwards they can be shown while other
 * threads read these texts. */
void diags_ready_places(const struct diags *d, const struct arena *texts);
/** Replaces the hint of a diagnostic. Does nothing if `g` is NULL. */
void diag_hint(struct diags *d, struct diag *g, const char *fmt, ...) ATTR_PRINTF(3, 4);
void diag_relate(struct diags *d, struct diag *g, struct span span, const char *fmt, ...)
    ATTR_PRINTF(4, 5);
/**
 * Adds a change that is part of correcting the fault. A caller may use it only if it knows
 * that the correction is right, whatever the author meant. The text is copied. If one change is
 * impossible, the diagnostic gets no fixes at all, since half of them would correct nothing. A
 * change is impossible if its span is not verbatim, if it overlaps another change of the
 * diagnostic, or if there are too many changes or the text is too long.
 */
void diag_fix(struct diags *d, struct diag *g, struct span span, struct str text);
/** Sorts the diagnostics stably by source (in order of first appearance), then by position. */
void diags_sort(struct diags *d);

/** How diagnostics are shown. */
struct diag_style {
    bool colour;
    unsigned width; /* the width of the terminal in columns; 0: 100 columns */
};
/** Appends text that is safe for a terminal. Characters that would act on the terminal (control
 * characters, bidirectional overrides) become U+FFFD. Line ends and tabs stay. */
void diag_put_safe(struct buf *out, struct str s);
/**
 * Writes one diagnostic as `file:line:col: level: text [slug]`, the line, a caret, the hint and
 * related places. A source without a text (a file that could not be read) is named without a
 * position; without any source the name is "dossier". Control characters and bidirectional
 * overrides are shown as U+FFFD.
 */
void diag_render(struct buf *out, const struct diag *g, const struct diag_style *style);

/**
 * Returns the candidate nearest to `word`, for "did you mean". The distance is the edit distance
 * with transpositions, and is at most a third of the word's length. The result is the empty slice
 * if no candidate is near enough.
 */
struct str diag_nearest(struct str word, const struct str *candidates, size_t n);
/** Like diag_nearest(), for rows of `size` bytes that begin with a `struct str`, or with a pointer
 * to a C string (diag_nearest_z()). */
struct str diag_nearest_row(struct str word, const void *rows, size_t n, size_t size);
struct str diag_nearest_z(struct str word, const void *rows, size_t n, size_t size);
/** Adds the hint "did you mean ...?" with a word. Returns false if the word is empty; then there is
 * no hint. */
bool diag_hint_near(struct diags *d, struct diag *g, struct str near);
/** Adds the hint "did you mean ...?" with the candidate of diag_nearest(). Returns false if there
 * is none. */
bool diag_suggest(struct diags *d, struct diag *g, struct str word, const struct str *candidates,
                  size_t n);
/** Like diag_nearest(), for findings that a document may have in any number. There are no more
 * suggestions in this list of diagnostics after LIMIT_GUESSES candidates in all, or when it has
 * suppressed a diagnostic. */
struct str diag_guess(struct diags *d, struct str word, const struct str *candidates, size_t n);
/** Whether `key` is `name` except for case or one slip of the keyboard. A slip transposes two
 * neighbours; in words that are not short it may also add, omit or replace one letter. Words of 12
 * letters and more may have two slips. */
bool diag_is_slip(struct str key, struct str name);

#endif
