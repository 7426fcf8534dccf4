/* SPDX-License-Identifier: MIT */
/* Writes the author's style sheets into the page, after dossier's own sheet. They are unchanged
 * except that rules for paged media, which browsers do not support, are removed. The page must not
 * load anything, so imports are removed and addresses are emptied, with a warning. This file works
 * on tokens, not on rules. Therefore even a text that browsers parse differently cannot load
 * anything. */
#include "write/html/writer.h"

#include "core/base/base64.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_CSS_REMOTE);

/** Writes CSS. The slash of "</" is escaped, so that the text cannot end the element. */
static void write_text(struct html_writer *w, struct str css) {
    for (size_t i = 0; i < css.n; i++) {
        buf_putc(w->out, css.p[i]);
        if (css.p[i] == '<' && i + 1 < css.n && css.p[i + 1] == '/') {
            buf_putc(w->out, '\\');
        }
    }
}

/** Whether an address is within the page. */
static bool is_inside(struct str url) {
    url = str_trim(url);
    return url.n == 0 || url.p[0] == '#' || str_starts(url, STR("data:"));
}

static void refuse(struct html_writer *w, struct span at, const char *what) {
    struct diag *g = diag_add(w->d, DIAG_CSS_REMOTE, at, "the page does not load %s", what);
    diag_hint(w->d, g, "it is one file: write `data:` addresses, or leave this out");
}

/** Whether the strings in a function are addresses. */
static bool takes_address(struct str name) {
    return str_iamong(name, "url src image image-set -webkit-image-set cross-fade");
}

/** Writes, as a data: address, a file to which the style sheet refers. Returns false when it cannot
 * be read. */
static bool embed(struct html_writer *w, const struct css_sheet *s, const struct css_token *t) {
    struct str mime, bytes;
    bool remote = str_find(t->text, STR("://")) != STR_NONE || str_starts(t->text, STR("//"));
    if (t->kind == CSS_BAD_URL || remote || !w->opt->embed_beside ||
        !w->opt->embed_beside(w->opt->user, s->src->name, t->text, &mime, &bytes)) {
        return false;
    }
    if (!mime.n) { /* the fault was reported */
        buf_puts(w->out, t->kind == CSS_STRING ? "\"\"" : "url(\"\")");
        return true;
    }
    buf_puts(w->out, t->kind == CSS_STRING ? "\"data:" : "url(\"data:");
    buf_str(w->out, mime);
    buf_puts(w->out, ";base64,");
    base64_put(w->out, bytes);
    buf_puts(w->out, t->kind == CSS_STRING ? "\"" : "\")");
    return true;
}

/** Returns the end of the at-rule that begins at `i`, at most the end of the surrounding block. */
static size_t at_rule_end(const struct css_token *t, size_t n, size_t i) {
    while (i < n && t[i].kind != CSS_SEMICOLON) {
        if (t[i].kind == CSS_CLOSE && str_is(t[i].text, "}")) {
            return i;
        }
        bool block = t[i].kind == CSS_OPEN && str_is(t[i].text, "{");
        bool opens = t[i].kind == CSS_OPEN || t[i].kind == CSS_FUNCTION;
        i = opens ? css_block_end(t, n, i) : i + 1;
        if (block) {
            return i;
        }
    }
    return i < n ? i + 1 : n;
}

/** Writes the bytes from `*done` to `to`, and sets `*done` to `to`. */
static void write_upto(struct html_writer *w, const struct css_sheet *s, uint32_t *done,
                       uint32_t to) {
    write_text(w, str_slice(s->src->text, *done, to));
    *done = to;
}

/** Returns the rule of the @import whose tokens begin at `t`, or NULL if its style sheet was not
 * read. `*at` is the rule where the search begins; it only moves forward, because rules and tokens
 * have the same order. */
static const struct css_rule *import_at(const struct css_sheet *s, const struct css_token *t,
                                        size_t *at) {
    while (*at < s->n && (s->rules[*at].nprelude == 0 || s->rules[*at].prelude <= t)) {
        ++*at;
    }
    const struct css_rule *rule = *at < s->n ? &s->rules[*at] : NULL;
    return rule && rule->imported && rule->prelude < t + 3 ? rule : NULL;
}

/** Writes an imported style sheet in place of its import, under the conditions of the import (CSS
 * Cascading 5, section 2.1). The code that reads imports limits their nesting. */
static void write_import(struct html_writer *w, const struct css_rule *rule) {
    const struct css_token *t = rule->prelude;
    size_t n = rule->nprelude;
    size_t i = t->kind == CSS_FUNCTION ? css_block_end(t, n, 0) : 1;
    int open = 0;
    while (i < n) {
        bool function = t[i].kind == CSS_FUNCTION;
        size_t end = function ? css_block_end(t, n, i) : i + 1;
        bool layer = str_ieq(t[i].text, STR("layer")) && (function || t[i].kind == CSS_IDENT);
        bool supports = function && str_ieq(t[i].text, STR("supports"));
        if (t[i].kind == CSS_SPACE) {
            i++;
            continue;
        }
        if (!layer && !supports) {
            break;
        }
        struct str inner = function ? span_text(css_span(t + i + 1, end - i - 1)) : STR(")");
        buf_puts(w->out, layer ? "@layer " : "@supports (");
        write_text(w, str_slice(inner, 0, inner.n - (layer && inner.n > 0)));
        buf_puts(w->out, " {\n");
        open++;
        i = end;
    }
    if (i < n) {
        buf_puts(w->out, "@media ");
        write_text(w, span_text(css_span(t + i, n - i)));
        buf_puts(w->out, " {\n");
        open++;
    }
    if (rule->imported->ntokens > 0) {
        html_sheet(w, rule->imported);
    }
    for (; open > 0; open--) {
        buf_puts(w->out, "}\n");
    }
}

/* ---- paged media */

/** Whether a token is a property or function that browsers do not support (CSS Generated Content
 * for Paged Media). */
static bool is_paged(const struct css_token *t) {
    static const char properties[] = "string-set bookmark-level bookmark-label bookmark-state "
                                     "footnote-display footnote-policy";
    static const char functions[] = "string running target-counter target-counters leader "
                                    "target-text";
    return t->kind == CSS_IDENT ? str_iamong(t->text, properties)
                                : t->kind == CSS_FUNCTION && str_iamong(t->text, functions);
}

/** Returns the end of a declaration for paged media that begins at `i`. Returns `i` if other text
 * is there. A selector is examined up to its block. */
static size_t paged_end(const struct css_token *t, size_t n, size_t i) {
    bool paged = t[i].kind == CSS_IDENT && is_paged(&t[i]);
    size_t k = i + 1;
    for (; k < n && t[k].kind != CSS_SEMICOLON; k++) {
        if (t[k].kind == CSS_CLOSE && str_is(t[k].text, "}")) {
            return paged ? k : i;
        }
        if (t[k].kind == CSS_OPEN && str_is(t[k].text, "{")) {
            return i;
        }
        paged = paged || (t[k].kind == CSS_FUNCTION && is_paged(&t[k]));
    }
    return paged ? (k < n ? k + 1 : n) : i;
}

/** Returns the end of an @page rule, or of a declaration for paper, that begins at `i`. Returns `i`
 * when there is neither. `*fresh` means that a declaration may begin here. */
static size_t paper_end(const struct css_token *t, size_t n, size_t i, bool *fresh) {
    if (t[i].kind == CSS_AT_KEYWORD && str_ieq(t[i].text, STR("page"))) {
        return at_rule_end(t, n, i);
    }
    size_t end = *fresh && t[i].kind == CSS_IDENT ? paged_end(t, n, i) : i;
    bool brace = (t[i].kind == CSS_OPEN && str_is(t[i].text, "{")) ||
                 (t[i].kind == CSS_CLOSE && str_is(t[i].text, "}"));
    *fresh = end > i || brace || t[i].kind == CSS_SEMICOLON || (*fresh && t[i].kind == CSS_SPACE);
    return end;
}

void html_sheet(struct html_writer *w, const struct css_sheet *s) {
    const struct css_token *t = s->tokens;
    uint32_t done = (uint32_t)str_bom(s->src->text);
    size_t addresses_end = 0;
    size_t rules = 0;
    bool fresh = false;
    for (size_t i = 0; i < s->ntokens; i++) {
        size_t behind = paper_end(t, s->ntokens, i, &fresh);
        if (behind > i) {
            write_upto(w, s, &done, t[i].span.begin);
            done = t[behind - 1].span.end;
            i = behind - 1;
            continue;
        }
        bool import = t[i].kind == CSS_AT_KEYWORD &&
                      (str_ieq(t[i].text, STR("import")) || str_ieq(t[i].text, STR("namespace")));
        bool address = t[i].kind == CSS_URL || t[i].kind == CSS_BAD_URL ||
                       (i < addresses_end && t[i].kind == CSS_STRING);
        if (t[i].kind == CSS_FUNCTION && i >= addresses_end && takes_address(t[i].text)) {
            /* also removes the addresses inside the block */
            addresses_end = css_block_end(t, s->ntokens, i);
        }
        if (import) {
            size_t end = at_rule_end(t, s->ntokens, i);
            const struct css_rule *rule = import_at(s, &t[i], &rules);
            write_upto(w, s, &done, t[i].span.begin);
            done = t[end - 1].span.end;
            if (rule) {
                write_import(w, rule);
            } else {
                refuse(w, css_span(t + i, end - i), "other style sheets");
            }
            i = end - 1;
        } else if (address && (t[i].kind == CSS_BAD_URL || !is_inside(t[i].text))) {
            write_upto(w, s, &done, t[i].span.begin);
            done = t[i].span.end;
            if (!embed(w, s, &t[i])) {
                buf_puts(w->out, t[i].kind == CSS_STRING ? "\"\"" : "url(\"\")");
                refuse(w, t[i].span, "files of other places");
            }
        }
    }
    write_upto(w, s, &done, (uint32_t)s->src->text.n);
    if (!str_ends(s->src->text, STR("\n"))) {
        buf_putc(w->out, '\n');
    }
}
