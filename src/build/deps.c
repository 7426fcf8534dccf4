/* SPDX-License-Identifier: MIT */
/*
 * Dependency files, so that make, ninja and others know when a document must be built again.
 */
#include "build/build.h"

#include "data/json.h"

/** make's quoting: blanks and # get a backslash, $ is doubled (GNU make manual, 4.3). */
static void write_make_path(struct buf *out, struct str path) {
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (c == ' ' || c == '#' || c == '\t') {
            buf_putc(out, '\\');
        } else if (c == '$') {
            buf_putc(out, '$');
        }
        buf_putc(out, c);
    }
}

void build_write_make(struct buf *out, const struct build_job *jobs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bool any = false;
        for (size_t k = 0; k < jobs[i].ntargets; k++) {
            struct str path = jobs[i].targets[k].path;
            if (path.n && !str_is(path, "-")) {
                buf_puts(out, any ? " " : "");
                write_make_path(out, path);
                any = true;
            }
        }
        if (!any) {
            continue;
        }
        buf_putc(out, ':');
        for (size_t k = 0; k < jobs[i].ninputs; k++) {
            buf_puts(out, " \\\n  ");
            write_make_path(out, jobs[i].inputs[k]);
        }
        buf_putc(out, '\n');
    }
}

static void add_once(struct arena *a, struct node *list, struct str path) {
    for (size_t i = 0; i < list->n; i++) {
        if (str_eq(list->items[i]->text, path)) {
            return;
        }
    }
    node_append(a, list, node_string(a, path, SPAN_NONE));
}

void build_write_json(struct buf *out, const struct build_job *jobs, size_t n) {
    struct arena *a = arena_new();
    struct node *root = node_new_map(a, SPAN_NONE);
    struct node *inputs = node_new_list(a, SPAN_NONE), *outputs = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < jobs[i].ninputs; k++) {
            add_once(a, inputs, jobs[i].inputs[k]);
        }
        for (size_t k = 0; k < jobs[i].ntargets; k++) {
            struct str path = jobs[i].targets[k].path;
            if (path.n && !str_is(path, "-")) {
                add_once(a, outputs, path);
            }
        }
    }
    node_put(a, root, STR("inputs"), SPAN_NONE, inputs);
    node_put(a, root, STR("outputs"), SPAN_NONE, outputs);
    json_write(out, root, 2);
    buf_putc(out, '\n');
    arena_drop(a);
}
