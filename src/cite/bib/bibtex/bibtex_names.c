/* SPDX-License-Identifier: MIT */
/*
 * Name lists of BibTeX and biblatex: separates the names, and splits each name into given names,
 * particles, family name and suffix ("Tame the BeaST", section 11; biblatex manual 2.3.3, and 3.4
 * for extended names).
 *
 * There is one deviation from BibTeX. If a name consists only of lower-case words ("danah boyd")
 * and does not begin with a known particle, it has no particle; in BibTeX "danah" would be one.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_BIB_NAME);

struct names_reader {
    struct arena *a;
    struct str value;
    struct span span;
    struct diags *d;
    struct bibtex_name_options options;
};

static struct span place(const struct names_reader *r, struct str part) {
    bool aligned = r->span.src && r->span.end - r->span.begin == r->value.n && part.n;
    if (!aligned) {
        return r->span;
    }
    size_t at = r->span.begin + (size_t)(part.p - r->value.p);
    return span_make(r->span.src, at, at + part.n);
}

/** Replaces ties. In names they are blanks. */
static struct str untie(void *user, struct arena *a, struct str piece) {
    (void)user;
    return arena_spaced(a, piece);
}

/** Returns the rich text of a part of a name. */
static struct rich decode(const struct names_reader *r, struct str part) {
    part = str_trim(part);
    struct rich rich = tex_to_rich(r->a, part, TEX_LIGATURES, place(r, part), r->d);
    return rich_trim(r->a, rich_map(r->a, rich, untie, NULL));
}

static void set_part(const struct names_reader *r, struct item_name *nm, enum item_name_part part,
                     struct str text) {
    item_name_set(r->a, nm, part, decode(r, text));
}

static struct str with_initials(void *user, struct arena *a, struct str piece) {
    (void)user;
    return bib_part_initials(a, piece);
}

static void set_given(const struct names_reader *r, struct item_name *nm, struct str text) {
    item_name_set(r->a, nm, ITEM_NAME_GIVEN, rich_map(r->a, decode(r, text), with_initials, NULL));
}

/** Whether a single group is the whole text: {CERN}, but not {CERN} and {ITER}. */
static bool is_one_group(struct str s) {
    return s.n > 1 && s.p[0] == '{' && bibtex_group_end(s, 0) == s.n && s.p[s.n - 1] == '}';
}

/* ---- case of a word, as BibTeX decides it ---- */

/** Whether a command is a letter, such as \ae. The case of its name is the case of the letter. */
static bool is_letter_command(struct str name) {
    return str_iamong(name, "i j o l aa ae oe ss dh dj th ng");
}

/** Returns the case of a special character `{\...}` or of a command: the case of its base letter.
 * If the command itself is a letter (`\ae`), returns the case of its name. */
static int special_case(struct str s, size_t at) {
    for (size_t i = at; i < s.n; i++) {
        if (s.p[i] == '\\') {
            size_t begin = i + 1, end = str_past(s, begin, is_alpha);
            if (is_letter_command(str_slice(s, begin, end))) {
                return is_lower(s.p[begin]) ? -1 : 1;
            }
            i = end > begin ? end - 1 : begin;
        } else if (is_alpha(s.p[i])) {
            return is_lower(s.p[i]) ? -1 : 1;
        }
    }
    return 0;
}

/** Returns the case of a word: of its first letter outside of braces. -1: lower case; 1: not lower
 * case; 0: the word has no letter. */
static int word_case(struct str w) {
    for (size_t i = 0; i < w.n;) {
        char c = w.p[i];
        if (c == '{') {
            if (i + 1 < w.n && w.p[i + 1] == '\\') {
                return special_case(str_slice(w, 0, bibtex_group_end(w, i)), i + 1);
            }
            i = bibtex_group_end(w, i);
            continue;
        }
        if (c == '\\') {
            return special_case(w, i);
        }
        uint32_t cp = utf8_next(w, &i);
        if (cp < 0x80 ? is_alpha((char)cp) : unicode_is_letter(cp)) {
            return (cp < 0x80 ? is_lower((char)cp) : unicode_is_lower(cp)) ? -1 : 1;
        }
    }
    return 0;
}

static bool is_particle(struct str w) {
    if (str_among(w,
                  "af al av da dal dalla das de del dela della den der des di do dos du el het la "
                  "las le les lo los op ten ter van vom von y zu zum zur")) {
        return true;
    }
    if (w.n && w.p[w.n - 1] == '.') {
        /* single letters as in "e. e." are initials, but "v." and "d." are particles */
        return str_is(w, "v.") || str_is(w, "d.");
    }
    return w.n < 3 || w.p[0] == '\'' || w.p[0] == '`';
}

/* ---- words and parts ---- */

static void split_words(struct str s, str_list *out) {
    for (size_t i = 0; i < s.n;) {
        if (is_space(s.p[i]) || s.p[i] == '~') {
            i++;
            continue;
        }
        size_t begin = i;
        while (i < s.n && !is_space(s.p[i]) && s.p[i] != '~') {
            if (s.p[i] == '\\' && i + 1 < s.n) {
                bool accent = s.p[i + 1] == '~' || is_space(s.p[i + 1]);
                i += accent ? 2 : 1;
                /* in `\v s` and `\c c` the blank is a part of the command */
                while (!accent && i < s.n && is_alpha(s.p[i])) {
                    i++;
                }
                if (!accent && i < s.n && s.p[i] == ' ' && is_alpha(s.p[i - 1]) &&
                    s.p[i - 2] == '\\') {
                    i++;
                }
            } else {
                i = s.p[i] == '{' ? bibtex_group_end(s, i) : i + 1;
            }
        }
        vec_push(out, str_slice(s, begin, i < s.n ? i : s.n));
    }
}

/** Returns the text from the first byte of word `from` to the last byte of word `to` - 1. */
static struct str join_words(const str_list *w, size_t from, size_t to) {
    if (from >= to) {
        return STR_EMPTY;
    }
    const char *begin = w->p[from].p, *end = w->p[to - 1].p + w->p[to - 1].n;
    return (struct str){begin, (size_t)(end - begin)};
}

static void set_particle(const struct names_reader *r, struct item_name *nm, struct str von) {
    if (von.n && r->options.use_prefix) {
        set_part(r, nm, ITEM_NAME_NON_DROPPING_PARTICLE, von);
    } else if (von.n) {
        set_part(r, nm, ITEM_NAME_DROPPING_PARTICLE, von);
    }
}

/** Reads the given names after the comma. Particles at their end ("Beethoven, Ludwig van") are
 * particles of the family name. */
static void read_given(const struct names_reader *r, struct str s, struct item_name *nm) {
    str_list w = VEC_INIT;
    split_words(s, &w);
    size_t end = w.n;
    while (end > 1 && word_case(w.p[end - 1]) < 0 && is_particle(w.p[end - 1])) {
        end--;
    }
    bool has_particle = nm->dropping_particle.n || nm->non_dropping_particle.n;
    if (has_particle || end == 0) {
        end = w.n;
    }
    set_given(r, nm, join_words(&w, 0, end));
    if (end < w.n) {
        set_part(r, nm, ITEM_NAME_DROPPING_PARTICLE, join_words(&w, end, w.n));
    }
    vec_drop(&w);
}

/** Reads a name without commas: "Ludwig van Beethoven". */
static void read_plain(const struct names_reader *r, struct str s, struct item_name *nm) {
    str_list w = VEC_INIT;
    split_words(s, &w);
    size_t first = w.n, last = 0, lower = 0;
    for (size_t i = 0; i + 1 < w.n; i++) {
        if (word_case(w.p[i]) < 0) {
            first = first == w.n ? i : first;
            last = i + 1;
            lower++;
        }
    }
    bool all_lower =
        w.n > 1 && lower == w.n - 1 && word_case(w.p[w.n - 1]) < 0 && !is_particle(w.p[0]);
    if (last == 0 || all_lower) {
        first = last = w.n ? w.n - 1 : 0;
    }
    set_given(r, nm, join_words(&w, 0, first));
    set_particle(r, nm, join_words(&w, first, last));
    set_part(r, nm, ITEM_NAME_FAMILY, join_words(&w, last, w.n));
    vec_drop(&w);
}

/** Reads the part before the first comma: "von der Leyen". Its first words in lower case are
 * particles. */
static void read_family(const struct names_reader *r, struct str s, struct item_name *nm) {
    str_list w = VEC_INIT;
    split_words(s, &w);
    size_t last = 0;
    while (last + 1 < w.n && word_case(w.p[last]) < 0) {
        last++;
    }
    set_particle(r, nm, join_words(&w, 0, last));
    set_part(r, nm, ITEM_NAME_FAMILY, join_words(&w, last, w.n));
    vec_drop(&w);
}

/** Splits a text at commas outside of braces. Returns the number of parts; at most `max` parts are
 * stored. */
static size_t split_commas(struct str s, struct str *parts, size_t max) {
    size_t n = 0, begin = 0;
    for (size_t i = 0; i <= s.n;) {
        if (i < s.n && s.p[i] == '{') {
            i = bibtex_group_end(s, i);
            continue;
        }
        if (i < s.n && s.p[i] == '\\' && i + 1 < s.n) {
            i += 2;
            continue;
        }
        if (i >= s.n || s.p[i] == ',') {
            if (n < max) {
                parts[n] = str_trim(str_slice(s, begin, i));
            }
            n++;
            begin = i + 1;
        }
        i++;
    }
    return n;
}

/* ---- extended names: family=Berg, given=Jan, prefix=van den, useprefix=true ---- */

/** Whether a name begins with `key=`, as do extended names (`family=...` or `useprefix=true,
 * family=...`) and options of the whole list. */
static bool is_extended(struct str s) {
    struct str rest = s, key = str_trim(str_cut(&rest, '='));
    for (size_t i = 0; i < key.n; i++) {
        if (!is_alpha(key.p[i]) && key.p[i] != '-') {
            return false;
        }
    }
    return rest.p && key.n;
}

static struct str unbrace(struct str s) {
    s = str_trim(s);
    if (s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"') {
        return str_slice(s, 1, s.n - 1);
    }
    return is_one_group(s) ? str_slice(s, 1, s.n - 1) : s;
}

static void read_extended(const struct names_reader *r, struct str s, struct item_name *nm) {
    struct str parts[12];
    size_t n = split_commas(s, parts, ARRAY_LEN(parts));
    struct str prefix = STR_EMPTY;
    struct names_reader own = *r;
    for (size_t i = 0; i < n && i < ARRAY_LEN(parts); i++) {
        struct str value = parts[i], key = str_trim(str_cut(&value, '='));
        value = unbrace(value);
        if (str_ieq(key, STR("family"))) {
            set_part(r, nm, ITEM_NAME_FAMILY, value);
        } else if (str_ieq(key, STR("given"))) {
            set_part(r, nm, ITEM_NAME_GIVEN, value);
        } else if (str_ieq(key, STR("suffix"))) {
            set_part(r, nm, ITEM_NAME_SUFFIX, value);
        } else if (str_ieq(key, STR("prefix"))) {
            prefix = value;
        } else if (str_ieq(key, STR("useprefix"))) {
            own.options.use_prefix = str_ieq(value, STR("true"));
        }
    }
    set_particle(&own, nm, prefix);
}

/* ---- marks of equal contribution: Doe*, Jane or Jane Doe\textsuperscript{†} ---- */

static const struct str mark_chars[] = {
    STR_INIT("*"), STR_INIT("†"), STR_INIT("‡"), STR_INIT("§"), STR_INIT("¶"), STR_INIT("‖"),
    STR_INIT("∗"), STR_INIT("⋆"), STR_INIT("#"), STR_INIT("&"), STR_INIT("^"),
};

static size_t mark_before(struct str s) {
    if (s.n && is_alnum(s.p[s.n - 1])) { /* no mark ends so */
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(mark_chars); i++) {
        if (str_ends(s, mark_chars[i])) {
            return mark_chars[i].n;
        }
    }
    return 0;
}

/** Returns the start of the raised text at the end of a part, or STR_NONE. */
static size_t raised_end(struct rich part) {
    for (size_t i = 0; part.marks && i < part.marks->n; i++) {
        const struct rich_span *s = &part.marks->spans[i];
        if (s->kind == RICH_SUP && s->end == part.text.n) {
            return s->begin;
        }
    }
    return STR_NONE;
}

/** Removes marks, raised or not, from the end of a part of a name and returns them. The rest of the
 * part loses its fonts, because names in CSL have none. */
static struct str take_marks(const struct names_reader *r, struct item_name *nm,
                             enum item_name_part which) {
    struct rich part = item_name_part(nm, which);
    for (;;) {
        size_t n = part.text.n, at = raised_end(part);
        bool raised = at != STR_NONE;
        if (!raised) {
            at = n - mark_before(part.text);
        }
        if (!raised && (at == n || at == 0)) {
            return tex_rich_plain(r->a, part);
        }
        struct str mark = str_from(part.text, at);
        part = rich_trim(r->a, rich_slice(r->a, part, 0, at));
        if (raised || !str_is(mark, "^")) {
            nm->note = arena_join(r->a, 2, mark, nm->note);
        }
    }
}

/* ---- one name, a list ---- */

static struct item_name read_name(const struct names_reader *r, struct str s) {
    struct item_name nm = {.literal = STR_EMPTY};
    if (str_ieq(s, STR("others"))) {
        nm.others = true;
        return nm;
    }
    if (is_one_group(s)) {
        nm.literal = tex_rich_plain(r->a, decode(r, str_slice(s, 1, s.n - 1)));
        return nm;
    }
    if (is_extended(s)) {
        read_extended(r, s, &nm);
    } else {
        struct str parts[3];
        size_t n = split_commas(s, parts, ARRAY_LEN(parts));
        if (n == 1) {
            read_plain(r, parts[0], &nm);
        } else {
            read_family(r, parts[0], &nm);
            read_given(r, parts[n == 2 ? 1 : 2], &nm);
            if (n > 2) {
                set_part(r, &nm, ITEM_NAME_SUFFIX, parts[1]);
            }
            nm.comma_suffix = nm.suffix.n && r->options.junior_comma;
        }
        if (n > 3 && r->d) {
            struct diag *g =
                diag_add(r->d, DIAG_BIB_NAME, place(r, s), "this name has too many commas");
            diag_hint(r->d, g, "write `von Family, Jr, Given`, and ` and ` between names");
        }
    }
    item_name_set(r->a, &nm, ITEM_NAME_FAMILY, rich_of(take_marks(r, &nm, ITEM_NAME_FAMILY)));
    item_name_set(r->a, &nm, ITEM_NAME_GIVEN, rich_of(take_marks(r, &nm, ITEM_NAME_GIVEN)));
    if (nm.family.n == 0 && nm.given.n) {
        nm.family = nm.given;
        nm.given = STR_EMPTY;
    }
    return nm;
}

size_t bibtex_next_and_word(struct str s, size_t at, size_t *behind) {
    for (size_t i = at; i < s.n;) {
        if (s.p[i] == '{') {
            i = bibtex_group_end(s, i);
            continue;
        }
        bool before = i == 0 || is_space(s.p[i - 1]) || s.p[i - 1] == '}';
        if (before && i + 3 <= s.n && str_ieq(str_slice(s, i, i + 3), STR("and")) &&
            (i + 3 == s.n || is_space(s.p[i + 3]) || s.p[i + 3] == '{')) {
            *behind = i + 3;
            return i;
        }
        i++;
    }
    *behind = s.n;
    return s.n;
}

/** Removes "et al." from the end of a name. It has the meaning of ` and others`. */
static bool cut_et_al(struct str *s) {
    static const struct str forms[] = {STR_INIT("et al."), STR_INIT("et al"), STR_INIT("et~al.")};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        size_t n = forms[i].n;
        if (str_ends(*s, forms[i]) &&
            (s->n == n || is_space(s->p[s->n - n - 1]) || s->p[s->n - n - 1] == ',')) {
            *s = str_trim(str_slice(*s, 0, s->n - n));
            while (s->n && s->p[s->n - 1] == ',') {
                *s = str_trim(str_slice(*s, 0, s->n - 1));
            }
            return true;
        }
    }
    return false;
}

struct item_names bibtex_names(struct arena *a, struct str value, struct span span,
                               struct bibtex_name_options options, struct diags *d) {
    struct names_reader r = {.a = a, .value = value, .span = span, .d = d, .options = options};
    VEC(struct item_name) list = VEC_INIT;
    bool more = str_trim(value).n > 0;
    for (size_t at = 0; more;) {
        size_t behind, end = bibtex_next_and_word(value, at, &behind);
        struct str s = str_trim(str_slice(value, at, end));
        more = behind > end; /* an `and` is here, so a name follows */
        if (s.n) {
            bool et_al = cut_et_al(&s);
            struct item_name nm = s.n ? read_name(&r, s) : (struct item_name){.others = true};
            if (nm.others || nm.literal.n || nm.family.n) {
                vec_push(&list, nm);
            }
            if (et_al && !nm.others) {
                vec_push(&list, (struct item_name){.others = true});
            }
        } else if (d) {
            struct diag *g = diag_add(d, DIAG_BIB_NAME, span, "there is no name beside an `and`");
            diag_hint(d, g, "remove the `and` that is too many");
        }
        at = behind;
    }
    struct item_names out = {vec_finish(&list, a), list.n};
    return out;
}

/* ---- annotations: author+an = {1=highlight; 2=equal} (biblatex manual 3.7) ---- */

/** Whether an annotation is a mark such as "*". Marks are printed after the name; words describe
 * the person and are not printed. */
static bool is_sign(struct str text) {
    size_t n = utf8_count(text);
    for (size_t i = 0; i < text.n; i++) {
        if (is_alpha(text.p[i]) || is_space(text.p[i])) {
            return false;
        }
    }
    return n > 0 && n <= 3;
}

/** Returns the mark to print for an annotation: the usual one for equal contributions and for
 * corresponding authors, or the annotation itself if it is a mark. */
static struct str mark_of(struct str text) {
    if (str_starts(text, STR("equal")) || str_is(text, "cofirst") || str_is(text, "joint")) {
        return STR("*");
    }
    return str_starts(text, STR("corresp")) ? STR("†") : is_sign(text) ? text : STR_EMPTY;
}

static void annotate(struct arena *a, struct item_name *nm, struct str text) {
    if (str_iamong(text, "highlight self me owner bold myself")) {
        nm->highlight = true;
        return;
    }
    struct str mark = mark_of(text);
    if (mark.n && str_find(nm->note, mark) == STR_NONE) {
        nm->note = nm->note.n ? arena_join(a, 3, nm->note, STR(","), mark) : mark;
    }
    if (text.n && !is_sign(text)) {
        nm->words = nm->words.n ? arena_join(a, 3, nm->words, STR(" "), text) : text;
    }
}

void bibtex_annotate(struct arena *a, struct item_names names, struct str annotation) {
    struct str rest = annotation;
    while (rest.p) {
        struct str what = str_cut(&rest, ';'), where = str_trim(str_cut(&what, '='));
        struct str part = where;
        where = str_trim(str_cut(&part, ':'));
        int64_t i;
        if (!what.p || !str_to_i64(where, &i) || i < 1 || (uint64_t)i > names.n) {
            continue;
        }
        while (what.p) {
            annotate(a, &names.p[i - 1], unbrace(str_cut(&what, ',')));
        }
    }
}
