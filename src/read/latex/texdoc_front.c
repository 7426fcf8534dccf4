/* SPDX-License-Identifier: MIT */
/* Makes the front matter of a document in LaTeX from its title block, class with options, language,
 * citation style and databases. The rest of the preamble becomes `header-includes`. read/markdown
 * and print/layout read the packages and commands in it. */
#include "read/latex/texdoc_model.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

#include <stdlib.h>

DIAG_USE(DIAG_UNSUPPORTED);

struct front {
    struct texdoc *l;
    struct source *src;
    struct ltx_text t;
    struct node *map;
    size_t begin, end; /* offsets of the body */
    /* the document has \documentclass, so it is not a part of another document */
    bool whole;
    struct ltx_arg title, date, subtitle, subject; /* KOMA's \subject is above the title */
    /* pairs of arguments: the marks of authblk (in \author[1,2]{name}), and the name or the place
     * after them */
    VEC(struct ltx_arg) authors, places;
    bool shows_title, has_date, geometry, parskip, natbib, biblatex, numeric, authoryear, super;
    bool listed; /* the document shows a list of works */
    bool dated;  /* citations are author and year */
    bool sorted; /* a package sorts the works of a citation */
    bool chapters;
    struct texdoc_look look;
    struct str tint; /* the argument of \moderncvcolor */
    /* `numbers`: the class numbers sections; `plain`: titlesec removes these numbers */
    bool numbers, plain;
    bool divided;
    bool refers, labels; /* the text has \ref, and it has \label after a heading */
    struct str bibstyle, options, lang;
    struct span bibstyle_at;
    struct node *databases;
    /* the lengths of the page in LaTeX, in thousandths of a point */
    int64_t paper_w, paper_h, odd, top, width, height, head, sep, hoffset, voffset;
    bool measured; /* the author has set one of the lengths above */
};

static struct span span_of(const struct front *f, size_t begin, size_t end) {
    return span_make(f->src, begin, end);
}

static void put(struct front *f, const char *key, struct str text, struct span at) {
    struct node *n = node_plain(f->l->a, text, at);
    node_put(f->l->a, f->map, str_of(key), at, n);
}

/* ---- the title block */

static struct node *text_node(struct front *f, size_t begin, size_t end) {
    struct str s = f->t.s;
    str_trim_range(s, &begin, &end);
    return node_string(f->l->a, str_slice(s, begin, end), span_of(f, begin, end));
}

/* Returns the offset of the next `\name` outside of braces in [at, end), or `end`. With the name
 * `\` it finds the command `\\`. */
static size_t find_outside(const struct front *f, size_t at, size_t end, const char *name) {
    struct str s = f->t.s;
    while (at < end) {
        if (s.p[at] == '{') {
            size_t close = ltx_close(&f->t, at);
            at = close == STR_NONE || close >= end ? at + 1 : close + 1;
        } else if (s.p[at] == '\\') {
            size_t n = ltx_name(s, at);
            bool is = n ? str_is(str_slice(s, at + 1, at + 1 + n), name)
                        : name[0] == '\\' && at + 1 < end && s.p[at + 1] == '\\';
            if (is) {
                return at;
            }
            at += n ? n + 1 : 2;
        } else {
            at++;
        }
    }
    return end;
}

/* Skips a star and an option such as [2pt], which may follow `\\`. Returns the offset after them.
 */
static size_t pass_options(const struct front *f, size_t at, size_t end) {
    at += at < end && f->t.s.p[at] == '*';
    if (at < end && f->t.s.p[at] == '[') {
        size_t close = ltx_close(&f->t, at);
        at = close != STR_NONE && close < end ? close + 1 : at;
    }
    return at;
}

/* Adds an author. The notes of \thanks become `note`. The text before the first `\\` is the name,
 * and the rest are affiliations. */
static void put_author(struct front *f, struct node *list, size_t begin, size_t end,
                       struct node *places) {
    struct arena *a = f->l->a;
    size_t line = find_outside(f, begin, end, "\\");
    size_t thanks = find_outside(f, begin, line, "thanks"),
           note = find_outside(f, begin, end, "thanks");
    struct node *author = node_new_map(a, span_of(f, begin, end));
    struct node *name = text_node(f, begin, thanks);
    struct node *rest = places;
    if (!name->text.n) {
        return;
    }
    node_put(a, author, STR("name"), name->span, name);
    for (size_t at = note; at < end; at = find_outside(f, at + 1, end, "thanks")) {
        struct ltx_arg arg[LTX_ARGS];
        if (ltx_args(&f->t, at + sizeof "\\thanks" - 1, end, "m", false, arg) != STR_NONE &&
            !node_get(author, "note")) {
            struct node *words = text_node(f, arg[0].begin, arg[0].end);
            node_put(a, author, STR("note"), words->span, words);
        }
    }
    while (line < end) {
        size_t from = pass_options(f, line + 2, end);
        line = find_outside(f, from, end, "\\");
        size_t stop = find_outside(f, from, line, "thanks");
        struct node *one = text_node(f, from, stop);
        if (one->text.n) {
            rest = rest ? rest : node_new_list(a, one->span);
            node_append(a, rest, one);
        }
    }
    if (rest) {
        node_put(a, author, STR("affiliation"), rest->span, rest);
    }
    node_append(a, list, author);
}

/* Whether a list of marks such as "1,2" contains `mark`. Without a list or without a mark, the
 * answer is true. */
static bool has_mark(struct str marks, struct str mark) {
    bool has = !marks.p || !mark.n;
    while (!has && marks.p && marks.n) {
        has = str_eq(str_trim(str_cut(&marks, ',')), mark);
    }
    return has;
}

/* Adds an affiliation of authblk to the authors that have its mark. An affiliation without a mark
 * belongs to the last author. */
static void put_place(struct front *f, struct node *list, size_t which) {
    struct arena *a = f->l->a;
    struct node *place = text_node(f, f->places.p[which + 1].begin, f->places.p[which + 1].end);
    struct str mark = str_trim(ltx_arg(&f->t, &f->places.p[which]));
    bool marked = mark.n && f->authors.n / 2 == list->n;
    for (size_t i = marked ? 0 : list->n - 1; i < list->n; i++) {
        if (marked && !has_mark(ltx_arg(&f->t, &f->authors.p[2 * i]), mark)) {
            continue;
        }
        struct node *all = (struct node *)(uintptr_t)node_get(list->items[i], "affiliation");
        if (!all) {
            all = node_new_list(a, place->span);
            node_put(a, list->items[i], STR("affiliation"), place->span, all);
        }
        node_append(a, all, place);
    }
}

static void put_authors(struct front *f) {
    struct arena *a = f->l->a;
    struct node *list = NULL;
    for (size_t i = 0; i + 1 < f->authors.n; i += 2) {
        struct ltx_arg arg = f->authors.p[i + 1];
        list = list ? list : node_new_list(a, span_of(f, arg.begin, arg.end));
        for (size_t at = arg.begin; at < arg.end;) {
            size_t end = find_outside(f, at, arg.end, "and");
            size_t big = find_outside(f, at, end, "And");
            end = big < end ? big : end;
            put_author(f, list, at, end, NULL);
            at = end < arg.end ? end + 4 : end;
        }
    }
    if (list && list->n) {
        /* the elements are pairs: the marks, then the place */
        for (size_t i = 0; i + 1 < f->places.n; i += 2) {
            put_place(f, list, i);
        }
        node_put(a, f->map, STR("author"), list->span, list);
    }
}

static void put_title(struct front *f) {
    struct arena *a = f->l->a;
    if (ltx_given(&f->title)) {
        struct node *n = text_node(f, f->title.begin, f->title.end);
        node_put(a, f->map, f->shows_title ? STR("title") : STR("pagetitle"), n->span, n);
    }
    if (!f->shows_title) {
        return;
    }
    if (ltx_given(&f->subtitle)) {
        struct node *n = text_node(f, f->subtitle.begin, f->subtitle.end);
        node_put(a, f->map, STR("subtitle"), n->span, n);
    }
    if (ltx_given(&f->subject)) {
        const struct node *below = node_get(f->map, "subtitle");
        struct node *n = text_node(f, f->subject.begin, f->subject.end);
        if (below && below->text.n) {
            n->text = arena_join(a, 3, n->text, STR("\\\\ "), below->text);
        }
        node_put(a, f->map, STR("subtitle"), n->span, n);
    }
    put_authors(f);
    if (!f->has_date) {
        put(f, "date", STR("today"), span_of(f, f->title.begin, f->title.end));
    } else if (ltx_given(&f->date)) {
        struct node *n = text_node(f, f->date.begin, f->date.end);
        if (str_is(n->text, "\\today")) {
            put(f, "date", STR("today"), n->span);
        } else if (n->text.n) {
            node_put(a, f->map, STR("date"), n->span, n);
        }
    }
}

/* ---- languages */

static const struct tex_language {
    const char *name, *tag;
} languages[] = {
#define TEX_LANGUAGE(name, tag) {name, tag},
#include "read/latex/texdoc_languages.def"
#undef TEX_LANGUAGE
};

static struct str language_of(struct str name) {
    const struct tex_language *l =
        bsearch(&name, languages, ARRAY_LEN(languages), sizeof languages[0], str_order_z);
    return l ? str_of(l->tag) : STR_EMPTY;
}

/* Sets the language: the language of babel's option `main=`, or else the last language in its
 * options. */
static void read_language(struct front *f, struct str options) {
    bool given;
    struct str main = ltx_option(options, "main", &given);
    struct str rest = given ? main : options;
    while (rest.p && rest.n) {
        struct str tag = language_of(str_trim(str_cut(&rest, ',')));
        f->lang = tag.n ? tag : f->lang;
    }
}

/* ---- citations */

static const struct bibstyle {
    const char *name, *csl;
    char kind;
} bibstyles[] = {
#define BIBSTYLE(name, csl, kind) {name, csl, #kind[0]},
#include "read/latex/texdoc_styles.def"
#undef BIBSTYLE
};

static const struct bibstyle *bibstyle_named(struct str name) {
    return bsearch(&name, bibstyles, ARRAY_LEN(bibstyles), sizeof bibstyles[0], str_order_z);
}

static void put_style(struct front *f) {
    struct str name = f->bibstyle.n ? f->bibstyle : f->biblatex ? STR("numeric") : STR_EMPTY;
    const struct bibstyle *row = name.n ? bibstyle_named(name) : NULL;
    char kind = row ? row->kind : f->natbib && !f->numeric ? 'A' : 'N';
    bool years = f->natbib && kind == 'N' && f->authoryear;
    bool changed = f->natbib && ((f->numeric || f->super) ? kind == 'A' : kind == 'C');
    changed = years || (changed && !(row && kind == 'C' && !str_is(name, "unsrtnat")));
    kind = changed ? (kind == 'A' ? 'N' : 'A') : kind;
    f->dated = kind == 'A';
    bool raised = f->super && (!row || changed || str_is(name, "unsrtnat"));
    const char *csl = raised                                    ? "nature"
                      : row && row->csl[0] && !changed          ? row->csl
                      : kind == 'N' && str_is(name, "plainnat") ? "bibtex-plain"
                      : kind == 'N'                             ? "numeric"
                      : kind == 'C'                             ? "bibtex-unsrt"
                      : str_is(name, "unsrtnat")                ? "bibtex-unsrtnat"
                      : f->natbib                               ? "bibtex-plainnat"
                                                                : "chicago-author-date";
    if (!f->databases || !f->databases->n) {
        return;
    }
    if (!f->listed && f->whole) {
        put(f, "suppress-bibliography", STR("true"), SPAN_NONE);
    }
    if (strcmp(csl, "numeric") != 0) {
        put(f, "csl", str_of(csl), f->bibstyle_at);
    }
    if (name.n && !row) {
        struct diag *g =
            diag_add(f->l->d, DIAG_UNSUPPORTED, f->bibstyle_at,
                     "the citation style `%.*s` is not known: `%s` is used", STR_ARG(name), csl);
        diag_hint(f->l->d, g, "`--csl STYLE` names another; `dossier styles list` lists them");
    }
}

static void add_databases(struct front *f, const struct ltx_arg *arg) {
    struct arena *a = f->l->a;
    size_t at = arg->begin;
    while (at < arg->end) {
        size_t n = str_index(str_slice(f->t.s, at, arg->end), ',');
        size_t end = n == STR_NONE ? arg->end : at + n;
        struct node *name = text_node(f, at, end);
        if (name->text.n) {
            if (!str_ends(name->text, STR(".bib")) && !str_ends(name->text, STR(".json")) &&
                !str_ends(name->text, STR(".ris")) && !str_ends(name->text, STR(".xml"))) {
                name->text = arena_join(a, 2, name->text, STR(".bib"));
            }
            name->plain = true;
            f->databases = f->databases ? f->databases : node_new_list(a, name->span);
            node_append(a, f->databases, name);
        }
        at = end + 1;
    }
}

/* ---- the page */

#define POINT 1000
#define INCH 72270

/* Reads a length in thousandths of a point. Returns false for a relative length. */
static bool read_length(struct str s, int64_t *out) {
    static const struct {
        const char *unit;
        int64_t size;
    } units[] = {{"pt", 1000},  {"in", 72270}, {"cm", 28453}, {"mm", 2845},
                 {"em", 10000}, {"ex", 4300},  {"bp", 1004},  {"pc", 12000}};
    int64_t mille, sign = 1;
    for (s = str_trim(s); s.n && (s.p[0] == '-' || s.p[0] == '+'); s = str_from(s, 1)) {
        sign = s.p[0] == '-' ? -sign : sign;
    }
    (void)str_take_decimal(&s, '.', 3, &mille);
    struct str unit = str_trim(s);
    for (size_t k = 0; k < ARRAY_LEN(units) && mille < 1000000000; k++) {
        if (str_starts(unit, str_of(units[k].unit))) {
            *out = sign * mille * units[k].size / 1000;
            return true;
        }
    }
    return false;
}

static void read_measure(struct front *f, struct str name, struct str value, bool adds) {
    struct {
        const char *name;
        int64_t *field;
    } fields[] = {{"\\oddsidemargin", &f->odd}, {"\\topmargin", &f->top},
                  {"\\textwidth", &f->width},   {"\\textheight", &f->height},
                  {"\\headheight", &f->head},   {"\\headsep", &f->sep},
                  {"\\hoffset", &f->hoffset},   {"\\voffset", &f->voffset}};
    int64_t length;
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (str_is(str_trim(name), fields[i].name) && read_length(value, &length)) {
            *fields[i].field = (adds ? *fields[i].field : 0) + length;
            f->measured = true;
        }
    }
}

static struct str points(struct arena *a, int64_t thousandths) {
    thousandths = thousandths < 0 ? 0 : thousandths;
    return arena_printf(a, "%lld.%03lldpt", (long long)(thousandths / POINT),
                        (long long)(thousandths % POINT));
}

/* Sets the page size and margins of the class article for a font of 10, 11 or 12 points. */
static void begin_page(struct front *f, int size, bool a4) {
    f->paper_w = a4 ? 597508 : 614295;
    f->paper_h = a4 ? 845047 : 794970;
    f->head = 12 * POINT;
    f->sep = 25 * POINT;
    f->width = (size >= 12 ? 390 : size == 11 ? 360 : 345) * POINT;
    int64_t line = size >= 12 ? 14500 : size == 11 ? 13600 : 12000;
    f->height = (f->paper_h - 2 * INCH - INCH * 3 / 2) / line * line + size * POINT;
    f->odd = (f->paper_w - f->width) / 2 - INCH;
    f->top = (f->paper_h - 2 * INCH - f->head - f->sep - f->height - 30 * POINT) / 2;
}

/* Sets the page as KOMA's typearea does. It divides each side of the page into `div` parts. On a
 * one-sided page, the left and right margins have 1.5 parts each, the top margin has 1 and the
 * bottom margin has 2 (KOMA-Script manual, section 2.2). */
static void divide_page(struct front *f, int64_t div) {
    f->width = f->paper_w * (div - 3) / div;
    f->height = f->paper_h * (div - 3) / div;
    f->odd = f->paper_w * 3 / (2 * div) - INCH;
    f->top = f->paper_h / div - INCH - f->head - f->sep;
}

static void put_page(struct front *f) {
    struct arena *a = f->l->a;
    int64_t left = INCH + f->hoffset + f->odd, top = INCH + f->voffset + f->top + f->head + f->sep;
    if (f->geometry) {
        return;
    }
    put(f, "geometry",
        arena_join(a, 8, STR("left="), points(a, left), STR(",right="),
                   points(a, f->paper_w - left - f->width), STR(",top="), points(a, top),
                   STR(",bottom="), points(a, f->paper_h - top - f->height)),
        SPAN_NONE);
}

static bool is_letter_class(struct str class) {
    return str_is(class, "letter") || str_starts(class, STR("scrlttr")) ||
           str_among(class, "moderncv res resume beamer europecv europasscv altacv");
}

static void put_class(struct front *f, struct span at) {
    struct str class = f->l->class, rest = f->options;
    struct arena *a = f->l->a;
    int64_t size = str_starts(class, STR("scr")) || str_is(class, "moderncv") ? 11 : 10;
    bool a4 = str_starts(class, STR("scr"));
    int64_t div = 0; /* the number of parts into which typearea divides the paper */
    struct node *kept = NULL;
    while (rest.p && rest.n) {
        struct str one = str_trim(str_cut(&rest, ','));
        bool given;
        struct str value = ltx_option(one, "fontsize", &given);
        one = given ? value : one;
        value = ltx_option(one, "DIV", &given);
        (void)(given && str_to_i64(value, &div));
        value = ltx_option(one, "parskip", &given);
        f->parskip = given ? !str_among(value, "false off no never") : f->parskip;
        value = ltx_option(one, "paper", &given);
        one = given ? value : one;
        if (str_ends(one, STR("pt")) && one.n < 5) {
            (void)str_to_i64(str_slice(one, 0, one.n - 2), &size);
        } else if (str_ends(one, STR("paper")) || given) {
            struct str paper = str_ends(one, STR("paper")) ? str_slice(one, 0, one.n - 5) : one;
            a4 = str_is(paper, "a4");
            put(f, "papersize", paper, at);
        } else if (str_among(one, "twocolumn landscape twoside")) {
            kept = kept ? kept : node_new_list(a, at);
            node_append(a, kept, node_string(a, one, at));
        }
    }
    read_language(f, f->options);
    if (kept) {
        node_put(a, f->map, STR("classoption"), at, kept);
    }
    if (a4 && !node_get(f->map, "papersize")) {
        put(f, "papersize", STR("a4"), at);
    }
    size = size < 5 || size > 40 ? 10 : size;
    put(f, "fontsize", arena_printf(a, "%dpt", (int)size), at);
    begin_page(f, (int)size, a4);
    if (str_starts(class, STR("scr"))) {
        divide_page(f, div > 3 && div < 50 ? div : size <= 10 ? 8 : size == 11 ? 10 : 12);
    }
    f->numbers = !is_letter_class(class);
    f->chapters = str_ends(class, STR("book")) || str_ends(class, STR("report")) ||
                  str_is(class, "scrreprt") || str_is(class, "memoir") ||
                  str_find(f->t.s, STR("\\chapter{")) != STR_NONE;
    put(f, "documentclass", f->chapters ? STR("report") : STR("article"), at);
}

/* ---- commands */

static void read_package(struct front *f, struct str name, struct str options) {
    bool given;
    if (str_among(name, "geometry fullpage a4wide")) {
        f->geometry = true;
    } else if (str_is(name, "parskip")) {
        f->parskip = true;
    } else if (str_is(name, "babel") || str_is(name, "polyglossia")) {
        read_language(f, options);
    } else if (str_is(name, "natbib")) {
        f->natbib = true;
        (void)ltx_option(options, "numbers", &f->numeric);
        (void)ltx_option(options, "super", &f->super);
        (void)ltx_option(options, "authoryear", &f->authoryear);
        f->sorted = f->sorted || str_find(options, STR("sort")) != STR_NONE;
    } else if (str_is(name, "biblatex")) {
        struct str style = ltx_option(options, "style", &given);
        f->biblatex = true;
        f->bibstyle = given ? style : f->bibstyle;
        struct str sorts = ltx_option(options, "sortcites", &given);
        f->sorted = given ? !str_is(sorts, "false") : str_ends(style, STR("-comp"));
    } else if (str_is(name, "cite")) {
        f->sorted = true;
    } else if (str_is(name, "apacite")) {
        f->bibstyle = f->bibstyle.n ? f->bibstyle : STR("apacite");
    }
}

/* Reads \titleformat and \titlespacing of titlesec. */
static void read_heads(struct front *f, struct str name, size_t at) {
    struct ltx_arg arg[LTX_ARGS];
    size_t end = ltx_args(&f->t, at, f->t.s.n, "sm", false, arg);
    const char *division = end != STR_NONE ? texdoc_division(ltx_arg(&f->t, &arg[1])) : NULL;
    if (!division) {
        return;
    }
    bool starred = ltx_given(&arg[0]);
    if (str_is(name, "titlespacing")) {
        if (ltx_args(&f->t, end, f->t.s.n, "mmm", false, arg) != STR_NONE) {
            texdoc_titlespacing(&f->look, division, ltx_arg(&f->t, &arg[1]),
                                ltx_arg(&f->t, &arg[2]));
        }
        return;
    }
    if (ltx_args(&f->t, end, f->t.s.n, starred ? "m" : "ommmmo", false, arg) == STR_NONE) {
        return;
    }
    struct texdoc_head head = {.format = ltx_arg(&f->t, &arg[starred ? 0 : 1])};
    if (!starred) {
        head.shape = ltx_arg(&f->t, &arg[0]);
        head.before = ltx_arg(&f->t, &arg[4]);
        head.after = ltx_arg(&f->t, &arg[5]);
        f->plain =
            f->plain || (strcmp(division, "section") == 0 && !str_trim(ltx_arg(&f->t, &arg[2])).n);
    }
    texdoc_titleformat(&f->look, division, &head);
}

static void read_command(struct front *f, struct str name, size_t at) {
    struct ltx_arg arg[LTX_ARGS];
    bool preamble = at < f->begin;
    f->divided = f->divided || (!preamble && (str_is(name, "section") || str_is(name, "chapter")));
    struct str s = f->t.s;
#define ARGS(spec) (ltx_args(&f->t, at, s.n, spec, false, arg) != STR_NONE)
    if (str_is(name, "title") && ARGS("om")) {
        f->title = arg[1];
    } else if ((str_is(name, "subtitle") || (preamble && str_is(name, "subject"))) && ARGS("om")) {
        *(name.n == 7 ? &f->subject : &f->subtitle) = arg[1];
    } else if (str_is(name, "author") && ARGS("om")) {
        vec_push(&f->authors, arg[0]);
        vec_push(&f->authors, arg[1]);
    } else if (str_among(name, "affil affiliation institute publishers") && ARGS("om")) {
        vec_push(&f->places, arg[0]);
        vec_push(&f->places, arg[1]);
    } else if (str_is(name, "date") && ARGS("m")) {
        f->has_date = true;
        f->date = arg[0];
    } else if (str_is(name, "maketitle")) {
        f->shows_title = true;
    } else if (str_among(name, "printbibliography bibbysection bibbysegment bibbycategory")) {
        f->listed = true;
    } else if (str_is(name, "bibliography") && ARGS("u")) {
        f->listed = true;
        add_databases(f, &arg[0]);
    } else if ((str_is(name, "addbibresource") || str_is(name, "addglobalbib")) && ARGS("ou")) {
        add_databases(f, &arg[1]);
    } else if (str_is(name, "bibliographystyle") && ARGS("m")) {
        f->bibstyle = str_trim(ltx_arg(&f->t, &arg[0]));
        f->bibstyle_at = span_of(f, arg[0].begin, arg[0].end);
    } else if (str_is(name, "setcounter") && ARGS("mm") &&
               str_is(ltx_arg(&f->t, &arg[0]), "secnumdepth")) {
        /* any negative number is read as -1, because pandoc writes -\maxdimen */
        struct str depth = str_trim(ltx_arg(&f->t, &arg[1]));
        put(f, "secnumdepth", str_starts(depth, STR("-")) ? STR("-1") : depth,
            span_of(f, arg[1].begin, arg[1].end));
    } else if (str_is(name, "moderncvcolor") && ARGS("om")) {
        f->tint = ltx_arg(&f->t, &arg[1]);
    } else if (str_is(name, "setcounter") && !f->divided && !preamble && ARGS("mm") &&
               str_is(str_trim(ltx_arg(&f->t, &arg[0])), f->chapters ? "chapter" : "section")) {
        put(f, "number-offset", str_trim(ltx_arg(&f->t, &arg[1])),
            span_of(f, arg[1].begin, arg[1].end));
    } else if (preamble && str_is(name, "documentclass") && ARGS("om")) {
        f->options = ltx_arg(&f->t, &arg[0]);
        f->whole = true;
        put_class(f, span_of(f, arg[1].begin, arg[1].end));
    } else if (preamble && (str_is(name, "usepackage") || str_is(name, "RequirePackage")) &&
               ARGS("om")) {
        struct str names = ltx_arg(&f->t, &arg[1]);
        while (names.p && names.n) {
            read_package(f, str_trim(str_cut(&names, ',')), ltx_arg(&f->t, &arg[0]));
        }
    } else if (preamble && (str_is(name, "titleformat") || str_is(name, "titlespacing"))) {
        read_heads(f, name, at);
    } else if (preamble && str_is(name, "definecolor") && ARGS("mmm")) {
        ltx_define_colour(f->l->a, &f->look.colours, ltx_arg(&f->t, &arg[0]),
                          ltx_arg(&f->t, &arg[1]), ltx_arg(&f->t, &arg[2]));
    } else if (preamble && str_is(name, "geometry")) {
        f->geometry = true;
    } else if (preamble && (str_is(name, "setlength") || str_is(name, "addtolength")) &&
               ARGS("mm")) {
        read_measure(f, ltx_arg(&f->t, &arg[0]), ltx_arg(&f->t, &arg[1]), name.p[0] == 'a');
    } else if ((str_is(name, "setdefaultlanguage") || str_is(name, "setmainlanguage")) &&
               ARGS("om")) {
        read_language(f, ltx_arg(&f->t, &arg[1]));
    } else if (!f->whole && (str_is(name, "chapter") || str_is(name, "section")) && ARGS("som")) {
        f->chapters = f->chapters || name.p[0] == 'c';
        f->labels = f->labels || str_starts(str_trim(str_from(s, arg[2].end + 1)), STR("\\label"));
    } else if (str_is(name, "ref")) {
        f->refers = true;
    } else if (str_is(name, "setcitestyle") && ARGS("m")) {
        (void)ltx_option(ltx_arg(&f->t, &arg[0]), "numbers", &f->numeric);
        (void)ltx_option(ltx_arg(&f->t, &arg[0]), "super", &f->super);
        f->sorted = f->sorted || str_find(ltx_arg(&f->t, &arg[0]), STR("sort")) != STR_NONE;
    }
#undef ARGS
}

static void find_body(struct front *f) {
    struct str s = f->t.s;
    size_t begin = str_find(s, STR("\\begin{document}"));
    /* `end` becomes the last match, because earlier matches may be verbatim text */
    size_t end = STR_NONE, at = 0, n;
    while ((n = str_find(str_from(s, at), STR("\\end{document}"))) != STR_NONE) {
        end = at + n;
        at = end + 1;
    }
    f->begin = begin == STR_NONE ? 0 : begin + sizeof "\\begin{document}" - 1;
    f->end = end == STR_NONE || end < f->begin ? s.n : end;
}

static void walk(struct front *f) {
    struct str s = f->t.s;
    for (size_t i = 0; i < s.n; i++) {
        size_t n = s.p[i] == '\\' ? ltx_name(s, i) : 0, behind;
        struct str name = str_slice(s, i + 1, i + 1 + n);
        if (str_is(name, "begin")) {
            struct str env = ltx_environment_name(s, i, &behind);
            const struct ltx_row *row = env.n ? ltx_environment(env) : NULL;
            size_t close = row && row->act == LTX_VERBATIM ? ltx_close(&f->t, i) : STR_NONE;
            i = close != STR_NONE ? close : i + n;
        } else if (n) {
            read_command(f, name, i + 1 + n);
            i += n;
        } else {
            i += s.p[i] == '\\';
        }
    }
}

/* Reads \refname, \abstractname and other words that the author has changed. */
static void put_words(struct front *f, const struct math_macro *macros) {
    static const char *const words[][2] = {
        {"refname", "reference-section-title"}, {"bibname", "reference-section-title"},
        {"abstractname", "abstract-title"},     {"contentsname", "toc-title"},
        {"figurename", "figureTitle"},          {"tablename", "tableTitle"}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const struct math_macro *m = math_macro_find(macros, str_of(words[i][0]));
        if (m && m->body.n && str_index(m->body, '\\') == STR_NONE) {
            put(f, words[i][1], m->body, SPAN_NONE);
        }
    }
}

/* Whether this module reads all packages of a list into front matter. */
static bool are_keys(struct str names) {
    bool all = true;
    while (all && names.p && names.n) {
        struct str name = str_trim(str_cut(&names, ','));
        all = str_among(name, "natbib biblatex apacite cite babel polyglossia inputenc fontenc "
                              "authblk");
    }
    return all;
}

/* Returns the end of a command that is read into a key of the front matter. STR_NONE for another
 * command. */
static size_t end_of_key(struct front *f, struct str name, size_t at, size_t end) {
    static const char *const commands[][2] = {{"documentclass", "omo"}, {"title", "om"},
                                              {"subtitle", "om"},       {"author", "om"},
                                              {"affil", "om"},          {"affiliation", "om"},
                                              {"institute", "om"},      {"publishers", "m"},
                                              {"subject", "m"},         {"date", "om"},
                                              {"addbibresource", "ou"}, {"bibliography", "u"},
                                              {"addglobalbib", "ou"},   {"bibliographystyle", "m"},
                                              {"graphicspath", "m"},    {"maketitle", ""}};
    struct ltx_arg arg[LTX_ARGS];
    if (str_is(name, "usepackage") && ltx_args(&f->t, at, end, "om", false, arg) != STR_NONE &&
        are_keys(ltx_arg(&f->t, &arg[1]))) {
        return arg[1].end + 1;
    }
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (str_is(name, commands[i][0])) {
            return ltx_args(&f->t, at, end, commands[i][1], false, arg);
        }
    }
    return STR_NONE;
}

/* Puts the text of the preamble, without the commands that end_of_key() knows, into
 * `header-includes`. */
static void put_header(struct front *f) {
    size_t end = f->begin - (sizeof "\\begin{document}" - 1), from = 0;
    struct node *list = node_new_list(f->l->a, span_of(f, 0, end));
    struct str s = f->t.s;
    for (size_t at = 0; at <= end; at++) {
        size_t n = at < end && s.p[at] == '\\' ? ltx_name(s, at) : 0;
        size_t behind = n ? end_of_key(f, str_slice(s, at + 1, at + 1 + n), at + 1 + n, end) : end;
        if (at == end || (n && behind != STR_NONE)) {
            struct node *piece = text_node(f, from, at);
            if (piece->text.n) {
                node_append(f->l->a, list, piece);
            }
            from = behind;
            at = at < end ? behind - 1 : at;
        }
    }
    if (list->n) {
        node_put(f->l->a, f->map, STR("header-includes"), list->span, list);
    }
}

/** Finds the body of the document, and makes the front matter. */
static void read_front(struct texdoc *l, const struct math_macro *macros,
                       struct texdoc_document *out) {
    struct front f = {.l = l, .src = out->source, .map = node_new_map(l->a, SPAN_NONE)};
    buf_init(&f.look.sheet, LIMIT_CSS);
    f.look.colours = MAP_IN(l->a);
    f.title = f.date = f.subtitle = f.subject = (struct ltx_arg){STR_NONE, STR_NONE};
    ltx_pair(l->a, &f.t, out->source->text, false);
    find_body(&f);
    walk(&f);
    put_title(&f);
    if (f.databases) {
        node_put(l->a, f.map, STR("bibliography"), f.databases->span, f.databases);
    }
    put_style(&f);
    put_words(&f, macros);
    if (f.lang.n) {
        put(&f, "lang", f.lang, SPAN_NONE);
    }
    /* This text is a part of a document. It refers to its sections by \ref, so they need numbers.
     */
    if (!f.whole && f.labels && f.refers) {
        put(&f, "numbersections", STR("true"), SPAN_NONE);
        put(&f, "documentclass", f.chapters ? STR("report") : STR("article"), SPAN_NONE);
    }
    if (f.numbers && !f.plain) {
        put(&f, "numbersections", STR("true"), SPAN_NONE);
    }
    if (f.whole) {
        if (!is_letter_class(l->class) || f.measured) {
            put_page(&f);
        }
        if (!f.parskip && !is_letter_class(l->class)) {
            put(&f, "indent", STR("true"), SPAN_NONE);
        }
    }
    if (f.begin) {
        put_header(&f);
    }
    if (f.whole && str_find(f.t.s, STR("\\begin{description}")) != STR_NONE) {
        buf_puts(&f.look.sheet, "dl { margin-top: 0.6em; margin-bottom: 0.6em }\n");
    }
    texdoc_class_look(&f.look, l->class, f.options, f.tint);
    out->sheet = buf_finish(&f.look.sheet, l->a);
    out->styled = f.look.styled;
    out->tight = str_among(l->class, "moderncv res europecv europasscv");
    out->front = f.map;
    out->begin = (uint32_t)f.begin;
    out->end = (uint32_t)f.end;
    out->chapters = f.chapters;
    const struct bibstyle *style = f.biblatex ? bibstyle_named(f.bibstyle) : NULL;
    out->biblatex = f.biblatex;
    out->bare_cites = style && style->kind == 'A';
    out->text_cites = f.natbib && f.dated;
    out->sorted_cites = f.sorted;
    vec_drop(&f.authors);
    vec_drop(&f.places);
}

bool texdoc_is_name(struct str path) {
    size_t dot = path.n;
    while (dot > 0 && path.p[dot - 1] != '.' && path.p[dot - 1] != '/') {
        dot--;
    }
    struct str ending = dot > 0 && path.p[dot - 1] == '.' ? str_from(path, dot) : STR_EMPTY;
    return str_iamong(ending, "tex latex ltx");
}

void texdoc_read(struct arena *a, struct source *src, const struct texdoc_files *files,
                 struct diags *d, struct texdoc_document *out) {
    struct texdoc l = {.a = a, .d = d, .files = files, .main = src, .excluded = MAP_IN(a)};
    const struct math_macro *macros = NULL;
    struct source *joined = texdoc_join(&l, src);
    *out = (struct texdoc_document){.source = texdoc_run(&l, joined, &macros)};
    read_front(&l, macros, out);
    vec_drop(&l.packages);
}
