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

static struct doc_node *put(struct block_reader *r, struct doc_node *parent, enum doc_kind kind,
                            struct span at) {
    struct doc_node *n = doc_node_new(r->m->doc, kind, at);
    doc_append(parent, n);
    return n;
}

/** A new item of the innermost list. */
static struct doc_node *new_item(struct block_reader *r, struct span at) {
    struct doc_node *list = r->lists[r->nlists - 1];
    int number = list->last ? list->last->u.item.number + 1 : list->u.list.start;
    struct doc_node *item = put(r, list, DOC_ITEM, at);
    item->u.item.number = number;
    return item;
}

/** What blocks go into now. */
static struct doc_node *container(struct block_reader *r, struct span at) {
    if (r->nlists == 0) {
        return r->cell;
    }
    struct doc_node *last = r->lists[r->nlists - 1]->last;
    return last ? last : new_item(r, at);
}

/** Without white space at its end; gone when nothing is left. */
static void trim_end(struct doc_node *para) {
    while (para->last) {
        struct doc_node *n = para->last;
        bool text = n->kind == DOC_TEXT;
        while (text && n->u.text.text.n && is_space(n->u.text.text.p[n->u.text.text.n - 1])) {
            n->u.text.text.n--;
        }
        if (n->kind != DOC_SOFT_BREAK && !(text && n->u.text.text.n == 0)) {
            return;
        }
        doc_unlink(n);
    }
    doc_unlink(para);
}

static void end_para(struct block_reader *r) {
    if (r->para) {
        trim_end(r->para);
    }
    r->para = NULL;
    r->marked = false;
}

static void begin_list(struct block_reader *r, const struct doc_node *tag, struct str attrs,
                       bool numbers) {
    if (r->nlists == MAX_LISTS) {
        return;
    }
    int64_t start = 1;
    struct doc_node *list = put(r, container(r, tag->span), DOC_LIST, tag->span);
    list->u.list.tight = true;
    if (numbers) {
        (void)str_to_i64(md_html_attr(attrs, "start"), &start);
        list->u.list.style = DOC_DECIMAL;
        list->u.list.start = start >= 0 && start < 1000000 ? (int)start : 1;
    }
    r->lists[r->nlists++] = list;
}

static void end_list(struct block_reader *r, bool numbers) {
    for (size_t i = r->nlists; i > 0; i--) {
        if ((r->lists[i - 1]->u.list.style == DOC_DECIMAL) == numbers) {
            r->nlists = i - 1;
            return;
        }
    }
}

static void take_block_tag(struct block_reader *r, const struct doc_node *n, enum block_tag tag,
                           bool closes, struct str attrs) {
    end_para(r);
    switch (tag) {
    case TAG_NONE:
        break;
    case TAG_PARAGRAPH:
        r->marked = !closes;
        break;
    case TAG_BULLETS:
    case TAG_NUMBERS:
        if (closes) {
            end_list(r, tag == TAG_NUMBERS);
        } else {
            begin_list(r, n, attrs, tag == TAG_NUMBERS);
        }
        break;
    case TAG_ITEM:
        if (!closes && r->nlists > 0) {
            (void)new_item(r, n->span);
        }
        break;
    }
}

static void take_inline(struct block_reader *r, struct doc_node *n) {
    bool blank =
        n->kind == DOC_SOFT_BREAK || (n->kind == DOC_TEXT && str_trim(n->u.text.text).n == 0);
    if (!r->para && blank) {
        return;
    }
    if (!r->para) {
        bool para = r->marked && r->nlists == 0 && n->kind != DOC_IMAGE;
        r->para = put(r, container(r, n->span), para ? DOC_PARA : DOC_PLAIN, n->span);
        if (n->kind == DOC_TEXT) {
            while (n->u.text.text.n && is_space(n->u.text.text.p[0])) {
                n->u.text.text = str_from(n->u.text.text, 1);
            }
        }
    }
    doc_append(r->para, n);
}

void md_html_blocks(struct md *m, struct doc_node *cell) {
    struct block_reader r = {.m = m, .cell = cell};
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
            take_block_tag(&r, n, tag, closes, attrs);
        } else {
            take_inline(&r, n);
        }
    }
    end_para(&r);
    if (cell->first && cell->first == cell->last && cell->first->kind == DOC_PARA) {
        cell->first->kind = DOC_PLAIN; /* one paragraph is as good as none */
    }
}
