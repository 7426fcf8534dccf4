/* SPDX-License-Identifier: MIT */
/* Writes the titles of callouts (Quarto), theorems and the like (amsthm, bookdown, Quarto) and
 * listings into the text, so that every output shows them. Marks the titles of tabs. */
#include "read/markdown/tree/passes.h"

/* ---- titles ---- */

bool md_put_key(struct md *m, const struct doc_node *div, const char *key, struct doc_node *to) {
    const struct doc_pair *p = doc_find_pair(div, key);
    if (!p || !str_trim(p->value).n) {
        return false;
    }
    struct md_text t = md_text_fixed(p->value, p->span);
    md_inlines(m, &t, to);
    return true;
}

/** Removes an attribute and returns its value. */
static struct str take_key(struct doc_node *div, const char *key) {
    for (size_t i = 0; div->attr && i < div->attr->npairs; i++) {
        if (str_is(div->attr->pairs[i].key, key)) {
            struct str value = div->attr->pairs[i].value;
            for (size_t k = i + 1; k < div->attr->npairs; k++) {
                div->attr->pairs[k - 1] = div->attr->pairs[k];
            }
            div->attr->npairs--;
            return value;
        }
    }
    return STR_EMPTY;
}

/** Moves the title of a division to `to`. The title is the text of the attribute `key`, or a
 * heading at the beginning of the division. Returns false if there is no title. */
static bool take_title(struct md *m, struct doc_node *div, const char *key, struct doc_node *to) {
    bool any = md_put_key(m, div, key, to);
    (void)take_key(div, key);
    struct doc_node *head = div->first;
    if (any || !head || head->kind != DOC_HEADING) {
        return any;
    }
    doc_adopt(to, head);
    if (!doc_id(div).n && doc_id(head).n) {
        doc_set_id(m->doc, div, doc_id(head));
    }
    doc_unlink(head);
    if (head->attr) {
        head->attr->id = STR_EMPTY;
    }
    return to->first != NULL;
}

static struct doc_node *text_in(struct md *m, struct doc_node *to, struct str text) {
    return doc_add_text(m->doc, to, text, SPAN_NONE);
}

static void put_first(struct doc_node *parent, struct doc_node *child) {
    doc_insert(parent, parent->first, child);
}

/** Returns the word for a kind in the language at `at`. If the language has no such word, returns
 * the English one and sets `lang` of the node `n`. */
static struct str word_at(struct md *m, struct doc_node *n, const struct doc_node *at,
                          enum doc_word word) {
    bool foreign = false;
    struct str text = doc_label_word(m->doc, doc_lang_at(m->doc, at), word, &foreign);
    if (foreign) {
        doc_set_pair(m->doc, n, STR("lang"), STR("en"));
    }
    return text;
}

/* ---- callouts ---- */

static bool is_true(struct str s) {
    return str_ieq(s, STR("true")) || str_ieq(s, STR("yes"));
}

/** Adds a first block with the author's title, or with the word for the kind of callout. A callout
 * that can be folded becomes a DOC_DETAILS. */
static void make_callout(struct md *m, struct doc_node *div, const struct doc_callout *of) {
    struct str collapse = take_key(div, "collapse");
    bool folds = is_true(collapse), open = str_ieq(collapse, STR("false"));
    struct str look = take_key(div, "appearance");
    (void)take_key(div, "icon");
    struct doc_node *title =
        doc_node_new(m->doc, folds || open ? DOC_SUMMARY : DOC_PARA, div->span);
    struct doc_node *strong = doc_node_new(m->doc, DOC_STRONG, SPAN_NONE);
    bool numbered = doc_callout_labelled(doc_id(div)) != NULL;
    if (numbered) {
        struct doc_node *number = doc_node_new(m->doc, DOC_SPAN, SPAN_NONE);
        doc_add_class(m->doc, number, STR("callout-number"));
        struct str word = word_at(m, number, div, of->word);
        struct md_numbered one = {.node = div, .kind = of->word, .word = word};
        one.text = text_in(m, number, STR_EMPTY);
        doc_append(strong, number);
        vec_push(&m->labels.numbered, one);
    }
    struct doc_node *rest = doc_node_new(m->doc, DOC_SPAN, SPAN_NONE);
    bool titled = take_title(m, div, "title", rest);
    if (titled && numbered) {
        text_in(m, strong, STR(": "));
    }
    if (titled) {
        doc_adopt(strong, rest);
    } else if (!numbered) {
        text_in(m, strong, word_at(m, title, div, of->word));
    }
    doc_append(title, strong);
    doc_add_class(m->doc, title, STR("callout-title"));
    put_first(div, title);
    doc_add_class(m->doc, div, STR("callout"));
    if (look.n && !str_is(look, "default")) {
        doc_add_class(m->doc, div, arena_join(m->a, 2, STR("callout-"), look));
    }
    if (folds || open) {
        div->kind = DOC_DETAILS;
    }
    if (open) {
        doc_set_pair(m->doc, div, STR("open"), STR("open"));
    }
}

/* ---- theorems ---- */

static bool is_numbered(const struct doc_node *div, const struct doc_theorem *of) {
    bool labelled = doc_theorem_labelled(doc_id(div)) == of;
    return (of->by_class || labelled || doc_pair(div, "counter").n) &&
           !doc_has_class(div, "unnumbered");
}

/** Writes "Theorem 1 (Name)." at the beginning of the first paragraph. md_number_frames() adds the
 * number. */
static void make_theorem(struct md *m, struct doc_node *div, const struct doc_theorem *of) {
    struct doc *d = m->doc;
    bool remark = of->style == DOC_THEOREM_REMARK;
    struct doc_node *head = doc_node_new(d, DOC_SPAN, div->span);
    struct doc_node *upright = doc_node_new(d, remark ? DOC_EMPH : DOC_UPRIGHT, SPAN_NONE);
    struct doc_node *strong = remark ? upright : doc_node_new(d, DOC_STRONG, SPAN_NONE);
    struct doc_node *name = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, head, STR("theorem-title"));
    doc_add_class(d, div, str_of(of->cls));
    struct str own = doc_pair(div, "title"); /* the word from \newtheorem, or empty */
    struct str word = own.n ? own : word_at(m, head, div, of->word);
    bool numbered = is_numbered(div, of);
    struct doc_node *text = NULL;
    if (!own.n || numbered || !take_title(m, div, "title", strong)) {
        text = text_in(m, strong, word);
    }
    (void)take_key(div, "title");
    struct str counter = take_key(div, "counter"), within = take_key(div, "within");
    struct str environment = take_key(div, "environment");
    if (!remark) {
        doc_append(upright, strong);
    }
    if (take_title(m, div, "name", name)) {
        text_in(m, upright, STR(" ("));
        doc_adopt(upright, name);
        text_in(m, upright, STR(")"));
    }
    text_in(m, upright, STR("."));
    doc_append(head, upright);
    struct doc_node *first = div->first;
    if (!first || first->kind != DOC_PARA) {
        first = doc_node_new(d, DOC_PARA, div->span);
        put_first(div, first);
    }
    if (first->first) {
        text_in(m, head, STR(" "));
    }
    put_first(first, head);
    if (numbered) {
        struct md_numbered one = {.node = div,
                                  .text = text,
                                  .kind = of->word,
                                  .word = word,
                                  .own = own,
                                  .counter = counter,
                                  .within = within,
                                  .environment = environment};
        vec_push(&m->labels.numbered, one);
    }
}

/** Puts the end mark at the end of the last paragraph of a proof. */
static void end_proof(struct md *m, struct doc_node *div) {
    struct doc_node *last = div->last;
    if (!last || last->kind != DOC_PARA) {
        last = doc_add(m->doc, div, DOC_PARA, div->span);
    }
    struct doc_node *qed = doc_add(m->doc, last, DOC_SPAN, SPAN_NONE);
    doc_add_class(m->doc, qed, STR("qed"));
    text_in(m, qed, STR("\u00A0\u25A1"));
}

/* ---- tabs ---- */

/** Turns the headings at the level of the first heading into tabs. Tabs are only for pages, so the
 * headings are not sections of the document. */
static void make_tabs(struct md *m, struct doc_node *div) {
    int level = 0;
    for (struct doc_node *n = div->first; n; n = n->next) {
        if (n->kind == DOC_HEADING) {
            level = level ? level : n->u.heading.level;
            n->u.heading.unnumbered = true;
            if (n->u.heading.level == level) {
                doc_add_class(m->doc, n, STR("tab"));
                doc_add_class(m->doc, n, STR("unlisted"));
            }
        }
    }
}

/* ---- listings ---- */

/** Makes a listing from code that has `lst-cap` (Quarto), or `caption` and the identifier of a
 * listing (pandoc-crossref): a figure of class listing, with the caption above the code. Returns
 * the figure, or `code` if it is not a listing. */
static struct doc_node *make_listing(struct md *m, struct doc_node *code) {
    const char *key = doc_pair(code, "lst-cap").n ? "lst-cap" : "caption";
    struct str id = doc_id(code);
    bool named = str_starts(id, STR("lst-")) || str_starts(id, STR("lst:"));
    if (!doc_pair(code, key).n || (str_is(str_of(key), "caption") && !named)) {
        return code;
    }
    struct doc_node *figure = doc_node_new(m->doc, DOC_FIGURE, code->span);
    struct doc_node *caption = doc_node_new(m->doc, DOC_CAPTION, code->span);
    (void)md_put_key(m, code, key, caption);
    (void)take_key(code, key);
    doc_add_class(m->doc, figure, STR("listing"));
    doc_replace(code, figure);
    doc_append(figure, caption);
    doc_append(figure, code);
    if (id.n) {
        doc_set_id(m->doc, figure, id);
        code->attr->id = STR_EMPTY;
    }
    return figure;
}

/* ---- the pass ---- */

static void frames_below(struct md *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (root && doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_CODE_BLOCK && w.node->attr) {
            struct doc_node *figure = make_listing(m, w.node);
            if (figure != w.node) {
                w.node = figure;
                doc_walk_skip(&w);
            }
        }
        if (!w.enter || w.node->kind != DOC_DIV || !w.node->attr) {
            continue;
        }
        const struct doc_callout *callout = doc_callout_of(w.node);
        const struct doc_theorem *theorem = callout ? NULL : doc_theorem_of(w.node);
        if (callout) {
            make_callout(m, w.node, callout);
        } else if (theorem) {
            make_theorem(m, w.node, theorem);
            if (theorem->word == DOC_WORD_PROOF) {
                end_proof(m, w.node);
            }
        } else if (doc_has_class(w.node, "panel-tabset")) {
            make_tabs(m, w.node);
        }
    }
}

void md_frames(struct md *m) {
    if (doc_has_kind(m->doc, DOC_DIV) || doc_has_kind(m->doc, DOC_CODE_BLOCK)) {
        frames_below(m, m->doc->meta.abstract);
        frames_below(m, m->doc->root);
    }
}

/** Whether theorems are numbered by chapter, as in bookdown if sections have numbers. */
static bool by_chapters(const struct md *m) {
    return m->bookdown && node_bool(node_get(m->doc->front, "numbersections"), 0) == 1;
}

/** The counter for a kind of theorem or callout. */
struct md_kind_count {
    struct doc_count count;
    size_t chapter;
    struct str division; /* number of the section within which the counter counts, or empty */
};

static struct md_kind_count *count_of(struct md *m, struct map *counts,
                                      const struct md_numbered *n) {
    struct str key = n->counter.n ? n->counter
                     : n->own.n   ? n->own
                                  : arena_printf(m->a, "\n%d", (int)n->kind);
    struct md_kind_count *count = map_lookup(counts, key);
    if (!count) {
        count = ARENA_NEW(m->a, struct md_kind_count);
        map_put(counts, key, count);
    }
    return count;
}

/** Registers the labels of a theorem or callout: its identifier, and bookdown's "thm:name" for
 * {.theorem #name}. */
static void label_frame(struct md *m, const struct md_numbered *n, struct str number) {
    struct str id = doc_id(n->node);
    if (!id.n) {
        return;
    }
    struct md_target *t = md_label_add(m, n->node, id, n->kind, number);
    t->word = n->own;
    t->environment = n->environment;
    const struct doc_theorem *of = doc_theorem_of(n->node);
    if (of && doc_theorem_labelled(id) != of) {
        struct str label = arena_join(m->a, 3, str_of(of->prefix), STR(":"), id);
        if (!map_lookup(&m->labels.targets, label)) {
            md_label_add(m, n->node, label, n->kind, number)->word = n->own;
        }
    }
}

/** The state of the counters. */
struct counting {
    struct map counts; /* maps the name of a counter to a struct md_kind_count */
    size_t next;       /* index in `numbered` of the next theorem or callout */
    struct doc_chapters chapters;
    /* the numbers of the current chapter, section, and so on */
    struct str divisions[DOC_SECTION + 3];
};

/** Stores the number of a heading, and clears the numbers of lower levels. */
static void pass_heading(const struct md *m, struct counting *c, const struct doc_node *n) {
    int division = n->kind == DOC_HEADING && n->u.heading.number.n ? doc_division(m->doc, n) : -1;
    if (division < DOC_CHAPTER) {
        return;
    }
    for (size_t i = (size_t)division; i < ARRAY_LEN(c->divisions); i++) {
        c->divisions[i] = i == (size_t)division ? n->u.heading.number : STR_EMPTY;
    }
}

/** Returns the number of the current section at the level `within`. As in LaTeX, it is "2.0" before
 * the first subsection of section 2. Empty if no section has a number. */
static struct str number_within(struct md *m, const struct counting *c, struct str within) {
    static const char *const names[] = {"chapter", "section", "subsection", "subsubsection"};
    struct str number = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct str own = c->divisions[DOC_CHAPTER + i];
        if (own.n) {
            number = own;
        } else if (number.n) {
            number = arena_join(m->a, 2, number, STR(".0"));
        }
        if (str_is(within, names[i])) {
            return number;
        }
    }
    return STR_EMPTY;
}

static void number_frame(struct md *m, struct counting *c) {
    const struct md_numbered *one = &m->labels.numbered.p[c->next++];
    struct md_kind_count *count = count_of(m, &c->counts, one);
    struct str division = number_within(m, c, one->within);
    if (one->counter.n ? !str_eq(count->division, division) : count->chapter != c->chapters.count) {
        *count = (struct md_kind_count){.chapter = c->chapters.count, .division = division};
    }
    int number = doc_count_next(&count->count, doc_outputs_around(m->doc, one->node));
    struct str shown =
        !one->counter.n
            ? doc_chapters_number(&c->chapters, m->a, number, DOC_DECIMAL)
            : arena_printf(m->a, "%.*s%s%d", STR_ARG(division), division.n ? "." : "", number);
    one->text->u.text.text =
        arena_join(m->a, 3, one->word, one->word.n ? STR("\u00A0") : STR_EMPTY, shown);
    label_frame(m, one, shown);
}

void md_number_frames(struct md *m) {
    if (!m->labels.numbered.n) {
        return;
    }
    struct counting c = {.counts = MAP_INIT,
                         .chapters = doc_chapters_start(m->doc, by_chapters(m))};
    struct doc_node *parts[] = {m->doc->meta.abstract, m->doc->root};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (parts[i] && c.next < m->labels.numbered.n && doc_walk_next(&w)) {
            const struct doc_node *n = w.node;
            if (w.enter && n == m->labels.numbered.p[c.next].node) {
                number_frame(m, &c);
            } else if (w.enter) {
                (void)doc_chapters_pass(&c.chapters, n);
                pass_heading(m, &c, n);
            }
        }
    }
    map_drop(&c.counts);
}
