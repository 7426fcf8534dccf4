/* SPDX-License-Identifier: MIT */
/*
 * A program with functions of its own that are called as ours are inside: it links both static
 * archives, and each side calls its own.
 */
#include <dossier/csl.h>
#include <dossier/dossier.h>

#include <stdio.h>
#include <string.h>

int json_parse(const char *text);
int map_put(int key, int value);
int set_text(const char *text);
void buf_add(char *to, const char *from);

static int calls;

int json_parse(const char *text) {
    calls++;
    return (int)strlen(text);
}

int map_put(int key, int value) {
    calls++;
    return key + value;
}

int set_text(const char *text) {
    calls++;
    return text[0];
}

void buf_add(char *to, const char *from) {
    calls++;
    to[0] = from[0];
}

static int cites(void) {
    static const char style[] =
        "<style xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\" class=\"in-text\">"
        "<info><title>t</title><id>t</id></info><citation><layout prefix=\"(\" suffix=\")\">"
        "<text variable=\"title\"/></layout></citation></style>";
    static const char item[] = "[{\"id\":\"a\",\"type\":\"book\",\"title\":\"Small Waters\"}]";
    struct csl_engine *e = csl_engine_new(style, sizeof style - 1, NULL, NULL, NULL);
    struct csl_engine_cite cite = CSL_ENGINE_CITE_INIT;
    cite.id = "a";
    int fine = csl_engine_add_items(e, item, sizeof item - 1) == 1 &&
               csl_engine_cite(e, &cite, 1, 0) == 0 && csl_engine_process(e) == 0 &&
               strcmp(csl_engine_citation_text(e, 0), "(Small Waters)") == 0;
    csl_engine_free(e);
    return fine;
}

static int builds(void) {
    static const char text[] = "---\nreferences: [{id: a, type: book, title: T}]\n---\n\n*Hello*\n";
    struct dossier *d = dossier_new();
    dossier_add_file(d, "a.md", text, sizeof text - 1);
    dossier_set_fragment(d, true);
    dossier_add_output(d, "html", NULL);
    int fine = dossier_build(d, "a.md") == DOSSIER_FINE;
    const char *page = dossier_output(d, "html", NULL);
    fine = fine && page && strcmp(page, "<p><em>Hello</em></p>\n") == 0;
    dossier_free(d);
    return fine;
}

int main(void) {
    char to[2] = "";
    int before = cites() && builds() && calls == 0;
    buf_add(to, "b");
    return !(before && json_parse("abc") == 3 && map_put(1, 2) == 3 && set_text("s") == 's' &&
             to[0] == 'b' && calls == 4 && strcmp(dossier_version(), DOSSIER_VERSION) == 0);
}
