/* SPDX-License-Identifier: MIT */
/*
 * Writes the frame of a site's page as landmarks: the banner with name and navigation, the trail of
 * pages above this one, the footer (HTML, 4.3; WAI-ARIA APG, "Landmark Regions" and "Breadcrumb").
 */
#include "write/html/site_frame.h"

#include "write/html/writer.h"

static void write_anchor(struct html_writer *w, struct str href, struct str text,
                         const char *state) {
    buf_puts(w->out, "<a");
    html_url_attr(w, "href", href);
    buf_puts(w->out, state);
    buf_putc(w->out, '>');
    html_text(w, text);
    buf_puts(w->out, "</a>");
}

static void write_text(struct html_writer *w, const struct html_frame_link *l) {
    if (l->href.n) {
        write_anchor(w, l->href, l->text, l->current ? " aria-current=\"page\"" : "");
    } else {
        buf_puts(w->out, "<span class=\"nav-group\">");
        html_text(w, l->text);
        buf_puts(w->out, "</span>");
    }
}

/** Writes an entry of the first level. The links below it can be folded by mouse, touch and
 * keyboard, without a script. */
static void write_entry(struct html_writer *w, const struct html_frame_link *l, bool folds) {
    bool lit = l->within || (folds && l->current);
    buf_puts(w->out, lit ? "<li class=\"within\">" : "<li>");
    if (!folds) {
        write_text(w, l);
        return;
    }
    buf_puts(w->out, "<details><summary>");
    html_text(w, l->text);
    buf_puts(w->out, "</summary>");
    if (!l->href.n) {
        return;
    }
    buf_puts(w->out, "\n<ul>\n<li>");
    write_text(w, l);
    buf_puts(w->out, "</li>");
}

/** Opens a landmark. If a button opens the landmark, `popover` is its identifier; otherwise
 * `popover` is empty. Each landmark of a page needs a different name (APG, "Landmark Regions"). */
static void open_nav(struct html_writer *w, const char *cls, struct str popover,
                     enum doc_word label) {
    buf_printf(w->out, "<nav class=\"%s\"", cls);
    if (popover.n) {
        html_attr(w, "id", popover);
        buf_puts(w->out, " popover");
    }
    html_attr(w, "aria-label", html_word(w, label));
    if (w->words_foreign) {
        buf_puts(w->out, " lang=\"en\"");
    }
    buf_puts(w->out, ">\n");
}

/** Returns the level of a link, from 1 to HTML_FRAME_DEPTH and at most one level below the previous
 * link. Returns 0 after the last link. */
static unsigned level_of(const struct html_frame *f, size_t i, unsigned open) {
    unsigned level = i < f->nnav ? f->nav[i].depth + 1 : 0;
    level = level > HTML_FRAME_DEPTH ? HTML_FRAME_DEPTH : level;
    return level > open + 1 ? open + 1 : level;
}

/** Closes the previous entry and the lists deeper than `level`. */
static void close_to(struct html_writer *w, unsigned open, unsigned level) {
    buf_puts(w->out, "</li>\n");
    for (; open > level; open--) {
        buf_puts(w->out, open == 2 ? "</ul>\n</details></li>\n" : "</ul></li>\n");
    }
}

void html_frame_search(struct html_writer *w, bool in_title) {
    const struct html_frame *f = w->opt->frame;
    if (!f || !f->search.n || (f->layout == HTML_LAYOUT_DEPARTMENT) != in_title) {
        return;
    }
    buf_puts(w->out, "<form class=\"site-search\" role=\"search\"");
    html_url_attr(w, "action", f->search);
    buf_puts(w->out, "><input type=\"search\" name=\"q\"");
    html_attr(w, "aria-label", html_word(w, DOC_WORD_PAGE_SEARCH));
    html_attr(w, "placeholder", html_word(w, DOC_WORD_PAGE_SEARCH));
    buf_puts(w->out, "></form>\n");
}

/** Writes nested lists by the depths of the links. On a narrow screen, a button opens them as a
 * popover (HTML, 6.12), which needs no script. */
static void write_nav(struct html_writer *w, const struct html_frame *f) {
    unsigned open = 1;
    struct str id = html_free_id(w, "site-nav");
    buf_puts(w->out, "<button type=\"button\" class=\"site-menu\"");
    html_attr(w, "popovertarget", id);
    buf_putc(w->out, '>');
    html_text(w, html_word(w, DOC_WORD_PAGE_MENU));
    buf_puts(w->out, "</button>\n");
    open_nav(w, "site-nav", id, DOC_WORD_PAGE_SITE);
    buf_puts(w->out, "<ul");
    if (w->words_foreign) {
        html_attr(w, "lang", w->doc->meta.lang);
    }
    buf_puts(w->out, ">\n");
    for (size_t i = 0; i < f->nnav; i++) {
        unsigned level = i ? level_of(f, i, open) : 1;
        bool folds = level == 1 && level_of(f, i + 1, level) > level;
        bool begun = level == 2 && f->nav[i - 1].href.n && open == 1;
        if (i && level <= open) {
            close_to(w, open, level);
        } else if (i) { /* the level is deeper; if the entry folds, write_entry() began its list */
            buf_puts(w->out, begun ? "\n" : "\n<ul>\n");
        }
        open = level;
        write_entry(w, &f->nav[i], folds);
    }
    close_to(w, open, 1);
    buf_puts(w->out, "</ul>\n");
    html_frame_search(w, false);
    buf_puts(w->out, "</nav>\n");
}

/** Writes the button that changes between the light and the dark look. It is visible only where
 * its script runs. */
static void write_switch(struct html_writer *w, const struct html_frame *f) {
    if (!f->look.n || !html_scripts(w)) {
        return;
    }
    buf_puts(w->out, "<button type=\"button\" class=\"look-switch\" aria-pressed=\"false\"");
    html_attr(w, "aria-label", html_word(w, DOC_WORD_PAGE_LOOK));
    html_attr(w, "title", html_word(w, DOC_WORD_PAGE_LOOK));
    buf_puts(w->out, ">");
    html_icon(w, "sun");
    html_icon(w, "moon");
    buf_puts(w->out, "</button>\n");
}

/** Writes links to the page in other languages, by their codes. */
static void write_sisters(struct html_writer *w, const struct html_frame *f) {
    if (f->nsisters) {
        buf_puts(w->out, "<ul class=\"site-languages\">\n");
    }
    for (size_t i = 0; i < f->nsisters; i++) {
        const struct html_frame_sister *sister = &f->sisters[i];
        if (sister->current) {
            continue;
        }
        buf_puts(w->out, "<li><a");
        html_url_attr(w, "href", sister->href);
        html_attr(w, "hreflang", sister->lang);
        buf_putc(w->out, '>');
        html_text(w, sister->lang);
        buf_puts(w->out, "</a></li>\n");
    }
    buf_puts(w->out, f->nsisters ? "</ul>\n" : "");
}

static void write_crumbs(struct html_writer *w, const struct html_frame *f) {
    open_nav(w, "breadcrumbs", STR_EMPTY, DOC_WORD_PAGE_CRUMBS);
    buf_puts(w->out, "<ol>\n");
    for (size_t i = 0; i < f->ncrumbs; i++) {
        buf_puts(w->out, "<li>");
        write_text(w, &f->crumbs[i]);
        buf_puts(w->out, "</li>\n");
    }
    buf_puts(w->out, "</ol>\n</nav>\n");
}

void html_frame_before(struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    if (!f) {
        return;
    }
    if (f->title.n || f->nnav || f->nsisters || f->search.n) {
        buf_puts(w->out, "<header class=\"site-header\">\n<div class=\"site-bar\">\n");
        if (f->title.n) {
            buf_puts(w->out, "<p class=\"site-title\">");
            write_anchor(w, f->home, f->title, "");
            buf_puts(w->out, "</p>\n");
        }
        if (f->nnav) {
            write_nav(w, f);
        } else {
            html_frame_search(w, false);
        }
        write_sisters(w, f);
        write_switch(w, f);
        buf_puts(w->out, "</div>\n</header>\n");
    }
    if (f->ncrumbs) {
        write_crumbs(w, f);
    }
}

void html_frame_behind(struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    if (f && f->footer.n) {
        buf_puts(w->out, "<footer class=\"site-footer\">\n");
        buf_str(w->out, f->footer);
        buf_puts(w->out, "</footer>\n");
    }
}

/* ---- the head */

static void write_link(struct html_writer *w, const char *rel, struct str href) {
    if (href.n) {
        buf_printf(w->out, "<link rel=\"%s\"", rel);
        html_url_attr(w, "href", href);
        buf_puts(w->out, ">\n");
    }
}

void html_frame_head(struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    if (!f) {
        return;
    }
    write_link(w, "canonical", f->canonical);
    write_link(w, "icon", f->icon);
    if (f->pdf.n) {
        buf_puts(w->out, "<link rel=\"alternate\" type=\"application/pdf\" title=\"PDF\"");
        html_url_attr(w, "href", f->pdf);
        buf_puts(w->out, ">\n");
    }
    for (size_t i = 0; i < f->nsisters; i++) {
        const struct html_frame_sister *sister = &f->sisters[i];
        if (sister->above) {
            continue;
        }
        buf_puts(w->out, "<link rel=\"alternate\"");
        html_attr(w, "hreflang", sister->lang);
        html_url_attr(w, "href", sister->whole.n ? sister->whole : sister->href);
        buf_puts(w->out, ">\n");
    }
    if (f->feed.n) {
        buf_puts(w->out, "<link rel=\"alternate\" type=\"application/atom+xml\"");
        html_attr(w, "title", f->feed_title);
        html_url_attr(w, "href", f->feed);
        buf_puts(w->out, ">\n");
    }
}

bool html_frame_sheet(struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    if (!f || !f->sheet.n) {
        return false;
    }
    write_link(w, "stylesheet", f->sheet);
    /* the script runs before the page is drawn, so that the page does not flash */
    if (f->look.n && html_scripts(w)) {
        buf_puts(w->out, "<script");
        html_url_attr(w, "src", f->look);
        buf_puts(w->out, "></script>\n");
    }
    return true;
}

bool html_frame_links(const struct html_writer *w, struct str path) {
    const struct html_frame *f = w->opt->frame;
    return f && f->sheet.n && str_in(path, f->linked, f->nlinked);
}
