/* SPDX-License-Identifier: MIT */
/*
 * Reads the page settings in `header-includes`, which are written in LaTeX: heads and feet of the
 * fancyhdr package, page styles, indents, spaces, ragged lines. They keep the look of documents
 * made for pandoc and LaTeX. model/tex reads macros for formulas. Other commands are ignored with a
 * note; TeX is not executed.
 */
#include "core/base/buf.h"
#include "core/base/word_list.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/units.h"

#include <string.h>

DIAG_USE(DIAG_UNSUPPORTED);

struct preamble {
    struct arena *arena;
    struct page_style *style;
    const struct node *node;
    struct diags *d;
    struct str text;
    size_t at;
    bool fancy_plain; /* \fancypagestyle{plain} has occurred */
    bool fancy;       /* \pagestyle{fancy} has occurred */
};

/* ---- reading ---- */

static void skip_space(struct preamble *p) {
    p->at = str_past(p->text, p->at, is_space);
}

/** Reads an argument up to its closing delimiter; groups inside must be balanced. Empty if no
 * argument begins here. */
static struct str argument(struct preamble *p, char open, char close) {
    size_t depth = 0;
    skip_space(p);
    if (p->at >= p->text.n || p->text.p[p->at] != open) {
        return STR_EMPTY;
    }
    size_t from = ++p->at;
    for (; p->at < p->text.n; p->at++) {
        char c = p->text.p[p->at];
        if (c == '\\' && p->at + 1 < p->text.n) {
            p->at++;
        } else if (c == close && depth == 0) {
            return str_slice(p->text, from, p->at++);
        } else if (c == '{') {
            depth++;
        } else if (c == '}' && depth > 0) {
            depth--;
        }
    }
    return str_from(p->text, from);
}

static struct str group(struct preamble *p) {
    return argument(p, '{', '}');
}

static struct str command_name(struct preamble *p) {
    size_t from = p->at;
    if (p->at < p->text.n && p->text.p[p->at] == '\\') {
        p->at++;
        p->at = str_past(p->text, p->at, is_alpha);
    }
    return str_slice(p->text, from, p->at);
}

/** Reads the name of a command: `{\parskip}` or `\parskip`. */
static struct str command_argument(struct preamble *p) {
    struct str g = group(p);
    return g.p ? str_trim(g) : command_name(p);
}

/* ---- texts of heads ---- */

struct mark {
    const char *command, *template;
};

/* Commands that become placeholders. Longer names come first. */
static const struct mark MARKS[] = {
    {"\\pageref*{LastPage}", "{pages}"},
    {"\\pageref{LastPage}", "{pages}"},
    {"\\rightmark", "{section}"},
    {"\\leftmark", "{chapter}"},
    {"\\thepage", "{page}"},
    {"\\thetitle", "{title}"},
    {"\\@title", "{title}"},
    {"\\@author", "{author}"},
    {"\\@date", "{date}"},
    {"\\today", "{date}"},
    {"\\textbackslash", "\\"},
    {"---", "\u2014"},
    {"--", "\u2013"},
    {"``", "\u201C"},
    {"''", "\u201D"},
    {"\\\\", " "},
    {"\\,", "\u202F"},
    {"\\ ", " "},
    {"\\&", "&"},
    {"\\%", "%"},
    {"\\_", "_"},
    {"\\#", "#"},
    {"\\$", "$"},
    {"~", "\u00A0"},
    {"`", "\u2018"},
    {"'", "\u2019"},
};

/** Converts the text of a head to a template. Font commands are removed; their arguments are
 * kept. */
static struct str template_of(struct preamble *p, struct str tex) {
    struct buf out;
    buf_init(&out, 4096);
    for (size_t i = 0; i < tex.n;) {
        struct str rest = str_from(tex, i);
        size_t k = 0;
        while (k < ARRAY_LEN(MARKS) && !str_starts(rest, str_of(MARKS[k].command))) {
            k++;
        }
        if (k < ARRAY_LEN(MARKS)) {
            buf_puts(&out, MARKS[k].template);
            i += str_of(MARKS[k].command).n;
        } else if (tex.p[i] == '\\') {
            i = str_past(tex, str_past(tex, i + 1, is_alpha), is_space);
        } else if (tex.p[i] == '{' || tex.p[i] == '}') {
            i++;
        } else {
            buf_putc(&out, is_space(tex.p[i]) ? ' ' : tex.p[i]);
            i++;
        }
    }
    return str_trim(buf_finish(&out, p->arena));
}

static struct running_line *line_of(struct preamble *p, enum running_kind kind, bool head) {
    struct running *run = &p->style->running[kind];
    return head ? &run->head : &run->foot;
}

static bool has_letter(struct str where, char capital) {
    return str_index(where, capital) != STR_NONE || str_index(where, to_lower(capital)) != STR_NONE;
}

/** Sets a text at the places that fancyhdr's letters name. O and E select odd and even pages; L, C
 * and R select places. If the letters select no page (or no place), all are meant. */
static void put_text(struct preamble *p, struct str where, bool head, struct str text) {
    bool pages[2] = {has_letter(where, 'O'), has_letter(where, 'E')};
    bool places[RUN_COUNT] = {[RUN_LEFT] = has_letter(where, 'L'),
                              [RUN_CENTER] = has_letter(where, 'C'),
                              [RUN_RIGHT] = has_letter(where, 'R')};
    bool any_page = pages[0] || pages[1];
    bool any_place = places[RUN_LEFT] || places[RUN_CENTER] || places[RUN_RIGHT];
    for (int page = 0; page < 2; page++) {
        for (int k = 0; k < RUN_COUNT; k++) {
            if ((pages[page] || !any_page) && (places[k] || !any_place)) {
                line_of(p, page ? RUNNING_EVEN : RUNNING_PAGES, head)->part[k] = text;
            }
        }
    }
}

/** Reads \fancyhead[LE,RO]{...}: sets the text for each part of the list. */
static void put_list(struct preamble *p, bool head, bool foot) {
    struct str where = argument(p, '[', ']');
    struct str text = template_of(p, group(p));
    bool all = where.n == 0;
    while (all || (where.p && where.n > 0)) {
        struct str one = all ? STR_EMPTY : str_trim(str_cut(&where, ','));
        /* \fancyhf also has the letters H and F */
        bool says_head = has_letter(one, 'H'), says_foot = has_letter(one, 'F');
        if (head && !(says_foot && !says_head)) {
            put_text(p, one, true, text);
        }
        if (foot && !(says_head && !says_foot)) {
            put_text(p, one, false, text);
        }
        if (all) {
            return;
        }
    }
}

/** Reads \lhead[even]{odd} and similar commands. */
static void put_old(struct preamble *p, bool head, enum running_place place) {
    struct str even = argument(p, '[', ']');
    struct str odd = template_of(p, group(p));
    line_of(p, RUNNING_PAGES, head)->part[place] = odd;
    line_of(p, RUNNING_EVEN, head)->part[place] = even.n > 0 ? template_of(p, even) : odd;
}

/* ---- commands ---- */

static bool set_length(struct preamble *p, struct str value, sp *out) {
    struct unit_base base = {p->style->em, p->style->ex, p->style->text_w};
    return unit_parse(str_trim(value), &base, out) == UNIT_OK;
}

static void no_effect(struct preamble *p, struct str name) {
    (void)diag_add(p->d, DIAG_UNSUPPORTED, p->node->span, "`%.*s` in header-includes has no effect",
                   STR_ARG(name));
}

static void apply_length(struct preamble *p, struct str name, struct str value) {
    struct page_style *s = p->style;
    size_t plus = str_find(value, STR(" plus"));
    sp v = 0;
    if (!set_length(p, plus == STR_NONE ? value : str_slice(value, 0, plus), &v)) {
        return;
    }
    if (str_is(name, "\\parindent")) {
        if (v == 0 && !s->indent) {
            no_effect(p, name); /* paragraphs have no indent anyway */
        }
        s->par_indent = v;
        s->indent = v != 0;
    } else if (str_is(name, "\\parskip") && v >= 0) {
        s->par_skip = (struct v_glue){v, PT(1), 0};
    } else if (str_is(name, "\\columnsep") && v >= 0) {
        s->column_sep = v;
        style_set_columns(s);
    } else if (str_is(name, "\\emergencystretch") && v >= 0) {
        s->emergency_stretch = v;
    } else if (str_is(name, "\\headsep") && v >= 0) {
        s->head_sep = v;
    } else if (str_is(name, "\\footskip") && v >= 0) {
        s->foot_skip = v;
    } else {
        no_effect(p, name);
    }
}

static void apply_rule(struct preamble *p, struct str name, struct str value) {
    bool head = str_is(name, "\\headrulewidth");
    sp v = 0;
    if ((head || str_is(name, "\\footrulewidth")) && set_length(p, value, &v) && v >= 0) {
        line_of(p, RUNNING_PAGES, head)->rule = v;
        line_of(p, RUNNING_EVEN, head)->rule = v;
    }
}

static void apply_page_style(struct preamble *p, struct str name) {
    p->fancy = p->fancy || str_is(name, "fancy");
    (void)style_page_style(p->style, RUNNING_PAGES, name, &p->style->running[RUNNING_PAGES]);
    (void)style_page_style(p->style, RUNNING_EVEN, name, &p->style->running[RUNNING_EVEN]);
}

static void read_commands(struct preamble *p);

/** Reads \fancypagestyle{plain}{...}, which applies to pages with titles and to those on which
 * chapters begin. */
static void apply_fancy_style(struct preamble *p) {
    struct str name = group(p);
    struct str body = group(p);
    if (!str_is(name, "plain") || p->fancy_plain) {
        return;
    }
    struct preamble inner = *p;
    struct page_style copy = *p->style;
    inner.style = &copy;
    inner.text = body;
    inner.at = 0;
    inner.fancy_plain = true; /* the flag prevents nested definitions of page styles */
    read_commands(&inner);
    copy.running[RUNNING_FIRST] = copy.running[RUNNING_PAGES];
    p->style->running[RUNNING_FIRST] = copy.running[RUNNING_PAGES];
    p->fancy_plain = true;
    struct running_named *plain = ARENA_NEW(p->arena, struct running_named);
    *plain = (struct running_named){.name = name, .next = p->style->named};
    memcpy(plain->running, copy.running, sizeof plain->running);
    p->style->named = plain;
}

static void apply_spread(struct preamble *p, struct str value) {
    int32_t factor = 1000;
    if (!unit_parse_factor(value, &factor) || factor < 500 || factor > 5000) {
        return;
    }
    for (int i = STEP_SMALL; i < STEP_COUNT; i++) {
        p->style->sizes[i].leading = sp_scale(p->style->sizes[i].leading, factor, 1000);
    }
}

/** Skips definitions and their arguments, and commands that read/markdown/preamble.c reads. */
static bool skip_definition(struct preamble *p, struct str name) {
    if (!str_among(name, "\\usepackage \\newcommand \\providecommand \\DeclareMathOperator "
                         "\\definecolor \\hypersetup \\PassOptionsToPackage \\RequirePackage "
                         "\\geometry \\setmainfont \\setromanfont \\setsansfont \\setmonofont "
                         "\\setmathfont")) {
        return false;
    }
    p->at += p->at < p->text.n && p->text.p[p->at] == '*';
    skip_space(p);
    (void)command_name(p); /* skips the command that is defined, if it is not in braces */
    while (argument(p, '{', '}').p || argument(p, '[', ']').p) {
        continue;
    }
    return true;
}

/** Handles commands for heads and feet. Returns false for other commands. */
static bool head_command(struct preamble *p, struct str name) {
    static const struct {
        const char *name;
        bool head;
        enum running_place place;
    } OLD[] = {{"\\lhead", true, RUN_LEFT},    {"\\chead", true, RUN_CENTER},
               {"\\rhead", true, RUN_RIGHT},   {"\\lfoot", false, RUN_LEFT},
               {"\\cfoot", false, RUN_CENTER}, {"\\rfoot", false, RUN_RIGHT}};
    for (size_t i = 0; i < ARRAY_LEN(OLD); i++) {
        if (str_is(name, OLD[i].name)) {
            put_old(p, OLD[i].head, OLD[i].place);
            return true;
        }
    }
    bool both = str_is(name, "\\fancyhf");
    if (both || str_is(name, "\\fancyhead") || str_is(name, "\\fancyfoot")) {
        put_list(p, both || str_is(name, "\\fancyhead"), both || str_is(name, "\\fancyfoot"));
        return true;
    }
    if (str_is(name, "\\fancypagestyle")) {
        apply_fancy_style(p);
    } else if (str_is(name, "\\pagestyle")) {
        apply_page_style(p, group(p));
    } else if (str_is(name, "\\thispagestyle")) {
        struct str style = group(p);
        /* the first page gets a plain style that the author has defined */
        p->style->heads.first_differs =
            (p->fancy_plain && str_is(style, "plain")) ||
            style_page_style(p->style, RUNNING_FIRST, style, &p->style->running[RUNNING_FIRST]);
    } else if (str_is(name, "\\pagenumbering")) {
        if (!style_numbering(group(p), &p->style->numbering)) {
            no_effect(p, name);
        }
    } else {
        return false;
    }
    return true;
}

/** Handles assignments in TeX's syntax: `\tolerance=1000` and `\emergencystretch=3em`. Returns
 * false for other commands. */
static bool assignment(struct preamble *p, struct str name) {
    int64_t tolerance = 0;
    if (!str_is(name, "\\tolerance") && !str_is(name, "\\emergencystretch")) {
        return false;
    }
    while (p->at < p->text.n && (p->text.p[p->at] == '=' || p->text.p[p->at] == ' ')) {
        p->at++;
    }
    size_t from = p->at;
    p->at = str_past_name(p->text, p->at, ".");
    struct str value = str_slice(p->text, from, p->at);
    if (str_is(name, "\\emergencystretch")) {
        apply_length(p, name, value);
    } else if (str_to_i64(value, &tolerance) && tolerance >= 0 && tolerance <= 10000) {
        p->style->tolerance = (int32_t)tolerance;
    }
    return true;
}

static bool layout_command(struct preamble *p, struct str name) {
    if (str_is(name, "\\renewcommand")) {
        struct str what = command_argument(p), value = group(p);
        apply_rule(p, what, value);
        if (str_is(what, "\\baselinestretch")) {
            apply_spread(p, value);
        } else if (str_starts(what, STR("\\the")) || str_starts(what, STR("\\label")) ||
                   str_is(what, "\\footnoterule") || str_is(what, "\\arraystretch")) {
            no_effect(p, what);
        }
    } else if (str_is(name, "\\setcounter")) {
        struct str what = group(p), value = group(p);
        if (!str_is(what, "secnumdepth") && !str_is(what, "tocdepth")) {
            no_effect(p, arena_printf(p->arena, "\\setcounter{%.*s}{%.*s}", STR_ARG(what),
                                      STR_ARG(value)));
        }
    } else if (str_is(name, "\\setlength")) {
        struct str what = command_argument(p);
        apply_length(p, what, group(p));
    } else if (str_is(name, "\\raggedright") || str_is(name, "\\RaggedRight")) {
        p->style->ragged_right = true;
    } else if (str_is(name, "\\allowdisplaybreaks")) {
        (void)argument(p, '[', ']');
        p->style->display_breaks = true;
    } else if (str_is(name, "\\sloppy")) {
        p->style->tolerance = 9999;
    } else if (assignment(p, name)) {
        return true;
    } else if (str_is(name, "\\linenumbers")) {
        (void)argument(p, '[', ']');
    } else if (str_is(name, "\\linespread") || str_is(name, "\\setstretch")) {
        apply_spread(p, group(p));
    } else if (str_is(name, "\\onehalfspacing") || str_is(name, "\\doublespacing")) {
        /* the factors of the setspace package at 11 pt */
        apply_spread(p, name.p[1] == 'o' ? STR("1.213") : STR("1.618"));
    } else {
        return skip_definition(p, name);
    }
    return true;
}

static void read_commands(struct preamble *p) {
    while (p->at < p->text.n) {
        char c = p->text.p[p->at];
        if (c == '%') {
            p->at = str_until(p->text, p->at, '\n');
        } else if (c != '\\') {
            p->at++;
        } else {
            struct str name = command_name(p);
            if (name.n < 2) {
                p->at++;
            } else if (!head_command(p, name) && !layout_command(p, name)) {
                no_effect(p, name);
            }
        }
    }
}

void style_read_preamble(struct arena *a, struct page_style *style, const struct node *front,
                         struct diags *d) {
    const struct node *n = node_get(front, "header-includes");
    size_t count = node_count(n);
    struct preamble p = {.arena = a, .style = style, .d = d};
    if (count > 0) {
        style->running[RUNNING_EVEN] = style->running[RUNNING_PAGES];
        style->heads.even_differs = style->two_sided;
    }
    for (size_t i = 0; i < count; i++) {
        p.node = node_item(n, i);
        p.text = p.node->text;
        p.at = 0;
        /* text that begins with `<` is HTML, not LaTeX */
        if (!str_starts(str_trim(p.text), STR("<"))) {
            read_commands(&p);
        }
    }
    if (p.fancy_plain && !p.fancy) {
        style->running[RUNNING_PAGES] = style->running[RUNNING_EVEN] =
            style->running[RUNNING_FIRST];
    }
    style->heads.own = style->heads.own || p.fancy;
    if (p.fancy && !style->heads.first_differs) { /* \maketitle gives its page the plain style */
        bool title = node_get(front, "title") != NULL;
        style->heads.first_differs = title;
        if (title && !p.fancy_plain) {
            (void)style_page_style(style, RUNNING_FIRST, STR("plain"),
                                   &style->running[RUNNING_FIRST]);
        }
    }
}
