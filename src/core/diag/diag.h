/* SPDX-License-Identifier: MIT */
/*
 * Source texts, spans of them, and what is to be said about them.
 *
 * Expected faults of users are diagnostics: they are collected, never printed here. A span is a
 * half-open range of bytes of one source; its line and column are computed only when somebody asks.
 * The catalog (core/diag/catalog.def) is the one list of everything the program can say: a stable
 * id, a level, a hint; this header does not include it.
 */
#ifndef DOSSIER_DIAG_DIAG_H
#define DOSSIER_DIAG_DIAG_H

#include "core/base/arena.h"
#include "core/base/base.h"
#include "core/base/buf.h"
#include "core/base/vec.h"
#include "core/base/window.h"

#define SOURCE_BLOCK 1024u /* bytes between two counts of lines */

/** A text that spans point into. Made by source_new(); lives as long as its arena. */
struct source {
    struct str name;       /* as the user wrote the path; "<stdin>" */
    struct str text;       /* whole, as it was read */
    struct window *window; /* not NULL: bytes of the text count only once this was asked for them */
    const uint32_t *counts;          /* source_line_counts(), NULL before it was first needed */
    const struct source_part *parts; /* of a text that was put together: source_parts.c; or NULL */
    size_t nparts;
    struct arena *arena;
};

/** Registers a text; name and text are borrowed and must live as long as the arena. */
struct source *source_new(struct arena *a, struct str name, struct str text);

/** Bytes [begin, end) of `src`. A NULL `src` is "nowhere" (options of the command line, say). */
struct span {
    struct source *src;
    uint32_t begin, end;
};

#define SPAN_NONE ((struct span){NULL, 0, 0})
static inline struct span span_make(struct source *src, size_t begin, size_t end) {
    return (struct span){src, (uint32_t)begin, (uint32_t)end};
}
/** What stands there, a slice of the source; empty for SPAN_NONE. */
static inline struct str span_text(struct span s) {
    return s.src ? str_slice(s.src->text, s.begin, s.end) : STR_EMPTY;
}

/**
 * A text put together of parts of others: several documents read as one, an included file, the
 * expansion of a template. Spans are of the text that is read; diag_add() and diag_relate() lead
 * them back to where the bytes were written.
 */
struct source_part {
    uint32_t at;      /* where it begins in the text */
    bool made;        /* stands for the whole of `from`; else it is `from`, byte by byte */
    struct span from; /* of a source that may have parts itself; SPAN_NONE: written nowhere */
};

/** Collects such a text. */
struct source_builder {
    struct arena *arena;
    struct buf text; /* what was put so far; not to be written to but by the functions below */
    VEC(struct source_part) parts;
};
/** `limit`: bytes that the text may have (0: LIMIT_SOURCE); more are dropped, and `text.overflow`
 * says so. */
void source_build(struct source_builder *b, struct arena *a, size_t limit);
/** Appends the bytes of `from` as they stand. */
void source_put(struct source_builder *b, struct span from);
/** Appends `text`, which stands for what is written at `from`. */
void source_put_made(struct source_builder *b, struct str text, struct span from);
/** The text as a source, made in the arena; the builder is empty then. */
struct source *source_built(struct source_builder *b, struct str name);
/** Where the bytes of a span were written: itself, unless its source was put together. Of a span
 * over several parts it is what lies in the part of its first byte. */
struct span source_origin(struct span span);
/** Whether every byte of a span stands as it is in one file: a change there is one to that file, at
 * source_origin(). False of text that was made, and across the edge of two parts. */
bool source_is_verbatim(struct span span);

/** 1-based line and column of a byte offset; the column counts code points. A CRLF is one line end.
 */
struct line_col {
    uint32_t line, col;
};
struct line_col source_line_col(struct source *src, uint32_t offset);
/** How many lines start behind byte 0 and not behind each block of SOURCE_BLOCK bytes, and one
 * count more for the last, shorter block; counted once. Returns how many counts there are. */
size_t source_line_counts(struct source *src, const uint32_t **counts);
/** The text of a line (1-based) without its line end. */
struct str source_line(struct source *src, uint32_t line);
/** Offset of the first byte of a line (1-based), clamped to the text. */
uint32_t source_line_start(struct source *src, uint32_t line);

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_FATAL };

/**
 * What the program can say: one row of the catalog (core/diag/catalog.def). An id is the address of
 * its row, so it is compared as an enumerator is, but this header does not list the rows: a new one
 * compiles the catalog and who reports it, not the whole program. A file declares the ids that it
 * names below its includes, one DIAG_USE() each; one that is not in the catalog does not link.
 */
struct diag_rule {
    const char *slug; /* the stable name users see: "undefined-citation" */
    const char *hint; /* general way out, or "" */
    enum diag_level level;
    bool asked;     /* reported only when somebody asked for it: diag_is_on() */
    uint16_t index; /* in the catalog's order, from 0: for `levels` below */
};
#define DIAG_USE(id) extern const struct diag_rule id[]

#define DIAG_RULES_MAX 512 /* more than the catalog has: size of `levels` below */

/** The row at an index; NULL behind the last. */
const struct diag_rule *diag_rule_at(size_t index);
/** The row of a slug, or NULL. */
const struct diag_rule *diag_find(struct str slug);
/** The slug that is nearest to a word, or the empty slice. */
struct str diag_nearest_slug(struct str word);
const char *diag_level_name(enum diag_level level);

/** A further place that belongs to a diagnostic ("first defined here"). */
struct diag_related {
    struct span span;
    struct str text;
};

#define DIAG_FIXES_MAX 16u      /* that one diagnostic has */
#define DIAG_FIX_TEXT_MAX 4096u /* bytes that one of them puts in */

/** A change that mends a fault for certain: `text` in place of what stands at `span`. */
struct diag_fix {
    struct span span; /* of a file as it was read; empty: `text` is put in there */
    struct str text;  /* empty: what stands there is taken out */
};

struct diag {
    const struct diag_rule *id;
    enum diag_level level;
    struct span span;
    struct str text; /* one sentence, lower case, no full stop */
    struct str hint; /* a way out, or empty */
    struct diag_related *related;
    size_t nrelated;
    struct diag_fix *fixes; /* all of them together mend it; in the order of their making */
    size_t nfixes;
    bool unfixable;   /* diag_fix() was asked for one that is not certain: there are none */
    const void *once; /* not NULL: of all documents that say this of it the first is enough */
};

struct map; /* core/base/map.h */

/**
 * The diagnostics of one job, in the order of their making. Not shared between threads: each job
 * has its own and they are joined afterwards.
 */
struct diags {
    struct arena *arena;
    struct diag **list;
    size_t n, cap;
    size_t errors, warnings;
    size_t suppressed;   /* over LIMIT_DIAGS; counted in errors and warnings all the same */
    struct diag *unseen; /* takes the hints and places of suppressed ones */
    struct map *once;    /* what diags_once() was asked of; NULL: nothing */
    /* DIAG_RULES_MAX bytes by the index of a rule, borrowed: 0 for the catalog's level,
     * DIAG_IGNORED, or DIAG_AS(level); NULL: the catalog's levels */
    const uint8_t *levels;
};

#define DIAG_IGNORED 1
#define DIAG_AS(level) ((uint8_t)((level) + 2))

/**
 * Who says as what an id is reported. A later one wins over an earlier one; all of them win over
 * the catalog, and a comment beside the fault (core/diag/ignore.h) over all.
 */
enum diag_layer { DIAG_OF_PROJECT, DIAG_OF_DOCUMENT, DIAG_OF_COMMAND };
#define DIAG_LAYERS 3

/** What was said, by layer and index of a rule, as in `levels` above; zeroed: nothing. */
struct diag_levels {
    uint8_t said[DIAG_LAYERS][DIAG_RULES_MAX];
    uint8_t table[DIAG_RULES_MAX]; /* what holds: diag_levels_decide() */
};

/** The one place where layers meet: fills `table`. Returns it, or NULL when the catalog holds. */
const uint8_t *diag_levels_decide(struct diag_levels *l);
/**
 * What a word asks for an id: error, warning, note or ignore; true asks for its own level in the
 * catalog, false is ignore. 0: none of these. A fatal row is not to be asked: it has one level.
 */
uint8_t diag_level_of(const struct diag_rule *id, struct str word);
/** Whether a finding is reported at all: what takes long to look for need not be looked for. */
bool diag_is_on(const struct diags *d, const struct diag_rule *id);
/** Sets `levels`, which hold for what was found already, too; what is ignored goes. */
void diags_use_levels(struct diags *d, const uint8_t *levels);

void diags_init(struct diags *d, struct arena *a);
void diags_drop(struct diags *d);

/** Adds a diagnostic at its catalog level (or what `levels` says), with the catalog's hint; returns
 * it so that hints and places can be added. Never NULL. */
struct diag *diag_add(struct diags *d, const struct diag_rule *id, struct span span,
                      const char *fmt, ...) ATTR_PRINTF(4, 5);
/** Adds a copy of a diagnostic as it stands, its level and hint with it; what it points to is
 * borrowed. */
void diag_restore(struct diags *d, const struct diag *g);
/** Whether nothing was said of this yet, which is borrowed; from now on something is. */
bool diags_once(struct diags *d, const void *of);
/** Says what another list has said, once: of what several documents share. Texts and places are
 * borrowed; the level is what this list has for it, and `once` is `said`. */
void diags_repeat(struct diags *d, const struct diag *said);
/** The same for a whole list, and what that one has only counted; NULL: nothing. */
void diags_repeat_all(struct diags *d, const struct diags *said);
/** How far the list has come: see diags_rollback(). */
struct diags_mark {
    size_t n, errors, warnings, suppressed, once;
};
struct diags_mark diags_mark(const struct diags *d);
/** Forgets what was added since the mark, for work that is done anew. Not after diags_sort(). */
void diags_rollback(struct diags *d, struct diags_mark mark);
/** Leaves out, of what was added since the mark, what is said once of all documents, when `before`,
 * of the documents before this one, was asked of it already; the rest is asked of `before`. */
void diags_leave_repeated(struct diags *d, struct diags_mark since, struct diags *before);
/** Makes places in texts of an arena such as may be shown while others read these texts. */
void diags_ready_places(const struct diags *d, const struct arena *texts);
/** Replaces the hint. */
void diag_hint(struct diags *d, struct diag *g, const char *fmt, ...) ATTR_PRINTF(3, 4);
void diag_relate(struct diags *d, struct diag *g, struct span span, const char *fmt, ...)
    ATTR_PRINTF(4, 5);
/**
 * Adds a change that is part of what mends the fault: only for who knows that it does, whatever the
 * author meant. The text is copied. When one change cannot be made (the span is not verbatim that
 * of a file, it overlaps another of the same diagnostic, there are too many or it is too long), the
 * diagnostic has no fixes at all: half of them would mend nothing.
 */
void diag_fix(struct diags *d, struct diag *g, struct span span, struct str text);
/** Stable sort by source (order of first appearance), then position. */
void diags_sort(struct diags *d);

/** How text is shown. */
struct diag_style {
    bool colour;
    unsigned width; /* columns of the terminal; 0: do not cut long lines below 100 columns */
};
/** Appends text for a terminal: what one would act upon instead of showing it (control characters,
 * bidirectional overrides) becomes U+FFFD; lines and tabs stay. */
void diag_put_safe(struct buf *out, struct str s);
/**
 * Writes one diagnostic as `file:line:col: level: text [slug]`, the line, a caret, the hint,
 * related places. A source without a text (a file that could not be read) is named without a
 * position; no source at all is "dossier". Control characters and bidirectional overrides are shown
 * as U+FFFD.
 */
void diag_render(struct buf *out, const struct diag *g, const struct diag_style *style);

/**
 * The nearest of `n` candidates to `word` by edit distance with transpositions (at most a third of
 * its length), or the empty slice: "did you mean".
 */
struct str diag_nearest(struct str word, const struct str *candidates, size_t n);
/** Whether `key` is `name` but for the case of letters or one slip: two neighbours that changed
 * places, and in words that are not short one letter too many, too few, or another. */
bool diag_is_slip(struct str key, struct str name);

#endif
