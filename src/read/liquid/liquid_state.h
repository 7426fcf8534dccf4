/* SPDX-License-Identifier: MIT */
/*
 * Shared declarations of the module:
 *
 *   scan.c    text, outputs and tags; code             tag.c      control and variables
 *   value.c   a value as text or number                include.c  parts of the site, links
 *   expr.c    operands, filters, conditions            scholar.c  citations
 *   filter*.c the filters, one a row                   liquid.c   running a template, limits
 *
 * Values are nodes of core/data, and NULL is nil. A plain scalar has the type that YAML gives it.
 */
#ifndef DOSSIER_LIQUID_LIQUID_STATE_H
#define DOSSIER_LIQUID_LIQUID_STATE_H

#include "core/base/map.h"
#include "read/liquid/liquid.h"

#define LIQUID_ARGUMENTS 8
#define LIQUID_NONE SIZE_MAX

enum liquid_token_kind {
    LIQUID_TEXT,   /* text between tags and outputs */
    LIQUID_OUTPUT, /* an output, {{ ... }} */
    LIQUID_TAG     /* a tag, {% ... %} */
};

struct liquid_token {
    enum liquid_token_kind kind;
    bool reported; /* a fault of the tag was reported */
    /* offsets in the source: of a text, without the white space that `-` removes, or of a tag,
     * with its braces */
    uint32_t begin, end;
    struct str name;   /* name of the tag */
    struct str markup; /* the text after the name, up to the braces */
    struct str body;   /* the text in raw blocks such as highlight */
    size_t next; /* index of the next tag of the block (`else`, `when`, its end), or LIQUID_NONE */
};

typedef VEC(struct liquid_token) liquid_tokens;

struct liquid_template {
    struct source *src;
    struct liquid_token *tokens;
    size_t n;
    size_t unclosed; /* position of a tag that does not end, or LIQUID_NONE */
    bool own; /* the author of the document did not write this text: it is a layout or an include of
                 a theme */
};

struct liquid_loop {
    int64_t index, length; /* `index` counts from 0 */
};

/** Names that are defined within a part of the text. The innermost scope is the first. */
struct liquid_scope {
    struct str name;
    const struct node *value;
    const struct liquid_loop *loop; /* the loop that `forloop` describes, or NULL */
    const struct liquid_scope *up;
};

enum liquid_jump { LIQUID_GOES_ON, LIQUID_BREAK, LIQUID_CONTINUE, LIQUID_STOP };

struct liquid {
    struct arena *a;
    struct diags *d;
    const struct liquid_options *opt;
    struct source_builder out;
    struct buf *text; /* receives the output in `capture`; otherwise NULL */
    struct map globals;
    struct map counters; /* counters of the tags `increment` and `cycle` */
    struct map templates;
    const struct liquid_scope *scope;
    struct liquid_template *t;    /* the template that runs */
    struct liquid_template *body; /* the text of the page while its layout runs; otherwise NULL */
    struct span own; /* the place in the document to which output is attributed while a layout or an
                        include of a theme runs; otherwise empty */
    struct liquid_token *token;
    size_t work, loops, items;
    int depth; /* depth of includes */
    enum liquid_jump jump;
    bool cites;
    VEC(struct str) databases;
};

/* scan.c */
/** Where liquid_scan() looks for code. Tags in code are not expanded. */
enum liquid_code {
    LIQUID_CODE_NOWHERE,
    LIQUID_CODE_HTML,    /* in comments, scripts and code of HTML */
    LIQUID_CODE_MARKDOWN /* also in code and formulas of Markdown */
};
/** Splits a text into tokens. */
struct liquid_template *liquid_scan(struct arena *a, struct source *src, size_t begin,
                                    enum liquid_code code);

/* liquid.c */
/** Reports an error at `at`, if this is a slice of the source, or else at the current tag. Only one
 * error is reported for each tag. */
void liquid_report(struct liquid *q, struct str at, const char *hint, const char *fmt, ...)
    ATTR_PRINTF(4, 5);
/** The work that is counted for each tag, in addition to its bytes. */
#define LIQUID_TOKEN_WORK 512
/** Counts work. Returns false if the limit is reached, which ends the run. */
bool liquid_spend(struct liquid *q, size_t bytes);
/** Writes text, with the place of the current tag. */
void liquid_put(struct liquid *q, struct str text);
/** Runs tokens [from, to). */
void liquid_run(struct liquid *q, size_t from, size_t to);
/** Runs tokens [from, to), and returns their output instead of writing it. */
struct str liquid_capture(struct liquid *q, size_t from, size_t to);
/** Returns the index of the `end...` tag of the block that begins at token `i`, or LIQUID_NONE. */
size_t liquid_block_end(const struct liquid *q, size_t i);

/* value.c */
enum liquid_type { LIQUID_NIL, LIQUID_BOOL, LIQUID_NUMBER, LIQUID_STRING, LIQUID_LIST, LIQUID_MAP };
/* the values of the words `empty` and `blank` */
extern const struct node liquid_empty[1], liquid_blank[1];
/* The value of a name that may belong to another template language. */
extern const struct node liquid_foreign[1];
enum liquid_type liquid_type_of(const struct node *v);
bool liquid_true(const struct node *v);
/** Returns a value in the form in which it is printed. Lists are joined. */
struct str liquid_text(struct liquid *q, const struct node *v);
const struct node *liquid_of_text(struct liquid *q, struct str text);
const struct node *liquid_of_bool(bool yes);
/** The number 1. Numbers are stored in millionths. */
#define LIQUID_ONE INT64_C(1000000)
bool liquid_number(const struct node *v, int64_t *out);
/** Makes a number. If `whole` is set, the number has no decimals. */
const struct node *liquid_of_number(struct liquid *q, int64_t millionths, bool whole);
const struct node *liquid_of_int(struct liquid *q, int64_t v);
/** Returns a value as a whole number. Returns `other` if it is not a number. */
int64_t liquid_int(const struct node *v, int64_t other);
bool liquid_equal(struct liquid *q, const struct node *x, const struct node *y);
/** Compares two values. The result is negative, 0 or positive. Numbers come before texts. */
int liquid_compare(struct liquid *q, const struct node *x, const struct node *y);
/** Returns a member of a list or a map; `size`, `first` and `last` are also members. */
const struct node *liquid_member(struct liquid *q, const struct node *v, struct str key);
/** Makes a list, which liquid_append() fills. */
struct node *liquid_new_list(struct liquid *q);
void liquid_append(struct liquid *q, struct node *list, const struct node *v);
/** Returns a value as a list: a list unchanged, an empty list for nil, and a list with one member
 * for other values. */
const struct node *liquid_as_list(struct liquid *q, const struct node *v);

/* expr.c */
struct liquid_cursor {
    struct str s;
    size_t at;
    bool unknown; /* the expression contains an unknown name */
    bool foreign; /* the unknown name may be part of another template language */
    bool bad;     /* the expression has an error, which was reported */
};
bool liquid_at_end(struct liquid_cursor *c);
/** Reads `word` at the cursor. If `word` consists of letters, only a whole word matches. */
bool liquid_take(struct liquid_cursor *c, const char *word);
/** Reads the name at the cursor. Empty if there is none. */
struct str liquid_name(struct liquid_cursor *c);
const struct node *liquid_operand(struct liquid *q, struct liquid_cursor *c);
/** Reads an operand with its filters and returns the value. */
const struct node *liquid_value(struct liquid *q, struct liquid_cursor *c);
bool liquid_condition(struct liquid *q, struct liquid_cursor *c);

/* filter.c */
struct liquid_call {
    struct liquid *q;
    struct str name;
    const struct node *in;
    size_t n;
    const struct node *args[LIQUID_ARGUMENTS];
    struct str keys[LIQUID_ARGUMENTS]; /* the key of `key: value`; empty for positional arguments */
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
/** Returns argument `i` as text. Empty if it is missing. */
struct str liquid_arg(struct liquid_call *c, size_t i);

/* filter_web.c */
/** Returns a path with `baseurl` of the site, and also with its `url` if `absolute` is set. */
struct str liquid_site_path(struct liquid *q, struct str path, bool absolute);

/* tag.c, include.c, scholar.c: functions that run the tag at token `i` and return the next token.
 */
typedef size_t liquid_tag(struct liquid *q, size_t i);
struct liquid_tag_row {
    const char *name;
    liquid_tag *run;
};
extern const struct liquid_tag_row liquid_control_tags[], liquid_include_tags[],
    liquid_scholar_tags[];

#endif
