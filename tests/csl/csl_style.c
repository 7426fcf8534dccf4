/* SPDX-License-Identifier: MIT */
/*
 * Formats one document with many styles: csl-style ITEMS.json STYLE.csl...
 * For each style one line of JSON: its name, the diagnostics, the citations and the bibliography as
 * text. The document cites every item alone, then some again with locators, then some together.
 * $CSL_LOCALES names the folder of the locale files.
 */
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/json.h"

#include <stdio.h>
#include <stdlib.h>

struct job {
    struct arena *a;
    struct diags d;
};

static struct source *load(struct job *j, struct str path) {
    struct str text;
    return file_read(j->a, path, LIMIT_DATABASE, &text) == 0 ? source_new(j->a, path, text) : NULL;
}

static struct source *load_locale(void *user, struct str lang) {
    struct job *j = user;
    const char *dir = getenv("CSL_LOCALES");
    return load(j, arena_printf(j->a, "%s/locales-%.*s.xml",
                                dir ? dir : "/usr/share/citation-style-language/locales",
                                STR_ARG(lang)));
}

static void cite(struct csl *c, struct item *const *items, const size_t *which, size_t n,
                 const char *locator, int note) {
    struct csl_cite cites[8];
    for (size_t i = 0; i < n; i++) {
        cites[i] = (struct csl_cite){.item = items[which[i]], .position = -1};
    }
    cites[0].locator = rich_of(str_of(locator));
    struct csl_citation cit = {.cites = cites, .n = n, .note = note};
    csl_add_citation(c, &cit);
}

/** The same document as tests/csl/compare.js makes. */
static size_t add_document(struct csl *c, struct item *const *items, size_t n, bool notes) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        cite(c, items, &i, 1, "", notes ? (int)++count : (++count, 0));
    }
    for (size_t i = 0; i < n; i += 5) {
        cite(c, items, &i, 1, "12-15", notes ? (int)++count : (++count, 0));
        cite(c, items, &i, 1, "17", notes ? (int)++count : (++count, 0));
        cite(c, items, &i, 1, "", notes ? (int)++count : (++count, 0));
    }
    for (size_t i = 0; i + 4 < n; i += 4) {
        const size_t which[] = {i, i + 1, i + 2, i + 3};
        cite(c, items, which, 4, "", notes ? (int)++count : (++count, 0));
    }
    return count;
}

static void write_list(struct buf *out, const char *name, size_t n, struct str *texts) {
    buf_printf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i ? "," : "");
        json_write_string(out, texts[i]);
    }
    buf_putc(out, ']');
}

static struct str text_of(struct arena *a, const struct csl_out *o) {
    struct buf b = BUF_INIT;
    csl_text_write(&b, o);
    return buf_finish(&b, a);
}

static void run_style(struct job *j, const char *path, struct item *const *items, size_t n,
                      struct buf *out) {
    struct source *src = load(j, str_of(path));
    if (!src) {
        return;
    }
    size_t before = j->d.n;
    struct csl_style *s = csl_style_parse(j->a, src, &j->d);
    if (!csl_style_ok(s)) {
        return;
    }
    struct csl_locale_source locales = {.load = load_locale, .user = j};
    struct csl_options opt = {.link_entries = false};
    struct csl *c = csl_new(j->a, s, &locales, &opt, &j->d);
    size_t count = add_document(c, items, n, csl_style_info(s)->note);
    csl_process(c);
    struct str *texts = ARENA_ARRAY(j->a, struct str, count + 1);
    for (size_t i = 0; i < count; i++) {
        texts[i] = text_of(j->a, csl_citation_out(c, i));
    }
    buf_puts(out, "{\"style\":");
    json_write_string(out, str_of(path));
    buf_printf(out, ",\"diagnostics\":%zu", j->d.n - before);
    write_list(out, "citations", count, texts);
    struct csl_bibliography b = csl_bibliography(c);
    texts = ARENA_ARRAY(j->a, struct str, b.n + 1);
    for (size_t i = 0; i < b.n; i++) {
        texts[i] = text_of(j->a, b.entries[i].out);
    }
    write_list(out, "bibliography", b.n, texts);
    buf_puts(out, "}\n");
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: csl-style ITEMS.json STYLE.csl...\n", stderr);
        return 2;
    }
    struct arena *kept = arena_new();
    struct job reading = {.a = kept};
    diags_init(&reading.d, kept);
    struct source *src = load(&reading, str_of(argv[1]));
    struct item_list items;
    if (!src || !item_list_json(kept, src, &items, &reading.d)) {
        return 3;
    }
    int status = 0;
    for (int i = 2; i < argc; i++) {
        struct job j = {.a = arena_new()};
        struct buf out;
        diags_init(&j.d, j.a);
        buf_init(&out, 0);
        run_style(&j, argv[i], items.p, items.n, &out);
        fwrite(out.p, 1, out.n, stdout);
        buf_clear(&out);
        struct diag_style plain = {false, 0};
        for (size_t k = 0; k < j.d.n; k++) {
            diag_render(&out, j.d.list[k], &plain);
            status = 1;
        }
        fwrite(out.p, 1, out.n, stderr);
        buf_drop(&out);
        diags_drop(&j.d);
        arena_drop(j.a);
    }
    diags_drop(&reading.d);
    arena_drop(kept);
    return status;
}
