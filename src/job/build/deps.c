/* SPDX-License-Identifier: MIT */
/*
 * Writes dependency files. With them, make, ninja and other programs decide when to build a
 * document again.
 */
#include "job/build/build.h"

#include "core/base/map.h"
#include "core/data/json.h"

/*
 * Writes a path in a rule of GNU make (manual, 4.3 and 6.3). Blanks, # and colons get a backslash,
 * and backslashes before them are doubled. Percent signs are special in targets, and vertical bars
 * are special in prerequisites. Dollar signs are doubled. An equals sign that make would read as an
 * assignment is written inside a function call that returns it. Semicolons and line ends cannot be
 * quoted.
 */
void build_put_make_path(struct buf *out, struct str path, bool target) {
    struct str quoted = target ? STR(" \t#:%") : STR(" \t#:|");
    size_t slashes = 0;
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (str_index(quoted, c) != STR_NONE) {
            buf_fill(out, '\\', slashes + 1);
        } else if (c == '$') {
            buf_putc(out, '$');
        }
        if (c == '=') {
            buf_puts(out, "$(subst ,,=)");
        } else {
            buf_putc(out, c);
        }
        slashes = c == '\\' ? slashes + 1 : 0;
    }
}

/** Writes a path as a further target of a rule, if it is a file. */
static void write_target(struct buf *out, struct str path, bool *any) {
    if (path.n && !str_is(path, "-")) {
        buf_puts(out, *any ? " " : "");
        build_put_make_path(out, path, true);
        *any = true;
    }
}

/** Writes the rule of one document. Returns false if the document was not written to a file. */
static bool write_rule(struct buf *out, const struct build_job *job) {
    bool any = false;
    for (size_t k = 0; k < job->ntargets; k++) {
        const struct build_target *t = &job->targets[k];
        write_target(out, t->path, &any);
        for (size_t i = 0; i < t->ncompanions; i++) {
            write_target(out, t->companions[i].path, &any);
        }
    }
    if (!any) {
        return false;
    }
    buf_putc(out, ':');
    for (size_t k = 0; k < job->ninputs; k++) {
        buf_puts(out, " \\\n  ");
        build_put_make_path(out, job->inputs[k], false);
    }
    buf_putc(out, '\n');
    return true;
}

void build_write_make(struct buf *out, const struct build_job *jobs, size_t n) {
    struct map ruled = MAP_INIT;
    for (size_t i = 0; i < n; i++) {
        if (!write_rule(out, &jobs[i])) {
            continue;
        }
        /* Every input except the document also gets a rule without commands. When such a file is
         * missing, make continues, and the build of the document reports the missing file. */
        for (size_t k = 1; k < jobs[i].ninputs; k++) {
            if (!map_put(&ruled, jobs[i].inputs[k], out)) {
                build_put_make_path(out, jobs[i].inputs[k], true);
                buf_puts(out, ":\n");
            }
        }
    }
    map_drop(&ruled);
}

/** A list of files without repetitions. */
struct file_list {
    struct arena *arena;
    struct node *list;
    struct map seen;
};

static void add_once(struct file_list *l, struct str path) {
    if (path.n && !str_is(path, "-") && !map_put(&l->seen, path, l)) {
        node_append(l->arena, l->list, node_string(l->arena, path, SPAN_NONE));
    }
}

static void add_target(struct file_list *outputs, const struct build_target *t) {
    add_once(outputs, t->path);
    for (size_t i = 0; i < t->ncompanions; i++) {
        add_once(outputs, t->companions[i].path);
    }
}

void build_write_json(struct buf *out, const struct build_job *jobs, size_t n) {
    struct arena *a = arena_new();
    struct node *root = node_new_map(a, SPAN_NONE);
    struct file_list inputs = {a, node_new_list(a, SPAN_NONE), MAP_IN(a)};
    struct file_list outputs = {a, node_new_list(a, SPAN_NONE), MAP_IN(a)};
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < jobs[i].ninputs; k++) {
            add_once(&inputs, jobs[i].inputs[k]);
        }
        for (size_t k = 0; k < jobs[i].ntargets; k++) {
            add_target(&outputs, &jobs[i].targets[k]);
        }
    }
    node_put(a, root, STR("inputs"), SPAN_NONE, inputs.list);
    node_put(a, root, STR("outputs"), SPAN_NONE, outputs.list);
    json_write(out, root, 2);
    buf_putc(out, '\n');
    arena_drop(a);
}

void build_write_ninja(struct buf *out, const struct build_job *jobs, size_t n) {
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < jobs[i].ninputs; k++) {
            struct str path = jobs[i].inputs[k];
            if (str_index(path, '\n') == STR_NONE && !map_put(&seen, path, out)) {
                buf_puts(out, BUILD_NINJA_PREFIX);
                /* ninja skips leading blanks */
                buf_puts(out, str_starts(path, STR(" ")) ? "./" : "");
                buf_str(out, path);
                buf_putc(out, '\n');
            }
        }
    }
    map_drop(&seen);
}
