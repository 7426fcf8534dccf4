/* SPDX-License-Identifier: MIT */
/* Writes a style sheet for that part of a document's look in LaTeX that front matter cannot
 * express: the headings of titlesec (titlesec manual, sections 2 and 3), and the look of the
 * classes letter, moderncv and KOMA-Script. */
#include "read/latex/texdoc_model.h"

#include "core/base/word_list.h"

static const char *const divisions[] = {"\\section",   "\\subsection",   "\\subsubsection",
                                        "\\paragraph", "\\subparagraph", "\\chapter"};

const char *texdoc_division(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(divisions); i++) {
        if (str_is(str_trim(name), divisions[i])) {
            return divisions[i] + 1;
        }
    }
    return NULL;
}

/* Returns the text inside the next braces, or an empty text. */
static struct str group_of(struct str s, size_t at) {
    size_t begin = str_index(str_from(s, at), '{'), end = str_index(str_from(s, at), '}');
    return begin != STR_NONE && end != STR_NONE && begin < end
               ? str_slice(s, at + begin + 1, at + end)
               : STR_EMPTY;
}

static void put_style(struct buf *out, const struct ltx_row *row) {
    static const char *const looks[LTX_STYLES] = {[LTX_BOLD] = "font-weight: bold",
                                                  [LTX_ITALIC] = "font-style: italic",
                                                  [LTX_EMPH] = "font-style: italic",
                                                  [LTX_CAPS] = "font-variant: small-caps",
                                                  [LTX_SANS] = "font-family: sans-serif",
                                                  [LTX_MONO] = "font-family: monospace",
                                                  [LTX_UNDERLINE] = "text-decoration: underline"};
    if (row->a == LTX_SIZED) {
        buf_printf(out, "; font-size: %s%%", row->text ? row->text : "100");
    } else if (row->a >= 0 && row->a < LTX_STYLES && looks[row->a]) {
        buf_printf(out, "; %s", looks[row->a]);
    }
}

/* Writes CSS declarations for the commands in an argument of \titleformat. */
static void put_format(struct texdoc_look *k, struct str s) {
    struct buf *out = &k->sheet;
    for (size_t at = 0; at < s.n; at++) {
        size_t n = s.p[at] == '\\' ? ltx_name(s, at) : 0;
        struct str name = str_slice(s, at + 1, at + 1 + n);
        const struct ltx_row *row = n ? ltx_command(name) : NULL;
        if (!n) {
            continue;
        }
        at += n;
        if (str_is(name, "color") || str_is(name, "textcolor")) {
            struct str model = at + 1 < s.n && s.p[at + 1] == '[' ? str_from(s, at + 2) : STR_EMPTY;
            model = str_cut(&model, ']');
            struct str value = ltx_colour(k->colours.arena, &k->colours, model, group_of(s, at));
            if (value.n) {
                buf_printf(out, "; color: %.*s", STR_ARG(value));
            }
        } else if (str_is(name, "MakeUppercase") || str_is(name, "uppercase")) {
            buf_puts(out, "; text-transform: uppercase");
        } else if (str_is(name, "centering") || str_is(name, "filcenter")) {
            buf_puts(out, "; text-align: center");
        } else if (str_is(name, "raggedleft") || str_is(name, "filleft")) {
            buf_puts(out, "; text-align: right");
        } else if (row && (row->act == LTX_SWITCH || row->act == LTX_MARK)) {
            put_style(out, row);
        }
    }
}

/* Whether a part of a heading has a line: \titlerule, \hrule. */
static bool has_rule(struct str s) {
    return str_find(s, STR("rule")) != STR_NONE;
}

void texdoc_titleformat(struct texdoc_look *k, const char *division, const struct texdoc_head *h) {
    struct buf *out = &k->sheet;
    buf_printf(out, ".latex-%s { font-size: 100%%; font-weight: normal; font-style: normal",
               division);
    put_format(k, h->format);
    put_format(k, h->before);
    if (str_is(str_trim(h->shape), "runin")) {
        buf_puts(out, "; display: run-in");
    }
    if (has_rule(h->after)) {
        buf_puts(out, "; border-bottom: 0.4pt solid");
    } else if (has_rule(h->before) || has_rule(h->format)) {
        buf_puts(out, "; border-top: 0.4pt solid");
    }
    buf_puts(out, " }\n");
    struct str end = str_trim(h->after);
    if (end.n == 1 && str_index(STR(".:,;"), end.p[0]) != STR_NONE) {
        buf_printf(out, ".latex-%s::after { content: \"%c\" }\n", division, end.p[0]);
    }
    k->styled = true;
}

void texdoc_titlespacing(struct texdoc_look *k, const char *division, struct str before,
                         struct str after) {
    struct arena *a = k->colours.arena;
    struct str top = ltx_length(a, before), bottom = ltx_length(a, after);
    if (top.n) {
        buf_printf(&k->sheet, ".latex-%s { margin-top: %.*s }\n", division, STR_ARG(top));
    }
    if (bottom.n) {
        buf_printf(&k->sheet, ".latex-%s { margin-bottom: %.*s }\n", division, STR_ARG(bottom));
    }
    k->styled = k->styled || top.n || bottom.n;
}

/* Colours of moderncv, from moderncvcolorblue.sty and moderncv's other colour files. */
#define CV_COLOURS                                                                                 \
    "red=#f22f21 green=#599b35 orange=#ff7f00 purple=#8033b3 grey=#8c8c8c black=#000000 "          \
    "burgundy=#8b1a1a"

void texdoc_class_look(struct texdoc_look *k, struct str class, struct str options,
                       struct str colour) {
    struct buf *out = &k->sheet;
    if (str_starts(class, STR("scr")) && !str_starts(class, STR("scrlttr"))) {
        buf_puts(out, "h1, h2, h3, h4, h5, h6, .title, .subtitle, dt { font-family: sans-serif }\n"
                      ".title, .subtitle { font-weight: bold }\n");
    } else if (str_starts(class, STR("scrlttr"))) {
        buf_puts(out, ".recipient { margin-bottom: 1.4em }\n.signature { margin-top: 3em }\n");
    } else if (str_is(class, "letter")) {
        buf_puts(out, "@page :first { @bottom-center { content: none } }\n"
                      ".recipient { margin-top: 1.4em; margin-bottom: 1.4em }\n"
                      ".closing, .signature { margin-left: 50% }\n"
                      ".closing { margin-top: 0.7em }\n.signature { margin-top: 3.4em }\n");
    } else if (str_is(class, "moderncv")) {
        struct str tint = str_paired(str_trim(colour), CV_COLOURS);
        tint = tint.n ? tint : STR("#3873b3"); /* moderncv is blue by default */
        buf_puts(out, str_find(options, STR("sans")) != STR_NONE
                          ? "body { font-family: sans-serif }\n"
                          : "");
        buf_printf(out,
                   "h1, h2, h3 { font-weight: normal; color: %.*s }\n"
                   "h1 { border-bottom: 0.4pt solid; margin-top: 1em; margin-bottom: 0.4em }\n"
                   "dl { grid-template-columns: 6em 1fr; column-gap: 1em; margin-top: 0.2em; "
                   "margin-bottom: 0.2em }\n"
                   "dt { font-weight: normal }\nol, ul { margin-top: 0; margin-bottom: 0.2em }\n",
                   STR_ARG(tint));
    }
}
