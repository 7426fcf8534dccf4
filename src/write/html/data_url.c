/* SPDX-License-Identifier: MIT */
/*
 * Writes images into the page as data: URLs (RFC 2397).
 *
 * Images on other hosts are loaded by the browser. Where the page may not load anything, they
 * become links. The caller reads the files (struct html_options).
 */
#include "write/html/writer.h"

#include "core/base/base64.h"
#include "core/base/file.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_FIGURE_IN_FRAME);
DIAG_USE(DIAG_IMAGE_LINKED);
DIAG_USE(DIAG_IMAGE_NOT_SHOWN);

/** The file of an image: its address, or its bytes, which are written into the page. */
struct image_file {
    struct str url, mime, bytes; /* if there are no bytes, `mime` is not known */
};

static bool is_pdf(const struct image_file *f) {
    return str_is(f->mime, "application/pdf") ||
           (!f->bytes.p && str_ieq(path_ext(f->url), STR("pdf")));
}

/** Whether an image is of a kind that <img> cannot show. */
static bool is_for_paper(const struct image_file *f) {
    struct str ext = f->bytes.p ? STR_EMPTY : path_ext(f->url);
    return is_pdf(f) || str_is(f->mime, "image/tiff") || str_ieq(ext, STR("tif")) ||
           str_ieq(ext, STR("tiff"));
}

static bool is_remote(struct str url) {
    return str_starts_among(url, "http:// https:// ftp:// //");
}

/** Whether a text is a length such as `50%`, `4cm` or `200`: a number and a known unit. */
static bool is_length(struct str s, bool *pixels) {
    size_t i = 0;
    while (i < s.n && (is_digit(s.p[i]) || s.p[i] == '.')) {
        i++;
    }
    struct str unit = str_from(s, i);
    *pixels = i > 0 && !unit.n;
    return *pixels || (i > 0 && str_among(unit, "% px em rem ex ch pt pc in cm mm vw vh"));
}

/** Writes the sizes of an image. Whole pixels of an <img> in the source become attributes. All
 * others become CSS, before the image's own style. */
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

/** Writes the attributes of an image except `alt`, its sizes and its style. */
static void write_own_attrs(struct html_writer *w, const struct doc_node *n) {
    struct doc_node copy = *n;
    struct doc_attr attr = n->attr ? *n->attr : (struct doc_attr){0};
    struct doc_pair *pairs = ARENA_ARRAY(w->doc->arena, struct doc_pair, attr.npairs + 1);
    size_t kept = 0;
    for (size_t i = 0; i < attr.npairs; i++) {
        struct str key = attr.pairs[i].key;
        if (!str_among(key, "alt width height style")) {
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

/** Writes the address of a figure: that of the file, or a data: URL. */
static void write_source(struct html_writer *w, const char *name, const struct image_file *f) {
    if (!f->bytes.p) {
        html_url_attr(w, name, f->url);
        return;
    }
    buf_printf(w->out, " %s=\"data:%.*s;base64,", name, STR_ARG(f->mime));
    base64_put(w->out, f->bytes);
    buf_putc(w->out, '"');
}

/** Writes a link to a figure that browsers cannot show. */
static void write_file(struct html_writer *w, const struct image_file *f, struct str text) {
    if (!w->link) {
        buf_puts(w->out, "<a class=\"image-link\"");
        html_attr(w, "download", path_base(f->url));
        write_source(w, "href", f);
        buf_putc(w->out, '>');
    }
    html_text(w, text);
    buf_puts(w->out, is_pdf(f) ? " (PDF)" : " (TIFF)");
    buf_puts(w->out, w->link ? "" : "</a>");
}

/** Writes a figure in PDF or TIFF. Browsers show a PDF in a frame. Inside links, and in documents
 * that are not trusted, it is a link instead; a TIFF is always a link. */
static void write_for_paper(struct html_writer *w, const struct doc_node *n,
                            const struct image_file *f, struct str alt) {
    struct str name = path_base(f->url), stem = path_stem(f->url);
    bool frame = is_pdf(f) && !w->link && w->doc->links != DOC_LINKS_WEB;
    struct diag *g = frame
                         ? diag_add(w->d, DIAG_FIGURE_IN_FRAME, n->span,
                                    "the page shows the PDF `%.*s` in a frame", STR_ARG(name))
                         : diag_add(w->d, DIAG_IMAGE_NOT_SHOWN, n->span,
                                    "in the page, a link replaces the image `%.*s`", STR_ARG(name));
    diag_hint(w->d, g,
              is_pdf(f) ? "`pdftocairo -svg %.*s %.*s.svg` makes a file that it shows instead"
                        : "save %.*s also as PNG beside it: %.*s.png is shown instead",
              STR_ARG(name), STR_ARG(stem));
    if (!frame) {
        write_file(w, f, alt.n ? alt : name);
        return;
    }
    bool pixels, wide = is_length(doc_pair(n, "width"), &pixels);
    buf_puts(w->out, "<object type=\"application/pdf\"");
    write_source(w, "data", f);
    html_attr(w, "aria-label", alt.n ? alt : name);
    write_own_attrs(w, n);
    if (wide || doc_pair(n, "style").n) {
        write_lengths(w, n);
    } else {
        buf_puts(w->out, " style=\"width:100%;aspect-ratio:4/3\"");
    }
    buf_putc(w->out, '>');
    if (f->bytes.p) { /* a link would contain the bytes a second time */
        html_text(w, alt.n ? alt : name);
    } else {
        write_file(w, f, alt.n ? alt : name);
    }
    buf_puts(w->out, "</object>");
}

/** Whether a browser would load the image from another host. */
static bool is_elsewhere(struct str url) {
    enum doc_url_kind kind = doc_url_kind(url);
    return kind != DOC_URL_RELATIVE && kind != DOC_URL_LIVE;
}

/** Writes a link with the alternative text in place of an image that must not be loaded. */
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
    struct str url = str_trim(n->u.link.url), mime = STR_EMPTY, bytes = {NULL, 0};
    struct str alt = alternative(w, n);
    bool embedded = w->opt->embed && !is_remote(url) && !is_image_data(url) &&
                    w->opt->embed(w->opt->user, url, n->span, &mime, &bytes);
    if (!embedded && !is_image_data(url) && !doc_url_is_link(w->doc->links, url)) {
        html_text(w, alt);
        return;
    }
    if (!embedded && w->opt->loads_nothing && is_elsewhere(url)) {
        write_link(w, n, url, alt);
        return;
    }
    struct image_file file = {url, embedded ? mime : STR_EMPTY,
                              embedded ? bytes : (struct str){NULL, 0}};
    if (is_for_paper(&file)) {
        write_for_paper(w, n, &file, alt);
        return;
    }
    buf_puts(w->out, "<img");
    write_source(w, "src", &file);
    html_attr(w, "alt", alt);
    if (n->u.link.title.n) {
        html_attr(w, "title", n->u.link.title);
    }
    write_own_attrs(w, n);
    write_lengths(w, n);
    buf_putc(w->out, '>');
}
