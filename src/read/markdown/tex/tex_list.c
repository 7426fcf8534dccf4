/* SPDX-License-Identifier: MIT */
/* Reads LaTeX's lists: itemize and others, with labels of the packages enumerate and enumitem, and
 * `thebibliography`. */
#include "read/markdown/tex/tex.h"

#include "core/base/word_list.h"

/* ---- items */

size_t md_tex_find(const struct tex *x, size_t at, size_t end, const char *name) {
    while (at < end) {
        char c = x->t->s.p[at];
        if (c == '%' && x->t->comments) {
            size_t next = ltx_skip(x->t, at, end);
            at = next > at ? next : at + 1;
        } else if (c == '{') {
            at = md_tex_group_end(x, at, end);
        } else if (c != '\\') {
            at++;
        } else if (str_is(md_tex_name(x, at), name)) {
            return at;
        } else {
            at = str_is(md_tex_name(x, at), "begin") ? md_tex_group_end(x, at, end) : at + 2;
        }
    }
    return end;
}

bool md_tex_item(const struct tex *x, size_t *at, size_t end, const char *name, const char *spec,
                 struct tex_item *out) {
    struct ltx_arg args[LTX_ARGS];
    if (*at >= end) {
        return false;
    }
    size_t from = *at + 1 + str_of(name).n, behind = ltx_args(x->t, from, end, spec, false, args);
    *out = (struct tex_item){{STR_NONE, STR_NONE}, {behind == STR_NONE ? from : behind, end}, *at};
    if (behind != STR_NONE && spec[0]) {
        out->label = args[0];
    }
    *at = md_tex_find(x, out->body.begin, end, name);
    out->body.end = *at;
    return true;
}

/* ---- numbering */

/* Returns the letters directly before the number in a label: "Q" in `\textbf{Q\arabic*.}`. */
static struct str words_before(struct str s) {
    size_t begin = s.n;
    while (begin > 0 && (is_alnum(s.p[begin - 1]) || s.p[begin - 1] == ' ' ||
                         s.p[begin - 1] == '.' || s.p[begin - 1] == '-')) {
        begin--;
    }
    struct str word = str_from(s, begin);
    return begin > 0 && s.p[begin - 1] == '\\' ? STR_EMPTY : word;
}

/* Reads the label of a numbered list: `(a)`, `i.`, `\roman*)`, `label=(\alph*)`. Returns false for
 * other text. */
static bool read_style(struct str label, struct doc_node *list) {
    static const struct {
        const char *form;
        enum doc_list_style style;
    } forms[] = {{"\\arabic", DOC_DECIMAL},    {"\\alph", DOC_LOWER_ALPHA},
                 {"\\Alph", DOC_UPPER_ALPHA},  {"\\roman", DOC_LOWER_ROMAN},
                 {"\\Roman", DOC_UPPER_ROMAN}, {"1", DOC_DECIMAL},
                 {"a", DOC_LOWER_ALPHA},       {"A", DOC_UPPER_ALPHA},
                 {"i", DOC_LOWER_ROMAN},       {"I", DOC_UPPER_ROMAN}};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        size_t at = str_find(label, str_of(forms[i].form));
        bool alone = at != STR_NONE && (forms[i].form[0] == '\\' ||
                                        ((at == 0 || !is_alnum(label.p[at - 1])) &&
                                         (at + 1 >= label.n || !is_alnum(label.p[at + 1]))));
        if (!alone) {
            continue;
        }
        struct str behind = str_from(label, at + str_of(forms[i].form).n);
        bool open = str_find(str_slice(label, 0, at), STR("(")) != STR_NONE;
        bool shut = str_find(behind, STR(")")) != STR_NONE;
        list->u.list.style = forms[i].style;
        list->u.list.prefix = words_before(str_slice(label, 0, at));
        list->u.list.delim = open && shut ? DOC_DELIM_PARENS
                             : shut       ? DOC_DELIM_PAREN
                                          : DOC_DELIM_PERIOD;
        return true;
    }
    return false;
}

static void read_options(struct tex *x, const struct ltx_arg *options, struct doc_node *list) {
    bool given;
    struct str all = md_tex_arg(x, options);
    struct str label = ltx_option(all, "label", &given);
    int64_t start = 1;
    struct str first = str_slice(all, 0, str_until(all, 0, ','));
    if (!given && str_index(first, '=') == STR_NONE) {
        /* in the package enumerate, and with enumitem's shortlabels, the option itself is the label
         */
        label = str_index(all, '=') == STR_NONE ? all : first;
    }
    (void)read_style(label, list);
    struct str from = ltx_option(all, "start", &given);
    if (given && str_to_i64(str_trim(from), &start) && start >= 0 && start < 1000000) {
        list->u.list.start = (int)start;
    }
    const struct doc_node *before = x->m->tex.numbers;
    bool again, resumed;
    (void)ltx_option(all, "resume*", &again);
    (void)ltx_option(all, "resume", &resumed);
    if (again && before) {
        list->u.list.style = before->u.list.style;
        list->u.list.delim = before->u.list.delim;
        list->u.list.prefix = before->u.list.prefix;
    }
    if ((again || resumed) && x->m->tex.numbered) {
        list->u.list.start = x->m->tex.numbered + 1;
    }
}

/* Reads two commands before the first item: \setcounter{enumi}{9}, and \listlabel{labelenumi}{...},
 * into which read/latex turns \renewcommand{\labelenumi}{...}. */
static void read_head(struct tex *x, const struct ltx_arg *body, struct doc_node *list) {
    struct ltx_arg arg[LTX_ARGS];
    size_t first = md_tex_find(x, body->begin, body->end, "item");
    size_t at = md_tex_find(x, body->begin, first, "listlabel");
    if (at < first &&
        ltx_args(x->t, at + sizeof "\\listlabel" - 1, first, "mm", false, arg) != STR_NONE) {
        (void)read_style(md_tex_arg(x, &arg[1]), list);
    }
    at = md_tex_find(x, body->begin, first, "setcounter");
    int64_t n = 0;
    if (at < first &&
        ltx_args(x->t, at + sizeof "\\setcounter" - 1, first, "mm", false, arg) != STR_NONE &&
        str_starts(str_trim(md_tex_arg(x, &arg[0])), STR("enum")) &&
        str_to_i64(str_trim(md_tex_arg(x, &arg[1])), &n) && n >= 0 && n < 1000000) {
        list->u.list.start = (int)n + 1;
    }
}

static void default_style(const struct md *m, const struct doc_node *parent,
                          struct doc_node *list) {
    static const enum doc_list_style styles[] = {DOC_DECIMAL, DOC_LOWER_ALPHA, DOC_LOWER_ROMAN,
                                                 DOC_UPPER_ALPHA};
    size_t depth = 0;
    for (const struct doc_node *n = parent; n && depth < 3; n = n->parent) {
        depth += n->kind == DOC_LIST && n->u.list.style != DOC_BULLET;
    }
    list->u.list.style = styles[depth];
    list->u.list.delim = depth == 1 ? DOC_DELIM_PARENS : DOC_DELIM_PERIOD;
    if (m->tex.labels[depth].n) {
        (void)read_style(m->tex.labels[depth], list);
    }
}

/* Whether a text contains a blank line, so that there is space between items. */
static bool is_loose(const struct tex *x, const struct ltx_arg *body) {
    size_t behind, at = body->begin, end = body->end;
    while (end > at && is_space(x->t->s.p[end - 1])) {
        end--;
    }
    for (; at < end; at++) {
        if (x->t->s.p[at] == '\n' && ltx_blank(x->t, at, end, &behind)) {
            return true;
        }
    }
    return false;
}

bool md_tex_tightens(struct str options) {
    size_t at = str_find(options, STR("itemsep"));
    if (str_find(options, STR("nosep")) != STR_NONE ||
        str_find(options, STR("noitemsep")) != STR_NONE ||
        str_find(options, STR("\\tightlist")) != STR_NONE) {
        return true;
    }
    at = at == STR_NONE ? options.n : at + sizeof "itemsep" - 1;
    while (at < options.n &&
           (is_space(options.p[at]) || str_index(STR("={}"), options.p[at]) != STR_NONE)) {
        at++;
    }
    struct str value = str_from(options, at);
    return str_starts(value, STR("-")) ||
           (str_starts(value, STR("0")) && !str_starts(value, STR("0.")));
}

/* Whether there is no space between items because of the environment, options of enumitem, or
 * lengths before the first item. Always true in Markdown. */
static bool is_tight(const struct tex *x, const struct tex_call *c) {
    struct str options = md_tex_arg(x, &c->args[0]);
    size_t first = md_tex_find(x, c->body.begin, c->body.end, "item");
    struct str head = str_slice(x->t->s, c->body.begin, first);
    return !x->m->latex || x->m->tex.tight || str_starts(c->name, STR("compact")) ||
           md_tex_tightens(options) || md_tex_tightens(head);
}

/* Returns the state of a task from the box in its label. */
static enum doc_task task_of(struct str label) {
    while (str_starts(label, STR("{")) && str_ends(label, STR("}"))) {
        label = str_trim(str_slice(label, 1, label.n - 1));
    }
    if (str_among(label, "$\\square$ $\\Box$ \\Square")) {
        return DOC_TASK_OPEN;
    }
    bool done = str_among(label, "$\\boxtimes$ $\\checkmark$ \\CheckedBox \\XBox \\checkmark");
    return done ? DOC_TASK_DONE : DOC_TASK_NONE;
}

static void read_item(struct tex *x, struct doc_node *list, const struct tex_item *it,
                      int *number) {
    struct doc_node *item = md_tex_add(x, list, DOC_ITEM, it->begin, it->body.end);
    struct doc_node *label = NULL;
    if (ltx_given(&it->label)) {
        item->u.item.task = task_of(str_trim(md_tex_arg(x, &it->label)));
    }
    if (ltx_given(&it->label) && !item->u.item.task) {
        struct str text = md_tex_arg(x, &it->label);
        bool raised = list->parent && doc_has_class(list->parent, "tablenotes") &&
                      str_find(text, STR("^")) == STR_NONE && str_find(text, STR("\\")) == STR_NONE;
        label = md_tex_node(x, raised ? DOC_SUP : DOC_SPAN, it->label.begin, it->label.end);
        md_tex_inlines(x, &it->label, label);
    }
    if (doc_list_is_ordered(list)) {
        item->u.item.number = *number;
        *number += label ? 0 : list->u.list.reversed ? -1 : 1;
    }
    md_tex_part(x, &it->body, item, list->u.list.tight ? TEX_TIGHT : TEX_BLOCKS);
    if (label && label->first) {
        struct doc_node *text = item->first;
        if (!text || (text->kind != DOC_PLAIN && text->kind != DOC_PARA)) {
            text = md_tex_node(x, DOC_PLAIN, it->begin, it->begin);
            doc_insert(item, item->first, text);
        }
        struct doc_node *space = doc_text_new(x->m->doc, STR(" "), label->span);
        if (text->first) {
            doc_insert_before(text->first, space);
            doc_insert_before(space, label);
        } else {
            doc_append(text, label);
        }
    }
}

/* Reads an environment `description`. */
static void read_description(struct tex *x, const struct tex_call *c) {
    struct doc_node *list = md_tex_block(x, DOC_DEF_LIST, c->begin, c->end);
    struct str options = md_tex_arg(x, &c->args[0]), width;
    bool given; /* the option `width` is given; it becomes the width of a column for the terms */
    width = ltx_length(x->m->a, ltx_option(options, "leftmargin", &given));
    width = width.n ? width : ltx_length(x->m->a, ltx_option(options, "labelwidth", &given));
    if (x->m->latex && width.n > 1) {
        doc_set_pair(x->m->doc, list, STR("style"),
                     arena_printf(x->m->a, "grid-template-columns: %.*s 1fr; column-gap: 0.5em",
                                  STR_ARG(width)));
    }
    size_t at = md_tex_find(x, c->body.begin, c->body.end, "item");
    struct tex_item it;
    while (md_tex_item(x, &at, c->body.end, "item", "o", &it)) {
        struct doc_node *term = md_tex_add(x, list, DOC_DEF_TERM, it.begin, it.body.begin);
        struct doc_node *body = md_tex_add(x, list, DOC_DEF_BODY, it.body.begin, it.body.end);
        if (ltx_given(&it.label)) {
            md_tex_inlines(x, &it.label, term);
        }
        md_tex_part(x, &it.body, body, is_loose(x, &it.body) ? TEX_BLOCKS : TEX_TIGHT);
    }
    doc_unlink_empty(list);
}

/* Whether all items have labels, so that the list needs no bullets. */
static bool all_labelled(const struct tex *x, const struct tex_call *c) {
    size_t at = md_tex_find(x, c->body.begin, c->body.end, "item");
    struct tex_item it;
    bool any = false;
    while (md_tex_item(x, &at, c->body.end, "item", "o", &it)) {
        if (!ltx_given(&it.label) || task_of(str_trim(md_tex_arg(x, &it.label)))) {
            return false;
        }
        any = true;
    }
    return any;
}

void md_tex_list(struct tex *x, const struct tex_call *c) {
    if (c->row->a == LTX_DESCRIPTION) {
        read_description(x, c);
        return;
    }
    struct doc_node *list = md_tex_block(x, DOC_LIST, c->begin, c->end);
    size_t at = md_tex_find(x, c->body.begin, c->body.end, "item");
    struct tex_item it;
    if (str_is(c->name, "tablenotes")) {
        struct doc_node *notes = md_tex_node(x, DOC_DIV, c->begin, c->end);
        doc_add_class(x->m->doc, notes, c->name);
        doc_insert_before(list, notes);
        doc_unlink(list);
        doc_append(notes, list);
    }
    list->u.list.start = 1;
    list->u.list.tight = c->row->a == LTX_TRIVIAL || is_tight(x, c);
    if (c->row->a == LTX_ENUMERATE) {
        default_style(x->m, list->parent, list);
        read_options(x, &c->args[0], list);
        if (x->m->latex) {
            read_head(x, &c->body, list);
        }
    }
    if (c->row->a == LTX_TRIVIAL || all_labelled(x, c)) {
        list->u.list.style = DOC_UNMARKED;
    }
    for (size_t i = at; md_tex_item(x, &i, c->body.end, "item", "o", &it);) {
        list->u.list.tight = list->u.list.tight && !is_loose(x, &it.body);
    }
    if (str_is(c->name, "etaremune")) { /* the numbers go down to 1 */
        list->u.list.reversed = true;
        list->u.list.start = 0;
        for (size_t i = at; md_tex_item(x, &i, c->body.end, "item", "o", &it);) {
            list->u.list.start += !ltx_given(&it.label);
        }
    }
    int number = list->u.list.start;
    while (md_tex_item(x, &at, c->body.end, "item", "o", &it)) {
        read_item(x, list, &it, &number);
    }
    if (c->row->a == LTX_ENUMERATE) {
        x->m->tex.numbered = number - 1;
        x->m->tex.numbers = list;
    }
    doc_unlink_empty(list);
}

/* ---- a bibliography */

void md_tex_bibliography(struct tex *x, const struct tex_call *c) {
    if (x->m->latex) {
        md_tex_references_title(x, c);
    }
    struct doc_node *list = md_tex_block(x, DOC_LIST, c->begin, c->end);
    size_t at = md_tex_find(x, c->body.begin, c->body.end, "bibitem");
    struct tex_item it;
    int number = 1;
    list->u.list.style = DOC_DECIMAL;
    list->u.list.delim = DOC_DELIM_BRACKETS;
    list->u.list.start = 1;
    list->u.list.tight = true;
    while (md_tex_item(x, &at, c->body.end, "bibitem", "ou", &it)) {
        bool names = ltx_given(&it.label) && str_index(md_tex_arg(x, &it.label), '(') != STR_NONE;
        list->u.list.style = names ? DOC_UNMARKED : list->u.list.style;
        it.label = (struct ltx_arg){STR_NONE, STR_NONE};
        read_item(x, list, &it, &number);
    }
    doc_unlink_empty(list);
}
