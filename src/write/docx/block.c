/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks. Decides the style of each kind of block, and where paragraphs begin and end.
 */
#include "write/docx/writer.h"

/* ---- paragraphs ---- */

/** Writes the style of a paragraph. A paragraph in a list, or the first one after a heading, may
 * have a style different from that of its block. */
static void put_style(struct docx_writer *w) {
    const struct docx_para *p = &w->para;
    enum docx_style style = p->style;
    if (style == DOCX_BODY && p->listed) {
        style = p->num ? p->num_style : DOCX_LIST;
    } else if (style == DOCX_BODY && w->after_heading && w->opt->looks[DOCX_BODY].first > 0) {
        style = DOCX_FIRST;
    }
    buf_puts(w->out, "<w:pStyle");
    docx_attr(w->out, "w:val",
              p->own.n ? docx_own_style(w, p->own, false) : docx_style_id(w, style));
    buf_puts(w->out, "/>");
}

void docx_begin(struct docx_writer *w) {
    struct docx_para *p = &w->para;
    struct buf *out = w->out;
    buf_puts(out, "<w:p><w:pPr>");
    put_style(w);
    buf_puts(out, p->keep_next ? "<w:keepNext/>" : "");
    if (p->num) {
        buf_printf(out, "<w:numPr><w:ilvl w:val=\"%d\"/><w:numId w:val=\"%d\"/></w:numPr>",
                   p->level, p->num);
    } else if (p->list) { /* a paragraph without a number belongs to the item before it */
        buf_puts(out, "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"0\"/></w:numPr>");
    }
    buf_puts(out, p->bordered ? "<w:pBdr><w:left w:val=\"single\" w:sz=\"12\" w:space=\"8\" "
                                "w:color=\"808080\"/></w:pBdr>"
                              : "");
    if (p->before.n) {
        buf_printf(out, "<w:tabs><w:tab w:val=\"left\" w:pos=\"%d\"/></w:tabs>", p->left);
    }
    buf_puts(out, p->rtl ? "<w:bidi/>" : "");
    if ((p->left || p->hang) && !p->num) {
        buf_printf(out, "<w:ind w:left=\"%d\"", p->left);
        buf_printf(out, p->hang ? " w:hanging=\"%d\"/>" : "/>", p->hang);
    }
    buf_puts(out, p->tight ? "<w:contextualSpacing/>" : "");
    docx_put_align(out, p->align);
    buf_puts(out, "</w:pPr>");
    w->begun = true;
    w->after_heading = false;
    docx_waiting_marks(w);
    if (w->pending.n) {
        docx_field_begin(w, w->pending, false);
        w->pending = STR_EMPTY;
    }
    if (w->in_note && w->note_begins) {
        struct docx_run before = w->run;
        w->run = (struct docx_run){.note_mark = true};
        docx_in_run(w, "<w:footnoteRef/>");
        w->run = before;
        docx_text(w, STR(" "));
    }
    w->note_begins = false;
    if (p->before.n) {
        docx_text(w, p->before);
        docx_in_run(w, "<w:tab/>");
    }
    p->before = STR_EMPTY;
    p->num = p->hang = 0;
}

void docx_end(struct docx_writer *w) {
    buf_puts(w->out, "</w:p>");
    w->begun = false;
}

void docx_line(struct docx_writer *w, enum docx_style style, const struct doc_node *first) {
    struct docx_para before = w->para;
    w->para.style = style;
    docx_begin(w);
    docx_inlines(w, first, NULL);
    docx_end(w);
    w->para = before;
}

static bool is_display(const struct doc_node *n) {
    return n->kind == DOC_MATH && n->u.math.display;
}

/** Writes inlines up to `end` as paragraphs. Displayed formulas get paragraphs of their own. */
static void put_inlines(struct docx_writer *w, const struct doc_node *first,
                        const struct doc_node *end) {
    for (const struct doc_node *n = first; n && n != end;) {
        if (is_display(n)) {
            docx_equation(w, n);
            n = n->next;
            continue;
        }
        const struct doc_node *to = n;
        bool visible = false;
        for (; to && to != end && !is_display(to); to = to->next) {
            visible = visible || !doc_is_blank(to);
        }
        if (visible || (n == first && to == end)) {
            docx_begin(w);
            docx_inlines(w, n, to);
            docx_end(w);
        }
        n = to;
    }
}

static void put_paragraph(struct docx_writer *w, const struct doc_node *n) {
    const struct doc_node *item = n->parent && n->parent->kind == DOC_ITEM ? n->parent : NULL;
    bool tight = w->para.tight;
    w->para.tight = tight || (n->kind == DOC_PLAIN && item && !doc_has_class(item, "pub-entry"));
    docx_anchor(w, n);
    if (n->first) {
        put_inlines(w, n->first, NULL);
    } else if (w->para.num) {
        docx_begin(w);
        docx_end(w);
    }
    w->para.tight = tight;
}

/* ---- headings ---- */

/** Writes the text of a heading whose number Word does not count. The number is text with a
 * bookmark for references. */
static void put_own_number(struct docx_writer *w, const struct doc_node *n) {
    const struct doc_node *span = n->first;
    if (span && doc_has_class(span, "header-section-number")) {
        docx_number_begin(w, doc_id(n), 0);
        docx_inlines(w, span->first, NULL);
        docx_number_end(w);
        docx_inlines(w, span->next, NULL);
    } else {
        docx_inlines(w, n->first, NULL);
    }
}

static void put_heading(struct docx_writer *w, const struct doc_node *n) {
    static const enum docx_style styles[] = {DOCX_HEADING1, DOCX_HEADING2, DOCX_HEADING3,
                                             DOCX_HEADING4, DOCX_HEADING5, DOCX_HEADING6};
    int level = n->u.heading.level;
    bool counts = !w->in_note && !w->tables && docx_counts(&w->counter, n);
    struct docx_para before = w->para;
    docx_anchor(w, n);
    w->para = (struct docx_para){.rtl = before.rtl, .align = before.align};
    w->para.style = styles[level < 1 ? 0 : level > 6 ? 5 : level - 1];
    if (counts) {
        w->para.num = w->counter.appendix ? w->appendix_num : w->heading_num;
        w->para.level = level - 1;
        w->number_span =
            n->first && doc_has_class(n->first, "header-section-number") ? n->first : NULL;
    }
    docx_begin(w);
    if (counts) {
        docx_inlines(w, n->first, NULL);
    } else {
        put_own_number(w, n);
    }
    docx_end(w);
    w->number_span = NULL;
    w->para = before;
    w->after_heading = true;
}

/* ---- captions and figures ---- */

/** Writes the number of a caption: its word, the field that counts, and the text after the
 * number. */
static void put_caption_number(struct docx_writer *w, const struct doc_node *caption) {
    const struct doc_node *text = caption->first->first;
    struct str label = text && text->kind == DOC_TEXT ? text->u.text.text : STR_EMPTY;
    struct str shown = caption->u.caption.shown;
    struct str number = arena_printf(w->a, "%d", caption->u.caption.number);
    size_t at = shown.n ? str_find(label, shown) : STR_NONE;
    if (at == STR_NONE || !str_ends(shown, number)) {
        docx_inlines(w, caption->first, caption->first->next);
        return;
    }
    static const char *const names[] = {"Table", "Figure", "Listing"};
    enum doc_word kind = doc_caption_kind(caption);
    const char *name = names[kind == DOC_WORD_TABLE ? 0 : kind == DOC_WORD_FIGURE ? 1 : 2];
    bool chapter = shown.n > number.n;
    docx_text(w, str_slice(label, 0, at));
    docx_number_begin(w, doc_id(caption->parent), 0);
    docx_text(w, str_slice(shown, 0, shown.n - number.n));
    docx_field(w, arena_printf(w->a, "SEQ %s \\* ARABIC%s", name, chapter ? " \\s 1" : ""), number);
    docx_number_end(w);
    docx_text(w, str_from(label, at + shown.n));
}

void docx_caption(struct docx_writer *w, const struct doc_node *caption) {
    const struct doc_node *first = caption->first;
    struct docx_para before = w->para;
    w->para.style = DOCX_CAPTION;
    w->para.keep_next = caption->next && caption->parent->kind == DOC_FIGURE;
    w->para.listed = false;
    w->para.align = DOCX_ALIGN_NONE;
    docx_begin(w);
    if (first && doc_has_class(first, "caption-number")) {
        put_caption_number(w, caption);
        first = first->next;
    }
    docx_inlines(w, first, NULL);
    docx_end(w);
    w->para = before;
}

static void put_figure(struct docx_writer *w, const struct doc_node *n) {
    bool listing = doc_has_class(n, "listing");
    struct docx_para before = w->para;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        w->para = before;
        if (k->kind == DOC_CAPTION) {
            docx_caption(w, k);
        } else if (k->kind == DOC_PLAIN || k->kind == DOC_PARA) {
            w->para.style = DOCX_FIGURE;
            w->para.keep_next = k->next != NULL;
            docx_anchor(w, k);
            put_inlines(w, k->first, NULL);
        } else {
            w->para.keep_next = listing && k->next;
            docx_blocks(w, k);
            break;
        }
    }
    w->para = before;
}

/* ---- others ---- */

static void put_quote(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    w->para.left += before.style == DOCX_QUOTE || before.left ? DOCX_INDENT : 0;
    w->para.style = DOCX_QUOTE;
    w->para.listed = false;
    docx_blocks(w, n->first);
    w->para = before;
}

static void put_code(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    struct str text = n->u.code.text;
    text.n -= str_ends(text, STR("\n"));
    w->para.style = DOCX_CODE;
    docx_begin(w);
    docx_code(w, n, text);
    docx_end(w);
    w->para = before;
}

static void put_rule(struct docx_writer *w, const struct doc_node *n) {
    (void)n;
    buf_puts(w->out, "<w:p><w:pPr><w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" "
                     "w:color=\"auto\"/></w:pBdr></w:pPr></w:p>");
}

static void put_raw(struct docx_writer *w, const struct doc_node *n) {
    if (str_ieq(n->u.code.info, STR("openxml"))) {
        docx_raw(w, n);
    } else if (docx_shows_raw(n)) {
        docx_begin(w);
        docx_raw(w, n);
        docx_end(w);
    }
}

static enum docx_align align_of(const struct doc_node *n) {
    struct str style = doc_pair(n, "style");
    if (str_find(style, STR("text-align")) == STR_NONE) {
        return DOCX_ALIGN_NONE;
    }
    return str_find(style, STR("center")) != STR_NONE  ? DOCX_CENTER
           : str_find(style, STR("right")) != STR_NONE ? DOCX_RIGHT
                                                       : DOCX_LEFT;
}

static void put_div(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    struct str style = doc_pair(n, "custom-style");
    enum docx_align align = align_of(n);
    w->para.align = align ? align : before.align;
    w->para.own = style.n ? style : before.own;
    w->para.bordered = before.bordered || doc_callout_of(n) || doc_has_class(n, "callout");
    w->para.keep_next = before.keep_next || doc_has_class(n, "keep-together");
    docx_blocks(w, n->first);
    w->para = before;
    w->para.num = 0;
}

static void put_summary(struct docx_writer *w, const struct doc_node *n) {
    bool bold = w->run.bold;
    w->run.bold = true;
    put_paragraph(w, n);
    w->run.bold = bold;
}

/** Whether a block, or the image of a figure, has a class. */
static bool has_class(const struct doc_node *n, const char *cls) {
    const struct doc_node *image = n->kind == DOC_FIGURE && n->first ? n->first->first : NULL;
    return doc_has_class(n, cls) || (image && doc_has_class(image, cls));
}

/** Returns the shape of the section for a block: that of the document, or another one. */
static struct docx_shape shape_of(const struct docx_writer *w, const struct doc_node *n) {
    static const char *const turned[] = {"landscape", "sideways", "sidewaystable",
                                         "sidewaysfigure"};
    struct docx_shape shape = w->wanted;
    if (w->in_note || w->tables || w->para.list || shape.sideways) {
        return shape;
    }
    for (size_t i = 0; i < ARRAY_LEN(turned); i++) {
        shape.sideways = shape.sideways || has_class(n, turned[i]);
    }
    shape.across = shape.across || shape.sideways || (w->page.columns > 1 && has_class(n, "wide"));
    return shape;
}

/** Writes a block with the function for its kind. Without such a function, writes the blocks inside
 * it. */
static void put_inside(struct docx_writer *w, const struct doc_node *n) {
    static void (*const writers[DOC_BLOCK_COUNT])(struct docx_writer *, const struct doc_node *) = {
        [DOC_PARA] = put_paragraph,
        [DOC_PLAIN] = put_paragraph,
        [DOC_HEADING] = put_heading,
        [DOC_SUMMARY] = put_summary,
        [DOC_CAPTION] = docx_caption,
        [DOC_QUOTE] = put_quote,
        [DOC_CODE_BLOCK] = put_code,
        [DOC_RAW_BLOCK] = put_raw,
        [DOC_LIST] = docx_list,
        [DOC_DEF_LIST] = docx_definitions,
        [DOC_RULE] = put_rule,
        [DOC_TABLE] = docx_table,
        [DOC_FIGURE] = put_figure,
        [DOC_DIV] = put_div,
        [DOC_BIBLIOGRAPHY] = docx_bibliography,
    };
    struct docx_run run = w->run;
    struct str lang = doc_pair(n, "lang");
    enum doc_dir dir = doc_dir_of(n);
    bool rtl = w->para.rtl;
    w->run.lang = lang.n && doc_lang_is_tag(lang) ? lang : run.lang;
    if (dir == DOC_DIR_RTL || dir == DOC_DIR_LTR) {
        w->para.rtl = w->run.rtl = dir == DOC_DIR_RTL;
    }
    struct docx_shape wanted = w->wanted;
    w->wanted = shape_of(w, n);
    docx_reshape(w);
    docx_anchor(w, n);
    if (writers[n->kind]) {
        writers[n->kind](w, n);
    } else {
        docx_blocks(w, n->first);
    }
    w->wanted = wanted;
    w->run = run;
    w->para.rtl = rtl;
}

static void put_block(struct docx_writer *w, const struct doc_node *n) {
    if (!doc_is_too_deep(n, ++w->depth, w->d)) {
        put_inside(w, n);
    } else {
        docx_begin(w);
        docx_text(w, doc_plain(w->a, n));
        docx_end(w);
    }
    w->depth--;
}

void docx_blocks(struct docx_writer *w, const struct doc_node *first) {
    for (const struct doc_node *n = first; n;) {
        if (!doc_is_inline(n->kind)) {
            put_block(w, n);
            n = n->next;
            continue;
        }
        const struct doc_node *end = doc_inlines_end(n);
        put_inlines(w, n, end);
        n = end;
    }
}
