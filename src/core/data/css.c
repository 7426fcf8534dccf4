/* SPDX-License-Identifier: MIT */
/*
 * The parser of CSS (CSS Syntax 3, section 5): tokens to rules and declarations. Invalid parts are
 * skipped with a warning, up to where the specification resumes.
 */
#include "core/base/bounds.h"
#include "core/data/css_internal.h"

DIAG_USE(DIAG_CSS_SYNTAX);

typedef VEC(struct css_rule) rule_list;
typedef VEC(struct css_decl) decl_list;

struct parser {
    struct arena *arena;
    struct css_tokens *c;
    const struct css_token *t; /* the tokens, in the arena */
    struct diags *d;
    size_t at;
    int depth;
};

struct span css_span(const struct css_token *t, size_t n) {
    if (n == 0) {
        return SPAN_NONE;
    }
    return span_make(t[0].span.src, t[0].span.begin, t[n - 1].span.end);
}

size_t css_block_end(const struct css_token *t, size_t n, size_t i) {
    size_t depth = 0;
    for (; i < n; i++) {
        if (t[i].kind == CSS_OPEN || t[i].kind == CSS_FUNCTION) {
            depth++;
        } else if (t[i].kind == CSS_CLOSE && depth > 0 && --depth == 0) {
            return i + 1;
        }
    }
    return n;
}

static bool opens(const struct css_token *t, char c) {
    return t->kind == CSS_OPEN && t->text.p[0] == c;
}

/** Returns the index after the component value at `i`, which ends at `end` at the latest. */
static size_t skip_value(const struct parser *p, size_t i, size_t end) {
    if (p->t[i].kind != CSS_OPEN && p->t[i].kind != CSS_FUNCTION) {
        return i + 1;
    }
    size_t close = p->c->close.p[i];
    return close < end ? close + 1 : end;
}

static void skip_space(struct parser *p, size_t end) {
    while (p->at < end && p->t[p->at].kind == CSS_SPACE) {
        p->at++;
    }
}

/** Returns the tokens [from, to) without white space at both ends. */
static const struct css_token *trimmed(const struct parser *p, size_t from, size_t to, size_t *n) {
    while (from < to && p->t[from].kind == CSS_SPACE) {
        from++;
    }
    while (to > from && p->t[to - 1].kind == CSS_SPACE) {
        to--;
    }
    *n = to - from;
    return p->t + from;
}

/** Removes "!important" from the end of a value (5.4.6). */
static void take_important(struct css_decl *decl) {
    size_t n = decl->n;
    if (n < 2 || decl->value[n - 1].kind != CSS_IDENT ||
        !str_ieq(decl->value[n - 1].text, STR("important"))) {
        return;
    }
    n--;
    while (n > 0 && decl->value[n - 1].kind == CSS_SPACE) {
        n--;
    }
    if (n == 0 || decl->value[n - 1].kind != CSS_DELIM || !str_is(decl->value[n - 1].text, "!")) {
        return;
    }
    n--;
    while (n > 0 && decl->value[n - 1].kind == CSS_SPACE) {
        n--;
    }
    decl->important = true;
    decl->n = n;
}

/**
 * Reads a declaration; returns false, without moving, when there is none. A value that contains a
 * block makes the text a rule whose selector has a colon, unless it is a custom property (5.4.6).
 * Reading stops at that block, so that the following rules are not read again for each declaration.
 */
static bool take_decl(struct parser *p, size_t end, struct css_decl *decl) {
    const struct css_token *name = &p->t[p->at];
    size_t i = p->at + 1;
    if (name->kind != CSS_IDENT) {
        return false;
    }
    while (i < end && p->t[i].kind == CSS_SPACE) {
        i++;
    }
    if (i >= end || p->t[i].kind != CSS_COLON) {
        return false;
    }
    size_t from = ++i;
    bool bad = false;
    bool custom = str_starts(name->text, STR("--"));
    while (i < end && p->t[i].kind != CSS_SEMICOLON) {
        if (opens(&p->t[i], '{') && !custom) {
            return false;
        }
        bad = bad || p->t[i].kind == CSS_BAD_STRING || p->t[i].kind == CSS_BAD_URL;
        i = skip_value(p, i, end);
    }
    *decl = (struct css_decl){.name = custom ? name->text : arena_lower(p->arena, name->text),
                              .name_span = name->span};
    decl->value = trimmed(p, from, i, &decl->n);
    p->at = i;
    take_important(decl);
    decl->value_span = decl->n > 0 ? css_span(decl->value, decl->n) : name->span;
    if (bad) {
        decl->n = 0; /* the fault was reported already; the declaration is ignored */
        decl->value = NULL;
    } else if (decl->n == 0 && !custom) {
        (void)diag_add(p->d, DIAG_CSS_SYNTAX, name->span, "`%.*s` has no value",
                       STR_ARG(name->text));
    }
    return true;
}

static void take_block(struct parser *p, size_t end, struct css_rule *rule);

/** Reads the block of a rule. Its opening bracket is the current token. */
static void take_rule_block(struct parser *p, size_t end, struct css_rule *rule) {
    size_t close = p->c->close.p[p->at];
    size_t inner = close < end ? close : end;
    rule->has_block = true;
    if (p->depth >= LIMIT_CSS_DEPTH) {
        (void)diag_add(p->d, DIAG_CSS_SYNTAX, p->t[p->at].span,
                       "blocks are nested more than %d deep", LIMIT_CSS_DEPTH);
    } else {
        p->depth++;
        p->at++;
        take_block(p, inner, rule);
        p->depth--;
    }
    p->at = close < end ? close + 1 : end;
}

/** Reads `@name prelude;` or `@name prelude { ... }` (5.4.2). */
static void take_at_rule(struct parser *p, size_t end, rule_list *rules) {
    struct css_rule rule = {.at = arena_lower(p->arena, p->t[p->at].text)};
    struct span name = p->t[p->at].span;
    size_t from = ++p->at;
    while (p->at < end && p->t[p->at].kind != CSS_SEMICOLON && !opens(&p->t[p->at], '{')) {
        p->at = skip_value(p, p->at, end);
    }
    rule.prelude = trimmed(p, from, p->at, &rule.nprelude);
    rule.prelude_span = rule.nprelude > 0 ? css_span(rule.prelude, rule.nprelude) : name;
    if (p->at < end && opens(&p->t[p->at], '{')) {
        take_rule_block(p, end, &rule);
    } else {
        p->at += p->at < end;
    }
    vec_push(rules, rule);
}

/** Reads `selector { ... }` (5.4.3). Within a block, a semicolon ends an invalid rule. */
static void take_qualified(struct parser *p, size_t end, bool nested, rule_list *rules) {
    struct css_rule rule = {0};
    size_t from = p->at;
    while (p->at < end && !opens(&p->t[p->at], '{') &&
           !(nested && p->t[p->at].kind == CSS_SEMICOLON)) {
        p->at = skip_value(p, p->at, end);
    }
    rule.prelude = trimmed(p, from, p->at, &rule.nprelude);
    rule.prelude_span = css_span(rule.prelude, rule.nprelude);
    if (p->at >= end || p->t[p->at].kind == CSS_SEMICOLON) {
        struct diag *g =
            diag_add(p->d, DIAG_CSS_SYNTAX, rule.prelude_span,
                     nested ? "this is not a declaration" : "this is not a rule: it has no block");
        diag_hint(p->d, g,
                  nested ? "write `property: value;`" : "write `selector { property: value; }`");
        return;
    }
    bool empty = rule.nprelude == 0;
    if (empty) {
        (void)diag_add(p->d, DIAG_CSS_SYNTAX, p->t[p->at].span, "this block has no selector");
    }
    take_rule_block(p, end, &rule);
    if (!empty) {
        vec_push(rules, rule);
    }
}

static void keep_rules(struct parser *p, rule_list *rules, struct css_rule **out, size_t *n) {
    *out = vec_keep(rules, p->arena);
    *n = rules->n;
    vec_drop(rules);
}

/** Reads the contents of a block: declarations and rules in any order (5.4.4). */
static void take_block(struct parser *p, size_t end, struct css_rule *rule) {
    rule_list rules = VEC_INIT;
    decl_list decls = VEC_INIT;
    while (p->at < end) {
        struct css_decl decl;
        enum css_token_kind kind = p->t[p->at].kind;
        if (kind == CSS_SPACE || kind == CSS_SEMICOLON) {
            p->at++;
        } else if (kind == CSS_AT_KEYWORD) {
            take_at_rule(p, end, &rules);
        } else if (take_decl(p, end, &decl)) {
            if (decl.n > 0 || str_starts(decl.name, STR("--"))) {
                vec_push(&decls, decl);
            }
        } else {
            take_qualified(p, end, true, &rules);
        }
    }
    rule->decls = vec_finish(&decls, p->arena);
    rule->ndecls = decls.n;
    keep_rules(p, &rules, &rule->rules, &rule->nrules);
}

struct css_sheet *css_parse(struct arena *a, struct source *src, struct diags *d) {
    struct css_tokens c;
    css_tokenize(a, src, &c, d);
    struct css_sheet *sheet = ARENA_NEW(a, struct css_sheet);
    struct parser p = {.arena = a, .c = &c, .d = d};
    size_t n = c.t.n;
    p.t = vec_keep(&c.t, a);
    sheet->src = src;
    sheet->tokens = p.t;
    sheet->ntokens = n;
    rule_list rules = VEC_INIT;
    for (skip_space(&p, n); p.at < n; skip_space(&p, n)) {
        if (p.t[p.at].kind == CSS_MARKUP) {
            p.at++;
        } else if (p.t[p.at].kind == CSS_AT_KEYWORD) {
            take_at_rule(&p, n, &rules);
        } else {
            take_qualified(&p, n, false, &rules);
        }
    }
    keep_rules(&p, &rules, &sheet->rules, &sheet->n);
    css_tokens_drop(&c);
    return sheet;
}
