/* SPDX-License-Identifier: MIT */
/*
 * Writes lists. LaTeX allows six levels of lists, and four levels of one kind. The items of deeper
 * lists become paragraphs with their markers.
 */
#include "write/latex/writer.h"

#define MAX_LISTS 6
#define MAX_OF_A_KIND 4

static const char *const levels[] = {"i", "ii", "iii", "iv"};

static struct str task_mark(const struct doc_node *item) {
    static const struct str boxes[] = {[DOC_TASK_NONE] = STR_INIT(""),
                                       [DOC_TASK_OPEN] = STR_INIT("$\\square$"),
                                       [DOC_TASK_DONE] = STR_INIT("$\\boxtimes$")};
    return boxes[item->u.item.task];
}

/** Writes the form of a list's numbers, `\def\labelenumi{(\alph{enumi})}`, and its start. */
static void put_numbering(struct latex_writer *w, const struct doc_node *n) {
    static const char *const styles[] = {[DOC_DECIMAL] = "arabic",
                                         [DOC_LOWER_ALPHA] = "alph",
                                         [DOC_UPPER_ALPHA] = "Alph",
                                         [DOC_LOWER_ROMAN] = "roman",
                                         [DOC_UPPER_ROMAN] = "Roman"};
    static const char *const before[] = {[DOC_DELIM_PERIOD] = "",
                                         [DOC_DELIM_PAREN] = "",
                                         [DOC_DELIM_PARENS] = "(",
                                         [DOC_DELIM_BRACKETS] = "["};
    static const char *const behind[] = {[DOC_DELIM_PERIOD] = ".",
                                         [DOC_DELIM_PAREN] = ")",
                                         [DOC_DELIM_PARENS] = ")",
                                         [DOC_DELIM_BRACKETS] = "]"};
    const char *level = levels[w->numbers - 1];
    buf_printf(w->out, "\\def\\labelenum%s{%s\\%s{enum%s}%s}\n", level, before[n->u.list.delim],
               styles[n->u.list.style], level, behind[n->u.list.delim]);
    if (n->u.list.start != 1) {
        buf_printf(w->out, "\\setcounter{enum%s}{%d}\n", level, n->u.list.start - 1);
    }
}

/** Writes the marker of an item as an option of \item, in braces. It is only written if LaTeX's own
 * counting would give another marker. */
static void put_mark(struct latex_writer *w, const struct doc_node *list,
                     const struct doc_node *item) {
    struct str task = task_mark(item);
    int want = item->prev ? item->prev->u.item.number + 1 : list->u.list.start;
    bool differs =
        doc_list_is_ordered(list) &&
        (list->u.list.reversed || item->u.item.number != want || list->u.list.prefix.n > 0 ||
         (list->u.list.style != DOC_DECIMAL && item->u.item.number > 26));
    if (task.n) {
        buf_printf(w->out, "[{%.*s}]", STR_ARG(task));
    } else if (list->u.list.style == DOC_UNMARKED) {
        buf_puts(w->out, "[{}]");
    } else if (differs) {
        buf_puts(w->out, "[{");
        struct buf b = BUF_INIT;
        doc_list_label(&b, list, list->u.list.style, item->u.item.number);
        latex_text(w, buf_view(&b));
        buf_drop(&b);
        buf_puts(w->out, "}]");
    }
}

/** Writes items as paragraphs. */
static void put_flat(struct latex_writer *w, const struct doc_node *n) {
    for (const struct doc_node *item = n->first; item; item = item->next) {
        buf_puts(w->out, "\\par\\noindent{}");
        bool ordered = doc_list_is_ordered(n);
        if (ordered) {
            struct buf b = BUF_INIT;
            doc_list_label(&b, n, n->u.list.style, item->u.item.number);
            latex_text(w, buf_view(&b));
            buf_drop(&b);
        } else {
            struct str task = task_mark(item);
            buf_str(w->out, task.n ? task : STR("\\textbullet{}"));
        }
        buf_putc(w->out, '~');
        latex_blocks(w, item->first);
    }
}

void latex_list(struct latex_writer *w, const struct doc_node *n) {
    bool ordered = doc_list_is_ordered(n);
    int *kind = ordered ? &w->numbers : &w->items;
    if (!n->first) {
        return;
    }
    if (w->lists == MAX_LISTS || *kind == MAX_OF_A_KIND) {
        put_flat(w, n);
        return;
    }
    w->lists++;
    ++*kind;
    buf_printf(w->out, "\\begin{%s}\n", ordered ? "enumerate" : "itemize");
    if (ordered) {
        put_numbering(w, n);
    }
    buf_puts(w->out, n->u.list.tight ? "\\tightlist\n" : "");
    for (const struct doc_node *item = n->first; item; item = item->next) {
        buf_puts(w->out, "\\item");
        put_mark(w, n, item);
        buf_puts(w->out, " ");
        latex_anchor(w, item);
        latex_blocks(w, item->first);
    }
    buf_printf(w->out, "\\end{%s}\n\n", ordered ? "enumerate" : "itemize");
    w->lists--;
    --*kind;
}

void latex_definitions(struct latex_writer *w, const struct doc_node *n) {
    bool list = w->lists < MAX_LISTS;
    buf_puts(w->out, list ? "\\begin{description}\n" : "");
    w->lists++;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_DEF_TERM || !k->prev) {
            buf_puts(w->out, list ? "\\item[{" : "\\par\\textbf{");
            latex_apart(w, k->kind == DOC_DEF_TERM ? k->first : NULL);
            buf_puts(w->out, list ? "}] " : "} ");
            latex_anchor(w, k->kind == DOC_DEF_TERM ? k : NULL);
        }
        if (k->kind != DOC_DEF_TERM) {
            latex_blocks(w, k->first);
        }
    }
    w->lists--;
    buf_puts(w->out, list ? "\\end{description}\n\n" : "");
    latex_waiting_notes(w);
}

/* ---- reference lists ---- */

/** Returns the longest label of a list's entries, or an empty text. */
static struct str widest_label(struct latex_writer *w, const struct doc_node *n) {
    struct str widest = STR_EMPTY;
    for (const struct doc_node *e = n->first; e; e = e->next) {
        if (e->first && e->first->kind == DOC_BIB_LABEL) {
            struct str s = doc_plain(w->doc->arena, e->first);
            widest = s.n > widest.n ? s : widest;
        }
    }
    return widest;
}

static void put_entry(struct latex_writer *w, const struct doc_node *e) {
    const struct doc_node *first = e->first;
    buf_puts(w->out, "\\item");
    if (first && first->kind == DOC_BIB_LABEL) {
        buf_puts(w->out, "[{");
        latex_inlines(w, first->first, NULL);
        buf_puts(w->out, "}]");
        first = first->next;
    } else {
        buf_puts(w->out, "[]");
    }
    buf_putc(w->out, ' ');
    latex_anchor(w, e);
    latex_blocks(w, first);
}

void latex_bibliography(struct latex_writer *w, const struct doc_node *n) {
    if (w->opt->natbib && w->opt->databases.n && !doc_has_class(n, "publications")) {
        buf_printf(w->out,
                   "\\bibliographystyle{plainnat}\n\\renewcommand{\\refname}{}\n"
                   "\\bibliography{%.*s}\n\n",
                   STR_ARG(w->opt->databases));
        return;
    }
    if (!n->first) {
        return;
    }
    struct str label = widest_label(w, n);
    latex_anchor(w, n);
    buf_puts(w->out, "\\begin{references}{");
    latex_text(w, label);
    buf_puts(w->out, label.n ? "}\n" : n->u.bib.hanging ? "\\hspace{1.5em}}\n" : "}\n");
    w->lists++;
    for (const struct doc_node *e = n->first; e; e = e->next) {
        put_entry(w, e);
    }
    w->lists--;
    buf_puts(w->out, "\\end{references}\n\n");
}
