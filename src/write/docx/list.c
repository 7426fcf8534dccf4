/* SPDX-License-Identifier: MIT */
/*
 * Lists with Word's numbering. Each list is a <w:num> with its start; lists that look the same
 * share one form. Word always counts upwards by one, so an item with another number begins a new
 * list.
 */
#include "write/docx/writer.h"

static bool is_same(const struct docx_form *a, const struct docx_form *b) {
    return a->style == b->style && a->delim == b->delim && str_eq(a->prefix, b->prefix) &&
           a->boxes == b->boxes && a->headings == b->headings && a->appendix == b->appendix;
}

/** Returns the offset that is added to the numbers of lists, because the lists of the reference
 * document come first. */
static int offset_of(const struct docx_writer *w) {
    return w->reference && w->reference->numbering.n ? 20000 : 0;
}

int docx_new_list(struct docx_writer *w, struct docx_form form, int level, int start) {
    size_t i = 0;
    while (i < w->forms.n && !is_same(&w->forms.p[i], &form)) {
        i++;
    }
    if (i == w->forms.n) {
        vec_push(&w->forms, form);
    }
    vec_push(&w->nums, (struct docx_num){i + 1, level, start});
    return (int)w->nums.n + offset_of(w);
}

/** Returns the box of a task. It is written as text, because a list of Word has one bullet for all
 * items. */
static struct str box_of(const struct doc_node *item) {
    static const struct str boxes[] = {[DOC_TASK_NONE] = STR_INIT(""),
                                       [DOC_TASK_OPEN] = STR_INIT("\u2610"),
                                       [DOC_TASK_DONE] = STR_INIT("\u2612")};
    return boxes[item->u.item.task];
}

/** Returns the number of the list to which an item belongs: the list of the item before it, or a
 * new list. */
static int num_of(struct docx_writer *w, const struct doc_node *list, const struct doc_node *item,
                  int level, int num) {
    struct docx_form form = {.style = list->u.list.style, .delim = list->u.list.delim};
    int start = 1;
    bool goes_on = num > 0;
    if (doc_list_is_ordered(list)) {
        form.prefix = list->u.list.prefix;
        start = item->u.item.number;
        goes_on = goes_on && item->prev && start == item->prev->u.item.number + 1;
    } else {
        form.boxes = box_of(item).n > 0;
        form.delim = DOC_DELIM_PERIOD;
        goes_on = goes_on && item->prev && (box_of(item->prev).n > 0) == form.boxes;
    }
    return goes_on ? num : docx_new_list(w, form, level, start < 0 ? 0 : start);
}

void docx_list(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    bool marked = n->u.list.style != DOC_UNMARKED;
    int level = before.list < DOCX_LEVELS ? before.list : DOCX_LEVELS - 1;
    int num = 0;
    for (const struct doc_node *item = n->first; item; item = item->next) {
        w->para = before;
        w->para.tight = false;
        w->para.listed = !doc_has_class(item, "pub-entry");
        w->para.style = w->para.listed ? w->para.style : DOCX_BIBLIOGRAPHY;
        if (marked) {
            num = num_of(w, n, item, level, num);
            w->para.num = num;
            w->para.num_style = doc_list_is_ordered(n) ? DOCX_NUMBER : DOCX_BULLET;
            w->para.level = level;
            w->para.list = before.list + 1;
            w->para.left = before.left + DOCX_INDENT;
        }
        if (marked && !before.list) {
            w->para.left += DOCX_INDENT;
        }
        w->para.before = w->para.num ? box_of(item) : STR_EMPTY;
        docx_anchor(w, item);
        docx_blocks(w, item->first);
        if (w->para.num) { /* an item must have a paragraph */
            docx_begin(w);
            docx_end(w);
        }
    }
    w->para = before;
    w->para.num = 0;
}

void docx_definitions(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        w->para = before;
        docx_anchor(w, k);
        if (k->kind == DOC_DEF_TERM) {
            w->para.listed = false;
            docx_line(w, DOCX_TERM, k->first);
        } else {
            w->para.style = DOCX_DEFINITION;
            w->para.listed = false;
            docx_blocks(w, k->first);
        }
    }
    w->para = before;
}

/* ---- reference lists ---- */

/** Returns the width of the labels of a list in twips. Each character counts as half an em. */
static int label_width(struct docx_writer *w, const struct doc_node *n) {
    size_t longest = 0;
    for (const struct doc_node *e = n->first; e; e = e->next) {
        if (e->first && e->first->kind == DOC_BIB_LABEL) {
            size_t length = doc_plain(w->a, e->first).n;
            longest = length > longest ? length : longest;
        }
    }
    longest = longest < 20 ? longest : 20;
    return (int)(longest + 1) * w->opt->looks[DOCX_NORMAL].size * 5;
}

static void put_entry(struct docx_writer *w, const struct doc_node *e, int width, bool hanging) {
    const struct doc_node *first = e->first;
    struct docx_para before = w->para;
    docx_anchor(w, e);
    if (first && first->kind == DOC_BIB_LABEL) {
        w->para.before = doc_plain(w->a, first);
        w->para.left += width;
        w->para.hang = width;
        first = first->next;
    } else if (hanging) {
        w->para.left += DOCX_INDENT;
        w->para.hang = DOCX_INDENT;
    }
    docx_blocks(w, first);
    w->para = before;
}

void docx_bibliography(struct docx_writer *w, const struct doc_node *n) {
    struct docx_para before = w->para;
    int width = label_width(w, n);
    w->para.style = DOCX_BIBLIOGRAPHY;
    w->para.listed = false;
    if (w->opt->work && n->first) {
        w->pending = STR("ADDIN ZOTERO_BIBL {\"uncited\":[],\"omitted\":[],\"custom\":[]} "
                         "CSL_BIBLIOGRAPHY");
    }
    for (const struct doc_node *e = n->first; e; e = e->next) {
        if (e->kind == DOC_BIB_ENTRY) {
            put_entry(w, e, width, n->u.bib.hanging);
        } else {
            docx_line(w, DOCX_BODY, e->first);
        }
    }
    if (w->opt->work && n->first && !w->pending.n && str_ends(buf_view(w->out), STR("</w:p>"))) {
        /* the last paragraph is opened again, because the field must end inside it */
        buf_cut(w->out, w->out->n - (sizeof "</w:p>" - 1));
        docx_field_end(w);
        buf_puts(w->out, "</w:p>");
    }
    w->pending = STR_EMPTY;
    w->para = before;
}

/* ---- the part with the numbering ---- */

static const char *format_of(enum doc_list_style style) {
    static const char *const formats[] = {[DOC_BULLET] = "bullet",
                                          [DOC_DECIMAL] = "decimal",
                                          [DOC_LOWER_ALPHA] = "lowerLetter",
                                          [DOC_UPPER_ALPHA] = "upperLetter",
                                          [DOC_LOWER_ROMAN] = "lowerRoman",
                                          [DOC_UPPER_ROMAN] = "upperRoman",
                                          [DOC_UNMARKED] = "none"};
    return formats[style];
}

/** Writes the text of a level's label: "%1.", "(%2)", or a bullet. */
static void put_level_text(struct buf *out, const struct docx_form *f, int level, int base) {
    static const char *const bullets[] = {"\u2022", "\u2013", "\u2217", "\u00B7"};
    struct buf b = BUF_INIT;
    if (f->headings) {
        for (int i = base - 1; i <= level; i++) {
            buf_printf(&b, i >= base ? ".%%%d" : "%%%d", i + 1);
        }
    } else if (f->style == DOC_BULLET) {
        buf_puts(&b, f->boxes ? "\u200B" : bullets[level % (int)ARRAY_LEN(bullets)]);
    } else {
        buf_puts(&b, f->delim == DOC_DELIM_PARENS     ? "("
                     : f->delim == DOC_DELIM_BRACKETS ? "["
                                                      : "");
        buf_str(&b, f->prefix);
        buf_printf(&b, "%%%d", level + 1);
        buf_puts(&b, f->delim == DOC_DELIM_PERIOD     ? "."
                     : f->delim == DOC_DELIM_BRACKETS ? "]"
                                                      : ")");
    }
    buf_puts(out, "<w:lvlText");
    docx_attr(out, "w:val", buf_view(&b));
    buf_puts(out, "/>");
    buf_drop(&b);
}

static void put_level(struct docx_writer *w, struct buf *out, const struct docx_form *f,
                      int level) {
    bool letters = f->headings && f->appendix && level == w->counter.base - 1;
    buf_printf(out, "<w:lvl w:ilvl=\"%d\"><w:start w:val=\"1\"/><w:numFmt w:val=\"%s\"/>", level,
               letters       ? "upperLetter"
               : f->headings ? "decimal"
                             : format_of(f->style));
    /* right-to-left headings have no space: LibreOffice puts it on the wrong side of the number */
    bool rtl = doc_is_rtl(w->doc);
    buf_puts(out, f->boxes              ? "<w:suff w:val=\"nothing\"/>"
                  : f->headings && !rtl ? "<w:suff w:val=\"space\"/>"
                                        : "");
    put_level_text(out, f, level, w->counter.base);
    buf_puts(out, "<w:lvlJc w:val=\"left\"/>");
    if (f->headings) {
        int hang = rtl ? DOCX_INDENT + 180 * level : 0;
        buf_printf(out, "<w:pPr><w:ind w:left=\"%d\" w:hanging=\"%d\"/></w:pPr></w:lvl>", hang,
                   hang);
    } else {
        buf_printf(out, "<w:pPr><w:ind w:left=\"%d\" w:hanging=\"%d\"/></w:pPr></w:lvl>",
                   (level + 2) * DOCX_INDENT, DOCX_INDENT);
    }
}

static void put_forms(struct docx_writer *w, struct buf *out, size_t offset) {
    for (size_t i = 0; i < w->forms.n; i++) {
        buf_printf(out,
                   "<w:abstractNum w:abstractNumId=\"%zu\"><w:nsid w:val=\"%08zX\"/>"
                   "<w:multiLevelType w:val=\"multilevel\"/>",
                   offset + i + 1, 0x3D000000 + i + 1);
        for (int level = 0; level < DOCX_LEVELS; level++) {
            put_level(w, out, &w->forms.p[i], level);
        }
        buf_puts(out, "</w:abstractNum>");
    }
}

static void put_nums(struct docx_writer *w, struct buf *out, size_t offset) {
    for (size_t i = 0; i < w->nums.n; i++) {
        const struct docx_num *n = &w->nums.p[i];
        buf_printf(out, "<w:num w:numId=\"%zu\"><w:abstractNumId w:val=\"%zu\"/>", offset + i + 1,
                   offset + n->form);
        if (!w->forms.p[n->form - 1].headings) {
            buf_printf(out,
                       "<w:lvlOverride w:ilvl=\"%d\"><w:startOverride w:val=\"%d\"/>"
                       "</w:lvlOverride>",
                       n->level, n->start);
        }
        buf_puts(out, "</w:num>");
    }
}

void docx_numbering(struct docx_writer *w, struct buf *out) {
    size_t offset = (size_t)offset_of(w);
    struct buf forms = BUF_INIT, nums = BUF_INIT;
    put_forms(w, &forms, offset);
    put_nums(w, &nums, offset);
    if (!docx_reference_numbering(w, out, buf_view(&forms), buf_view(&nums))) {
        buf_printf(out, "<w:numbering%s>", docx_namespaces);
        buf_str(out, buf_view(&forms));
        buf_str(out, buf_view(&nums));
        buf_puts(out, "</w:numbering>");
    }
    buf_drop(&forms);
    buf_drop(&nums);
}
