/* SPDX-License-Identifier: MIT */
/*
 * Checks names as BibTeX reads them: separators between persons, suffixes, titles, digits and case.
 * The raw value of a field is examined, because a reader of names hides these faults by guessing.
 */
#include "cite/bib/check/check_internal.h"

#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

DIAG_USE(DIAG_CHECK_NAME_SEPARATOR);
DIAG_USE(DIAG_CHECK_NAME_SUFFIX);
DIAG_USE(DIAG_CHECK_NAME_TITLE);
DIAG_USE(DIAG_CHECK_NAME_CASE);
DIAG_USE(DIAG_CHECK_NAME_DIGITS);
DIAG_USE(DIAG_CHECK_NAME_ORDER);
DIAG_USE(DIAG_CHECK_NAME_TWICE);
DIAG_USE(DIAG_CHECK_NAME_OTHERS);
DIAG_USE(DIAG_CHECK_NAME_HOUSE);

/** One name of a list. */
struct raw_name {
    const struct bibtex_field *f;
    struct str text;
    struct str parts[4]; /* the parts of the name between its commas, trimmed */
    size_t commas;
    /* the name is the only one of its list, or the first of two whose second is a full name */
    bool alone;
};

static struct diag *report(struct bib_checker *c, const struct diag_rule *id,
                           const struct raw_name *n, const char *what) {
    size_t from = (size_t)(n->text.p - n->f->value.p);
    return diag_add(c->d, id, bib_check_place(n->f, from, from + n->text.n), "`%.*s`: %s",
                    STR_ARG(n->text), what);
}

static bool is_suffix(struct str s) {
    return str_iamong(s, "jr jr. sr sr. ii iii iv") && is_upper(s.p[0]);
}

/** Whether a text is one or more initials: "T.", "T. W.", "J.-P.". */
static bool is_initials(struct str s) {
    size_t letters = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (is_alpha(s.p[i])) {
            letters++;
            if (!is_upper(s.p[i]) || i + 1 == s.n || s.p[i + 1] != '.') {
                return false;
            }
        } else if (s.p[i] != '.' && s.p[i] != ' ' && s.p[i] != '-' && s.p[i] != '~') {
            return false;
        }
    }
    return letters > 0;
}

static bool is_of_case(struct str s, bool upper) {
    size_t letters = 0;
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] >= 0x80 || s.p[i] == '\\' ||
            (is_alpha(s.p[i]) && is_upper(s.p[i]) != upper)) {
            return false;
        }
        letters += is_alpha(s.p[i]);
    }
    return letters >= 3;
}

static bool is_braced(struct str s) {
    return s.n > 1 && s.p[0] == '{' && s.p[s.n - 1] == '}';
}

static struct str last_word(struct str s) {
    size_t at = s.n;
    while (at > 0 && !is_space(s.p[at - 1])) {
        at--;
    }
    return str_from(s, at);
}

static void check_suffix(struct bib_checker *c, const struct raw_name *n) {
    const struct str *p = n->parts;
    struct str last = last_word(n->text);
    if (n->commas == 2 && is_suffix(p[2]) && !is_suffix(p[1])) {
        struct diag *g =
            report(c, DIAG_CHECK_NAME_SUFFIX, n, "the suffix is the second part of a name");
        bib_check_correct(
            c, g, n->f, n->text,
            arena_printf(c->a, "%.*s, %.*s, %.*s", STR_ARG(p[0]), STR_ARG(p[2]), STR_ARG(p[1])));
        return;
    }
    bool joined = n->commas == 0 && is_suffix(last) && last.n < n->text.n;
    if (!joined && !(n->commas == 1 && is_suffix(p[1]))) {
        return;
    }
    struct str rest = joined ? str_trim(str_slice(n->text, 0, n->text.n - last.n)) : p[0];
    struct str family = last_word(rest), given = str_trim(str_slice(rest, 0, rest.n - family.n));
    struct diag *g =
        report(c, DIAG_CHECK_NAME_SUFFIX, n,
               joined ? "the suffix becomes the family name" : "the suffix becomes the given name");
    if (given.n && str_index(rest, '{') == STR_NONE) {
        diag_hint(c->d, g, "write `%.*s, %.*s, %.*s`", STR_ARG(family),
                  STR_ARG(joined ? last : p[1]), STR_ARG(given));
    }
}

/** Reports a title before a name, or a degree after it. */
static void check_title(struct bib_checker *c, const struct raw_name *n) {
    struct str rest = n->text, first = str_cut(&rest, ' '), last = last_word(n->text);
    bool before = str_among(first, "Dr. Dr Prof. Prof Professor") && rest.n;
    bool behind = last.n < n->text.n && str_among(last, "PhD Ph.D. Ph.D M.D. M.Sc. MSc");
    if (before || behind) {
        struct diag *g = report(c, DIAG_CHECK_NAME_TITLE, n,
                                "a title or degree is printed as a part of the name");
        diag_hint(c->d, g, "leave out `%.*s`", STR_ARG(before ? first : last));
    }
}

/** Reports a role in parentheses, and marks and addresses beside a name. Returns whether there is
 * one. */
static bool check_beside(struct bib_checker *c, const struct raw_name *n) {
    struct str last = last_word(n->text);
    size_t at = str_index(n->text, '@'), raised = str_index(n->text, '^');
    bool accent = raised != STR_NONE && raised > 0 && n->text.p[raised - 1] == '\\';
    bool role =
        str_iamong(last, "(ed.) (ed) (eds.) (eds) (editor) (editors) (hrsg.) (hg.) (trans.)");
    bool sign = last.p[last.n - 1] == '*' || str_ends(last, STR("†")) || str_ends(last, STR("‡"));
    bool mark = (raised != STR_NONE && !accent) || sign;
    bool orcid = str_find(n->text, STR("0000-000")) != STR_NONE;
    if (role) {
        struct diag *g =
            report(c, DIAG_CHECK_NAME_TITLE, n, "a role is printed as a part of the name");
        diag_hint(c->d, g, "leave out `%.*s`, and use the field `editor` or `translator`",
                  STR_ARG(last));
    } else if (orcid || (at != STR_NONE && str_index(str_from(n->text, at), '.') != STR_NONE)) {
        report(c, DIAG_CHECK_NAME_DIGITS, n,
               orcid ? "the ORCID is printed as a part of the name"
                     : "the address is printed as a part of the name");
    } else if (mark) {
        struct diag *g = report(c, DIAG_CHECK_NAME_DIGITS, n,
                                "a mark of a footnote is printed as a part of the name");
        diag_hint(c->d, g, "remove the mark");
    }
    return role || mark || orcid || at != STR_NONE;
}

/** Reports the name of an institution without braces, because BibTeX reads it as the name of a
 * person. */
static void check_house(struct bib_checker *c, const struct raw_name *n) {
    static const char words[] =
        "Organization Organisation University Institute Committee Council Consortium Ministry "
        "Department Foundation Association Society Commission Agency Corporation Collaboration "
        "Federation Secretariat Administration Laboratory Laboratories Observatory Parliament";
    struct str rest = n->text;
    size_t count = 0;
    bool found = false;
    if (str_index(n->text, '{') != STR_NONE) {
        return;
    }
    if (n->commas) {
        found =
            n->commas == 1 && str_iamong(n->parts[1], "inc inc. ltd ltd. llc gmbh plc corp corp.");
        count = found ? 2 : 0;
        rest = STR_EMPTY;
    }
    while (rest.n) {
        found = str_among(str_cut(&rest, ' '), words) || found;
        count++;
    }
    if (found && count > 1) {
        struct diag *g = report(c, DIAG_CHECK_NAME_HOUSE, n,
                                "an institution is read as a person with given and family names");
        bib_check_correct(c, g, n->f, n->text, arena_join(c->a, 3, STR("{"), n->text, STR("}")));
    }
}

static void check_digits(struct bib_checker *c, const struct raw_name *n) {
    struct str last = last_word(n->text);
    size_t digits = 0;
    while (digits < last.n && is_digit(last.p[last.n - digits - 1])) {
        digits++;
    }
    bool number = digits == 4 && last.n == 4 && last.p[0] == '0' && last.n < n->text.n;
    bool mark = digits && digits <= 2 && last.n > digits + 2 && n->text.n > last.n &&
                is_lower(last.p[last.n - digits - 1]);
    if (number) {
        struct diag *g =
            report(c, DIAG_CHECK_NAME_DIGITS, n,
                   "the number tells persons of one name apart in DBLP, and is printed");
        bib_check_correct(c, g, n->f, n->text, str_trim(str_slice(n->text, 0, n->text.n - 4)));
    } else if (mark) {
        struct diag *g = report(c, DIAG_CHECK_NAME_DIGITS, n,
                                "the digit is printed; probably it is a mark of a footnote");
        diag_hint(c->d, g, "remove the digit");
    }
}

static void check_case(struct bib_checker *c, const struct raw_name *n) {
    if (n->commas != 1) {
        return;
    }
    struct str family = n->parts[0], given = n->parts[1];
    if (is_of_case(family, true) && is_of_case(given, true) && family.n >= 4 &&
        str_index(given, '.') == STR_NONE && given.n >= 4) {
        report(c, DIAG_CHECK_NAME_CASE, n, "the name is in capitals throughout");
    } else if (is_of_case(family, false) && is_of_case(given, false)) {
        report(c, DIAG_CHECK_NAME_CASE, n, "the name is in small letters throughout");
    }
}

static bool is_plain_word(struct str w) {
    for (size_t i = 0; i < w.n; i++) {
        if (i == 0 ? !is_upper(w.p[i]) : !is_lower(w.p[i])) {
            return false;
        }
    }
    return w.n >= 3;
}

/** Whether a text is the name of a person in two plain words: "Tilda Marsh". */
static bool is_full_name(struct str s) {
    struct str rest = s, first = str_cut(&rest, ' ');
    return rest.p && is_plain_word(first) && is_plain_word(rest) &&
           !str_among(rest, "Office Ministry Department University Institute Council Committee "
                            "Board Commission Society Survey Press Museum Library Bureau Agency "
                            "Service Academy College School Government Group Team Consortium") &&
           !str_among(first, "United Great New National Royal Saint");
}

static void check_commas(struct bib_checker *c, const struct raw_name *n) {
    /* the reader of names reports more than two commas */
    if (n->commas == 2 && !is_suffix(n->parts[1]) && !is_suffix(n->parts[2]) &&
        !is_braced(n->parts[1]) && !str_iamong(n->parts[1], "phd ph.d. md m.d. esq. v vi")) {
        struct diag *g = report(c, DIAG_CHECK_NAME_SEPARATOR, n,
                                "what is after the second comma is read as the given name");
        diag_hint(c->d, g, "separate names with `and`");
    } else if (n->commas == 1 && n->alone && is_full_name(n->parts[0]) &&
               is_full_name(n->parts[1])) {
        struct diag *g = report(c, DIAG_CHECK_NAME_SEPARATOR, n,
                                "these are probably two names, and are read as one");
        diag_hint(c->d, g, "separate names with `and`");
    } else if (n->commas == 1 && is_initials(n->parts[0]) && n->parts[1].n > 2 &&
               is_plain_word(n->parts[1])) {
        struct diag *g = report(c, DIAG_CHECK_NAME_ORDER, n, "the initials become the family name");
        diag_hint(c->d, g, "the family name comes first: `%.*s, %.*s`", STR_ARG(n->parts[1]),
                  STR_ARG(n->parts[0]));
    }
}

/** Checks for semicolons, ampersands and slashes between names. */
static bool check_separator(struct bib_checker *c, const struct raw_name *n) {
    size_t semicolon = str_find(n->text, STR("; ")), sign = str_find(n->text, STR("& "));
    bool slash = str_find(n->text, STR(" / ")) != STR_NONE;
    bool entity = str_index(n->text, '&') != STR_NONE && semicolon != STR_NONE;
    bool house =
        str_iamong(last_word(n->text), "co co. inc inc. ltd ltd. llc sons company associates");
    const char *what = semicolon != STR_NONE && !entity ? "a semicolon does not separate names"
                       : sign != STR_NONE && sign > 1 && n->commas && !house
                           ? "an ampersand does not separate names"
                       : slash ? "a slash does not separate names"
                               : NULL;
    if (!what || str_index(n->text, '{') != STR_NONE) {
        return false;
    }
    struct diag *g = report(c, DIAG_CHECK_NAME_SEPARATOR, n, what);
    diag_hint(c->d, g, "separate names with `and`");
    return true;
}

/** Finds the parts of a name between its commas. */
static void split_name(struct raw_name *n) {
    size_t depth = 0, from = 0, part = 0;
    for (size_t i = 0; i <= n->text.n; i++) {
        char ch = i < n->text.n ? n->text.p[i] : ',';
        depth += ch == '{';
        depth -= ch == '}' && depth > 0;
        if (ch == ',' && depth == 0) {
            if (part < ARRAY_LEN(n->parts)) {
                n->parts[part] = str_trim(str_slice(n->text, from, i));
            }
            part++;
            from = i + 1;
        }
    }
    n->commas = part ? part - 1 : 0;
}

static void check_name(struct bib_checker *c, struct raw_name *n) {
    split_name(n);
    if (str_iamong(n->text, "et al al.") || str_ieq(n->text, STR("et al")) ||
        str_ieq(n->text, STR("et al."))) {
        struct diag *g = report(c, DIAG_CHECK_NAME_OTHERS, n, "BibTeX writes `others` for et al.");
        bib_check_correct(c, g, n->f, n->text, STR("others"));
        return;
    }
    if (n->text.n == 0 || is_braced(n->text) || str_index(n->text, '=') != STR_NONE ||
        check_beside(c, n) || str_index(n->text, '(') != STR_NONE || check_separator(c, n)) {
        return;
    }
    size_t al = n->text.n - (n->text.p[n->text.n - 1] == '.');
    if (al > 7 && str_ieq(str_slice(n->text, al - 6, al), STR(" et al"))) {
        struct diag *g =
            report(c, DIAG_CHECK_NAME_OTHERS, n, "BibTeX writes `and others` for et al.");
        struct str name = str_trim(str_slice(n->text, 0, al - 6));
        name = str_ends(name, STR(",")) ? str_trim(str_slice(name, 0, name.n - 1)) : name;
        bib_check_correct(c, g, n->f, n->text, arena_join(c->a, 2, name, STR(" and others")));
        return;
    }
    if (n->commas <= 2 && str_ends(n->text, STR(","))) {
        struct diag *g = report(c, DIAG_CHECK_NAME_SEPARATOR, n, "there is a comma at the end");
        struct str name = n->text;
        while (str_ends(name, STR(","))) {
            name = str_trim(str_slice(name, 0, name.n - 1));
        }
        if (name.n) {
            bib_check_correct(c, g, n->f, n->text, name);
        }
        return;
    }
    check_suffix(c, n);
    check_title(c, n);
    check_digits(c, n);
    check_case(c, n);
    check_commas(c, n);
    check_house(c, n);
}

static void check_twice(struct bib_checker *c, struct raw_name *list, size_t n) {
    for (size_t i = 1; i < n; i++) {
        for (size_t k = 0; k < i && i < 64; k++) {
            bool full = list[i].text.n >= 8 && str_index(list[i].text, '.') == STR_NONE;
            size_t comma = str_index(list[i].text, ',');
            full = full &&
                   (comma == STR_NONE ? is_full_name(list[i].text) : list[i].text.n - comma > 4);
            if (full && str_eq(list[i].text, list[k].text)) {
                report(c, DIAG_CHECK_NAME_TWICE, &list[i], "this name is there twice");
                return;
            }
        }
    }
}

/** Whether "and" is at a place, between blanks. */
static bool is_and(struct str s, size_t at) {
    return at > 0 && is_space(s.p[at - 1]) && at + 3 < s.n && is_space(s.p[at + 3]) &&
           str_ieq(str_slice(s, at, at + 3), STR("and"));
}

static void check_field(struct bib_checker *c, const struct bibtex_field *f) {
    struct raw_name list[64];
    size_t n = 0, from = 0, depth = 0;
    for (size_t i = 0; i <= f->value.n; i++) {
        char ch = i < f->value.n ? f->value.p[i] : 0;
        if (ch == '\\') {
            i++;
            continue;
        }
        depth += ch == '{';
        depth -= ch == '}' && depth > 0;
        if (n < ARRAY_LEN(list) && (i == f->value.n || (depth == 0 && is_and(f->value, i)))) {
            list[n++] = (struct raw_name){.f = f, .text = str_trim(str_slice(f->value, from, i))};
            from = i + 3;
        }
    }
    for (size_t i = 0; i < n; i++) {
        list[i].alone = n == 1 || (n == 2 && i == 0 && is_full_name(list[1].text));
        check_name(c, &list[i]);
        if (i + 1 < n && str_is(list[i].text, "others")) {
            struct diag *g = report(c, DIAG_CHECK_NAME_OTHERS, &list[i],
                                    "it means et al. only at the end of the list");
            diag_hint(c->d, g, "put `and others` behind the last name");
        }
    }
    check_twice(c, list, n);
}

void bib_check_names(struct bib_checker *c, const struct bib_entry *e) {
    for (size_t i = 0; i < e->fields.n; i++) {
        const struct bibtex_field *f = &e->fields.p[i];
        if (str_among(f->name, "author editor translator bookauthor") && bib_check_is_own(e, f)) {
            check_field(c, f);
        }
    }
}
