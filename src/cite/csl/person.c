/* SPDX-License-Identifier: MIT */
/*
 * Renders one name: splits off particles and suffix, makes initials, puts the parts in order (CSL
 * 1.0.2, "Name-part Order"), and formats each part.
 */
#include "cite/csl/state.h"

#include "core/base/utf8.h"

#define APOSTROPHE "\xE2\x80\x99"

/* ---- taking names apart ---- */

static bool starts_lower(struct str s) {
    if (s.n && (s.p[0] == '\'' || str_starts(s, STR(APOSTROPHE)))) {
        /* an apostrophe is skipped, as in 't Hooft */
        s = str_from(s, s.p[0] == '\'' ? 1 : 3);
    }
    return unicode_is_lower(csl_first_char(s));
}

/** The length of an apostrophe or hyphen at the start of `s`, or 0. */
static size_t joint_length(struct str s) {
    if (s.n && (s.p[0] == '\'' || s.p[0] == '-')) {
        return 1;
    }
    return str_starts(s, STR(APOSTROPHE)) ? 3 : 0;
}

/** The length of a particle that is joined to the name, with its apostrophe or hyphen:
 * "d'Alembert", "al-Aswani". Returns 0 if the word does not begin with one. */
static size_t joined_particle(struct str word) {
    size_t i = 0;
    while (i < word.n) {
        size_t next = i, joint = i ? joint_length(str_from(word, i)) : 0;
        if (joint) {
            return unicode_is_upper(csl_first_char(str_from(word, i + joint))) ? i + joint : 0;
        }
        if (!unicode_is_lower(utf8_next(word, &next)) || i > 8) {
            return 0;
        }
        i = next;
    }
    return 0;
}

static bool ends_joint(struct str s) {
    return str_ends(s, STR("'")) || str_ends(s, STR(APOSTROPHE)) || str_ends(s, STR("-"));
}

/** The length of the non-dropping particle of a family name: its first words in lower case. */
static size_t particle_length(struct str s) {
    if (!starts_lower(s)) {
        return 0;
    }
    size_t at = 0;
    while (at < s.n) {
        struct str rest = str_from(s, at);
        size_t space = str_index(rest, ' ');
        size_t joined = joined_particle(str_slice(rest, 0, space == STR_NONE ? rest.n : space));
        if (joined) {
            at += joined;
            break;
        }
        if (space == STR_NONE || !starts_lower(rest)) {
            break;
        }
        at += space + 1;
    }
    return at >= s.n || starts_lower(str_from(s, at)) ? 0 : at;
}

static void split_family(struct arena *a, struct person *p) {
    struct rich whole = p->family;
    size_t at = particle_length(whole.text);
    if (at == 0) {
        return;
    }
    p->non_dropping = rich_slice(a, whole, 0, at);
    p->family = rich_slice(a, whole, at, whole.text.n);
    if (at <= 2 || !ends_joint(str_slice(whole.text, 0, at - 1))) {
        p->non_dropping = rich_trim(a, p->non_dropping);
    } /* in "de' Foo" the author typed the space, so it stays */
}

/** Splits a given name. Its last words in lower case are the dropping particle; a suffix follows
 * after a comma. */
static void split_given(struct arena *a, struct person *p) {
    struct str s = p->given.text;
    size_t comma = str_index(s, ',');
    if (comma != STR_NONE && p->suffix.text.n == 0) {
        struct rich after = rich_trim(a, rich_slice(a, p->given, comma + 1, s.n));
        /* "John,! Jr." means that the comma is shown */
        bool marked = str_starts(after.text, STR("!"));
        after = marked ? rich_trim(a, rich_slice(a, after, 1, after.text.n)) : after;
        if (after.text.n && str_index(after.text, ' ') == STR_NONE && !starts_lower(after.text)) {
            p->suffix = after;
            p->comma_suffix = p->comma_suffix || marked;
            p->given = rich_trim(a, rich_slice(a, p->given, 0, comma));
            s = p->given.text;
        }
    }
    size_t at = s.n;
    while (at > 0) {
        size_t space = at;
        while (space > 0 && s.p[space - 1] != ' ') {
            space--;
        }
        struct str word = str_slice(s, space, at);
        if (space == 0 || word.n == 0 || !starts_lower(word)) {
            break;
        }
        at = space - 1;
    }
    if (at > 0 && at < s.n) {
        p->dropping = rich_trim(a, rich_slice(a, p->given, at, s.n));
        p->given = rich_trim(a, rich_slice(a, p->given, 0, at));
    }
}

static bool is_quoted(struct str s) {
    return s.n > 2 && s.p[0] == '"' && s.p[s.n - 1] == '"';
}

static bool has_cjk(struct str s) {
    for (size_t i = 0; i < s.n;) {
        if ((unsigned char)s.p[i] < 0xE1) {
            i++;
            continue;
        }
        if (unicode_is_cjk(utf8_next(s, &i))) {
            return true;
        }
    }
    return false;
}

static bool has_latin(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_alpha(s.p[i])) {
            return true;
        }
    }
    return false;
}

void csl_person_read(struct arena *a, const struct item_name *n, struct person *out) {
    *out = (struct person){.given = rich_trim(a, item_name_part(n, ITEM_NAME_GIVEN)),
                           .family = rich_trim(a, item_name_part(n, ITEM_NAME_FAMILY)),
                           .dropping = item_name_part(n, ITEM_NAME_DROPPING_PARTICLE),
                           .non_dropping = item_name_part(n, ITEM_NAME_NON_DROPPING_PARTICLE),
                           .suffix = item_name_part(n, ITEM_NAME_SUFFIX),
                           .literal = item_name_part(n, ITEM_NAME_LITERAL),
                           .comma_suffix = n->comma_suffix,
                           .static_order = n->static_ordering,
                           .others = n->others,
                           .highlight = n->highlight};
    if (out->literal.text.n || out->others) {
        return;
    }
    if (is_quoted(out->family.text)) { /* a name in quotes is not split */
        out->family = rich_slice(a, out->family, 1, out->family.text.n - 1);
    } else if (out->non_dropping.text.n == 0) {
        split_family(a, out);
    }
    if (out->dropping.text.n == 0 && out->given.text.n) {
        split_given(a, out);
    }
    struct str family = out->family.text, given = out->given.text;
    if (family.n == 0 && given.n) { /* a name of one part is a family name */
        out->literal = out->given;
        return;
    }
    out->family_first =
        !has_latin(family) && (has_cjk(family) || (has_cjk(given) && !has_latin(given)));
}

/* ---- initials ---- */

/** A word of a given name. */
struct piece {
    struct str text;
    bool hyphen; /* a hyphen comes before the word */
    bool period; /* a full stop comes after the word */
};

static struct str trim_right(struct str s) {
    while (s.n && is_space_or_tab(s.p[s.n - 1])) {
        s.n--;
    }
    while (s.n > 1 && str_ends(s, STR("\xC2\xA0"))) {
        s.n -= 2;
    }
    return s;
}

struct initials {
    struct arena *a;
    const struct name_opts *o;
    bool hyphens;
    struct rich_builder out;
    struct str with;    /* the attribute initialize-with, without the space at its end */
    struct str space;   /* the space at the end of initialize-with */
    struct str pending; /* text that is written before the next word */
    bool word_before;   /* the last word was written in full */
    bool hyphen;        /* a hyphen was read after the last word */
};

static void add_initial(struct initials *b, struct str letter) {
    buf_str(&b->out.text, letter);
    buf_str(&b->out.text, b->with);
    b->pending = b->space;
    b->word_before = false;
}

static void add_word(struct initials *b, struct str word, bool period) {
    if (b->out.text.n && b->out.text.p[b->out.text.n - 1] != ' ' && !b->word_before) {
        buf_putc(&b->out.text, ' ');
    }
    buf_str(&b->out.text, word);
    if (period) {
        buf_putc(&b->out.text, '.');
    }
    b->word_before = true;
    b->pending = STR(" ");
}

/** The initial of a name. It has two letters if the name has several capitals before a small letter
 * ("GYörgy": "Gy"). */
static struct str initial_of(struct arena *a, struct str name) {
    size_t first = 0, end = 0;
    uint32_t cp = utf8_next(name, &first);
    for (size_t at = first; at < name.n;) {
        end = at;
        cp = utf8_next(name, &at);
        if (!unicode_is_upper(cp)) {
            break;
        }
    }
    if (end <= first || unicode_is_upper(cp)) {
        return str_slice(name, 0, first); /* there is a single capital, or capitals only ("JEAN") */
    }
    return arena_join(a, 2, str_slice(name, 0, first),
                      unicode_lower(a, str_slice(name, first, end), STR_EMPTY));
}

static void add_piece(struct initials *b, const struct piece *p) {
    bool lower = !p->period && unicode_is_lower(csl_first_char(p->text));
    bool cased =
        unicode_is_upper(csl_first_char(p->text)) || unicode_is_lower(csl_first_char(p->text));
    bool single = utf8_count(p->text) == 1;
    if (p->hyphen) {
        if (lower && b->o->initialize && b->hyphens) {
            return; /* "Ji-hoon" gets one initial */
        }
        /* In "J.-L." a hyphen takes the place of the space. */
        bool keep = b->hyphens && (b->o->initialize || !(p->period || single));
        b->pending = keep ? STR("-") : b->pending;
    }
    /* "Ya. Ya." keeps its space */
    bool abbreviation = !b->o->initialize && p->period && !single;
    buf_str(&b->out.text, abbreviation && b->out.text.n && !b->pending.n ? STR(" ") : b->pending);
    b->pending = STR_EMPTY;
    if (p->period && cased) { /* abbreviations such as "Ph.", "ME." and "J." are kept */
        add_initial(b, p->text);
    } else if (b->o->initialize ? !lower && cased : single && cased && !lower) {
        add_initial(b, b->o->initialize ? initial_of(b->a, p->text) : p->text);
    } else {
        bool after_hyphen = b->out.text.n && b->out.text.p[b->out.text.n - 1] == '-';
        if (after_hyphen || b->out.text.n == 0) {
            b->word_before = true;
        }
        add_word(b, p->text, p->period);
    }
}

/** Whether a character separates the words of a given name. */
static bool is_gap(struct str s, size_t at) {
    char c = s.p[at];
    return c == ' ' || c == '.' || c == '-' ||
           ((unsigned char)c == 0xC2 && str_starts(str_from(s, at), STR("\xC2\xA0")));
}

static void add_pieces(struct initials *b, struct str given) {
    bool hyphen = b->hyphen;
    for (size_t i = 0; i < given.n;) {
        char c = given.p[i];
        if (is_gap(given, i)) {
            hyphen = hyphen || c == '-';
            i += (unsigned char)c == 0xC2 ? 2 : 1;
            continue;
        }
        size_t end = i;
        while (end < given.n && !is_gap(given, end)) {
            end++;
        }
        struct piece p = {str_slice(given, i, end), hyphen, end < given.n && given.p[end] == '.'};
        add_piece(b, &p);
        hyphen = false;
        i = end;
    }
    b->hyphen = hyphen;
}

static void add_marked(struct initials *b, struct rich given) {
    struct rich_walk w;
    rich_walk_start(&w, given);
    for (enum rich_event e; (e = rich_walk_next(&w)) != RICH_END;) {
        if (e == RICH_TEXT) {
            add_pieces(b, w.text);
            continue;
        }
        if (e == RICH_OPEN) {
            buf_str(&b->out.text, b->hyphen ? STR("-") : b->pending);
            b->pending = STR_EMPTY;
            b->hyphen = false;
        }
        rich_add_event(&b->out, e, &w);
    }
}

struct rich csl_person_initials(struct arena *a, struct rich given, const struct name_opts *o,
                                bool hyphens) {
    struct initials b = {.a = a, .o = o, .hyphens = hyphens};
    rich_builder_init(&b.out);
    b.with = trim_right(o->with);
    b.space = str_from(o->with, b.with.n);
    if (given.marks) {
        add_marked(&b, given);
        given = rich_keep(&b.out, a);
    } else {
        add_pieces(&b, given.text);
        given = rich_of(buf_keep(&b.out.text, a));
    }
    rich_builder_drop(&b.out);
    return given;
}

/* ---- rendering ---- */

/** The initials of a name. They are kept for later renderings with the same options. */
static struct rich initials_of(struct ctx *x, struct person *p, const struct name_opts *o) {
    bool hyphens = x->c->style->hyphen_initials;
    bool keeps = p->kept && !x->c->many;
    if (p->initials.text.p && p->initials_with == o->with.p && p->initials_all == o->initialize) {
        return p->initials;
    }
    struct rich made = csl_person_initials(keeps ? x->c->work : x->a, p->given, o, hyphens);
    if (keeps) {
        p->initials = made;
        p->initials_with = o->with.p;
        p->initials_all = o->initialize;
    }
    return made;
}

/** The given name in the form in which it is shown. Returns an empty text when it is not shown. */
static struct rich given_text(struct ctx *x, struct person *p, const struct name_shape *s) {
    bool has_with = s->o->with.p != NULL;
    unsigned level = s->level;
    if (!s->is_short && level == 0) {
        level = 1;
    }
    if (level == 0) {
        return RICH_EMPTY;
    }
    if (has_with && !p->family_first && level == 1) {
        return initials_of(x, p, s->o);
    }
    return p->given;
}

static void add_text(struct ctx *x, struct run *parent, const struct csl_node *part,
                     struct rich text) {
    if (text.text.n == 0) {
        return;
    }
    struct run *into = parent;
    if (part && (!fmt_empty(&part->fmt) || part->text_case)) {
        into = csl_run_group(x->a);
        into->fmt = part->fmt;
        csl_run_append(parent, into);
    }
    csl_run_rich(x->a, x->l, into, text, 0);
    if (part && part->text_case) {
        csl_run_text_case(x->a, into, (enum text_case)part->text_case, x->l->lang);
    }
}

static bool ends_joined(struct str s) {
    return ends_joint(s) || str_ends(s, STR(" "));
}

static void add_space(struct ctx *x, struct run *r, struct str before) {
    if (r->first && !ends_joined(before)) {
        csl_run_text(x->a, r, STR(" "), RUN_AFFIX);
    }
}

/** Adds the space between a particle and the name. In French, Russian and Czech it is a no-break
 * space. */
static void add_particle_space(struct ctx *x, struct run *r, struct str particle) {
    struct str lang = str_slice(x->l->lang, 0, 2);
    bool fixed = str_is(lang, "fr") || str_is(lang, "ru") || str_is(lang, "cs");
    if (!ends_joined(particle)) {
        csl_run_text(x->a, r, fixed ? STR("\xC2\xA0") : STR(" "), RUN_AFFIX);
    }
}

static void add_affix(struct ctx *x, struct run *r, struct str affix) {
    csl_run_text(x->a, r, affix, RUN_AFFIX);
}

/** Removes full stops from a suffix. If initials have none, the suffix has none either: "Jr". */
static struct str without_periods(void *user, struct arena *a, struct str piece) {
    (void)user;
    return arena_without(a, piece, ".");
}

static struct rich suffix_text(struct ctx *x, const struct person *p, const struct name_shape *s) {
    bool stops = !s->o->with.p || str_index(s->o->with, '.') != STR_NONE;
    return stops ? p->suffix : rich_map(x->a, p->suffix, without_periods, NULL);
}

/** Whether the suffix is shown: with a given name, or in the long form of a name without one ("Pius
 * XII"). */
static bool shows_suffix(const struct person *p, struct rich given, const struct name_shape *s) {
    return p->suffix.text.n && (given.text.n || (p->given.text.n == 0 && !s->is_short));
}

/** Renders the order "given dropping non-dropping family suffix". The affixes of the family name
 * are around the name with its particles. */
static void render_plain(struct ctx *x, struct run *r, const struct person *p, struct rich given,
                         const struct name_shape *s) {
    if (given.text.n) {
        add_affix(x, r, s->given ? s->given->prefix : STR_EMPTY);
        add_text(x, r, s->given, given);
        add_affix(x, r, s->given ? s->given->suffix : STR_EMPTY);
        add_space(x, r, STR_EMPTY);
    }
    add_affix(x, r, s->family ? s->family->prefix : STR_EMPTY);
    if (given.text.n && p->dropping.text.n) {
        add_text(x, r, s->given, p->dropping);
        add_particle_space(x, r, p->dropping.text);
    }
    if (p->non_dropping.text.n) {
        add_text(x, r, s->family, p->non_dropping);
        add_particle_space(x, r, p->non_dropping.text);
    }
    add_text(x, r, s->family, p->family);
    if (shows_suffix(p, given, s)) {
        csl_run_text(x->a, r, p->comma_suffix ? STR(", ") : STR(" "), RUN_AFFIX);
        add_text(x, r, NULL, suffix_text(x, p, s));
    }
    add_affix(x, r, s->family ? s->family->suffix : STR_EMPTY);
}

/** Renders the order "non-dropping family, given dropping, suffix". A demoted particle comes after
 * the given name. */
static void render_inverted(struct ctx *x, struct run *r, const struct person *p, struct rich given,
                            const struct name_shape *s) {
    enum demote demote = x->c->style->demote;
    /* without a given name, the short form keeps its particle in front ("van Gogh"), except in sort
     * keys */
    bool is_short = s->is_short && given.text.n == 0 && !s->sorting;
    bool demoted =
        p->non_dropping.text.n && !is_short &&
        (demote == DEMOTE_DISPLAY_AND_SORT || (demote == DEMOTE_SORT_ONLY && s->sorting));
    struct str separator = s->o->set & NAME_SET_SEPARATOR ? s->o->separator : STR(", ");
    add_affix(x, r, s->family ? s->family->prefix : STR_EMPTY);
    if (!demoted && p->non_dropping.text.n) {
        add_text(x, r, s->family, p->non_dropping);
        add_particle_space(x, r, p->non_dropping.text);
    }
    add_text(x, r, s->family, p->family);
    add_affix(x, r, s->family ? s->family->suffix : STR_EMPTY);
    if (given.text.n || demoted) {
        add_affix(x, r, separator);
        add_affix(x, r, s->given ? s->given->prefix : STR_EMPTY);
        add_text(x, r, s->given, given);
        if (p->dropping.text.n) {
            add_space(x, r, STR_EMPTY);
            add_text(x, r, s->given, p->dropping);
        }
        if (demoted) {
            add_space(x, r, p->dropping.text);
            add_text(x, r, s->family, p->non_dropping);
        }
        add_affix(x, r, s->given ? s->given->suffix : STR_EMPTY);
    }
    if (shows_suffix(p, given, s)) {
        add_affix(x, r, separator);
        add_text(x, r, NULL, suffix_text(x, p, s));
    }
}

struct run *csl_person_render(struct ctx *x, struct person *p, const struct name_shape *s) {
    struct run *r = csl_run_group(x->a);
    r->flags = RUN_NAME | (p->highlight ? RUN_HIGHLIGHT : 0);
    if (p->literal.text.n) {
        /* the affixes of the family name are only for persons */
        add_text(x, r, s->family, p->literal);
        return r;
    }
    struct rich given = given_text(x, p, s);
    if (p->family_first) {
        struct rich shown = s->is_short && s->level == 0 ? RICH_EMPTY : p->given;
        add_text(x, r, s->family, p->family);
        if (has_latin(shown.text)) { /* only a name in Latin script has a space between its parts */
            add_space(x, r, STR_EMPTY);
        }
        add_text(x, r, s->given, shown);
    } else if (p->static_order) {
        add_text(x, r, s->family, p->family);
        if (given.text.n) {
            add_space(x, r, STR_EMPTY);
            add_text(x, r, s->given, given);
        }
    } else if (s->inverted) {
        render_inverted(x, r, p, given, s);
    } else {
        render_plain(x, r, p, given, s);
    }
    return r;
}
