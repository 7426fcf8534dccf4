/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks. Some kinds do not exist in pandoc's tree: a block that can be folded becomes raw
 * HTML around its blocks, and a figure becomes a division of class "figure".
 */
#include "write/json/writer.h"

static void put_blocks(struct pandoc_writer *w, const struct doc_node *first);

/** Writes a Div: [attributes, [blocks]]. */
static void put_holder(struct pandoc_writer *w, const struct doc_node *n, struct str cls) {
    pandoc_begin_list(w, "Div");
    pandoc_attr(w, n, cls);
    pandoc_blocks(w, n->first);
    pandoc_end_list(w);
}

static void put_text(struct pandoc_writer *w, const struct doc_node *n, const char *name) {
    pandoc_begin(w, name);
    pandoc_inlines(w, n->first, NULL);
    pandoc_end(w);
}

/* ---- lists ---- */

static void put_item(struct pandoc_writer *w, const struct doc_node *item) {
    const struct doc_node *first = item->first;
    pandoc_open(w);
    if (item->u.item.task != DOC_TASK_NONE) {
        bool text = first && (first->kind == DOC_PLAIN || first->kind == DOC_PARA);
        pandoc_begin_list(w, first && first->kind == DOC_PARA ? "Para" : "Plain");
        buf_puts(&w->word, item->u.item.task == DOC_TASK_OPEN ? "\u2610" : "\u2612");
        pandoc_flush(w);
        pandoc_bare(w, "Space");
        pandoc_put_inlines(w, text ? first->first : NULL, NULL);
        pandoc_end_list(w);
        first = text ? first->next : first;
    }
    put_blocks(w, first);
    pandoc_close(w);
}

static void put_list(struct pandoc_writer *w, const struct doc_node *n) {
    static const char *const styles[] = {[DOC_DECIMAL] = "Decimal",
                                         [DOC_LOWER_ALPHA] = "LowerAlpha",
                                         [DOC_UPPER_ALPHA] = "UpperAlpha",
                                         [DOC_LOWER_ROMAN] = "LowerRoman",
                                         [DOC_UPPER_ROMAN] = "UpperRoman"};
    static const char *const delims[] = {[DOC_DELIM_PERIOD] = "Period",
                                         [DOC_DELIM_PAREN] = "OneParen",
                                         [DOC_DELIM_PARENS] = "TwoParens",
                                         [DOC_DELIM_BRACKETS] = "DefaultDelim"};
    bool ordered = doc_list_is_ordered(n);
    pandoc_begin(w, ordered ? "OrderedList" : "BulletList");
    if (ordered) {
        pandoc_open(w);
        pandoc_open(w);
        pandoc_int(w, n->u.list.start);
        pandoc_bare(w, styles[n->u.list.style]);
        pandoc_bare(w, delims[n->u.list.delim]);
        pandoc_close(w);
    }
    pandoc_open(w);
    for (const struct doc_node *item = n->first; item; item = item->next) {
        put_item(w, item);
    }
    pandoc_close(w);
    if (ordered) {
        pandoc_close(w);
    }
    pandoc_end(w);
}

/** Writes pairs of a term and its definitions. */
static void put_definitions(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin_list(w, "DefinitionList");
    for (const struct doc_node *k = n->first; k;) {
        pandoc_open(w);
        bool term = k->kind == DOC_DEF_TERM;
        pandoc_inlines(w, term ? k->first : NULL, NULL);
        pandoc_open(w);
        for (k = term ? k->next : k; k && k->kind != DOC_DEF_TERM; k = k->next) {
            pandoc_blocks(w, k->first);
        }
        pandoc_close(w);
        pandoc_close(w);
    }
    pandoc_end_list(w);
}

/* ---- divisions, and blocks that become divisions ---- */

static bool is_verse(const struct doc_node *n) {
    const struct doc_node *only = n->first;
    return doc_has_class(n, "line-block") && n->attr->nclasses == 1 && !n->attr->id.n && only &&
           !only->next && only->kind == DOC_PLAIN;
}

static void put_verse(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin_list(w, "LineBlock");
    for (const struct doc_node *from = n->first->first; from;) {
        const struct doc_node *end = from;
        while (end && end->kind != DOC_LINE_BREAK) {
            end = end->next;
        }
        w->verse = true;
        pandoc_inlines(w, from, end);
        w->verse = false;
        from = end ? end->next : NULL;
    }
    pandoc_end_list(w);
}

static void put_heading(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin_list(w, "Header");
    pandoc_int(w, n->u.heading.level);
    pandoc_attr(w, n, n->u.heading.unnumbered ? STR("unnumbered") : STR_EMPTY);
    pandoc_inlines(w, n->first, NULL);
    pandoc_end_list(w);
}

static void put_code(struct pandoc_writer *w, const struct doc_node *n) {
    struct str text = n->u.code.text;
    text.n -= str_ends(text, STR("\n"));
    pandoc_begin_list(w, "CodeBlock");
    pandoc_attr(w, n, n->u.code.info);
    pandoc_text(w, text);
    pandoc_end_list(w);
}

static void put_raw(struct pandoc_writer *w, const struct doc_node *n) {
    struct str text = n->u.code.text;
    text.n -= str_ends(text, STR("\n"));
    pandoc_raw(w, "RawBlock", n->u.code.info, text);
}

/** Returns the inline of a paragraph that consists of one TeX command, such as `\newpage`, which
 * pandoc reads as a block. Returns NULL for other paragraphs, and for commands with arguments,
 * which may be text. */
static const struct doc_node *only_command(const struct doc_node *para) {
    const struct doc_node *n = para->first;
    bool command = n && !n->next && n->kind == DOC_RAW_INLINE && !n->u.code.asked &&
                   str_is(n->u.code.info, "tex") && str_index(n->u.code.text, '{') == STR_NONE;
    return command ? n : NULL;
}

/* ---- all ---- */

static void put_para(struct pandoc_writer *w, const struct doc_node *n) {
    if (only_command(n)) {
        put_raw(w, only_command(n));
    } else {
        put_text(w, n, "Para");
    }
}

/** Writes a DOC_PLAIN. pandoc reads the text of a definition as a paragraph if another block
 * follows it. */
static void put_plain(struct pandoc_writer *w, const struct doc_node *n) {
    bool para = n->next && n->parent && n->parent->kind == DOC_DEF_BODY;
    put_text(w, n, para ? "Para" : "Plain");
}

static void put_quote(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin(w, "BlockQuote");
    pandoc_blocks(w, n->first);
    pandoc_end(w);
}

static void put_rule(struct pandoc_writer *w, const struct doc_node *n) {
    (void)n;
    pandoc_bare(w, "HorizontalRule");
}

/** Writes a block with the function for its kind. Without such a function, writes a division with
 * the blocks inside it. */
static void put_inside(struct pandoc_writer *w, const struct doc_node *n) {
    static void (*const writers[DOC_BLOCK_COUNT])(struct pandoc_writer *,
                                                  const struct doc_node *) = {
        [DOC_PARA] = put_para,       [DOC_PLAIN] = put_plain,    [DOC_DEF_TERM] = put_plain,
        [DOC_HEADING] = put_heading, [DOC_QUOTE] = put_quote,    [DOC_CODE_BLOCK] = put_code,
        [DOC_RAW_BLOCK] = put_raw,   [DOC_LIST] = put_list,      [DOC_DEF_LIST] = put_definitions,
        [DOC_RULE] = put_rule,       [DOC_TABLE] = pandoc_table,
    };
    if (n->kind == DOC_DIV && is_verse(n)) {
        put_verse(w, n);
    } else if (writers[n->kind]) {
        writers[n->kind](w, n);
    } else {
        put_holder(w, n,
                   n->kind == DOC_FIGURE    ? STR("figure")
                   : n->kind == DOC_CAPTION ? STR("caption")
                                            : STR_EMPTY);
    }
}

static void put_block(struct pandoc_writer *w, const struct doc_node *n) {
    if (!doc_is_too_deep(n, ++w->depth, w->d)) {
        put_inside(w, n);
    } else {
        pandoc_begin_list(w, "Para");
        buf_str(&w->word, doc_plain(w->doc->arena, n));
        pandoc_flush(w);
        pandoc_end_list(w);
    }
    w->depth--;
}

/** Writes blocks without the brackets around the list. */
static void put_blocks(struct pandoc_writer *w, const struct doc_node *first) {
    for (const struct doc_node *n = first; n;) {
        const struct doc_node *end = doc_inlines_end(n);
        if (end != n) {
            pandoc_begin(w, "Plain");
            pandoc_inlines(w, n, end);
            pandoc_end(w);
            n = end;
        } else {
            put_block(w, n);
            n = n->next;
        }
    }
}

void pandoc_blocks(struct pandoc_writer *w, const struct doc_node *first) {
    pandoc_open(w);
    put_blocks(w, first);
    pandoc_close(w);
}
