/* SPDX-License-Identifier: MIT */
/* Writes result trees as HTML and as plain text, and decides which tags are used. */
#include "cite/csl/result_html.h"

#include "core/base/bounds.h"

struct tag {
    unsigned bit;
    const char *open, *close;
};

/* The tags of the formats, the outermost first. */
static const struct tag tags[] = {
    {CSL_HIGHLIGHT, "<strong>", "</strong>"},
    {CSL_SUP, "<sup>", "</sup>"},
    {CSL_SUB, "<sub>", "</sub>"},
    {CSL_BASELINE, "<span style=\"baseline\">", "</span>"},
    {CSL_UNDERLINE, "<span style=\"text-decoration:underline;\">", "</span>"},
    {CSL_NO_DECORATION, "<span style=\"text-decoration:none;\">", "</span>"},
    {CSL_BOLD, "<b>", "</b>"},
    {CSL_WEIGHT_NORMAL, "<span style=\"font-weight:normal;\">", "</span>"},
    {CSL_SMALL_CAPS, "<span style=\"font-variant:small-caps;\">", "</span>"},
    {CSL_CAPS_NORMAL, "<span style=\"font-variant:normal;\">", "</span>"},
    {CSL_ITALIC, "<i>", "</i>"},
    {CSL_OBLIQUE, "<em>", "</em>"},
    {CSL_ROMAN, "<span style=\"font-style:normal;\">", "</span>"},
    {CSL_CODE, "<code>", "</code>"},
};

static void escape(struct buf *out, struct str s) {
    size_t from = 0;
    for (size_t i = 0; i < s.n; i++) {
        const char *by = s.p[i] == '&'   ? "&#38;"
                         : s.p[i] == '<' ? "&#60;"
                         : s.p[i] == '>' ? "&#62;"
                                         : NULL;
        if (by) {
            buf_str(out, str_slice(s, from, i));
            buf_puts(out, by);
            from = i + 1;
        }
    }
    buf_str(out, str_from(s, from));
}

static void escape_attr(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"') {
            buf_puts(out, "&#34;");
        } else {
            escape(out, str_slice(s, i, i + 1));
        }
    }
}

const char *csl_display_class(enum csl_display d) {
    switch (d) {
    case CSL_DISPLAY_BLOCK:
        return "csl-block";
    case CSL_DISPLAY_LEFT_MARGIN:
        return "csl-left-margin";
    case CSL_DISPLAY_RIGHT_INLINE:
        return "csl-right-inline";
    case CSL_DISPLAY_INDENT:
        return "csl-indent";
    }
    return "csl-block";
}

static void write_html(struct buf *out, const struct csl_out *n, unsigned depth) {
    if (depth > 4 * LIMIT_DOC_DEPTH) {
        return;
    }
    for (; n; n = n->next) {
        switch ((enum csl_out_kind)n->kind) {
        case CSL_OUT_TEXT:
            escape(out, n->text);
            break;
        case CSL_OUT_MATH:
            buf_puts(out, "<span class=\"math\">");
            escape(out, n->text);
            buf_puts(out, "</span>");
            break;
        case CSL_OUT_SPAN:
            for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
                buf_puts(out, n->format & tags[i].bit ? tags[i].open : "");
            }
            write_html(out, n->first, depth + 1);
            for (size_t i = ARRAY_LEN(tags); i-- > 0;) {
                buf_puts(out, n->format & tags[i].bit ? tags[i].close : "");
            }
            break;
        case CSL_OUT_BLOCK:
            buf_printf(out, "<div class=\"%s\">", csl_display_class((enum csl_display)n->display));
            write_html(out, n->first, depth + 1);
            buf_puts(out, "</div>");
            break;
        case CSL_OUT_LINK:
            buf_puts(out, "<a href=\"");
            escape_attr(out, *n->to);
            buf_puts(out, "\">");
            write_html(out, n->first, depth + 1);
            buf_puts(out, "</a>");
            break;
        case CSL_OUT_CITE:
            write_html(out, n->first, depth + 1);
            break;
        }
    }
}

void csl_html_write(struct buf *out, const struct csl_out *first) {
    write_html(out, first, 0);
}

/** Plain text that is being written. A stop that follows a block is moved to the end of the block,
 * because the block is a line of its own. */
struct text {
    struct buf *out;
    size_t start; /* the start of the text in the buffer */
    bool apart;   /* a block has begun or ended, so a separator comes before the next text */
};

static bool needs_space(const struct text *t, struct str next) {
    return t->out->n > t->start && next.n &&
           str_index(STR(" (["), t->out->p[t->out->n - 1]) == STR_NONE &&
           str_index(STR(".,;: "), next.p[0]) == STR_NONE;
}

static void write_text(struct text *t, const struct csl_out *n, unsigned depth) {
    for (; n && depth <= 4 * LIMIT_DOC_DEPTH; n = n->next) {
        if (n->kind == CSL_OUT_TEXT || n->kind == CSL_OUT_MATH) {
            buf_puts(t->out, t->apart && needs_space(t, n->text) ? " " : "");
            buf_str(t->out, n->text);
            t->apart = false;
            continue;
        }
        t->apart = t->apart || n->kind == CSL_OUT_BLOCK;
        write_text(t, n->first, depth + 1);
        t->apart = t->apart || n->kind == CSL_OUT_BLOCK;
    }
}

void csl_text_write(struct buf *out, const struct csl_out *first) {
    struct text t = {.out = out, .start = out->n};
    write_text(&t, first, 0);
}
