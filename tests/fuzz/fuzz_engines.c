/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as the configuration, the data and a page of a site of another engine, in
 * bounded time. The first byte chooses the engine; lines `%%%` separate the parts. The folder
 * is removed afterwards.
 */
#include "fuzz.h"
#include "job/site/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PARTS = 3 };

static const char *const names[][PARTS] = {
    {"_config.yml", "_pages/a.md", "_data/navigation.yml"},
    {"hugo.yaml", "content/post/a/index.md", "content/authors/admin/_index.md"},
    {"_quarto.yml", "a.qmd", "list.yml"},
    {"site.yml", "a.md", "posts/b.md"},
};

static void put(struct arena *a, struct str dir, const char *name, struct str text) {
    struct str path = path_join(a, dir, str_of(name));
    if (file_make_dirs(path_dir(path)) != 0 || file_write(path, text) != 0) {
        BUG("the folder cannot be written to");
    }
}

static void take_away(struct arena *a, struct str dir, int depth) {
    size_t n = 0;
    const struct file_entry *list = file_list(a, dir, &n);
    for (size_t i = 0; i < n; i++) {
        struct str path = path_join(a, dir, list[i].name);
        if (list[i].folder && depth < 8) {
            take_away(a, path, depth + 1);
        } else {
            (void)unlink(path.p);
        }
    }
    (void)rmdir(dir.p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    char name[40];
    if (!fuzz_make_folder(name, sizeof name)) {
        return fuzz_end(&in);
    }
    struct str dir = str_of(name), rest = in.text.n ? str_from(in.text, 1) : STR_EMPTY;
    const char *const *row = names[in.text.n ? (unsigned char)in.text.p[0] % ARRAY_LEN(names) : 0];
    for (int i = 0; i < PARTS; i++) {
        size_t rule = str_find(rest, STR("\n%%%\n"));
        put(in.arena, dir, row[i], str_slice(rest, 0, rule));
        rest = rule == STR_NONE ? STR_EMPTY : str_from(rest, rule + 5);
    }
    struct build_options build = {.epoch = -1};
    struct site_options opt = {.dir = dir, .build = &build};
    int status = 0;
    struct site *s = site_open(&opt, &status);
    if (s) {
        struct site_counts counts;
        (void)site_build(s, &counts);
        site_close(s);
    }
    take_away(in.arena, dir, 0);
    return fuzz_end(&in);
}
