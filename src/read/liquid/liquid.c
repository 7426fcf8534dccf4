/* SPDX-License-Identifier: MIT */
/* Runs a template: copies text, runs outputs and tags, and checks the limits. Decides how errors
 * are reported. */
#include "core/base/bounds.h"
#include "read/liquid/liquid_state.h"

#include <stdarg.h>

DIAG_USE(DIAG_LIQUID);
DIAG_USE(DIAG_TOO_LARGE);

/* ---- diagnostics */

static struct span place(const struct liquid *q, struct str at) {
    if (q->own.src) {
        return q->own;
    }
    struct str text = q->t->src->text;
    bool inside = at.p && at.p >= text.p && at.p <= text.p + text.n && at.n;
    if (!inside) {
        return span_make(q->t->src, q->token->begin, q->token->end);
    }
    size_t begin = (size_t)(at.p - text.p);
    return span_make(q->t->src, begin, begin + at.n);
}

void liquid_report(struct liquid *q, struct str at, const char *hint, const char *fmt, ...) {
    if (q->token->reported) {
        return;
    }
    q->token->reported = true;
    va_list ap;
    va_start(ap, fmt);
    struct buf text;
    buf_init(&text, 4096);
    buf_vprintf(&text, fmt, ap);
    va_end(ap);
    struct diag *g = diag_add(q->d, DIAG_LIQUID, place(q, at), "%.*s", (int)text.n, text.p);
    buf_drop(&text);
    if (*hint) {
        diag_hint(q->d, g, "%s", hint);
    }
}

bool liquid_spend(struct liquid *q, size_t bytes) {
    if (q->jump == LIQUID_STOP) {
        return false;
    }
    q->work += bytes + 1;
    if (q->work > LIMIT_LIQUID_WORK || q->out.text.overflow || (q->text && q->text->overflow)) {
        q->jump = LIQUID_STOP;
        struct diag *g = diag_add(q->d, DIAG_TOO_LARGE, place(q, STR_EMPTY),
                                  "this template makes too much text: what follows is left out");
        diag_hint(q->d, g, "look for a loop in a loop, or a text that grows by itself");
        return false;
    }
    return true;
}

/* ---- output */

static void put_source(struct liquid *q, struct span from) {
    if (q->text) {
        buf_str(q->text, span_text(from));
    } else if (q->own.src) {
        source_put_made(&q->out, span_text(from), q->own);
    } else {
        source_put(&q->out, from);
    }
}

void liquid_put(struct liquid *q, struct str text) {
    if (!liquid_spend(q, text.n)) {
        return;
    }
    if (q->text) {
        buf_str(q->text, text);
    } else {
        source_put_made(&q->out, text, place(q, STR_EMPTY));
    }
}

/* Runs the text of the page at `{{ content }}` in its layout. */
static void run_body(struct liquid *q) {
    struct liquid_template *body = q->body, *outer = q->t;
    struct liquid_token *token = q->token;
    struct span own = q->own;
    int depth = q->depth;
    q->body = NULL;
    q->t = body;
    q->own = SPAN_NONE;
    q->depth = 0;
    liquid_run(q, 0, body->n);
    q->body = body;
    q->t = outer;
    q->token = token;
    q->own = own;
    q->depth = depth;
}

static void run_output(struct liquid *q) {
    if (q->body && str_is(q->token->markup, "content")) {
        run_body(q);
        return;
    }
    struct liquid_cursor c = {.s = q->token->markup};
    const struct node *v = liquid_at_end(&c) ? NULL : liquid_value(q, &c);
    if (!c.bad && liquid_take(&c, "if")) { /* an expression of Jinja, `a if b else c` */
        struct str rest = str_from(c.s, c.at);
        size_t otherwise = str_find(rest, STR(" else "));
        struct liquid_cursor condition = {.s = str_slice(rest, 0, otherwise)};
        struct liquid_cursor last = {.s = otherwise == STR_NONE ? STR_EMPTY
                                                                : str_from(rest, otherwise + 6)};
        bool yes = liquid_condition(q, &condition);
        v = yes ? v : last.s.n ? liquid_value(q, &last) : NULL;
        c.at = c.s.n;
    }
    if (!c.bad && !liquid_at_end(&c)) {
        liquid_report(q, str_from(c.s, c.at), "", "this cannot be read as Liquid from here on");
    }
    if (liquid_type_of(v) == LIQUID_MAP) {
        liquid_report(q, q->token->markup, "print one of its members", "this is a map, not a text");
    } else if (c.unknown && !liquid_text(q, v).n && !q->depth) {
        /* names in includes are not reported, because they may be optional parameters */
        liquid_report(q, q->token->markup,
                      "set it in the front matter (`page.`) or in _config.yml (`site.`)",
                      "`%.*s` is unknown: it is left out", STR_ARG(q->token->markup));
    }
    liquid_put(q, liquid_text(q, v));
}

/* ---- running */

static liquid_tag *tag_of(struct str name) {
    const struct liquid_tag_row *tables[] = {liquid_control_tags, liquid_include_tags,
                                             liquid_scholar_tags};
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        for (const struct liquid_tag_row *row = tables[i]; row->name; row++) {
            if (str_is(name, row->name)) {
                return row->run;
            }
        }
    }
    return NULL;
}

size_t liquid_block_end(const struct liquid *q, size_t i) {
    const struct liquid_template *t = q->t;
    size_t at = i;
    while (t->tokens[at].next != LIQUID_NONE) {
        at = t->tokens[at].next;
    }
    return at != i && str_starts(t->tokens[at].name, STR("end")) ? at : LIQUID_NONE;
}

static void unknown_tag(struct liquid *q) {
    struct str name = q->token->name;
    bool end = str_starts(name, STR("end")) || str_is(name, "/");
    liquid_report(q, STR_EMPTY, end ? "" : "the tag is left out; the text after it is kept",
                  end ? "`%.*s` ends no known block" : "unknown tag `%.*s`", STR_ARG(name));
}

void liquid_run(struct liquid *q, size_t from, size_t to) {
    struct liquid_template *t = q->t;
    for (size_t i = from; i < to && q->jump == LIQUID_GOES_ON;) {
        struct liquid_token *k = q->token = &t->tokens[i];
        if (!liquid_spend(q,
                          LIQUID_TOKEN_WORK + (k->kind == LIQUID_TEXT ? 0 : k->end - k->begin))) {
            return;
        }
        if (k->kind == LIQUID_TEXT) {
            put_source(q, span_make(t->src, k->begin, k->end));
            i++;
        } else if (k->kind == LIQUID_OUTPUT) {
            run_output(q);
            i++;
        } else {
            liquid_tag *tag = tag_of(k->name);
            if (!tag) {
                unknown_tag(q);
            }
            i = tag ? tag(q, i) : i + 1;
        }
    }
}

struct str liquid_capture(struct liquid *q, size_t from, size_t to) {
    struct buf text, *outer = q->text;
    buf_init(&text, LIMIT_LIQUID_OUTPUT);
    q->text = &text;
    liquid_run(q, from, to);
    q->text = outer;
    return buf_finish(&text, q->a);
}

/* ---- public functions */

static bool has_tags(struct str text) {
    return str_find(text, STR("{{")) != STR_NONE || str_find(text, STR("{%")) != STR_NONE;
}

/* Makes a template from a text in which nothing is expanded. */
static struct liquid_template *verbatim(struct arena *a, struct source *src, size_t begin) {
    struct liquid_template *t = ARENA_NEW(a, struct liquid_template);
    *t = (struct liquid_template){.src = src, .n = 1, .unclosed = LIQUID_NONE};
    t->tokens = ARENA_NEW(a, struct liquid_token);
    *t->tokens = (struct liquid_token){.kind = LIQUID_TEXT,
                                       .begin = (uint32_t)begin,
                                       .end = (uint32_t)src->text.n,
                                       .next = LIQUID_NONE};
    return t;
}

/* Runs the layout, which contains the text, or the text alone. */
static void run_all(struct liquid *q, struct source *src) {
    if (!q->opt->layout) {
        liquid_run(q, 0, q->t->n);
        return;
    }
    q->body = q->t;
    q->t = liquid_scan(q->a, q->opt->layout, 0,
                       q->opt->everywhere ? LIQUID_CODE_NOWHERE : LIQUID_CODE_HTML);
    q->own = span_make(src, 0, 0);
    q->depth = 1;
    liquid_run(q, 0, q->t->n);
}

struct source *liquid_expand(struct arena *a, struct source *src, const struct liquid_options *opt,
                             struct liquid_needs *needs, struct diags *d) {
    *needs = (struct liquid_needs){.cites = false};
    if (!opt->layout && (opt->verbatim || !has_tags(str_from(src->text, opt->begin)))) {
        return src;
    }
    struct liquid q = {.a = a, .d = d, .opt = opt};
    source_build(&q.out, a, src->text.n + LIMIT_LIQUID_OUTPUT);
    source_put(&q.out, span_make(src, 0, opt->begin));
    enum liquid_code code = opt->everywhere ? LIQUID_CODE_NOWHERE : LIQUID_CODE_MARKDOWN;
    q.t = opt->verbatim ? verbatim(a, src, opt->begin) : liquid_scan(a, src, opt->begin, code);
    if (q.t->unclosed != LIQUID_NONE) {
        diag_add(d, DIAG_LIQUID, span_make(src, q.t->unclosed, q.t->unclosed + 2),
                 "this tag does not end: it is read as text");
    }
    run_all(&q, src);
    *needs = (struct liquid_needs){q.cites, vec_finish(&q.databases, a), q.databases.n};
    map_drop(&q.globals);
    map_drop(&q.counters);
    map_drop(&q.templates);
    return source_built(&q.out, src->name);
}

bool liquid_is_template(struct arena *a, struct source *src, size_t begin) {
    if (!has_tags(str_from(src->text, begin))) {
        return false;
    }
    const struct liquid_template *t = liquid_scan(a, src, begin, LIQUID_CODE_MARKDOWN);
    bool found = false;
    size_t at = begin;
    for (size_t i = 0; i < t->n && !found; i++) {
        const struct liquid_token *k = &t->tokens[i];
        bool own = str_starts(k->markup, STR("site.")) || str_starts(k->markup, STR("page."));
        /* a gap between two tokens shows that the text has the tag `raw` */
        found = (k->kind == LIQUID_TAG && tag_of(k->name) != NULL) ||
                (k->kind == LIQUID_OUTPUT && own) || k->begin != at;
        at = k->end;
    }
    return found || at != src->text.n;
}

void liquid_report_unread(struct arena *a, struct source *src, size_t begin, struct diags *d) {
    if (!has_tags(str_from(src->text, begin))) {
        return;
    }
    const struct liquid_template *t = liquid_scan(a, src, begin, LIQUID_CODE_MARKDOWN);
    for (size_t i = 0; i < t->n; i++) {
        const struct liquid_token *k = &t->tokens[i];
        size_t n = str_past_name(k->markup, 0, "._-");
        bool name = k->kind == LIQUID_OUTPUT && n && is_alpha(k->markup.p[0]) &&
                    (n == k->markup.n || k->markup.p[n] == '|' || is_space(k->markup.p[n]));
        if (name) {
            struct diag *g = diag_add(d, DIAG_LIQUID, span_make(src, k->begin, k->end),
                                      "this is printed as text: the document is not a template");
            diag_hint(d, g, "`--from markdown+liquid` reads it; write it as code to show it");
        }
    }
}
