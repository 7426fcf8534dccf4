/* SPDX-License-Identifier: MIT */
/* Reads Quarto's shortcodes in the text: {{< meta key >}}, {{< var key >}}, {{< kbd Ctrl-C >}}, {{<
 * video url >}}, {{< pagebreak >}}, and icons of Quarto's extensions; {{{< ... >}}} is shown as
 * text. Unknown shortcodes are removed and reported. Includes and Hugo's shortcodes are replaced
 * before the text is read (read/expand). */
#include "read/markdown/core/shortcode.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_SHORTCODE);
DIAG_USE(DIAG_UNSUPPORTED);

#define MAX_ADDED 1000000 /* maximum number of bytes that values may add to a document */
#define MAX_NESTED 4      /* maximum depth of shortcodes in the values of other shortcodes */

/** A shortcode in a text. */
struct shortcode {
    struct markdown_shortcode is;
    struct span at;
};

/* ---- reading ---- */

static bool ends_word(char c) {
    return is_space(c) || c == '=';
}

/** Reads a word or a quoted text at `*at`. */
static struct str read_word(struct str s, size_t *at) {
    size_t begin = *at;
    char quote = begin < s.n && (s.p[begin] == '"' || s.p[begin] == '\'') ? s.p[begin] : '\0';
    if (quote) {
        size_t n = str_index(str_from(s, begin + 1), quote);
        if (n != STR_NONE) {
            *at = begin + n + 2;
            return str_slice(s, begin + 1, begin + 1 + n);
        }
    }
    while (*at < s.n && !ends_word(s.p[*at])) {
        (*at)++;
    }
    return str_slice(s, begin, *at);
}

void markdown_shortcode_read(struct str inside, struct markdown_shortcode *out) {
    struct str s = str_trim(inside);
    size_t at = 0;
    *out = (struct markdown_shortcode){.n = 0};
    while (at < s.n && !is_space(s.p[at])) {
        at++;
    }
    out->name = str_slice(s, 0, at);
    while (at < s.n && out->n < MARKDOWN_SHORTCODE_ARGUMENTS) {
        if (is_space(s.p[at])) {
            at++;
            continue;
        }
        size_t begin = at;
        struct str word = read_word(s, &at), key = STR_EMPTY;
        if (at < s.n && s.p[at] == '=') {
            at++;
            key = word;
            word = at > begin + 1 ? read_word(s, &at) : str_from(s, at);
            at = at > begin + 1 ? at : s.n;
        }
        out->args[out->n].key = key;
        out->args[out->n++].value = word;
    }
}

struct str markdown_shortcode_argument(const struct markdown_shortcode *c, const char *key) {
    for (size_t i = 0; i < c->n; i++) {
        if (key ? str_is(c->args[i].key, key) : !c->args[i].key.n) {
            return c->args[i].value;
        }
    }
    return STR_EMPTY;
}

static struct str argument(const struct shortcode *c, const char *key) {
    return markdown_shortcode_argument(&c->is, key);
}

/** Returns the length of the shortcode at `at`, including `{{<` and `>}}` or `{{%` and `%}}`.
 * Returns 0 if there is no shortcode, or if it has no end. */
static size_t length_of(struct inl *x, size_t at, bool *escaped) {
    struct str rest = str_from(x->s, at);
    *escaped = str_starts(rest, STR("{{{<"));
    bool percent = str_starts(rest, STR("{{%"));
    if (!*escaped && !percent && !str_starts(rest, STR("{{<"))) {
        return 0;
    }
    struct str end = *escaped ? STR(">}}}") : percent ? STR("%}}") : STR(">}}");
    bool *none = &x->no_shortcode[*escaped ? 0 : percent ? 1 : 2];
    size_t n = *none ? STR_NONE : str_find(rest, end);
    *none = n == STR_NONE;
    return n == STR_NONE ? 0 : n + end.n;
}

/* ---- values ---- */

static const struct node *variables(struct md *m) {
    const struct markdown_files *files = &m->opt->files;
    if (m->values.variables || !files->open) {
        return m->values.variables;
    }
    m->values.variables = node_new_map(m->a, SPAN_NONE);
    struct source *src = files->open(files->user, STR("_variables.yml"), m->doc->source);
    src = src ? src : files->open(files->user, STR("/_variables.yml"), m->doc->source);
    struct node *read = src ? yaml_parse(m->a, src, 0, src->text.n, m->diags) : NULL;
    if (read && read->kind == NODE_MAP) {
        m->values.variables = read;
    }
    return m->values.variables;
}

static void refuse(struct md *m, const struct shortcode *c, const char *why, const char *hint) {
    struct diag *g = diag_add(m->diags, DIAG_SHORTCODE, c->at,
                              "the shortcode `%.*s` is left out: %s", STR_ARG(c->is.name), why);
    diag_hint(m->diags, g, "%s", hint);
}

/** Appends the text of a value, which is read as Markdown, to `to`. */
static void put_scalar(struct md *m, const struct node *value, struct doc_node *to) {
    struct doc_node *text = md_scalar_inlines(m, value);
    if (text) {
        if (to->first) {
            doc_add_text(m->doc, to, STR(", "), SPAN_NONE);
        }
        doc_adopt(to, text);
    }
}

static size_t text_size(const struct node *value) {
    size_t n = node_text(value).n;
    for (size_t i = 0; value->kind == NODE_LIST && i < value->n; i++) {
        n += node_text(value->items[i]).n + 2;
    }
    return n;
}

static void put_value(struct inl *x, const struct shortcode *c, const struct node *map,
                      const char *where) {
    struct md *m = x->m;
    struct str key = argument(c, NULL);
    const struct node *value = node_at(map, key);
    if (!value || value->kind == NODE_MAP || value->kind == NODE_NULL) {
        struct diag *g =
            diag_add(m->diags, DIAG_SHORTCODE, c->at,
                     "the shortcode is left out: %s has no text `%.*s`", where, STR_ARG(key));
        (void)diag_suggest(m->diags, g, key, map ? map->keys : NULL, map ? map->n : 0);
        return;
    }
    size_t size = text_size(value);
    if (m->values.depth >= MAX_NESTED || size > MAX_ADDED - m->values.bytes) {
        refuse(m, c, "the values contain each other", "write the text itself");
        return;
    }
    m->values.bytes += size;
    m->values.depth++;
    struct doc_node *span = doc_node_new(m->doc, DOC_SPAN, c->at);
    for (size_t i = 0; value->kind == NODE_LIST && i < value->n; i++) {
        put_scalar(m, value->items[i], span);
    }
    if (value->kind != NODE_LIST) {
        put_scalar(m, value, span);
    }
    m->values.depth--;
    doc_adopt(x->top, span);
}

/* ---- other shortcodes ---- */

static void put_keys(struct inl *x, const struct shortcode *c) {
    static const char *const systems[] = {"linux", "win", "mac"};
    struct str keys = argument(c, NULL);
    for (size_t i = 0; i < ARRAY_LEN(systems) && !keys.n; i++) {
        keys = argument(c, systems[i]);
    }
    struct doc_node *span = doc_add(x->m->doc, x->top, DOC_SPAN, c->at);
    doc_add_class(x->m->doc, span, STR("kbd"));
    doc_add_text(x->m->doc, span, keys, c->at);
}

/** Makes a link to the video. The page itself loads nothing. */
static void put_video(struct inl *x, const struct shortcode *c) {
    struct doc *doc = x->m->doc;
    struct str url = argument(c, NULL), title = argument(c, "title");
    url = url.n ? url : argument(c, "src");
    struct doc_node *link = doc_link_new(doc, url, c->at);
    doc_add_class(doc, link, STR("video"));
    doc_add_text(doc, link, title.n ? title : doc_url_text(url), c->at);
    doc_append(x->top, link);
}

static bool is_icon(const struct shortcode *c) {
    return str_among(c->is.name, "ai bi fa iconify fontawesome icon");
}

/** Returns a name as words: "Google Scholar" for "google-scholar". */
static struct str words_of(struct arena *a, struct str name) {
    struct str service = doc_service_name(name);
    if (service.n) {
        return service;
    }
    struct str copy = arena_str(a, name);
    char *p = (char *)(uintptr_t)copy.p;
    for (size_t i = 0; i < copy.n; i++) {
        bool gap = p[i] == '-' || p[i] == '_' || p[i] == ':';
        bool first = i == 0 || p[i - 1] == ' ';
        p[i] = gap ? ' ' : first ? to_upper(p[i]) : p[i];
    }
    return copy;
}

/** Reports the first icon that is omitted. */
static void report_icon(struct md *m, const struct shortcode *c) {
    if (!m->values.icon_reported) {
        m->values.icon_reported = true;
        struct diag *g = diag_add(m->diags, DIAG_UNSUPPORTED, c->at,
                                  "icons are not loaded: `%.*s` is left out", STR_ARG(c->is.name));
        diag_hint(m->diags, g, "add `title=\"a word\"` to print a word instead");
    }
}

/** Writes the name of an icon, since icons are not loaded: the value of `title` or `label`. An icon
 * without these writes its own name if it is the only content of a link; otherwise it is
 * omitted. */
static void put_icon(struct inl *x, const struct shortcode *c, size_t n) {
    struct str title = argument(c, "title");
    title = title.n ? title : argument(c, "label");
    bool alone =
        x->at > 0 && x->s.p[x->at - 1] == '[' && x->at + n < x->s.n && x->s.p[x->at + n] == ']';
    for (size_t i = c->is.n; i-- > 0 && !title.n && alone;) {
        title = c->is.args[i].key.n ? STR_EMPTY : c->is.args[i].value;
    }
    if (!title.n) {
        report_icon(x->m, c);
        return;
    }
    struct doc_node *span = doc_add(x->m->doc, x->top, DOC_SPAN, c->at);
    doc_add_class(x->m->doc, span, STR("icon-name"));
    doc_add_text(x->m->doc, span, words_of(x->m->a, title), c->at);
}

static void put(struct inl *x, const struct shortcode *c, size_t n) {
    struct md *m = x->m;
    if (str_is(c->is.name, "meta")) {
        put_value(x, c, m->doc->front, "the front matter");
    } else if (str_is(c->is.name, "var")) {
        put_value(x, c, variables(m), "_variables.yml");
    } else if (str_is(c->is.name, "kbd") && c->is.n > 0) {
        put_keys(x, c);
    } else if (str_is(c->is.name, "video") && c->is.n > 0) {
        put_video(x, c);
    } else if (is_icon(c)) {
        put_icon(x, c, n);
    } else if (str_is(c->is.name, "pagebreak")) {
        refuse(m, c, "it is not alone in its paragraph", "give it a paragraph of its own");
    } else if (str_is(c->is.name, "include")) {
        refuse(m, c, "it is not alone in its paragraph", "give it a line of its own");
    } else {
        refuse(m, c, "it is not one of include, meta, var, kbd, video, pagebreak",
               "write its text instead");
    }
}

/** Reports a shortcode without an end, which is text. */
static void report_open(struct inl *x) {
    struct str rest = str_from(x->s, x->at);
    bool open = str_starts(rest, STR("{{< ")) && rest.n > 4 && is_alpha(rest.p[4]);
    if (open && md_on(x->m, MD_SHORTCODES) && !x->m->as_written) {
        struct diag *g = diag_add(x->m->diags, DIAG_SHORTCODE, md_span(x->t, x->at, x->at + 3),
                                  "this shortcode does not end: it is printed as text");
        diag_hint(x->m->diags, g, "end it with `>}}`");
    }
}

bool md_inl_shortcode(struct inl *x) {
    bool escaped;
    size_t at = x->at;
    size_t n = md_on(x->m, MD_SHORTCODES) ? length_of(x, at, &escaped) : 0;
    if (n == 0) {
        report_open(x);
        return false;
    }
    if (x->m->as_written) {
        struct doc_node *raw = md_inl_node(x, DOC_RAW_INLINE, at, at + n);
        raw->u.code.info = STR("shortcode");
        raw->u.code.text = str_slice(x->s, at, at + n);
        x->at += n;
        return true;
    }
    if (escaped) { /* `{{{< meta x >}}}` loses one brace on each side */
        md_inl_made(x, str_slice(x->s, at + 1, at + n - 1), at, at + n, true);
        x->at += n;
        return true;
    }
    struct shortcode c = {.at = md_span(x->t, at, at + n)};
    markdown_shortcode_read(str_slice(x->s, at + 3, at + n - 3), &c.is);
    put(x, &c, n);
    x->at += n;
    return true;
}

bool md_shortcode_is_break(const struct md *m, struct str paragraph) {
    struct str s = str_trim(paragraph);
    return md_on(m, MD_SHORTCODES) && !m->as_written && str_starts(s, STR("{{<")) &&
           str_ends(s, STR(">}}")) && s.n > 6 &&
           str_is(str_trim(str_slice(s, 3, s.n - 3)), "pagebreak");
}
