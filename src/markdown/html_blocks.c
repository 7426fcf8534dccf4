/* SPDX-License-Identifier: MIT */
/*
 * HTML's paragraphs and lists within the cells of HTML tables, as blocks that both outputs show. As
 * in HTML, a paragraph ends where another block begins and an item where the next one does; an end
 * without a beginning is passed over.
 */
#include "markdown/md_table.h"

#define MAX_LISTS 16 /* within one another */

enum block_tag { TAG_NONE, TAG_PARAGRAPH, TAG_BULLETS, TAG_NUMBERS, TAG_ITEM };

struct block_reader {
    struct md *m;
    struct doc_node *cell;
    struct doc_node *lists[MAX_LISTS]; /* open ones */
    size_t nlists;
    struct doc_node *para; /* takes inlines, or NULL */
    bool marked;           /* a tag asks for the next paragraph */
};

static enum block_tag tag_of(const struct doc_node *n, bool *closes, struct str *attrs) {
    static const struct {
        const char *name;
        enum block_tag tag;
    } tags[] = {{"p", TAG_PARAGRAPH},
                {"div", TAG_PARAGRAPH},
                {"ul", TAG_BULLETS},
                {"ol", TAG_NUMBERS},
                {"li", TAG_ITEM}};
    if (n->kind == DOC_RAW_INLINE && str_is(n->u.code.info, "html")) {
        struct str name = md_html_tag(n, closes, attrs);
        for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
            if (str_ieq(name, str_of(tags[i].name))) {
                return tags[i].tag;
            }
        }
    }
    return TAG_NONE;
}

static struct doc_node *put(struct block_reader *rd, struct doc_node *parent, enum doc_kind kind,
                            struct span at) {
    struct doc_node *n = doc_node_new(rd->m->doc, kind, at);
    doc_append(parent, n);
    return n;
}

/** A new item of the innermost list. */
static struct doc_node *new_item(struct block_reader *rd, struct span at) {
    struct doc_node *list = rd->lists[rd->nlists - 1];
    int number = list->last ? list->last->u.item.number + 1 : list->u.list.start;
    struct doc_node *item = put(rd, list, DOC_ITEM, at);
    item->u.item.number = number;
    return item;
}

/** What blocks go into now. */
static struct doc_node *container(struct block_reader *rd, struct span at) {
    if (rd->nlists == 0) {
        return rd->cell;
    }
    struct doc_node *last = rd->lists[rd->nlists - 1]->last;
    return last ? last : new_item(rd, at);
}

/** Without white space at its end; gone when nothing is left. */
static void trim_end(struct doc_node *para) {
    while (para->last) {
        struct doc_node *n = para->last;
        bool text = n->kind == DOC_TEXT;
        if (text) {
            n->u.text.text = str_trim_end(n->u.text.text);
        }
        if (n->kind != DOC_SOFT_BREAK && !(text && n->u.text.text.n == 0)) {
            return;
        }
        doc_unlink(n);
    }
    doc_unlink(para);
}

static void end_para(struct block_reader *rd) {
    if (rd->para) {
        trim_end(rd->para);
    }
    rd->para = NULL;
    rd->marked = false;
}

static void begin_list(struct block_reader *rd, const struct doc_node *tag, struct str attrs,
                       bool numbers) {
    if (rd->nlists == MAX_LISTS) {
        return;
    }
    int64_t start = 1;
    struct doc_node *list = put(rd, container(rd, tag->span), DOC_LIST, tag->span);
    list->u.list.tight = true;
    if (numbers) {
        (void)str_to_i64(md_html_attr(attrs, "start"), &start);
        list->u.list.style = DOC_DECIMAL;
        list->u.list.start = start >= 0 && start < 1000000 ? (int)start : 1;
    }
    rd->lists[rd->nlists++] = list;
}

static void end_list(struct block_reader *rd, bool numbers) {
    for (size_t i = rd->nlists; i > 0; i--) {
        if ((rd->lists[i - 1]->u.list.style == DOC_DECIMAL) == numbers) {
            rd->nlists = i - 1;
            return;
        }
    }
}

static void take_block_tag(struct block_reader *rd, const struct doc_node *n, enum block_tag tag,
                           bool closes, struct str attrs) {
    end_para(rd);
    switch (tag) {
    case TAG_NONE:
        break;
    case TAG_PARAGRAPH:
        rd->marked = !closes;
        break;
    case TAG_BULLETS:
    case TAG_NUMBERS:
        if (closes) {
            end_list(rd, tag == TAG_NUMBERS);
        } else {
            begin_list(rd, n, attrs, tag == TAG_NUMBERS);
        }
        break;
    case TAG_ITEM:
        if (!closes && rd->nlists > 0) {
            (void)new_item(rd, n->span);
        }
        break;
    }
}

static void take_inline(struct block_reader *rd, struct doc_node *n) {
    bool blank =
        n->kind == DOC_SOFT_BREAK || (n->kind == DOC_TEXT && str_trim(n->u.text.text).n == 0);
    if (!rd->para && blank) {
        return;
    }
    if (!rd->para) {
        bool para = rd->marked && rd->nlists == 0 && n->kind != DOC_IMAGE;
        rd->para = put(rd, container(rd, n->span), para ? DOC_PARA : DOC_PLAIN, n->span);
        if (n->kind == DOC_TEXT) {
            while (n->u.text.text.n && is_space(n->u.text.text.p[0])) {
                n->u.text.text = str_from(n->u.text.text, 1);
            }
        }
    }
    doc_append(rd->para, n);
}

void md_html_blocks(struct md *m, struct doc_node *cell) {
    struct block_reader rd = {.m = m, .cell = cell};
    struct str attrs;
    bool closes, any = false;
    for (struct doc_node *n = cell->first; n && !any; n = n->next) {
        any = tag_of(n, &closes, &attrs) != TAG_NONE;
    }
    if (!any || cell->kind != DOC_CELL) {
        return;
    }
    struct doc_node *all = doc_node_new(m->doc, DOC_SPAN, cell->span);
    doc_adopt(all, cell);
    while (all->first) {
        struct doc_node *n = all->first;
        doc_unlink(n);
        enum block_tag tag = tag_of(n, &closes, &attrs);
        if (tag != TAG_NONE) {
            take_block_tag(&rd, n, tag, closes, attrs);
        } else {
            take_inline(&rd, n);
        }
    }
    end_para(&rd);
    if (cell->first && cell->first == cell->last && cell->first->kind == DOC_PARA) {
        cell->first->kind = DOC_PLAIN; /* one paragraph is as good as none */
    }
}
