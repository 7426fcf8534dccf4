/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a whole document in LaTeX, whose every \input is the document itself. Checked:
 * the body is within the text, and the tree is made.
 */
#include "core/base/utf8.h"
#include "fuzz.h"
#include "read/latex/texdoc.h"
#include "read/markdown/markdown.h"

#define LONGEST 4000 /* a file that includes itself is read sixteen times */

#define MAX_OPENS 4

struct files {
    struct fuzz *in;
    int opens;
};

static struct source *open_itself(void *user, struct str path, const struct source *from) {
    struct files *f = user;
    (void)from;
    return str_ends(path, STR(".tex")) && f->opens++ < MAX_OPENS ? f->in->src : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int64_t epoch = 0;
    struct fuzz in;
    fuzz_begin(&in, data, size < LONGEST ? size : LONGEST);
    if (utf8_check(in.text) == STR_NONE) {
        struct files own = {&in, 0};
        struct texdoc_files files = {open_itself, NULL, &own};
        struct texdoc_document doc;
        texdoc_read(in.arena, in.src, &files, &in.diags, &doc);
        if (doc.begin > doc.end || doc.end > doc.source->text.n || !doc.front) {
            BUG("the body is not within the text");
        }
        struct markdown_options opt = {.epoch = &epoch,
                                       .latex = {doc.front, doc.begin, doc.end, doc.chapters,
                                                 doc.biblatex, doc.bare_cites, doc.text_cites,
                                                 doc.sorted_cites, doc.tight, doc.styled}};
        (void)markdown_parse(in.arena, doc.source, &opt, &in.diags);
    }
    return fuzz_end(&in);
}
