/* SPDX-License-Identifier: MIT */
/* Writes the text of references by number to equations, captions and sections, when all numbers are
 * known. Decides which nodes have a label, what a reference shows (README of pandoc-crossref;
 * LaTeX's hyperref for \autoref), and what is reported for an undefined reference. */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math.h"
#include "read/markdown/tree/passes.h"

#include <string.h>

DIAG_USE(DIAG_CROSS_REFERENCE);
DIAG_USE(DIAG_UNSUPPORTED);

/* separates the number of a heading from its text, see model/doc/section.c */
#define NUMBER_GAP "\u2003"
#define LETTERS 26
/* maximum number of bytes of a heading that is shown instead of a number */
#define LONGEST_TITLE 500
/* maximum number of nodes that references copy from headings in a document */
#define MAX_COPIES 20000

/* ---- labels */

static struct str short_title(struct md *m, const struct doc_node *heading) {
    struct str title = doc_plain(m->a, heading);
    if (heading->u.heading.number.n) {
        title = str_from(title, heading->u.heading.number.n + strlen(NUMBER_GAP));
    }
    if (title.n <= LONGEST_TITLE) {
        return title;
    }
    return arena_join(m->a, 2, utf8_cut(title, LONGEST_TITLE), STR("\u2026"));
}

/** Registers the labels of a figure or table and of its images. The images have the number of the
 * figure or table, with a letter. */
static void label_caption(struct md *m, const struct doc_node *caption) {
    struct doc_node *of = caption->parent;
    enum doc_word kind = doc_caption_kind(caption);
    struct str number = caption->u.caption.shown;
    int letter = 0;
    if (doc_id(of).n) {
        md_label_add(m, of, doc_id(of), kind, number);
    }
    for (struct doc_node *row = of->first; row && kind == DOC_WORD_FIGURE; row = row->next) {
        for (struct doc_node *k = row->first; k && row->kind != DOC_CAPTION; k = k->next) {
            letter += k->kind == DOC_IMAGE;
            if (k->kind == DOC_IMAGE && doc_id(k).n && letter <= LETTERS) {
                md_label_add(m, k, doc_id(k), kind,
                             arena_printf(m->a, "%.*s%c", STR_ARG(number), 'a' + letter - 1));
            }
        }
    }
}

static void label_node(struct md *m, struct doc_node *n) {
    if (n->kind == DOC_HEADING && doc_id(n).n) {
        bool letter = n->u.heading.appendix && str_index(n->u.heading.number, '.') == STR_NONE;
        /* in Quarto, a heading of the first level with a label `sec-` may be a chapter */
        bool chapter = n->u.heading.number.n && str_starts(doc_id(n), STR("sec-")) &&
                       str_index(n->u.heading.number, '.') == STR_NONE &&
                       node_bool(node_at(m->doc->front, STR("crossref.chapters")), 0) == 1;
        enum doc_word kind = letter                                   ? DOC_WORD_APPENDIX
                             : chapter                                ? DOC_WORD_CHAPTER
                             : doc_division(m->doc, n) >= DOC_SECTION ? DOC_WORD_SECTION
                             : doc_division(m->doc, n) == DOC_PART    ? DOC_WORD_PART
                             : n->u.heading.appendix                  ? DOC_WORD_APPENDIX
                                                                      : DOC_WORD_CHAPTER;
        struct md_target *t = md_label_add(m, n, doc_id(n), kind, n->u.heading.number);
        t->title = t->node == n ? short_title(m, n) : t->title;
        for (const struct doc_node *c = n->first; c && t->node == n && !t->markup; c = c->next) {
            t->markup = c->kind != DOC_TEXT && c->kind != DOC_SOFT_BREAK;
        }
    } else if (n->kind == DOC_CAPTION) {
        label_caption(m, n);
    }
}

static void trim(struct doc_node *text, bool front) {
    md_trim_text(text, front);
    if (!text->u.text.text.n) {
        doc_unlink(text);
    }
}

/* Moves labels in captions and headings to the nodes that they name: `\label`, and in captions also
 * an empty span, `[]{#name}` or `[]{label="name"}` (as in the Journal of Open Source Software).
 * Other labels remain anchors. */
void md_take_marks(struct md *m) {
    for (size_t i = 0; i < m->labels.marks.n; i++) {
        struct doc_node *span = m->labels.marks.p[i].span;
        bool tex = m->labels.marks.p[i].tex;
        struct str label = doc_id(span).n ? doc_id(span) : doc_pair(span, "label");
        struct doc_node *of = span->parent;
        while (of && of->kind != DOC_CAPTION && of->kind != DOC_HEADING && of->kind != DOC_IMAGE) {
            of = of->parent;
        }
        struct doc_node *named = of && of->kind == DOC_CAPTION ? of->parent : of;
        if (!named || !label.n || doc_id(named).n || (named->kind == DOC_HEADING && !tex)) {
            continue;
        }
        if (!span->next && span->prev && span->prev->kind == DOC_TEXT) {
            trim(span->prev, false);
        } else if (!span->prev && span->next && span->next->kind == DOC_TEXT) {
            trim(span->next, true);
        }
        doc_set_id(m->doc, named, label);
        doc_unlink(span);
    }
}

/* ---- undefined references */

static struct str nearest(struct md *m, struct str label) {
    return diag_guess(m->diags, label, m->labels.names.p, m->labels.names.n);
}

static void hint_nearest(struct md *m, struct diag *g, struct str label) {
    if (!diag_hint_near(m->diags, g, nearest(m, label))) {
        diag_hint(m->diags, g,
                  "a heading, a caption or a formula has it by `{#%.*s}` after it, or by "
                  "`\\label{%.*s}` in it",
                  STR_ARG(label), STR_ARG(label));
    }
}

/* Reports a reference `@label` for which there is no number. */
static void report_sign(struct md *m, const struct md_crossref *ref, struct span at) {
    static const struct {
        const char *kind, *what, *bearer;
    } whats[] = {
        {"eq", "numbered equation has", "the formula"},
        {"fig", "figure or table with a caption has", "an image that has a caption"},
        {"tbl", "figure or table with a caption has", "the table's caption"},
        {"lst", "listing with a caption has", "the language of the code, beside `lst-cap`"},
        {"sec", "heading has", "the heading"}};
    for (size_t i = 0; i < ARRAY_LEN(whats); i++) {
        if (str_starts(ref->label, str_of(whats[i].kind))) {
            struct diag *g = diag_add(m->diags, DIAG_CROSS_REFERENCE, at,
                                      "`%.*s` is printed as it stands: no %s this identifier",
                                      STR_ARG(ref->source), whats[i].what);
            struct str near = nearest(m, ref->label);
            if (near.n) {
                diag_hint(m->diags, g, "did you mean `@%.*s`?", STR_ARG(near));
            } else {
                diag_hint(m->diags, g, "put `{#%.*s}` after %s", STR_ARG(ref->label),
                          whats[i].bearer);
            }
            return;
        }
    }
    diag_add(m->diags, DIAG_CROSS_REFERENCE, at,
             "`%.*s` is printed as text: only equations, figures, tables, listings and sections "
             "are referred to by number",
             STR_ARG(ref->source));
}

static const struct md_target *find(struct md *m, struct str label, struct span at) {
    const struct md_target *t = map_lookup(&m->labels.targets, label);
    if (!t) {
        struct diag *g = diag_add(m->diags, DIAG_CROSS_REFERENCE, at,
                                  "nothing with a number has the label `%.*s`", STR_ARG(label));
        hint_nearest(m, g, label);
    }
    return t;
}

/* ---- text of references */

/** Returns the plain text of a reference to a target. */
static struct str plain_number(const struct md_target *t) {
    return t->number.n ? t->number : t->title;
}

static void fill_math_refs(struct md *m, struct math *tree) {
    for (struct math_ref *ref = tree->refs; ref; ref = ref->next) {
        const struct md_target *t = find(m, ref->label, ref->node->span);
        if (t) {
            struct str number = plain_number(t);
            ref->node->text =
                ref->parentheses ? arena_join(m->a, 3, STR("("), number, STR(")")) : number;
        }
    }
}

/** number of kinds that have words for references, in singular and plural */
#define REF_KINDS (DOC_WORD_SECTION - DOC_WORD_TABLE + 1)
static bool has_ref_words(enum doc_word kind) {
    return kind >= DOC_WORD_TABLE && kind <= DOC_WORD_SECTION;
}

/** Whether a reference has Quarto's form `@fig-a` with a hyphen, and not pandoc-crossref's form
 * with a colon. Quarto prints the full word in the singular before each number. */
static bool is_quarto(const struct md_crossref *ref) {
    size_t at = str_index(ref->label, '-');
    return ref->sign && at != STR_NONE && str_index(str_slice(ref->label, 0, at), ':') == STR_NONE;
}

/** Whether the word that the author wrote before a number equals `form`, apart from case, a full
 * stop and the "s" of a plural. */
static bool same_word(struct str word, struct str form) {
    struct str all[] = {word, form};
    for (size_t i = 0; i < 2; i++) {
        all[i].n -= str_ends(all[i], STR("."));
        all[i].n -= all[i].n > 3 && str_ends(all[i], STR("s"));
    }
    return all[0].n > 1 && str_ieq(all[0], all[1]);
}

/** Whether the text before a reference ends with the word that the reference would print:
 * "Figure @fig:a". Then only the number is printed, as in pandoc-fignos and Manubot. */
static bool has_word_before(struct md *m, const struct doc_node *link, enum doc_word kind) {
    const struct doc_node *n = link->prev;
    struct str text = STR_EMPTY;
    if (n && n->kind == DOC_SOFT_BREAK) {
        n = n->prev;
    } else if (n && n->kind == DOC_TEXT && !is_space(n->u.text.text.p[n->u.text.text.n - 1]) &&
               !str_ends(n->u.text.text, STR("\u00A0"))) {
        return false;
    }
    text = n && n->kind == DOC_TEXT ? n->u.text.text : text;
    while (str_ends(text, STR("\u00A0")) || (text.n && is_space(text.p[text.n - 1]))) {
        text.n -= is_space(text.p[text.n - 1]) ? 1 : 2;
    }
    size_t at = text.n;
    while (at > 0 && (text.p[at - 1] == '.' || is_alpha(text.p[at - 1]) || text.p[at - 1] & 0x80)) {
        at--;
    }
    struct str word = str_from(text, at), lang = doc_lang_at(m->doc, link);
    for (unsigned form = 0; word.n && form < (has_ref_words(kind) ? 3 : 1); form++) {
        unsigned which = kind + form * REF_KINDS;
        bool foreign;
        if (same_word(word, doc_label_word(m->doc, lang, (enum doc_word)which, &foreign)) ||
            same_word(word, doc_word(STR("en"), (enum doc_word)which, &foreign))) {
            return true;
        }
    }
    return false;
}

/** Returns the word before the number, with the space after the word. Empty if there is no word. */
static struct str word_before(struct md *m, struct doc_node *link, const struct md_crossref *ref,
                              const struct md_target *t, bool several) {
    bool foreign = false;
    enum doc_word base = several ? DOC_WORD_TABLE_REFS : DOC_WORD_TABLE_REF;
    bool own = has_ref_words(t->kind) &&
               doc_has_own_word(m->doc, (enum doc_word)(base + (t->kind - DOC_WORD_TABLE)));
    if (ref->form == MD_REF_NAME || (is_quarto(ref) && !own)) {
        base = DOC_WORD_TABLE;
    }
    /* an item of an example list has the kind DOC_WORD_COUNT */
    enum doc_word which = has_ref_words(t->kind)
                              ? (enum doc_word)(base + (t->kind - DOC_WORD_TABLE))
                          : t->kind == DOC_WORD_COUNT ? DOC_WORD_EXAMPLE
                                                      : t->kind;
    struct str lang = doc_lang_at(m->doc, link);
    struct str word = t->word.n ? t->word : doc_label_word(m->doc, lang, which, &foreign);
    if (foreign) {
        doc_set_pair(m->doc, link, STR("lang"), STR("en"));
    }
    if (ref->capital && word.n) {
        size_t end = 0;
        utf8_next(word, &end);
        word = arena_join(m->a, 2, unicode_upper(m->a, str_slice(word, 0, end), lang),
                          str_from(word, end));
    }
    return word.n ? arena_join(m->a, 2, word, STR("\u00A0")) : word;
}

/** Shows the title of a heading without a number. The markup is kept if the title has few nodes. */
static void put_title(struct md *m, struct doc_node *link, const struct md_target *t) {
    struct doc_node *heading = t->node;
    size_t left = MAX_COPIES - m->labels.copied;
    size_t n = t->markup && left > 0 ? md_count_nodes(heading, left) : 0;
    m->labels.copied += n < left ? n : left;
    if (n == 0 || n > left) {
        doc_add_text(m->doc, link, t->title, link->span);
        return;
    }
    struct doc_node *text = doc_heading_text(m->doc, heading);
    /* the first two nodes are the number of the heading and the space after it */
    if (heading->u.heading.number.n) {
        for (int i = 0; i < 2 && text->first; i++) {
            doc_unlink(text->first);
        }
    }
    struct doc_walk w = doc_walk_start(text);
    while (doc_walk_next(&w)) {
        /* a citation in a heading is not repeated */
        if (w.enter && w.node->kind == DOC_CITE) {
            w.node->kind = DOC_SPAN;
            w.node->first = w.node->last = NULL;
            doc_walk_skip(&w);
        }
    }
    doc_adopt(link, text);
}

static const struct md_target *numbered(struct md *m, const struct md_crossref *ref) {
    const struct md_target *t = map_lookup(&m->labels.targets, ref->label);
    bool short_word = ref->form == MD_REF_SHORT && !is_quarto(ref);
    return t && t->number.n && short_word && has_ref_words(t->kind) ? t : NULL;
}

/** Whether a reference has no word, because the one before it in the group has the same word.
 * `*several` is set if its word is in the plural. */
static bool shares_word(struct md *m, size_t i, bool *several) {
    const struct md_crossref *refs = m->labels.refs.p;
    const struct md_target *t = numbered(m, &refs[i]);
    const struct md_target *before = i > 0 && refs[i].group && refs[i - 1].group == refs[i].group
                                         ? numbered(m, &refs[i - 1])
                                         : NULL;
    const struct md_target *after =
        i + 1 < m->labels.refs.n && refs[i].group && refs[i + 1].group == refs[i].group
            ? numbered(m, &refs[i + 1])
            : NULL;
    *several = t && after && after->kind == t->kind;
    return t && before && before->kind == t->kind;
}

/** Returns a word of hyperref for \autoref that captions do not have, such as "subsection" or
 * "item". The words are English; empty for other languages and targets. */
static struct str autoref_word(struct md *m, const struct doc_node *link,
                               const struct md_target *t) {
    static const char *const levels[] = {"chapter",       "section",   "subsection",
                                         "subsubsection", "paragraph", "subparagraph"};
    struct str lang = doc_lang_at(m->doc, link);
    int division = t->node->kind == DOC_HEADING ? doc_division(m->doc, t->node) : -1;
    if (!t->number.n || (lang.n && !str_is_lang(lang, "en"))) {
        return STR_EMPTY;
    }
    if (t->kind == DOC_WORD_COUNT) {
        return STR("item");
    }
    bool level = division >= 0 && division < (int)ARRAY_LEN(levels) && t->kind != DOC_WORD_APPENDIX;
    return level ? str_of(levels[division]) : STR_EMPTY;
}

/** Returns the number of a target in Quarto's form: "1 (a)" and not "1a" for a part of a figure. */
static struct str with_letter(struct md *m, const struct md_target *t) {
    struct str n = t->number;
    bool letter = t->kind == DOC_WORD_FIGURE && n.n > 1 && is_alpha(n.p[n.n - 1]) &&
                  !is_upper(n.p[n.n - 1]) && is_digit(n.p[n.n - 2]);
    return letter ? arena_join(m->a, 4, str_slice(n, 0, n.n - 1), STR("\u00A0("),
                               str_from(n, n.n - 1), STR(")"))
                  : n;
}

static void fill(struct md *m, struct doc_node *link, size_t i) {
    const struct md_crossref *ref = &m->labels.refs.p[i];
    const struct md_target *t = ref->sign || ref->silent
                                    ? map_lookup(&m->labels.targets, ref->label)
                                    : find(m, ref->label, link->span);
    if (!t && ref->sign && str_starts(ref->label, STR("sec:")) &&
        node_bool(node_get(m->doc->front, "autoSectionLabels"), 0) == 1) {
        /* as in pandoc-crossref, the heading has the identifier without `sec:` */
        t = map_lookup(&m->labels.targets, str_from(ref->label, 4));
        m->labels.by_section = true;
    }
    /* the label is undefined, or its heading has neither a number nor a text */
    if (!t || (t->number.n == 0 && t->title.n == 0)) {
        if (ref->sign) {
            report_sign(m, ref, link->span);
        }
        if (!ref->silent) {
            link->kind = DOC_SPAN;
            doc_add_text(m->doc, link, m->latex ? STR("??") : ref->source, link->span);
        }
        return;
    }
    struct md_crossref own = *ref;
    /* `[](#name)` is shown as "Figure 1", or for a formula as "(1)" */
    if (ref->silent && md_on(m, MD_MYST)) {
        own.form = t->kind == DOC_WORD_EQUATION ? MD_REF_PARENTHESES : MD_REF_NAME;
        ref = &own;
    }
    link->u.link.url = arena_join(m->a, 2, STR("#"), doc_id(t->node));
    bool heading = t->node->kind == DOC_HEADING;
    struct str level = ref->form == MD_REF_NAME && (m->latex || m->tex.hyperref)
                           ? autoref_word(m, link, t)
                           : STR_EMPTY;
    if (level.n) {
        doc_add_text(m->doc, link, arena_join(m->a, 3, level, STR("\u00A0"), t->number),
                     link->span);
    } else if (t->number.n == 0 || (ref->form == MD_REF_TITLE && heading)) {
        put_title(m, link, t);
    } else {
        bool several = false;
        bool shared = shares_word(m, i, &several);
        bool word = (ref->form == MD_REF_SHORT && !shared) || ref->form == MD_REF_NAME;
        word = word && !(ref->sign && has_word_before(m, link, t->kind)) &&
               !(ref->sign && heading && has_word_before(m, link, DOC_WORD_SECTION));
        struct str before = word ? word_before(m, link, ref, t, several) : STR_EMPTY;
        bool round = ref->form == MD_REF_PARENTHESES;
        struct str number = is_quarto(ref) ? with_letter(m, t) : t->number;
        struct str text = arena_join(m->a, 4, before, round ? STR("(") : STR_EMPTY, number,
                                     round ? STR(")") : STR_EMPTY);
        doc_add_text(m->doc, link, text, link->span);
    }
    if (ref->in_link) {
        link->kind = DOC_SPAN;
    }
}

/* ---- the tree */

/** Registers a label that is still an empty span. As in LaTeX, it gets the number of the item
 * around it in a numbered list, or else the number of the section. */
static void label_place(struct md *m, struct doc_node *n, const struct doc_node **heading) {
    if (n->kind == DOC_HEADING) {
        *heading = n;
        return;
    }
    if (n->kind != DOC_SPAN || n->first || !doc_id(n).n) {
        return;
    }
    const struct doc_node *item = n;
    while (item && item->kind != DOC_ITEM) {
        item = item->parent;
    }
    if (item && item->parent->u.list.style == DOC_DECIMAL) {
        (void)md_label_add(m, n, doc_id(n), DOC_WORD_COUNT,
                           arena_printf(m->a, "%d", item->u.item.number));
    } else if (*heading && (*heading)->u.heading.number.n) {
        (void)md_label_add(m, n, doc_id(n), DOC_WORD_SECTION, (*heading)->u.heading.number);
    }
}

static void resolve(struct md *m) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(m->doc, parts);
    bool math = doc_has_kind(m->doc, DOC_MATH);
    const struct doc_node *heading = NULL;
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter) {
                label_node(m, w.node);
                label_place(m, w.node, &heading);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_LINK && w.node->u.link.ref) {
                size_t which = w.node->u.link.ref - 1;
                const struct doc_node *named = m->labels.refs.p[which].heading;
                if (m->labels.refs.p[which].clever && !m->as_written &&
                    md_clever_refs(m, w.node, which)) {
                    w.node->u.link.ref = 0;
                    doc_walk_skip(&w);
                    continue;
                }
                w.node->u.link.ref = 0;
                if (named) {
                    w.node->u.link.url = arena_join(m->a, 2, STR("#"), doc_id(named));
                    continue;
                }
                if (m->as_written) {
                    continue;
                }
                fill(m, w.node, which);
                doc_walk_skip(&w);
            } else if (w.enter && math && w.node->kind == DOC_MATH) {
                fill_math_refs(m, w.node->u.math.tree);
            }
        }
    }
}

void md_crossrefs(struct md *m) {
    if (m->labels.refs.n || m->labels.in_math) {
        resolve(m);
    }
    const struct node *sections = node_get(m->doc->front, "autoSectionLabels");
    if (node_bool(sections, 0) == 1 && !m->labels.by_section) {
        diag_add(m->diags, DIAG_UNSUPPORTED, sections->span,
                 "`autoSectionLabels` changes nothing: no `@sec:` needs it to find its heading");
    }
}
