/* SPDX-License-Identifier: MIT */
/* Reads LaTeX environments for areas of a page: alignment, quotes, frames, columns, theorems, code.
 * Pictures that TeX draws are reported, because they are not shown. */
#include "read/markdown/tex/tex.h"

DIAG_USE(DIAG_TEX_COMMAND);

static struct doc_node *area(struct tex *x, const struct tex_call *c, const char *cls) {
    struct doc_node *div = md_tex_block(x, DOC_DIV, c->begin, c->end);
    if (cls) {
        doc_add_class(x->m->doc, div, str_of(cls));
    }
    return div;
}

/* ---- divisions */

static void read_align(struct tex *x, const struct tex_call *c) {
    struct str side = str_of(c->row->text);
    struct doc_node *div = area(x, c,
                                str_is(side, "center")  ? "center"
                                : str_is(side, "right") ? "flushright"
                                                        : "flushleft");
    doc_set_pair(x->m->doc, div, STR("style"), arena_join(x->m->a, 2, STR("text-align: "), side));
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
}

/* Puts a minipage beside the previous one. Called if no blank line is between them. */
static void put_beside(struct tex *x, struct doc_node *before, struct doc_node *div) {
    struct doc_node *row = before;
    if (!doc_has_class(before, "columns")) {
        row = doc_node_new(x->m->doc, DOC_DIV, before->span);
        doc_add_class(x->m->doc, row, STR("columns"));
        doc_replace(before, row);
        doc_add_class(x->m->doc, before, STR("column"));
        doc_append(row, before);
    }
    doc_unlink(div);
    doc_add_class(x->m->doc, div, STR("column"));
    doc_append(row, div);
    x->beside = row;
}

static void read_minipage(struct tex *x, const struct tex_call *c) {
    struct doc_node *before = x->beside;
    struct doc_node *div = area(x, c, "minipage");
    int width = ltx_width(md_tex_arg(x, &c->args[3]));
    if (width > 0) {
        doc_set_pair(x->m->doc, div, STR("width"), arena_printf(x->m->a, "%d%%", (width + 5) / 10));
    }
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    x->beside = div;
    if (before && before->parent == x->parent && x->mode != TEX_MIXED) {
        put_beside(x, before, div);
    }
}

/* Reads a verse, in which line ends are kept. */
static void read_verse(struct tex *x, const struct tex_call *c) {
    struct doc_node *quote = md_tex_block(x, DOC_QUOTE, c->begin, c->end);
    struct doc_node *div = md_tex_add(x, quote, DOC_DIV, c->begin, c->end);
    doc_add_class(x->m->doc, div, STR("line-block"));
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
}

/* Returns an estimate of the height of a block, in bytes of text. It is used to balance columns. */
static size_t weight(struct md *m, const struct doc_node *n) {
    return doc_plain(m->a, n).n + 40;
}

/* Splits a list in the middle, and returns the second half. */
static struct doc_node *half_list(struct md *m, struct doc_node *list) {
    struct doc_node *rest = doc_node_new(m->doc, DOC_LIST, list->span);
    size_t items = 0;
    for (struct doc_node *n = list->first; n; n = n->next) {
        items++;
    }
    rest->u.list = list->u.list;
    struct doc_node *n = list->first;
    for (size_t i = 0; i < (items + 1) / 2 && n; i++) {
        n = n->next;
    }
    rest->u.list.start = n && n->u.item.number ? n->u.item.number : list->u.list.start;
    md_move(rest, n, NULL);
    return rest;
}

/* Puts the blocks of `div` into two columns. Returns false if there is nothing to split. */
static bool part_columns(struct tex *x, struct doc_node *div) {
    struct doc_node *first = div->first, *columns[2];
    size_t all = 0, half = 0;
    if (!first || (!first->next && (first->kind != DOC_LIST || first->first == first->last))) {
        return false;
    }
    if (!first->next) {
        doc_append(div, half_list(x->m, first));
    }
    for (const struct doc_node *n = div->first; n; n = n->next) {
        all += weight(x->m, n);
    }
    for (size_t i = 0; i < 2; i++) {
        columns[i] = doc_node_new(x->m->doc, DOC_DIV, div->span);
        doc_add_class(x->m->doc, columns[i], STR("column"));
        doc_set_pair(x->m->doc, columns[i], STR("width"), STR("50%"));
    }
    while (div->first) {
        struct doc_node *n = div->first;
        size_t own = weight(x->m, n);
        bool left = half == 0 || (half + own / 2 <= all / 2 && !columns[1]->first);
        half += own;
        doc_unlink(n);
        doc_append(columns[left ? 0 : 1], n);
    }
    doc_add_class(x->m->doc, div, STR("columns"));
    doc_append(div, columns[0]);
    doc_append(div, columns[1]);
    return true;
}

static void read_columns(struct tex *x, const struct tex_call *c) {
    int64_t n = 2;
    (void)str_to_i64(str_trim(md_tex_arg(x, &c->args[0])), &n);
    if (ltx_given(&c->args[1])) {
        md_tex_part(x, &c->args[1], x->parent, TEX_BLOCKS);
    }
    struct doc_node *div = area(x, c, "multicols");
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    if (n > 1 && (n > 2 || !part_columns(x, div))) {
        struct diag *g =
            diag_add(x->m->diags, DIAG_TEX_COMMAND, md_tex_span(x, c->begin, c->body.begin),
                     "the columns of `%.*s` are set one below the other", STR_ARG(c->name));
        diag_hint(x->m->diags, g,
                  "write the columns as divisions: `:::: columns` with `::: column` in it");
    }
}

/* Reads a frame. An option has its title: `title` of tcolorbox, `frametitle` of mdframed. */
static void read_frame(struct tex *x, const struct tex_call *c) {
    struct doc_node *div = area(x, c, "framed");
    struct str options = c->row->args[0] == 'o' ? md_tex_arg(x, &c->args[0]) : STR_EMPTY;
    bool given;
    struct str title = ltx_option(options, "title", &given);
    if (!given) {
        title = ltx_option(options, "frametitle", &given);
    }
    doc_set_pair(x->m->doc, div, STR("style"), STR("border: 1px solid; padding: 0.5em 1em"));
    if (given && title.n) {
        size_t at = (size_t)(title.p - x->t->s.p);
        struct ltx_arg arg = {at, at + title.n};
        struct doc_node *para = md_tex_add(x, div, DOC_PARA, arg.begin, arg.end);
        md_tex_inlines(x, &arg, md_tex_add(x, para, DOC_STRONG, arg.begin, arg.end));
    }
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    doc_unlink_empty(div); /* an empty frame is not shown */
}

static void read_abstract(struct tex *x, const struct tex_call *c) {
    if (x->m->doc->meta.abstract) {
        struct doc_node *div = area(x, c, "abstract");
        md_tex_part(x, &c->body, div, TEX_BLOCKS);
        return;
    }
    md_tex_paragraph(x);
    struct doc_node *div = md_tex_node(x, DOC_DIV, c->begin, c->end);
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    x->m->tex.abstract = div;
}

/* Reads the content of an environment into a division. A \label in it is the identifier of the
 * division, and a caption becomes its last paragraph. */
static void read_labelled(struct tex *x, const struct tex_call *c, struct doc_node *div) {
    struct tex_float own = {0}, *outer = x->floated;
    x->floated = &own;
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    x->floated = outer;
    if (own.label.n) {
        doc_set_id(x->m->doc, div, own.label);
    }
    if (own.caption) {
        own.caption->kind = DOC_PARA;
        doc_append(div, own.caption);
    }
}

/* Reads the content of an environment. An environment with the name of a size, such as `small`,
 * sets the size of its text. */
static void read_content(struct tex *x, const struct tex_call *c) {
    const struct ltx_row *size = ltx_command(c->name);
    bool sized = size && size->act == LTX_SWITCH && size->a == LTX_SIZED;
    struct doc_node *div = NULL;
    if (sized) {
        int64_t percent = 100;
        (void)str_to_i64(str_of(size->text), &percent);
        div = area(x, c, percent < 100 ? "small" : NULL);
        doc_set_pair(x->m->doc, div, STR("style"),
                     arena_printf(x->m->a, "font-size: %d%%", (int)percent));
        md_tex_part(x, &c->body, div, TEX_BLOCKS);
        return;
    }
    if (c->row->text) {
        read_labelled(x, c, area(x, c, c->row->text));
    } else if (x->mode != TEX_MIXED) {
        md_tex_paragraph(x);
        md_tex_part(x, &c->body, x->parent, x->mode);
    } else {
        md_tex_within(x, &c->body);
    }
}

void md_tex_area(struct tex *x, const struct tex_call *c) {
    enum ltx_act act = c->row->act;
    if (act == LTX_ALIGN) {
        read_align(x, c);
    } else if (act == LTX_QUOTE) {
        struct doc_node *quote = md_tex_block(x, DOC_QUOTE, c->begin, c->end);
        md_tex_part(x, &c->body, quote, TEX_BLOCKS);
    } else if (act == LTX_VERSE) {
        read_verse(x, c);
    } else if (act == LTX_MINIPAGE) {
        read_minipage(x, c);
    } else if (act == LTX_COLUMNS) {
        read_columns(x, c);
    } else if (act == LTX_FRAME) {
        read_frame(x, c);
    } else if (act == LTX_ABSTRACT) {
        read_abstract(x, c);
    } else {
        read_content(x, c);
    }
}

/* ---- theorems */

/* Returns the class of an environment that \newtheorem defines: a class for its name or its title,
 * such as `lemma`, or else `theorem`. If this class does not look like `style`, returns a class
 * that does. */
static const char *class_of(struct md *m, struct str name, struct str title, struct str style) {
    const struct ltx_row *row = ltx_environment(name);
    if (!row || row->act != LTX_THEOREM || !row->text) {
        row = ltx_environment(arena_lower(m->a, str_trim(title)));
    }
    const char *cls = row && row->act == LTX_THEOREM && row->text ? row->text : "theorem";
    const struct doc_theorem *of = doc_theorem_named(str_of(cls));
    enum doc_theorem_style look = str_is(style, "definition") ? DOC_THEOREM_DEFINITION
                                  : str_is(style, "remark")   ? DOC_THEOREM_REMARK
                                                              : DOC_THEOREM_PLAIN;
    if (!of || of->style == look || (!style.n && !m->latex)) {
        return cls;
    }
    return look == DOC_THEOREM_PLAIN    ? "theorem"
           : look == DOC_THEOREM_REMARK ? "remark"
                                        : "definition";
}

/* Stores the arguments of \newtheorem for frame.c: the counter of an environment, and the level of
 * heading within which it counts. */
static void put_counter(struct tex *x, const struct tex_call *c, struct doc_node *div) {
    static const struct {
        const char *key;
        size_t arg;
    } keys[] = {{"environment", 0}, {"counter", 3}, {"within", 4}};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct str value = md_tex_arg(x, &c->args[keys[i].arg]);
        if (value.n) {
            doc_set_pair(x->m->doc, div, str_of(keys[i].key), value);
        }
    }
}

void md_tex_theorem(struct tex *x, const struct tex_call *c) {
    bool own = !c->row->text;
    const struct ltx_arg *name = &c->args[own ? 5 : 0];
    struct str title = own ? md_tex_arg(x, &c->args[1]) : STR_EMPTY;
    const char *cls =
        own ? class_of(x->m, md_tex_arg(x, &c->args[0]), title, md_tex_arg(x, &c->args[2]))
            : c->row->text;
    struct doc_node *div = area(x, c, cls);
    if (own && title.n) {
        doc_set_pair(x->m->doc, div, STR("title"),
                     md_tex_plain(x, title, md_tex_span(x, c->begin, c->end)));
    }
    if (own) {
        put_counter(x, c, div);
    }
    if (ltx_given(name)) { /* the option replaces the word "Proof" */
        bool proof = str_is(str_of(cls), "proof");
        doc_set_pair(x->m->doc, div, proof ? STR("title") : STR("name"), md_tex_arg(x, name));
    }
    if (str_ends(c->name, STR("*"))) {
        doc_add_class(x->m->doc, div, STR("unnumbered"));
    }
    read_labelled(x, c, div);
}

/* ---- code */

void md_tex_verbatim(struct tex *x, const struct tex_call *c) {
    struct doc_node *code = md_tex_block(x, DOC_CODE_BLOCK, c->begin, c->end);
    struct str text = md_tex_arg(x, &c->body);
    bool given;
    struct str language = c->row->a ? md_tex_arg(x, &c->args[1])
                                    : ltx_option(md_tex_arg(x, &c->args[0]), "language", &given);
    size_t line = str_index(text, '\n');
    bool first = line != STR_NONE && !str_trim(str_slice(text, 0, line)).n;
    text = first ? str_from(text, line + 1) : text;
    code->u.code.text = str_trim_end(text).n < text.n
                            ? arena_join(x->m->a, 2, str_trim_end(text), STR("\n"))
                            : text;
    struct str options = md_tex_arg(x, &c->args[0]);
    struct str caption = ltx_option(options, "caption", &given);
    if (caption.n) {
        doc_set_pair(x->m->doc, code, STR("lst-cap"), caption);
    }
    struct str label = str_trim(ltx_option(options, "label", &given));
    if (label.n) {
        doc_set_id(x->m->doc, code, label);
    }
    language = arena_lower(x->m->a, str_trim(language));
    if (language.n) {
        code->u.code.info = language;
        doc_add_class(x->m->doc, code, language);
    }
}

/* ---- pictures */

void md_tex_drawing(struct tex *x, const struct tex_call *c) {
    struct diag *g =
        diag_add(x->m->diags, DIAG_TEX_COMMAND, md_tex_span(x, c->begin, c->body.begin),
                 "`%.*s` is drawn by TeX alone: it is not shown", STR_ARG(c->name));
    diag_hint(x->m->diags, g,
              "save the picture as SVG or PNG, and put it here with `![...](picture.svg)`");
}
