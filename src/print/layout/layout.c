/* SPDX-License-Identifier: MIT */
/*
 * Lays out one document. It reads the style, sets the blocks of the document tree into the galley,
 * and makes pages from the galley.
 */
#include "print/layout/layout.h"

#include "core/base/file.h"
#include "core/base/timings.h"
#include "print/layout/set/setter.h"
#include "print/layout/text/hyphen.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_MISSING_PACKAGE);
DIAG_USE(DIAG_NO_PATTERNS);
DIAG_USE(DIAG_OVERFULL);
DIAG_USE(DIAG_WIDE_FORMULA);
DIAG_USE(DIAG_WIDE_TABLE);
DIAG_USE(DIAG_NOT_TURNED);
DIAG_USE(DIAG_NO_MARGIN);
DIAG_USE(DIAG_TOO_LARGE);

bool layout_shows_raw(const struct doc_node *n) {
    return set_shows_raw(n);
}

/** Collects the document's identifiers, which links inside the document refer to. */
static void collect_ids(struct setter *s) {
    struct doc_walk w = doc_walk_start(s->doc->root);
    while (doc_walk_next(&w)) {
        struct str id = w.enter ? doc_id(w.node) : STR_EMPTY;
        if (id.n > 0) {
            (void)map_put(&s->ids, id, w.node);
        }
        if (w.enter && w.node->kind == DOC_NOTE && w.node->u.note.number > 0) {
            int number = w.node->u.note.number;
            (void)map_put(&s->ids, arena_printf(s->arena, "fn%d", number), w.node);
            (void)map_put(&s->ids, arena_printf(s->arena, "fnref%d", number), w.node);
        }
    }
}

static void set_metadata(struct setter *s) {
    const struct doc_meta *m = &s->doc->meta;
    struct pages *p = s->pages;
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < m->nauthors; i++) {
        buf_str(&b, i > 0 ? STR(", ") : STR_EMPTY);
        buf_str(&b, m->authors[i].plain);
    }
    p->author = buf_keep(&b, s->arena);
    buf_clear(&b);
    for (size_t i = 0; i < m->nkeywords; i++) {
        buf_str(&b, i > 0 ? STR(", ") : STR_EMPTY);
        buf_str(&b, m->keywords[i]);
    }
    p->keywords = buf_finish(&b, s->arena);
    struct str subject = str_trim(node_text(node_get(s->doc->front, "subject")));
    p->subject = subject.n ? subject : m->description;
    p->lang = s->style->lang;
    p->leading = s->style->sizes[STEP_NORMAL].leading;
    p->rtl = s->style->rtl;
    p->root->writing = p->rtl ? WRITING_RTL : WRITING_AS_PARENT;
    p->title = m->title_plain;
}

/** Sets a title for the window of a PDF viewer, which PDF/UA requires: the first heading, or else
 * the name of the file. */
static void ensure_title(struct setter *s) {
    struct pages *p = s->pages;
    if (p->title.n == 0 && p->outline.n > 0) {
        p->title = p->outline.p[0].title;
    }
    if (p->title.n == 0 && s->doc->source) {
        p->title = path_stem(s->doc->source->name);
    }
    if (p->title.n == 0) {
        p->title = STR("Document");
    }
}

static struct frame text_frame(struct setter *s) {
    struct frame f = {.width = s->style->column_w,
                      .elem = s->pages->root,
                      .par_skip = s->style->par_skip,
                      .par_indent = s->style->par_indent,
                      .align = INLINE_JUSTIFY};
    f.ink.flags = node_bool(node_get(s->doc->front, "hyphenate"), 1) != 0 ? INLINE_HYPHENATE : 0;
    f.ink.features = s->style->features;
    f.ink.colour = s->style->text_colour;
    f.ink.ground = (struct page_colour){255, 255, 255};
    f.ink.lang = s->style->lang;
    set_direction(&f, s->style->rtl);
    set_frame_step(s->style, &f, STEP_NORMAL);
    set_enter_root(s, &f);
    s->running_ink = f.ink;
    s->now.measure = f.width;
    return f;
}

/** Reports a font that is installed but cannot be read. Returns whether there is one. */
static bool report_unread(struct setter *s) {
    int error;
    struct str path = fonts_unread(s->fonts, &error);
    if (path.n > 0) {
        struct diag *g =
            diag_add(s->d, DIAG_CANNOT_READ, SPAN_NONE, "cannot read `%.*s`", STR_ARG(path));
        diag_hint(s->d, g, "%s", file_why(error));
        s->pages->incomplete = true;
    }
    return path.n > 0;
}

/** Whether any font is available. If there is none, this is reported. */
static bool have_font(struct setter *s, const struct frame *f) {
    unsigned features = 0;
    if (set_type_font(s, &f->ink, &features)) {
        return true;
    }
    if (report_unread(s)) {
        return false;
    }
    struct diag *g = diag_add(s->d, DIAG_MISSING_PACKAGE, SPAN_NONE, "no font is installed at all");
    diag_hint(s->d, g, "install Latin Modern, the package fonts-lmodern");
    return false;
}

static void drop_setter(struct setter *s) {
    for (size_t i = 0; i < s->notes.galleys.n; i++) {
        galley_drop(s->notes.galleys.p[i]);
    }
    vec_drop(&s->notes.galleys);
    vec_drop(&s->notes.loose);
    vec_drop(&s->asides);
    vec_drop(&s->placed);
    vec_drop(&s->type.faces);
    vec_drop(&s->content.counters);
    vec_drop(&s->content.strings);
    map_drop(&s->content.string_rows);
    vec_drop(&s->toc.lines);
    vec_drop(&s->marks);
    vec_drop(&s->notes.end);
    galley_drop(&s->body);
    galley_drop(&s->over);
    map_drop(&s->ids);
    map_drop(&s->images.by_path);
    map_drop(&s->missing);
    map_drop(&s->own_looks);
    map_drop(&s->shipped.dests);
    shaper_drop(s->shaper);
    arena_drop(s->work);
}

/** The title block spans all columns; the abstract is in the first column, as in LaTeX. */
static void set_front(struct setter *s, const struct frame *f) {
    struct frame all = *f;
    if (s->style->title_page) {
        set_title_page(s, &all);
        return;
    }
    if (s->style->columns > 1) {
        all.width = s->style->text_w;
        s->now.g = &s->over;
    }
    s->now.measure = all.width;
    set_title(s, &all);
    s->now.g = &s->body;
    s->now.measure = f->width;
    set_abstract(s, f);
}

/** Moves the notes of the title to the foot of the first column. */
static void move_over_notes(struct setter *s) {
    for (size_t i = s->over.rows.n; i-- > 0;) {
        struct v_box *from = s->over.rows.p[i].box;
        if (!from->notes) {
            continue;
        }
        if (s->body.rows.n == 0) {
            galley_add_box(&s->body, galley_box_new(&s->body, 0, 0));
        }
        struct v_box *to = s->body.rows.p[0].box;
        struct foot_note *later = to->notes;
        to->notes = from->notes;
        if (later) {
            galley_add_note(to, later);
        }
        from->notes = NULL;
    }
}

/** The place of a language tag in the source: `lang` in the front matter if it is this tag, else
 * the first element with this `lang`. If neither has the tag, the place of the front matter's
 * `lang`, or SPAN_NONE. */
static struct span lang_place(const struct doc *doc, struct str lang) {
    const struct node *front = node_get(doc->front, "lang");
    if (front && str_eq(node_text(front), lang)) {
        return front->span;
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->attr && str_eq(doc_pair(w.node, "lang"), lang)) {
            return w.node->span;
        }
    }
    return front ? front->span : SPAN_NONE;
}

/** Reports languages without hyphenation patterns, because the lines of their texts are loose. */
static void report_unhyphenated(struct setter *s) {
    struct str lang = shaper_unhyphenated(s->shaper, 0);
    for (size_t i = 1; lang.n; lang = shaper_unhyphenated(s->shaper, i++)) {
        struct str package;
        if (!doc_lang_is_tag(lang) || !hyphens_are_missed(lang, &package)) {
            continue; /* an invalid language tag is already reported */
        }
        struct diag *g =
            diag_add(s->d, DIAG_NO_PATTERNS, lang_place(s->doc, lang),
                     "words in `%.*s` are not hyphenated: no patterns for them are installed",
                     STR_ARG(lang));
        if (package.n > 0) {
            diag_hint(s->d, g, "install Debian's `%.*s`, or set `hyphenate: false`",
                      STR_ARG(package));
        } else {
            diag_hint(s->d, g,
                      "put hyphens where words may be cut (U+00AD), or set `hyphenate: false`");
        }
    }
}

struct pages *layout_document(struct arena *a, const struct doc *doc, struct fonts *fonts,
                              const struct layout_options *opt, struct diags *d) {
    struct setter s = {.arena = a,
                       .doc = doc,
                       .root = opt->root,
                       .host = opt->host,
                       .code_theme = opt->theme,
                       .mathml = opt->mathml,
                       .rough = opt->rough,
                       .d = d,
                       .fonts = fonts,
                       .work = arena_new()};
    s.pages = ARENA_NEW(a, struct pages);
    s.pages->arena = a;
    s.pages->root = page_elem_new(s.pages, ROLE_DOCUMENT);
    s.shaper = shaper_new(a, s.work, fonts);
    if (opt->rough) {
        shaper_measure_roughly(s.shaper);
    } else {
        shaper_tables(s.shaper, opt->patterns);
    }
    galley_init(&s.body, a, s.work);
    galley_init(&s.over, a, s.work);
    s.now.g = &s.body;
    /* the language of <html>, for selectors */
    struct str lang = doc->meta.lang.n > 0 ? doc->meta.lang : STR("en");
    struct page_style *style = ARENA_NEW(a, struct page_style);
    struct look_medium medium = {0, 0};
    bool named = style_paper(node_text(node_get(doc->front, "papersize")), &medium.w, &medium.h);
    s.looks = looks_read(a, opt->sheets, opt->nsheets, lang, named ? &medium : NULL, d);
    if (s.looks) {
        looks_declare(s.looks, fonts, d);
    }
    style_read(a, style, doc, fonts, s.looks, d);
    s.style = s.upright = style;
    struct frame f = text_frame(&s);
    set_metadata(&s);
    if (have_font(&s, &f)) {
        collect_ids(&s);
        set_type_check_features(&s, &f.ink);
        set_matter_begin(&s);
        set_looseness_begin(&s);
        set_front(&s, &f);
        const struct doc_node *text = set_front_divs(&s, &f);
        set_toc(&s, &f);
        set_matter_text(&s);
        set_blocks(&s, text, &f);
        set_flush_labels(&s, &f);
        set_aside_end(&s, &f);
        set_end_notes(&s, &f);
        set_flush_notes(&s, f.elem);
        set_looseness_end(&s);
        move_over_notes(&s);
        report_unhyphenated(&s);
        timings_begin(opt->timings, "pages");
        set_ship_pages(&s);
        timings_end(opt->timings);
        ensure_title(&s);
        (void)report_unread(&s);
    }
    drop_setter(&s);
    return s.pages;
}

bool layout_is_doubtful(const struct diags *d, struct diags_mark since) {
    if (d->suppressed != since.suppressed) {
        return true; /* a finding was only counted, so its kind is unknown */
    }
    for (size_t i = since.n; i < d->n; i++) {
        const struct diag *g = d->list[i];
        if (g->id == DIAG_OVERFULL || g->id == DIAG_WIDE_FORMULA || g->id == DIAG_WIDE_TABLE ||
            g->id == DIAG_NOT_TURNED || g->id == DIAG_NO_MARGIN || g->id == DIAG_TOO_LARGE) {
            return true;
        }
    }
    return false;
}
