/* SPDX-License-Identifier: MIT */
/*
 * Builds any bytes as a document, through the public library. A first line `%q`, `%r` or `%m` makes
 * it a document of Quarto, R Markdown or Manubot. The text after a line `=====` is every other file
 * that the build opens (includes, variables, the configuration of a site or a project, results of a
 * run, databases). Checked: a page is written.
 */
#include "dossier/dossier.h"
#include "fuzz.h"

static enum dossier_file other(void *user, const char *path, const void **data, size_t *size) {
    const struct str *rest = user;
    if (str_starts(str_of(path), STR("/"))) {
        return DOSSIER_FILE_MISSING;
    }
    *data = rest->p;
    *size = rest->n;
    return DOSSIER_FILE_GIVEN;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    size_t rule = str_find(in.text, STR("\n=====\n")), written = 0;
    struct str text = rule == STR_NONE ? in.text : str_slice(in.text, 0, rule + 1);
    struct str rest = rule == STR_NONE ? STR_EMPTY : str_from(in.text, rule + 7);
    static const char *const names[][2] = {
        {"%q\n", "page/input.qmd"}, {"%r\n", "page/input.Rmd"}, {"%m\n", "page/02.input.md"}};
    const char *name = "page/input.md";
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        bool starts = str_starts(text, str_of(names[i][0]));
        name = starts ? names[i][1] : name;
        text = str_from(text, starts ? 3 : 0);
    }
    struct dossier *d = dossier_new();
    dossier_set_reader(d, other, &rest);
    dossier_add_file(d, name, text.p, text.n);
    (void)dossier_add_output(d, "html", NULL);
    (void)dossier_build(d, name);
    bool binary = dossier_diagnostic_count(d) > 0 && !dossier_output(d, "html", &written);
    if (!binary && (!dossier_output(d, "html", &written) || written == 0)) {
        BUG("no page and no word");
    }
    dossier_free(d);
    return fuzz_end(&in);
}
