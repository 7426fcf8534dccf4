/* SPDX-License-Identifier: MIT */
/*
 * Reads the page style from the front matter: pandoc's variables for LaTeX under their own names
 * (pandoc MANUAL, Variables), and our keys for heads and feet. Faults are reported at their place,
 * and the default of default_style.c is kept.
 */
#include "print/layout/style/style_look.h"

#include "core/base/word_list.h"
#include "print/layout/style/units.h"

DIAG_USE(DIAG_UNSUPPORTED);
DIAG_USE(DIAG_FONT_FEATURE);
DIAG_USE(DIAG_BAD_LENGTH);
DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_CLASS_OPTION);
DIAG_USE(DIAG_UNKNOWN_CLASS);

struct reader {
    struct arena *arena;
    struct page_style *style;
    const struct node *front;
    struct fonts *fonts;
    const struct looks *looks; /* the style sheets; may be NULL */
    struct diags *d;
};

/** Calls `use` for each value of a key. The key may have a list, or a string with commas. */
static void each_value(struct reader *in, const char *key,
                       void (*use)(struct reader *, const struct node *, struct str, void *),
                       void *user) {
    const struct node *n = node_get(in->front, key);
    if (n && n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            use(in, n->items[i], str_trim(node_text(n->items[i])), user);
        }
        return;
    }
    struct str rest = node_text(n);
    while (rest.p && rest.n > 0) {
        use(in, n, str_trim(str_cut(&rest, ',')), user);
    }
}

struct class_options {
    bool landscape, one_column, two_columns, two_sided, balance, numbers_left;
    bool title_page, open_right, draft;
    bool told; /* options without effect have been reported */
    struct str size;
    const struct node *size_node;
};

/** Applies an option that is a switch, of LaTeX or KOMA-Script. Returns false for other options. */
static bool use_switch(struct class_options *c, struct str option) {
    const struct {
        const char *name;
        bool *to, value;
    } switches[] = {{"landscape", &c->landscape, true},
                    {"portrait", &c->landscape, false},
                    {"twoside", &c->two_sided, true},
                    {"twoside=true", &c->two_sided, true},
                    {"oneside", &c->two_sided, false},
                    {"twoside=false", &c->two_sided, false},
                    {"leqno", &c->numbers_left, true},
                    {"reqno", &c->numbers_left, false},
                    {"balance", &c->balance, true},
                    {"titlepage", &c->title_page, true},
                    {"titlepage=true", &c->title_page, true},
                    {"notitlepage", &c->title_page, false},
                    {"titlepage=false", &c->title_page, false},
                    {"openright", &c->open_right, true},
                    {"open=right", &c->open_right, true},
                    {"openany", &c->open_right, false},
                    {"open=any", &c->open_right, false},
                    {"draft", &c->draft, true},
                    {"draft=true", &c->draft, true},
                    {"final", &c->draft, false}};
    for (size_t i = 0; i < ARRAY_LEN(switches); i++) {
        if (str_is(option, switches[i].name)) {
            *switches[i].to = switches[i].value;
            return true;
        }
    }
    return false;
}

static void unknown_option(struct reader *in, const struct node *n, struct str option) {
    static const struct str NAMES[] = {
        STR_INIT("landscape"), STR_INIT("portrait"),    STR_INIT("twoside"),   STR_INIT("oneside"),
        STR_INIT("twocolumn"), STR_INIT("onecolumn"),   STR_INIT("leqno"),     STR_INIT("reqno"),
        STR_INIT("titlepage"), STR_INIT("notitlepage"), STR_INIT("openright"), STR_INIT("openany"),
        STR_INIT("draft"),     STR_INIT("final"),       STR_INIT("balance")};
    struct diag *g = diag_add(in->d, DIAG_CLASS_OPTION, n->span,
                              "the class option `%.*s` has no effect", STR_ARG(option));
    (void)diag_suggest(in->d, g, option, NAMES, ARRAY_LEN(NAMES));
}

static void use_class_option(struct reader *in, const struct node *n, struct str option,
                             void *user) {
    struct class_options *c = (struct class_options *)user;
    sp w, h;
    if (use_switch(c, option)) {
        return;
    }
    if (str_is(option, "twocolumn") || str_is(option, "onecolumn")) {
        c->two_columns = option.p[0] == 't';
        c->one_column = !c->two_columns;
    } else if (option.n > 2 && is_digit(option.p[0]) && str_ends(option, STR("pt"))) {
        c->size = option;
        c->size_node = n;
    } else if (style_paper(option, &w, &h)) {
        in->style->paper_w = w;
        in->style->paper_h = h;
    } else if (!c->told && option.n > 0) {
        unknown_option(in, n, option);
    }
}

/** Reports an unknown class, and unknown words for `top-level-division`. */
static void check_class(struct reader *in, const struct doc *doc) {
    const struct node *cls = node_get(in->front, "documentclass");
    const struct node *top = node_get(in->front, "top-level-division");
    struct str name = str_trim(node_text(cls));
    struct str division = str_trim(node_text(top));
    if (name.n > 0 && !doc_class_known(name)) {
        struct diag *g =
            diag_add(in->d, DIAG_UNKNOWN_CLASS, cls->span,
                     "the document class `%.*s` is not known: %s is set", STR_ARG(name),
                     doc->cls.kind == DOC_CLASS_ARTICLE ? "an article" : "a report");
        diag_hint(in->d, g,
                  "classes with chapters: report, book, scrreprt, scrbook, memoir; else article");
    }
    if (division.n > 0 && !str_among(division, "default part chapter section")) {
        struct diag *g =
            diag_add(in->d, DIAG_UNKNOWN_VALUE, top->span, "`%.*s` is not a division of a document",
                     STR_ARG(node_text(top)));
        diag_hint(in->d, g, "divisions: part, chapter, section");
    }
}

/** The text size: `fontsize`, or the class option. LaTeX's 11pt is 10.95 pt (size11.clo). */
static sp body_size(struct reader *in, const struct class_options *c) {
    const struct node *n = node_get(in->front, "fontsize");
    struct str text = n && n->text.n > 0 ? n->text : c->size;
    if (!n || n->text.n == 0) {
        n = c->size_node;
    }
    sp size = PT(11);
    int64_t bare = 0;
    if (n && str_to_i64(str_trim(text), &bare) && bare > 0 && bare < 100) {
        size = PT(bare);
    } else if (n && !style_length(in->style, n, text, "fontsize", 0, &size, in->d)) {
        size = PT(11);
    }
    if (size < PT(5) || size > PT(40)) {
        struct diag *g = diag_add(in->d, DIAG_BAD_LENGTH, n->span,
                                  "`%.*s` is not a readable text size", STR_ARG(text));
        diag_hint(in->d, g,
                  "sizes from 5pt to 40pt can be set; the usual ones are 10pt, 11pt and 12pt");
        size = PT(11);
    }
    return size == PT(11) ? PT100(1095) : size;
}

static void read_stretch(struct reader *in) {
    const struct node *n = node_get(in->front, "linestretch");
    int32_t factor = 1000;
    if (!n || n->text.n == 0) {
        if (in->looks) {
            style_look_leading(in->style, in->looks);
        }
        return;
    }
    if (!unit_parse_factor(n->text, &factor) || factor < 500 || factor > 5000) {
        struct diag *g = diag_add(in->d, DIAG_BAD_LENGTH, n->span,
                                  "`%.*s` for `linestretch` is not a factor", STR_ARG(n->text));
        diag_hint(in->d, g, "write a number from 0.5 to 5: `linestretch: 1.25`");
        return;
    }
    /* setspace does not change the line distance of footnotes */
    for (int i = STEP_SMALL; i < STEP_COUNT; i++) {
        in->style->sizes[i].leading = sp_scale(in->style->sizes[i].leading, factor, 1000);
    }
}

static void report_pictures(struct reader *in, const struct node *n, struct str instead) {
    struct diag *g = diag_add(in->d, DIAG_FONT_FEATURE, n->span,
                              "the font `%.*s` has pictures and no letters", STR_ARG(n->text));
    diag_hint(in->d, g, "emoji are set in it, and text in %.*s", STR_ARG(instead));
}

static void read_font(struct reader *in, const char *key, enum font_class cls) {
    const struct node *n = node_get(in->front, key);
    if (!n || n->text.n == 0) {
        return;
    }
    sp size = in->style->sizes[STEP_NORMAL].size;
    struct font *font = fonts_find(in->fonts, n->text, FONT_REGULAR, size, NULL);
    if (!font) {
        style_no_font(in->fonts, in->d, n, n->text, in->style->family[cls]);
    } else if (font_is_pictures(font)) {
        report_pictures(in, n, in->style->family[cls]);
        fonts_emoji_prefer(in->fonts, font);
    } else {
        in->style->family[cls] = n->text;
    }
}

/** Applies fontspec's options of the main font: figures and ligatures. */
static void use_font_option(struct reader *in, const struct node *n, struct str option,
                            void *user) {
    size_t eq = str_index(option, '=');
    struct str value = str_trim(eq == STR_NONE ? option : str_from(option, eq + 1));
    unsigned *features = &in->style->features;
    (void)user;
    if (str_starts(value, STR("{"))) {
        value = str_trim(str_from(value, 1));
    }
    if (str_ends(value, STR("}"))) {
        value = str_trim(str_slice(value, 0, value.n - 1));
    }
    if (str_is(value, "OldStyle") || str_is(value, "Lowercase") || str_is(value, "+onum")) {
        *features |= FONT_ONUM;
    } else if (str_is(value, "Monospaced") || str_is(value, "Tabular") || str_is(value, "+tnum")) {
        *features |= FONT_TNUM;
    } else if (str_is(value, "NoCommon") || str_is(value, "CommonOff") || str_is(value, "-liga")) {
        *features &= ~(unsigned)FONT_LIGA;
    } else if (value.n > 0 && !str_is(value, "Lining") && !str_is(value, "Uppercase") &&
               !str_is(value, "Proportional") && !str_is(value, "TeX") &&
               !str_is(value, "Common")) {
        (void)diag_add(in->d, DIAG_UNSUPPORTED, n->span, "the font option `%.*s` changes nothing",
                       STR_ARG(option));
    }
}

static void read_fonts(struct reader *in) {
    each_value(in, "mainfontoptions", use_font_option, NULL);
    each_value(in, "fontfeatures", use_font_option, NULL);

    read_font(in, "sansfont", FONT_SANS);
    read_font(in, "monofont", FONT_MONO);
    if (in->looks && !node_get(in->front, "mainfont")) {
        style_look_family(in->style, in->looks, in->fonts, in->d);
    }
    read_font(in, "mainfont", FONT_SERIF);
    read_font(in, "mathfont", FONT_MATH);
    style_read_font_choices(in->arena, in->style, in->front, in->fonts, in->d);
}

static void read_colour(struct reader *in, const char *key, struct page_colour *out) {
    const struct node *n = node_get(in->front, key);
    if (!n || n->text.n == 0 || style_colour(n->text, out)) {
        return;
    }
    struct diag *g = diag_add(in->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` for `%s` is not a colour",
                              STR_ARG(n->text), key);
    diag_hint(in->d, g, "write a name (`blue`, `black`, `NavyBlue`) or `\"#1a4d8f\"`");
}

static bool has_any(const struct reader *in, const char *const *keys, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (node_get(in->front, keys[i])) {
            return true;
        }
    }
    return false;
}

static void read_colours(struct reader *in) {
    static const char *const KEYS[] = {"colorlinks", "hidelinks", "linkcolor", "citecolor",
                                       "urlcolor"};
    struct page_style *s = in->style;
    s->links.own = has_any(in, KEYS, ARRAY_LEN(KEYS));
    if (in->looks) {
        style_look_colour(s, in->looks);
    }
    s->links.coloured = node_bool(node_get(in->front, "colorlinks"), 1) != 0;
    const struct node *hide = node_get(in->front, "hidelinks");
    if (hide && node_bool(hide, 1) == 1) {
        s->links.coloured = false;
    }
    read_colour(in, "linkcolor", &s->links.colour);
    if (node_get(in->front, "linkcolor")) {
        s->links.cite = s->links.url = s->links.colour;
    }
    read_colour(in, "citecolor", &s->links.cite);
    read_colour(in, "urlcolor", &s->links.url);
}

/** Reads the spaces of paragraphs. `indent: true` is LaTeX's style; `parskip` sets the space
 * between paragraphs. */
static void read_paragraphs(struct reader *in) {
    static const char *const KEYS[] = {"indent", "parskip", "parindent"};
    struct page_style *s = in->style;
    s->own_paragraphs = has_any(in, KEYS, ARRAY_LEN(KEYS));
    sp half = s->sizes[STEP_NORMAL].leading / 2;
    s->par_skip = (struct v_glue){half, PT(2), 0};
    s->indent = node_bool(node_get(in->front, "indent"), 0) == 1;
    if (s->indent) {
        s->par_skip = (struct v_glue){0, PT(1), 0};
        s->par_indent = s->base_size == 11 ? PT(17) : sp_scale(s->em, 3, 2);
    }
    const struct node *n = node_get(in->front, "parskip");
    if (n && n->text.n > 0 && node_bool(n, -1) < 0) {
        sp v = 0;
        if (style_length(s, n, n->text, "parskip", 0, &v, in->d) && v >= 0) {
            s->par_skip = (struct v_glue){v, PT(1), 0};
        }
    }
    n = node_get(in->front, "parindent");
    if (n && n->text.n > 0 &&
        style_length(s, n, n->text, "parindent", s->text_w, &s->par_indent, in->d)) {
        s->indent = s->par_indent != 0;
    }
    s->ragged_right = node_bool(node_get(in->front, "ragged-right"), 0) == 1 ||
                      node_bool(node_get(in->front, "justify"), 1) == 0;
}

static void scale_glue(struct v_glue *g, size_t n, int32_t factor) {
    for (size_t i = 0; i < n; i++) {
        g[i] = glue_scaled(g[i], factor);
    }
}

/* The white space of the title block in a document with a limit of pages, in thousandths. */
#define LIMITED_TITLE 500

/** Reads the factors of spaces, and the size of reference lists. */
static void read_spacing(struct reader *in) {
    struct page_style *s = in->style;
    const struct {
        const char *key;
        int32_t *to;
    } rows[] = {{"list-spacing", &s->spacing.lists},
                {"heading-spacing", &s->spacing.headings},
                {"title-spacing", &s->spacing.title},
                {"reference-spacing", &s->spacing.references}};
    bool limited = node_get(node_get(in->front, "limits"), "pages") != NULL;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct node *n = node_get(in->front, rows[i].key);
        /* in a document with a limit of pages, the title block takes little room by default */
        int32_t factor = rows[i].to == &s->spacing.title && limited ? LIMITED_TITLE : 1000;
        if (n && (!unit_parse_factor(str_trim(node_text(n)), &factor) || factor > 5000)) {
            struct diag *g =
                diag_add(in->d, DIAG_BAD_LENGTH, n->span, "`%.*s` for `%s` is not a factor",
                         STR_ARG(node_text(n)), rows[i].key);
            diag_hint(in->d, g, "write a number from 0 to 5: `%s: 0.5`", rows[i].key);
            factor = 1000;
        }
        *rows[i].to = factor;
    }
    scale_glue(s->lists.before, STYLE_LIST_LEVELS, s->spacing.lists);
    scale_glue(s->lists.item_skip, STYLE_LIST_LEVELS, s->spacing.lists);
    scale_glue(s->head_before, ARRAY_LEN(s->head_before), s->spacing.headings);
    scale_glue(s->head_after, ARRAY_LEN(s->head_after), s->spacing.headings);
    scale_glue(&s->entry_skip, 1, s->spacing.references);
    const struct node *n = node_get(in->front, "reference-size");
    sp size = 0;
    if (n && style_length(s, n, node_text(n), "reference-size", 0, &size, in->d)) {
        s->reference_size = size < PT(5) ? PT(5) : size > PT(40) ? PT(40) : size;
    }
}

static void read_area(struct reader *in, struct page_margins *m, const struct looks *looks) {
    struct page_style *s = in->style;
    sp right = m->right;
    sp bottom = m->bottom;
    /* the text area is centred, as in the geometry package when no margins are set */
    if (m->text_w > 0) {
        m->left = right = (s->paper_w - m->text_w) / 2;
    }
    if (m->text_h > 0) {
        m->top = bottom = (s->paper_h - m->text_h) / 2;
    }
    if (style_set_area(s, m->left, right, m->top, bottom)) {
        return;
    }
    const struct node *n = node_get(in->front, "geometry");
    struct diag *g = diag_add(in->d, DIAG_BAD_LENGTH,
                              n       ? n->span
                              : looks ? style_look_margins_at(looks)
                                      : SPAN_NONE,
                              "the margins leave no room for text");
    diag_hint(in->d, g, "the margins of an inch are used meanwhile");
    sp inch = sp_scale(PT(1), 7227, 100);
    if (!style_set_area(s, inch, inch, inch, inch)) {
        (void)style_paper(STR("letter"), &s->paper_w, &s->paper_h);
        (void)style_set_area(s, inch, inch, inch, inch);
    }
}

static void bad_value(struct reader *in, const struct node *n, const char *key, const char *hint) {
    struct diag *g = diag_add(in->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a value of `%s`",
                              STR_ARG(node_text(n)), key);
    diag_hint(in->d, g, "%s", hint);
}

/** Reads `linenumbers`: true, or the interval of the numbers (lineno's modulo). */
static void read_line_numbers(struct reader *in) {
    const struct node *n = node_get(in->front, "linenumbers");
    int64_t every = 0;
    if (!n || n->text.n == 0 || node_bool(n, -1) == 0) {
        return;
    }
    if (str_to_i64(str_trim(n->text), &every) && every > 0 && every <= 1000) {
        in->style->line_numbers = (int)every;
    } else if (node_bool(n, -1) == 1) {
        in->style->line_numbers = 1;
    } else {
        bad_value(in, n, "linenumbers", "write `true`, or `5` for every fifth line");
    }
}

/** Reads the place of notes: `endnotes` (true, `chapter`, `document`), or `reference-location` of
 * pandoc and Quarto. */
static void read_notes(struct reader *in) {
    const struct node *own = node_get(in->front, "endnotes");
    const struct node *place = node_get(in->front, "reference-location");
    struct str where = str_trim(node_text(own));
    struct page_style *s = in->style;
    if (where.n > 0 && (node_bool(own, -1) == 1 || str_is(where, "document"))) {
        s->notes = NOTES_END;
    } else if (str_is(where, "chapter") || str_is(where, "section")) {
        s->notes = NOTES_CHAPTER;
    } else if (where.n > 0 && node_bool(own, -1) != 0) {
        bad_value(in, own, "endnotes", "write `true`, `document` or `chapter`");
    }
    where = str_trim(node_text(place));
    if (own || where.n == 0 || str_is(where, "block")) {
        return;
    }
    if (str_is(where, "margin")) {
        s->notes = NOTES_MARGIN;
    } else if (str_is(where, "document") || str_is(where, "section")) {
        s->notes = str_is(where, "document") ? NOTES_END : NOTES_CHAPTER;
    } else {
        bad_value(in, place, "reference-location",
                  "notes are at the foot (`block`), in the margin (`margin`), after the chapter "
                  "(`section`) or after the text (`document`)");
    }
}

/** Books have running heads by default. */
static void book_heads(struct page_style *s, const struct doc *doc) {
    if (s->chapters && doc->cls.kind == DOC_CLASS_BOOK) {
        s->heads.even_differs = s->two_sided;
        for (enum running_kind k = RUNNING_PAGES; k < RUNNING_KINDS; k++) {
            (void)style_page_style(s, k, STR("headings"), &s->running[k]);
        }
    }
}

void style_read(struct arena *a, struct page_style *style, const struct doc *doc,
                struct fonts *fonts, const struct looks *looks, struct diags *d) {
    struct reader in = {a, style, doc->front, fonts, looks, d};
    /* the defaults of the class (classes.dtx) */
    struct class_options c = {.two_sided = doc->cls.open_right,
                              .open_right = doc->cls.open_right,
                              .title_page = doc->cls.kind != DOC_CLASS_ARTICLE};
    style_defaults(style, PT100(1095));
    check_class(&in, doc);
    each_value(&in, "classoption", use_class_option, &c);
    c.told = true;
    if (looks) {
        style_look_paper(style, looks);
        /* options of the front matter are applied again, because its paper takes precedence */
        each_value(&in, "classoption", use_class_option, &c);
    }
    sp paper_w = style->paper_w;
    sp paper_h = style->paper_h;
    sp size = body_size(&in, &c);
    sp root = size;
    if (looks && !c.size_node && node_text(node_get(doc->front, "fontsize")).n == 0) {
        style_look_size(style, looks, &size);
        root = style->root_size;
    }
    style_defaults(style, size);
    style->root_size = root;
    style->paper_w = c.landscape ? paper_h : paper_w;
    style->paper_h = c.landscape ? paper_w : paper_h;
    sp inch = sp_scale(PT(1), 7227, 100);
    struct page_margins m = {inch, inch, inch, inch, 0, 0};
    style->columns = c.two_columns ? 2 : 1;
    if (looks && !c.one_column) {
        style_look_columns(style, looks);
    }
    style->two_sided = c.two_sided;
    style->chapters = doc_has_chapters(doc);
    style->open_right = c.open_right && c.two_sided;
    style->title_page = c.title_page;
    style->draft = c.draft;
    style->numbers_left = c.numbers_left;
    style->few_pages = node_get(doc->front, "limits") != NULL;
    style->balance = c.balance || node_bool(node_get(doc->front, "balance"), 0) == 1;
    if (looks) {
        style_look_margins(style, looks, &m, d);
    }
    style_read_geometry(style, &m, doc->front, d);
    /* papersize is read after the class option, so the orientation is applied again */
    if (c.landscape && style->paper_w < style->paper_h) {
        sp w = style->paper_w;
        style->paper_w = style->paper_h;
        style->paper_h = w;
    }
    read_area(&in, &m, looks);
    if (looks) {
        style_look_first(style, looks);
    }
    read_stretch(&in);
    read_fonts(&in);
    read_colours(&in);
    read_paragraphs(&in);
    read_spacing(&in);
    read_line_numbers(&in);
    read_notes(&in);
    style->watermark = str_trim(node_text(node_get(doc->front, "watermark")));
    book_heads(style, doc);
    style_read_preamble(a, style, doc->front, d);
    if (looks && !node_get(doc->front, "pagestyle")) {
        style_look_running(a, style, looks);
        style->heads.own = style->heads.own || style_look_has_boxes(looks);
    }
    style_read_running(style, doc->front, d);
    if (doc->meta.lang.n > 0) {
        style->lang = doc->meta.lang;
    }
    style->rtl = doc_is_rtl(doc);
}
