/* SPDX-License-Identifier: MIT */
/*
 * Writes code: tokens in spans with pandoc's short classes, and numbered lines. The colours are in
 * a style element, which only pages with such code have.
 */
#include "write/html/writer.h"

static const struct highlight_language *language_of(const struct html_writer *w,
                                                    const struct doc_node *n) {
    return w->opt->theme ? highlight_find(doc_code_language(n)) : NULL;
}

/* ---- the text */

struct code_writer {
    struct html_writer *w;
    bool numbered;
};

static void open_piece(struct code_writer *c, enum highlight_kind kind) {
    if (kind != HL_NONE) {
        buf_puts(c->w->out, "<span class=\"");
        buf_puts(c->w->out, highlight_class(kind));
        buf_puts(c->w->out, "\">");
    }
}

static void close_piece(struct code_writer *c, enum highlight_kind kind) {
    buf_puts(c->w->out, kind == HL_NONE ? "" : "</span>");
}

/** Writes a token. If lines are numbered, the token is split at line ends. */
static void write_piece(struct code_writer *c, struct str text, enum highlight_kind kind) {
    struct buf *out = c->w->out;
    struct str rest = text;
    while (c->numbered && str_index(rest, '\n') != STR_NONE) {
        struct str line = str_cut(&rest, '\n');
        if (line.n) {
            open_piece(c, kind);
            html_text(c->w, line);
            close_piece(c, kind);
        }
        buf_puts(out, "</span>\n<span class=\"line\">");
    }
    if (rest.n) {
        open_piece(c, kind);
        html_text(c->w, rest);
        close_piece(c, kind);
    }
}

static void write_pieces(struct code_writer *c, const struct highlight_language *language,
                         struct str text) {
    if (!language) {
        write_piece(c, text, HL_NONE);
        return;
    }
    size_t n = 0, at = 0;
    const struct highlight_piece *p = highlight_text(c->w->doc->arena, language, text, &n);
    for (size_t i = 0; i < n; i++) {
        write_piece(c, str_slice(text, at, at + p[i].n), p[i].kind);
        at += p[i].n;
    }
}

void html_code(struct html_writer *w, const struct doc_node *n) {
    struct code_writer c = {w, false};
    const struct highlight_language *language = language_of(w, n);
    buf_puts(w->out, "<code");
    html_attrs(w, n, language ? "sourceCode" : NULL);
    buf_putc(w->out, '>');
    write_pieces(&c, language, n->u.code.text);
    buf_puts(w->out, "</code>");
}

void html_code_block(struct html_writer *w, const struct doc_node *n) {
    int first = 1;
    struct code_writer c = {w, doc_code_numbered(n, &first)};
    struct str name = doc_code_language(n), text = n->u.code.text;
    const struct highlight_language *language = language_of(w, n);
    /* a block that scrolls must be reachable with the keyboard (WCAG 2.1.1) */
    buf_puts(w->out, "<pre tabindex=\"0\"");
    html_attrs(w, n, language ? "sourceCode" : NULL);
    /* there is no <code>, because long lists should have few elements */
    if (doc_has_class(n, "pub-source")) {
        buf_putc(w->out, '>');
        write_pieces(&c, language, text);
        buf_puts(w->out, "</pre>\n");
        return;
    }
    buf_puts(w->out, "><code");
    if (name.n) {
        html_attr(w, "class", arena_join(w->doc->arena, 2, STR("language-"), name));
    }
    if (c.numbered) {
        if (first != 1) {
            buf_printf(w->out, " style=\"counter-reset:line %d\"", first - 1);
        }
        /* the line end of the last line does not begin another line */
        text.n -= str_ends(text, STR("\n"));
        buf_puts(w->out, "><span class=\"line\"");
    }
    buf_putc(w->out, '>');
    write_pieces(&c, language, text);
    buf_puts(w->out, c.numbered ? "</span>\n</code></pre>\n" : "</code></pre>\n");
}

/* ---- the colours */

static void write_colour(struct buf *out, uint32_t rgb) {
    buf_printf(out, " color: #%06x;", rgb);
}

static void write_looks(struct buf *out, const struct highlight_theme *theme, bool dark) {
    for (int k = 0; k < HL_KIND_COUNT; k++) {
        const struct highlight_look *look = highlight_look(theme, (enum highlight_kind)k);
        if (!look->coloured && (dark || (!look->bold && !look->italic))) {
            continue;
        }
        buf_printf(out, "%scode .%s {", dark ? "  " : "", highlight_class((enum highlight_kind)k));
        if (look->coloured) {
            write_colour(out, dark ? look->dark : look->light);
        }
        buf_puts(out, look->bold && !dark ? " font-weight: 700;" : "");
        buf_puts(out, look->italic && !dark ? " font-style: italic;" : "");
        buf_puts(out, " }\n");
    }
}

void html_code_rules(struct buf *out, const struct highlight_theme *theme, bool coloured,
                     bool numbered) {
    if (coloured) {
        write_looks(out, theme, false);
        buf_puts(out, "@media screen and (prefers-color-scheme: dark) {\n");
        write_looks(out, theme, true);
        buf_puts(out, "}\n");
    }
    if (numbered) {
        buf_puts(out,
                 "pre code { counter-reset: line; }\n"
                 "code > .line { counter-increment: line; }\n"
                 "code > .line::before { content: counter(line); display: inline-block; min-width: "
                 "1.6em; margin-right: 1.1em; text-align: right; color: var(--muted); }\n");
    }
}

void html_code_style(struct html_writer *w) {
    if (!doc_has_kind(w->doc, DOC_CODE_BLOCK) && !doc_has_kind(w->doc, DOC_CODE)) {
        return;
    }
    bool coloured = false, numbered = false;
    struct doc_walk walk = doc_walk_start(w->doc->root);
    while (doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        int first;
        if (walk.enter && (n->kind == DOC_CODE_BLOCK || n->kind == DOC_CODE)) {
            coloured = coloured || language_of(w, n);
            numbered = numbered || (n->kind == DOC_CODE_BLOCK && doc_code_numbered(n, &first));
        }
    }
    if (!coloured && !numbered) {
        return;
    }
    const struct html_frame *f = w->opt->frame;
    if (f && f->sheet.n && f->theme == w->opt->theme) {
        return; /* the shared style sheet has the colours */
    }
    buf_puts(w->out, "<style data-for=\"code\">\n");
    html_code_rules(w->out, w->opt->theme, coloured, numbered);
    buf_puts(w->out, "</style>\n");
}
