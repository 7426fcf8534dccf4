/* SPDX-License-Identifier: MIT */
/* Reads the title block. The keys of the front matter that outputs use, in the forms of pandoc and
 * Quarto, become members of doc->meta. All keys remain in doc->front. Texts are read as inlines. */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "read/markdown/md_front.h"

DIAG_USE(DIAG_BAD_METADATA);

static struct str plain(struct md *m, const struct doc_node *n) {
    return n ? doc_plain_spaced(m->a, n) : STR_EMPTY;
}

void md_meta_wrong(struct md *m, const struct node *n, const char *key, const char *want) {
    diag_add(m->diags, DIAG_BAD_METADATA, n->span, "`%s` is not %s", key, want);
}

/** Returns the text of a key as inlines, or NULL. The value `false` means that there is no text, as
 * in templates of pandoc and Quarto. */
static struct doc_node *text_key(struct md *m, const char *key) {
    const struct node *n = node_get(m->doc->front, key);
    if (n && n->plain && str_is(node_text(n), "false")) {
        return NULL;
    }
    if (n && (n->kind == NODE_LIST || n->kind == NODE_MAP)) {
        md_meta_wrong(m, n, key, "a text");
        return NULL;
    }
    return md_scalar_inlines(m, n);
}

/* ---- keywords, nocite, abstract */

static void read_keywords(struct md *m) {
    const struct node *n = node_get(m->doc->front, "keywords");
    if (!n || n->kind == NODE_MAP) {
        return;
    }
    VEC(struct str) words = VEC_INIT;
    if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            struct str word = plain(m, md_scalar_inlines(m, n->items[i]));
            if (word.n) {
                vec_push(&words, word);
            }
        }
    } else {
        struct str text = plain(m, md_scalar_inlines(m, n));
        char sep = str_index(text, ';') != STR_NONE ? ';' : ',';
        struct str rest = text.n ? text : STR_EMPTY;
        while (rest.p) {
            struct str word = str_trim(str_cut(&rest, sep));
            if (word.n) {
                vec_push(&words, word);
            }
        }
    }
    m->doc->meta.keywords = vec_finish(&words, m->a);
    m->doc->meta.nkeywords = words.n;
}

static void cites_below(struct md *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_CITE) {
            continue;
        }
        for (size_t i = 0; i < w.node->u.cite.n; i++) {
            struct doc_cite c = w.node->u.cite.cites[i];
            c.prefix = c.suffix = NULL;
            vec_push(&m->nocite, c);
        }
    }
}

/* Adds `@*`, which means every entry of the database (MANUAL, nocite). */
static void add_star(struct md *m, const struct node *n) {
    size_t at = str_find(n->text, STR("@*"));
    if (at == STR_NONE) {
        return;
    }
    struct span span = n->span;
    if (span.src) {
        size_t found = str_find(span_text(span), STR("@*"));
        if (found != STR_NONE) {
            span = span_make(span.src, span.begin + found, span.begin + found + 2);
        }
    }
    vec_push(&m->nocite, (struct doc_cite){.key = STR("*"), .span = span});
}

static void read_nocite(struct md *m) {
    const struct node *n = node_get(m->doc->front, "nocite");
    if (!n || n->kind == NODE_MAP) {
        return;
    }
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(n, i);
        struct doc_node *span = md_scalar_inlines(m, one);
        if (span) {
            add_star(m, one);
            cites_below(m, span);
        }
    }
}

static void read_abstract(struct md *m) {
    const struct node *n = node_get(m->doc->front, "abstract");
    /* MyST has the abstract in the map `parts` */
    n = n ? n : node_get(node_get(m->doc->front, "parts"), "abstract");
    if (!md_scalar_has_text(n)) {
        return;
    }
    struct doc_node *div = doc_node_new(m->doc, DOC_DIV, n->span);
    struct md_region r = md_scalar_lines(m, n);
    md_blocks(m, &r, div, 1);
    m->doc->meta.abstract = div;
}

/* Reads macro definitions in a scalar, or in each scalar of a list, such as pandoc's
 * `header-includes`. */
static void read_macros(struct md *m, const struct node *n) {
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(n, i);
        if (!md_scalar_has_text(one) || str_starts(str_trim(node_text(one)), STR("<"))) {
            continue; /* HTML for the head of a page has no macros */
        }
        struct md_text t = md_scalar_text(m, one);
        m->macros = math_macros_read(m->a, m->macros, t.s, md_span(&t, 0, t.s.n), m->diags);
    }
}

/* Reads a map from names of macros to their TeX: `macros`, or MyST's `math`, whose values may be
 * maps. */
static void read_macro_map(struct md *m, const char *key) {
    const struct node *macros = node_get(m->doc->front, key);
    for (size_t i = 0; macros && macros->kind == NODE_MAP && i < macros->n; i++) {
        const struct node *inner = node_get(macros->items[i], "macro");
        const struct node *tex = inner ? inner : macros->items[i];
        struct str name = macros->keys[i];
        if (!md_scalar_has_text(tex)) {
            md_meta_wrong(m, tex, key, "a name and its TeX");
            continue;
        }
        name = str_from(name, str_starts(name, STR("\\")) ? 1 : 0);
        m->macros = math_macro_new(m->a, m->macros, name, str_trim(tex->text));
    }
}

void md_meta_macros(struct md *m) {
    const struct node *includes = node_get(m->doc->front, "header-includes");
    const struct node *macros = node_get(m->doc->front, "macros");
    if (includes && includes->kind != NODE_MAP) {
        read_macros(m, includes);
    }
    if (macros && macros->kind != NODE_MAP) {
        read_macros(m, macros);
    }
    read_macro_map(m, "macros");
    read_macro_map(m, "math");
}

static void read_text(struct md *m, const struct node *n, struct doc_front_text *out) {
    out->value = n;
    out->text = doc_node_new(m->doc, DOC_DIV, n->span);
    if (md_scalar_has_text(n)) {
        struct md_region r = md_scalar_lines(m, n);
        md_blocks(m, &r, out->text, 1);
    }
}

void md_meta_texts(struct md *m) {
    VEC(struct doc_front_text) texts = VEC_INIT;
    struct node_walk w = node_walk_start(m->doc->front);
    for (const struct node *n; (n = node_walk_next(&w)) != NULL;) {
        struct doc_front_text text;
        read_text(m, n, &text);
        vec_push(&texts, text);
    }
    m->doc->front_texts = vec_finish(&texts, m->a);
    m->doc->nfront_texts = texts.n;
}

static bool is_given(const struct node *n) {
    return n && (n->kind == NODE_LIST || n->kind == NODE_MAP || md_scalar_has_text(n));
}

/* Reports switches and numbers whose value has the wrong type and would be ignored. */
static void check_switches(struct md *m) {
    static const char *const counts[] = {"toc-depth", "secnumdepth"};
    const struct node *titles = node_get(m->doc->front, "title-case");
    if (is_given(titles) && !str_is(node_text(titles), "sentence") &&
        !str_is(node_text(titles), "as-written")) {
        md_meta_wrong(m, titles, "title-case", "`as-written` or `sentence`");
    }
    int64_t count;
    struct str rest = STR("toc lof lot lol numbersections number-sections link-citations "
                          "backreferences link-bibliography suppress-bibliography "
                          "notes-after-punctuation justify header-first balance");
    while (rest.p) {
        struct str key = str_cut(&rest, ' ');
        const struct node *n = node_value(m->doc->front, key);
        /* al-folio has `toc: {sidebar: left}`, which is not an error */
        bool map = n && n->kind == NODE_MAP && str_is(key, "toc");
        if (is_given(n) && !map && node_bool(n, -1) < 0) {
            md_meta_wrong(m, n, arena_str(m->a, key).p, "true or false");
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        const struct node *n = node_get(m->doc->front, counts[i]);
        if (is_given(n) && !str_to_i64(node_text(n), &count)) {
            md_meta_wrong(m, n, counts[i], "a number");
        }
    }
}

/* Returns the date of the title. Quarto's `today` is the day of the build, and so is
 * `last-modified`, because the times of files are not read. */
static struct doc_node *date_key(struct md *m) {
    const struct node *n = node_get(m->doc->front, "date");
    struct str text = str_trim(node_text(n));
    bool today = str_among(text, "today now last-modified");
    struct str form = str_trim(node_text(node_get(m->doc->front, "date-format")));
    struct str day =
        m->as_written ? STR_EMPTY : md_date_formed(m, text, form, n ? n->span : SPAN_NONE);
    if (day.n) {
        struct doc_node *span = doc_node_new(m->doc, DOC_SPAN, n->span);
        doc_add_text(m->doc, span, day, n->span);
        return span;
    }
    struct doc_node *date = today && !m->as_written ? NULL : text_key(m, "date");
    bool cell = str_starts(text, STR("`r ")); /* R code is not run */
    return cell && date && !date->first ? NULL : date;
}

/** Returns the inlines of a text, or of a list of texts with commas between them. */
static struct doc_node *detail(struct md *m, const struct node *n) {
    if (n->kind != NODE_LIST) {
        return md_scalar_inlines(m, n);
    }
    struct doc_node *all = doc_node_new(m->doc, DOC_SPAN, n->span);
    for (size_t i = 0; i < n->n; i++) {
        struct doc_node *one = md_scalar_inlines(m, n->items[i]);
        if (one && all->first) {
            doc_add_text(m->doc, all, STR(", "), n->items[i]->span);
        }
        if (one) {
            doc_append(all, one);
        }
    }
    return all->first ? all : NULL;
}

/* Reads the details for the title page of a thesis. They keep the author's order. */
static void read_details(struct md *m) {
    static const char *const keys[] = {"degree",     "department", "university",
                                       "supervisor", "advisor",    "committee"};
    struct doc_node **out = ARENA_ARRAY(m->a, struct doc_node *, ARRAY_LEN(keys));
    const struct node *front = m->doc->front;
    for (size_t i = 0; i < front->n && m->doc->meta.ndetails < ARRAY_LEN(keys); i++) {
        for (size_t k = 0; k < ARRAY_LEN(keys); k++) {
            struct doc_node *line =
                str_is(front->keys[i], keys[k]) ? detail(m, front->items[i]) : NULL;
            if (line) {
                out[m->doc->meta.ndetails++] = line;
                break;
            }
        }
    }
    m->doc->meta.details = out;
}

void md_meta(struct md *m) {
    struct doc_meta *meta = &m->doc->meta;
    m->tex.size = 173; /* the title has the size \LARGE of article.cls, in per cent */
    meta->title = text_key(m, "title");
    m->tex.size = 0;
    meta->title_plain = plain(m, meta->title);
    meta->subtitle = text_key(m, "subtitle");
    meta->subtitle_plain = plain(m, meta->subtitle);
    meta->date = date_key(m);
    meta->date_plain = plain(m, meta->date);
    md_meta_people(m);
    if (node_get(m->doc->front, "documentclass")) {
        read_details(m);
    }
    read_abstract(m);
    read_keywords(m);
    read_nocite(m);
    const struct node *about = node_get(m->doc->front, "description");
    meta->description = plain(m, md_scalar_inlines(m, about));
    check_switches(m);
}
