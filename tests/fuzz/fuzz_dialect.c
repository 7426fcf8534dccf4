/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as MyST, as a notebook of Jupyter (JSON), as a document of Quarto with the
 * results of its last run (JSON, after a line "%%%"), or as Markdown in which markup of dialects is
 * searched; the first byte chooses. Checked: what is made is UTF-8 and can be read.
 */
#include "fuzz.h"
#include "read/expand/expand.h"
#include "read/markdown/markdown.h"
#include "write/plain/plain.h"

static struct source *open_none(void *user, struct str path, const struct source *from) {
    (void)user;
    (void)path;
    (void)from;
    return NULL;
}

static struct source *frozen(void *user, const struct source *doc) {
    (void)doc;
    return user;
}

static struct str figure(void *user, struct str name, const struct source *doc) {
    (void)user;
    (void)doc;
    return name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    bool notebook = str_starts(in.text, STR("{")), ran = str_starts(in.text, STR("@")),
         off = str_starts(in.text, STR("#"));
    struct str format = off ? STR("obsidian") : STR("myst");
    struct expand x = {.arena = in.arena,
                       .d = &in.diags,
                       .files = {.open = open_none, .figure = figure},
                       .format = notebook ? STR("markdown") : format};
    if (utf8_check(in.text) == STR_NONE) {
        struct source *src = notebook ? expand_notebook(&x, in.src) : in.src;
        size_t cut = ran ? str_find(in.text, STR("\n%%%\n")) : STR_NONE;
        if (cut != STR_NONE) {
            x.files.frozen = frozen;
            x.files.user = source_new(in.arena, STR("html.json"), str_from(in.text, cut + 5));
            src = source_new(in.arena, STR("paper.qmd"), str_slice(in.text, 1, cut + 1));
            src = expand_frozen(&x, src, src->text);
            format = STR("markdown");
        }
        src = src && !ran ? expand_dialect(&x, src) : src;
        x.format = STR("markdown");
        src = src && off ? expand_dialect(&x, src) : src; /* searches for markup */
        if (src && utf8_check(src->text) != STR_NONE) {
            BUG("what is made is no UTF-8");
        }
        struct markdown_options opt = {.format = format};
        struct doc *doc = src ? markdown_parse(in.arena, src, &opt, &in.diags) : NULL;
        struct buf out = BUF_INIT;
        if (doc) {
            plain_write(&out, doc, &(struct plain_options){.fragment = false}, &in.diags);
        }
        buf_drop(&out);
    }
    return fuzz_end(&in);
}
