/* SPDX-License-Identifier: MIT */
/*
 * An entry of a publication list as on faculty pages: the title, the authors with the owner marked,
 * a line with venue and date, awards and notes, a collapsed abstract, and named links. order.c
 * decides which works are listed.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/order.h"
#include "cite/resolve/people.h"

#include "cite/bib/item/archive.h"
#include "core/unicode/unicode.h"

/* ---- authors ---- */

static void add_name(struct resolver *r, struct doc_node *parent, const struct item_name *nm) {
    if (nm->literal.n) {
        resolve_rich(r, parent, item_name_part(nm, ITEM_NAME_LITERAL));
        return;
    }
    static const enum item_name_part parts[] = {ITEM_NAME_GIVEN, ITEM_NAME_DROPPING_PARTICLE,
                                                ITEM_NAME_NON_DROPPING_PARTICLE, ITEM_NAME_FAMILY};
    struct str before = nm->non_dropping_particle;
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct rich part = item_name_part(nm, parts[i]);
        if (part.text.n == 0) {
            continue;
        }
        bool elided = parts[i] == ITEM_NAME_FAMILY && any && before.n &&
                      (str_ends(before, STR("'")) || str_ends(before, STR("\xE2\x80\x99")));
        if (any && !elided) {
            resolve_text(r, parent, STR(" "));
        }
        resolve_rich(r, parent, part);
        any = true;
    }
    if (nm->suffix.n) {
        resolve_text(r, parent, nm->comma_suffix ? STR(", ") : STR(" "));
        resolve_rich(r, parent, item_name_part(nm, ITEM_NAME_SUFFIX));
    }
    if (nm->note.n) {
        resolve_text(r, resolve_add(r, parent, DOC_SUP, NULL), nm->note);
    }
}

static struct str et_al(struct resolver *r) {
    struct str term = r->csl ? csl_term(r->csl, "et-al", false) : STR_EMPTY;
    return term.n ? term : STR("et al.");
}

void resolve_name_list(struct resolver *r, struct doc_node *parent, struct item_names names) {
    struct str word = r->csl ? csl_term(r->csl, "and", false) : STR("and");
    for (size_t i = 0; i < names.n; i++) {
        bool last = i && i + 1 == names.n && !names.p[i].others;
        if (i) {
            resolve_text(r, parent,
                         last ? arena_join(r->arena, 3, STR(" "), word, STR(" ")) : STR(", "));
        }
        if (names.p[i].others) {
            resolve_text(r, parent, et_al(r));
        } else {
            add_name(r, parent, &names.p[i]);
        }
    }
}

/** Adds the words of annotations as classes ("student" becomes `an-student`). Characters that a
 * class cannot contain are replaced. */
static void add_word_classes(struct resolver *r, struct doc_node *span, struct str words) {
    struct str word;
    while (words.n) {
        word = str_trim(str_cut(&words, ' '));
        if (word.n && !str_starts(word, STR("orcid:"))) {
            doc_add_class(r->doc, span,
                          arena_join(r->arena, 2, STR("an-"), doc_auto_id(r->arena, word)));
        }
    }
}

static bool has_word(const struct item_name *nm, struct str wanted) {
    struct str words = nm->words;
    while (words.n) {
        if (str_ieq(str_trim(str_cut(&words, ' ')), wanted)) {
            return true;
        }
    }
    return false;
}

/** The letter for the word with index `i` in the legend: a, b, c. */
static struct str letter(struct resolver *r, size_t i) {
    char c = (char)('a' + i % 26);
    return arena_str(r->arena, (struct str){&c, 1});
}

/** Appends one author, with marks for the owner, for students, and for annotations in the
 * database. */
static void add_author(struct resolver *r, struct doc_node *parent, const struct item_name *nm,
                       const struct pub_show *show) {
    struct str words = nm->words;
    if (resolve_orcid_of(nm).n && str_index(words, ' ') == STR_NONE) {
        words = STR_EMPTY; /* the annotation is only an ORCID, which gets no mark */
    }
    if (words.n) {
        parent = resolve_add(r, parent, DOC_SPAN, NULL);
        add_word_classes(r, parent, words);
    }
    if (nm->highlight || resolve_name_is_any(r->arena, nm, show->owners, show->nowners)) {
        parent = resolve_add(r, parent, DOC_STRONG, "pub-self");
    }
    if (resolve_name_is_any(r->arena, nm, show->students, show->nstudents)) {
        parent = resolve_add(r, parent, DOC_UNDERLINE, "pub-student");
    }
    const struct resolve_profile *person = resolve_person_of(r, nm);
    if (person && person->address.n && !(r->self && str_eq(r->self->name, person->name))) {
        parent = resolve_add_link(r, parent, person->address);
        doc_add_class(r->doc, parent, STR("pub-person"));
    }
    add_name(r, parent, nm);
    for (size_t i = 0; i < show->nwords; i++) {
        if (has_word(nm, show->words[i].word)) {
            resolve_text(r, resolve_add(r, parent, DOC_SUP, NULL), letter(r, i));
        }
    }
}

/** Whether an author is counted but not named, because the list shows fewer authors and this author
 * is not an owner of the list. */
static bool is_left_out(struct resolver *r, struct item_names names, size_t i,
                        const struct pub_show *show) {
    const struct item_name *nm = &names.p[i];
    return show->max_authors && i >= show->max_authors && !nm->highlight && !nm->others &&
           !resolve_name_is_any(r->arena, nm, show->owners, show->nowners);
}

/** Appends the names that are listed as authors. Returns their variable, or VAR_NONE if there are
 * no authors. */
static enum item_var add_authors(struct resolver *r, struct doc_node *parent, const struct item *it,
                                 const struct pub_show *show) {
    enum item_var var = item_names(it, VAR_AUTHOR).n ? VAR_AUTHOR : VAR_EDITOR;
    struct item_names names = item_names(it, var);
    if (names.n == 0) {
        return VAR_NONE;
    }
    struct doc_node *span = resolve_add(r, parent, DOC_SPAN, "pub-authors");
    doc_add_class(r->doc, span, STR("p-author")); /* a class of h-cite (microformats) */
    size_t left_out = 0;
    for (size_t i = 0; i < names.n; i++) {
        bool out = is_left_out(r, names, i, show);
        left_out += out;
        if (out || (left_out && names.p[i].others)) {
            continue;
        }
        if (i) {
            resolve_text(r, span, STR(", "));
        }
        if (names.p[i].others) {
            resolve_text(r, span, et_al(r));
        } else {
            add_author(r, span, &names.p[i], show);
        }
    }
    if (left_out) {
        struct str more =
            resolve_word(r, left_out == 1 ? DOC_WORD_PUB_MORE_AUTHOR : DOC_WORD_PUB_MORE_AUTHORS);
        size_t at = str_find(more, STR("{n}"));
        if (at != STR_NONE) {
            more = arena_printf(r->arena, "%.*s%zu%.*s", (int)at, more.p, left_out,
                                STR_ARG(str_from(more, at + 3)));
        }
        resolve_text(r, span, arena_join(r->arena, 2, STR(" "), more));
    }
    if (var == VAR_EDITOR) {
        struct str term = r->csl ? csl_term_short(r->csl, "editor", names.n > 1) : STR_EMPTY;
        term = term.n ? term : names.n > 1 ? STR("eds.") : STR("ed.");
        resolve_text(r, span, arena_join(r->arena, 3, STR(" ("), term, STR(")")));
    }
    return var;
}

/* ---- legend ---- */

/** Whether an author of a work in the list has the mark `mark`, or is a student if `mark` is
 * empty. */
static bool has_mark(struct resolver *r, const struct pub_rows *rows, struct str mark,
                     const struct pub_show *show) {
    for (size_t i = 0; i < rows->n; i++) {
        struct item_names names = item_names(rows->p[i].it, VAR_AUTHOR);
        for (size_t k = 0; k < names.n; k++) {
            bool has = mark.n ? str_find(names.p[k].note, mark) != STR_NONE
                              : resolve_name_is_any(r->arena, &names.p[k], show->students,
                                                    show->nstudents);
            if (has) {
                return true;
            }
        }
    }
    return false;
}

/** Explains the letters after names in the legend. Only letters that occur in the list are
 * explained. */
static void explain_words(struct resolver *r, struct doc_node *line, const struct pub_rows *rows,
                          const struct pub_show *show) {
    for (size_t w = 0; w < show->nwords; w++) {
        bool any = false;
        for (size_t i = 0; i < rows->n && !any; i++) {
            struct item_names names = item_names(rows->p[i].it, VAR_AUTHOR);
            for (size_t k = 0; k < names.n && !any; k++) {
                any = has_word(&names.p[k], show->words[w].word);
            }
        }
        if (any) {
            resolve_text(r, line, line->first ? STR("; ") : STR_EMPTY);
            resolve_text(r, resolve_add(r, line, DOC_SUP, NULL), letter(r, w));
            resolve_text(r, line, arena_join(r->arena, 2, STR(" "), show->words[w].meaning));
        }
    }
}

void resolve_legend(struct resolver *r, struct doc_node *box, const struct pub_rows *rows,
                    const struct pub_show *show) {
    if (show->legend.n == 0 && show->nwords == 0) {
        return;
    }
    struct doc_node *line = resolve_add(r, box, DOC_PARA, "pub-legend");
    bool own = str_is(show->legend, "true");
    if (!own) {
        resolve_text(r, line, show->legend);
    }
    static const struct {
        struct str mark;
        enum doc_word word;
    } MARKS[] = {{STR_INIT("*"), DOC_WORD_PUB_EQUAL},
                 {STR_INIT("†"), DOC_WORD_PUB_CORRESPONDING},
                 {STR_INIT(""), DOC_WORD_PUB_STUDENT}};
    for (size_t i = 0; own && i < ARRAY_LEN(MARKS); i++) {
        if (!has_mark(r, rows, MARKS[i].mark, show)) {
            continue;
        }
        resolve_text(r, line, line->first ? STR("; ") : STR_EMPTY);
        struct str word = resolve_word(r, MARKS[i].word);
        if (MARKS[i].mark.n) {
            resolve_text(r, resolve_add(r, line, DOC_SUP, NULL), MARKS[i].mark);
            resolve_text(r, line, arena_join(r->arena, 2, STR(" "), word));
        } else {
            resolve_text(r, resolve_add(r, line, DOC_UNDERLINE, "pub-student"), word);
        }
    }
    explain_words(r, line, rows, show);
    doc_unlink_empty(line);
}

/* ---- awards and notes ---- */

/* A text is taken as a longer name of an award if it contains the name and has at most this number
 * of bytes more: "Best Paper Award" for "Best Paper". */
#define AWARD_WORDS 12

/** Whether a text contains another text. The case of letters does not matter. */
static bool repeats(struct arena *a, struct str text, struct str other) {
    return other.n && str_find(arena_lower(a, text), arena_lower(a, other)) != STR_NONE;
}

/** Adds an award: "Best Paper Award. Given to one of 212 papers" (al-folio's `award_name` and
 * `award`). If one of the two texts contains the other, only the longer text is shown. */
static void add_award(struct resolver *r, struct doc_node *item, const struct item *it) {
    struct rich name = rich_trim(r->arena, item_extra(it, "award_name"));
    struct rich text = rich_trim(r->arena, item_extra(it, "award"));
    if (name.text.n + text.text.n == 0) {
        return;
    }
    if (repeats(r->arena, text.text, name.text)) {
        name = text.text.n > name.text.n + AWARD_WORDS ? rich_of(STR_EMPTY) : text;
        text = name.text.n ? rich_of(STR_EMPTY) : text;
    } else if (repeats(r->arena, name.text, text.text)) {
        text = rich_of(STR_EMPTY);
    }
    struct doc_node *line = resolve_add(r, item, DOC_PLAIN, "pub-award");
    if (name.text.n) {
        resolve_rich(r, resolve_add(r, line, DOC_STRONG, NULL), name);
    }
    if (text.text.n) {
        resolve_text(r, line, name.text.n ? STR(". ") : STR_EMPTY);
        resolve_rich_linked(r, line, text);
    }
}

/** Appends a text that authors write as Markdown or HTML (al-folio's fields, Zotero's notes). A
 * single paragraph becomes a line of the entry, several paragraphs become a box. Rich text of the
 * database is not read as Markdown. */
static void add_marked_up(struct resolver *r, struct doc_node *item, struct rich text,
                          const char *cls) {
    const struct doc_node *root =
        r->opt->markdown && !text.marks ? r->opt->markdown(r->opt->user, text.text) : NULL;
    if (!root || !root->first) {
        resolve_rich_linked(r, resolve_add(r, item, DOC_PLAIN, cls), text);
        return;
    }
    const struct doc_node *one = root->first->next ? NULL : root->first;
    bool line = one && (one->kind == DOC_PARA || one->kind == DOC_PLAIN);
    struct doc_node *box = resolve_add(r, item, line ? DOC_PLAIN : DOC_DIV, cls);
    for (const struct doc_node *n = line ? one->first : root->first; n; n = n->next) {
        doc_append(box, doc_copy(r->doc, n));
    }
}

static bool is_html(struct str s) {
    static const struct str tags[] = {STR_INIT("<p>"), STR_INIT("<div"), STR_INIT("<br"),
                                      STR_INIT("<ul>"), STR_INIT("<ol>")};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (str_find(s, tags[i]) != STR_NONE) {
            return true;
        }
    }
    return false;
}

/** Appends the note of a work, unless a line above has the same text. Databases repeat the arXiv
 * identifier or the award in the note. */
static void add_note(struct resolver *r, struct doc_node *item, const struct item *it,
                     bool no_award) {
    struct rich note = rich_trim(r->arena, item_rich(it, VAR_NOTE));
    struct rich info = rich_trim(r->arena, item_extra(it, "additional_info"));
    /* al-folio shows this text directly after the venue, so it may begin with a full stop */
    if (str_starts(info.text, STR(". "))) {
        info = rich_slice(r->arena, info, 2, info.text.n);
    }
    struct bib_arxiv x;
    bool known =
        bib_arxiv_read(note.text, &x) && resolve_is_in_venue(item, resolve_arxiv_url(r, x.id));
    known = known || (repeats(r->arena, item_extra(it, "award").text, note.text) && !no_award);
    if (note.text.n && !known && is_html(note.text)) {
        add_marked_up(r, item, note, "pub-note");
    } else if (note.text.n && !known) {
        resolve_rich_linked(r, resolve_add(r, item, DOC_PLAIN, "pub-note"), note);
    }
    if (info.text.n) {
        add_marked_up(r, item, info, "pub-note");
    }
}

/** Appends a comment on the work: biblatex's `annotation`, BibTeX's `annote`. */
static void add_annotation(struct resolver *r, struct doc_node *item, const struct item *it) {
    static const char *const fields[] = {"annote", "annotation"};
    struct rich text = rich_trim(r->arena, item_rich(it, VAR_ANNOTE));
    if (text.text.n) {
        add_marked_up(r, item, text, "pub-annotation");
    }
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        struct rich more = rich_trim(r->arena, item_extra(it, fields[i]));
        if (more.text.n && !str_eq(more.text, text.text)) {
            add_marked_up(r, item, more, "pub-annotation");
        }
    }
}

/* ---- abstract ---- */

static void add_abstract(struct resolver *r, struct doc_node *item, const struct item *it) {
    struct rich text = rich_trim(r->arena, item_rich(it, VAR_ABSTRACT));
    if (text.text.n == 0) {
        return;
    }
    struct doc_node *details = resolve_add(r, item, DOC_DETAILS, "pub-abstract");
    struct doc_node *summary = resolve_add(r, details, DOC_SUMMARY, NULL);
    resolve_text(r, summary, resolve_word(r, DOC_WORD_ABSTRACT));
    resolve_of_work(r, summary, it);
    for (size_t at = 0; at < text.text.n;) {
        size_t n = str_find(str_from(text.text, at), STR("\n\n"));
        size_t end = n == STR_NONE ? text.text.n : at + n;
        struct rich part = rich_trim(r->arena, rich_slice(r->arena, text, at, end));
        if (part.text.n) {
            resolve_rich_linked(r, resolve_add(r, details, DOC_PARA, NULL), part);
        }
        at = end + 2;
    }
}

void resolve_entry_extras(struct resolver *r, struct doc_node *item, const struct item *it,
                          const struct pub_show *show) {
    if (!show->no_award) {
        add_award(r, item, it);
    }
    if (!show->no_note && !show->styled) {
        add_note(r, item, it, show->no_award);
    }
    if (show->annotation) {
        add_annotation(r, item, it);
    }
    if (show->abstract) {
        add_abstract(r, item, it);
    }
    if (show->links) {
        resolve_links(r, item, it, show->base);
    }
    resolve_bibtex(r, item, it, show);
    if (show->cites) {
        resolve_cite_as(r, item, it, show->cites);
    }
    if (show->cites_apart && item->last && doc_has_class(item->last, "pub-cite")) {
        doc_add_class(r->doc, item->last, STR("only-work-page"));
    }
}

void resolve_entry(struct resolver *r, struct doc_node *item, const struct item *it,
                   const struct pub_show *show) {
    struct doc_node *line = resolve_add(r, item, DOC_PLAIN, "pub-line");
    struct rich title = item_rich(it, VAR_TITLE);
    struct doc_node *span = resolve_add(r, line, DOC_SPAN, "pub-title");
    doc_add_class(r->doc, span, STR("p-name")); /* a class of h-cite (microformats) */
    struct str file = it->span.src ? it->span.src->name : STR_EMPTY;
    struct str url = r->opt->page_of ? r->opt->page_of(r->opt->user, file) : STR_EMPTY;
    url = url.n ? url : resolve_entry_address(r, it);
    if (url.n) {
        span = resolve_add_link(r, span, url);
        doc_add_class(r->doc, span, STR("u-url"));
    }
    resolve_rich(r, span, title.text.n ? title : rich_of(it->id));
    struct doc_node *authors = doc_node_new(r->doc, DOC_SPAN, SPAN_NONE);
    enum item_var var = add_authors(r, authors, it, show);
    if (var != VAR_NONE) {
        resolve_add(r, line, DOC_LINE_BREAK, NULL);
        doc_adopt(line, authors);
    }
    resolve_venue(r, line, it, var, show->badges);
    resolve_coins(r, line, it, item_date_iso(r->arena, it));
    resolve_entry_extras(r, item, it, show);
}
