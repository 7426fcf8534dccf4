/* SPDX-License-Identifier: MIT */
/*
 * From memory to memory: the document, its database, style, style sheet and image are the host's,
 * none of them is on the disk, and nothing is written. Speaks TAP.
 */
#include <dossier/dossier.h>

#include <stdio.h>
#include <string.h>

static int count, bad;

static void ok(int fine, const char *name) {
    count++;
    bad += !fine;
    printf("%sok %d - %s\n", fine ? "" : "not ", count, name);
}

static const char document[] = "---\n"
                               "title: From memory\n"
                               "bibliography: refs.bib\n"
                               "csl: own.csl\n"
                               "css: own.css\n"
                               "---\n\n"
                               "A claim [@known], not [@unknown]. ![A square](square.svg)\n\n"
                               "![Not here](secret.svg)\n";
static const char database[] = "@book{known, title = {Small Waters}, author = {Reed, Ada}}\n";
static const char style[] =
    "<style xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\" class=\"in-text\">"
    "<info><title>t</title><id>t</id></info><citation><layout prefix=\"&lt;\" suffix=\"&gt;\">"
    "<text variable=\"title\"/></layout></citation></style>";
static const char sheet[] = "h1 { color: #123456 }\n";
static const char square[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">"
                             "<rect width=\"9\" height=\"9\"/></svg>";

/** Knows two files by itself, says that a third is not there, and leaves all else to the disk. */
static enum dossier_file reads(void *user, const char *path, const void **data, size_t *size) {
    ++*(int *)user;
    if (strcmp(path, "in/own.css") == 0) {
        *data = sheet;
        *size = sizeof sheet - 1;
        return DOSSIER_FILE_GIVEN;
    }
    if (strcmp(path, "in/square.svg") == 0) {
        *data = square;
        *size = sizeof square - 1;
        return DOSSIER_FILE_GIVEN;
    }
    return strcmp(path, "in/secret.svg") == 0 ? DOSSIER_FILE_MISSING : DOSSIER_FILE_ON_DISK;
}

static const struct dossier_diagnostic *find(const struct dossier *d, const char *id) {
    const struct dossier_diagnostic *g;
    for (size_t i = 0; (g = dossier_diagnostic(d, i)) != NULL; i++) {
        if (strcmp(g->id, id) == 0) {
            return g;
        }
    }
    return NULL;
}

static void test_build(struct dossier *d) {
    static int asked; /* outlives the build: the reader stays */
    dossier_add_file(d, "in/paper.md", document, sizeof document - 1);
    dossier_add_file(d, "in/refs.bib", "not this one", 12);
    dossier_add_file(d, "in/refs.bib", database, sizeof database - 1);
    dossier_add_file(d, "in/own.csl", style, sizeof style - 1);
    dossier_set_reader(d, reads, &asked);
    ok(dossier_add_output(d, "html", NULL) && dossier_add_output(d, "pdf", NULL),
       "outputs that stay in memory");
    ok(dossier_build(d, "in/paper.md") == DOSSIER_ERRORS, "a key is unknown: errors");
    ok(asked > 0, "the reader was asked");
    size_t size = 0;
    const char *page = dossier_output(d, "html", &size);
    ok(page && size == strlen(page) && strncmp(page, "<!DOCTYPE html>", 15) == 0, "a page");
    ok(page && strstr(page, "&lt;Small waters&gt;"), /* the style has no list to lead to */
       "in the given style, from the given database");
    ok(page && strstr(page, "#123456"), "with the style sheet of the reader");
    ok(page && strstr(page, "data:image/svg+xml;base64,"), "and its image");
    const char *pdf = dossier_output(d, "pdf", &size);
    ok(pdf && size > 1000 && memcmp(pdf, "%PDF-", 5) == 0 && dossier_pages(d) == 1, "a PDF");
}

static void test_diagnostics(const struct dossier *d) {
    const struct dossier_diagnostic *g = find(d, "undefined-citation");
    ok(g && strcmp(g->file, "in/paper.md") == 0 && strcmp(g->level, "error") == 0,
       "the unknown key is reported");
    ok(g && g->line == 8 && g->column == 24 && g->end_line == 8 && g->end_column == 32,
       "from its first character to behind its last");
    g = find(d, "missing-image");
    ok(g && g->line == 10, "what the reader says is missing is missing");
    ok(dossier_diagnostic(d, dossier_diagnostic_count(d)) == NULL, "there are no more");
    ok(g && g == find(d, "missing-image"), "a diagnostic stays where it is");
}

static void test_formats(struct dossier *d) {
    ok(!dossier_add_output(d, "odt", NULL) && !dossier_add_output(d, NULL, "x.odt") &&
           !dossier_add_output(d, NULL, NULL),
       "formats that are none");
    ok(strcmp(dossier_media_type("pdf"), "application/pdf") == 0 && !dossier_media_type("odt"),
       "media types");
    size_t none = 7;
    ok(dossier_output(d, "docx", &none) == NULL && none == 0, "and no output of them");
    const char *page = dossier_output(d, "html", NULL);
    for (int i = 0; i < 100; i++) {
        (void)dossier_add_output(d, "plain", NULL);
    }
    ok(page && dossier_output(d, "html", NULL) == page && dossier_pages(d) == 1 &&
           !dossier_output(d, "plain", NULL),
       "outputs for the next build leave those of the last alone");
    dossier_clear_outputs(d);
    ok(dossier_output(d, "html", NULL) == NULL && dossier_diagnostic_count(d) == 0,
       "outputs are taken away with what they left");
    ok(dossier_build(d, "in/paper.md") == DOSSIER_ERRORS && dossier_pages(d) == 0 &&
           dossier_diagnostic_count(d) > 0,
       "without outputs a document is checked");
    dossier_add_file(d, "text.md", "Text\nof *two* lines.", 20);
    dossier_set_fragment(d, true);
    ok(dossier_set_wrap(d, "preserve", 0) && !dossier_set_wrap(d, "never", 0) &&
           dossier_add_output(d, "txt", NULL) && dossier_build(d, "text.md") == DOSSIER_FINE,
       "plain text");
    const char *text = dossier_output(d, "plain", NULL);
    ok(text && strcmp(text, "Text\nof two lines.\n") == 0, "with the lines of the document");
    ok(dossier_build(d, "in/none.md") == DOSSIER_IO, "a document that is nowhere");
}

int main(void) {
    struct dossier *d = dossier_new();
    test_build(d);
    test_diagnostics(d);
    test_formats(d);
    dossier_free(d);
    dossier_free(NULL);
    printf("1..%d\n", count);
    return bad != 0;
}
