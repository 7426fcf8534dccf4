/* SPDX-License-Identifier: MIT */
/*
 * Data for lists of works: venues and coauthors, as in sites made with al-folio. The data is a map
 * in the front matter, or a YAML file that the front matter names, or a file under `_data` of the
 * site. The module resolve interprets the maps.
 */
#include "core/base/bounds.h"
#include "core/data/yaml.h"
#include "job/build/files.h"
#include "job/build/page_host.h"

/** Reads a YAML file as a tree. Returns NULL and sets `*err` if the file cannot be read. */
static const struct node *read_yaml(struct build_run *b, struct str path, int *err) {
    struct str text;
    *err = file_host_read(&b->opt->host, b->arena, path, LIMIT_STYLE, &text);
    if (*err) {
        return NULL;
    }
    build_note_input(b, path);
    struct source *src = source_new(b->arena, path, text);
    return yaml_parse(b->arena, src, 0, src->text.n, b->d);
}

const struct node *build_data_map(struct build_run *b, const struct doc *doc, const char *key) {
    const struct node *given = node_get(doc->front, key);
    int err = 0;
    if (given && given->kind == NODE_STRING && given->text.n) {
        const struct node *map = read_yaml(b, path_join(b->arena, b->dir, given->text), &err);
        if (err) {
            file_host_report(&b->opt->host, b->d, given->span,
                             path_join(b->arena, b->dir, given->text), err);
        }
        return map;
    }
    if (given) {
        return given;
    }
    if (b->job->page) {
        return node_get(node_get(b->job->page->expand.site, "data"), key);
    }
    struct str path = arena_printf(b->arena, "_data/%s.yml", key);
    path = path_join(b->arena, b->site.root, path);
    bool there = b->site.known && file_host_exists(&b->opt->host, b->arena, path);
    return there ? read_yaml(b, path, &err) : NULL;
}
