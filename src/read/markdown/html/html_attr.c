/* SPDX-License-Identifier: MIT */
/* Adds attributes of HTML elements to nodes. Obsolete attributes such as `align` become CSS (WHATWG
 * HTML, section 15). Only the CSS that doc_safe_style() allows is kept. Omissions are reported once
 * for each tag. */
#include "read/markdown/html/md_html.h"

#include "core/base/word_list.h"

#include <stdlib.h>

DIAG_USE(DIAG_HTML_STYLE);
DIAG_USE(DIAG_TOO_LARGE);

#define MAX_ATTRS 1000 /* maximum number of attributes and classes of one element */

static void add_css(struct buf *css, const char *name, struct str value) {
    buf_puts(css, name);
    buf_puts(css, ":");
    buf_str(css, value);
    buf_putc(css, ';');
}

/* Returns the CSS for the attribute `size` of <font>: a number from 1 to 7, or a step from 3
 * (WHATWG HTML, 15.3.1). Returns NULL for another value. */
static const char *font_size(struct str value) {
    static const char *const steps[] = {"x-small", "small",    "medium",  "large",
                                        "x-large", "xx-large", "xx-large"};
    int64_t n = 3;
    if (!str_to_i64(value, &n)) {
        return NULL;
    }
    n += value.p[0] == '+' || value.p[0] == '-' ? 3 : 0;
    return steps[n < 1 ? 0 : n > 7 ? 6 : n - 1];
}

static bool is_align(struct str value) {
    return str_iamong(value, "left right center justify");
}

/* Adds the CSS for an obsolete attribute. Returns false for other attributes, which are kept. */
static bool add_presentation(struct buf *css, const struct md_html_tag *t, struct str key,
                             struct str value) {
    bool font = t->el && t->el->use == MD_HTML_FONT;
    if (str_ieq(key, STR("align")) && md_html_is_block(t) && is_align(value)) {
        add_css(css, "text-align", value);
    } else if (str_ieq(key, STR("bgcolor"))) {
        add_css(css, "background-color", value);
    } else if (font && str_ieq(key, STR("color"))) {
        add_css(css, "color", value);
    } else if (font && str_ieq(key, STR("size")) && font_size(value)) {
        add_css(css, "font-size", str_of(font_size(value)));
    } else {
        return font && (str_ieq(key, STR("face")) || str_ieq(key, STR("size")));
    }
    return true;
}

static void report_many(struct md *m, struct span at, const char *what) {
    struct diag *g =
        diag_add(m->diags, DIAG_TOO_LARGE, at, "this element has more than %d %s", MAX_ATTRS, what);
    diag_hint(m->diags, g, "the others are left out");
}

static void add_classes(struct md *m, struct doc_node *n, struct str classes) {
    int count = 0;
    for (struct str word; (word = str_next_word(&classes)).n;) {
        if (count++ == MAX_ATTRS) {
            report_many(m, n->span, "classes");
            return;
        }
        doc_add_class(m->doc, n, word);
    }
}

/* Whether nodes of the kind of `n` have a member for an attribute. */
static bool is_of_kind(const struct doc_node *n, struct str key) {
    static const struct {
        enum doc_kind kind;
        const char *keys[3];
    } own[] = {{DOC_LINK, {"href"}},
               {DOC_IMAGE, {"src"}},
               {DOC_LIST, {"start", "type", "reversed"}},
               {DOC_ITEM, {"value", "type"}}};
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        for (size_t k = 0; k < ARRAY_LEN(own[i].keys) && own[i].kind == n->kind; k++) {
            if (own[i].keys[k] && str_ieq(key, str_of(own[i].keys[k]))) {
                return true;
            }
        }
    }
    return false;
}

/* Returns the place of the value of an attribute, or of its name if it has no value. `at` is the
 * place of the tag. Returns SPAN_NONE if the source has other bytes there, for example the ">" of a
 * block quote. */
static struct span place_of(const struct md_html_tag *t, struct span at, struct str key,
                            struct str value) {
    struct str shown = value.n ? value : key;
    size_t from = at.begin + 1 + (size_t)(shown.p - t->name.p);
    bool same = at.src && from + shown.n <= at.src->text.n &&
                str_eq(str_slice(at.src->text, from, from + shown.n), shown);
    return same ? span_make(at.src, from, from + shown.n) : SPAN_NONE;
}

static void put_attr(struct md *m, struct doc_node *n, const struct md_html_tag *t, struct str key,
                     struct str value, struct span at, struct buf *css) {
    value = md_unescape_entities(m, value);
    bool anchor = t->el && t->el->use == MD_HTML_LINK && str_ieq(key, STR("name"));
    if (str_ieq(key, STR("id")) || (anchor && !doc_id(n).n)) {
        if (value.n) {
            doc_set_id(m->doc, n, value);
        }
    } else if (str_ieq(key, STR("class"))) {
        add_classes(m, n, value);
    } else if (str_ieq(key, STR("style"))) {
        buf_str(css, value);
        buf_putc(css, ';');
    } else if (str_ieq(key, STR("hidden"))) {
        add_css(css, "display", STR("none"));
    } else if (str_ieq(key, STR("markdown"))) {
        /* kramdown reads Markdown in HTML only with this attribute; here it is always read */
        return;
    } else if (!add_presentation(css, t, key, value) && !is_of_kind(n, key)) {
        doc_set_pair_at(m->doc, n, arena_lower(m->a, key), value.p ? value : STR(""), at);
    }
}

void md_html_put_attrs(struct md *m, struct doc_node *n, const struct md_html_tag *t,
                       struct span at) {
    struct buf styles = BUF_INIT;
    struct str rest = t->attrs, key, value, dropped;
    int count = 0;
    doc_set_element(m->doc, n, arena_lower(m->a, t->name));
    if (t->el && t->el->use == MD_HTML_CENTER) {
        doc_set_element(m->doc, n, STR("div"));
        add_css(&styles, "text-align", STR("center"));
    } else if (t->el && t->el->use == MD_HTML_FONT) {
        doc_set_element(m->doc, n, STR("span"));
    } else if (t->el && str_is(str_of(t->el->name), "big")) {
        doc_set_element(m->doc, n, STR("span"));
    }
    while (markup_next_attr(&rest, &key, &value) && count < MAX_ATTRS) {
        put_attr(m, n, t, key, value, place_of(t, at, key, value), &styles);
        count++;
    }
    if (count == MAX_ATTRS && str_trim(rest).n) {
        report_many(m, at, "attributes");
    }
    struct str css =
        styles.n ? doc_safe_style(m->a, buf_keep(&styles, m->a), false, &dropped) : STR_EMPTY;
    dropped = styles.n ? dropped : STR_EMPTY;
    if (css.n) {
        doc_set_pair(m->doc, n, STR("style"), css);
    }
    buf_drop(&styles);
    if (dropped.n) {
        struct diag *g = diag_add(m->diags, DIAG_HTML_STYLE, at, "`%.*s` is left out of this style",
                                  STR_ARG(dropped));
        diag_hint(m->diags, g,
                  "styles in a document only set the look of text: they load nothing, and cover "
                  "nothing on the page");
    }
}
