/* SPDX-License-Identifier: MIT */
/*
 * The processor's state and the state of one rendering. Private to the room.
 *
 *     registered -> numbered -> disambiguated -> suffixed -> results on demand
 *
 * An entry is an item the processor knows; citations hold their cites; a struct ctx lives while one
 * cite or one bibliography entry is rendered.
 */
#ifndef DOSSIER_CSL_STATE_H
#define DOSSIER_CSL_STATE_H

#include "cite/csl/locale.h"
#include "cite/csl/run.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

/** How deep rendering may nest: elements, macros within macros. */
#define RENDER_DEPTH 400
/** Elements rendered for one cite or entry; the largest style needs some two thousand. */
#define RENDER_BUDGET 20000
/** Name variables of a cite that disambiguation keeps count of. */
#define MAX_BLOCKS 8

/** What disambiguation decided for an item: names shown and given names spelt out, by block. */
struct disamb {
    struct {
        uint16_t names;  /* names to show at least; 0: as the style says */
        uint16_t ngiven; /* length of `given` */
        uint8_t *given;  /* level of each name: 0 as the style says, 1 initials, 2 in full */
    } block[MAX_BLOCKS];
    unsigned conditions; /* how many of the style's disambiguate="true" hold, from the first */
};

/** A field with quotes or marks, read once however often it is rendered. */
struct csl_cited_text {
    enum item_var var;
    const struct locale *l;
    struct str text;
    const struct csl_text *read;
    struct csl_cited_text *next;
};

/** The names of a variable, taken apart once for all renderings but the last. */
struct csl_people {
    enum item_var var;
    bool others;
    size_t n;
    struct person *p;
    struct csl_people *next;
};

struct csl_cited {
    const struct item *item;
    size_t order;   /* of registration, from 0 */
    int number;     /* citation number from 1; 0: not yet */
    int first_note; /* note of the first reference, 0: none */
    int suffix;     /* year suffix from 0; -1: none */
    bool cited;
    bool alone;                  /* a citation cites it alone, with nothing but what it is */
    const struct csl_out *shown; /* what that citation shows without disambiguation; or NULL */
    size_t list;                 /* of those that csl_set_lists() makes */
    const struct disamb *disamb; /* NULL: as the style says */
    size_t alike;                /* disambiguate.c: same number, same look with all names in full */
    struct str label;            /* trigraph, made when first asked for */
    struct csl_people *people;   /* in a `work` arena: while processing */
    struct csl_cited_text *texts;          /* fields whose quotes have been paired */
    uint64_t plain[(VAR_COUNT + 63) / 64]; /* fields in their long form that have none */
};

/** What the author of the document wrote beside a key; most cites have nothing. */
struct cite_words {
    struct rich locator, prefix, suffix;
};

struct cite {
    struct csl_cited *e;
    const struct cite_words *words;
    term_id label;
    bool suppress_author, author_only, forced;
    bool near_note;
    enum position position;
    int first_note; /* note of the first reference, if it is not this one; 0: none */
    bool tied;      /* the first sort key is that of the cite before, a later one is not */
};

struct citation {
    struct cite *cites;
    size_t n;
    size_t new_from, new_to; /* entries that it registered */
    int note;
    bool alone; /* it cites one work, with nothing but what it is: no locator, no words beside it */
    const struct csl_out *out;
};

struct csl_bearing;

/** Where a style asked for more than can be rendered. */
struct csl_over {
    const struct csl_node *node; /* NULL: nowhere */
    bool deep;                   /* it nests too deeply */
    size_t part;                 /* of the work */
};

struct csl {
    struct arena *a;
    struct arena *work;    /* keys and the like, while processing */
    struct arena *scratch; /* of the rendering at hand, see csl_scratch() */
    struct buf text;       /* of what finish.c is at; while processing */
    const struct csl_style *style;
    struct csl_options opt;
    bool apart; /* csl_set_apart() */
    struct diags *d;
    const struct locale *locale;
    struct collator *collator;                /* while sorting */
    const struct csl_locator_words *locators; /* locator.c; made when first asked for */
    struct map by_id;                         /* id of an item -> struct csl_cited; in the arena */
    struct csl_cited **entries;               /* in order of registration; grown in the arena */
    size_t nentries, entries_cap;
    struct citation *citations;
    size_t ncitations, citations_cap;
    struct csl_cited **order; /* entries in the order of the bibliography */
    size_t nlists;            /* csl_set_lists(); 0: one */
    size_t (*list_of)(void *user, const struct item *it);
    void *list_user;
    bool processed;
    struct csl_lanes *lanes; /* share.c; NULL: there are none yet */
    size_t part;             /* of the work at hand: its first entry or citation */
    bool many;               /* threads may be at one entry together: nothing is kept in it */
    struct csl_over over;
    const term_id *var_terms, *fixed; /* the locale's */
    struct map names; /* family name -> struct name_key of disambiguate.c; while processing */
    struct csl_bibliography bibliography;
};

enum area_kind { AREA_CITATION, AREA_BIBLIOGRAPHY };

/** Joins what is rendered with a delimiter. */
struct joiner {
    struct run *into;
    struct str delimiter;
    bool any;
};

/** What a piece of rendering did, for the suppression of groups. */
enum status {
    DID_TRY = 1,   /* a variable was asked for */
    DID_SHOW = 2,  /* a variable was shown, or a group or macro, which counts as one */
    DID_TEXT = 4,  /* something else was shown */
    DID_VALUE = 8, /* the value of a variable was shown */
    DID_TERM = 16, /* a term was shown */
    DID_WHAT = DID_VALUE | DID_TERM /* what goes up through groups and macros */
};

/** State of one rendering. */
struct ctx {
    struct csl *c;
    struct arena *a; /* for runs */
    const struct locale *l;
    const struct csl_area *area;
    enum area_kind kind;
    struct csl_cited *e;
    const struct item *it;
    /* the cite */
    struct rich locator;
    term_id label;
    enum position position;
    bool near_note, in_citation;
    int first_note; /* see struct cite */
    /* sorting */
    bool sorting;
    const struct name_opts *key_opts;
    /* disambiguation */
    const struct disamb *disamb;
    bool varies; /* out: asked for what another cite of the same work may have another answer to */
    bool disambiguating;              /* rendered for comparison: no suffix, no numbers */
    struct csl_bearing **collecting;  /* where the next name that is shown goes, or NULL */
    unsigned conditions;              /* disambiguate="true" asked for so far */
    unsigned block;                   /* name variables shown so far */
    uint16_t block_names[MAX_BLOCKS]; /* out: names there are in each */
    uint16_t block_shown[MAX_BLOCKS]; /* out: names the style shows */
    struct str suffix;                /* year suffix, empty: none */
    bool suffix_shown, locator_shown;
    /* names */
    bool suppress_author; /* the first names are left out */
    bool author_done;
    struct run *author;  /* out: what the first cs:names shows */
    bool author_is_term; /* out: a term or the style's own words stand in for them */
    const struct name_opts *outer_names; /* in cs:substitute: options of the names around it */
    const struct csl_node *outer;        /* that cs:names */
    bool substituting;
    uint64_t used[(VAR_COUNT + 63) / 64];       /* shown inside a substitute */
    uint64_t suppressed[(VAR_COUNT + 63) / 64]; /* may not be shown any more */
    struct run *year;                           /* out: first year */
    bool bare_era;                              /* years are shown without AD or BC */
    bool term_first; /* nothing was shown yet: a term is capitalized (notes) */
    bool capitalize;
    unsigned depth;
    size_t budget;
};

static inline bool bit_has(const uint64_t *set, enum item_var v) {
    return v < VAR_COUNT && (set[v / 64] >> (v % 64) & 1);
}
static inline void bit_add(uint64_t *set, enum item_var v) {
    if (v < VAR_COUNT) {
        set[v / 64] |= (uint64_t)1 << (v % 64);
    }
}

/** The scratch arena, emptied for the next rendering. processor.c */
struct arena *csl_scratch(struct csl *c);

/* ---- share.c ---- */

/** Does what is to be done for [from, to) of a list. `c`: the processor, or one thread's; entries
 * may be changed when no other part has them too. */
typedef void csl_share_fn(struct csl *c, size_t from, size_t to, void *user);
/** Calls `work` for all of a list of `n`: in parts, on the threads of the pool and on the caller's,
 * when it is long. Results must not depend on where the parts begin. */
void csl_share(struct csl *c, size_t n, csl_share_fn *work, void *user);
/** Whether csl_share() uses threads for a list of `n`. */
bool csl_share_splits(const struct csl *c, size_t n);
/** Memory for what follows, before the first csl_share(); csl_share_end() gives it back. */
void csl_share_begin(struct csl *c);
void csl_share_end(struct csl *c);

/* ---- render.c ---- */

/** Sets up `x` for an entry in an area. */
void csl_render_start(struct ctx *x, struct csl *c, enum area_kind kind, struct csl_cited *e);
/** Bounds what a hostile style can ask for; csl_process() reports it once. */
static inline bool csl_render_allows(struct ctx *x, const struct csl_node *n) {
    if (x->depth <= RENDER_DEPTH && x->budget <= RENDER_BUDGET) {
        return true;
    }
    if (!x->c->over.node) {
        x->c->over = (struct csl_over){n, x->depth > RENDER_DEPTH, x->c->part};
    }
    return false;
}
/** Renders an element without its siblings into `j`. */
unsigned csl_render_one(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** Renders a list of siblings into `j`. */
unsigned csl_render_list(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** The branch of a cs:choose that is to be rendered, or NULL. */
const struct csl_node *csl_render_branch(struct ctx *x, const struct csl_node *choose);
/** What a macro shows; NULL when that is nothing, or terms alone while its variables are empty (CSL
 * 1.0.2, "Group"). `did`: what it did. */
struct run *csl_render_macro(struct ctx *x, const struct csl_node *macro, unsigned *did);
/** Renders a layout's children, without its affixes. */
struct run *csl_render_layout(struct ctx *x, const struct csl_node *layout);
/** Notes that a variable is shown. One that says the same in its place is not shown any more:
 * `page` and the `number` of an article without pages, `status` and the date that it stands in for
 * (readers of databases set both, for styles know one or the other). */
void csl_render_mark(struct ctx *x, enum item_var v);
/** Puts formatting, quotes and affixes around `content` and joins it. Nothing when it is empty. */
void csl_render_emit(struct ctx *x, struct joiner *j, const struct csl_node *n,
                     struct run *content);
void csl_joiner_add(struct ctx *x, struct joiner *j, struct run *r);
/** A variable that is text or a number, after short forms; empty when there is none. */
struct rich csl_render_variable(struct ctx *x, enum item_var v, bool is_short);

/* ---- date.c ---- */
unsigned csl_render_date(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** "20201231" for sorting; empty without a date. */
struct str csl_date_sort_key(struct arena *a, const struct item_date *d);

/* ---- names.c, person.c ---- */
/** The first character of a text, 0 when it is empty. */
static inline uint32_t csl_first_char(struct str s) {
    size_t at = 0;
    return s.n ? utf8_next(s, &at) : 0;
}
unsigned csl_render_names(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** Goes where csl_render_layout() would meet names outside of a substitute, for `x->collecting`:
 * nothing else is rendered. */
void csl_render_names_alone(struct ctx *x, const struct csl_node *layout);

struct person {
    struct rich given, family, dropping, non_dropping, suffix, literal;
    bool comma_suffix, static_order, family_first, others, highlight;
    bool kept;            /* it is of a struct csl_people, and what follows is found once */
    uint8_t level[2];     /* csl_disambiguate_name_level() + 1, without and with initials; or 0 */
    struct rich initials; /* of the options that follow; a null pointer: there are none yet */
    const char *initials_with;
    bool initials_all;
};
/** A name with particles and suffix taken apart. */
void csl_person_read(struct arena *a, const struct item_name *n, struct person *out);
struct name_shape {
    const struct name_opts *o;
    const struct csl_node *family, *given; /* cs:name-part, may be NULL */
    bool inverted, is_short, sorting;
    uint8_t level; /* of the given name: 0 as the style says, 1 initials, 2 in full */
};
/** One name as a run. */
struct run *csl_person_render(struct ctx *x, struct person *p, const struct name_shape *s);
/** Initials of a given name, in `a`. */
struct rich csl_person_initials(struct arena *a, struct rich given, const struct name_opts *o,
                                bool hyphens);

/* ---- sort.c ---- */
/** Compares by sort keys; ties by registration. */
void csl_sort_bibliography(struct csl *c);
void csl_sort_cites(struct csl *c, struct citation *cit);

/* ---- disambiguate.c ---- */
void csl_disambiguate(struct csl *c);
/** Whether the disambiguate="true" that the style asks for now holds; counts how often it asked. */
bool csl_disambiguate_condition(struct ctx *x);
/** Frees what disambiguation keeps while results are made. */
void csl_disambiguate_drop(struct csl *c);
/** Level the given name needs so that it differs from others of its family name. */
uint8_t csl_disambiguate_name_level(struct ctx *x, struct person *p, const struct name_opts *o,
                                    size_t index);
/** Notes that an entry shows a name, for `x->collecting`. */
void csl_disambiguate_register_name(struct ctx *x, const struct person *p, size_t index);
/** Key of an entry for citation labels: "Doe65". */
struct str csl_citation_label(struct csl *c, struct csl_cited *e);

/* ---- locator.c ---- */
/** Length of a word for a locator at the head of `s` ("vol. "), whose label it sets; 0: none. */
size_t csl_locator_own_label(struct csl *c, struct str s, term_id *label);

/* ---- citation.c, bibliography.c ---- */
const struct csl_out *csl_citation_render(struct csl *c, struct citation *cit);
/** What a citation shows that cites `e` alone, with nothing but what it is; `shown`: the cite,
 * rendered. */
const struct csl_out *csl_citation_of_one(struct csl *c, const struct csl_cited *e,
                                          struct run *shown);
void csl_bibliography_render(struct csl *c);

/* ---- finish.c ---- */
/** Settles punctuation, quotes and formatting; returns siblings in the processor's arena. */
struct csl_out *csl_finish_runs(struct csl *c, struct run *root);
/** Plain text of what `root` shows, punctuation settled, in `a`. */
struct str csl_finish_plain(struct csl *c, struct arena *a, struct run *root);

#endif
