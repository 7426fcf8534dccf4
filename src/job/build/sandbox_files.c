/* SPDX-License-Identifier: MIT */
/*
 * Untrusted documents (--sandbox). Decides which files they may name, and which content is removed
 * from them. model/doc/url.c decides which links are allowed. core/base/sandbox.h restricts the
 * process.
 */
#include "cite/bib/store/store.h"
#include "core/base/word_list.h"
#include "job/build/files.h"
#include "model/doc/markup.h"
#include "print/layout/layout.h"
#include "write/html/html.h"

DIAG_USE(DIAG_ATTRIBUTE_REMOVED);
DIAG_USE(DIAG_OUTSIDE_ROOT);
DIAG_USE(DIAG_RAW_REMOVED);

/* ---- files ---- */

static void add_all(struct file_fence *f, const str_list *paths) {
    for (size_t i = 0; i < paths->n; i++) {
        file_fence_add(f, paths->p[i]);
    }
}

static void add_given(struct file_fence *f, struct str path) {
    if (path.n) {
        file_fence_add(f, path);
    }
}

struct file_fence *build_fence(struct arena *a, const struct build_options *opt, struct str dir) {
    struct file_fence *f = file_fence_new(a);
    file_fence_add(f, opt->root.n ? opt->root : dir);
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        add_all(f, &opt->includes[i]);
    }
    add_all(f, &opt->metadata_files);
    add_all(f, &opt->resource_dirs);
    add_all(f, &opt->databases);
    add_all(f, &opt->sheets);
    add_given(f, opt->csl);
    if (!bib_store_is_server(opt->library)) {
        add_given(f, opt->library);
    }
    for (size_t i = 0; i < ARRAY_LEN(opt->data_dirs); i++) {
        /* only two folders are added, because the data folder itself may be the whole source
         * tree */
        if (opt->data_dirs[i].n) {
            file_fence_add(f, path_join(a, opt->data_dirs[i], STR("styles")));
            file_fence_add(f, path_join(a, opt->data_dirs[i], STR("locales")));
        }
    }
    file_fence_add(f, STR(BUILD_SYSTEM_DATA));
    return f;
}

const struct file_fence *build_own_fence(struct build_run *b) {
    if (!b->opt->sandbox || b->opt->host.fence) {
        return b->opt->host.fence;
    }
    struct file_fence *f = build_fence(b->arena, b->opt, b->dir);
    for (size_t i = 0; i <= b->job->nfurther; i++) {
        struct str path = i == 0 ? b->job->input : b->job->further[i - 1];
        /* with a root folder, files are allowed only in this folder; streams are always allowed */
        if (!b->opt->root.n || file_is_stream(path)) {
            file_fence_add(f, path);
        }
    }
    return f;
}

bool build_refuse(struct build_run *b, struct str path, struct span at) {
    if (file_fence_has(b->opt->host.fence, path)) {
        return false;
    }
    struct str root = b->opt->root.n ? b->opt->root : b->dir;
    struct diag *g =
        diag_add(b->d, DIAG_OUTSIDE_ROOT, at,
                 "`%.*s` is outside the folder that documents may read", STR_ARG(path));
    diag_hint(b->d, g, "in the sandbox that is `%.*s`; `--root FOLDER` names another",
              STR_ARG(root.n ? root : STR(".")));
    return true;
}

/* ---- raw content ---- */

/** Whether a raw node comes from a file that the command line includes. */
static bool is_given(struct build_run *b, struct span at) {
    for (size_t p = 0; p < MARKDOWN_PLACES && at.src; p++) {
        for (size_t i = 0; i < b->opt->includes[p].n; i++) {
            if (map_lookup(&b->sources, b->opt->includes[p].p[i]) == at.src) {
                return true;
            }
        }
    }
    return false;
}

/** Returns the name in "<script>". Empty for end tags and comments, which are removed without a
 * report. */
static struct str tag_of(struct str html) {
    html = str_trim(html);
    size_t n = str_starts(html, STR("<")) ? str_past(html, 1, is_alnum) : 1;
    return n > 1 ? str_slice(html, 1, n) : STR_EMPTY;
}

static void report_raw(const struct doc_node *n, struct diags *d) {
    struct str text = str_trim(n->u.code.text), tag = html_shows_raw(n) ? tag_of(text) : STR_EMPTY;
    bool quiet = html_shows_raw(n) && !n->u.code.asked &&
                 (str_starts(text, STR("</")) || str_starts(text, STR("<!--")) || !text.n);
    if (tag.n) {
        (void)diag_add(d, DIAG_RAW_REMOVED, n->span, "`<%.*s>` is removed", STR_ARG(tag));
    } else if (!quiet) {
        (void)diag_add(d, DIAG_RAW_REMOVED, n->span, "raw %.*s is removed",
                       STR_ARG(n->u.code.info));
    }
}

/* ---- attributes ---- */

/* The elements that a document may have (WHATWG HTML, section 4): elements for text, lists and
 * tables. The list excludes elements that load files, run code, ask for input, open another layer,
 * or change how the text after them is read. */
static const char elements[] =
    "a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code "
    "col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 "
    "h4 h5 h6 header hgroup hr i img ins kbd legend li main mark menu meter nav nobr ol p pre "
    "progress q rp rt ruby s samp search section small span strike strong sub summary sup table "
    "tbody td tfoot th thead time tr tt u ul var wbr";

/* The attributes that elements may have in addition to `aria-` attributes (WHATWG HTML, sections 3
 * and 15). None of them loads a file, runs code or leads to another page, and no script of a page
 * uses them. */
static const char attributes[] =
    "abbr align alt axis border char charoff class color cols colspan compact datetime dir face "
    "frame headers height hidden high hspace id lang low max min noshade nowrap open optimum rel "
    "reversed role rowspan rules scope size span start style summary tabindex title translate "
    "type valign value vspace width";

/* The keys of lists of works and people, which may be in braces. */
static const char list_keys[] =
#define LIST_FILTER(name, reader, fits, text, example) name " "
#define LIST_KEY(name, reader, text, example) name " "
#define PEOPLE_KEY(name, text, example) name " "
#include "cite/resolve/list_keys.def"
#undef LIST_FILTER
#undef LIST_KEY
#undef PEOPLE_KEY
    ;

/* Other keys in braces that dossier uses, for divisions of class `cv`, lists of pages, the index,
 * labels and variants. */
static const char other_keys[] =
    "appearance category collection contents data-emoji entry fields file folder headings "
    "highlight label limit looseness max-items page pos sections see seealso sort tag "
    "unless-format unless-meta unless-profile when-format when-meta when-profile";

/** Whether dossier uses a key in braces. Pages contain such a key as a `data-` attribute. */
static bool is_own_key(struct str key) {
    size_t n;
    const struct doc_markup *rows = doc_markup_rows(&n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].key && str_is(key, rows[i].name)) {
            return true;
        }
    }
    return str_among(key, list_keys) || str_among(key, other_keys);
}

/** Whether an attribute may be kept. If `tag` is set, the attribute belongs to an HTML element.
 * Otherwise it was written in braces. */
static bool is_harmless(struct arena *a, struct str key, bool tag) {
    struct str name = arena_lower(a, key);
    return str_starts(name, STR("aria-")) || str_among(name, attributes) ||
           (!tag && is_own_key(key));
}

/** Returns the place of a whole attribute, from its name to the end of its value. */
static struct span place_of(const struct doc_pair *pair, struct span or_else) {
    struct span at = pair->span;
    if (!at.src) {
        return or_else;
    }
    struct str text = at.src->text;
    size_t from = at.begin;
    bool quoted = from > 0 && (text.p[from - 1] == '"' || text.p[from - 1] == '\'');
    from -= quoted;
    while (from > 0 && (text.p[from - 1] == '=' || is_space(text.p[from - 1]))) {
        from--;
    }
    if (from >= pair->key.n && str_ieq(str_slice(text, from - pair->key.n, from), pair->key)) {
        at.begin = (uint32_t)(from - pair->key.n);
        at.end += quoted && at.end < text.n;
    }
    return at;
}

/** Keeps the declarations of a style that only change the look of text. Returns false if no
 * declaration is left. */
static bool confine_style(struct build_run *b, const struct doc_node *n, struct doc_pair *pair,
                          struct diags *d) {
    struct str dropped, style = doc_safe_style(b->arena, pair->value, true, &dropped);
    if (dropped.n) {
        (void)diag_add(d, DIAG_ATTRIBUTE_REMOVED, place_of(pair, n->span),
                       "`%.*s` is removed from this style", STR_ARG(dropped));
        pair->value = style;
    }
    b->styled = b->styled || pair->value.n;
    return pair->value.n > 0;
}

static void confine_attr(struct build_run *b, const struct doc_node *n, struct diags *d) {
    struct doc_attr *attr = n->attr;
    size_t kept = 0;
    for (size_t i = 0; i < attr->npairs; i++) {
        struct doc_pair pair = attr->pairs[i];
        bool stays = is_harmless(b->arena, pair.key, attr->element.n > 0);
        if (!stays) {
            (void)diag_add(d, DIAG_ATTRIBUTE_REMOVED, place_of(&pair, n->span),
                           "the attribute `%.*s` is removed", STR_ARG(pair.key));
        } else if (!str_ieq(pair.key, STR("style")) || confine_style(b, n, &pair, d)) {
            attr->pairs[kept++] = pair;
        }
    }
    attr->npairs = kept;
}

/** Replaces an element that is not allowed in documents with a plain element. Its text is kept. */
static void confine_element(const struct doc_node *n, struct diags *d) {
    struct str name = n->attr->element;
    if (!name.n || str_among(name, elements)) {
        return;
    }
    struct span at = n->span;
    if (at.src && at.begin + 1 + name.n < at.end) {
        at.end = at.begin + 1 + (uint32_t)name.n;
    }
    struct diag *g = diag_add(d, DIAG_RAW_REMOVED, at, "`<%.*s>` is removed", STR_ARG(name));
    diag_hint(d, g, "its text stays; the sandbox keeps the elements of texts, lists and tables");
    n->attr->element = doc_is_inline(n->kind) ? STR("span") : STR("div");
}

/* ---- the whole document ---- */

/** Arguments of confine_tree(). */
struct confining {
    struct build_run *b;
    struct diags *d;
};

static void confine_tree(void *user, struct doc_node *tree) {
    const struct confining *c = user;
    struct doc_walk w = doc_walk_start(tree);
    VEC(struct doc_node *) gone = VEC_INIT;
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter) {
            continue;
        }
        if (n->attr && n->attr->element.n) {
            confine_element(n, c->d);
        }
        if (n->attr && n->attr->npairs) {
            confine_attr(c->b, n, c->d);
        }
        bool raw = n->kind == DOC_RAW_BLOCK || n->kind == DOC_RAW_INLINE;
        /* the raw nodes that the layout can show change only lines and pages, so they are kept */
        if (raw && !layout_shows_raw(n) && !is_given(c->b, n->span)) {
            report_raw(n, c->d);
            vec_push(&gone, n);
        }
    }
    for (size_t i = 0; i < gone.n; i++) {
        struct doc_node *n = gone.p[i], *up = n->parent;
        doc_unlink(n);
        bool text = up && (up->kind == DOC_PARA || up->kind == DOC_PLAIN);
        if (text && !up->first && !up->attr && up->parent) {
            doc_unlink(up);
        }
    }
    vec_drop(&gone);
}

/** Removes texts for the head of the page and for LaTeX's preamble. */
static void confine_head(struct build_run *b, struct doc *doc, struct diags *d) {
    const struct node *n = node_get(doc->front, "header-includes");
    if (!n) {
        return;
    }
    struct node *kept = node_new_list(b->arena, n->span);
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(n, i);
        if (is_given(b, one->span)) {
            node_append(b->arena, kept, (struct node *)one);
        } else if (str_trim(node_text(one)).n || one->kind == NODE_MAP || one->kind == NODE_LIST) {
            (void)diag_add(d, DIAG_RAW_REMOVED, one->span, "this text for the head is removed");
        }
    }
    node_put(b->arena, doc->front, STR("header-includes"), n->span, kept);
}

void build_confine(struct build_run *b, struct doc *doc, struct diags *d) {
    struct doc_node *parts[DOC_PARTS];
    if (!b->opt->sandbox) {
        return;
    }
    struct confining c = {b, d};
    size_t n = doc_parts(doc, parts);
    for (size_t i = 0; i < n; i++) {
        confine_tree(&c, parts[i]);
    }
    doc_each_title_tree(doc, confine_tree, &c);
    for (size_t i = 0; i < doc->nfront_texts; i++) {
        confine_tree(&c, doc->front_texts[i].text);
    }
    confine_head(b, doc, d);
}
