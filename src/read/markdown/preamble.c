/* SPDX-License-Identifier: MIT */
/* Sets keys of the front matter to the effects of packages and commands of LaTeX's preamble: fonts,
 * margins, links, the distance of lines. The preamble is in `header-includes` and `fontfamily`. A
 * key that the front matter has takes precedence. Packages without an effect are reported.
 * print/layout/style/tex_preamble.c reads the commands without a key. */
#include "core/base/word_list.h"
#include "model/tex/latex/ltx.h"
#include "read/markdown/md_front.h"
#include "read/markdown/tex/tex.h"

#include <stdlib.h>

DIAG_USE(DIAG_UNSUPPORTED);

enum package_act {
    PACKAGE_KEYS,
    PACKAGE_OPTIONS,
    PACKAGE_LINKS,
    PACKAGE_SPACE,
    PACKAGE_KNOWN,
    PACKAGE_HINT
};

static const struct package {
    const char *name;
    enum package_act act;
    const char *text;
} packages[] = {
#define PACKAGE(name, act, text) {name, PACKAGE_##act, text},
#include "read/markdown/packages.def"
#undef PACKAGE
};

/** A text of `header-includes`. */
struct preamble {
    struct md *m;
    struct md_text text;
    struct ltx_text tex;
};

static struct span span_of(const struct preamble *p, struct str part) {
    bool inside = part.p >= p->text.s.p && part.p + part.n <= p->text.s.p + p->text.s.n;
    size_t at = inside ? (size_t)(part.p - p->text.s.p) : 0;
    return md_span(&p->text, at, at + (inside ? part.n : p->text.s.n));
}

static void put(const struct preamble *p, struct str key, struct str value, struct span at) {
    struct node *n = node_plain(p->m->a, value, at);
    md_front_put(p->m, key, at, n, MD_FRONT_DEFAULT);
}

static struct diag *report(const struct preamble *p, const char *what, struct str name) {
    return diag_add(p->m->diags, DIAG_UNSUPPORTED, span_of(p, name), "%s `%.*s` changes nothing",
                    what, STR_ARG(name));
}

/* ---- options of hyperref ---- */

/** Returns a colour as a key of the front matter expects it: its name, or its definition by
 * `\definecolor`. Empty if the colour is unknown. */
static struct str colour_of(const struct preamble *p, struct str name) {
    struct str rest = p->tex.s;
    for (size_t at; (at = str_find(rest, STR("\\definecolor"))) != STR_NONE;) {
        size_t from = (size_t)(rest.p - p->tex.s.p) + at + sizeof "\\definecolor" - 1;
        struct ltx_arg arg[LTX_ARGS];
        if (ltx_args(&p->tex, from, p->tex.s.n, "mmm", false, arg) != STR_NONE &&
            str_eq(str_trim(ltx_arg(&p->tex, &arg[0])), name)) {
            return ltx_colour(p->m->a, NULL, ltx_arg(&p->tex, &arg[1]), ltx_arg(&p->tex, &arg[2]));
        }
        rest = str_from(p->tex.s, from);
    }
    struct str low = arena_lower(p->m->a, name);
    return str_among(low, "black blue brown cyan darkgray forestgreen gray green lightgray lime "
                          "magenta maroon midnightblue navyblue olive orange pink purple red "
                          "royalblue teal violet white yellow")
               ? low
               : STR_EMPTY;
}

/** Reads one option for links: `colorlinks=true`, `linkcolor=blue`, `hidelinks`. */
static void read_link_option(const struct preamble *p, struct str name, struct str value) {
    if (str_is(name, "colorlinks") || str_is(name, "hidelinks")) {
        put(p, name, value.n ? value : STR("true"), span_of(p, name));
        return;
    }
    struct str key = str_paired(name, "linkcolor=linkcolor citecolor=citecolor urlcolor=urlcolor "
                                      "allcolors=linkcolor");
    struct str colour = key.n ? colour_of(p, value) : STR_EMPTY;
    if (colour.n) {
        put(p, key, colour, span_of(p, name));
    } else if (str_is(name, "pdftitle") && value.n) {
        put(p, STR("pagetitle"), value, span_of(p, name));
    } else if (name.n) {
        report(p, "the option of hyperref", name);
    }
}

static void read_link_options(const struct preamble *p, struct str options) {
    size_t depth = 0, from = 0, equals = STR_NONE;
    for (size_t i = 0; i <= options.n; i++) {
        char c = i < options.n ? options.p[i] : ',';
        depth += c == '{';
        depth -= c == '}' && depth > 0;
        if (c == '=' && depth == 0 && equals == STR_NONE) {
            equals = i;
        } else if (c == ',' && (depth == 0 || i == options.n)) {
            bool has = equals != STR_NONE;
            struct str value = has ? str_trim(str_slice(options, equals + 1, i)) : STR_EMPTY;
            bool braces = str_starts(value, STR("{")) && str_ends(value, STR("}"));
            read_link_option(p, str_trim(str_slice(options, from, has ? equals : i)),
                             braces ? str_slice(value, 1, value.n - 1) : value);
            from = i + 1;
            equals = STR_NONE;
        }
    }
}

/* ---- packages ---- */

static const struct package *package_named(struct str name) {
    return bsearch(&name, packages, ARRAY_LEN(packages), sizeof packages[0], str_order_z);
}

static void put_keys(const struct preamble *p, const char *keys, struct span at) {
    struct str rest = str_of(keys);
    while (rest.p) {
        struct str value = str_cut(&rest, '|'), key = str_cut(&value, '=');
        put(p, key, value, at);
    }
}

static void read_package(const struct preamble *p, struct str name, struct str options) {
    const struct package *row = package_named(name);
    struct diag *g;
    switch (row ? row->act : PACKAGE_HINT) {
    case PACKAGE_KEYS:
        put_keys(p, row->text, span_of(p, name));
        if (str_starts(str_of(row->text), STR("sansfont="))) {
            g = report(p, "for the running text, the package", name);
            diag_hint(p->m->diags, g, "`mainfont: %s` sets the text in its font",
                      row->text + sizeof "sansfont=" - 1);
        }
        break;
    case PACKAGE_OPTIONS:
        if (options.n) {
            put(p, str_of(row->text), options, span_of(p, options));
        }
        break;
    case PACKAGE_LINKS:
        p->m->tex.hyperref = true;
        read_link_options(p, options);
        break;
    case PACKAGE_SPACE: /* the factors of setspace at 11 pt */
        if (str_is(options, "doublespacing") || str_is(options, "onehalfspacing")) {
            put(p, STR("linestretch"), options.p[0] == 'd' ? STR("1.618") : STR("1.213"),
                span_of(p, options));
        }
        break;
    case PACKAGE_KNOWN:
        if (str_is(name, "cleveref")) {
            p->m->tex.cleveref = true;
            p->m->tex.cref_capital = str_find(options, STR("capitali")) != STR_NONE;
            p->m->tex.cref_full = str_find(options, STR("noabbrev")) != STR_NONE;
        }
        break;
    case PACKAGE_HINT:
        g = report(p, "the package", name);
        if (row) {
            diag_hint(p->m->diags, g, "%s", row->text);
        }
        break;
    }
}

static void read_packages(const struct preamble *p, struct str names, struct str options) {
    while (names.p) {
        struct str name = str_trim(str_cut(&names, ','));
        if (name.n) {
            read_package(p, name, str_trim(options));
        }
    }
}

/* ---- commands ---- */

/** Reads `\renewcommand{\familydefault}{\sfdefault}`, which sets the text in the sans-serif
 * font. */
static void read_family(const struct preamble *p, struct str what, struct str value) {
    bool sans = str_is(str_trim(value), "\\sfdefault");
    if (!str_is(str_trim(what), "\\familydefault") || (!sans && !str_is(value, "\\ttdefault"))) {
        return;
    }
    const struct node *own = node_get(p->m->doc->front, sans ? "sansfont" : "monofont");
    struct str family = node_text(own);
    put(p, STR("mainfont"),
        family.n ? family
        : sans   ? STR("Latin Modern Sans")
                 : STR("Latin Modern Mono"),
        span_of(p, what));
}

/** Reads `\renewcommand{\figurename}{Fig.}` and the same for other words of LaTeX's classes. */
static void read_word(const struct preamble *p, struct str what, struct str value) {
    struct str key = str_paired(
        what, "\\abstractname=abstract-title \\bibname=reference-section-title "
              "\\contentsname=toc-title \\figurename=figureTitle \\listfigurename=lof-title "
              "\\listtablename=lot-title \\refname=reference-section-title "
              "\\tablename=tableTitle");
    if (key.n) {
        put(p, key, str_trim(value), span_of(p, what));
    }
}

/** Reads `\setcounter{tocdepth}{1}`. print/layout/style/tex_preamble.c reports other counters. */
static void read_counter(const struct preamble *p, struct str what, struct str value) {
    if (str_is(what, "secnumdepth") || str_is(what, "tocdepth")) {
        /* any negative number means -1; pandoc writes -\maxdimen */
        bool below = str_starts(str_trim(value), STR("-"));
        put(p, what, below ? STR("-1") : str_trim(value), span_of(p, what));
    }
}

/** Sets the label of numbered lists at a level, 1 to 4, or at all levels, 0. The label comes from
 * \setlist[enumerate,1]{label=(\alph*)} of enumitem or from \renewcommand{\labelenumi}{...}. */
static void set_label(const struct preamble *p, struct str label, int64_t level) {
    for (size_t i = 0; i < ARRAY_LEN(p->m->tex.labels); i++) {
        if (level == 0 || level == (int64_t)i + 1) {
            p->m->tex.labels[i] = label;
        }
    }
}

/** Reads one of \labelenumi to \labelenumiv. */
static void read_label(const struct preamble *p, struct str name, struct str label) {
    struct str level = str_paired(name, "labelenumi=1 labelenumii=2 labelenumiii=3 labelenumiv=4");
    if (level.n) {
        set_label(p, label, level.p[0] - '0');
    }
}

static void read_setlist(const struct preamble *p, struct str lists, struct str options) {
    bool given, numbered = !lists.n;
    int64_t level = 0;
    p->m->tex.tight = p->m->tex.tight || md_tex_tightens(options);
    struct str label = ltx_option(options, "label", &given);
    while (lists.p && lists.n) {
        struct str one = str_trim(str_cut(&lists, ','));
        numbered = numbered || str_is(one, "enumerate");
        (void)str_to_i64(one, &level);
    }
    if (given && numbered) {
        set_label(p, label, level);
    }
}

/** Reads \crefname{kind}{singular}{plural}. */
static void read_cref_name(const struct preamble *p, size_t at) {
    struct ltx_arg arg[LTX_ARGS];
    struct str *words = ARENA_ARRAY(p->m->a, struct str, 2);
    if (ltx_args(&p->tex, at, p->tex.s.n, "mmm", false, arg) != STR_NONE) {
        words[0] = ltx_arg(&p->tex, &arg[1]);
        words[1] = ltx_arg(&p->tex, &arg[2]);
        (void)map_put(&p->m->tex.crefs, str_trim(ltx_arg(&p->tex, &arg[0])), words);
    }
}

/** Reads a command. `at` is the offset after its name. */
static void read_command(const struct preamble *p, struct str name, size_t at) {
    struct ltx_arg arg[LTX_ARGS];
    bool package = str_is(name, "usepackage") || str_is(name, "RequirePackage");
    bool family = str_is(name, "renewcommand"), counter = str_is(name, "setcounter");
    bool database = str_is(name, "addbibresource") || str_is(name, "addglobalbib");
    struct str key = str_paired(name, "setmainfont=mainfont setromanfont=mainfont "
                                      "setsansfont=sansfont setmonofont=monofont "
                                      "setmathfont=mathfont");
    if (str_is(name, "linenumbers")) {
        put(p, name, STR("true"), span_of(p, name));
        return;
    }
    if (str_is(name, "numberwithin") || str_is(name, "counterwithin")) {
        bool good = ltx_args(&p->tex, at, p->tex.s.n, "omm", false, arg) != STR_NONE;
        struct str what = good ? str_trim(ltx_arg(&p->tex, &arg[1])) : STR_EMPTY;
        p->m->doc->within |= str_is(what, "equation") ? DOC_WITHIN_EQUATIONS
                             : str_is(what, "figure") ? DOC_WITHIN_FIGURES
                             : str_is(what, "table")  ? DOC_WITHIN_TABLES
                                                      : 0U;
        return;
    }
    if (str_is(name, "crefname")) {
        read_cref_name(p, at);
        return;
    }
    if (str_is(name, "definecolor") &&
        ltx_args(&p->tex, at, p->tex.s.n, "mmm", false, arg) != STR_NONE) {
        ltx_define_colour(p->m->a, &p->m->tex.colours, ltx_arg(&p->tex, &arg[0]),
                          ltx_arg(&p->tex, &arg[1]), ltx_arg(&p->tex, &arg[2]));
        return;
    }
    if (str_is(name, "listlabel") &&
        ltx_args(&p->tex, at, p->tex.s.n, "mm", false, arg) != STR_NONE) {
        read_label(p, str_trim(ltx_arg(&p->tex, &arg[0])), ltx_arg(&p->tex, &arg[1]));
        return;
    }
    if (str_is(name, "setlist")) {
        if (ltx_args(&p->tex, at, p->tex.s.n, "som", false, arg) != STR_NONE) {
            read_setlist(p, ltx_arg(&p->tex, &arg[1]), ltx_arg(&p->tex, &arg[2]));
        }
        return;
    }
    if (!package && !family && !counter && !key.n && !database && !str_is(name, "geometry") &&
        !str_is(name, "hypersetup")) {
        return;
    }
    if (ltx_args(&p->tex, at, p->tex.s.n, family || counter ? "smm" : "om", false, arg) ==
        STR_NONE) {
        return;
    }
    struct str value = ltx_arg(&p->tex, &arg[1]);
    if (database) {
        md_tex_databases(p->m, value, span_of(p, value));
    } else if (package) {
        read_packages(p, value, ltx_arg(&p->tex, &arg[0]));
    } else if (family) {
        read_family(p, value, ltx_arg(&p->tex, &arg[2]));
        read_word(p, str_trim(value), ltx_arg(&p->tex, &arg[2]));
        read_label(p, str_from(str_trim(value), 1), ltx_arg(&p->tex, &arg[2]));
    } else if (counter) {
        read_counter(p, str_trim(value), ltx_arg(&p->tex, &arg[2]));
    } else if (key.n) {
        put(p, key, str_trim(value), span_of(p, value));
    } else if (str_is(name, "geometry")) {
        put(p, name, value, span_of(p, value));
    } else {
        read_link_options(p, value);
    }
}

static void read_commands(const struct preamble *p) {
    struct str s = p->tex.s;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '%') {
            i = str_until(s, i, '\n');
        } else if (s.p[i] == '\\') {
            size_t n = ltx_name(s, i);
            read_command(p, str_slice(s, i + 1, i + 1 + n), i + 1 + n);
            i += n;
        }
    }
}

void md_preamble(struct md *m) {
    const struct node *includes = node_get(m->doc->front, "header-includes");
    size_t count = node_count(includes);
    if (m->opt->output && strcmp(m->opt->output, "latex") == 0) {
        return; /* LaTeX itself reads `header-includes` if the output is LaTeX */
    }
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(includes, i);
        if (md_scalar_has_text(one) && !str_starts(str_trim(node_text(one)), STR("<"))) {
            struct preamble p = {.m = m, .text = md_scalar_text(m, one)};
            ltx_pair(m->a, &p.tex, p.text.s, true);
            read_commands(&p);
        }
    }
    const struct node *family = node_get(m->doc->front, "fontfamily");
    if (md_scalar_has_text(family)) {
        struct preamble p = {.m = m, .text = md_scalar_text(m, family)};
        read_package(&p, str_trim(p.text.s), STR_EMPTY);
    }
}
