/* SPDX-License-Identifier: MIT */
/*
 * Icons of contacts, and e-mail addresses in a form that address harvesters do not find.
 *
 * The icons are dossier's own drawings, not logos. Each shows a symbol or a letter for a service,
 * whose name is beside the icon. They are lines in the colour of the text, in a square of 24
 * units. In a page without dossier's style sheet, each icon has its style inline.
 */
#include "write/html/writer.h"

/** Sorted by kind. */
static const struct icon {
    const char *kind, *path;
} icons[] = {
    {"arxiv", "M6 3h9l4 4v14H6zM15 3v4h4M9.5 11l6 6.5M15.5 11l-6 6.5"},
    {"bluesky", "M12 11C9.5 6 6.5 4.5 4 4.5c0 5 .5 8 5 8.5-4 .5-3.5 5 0 5 1.6 0 2.5-1.5 3-3 .5 1.5 "
                "1.4 3 3 3 3.5 0 4-4.5 0-5 4.5-.5 5-3.5 5-8.5-2.5 0-5.5 1.5-8 6.5z"},
    {"cv", "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4"},
    {"dblp", "M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 "
             "8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3"},
    {"email", "M3 5h18v14H3zM3 6l9 7 9-7"},
    {"github",
     "M7 5a2 2 0 1 1 0 .01M7 19a2 2 0 1 1 0 .01M17 8a2 2 0 1 1 0 .01M7 7v10M17 10c0 4-10 2-10 6"},
    {"gitlab", "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 4l-3 16"},
    {"google-scholar", "M2 9l10-5 10 5-10 5zM6 11v5c2 2.5 10 2.5 12 0v-5M22 9v6"},
    {"linkedin", "M3 4h18v16H3zM7 10.5V16M7 7.5v.01M11 16v-5.5M11 13c0-3.3 5-3.3 5 0v3"},
    {"link", "M10 14l4-4M8.5 11l-3 3a3.5 3.5 0 0 0 5 5l3-3M15.5 13l3-3a3.5 3.5 0 0 0-5-5l-3 3"},
    {"mastodon", "M4 5h16v11H11l-5 4v-4H4zM8.5 10.5v.01M12 10.5v.01M15.5 10.5v.01"},
    {"moon", "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"},
    {"office", "M4 21h16M6 21V4h12v17M10 8h.01M14 8h.01M10 12h.01M14 12h.01M10 21v-5h4v5"},
    {"orcid",
     "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8.5 10.5V16M8.5 7.8v.01M12 8v8h1.5a4 4 0 0 0 0-8z"},
    {"phone", "M6 3h3l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v3c0 1.5-1 3-3 3C10 21 3 14 3 6c0-2 "
              "1.5-3 3-3z"},
    {"researchgate",
     "M10 3h4M10.5 3v6L5 19c-.6 1.2 0 2 1.3 2h11.4c1.3 0 1.9-.8 1.3-2L13.5 9V3M8 15h8"},
    {"semantic-scholar",
     "M5 6a2 2 0 1 1 0 .01M19 6a2 2 0 1 1 0 .01M12 19a2 2 0 1 1 0 .01M7 6h10M6 8l5 9M18 8l-5 9"},
    {"sun", "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 "
            "17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"},
    {"website",
     "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c3.5 3 3.5 15 0 18-3.5-3-3.5-15 0-18z"},
    {"x", "M5 4l14 16M19 4L5 20"},
    {"youtube", "M3 5h18v14H3zM10 9l5 3-5 3z"},
    {"zotero", "M6 4h12L6 20h12"},
};

static const char *path_of(const char *kind) {
    const char *fallback = NULL;
    for (size_t i = 0; i < ARRAY_LEN(icons); i++) {
        if (str_is(str_of(kind), icons[i].kind)) {
            return icons[i].path;
        }
        if (str_is(str_of(icons[i].kind), "link")) {
            fallback = icons[i].path;
        }
    }
    return fallback;
}

void html_icon(struct html_writer *w, const char *kind) {
    buf_puts(w->out, "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"");
    if (w->opt->fragment) { /* the page does not have dossier's style sheet */
        buf_puts(w->out, " width=\"18\" height=\"18\" fill=\"none\" stroke=\"currentColor\" "
                         "stroke-width=\"1.7\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }
    buf_puts(w->out, "><path d=\"");
    buf_puts(w->out, path_of(kind));
    buf_puts(w->out, "\"/></svg> ");
}

bool html_hides_mail(const struct html_writer *w) {
    return node_bool(node_get(w->doc->front, "obfuscate-email"), 0) == 1;
}

void html_spelled_mail(struct html_writer *w, struct str address) {
    size_t query = str_index(address, '?');
    struct str rest = query == STR_NONE ? address : str_slice(address, 0, query);
    buf_puts(w->out, "<span class=\"spelled\">");
    for (size_t i = 0; i < rest.n; i++) {
        struct str one = str_slice(rest, i, i + 1);
        html_text(w, str_is(one, "@") ? STR(" [at] ") : str_is(one, ".") ? STR(" [dot] ") : one);
    }
    buf_puts(w->out, "</span>");
}
