/* SPDX-License-Identifier: MIT */
/*
 * The state of the processor, and the state of one rendering. Private to csl.
 *
 *     registered -> numbered -> disambiguated -> suffixed -> rendered
 *
 * An entry is an item that was registered with the processor. A citation has cites. A struct ctx is
 * the state while one cite or one entry of the bibliography is rendered.
 */
#ifndef DOSSIER_CSL_STATE_H
#define DOSSIER_CSL_STATE_H

#include "cite/csl/locale.h"
#include "cite/csl/run.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

/** The limit of nested elements and macros. */
#define RENDER_DEPTH 400
/** The limit of elements rendered for one cite or entry; the largest style needs about 2,000. */
#define RENDER_BUDGET 20000
/** The maximum number of name variables in a cite that disambiguation counts. */
#define MAX_BLOCKS 8

/** The disambiguation of an item: for each list of names in its cite, the number of names and the
 * given names that are shown in full. */
struct disamb {
    struct {
        uint16_t names;  /* the minimum number of names shown; 0: the style decides */
        uint16_t ngiven; /* the length of `given` */
        /* the level of each given name; 0: the style decides, 1: initials, 2: in full */
        uint8_t *given;
    } block[MAX_BLOCKS];
    /* the number of disambiguate="true" conditions that are true, which are the first ones */
    unsigned conditions;
};

/** The names of a variable. They are parsed once and kept until the bibliography is rendered. */
struct csl_people {
    enum item_var var;
    bool others;
    size_t n;
    struct person *p;
    struct csl_people *next;
};

struct csl_cited {
    const struct item *item;
    size_t order;   /* the number of the entry in the order of registration, from 0 */
    int number;     /* the citation number, from 1; 0: not set yet */
    int first_note; /* the note of the first reference; 0: none */
    int suffix;     /* the number of the year suffix, from 0; -1: none */
    size_t list;    /* the number of the entry's list, see csl_set_lists() */
    /* the disambiguation; NULL: the style decides how all names are shown */
    const struct disamb *disamb;
    /* for disambiguate.c: entries with the same number look the same even with all names in full */
    size_t alike;
    struct str label;          /* the citation label; it is made when it is first needed */
    struct csl_people *people; /* the names of the item, in a `work` arena; NULL after processing */
};

/** Text that the author wrote at a key. Most cites have none. */
struct cite_words {
    struct rich locator, prefix, suffix;
};

struct cite {
    struct csl_cited *e;
    const struct cite_words *words;
    term_id label;
    bool suppress_author, author_only, all_names, named, within, forced;
    bool near_note;
    enum position position;
    int first_note; /* the note of the first reference, if that is another note; 0: none */
    bool tied; /* the cite equals the previous one in the first sort key, but not in a later key */
};

struct citation {
    struct cite *cites;
    size_t n;
    size_t new_from, new_to; /* the range of entries that the citation registered */
    int note;
    bool bare, ordered;
    const struct csl_out *out;
};

struct csl_bearing;

/** The place where a style exceeded a limit. */
struct csl_over {
    /* the element that exceeded the limit; NULL: no limit was exceeded */
    const struct csl_node *node;
    bool deep;   /* the style nests too deeply */
    size_t part; /* the value of `part` in struct csl when the limit was exceeded */
};

struct csl {
    struct arena *a;
    struct arena *work;    /* memory for sort keys and other data of the processing */
    struct arena *scratch; /* memory for one rendering, see csl_scratch() */
    struct buf text;       /* the pending text of finish.c, during processing */
    const struct csl_style *style;
    struct csl_options opt;
    bool apart; /* set by csl_set_apart() */
    struct diags *d;
    const struct locale *locale;
    struct collator *collator; /* used during sorting */
    /* the words of locator.c, made when they are first needed */
    const struct csl_locator_words *locators;
    struct map by_id; /* maps the id of an item to a struct csl_cited; in the arena */
    /* the entries in the order of registration; the array grows in the arena */
    struct csl_cited **entries;
    size_t nentries, entries_cap;
    struct citation *citations;
    size_t ncitations, citations_cap;
    struct csl_cited **order; /* the entries in the order of the bibliography */
    /* the number of lists, set by csl_set_lists(); 0: there is one list */
    size_t nlists;
    size_t (*list_of)(void *user, const struct item *it);
    void *list_user;
    bool processed;
    struct csl_lanes *lanes; /* the lanes of share.c; NULL: they are not made yet */
    size_t part;             /* the first entry or citation of the part that is being done */
    bool many; /* several threads may render the same entry, so nothing is stored in it */
    struct csl_over over;
    const term_id *var_terms, *fixed; /* the tables of the locale */
    /* maps a family name to a struct name_key of disambiguate.c, during processing */
    struct map names;
    struct csl_bibliography bibliography;
};

enum area_kind { AREA_CITATION, AREA_BIBLIOGRAPHY };

/** Joins runs, with a delimiter between them. */
struct joiner {
    struct run *into;
    struct str delimiter;
    bool any;
};

/** What an element has done, for the suppression of groups. */
enum status {
    DID_TRY = 1,   /* the element has used a variable */
    DID_SHOW = 2,  /* the element has shown a variable, or a group or macro that counts as one */
    DID_TEXT = 4,  /* the element has shown other text */
    DID_VALUE = 8, /* the element has shown the value of a variable */
    DID_TERM = 16, /* the element has shown a term */
    DID_WHAT = DID_VALUE | DID_TERM /* the bits that groups and macros pass on */
};

/** The state while one cite or entry is rendered. */
struct ctx {
    struct csl *c;
    struct arena *a; /* memory for runs */
    const struct locale *l;
    const struct csl_area *area;
    enum area_kind kind;
    struct csl_cited *e;
    const struct item *it;
    /* the following members describe the cite */
    struct rich locator;
    term_id label;
    enum position position;
    bool near_note;
    int first_note; /* see struct cite */
    /* the following members are for sorting */
    bool sorting;
    const struct name_opts *key_opts;
    /* the following members are for disambiguation */
    const struct disamb *disamb;
    bool disambiguating; /* the result is only compared, so the date of access is left out */
    struct csl_bearing **collecting;  /* the place where the next shown name is added, or NULL */
    unsigned conditions;              /* number of disambiguate="true" conditions met so far */
    unsigned block;                   /* number of name variables shown so far */
    uint16_t block_names[MAX_BLOCKS]; /* result: the number of names in each list of names */
    /* result: the number of names that the style shows in each list */
    uint16_t block_shown[MAX_BLOCKS];
    struct str suffix; /* the year suffix, or empty */
    bool suffix_shown, locator_shown;
    /* the following members are for names */
    bool suppress_author; /* the first names of the cite are left out */
    bool all_names;       /* no name is left out for "et al." */
    bool author_done;
    struct run *author;           /* result: the rendered first cs:names */
    bool author_is_term;          /* result: `author` is a term or another text of the style */
    const struct csl_node *outer; /* inside cs:substitute: the surrounding cs:names, or NULL */
    bool substituting;
    /* one bit for each variable that a substitute has shown */
    uint64_t used[(VAR_COUNT + 63) / 64];
    /* one bit for each variable that is not shown again */
    uint64_t suppressed[(VAR_COUNT + 63) / 64];
    struct run *year; /* result: the first year */
    bool bare_era;    /* years are shown without AD or BC */
    bool term_first;  /* the place is at the start of a note or entry, so a term gets a capital */
    unsigned depth;
    size_t budget;
};

/** The scratch arena, emptied for the next rendering. The function is in processor.c. */
struct arena *csl_scratch(struct csl *c);

/* ---- share.c ---- */

/** Does the work for the range [from, to) of a list. `c` is the processor or a thread's copy of it.
 * The function may change only entries in this range. */
typedef void csl_share_fn(struct csl *c, size_t from, size_t to, void *user);
/** Calls `work` for a list of length `n`. A long list is done in parts, on the threads of the pool
 * and on the caller's thread. Results must not depend on the places where parts begin. */
void csl_share(struct csl *c, size_t n, csl_share_fn *work, void *user);
/** Whether csl_share() uses threads for a list of length `n`. */
bool csl_share_splits(const struct csl *c, size_t n);
/** Makes the memory for the threads. Must be called before the first csl_share(). csl_share_end()
 * frees the memory. */
void csl_share_begin(struct csl *c);
void csl_share_end(struct csl *c);

/* ---- render.c ---- */

/** Initializes `x` for an entry in an area. */
void csl_render_start(struct ctx *x, struct csl *c, enum area_kind kind, struct csl_cited *e);
/** Counts a rendered element and checks the limits that protect against malicious styles.
 * csl_process() reports an excess once. */
static inline bool csl_render_allows(struct ctx *x, const struct csl_node *n) {
    x->budget++;
    if (x->depth <= RENDER_DEPTH && x->budget <= RENDER_BUDGET) {
        return true;
    }
    if (!x->c->over.node) {
        x->c->over = (struct csl_over){n, x->depth > RENDER_DEPTH, x->c->part};
    }
    return false;
}
/** Renders one element into `j`, without its siblings. */
unsigned csl_render_one(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** The branch of a cs:choose whose condition holds, or NULL. */
const struct csl_node *csl_render_branch(struct ctx *x, const struct csl_node *choose);
/** Renders a macro. `*did` becomes its status. Returns NULL when the macro shows nothing, or when
 * it shows only terms while its variables are empty (CSL 1.0.2, "Group"). */
struct run *csl_render_macro(struct ctx *x, const struct csl_node *macro, unsigned *did);
/** Renders the children of a layout, without the affixes of the layout. */
struct run *csl_render_layout(struct ctx *x, const struct csl_node *layout);
/** Marks a variable as shown, so that another variable with the same text is not shown. There are
 * two pairs of such variables: `page` and the `number` of an article without pages, and `status`
 * and the date that it replaces. Databases set both, because each style uses only one of them. */
void csl_render_mark(struct ctx *x, enum item_var v);
/** Adds formatting, quotes and affixes to `content` and joins it to `j`, if it is not empty. */
void csl_render_emit(struct ctx *x, struct joiner *j, const struct csl_node *n,
                     struct run *content);
void csl_joiner_add(struct ctx *x, struct joiner *j, struct run *r);
/** The value of a text or number variable, in its short form if requested. May be empty. */
struct rich csl_render_variable(struct ctx *x, enum item_var v, bool is_short);

/* ---- date.c ---- */
unsigned csl_render_date(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** The sort key of a date: "20201231". Returns an empty text if there is no date. */
struct str csl_date_sort_key(struct arena *a, const struct item_date *d);

/* ---- names.c, person.c ---- */
/** The first character of a text; 0 when it is empty. */
static inline uint32_t csl_first_char(struct str s) {
    size_t at = 0;
    return s.n ? utf8_next(s, &at) : 0;
}
unsigned csl_render_names(struct ctx *x, const struct csl_node *n, struct joiner *j);
/** Collects names (`x->collecting`) that are outside of substitutes in a layout. Nothing else is
 * rendered. */
void csl_render_names_alone(struct ctx *x, const struct csl_node *layout);

struct person {
    struct rich given, family, dropping, non_dropping, suffix, literal;
    bool comma_suffix, static_order, family_first, others, highlight;
    bool kept; /* the person is in a struct csl_people, so the members below are kept */
    /* csl_disambiguate_name_level() + 1, without initials and with initials; 0: not known yet */
    uint8_t level[2];
    /* the initials for the two options below; a null pointer until they are made */
    struct rich initials;
    const char *initials_with;
    bool initials_all;
};
/** Reads a name: splits particles and suffix off. */
void csl_person_read(struct arena *a, const struct item_name *n, struct person *out);
struct name_shape {
    const struct name_opts *o;
    const struct csl_node *family, *given; /* the elements cs:name-part, or NULL */
    bool inverted, is_short, sorting;
    uint8_t level; /* the level of the given name; 0: the style decides, 1: initials, 2: in full */
};
/** Renders one name. */
struct run *csl_person_render(struct ctx *x, struct person *p, const struct name_shape *s);
/** The initials of a given name. The result is in the arena. */
struct rich csl_person_initials(struct arena *a, struct rich given, const struct name_opts *o,
                                bool hyphens);

/* ---- sort.c ---- */
/** Sorts the entries by the keys of the style. Equal entries keep the order of their
 * registration. */
void csl_sort_bibliography(struct csl *c);
void csl_sort_cites(struct csl *c, struct citation *cit);

/* ---- disambiguate.c ---- */
void csl_disambiguate(struct csl *c);
/** The value of the current disambiguate="true" condition. Also counts the conditions. */
bool csl_disambiguate_condition(struct ctx *x);
/** Frees the memory of disambiguation. */
void csl_disambiguate_drop(struct csl *c);
/** The level at which a given name must be shown so that it differs from others with the same
 * family name. */
uint8_t csl_disambiguate_name_level(struct ctx *x, struct person *p, const struct name_opts *o,
                                    size_t index);
/** Registers a name that an entry shows, for `x->collecting`. */
void csl_disambiguate_register_name(struct ctx *x, const struct person *p, size_t index);
/** The citation label of an entry: "RoNo78", or with `alpha` that of BibTeX's alpha: "RN78". */
struct str csl_citation_label(struct csl *c, struct csl_cited *e, bool alpha);

/* ---- locator.c ---- */
/** The length of the label at the start of `s` ("vol. "), or 0 if there is none. `*label` becomes
 * the label. */
size_t csl_locator_own_label(struct csl *c, struct str s, term_id *label);

/* ---- citation.c, bibliography.c ---- */
const struct csl_out *csl_citation_render(struct csl *c, struct citation *cit);
void csl_bibliography_render(struct csl *c);

/* ---- finish.c ---- */
/** Finishes punctuation, quotes and formatting of a tree of runs. Returns a list of siblings in the
 * processor's arena. */
struct csl_out *csl_finish_runs(struct csl *c, struct run *root);
/** The plain text of `root` with its final punctuation. The result is in the arena `a`. */
struct str csl_finish_plain(struct csl *c, struct arena *a, struct run *root);

#endif
