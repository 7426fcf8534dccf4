/* SPDX-License-Identifier: MIT */
/*
 * Images in the page as data: URLs (RFC 2397).
 *
 * Images on other hosts are left to the browser, or become links where the page may load nothing.
 * The caller reads the files (struct html_options).
 */
#include "write/html/writer.h"

#include "core/base/base64.h"
#include "core/base/file.h"

DIAG_USE(DIAG_IMAGE_LINKED);

static bool is_remote(struct str url) {
    return str_starts(url, STR("http://")) || str_starts(url, STR("https://")) ||
           str_starts(url, STR("//")) || str_starts(url, STR("ftp://"));
}

/** Whether a text is a length, `50%`, `4cm` or `200`: a number and a known unit. */
static bool is_length(struct str s, bool *pixels) {
    static const char *const units[] = {"",   "%",  "px", "em", "rem", "ex", "ch",
                                        "pt", "pc", "in", "cm", "mm",  "vw", "vh"};
    size_t i = 0;
    while (i < s.n && (is_digit(s.p[i]) || s.p[i] == '.')) {
        i++;
    }
    struct str unit = str_from(s, i);
    for (size_t k = 0; i > 0 && k < ARRAY_LEN(units); k++) {
        if (str_is(unit, units[k])) {
            *pixels = k == 0;
            return true;
        }
    }
    return false;
}

/** Writes sizes: whole pixels of an <img> tag as attributes, all others as CSS after its own style.
 */
static void write_lengths(struct html_writer *w, const struct doc_node *n) {
    static const char *const names[] = {"width", "height"};
    struct str own = doc_pair(n, "style");
    bool any = false, html = doc_element(n).n > 0;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        bool pixels = false;
        struct str value = doc_pair(n, names[i]);
        if (is_length(value, &pixels) && pixels && html) {
            html_attr(w, names[i], value);
        } else if (is_length(value, &pixels)) {
            buf_printf(w->out, "%s%s:", any ? ";" : " style=\"", names[i]);
            buf_str(w->out, value);
            buf_puts(w->out, pixels ? "px" : "");
            any = true;
        }
    }
    if (own.n) {
        buf_puts(w->out, any ? ";" : " style=\"");
        html_attr_text(w, own);
        any = true;
    }
    if (any) {
        buf_putc(w->out, '"');
    }
}

/** Writes the image's other attributes. */
static void write_own_attrs(struct html_writer *w, const struct doc_node *n) {
    struct doc_node copy = *n;
    struct doc_attr attr = n->attr ? *n->attr : (struct doc_attr){0};
    struct doc_pair *pairs = ARENA_ARRAY(w->doc->arena, struct doc_pair, attr.npairs + 1);
    size_t kept = 0;
    for (size_t i = 0; i < attr.npairs; i++) {
        struct str key = attr.pairs[i].key;
        if (!str_is(key, "alt") && !str_is(key, "width") && !str_is(key, "height") &&
            !str_is(key, "style")) {
            pairs[kept++] = attr.pairs[i];
        }
    }
    attr.pairs = pairs;
    attr.npairs = kept;
    copy.attr = &attr;
    html_attrs(w, &copy, NULL);
}

static struct str alternative(struct html_writer *w, const struct doc_node *n) {
    struct str own = doc_pair(n, "alt");
    return own.p ? own : doc_plain(w->doc->arena, n);
}

/** Writes a link to a figure in PDF or TIFF, which browsers do not show, with its alternative text.
 */
static void write_file(struct html_writer *w, struct str url, struct str mime, struct str bytes,
                       struct str alt) {
    const char *kind = str_is(mime, "image/tiff") ? " (TIFF)" : " (PDF)";
    struct str name = path_base(url);
    if (!w->link) {
        buf_puts(w->out, "<a class=\"image-link\"");
        html_attr(w, "download", name);
        buf_puts(w->out, " href=\"data:");
        buf_str(w->out, mime);
        buf_puts(w->out, ";base64,");
        base64_put(w->out, bytes);
        buf_puts(w->out, "\">");
    }
    html_text(w, alt.n ? alt : name);
    buf_puts(w->out, kind);
    buf_puts(w->out, w->link ? "" : "</a>");
}

/** Whether a browser would load it from another host. */
static bool is_elsewhere(struct str url) {
    enum doc_url_kind kind = doc_url_kind(url);
    return kind != DOC_URL_RELATIVE && kind != DOC_URL_LIVE;
}

/** Writes a link in place of an image that is not loaded, with its alternative text. */
static void write_link(struct html_writer *w, const struct doc_node *n, struct str url,
                       struct str alt) {
    (void)diag_add(w->d, DIAG_IMAGE_LINKED, n->span,
                   "the image `%.*s` is elsewhere and only linked", STR_ARG(url));
    if (!w->link) {
        buf_puts(w->out, "<a class=\"image-link\"");
        html_url_attr(w, "href", url);
        buf_putc(w->out, '>');
    }
    html_text(w, alt.n ? alt : doc_url_text(url));
    buf_puts(w->out, w->link ? "" : "</a>");
}

static bool is_image_data(struct str url) {
    return str_starts(url, STR("data:image/"));
}

void html_image(struct html_writer *w, const struct doc_node *n) {
    struct str url = str_trim(n->u.link.url), mime, bytes;
    struct str alt = alternative(w, n);
    bool embedded = w->opt->embed && !is_remote(url) && !is_image_data(url) &&
                    w->opt->embed(w->opt->user, url, &mime, &bytes);
    if (!embedded && !is_image_data(url) && !doc_url_is_link(w->doc->links, url)) {
        html_text(w, alt);
        return;
    }
    if (!embedded && w->opt->loads_nothing && is_elsewhere(url)) {
        write_link(w, n, url, alt);
        return;
    }
    if (embedded && (str_is(mime, "application/pdf") || str_is(mime, "image/tiff"))) {
        write_file(w, url, mime, bytes, alt);
        return;
    }
    buf_puts(w->out, "<img");
    if (embedded) {
        buf_puts(w->out, " src=\"data:");
        buf_str(w->out, mime);
        buf_puts(w->out, ";base64,");
        base64_put(w->out, bytes);
        buf_putc(w->out, '"');
    } else {
        html_url_attr(w, "src", url);
    }
    html_attr(w, "alt", alt);
    if (n->u.link.title.n) {
        html_attr(w, "title", n->u.link.title);
    }
    write_own_attrs(w, n);
    write_lengths(w, n);
    buf_putc(w->out, '>');
}
