/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks. Decides the environment for each kind. In notes and cells, TeX does not allow
 * verbatim text, floats and page breaks, so other commands replace them there.
 */
#include "write/latex/writer.h"

static void put_block(struct latex_writer *w, const struct doc_node *n);

static void end_paragraph(struct latex_writer *w) {
    buf_puts(w->out, "\n\n");
    latex_waiting_notes(w);
}

static void put_env(struct latex_writer *w, const struct doc_node *n, const char *name) {
    buf_printf(w->out, "\\begin{%s}\n", name);
    latex_anchor(w, n);
    latex_blocks(w, n->first);
    buf_printf(w->out, "\\end{%s}\n\n", name);
}

static void put_paragraph(struct latex_writer *w, const struct doc_node *n) {
    latex_anchor(w, n);
    latex_inlines(w, n->first, NULL);
    end_paragraph(w);
}

static void put_strong(struct latex_writer *w, const struct doc_node *n) {
    buf_puts(w->out, "\\textbf{");
    latex_inlines(w, n->first, NULL);
    buf_puts(w->out, "}");
    end_paragraph(w);
}

/* ---- headings ---- */

/** Returns the inlines of a heading, without a number and the space after it, which LaTeX writes.
 * If a text begins with that space, `front` becomes a copy of the text without the space. */
static const struct doc_node *heading_text(const struct doc_node *n, struct doc_node *front) {
    static const struct str space = STR_INIT("\u2003");
    const struct doc_node *first = n->first;
    if (!first || !doc_has_class(first, "header-section-number")) {
        return first;
    }
    first = first->next;
    if (first && first->kind == DOC_TEXT && str_starts(first->u.text.text, space)) {
        /* each member is copied, because a text node is shorter than the whole struct */
        *front = (struct doc_node){.kind = DOC_TEXT,
                                   .span = first->span,
                                   .attr = first->attr,
                                   .parent = first->parent,
                                   .next = first->next,
                                   .u.text = first->u.text};
        front->u.text.text = str_from(first->u.text.text, space.n);
        return front;
    }
    return first;
}

/** Whether the counters of LaTeX give a heading its number. */
static bool counts_on(struct latex_writer *w, const struct doc_node *n, int level) {
    struct buf b = BUF_INIT;
    w->counts[level]++;
    for (int i = level + 1; i < LATEX_LEVELS; i++) {
        w->counts[i] = 0;
    }
    for (int i = 0; i <= level; i++) {
        if (i == 0 && w->appendix) {
            buf_putc(&b, (char)('A' + (w->counts[0] + 25) % 26));
        } else {
            buf_printf(&b, i ? ".%d" : "%d", w->counts[i]);
        }
    }
    bool same = str_eq(buf_view(&b), n->u.heading.number);
    w->counts[level] -= !same;
    buf_drop(&b);
    return same;
}

/** Writes a part. LaTeX numbers it. */
static void put_part(struct latex_writer *w, const struct doc_node *n) {
    struct doc_node front;
    bool own = n->u.heading.number.n > 0;
    buf_puts(w->out, own ? "\\part{" : "\\part*{");
    latex_apart(w, own ? heading_text(n, &front) : n->first);
    buf_putc(w->out, '}');
    latex_anchor(w, n);
    buf_puts(w->out, "\n\n");
    latex_waiting_notes(w);
}

static void put_heading(struct latex_writer *w, const struct doc_node *n) {
    static const char *const divisions[LATEX_LEVELS + 1] = {
        "chapter",   "section",      "subsection",  "subsubsection",
        "paragraph", "subparagraph", "subparagraph"};
    bool chapters = doc_has_chapters(w->doc);
    const char *const *commands = chapters ? divisions : divisions + 1;
    int level = chapters ? doc_division(w->doc, n) : n->u.heading.level - w->base;
    if (chapters && level < 0 && !w->inner) {
        put_part(w, n);
        return;
    }
    level = level < 0 ? 0 : level >= LATEX_LEVELS ? LATEX_LEVELS - 1 : level;
    if (w->inner) {
        buf_puts(w->out, "\\textbf{");
        latex_inlines(w, n->first, NULL);
        buf_puts(w->out, "}\\par\n");
        return;
    }
    if (level == 0 && doc_has_class(n, "appendix") && !w->appendix) {
        buf_puts(w->out, "\\appendix\n");
        w->appendix = true;
        w->counts[0] = 0;
    }
    bool number = n->u.heading.number.n > 0;
    bool own = number && counts_on(w, n, level);
    struct doc_node front;
    const struct doc_node *text = own ? heading_text(n, &front) : n->first;
    buf_printf(w->out, "\\%s%s", commands[level], own ? "" : "*");
    if (own && chapters && level == 0) {
        w->figure = w->table = w->note = 0; /* the class resets them in each chapter */
    }
    if (own) {
        latex_short(w, text);
    }
    buf_putc(w->out, '{');
    latex_apart(w, text);
    buf_putc(w->out, '}');
    latex_anchor(w, n);
    buf_putc(w->out, '\n');
    if (!own && w->doc->contents[DOC_CONTENTS_HEADINGS] && level < 3) {
        buf_printf(w->out, "\\addcontentsline{toc}{%s}{", commands[level]);
        latex_text(w, doc_plain(w->doc->arena, n));
        buf_puts(w->out, "}\n");
    }
    buf_putc(w->out, '\n');
    latex_waiting_notes(w);
}

/* ---- code ---- */

/** Writes lines in typewriter type where verbatim text is not allowed. */
static void put_code_lines(struct latex_writer *w, struct str text) {
    buf_puts(w->out, "{\\ttfamily\\small\\raggedright\\noindent ");
    while (text.p) {
        struct str line = str_cut(&text, '\n');
        buf_puts(w->out, line.n ? "" : "\\mbox{}");
        latex_code(w, line);
        buf_puts(w->out, !text.p ? "\\par}\n\n" : w->cells ? "\\newline\n" : "\\\\\n");
    }
}

/** Whether code can be verbatim text, which is not allowed everywhere and cannot have tabs. */
static bool is_verbatim(const struct latex_writer *w, struct str text) {
    return !w->inner && !w->cells && !w->apart &&
           str_find(text, STR("\\end{verbatim")) == STR_NONE && str_index(text, '\t') == STR_NONE &&
           str_index(text, '\f') == STR_NONE;
}

static void put_code(struct latex_writer *w, const struct doc_node *n) {
    struct str text = n->u.code.text;
    text.n -= str_ends(text, STR("\n"));
    latex_anchor(w, n);
    if (!text.n) {
        return;
    }
    if (is_verbatim(w, text)) {
        buf_puts(w->out, "\\begin{verbatim}\n");
        buf_str(w->out, text);
        buf_puts(w->out, "\n\\end{verbatim}\n\n");
    } else {
        put_code_lines(w, text);
    }
}

/* ---- captions and figures ---- */

/** Returns the inlines of a caption after its number, which LaTeX writes. */
static const struct doc_node *caption_text(const struct doc_node *caption) {
    const struct doc_node *first = caption->first;
    return first && doc_has_class(first, "caption-number") ? first->next : first;
}

void latex_count(struct latex_writer *w, const struct doc_node *caption, const char *counter,
                 int *count) {
    if (caption && caption->first != caption_text(caption)) {
        int number = caption->u.caption.number;
        if (number != *count + 1) {
            buf_printf(w->out, "\\setcounter{%s}{%d}\n", counter, number - 1);
        }
        *count = number;
    }
}

void latex_caption(struct latex_writer *w, const struct doc_node *caption, bool counted) {
    const struct doc_node *text = caption_text(caption);
    bool number = counted && text != caption->first;
    buf_puts(w->out, number ? "\\caption" : "\\par ");
    if (number) {
        latex_short(w, text);
    }
    buf_puts(w->out, number ? "{" : "");
    latex_apart(w, number ? text : caption->first);
    buf_puts(w->out, number ? "}" : "\\par\n");
}

static const struct doc_node *caption_of(const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CAPTION) {
            return k;
        }
    }
    return NULL;
}

/** Writes a figure. It is a float where floats are allowed. Code and tables do not float, because
 * they may be broken across pages. */
static void put_figure(struct latex_writer *w, const struct doc_node *n) {
    const struct doc_node *caption = caption_of(n);
    bool images = true;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        images = images && (k->kind == DOC_PLAIN || k->kind == DOC_PARA || k->kind == DOC_CAPTION);
    }
    bool floats =
        caption && images && !w->inner && !w->cells && !w->lists && !doc_has_class(n, "listing");
    if (floats) {
        latex_count(w, caption, "figure", &w->figure);
    }
    buf_puts(w->out, floats   ? "\\begin{figure}[htbp]\n\\centering\n"
                     : images ? "\\begin{center}\n"
                              : "");
    latex_anchor(w, n);
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k == caption) {
            latex_caption(w, k, floats);
        } else if (k->kind == DOC_PLAIN || k->kind == DOC_PARA) {
            latex_inlines(w, k->first, NULL);
            buf_puts(w->out, "\\par\n");
        } else {
            put_block(w, k);
        }
    }
    buf_puts(w->out, floats ? "\n\\end{figure}\n\n" : images ? "\\end{center}\n\n" : "\n");
    latex_waiting_notes(w);
}

/* ---- divisions ---- */

/** Returns the environment for a division's classes or alignment, or NULL. */
static const char *environment_of(const struct doc_node *n) {
    struct str style = doc_pair(n, "style");
    if (doc_callout_of(n) || doc_has_class(n, "callout")) {
        return "callout";
    }
    if (str_find(style, STR("text-align")) != STR_NONE) {
        return str_find(style, STR("center")) != STR_NONE  ? "center"
               : str_find(style, STR("right")) != STR_NONE ? "flushright"
                                                           : "flushleft";
    }
    if (doc_has_class(n, "subequations")) {
        return "subequations";
    }
    if (doc_has_class(n, "landscape")) {
        return "landscape";
    }
    if (doc_has_class(n, "keep-together")) {
        return "samepage";
    }
    if (doc_has_class(n, "tablenotes")) {
        return "footnotesize";
    }
    const struct doc_theorem *theorem = doc_theorem_of(n);
    return !theorem ? NULL : theorem->style == DOC_THEOREM_PLAIN ? "theoremtext" : "prooftext";
}

static void put_verse(struct latex_writer *w, const struct doc_node *n) {
    buf_puts(w->out, "\\begin{flushleft}\n");
    for (const struct doc_node *k = n->first; k; k = k->next) {
        put_paragraph(w, k);
    }
    buf_puts(w->out, "\\end{flushleft}\n\n");
}

static void put_div(struct latex_writer *w, const struct doc_node *n) {
    const char *env = environment_of(n);
    if (doc_has_class(n, "line-block")) {
        put_verse(w, n);
    } else if (env) {
        put_env(w, n, env);
    } else if (doc_has_class(n, "callout-title") && n->first && doc_is_inline(n->first->kind)) {
        put_paragraph(w, n);
    } else {
        latex_anchor(w, n);
        latex_blocks(w, n->first);
    }
}

static void put_details(struct latex_writer *w, const struct doc_node *n) {
    const struct doc_node *first = n->first;
    const char *env = environment_of(n);
    buf_puts(w->out, env ? "\\begin{callout}\n" : "");
    if (first && first->kind == DOC_SUMMARY) {
        put_strong(w, first);
        first = first->next;
    }
    latex_blocks(w, first);
    buf_puts(w->out, env ? "\\end{callout}\n\n" : "");
}

/* ---- all ---- */

static void put_text(struct latex_writer *w, const struct doc_node *n) {
    bool strong = n->first && !n->first->next && n->first->kind == DOC_STRONG;
    if (doc_has_class(n, "callout-title") && !strong) {
        put_strong(w, n);
    } else {
        put_paragraph(w, n);
    }
}

static void put_quote(struct latex_writer *w, const struct doc_node *n) {
    put_env(w, n, "quote");
}

static void put_raw(struct latex_writer *w, const struct doc_node *n) {
    if (latex_shows_raw(n) && !latex_defines(n)) {
        buf_str(w->out, n->u.code.text);
        buf_puts(w->out, "\n\n");
    }
}

static void put_rule(struct latex_writer *w, const struct doc_node *n) {
    (void)n;
    buf_puts(w->out, "\\begin{center}\\rule{0.5\\linewidth}{0.5pt}\\end{center}\n\n");
}

/** Writes a block with the function for its kind. Without such a function, writes the blocks inside
 * it. */
static void put_inside(struct latex_writer *w, const struct doc_node *n) {
    static void (*const writers[DOC_BLOCK_COUNT])(struct latex_writer *,
                                                  const struct doc_node *) = {
        [DOC_PARA] = put_text,
        [DOC_PLAIN] = put_text,
        [DOC_DEF_TERM] = put_text,
        [DOC_CAPTION] = put_text,
        [DOC_SUMMARY] = put_strong,
        [DOC_HEADING] = put_heading,
        [DOC_QUOTE] = put_quote,
        [DOC_CODE_BLOCK] = put_code,
        [DOC_RAW_BLOCK] = put_raw,
        [DOC_LIST] = latex_list,
        [DOC_DEF_LIST] = latex_definitions,
        [DOC_RULE] = put_rule,
        [DOC_TABLE] = latex_table,
        [DOC_FIGURE] = put_figure,
        [DOC_DIV] = put_div,
        [DOC_DETAILS] = put_details,
        [DOC_BIBLIOGRAPHY] = latex_bibliography,
    };
    if (writers[n->kind]) {
        writers[n->kind](w, n);
    } else {
        latex_blocks(w, n->first);
    }
}

static void put_block(struct latex_writer *w, const struct doc_node *n) {
    if (!doc_is_too_deep(n, ++w->depth, w->d)) {
        put_inside(w, n);
    } else {
        latex_text(w, doc_plain(w->doc->arena, n));
        end_paragraph(w);
    }
    w->depth--;
}

void latex_blocks(struct latex_writer *w, const struct doc_node *first) {
    for (const struct doc_node *n = first; n;) {
        const struct doc_node *end = doc_inlines_end(n);
        if (end != n) {
            latex_inlines(w, n, end);
            end_paragraph(w);
            n = end;
            continue;
        }
        put_block(w, n);
        n = n->next;
    }
}
