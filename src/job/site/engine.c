/* SPDX-License-Identifier: MIT */
/*
 * Chooses the engine of a site's folder. The engine is dossier itself if there is a site.yml or no
 * configuration. Otherwise it is another engine. The table has one row per engine.
 */
#include "job/site/engines.h"

static const struct site_engine *const engines[] = {&site_jekyll, &site_hugo, &site_quarto};

struct str site_find_config(struct arena *a, struct str dir, const struct site_engine **engine) {
    static const char *const names[] = {"site.yml", "site.yaml"};
    *engine = NULL;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct str path = path_join(a, dir, str_of(names[i]));
        if (file_exists(path)) {
            return path;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(engines); i++) {
        struct str file;
        if (engines[i]->detect(a, dir, &file)) {
            *engine = engines[i];
            return file;
        }
    }
    return STR_EMPTY;
}

bool site_is_one(struct arena *a, struct str dir) {
    const struct site_engine *engine;
    return site_find_config(a, dir, &engine).n > 0;
}
