/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines as text. Emphasis and the addresses of links are dropped, small capitals become
 * capitals, and superscript and subscript digits become single characters (pandoc,
 * Text.Pandoc.Writers.Markdown, PlainText).
 */
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "write/plain/writer.h"

DIAG_USE(DIAG_NO_ALT);

/* ---- superscripts and subscripts ---- */

/** Returns the superscript or subscript form of a character, or 0 if Unicode has none in common
 * use. */
static uint32_t script_form(uint32_t cp, bool raised) {
    static const uint32_t low_digits[] = {0x00B9, 0x00B2, 0x00B3};
    static const char signs[] = "+-=()";
    if (cp >= '1' && cp <= '3' && raised) {
        return low_digits[cp - '1'];
    }
    if (cp >= '0' && cp <= '9') {
        return (raised ? 0x2070u : 0x2080u) + (cp - '0');
    }
    cp = cp == 0x2212 ? '-' : cp;
    for (size_t i = 0; signs[i]; i++) {
        if (cp == (unsigned char)signs[i]) {
            return (raised ? 0x207Au : 0x208Au) + (uint32_t)i;
        }
    }
    return 0;
}

/** Appends `s` as a superscript or subscript. Returns false, without output, when a character has
 * no such form. */
static bool put_script(struct buf *out, struct str s, bool raised) {
    size_t before = out->n;
    for (size_t at = 0; at < s.n;) {
        uint32_t form = script_form(utf8_next(s, &at), raised);
        if (form == 0) {
            buf_cut(out, before);
            return false;
        }
        buf_rune(out, form);
    }
    return s.n > 0;
}

/** Writes a superscript or subscript if Unicode has a form of each of its characters that is raised
 * or lowered. Otherwise writes "^(" or "_(" and returns false. */
static bool script_begin(struct plain_writer *w, struct plain_text *t, struct doc_node *n) {
    bool raised = n->kind == DOC_SUP, plain = true;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        plain = plain && k->kind == DOC_TEXT;
    }
    if (plain && put_script(&t->text, doc_plain(w->doc->arena, n), raised)) {
        return true;
    }
    buf_puts(&t->text, raised ? "^(" : "_(");
    return false;
}

/* ---- formulas ---- */

/** Appends a formula's text, with the digits in "x^2" and "a_10" as scripts. */
static void put_formula(struct plain_text *t, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        size_t end = at + 1;
        bool script = at > 0 && (s.p[at] == '^' || s.p[at] == '_');
        while (script && end < s.n && is_digit(s.p[end])) {
            end++;
        }
        if (!script || !put_script(&b, str_slice(s, at + 1, end), s.p[at] == '^')) {
            buf_str(&b, str_slice(s, at, end));
        }
        at = end;
    }
    plain_text_put(t, buf_view(&b));
    buf_drop(&b);
}

/** Appends a formula. Its text includes the numbers of its lines. */
static void put_math(struct plain_text *t, const struct doc_node *n) {
    if (n->u.math.display) {
        plain_text_break(t, true);
    }
    put_formula(t, n->u.math.plain);
    if (n->u.math.display) {
        plain_text_break(t, true);
    }
}

/* ---- leaves ---- */

/** Writes an image as "[its alternative text]". If there is none, writes the name of the file and
 * reports this. */
static void put_image(struct plain_writer *w, struct plain_text *t, const struct doc_node *n) {
    struct str own = doc_pair(n, "alt");
    struct str alt = str_trim(own.p ? own : doc_plain(w->doc->arena, n));
    struct str name = path_base(str_trim(n->u.link.url));
    if (alt.n == 0 && !doc_is_decoration(n)) {
        (void)diag_add(w->d, DIAG_NO_ALT, n->span, "the image `%.*s` has no description",
                       STR_ARG(n->u.link.url));
    }
    bool data = str_starts(str_trim(n->u.link.url), STR("data:"));
    buf_putc(&t->text, '[');
    plain_text_put(t, alt.n ? alt : data || name.n == 0 ? STR("image") : name);
    buf_putc(&t->text, ']');
}

static bool is_plain(const struct doc_node *n) {
    return str_ieq(n->u.code.info, STR("plain"));
}

/** Whether a raw node is HTML's `<br>`. */
static bool is_html_break(const struct doc_node *n) {
    struct str text = str_trim(n->u.code.text);
    return n->kind == DOC_RAW_INLINE && str_ieq(n->u.code.info, STR("html")) &&
           (str_ieq(text, STR("<br>")) || str_ieq(text, STR("<br/>")) ||
            str_ieq(text, STR("<br />")));
}

bool plain_shows_raw(const struct doc_node *n) {
    return is_plain(n) || is_html_break(n);
}

/** Writes raw plain text, and the `<br>` of raw HTML as a line break. */
static void put_raw(struct plain_text *t, const struct doc_node *n) {
    if (is_plain(n)) {
        plain_text_put(t, n->u.code.text);
    } else if (is_html_break(n)) {
        plain_text_break(t, true);
    }
}

/** Whether a text is the space that resolve puts between two superscript marks. It is left out,
 * because in plain text these marks are in brackets. */
static bool parts_marks(const struct doc_node *n) {
    return !n->span.src && n->prev && n->prev->kind == DOC_NOTE && n->next &&
           n->next->kind == DOC_NOTE && str_is(n->u.text.text, "\u00A0");
}

static void put_text(struct plain_writer *w, struct plain_text *t, const struct doc_node *n,
                     int capitals) {
    struct str s = n->u.text.text;
    if (parts_marks(n)) {
        return;
    }
    plain_text_put(t, capitals ? unicode_upper(w->doc->arena, s, w->doc->meta.lang) : s);
}

void plain_note_mark(const struct plain_writer *w, struct buf *out, int number) {
    buf_putc(out, '[');
    if (doc_has_kind(w->doc, DOC_BIBLIOGRAPHY)) {
        buf_letters(out, number, 'a');
    } else {
        buf_int(out, number);
    }
    buf_putc(out, ']');
}

/** Writes a node when it is entered. Returns whether its children must be skipped. */
static bool put_leaf(struct plain_writer *w, struct plain_text *t, struct doc_node *n,
                     int capitals) {
    if (n->kind == DOC_TEXT) {
        put_text(w, t, n, capitals);
    } else if (n->kind == DOC_SOFT_BREAK) {
        plain_text_break(t, w->opt->wrap == PLAIN_WRAP_PRESERVE);
    } else if (n->kind == DOC_LINE_BREAK) {
        plain_text_break(t, true);
    } else if (n->kind == DOC_CODE) {
        buf_str(&t->text, n->u.code.text);
    } else if (n->kind == DOC_MATH) {
        put_math(t, n);
    } else if (n->kind == DOC_IMAGE) {
        put_image(w, t, n);
    } else if (n->kind == DOC_NOTE) {
        plain_note_mark(w, &t->text, n->u.note.number);
    } else if (n->kind == DOC_RAW_INLINE) {
        put_raw(t, n);
    } else if (n->kind == DOC_SUP || n->kind == DOC_SUB) {
        return script_begin(w, t, n);
    } else if (n->kind == DOC_LINK && !n->first) {
        plain_text_put(t, n->u.link.url);
    } else if (n->kind == DOC_CITE && !n->first) {
        plain_text_put(t, n->u.cite.source);
    } else {
        return false;
    }
    return true;
}

/* ---- around inlines ---- */

/** Whether the citation style sets a part of an entry on lines of its own (CSL 1.0.2, display). */
static bool is_own_line(const struct doc_node *n) {
    return n->kind == DOC_SPAN && (doc_has_class(n, "csl-block") || doc_has_class(n, "csl-indent"));
}

static void put_around(struct plain_text *t, const struct doc_node *n, bool enter) {
    bool label = n->kind == DOC_BIB_LABEL || doc_has_class(n, "csl-left-margin");
    if (n->kind == DOC_STRIKE) {
        buf_puts(&t->text, "~~");
    } else if ((n->kind == DOC_SUP || n->kind == DOC_SUB) && !enter) {
        buf_putc(&t->text, ')');
    } else if (is_own_line(n) && (enter ? n->prev : n->next)) {
        plain_text_break(t, true);
    } else if (label && !enter) {
        plain_text_break(t, false);
    }
}

bool plain_hides(const struct doc_node *n) {
    struct str rest = n->attr ? doc_pair(n, "style") : STR_EMPTY;
    bool hidden = false;
    while (rest.n) {
        struct str value = str_cut(&rest, ';'), name = str_trim(str_cut(&value, ':'));
        hidden = str_ieq(name, STR("display")) ? str_ieq(str_trim(value), STR("none")) : hidden;
    }
    return hidden;
}

void plain_inlines(struct plain_writer *w, struct plain_text *t, struct doc_node *first,
                   const struct doc_node *end) {
    int capitals = 0;
    for (struct doc_node *n = first; n && n != end; n = n->next) {
        struct doc_walk walk = doc_walk_start(n);
        const struct doc_node *leaf = NULL;
        while (doc_walk_next(&walk)) {
            struct doc_node *at = walk.node;
            if (walk.enter && (plain_hides(at) || put_leaf(w, t, at, capitals))) {
                leaf = at;
                doc_walk_skip(&walk);
            } else if (at != leaf) {
                capitals += at->kind == DOC_SMALL_CAPS ? (walk.enter ? 1 : -1) : 0;
                put_around(t, at, walk.enter);
            }
        }
    }
}
