/* SPDX-License-Identifier: MIT */
/*
 * The document class as far as it affects headings: which of them are parts and chapters, and
 * whether numbers restart in each chapter. Covers LaTeX's report and book, the classes of
 * KOMA-Script and memoir, and pandoc's rules about which classes have chapters and front matter
 * (its LaTeX writer and `--top-level-division`). The outputs decide the look.
 */
#include "model/doc/doc.h"

#include "core/base/buf.h"

#include <limits.h>

enum class_trait {
    OPEN_RIGHT = 1, /* chapters begin on right-hand pages, and paper is printed on both sides */
    BARE = 2        /* the number of a chapter has no word before it, as in sections */
};

struct class_row {
    const char *name;
    enum doc_class_kind kind;
    unsigned traits; /* enum class_trait */
};

static const struct class_row CLASSES[] = {
#define CLASS(name, kind, traits) {name, DOC_CLASS_##kind, traits},
#include "model/doc/classes.def"
#undef CLASS
};

/** Returns the class with this name, or NULL if it is unknown. Classes of universities often have
 * names that end in the kind of document: `ucthesis`, `mitthesis`, `phdthesis`, `uclDissertation`.
 * These have chapters. */
static const struct class_row *class_named(struct str name) {
    static const struct class_row THESIS = {"report", DOC_CLASS_REPORT, 0};
    for (size_t i = 0; i < ARRAY_LEN(CLASSES); i++) {
        if (str_ieq(name, str_of(CLASSES[i].name))) {
            return &CLASSES[i];
        }
    }
    return str_icontains(name, STR("thesis")) || str_icontains(name, STR("dissertation")) ? &THESIS
                                                                                          : NULL;
}

bool doc_class_known(struct str name) {
    return class_named(name) != NULL;
}

/** Returns the division of the highest headings from `top-level-division`. Returns `or_else` if
 * that key is not set. */
static int top_division(const struct doc *d, int or_else) {
    struct str top = str_trim(node_text(node_get(d->front, "top-level-division")));
    return str_is(top, "part")      ? DOC_PART
           : str_is(top, "chapter") ? DOC_CHAPTER
           : str_is(top, "section") ? DOC_SECTION
                                    : or_else;
}

/** Returns the level of the highest headings that are not marked as parts. If requested, only
 * headings with numbers are examined. */
static int highest_level(struct doc_node *root, bool numbered) {
    int least = INT_MAX;
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_HEADING && !doc_has_class(n, "part") &&
            (!numbered || n->u.heading.number.n) && n->u.heading.level < least) {
            least = n->u.heading.level;
        }
    }
    return least < INT_MAX ? least : 1;
}

void doc_find_class(struct doc *d) {
    const struct class_row *row =
        class_named(str_trim(node_text(node_get(d->front, "documentclass"))));
    int top = top_division(d, row && row->kind != DOC_CLASS_ARTICLE ? DOC_CHAPTER : DOC_SECTION);
    bool article = !row || row->kind == DOC_CLASS_ARTICLE;
    d->cls = (struct doc_class){.kind = article ? DOC_CLASS_ARTICLE : row->kind,
                                .open_right = row && row->traits & OPEN_RIGHT,
                                .bare = row && row->traits & BARE,
                                .top = DOC_SECTION,
                                .base = 1};
    /* LaTeX's class article has no chapters, so the document becomes a report */
    if (article && top < DOC_SECTION) {
        d->cls.kind = DOC_CLASS_REPORT;
    }
    if (d->cls.kind != DOC_CLASS_ARTICLE) {
        d->cls.top = top;
        d->cls.base = highest_level(d->root, false);
    }
}

int doc_division(const struct doc *d, const struct doc_node *heading) {
    if (d->cls.kind == DOC_CLASS_ARTICLE) {
        return heading->u.heading.level;
    }
    return doc_has_class(heading, "part") ? DOC_PART
                                          : heading->u.heading.level - d->cls.base + d->cls.top;
}

bool doc_has_chapters(const struct doc *d) {
    return d->cls.kind != DOC_CLASS_ARTICLE && d->cls.top <= DOC_CHAPTER;
}

/* ---- matter ---- */

enum doc_matter doc_matter_of(const struct doc_node *n) {
    static const struct {
        const char *command;
        enum doc_matter matter;
    } COMMANDS[] = {{"\\frontmatter", DOC_MATTER_FRONT},
                    {"\\mainmatter", DOC_MATTER_MAIN},
                    {"\\backmatter", DOC_MATTER_BACK}};
    if (n->kind != DOC_RAW_BLOCK && n->kind != DOC_RAW_INLINE) {
        return DOC_MATTER_NONE;
    }
    enum doc_matter found = DOC_MATTER_NONE;
    size_t last = 0;
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++) {
        size_t at = str_find(n->u.code.text, str_of(COMMANDS[i].command));
        if (at != STR_NONE && at >= last) {
            found = COMMANDS[i].matter;
            last = at;
        }
    }
    return found;
}

/* ---- chapters' numbers ---- */

struct doc_chapters doc_chapters_start(const struct doc *d, bool asked) {
    struct doc_chapters c = {.doc = d, .division = INT_MIN};
    asked = asked || node_bool(node_at(d->front, STR("crossref.chapters")), 0) == 1;
    if (doc_has_chapters(d)) {
        c.division = DOC_CHAPTER;
    } else if (asked && d->cls.kind == DOC_CLASS_ARTICLE) {
        c.division = highest_level(d->root, true);
    } else if (asked) {
        c.division = d->cls.top;
    }
    return c;
}

bool doc_chapters_pass(struct doc_chapters *c, const struct doc_node *n) {
    if (n->kind != DOC_HEADING || !n->u.heading.number.n ||
        doc_division(c->doc, n) != c->division) {
        return false;
    }
    c->number = n->u.heading.number;
    c->count++;
    return true;
}

struct str doc_chapters_number(const struct doc_chapters *c, struct arena *a, int number,
                               enum doc_list_style style) {
    struct buf b = BUF_INIT;
    buf_str(&b, c->number);
    buf_puts(&b, c->number.n ? "." : "");
    doc_list_number(&b, style, number);
    return buf_finish(&b, a);
}
