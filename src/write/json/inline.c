/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines. Decides how text is split into Str and Space. A kind that pandoc does not have
 * becomes a span with the class of the kind.
 */
#include "core/base/utf8.h"
#include "write/json/writer.h"

/* ---- text ---- */

void pandoc_flush(struct pandoc_writer *w) {
    if (w->word.n) {
        pandoc_begin(w, "Str");
        pandoc_text(w, buf_view(&w->word));
        pandoc_end(w);
        buf_clear(&w->word);
    }
}

static void put_bare(struct pandoc_writer *w, const char *name) {
    pandoc_flush(w);
    pandoc_bare(w, name);
}

static void put_text(struct pandoc_writer *w, struct str s) {
    while (s.n) {
        size_t end = 0;
        while (end < s.n && !is_space(s.p[end])) {
            end++;
        }
        buf_str(&w->word, str_slice(s, 0, end));
        if (end == s.n) {
            return; /* the word may continue in the next node */
        }
        bool line = false;
        for (; end < s.n && is_space(s.p[end]); end++) {
            line = line || s.p[end] == '\n';
        }
        put_bare(w, line ? "SoftBreak" : "Space");
        s = str_from(s, end);
    }
}

/* ---- citations ---- */

static void put_part(struct pandoc_writer *w, const char *key, const struct doc_node *part) {
    buf_puts(w->out, key);
    w->comma = false;
    pandoc_inlines(w, part ? part->first : NULL, NULL);
}

static void put_cite_key(struct pandoc_writer *w, const struct doc_cite *c) {
    static const char *const modes[] = {[DOC_CITE_NORMAL] = "NormalCitation",
                                        [DOC_CITE_IN_TEXT] = "AuthorInText",
                                        [DOC_CITE_SUPPRESS_AUTHOR] = "SuppressAuthor",
                                        [DOC_CITE_AUTHOR] = "AuthorInText",
                                        [DOC_CITE_YEAR] = "SuppressAuthor",
                                        [DOC_CITE_TITLE] = "NormalCitation",
                                        [DOC_CITE_FULL] = "NormalCitation"};
    buf_puts(w->out, w->comma ? ",{" : "{");
    w->comma = false;
    buf_puts(w->out, "\"citationId\":");
    pandoc_text(w, c->key);
    put_part(w, ",\"citationPrefix\":", c->prefix);
    put_part(w, ",\"citationSuffix\":", c->suffix);
    buf_puts(w->out, ",\"citationMode\":");
    w->comma = false;
    pandoc_bare(w, modes[c->mode]);
    buf_printf(w->out, ",\"citationNoteNum\":%zu,\"citationHash\":0}", w->citations);
    w->comma = true;
}

static void put_cite(struct pandoc_writer *w, const struct doc_node *n) {
    w->citations += w->notes == 0;
    pandoc_begin_list(w, "Cite");
    pandoc_open(w);
    for (size_t i = 0; i < n->u.cite.n; i++) {
        put_cite_key(w, &n->u.cite.cites[i]);
    }
    pandoc_close(w);
    pandoc_open(w);
    if (n->first) {
        pandoc_put_inlines(w, n->first, NULL);
    } else {
        put_text(w, n->u.cite.source);
        pandoc_flush(w);
    }
    pandoc_close(w);
    pandoc_end_list(w);
}

/* ---- leaves ---- */

/** Begins a span around an element that cannot have attributes, if its node has some. */
static void begin_attr(struct pandoc_writer *w, const struct doc_node *n, bool span) {
    if (span) {
        pandoc_begin_list(w, "Span");
        pandoc_attr(w, n, STR_EMPTY);
        pandoc_open(w);
    }
}

static void end_attr(struct pandoc_writer *w, bool span) {
    if (span) {
        pandoc_close(w);
        pandoc_end_list(w);
    }
}

/** Whether a formula is a LaTeX environment written without dollar signs, which is raw TeX in
 * pandoc. */
static bool is_tex(const struct doc_node *n) {
    return n->span.src && str_starts(n->u.math.tex, STR("\\begin{")) &&
           str_starts(span_text(n->span), STR("\\begin{"));
}

/** Writes a formula. Its identifier is on a span around it. */
static void put_formula(struct pandoc_writer *w, const struct doc_node *n) {
    if (is_tex(n)) {
        pandoc_raw(w, "RawInline", STR("tex"), n->u.math.tex);
        return;
    }
    begin_attr(w, n, n->attr != NULL);
    pandoc_begin_list(w, "Math");
    pandoc_bare(w, n->u.math.display ? "DisplayMath" : "InlineMath");
    pandoc_text(w, n->u.math.tex);
    pandoc_end_list(w);
    end_attr(w, n->attr != NULL);
}

static void put_code(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin_list(w, "Code");
    pandoc_attr(w, n, STR_EMPTY);
    pandoc_text(w, n->u.code.text);
    pandoc_end_list(w);
}

/** Whether an image is alone in its paragraph. If so, its title marks it as a figure for versions
 * of pandoc before 3. */
static bool is_figure(const struct doc_node *n) {
    return n->kind == DOC_IMAGE && n->parent && n->parent->kind == DOC_PARA && !n->prev &&
           !n->next && n->first;
}

/** Writes a link or an image: attributes, text, address and title. */
static void put_link(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_begin_list(w, n->kind == DOC_LINK ? "Link" : "Image");
    pandoc_attr(w, n, STR_EMPTY);
    pandoc_inlines(w, n->first, NULL);
    pandoc_open(w);
    pandoc_text(w, n->u.link.url);
    pandoc_text(w, is_figure(n) ? arena_join(w->doc->arena, 2, STR("fig:"), n->u.link.title)
                                : n->u.link.title);
    pandoc_close(w);
    pandoc_end_list(w);
}

/** Writes a note. Notes and citations are numbered in one sequence. The citations in a note have
 * its number. */
static void put_note(struct pandoc_writer *w, const struct doc_node *n) {
    w->citations++;
    w->notes++;
    pandoc_begin(w, "Note");
    pandoc_blocks(w, n->first);
    pandoc_end(w);
    w->notes--;
}

static void put_span(struct pandoc_writer *w, const struct doc_node *n, struct str cls) {
    pandoc_begin_list(w, "Span");
    pandoc_attr(w, n, cls);
    pandoc_inlines(w, n->first, NULL);
    pandoc_end_list(w);
}

/** The names of elements that consist of a name and inlines. NULL for other kinds. */
static const char *const marked[DOC_KIND_COUNT] = {
    [DOC_EMPH] = "Emph",           [DOC_STRONG] = "Strong",   [DOC_STRIKE] = "Strikeout",
    [DOC_UNDERLINE] = "Underline", [DOC_SUP] = "Superscript", [DOC_SUB] = "Subscript",
    [DOC_SMALL_CAPS] = "SmallCaps"};

/** Returns the class that a kind implies, or NULL. */
static const char *own_class(const struct doc_node *n) {
    return n->kind == DOC_SMALL_CAPS ? "smallcaps" : n->kind == DOC_UNDERLINE ? "underline" : NULL;
}

static bool only_own_class(const struct doc_node *n) {
    const struct doc_attr *attr = n->attr;
    const char *own = own_class(n);
    return !attr->id.n && !attr->npairs &&
           (!attr->nclasses || (own && attr->nclasses == 1 && str_is(attr->classes[0], own)));
}

/** Writes an element of `marked`. Its attributes are on a span around it. */
static void put_marked(struct pandoc_writer *w, const struct doc_node *n) {
    bool span = n->attr && !only_own_class(n);
    begin_attr(w, n, span);
    pandoc_begin(w, marked[n->kind]);
    pandoc_inlines(w, n->first, NULL);
    pandoc_end(w);
    end_attr(w, span);
}

static void put_other(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_flush(w);
    if (marked[n->kind]) {
        put_marked(w, n);
    } else if (n->kind == DOC_LINK || n->kind == DOC_IMAGE) {
        put_link(w, n);
    } else if (n->kind == DOC_CODE) {
        put_code(w, n);
    } else if (n->kind == DOC_MATH) {
        put_formula(w, n);
    } else if (n->kind == DOC_NOTE) {
        put_note(w, n);
    } else if (n->kind == DOC_CITE) {
        put_cite(w, n);
    } else if (n->kind == DOC_RAW_INLINE) {
        pandoc_raw(w, "RawInline", n->u.code.info, n->u.code.text);
    } else if (n->kind == DOC_LINE_BREAK || n->kind == DOC_SOFT_BREAK) {
        pandoc_bare(w, n->kind == DOC_LINE_BREAK ? "LineBreak" : w->verse ? "Space" : "SoftBreak");
    } else {
        put_span(w, n, n->kind == DOC_UPRIGHT ? STR("upright") : STR_EMPTY);
    }
}

void pandoc_put_inlines(struct pandoc_writer *w, const struct doc_node *first,
                        const struct doc_node *end) {
    for (const struct doc_node *n = first; n && n != end; n = n->next) {
        if (n->kind == DOC_TEXT) {
            put_text(w, n->u.text.text);
            continue;
        }
        if (n->kind == DOC_RAW_INLINE && str_is(n->u.code.info, "shortcode")) {
            put_text(w, n->u.code.text); /* pandoc reads shortcodes as text */
            continue;
        }
        if (!doc_is_too_deep(n, ++w->depth, w->d)) {
            put_other(w, n);
        } else {
            put_text(w, doc_plain(w->doc->arena, n));
        }
        w->depth--;
    }
    pandoc_flush(w);
}

void pandoc_inlines(struct pandoc_writer *w, const struct doc_node *first,
                    const struct doc_node *end) {
    pandoc_open(w);
    pandoc_put_inlines(w, first, end);
    pandoc_close(w);
}
