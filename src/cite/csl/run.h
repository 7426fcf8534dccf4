/* SPDX-License-Identifier: MIT */
/*
 * Runs: what rendering makes, before punctuation and quotes are settled.
 *
 * A run is a piece of text or a group of runs with formatting. Affixes and delimiters are runs of
 * their own, marked as such, since the finishing stage merges punctuation only where one of two
 * neighbours came from the style. Runs live in the scratch arena of one cite or entry.
 */
#ifndef DOSSIER_CSL_RUN_H
#define DOSSIER_CSL_RUN_H

#include "cite/csl/locale.h"
#include "core/rich/rich.h"

enum run_kind { RUN_TEXT, RUN_GROUP, RUN_QUOTE, RUN_MATH, RUN_CODE };

enum run_flag {
    RUN_AFFIX = 1,       /* prefix, suffix or delimiter of the style */
    RUN_NOCASE = 2,      /* marked so in a field: text case leaves it alone */
    RUN_FIELD = 4,       /* formatting or quotes from markup in a field: flip-flops */
    RUN_NODECOR = 8,     /* marked so in a field: formatting around it is undone */
    RUN_HIGHLIGHT = 16,  /* a name of the page's owner */
    RUN_NAME = 32,       /* one name, for subsequent-author-substitute */
    RUN_NAMES = 64,      /* the names of one variable */
    RUN_LINK = 128,      /* RUN_GROUP: `text` is the address it links to */
    RUN_CITE = 256,      /* RUN_GROUP: what one cite shows */
    RUN_SHOWS = 512,     /* something below it shows; without it nobody knows */
    RUN_TERM = 1024,     /* a term or label, in its own language */
    RUN_SUFFIX = 2048,   /* a year suffix */
    RUN_VERBATIM = 4096, /* no merging of spaces or quotes in it: a URL */
    RUN_NUMBER = 8192,   /* the citation number of a cite */
    RUN_BARE = 16384,    /* user's prefix or suffix of a cite */
    RUN_INNER = 32768    /* RUN_QUOTE: single marks were written; they stay single at the top */
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

/** A new group. Here and below the common case is inline: rendering does little else. */
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
/** csl_run_text() of text that is there. */
static inline struct run *csl_run_some_text(struct arena *a, struct run *parent, struct str text,
                                            unsigned flags) {
    struct run *r = arena_alloc(a, sizeof *r);
    *r = (struct run){.text = text, .kind = RUN_TEXT, .flags = (uint16_t)(flags | RUN_SHOWS)};
    csl_run_append(parent, r);
    return r;
}
/** Adds text when there is any. */
static inline struct run *csl_run_text(struct arena *a, struct run *parent, struct str text,
                                       unsigned flags) {
    return text.n ? csl_run_some_text(a, parent, text, flags) : NULL;
}
/** csl_run_is_empty() of a run that is not known to show anything. */
bool csl_run_is_empty_slow(const struct run *r);
/** Whether nothing below it shows. */
static inline bool csl_run_is_empty(const struct run *r) {
    return !(r->flags & RUN_SHOWS) && csl_run_is_empty_slow(r);
}
/** Finds out anew what shows at and below `r`, where text has become empty. */
void csl_run_recount(struct run *r);
/** The first run at or below `r` that holds names, without their labels; NULL when a title or a
 * term stands in for them. */
struct run *csl_run_names(struct run *r);
/** All text below `r`, joined, without markup. */
void csl_run_plain(const struct run *r, struct buf *out);

/** A text whose quotation marks are paired (rich_runs.c). */
struct csl_text;

/** Pairs the quotes of a text, in the marks of the locale. It borrows the text and lives in `a`;
 * NULL when the text is plain and has none. */
const struct csl_text *csl_text_parse(struct arena *a, const struct locale *l, struct rich r);
/** Adds runs for such a text; `flags` go to each. */
void csl_run_parsed(struct arena *a, struct run *parent, const struct csl_text *t, unsigned flags);
/** Both at once, for text that is rendered once. */
void csl_run_rich(struct arena *a, const struct locale *l, struct run *parent, struct rich r,
                  unsigned flags);
/** The same for words of styles and locales, which may have the tags of CSL-JSON in them. */
void csl_run_words(struct arena *a, const struct locale *l, struct run *parent, struct str words,
                   unsigned flags);
/** Text case over everything below `r` (CSL 1.0.2, "Text-case"); textcase.c. */
void csl_run_text_case(struct arena *a, struct run *r, enum text_case tc, struct str lang);
/** Drops all full stops below `r`, affixes excepted. */
void csl_run_strip_periods(struct arena *a, struct run *r);
struct str csl_strip_periods(struct arena *a, struct str s);

#endif
