/* SPDX-License-Identifier: MIT */
/*
 * Runs: the output of rendering, before punctuation and quotes are final.
 *
 * A run is a piece of text, or a group of runs with formatting. Affixes and delimiters are separate
 * runs with a flag, since the finishing stage merges punctuation only where one of two neighbours
 * comes from the style. Runs live in the scratch arena of one cite or entry.
 */
#ifndef DOSSIER_CSL_RUN_H
#define DOSSIER_CSL_RUN_H

#include "cite/csl/locale.h"
#include "core/rich/rich.h"

enum run_kind { RUN_TEXT, RUN_GROUP, RUN_QUOTE, RUN_MATH, RUN_CODE };

enum run_flag {
    RUN_AFFIX = 1,       /* prefix, suffix or delimiter of the style */
    RUN_NOCASE = 2,      /* nocase markup in a field: no text case */
    RUN_FIELD = 4,       /* formatting or quotes from markup in a field: flip-flops */
    RUN_NODECOR = 8,     /* nodecor markup in a field: undoes the formatting around it */
    RUN_HIGHLIGHT = 16,  /* a name of the page's owner */
    RUN_NAME = 32,       /* one name, for subsequent-author-substitute */
    RUN_NAMES = 64,      /* the names of one variable */
    RUN_LINK = 128,      /* RUN_GROUP: `text` is the address it links to */
    RUN_CITE = 256,      /* RUN_GROUP: one cite */
    RUN_SHOWS = 512,     /* a descendant shows something; without it the descendants decide */
    RUN_TERM = 1024,     /* a term or label, in the locale's language */
    RUN_SUFFIX = 2048,   /* a year suffix */
    RUN_VERBATIM = 4096, /* a URL: its spaces and quotes are not merged */
    RUN_NUMBER = 8192,   /* the citation number of a cite */
    RUN_BARE = 16384,    /* the author's prefix or suffix of a cite */
    RUN_INNER = 32768 /* RUN_QUOTE: written as single marks, which stay single at the top level */
};

struct run {
    struct run *next;
    struct run *first, *last;
    struct str text;
    const struct item *item; /* RUN_CITE */
    struct fmt fmt;
    uint8_t kind, display;
    uint16_t flags;
};

/** A new group. Inline here and below, as rendering does little else. */
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
/** csl_run_text() for text that is not empty. */
static inline struct run *csl_run_some_text(struct arena *a, struct run *parent, struct str text,
                                            unsigned flags) {
    struct run *r = arena_alloc(a, sizeof *r);
    *r = (struct run){.text = text, .kind = RUN_TEXT, .flags = (uint16_t)(flags | RUN_SHOWS)};
    csl_run_append(parent, r);
    return r;
}
/** Adds a text, if it is not empty. */
static inline struct run *csl_run_text(struct arena *a, struct run *parent, struct str text,
                                       unsigned flags) {
    return text.n ? csl_run_some_text(a, parent, text, flags) : NULL;
}
/** csl_run_is_empty() for a run without RUN_SHOWS. */
bool csl_run_is_empty_slow(const struct run *r);
/** Whether no descendant shows anything. */
static inline bool csl_run_is_empty(const struct run *r) {
    return !(r->flags & RUN_SHOWS) && csl_run_is_empty_slow(r);
}
/** Sets RUN_SHOWS again at and below `r`, after text was removed. */
void csl_run_recount(struct run *r);
/** The first run at or below `r` that holds names, without their labels; NULL when the names have a
 * substitute. */
struct run *csl_run_names(struct run *r);
/** All text below `r`, joined, without markup. */
void csl_run_plain(const struct run *r, struct buf *out);

/** Adds runs for a rich text, each with `flags`, after pairing its quotes in the locale's marks. */
void csl_run_rich(struct arena *a, const struct locale *l, struct run *parent, struct rich r,
                  unsigned flags);
/** The same for text of styles and locales, which may have CSL-JSON's tags. */
void csl_run_words(struct arena *a, const struct locale *l, struct run *parent, struct str words,
                   unsigned flags);
/** Applies text case to everything below `r` (CSL 1.0.2, "Text-case"). textcase.c */
void csl_run_text_case(struct arena *a, struct run *r, enum text_case tc, struct str lang);
/** Removes all full stops below `r`, except in affixes. */
void csl_run_strip_periods(struct arena *a, struct run *r);
struct str csl_strip_periods(struct arena *a, struct str s);

#endif
