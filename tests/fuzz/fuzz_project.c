/* SPDX-License-Identifier: MIT */
/* Reads any bytes as the project file of a book. Checked: the chapters that it returns exist. */
#include "core/base/utf8.h"
#include "fuzz.h"
#include "job/build/project.h"

static void read_as(struct fuzz *in, const char *name) {
    struct build_project project;
    struct source *src = source_new(in->arena, str_of(name), in->text);
    size_t before = in->diags.n;
    bool named = build_project_read(in->arena, src, &project, &in->diags);
    if (named != (project.nfiles > 0) || (!named && in->diags.n == before) || !project.metadata) {
        BUG("a project without files was taken, or refused without a word");
    }
    for (size_t i = 0; i < project.nfiles; i++) {
        if (!project.files[i].n) {
            BUG("a file without a name");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    if (utf8_check(in.text) == STR_NONE) {
        read_as(&in, "nowhere/_quarto.yml");
        read_as(&in, "nowhere/_bookdown.yml");
    }
    return fuzz_end(&in);
}
