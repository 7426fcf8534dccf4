/* SPDX-License-Identifier: MIT */
/*
 * Converts inlines of the document tree to styled text in the builder of a paragraph. Decides the
 * look of emphasis, code, scripts and spans.
 */
#include "print/layout/set/setter.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "print/layout/model/sp.h"

DIAG_USE(DIAG_MISSING_GLYPH);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/** The end of the next initial that precedes a capital ("P. Shyam": after "P."), or STR_NONE. */
static size_t next_initial(struct str text) {
    for (size_t i = 1; i + 2 < text.n; i++) {
        if (text.p[i] == '.' && text.p[i + 1] == ' ' && is_upper(text.p[i - 1]) &&
            is_upper(text.p[i + 2]) &&
            (i == 1 || text.p[i - 2] == ' ' || text.p[i - 2] == '-' || text.p[i - 2] == '.')) {
            return i + 1;
        }
    }
    return STR_NONE;
}

/** The text in the case (`text-transform`) that a style sheet sets. */
static struct str in_case(struct arena *a, struct str text, const struct ink *ink) {
    struct buf out = BUF_INIT;
    if (ink->transform == WORD_UPPERCASE) {
        return unicode_upper(a, text, ink->lang);
    }
    if (ink->transform == WORD_LOWERCASE) {
        return unicode_lower(a, text, ink->lang);
    }
    if (ink->transform != WORD_CAPITALIZE) {
        return text;
    }
    while (text.p) {
        size_t before = text.n;
        struct str word = str_cut(&text, ' ');
        buf_str(&out, unicode_capitalize(a, word, ink->lang));
        if (word.n < before) {
            buf_putc(&out, ' ');
        }
    }
    return buf_finish(&out, a);
}

/** Sets small capitals for families that have none: capitals at four fifths of the size, as in
 * XeTeX and browsers. */
static void set_fake_small_caps(struct setter *s, struct inline_builder *b, struct str text,
                                const struct ink *ink) {
    struct ink large = *ink;
    large.face &= ~(unsigned)FONT_SMALL_CAPS;
    large.transform = WORD_NONE; /* the change of case has been applied */
    struct ink small = large;
    small.size = sp_scale(ink->size, 8, 10);
    size_t from = 0;
    for (size_t at = 0; at < text.n;) {
        size_t end = at;
        bool lower = unicode_is_lower(utf8_next(text, &end));
        while (end < text.n) {
            size_t next = end;
            if (unicode_is_lower(utf8_next(text, &next)) != lower) {
                break;
            }
            end = next;
        }
        struct str part = str_slice(text, from, end);
        set_text(s, b, lower ? unicode_upper(s->arena, part, ink->lang) : part,
                 lower ? &small : &large);
        from = at = end;
    }
}

void set_text(struct setter *s, struct inline_builder *b, struct str text, const struct ink *ink) {
    if (text.n == 0) {
        return;
    }
    text = in_case(s->arena, text, ink);
    if (set_type_lowers_caps(s, ink)) {
        text = unicode_lower(s->arena, text, ink->lang);
    }
    if (set_type_fakes_small_caps(s, ink)) {
        set_fake_small_caps(s, b, text, ink);
        return;
    }
    const struct inline_style *style = set_type_style(s, ink);
    bool words = !(ink->flags & (INLINE_VERBATIM | INLINE_URL)) && ink->cls != FONT_MONO;
    size_t cut = words ? next_initial(text) : STR_NONE;
    while (cut != STR_NONE) { /* an initial is not separated from the name, as in BibTeX */
        inline_text(b, style, str_slice(text, 0, cut));
        inline_penalty(b, PENALTY_INF);
        text = str_from(text, cut);
        cut = next_initial(text);
    }
    inline_text(b, style, text);
}

void set_dest(struct arena *a, struct inline_builder *b, struct str name, const struct ink *ink) {
    if (name.n == 0) {
        return;
    }
    struct place_mark *m = ARENA_NEW(a, struct place_mark);
    m->dest = name;
    inline_mark(b, m, arena_copy(a, &ink->tag, sizeof ink->tag));
}

bool set_dest_exists(const struct setter *s, struct str id) {
    return map_find(&s->ids, id) != NULL;
}

struct ink set_script_ink(const struct ink *ink, bool up) {
    struct ink out = *ink;
    out.size = sp_scale(ink->size, 73, 100);
    out.features &= ~(unsigned)FONT_ONUM; /* raised figures are lining figures */
    out.rise = ink->rise + (up ? sp_scale(ink->size, 363, 1000) : -sp_scale(ink->size, 15, 100));
    return out;
}

static struct ink code_ink(const struct ink *ink, struct str text) {
    struct ink out = *ink;
    out.cls = FONT_MONO;
    out.family = STR_EMPTY;
    out.transform = WORD_NONE;
    out.face &= ~(unsigned)FONT_SMALL_CAPS;
    out.flags &= ~(unsigned)INLINE_HYPHENATE;
    out.flags |= INLINE_NO_EXPAND | INLINE_FRENCH | INLINE_NO_PROTRUDE;
    out.features &= ~(unsigned)FONT_LIGA; /* code has no ligatures */
    if (text.n > 20 && str_index(text, ' ') == STR_NONE) {
        out.flags |= INLINE_URL; /* long paths and names in code may be broken */
    }
    return out;
}

/** Applies the look of spans with a class: pandoc's classes, HTML elements without a node kind,
 * titles in publication lists, missing citations. */
static void apply_class(struct str name, struct ink *ink) {
    if (str_is(name, "code") || str_is(name, "kbd") || str_is(name, "samp") || str_is(name, "tt")) {
        *ink = code_ink(ink, STR_EMPTY);
    } else if (str_is(name, "cite") || str_is(name, "dfn") || str_is(name, "var")) {
        ink->face ^= FONT_ITALIC;
    } else if (str_is(name, "ins") || str_is(name, "ul") || str_is(name, "underline")) {
        ink->tag.underline = true;
    } else if (str_is(name, "sc") || str_is(name, "smallcaps")) {
        ink->face |= FONT_SMALL_CAPS;
    } else if (str_is(name, "mark")) {
        ink->tag.mark = true;
    } else if (str_is(name, "big")) {
        ink->size = sp_scale(ink->size, 12, 10);
    } else if (str_is(name, "small")) {
        ink->size = sp_scale(ink->size, 10, 12);
    } else if (str_is(name, "sans")) {
        ink->cls = FONT_SANS;
    } else if (str_is(name, "nowrap")) {
        ink->flags |= INLINE_NO_BREAK;
    } else if (str_is(name, "pub-title")) {
        ink->face |= FONT_BOLD;
        ink->plain_links = true;
    } else if (str_is(name, "citation-missing")) {
        ink->colour = (struct page_colour){190, 0, 0};
    }
}

static void apply_classes(const struct doc_node *n, struct ink *ink) {
    struct str element = doc_element(n);
    if (element.n && !(n->attr->nclasses && str_eq(n->attr->classes[0], element))) {
        apply_class(element, ink);
    }
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        apply_class(n->attr->classes[i], ink);
    }
    struct str lang = doc_pair(n, "lang");
    if (lang.n > 0) {
        ink->lang = lang;
    }
}

void set_isolate(struct inline_builder *b, enum doc_dir dir) {
    if (dir != DOC_DIR_NONE) {
        inline_isolate(b, dir == DOC_DIR_RTL   ? UNICODE_RTL
                          : dir == DOC_DIR_LTR ? UNICODE_LTR
                                               : UNICODE_NEUTRAL);
    }
}

void set_isolate_end(struct inline_builder *b, enum doc_dir dir) {
    if (dir != DOC_DIR_NONE) {
        inline_isolate_end(b);
    }
}

enum doc_dir set_dir_of(struct setter *s, const struct doc_node *n) {
    const struct doc_pair *p = doc_find_pair(n, "dir");
    if (p && doc_dir_named(p->value) == DOC_DIR_NONE) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_VALUE, p->span.src ? p->span : n->span,
                                  "`%.*s` for `dir` is not a direction", STR_ARG(p->value));
        diag_hint(s->d, g, "write `rtl`, `ltr` or `auto`");
    }
    return n->attr ? doc_dir_of(n) : DOC_DIR_NONE;
}

/** Sets the inlines of a node in the direction of its `dir` or `lang`. */
static void set_directed(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                         const struct ink *ink) {
    enum doc_dir dir = set_dir_of(s, n);
    set_isolate(b, dir);
    set_inlines(s, b, n, ink);
    set_isolate_end(b, dir);
}

/** Sets the inlines of `n` in their ink, with the box of their style around them. */
static void set_boxed(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink, const struct ink *outer) {
    set_box_text_begin(s, b, ink, outer);
    set_directed(s, b, n, ink);
    set_box_text_end(s, b, ink, outer);
}

static void set_cite(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink) {
    struct ink inner = *ink;
    inner.cite = true;
    if (!set_enter_inline(s, &inner, n)) {
        return;
    }
    set_box_text_begin(s, b, &inner, ink);
    if (n->first) {
        set_inlines(s, b, n, &inner);
    } else {
        set_text(s, b, n->u.cite.source, &inner);
    }
    set_box_text_end(s, b, &inner, ink);
}

static void set_span(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink) {
    struct ink inner = *ink;
    if (n->attr && set_is_margin_note(n)) {
        set_margin_span(s, b, n, ink);
        return;
    }
    apply_classes(n, &inner);
    bool shown = set_enter_inline(s, &inner, n);
    /* the glue is stronger than the fill at the end of the line */
    if (doc_has_class(n, "hfill") || doc_has_class(n, "qed")) {
        inline_glue(b, 0, s->style->em, 0, 1, NULL);
    } else if (shown && inner.to_end) {
        /* the same glue twice: if the line is broken at the first, the box keeps the second
         * (TeXbook, ch. 14) */
        inline_glue(b, 0, s->style->em, 0, 1, NULL);
        inline_box(b, 0, 0, 0, NULL, NULL);
        inline_penalty(b, PENALTY_INF);
        inline_glue(b, 0, s->style->em, 0, 1, NULL);
    }
    inner.to_end = false;
    if (shown) {
        set_boxed(s, b, n, &inner, ink);
    }
}

/** Changes the ink for kinds of inlines that differ only in style. Returns false for other kinds.
 */
static bool change_look(enum doc_kind kind, struct ink *ink) {
    if (kind == DOC_EMPH) {
        ink->face ^= FONT_ITALIC; /* inside italics, emphasis is upright (LaTeX's \em) */
    } else if (kind == DOC_STRONG) {
        ink->face |= FONT_BOLD;
    } else if (kind == DOC_SMALL_CAPS) {
        ink->face |= FONT_SMALL_CAPS;
    } else if (kind == DOC_UPRIGHT) {
        ink->face &= ~(unsigned)FONT_ITALIC;
    } else if (kind == DOC_STRIKE) {
        ink->tag.strike = true;
    } else if (kind == DOC_UNDERLINE) {
        ink->tag.underline = true;
    } else if (kind == DOC_SUP || kind == DOC_SUB) {
        *ink = set_script_ink(ink, kind == DOC_SUP);
    } else {
        return false;
    }
    return true;
}

/** Sets an inline that needs more than a change of style. */
static void set_special(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                        const struct ink *ink) {
    if (n->kind == DOC_TEXT) {
        set_text(s, b, n->u.text.text, ink);
    } else if (n->kind == DOC_SOFT_BREAK) {
        set_text(s, b, STR("\n"), ink);
    } else if (n->kind == DOC_LINE_BREAK) {
        inline_newline(b);
    } else if (n->kind == DOC_CODE) {
        struct ink inner = code_ink(ink, n->u.code.text);
        if (!set_enter_inline(s, &inner, n)) {
            return;
        }
        inline_isolate(b, UNICODE_LTR);
        set_box_text_begin(s, b, &inner, ink);
        set_generated_around(s, b, CSS_BEFORE, n, &inner);
        set_code(s, b, n, &inner);
        set_generated_around(s, b, CSS_AFTER, n, &inner);
        set_box_text_end(s, b, &inner, ink);
        inline_isolate_end(b);
    } else if (n->kind == DOC_MATH) {
        set_math(s, b, n, ink);
    } else if (n->kind == DOC_LINK) {
        set_link(s, b, n, ink);
    } else if (n->kind == DOC_IMAGE) {
        set_image(s, b, n, ink);
    } else if (n->kind == DOC_NOTE) {
        set_note(s, b, n, ink);
    } else if (n->kind == DOC_CITE) {
        set_cite(s, b, n, ink);
    } else if (n->kind == DOC_SPAN) {
        set_span(s, b, n, ink);
    } else if (n->kind == DOC_RAW_INLINE) {
        set_raw_inline(b, n);
    } else {
        set_inlines(s, b, n, ink);
    }
}

void set_inline(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                const struct ink *ink) {
    if (n->attr) {
        set_dest(s->arena, b, doc_id(n), ink);
    }
    struct ink inner = *ink;
    inner.depth++;
    if (inner.depth > LIMIT_DOC_DEPTH) {
        set_text(s, b, doc_plain(s->arena, n), ink);
    } else if (change_look(n->kind, &inner)) {
        apply_classes(n, &inner);
        if (set_enter_inline(s, &inner, n)) {
            set_boxed(s, b, n, &inner, ink);
        }
    } else {
        set_special(s, b, n, &inner);
    }
}

void set_inlines(struct setter *s, struct inline_builder *b, const struct doc_node *parent,
                 const struct ink *ink) {
    set_generated_around(s, b, CSS_BEFORE, parent, ink);
    for (const struct doc_node *n = parent->first; n; n = n->next) {
        set_inline(s, b, n, ink);
    }
    set_generated_around(s, b, CSS_AFTER, parent, ink);
}

/** The place of a character in the source: its position within the block, or else the block. */
static struct span missing_place(const struct doc_node *node, const char *utf8, size_t len) {
    struct span at = node ? node->span : SPAN_NONE;
    if (!at.src) {
        return at;
    }
    struct str text = span_text(at);
    size_t off = str_find(text, (struct str){utf8, len});
    return off == STR_NONE ? at : span_make(at.src, at.begin + off, at.begin + off + len);
}

void set_report_missing(struct setter *s, struct inline_builder *b, const struct doc_node *node) {
    size_t n = 0;
    const struct inline_missing *list = inline_missing(b, &n);
    for (size_t i = 0; i < n; i++) {
        struct str key = arena_printf(s->arena, "%x", (unsigned)list[i].cp);
        if (map_put(&s->missing, key, s)) {
            continue; /* the character was reported before */
        }
        char utf8[5] = {0};
        size_t len = utf8_encode(list[i].cp, utf8);
        struct diag *g =
            diag_add(s->d, DIAG_MISSING_GLYPH, missing_place(node, utf8, len),
                     "no installed font has U+%04X `%.*s`", (unsigned)list[i].cp, (int)len, utf8);
        struct str package = fonts_package(list[i].cp);
        if (package.n > 0) {
            diag_hint(s->d, g,
                      "install a font that has it (Debian: `%.*s`), or name one by `mainfont`",
                      STR_ARG(package));
        } else {
            diag_hint(s->d, g, "install a font that has it, or name one by `mainfont`");
        }
    }
}
