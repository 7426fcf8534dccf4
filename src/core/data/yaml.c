/* SPDX-License-Identifier: MIT */
/*
 * Reads YAML from libyaml's events into the tree of data_node.h.
 *
 * Block and flow maps and lists and every style of scalar are accepted. Aliases, anchors, tags,
 * keys that are not text, and a second document are refused (except an empty document, because some
 * people close a file with "---"). Scalars have no types: "no" stays "no". Events are used rather
 * than libyaml's documents because aliases then never multiply, and depth is checked before
 * anything is built.
 *
 * libyaml stops at its first error. Front matter often has one bad line among good ones, so reading
 * resumes at the next line that begins with a key in the first column: the bad line is reported and
 * the good ones are kept.
 *
 * libyaml's marks count code points. struct reader keeps one known pair of index and byte offset
 * and steps from there: marks are nearly in order, so all steps together are about the length of
 * the text.
 */
#include "core/data/yaml.h"

#include "core/base/bounds.h"
#include "core/data/keys.h"
#include "core/data/readable.h"

#include <string.h>
#include <yaml.h>

DIAG_USE(DIAG_YAML_SYNTAX);
DIAG_USE(DIAG_YAML_DUPLICATE_KEY);
DIAG_USE(DIAG_YAML_ALIAS);
DIAG_USE(DIAG_YAML_DEPTH);

#define MAX_RESTARTS 16

struct frame {
    struct node *node;
    struct str key; /* the key of the next value in a map */
    struct span key_span;
    bool has_key;
    bool flow;    /* the container is written in braces or brackets */
    bool dropped; /* the key is not a text, so its value is left out */
    size_t again; /* the index of the value that the next one replaces, plus 1; or 0 */
    struct keys keys;
};

struct reader {
    struct arena *arena;
    struct source *src;
    struct diags *diags;
    size_t begin, end;    /* the bytes of this run of libyaml */
    size_t index, offset; /* a code point's number in this run, and the offset of its first byte */
    struct frame frames[LIMIT_DATA_DEPTH];
    size_t depth, documents; /* the numbers of open containers and of documents in this run */
    struct span document;    /* the place where the latest document begins */
    struct node *root;
    struct node *last; /* the last scalar that is a value, or NULL */
};

enum run { RUN_DONE, RUN_BROKEN, RUN_STOPPED };

const char *yaml_library_version(void) {
    return yaml_get_version_string();
}

/* ---- positions */

static bool continues(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/** Returns the byte offset in the source of libyaml's code point number `index`. Events never go
 * back. */
static size_t offset_at(struct reader *r, size_t index) {
    const char *p = r->src->text.p;
    while (r->index < index && r->offset < r->end) {
        do {
            r->offset++;
        } while (r->offset < r->end && continues(p[r->offset]));
        r->index++;
    }
    return r->offset;
}

static struct span span_of(struct reader *r, const yaml_event_t *e) {
    size_t begin = offset_at(r, e->start_mark.index);
    return span_make(r->src, begin, offset_at(r, e->end_mark.index));
}

/* libyaml's messages, and dossier's words for them. */

static const struct {
    const char *problem, *text, *hint;
} problems[] = {
    {"block sequence entries are not allowed in this context", "a list cannot begin here",
     "begin each item on a line of its own: `- item`"},
    {"control characters are not allowed", "a control character is in the text", "remove it"},
    {"could not find expected ':'", "a key without a colon",
     "write `key: value`, and indent what belongs to the line before"},
    {"did not find expected ',' or ']'", "a list in brackets is not closed",
     "separate its items with commas and close it with `]`"},
    {"did not find expected ',' or '}'", "a map in braces is not closed",
     "separate its members with commas and close it with `}`"},
    {"did not find expected '-' indicator", "a list item without its dash",
     "begin each item with `- ` in the same column"},
    {"did not find expected <document start>", "text after the end of the data",
     "only one document is read"},
    {"did not find expected alphabetic or numeric character", "a `*` or `&` without a name",
     "put the value in quotes"},
    {"did not find expected comment or line break", "text after `|` or `>`",
     "begin the text on the next line, indented"},
    {"did not find expected hexdecimal number", "an escape without its hexadecimal digits",
     "write `\\x41`, `\\u00e9`, or use single quotes: nothing is an escape there"},
    {"did not find expected key", "no key where one is expected",
     "check the quotes and the indentation of this line and the one before"},
    {"did not find expected node content", "a value is missing", "put text in quotes"},
    {"did not find expected whitespace or line break", "text right after a tag", ""},
    {"found a tab character that violates indentation", "a tab in the indentation",
     "indent with spaces"},
    {"found a tab character where an indentation space is expected", "a tab in the indentation",
     "indent with spaces"},
    {"found character that cannot start any token", "a value cannot begin with this character",
     "put the value in quotes"},
    {"found undefined tag handle", "a tag, which is not read", "write the value without its tag"},
    {"found unexpected document indicator", "the data ends inside a quoted text",
     "close the quote"},
    {"found unexpected end of stream", "a quoted text is not closed", "close the quote"},
    {"found unknown escape character", "an unknown escape in a text in double quotes",
     "double the backslash, or use single quotes: nothing is an escape there"},
    {"mapping keys are not allowed in this context", "a key is not allowed here",
     "check the indentation"},
    {"mapping values are not allowed in this context", "a second colon in an unquoted value",
     "put the value in quotes"},
};

static const char colon_problem[] = "mapping values are not allowed in this context";

/** Returns the end of the line that contains `at`, at most the end of the run of libyaml. */
static size_t line_end(const struct reader *r, size_t at) {
    const char *p = r->src->text.p;
    while (at < r->end && p[at] != '\n' && p[at] != '\r') {
        at++;
    }
    return at;
}

/**
 * Reports a fault like that in `title: Scale: a study`: libyaml reads "Scale" as the value and
 * fails at the colon after it. The author meant the whole line, so the value becomes the rest of
 * the line.
 */
static void report_colon(struct reader *r, size_t at) {
    struct node *value = r->last;
    const char *p = r->src->text.p;
    bool same_line = value && value->plain && value->span.begin >= r->begin &&
                     value->span.end <= at &&
                     !memchr(p + value->span.end, '\n', at - value->span.end);
    struct diag *g = diag_add(r->diags, DIAG_YAML_SYNTAX, span_make(r->src, at, at + 1),
                              "a second colon in an unquoted value");
    if (!same_line) {
        diag_hint(r->diags, g, "check the indentation, and put values with a colon in quotes");
        return;
    }
    struct str whole = str_slice(r->src->text, value->span.begin, line_end(r, at));
    size_t comment = str_find(whole, STR(" #"));
    whole = str_trim(comment == STR_NONE ? whole : str_slice(whole, 0, comment));
    value->text = whole;
    value->span.end = value->span.begin + (uint32_t)whole.n;
    const char *quote = str_index(whole, '"') == STR_NONE ? "\"" : "'";
    diag_hint(r->diags, g, "put the value in quotes: %s%.*s%s", quote, STR_ARG(whole), quote);
}

/** Reports libyaml's error; returns the offset after which reading may resume. */
static size_t report(struct reader *r, const yaml_parser_t *p) {
    const char *problem = p->problem ? p->problem : "cannot be read as YAML";
    bool quoted = p->context && strstr(p->context, "quoted scalar") != NULL;
    size_t at;
    if (p->error == YAML_READER_ERROR) {
        at = r->begin + p->problem_offset;
    } else {
        /* A missing end quote is noticed at the end of the text; report the place of the opening
         * quote. */
        bool at_end = strcmp(problem, "found unexpected end of stream") == 0;
        at = offset_at(r, quoted && at_end ? p->context_mark.index : p->problem_mark.index);
    }
    at = at > r->end ? r->end : at;
    if (strcmp(problem, colon_problem) == 0) {
        report_colon(r, at);
        return at;
    }
    const char *text = problem, *hint = "";
    for (size_t i = 0; i < ARRAY_LEN(problems); i++) {
        if (strcmp(problems[i].problem, problem) == 0) {
            text = problems[i].text;
            hint = problems[i].hint;
        }
    }
    if (at < r->end && r->src->text.p[at] == '\t') {
        text = "a tab in the indentation";
        hint = "indent with spaces";
    }
    struct span span = span_make(r->src, at, at < r->end ? at + 1 : at);
    struct diag *g = diag_add(r->diags, DIAG_YAML_SYNTAX, span, "%s", text);
    if (*hint) {
        diag_hint(r->diags, g, "%s", hint);
    }
    return at;
}

/* ---- the tree */

/** Takes a scalar as the key of the next value in the innermost map. */
static void take_key(struct reader *r, struct frame *f, struct str text, struct span span,
                     bool is_text) {
    f->key = text;
    f->key_span = span;
    f->has_key = true;
    f->dropped = !is_text;
    if (!is_text) {
        diag_add(r->diags, DIAG_YAML_SYNTAX, span, "a key must be a plain or quoted text");
        return;
    }
    size_t old = keys_find(&f->keys, f->node, text);
    if (old != STR_NONE) {
        struct diag *g = diag_add(r->diags, DIAG_YAML_DUPLICATE_KEY, span,
                                  "the key `%.*s` is given twice", STR_ARG(text));
        diag_relate(r->diags, g, f->node->key_spans[old], "first given here");
        diag_hint(r->diags, g, "the last one is used; remove the other");
        f->again = old + 1;
    }
}

/** Adds a finished scalar, or a container that has just begun, to its parent. In a map that has no
 * key for the next value, the scalar becomes that key. */
static void place(struct reader *r, struct node *value) {
    if (r->depth == 0) {
        if (!r->root) {
            r->root = value;
        }
        return;
    }
    struct frame *f = &r->frames[r->depth - 1];
    if (f->node->kind == NODE_LIST) {
        node_append(r->arena, f->node, value);
        return;
    }
    if (!f->has_key) {
        bool is_text = value->kind == NODE_STRING;
        take_key(r, f, value->text, value->span, is_text);
        return;
    }
    if (f->again) {
        f->node->items[f->again - 1] = value;
        f->node->key_spans[f->again - 1] = f->key_span;
    } else if (!f->dropped) {
        node_add(r->arena, f->node, f->key, f->key_span, value);
    }
    f->has_key = f->dropped = false;
    f->again = 0;
}

/** Returns the scalar's text: a slice of the source if the bytes are the same, else a copy. */
static struct str scalar_text(struct reader *r, struct span span, const yaml_event_t *e) {
    struct str text = {(const char *)e->data.scalar.value, e->data.scalar.length};
    struct str raw = str_slice(r->src->text, span.begin, span.end);
    yaml_scalar_style_t style = e->data.scalar.style;
    if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE) {
        raw = raw.n >= 2 ? str_slice(raw, 1, raw.n - 1) : STR_EMPTY;
    }
    return str_eq(raw, text) ? raw : arena_str(r->arena, text);
}

static void refuse(struct reader *r, struct span span, const yaml_char_t *anchor,
                   const yaml_char_t *tag) {
    if (anchor) {
        diag_add(r->diags, DIAG_YAML_ALIAS, span, "the anchor `&%s` is not supported",
                 (const char *)anchor);
    }
    if (tag) {
        diag_add(r->diags, DIAG_YAML_ALIAS, span, "the tag `%s` is not supported",
                 (const char *)tag);
    }
}

static void read_scalar(struct reader *r, const yaml_event_t *e) {
    struct span span = span_of(r, e);
    refuse(r, span, e->data.scalar.anchor, e->data.scalar.tag);
    yaml_scalar_style_t style = e->data.scalar.style;
    struct node *n = node_string(r->arena, scalar_text(r, span, e), span);
    n->plain = style == YAML_PLAIN_SCALAR_STYLE;
    n->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    bool is_key = r->depth && r->frames[r->depth - 1].node->kind == NODE_MAP &&
                  !r->frames[r->depth - 1].has_key;
    r->last = is_key ? NULL : n;
    place(r, n);
}

static void read_alias(struct reader *r, const yaml_event_t *e) {
    struct span span = span_of(r, e);
    diag_add(r->diags, DIAG_YAML_ALIAS, span, "the alias `*%s` is not supported",
             (const char *)e->data.alias.anchor);
    struct node *n = node_string(r->arena, STR_EMPTY, span);
    n->kind = NODE_NULL;
    place(r, n);
}

/** Begins a map or list. Returns false when it is too deep. */
static bool open_node(struct reader *r, const yaml_event_t *e, bool is_map) {
    struct span span = span_of(r, e);
    if (r->depth == LIMIT_DATA_DEPTH) {
        diag_add(r->diags, DIAG_YAML_DEPTH, span, "more than %d levels of nesting",
                 LIMIT_DATA_DEPTH);
        return false;
    }
    struct node *n = NULL;
    if (r->depth == 0 && r->root) {
        n = r->root; /* a later run continues in the map where the earlier run stopped */
        if (!is_map || n->kind != NODE_MAP) {
            return false;
        }
    } else {
        n = is_map ? node_new_map(r->arena, span) : node_new_list(r->arena, span);
        refuse(r, span, is_map ? e->data.mapping_start.anchor : e->data.sequence_start.anchor,
               is_map ? e->data.mapping_start.tag : e->data.sequence_start.tag);
        place(r, n);
    }
    bool flow = is_map ? e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                       : e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    r->frames[r->depth++] = (struct frame){.node = n, .flow = flow, .keys = KEYS_INIT};
    r->last = NULL;
    return true;
}

/** Ends the innermost container; `e` is NULL when the run stopped inside it. */
static void close_node(struct reader *r, const yaml_event_t *e) {
    struct frame *f = &r->frames[--r->depth];
    size_t end = f->node->span.end;
    if (f->flow && e) {
        end = offset_at(r, e->end_mark.index);
    } else if (f->node->n) {
        /* libyaml ends a block only at the next token, perhaps some lines further on, so the end of
         * the last value is used */
        end = f->node->items[f->node->n - 1]->span.end;
    }
    if (end > f->node->span.end) {
        f->node->span.end = (uint32_t)end;
    }
    keys_drop(&f->keys);
}

static bool is_nothing(const yaml_event_t *e) {
    return e->type == YAML_SCALAR_EVENT && e->data.scalar.length == 0 &&
           e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !e->data.scalar.anchor &&
           !e->data.scalar.tag;
}

/** Handles an event of a second document. Returns false, which ends the run, when that document is
 * not empty. */
static bool skip_event(struct reader *r, const yaml_event_t *e, enum run *result) {
    if (e->type == YAML_DOCUMENT_END_EVENT || is_nothing(e)) {
        return true;
    }
    diag_add(r->diags, DIAG_YAML_SYNTAX, r->document, "a second document");
    *result = RUN_STOPPED;
    return false;
}

/** Handles one event. Returns false when the run must end. */
static bool take_event(struct reader *r, const yaml_event_t *e, enum run *result) {
    bool between = e->type == YAML_DOCUMENT_START_EVENT || e->type == YAML_STREAM_END_EVENT;
    if (r->documents > 1 && !between) {
        return skip_event(r, e, result);
    }
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        read_scalar(r, e);
        return true;
    case YAML_ALIAS_EVENT:
        read_alias(r, e);
        return true;
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        if (!open_node(r, e, e->type == YAML_MAPPING_START_EVENT)) {
            *result = RUN_STOPPED;
            return false;
        }
        return true;
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        close_node(r, e);
        return true;
    case YAML_DOCUMENT_START_EVENT:
        r->documents++;
        r->document = span_of(r, e);
        return true;
    case YAML_STREAM_END_EVENT:
        *result = RUN_DONE;
        return false;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return true;
    }
    return true;
}

/** Runs libyaml over [begin, end). `*at` becomes the offset where it stopped. */
static enum run run(struct reader *r, size_t *at) {
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p)) {
        base_out_of_memory();
    }
    r->index = 0;
    r->offset = r->begin;
    r->depth = r->documents = 0;
    r->last = NULL;
    yaml_parser_set_encoding(&p, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p, (const unsigned char *)r->src->text.p + r->begin,
                                 r->end - r->begin);
    enum run result = RUN_DONE;
    for (bool more = true; more;) {
        yaml_event_t e;
        if (!yaml_parser_parse(&p, &e)) {
            *at = report(r, &p);
            result = RUN_BROKEN;
            break;
        }
        more = take_event(r, &e, &result);
        yaml_event_delete(&e);
    }
    while (r->depth) {
        close_node(r, NULL);
    }
    yaml_parser_delete(&p);
    return result;
}

/** Returns the offset of the next line after `at` that begins in its first column with something
 * like a key, or STR_NONE. */
static size_t next_key_line(const struct reader *r, size_t at) {
    const char *p = r->src->text.p;
    for (at = line_end(r, at); at < r->end; at = line_end(r, at)) {
        while (at < r->end && (p[at] == '\n' || p[at] == '\r')) {
            at++;
        }
        struct str line = str_slice(r->src->text, at, line_end(r, at));
        if (line.n && (is_alpha(line.p[0]) || line.p[0] == '_' || line.p[0] == '"') &&
            (str_find(line, STR(": ")) != STR_NONE || line.p[line.n - 1] == ':')) {
            return at;
        }
    }
    return STR_NONE;
}

struct node *yaml_parse(struct arena *a, struct source *src, size_t begin, size_t end,
                        struct diags *d) {
    struct reader r = {.arena = a, .src = src, .diags = d};
    end = end > src->text.n ? src->text.n : end;
    begin = begin > end ? end : begin;
    struct str text = str_slice(src->text, begin, end);
    if (!data_readable(src, text, LIMIT_SOURCE, "YAML", d)) {
        return NULL;
    }
    r.begin = begin + str_bom(text);
    r.end = end;
    for (int runs = 0; runs < MAX_RESTARTS && r.begin < r.end; runs++) {
        size_t at = r.begin;
        if (run(&r, &at) != RUN_BROKEN || (r.root && r.root->kind != NODE_MAP)) {
            break;
        }
        size_t next = next_key_line(&r, at);
        if (next == STR_NONE) {
            break;
        }
        r.begin = next;
    }
    return r.root;
}
