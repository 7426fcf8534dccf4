/* SPDX-License-Identifier: MIT */
/* GitHub's alerts ("Basic writing and formatting syntax", Alerts). A quotation whose first line is
 * `[!NOTE]` becomes a callout; frame.c adds its title. Obsidian's callouts have more kinds, and the
 * line may have a sign for folding and a title: `[!tip]- Title`. */
#include "core/base/word_list.h"
#include "read/markdown/tree/passes.h"

/** The first line of a callout. */
struct mark {
    struct str kind, word;
    char fold;               /* the sign for folding, '-' or '+'; NUL without a sign */
    struct str title;        /* the text after the mark, up to the next node */
    struct doc_node *behind; /* the first node after the line, or NULL */
};

/* Returns GitHub's kind of alert for a kind of callout, or an empty text for another word. */
static struct str kind_of(struct md *m, struct str word) {
    return str_iamong(word, "note tip warning important caution") ? arena_lower(m->a, word)
           : str_iamong(word,
                        "abstract summary tldr info todo question help faq example quote cite")
               ? STR("note")
           : str_iamong(word, "hint success check done")               ? STR("tip")
           : str_iamong(word, "attention")                             ? STR("warning")
           : str_iamong(word, "failure fail missing danger error bug") ? STR("caution")
                                                                       : STR_EMPTY;
}

static bool is_github(const struct mark *mark) {
    return mark->kind.n && str_ieq(mark->kind, mark->word);
}

/* Reads the first line of a paragraph. Returns false if it is not the mark of a callout. With
 * `strict`, only GitHub's marks are allowed. */
static bool read_mark(struct md *m, const struct doc_node *para, bool strict, struct mark *out) {
    const struct doc_node *text = para->first;
    struct str s = text && text->kind == DOC_TEXT ? text->u.text.text : STR_EMPTY;
    size_t close = str_starts(s, STR("[!")) ? str_index(s, ']') : STR_NONE;
    if (close == STR_NONE) {
        return false;
    }
    struct str rest = str_from(s, close + 1);
    *out = (struct mark){.word = str_slice(s, 2, close)};
    bool folds = rest.n && (rest.p[0] == '-' || rest.p[0] == '+');
    out->fold = folds ? rest.p[0] : '\0';
    rest = str_from(rest, folds);
    out->title = text->next && text->next->kind != DOC_SOFT_BREAK ? rest : str_trim_end(rest);
    out->title = str_from(out->title, str_past(out->title, 0, is_space));
    out->kind = kind_of(m, out->word);
    bool line = true; /* the line contains only the mark */
    for (struct doc_node *n = text->next; n; n = n->next) {
        if (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK) {
            out->behind = n->next;
            break;
        }
        line = false;
    }
    if (strict) {
        return is_github(out) && line && !folds && !out->title.n && (out->behind || para->next);
    }
    bool any = out->behind || para->next || out->title.n || !line;
    return out->kind.n && any && (!rest.n || is_space(rest.p[0]));
}

/* Puts the title from the first line into a heading, which frame.c turns into the title of the
 * callout. If there is no title, a kind that GitHub does not have gets its name as the title. */
static void put_title(struct md *m, struct doc_node *div, struct doc_node *para,
                      const struct mark *mark) {
    struct doc_node *head = doc_node_new(m->doc, DOC_HEADING, para->span);
    struct str title = mark->title;
    if (!title.n && !is_github(mark) && (!para->first->next || mark->behind)) {
        struct str rest = arena_str(m->a, mark->word);
        ((char *)rest.p)[0] = to_upper(rest.p[0]);
        title = rest;
    }
    head->u.heading.level = 6;
    doc_add_text(m->doc, head, title, para->first->span);
    doc_unlink(para->first);
    while (para->first && para->first != mark->behind) {
        struct doc_node *n = para->first;
        doc_unlink(n);
        if (n->kind != DOC_SOFT_BREAK && n->kind != DOC_LINE_BREAK) {
            doc_append(head, n);
        }
    }
    if (head->first->next || title.n) {
        doc_append(div, head);
    }
}

/* Turns a quotation into a callout and returns the callout. A quotation that is not a callout is
 * returned unchanged. */
static struct doc_node *make_callout(struct md *m, struct doc_node *quote) {
    struct doc_node *para = quote->first;
    struct mark mark;
    bool text = para && (para->kind == DOC_PARA || para->kind == DOC_PLAIN);
    if (!text || !read_mark(m, para, m->as_written || !m->format.pandoc, &mark)) {
        return quote;
    }
    struct doc_node *div = doc_node_new(m->doc, DOC_DIV, quote->span);
    div->attr = quote->attr;
    doc_add_class(m->doc, div, STR("callout"));
    doc_add_class(m->doc, div, arena_join(m->a, 2, STR("callout-"), mark.kind));
    if (mark.fold) {
        doc_set_pair(m->doc, div, STR("collapse"), mark.fold == '-' ? STR("true") : STR("false"));
    }
    put_title(m, div, para, &mark);
    doc_unlink_empty(para);
    doc_insert_before(quote, div);
    doc_adopt(div, quote);
    doc_unlink(quote);
    return div;
}

void md_alerts(struct md *m) {
    struct doc_walk w = doc_walk_start(m->doc->root);
    bool any = md_on(m, MD_ALERTS) && doc_has_kind(m->doc, DOC_QUOTE);
    while (any && doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_QUOTE) {
            w.node = make_callout(m, w.node);
        }
    }
}
