/* SPDX-License-Identifier: MIT */
/* Rewrites MyST's roles, `{name}` with code after it: citations, references by number, formatted
 * text. Also rewrites links with numbers, `[Figure %s](#label)`, and substitutions, `{{ name }}`.
 */
#include "core/base/word_list.h"
#include "read/expand/myst.h"

#include <stdlib.h>

/* maximum length of a role, a link or code, in bytes; it bounds the search for the end */
#define LONGEST 4000

enum act { ROLE_AROUND, ROLE_CITE, ROLE_CODE, ROLE_LINK, ROLE_NUMBER, ROLE_RAISED, ROLE_UNIT };

static const struct role_row {
    const char *name;
    enum act act;
    const char *before, *behind;
} rows[] = {
#define DIRECTIVE(name, act, text)
#define ROLE(name, act, before, behind) {name, ROLE_##act, before, behind},
#include "read/expand/myst.def"
#undef DIRECTIVE
#undef ROLE
};

static const struct role_row *row_named(struct str name) {
    return bsearch(&name, rows, ARRAY_LEN(rows), sizeof rows[0], str_order_z);
}

bool expand_myst_role(struct str name) {
    return row_named(name) != NULL;
}

/** A role and its content, which is `text <target>` or one text. */
struct role {
    const struct role_row *row;
    struct str text, target; /* without `<target>`, both are the whole content */
    bool both;
    struct span at;
};

/** Writes a citation. Its keys are separated by commas or semicolons, and `{see}key{p. 3}` has text
 * around a key. */
static void put_keys(struct myst *m, const struct role *r) {
    struct str rest = r->text;
    bool text = str_is(str_of(r->row->before), "@"), tex = r->row->before[0] == '\\', first = true;
    while (rest.n) {
        size_t n = 0;
        int depth = 0;
        while (n < rest.n && (depth > 0 || (rest.p[n] != ',' && rest.p[n] != ';'))) {
            depth += rest.p[n] == '{';
            depth -= rest.p[n] == '}';
            n++;
        }
        struct str key = str_trim(str_slice(rest, 0, n)), before = STR_EMPTY, behind = STR_EMPTY;
        rest = str_from(rest, n + (n < rest.n));
        size_t close = str_starts(key, STR("{")) ? str_index(key, '}') : STR_NONE;
        if (close != STR_NONE) {
            before = str_slice(key, 1, close);
            key = str_from(key, close + 1);
        }
        size_t open = str_index(key, '{');
        if (open != STR_NONE && str_ends(key, STR("}"))) {
            behind = str_slice(key, open + 1, key.n - 1);
            key = str_slice(key, 0, open);
        }
        if (!key.n) {
            continue;
        }
        struct str open_with = str_of(r->row->before);
        size_t sign = open_with.n && !tex ? str_index(open_with, '@') : 0;
        expand_myst_put(m,
                        first ? str_slice(open_with, 0, tex ? open_with.n : sign)
                        : tex ? STR(",")
                              : STR("; "),
                        r->at);
        expand_myst_put3(m, "", before, before.n ? " " : "", r->at);
        expand_myst_put3(m, tex ? "" : "@", key, "", r->at);
        if (behind.n) {
            expand_myst_put3(m, text ? " [" : ", ", behind, text ? "]" : "", r->at);
        }
        first = false;
    }
    expand_myst_put(m, first ? STR_EMPTY : str_of(r->row->behind), r->at);
}

/** Writes a text in which `%s` and `{number}` become the number of the target, and `{name}` its
 * title. Returns false, and writes nothing, if the text has none of them. */
static bool put_numbered(struct myst *m, struct str text, struct str label, struct span at) {
    static const char *const signs[][2] = {
        {"%s", "\\ref{"}, {"{number}", "\\ref{"}, {"{name}", "\\nameref{"}};
    bool any = false;
    for (size_t i = 0, from = 0; i <= text.n; i++) {
        for (size_t k = 0; k < ARRAY_LEN(signs) && i < text.n; k++) {
            struct str sign = str_of(signs[k][0]);
            if (str_starts(str_from(text, i), sign)) {
                expand_myst_put(m, str_slice(text, from, i), at);
                expand_myst_put3(m, signs[k][1], expand_myst_label(m, label), "}", at);
                from = i + sign.n;
                any = true;
            }
        }
        if (i == text.n && any) {
            expand_myst_put(m, str_from(text, from), at);
        }
    }
    return any;
}

static void put_reference(struct myst *m, const struct role *r) {
    if (!r->both) {
        expand_myst_put3(m, r->row->before, expand_myst_label(m, r->target), r->row->behind, r->at);
    } else if (!put_numbered(m, r->text, r->target, r->at)) {
        expand_myst_put3(m, "[", r->text, "]", r->at);
        expand_myst_put3(m, "(#", expand_myst_label(m, r->target), ")", r->at);
    }
}

/** Writes text between the two marks of the role. Spaces in raised text are escaped. */
static void put_around(struct myst *m, const struct role *r) {
    size_t open = str_is(str_of(r->row->name), "abbr") ? str_index(r->text, '(') : STR_NONE;
    if (open != STR_NONE && str_ends(r->text, STR(")"))) {
        expand_myst_put3(m, "<abbr title=\"", str_slice(r->text, open + 1, r->text.n - 1), "\">",
                         r->at);
        expand_myst_put3(m, "", str_trim(str_slice(r->text, 0, open)), "</abbr>", r->at);
        return;
    }
    expand_myst_put(m, str_of(r->row->before), r->at);
    for (struct str rest = r->text; rest.p;) {
        bool raised = r->row->act == ROLE_RAISED;
        expand_myst_put(m, raised ? str_cut(&rest, ' ') : rest, r->at);
        rest = raised ? rest : (struct str){NULL, 0};
        expand_myst_put(m, rest.p ? STR("\\ ") : STR_EMPTY, r->at);
    }
    expand_myst_put(m, str_of(r->row->behind), r->at);
}

static void put_role(struct myst *m, const struct role *r) {
    switch (r->row->act) {
    case ROLE_AROUND:
    case ROLE_CODE:
    case ROLE_RAISED:
        put_around(m, r);
        break;
    case ROLE_CITE:
        put_keys(m, r);
        break;
    case ROLE_LINK:
        expand_myst_put3(m, "[", r->text, "]", r->at);
        expand_myst_put3(m, "(<", r->target, ">)", r->at);
        break;
    case ROLE_NUMBER:
        put_reference(m, r);
        break;
    case ROLE_UNIT:
        expand_myst_put3(m, r->both ? "$\\SI{" : "$", r->text, r->both ? "}{" : "$", r->at);
        if (r->both) {
            expand_myst_put3(m, "", r->target, "}$", r->at);
        }
        break;
    }
}

/** Returns the offset of the next run of exactly `n` backticks, or STR_NONE. */
static size_t code_end(struct str s, size_t at, size_t n) {
    return str_find_run(str_slice(s, 0, at + LONGEST), at, '`', n);
}

/** Reads a role at `at`; returns the offset after it, or 0. */
static size_t read_role(struct myst *m, struct str s, size_t base, size_t at) {
    struct str name = expand_role_name(s, at);
    size_t open = at + name.n + 2, n = name.n ? str_run(s, open, '`') : 0;
    size_t close = n ? code_end(s, open + n, n) : STR_NONE;
    if (close == STR_NONE) {
        return 0;
    }
    struct role r = {.row = row_named(name),
                     .text = str_trim(str_slice(s, open + n, close)),
                     .at = span_make(m->src, base + at, base + close + n)};
    r.target = r.text;
    size_t less = str_ends(r.text, STR(">")) ? str_index(r.text, '<') : STR_NONE;
    if (less != STR_NONE && less > 0) {
        r.target = str_slice(r.text, less + 1, r.text.n - 1);
        r.text = str_trim(str_slice(r.text, 0, less));
        r.both = true;
    }
    if (r.row) {
        put_role(m, &r);
    } else {
        expand_myst_tell(m, "role", name, r.at, "is not known: its text is printed as code");
        source_put(&m->out, span_make(m->src, base + open, base + close + n));
    }
    return close + n;
}

/** Reads `[text %s](#label)` at `at`; returns the offset after it, or 0. */
static size_t read_link(struct myst *m, struct str s, size_t base, size_t at) {
    s = str_slice(s, 0, at + LONGEST);
    size_t close = str_find(str_from(s, at), STR("](#"));
    if (close == STR_NONE) {
        return 0;
    }
    struct str text = str_slice(s, at + 1, at + close);
    size_t from = at + close + 3, end = str_index(str_from(s, from), ')');
    if (end == STR_NONE || str_index(text, '\n') != STR_NONE || str_index(text, '[') != STR_NONE ||
        str_index(text, ']') != STR_NONE) {
        return 0;
    }
    bool any = put_numbered(m, text, str_slice(s, from, from + end),
                            span_make(m->src, base + at, base + from + end + 1));
    return any ? from + end + 1 : 0;
}

/** Reads `{{ name }}` of the front matter's `substitutions`; returns the offset after it, or 0. */
static size_t read_substitution(struct myst *m, struct str s, size_t base, size_t at) {
    size_t end = str_find(str_slice(s, at, at + LONGEST), STR("}}"));
    struct str name = end == STR_NONE ? STR_EMPTY : str_trim(str_slice(s, at + 2, at + end));
    if (!m->substitutions || !name.n || name.n > 200) {
        return 0;
    }
    const struct node *value = node_value(m->substitutions, name);
    if (!value) {
        return 0;
    }
    expand_myst_put(m, node_text(value), span_make(m->src, base + at, base + at + end + 2));
    return at + end + 2;
}

void expand_myst_inlines(struct myst *m, struct str s) {
    size_t at = s.n ? (size_t)(s.p - m->src->text.p) : 0, kept = 0;
    for (size_t i = 0; i < s.n;) {
        char c = s.p[i];
        size_t n = c == '`' ? str_run(s, i, '`') : 0, close = n ? code_end(s, i + n, n) : STR_NONE;
        if (c != '{' && c != '[') {
            i = close != STR_NONE ? close + n : i + (c == '\\' ? 2 : n ? n : 1);
            continue;
        }
        source_put(&m->out, span_make(m->src, at + kept, at + i));
        kept = i;
        bool two = c == '{' && i + 1 < s.n && s.p[i + 1] == '{';
        size_t after = two        ? read_substitution(m, s, at, i)
                       : c == '{' ? read_role(m, s, at, i)
                                  : read_link(m, s, at, i);
        i = after ? after : i + 1;
        kept = after ? after : kept;
    }
    source_put(&m->out, span_make(m->src, at + kept, at + s.n));
}

/* ---- formulas */

void expand_myst_math(struct myst *m, size_t at, struct str line, size_t next) {
    struct str s = str_trim_end(line);
    size_t open = str_after_last(s, '(');
    size_t behind = open > 0 ? str_trim_end(str_slice(s, 0, open - 1)).n : 0;
    if (open == 0 || s.p[s.n - 1] != ')' || behind < 2 ||
        !str_is(str_slice(s, behind - 2, behind), "$$")) {
        source_put(&m->out, span_make(m->src, at, next));
        return;
    }
    struct span here = span_make(m->src, at + open, at + s.n - 1);
    source_put(&m->out, span_make(m->src, at, at + behind - 2));
    expand_myst_put(m, STR("\\label{"), here);
    expand_myst_put(m, expand_myst_label(m, str_slice(s, open, s.n - 1)), here);
    expand_myst_put(m, STR("}\n$$\n"), here);
}

size_t expand_myst_dollars(struct str line) {
    size_t n = 0;
    for (size_t i = 0; i + 1 < line.n; i++) {
        bool two = line.p[i] == '$' && line.p[i + 1] == '$';
        n += two;
        i += two;
    }
    return n;
}
