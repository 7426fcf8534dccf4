/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines. Decides the properties of each kind; the inlines inside inherit them.
 */
#include "core/base/markup.h"
#include "core/base/word_list.h"
#include "write/docx/writer.h"

/** Whether raw TeX begins a new page. */
static bool is_break(const struct doc_node *n) {
    return str_among(str_trim(n->u.code.text),
                     "\\newpage \\clearpage \\pagebreak \\cleardoublepage");
}

bool docx_shows_raw(const struct doc_node *n) {
    struct str format = n->u.code.info;
    bool tex = str_ieq(format, STR("latex")) || str_ieq(format, STR("tex"));
    return str_ieq(format, STR("openxml")) || (tex && is_break(n));
}

void docx_raw(struct docx_writer *w, const struct doc_node *n) {
    if (!docx_shows_raw(n)) {
        return;
    }
    if (!str_ieq(n->u.code.info, STR("openxml"))) {
        docx_in_run(w, "<w:br w:type=\"page\"/>");
    } else if (w->opt->is_sound && w->opt->is_sound(w->opt->user, n)) {
        buf_str(w->out, n->u.code.text);
    }
}

/* ---- links ---- */

/** Returns the address for a relationship. Characters that an address must not contain are
 * percent-encoded, because one such character makes Word refuse the whole file. */
static struct str address(struct docx_writer *w, struct str url) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        bool hex = c == '%' && i + 2 < url.n && hex_digit(url.p[i + 1]) >= 0 &&
                   hex_digit(url.p[i + 2]) >= 0;
        if (c <= ' ' || c >= 0x7F || (c == '%' && !hex) ||
            str_index(STR("\"<>\\^`{|}"), (char)c) != STR_NONE) {
            markup_put_percent(&b, str_slice(url, i, i + 1), "");
        } else {
            buf_putc(&b, (char)c);
        }
    }
    return buf_finish(&b, w->a);
}

static void put_link(struct docx_writer *w, const struct doc_node *n) {
    struct str url = str_trim(n->u.link.url);
    if (str_starts(url, STR("#"))) {
        docx_inner_link(w, n);
        return;
    }
    if (w->in_link || !url.n || !doc_url_is_link(w->doc->links, url)) {
        docx_inlines(w, n->first, NULL);
        return;
    }
    size_t id = docx_relate(w, "hyperlink", address(w, url), true);
    struct docx_run before = w->run;
    buf_printf(w->out, "<w:hyperlink r:id=\"rId%zu\" w:history=\"1\"", id);
    if (n->u.link.title.n) {
        docx_attr(w->out, "w:tooltip", n->u.link.title);
    }
    buf_putc(w->out, '>');
    w->in_link = w->run.link = true;
    if (n->first) {
        docx_inlines(w, n->first, NULL);
    } else {
        docx_text(w, url);
    }
    w->in_link = false;
    w->run = before;
    buf_puts(w->out, "</w:hyperlink>");
}

/* ---- notes ---- */

/** Writes the text of a note into the part for notes. Word has no notes inside notes. */
static void put_note_text(struct docx_writer *w, const struct doc_node *n, size_t number) {
    struct docx_run run = w->run;
    struct docx_para para = w->para;
    struct docx_part *part = w->part;
    bool in_link = w->in_link, begun = w->begun, after = w->after_heading;
    int tables = w->tables, width = w->cell_width;
    w->run = (struct docx_run){.lang = run.lang, .rtl = run.rtl};
    w->para = (struct docx_para){.style = DOCX_FOOTNOTE, .rtl = para.rtl};
    w->part = &w->notes;
    w->out = &w->notes.text;
    w->in_note = true;
    w->in_link = w->begun = w->after_heading = false;
    w->tables = 0;
    w->note_begins = true;
    buf_printf(w->out, "<w:footnote w:id=\"%zu\">", number);
    docx_blocks(w, n->first);
    if (w->note_begins) { /* a note must have a paragraph */
        docx_begin(w);
        docx_end(w);
    }
    buf_puts(w->out, "</w:footnote>");
    w->in_note = false;
    w->part = part;
    w->out = &part->text;
    w->run = run;
    w->para = para;
    w->in_link = in_link;
    w->begun = begun;
    w->after_heading = after;
    w->tables = tables;
    w->cell_width = width;
}

static void put_note(struct docx_writer *w, const struct doc_node *n) {
    if (w->in_note || !w->begun) {
        docx_text(w, STR(" ("));
        docx_text(w, doc_plain(w->a, n));
        docx_text(w, STR(")"));
        return;
    }
    struct docx_run before = w->run;
    size_t number = ++w->notes_n;
    w->run = (struct docx_run){.note_mark = true};
    struct str mark = arena_printf(w->a, "<w:footnoteReference w:id=\"%zu\"/>", number);
    docx_in_run(w, mark.p);
    w->run = before;
    put_note_text(w, n, number);
}

/* ---- code ---- */

/** Writes the number of a line of code in grey, if lines have numbers, and counts it. */
static void put_line_number(struct docx_writer *w) {
    struct docx_run before = w->run;
    if (w->code_line) {
        w->run = (struct docx_run){.coloured = true, .rgb = 0x6B6B6B};
        docx_text(w, arena_printf(w->a, "%*d  ", w->code_digits, w->code_line++));
        w->run = before;
    }
}

static void put_code_text(struct docx_writer *w, struct str text) {
    while (text.p) {
        struct str line = str_cut(&text, '\n');
        for (bool more = true; more && line.p;) {
            size_t tab = str_index(line, '\t');
            more = tab != STR_NONE;
            docx_text(w, more ? str_slice(line, 0, tab) : line);
            if (more) {
                docx_in_run(w, "<w:tab/>");
                line = str_from(line, tab + 1);
            }
        }
        if (text.p) {
            docx_in_run(w, "<w:br/>");
            put_line_number(w);
        }
    }
}

/** Prepares the numbers of the lines of a code block, and writes the first one. */
static void begin_line_numbers(struct docx_writer *w, const struct doc_node *n, struct str text) {
    int first;
    w->code_line = w->code_digits = 0;
    if (n->kind == DOC_CODE_BLOCK && doc_code_numbered(n, &first)) {
        int last = first;
        for (size_t i = 0; i < text.n; i++) {
            last += text.p[i] == '\n';
        }
        for (; last > 0; last /= 10) {
            w->code_digits++;
        }
        w->code_line = first;
        put_line_number(w);
    }
}

void docx_code(struct docx_writer *w, const struct doc_node *n, struct str text) {
    const struct highlight_language *language =
        w->opt->theme ? highlight_find(doc_code_language(n)) : NULL;
    begin_line_numbers(w, n, text);
    if (!language) {
        put_code_text(w, text);
        return;
    }
    size_t count = 0, at = 0;
    const struct highlight_piece *p = highlight_text(w->a, language, text, &count);
    struct docx_run before = w->run;
    for (size_t i = 0; i < count; i++) {
        const struct highlight_look *look = highlight_look(w->opt->theme, p[i].kind);
        w->run = before;
        if (look->coloured) {
            w->run.coloured = true;
            w->run.rgb = look->light;
        }
        w->run.bold = before.bold || look->bold;
        w->run.italic = before.italic || look->italic;
        put_code_text(w, str_slice(text, at, at + p[i].n));
        at += p[i].n;
    }
    w->run = before;
}

/* ---- all ---- */

/** Sets the properties that the attributes of a node request. */
static void set_attributes(struct docx_writer *w, const struct doc_node *n) {
    struct docx_run *r = &w->run;
    struct str lang = doc_pair(n, "lang"), style = doc_pair(n, "custom-style");
    enum doc_dir dir = doc_dir_of(n);
    r->lang = lang.n && doc_lang_is_tag(lang) ? lang : r->lang;
    r->rtl = dir == DOC_DIR_RTL || (r->rtl && dir != DOC_DIR_LTR);
    if (style.n && doc_is_inline(n->kind)) {
        r->style = style;
    }
}

static void set_span(struct docx_run *r, const struct doc_node *n) {
    r->mark = r->mark || doc_has_class(n, "mark");
    r->code = r->code || doc_has_class(n, "kbd") || doc_has_class(n, "samp");
    r->italic = r->italic || doc_has_class(n, "var") || doc_has_class(n, "dfn");
    r->underline = r->underline || doc_has_class(n, "ins") || doc_has_class(n, "underline");
    r->small_caps = r->small_caps || doc_has_class(n, "smallcaps");
    r->bold = r->bold || doc_has_class(n, "pub-title");
}

static void set_kind(struct docx_writer *w, const struct doc_node *n) {
    struct docx_run *r = &w->run;
    switch ((int)n->kind) {
    case DOC_EMPH:
        r->italic = !r->italic;
        break;
    case DOC_UPRIGHT:
        r->italic = false;
        break;
    case DOC_STRONG:
        r->bold = true;
        break;
    case DOC_STRIKE:
        r->strike = true;
        break;
    case DOC_UNDERLINE:
        r->underline = true;
        break;
    case DOC_SUP:
        r->sup = true;
        r->sub = false;
        break;
    case DOC_SUB:
        r->sub = true;
        r->sup = false;
        break;
    case DOC_SMALL_CAPS:
        r->small_caps = true;
        break;
    case DOC_SPAN:
        set_span(r, n);
        break;
    default:
        break;
    }
}

/** Writes the text of a node. After a number that Word counts, the space at its beginning is left
 * out. */
static void put_text(struct docx_writer *w, const struct doc_node *n) {
    static const struct str space = STR_INIT("\u2003");
    struct str s = n->u.text.text;
    bool behind = w->number_span && n->prev == w->number_span;
    docx_text(w, behind && str_starts(s, space) ? str_from(s, space.n) : s);
}

/** Writes a node that has no inlines inside. Returns false for other nodes. */
static bool put_leaf(struct docx_writer *w, const struct doc_node *n) {
    switch ((int)n->kind) {
    case DOC_TEXT:
        put_text(w, n);
        return true;
    case DOC_SOFT_BREAK:
        docx_text(w, STR(" "));
        return true;
    case DOC_LINE_BREAK:
        docx_in_run(w, "<w:br/>");
        return true;
    case DOC_CODE:
        w->run.code = true;
        docx_code(w, n, n->u.code.text);
        return true;
    case DOC_RAW_INLINE:
        docx_raw(w, n);
        return true;
    case DOC_MATH:
        docx_math(w, n);
        return true;
    case DOC_IMAGE:
        docx_picture(w, n);
        return true;
    case DOC_NOTE:
        put_note(w, n);
        return true;
    case DOC_LINK:
        put_link(w, n);
        return true;
    case DOC_CITE:
        docx_cite(w, n);
        return true;
    default:
        return false;
    }
}

static void put_inline(struct docx_writer *w, const struct doc_node *n) {
    if (n == w->number_span) {
        return;
    }
    struct docx_run before = w->run;
    docx_anchor(w, n);
    set_attributes(w, n);
    if (!put_leaf(w, n)) {
        set_kind(w, n);
        docx_inlines(w, n->first, NULL);
    }
    w->run = before;
}

void docx_inlines(struct docx_writer *w, const struct doc_node *first, const struct doc_node *end) {
    for (const struct doc_node *n = first; n && n != end; n = n->next) {
        if (!doc_is_too_deep(n, ++w->depth, w->d)) {
            put_inline(w, n);
        } else {
            docx_text(w, doc_plain(w->a, n));
        }
        w->depth--;
    }
}
