/* SPDX-License-Identifier: MIT */
/*
 * Rewrites the HTML of a fragment in one pass. fragment.def decides for each element whether it
 * stays. Inlines that are directly in a box become paragraphs, so that texts do not run together
 * when a content system removes the boxes.
 */
#include "write/web/fragment.h"

#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "write/web/web.h"

#include <string.h>

DIAG_USE(DIAG_FRAGMENT_LEFT_OUT);
DIAG_USE(DIAG_FRAGMENT_RELATIVE);

enum use { BLOCK, CELL, LINE, ROWS, INLINE, EMPTY, BOX, TITLE, BARE, LINK, GONE };

static const struct str names[] = {
#define ELEMENT(name, use, attrs, style) STR_INIT(name),
#include "write/web/fragment.def"
#undef ELEMENT
};
static const struct element {
    enum use use;
    const char *attrs, *style;
} elements[] = {
#define ELEMENT(name, use, attrs, style) {use, attrs, style},
#include "write/web/fragment.def"
#undef ELEMENT
};

/** What may be directly in an open element. */
enum content {
    FLOW,   /* blocks; inlines get a paragraph */
    MIXED,  /* blocks or inlines */
    PHRASE, /* only inlines */
    PARTS   /* only other elements */
};

struct open {
    /* the name as in the source; empty: a paragraph that the source does not have */
    struct str name;
    const char *close; /* text that is written at the end of the element */
    enum content content;
    bool inlines;     /* the element is an inline or a bare element */
    bool verbatim;    /* white space in the element is kept */
    struct str attrs; /* the attributes of a box, until a paragraph gets them */
};

struct tag {
    struct str name, attrs;
    bool closes;
};

enum { DEEPEST = LIMIT_DOC_DEPTH * 4, LEFT_OUT = 16, MOST_BROKEN = 1000 };

struct rewriter {
    struct buf *out;
    struct arena *a;
    const struct web_fragment *opt;
    struct str html;
    size_t at;
    bool shifts; /* headings go down one level */
    VEC(struct open) open;
    /* the content that is reported as left out, and the names of elements without an end */
    struct str left[LEFT_OUT], lone[LEFT_OUT];
    size_t nleft, nlone, relative;
    size_t broken; /* number of tags without an end, for each of which the whole text is searched */
    struct str relative_one;
};

/* ---- tags */

/** Reads the tag at `at`. Returns the offset after it, or 0. */
static size_t read_tag(struct rewriter *r, size_t at, struct tag *t) {
    struct str s = r->html;
    size_t i = at + 1;
    t->closes = i < s.n && s.p[i] == '/';
    i += t->closes;
    size_t from = i;
    i = str_past_name(s, i, "-:");
    if (i == from || !is_alpha(s.p[from]) || r->broken >= MOST_BROKEN) {
        return 0;
    }
    t->name = arena_lower(r->a, str_slice(s, from, i));
    from = i;
    for (char quote = 0; i < s.n && (quote || s.p[i] != '>'); i++) {
        bool opens = !quote && (s.p[i] == '"' || s.p[i] == '\'') && s.p[i - 1] == '=';
        quote = opens ? s.p[i] : quote && s.p[i] == quote ? 0 : quote;
    }
    t->attrs = str_slice(s, from, i);
    r->broken += i == s.n;
    return i < s.n ? i + 1 : 0;
}

static bool has_class(struct str attrs, const char *among) {
    struct str classes = markup_attr(attrs, "class");
    while (classes.p && classes.n) {
        if (str_among(str_cut(&classes, ' '), among)) {
            return true;
        }
    }
    return false;
}

/* ---- content that is left out */

/** Records, once, what the fragment leaves out, for the report. */
static void note_gap(struct rewriter *r, struct str what) {
    if (r->nleft < LEFT_OUT && !str_in(what, r->left, r->nleft)) {
        r->left[r->nleft++] = what;
    }
}

/** Moves past the end of an element whose start tag was read. Stays there if it has no end. */
static void skip_content(struct rewriter *r, struct str name) {
    bool raw = str_among(name, "script style textarea title iframe");
    size_t depth = 1, next;
    /* with too many names, searching for each would take too long */
    if (r->nlone == LEFT_OUT || str_in(name, r->lone, r->nlone)) {
        return;
    }
    for (size_t at = r->at; at < r->html.n; at = next) {
        struct tag t;
        size_t lt = str_index(str_from(r->html, at), '<');
        size_t end = lt == STR_NONE ? 0 : read_tag(r, at + lt, &t);
        next = lt == STR_NONE ? r->html.n : end && !(raw && !t.closes) ? end : at + lt + 1;
        depth += end && str_eq(t.name, name) ? (t.closes ? (size_t)-1 : !raw) : 0;
        if (depth == 0) {
            r->at = next;
            return;
        }
    }
    r->lone[r->nlone++] = name;
}

/* ---- open elements */

static void new_line(struct rewriter *r) {
    if (r->out->n && r->out->p[r->out->n - 1] != '\n') {
        buf_putc(r->out, '\n');
    }
}

static enum content content_of(const struct rewriter *r) {
    return r->open.n ? vec_last(&r->open).content : FLOW;
}

static bool is_verbatim(const struct rewriter *r) {
    return r->open.n && vec_last(&r->open).verbatim;
}

static void push(struct rewriter *r, struct open o) {
    o.verbatim = o.verbatim || is_verbatim(r);
    vec_push(&r->open, o);
}

static void pop(struct rewriter *r) {
    struct open o = vec_pop(&r->open);
    bool block = !o.inlines;
    while (block && o.content == PHRASE && !o.verbatim && r->out->n &&
           is_space(r->out->p[r->out->n - 1])) {
        buf_cut(r->out, r->out->n - 1);
    }
    if (block && o.content != PHRASE && o.content != MIXED) {
        new_line(r);
    }
    buf_puts(r->out, o.close);
}

static void pop_to(struct rewriter *r, size_t n) {
    while (r->open.n > n) {
        pop(r);
    }
}

/** Ends an open paragraph and the inlines in it, because a block follows. */
static void end_paragraph(struct rewriter *r) {
    size_t n = r->open.n;
    while (n && r->open.p[n - 1].inlines) {
        n--;
    }
    if (n && (!r->open.p[n - 1].name.n || str_is(r->open.p[n - 1].name, "p"))) {
        pop_to(r, n - 1);
    }
}

/* ---- attributes */

/** Whether an address has no scheme or a harmless one. A reference may hide the colon of a scheme:
 * `javascript&colon;x`, `javascript&#58;x`. */
static bool is_allowed_address(struct str url) {
    size_t at = 0;
    for (; at < url.n && url.p[at] != ':'; at++) {
        uint32_t cp = 0;
        struct str rest = str_from(url, at);
        size_t n = markup_reference(rest, &cp);
        if (n ? cp == ':' : str_starts(rest, STR("&#")) || str_starts(rest, STR("&colon;"))) {
            return false;
        }
        if (str_index(STR("/?#"), rest.p[0]) != STR_NONE && !(at && url.p[at - 1] == '&')) {
            return true;
        }
    }
    return at == url.n || str_iamong(str_slice(url, 0, at), "http https mailto tel ftp");
}

/** Writes the value of an attribute between quotation marks or as text. Character references in it
 * are kept. Double quotation marks and `<` are escaped. */
static void put_safe(struct buf *out, struct str value) {
    for (size_t i = 0; i < value.n; i++) {
        const char *safe = value.p[i] == '"' ? "&quot;" : value.p[i] == '<' ? "&lt;" : NULL;
        buf_add(out, safe ? safe : value.p + i, safe ? strlen(safe) : 1);
    }
}

static void put_value(struct buf *out, const char *name, struct str value) {
    buf_printf(out, " %s=\"", name);
    put_safe(out, value);
    buf_putc(out, '"');
}

/** Writes an address, absolute if the address of the page is known. */
static void put_address(struct rewriter *r, const char *name, struct str url) {
    bool inside = str_starts(url, STR("#")), data = str_starts(url, STR("data:"));
    struct str whole = inside || data || !url.n ? url : web_resolve(r->a, r->opt->base, url);
    bool relative = is_allowed_address(whole) && str_find(whole, STR(":")) == STR_NONE;
    if (r->opt->email && ((relative && !inside) || data)) {
        r->relative++;
        r->relative_one = r->relative_one.n ? r->relative_one : data ? STR("data:") : whole;
    }
    put_value(r->out, name, whole);
}

/** Writes the attributes that stay, and the style of an e-mail. */
static void put_attrs(struct rewriter *r, struct str attrs, const char *more, const char *style) {
    struct str name, value, own = STR_EMPTY;
    for (struct str rest = attrs; markup_next_attr(&rest, &name, &value);) {
        name = arena_lower(r->a, name);
        if (str_is(name, "style")) {
            own = value;
        } else if (str_among(name, "href src") && str_among(name, more)) {
            put_address(r, arena_str(r->a, name).p, value);
        } else if (str_among(name, "lang dir title") || (str_is(name, "id") && !r->opt->email) ||
                   str_among(name, more)) {
            put_value(r->out, arena_str(r->a, name).p, value);
        }
    }
    if (r->opt->email && (style[0] || own.n)) {
        struct str first = str_of(style);
        put_value(r->out, "style",
                  arena_join(r->a, 3, first, first.n && own.n ? STR(";") : STR_EMPTY, own));
    }
}

static const char *paragraph_style(void) {
    return elements[str_find_sorted(STR("p"), names, ARRAY_LEN(names))].style;
}

/** Begins a paragraph for inlines in a box, around the bare elements that are open there. The
 * paragraph gets the attributes of the nearest box that has some. */
static void begin_inline(struct rewriter *r) {
    if (content_of(r) != FLOW) {
        return;
    }
    struct str attrs = STR_EMPTY;
    size_t at = r->open.n;
    while (at > 0 && r->open.p[at - 1].inlines) {
        r->open.p[--at].content = PHRASE;
    }
    for (size_t i = at; i > 0 && r->open.p[i - 1].content == FLOW && !attrs.n; i--) {
        attrs = r->open.p[i - 1].attrs;
        r->open.p[i - 1].attrs = STR_EMPTY;
    }
    new_line(r);
    buf_puts(r->out, "<p");
    put_attrs(r, attrs, "", paragraph_style());
    buf_putc(r->out, '>');
    push(r, (struct open){.name = STR_EMPTY, .close = "</p>\n", .content = PHRASE});
    for (size_t i = r->open.n - 1; i > at; i--) {
        struct open swapped = r->open.p[i];
        r->open.p[i] = r->open.p[i - 1];
        r->open.p[i - 1] = swapped;
    }
}

/* ---- elements */

/** Begins an element whose start tag is kept. */
static void begin(struct rewriter *r, const struct tag *t, const char *name,
                  const struct element *e) {
    static const enum content inside[] = {
        [BLOCK] = FLOW, [CELL] = MIXED, [LINE] = PHRASE, [ROWS] = PARTS, [INLINE] = PHRASE};
    bool line = e->use == INLINE;
    if (!line) {
        new_line(r);
    }
    buf_printf(r->out, "<%s", name);
    put_attrs(r, t->attrs, e->attrs, e->style);
    buf_puts(r->out, e->use == ROWS ? ">\n" : ">");
    push(r, (struct open){.name = t->name,
                          .close = arena_printf(r->a, line ? "</%s>" : "</%s>\n", name).p,
                          .content = inside[e->use],
                          .inlines = line,
                          .verbatim = str_is(t->name, "pre")});
}

static void begin_bare(struct rewriter *r, const struct tag *t, const char *close) {
    push(r,
         (struct open){.name = t->name, .close = close, .content = content_of(r), .inlines = true});
}

/** Begins a box. Notes become quotations. In e-mails, columns become a table. */
static void begin_box(struct rewriter *r, const struct tag *t) {
    static const struct element note = {
        BLOCK, "",
        "margin:0 0 1em;padding:8px 12px;border-left:4px solid #888888;background:#f4f4f4"};
    static const char columns[] = "width:100%;border-collapse:collapse";
    static const struct str column = STR_INIT("padding:0 12px 0 0;vertical-align:top");
    bool email = r->opt->email;
    if (content_of(r) == PHRASE) { /* an element that holds only inlines cannot hold a box */
        buf_puts(r->out, r->out->n && r->out->p[r->out->n - 1] != '>' ? "<br>\n" : "");
        begin_bare(r, t, "");
    } else if (str_is(markup_attr(t->attrs, "role"), "note")) {
        begin(r, t, "blockquote", &note);
    } else if (email && has_class(t->attrs, "columns")) {
        new_line(r);
        buf_printf(r->out, "<table role=\"presentation\" style=\"%s\">\n<tr>\n", columns);
        push(r, (struct open){.name = t->name, .close = "</tr>\n</table>\n", .content = PARTS});
    } else if (email && has_class(t->attrs, "column")) {
        /* the style has the width at its end: "flex: 0 1 50%" */
        struct str width = markup_attr(t->attrs, "style");
        while (str_index(width, ' ') != STR_NONE) {
            (void)str_cut(&width, ' ');
        }
        new_line(r);
        buf_puts(r->out, "<td");
        put_value(r->out, "style",
                  arena_join(r->a, 3, column, STR(";width:"), width.n ? width : STR("auto")));
        buf_putc(r->out, '>');
        push(r, (struct open){.name = t->name, .close = "</td>\n", .content = MIXED});
    } else {
        enum content inside = content_of(r) == PARTS ? PARTS : FLOW;
        new_line(r);
        push(r, (struct open){.name = t->name, .close = "", .content = inside, .attrs = t->attrs});
    }
}

/** Writes a link to the file that an element loads. */
static void put_link(struct rewriter *r, const struct tag *t) {
    struct str url = markup_attr(t->attrs, "src"), text = markup_attr(t->attrs, "title");
    url = url.n ? url : markup_attr(t->attrs, "data");
    text = text.n ? text : markup_attr(t->attrs, "aria-label");
    bool leads = url.n && is_allowed_address(url);
    if (leads || text.n) {
        begin_inline(r);
        buf_puts(r->out, leads ? "<a" : "");
        if (leads) {
            put_address(r, "href", url);
        }
        buf_puts(r->out, leads ? ">" : "");
        put_safe(r->out, text.n ? text : url);
        buf_puts(r->out, leads ? "</a> " : " ");
    }
    if (url.n && !str_among(t->name, "embed source")) {
        skip_content(r, t->name);
    } else if (!str_among(t->name, "embed source") && r->open.n < DEEPEST) {
        begin_bare(r, t, "");
    }
}

static void put_inline(struct rewriter *r, const struct tag *t, const struct element *e) {
    struct str href = markup_attr(t->attrs, "href");
    bool dead =
        !href.n || !is_allowed_address(href) || (r->opt->email && str_starts(href, STR("#")));
    if (str_is(t->name, "a") && dead) {
        begin_bare(r, t, "");
        return;
    }
    begin_inline(r);
    begin(r, t, arena_str(r->a, t->name).p, e);
}

/** Whether a span stays: it has a language, an identifier or, in an e-mail, a style. */
static bool keeps_span(const struct rewriter *r, const struct tag *t) {
    bool email = r->opt->email;
    return str_is(t->name, "span") &&
           (markup_attr(t->attrs, "lang").n || markup_attr(t->attrs, email ? "style" : "id").n);
}

static void put_empty(struct rewriter *r, const struct tag *t, const struct element *e) {
    if (str_is(t->name, "hr")) {
        end_paragraph(r);
        new_line(r);
    } else {
        begin_inline(r);
    }
    buf_printf(r->out, "<%.*s", STR_ARG(t->name));
    put_attrs(r, t->attrs, e->attrs, e->style);
    buf_puts(r->out, str_is(t->name, "hr") ? ">\n" : ">");
}

/** Returns the use of an element, which its classes may change. */
static enum use use_of(struct rewriter *r, const struct tag *t, const struct element *e) {
    if (has_class(t->attrs, "pub-bibtex")) {
        note_gap(r, STR("BibTeX"));
        return GONE;
    }
    if (has_class(t->attrs, "pub-cite")) {
        note_gap(r, STR("ready-made citations"));
        return GONE;
    }
    if (e->use == GONE && !str_among(t->name, "col colgroup")) {
        note_gap(r, arena_printf(r->a, "`<%.*s>`", STR_ARG(t->name)));
    }
    return has_class(t->attrs, "Z3988 pub-permalink visually-hidden footnote-back") ? GONE
           : has_class(t->attrs, "csl-left-margin csl-right-inline")                ? BARE
                                                                                    : e->use;
}

/** Writes a check box as a symbol. Other fields of forms are left out. */
static void put_checkbox(struct rewriter *r, const struct tag *t) {
    struct str name, value, rest = t->attrs;
    bool checked = false;
    while (markup_next_attr(&rest, &name, &value)) {
        checked = checked || str_ieq(name, STR("checked"));
    }
    if (str_ieq(markup_attr(t->attrs, "type"), STR("checkbox"))) {
        begin_inline(r);
        buf_puts(r->out, checked ? "\u2611" : "\u2610");
    }
}

/** Begins a bold paragraph. */
static void begin_title(struct rewriter *r, const struct tag *t) {
    new_line(r);
    buf_puts(r->out, "<p");
    put_attrs(r, STR_EMPTY, "", paragraph_style());
    buf_puts(r->out, "><strong>");
    push(r, (struct open){.name = t->name, .close = "</strong></p>\n", .content = PHRASE});
}

static void start(struct rewriter *r, struct tag *t) {
    static const struct element bare = {BARE, "", ""}, span = {INLINE, "", ""};
    size_t row = str_find_sorted(t->name, names, ARRAY_LEN(names));
    const struct element *e = row != STR_NONE ? &elements[row] : keeps_span(r, t) ? &span : &bare;
    enum use use = use_of(r, t, e);
    bool block = use == BLOCK || use == CELL || use == LINE || use == ROWS || use == TITLE;
    if (block) {
        end_paragraph(r);
    }
    block = block && content_of(r) == PHRASE;
    if (use == GONE) {
        if (!str_among(t->name, "col link meta")) {
            skip_content(r, t->name);
        }
    } else if (str_is(t->name, "input")) {
        put_checkbox(r, t);
    } else if (use == EMPTY) {
        put_empty(r, t, e);
    } else if (use == LINK) {
        put_link(r, t);
    } else if (r->open.n >= DEEPEST) {
        /* only the text stays */
    } else if (use == INLINE) {
        put_inline(r, t, e);
    } else if (use == BARE) {
        begin_bare(r, t, has_class(t->attrs, "csl-left-margin") ? " " : "");
    } else if (use == BOX || block) {
        if (content_of(r) != PHRASE || !r->open.n || !vec_last(&r->open).name.n) {
            end_paragraph(r);
        }
        begin_box(r, t);
    } else if (use == TITLE) {
        begin_title(r, t);
    } else {
        bool heading = r->shifts && t->name.n == 2 && t->name.p[0] == 'h' && t->name.p[1] < '6';
        begin(r, t,
              heading ? arena_printf(r->a, "h%c", t->name.p[1] + 1).p : arena_str(r->a, t->name).p,
              e);
    }
}

static void end(struct rewriter *r, const struct tag *t) {
    for (size_t n = r->open.n; n > 0; n--) {
        if (str_eq(r->open.p[n - 1].name, t->name)) {
            pop_to(r, n - 1);
            return;
        }
    }
}

static void put_text(struct rewriter *r, struct str text) {
    struct str seen = str_trim(text);
    enum content in = content_of(r);
    if (is_verbatim(r)) {
        buf_str(r->out, text);
    } else if (seen.n == 0 && (in == FLOW || in == PARTS)) {
        new_line(r);
    } else if (seen.n == 0 && r->out->n && r->out->p[r->out->n - 1] == '\n') {
        return; /* one line end is enough for several blank characters */
    } else {
        bool begins = in == FLOW;
        begin_inline(r);
        buf_str(r->out, begins ? str_from(text, (size_t)(seen.p - text.p)) : text);
    }
}

static void rewrite(struct rewriter *r) {
    while (r->at < r->html.n) {
        struct tag t = {STR_EMPTY, STR_EMPTY, false};
        struct str rest = str_from(r->html, r->at);
        size_t lt = str_index(rest, '<'), next = 0;
        if (lt != 0) {
            put_text(r, str_slice(rest, 0, lt));
            r->at += lt == STR_NONE ? rest.n : lt;
        } else if (str_starts(rest, STR("<!--"))) {
            size_t stop = str_find(rest, STR("-->"));
            r->at += stop == STR_NONE ? rest.n : stop + 3;
        } else if ((next = read_tag(r, r->at, &t)) != 0) {
            r->at = next;
            (t.closes ? end(r, &t) : start(r, &t));
        } else {
            put_text(r, STR("&lt;"));
            r->at++;
        }
    }
    pop_to(r, 0);
    new_line(r);
}

static void report(const struct rewriter *r, struct diags *d) {
    struct buf all = BUF_INIT;
    for (size_t i = 0; i < r->nleft; i++) {
        buf_printf(&all, "%s%.*s", i ? ", " : "", STR_ARG(r->left[i]));
    }
    if (r->nleft) {
        struct diag *g = diag_add(d, DIAG_FRAGMENT_LEFT_OUT, SPAN_NONE, "the fragment has no %.*s",
                                  STR_ARG(buf_view(&all)));
        diag_hint(d, g, "`--fragment=full` has them, for pages that keep classes and folds");
    }
    if (r->relative) {
        struct diag *g = diag_add(
            d, DIAG_FRAGMENT_RELATIVE, SPAN_NONE,
            r->relative == 1 ? "%zu address in the e-mail leads nowhere: `%.*s`"
                             : "%zu addresses in the e-mail lead nowhere: `%.*s` and others",
            r->relative, STR_ARG(r->relative_one));
        diag_hint(d, g,
                  "`canonical: https://...` in the front matter, the address of the page, makes "
                  "addresses absolute");
    }
    buf_drop(&all);
}

void web_fragment(struct buf *out, struct str html, const struct web_fragment *opt,
                  struct diags *d) {
    struct rewriter r = {.out = out, .a = arena_new(), .opt = opt, .html = html};
    r.shifts = !opt->email && str_find(html, STR("<h1")) != STR_NONE;
    if (opt->email) {
        buf_puts(out, "<div "
                      "style=\"max-width:640px;font-family:Georgia,serif;font-size:16px;line-"
                      "height:1.5;color:#1a1a1a\">\n");
    }
    rewrite(&r);
    buf_puts(out, opt->email ? "</div>\n" : "");
    report(&r, d);
    vec_drop(&r.open);
    arena_drop(r.a);
}
