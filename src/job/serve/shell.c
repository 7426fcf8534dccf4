/* SPDX-License-Identifier: MIT */
/*
 * The page around a document's page: tabs, a layer with the diagnostics, and the script that
 * updates both (shell.js, shell.css). Also the list of documents and the page for unknown
 * addresses.
 */
#include "job/serve/serve_model.h"

#include "core/base/markup.h"

const char *const serve_script[] = {
#include "job/serve/shell.js.inc"
    NULL,
};

const char *const serve_sheet[] = {
#include "job/serve/shell.css.inc"
    NULL,
};

static void put_head(struct buf *out, const char *title) {
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    buf_puts(out, title);
    buf_puts(out, "</title>\n<link rel=\"icon\" href=\"data:,\">\n"
                  "<link rel=\"stylesheet\" href=\"" SERVE_OWN "shell.css\">\n");
}

void serve_write_shell(struct buf *out, struct str token, bool editor) {
    put_head(out, "Preview");
    buf_puts(out, "<meta name=\"dossier-token\" content=\"");
    markup_put(out, token, MARKUP_QUOTED);
    buf_printf(out, "\" data-editor=\"%s\">\n", editor ? "yes" : "no");
    buf_puts(
        out,
        "<script src=\"" SERVE_OWN "shell.js\" defer></script>\n</head>\n<body class=\"shell\">\n"
        "<header class=\"bar\">\n"
        "<div role=\"tablist\" aria-label=\"View\">\n"
        "<button type=\"button\" role=\"tab\" id=\"tab-page\" aria-selected=\"true\" "
        "aria-controls=\"view-page\">Page</button>\n"
        "<button type=\"button\" role=\"tab\" id=\"tab-pdf\" aria-selected=\"false\" "
        "aria-controls=\"view-pdf\" tabindex=\"-1\" hidden>PDF</button>\n"
        "</div>\n"
        "<label id=\"paper\" hidden>page <input id=\"paper-page\" type=\"number\" min=\"1\" "
        "value=\"1\"><span id=\"paper-of\"> of <span id=\"paper-pages\">1</span></span></label>\n"
        "<a id=\"paper-link\" hidden target=\"_blank\" rel=\"noopener\">open the PDF alone</a>\n"
        "<select id=\"documents\" aria-label=\"Document\" hidden></select>\n"
        "<p id=\"state\" role=\"status\">Waiting for the first build.</p>\n"
        "<button type=\"button\" id=\"faults-button\" aria-expanded=\"false\" "
        "aria-controls=\"faults\" hidden></button>\n"
        "</header>\n"
        "<main>\n"
        "<div role=\"tabpanel\" id=\"view-page\" aria-labelledby=\"tab-page\"></div>\n"
        "<div role=\"tabpanel\" id=\"view-pdf\" aria-labelledby=\"tab-pdf\" hidden></div>\n"
        "</main>\n"
        "<section id=\"faults\" aria-label=\"What is wrong\" tabindex=\"-1\" hidden>\n"
        "<ol id=\"fault-list\"></ol>\n"
        "</section>\n"
        "<noscript><p>The preview needs its script; "
        "<a href=\"?dossier=page\">the page alone</a> does not.</p></noscript>\n"
        "</body>\n</html>\n");
}

void serve_write_index(struct buf *out, struct serve_store *s) {
    size_t n;
    struct serve_page *const *pages = serve_pages(s, &n);
    struct arena *a = arena_new();
    put_head(out, "Documents");
    buf_puts(out, "</head>\n<body class=\"plain\">\n<main>\n<h1>Documents</h1>\n<ul>\n");
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, "<li><a href=\"");
        buf_str(out, serve_address(a, pages[i]->html));
        buf_puts(out, "\">");
        markup_put(out, pages[i]->name, MARKUP_QUOTED);
        buf_puts(out, "</a>");
        if (pages[i]->errors + pages[i]->warnings) {
            buf_printf(out, " (errors: %zu, warnings: %zu)", pages[i]->errors, pages[i]->warnings);
        }
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, "</ul>\n</main>\n</body>\n</html>\n");
    arena_drop(a);
}

void serve_write_missing(struct buf *out, struct str address) {
    put_head(out, "Not found");
    buf_puts(out, "</head>\n<body class=\"plain\">\n<main>\n<h1>Not found</h1>\n<p><code>");
    markup_put(out, address, MARKUP_QUOTED);
    buf_puts(out, "</code> is nothing that the documents make or lead to.</p>\n"
                  "<p><a href=\"/\">To the first page</a></p>\n</main>\n</body>\n</html>\n");
}
