/* SPDX-License-Identifier: MIT */
/*
 * Style sheets of the author's in the page, behind our own and as they are written. The page loads
 * nothing: imports are left out, and addresses are made empty, each with a warning. Looks at tokens
 * and not at rules, so that what we read otherwise than a browser can fetch nothing either.
 */
#include "html/writer.h"

DIAG_USE(DIAG_CSS_REMOTE);

/** Text cannot end the element it is in: the slash of any "</" is escaped, which means the same in
 * CSS. */
static void write_text(struct html_writer *w, struct str css) {
    for (size_t i = 0; i < css.n; i++) {
        buf_putc(w->out, css.p[i]);
        if (css.p[i] == '<' && i + 1 < css.n && css.p[i + 1] == '/') {
            buf_putc(w->out, '\\');
        }
    }
}

/** What a page may name: what it has inside. */
static bool is_inside(struct str url) {
    url = str_trim(url);
    return url.n == 0 || url.p[0] == '#' || str_starts(url, STR("data:"));
}

static void refuse(struct html_writer *w, struct span at, const char *what) {
    struct diag *g = diag_add(w->d, DIAG_CSS_REMOTE, at, "the page does not load %s", what);
    diag_hint(w->d, g, "it is one file: write `data:` addresses, or leave this out");
}

/** Functions whose strings are addresses. */
static bool takes_address(struct str name) {
    static const char *const NAMES[] = {
        "url", "src", "image", "image-set", "-webkit-image-set", "cross-fade"};
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_ieq(name, str_of(NAMES[i]))) {
            return true;
        }
    }
    return false;
}

/** Place behind an at-rule that begins at `i`; inside a block it ends with that at the latest. */
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

/** Writes the bytes between two tokens' ends. */
static void write_upto(struct html_writer *w, const struct css_sheet *s, uint32_t *done,
                       uint32_t to) {
    write_text(w, str_slice(s->src->text, *done, to));
    *done = to;
}

void html_sheet(struct html_writer *w, const struct css_sheet *s) {
    const struct css_token *t = s->tokens;
    uint32_t done = str_starts(s->src->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    size_t addresses_end = 0;
    for (size_t i = 0; i < s->ntokens; i++) {
        bool import = t[i].kind == CSS_AT_KEYWORD &&
                      (str_ieq(t[i].text, STR("import")) || str_ieq(t[i].text, STR("namespace")));
        bool address = t[i].kind == CSS_URL || t[i].kind == CSS_BAD_URL ||
                       (t[i].kind == CSS_STRING && i < addresses_end);
        if (t[i].kind == CSS_FUNCTION && i >= addresses_end && takes_address(t[i].text)) {
            addresses_end = css_block_end(t, s->ntokens, i); /* of those inside it too */
        }
        if (import) {
            size_t end = at_rule_end(t, s->ntokens, i);
            write_upto(w, s, &done, t[i].span.begin);
            done = t[end - 1].span.end;
            refuse(w, css_span(t + i, end - i), "other style sheets");
            i = end - 1;
        } else if (address && (t[i].kind == CSS_BAD_URL || !is_inside(t[i].text))) {
            write_upto(w, s, &done, t[i].span.begin);
            buf_puts(w->out, t[i].kind == CSS_STRING ? "\"\"" : "url(\"\")");
            done = t[i].span.end;
            refuse(w, t[i].span, "files of other places");
        }
    }
    write_upto(w, s, &done, (uint32_t)s->src->text.n);
    if (!str_ends(s->src->text, STR("\n"))) {
        buf_putc(w->out, '\n');
    }
}
