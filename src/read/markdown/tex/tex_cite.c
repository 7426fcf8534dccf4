/* SPDX-License-Identifier: MIT */
/*
 * Reads citations of natbib and biblatex as Markdown's citations, with the mode of each command,
 * and the prefix and suffix of keys.
 *
 *   \citep[see][p. 3]{a,b}      [see @a; @b, p. 3]
 *   \citet{a}                   @a
 *   \cites[p. 1]{a}[p. 2]{b}    [@a, p. 1; @b, p. 2]
 */
#include "core/base/word_list.h"
#include "read/markdown/tex/tex.h"

DIAG_USE(DIAG_TEX_COMMAND);

typedef VEC(struct doc_cite) cite_vec;

static const enum doc_cite_mode modes[] = {
    [LTX_CITE_NORMAL] = DOC_CITE_NORMAL, [LTX_CITE_IN_TEXT] = DOC_CITE_IN_TEXT,
    [LTX_CITE_AUTHOR] = DOC_CITE_AUTHOR, [LTX_CITE_YEAR] = DOC_CITE_YEAR,
    [LTX_CITE_TITLE] = DOC_CITE_TITLE,   [LTX_CITE_NO_AUTHOR] = DOC_CITE_SUPPRESS_AUTHOR,
    [LTX_CITE_BARE] = DOC_CITE_NORMAL,   [LTX_CITE_FOOT] = DOC_CITE_NORMAL,
    [LTX_CITE_FULL] = DOC_CITE_FULL,     [LTX_CITE_FOOT_FULL] = DOC_CITE_FULL,
    [LTX_CITE_SMART] = DOC_CITE_NORMAL,  [LTX_CITE_RAISED] = DOC_CITE_NORMAL,
};

/* Returns a prefix or a suffix as a span, or NULL if it is empty. With `comma`, a comma is put
 * before it. */
static struct doc_node *beside(struct tex *x, const struct ltx_arg *arg, bool comma) {
    if (!ltx_given(arg) || !str_trim(md_tex_arg(x, arg)).n) {
        return NULL;
    }
    struct doc_node *span = md_tex_node(x, DOC_SPAN, arg->begin, arg->end);
    if (comma) {
        doc_add_text(x->m->doc, span, STR(", "), span->span);
    }
    md_tex_inlines(x, arg, span);
    return span;
}

/* Appends the keys of one pair of braces. The first key gets the prefix, and the last key gets the
 * suffix. */
static void add_keys(struct tex *x, const struct ltx_arg *keys, enum doc_cite_mode mode,
                     struct doc_node *prefix, struct doc_node *suffix, cite_vec *out) {
    size_t at = keys->begin, first = out->n;
    while (at <= keys->end) {
        size_t end = str_until(str_slice(x->t->s, 0, keys->end), at, ',');
        size_t from = at, to = end;
        str_trim_range(x->t->s, &from, &to);
        if (to > from) {
            struct doc_cite c = {.key = str_slice(x->t->s, from, to),
                                 .span = md_tex_span(x, from, to),
                                 .mode = mode,
                                 .verbatim = x->m->latex && !x->m->tex.biblatex};
            vec_push(out, c);
        }
        at = end + 1;
    }
    if (out->n > first) {
        out->p[first].prefix = prefix;
        vec_last(out).suffix = suffix;
    }
}

static struct doc_node *cite_node(struct tex *x, const struct tex_call *c, cite_vec *cites) {
    struct doc_node *n = md_tex_node(x, DOC_CITE, c->begin, c->end);
    n->u.cite.cites = vec_keep(cites, x->m->a);
    n->u.cite.n = cites->n;
    n->u.cite.ordered = x->m->latex && !x->m->opt->latex.sorted_cites;
    n->u.cite.source = str_slice(x->t->s, c->begin, c->end);
    return n;
}

/* Writes citations in the text, one for each key. */
static void put_in_text(struct tex *x, const struct tex_call *c, const cite_vec *cites) {
    for (size_t i = 0; i < cites->n; i++) {
        cite_vec one = VEC_INIT;
        vec_push(&one, cites->p[i]);
        if (i > 0) {
            md_tex_text(x, STR("; "), c->begin, c->begin + 1);
        }
        if (cites->p[i].prefix) {
            doc_adopt(md_tex_top(x), cites->p[i].prefix);
            md_tex_text(x, STR(" "), c->begin, c->begin + 1);
            one.p[0].prefix = NULL;
        }
        struct doc_node *n = cite_node(x, c, &one);
        n->u.cite.in_text = true;
        doc_append(md_tex_top(x), n);
        vec_drop(&one);
    }
}

/* Cuts a label of natbib, "Alder and Okonkwo(2024a)Alder, Okonkwo", into author and year. Returns
 * false for another label. */
static bool natbib_label(struct str label, struct str *author, struct str *year) {
    size_t open = str_index(label, '('), shut = str_index(label, ')');
    if (open == STR_NONE || shut == STR_NONE || shut < open) {
        return false;
    }
    *author = str_trim(str_slice(label, 0, open));
    *year = str_trim(str_slice(label, open + 1, shut));
    return true;
}

/* Writes the label of one entry of `thebibliography`, as natbib shows it. */
static void put_label(struct tex *x, const struct tex_call *c, struct str label,
                      const struct doc_cite *one) {
    enum ltx_cite how = (enum ltx_cite)c->row->a;
    struct str author, year;
    bool parts = natbib_label(label, &author, &year);
    bool in_text = parts && how == LTX_CITE_IN_TEXT;
    if (one->prefix) {
        doc_adopt(md_tex_top(x), one->prefix);
        md_tex_text(x, STR(" "), c->begin, c->end);
    }
    if (parts && how != LTX_CITE_YEAR && how != LTX_CITE_NO_AUTHOR) {
        md_tex_text(x, author, c->begin, c->end);
        md_tex_text(x,
                    in_text                  ? STR(" (")
                    : how == LTX_CITE_AUTHOR ? STR_EMPTY
                                             : STR(", "),
                    c->begin, c->end);
    }
    md_tex_text(x, !parts ? label : how == LTX_CITE_AUTHOR ? STR_EMPTY : year, c->begin, c->end);
    if (one->suffix) {
        doc_adopt(md_tex_top(x), one->suffix);
    }
    md_tex_text(x, in_text ? STR(")") : STR_EMPTY, c->begin, c->end);
}

/* Writes a citation of entries of `thebibliography`: their labels in brackets, with the prefix and
 * suffix. Returns false if an entry is missing. */
static bool put_labels(struct tex *x, const struct tex_call *c, const cite_vec *cites) {
    enum ltx_cite how = (enum ltx_cite)c->row->a;
    bool names = false;
    if (!x->m->tex.bibitems.n || !cites->n) {
        return false;
    }
    for (size_t i = 0; i < cites->n; i++) {
        const struct str *label = map_lookup(&x->m->tex.bibitems, cites->p[i].key);
        struct str author, year;
        if (!label) {
            return false;
        }
        names = names || natbib_label(*label, &author, &year);
    }
    bool bare = (names && how == LTX_CITE_IN_TEXT) || how == LTX_CITE_AUTHOR ||
                how == LTX_CITE_YEAR || how == LTX_CITE_BARE;
    md_tex_text(x, bare ? STR_EMPTY : names ? STR("(") : STR("["), c->begin, c->end);
    for (size_t i = 0; i < cites->n; i++) {
        const struct str *label = map_lookup(&x->m->tex.bibitems, cites->p[i].key);
        md_tex_text(x, i == 0 ? STR_EMPTY : names ? STR("; ") : STR(", "), c->begin, c->end);
        put_label(x, c, *label, &cites->p[i]);
    }
    md_tex_text(x, bare ? STR_EMPTY : names ? STR(")") : STR("]"), c->begin, c->end);
    return true;
}

/* Whether a citation is printed without brackets. */
static bool is_bare(const struct tex *x, const struct tex_call *c, enum ltx_cite how) {
    bool plain = str_is(c->name, "cite") || str_is(c->name, "cites");
    return (x->m->opt->latex.bare_cites && plain) ||
           (how != LTX_CITE_NORMAL && how != LTX_CITE_NO_AUTHOR && how != LTX_CITE_SMART);
}

/* Writes a citation with the dot of a footnote, or raised. */
static void put_node(struct tex *x, const struct tex_call *c, struct doc_node *n) {
    enum ltx_cite how = (enum ltx_cite)c->row->a;
    bool note = how >= LTX_CITE_FOOT && !x->in_note && !x->m->in_note;
    struct doc_node *place = md_tex_top(x);
    n->u.cite.bare = note || is_bare(x, c, how);
    if (note) {
        place = md_tex_add(x, place, DOC_NOTE, c->begin, c->end);
        place = md_tex_add(x, place, DOC_PARA, c->begin, c->end);
    } else if (how == LTX_CITE_RAISED) {
        place = md_tex_add(x, place, DOC_SUP, c->begin, c->end);
    }
    doc_append(place, n);
    if (note) {
        doc_add_text(x->m->doc, place, STR("."), md_tex_span(x, c->end, c->end));
    }
}

static void put(struct tex *x, const struct tex_call *c, cite_vec *cites) {
    enum ltx_cite how = (enum ltx_cite)c->row->a;
    if (put_labels(x, c, cites) || !cites->n) {
        vec_drop(cites);
        return;
    }
    if (how == LTX_CITE_IN_TEXT) {
        put_in_text(x, c, cites);
    } else {
        for (size_t i = 0; how == LTX_CITE_BARE && i < cites->n; i++) {
            cites->p[i].verbatim = true;
        }
        put_node(x, c, cite_node(x, c, cites));
    }
    vec_drop(cites);
}

/* The star leaves out the author in biblatex's \cite* and \parencite*. With natbib it shows all
 * authors. */
static enum doc_cite_mode starred(const struct tex *x, const struct tex_call *c, bool *all) {
    enum doc_cite_mode mode = modes[c->row->a];
    bool star = c->row->act == LTX_CITE && ltx_given(&c->args[0]);
    bool biblatex = x->m->tex.biblatex || str_among(c->name, "parencite autocite");
    *all = star && !biblatex;
    return star && biblatex && str_among(c->name, "cite parencite autocite")
               ? DOC_CITE_SUPPRESS_AUTHOR
               : mode;
}

void md_tex_cite(struct tex *x, const struct tex_call *c) {
    const struct ltx_arg none = {STR_NONE, STR_NONE};
    struct tex_call citet = *c;
    /* with a text in brackets, natbib's \cite is \citep */
    bool in_text = x->m->opt->latex.text_cites && !ltx_given(&c->args[1]);
    if (in_text && str_is(c->name, "cite")) {
        citet.row = ltx_command(STR("citet"));
        c = &citet;
    }
    bool two = ltx_given(&c->args[2]); /* a single optional argument is the suffix */
    const struct ltx_arg *pre = two ? &c->args[1] : &none, *post = &c->args[two ? 2 : 1];
    cite_vec cites = VEC_INIT;
    struct doc_node *prefix = beside(x, pre, false);
    bool all;
    add_keys(x, &c->args[3], starred(x, c, &all), prefix, beside(x, post, true), &cites);
    for (size_t i = 0; i < cites.n; i++) {
        cites.p[i].all_names = all || str_is(c->name, "citefullauthor");
    }
    put(x, c, &cites);
}

void md_tex_cites(struct tex *x, const struct tex_call *c) {
    struct ltx_arg args[LTX_ARGS];
    struct tex_call all = *c;
    cite_vec cites = VEC_INIT;
    size_t at = ltx_args(x->t, c->end, x->end, "cc", true, args);
    struct ltx_arg before = ltx_given(&args[1]) ? args[0] : args[1];
    struct ltx_arg behind = ltx_given(&args[1]) ? args[1] : args[0];
    for (;;) {
        size_t next = ltx_args(x->t, at, x->end, "oou", true, args);
        if (next == STR_NONE) {
            break;
        }
        bool two = ltx_given(&args[1]);
        struct ltx_arg none = {STR_NONE, STR_NONE};
        struct doc_node *prefix = beside(x, two ? &args[0] : &none, false);
        prefix = cites.n || prefix ? prefix : beside(x, &before, false);
        add_keys(x, &args[2], modes[c->row->a], prefix, beside(x, two ? &args[1] : &args[0], true),
                 &cites);
        at = next;
    }
    if (cites.n && !vec_last(&cites).suffix) {
        vec_last(&cites).suffix = beside(x, &behind, true);
    }
    x->at = all.end = at;
    if (!cites.n) {
        md_tex_raw(x, DOC_RAW_INLINE, c->begin, c->end);
    }
    put(x, &all, &cites);
}

void md_tex_nocite(struct tex *x, const struct tex_call *c) {
    cite_vec cites = VEC_INIT;
    add_keys(x, &c->args[0], DOC_CITE_NORMAL, NULL, NULL, &cites);
    for (size_t i = 0; i < cites.n; i++) {
        vec_push(&x->m->nocite, cites.p[i]);
    }
    vec_drop(&cites);
}

/* ---- databases and lists */

void md_tex_references_title(struct tex *x, const struct tex_call *c) {
    bool given = false, heading = false;
    struct str options =
        str_is(c->name, "printbibliography") ? md_tex_arg(x, &c->args[0]) : STR_EMPTY;
    struct str title = ltx_option(options, "title", &given);
    struct str form = ltx_option(options, "heading", &heading);
    if (heading && str_is(form, "none")) {
        return;
    }
    struct doc_node *h = md_tex_block(x, DOC_HEADING, c->begin, c->end);
    h->u.heading.level = heading && str_starts(form, STR("sub")) ? 2 : 1;
    h->u.heading.unnumbered = true;
    doc_add_class(x->m->doc, h, STR("unnumbered"));
    if (!md_tex_is_listed(x, c)) {
        doc_add_class(x->m->doc, h, STR("unlisted"));
    }
    if (x->m->opt->latex.styled) {
        doc_add_class(x->m->doc, h,
                      x->m->tex.chapters ? STR("latex-chapter") : STR("latex-section"));
    }
    struct str word = doc_word(x->m->doc->meta.lang, DOC_WORD_BIBLIOGRAPHY, NULL);
    if (x->m->tex.chapters && str_is(word, "References")) {
        word = STR("Bibliography");
    }
    struct str own = x->m->latex /* the author's \refname or \bibname */
                         ? node_text(node_get(x->m->doc->front, "reference-section-title"))
                         : STR_EMPTY;
    word = own.n ? own : word;
    title = given ? md_tex_plain(x, title, h->span) : word;
    doc_add_text(x->m->doc, h, title, h->span);
}

/* Reads \printbibliography[type=book] as a list of the works that the options select, in a document
 * that cites all works with \nocite{*}. Returns false for other calls. */
static bool put_selection(struct tex *x, const struct tex_call *c) {
    static const char *const keys[] = {"type", "nottype", "keyword", "notkeyword"};
    struct doc_node *div = NULL;
    bool given, all = str_find(x->t->s, STR("\\nocite{*}")) != STR_NONE;
    if (!x->m->latex || !all || !str_is(c->name, "printbibliography")) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct str value = str_trim(ltx_option(md_tex_arg(x, &c->args[0]), keys[i], &given));
        if (given && !div) {
            md_tex_references_title(x, c);
            div = md_tex_block(x, DOC_DIV, c->begin, c->end);
            doc_add_class(x->m->doc, div, STR("publications"));
        }
        if (given) {
            doc_set_pair(x->m->doc, div, str_of(keys[i]), value);
        }
    }
    return div != NULL;
}

/* Adds the division for the list of references, only once. */
void md_tex_references(struct tex *x, const struct tex_call *c) {
    if (put_selection(x, c)) {
        struct node *yes = node_plain(x->m->a, STR("true"), md_tex_span(x, c->begin, c->end));
        node_put(x->m->a, x->m->doc->front, STR("suppress-bibliography"), yes->span, yes);
        return;
    }
    if (x->m->tex.references && x->m->latex && str_is(c->name, "printbibliography")) {
        struct diag *g =
            diag_add(x->m->diags, DIAG_TEX_COMMAND, md_tex_span(x, c->begin, c->end),
                     "a further list of references is not shown: the first one has all");
        diag_hint(x->m->diags, g, "with `\\nocite{*}`, lists can have `type=` or `keyword=`");
    }
    if (!x->m->tex.references) {
        if (x->m->latex) {
            md_tex_references_title(x, c);
        }
        doc_set_id(x->m->doc, md_tex_block(x, DOC_DIV, c->begin, c->end), STR("refs"));
    }
    x->m->tex.references = true;
    if (str_is(c->name, "bibliography")) {
        md_tex_databases(x->m, ltx_arg(x->t, &c->args[0]),
                         md_tex_span(x, c->args[0].begin, c->args[0].end));
    }
}

void md_tex_database(struct tex *x, const struct tex_call *c) {
    md_tex_databases(x->m, ltx_arg(x->t, &c->args[1]),
                     md_tex_span(x, c->args[1].begin, c->args[1].end));
}
