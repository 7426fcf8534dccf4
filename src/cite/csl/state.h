/* SPDX-License-Identifier: MIT */
/*
 * The processor's state, and the state of one rendering. Private to csl.
 *
 *     registered -> numbered -> disambiguated -> suffixed -> rendered
 *
 * An entry is an item that the processor knows. A citation has cites. A struct ctx is the state
 * while one cite or one entry of the bibliography is rendered.
 */
#ifndef DOSSIER_CSL_STATE_H
#define DOSSIER_CSL_STATE_H

#include "cite/csl/locale.h"
#include "cite/csl/run.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

/** Bound for nested elements and macros. */
#define RENDER_DEPTH 400
/** Bound for elements rendered for a cite or entry; the largest style needs about 2,000. */
#define RENDER_BUDGET 20000
/** Name variables of a cite that disambiguation counts. */
#define MAX_BLOCKS 8

/** The disambiguation of an item: shown names and given names in full, by block of names. */
struct disamb {
    struct {
        uint16_t names;  /* least number of names; 0: by the style */
        uint16_t ngiven; /* length of `given` */
        uint8_t *given;  /* level of each given name: 0 by the style, 1 initials, 2 in full */
    } block[MAX_BLOCKS];
    unsigned conditions; /* number of disambiguate="true" conditions that hold, from the first */
};

/** The names of a variable, parsed once and kept until the bibliography is rendered. */
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
    size_t list;                 /* number of the list, by csl_set_lists() */
    const struct disamb *disamb; /* NULL: by the style */
    /* disambiguate.c: entries with the same number look alike with all names in full */
    size_t alike;
    struct str label;          /* citation label, made on first use */
    struct csl_people *people; /* in a `work` arena: during processing */
};

/** Text that the author wrote beside a key; most cites have none. */
struct cite_words {
    struct rich locator, prefix, suffix;
};

struct cite {
    struct csl_cited *e;
    const struct cite_words *words;
    term_id label;
    bool suppress_author, author_only, named, within, forced;
    bool near_note;
    enum position position;
    int first_note; /* note of the first reference, if it is another note; 0: none */
    bool tied;      /* equal to the previous cite in the first sort key, not in a later one */
};

struct citation {
    struct cite *cites;
    size_t n;
    size_t new_from, new_to; /* the entries that it registered */
    int note;
    bool bare;
    const struct csl_out *out;
};

struct csl_bearing;

/** Where a style exceeded a bound. */
struct csl_over {
    const struct csl_node *node; /* NULL: nowhere */
    bool deep;                   /* it nests too deeply */
    size_t part;                 /* the part of the work */
};

struct csl {
    struct arena *a;
    struct arena *work;    /* for keys and the like, during processing */
    struct arena *scratch; /* for one rendering, see csl_scratch() */
    struct buf text;       /* pending text of finish.c; during processing */
    const struct csl_style *style;
    struct csl_options opt;
    bool apart; /* csl_set_apart() */
    struct diags *d;
    const struct locale *locale;
    struct collator *collator;                /* during sorting */
    const struct csl_locator_words *locators; /* locator.c; made on first use */
    struct map by_id;                         /* id of an item -> struct csl_cited; in the arena */
    struct csl_cited **entries;               /* in the order of registration; grows in the arena */
    size_t nentries, entries_cap;
    struct citation *citations;
    size_t ncitations, citations_cap;
    struct csl_cited **order; /* entries in the order of the bibliography */
    size_t nlists;            /* csl_set_lists(); 0: one */
    size_t (*list_of)(void *user, const struct item *it);
    void *list_user;
    bool processed;
    struct csl_lanes *lanes; /* share.c; NULL: none yet */
    size_t part;             /* the part that is being done: its first entry or citation */
    bool many;               /* several threads may render one entry: nothing is kept in it */
    struct csl_over over;
    const term_id *var_terms, *fixed; /* the locale's */
    struct map names; /* family name -> struct name_key of disambiguate.c; during processing */
    struct csl_bibliography bibliography;
};

enum area_kind { AREA_CITATION, AREA_BIBLIOGRAPHY };

/** Joins runs with a delimiter. */
struct joiner {
    struct run *into;
    struct str delimiter;
    bool any;
};

/** What an element did, for the suppression of groups. */
enum status {
    DID_TRY = 1,   /* it used a variable */
    DID_SHOW = 2,  /* it showed a variable, or a group or macro, which counts as one */
    DID_TEXT = 4,  /* it showed other text */
    DID_VALUE = 8, /* it showed the value of a variable */
    DID_TERM = 16, /* it showed a term */
    DID_WHAT = DID_VALUE | DID_TERM /* passed on by groups and macros */
};

/** The state of one rendering. */
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
    bool disambiguating;              /* rendered for comparison, without suffix and numbers */
    struct csl_bearing **collecting;  /* where the next shown name is added, or NULL */
    unsigned conditions;              /* number of disambiguate="true" conditions so far */
    unsigned block;                   /* number of shown name variables so far */
    uint16_t block_names[MAX_BLOCKS]; /* out: number of names in each */
    uint16_t block_shown[MAX_BLOCKS]; /* out: number of names that the style shows */
    struct str suffix;                /* year suffix, or empty */
    bool suffix_shown, locator_shown;
    /* names */
    bool suppress_author; /* the first names are left out */
    bool author_done;
    struct run *author;  /* out: the rendering of the first cs:names */
    bool author_is_term; /* out: `author` is a term or a text of the style */
    const struct name_opts
        *outer_names;             /* in cs:substitute: the options of the enclosing cs:names */
    const struct csl_node *outer; /* the element cs:names that `outer_names` belongs to */
    bool substituting;
    uint64_t used[(VAR_COUNT + 63) / 64];       /* variables that a substitute has shown */
    uint64_t suppressed[(VAR_COUNT + 63) / 64]; /* variables that must not be shown again */
    struct run *year;                           /* out: the first year */
    bool bare_era;                              /* years have no AD or BC */
    bool term_first;                            /* at the start of a note: a term is capitalized */
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

/** Does the work for [from, to) of a list. `c`: the processor, or a thread's copy. It may change
 * entries that only this part has. */
typedef void csl_share_fn(struct csl *c, size_t from, size_t to, void *user);
/** Calls `work` for a list of `n`: a long list in parts, on the pool's threads and the caller's.
 * Results must not depend on where parts begin. */
void csl_share(struct csl *c, size_t n, csl_share_fn *work, void *user);
/** Whether csl_share() uses threads for a list of `n`. */
bool csl_share_splits(const struct csl *c, size_t n);
/** Makes memory for the threads, before the first csl_share(). csl_share_end() frees it. */
void csl_share_begin(struct csl *c);
void csl_share_end(struct csl *c);

/* ---- render.c ---- */

/** Initializes `x` for an entry in an area. */
void csl_render_start(struct ctx *x, struct csl *c, enum area_kind kind, struct csl_cited *e);
/** Checks the bounds against hostile styles; csl_process() reports an excess once. */
static inline bool csl_render_allows(struct ctx *x, const struct csl_node *n) {
    if (x->depth <= RENDER_DEPTH && x->budget <= RENDER_BUDGET) {
        return true;
    }
    if (!x->c->over.node) {
        x->c->over = (struct csl_over){n, x->depth > RENDER_DEPTH, x->c->part};
    }
    return false;
}
/** Renders one element, without its siblings, into `j`. */
unsigned csl_render_one(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** Renders a list of siblings into `j`. */
unsigned csl_render_list(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** The branch of a cs:choose whose condition holds, or NULL. */
const struct csl_node *csl_render_branch(struct ctx *x, const struct csl_node *choose);
/** Renders a macro; `*did`: its status. NULL when it shows nothing, or only terms while its
 * variables are empty (CSL 1.0.2, "Group"). */
struct run *csl_render_macro(struct ctx *x, const struct csl_node *macro, unsigned *did);
/** Renders a layout's children, without its affixes. */
struct run *csl_render_layout(struct ctx *x, const struct csl_node *layout);
/** Marks a variable as shown. A variable with the same text is then not shown: `page` and the
 * `number` of an article without pages, `status` and the date that it replaces (databases set both,
 * since styles know only one of them). */
void csl_render_mark(struct ctx *x, enum item_var v);
/** Puts formatting, quotes and affixes around `content` and joins it, if it is not empty. */
void csl_render_emit(struct ctx *x, struct joiner *j, const struct csl_node *n,
                     struct run *content);
void csl_joiner_add(struct ctx *x, struct joiner *j, struct run *r);
/** A text or number variable after short forms, or empty. */
struct rich csl_render_variable(struct ctx *x, enum item_var v, bool is_short);

/* ---- date.c ---- */
unsigned csl_render_date(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** "20201231" for sorting; empty without a date. */
struct str csl_date_sort_key(struct arena *a, const struct item_date *d);

/* ---- names.c, person.c ---- */
/** The first character of a text; 0 when it is empty. */
static inline uint32_t csl_first_char(struct str s) {
    size_t at = 0;
    return s.n ? utf8_next(s, &at) : 0;
}
unsigned csl_render_names(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** Collects names (`x->collecting`) outside substitutes from a layout; nothing else is rendered. */
void csl_render_names_alone(struct ctx *x, const struct csl_node *layout);

struct person {
    struct rich given, family, dropping, non_dropping, suffix, literal;
    bool comma_suffix, static_order, family_first, others, highlight;
    bool kept; /* it is in a struct csl_people: the members below are kept */
    /* csl_disambiguate_name_level() + 1, without and with initials; 0: not known */
    uint8_t level[2];
    struct rich initials; /* for the two options below; a null pointer: not made yet */
    const char *initials_with;
    bool initials_all;
};
/** Splits particles and suffix off a name. */
void csl_person_read(struct arena *a, const struct item_name *n, struct person *out);
struct name_shape {
    const struct name_opts *o;
    const struct csl_node *family, *given; /* cs:name-part, or NULL */
    bool inverted, is_short, sorting;
    uint8_t level; /* level of the given name: 0 by the style, 1 initials, 2 in full */
};
/** Renders one name. */
struct run *csl_person_render(struct ctx *x, struct person *p, const struct name_shape *s);
/** The initials of a given name, in `a`. */
struct rich csl_person_initials(struct arena *a, struct rich given, const struct name_opts *o,
                                bool hyphens);

/* ---- sort.c ---- */
/** Sorts the entries by the style's keys; equal ones by registration. */
void csl_sort_bibliography(struct csl *c);
void csl_sort_cites(struct csl *c, struct citation *cit);

/* ---- disambiguate.c ---- */
void csl_disambiguate(struct csl *c);
/** The value of the current disambiguate="true" condition; counts the conditions. */
bool csl_disambiguate_condition(struct ctx *x);
/** Frees the memory of disambiguation. */
void csl_disambiguate_drop(struct csl *c);
/** The level at which the given name differs from others with the same family name. */
uint8_t csl_disambiguate_name_level(struct ctx *x, struct person *p, const struct name_opts *o,
                                    size_t index);
/** Registers a name that an entry shows, for `x->collecting`. */
void csl_disambiguate_register_name(struct ctx *x, const struct person *p, size_t index);
/** The citation label of an entry: "Doe65". */
struct str csl_citation_label(struct csl *c, struct csl_cited *e);

/* ---- locator.c ---- */
/** Length of a label word at the start of `s` ("vol. "), and its label; 0: none. */
size_t csl_locator_own_label(struct csl *c, struct str s, term_id *label);

/* ---- citation.c, bibliography.c ---- */
const struct csl_out *csl_citation_render(struct csl *c, struct citation *cit);
void csl_bibliography_render(struct csl *c);

/* ---- finish.c ---- */
/** Finishes punctuation, quotes and formatting; returns siblings in the processor's arena. */
struct csl_out *csl_finish_runs(struct csl *c, struct run *root);
/** The plain text of `root` with final punctuation, in `a`. */
struct str csl_finish_plain(struct csl *c, struct arena *a, struct run *root);

#endif
