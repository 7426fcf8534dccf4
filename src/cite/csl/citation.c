/* SPDX-License-Identifier: MIT */
/*
 * Renders one citation: groups and collapses its cites (CSL 1.0.2, "Cite Grouping", "Cite
 * Collapsing") and joins them with delimiters. Positions and disambiguation are already known.
 */
#include "cite/csl/number.h"
#include "cite/csl/state.h"

#include "core/base/utf8.h"

#include <string.h>

/** Which part of a cite is shown. */
enum part { PART_WHOLE, PART_NO_AUTHOR, PART_SUFFIX, PART_HIDDEN };

/** A cite while the citation is grouped and collapsed. */
struct shown {
    struct cite *cite;
    struct run *run;   /* the rendered cite */
    struct str author; /* the text of the cite's first names; empty when a substitute is shown */
    struct str year;   /* the text without names and suffix; it is made on first use */
    struct str suffix;
    enum part part;
    bool anon;     /* the cite has no names, and at most a term in their place */
    bool located;  /* the cite shows a locator */
    bool bare;     /* the cite has no locator, prefix or suffix */
    bool number;   /* the cite shows nothing but a citation number and affixes of the style */
    bool joined;   /* the cite was collapsed with the cite before it */
    bool ranged;   /* the cite is shown as "–last" after the cite before it */
    bool in_range; /* the cite is the last of a range, so after-collapse-delimiter follows */
};

static bool is_stop_char(char c) {
    return str_index(STR(",;.:?!"), c) != STR_NONE;
}

/** Whether the prefix of a cite ends a sentence, so that a term after it gets a capital. The full
 * stop after a single word marks an abbreviation and does not end a sentence. */
static bool ends_sentence(struct str prefix) {
    struct str s = str_trim(prefix);
    while (s.n && (s.p[s.n - 1] == '"' || s.p[s.n - 1] == '\'' || s.p[s.n - 1] == '>' ||
                   (unsigned char)s.p[s.n - 1] >= 0x80)) {
        if (s.p[s.n - 1] == '>') { /* a closing tag is skipped */
            size_t at = str_after_last(s, '<');
            s.n = at ? at - 1 : 0;
        } else {
            s.n--;
        }
    }
    return s.n > 1 && str_index(STR(".?!"), s.p[s.n - 1]) != STR_NONE &&
           str_index(s, ' ') != STR_NONE;
}

/** The last character of a prefix, before closing quotes, or 0. */
static uint32_t last_char(struct str s) {
    while (s.n) {
        size_t at = s.n;
        uint32_t cp = utf8_prev(s, &at);
        if (cp != '"' && cp != '\'' && cp != 0x201D && cp != 0x2019 && cp != 0xBB) {
            return cp;
        }
        s.n = at;
    }
    return 0;
}

static bool is_word_char(uint32_t cp) {
    return (unicode_is_letter(cp) && !unicode_is_cjk(cp)) || cp == '&';
}

/** Whether a prefix needs a space after it. The author may have omitted the space after a word, a
 * digit or a punctuation mark ("see", "and more:"). */
static bool needs_space_after(struct str prefix) {
    uint32_t cp = last_char(prefix);
    return is_word_char(cp) || (cp && cp < 0x80 && strchr(".,;:!?)]0123456789", (int)cp));
}

static bool needs_space_before(struct str suffix) {
    size_t at = 0;
    uint32_t cp = suffix.n ? utf8_next(suffix, &at) : 0;
    return is_word_char(cp) || cp == '[' || cp == '(';
}

static void set_cite(struct ctx *x, const struct cite *c) {
    x->locator = c->words->locator;
    x->label = c->label;
    x->position = c->position;
    x->all_names = c->all_names;
    x->near_note = c->near_note;
    x->first_note = c->first_note;
    x->suppress_author = c->suppress_author;
    if (c->e->suffix >= 0) {
        x->suffix = csl_number_letters(x->a, (uint64_t)c->e->suffix);
    }
}

/** Whether a cite without names shows nothing but a year: "1966". */
static bool shows_year_alone(struct csl *c, const struct run *r, const struct run *year) {
    return year && str_eq(csl_run_plain_text(c->scratch, r), csl_run_plain_text(c->scratch, year));
}

/** Renders a cite. `s` gets the text of its names and whether it is bare. `first` means that it is
 * the first cite of its citation, `alone` that it is the only one. */
static struct run *render_cite(struct csl *c, const struct cite *cite, enum part part, bool first,
                               bool alone, struct shown *s) {
    struct ctx x;
    csl_render_start(&x, c, AREA_CITATION, cite->e);
    set_cite(&x, cite);
    x.suppress_author = x.suppress_author || part == PART_NO_AUTHOR;
    x.term_first =
        c->style->info.note && (cite->words->prefix.text.n ? ends_sentence(cite->words->prefix.text)
                                                           : first && !cite->within);
    struct run *r = csl_render_layout(&x, c->style->citation.layout);
    bool alone_in_note = c->style->info.note && cite->suppress_author && !cite->named &&
                         !cite->words->prefix.text.n && !cite->words->suffix.text.n;
    if (alone_in_note && csl_run_is_empty(r)) {
        /* A note that would show nothing ("Ibid." without its author) is replaced by the short
         * form. */
        csl_render_start(&x, c, AREA_CITATION, cite->e);
        set_cite(&x, cite);
        x.suppress_author = false;
        x.position = POSITION_SUBSEQUENT;
        r = csl_render_layout(&x, c->style->citation.layout);
    }
    if (s && alone) {
        /* the other members are used only in comparisons with other cites */
        s->located = x.locator_shown;
    } else if (s) {
        bool named = x.author && csl_run_names(x.author);
        s->author = named ? csl_finish_plain(c, x.a, x.author) : STR_EMPTY;
        s->anon = !named && (x.author ? x.author_is_term : shows_year_alone(c, r, x.year));
        s->located = x.locator_shown;
        s->bare = !s->located && cite->words->prefix.text.n == 0 && cite->words->suffix.text.n == 0;
    }
    if (cite->author_only) {
        r = csl_run_group(x.a);
        if (x.author) {
            csl_run_append(r, x.author);
        }
    }
    return r;
}

/** The text of a cite without names and suffix. Cites with the same text differ at most in their
 * suffix. */
static struct str year_key(struct csl *c, struct shown *s) {
    if (!s->year.p) {
        struct ctx x;
        csl_render_start(&x, c, AREA_CITATION, s->cite->e);
        set_cite(&x, s->cite);
        x.suffix = STR_EMPTY;
        x.suppress_author = true;
        s->year = csl_run_plain_text(c->scratch, csl_render_layout(&x, c->style->citation.layout));
    }
    return s->year;
}

/* ---- grouping ---- */

static size_t skip_marks(struct str s, size_t i) {
    while (i < s.n && (unsigned char)s.p[i] < 0x80 && !is_alpha(s.p[i])) {
        i++;
    }
    return i;
}

/** Whether the names `a` sort before the names `b`. Only letters are compared. */
static bool names_before(struct str a, struct str b) {
    size_t i = skip_marks(a, 0), k = skip_marks(b, 0);
    while (i < a.n && k < b.n) {
        int x = (unsigned char)to_lower(a.p[i]), y = (unsigned char)to_lower(b.p[k]);
        if (x != y) {
            return x < y;
        }
        i = skip_marks(a, i + 1);
        k = skip_marks(b, k + 1);
    }
    return i >= a.n && k < b.n && a.n > 0;
}

/** Moves each cite directly after the cites with the same names (CSL 1.0.2, "Cite Grouping"). Works
 * without names are moved after the first work without names. */
static void group_cites(struct csl *c, struct shown *s, size_t n) {
    const struct csl_style *st = c->style;
    /* Only sorted citations are regrouped, because an order that the author chose is kept. */
    if (!st->cite_group || st->info.note || st->citation.nkeys == 0 || n < 2) {
        return;
    }
    struct shown *out = arena_alloc(c->scratch, n * sizeof *out);
    struct map groups = MAP_INIT;
    size_t *next = ARENA_ARRAY(c->scratch, size_t, n), *head = ARENA_ARRAY(c->scratch, size_t, n);
    size_t *tail = ARENA_ARRAY(c->scratch, size_t, n), heads = 0, nameless = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        const size_t *seen = s[i].author.n ? map_lookup(&groups, s[i].author) : NULL;
        if (!s[i].author.n && nameless < heads) {
            seen = &nameless;
        }
        if (seen) {
            size_t g = *seen;
            next[tail[g]] = i + 1;
            tail[g] = i;
            continue;
        }
        head[heads] = i;
        tail[heads] = i;
        if (s[i].author.n) {
            size_t *kept = arena_copy(c->scratch, &heads, sizeof heads);
            map_put(&groups, s[i].author, kept);
        } else {
            nameless = heads;
        }
        heads++;
    }
    for (size_t g = 1; g < heads; g++) {
        if (s[head[g]].cite->tied && names_before(s[head[g]].author, s[head[g - 1]].author)) {
            size_t moved = head[g];
            head[g] = head[g - 1];
            head[g - 1] = moved;
        }
    }
    size_t at = 0;
    for (size_t g = 0; g < heads; g++) {
        for (size_t i = head[g] + 1; i; i = next[i - 1]) {
            out[at++] = s[i - 1];
        }
    }
    memcpy(s, out, n * sizeof *s);
    map_drop(&groups);
}

/* ---- collapsing ---- */

/** Shows the cites [from, to) as "first-last" when that is shorter. */
static void make_range(struct shown *s, size_t from, size_t to) {
    if (to - from <= 2) {
        return;
    }
    for (size_t k = from + 1; k + 1 < to; k++) {
        s[k].part = PART_HIDDEN;
    }
    s[to - 1].ranged = s[to - 1].in_range = true;
}

static void collapse_years(struct csl *c, struct shown *s, size_t n) {
    enum collapse how = c->style->collapse;
    for (size_t i = 1; i < n; i++) {
        struct shown *p = &s[i - 1], *k = &s[i];
        if (k->cite->words->prefix.text.n || p->cite->words->suffix.text.n ||
            !str_eq(p->author, k->author) || k->cite->author_only || p->cite->author_only) {
            continue;
        }
        bool suffixes = how != COLLAPSE_YEAR && k->bare && p->bare && k->suffix.n && p->suffix.n;
        if (suffixes && str_eq(year_key(c, p), year_key(c, k))) {
            k->part = PART_SUFFIX;
            k->joined = true;
        } else if (k->author.n && !k->cite->suppress_author) {
            k->part = PART_NO_AUTHOR;
            k->joined = true;
        }
    }
    if (how != COLLAPSE_RANGED) {
        return;
    }
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && s[end].part == PART_SUFFIX &&
               s[end].cite->e->suffix == s[end - 1].cite->e->suffix + 1) {
            end++;
        }
        make_range(s, i, end);
        i = end;
    }
}

/** Whether a cite shows nothing but the citation number and text of the style. */
static bool is_number(const struct run *r) {
    if (r->flags & (RUN_NUMBER | RUN_AFFIX)) {
        return true;
    }
    for (const struct run *k = r->first; k; k = k->next) {
        if (!is_number(k)) {
            return false;
        }
    }
    return r->kind == RUN_GROUP || r->kind == RUN_QUOTE;
}

/** Whether the number of a cite may continue the range of the cite before it. A prefix before the
 * range and a suffix after it belong to the whole range ("see [1]–[4] and more"). */
static bool follows_number(const struct shown *before, const struct shown *s) {
    return before->number && s->number && before->cite->words->suffix.text.n == 0 &&
           s->cite->words->prefix.text.n == 0 && s->cite->e->number == before->cite->e->number + 1;
}

static void collapse_numbers(struct shown *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        s[i].number = !s[i].located && is_number(s[i].run);
    }
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && follows_number(&s[end - 1], &s[end])) {
            end++;
        }
        make_range(s, i, end);
        i = end;
    }
}

static void collapse(struct csl *c, struct shown *s, size_t n) {
    switch (c->style->collapse) {
    case COLLAPSE_NONE:
        break;
    case COLLAPSE_NUMBER:
        collapse_numbers(s, n);
        break;
    case COLLAPSE_YEAR:
    case COLLAPSE_SUFFIX:
    case COLLAPSE_RANGED:
        collapse_years(c, s, n);
        break;
    }
}

/* ---- joining ---- */

/** The delimiter between cites of one group. It is a comma by default (CSL 1.0.2, "Cite Grouping").
 * Notes, and styles that separate groups by after-collapse-delimiter, use the delimiter of the
 * layout. */
static struct str group_delimiter(const struct csl_style *st) {
    if (st->cite_group_delimiter.p) {
        return st->cite_group_delimiter;
    }
    bool plain = st->info.note || st->has_after_collapse;
    return plain ? st->citation.layout->delimiter : STR(", ");
}

/** The delimiter between two cites by the rules of the style, whatever the author wrote around
 * them. */
static struct str own_delimiter(const struct csl_style *st, const struct shown *before,
                                const struct shown *after) {
    struct str plain = st->citation.layout->delimiter;
    if (after->ranged) {
        return STR("\xE2\x80\x93");
    }
    bool same =
        before->author.n ? str_eq(before->author, after->author) : before->anon && after->anon;
    if (after->part == PART_SUFFIX) {
        return st->has_year_suffix_delimiter ? st->year_suffix_delimiter
               : st->cite_group_delimiter.p  ? st->cite_group_delimiter
                                             : plain;
    }
    if (after->joined ||
        (same && st->cite_group && str_trim(after->cite->words->prefix.text).n == 0)) {
        /* With locators the delimiter of the layout is clearer: "1999, 328; 2000, 475". */
        bool located = before->cite->words->locator.text.n && st->has_after_collapse;
        return located ? st->after_collapse : group_delimiter(st);
    }
    bool groups = st->collapse != COLLAPSE_NONE && st->collapse != COLLAPSE_NUMBER;
    if (st->has_after_collapse && (groups || before->in_range)) {
        return st->after_collapse;
    }
    return plain;
}

/** The delimiter between two cites. It is shortened or omitted next to punctuation of the author.
 */
static struct str delimiter(const struct csl_style *st, const struct shown *before,
                            const struct shown *after) {
    struct str prefix = str_trim(after->cite->words->prefix.text),
               suffix = str_trim_end(before->cite->words->suffix.text);
    if (prefix.n && is_stop_char(prefix.p[0])) {
        return STR_EMPTY;
    }
    struct str d = own_delimiter(st, before, after);
    bool stopped = suffix.n && str_index(STR(".,;"), suffix.p[suffix.n - 1]) != STR_NONE;
    return stopped && d.n && is_stop_char(d.p[0]) ? STR(" ") : d;
}

/** The delimiter ", " that the style puts after the author. It is returned if a cite without its
 * author begins with it; otherwise NULL. */
static struct run *first_delimiter(struct run *r) {
    while (r && (r->kind == RUN_GROUP || r->kind == RUN_QUOTE)) {
        r = r->first;
    }
    return r && r->flags & RUN_AFFIX && str_starts(r->text, STR(", ")) ? r : NULL;
}

static struct rich trimmed(struct csl *c, struct rich prefix) {
    return rich_slice(c->scratch, prefix, 0, str_trim_end(prefix.text).n);
}

/** The words that the author wrote around a cite, if the cite itself shows nothing: "see also,
 * emphasis added"; "(reprint)". */
static struct cite_words words_alone(struct csl *c, const struct cite_words *of) {
    struct cite_words w = *of;
    if (w.prefix.text.n && (!w.suffix.text.n || is_stop_char(w.suffix.text.p[0]))) {
        w.prefix = trimmed(c, w.prefix);
    } else if (!w.prefix.text.n) {
        size_t k = 0;
        while (k < w.suffix.text.n && (w.suffix.text.p[k] == ',' || is_space(w.suffix.text.p[k]))) {
            k++;
        }
        w.suffix = rich_slice(c->scratch, w.suffix, k, w.suffix.text.n);
    }
    return w;
}

static struct run *build_cite(struct csl *c, struct shown *s) {
    struct run *r = csl_run_group(c->scratch);
    r->flags = RUN_CITE;
    r->item = s->cite->e->item;
    if (s->part == PART_NO_AUTHOR) {
        s->run = render_cite(c, s->cite, PART_NO_AUTHOR, false, false, NULL);
    } else if (s->part == PART_SUFFIX) {
        s->run = csl_run_group(c->scratch);
        csl_run_text(c->scratch, s->run, s->suffix, RUN_SUFFIX);
    }
    struct cite_words words = *s->cite->words;
    bool empty = csl_run_is_empty(s->run);
    struct run *delimiter = s->cite->suppress_author ? first_delimiter(s->run) : NULL;
    if (empty) {
        words = words_alone(c, &words);
    } else if (delimiter && words.prefix.text.n) { /* the result is "see also, p. 33" */
        words.prefix = trimmed(c, words.prefix);
    } else if (delimiter) { /* the result is "p. 33", not ", p. 33" */
        delimiter->text = str_from(delimiter->text, 2);
    }
    bool spaced = !empty && !delimiter && needs_space_after(words.prefix.text);
    csl_run_rich(c->scratch, c->locale, r, words.prefix, RUN_BARE);
    csl_run_text(c->scratch, r, spaced ? STR(" ") : STR_EMPTY, RUN_BARE);
    csl_run_append(r, s->run);
    csl_run_text(c->scratch, r,
                 !empty && needs_space_before(words.suffix.text) ? STR(" ") : STR_EMPTY, RUN_BARE);
    csl_run_rich(c->scratch, c->locale, r, words.suffix, RUN_AFFIX | RUN_BARE);
    return r;
}

static struct run *join_cites(struct csl *c, struct shown *s, size_t n) {
    struct run *all = csl_run_group(c->scratch);
    const struct shown *before = NULL;
    for (size_t i = 0; i < n; i++) {
        if (s[i].part == PART_HIDDEN) {
            continue;
        }
        struct run *r = build_cite(c, &s[i]);
        if (csl_run_is_empty(r)) {
            continue;
        }
        if (before) {
            csl_run_text(c->scratch, all, delimiter(c->style, before, &s[i]), RUN_AFFIX);
        }
        csl_run_append(all, r);
        before = &s[i];
    }
    return all;
}

static const struct csl_out *finish_layout(struct csl *c, struct run *cites) {
    const struct csl_node *layout = c->style->citation.layout;
    struct run *root = csl_run_group(c->scratch);
    root->fmt = layout->fmt;
    csl_run_text(c->scratch, root, layout->prefix, RUN_AFFIX);
    csl_run_append(root, cites);
    csl_run_text(c->scratch, root, layout->suffix, RUN_AFFIX);
    return csl_finish_runs(c, root);
}

const struct csl_out *csl_citation_render(struct csl *c, struct citation *cit) {
    csl_scratch(c);
    struct shown *s = ARENA_ARRAY(c->scratch, struct shown, cit->n ? cit->n : 1);
    bool only_author = cit->n > 0;
    for (size_t i = 0; i < cit->n; i++) {
        struct cite *k = &cit->cites[i];
        s[i].cite = k;
        s[i].run = render_cite(c, k, PART_WHOLE, i == 0, cit->n == 1, &s[i]);
        if (k->e->suffix >= 0) {
            s[i].suffix = csl_number_letters(c->scratch, (uint64_t)k->e->suffix);
        }
        only_author = only_author && k->author_only;
    }
    if (!cit->ordered) {
        group_cites(c, s, cit->n);
    }
    collapse(c, s, cit->n);
    struct run *all = join_cites(c, s, cit->n);
    if (csl_run_is_empty(all)) {
        return NULL;
    }
    /* Names of authors in running text are shown without the brackets of the citation. */
    return only_author || cit->bare ? csl_finish_runs(c, all) : finish_layout(c, all);
}
