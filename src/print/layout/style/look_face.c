/* SPDX-License-Identifier: MIT */
/*
 * @font-face (CSS Fonts 4, section 11): families that are made of font files or of installed fonts.
 * This file chooses the source; print/font opens it.
 */
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "print/font/font.h"
#include "print/layout/model/sp.h"
#include "print/layout/style/look_internal.h"

DIAG_USE(DIAG_CSS_FONT);
DIAG_USE(DIAG_CSS_UNSUPPORTED);

#define MAX_FACES 256

static const struct css_decl *find_decl(const struct css_rule *rule, const char *name) {
    const struct css_decl *found = NULL;
    for (size_t i = 0; i < rule->ndecls; i++) {
        found = str_is(rule->decls[i].name, name) ? &rule->decls[i] : found;
    }
    return found;
}

/** A name given in quotes or as words without quotes. */
static struct str name_of(struct arena *a, const struct css_token *t, size_t n) {
    struct str name = STR_EMPTY;
    for (size_t i = 0; i < n; i++) {
        if (t[i].kind == CSS_STRING) {
            return arena_str(a, t[i].text);
        }
        if (t[i].kind == CSS_IDENT) {
            name = name.n > 0 ? arena_join(a, 3, name, STR(" "), t[i].text) : t[i].text;
        }
    }
    return name;
}

/** Whether a file is of a kind that can be embedded in a PDF. */
static bool is_font_file(struct str path) {
    return str_iamong(path_ext(path), "otf ttf ttc otc");
}

/** The first source that is a local file of a supported kind, or an installed family. */
static struct str source_of(struct look_reader *r, const struct css_decl *decl) {
    const struct css_token *t = decl->value;
    struct str dir = decl->value_span.src ? path_dir(decl->value_span.src->name) : STR_EMPTY;
    for (size_t i = 0; i < decl->n;) {
        size_t n = look_value_tokens(t + i, decl->n - i);
        bool function = t[i].kind == CSS_FUNCTION;
        bool url = t[i].kind == CSS_URL || (function && str_ieq(t[i].text, STR("url")));
        struct str text = function ? name_of(r->arena, t + i + 1, n - 1) : t[i].text;
        if (function && str_ieq(t[i].text, STR("local")) && text.n > 0) {
            return text;
        }
        if (url && text.n > 0 && str_find(text, STR("://")) == STR_NONE && is_font_file(text)) {
            struct str path = path_join(r->arena, dir, path_of_url(r->arena, text));
            return str_index(path, '/') == STR_NONE ? arena_join(r->arena, 2, STR("./"), path)
                                                    : path;
        }
        i += n;
    }
    return STR_EMPTY;
}

/** The style of a face. If a descriptor is a range, its first number counts. */
static unsigned style_of(const struct css_rule *rule) {
    const struct css_decl *weight = find_decl(rule, "font-weight");
    const struct css_decl *slope = find_decl(rule, "font-style");
    unsigned style = FONT_REGULAR;
    if (weight && weight->n > 0) {
        const struct css_token *t = weight->value;
        style |= t->kind == CSS_NUMBER           ? font_weight_face(t->micro / CSS_MICRO)
                 : str_ieq(t->text, STR("bold")) ? (unsigned)FONT_BOLD
                                                 : 0u;
    }
    if (slope && slope->n > 0 &&
        (str_ieq(slope->value->text, STR("italic")) ||
         str_ieq(slope->value->text, STR("oblique")))) {
        style |= FONT_ITALIC;
    }
    return style;
}

/** Reports the unsupported descriptors of a face, each once. */
static void report_rest(struct look_reader *r, const struct css_rule *rule) {
    for (size_t i = 0; i < rule->ndecls; i++) {
        struct str name = rule->decls[i].name;
        if (!str_starts(name, STR("-")) &&
            !str_among(name, "font-family src font-weight font-style font-display")) {
            (void)diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->decls[i].name_span,
                           "in the PDF `@font-face` has no `%.*s`", STR_ARG(name));
        }
    }
}

void look_face_read(struct look_reader *r, const struct css_rule *rule) {
    const struct css_decl *family = find_decl(rule, "font-family");
    const struct css_decl *src = find_decl(rule, "src");
    report_rest(r, rule);
    struct look_face *face = ARENA_NEW(r->arena, struct look_face);
    *face = (struct look_face){.next = r->looks->faces, .style = style_of(rule)};
    face->family = family ? name_of(r->arena, family->value, family->n) : STR_EMPTY;
    face->face = src ? source_of(r, src) : STR_EMPTY;
    face->span = src ? src->value_span : rule->prelude_span;
    if (face->family.n == 0 || face->face.n == 0 || r->nfaces++ >= MAX_FACES) {
        struct diag *g = diag_add(r->d, DIAG_CSS_FONT, face->span,
                                  "the PDF cannot use this font: none of its sources is a file "
                                  "that it can embed");
        diag_hint(r->d, g, "give an .otf or .ttf file beside the sheet, or `local(\"Name\")`");
        return;
    }
    r->looks->faces = face;
}

void looks_declare(const struct looks *l, struct fonts *fonts, struct diags *d) {
    for (const struct look_face *f = l->faces; f; f = f->next) {
        if (fonts_find(fonts, f->face, f->style, PT(10), NULL)) {
            fonts_declare(fonts, f->family, f->style, f->face);
            continue;
        }
        struct diag *g =
            diag_add(d, DIAG_CSS_FONT, f->span, "the font `%.*s` cannot be had", STR_ARG(f->face));
        diag_hint(d, g, "files are looked for beside the sheet that names them");
    }
}
