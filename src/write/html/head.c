/* SPDX-License-Identifier: MIT */
/*
 * Writes the head of a page: metadata of the title block for browsers and search engines, and the
 * style sheets. The metadata of works come from write/web.
 */
#include "write/html/writer.h"

#include "core/base/base64.h"
#include "core/base/file.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

static void write_meta(struct html_writer *w, const char *name, struct str content) {
    if (!content.n) {
        return;
    }
    buf_printf(w->out, "<meta name=\"%s\"", name);
    html_attr(w, "content", content);
    buf_puts(w->out, ">\n");
}

static void write_keywords(struct html_writer *w) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < w->doc->meta.nkeywords; i++) {
        if (i) {
            buf_puts(&b, ", ");
        }
        buf_str(&b, w->doc->meta.keywords[i]);
    }
    write_meta(w, "keywords", buf_view(&b));
    buf_drop(&b);
}

/** Writes authors and affiliations as Highwire Press tags. */
static void write_people(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    bool places = false;
    for (size_t i = 0; i < meta->nauthors; i++) {
        write_meta(w, "author", meta->authors[i].plain);
        places = places || meta->authors[i].naffiliations > 0;
    }
    for (size_t i = 0; places && i < meta->nauthors; i++) {
        const struct doc_author *a = &meta->authors[i];
        write_meta(w, "citation_author", a->plain);
        for (size_t k = 0; k < a->naffiliations; k++) {
            write_meta(w, "citation_author_institution",
                       doc_plain_spaced(w->doc->arena, a->affiliations[k]));
        }
        write_meta(w, "citation_author_orcid", a->orcid);
    }
}

/** Writes those texts of `header-includes` that begin with a tag. The others are LaTeX. */
static void write_includes(struct html_writer *w) {
    const struct node *n = node_get(w->doc->front, "header-includes");
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        struct str text = str_trim(node_text(node_item(n, i)));
        if (str_starts(text, STR("<"))) {
            buf_str(w->out, text);
            buf_putc(w->out, '\n');
        }
    }
}

/** Writes the icon of the page (`favicon: file`). It is embedded like images; pages of a site link
 * to it. */
static void write_icon(struct html_writer *w) {
    const struct node *icon = node_get(w->doc->front, "favicon");
    struct str file = str_trim(node_text(icon)), mime, bytes;
    if (!file.n || (w->opt->frame && w->opt->frame->icon.n) ||
        !doc_url_is_link(w->doc->links, file)) {
        return;
    }
    if (w->opt->embed && w->opt->embed(w->opt->user, file, icon->span, &mime, &bytes)) {
        buf_puts(w->out, "<link rel=\"icon\"");
        html_attr(w, "type", mime);
        buf_puts(w->out, " href=\"data:");
        buf_str(w->out, mime);
        buf_puts(w->out, ";base64,");
        base64_put(w->out, bytes);
        buf_puts(w->out, "\">\n");
    } else if (!w->opt->embed && str_find(file, STR("//")) == STR_NONE) {
        buf_puts(w->out, "<link rel=\"icon\"");
        html_url_attr(w, "href", file);
        buf_puts(w->out, ">\n");
    }
}

void html_write_sheet(struct buf *out, const struct html_options *opt, struct diags *d) {
    struct html_writer w = {.out = out, .opt = opt, .d = d, .notes = VEC_INIT};
    /* @import must come before all rules (CSS Cascading 5, 2) */
    for (size_t i = 0; i < opt->nlinks; i++) {
        buf_puts(out, "@import url(\"");
        html_url(out, opt->links[i], "&");
        buf_puts(out, "\");\n");
    }
    html_write_built_in(out);
    html_write_site_rules(out);
    buf_str(out, opt->look);
    html_code_rules(out, opt->theme, opt->theme != NULL, true);
    for (size_t i = 0; i < opt->nsheets; i++) {
        html_sheet(&w, opt->sheets[i]);
    }
}

/** Whether a value is a single word of CSS: a name, a number with a unit, or a colour in
 * hexadecimal. */
static bool is_word(struct str s) {
    bool good = s.n > 0 && s.n < 40;
    for (size_t i = 0; i < s.n && good; i++) {
        good = is_alnum(s.p[i]) || s.p[i] == '.' || s.p[i] == '%' || (i == 0 && s.p[i] == '#');
    }
    return good;
}

/** Writes the look that pandoc's variables for HTML set. Colours are those of the light scheme. */
static void write_look(struct html_writer *w) {
    static const char *const keys[][3] = {
        {"maxwidth", "body{max-width:", "}"},
        {"backgroundcolor", "@media not (prefers-color-scheme:dark){:root{--page:", "}}"},
        {"fontcolor", "@media not (prefers-color-scheme:dark){:root{--text:", "}}"},
        {"monobackgroundcolor", "@media not (prefers-color-scheme:dark){:root{--soft:", "}}"}};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *n = node_get(w->doc->front, keys[i][0]);
        struct str value = str_trim(node_text(n));
        if (is_word(value)) {
            buf_printf(w->out, "<style>%s%.*s%s</style>\n", keys[i][1], STR_ARG(value), keys[i][2]);
        } else if (value.n) {
            struct diag *g = diag_add(w->d, DIAG_UNKNOWN_VALUE, n->span,
                                      "`%.*s` is not a value of `%s`", STR_ARG(value), keys[i][0]);
            diag_hint(w->d, g,
                      i ? "write a name or digits of a colour: `\"#eeeeee\"`"
                        : "write a length: `60em`");
        }
    }
}

void html_head(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    buf_puts(w->out, "<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                     "content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n");
    write_meta(w, "generator", w->opt->generator);
    write_people(w);
    write_meta(w, "dcterms.date", doc_date_iso(w->doc));
    write_meta(w, "description", meta->description);
    write_keywords(w);
    buf_puts(w->out, "<title>");
    html_text(w, doc_page_title(w->doc));
    buf_puts(w->out, "</title>\n");
    html_frame_head(w);
    write_icon(w);
    buf_str(w->out, w->opt->head);
    if (!html_frame_sheet(w)) {
        buf_puts(w->out, "<style>\n");
        html_write_built_in(w->out);
        buf_puts(w->out, "</style>\n");
    }
    if (w->opt->clips) {
        buf_puts(w->out, "<style>body,main{overflow-x:clip}</style>\n");
    }
    html_code_style(w);
    for (size_t i = 0; i < w->opt->nlinks; i++) {
        buf_puts(w->out, "<link rel=\"stylesheet\"");
        html_url_attr(w, "href", w->opt->links[i]);
        buf_puts(w->out, ">\n");
    }
    for (size_t i = 0; i < w->opt->nsheets; i++) {
        if (html_frame_links(w, w->opt->sheets[i]->src->name)) {
            continue;
        }
        buf_puts(w->out, "<style");
        html_attr(w, "data-sheet", path_base(w->opt->sheets[i]->src->name));
        buf_puts(w->out, ">\n");
        html_sheet(w, w->opt->sheets[i]);
        buf_puts(w->out, "</style>\n");
    }
    write_look(w);
    write_includes(w);
    buf_puts(w->out, "</head>\n");
}
