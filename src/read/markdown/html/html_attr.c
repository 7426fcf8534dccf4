/* SPDX-License-Identifier: MIT */
/* Attributes of HTML elements on nodes. Presentational ones become CSS (WHATWG HTML, section 15).
 * Only those CSS properties are kept that style text: nothing that loads a resource, nothing that
 * can cover the page. What is left out is reported once for each tag. */
#include "read/markdown/html/md_html.h"

#include <stdlib.h>

DIAG_USE(DIAG_HTML_STYLE);

/* Sorted. A name that ends in "-" stands for a prefix. */
static const char *const safe[] = {
    "align-",         "aspect-ratio", "background",   "background-color",
    "border",         "border-",      "box-shadow",   "box-sizing",
    "break-",         "caption-side", "clear",        "color",
    "column-",        "columns",      "cursor",       "direction",
    "display",        "flex",         "flex-",        "float",
    "font",           "font-",        "gap",          "grid",
    "grid-",          "height",       "hyphens",      "justify-",
    "letter-spacing", "line-height",  "list-style",   "list-style-",
    "margin",         "margin-",      "max-height",   "max-width",
    "min-height",     "min-width",    "object-fit",   "opacity",
    "order",          "orphans",      "overflow",     "overflow-",
    "padding",        "padding-",     "page-break-",  "row-gap",
    "table-layout",   "tab-size",     "text-",        "unicode-bidi",
    "vertical-align", "visibility",   "white-space",  "widows",
    "width",          "word-",        "writing-mode",
};

static bool is_safe_name(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(safe); i++) {
        struct str s = str_of(safe[i]);
        if (str_ends(s, STR("-")) ? name.n > s.n && str_ieq(str_slice(name, 0, s.n), s)
                                  : str_ieq(name, s)) {
            return true;
        }
    }
    return false;
}

/* Functions in values can load resources, and escapes can hide a function. */
static bool is_safe_value(struct str value) {
    for (size_t i = 0; i < value.n; i++) {
        char c = value.p[i];
        size_t from = i;
        while (c == '(' && from > 0 && (is_alpha(value.p[from - 1]) || value.p[from - 1] == '-')) {
            from--;
        }
        struct str function = str_slice(value, from, i);
        if (c == '\\' || c == '@' || c == '<' || c == '{' || c == '}' ||
            (c == '(' && (str_ieq(function, STR("url")) || str_ieq(function, STR("src")) ||
                          str_ieq(function, STR("expression")) || str_ieq(function, STR("attr")) ||
                          str_ieq(function, STR("element")) || str_ieq(function, STR("image")) ||
                          str_ieq(function, STR("image-set")) ||
                          str_ieq(function, STR("-webkit-image-set"))))) {
            return false;
        }
    }
    return value.n > 0;
}

/* The bytes of a declaration, up to a semicolon outside of quotes and brackets. */
static size_t declaration(struct str s) {
    char quote = 0;
    int depth = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == ')') {
            depth += c == '(' ? 1 : -1;
        } else if (c == ';' && depth <= 0) {
            return i;
        }
    }
    return s.n;
}

struct styles {
    struct buf css;
    struct str dropped; /* the first name that was left out */
};

static void add_css(struct styles *st, const char *name, struct str value) {
    if (st->css.n) {
        buf_puts(&st->css, "; ");
    }
    buf_puts(&st->css, name);
    buf_puts(&st->css, ": ");
    buf_str(&st->css, value);
}

static void add_style(struct styles *st, struct str s) {
    while (s.n) {
        size_t n = declaration(s);
        struct str one = str_slice(s, 0, n);
        size_t colon = str_index(one, ':');
        struct str name = str_trim(str_slice(one, 0, colon == STR_NONE ? one.n : colon));
        struct str value = colon == STR_NONE ? STR_EMPTY : str_trim(str_from(one, colon + 1));
        s = str_from(s, n + 1);
        if (!name.n) {
            continue;
        }
        if (!is_safe_name(name) || !is_safe_value(value)) {
            st->dropped = st->dropped.n ? st->dropped : name;
            continue;
        }
        buf_puts(&st->css, st->css.n ? "; " : "");
        buf_str(&st->css, name);
        buf_puts(&st->css, ": ");
        buf_str(&st->css, value);
    }
}

/* `size` of <font>: 1 to 7, or steps from 3 (WHATWG HTML, 15.3.1). */
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
    return str_ieq(value, STR("left")) || str_ieq(value, STR("right")) ||
           str_ieq(value, STR("center")) || str_ieq(value, STR("justify"));
}

/* Adds the CSS of an obsolete attribute; false when it is not one, or has no such CSS. */
static bool add_presentation(struct styles *st, const struct md_html_tag *t, struct str key,
                             struct str value) {
    bool font = t->el && t->el->use == MD_HTML_FONT;
    if (str_ieq(key, STR("align")) && md_html_is_block(t) && is_align(value)) {
        add_css(st, "text-align", value);
    } else if (str_ieq(key, STR("bgcolor")) && is_safe_value(value)) {
        add_css(st, "background-color", value);
    } else if (font && str_ieq(key, STR("color")) && is_safe_value(value)) {
        add_css(st, "color", value);
    } else if (font && str_ieq(key, STR("size")) && font_size(value)) {
        add_css(st, "font-size", str_of(font_size(value)));
    } else {
        return font && (str_ieq(key, STR("face")) || str_ieq(key, STR("size")));
    }
    return true;
}

static void add_classes(struct md *m, struct doc_node *n, struct str classes) {
    for (size_t at = 0; at < classes.n;) {
        size_t end = at;
        while (end < classes.n && !is_space(classes.p[end])) {
            end++;
        }
        if (end > at) {
            doc_add_class(m->doc, n, str_slice(classes, at, end));
        }
        at = end + 1;
    }
}

/* Attributes that nodes of this kind have as members. */
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

static struct str lower(struct md *m, struct str s) {
    char *p = arena_alloc(m->a, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        p[i] = to_lower(s.p[i]);
    }
    p[s.n] = '\0';
    return (struct str){p, s.n};
}

static void put_attr(struct md *m, struct doc_node *n, const struct md_html_tag *t, struct str key,
                     struct str value, struct styles *st) {
    value = md_unescape_entities(m, value);
    bool anchor = t->el && t->el->use == MD_HTML_LINK && str_ieq(key, STR("name"));
    if (str_ieq(key, STR("id")) || (anchor && !doc_id(n).n)) {
        if (value.n) {
            doc_set_id(m->doc, n, value);
        }
    } else if (str_ieq(key, STR("class"))) {
        add_classes(m, n, value);
    } else if (str_ieq(key, STR("style"))) {
        add_style(st, value);
    } else if (str_ieq(key, STR("markdown"))) {
        return; /* kramdown's switch, which is always on */
    } else if (!add_presentation(st, t, key, value) && !is_of_kind(n, key)) {
        doc_set_pair(m->doc, n, lower(m, key), value.p ? value : STR(""));
    }
}

void md_html_put_attrs(struct md *m, struct doc_node *n, const struct md_html_tag *t,
                       struct span at) {
    struct styles st = {.dropped = STR_EMPTY};
    struct str rest = t->attrs, key, value;
    buf_init(&st.css, 0);
    doc_set_element(m->doc, n, lower(m, t->name));
    if (t->el && t->el->use == MD_HTML_CENTER) {
        doc_set_element(m->doc, n, STR("div"));
        add_css(&st, "text-align", STR("center"));
    } else if (t->el && t->el->use == MD_HTML_FONT) {
        doc_set_element(m->doc, n, STR("span"));
    } else if (t->el && str_is(str_of(t->el->name), "big")) {
        doc_set_element(m->doc, n, STR("span"));
    }
    while (md_html_next_attr(&rest, &key, &value)) {
        put_attr(m, n, t, key, value, &st);
    }
    if (st.css.n) {
        doc_set_pair(m->doc, n, STR("style"), buf_keep(&st.css, m->a));
    }
    buf_drop(&st.css);
    if (st.dropped.n) {
        struct diag *g = diag_add(m->diags, DIAG_HTML_STYLE, at, "`%.*s` is left out of this style",
                                  STR_ARG(st.dropped));
        diag_hint(m->diags, g,
                  "styles in a document say how text looks: they load nothing, and "
                  "put nothing over the page");
    }
}
