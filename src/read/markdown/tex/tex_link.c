/* SPDX-License-Identifier: MIT */
/* Reads LaTeX's links, footnotes, labels and references as the nodes that Markdown has for them. */
#include "read/markdown/tex/tex.h"

#include "core/base/word_list.h"

DIAG_USE(DIAG_CROSS_REFERENCE);

/* ---- links */

/* Returns an address without TeX's escapes. */
static struct str address(struct md *m, struct str raw) {
    struct buf b = BUF_INIT;
    raw = str_trim(raw);
    for (size_t i = 0; i < raw.n; i++) {
        bool escaped = raw.p[i] == '\\' && i + 1 < raw.n && !is_alpha(raw.p[i + 1]);
        i += escaped;
        if (raw.p[i] != '\n') {
            buf_putc(&b, raw.p[i]);
        }
    }
    return buf_finish(&b, m->a);
}

void md_tex_link(struct tex *x, const struct tex_call *c) {
    bool href = c->row->act == LTX_LINK;
    const struct ltx_arg *arg = &c->args[href];
    struct str url = address(x->m, md_tex_arg(x, arg));
    if (c->row->act == LTX_URL && c->row->a) {
        struct doc_node *code = md_tex_inline(x, DOC_CODE, c->begin, c->end);
        code->u.code.text = url;
        return;
    }
    struct doc_node *link = md_tex_inline(x, DOC_LINK, c->begin, c->end);
    link->u.link.url = url;
    if (href) {
        md_tex_inlines(x, &c->args[2], link);
    } else {
        doc_add_class(x->m->doc, link, STR("uri"));
    }
    if (!link->first) {
        doc_add_text(x->m->doc, link, url, link->span);
    }
}

/* ---- notes */

/* Returns the last \footnotemark that has no \footnotetext yet, or NULL. It is returned only
 * once. */
static struct doc_node *waiting_mark(struct tex *x) {
    struct doc_node *note = x->m->tex.note_mark;
    x->m->tex.note_mark = NULL;
    return note;
}

void md_tex_note(struct tex *x, const struct tex_call *c) {
    size_t last = 0;
    while (c->row->args[last] && c->row->args[last + 1]) {
        last++;
    }
    bool mark = c->row->act == LTX_NOTE_MARK;
    if (x->in_note || x->m->in_note) { /* a note cannot contain a note */
        md_tex_text(x, STR(" ("), c->begin, c->begin + 1);
        md_tex_within(x, mark ? &(struct ltx_arg){STR_NONE, STR_NONE} : &c->args[last]);
        md_tex_text(x, STR(")"), c->end - 1, c->end);
        return;
    }
    if (c->row->a == 1) {
        struct doc_node *span = md_tex_inline(x, DOC_SPAN, c->begin, c->end);
        doc_add_class(x->m->doc, span, STR("marginnote"));
        md_tex_inlines(x, &c->args[last], span);
        return;
    }
    struct doc_node *note = c->row->act == LTX_NOTE_TEXT ? waiting_mark(x) : NULL;
    if (!note) {
        note = md_tex_inline(x, DOC_NOTE, c->begin, c->end);
    }
    if (mark) {
        x->m->tex.note_mark = note;
        return;
    }
    bool in_note = x->in_note;
    x->in_note = true;
    md_tex_part(x, &c->args[last], note, TEX_BLOCKS);
    x->in_note = in_note;
}

/* ---- labels and references */

void md_tex_label(struct tex *x, const struct tex_call *c) {
    struct str label = str_trim(md_tex_arg(x, &c->args[0]));
    if (!label.n) {
        return;
    }
    if (x->floated && !x->floated->label.n) {
        x->floated->label = label;
        return;
    }
    if (x->heading && !doc_id(x->heading).n) {
        doc_set_id(x->m->doc, x->heading, label);
        return;
    }
    struct doc_node *span = md_tex_node(x, DOC_SPAN, c->begin, c->end);
    struct doc_node *heading = x->heading;
    bool space = x->space;
    doc_set_id(x->m->doc, span, label);
    vec_push(&x->m->labels.marks, (struct md_mark){span, true});
    x->space = false;
    doc_append(md_tex_top(x), span);
    x->space = space;
    x->heading = heading;
}

/* Whether a command belongs to cleveref, which the document loads. */
static bool is_clever(const struct tex *x, const struct tex_call *c) {
    return (x->m->latex || x->m->tex.cleveref) &&
           (str_among(c->name, "cref Cref labelcref") || c->row->act == LTX_REF_RANGE);
}

static void add_ref(struct tex *x, const struct tex_call *c, struct str label, size_t group) {
    static const enum md_crossref_form forms[] = {
        [LTX_REF_NUMBER] = MD_REF_NUMBER, [LTX_REF_PARENTHESES] = MD_REF_PARENTHESES,
        [LTX_REF_SHORT] = MD_REF_SHORT,   [LTX_REF_NAME] = MD_REF_NAME,
        [LTX_REF_TITLE] = MD_REF_TITLE,   [LTX_REF_PAGE] = MD_REF_NUMBER,
    };
    struct doc_node *link = md_tex_inline(x, DOC_LINK, c->begin, c->end);
    bool clever = is_clever(x, c);
    bool short_name = c->row->a == LTX_REF_SHORT, capital = c->name.n && c->name.p[0] == 'C';
    struct md_crossref ref = {.label = label,
                              .source = str_slice(x->t->s, c->begin, c->end),
                              .form = c->row->act == LTX_REF_RANGE ? MD_REF_RANGE
                                      : x->m->latex && short_name  ? MD_REF_NAME
                                                                   : forms[c->row->a],
                              .clever = clever,
                              .capital = clever && capital,
                              .group = group};
    vec_push(&x->m->labels.refs, ref);
    link->u.link.ref = x->m->labels.refs.n;
}

void md_tex_ref(struct tex *x, const struct tex_call *c) {
    struct str labels = md_tex_arg(x, &c->args[1]);
    bool clever = is_clever(x, c);
    bool several = str_index(labels, ',') != STR_NONE &&
                   (c->row->a == LTX_REF_SHORT || c->row->a == LTX_REF_NAME || clever);
    size_t group = several || clever ? x->m->labels.refs.n + 1 : 0;
    if (!str_trim(labels).n) {
        md_tex_raw(x, DOC_RAW_INLINE, c->begin, c->end);
        return;
    }
    if (c->row->a == LTX_REF_PAGE) {
        struct diag *g =
            diag_add(x->m->diags, DIAG_CROSS_REFERENCE, md_tex_span(x, c->begin, c->end),
                     "a reference to a page: its number is that of the target");
        diag_hint(x->m->diags, g, "write `\\ref`: a page on a screen has no number");
    }
    /* the command is kept as it is, because dossier's Markdown has the same command */
    if (x->m->latex && x->m->as_written) {
        md_tex_raw(x, DOC_RAW_INLINE, c->begin, c->end);
        return;
    }
    for (bool first = true; labels.p; first = false) {
        struct str label = several ? str_trim(str_cut(&labels, ',')) : str_trim(labels);
        if (!several) {
            labels = STR_EMPTY;
        }
        if (!first) {
            md_tex_text(x, STR(", "), c->begin, c->end);
        }
        add_ref(x, c, label, group);
    }
}

void md_tex_ref_range(struct tex *x, const struct tex_call *c) {
    size_t group = x->m->labels.refs.n + 1;
    if (x->m->as_written) {
        md_tex_raw(x, DOC_RAW_INLINE, c->begin, c->end);
        return;
    }
    for (size_t i = 1; i < 3; i++) {
        md_tex_text(x, i > 1 ? STR("\u2013") : STR_EMPTY, c->begin, c->end);
        add_ref(x, c, str_trim(md_tex_arg(x, &c->args[i])), group);
    }
}
