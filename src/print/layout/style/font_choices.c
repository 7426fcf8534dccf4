/* SPDX-License-Identifier: MIT */
/*
 * Font families in addition to the main ones, given by pandoc's variables for LaTeX (pandoc MANUAL,
 * "Fonts"): substitutes (`mainfontfallback` and similar), families for Chinese, Japanese and Korean
 * (`CJKmainfont`), and families for single languages (`babelfonts`). This file translates babel's
 * language names; print/font chooses the font of each character.
 */
#include "print/layout/style/default_style.h"

#include "core/base/vec.h"
#include "core/base/word_list.h"

#include <stdlib.h>

DIAG_USE(DIAG_FONT_FEATURE);
DIAG_USE(DIAG_FONT_NOT_FOUND);
DIAG_USE(DIAG_UNSUPPORTED);

struct choices {
    struct fonts *fonts;
    struct diags *d;
    VEC(struct font_choice) list;
};

void style_no_font(struct fonts *fonts, struct diags *d, const struct node *n, struct str family,
                   struct str instead) {
    size_t count = 0;
    const struct str *names = fonts_families(fonts, &count);
    struct diag *g =
        diag_add(d, DIAG_FONT_NOT_FOUND, n->span, "no font `%.*s` is installed", STR_ARG(family));
    struct str near = diag_nearest(family, names, count);
    if (near.n > 0) {
        diag_hint(d, g, "did you mean `%.*s`?%s%.*s%s", STR_ARG(near),
                  instead.n > 0 ? " set in " : "", STR_ARG(instead),
                  instead.n > 0 ? " meanwhile" : "");
    } else {
        diag_hint(d, g, "install it, or name a font file; %s%.*s meanwhile",
                  instead.n > 0 ? "set in " : "it is left out", STR_ARG(instead));
    }
}

static bool is_installed(struct choices *c, const struct node *n, struct str family) {
    bool found = fonts_find(c->fonts, family, FONT_REGULAR, 10 * SP_PT, NULL) != NULL;
    if (!found) {
        style_no_font(c->fonts, c->d, n, family, STR_EMPTY);
    }
    return found;
}

static void choice_add(struct choices *c, const struct node *n, struct str family,
                       enum font_class cls, bool cjk) {
    struct font_choice choice = {.family = family, .cls = cls, .cjk = cjk};
    if (family.n > 0 && is_installed(c, n, family)) {
        vec_push(&c->list, choice);
    }
}

/* Reads substitutes such as "FreeSans:mode=harf;script=latn". The part after the colon is for
 * luaotfload and is ignored. */
static void fallbacks_read(struct choices *c, const struct node *front, const char *key,
                           enum font_class cls) {
    const struct node *n = node_get(front, key);
    for (size_t i = 0; i < node_count(n); i++) {
        const struct node *item = node_item(n, i);
        struct str rest = node_text(item);
        choice_add(c, item, str_trim(str_cut(&rest, ':')), cls, false);
    }
}

/* Reads the families for East Asian text. By default, sans and typewriter text use the main family,
 * as in xeCJK. */
static void cjk_read(struct choices *c, const struct node *front) {
    static const char *const keys[] = {
        [FONT_SERIF] = "CJKmainfont", [FONT_SANS] = "CJKsansfont", [FONT_MONO] = "CJKmonofont"};
    const struct node *main = node_get(front, keys[FONT_SERIF]);
    bool found = main != NULL && node_text(main).n > 0 && is_installed(c, main, node_text(main));
    for (int cls = FONT_SERIF; cls <= FONT_MONO; cls++) {
        const struct node *n = node_get(front, keys[cls]);
        if (cls != FONT_SERIF && n != NULL) {
            choice_add(c, n, str_trim(node_text(n)), (enum font_class)cls, true);
        } else if (found) {
            struct font_choice choice = {
                .family = node_text(main), .cls = (enum font_class)cls, .cjk = true};
            vec_push(&c->list, choice);
        }
    }
    const struct node *options = node_get(front, "CJKoptions");
    if (options != NULL && (options->kind == NODE_LIST || node_text(options).n > 0)) {
        (void)diag_add(c->d, DIAG_UNSUPPORTED, options->span,
                       "`CJKoptions` has no effect: faces are found by the family");
    }
}

/* ---- fonts of languages */

/* babel's language names, sorted. */
static const char *const babel_names[][2] = {
#define LANGUAGE(name, tag) {name, tag},
#include "print/layout/style/babel_names.def"
#undef LANGUAGE
};

/* The BCP 47 tag of a language, which is given by babel's name or as a tag. Empty if it is
 * neither. */
static struct str tag_of(struct str name) {
    const char *const(*row)[2] =
        bsearch(&name, babel_names, ARRAY_LEN(babel_names), sizeof babel_names[0], str_order_z);
    if (row) {
        return str_of((*row)[1]);
    }
    size_t bare = str_slice(name, 0, str_index(name, '-')).n;
    return bare == 2 || bare == 3 ? name : STR_EMPTY;
}

static void languages_read(struct arena *a, struct page_style *style, struct choices *c,
                           const struct node *front) {
    const struct node *map = node_get(front, "babelfonts");
    VEC(struct lang_font) fonts = VEC_INIT;
    for (size_t i = 0; map != NULL && map->kind == NODE_MAP && i < map->n; i++) {
        const struct node *n = map->items[i];
        struct str name = map->keys[i];
        struct lang_font font = {.tag = tag_of(name), .family = str_trim(node_text(n))};
        if (font.tag.n == 0) {
            struct diag *g = diag_add(c->d, DIAG_FONT_FEATURE, map->key_spans[i],
                                      "no language is called `%.*s`", STR_ARG(name));
            diag_hint(c->d, g, "write babel's name of it, or its tag: `ru`, `zh-Hans`");
        } else if (font.family.n > 0 && is_installed(c, n, font.family)) {
            vec_push(&fonts, font);
        }
    }
    style->nlang_fonts = fonts.n;
    style->lang_fonts = vec_finish(&fonts, a);
}

struct str style_lang_family(const struct page_style *style, struct str lang) {
    struct str best = STR_EMPTY, bare = str_slice(lang, 0, str_index(lang, '-'));
    /* how well the best tag fits: its length plus one if `lang` begins with it, 1 if only the
     * language is the same */
    size_t most = 0;
    for (size_t i = 0; i < style->nlang_fonts; i++) {
        struct str tag = style->lang_fonts[i].tag;
        bool whole =
            str_ieq(str_slice(lang, 0, tag.n), tag) && (lang.n == tag.n || lang.p[tag.n] == '-');
        bool kin = str_ieq(str_slice(tag, 0, str_index(tag, '-')), bare);
        size_t fits = whole ? tag.n + 1 : kin ? 1 : 0;
        if (fits > most) {
            most = fits;
            best = style->lang_fonts[i].family;
        }
    }
    return best;
}

void style_read_font_choices(struct arena *a, struct page_style *style, const struct node *front,
                             struct fonts *fonts, struct diags *d) {
    struct choices c = {.fonts = fonts, .d = d};
    cjk_read(&c, front);
    fallbacks_read(&c, front, "mainfontfallback", FONT_SERIF);
    fallbacks_read(&c, front, "sansfontfallback", FONT_SANS);
    fallbacks_read(&c, front, "monofontfallback", FONT_MONO);
    languages_read(a, style, &c, front);
    fonts_choose(fonts, c.list.p, c.list.n);
    vec_drop(&c.list);
}
