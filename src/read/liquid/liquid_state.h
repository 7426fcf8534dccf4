/* SPDX-License-Identifier: MIT */
/*
 * What the files of the liquid room share:
 *
 *   scan.c    text, outputs and tags; what is code     tag.c      control and variables
 *   value.c   what a value is, as text or number       include.c  parts of the site, links
 *   expr.c    operands, filters, conditions            scholar.c  citations
 *   filter*.c the filters, one a row                   liquid.c   the way through, limits
 *
 * Values are nodes of data/: NULL is nil. A plain scalar of YAML is what YAML says it is.
 */
#ifndef DOSSIER_LIQUID_LIQUID_STATE_H
#define DOSSIER_LIQUID_LIQUID_STATE_H

#include "core/base/map.h"
#include "read/liquid/liquid.h"

#define LIQUID_ARGUMENTS 8
#define LIQUID_NONE SIZE_MAX

enum liquid_token_kind {
    LIQUID_TEXT,   /* as it stands */
    LIQUID_OUTPUT, /* {{ ... }} */
    LIQUID_TAG     /* {% ... %} */
};

struct liquid_token {
    enum liquid_token_kind kind;
    bool said;           /* a fault of it was reported */
    uint32_t begin, end; /* of the source: text without what `-` takes off; a tag with its braces */
    struct str name;     /* of a tag */
    struct str markup;   /* between the braces, behind the name */
    struct str body;     /* of raw blocks: highlight */
    size_t next;         /* index of the block's next tag (`else`, `when`, its end); LIQUID_NONE */
};

typedef VEC(struct liquid_token) liquid_tokens;

struct liquid_template {
    struct source *src;
    struct liquid_token *tokens;
    size_t n;
    size_t unclosed; /* where a tag begins that does not end; LIQUID_NONE */
    bool own;        /* written by nobody who reads diagnostics: a layout, an include of a theme */
};

struct liquid_loop {
    int64_t index, length; /* `index` from 0 */
};

/** Names that are known in a part of the text only: the innermost first. */
struct liquid_scope {
    struct str name;
    const struct node *value;
    const struct liquid_loop *loop; /* `forloop` */
    const struct liquid_scope *up;
};

enum liquid_jump { LIQUID_GOES_ON, LIQUID_BREAK, LIQUID_CONTINUE, LIQUID_STOP };

struct liquid {
    struct arena *a;
    struct diags *d;
    const struct liquid_options *opt;
    struct source_builder out;
    struct buf *text; /* where output goes instead, within `capture` */
    struct map globals;
    struct map counters; /* of increment, cycle */
    struct map templates;
    const struct liquid_scope *scope;
    struct liquid_template *t;    /* what is read now */
    struct liquid_template *body; /* the text, while its layout is read; else NULL */
    struct span own; /* what the text of a layout or of a theme's include stands for; or nothing */
    struct liquid_token *token;
    size_t work, loops, items;
    int depth; /* of includes */
    enum liquid_jump jump;
    bool cites;
    VEC(struct str) databases;
};

/* scan.c */
/** Cuts a text into tokens; `markdown`: code and formulas are looked for. */
struct liquid_template *liquid_scan(struct arena *a, struct source *src, size_t begin,
                                    bool markdown);

/* liquid.c */
/** Reports a fault at `at`, a slice of the source that is read (else the tag's place), once a tag.
 */
void liquid_say(struct liquid *q, struct str at, const char *hint, const char *fmt, ...)
    ATTR_PRINTF(4, 5);
/** What a tag costs besides its bytes. */
#define LIQUID_TOKEN_WORK 512
/** Counts work; false when there was too much, and all ends. */
bool liquid_spend(struct liquid *q, size_t bytes);
/** Text that stands for the tag at hand. */
void liquid_put(struct liquid *q, struct str text);
/** Runs tokens [from, to). */
void liquid_run(struct liquid *q, size_t from, size_t to);
/** The `end...` tag of the block that begins at token `i`, or the token behind a tag without one.
 */
size_t liquid_block_end(const struct liquid *q, size_t i);

/* value.c */
enum liquid_type { LIQUID_NIL, LIQUID_BOOL, LIQUID_NUMBER, LIQUID_STRING, LIQUID_LIST, LIQUID_MAP };
extern const struct node liquid_empty[1], liquid_blank[1]; /* the words `empty` and `blank` */
/* The value of a name that another tool knows. */
extern const struct node liquid_foreign[1];
enum liquid_type liquid_type_of(const struct node *v);
bool liquid_true(const struct node *v);
/** As it is printed; lists are joined. */
struct str liquid_text(struct liquid *q, const struct node *v);
const struct node *liquid_of_text(struct liquid *q, struct str text);
const struct node *liquid_of_bool(bool yes);
/** Millionths: numbers have six decimals here. */
#define LIQUID_ONE INT64_C(1000000)
bool liquid_number(const struct node *v, int64_t *out);
/** `whole`: without decimals. */
const struct node *liquid_of_number(struct liquid *q, int64_t millionths, bool whole);
const struct node *liquid_of_int(struct liquid *q, int64_t v);
/** A whole number from a value; `other` when it is none. */
int64_t liquid_int(const struct node *v, int64_t other);
bool liquid_equal(struct liquid *q, const struct node *x, const struct node *y);
/** Negative, 0 or positive; numbers before texts. */
int liquid_compare(struct liquid *q, const struct node *x, const struct node *y);
/** A member of a list or map, `size`, `first`, `last`. */
const struct node *liquid_member(struct liquid *q, const struct node *v, struct str key);
/** A new list, to be filled with node_append(). */
struct node *liquid_new_list(struct liquid *q);
void liquid_append(struct liquid *q, struct node *list, const struct node *v);
/** A value as a list: itself, nothing for nil, else the value alone. */
const struct node *liquid_as_list(struct liquid *q, const struct node *v);

/* expr.c */
struct liquid_cursor {
    struct str s;
    size_t at;
    bool unknown; /* a name was not known */
    bool foreign; /* and it may be another tool's */
    bool bad;     /* something could not be read; it was reported */
};
bool liquid_at_end(struct liquid_cursor *c);
/** Takes `word` when it stands there (as a whole word when it is one). */
bool liquid_take(struct liquid_cursor *c, const char *word);
/** A name at the cursor, or the empty slice. */
struct str liquid_name(struct liquid_cursor *c);
const struct node *liquid_operand(struct liquid *q, struct liquid_cursor *c);
/** An operand with its filters. */
const struct node *liquid_value(struct liquid *q, struct liquid_cursor *c);
bool liquid_condition(struct liquid *q, struct liquid_cursor *c);

/* filter.c */
struct liquid_call {
    struct liquid *q;
    struct str name;
    const struct node *in;
    size_t n;
    const struct node *args[LIQUID_ARGUMENTS];
    struct str keys[LIQUID_ARGUMENTS]; /* of `key: value`; empty for the others */
    struct str sources[LIQUID_ARGUMENTS];
};
typedef const struct node *liquid_filter(struct liquid_call *c);
struct liquid_filter_row {
    const char *name;
    liquid_filter *run;
};
extern const struct liquid_filter_row liquid_text_filters[], liquid_list_filters[],
    liquid_number_filters[], liquid_web_filters[], liquid_date_filters[];
const struct node *liquid_filter_run(struct liquid_call *c);
/** Argument `i` as text; empty when it is not there. */
struct str liquid_arg(struct liquid_call *c, size_t i);

/* filter_web.c */
/** With the site's `baseurl`, and its `url`. */
struct str liquid_site_path(struct liquid *q, struct str path, bool absolute);

/* tag.c, include.c, scholar.c: each runs the tag at token `i` and returns the next token. */
typedef size_t liquid_tag(struct liquid *q, size_t i);
struct liquid_tag_row {
    const char *name;
    liquid_tag *run;
};
extern const struct liquid_tag_row liquid_control_tags[], liquid_include_tags[],
    liquid_scholar_tags[];

#endif
