/* SPDX-License-Identifier: MIT */
/*
 * Writes the page: its landmarks and the order of its parts.
 *
 * A page is one file. It loads nothing from other hosts, and it has a script only on request. A
 * fragment is the content without a title block, for use in another page.
 */
#include "write/html/writer.h"

struct str html_free_id(struct html_writer *w, const char *name) {
    struct str id = str_of(name);
    for (int n = 1; doc_id_taken(w->doc, id); n++) {
        id = arena_printf(w->doc->arena, "%s-of-page-%d", name, n);
    }
    return id;
}

bool html_is_profile(const struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    return f && f->layout == HTML_LAYOUT_PROFILE && w->doc->meta.nauthors == 1;
}

/** Returns the `class` attribute of the body, which the style sheet of sites uses. */
static const char *body_class(const struct html_writer *w) {
    static const char *const classes[] = {[HTML_LAYOUT_PAGE] = " class=\"site\"",
                                          [HTML_LAYOUT_PROFILE] = " class=\"site layout-profile\"",
                                          [HTML_LAYOUT_LAB] = " class=\"site layout-lab\"",
                                          [HTML_LAYOUT_DEPARTMENT] =
                                              " class=\"site layout-lab layout-department\""};
    const struct html_frame *f = w->opt->frame;
    bool person = html_is_profile(w);
    return !f ? ""
              : classes[f->layout != HTML_LAYOUT_PROFILE || person ? f->layout : HTML_LAYOUT_PAGE];
}

static void write_page(struct html_writer *w) {
    struct str lang = w->doc->meta.lang.n ? w->doc->meta.lang : STR("en");
    struct str id = html_free_id(w, "content"); /* the target of the skip link */
    buf_puts(w->out, "<!DOCTYPE html>\n<html");
    html_attr(w, "lang", lang);
    if (doc_is_rtl(w->doc)) {
        buf_puts(w->out, " dir=\"rtl\"");
    }
    buf_puts(w->out, ">\n");
    html_head(w);
    buf_printf(w->out, "<body%s>\n<a class=\"skip-link\"", body_class(w));
    if (w->words_foreign) {
        buf_puts(w->out, " lang=\"en\"");
    }
    html_attr(w, "href", arena_join(w->doc->arena, 2, STR("#"), id));
    buf_putc(w->out, '>');
    html_text(w, html_word(w, DOC_WORD_PAGE_SKIP));
    buf_puts(w->out, "</a>\n");
    html_frame_before(w);
    if (!w->opt->frame) {
        html_title_block(w);
        html_contents(w);
    }
    buf_puts(w->out, "<main");
    html_attr(w, "id", id);
    if (w->opt->lines && w->doc->source) {
        html_attr(w, "data-file", w->doc->source->name);
    }
    buf_puts(w->out, ">\n");
    /* the site has the only banner of the page, so the title block is in <main> (HTML, 4.3.8) */
    if (w->opt->frame) {
        html_title_block(w);
        buf_puts(w->out, "<div class=\"page-body\">\n");
        html_page_title(w);
        html_contents(w);
    }
    html_children(w, w->doc->root);
    html_notes(w);
    buf_puts(w->out, w->opt->frame ? "</div>\n</main>\n" : "</main>\n");
    html_frame_behind(w);
    html_script(w);
    buf_puts(w->out, "</body>\n</html>\n");
}

void html_write(struct buf *out, const struct doc *doc, const struct html_options *opt,
                struct diags *d) {
    struct html_writer w = {.out = out, .doc = doc, .opt = opt, .d = d, .notes = VEC_INIT};
    (void)doc_word(doc->meta.lang, DOC_WORD_PAGE_SKIP, &w.words_foreign);
    w.heading_base = doc->meta.title ? 1 : 0;
    if (opt->fragment) {
        html_children(&w, doc->root);
        html_notes(&w);
    } else {
        write_page(&w);
    }
    vec_drop(&w.notes);
}
