/* SPDX-License-Identifier: MIT */
/* Reads a document: front matter, then blocks, then inlines, then the passes over the whole tree.
 * Merges the front matter with the command line and the files of metadata. */
#include "read/markdown/markdown.h"
#include "core/base/bounds.h"
#include "read/markdown/html/md_html.h"
#include "read/markdown/md_front.h"
#include "read/markdown/tex/tex.h"
#include "read/markdown/tree/passes.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_NO_EXTENSION);

/* Sets the format. An unreadable format is reported and not set. */
static void set_format(struct md *m, struct str format, struct span at) {
    struct md_format f;
    struct str fault;
    bool good = md_format_read(m->a, format, &f, &fault);
    if (!good) {
        diag_add(m->diags, DIAG_BAD_METADATA, at, "%.*s", STR_ARG(fault));
        return;
    }
    if (fault.n) {
        diag_add(m->diags, DIAG_NO_EXTENSION, at, "%.*s", STR_ARG(fault));
    }
    m->format = f;
}

/* maximum number of bytes that the macros of LaTeX may produce */
#define MAX_EXPANDED (8u * 1024u * 1024u)

static const struct md_hooks hooks = {.html_lines = md_html_lines,
                                      .html_block = md_html_block,
                                      .html_tag = md_html_angle,
                                      .html_inlines = md_html_inlines,
                                      .tex_command = md_tex_backslash,
                                      .tex_tie = md_tex_tie,
                                      .tex_inlines = md_tex_texts};

static void md_init(struct md *m, struct doc *doc, struct diags *d, struct str format) {
    *m = (struct md){
        .doc = doc, .a = doc->arena, .diags = d, .hooks = &hooks, .tex.budget = MAX_EXPANDED};
    struct str fault;
    (void)md_format_read(m->a, STR("markdown"), &m->format, &fault);
    set_format(m, format, SPAN_NONE);
    m->github = md_format_is_github(&m->format);
    doc->github = m->github;
    m->quotes = doc_quotes_of(doc->meta.lang);
}

static void md_drop(struct md *m) {
    vec_drop(&m->leaves);
    vec_drop(&m->html.leaves);
    vec_drop(&m->html.parents);
    vec_drop(&m->notes.uses);
    vec_drop(&m->notes.all);
    vec_drop(&m->labels.refs);
    vec_drop(&m->labels.marks);
    vec_drop(&m->labels.numbered);
    vec_drop(&m->nocite);
    vec_drop(&m->tex.leaves);
    vec_drop(&m->tex.unknown);
    map_drop(&m->tex.bibitems);
    map_drop(&m->tex.crefs);
    map_drop(&m->tex.colours);
    vec_drop(&m->labels.names);
    map_drop(&m->labels.targets);
    map_drop(&m->labels.reserved);
    map_drop(&m->values.texts);
    map_drop(&m->links.refs);
    map_drop(&m->notes.by_label);
    map_drop(&m->entities);
    map_drop(&m->examples.numbers);
    vec_drop(&m->kramdown.uses);
    map_drop(&m->kramdown.lists);
    map_drop(&m->abbreviations);
    map_drop(&m->front.keys);
    map_drop(&m->links.headings);
}

static struct node *override_value(struct md *m, const struct markdown_override *o) {
    if (o->value) {
        return (struct node *)o->value;
    }
    return node_plain(m->a, o->text, SPAN_NONE);
}

/* Merges keys of the command line into the front matter. They override keys of the document. A key
 * that is given twice on the command line makes a list, as in pandoc. */
static void merge_overrides(struct md *m, const struct markdown_options *opt) {
    for (size_t i = 0; i < opt->noverrides; i++) {
        const struct markdown_override *o = &opt->overrides[i];
        size_t first = i;
        for (size_t k = i; k > 0 && !o->replaces && !opt->overrides[k - 1].replaces; k--) {
            first = str_eq(opt->overrides[k - 1].key, o->key) ? k - 1 : first;
        }
        if (first == i) {
            md_front_put_path(m, o->key, override_value(m, o));
            continue;
        }
        struct node *list = node_new_list(m->a, SPAN_NONE);
        for (size_t k = first; k <= i; k++) {
            if (str_eq(opt->overrides[k].key, o->key)) {
                node_append(m->a, list, override_value(m, &opt->overrides[k]));
            }
        }
        md_front_put_path(m, o->key, list);
    }
    for (size_t i = opt->ndefaults; i > 0; i--) {
        md_front_put_all(m, opt->defaults[i - 1], MD_FRONT_DEFAULT);
    }
    if (opt->begin) {
        opt->begin(opt->begin_user, m->doc->front);
    }
}

static void parse_leaves(struct md *m) {
    /* The loop uses an index, because reading a leaf may add leaves. */
    for (size_t i = 0; i < m->leaves.n; i++) {
        struct md_leaf leaf = m->leaves.p[i];
        m->in_note = leaf.in_note;
        m->macros = leaf.macros;
        m->part = leaf.part;
        struct md_text text = md_bookdown_fill(m, leaf.text);
        md_inlines(m, &text, leaf.node);
    }
    md_html_split(m);
    for (size_t i = 0; i < m->tex.leaves.n; i++) {
        md_split_blocks(m, m->tex.leaves.p[i]);
    }
    vec_clear(&m->tex.leaves);
    md_html_tree(m);
    vec_clear(&m->leaves);
    m->in_note = false;
    m->part = 0;
}

/* Reads the texts of the front matter for outputs that keep the document as written. Addresses do
 * not become links, because in the front matter they name a file or a site. */
static void read_front_texts(struct md *m) {
    bool addresses = m->format.on[MD_AUTOLINK_BARE_URIS];
    if (m->as_written) {
        m->format.on[MD_AUTOLINK_BARE_URIS] = false;
        md_meta_texts(m);
        parse_leaves(m);
        m->format.on[MD_AUTOLINK_BARE_URIS] = addresses;
    }
}

/* Returns the lines of one file of the document after its front matter. Reads the front matter. */
static struct md_region part_lines(struct md *m, size_t part) {
    size_t begin = m->starts[part], end = md_part_end(m, part);
    struct str text = str_slice(m->doc->source->text, begin, end);
    size_t bom = str_bom(text);
    struct md_region all =
        md_lines(m, str_from(text, bom), (uint32_t)(begin + bom), m->doc->root->span);
    m->part = part;
    size_t front = md_front(m, &all);
    return (struct md_region){front ? all.lines + front : all.lines, all.n - front, all.fixed};
}

static void set_language(struct md *m) {
    struct str lang = node_text(node_get(m->doc->front, "lang"));
    if (lang.n) {
        m->doc->meta.lang = lang;
    }
    m->quotes = doc_quotes_of(m->doc->meta.lang);
}

static void finish(struct md *m) {
    m->bookdown = md_is_bookdown(m);
    md_attr_lists_place(m);
    if (!m->as_written) {
        md_variant_settle(m);
    }
    if (m->opt->settle) {
        m->opt->settle(m->opt->settle_user, m->doc);
    }
    md_finish(m);
}

static void parse_pandoc(struct md *m, const struct markdown_options *opt) {
    struct md_region *bodies = ARENA_ARRAY(m->a, struct md_region, m->nparts);
    const struct node *front = opt->latex.front ? opt->latex.front : opt->filler.front;
    bool own = !front;
    for (size_t i = 0; i < m->nparts && own; i++) {
        bodies[i] = part_lines(m, i);
    }
    if (!own) {
        md_front_put_all(m, front, MD_FRONT_DOCUMENT);
    }
    merge_overrides(m, opt);
    if (!m->as_written) {
        md_format_options(m, opt->output);
        md_format_names(m);
        md_variant_options(m);
    }
    /* `from` is a format in Quarto, and the sender in a memo */
    const struct node *from = node_get(m->doc->front, "from");
    if (!opt->format.n && md_format_is_name(node_text(from))) {
        set_format(m, node_text(from), from->span);
    }
    set_language(m);
    md_include_head(m);
    md_preamble(m);
    md_meta_macros(m);
    md_cells_begin(m);
    for (size_t i = 0; i < m->nparts && own; i++) {
        m->part = i;
        md_blocks(m, &bodies[i], m->doc->root, 0);
    }
    md_fill(m);
    if (opt->latex.front) {
        md_tex_document(m, opt->latex.begin, opt->latex.end);
    }
    m->part = 0;
    m->doc->macros = m->macros;
    set_language(m); /* a YAML block later in the text may set the language */
    md_meta(m);
    md_include_texts(m);
    parse_leaves(m);
    read_front_texts(m);
    md_notes_place(m);
    md_tex_finish(m);
    md_tex_report(m);
    m->doc->nocite = vec_keep(&m->nocite, m->a);
    m->doc->nnocite = m->nocite.n;
    md_include_body(m);
    finish(m);
    if (m->opt->lint) {
        md_refs_report(m);
    }
}

static void parse_github(struct md *m, const struct markdown_options *opt) {
    struct str text = m->doc->source->text;
    size_t bom = str_bom(text);
    struct md_region all = md_lines(m, str_from(text, bom), (uint32_t)bom, m->doc->root->span);
    merge_overrides(m, opt);
    set_language(m);
    md_cmark_gfm(m, &all, m->doc->root);
    md_notes_place(m);
    md_meta(m);
    m->doc->nocite = vec_keep(&m->nocite, m->a);
    m->doc->nnocite = m->nocite.n;
    parse_leaves(m);
    read_front_texts(m);
    finish(m);
}

bool markdown_format_check(struct arena *a, struct str format, struct str *fault) {
    struct md_format f;
    return md_format_read(a, format, &f, fault);
}

struct doc *markdown_parse(struct arena *a, struct source *src, const struct markdown_options *opt,
                           struct diags *d) {
    static const struct markdown_options none = {.overrides = NULL};
    opt = opt ? opt : &none;
    struct doc *doc = doc_new(a, src);
    doc->outputs = opt->outputs;
    doc->noutputs = opt->noutputs < DOC_OUTPUTS ? opt->noutputs : DOC_OUTPUTS;
    struct md m;
    static const uint32_t whole = 0;
    md_init(&m, doc, d, opt->format);
    m.as_written = opt->as_written;
    m.opt = opt;
    m.latex = opt->latex.front != NULL;
    m.tex.chapters = opt->latex.chapters;
    m.tex.biblatex = opt->latex.biblatex;
    m.tex.tight = opt->latex.tight;
    m.starts = opt->nstarts ? opt->starts : &whole;
    m.nparts = opt->nstarts ? opt->nstarts : 1;
    m.math_budget.bytes = limit_sum(LIMIT_SUM_MACROS, LIMIT_SUM_MACROS_TIMES, src->text.n);
    m.links.budget = limit_sum(LIMIT_SUM_LINKS, LIMIT_SUM_LINKS_TIMES, src->text.n);
    m.epoch = opt->epoch ? *opt->epoch : -1;
    if (src->text.n > LIMIT_SOURCE) {
        diag_add(d, DIAG_TOO_LARGE, span_make(src, 0, 0),
                 "the document has more than %u bytes and is not read", LIMIT_SOURCE);
        merge_overrides(&m, opt);
    } else if (m.github) {
        parse_github(&m, opt);
    } else {
        parse_pandoc(&m, opt);
    }
    md_drop(&m);
    doc_number_notes(doc);
    return doc;
}
