/* SPDX-License-Identifier: MIT */
/*
 * Raw commands that have a meaning on paper: page and line breaks, forced or suggested; LaTeX's
 * settings for following pages, their numbers and heads; the matters of a book. Other raw commands
 * are meant for other outputs; job/build reports them.
 */
#include "print/layout/set/setter.h"

#include "print/layout/style/units.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_BAD_LENGTH);

enum raw_meaning {
    RAW_OTHER,
    RAW_PAGE,
    RAW_CLEAR,
    RAW_CLEAR_DOUBLE,
    RAW_LINE,
    RAW_NO_PAGE,   /* \nopagebreak[2] */
    RAW_GOOD_PAGE, /* \goodbreak */
    RAW_FULL_PAGE, /* \filbreak */
    RAW_NEED,      /* \needspace{5\baselineskip} */
    RAW_FRONT,
    RAW_MAIN,
    RAW_BACK,
    RAW_NUMBERING, /* \pagenumbering{roman} */
    RAW_STYLE,     /* \pagestyle{empty} */
    RAW_THIS_STYLE,
    RAW_COUNTER /* \setcounter{page}{3} */
};

/** One command of raw TeX, or one whole raw piece of HTML. */
struct raw_word {
    enum raw_meaning meaning;
    struct str args[2];
};

static const struct raw_row {
    const char *text;
    enum raw_meaning meaning;
    size_t nargs;
    bool html;
} WORDS[] = {{"\\newpage", RAW_PAGE, 0, false},
             {"\\pagebreak", RAW_PAGE, 0, false},
             {"\\nopagebreak", RAW_NO_PAGE, 0, false},
             {"\\goodbreak", RAW_GOOD_PAGE, 0, false},
             {"\\filbreak", RAW_FULL_PAGE, 0, false},
             {"\\needspace*", RAW_NEED, 1, false},
             {"\\needspace", RAW_NEED, 1, false},
             {"\\clearpage", RAW_CLEAR, 0, false},
             {"\\cleardoublepage", RAW_CLEAR_DOUBLE, 0, false},
             {"\\frontmatter", RAW_FRONT, 0, false},
             {"\\mainmatter", RAW_MAIN, 0, false},
             {"\\backmatter", RAW_BACK, 0, false},
             {"\\pagenumbering", RAW_NUMBERING, 1, false},
             {"\\pagestyle", RAW_STYLE, 1, false},
             {"\\thispagestyle", RAW_THIS_STYLE, 1, false},
             {"\\setcounter", RAW_COUNTER, 2, false},
             {"\\newline", RAW_LINE, 0, false},
             {"\\\\", RAW_LINE, 0, false},
             {"<br>", RAW_LINE, 0, true},
             {"<br/>", RAW_LINE, 0, true},
             {"<br />", RAW_LINE, 0, true}};

/** Reads an argument in braces at `*at` and moves `*at` past it. Returns false if it is missing.
 */
static bool read_argument(struct str s, size_t *at, struct str *out) {
    size_t from = str_past(s, *at, is_space);
    size_t n = from < s.n && s.p[from] == '{' ? str_index(str_from(s, from), '}') : STR_NONE;
    if (n == STR_NONE) {
        return false;
    }
    *out = str_trim(str_slice(s, from + 1, from + n));
    *at = from + n + 1;
    return true;
}

/** Reads an option in brackets at `*at` and moves `*at` past it. */
static void read_option(struct str s, size_t *at, struct str *out) {
    size_t n = *at < s.n && s.p[*at] == '[' ? str_index(str_from(s, *at), ']') : STR_NONE;
    if (n != STR_NONE) {
        *out = str_trim(str_slice(s, *at + 1, *at + n));
        *at += n + 1;
    }
}

/** Whether the command of a row is at `at`, and is not only the start of a longer name. */
static bool stands_at(const struct raw_row *row, struct str s, size_t at, bool html) {
    struct str word = str_of(row->text);
    size_t end = at + word.n;
    if (row->html != html || end > s.n || !str_ieq(str_slice(s, at, end), word)) {
        return false;
    }
    return html ? end == s.n : !is_alpha(word.p[word.n - 1]) || end == s.n || !is_alpha(s.p[end]);
}

/** The next command of a raw piece; RAW_OTHER if it is unknown. */
static struct raw_word next_word(struct str s, size_t *at, bool html) {
    struct raw_word word = {.meaning = RAW_OTHER};
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        size_t end = *at + str_of(WORDS[i].text).n;
        if (!stands_at(&WORDS[i], s, *at, html)) {
            continue;
        }
        for (size_t k = 0; k < WORDS[i].nargs; k++) {
            if (!read_argument(s, &end, &word.args[k])) {
                return word;
            }
        }
        if (WORDS[i].meaning == RAW_PAGE || WORDS[i].meaning == RAW_NO_PAGE) {
            read_option(s, &end, &word.args[0]);
        }
        if (WORDS[i].meaning == RAW_COUNTER && !str_is(word.args[0], "page")) {
            return word;
        }
        word.meaning = WORDS[i].meaning;
        *at = str_past(s, end, is_space);
        return word;
    }
    return word;
}

bool set_shows_raw(const struct doc_node *n) {
    struct str s = str_trim(n->u.code.text);
    bool html = str_ieq(n->u.code.info, STR("html"));
    bool within_line = n->kind == DOC_RAW_INLINE;
    size_t at = 0;
    while (at < s.n) {
        enum raw_meaning meaning = next_word(s, &at, html).meaning;
        bool pages = meaning != RAW_LINE;
        if (meaning == RAW_OTHER || pages == within_line) {
            return false;
        }
    }
    return s.n > 0;
}

/* ---- pages ---- */

static void unknown(struct setter *s, const struct doc_node *n, const char *what, struct str name) {
    struct diag *g =
        diag_add(s->d, DIAG_UNKNOWN_VALUE, n->span, "no %s is called `%.*s`", what, STR_ARG(name));
    if (str_is(str_of(what), "page style")) {
        diag_hint(s->d, g, "page styles: plain, empty, headings, myheadings");
    } else {
        diag_hint(s->d, g, "forms of page numbers: arabic, roman, Roman, alph, Alph, gobble");
    }
}

static void set_numbering(struct setter *s, const struct doc_node *n, struct str name) {
    struct v_turn turn = {.numbers = true, .restart = 1};
    if (style_numbering(name, &turn.numbering)) {
        galley_turn(s->now.g, &turn);
    } else {
        unknown(s, n, "form of page numbers", name);
    }
}

static void set_style(struct setter *s, const struct doc_node *n, struct str name, bool this_page) {
    struct running room;
    struct v_turn turn = {.styles = !this_page};
    if (!style_running(s->style, name, RUNNING_PAGES, &room) && !str_is(name, "fancy")) {
        unknown(s, n, "page style", name);
        return;
    }
    /* the heads and feet of "fancy" are the document's own heads and feet, which have no name */
    name = str_is(name, "fancy") ? STR_EMPTY : name;
    turn.style = this_page ? STR_EMPTY : name;
    turn.this_style = this_page ? name : STR_EMPTY;
    galley_turn(s->now.g, &turn);
}

static void set_counter(struct setter *s, const struct doc_node *n, struct str value) {
    struct v_turn turn = {0};
    int64_t number = 0;
    if (!str_to_i64(value, &number) || number < 1 || number > 100000) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a page number",
                                  STR_ARG(value));
        diag_hint(s->d, g, "pages are counted from 1");
        return;
    }
    turn.restart = (int)number;
    galley_turn(s->now.g, &turn);
}

/** Suggests a break. The option from 0 to 3 selects LaTeX's \@lowpenalty, \@medpenalty or
 * \@highpenalty; without an option the penalty is `all`. */
static void set_wish(struct setter *s, struct str option, int32_t all) {
    static const int32_t STRENGTHS[] = {0, 51, 151, 301};
    int64_t n = -1;
    if (str_to_i64(option, &n) && n >= 0 && n < (int64_t)ARRAY_LEN(STRENGTHS)) {
        galley_penalty(s->now.g, all < 0 ? -STRENGTHS[n] : STRENGTHS[n]);
    } else {
        galley_penalty(s->now.g, all);
    }
}

/** Handles \needspace: the height `text` is a length, or a number of text lines given as a multiple
 * of `\baselineskip`. */
static void set_need(struct setter *s, const struct frame *f, const struct doc_node *n,
                     struct str text) {
    struct unit_base base = {s->style->em, s->style->ex, s->style->text_h};
    struct str line = STR("\\baselineskip"), count = text;
    int32_t lines = 1000;
    sp length = 0;
    bool good = false;
    if (str_ends(text, line)) {
        count = str_trim(str_slice(text, 0, text.n - line.n));
        good = count.n == 0 || unit_parse_factor(count, &lines);
        length = sp_scale(f->leading, lines, 1000);
    } else {
        good = unit_parse(text, &base, &length) == UNIT_OK;
    }
    if (good && length > 0) {
        galley_need(s->now.g, length);
    } else {
        (void)diag_add(s->d, DIAG_BAD_LENGTH, n->span, "`%.*s` is not a height", STR_ARG(text));
    }
}

static void set_word(struct setter *s, const struct doc_node *n, const struct raw_word *word,
                     const struct frame *f) {
    struct v_turn right = {.side = s->style->two_sided ? V_SIDE_RIGHT : V_SIDE_ANY};
    switch (word->meaning) {
    case RAW_CLEAR:
        galley_after_floats(s->now.g);
        galley_penalty(s->now.g, V_FORCE);
        break;
    case RAW_PAGE:
        set_wish(s, word->args[0], V_FORCE);
        break;
    case RAW_NO_PAGE:
        set_wish(s, word->args[0], V_NEVER);
        break;
    case RAW_GOOD_PAGE:
        galley_penalty(s->now.g, -500); /* the penalty of \goodbreak in plain TeX */
        break;
    case RAW_FULL_PAGE:
        galley_penalty(s->now.g, -200);
        break;
    case RAW_NEED:
        set_need(s, f, n, word->args[0]);
        break;
    case RAW_CLEAR_DOUBLE:
        galley_turn(s->now.g, &right);
        break;
    case RAW_FRONT:
        set_matter(s, DOC_MATTER_FRONT);
        break;
    case RAW_MAIN:
        set_matter(s, DOC_MATTER_MAIN);
        break;
    case RAW_BACK:
        set_matter(s, DOC_MATTER_BACK);
        break;
    case RAW_NUMBERING:
        set_numbering(s, n, word->args[0]);
        break;
    case RAW_STYLE:
    case RAW_THIS_STYLE:
        set_style(s, n, word->args[0], word->meaning == RAW_THIS_STYLE);
        break;
    case RAW_COUNTER:
        set_counter(s, n, word->args[1]);
        break;
    case RAW_OTHER:
    case RAW_LINE:
        break;
    }
}

void set_raw_block(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct str text = str_trim(n->u.code.text);
    size_t at = 0;
    if (!set_shows_raw(n)) {
        return;
    }
    if (s->style->notes == NOTES_CHAPTER && doc_matter_of(n) != DOC_MATTER_NONE) {
        /* before a new matter begins, the notes of the preceding chapter are set */
        set_end_notes(s, f);
    }
    while (at < text.n) {
        struct raw_word word = next_word(text, &at, false);
        set_word(s, n, &word, f);
    }
}

void set_raw_inline(struct inline_builder *b, const struct doc_node *n) {
    if (set_shows_raw(n)) {
        inline_newline(b);
    }
}
