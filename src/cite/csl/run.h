/* SPDX-License-Identifier: MIT */
/*
 * Runs: the output of rendering, before punctuation and quotes are final.
 *
 * A run is a piece of text, or a group of runs with formatting. Affixes and delimiters are separate
 * runs with a flag, because the finishing stage merges punctuation only where one of two neighbours
 * comes from the style. Runs are in the scratch arena of one cite or entry.
 */
#ifndef DOSSIER_CSL_RUN_H
#define DOSSIER_CSL_RUN_H

#include "cite/csl/locale.h"
#include "core/rich/rich.h"

enum run_kind { RUN_TEXT, RUN_GROUP, RUN_QUOTE, RUN_MATH, RUN_CODE };

enum run_flag {
    RUN_AFFIX = 1,  /* a prefix, suffix or delimiter of the style */
    RUN_NOCASE = 2, /* nocase markup in a field: text case does not change it */
    /* formatting or quotes from markup in a field; they alternate with those around the field */
    RUN_FIELD = 4,
    RUN_NODECOR = 8,    /* nodecor markup in a field: the formatting around it does not apply */
    RUN_HIGHLIGHT = 16, /* a name of the owner of the page */
    RUN_NAME = 32,      /* a single name, for subsequent-author-substitute */
    RUN_NAMES = 64,     /* the names of one variable */
    RUN_LINK = 128,     /* for RUN_GROUP: `text` is the address of a link */
    RUN_CITE = 256,     /* for RUN_GROUP: the group is one cite */
    /* a descendant shows something; without the flag the descendants must be examined */
    RUN_SHOWS = 512,
    RUN_TERM = 1024,     /* a term or label, in the locale's language */
    RUN_SUFFIX = 2048,   /* a year suffix */
    RUN_VERBATIM = 4096, /* a URL: its spaces and quotes are not changed */
    RUN_NUMBER = 8192,   /* the citation number in a cite */
    RUN_BARE = 16384,    /* a prefix or suffix that the author wrote at a cite */
    /* for RUN_QUOTE: the marks are the locale's inner marks, even outside of other quotation
     * marks */
    RUN_INNER = 32768
};

struct run {
    struct run *next;
    struct run *first, *last;
    struct str text;
    const struct item *item; /* the cited item, for RUN_CITE */
    struct fmt fmt;
    uint8_t kind, display;
    uint16_t flags;
};

/** Makes a new group. This and other functions below are inline, because rendering calls them very
 * often. */
static inline struct run *csl_run_group(struct arena *a) {
    struct run *r = arena_alloc(a, sizeof *r);
    *r = (struct run){.kind = RUN_GROUP};
    return r;
}
static inline void csl_run_append(struct run *parent, struct run *child) {
    child->next = NULL;
    parent->flags |= child->flags & RUN_SHOWS;
    if (parent->last) {
        parent->last->next = child;
    } else {
        parent->first = child;
    }
    parent->last = child;
}
/** Like csl_run_text(), for a text that is not empty. */
static inline struct run *csl_run_some_text(struct arena *a, struct run *parent, struct str text,
                                            unsigned flags) {
    struct run *r = arena_alloc(a, sizeof *r);
    *r = (struct run){.text = text, .kind = RUN_TEXT, .flags = (uint16_t)(flags | RUN_SHOWS)};
    csl_run_append(parent, r);
    return r;
}
/** Adds a text to a group if it is not empty. */
static inline struct run *csl_run_text(struct arena *a, struct run *parent, struct str text,
                                       unsigned flags) {
    return text.n ? csl_run_some_text(a, parent, text, flags) : NULL;
}
/** The slow part of csl_run_is_empty(): examines the descendants of a run without RUN_SHOWS. */
bool csl_run_is_empty_slow(const struct run *r);
/** Whether no descendant of a run shows anything. */
static inline bool csl_run_is_empty(const struct run *r) {
    return !(r->flags & RUN_SHOWS) && csl_run_is_empty_slow(r);
}
/** Computes RUN_SHOWS again, at and below `r`, after text was removed. */
void csl_run_recount(struct run *r);
/** The first run, at or below `r`, that has names, without their labels. NULL when the names are
 * replaced by a substitute. */
struct run *csl_run_names(struct run *r);
/** Appends all text below `r`, without markup. */
void csl_run_plain(const struct run *r, struct buf *out);
/** All text below `r`, without markup. The result is in the arena. */
struct str csl_run_plain_text(struct arena *a, const struct run *r);

/** Adds runs for a rich text, each with the given flags. Quotation marks in the text are paired and
 * become those of the locale. */
void csl_run_rich(struct arena *a, const struct locale *l, struct run *parent, struct rich r,
                  unsigned flags);
/** Like csl_run_rich() without flags, for text of styles and locales, which may have CSL-JSON's
 * tags. */
void csl_run_words(struct arena *a, const struct locale *l, struct run *parent, struct str words);
/** Applies text case to everything below `r` (CSL 1.0.2, "Text-case"). The function is in
 * textcase.c. */
void csl_run_text_case(struct arena *a, struct run *r, enum text_case tc, struct str lang);
/** Removes all full stops below `r`, except in affixes. */
void csl_run_strip_periods(struct arena *a, struct run *r);

#endif
