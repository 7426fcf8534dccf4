/* SPDX-License-Identifier: MIT */
/*
 * Replaces shortcodes of Hugo and of its academic themes before the text is read as Markdown: a
 * callout becomes a division, a figure an image, a video a link, a CSV file a table. The reader of
 * Markdown reports unknown shortcodes. Rules: Hugo's "Shortcodes", HugoBlox's "Rich content".
 *
 * Shortcodes in code are kept. But the stars of {{</ * x * />}}, which shows a shortcode as text,
 * are removed.
 */
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "core/base/markup.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "core/data/csv.h"
#include "read/expand/expand.h"
#include "read/markdown/core/shortcode.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_SHORTCODE);

#define MAX_OPEN 64   /* maximum depth of pairs */
#define MAX_NAMES 64  /* maximum number of different names of pairs */
#define MAX_TAG 8192  /* maximum length of a shortcode, in bytes */
#define MAX_ROWS 1000 /* maximum number of rows of a CSV table */

struct row;

struct open {
    const struct row *row;
    struct str name, close; /* name of the shortcode, and replacement of its end tag */
};

struct pass {
    struct expand *x;
    struct source *src;
    struct str s;
    size_t at, kept; /* the current offset; the end of the text that was copied */
    struct code_fence fence;
    struct open open[MAX_OPEN];
    size_t nopen;
    struct {
        struct str name;
        size_t at; /* the offset of the next end tag with that name; or SIZE_MAX */
    } ends[MAX_NAMES];
    size_t nends;
    size_t tildes; /* the length of a fence that is longer than all runs of tildes in the text */
    /* backticks before this offset do not begin a code span, because their end was not found */
    size_t no_tick;
    struct source_builder out;
};

/** A replacement: a text, or a function that returns it. Both are NULL for the end of a shortcode
 * that is not a pair. */
struct part {
    const char *text;
    struct str (*make)(struct pass *p, const struct markdown_shortcode *c);
};

/** A shortcode and its replacements: one for the shortcode, and for a pair also one for its end
 * tag. */
struct row {
    const char *name;
    bool block; /* the replacement is on separate lines */
    struct part begin, end;
};

static struct str get(const struct markdown_shortcode *c, const char *key) {
    return str_trim(markdown_shortcode_argument(c, key));
}

/** Returns the argument with the key `a` or `b`, or else the first argument without a key. */
static struct str any(const struct markdown_shortcode *c, const char *a, const char *b) {
    struct str v = get(c, a);
    v = v.n || !b ? v : get(c, b);
    return v.n ? v : get(c, NULL);
}

static struct str join(struct pass *p, const char *a, struct str x, const char *b) {
    return arena_join(p->x->arena, 3, str_of(a), x, str_of(b));
}

/** Escapes a text for an attribute or for the text of a summary. */
static struct str escaped(struct pass *p, struct str s) {
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    markup_put(&b, s, MARKUP_QUOTED);
    for (size_t i = 0; i < b.n; i++) {
        b.p[i] = b.p[i] == '\n' ? ' ' : b.p[i];
    }
    return buf_finish(&b, p->x->arena);
}

/* ---- replacements */

static struct str callout(struct pass *p, const struct markdown_shortcode *c) {
    struct str kind = any(c, "type", "class"), title = get(c, "title");
    struct arena *a = p->x->arena;
    struct str look =
        str_paired(arena_lower(a, kind), "tip=tip success=tip hint=tip important=important "
                                         "warning=warning caution=caution danger=caution "
                                         "error=caution");
    look = look.n ? look : STR("note");
    struct str attribute = title.n ? join(p, " title=\"", escaped(p, title), "\"") : STR_EMPTY;
    return arena_join(a, 4, STR("::: {.callout-"), look, attribute, STR("}"));
}

static struct str spoiler(struct pass *p, const struct markdown_shortcode *c) {
    struct str title = any(c, "text", "title");
    return join(p, "<details>\n<summary>", escaped(p, title.n ? title : STR("…")), "</summary>\n");
}

/** `figure src= caption= title= alt= link=`: makes an image. */
static struct str figure(struct pass *p, const struct markdown_shortcode *c) {
    struct arena *a = p->x->arena;
    struct str src = any(c, "src", NULL), caption = get(c, "caption"), alt = get(c, "alt");
    struct str title = get(c, "title"), link = get(c, "link"), id = get(c, "id");
    caption = caption.n ? caption : title;
    if (str_is(get(c, "library"), "true")) { /* the file is in the media library, assets/media */
        src = join(p, "/media/", src, "");
    }
    struct str image = arena_join(a, 5, STR("!["), caption, STR("](<"), src, STR(">)"));
    struct str attributes = STR_EMPTY;
    if (alt.n || id.n) {
        struct str text = alt.n ? join(p, " alt=\"", escaped(p, alt), "\"") : STR_EMPTY;
        attributes = arena_join(a, 5, STR("{"), str_of(id.n ? "#" : ""), id, text, STR("}"));
    }
    image = arena_join(a, 2, image, attributes);
    return link.n ? arena_join(a, 5, STR("["), image, STR("](<"), link, STR(">)")) : image;
}

static struct str film(struct pass *p, const struct markdown_shortcode *c) {
    struct str id = any(c, "id", "url");
    struct str title = get(c, "title"), url = id;
    struct str place = str_paired(c->name, "youtube=https://www.youtube.com/watch?v= "
                                           "vimeo=https://vimeo.com/ "
                                           "bilibili=https://www.bilibili.com/video/ "
                                           "instagram=https://www.instagram.com/p/");
    if (place.n && str_find(id, STR("://")) == STR_NONE) {
        url = arena_join(p->x->arena, 2, place, id);
    }
    return title.n ? arena_join(p->x->arena, 5, STR("["), title, STR("](<"), url, STR(">)"))
                   : join(p, "<", url, ">");
}

/** `tweet user= id=`, `gist user id`: makes a link. */
static struct str embedded(struct pass *p, const struct markdown_shortcode *c) {
    struct str user = get(c, "user"), id = get(c, "id");
    bool gist = str_is(c->name, "gist");
    user = user.n ? user : get(c, NULL);
    for (size_t i = 1, seen = 0; i < c->n && !id.n; i++) {
        seen += !c->args[i].key.n;
        id = seen ? c->args[i].value : id;
    }
    const char *place = gist ? "<https://gist.github.com/" : "<https://x.com/";
    return arena_join(p->x->arena, 5, str_of(place), user,
                      id.n ? str_of(gist ? "/" : "/status/") : STR_EMPTY, id, STR(">"));
}

/** Makes a link to a file that a page would play, or to the target of a button. */
static struct str file_link(struct pass *p, const struct markdown_shortcode *c) {
    struct str url = any(c, "src", "url"), text = get(c, "title");
    text = text.n ? text : get(c, "caption");
    url = url.n ? url : get(c, "cta_link");
    text = text.n ? text : get(c, "cta_text");
    return arena_join(p->x->arena, 5, STR("["), text.n ? text : path_base(url), STR("](<"), url,
                      STR(">)"));
}

static struct str link_end(struct pass *p, const struct markdown_shortcode *c) {
    return join(p, "](<", any(c, "url", "src"), ">)");
}

/** `staticref "uploads/cv.pdf"`: makes a link to a file below the root of the site. */
static struct str static_end(struct pass *p, const struct markdown_shortcode *c) {
    struct str path = any(c, "src", NULL);
    return join(p, str_starts(path, STR("/")) ? "](<" : "](</", path, ">)");
}

/** `ref "page"`: puts the address of the page. */
static struct str reference(struct pass *p, const struct markdown_shortcode *c) {
    const struct expand_page *page = p->x->page;
    struct str path = any(c, "path", NULL);
    size_t hash = str_index(path, '#');
    struct str file = str_slice(path, 0, hash),
               mark = hash == STR_NONE ? STR_EMPTY : str_from(path, hash);
    struct str url = page && page->address ? page->address(page->user, file, false) : STR_EMPTY;
    return arena_join(p->x->arena, 2, url.n ? url : file, mark);
}

/** Returns the title of a page, or the empty slice if it is not known. */
static struct str title_of(struct pass *p, struct str name) {
    const struct expand_page *page = p->x->page;
    return page && page->title ? page->title(page->user, name) : STR_EMPTY;
}

static struct str cited(struct pass *p, const struct markdown_shortcode *c) {
    const struct expand_page *page = p->x->page;
    struct str path = any(c, "page", NULL), title = title_of(p, path);
    struct str url = page && page->address ? page->address(page->user, path, false) : STR_EMPTY;
    return arena_join(p->x->arena, 5, STR("["), title.n ? title : path_base(path), STR("](<"),
                      url.n ? url : path, STR(">)"));
}

/** `mention "admin"`: puts the name of a person who has a page below authors/. */
static struct str mention(struct pass *p, const struct markdown_shortcode *c) {
    struct str user = get(c, NULL), name = title_of(p, join(p, "authors/", user, ""));
    return name.n ? name : user;
}

static struct str code_end(struct pass *p, const struct markdown_shortcode *c) {
    (void)c;
    struct buf b = BUF_INIT;
    buf_fill(&b, '~', p->tildes);
    return buf_finish(&b, p->x->arena);
}

static struct str code_begin(struct pass *p, const struct markdown_shortcode *c) {
    return arena_join(p->x->arena, 2, code_end(p, c), get(c, NULL));
}

/* ---- tables and charts from files */

static struct span place(const struct pass *p) {
    return span_make(p->src, p->at, p->at + 3);
}

static struct str data_file(struct pass *p, const struct markdown_shortcode *c, const char *key,
                            const char *ext) {
    struct str path = any(c, key, NULL);
    return path_ext(path).n || !*ext ? path : join(p, "", path, ext);
}

/** Writes one row of a CSV text; returns the number of its fields. */
static size_t put_row(struct pass *p, struct buf *b, struct str s, size_t *at, char comma) {
    size_t n = 0;
    for (bool last = false; !last; n++) {
        struct str field = csv_field(p->x->arena, s, at, comma, &last);
        buf_puts(b, "| ");
        for (size_t i = 0; i < field.n; i++) {
            buf_puts(b, field.p[i] == '|' ? "\\" : "");
            buf_putc(b, field.p[i] == '\n' ? ' ' : field.p[i]);
        }
        buf_putc(b, ' ');
    }
    buf_puts(b, "|\n");
    return n;
}

static struct str not_there(struct pass *p, const struct markdown_shortcode *c, struct str path) {
    struct diag *g = diag_add(p->x->d, DIAG_SHORTCODE, place(p),
                              "`%.*s` is left out: its file `%.*s` cannot be read",
                              STR_ARG(c->name), STR_ARG(path));
    diag_hint(p->x->d, g, "paths are relative to the document");
    return STR("");
}

static struct source *open_file(struct pass *p, struct str path) {
    return p->x->files.open(p->x->files.user, path, p->src);
}

/** `table path="results.csv" header="true" delimiter="," caption="..."`: makes a table from a CSV
 * file. */
static struct str table(struct pass *p, const struct markdown_shortcode *c) {
    struct str path = data_file(p, c, "path", ".csv"), by = get(c, "delimiter"), text;
    path = path.n ? path : get(c, "data");
    struct source *src = path.n ? open_file(p, path) : NULL;
    if (!src) {
        return not_there(p, c, path);
    }
    text = src->text;
    bool header = !str_is(get(c, "header"), "false");
    char comma = str_is(by, "\\t") || str_is(by, "tab") ? '\t' : by.n ? by.p[0] : ',';
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    size_t at = str_bom(text), rows = 0;
    if (!header) { /* a table of Markdown must have a head, so an empty head is made */
        size_t look = at, n = put_row(p, &b, text, &look, comma);
        buf_clear(&b);
        for (size_t i = 0; i < 2 * n + 2; i++) {
            buf_puts(&b, i == n || i == 2 * n + 1 ? "|\n" : i < n ? "|  " : "|--");
        }
    }
    for (; at < text.n && rows < MAX_ROWS; rows++) {
        size_t n = put_row(p, &b, text, &at, comma);
        for (size_t i = 0; i <= n && rows == 0 && header; i++) {
            buf_puts(&b, i == n ? "|\n" : "|--");
        }
    }
    if (at < text.n) {
        diag_add(p->x->d, DIAG_SHORTCODE, place(p), "`%.*s` is left out after %d rows",
                 STR_ARG(path), MAX_ROWS);
    }
    struct str caption = get(c, "caption");
    if (caption.n) {
        buf_printf(&b, "\n: %.*s\n", STR_ARG(caption));
    }
    return buf_finish(&b, p->x->arena);
}

/** Replaces a chart, which a script would draw, with a link to its data. */
static struct str chart(struct pass *p, const struct markdown_shortcode *c) {
    struct str path = data_file(p, c, "data", ".json");
    if (!path.n || !open_file(p, path)) {
        return not_there(p, c, path);
    }
    return arena_join(p->x->arena, 5, STR("["), path_base(path), STR("](<"), path, STR(">)"));
}

static const struct row rows[] = {
#define TEXT(text)                                                                                 \
    { text, NULL }
#define MADE(function)                                                                             \
    { NULL, function }
#define NONE                                                                                       \
    { NULL, NULL }
#define SHORTCODE(name, block, open, close) {name, block, open, close},
#include "read/expand/shortcodes.def"
#undef SHORTCODE
#undef NONE
#undef MADE
#undef TEXT
};

static const struct row *row_of(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_is(name, rows[i].name)) {
            return &rows[i];
        }
    }
    return NULL;
}

/* ---- the pass over the text */

/** Copies the text up to the current offset. */
static void keep(struct pass *p) {
    source_put(&p->out, span_make(p->src, p->kept, p->at));
}

/** Returns the text with `indent` before each line but the first. */
static struct str indented(struct pass *p, struct str text, struct str indent) {
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(&b, text.p[i]);
        if (text.p[i] == '\n') {
            buf_str(&b, indent);
        }
    }
    return buf_finish(&b, p->x->arena);
}

/** Replaces the next `n` bytes with `text`. */
static void put(struct pass *p, struct str text, size_t n, bool block) {
    size_t line = p->at;
    while (line > 0 && is_space_or_tab(p->s.p[line - 1])) {
        line--;
    }
    bool first = line == 0 || p->s.p[line - 1] == '\n';
    size_t end = p->at + n;
    while (end < p->s.n && (is_space_or_tab(p->s.p[end]) || p->s.p[end] == '\r')) {
        end++;
    }
    bool last = end == p->s.n || p->s.p[end] == '\n';
    bool alone = block && text.n;
    /* an empty line beside a fence would be part of the code */
    size_t gap = alone && !str_starts(text, STR("~~~"));
    struct str indent = first ? str_slice(p->s, line, p->at) : STR_EMPTY;
    text = alone && indent.n ? indented(p, text, indent) : text;
    struct str all = arena_join(p->x->arena, 5, str_slice(STR("\n\n"), 0, gap + (alone && !first)),
                                gap ? indent : STR_EMPTY, text,
                                str_slice(STR("\n\n"), 0, gap + (alone && !last)),
                                alone && !last ? indent : STR_EMPTY);
    keep(p);
    source_put_made(&p->out, all, span_make(p->src, p->at, p->at + n));
    p->at += n;
    p->kept = p->at;
}

/** Returns the offset of the next end tag `{{< /name`, or SIZE_MAX. */
static size_t find_end(struct pass *p, struct str name) {
    struct str rest = str_from(p->s, p->at);
    for (size_t hit = str_find(rest, STR("{{")); hit != STR_NONE;) {
        struct str s = str_slice(rest, hit + 2, hit + 202);
        s = s.n && (s.p[0] == '<' || s.p[0] == '%') ? str_trim(str_from(s, 1)) : STR_EMPTY;
        s = str_starts(s, STR("/")) ? str_trim(str_from(s, 1)) : STR_EMPTY;
        if (str_starts(s, name) && (s.n == name.n || !is_alnum(s.p[name.n]))) {
            return p->at + hit;
        }
        size_t more = str_find(str_from(rest, hit + 2), STR("{{"));
        hit = more == STR_NONE ? STR_NONE : hit + 2 + more;
    }
    return SIZE_MAX;
}

_Static_assert(ARRAY_LEN(rows) <= MAX_NAMES, "each name of a pair has an element of `ends`");

/** Whether the end tag of a pair follows. Each end tag is searched for only once. */
static bool has_end(struct pass *p, struct str name) {
    size_t i = 0;
    while (i < p->nends && !str_eq(p->ends[i].name, name)) {
        i++;
    }
    if (i == p->nends || p->ends[i].at < p->at) {
        p->ends[i].name = name;
        p->ends[i].at = find_end(p, name);
        p->nends += i == p->nends;
    }
    return p->ends[i].at != SIZE_MAX;
}

/** Reads an end tag `{{< /name >}}`. It ends the innermost pair of that name and all pairs in this
 * pair. */
static void end_pair(struct pass *p, struct str name, size_t n) {
    size_t i = p->nopen;
    while (i > 0 && !str_eq(p->open[i - 1].name, name)) {
        i--;
    }
    struct str text = STR("");
    for (size_t k = p->nopen; i > 0 && k >= i; k--) {
        text = text.n ? arena_join(p->x->arena, 3, text, STR("\n"), p->open[k - 1].close)
                      : p->open[k - 1].close;
    }
    bool block = i > 0 && p->open[i - 1].row->block;
    p->nopen = i > 0 ? i - 1 : p->nopen;
    put(p, text, n, block);
}

static struct str made(struct pass *p, const struct part *part,
                       const struct markdown_shortcode *c) {
    return part->make ? part->make(p, c) : str_of(part->text);
}

/** Replaces a shortcode of `n` bytes. `inside` is the text between its marks. */
static void take(struct pass *p, size_t n, struct str inside) {
    struct markdown_shortcode c;
    struct str s = str_trim(inside);
    bool closes = str_starts(s, STR("/")), whole = str_ends(s, STR("/"));
    s = str_slice(s, closes, s.n - (whole && s.n > 1));
    markdown_shortcode_read(s, &c);
    const struct row *row = row_of(c.name);
    if (closes) {
        end_pair(p, c.name, n);
        return;
    }
    if (!row) { /* the reader of Markdown reports unknown shortcodes, but not their end tags */
        p->at += n;
        return;
    }
    bool pair = row->end.text || row->end.make;
    if (pair && !whole && (p->nopen == MAX_OPEN || !has_end(p, c.name))) {
        struct diag *g =
            diag_add(p->x->d, DIAG_SHORTCODE, span_make(p->src, p->at, p->at + n),
                     "the shortcode `%.*s` does not end: it is left out", STR_ARG(c.name));
        diag_hint(p->x->d, g, "end it with `{{< /%.*s >}}`", STR_ARG(c.name));
        put(p, STR(""), n, false);
        return;
    }
    struct str text = made(p, &row->begin, &c), close = made(p, &row->end, &c);
    if (pair && !whole) {
        p->open[p->nopen++] = (struct open){row, c.name, close};
    } else if (close.n) { /* the shortcode is a pair without content, `{{< name />}}` */
        text = arena_join(p->x->arena, 3, text, str_of(row->block ? "\n" : ""), close);
    }
    put(p, text, n, row->block);
}

/** Copies `{{</ * name * />}}` without its stars. Returns false for other text. */
static bool take_shown(struct pass *p, bool code) {
    struct str rest = str_from(p->s, p->at);
    bool percent = str_starts(rest, STR("{{%/*"));
    if (!percent && !str_starts(rest, STR("{{</*"))) {
        return false;
    }
    rest = str_slice(rest, 0, MAX_TAG);
    size_t end = str_find(rest, percent ? STR("*/%}}") : STR("*/>}}"));
    struct str line = end == STR_NONE ? STR_EMPTY : str_slice(rest, 5, end);
    if (end == STR_NONE || str_find(line, STR("{{")) != STR_NONE) {
        return false;
    }
    /* in text, the three braces of Quarto are kept, so that the shortcode is not read later */
    const char *open = !code ? "{{{<" : percent ? "{{%" : "{{<";
    const char *close = !code ? ">}}}" : percent ? "%}}" : ">}}";
    put(p, arena_join(p->x->arena, 3, str_of(open), line, str_of(close)), end + 5, false);
    return true;
}

/** Reads a shortcode that begins with `{{`. Returns false if it is not a shortcode. */
static bool take_mark(struct pass *p) {
    struct str rest = str_from(p->s, p->at);
    bool percent = str_starts(rest, STR("{{%"));
    if (take_shown(p, false)) {
        return true;
    }
    if (!percent && !str_starts(rest, STR("{{<"))) {
        return false;
    }
    struct str line = str_slice(rest, 0, MAX_TAG);
    size_t end = str_find(line, percent ? STR("%}}") : STR(">}}"));
    if (end == STR_NONE) {
        return false;
    }
    take(p, end + 3, str_slice(rest, 3, end));
    return true;
}

/** Skips a line that begins or ends fenced code. Returns false for another line. */
static bool take_fence(struct pass *p) {
    struct str rest = str_from(p->s, p->at), line = str_slice(rest, 0, str_index(rest, '\n'));
    if (code_fence_line(&p->fence, line) != CODE_FENCE_MARK) {
        return false;
    }
    p->at += line.n;
    return true;
}

/** Returns the end of the code span that begins at the current offset. If the span has no end,
 * returns the end of its backticks. */
static size_t span_end(struct pass *p) {
    size_t run = str_run(p->s, p->at, '`'), n = 0, at = p->at + run;
    if (at < p->no_tick) {
        return at;
    }
    for (size_t i = at; i < p->s.n && !(p->s.p[i] == '\n' && p->s.p[i - 1] == '\n'); i++) {
        n = p->s.p[i] == '`' ? n + 1 : 0;
        bool over = i + 1 == p->s.n || p->s.p[i + 1] != '`';
        if (n == run && over) {
            return i + 1;
        }
        p->no_tick = i;
    }
    return at;
}

static void step(struct pass *p) {
    bool first = p->at == 0 || p->s.p[p->at - 1] == '\n';
    if (first && take_fence(p)) {
        return;
    }
    char c = p->s.p[p->at];
    if (c == '`' && !p->fence.mark) {
        size_t end = span_end(p);
        while (p->at < end) {
            p->at += p->s.p[p->at] == '{' && take_shown(p, true) ? 0 : 1;
        }
        return;
    }
    bool mark = c == '{' && p->at + 2 < p->s.n && p->s.p[p->at + 1] == '{' &&
                (p->at == 0 || p->s.p[p->at - 1] != '{');
    if (!mark || !(p->fence.mark ? take_shown(p, true) : take_mark(p))) {
        p->at++;
    }
}

struct source *expand_shortcodes(struct expand *x, struct source *src) {
    bool any =
        str_find(src->text, STR("{{<")) != STR_NONE || str_find(src->text, STR("{{%")) != STR_NONE;
    if (!any || !markdown_format_has(x->arena, x->from, "shortcodes")) {
        return src;
    }
    struct pass p = {.x = x, .src = src, .s = src->text};
    size_t run = str_longest_run(src->text, '~');
    p.tildes = run < 5 ? 5 : run + 1;
    source_build(&p.out, x->arena, LIMIT_SOURCE);
    while (p.at < p.s.n && !p.out.text.overflow) {
        step(&p);
    }
    keep(&p);
    while (p.nopen > 0) { /* pairs without an end tag end here */
        p.nopen--;
        source_put_made(&p.out,
                        arena_join(x->arena, 3, STR("\n"), p.open[p.nopen].close, STR("\n")),
                        span_make(src, p.s.n, p.s.n));
    }
    return source_built(&p.out, src->name);
}
