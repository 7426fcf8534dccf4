/* SPDX-License-Identifier: MIT */
/*
 * See guard.h. Writing a file gives it a new inode, so the guard records the file's identity before
 * and after the write. A file that does not exist yet is identified by the real path of its folder.
 * Only files that guard_claim() has granted are written.
 */
#include "core/base/guard.h"

#define KEY_SIZE (2 * sizeof(uint64_t))

void guard_begin(struct guard *g, struct arena *a) {
    *g = (struct guard){.arena = a};
}

void guard_end(struct guard *g) {
    map_drop(&g->inputs);
    map_drop(&g->outputs);
    map_drop(&g->folders);
}

/** Puts the key of a file's identity into `key`. Returns false when the file has no identity. */
static bool identity(const struct file_facts *facts, char key[KEY_SIZE]) {
    if (!facts->plain) {
        return false;
    }
    memcpy(key, &facts->id.device, sizeof facts->id.device);
    memcpy(key + sizeof facts->id.device, &facts->id.inode, sizeof facts->id.inode);
    return true;
}

/** Returns the value that a map has for a file's identity, or NULL. */
static void *at_identity(const struct map *m, const struct file_facts *facts) {
    char key[KEY_SIZE];
    return m->n && identity(facts, key) ? map_lookup(m, (struct str){key, KEY_SIZE}) : NULL;
}

/** Sets the value that a map has for a file's identity. Does nothing if the file has none. */
static void put_identity(struct guard *g, struct map *m, const struct file_facts *facts,
                         void *value) {
    char key[KEY_SIZE];
    if (!identity(facts, key)) {
        return;
    }
    struct map_entry *e = map_find(m, (struct str){key, KEY_SIZE});
    if (e) {
        e->value = value;
    } else {
        map_put(m, arena_str(g->arena, (struct str){key, KEY_SIZE}), value);
    }
}

static struct guard_output *add_output(struct guard *g, struct str place, struct str path,
                                       struct str who) {
    struct guard_output *o = ARENA_NEW(g->arena, struct guard_output);
    *o = (struct guard_output){arena_str(g->arena, path), arena_str(g->arena, who)};
    map_put(&g->outputs, place, o);
    return o;
}

/** Returns the output that an existing file belongs to, under whatever name it is reached. */
static struct guard_output *output_at(const struct guard *g, struct str path,
                                      const struct file_facts *facts) {
    struct guard_output *same = at_identity(&g->outputs, facts);
    return same && file_is_same(same->path, path) ? same : NULL;
}

const struct guard_output *guard_read(struct guard *g, struct str path) {
    struct file_facts facts = file_look(path);
    if (!map_find(&g->inputs, path) && !file_is_stream(path)) {
        struct str *kept = ARENA_NEW(g->arena, struct str);
        *kept = arena_str(g->arena, path);
        map_put(&g->inputs, *kept, kept);
        put_identity(g, &g->inputs, &facts, kept);
    }
    return output_at(g, path, &facts);
}

/** Returns the input that a path leads to, by its name or by a link. NULL if there is none. An
 * identity alone is not enough, since the system may have given the inode number to another file
 * meanwhile. */
static const struct str *input_at(const struct guard *g, struct str path,
                                  const struct file_facts *facts) {
    const struct str *named = map_lookup(&g->inputs, path);
    const struct str *same = named ? NULL : at_identity(&g->inputs, facts);
    return named ? named : same && file_is_same(*same, path) ? same : NULL;
}

bool guard_reads(const struct guard *g, struct str path) {
    struct file_facts facts = file_look(path);
    return input_at(g, path, &facts) != NULL;
}

const struct guard_output *guard_writes(const struct guard *g, struct arena *a, struct str path,
                                        bool below, const struct str *but, size_t n) {
    struct str place = file_target_path(a, path.n ? path : STR("."));
    const struct guard_output *there = map_lookup(&g->outputs, place);
    struct file_facts facts = file_look(path);
    there = there ? there : output_at(g, path, &facts);
    if (there && !str_in(there->who, but, n)) {
        return there;
    }
    struct str dir = arena_join(a, 2, place, STR("/"));
    for (size_t i = 0; below && i < g->outputs.n; i++) {
        const struct guard_output *o = g->outputs.entries[i].value;
        if (str_starts(g->outputs.entries[i].key, dir) && !str_in(o->who, but, n)) {
            return o;
        }
    }
    return NULL;
}

enum guard_verdict guard_claim(struct guard *g, struct str path, struct str who,
                               struct str *other) {
    *other = STR_EMPTY;
    struct file_facts facts = file_look(path);
    if (str_is(path, "-") || (facts.there && !facts.plain)) {
        return GUARD_FREE;
    }
    const struct str *input = input_at(g, path, &facts);
    if (input) {
        *other = *input;
        return GUARD_INPUT;
    }
    struct str place = file_target_path(g->arena, path);
    struct guard_output *there = map_lookup(&g->outputs, place);
    there = there ? there : output_at(g, path, &facts);
    if (there && !str_eq(there->who, who)) {
        *other = there->who;
        return GUARD_TAKEN;
    }
    if (!g->force && facts.read_only) {
        return GUARD_READ_ONLY;
    }
    if (!there) {
        put_identity(g, &g->outputs, &facts, add_output(g, place, path, who));
    }
    return GUARD_FREE;
}

/** Returns the path without "./" in front. */
static struct str bare(struct str path) {
    while (str_starts(path, STR("./"))) {
        path = str_from(path, 2);
    }
    return path;
}

struct str guard_words(struct arena *a, enum guard_verdict v, struct str path, struct str who,
                       struct str other) {
    switch (v) {
    case GUARD_FREE:
        break;
    case GUARD_INPUT:
        return str_eq(bare(path), bare(other))
                   ? arena_printf(a, "`%.*s` would be overwritten by its own output", STR_ARG(path))
                   : arena_printf(a, "`%.*s` would be written over `%.*s`, which is read",
                                  STR_ARG(path), STR_ARG(other));
    case GUARD_TAKEN:
        return arena_printf(a, "%.*s and %.*s would both be written to `%.*s`", STR_ARG(other),
                            STR_ARG(who), STR_ARG(path));
    case GUARD_READ_ONLY:
        return arena_printf(a, "`%.*s` is read-only", STR_ARG(path));
    }
    return STR_EMPTY;
}

int guard_write(struct guard *g, struct str path, struct str who, struct str data, bool soon) {
    if (str_is(path, "-")) {
        return file_write(path, data);
    }
    struct str dir = path_dir(path);
    if (!map_find(&g->folders, dir)) {
        file_sweep(dir);
        map_put(&g->folders, arena_str(g->arena, dir), g);
    }
    int error = soon ? file_write_soon(path, data) : file_write(path, data);
    g->wrote = true;
    struct str place = error ? STR_EMPTY : file_target_path(g->arena, path);
    struct guard_output *there = place.n ? map_lookup(&g->outputs, place) : NULL;
    there = place.n && !there ? add_output(g, place, path, who) : there;
    if (there) {
        struct file_facts facts = file_look(path);
        put_identity(g, &g->outputs, &facts, there);
    }
    return error;
}
