/* SPDX-License-Identifier: MIT */
/*
 * Settings of findings: `.dossier.yml` of a project and `lint` of the front matter. Both have the
 * same schema. This file decides which file applies, and defines the keys and their precedence.
 * diag_levels_decide() decides the level of a finding.
 */
#include "job/build/settings.h"

#include "core/base/bounds.h"
#include "core/data/yaml.h"
#include "core/memo/inputs.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_UNKNOWN_ID);
DIAG_USE(DIAG_FIXED_LEVEL);

#define FILE_NAME ".dossier.yml"
#define MAX_FOLDERS 64 /* maximum number of parent folders that are searched for the file */

/** Keys below `lint` that are settings of checks and not ids of findings. */
static const struct str settings[] = {STR_INIT("levels"), STR_INIT("words"), STR_INIT("banned")};

static const struct str top_keys[] = {STR_INIT("lint")};

/* ---- the file */

/** Whether a folder is the top folder of a repository. The search ends there. */
static bool is_repository(struct memo_inputs *asked, struct arena *a, struct str dir) {
    return memo_exists(asked, path_join(a, dir, STR(".git"))) ||
           memo_exists(asked, path_join(a, dir, STR(".hg"))) ||
           memo_exists(asked, path_join(a, dir, STR(".svn")));
}

/** Returns the path that messages show for the settings file of a folder. It is relative if the
 * path of the document is relative. `real` is the real path of the folder. */
static struct str shown_file(struct memo_inputs *asked, struct arena *a, struct str dir,
                             struct str real) {
    for (struct str d = dir; d.n; d = str_is(d, "/") ? STR_EMPTY : path_dir(d)) {
        if (str_eq(memo_real_path(asked, a, d), real)) {
            return path_join(a, d, STR(FILE_NAME));
        }
    }
    struct str up = STR(".");
    for (int i = 0; i < MAX_FOLDERS && !str_starts(dir, STR("/")); i++) {
        if (str_eq(memo_real_path(asked, a, up), real)) {
            return i ? path_join(a, up, STR(FILE_NAME)) : STR(FILE_NAME);
        }
        up = i ? arena_join(a, 2, STR("../"), up) : STR("..");
    }
    return path_join(a, real, STR(FILE_NAME));
}

/**
 * Returns the path of the settings file in a folder, or of the nearest one above it. Empty if there
 * is none. A file above the folder itself is used only within a repository, the user's home or
 * --root, because a file in /tmp or / belongs to no project. A sandboxed document may only use a
 * file in its own folder or in --root.
 */
static struct str find_file(struct arena *a, const struct build_options *opt, struct str dir) {
    struct str real = memo_real_path(opt->host.inputs, a, dir.n ? dir : STR(".")),
               found = STR_EMPTY;
    struct str home = opt->home.n ? memo_real_path(opt->host.inputs, a, opt->home) : STR_EMPTY;
    if (file_host_exists(&opt->host, a, path_join(a, dir, STR(FILE_NAME)))) {
        return path_join(a, dir, STR(FILE_NAME));
    }
    if (opt->sandbox && !opt->root.n) {
        return STR_EMPTY;
    }
    struct str root = opt->root.n ? memo_real_path(opt->host.inputs, a, opt->root) : STR_EMPTY;
    for (int i = 0; i < MAX_FOLDERS && str_starts(real, STR("/")); i++) {
        if (!found.n && file_host_exists(&opt->host, a, path_join(a, real, STR(FILE_NAME)))) {
            found = real;
        }
        if (str_eq(real, home) || str_eq(real, root) || is_repository(opt->host.inputs, a, real)) {
            return found.n ? shown_file(opt->host.inputs, a, dir, found) : STR_EMPTY;
        }
        real = str_is(real, "/") ? STR_EMPTY : path_dir(real);
    }
    return STR_EMPTY;
}

static void unknown_key(struct diags *d, const struct node *map, size_t i, const struct str *known,
                        size_t nknown) {
    struct diag *g = diag_add(d, DIAG_UNKNOWN_KEY, map->key_spans[i], "unknown key `%.*s`",
                              STR_ARG(map->keys[i]));
    (void)diag_suggest(d, g, map->keys[i], known, nknown);
}

/** Returns `lint` of a project's file, or NULL. Errors in the file are reported. */
static const struct node *read_file(struct arena *a, const struct build_options *opt,
                                    struct str path, struct diags *d) {
    struct str text;
    int err = file_host_read(&opt->host, a, path, LIMIT_FRONT_MATTER, &text);
    if (err) {
        file_host_report(&opt->host, d, SPAN_NONE, path, err);
        return NULL;
    }
    struct node *map = yaml_parse(a, source_new(a, path, text), 0, text.n, d);
    if (map && map->kind != NODE_MAP && map->kind != NODE_NULL) {
        struct diag *g = diag_add(d, DIAG_BAD_METADATA, map->span, "this is not a map of settings");
        diag_hint(d, g, "write `lint:` and below it `ID: warning`");
    }
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        if (!str_eq(map->keys[i], top_keys[0])) {
            unknown_key(d, map, i, top_keys, ARRAY_LEN(top_keys));
        }
    }
    return node_get(map, "lint");
}

/* ---- below `lint` */

/** The layer of settings into which a map is read. */
struct layer {
    struct diag_levels *levels;
    enum diag_layer who;
    struct diags *d;
};

static void say(const struct layer *l, const struct diag_rule *id, uint8_t level) {
    l->levels->set[l->who][id->index] = level;
}

/** Returns the rule with this id. Reports an unknown id and returns NULL. */
static const struct diag_rule *rule_of(const struct layer *l, struct str word, struct span at) {
    const struct diag_rule *id = diag_find(word);
    if (id && id->level == DIAG_FATAL) {
        diag_add(l->d, DIAG_FIXED_LEVEL, at, "the level of `%s` cannot be changed", id->slug);
        return NULL;
    }
    if (!id) {
        struct diag *g = diag_add(l->d, DIAG_UNKNOWN_ID, at, "unknown id `%.*s`", STR_ARG(word));
        (void)diag_hint_near(l->d, g, diag_nearest_slug(word));
    }
    return id;
}

static void set_level(const struct layer *l, const struct diag_rule *id, const struct node *value) {
    struct str word = str_trim(node_text(value));
    uint8_t level = diag_level_of(id, word);
    if (level) {
        say(l, id, level);
        return;
    }
    struct diag *g = diag_add(l->d, DIAG_UNKNOWN_VALUE, value->span,
                              "`%.*s` for `%s` is not a level", STR_ARG(word), id->slug);
    diag_hint(l->d, g, "write `error`, `warning`, `note` or `ignore`");
}

/** Enables all findings that are disabled by default; disables them if `on` is false. */
static void ask_all(const struct layer *l, bool on) {
    const struct diag_rule *id;
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        if (id->asked) {
            say(l, id, on ? DIAG_AS(id->level) : DIAG_IGNORED);
        }
    }
}

static void read_levels(const struct layer *l, const struct node *map) {
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        const struct diag_rule *id = rule_of(l, map->keys[i], map->key_spans[i]);
        if (id) {
            set_level(l, id, map->items[i]);
        }
    }
}

/** Reads a key of `lint` that is not a setting. It is an id or an unknown key. */
static void read_key(const struct layer *l, const struct node *map, size_t i) {
    bool slip = !diag_find(map->keys[i]) && !diag_nearest_slug(map->keys[i]).n &&
                diag_nearest(map->keys[i], settings, ARRAY_LEN(settings)).n;
    if (slip) {
        unknown_key(l->d, map, i, settings, ARRAY_LEN(settings));
        return;
    }
    const struct diag_rule *id = rule_of(l, map->keys[i], map->key_spans[i]);
    if (id) {
        set_level(l, id, map->items[i]);
    }
}

/** Reads `lint`: a map of ids and settings, a list of ids to enable, or true to enable all ids that
 * are disabled by default. */
static void read_layer(const struct layer *l, const struct node *n) {
    if (!n) {
        return;
    }
    if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            const struct diag_rule *id = rule_of(l, node_text(n->items[i]), n->items[i]->span);
            if (id) {
                say(l, id, DIAG_AS(id->level));
            }
        }
        return;
    }
    int truth = n->kind == NODE_MAP ? -1 : node_bool(n, -1);
    if (truth >= 0) {
        ask_all(l, truth);
    } else if (n->kind != NODE_MAP && n->kind != NODE_NULL) {
        struct diag *g =
            diag_add(l->d, DIAG_UNKNOWN_VALUE, n->span, "this is not a value of `lint`");
        diag_hint(l->d, g, "write ids below it, one in a line: `straight-quote: ignore`");
    }
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++) {
        if (str_is(n->keys[i], "levels")) {
            read_levels(l, n->items[i]);
        } else if (!str_in(n->keys[i], settings, ARRAY_LEN(settings))) {
            read_key(l, n, i);
        }
    }
}

static void decide(struct build_settings *s, struct diags *d) {
    diags_use_levels(d, diag_levels_decide(&s->levels));
}

struct str build_settings_begin(struct build_settings *s, struct arena *a,
                                const struct build_options *opt, struct str dir, struct diags *d) {
    *s = (struct build_settings){.dir = STR_EMPTY};
    if (opt->levels) {
        memcpy(s->levels.set[DIAG_OF_COMMAND], opt->levels, DIAG_RULES_MAX);
    }
    struct str path = find_file(a, opt, dir);
    if (path.n) {
        s->dir = path_dir(path);
        s->project = read_file(a, opt, path, d);
        read_layer(&(struct layer){&s->levels, DIAG_OF_PROJECT, d}, s->project);
    }
    return path;
}

void build_settings_document(struct build_settings *s, const struct node *front, struct diags *d) {
    const struct node *lint = node_get(front, "lint");
    if (lint && lint != s->document) {
        memset(s->levels.set[DIAG_OF_DOCUMENT], 0, DIAG_RULES_MAX);
        read_layer(&(struct layer){&s->levels, DIAG_OF_DOCUMENT, d}, lint);
    }
    s->document = lint;
    decide(s, d);
}

void build_settle(struct arena *a, const struct build_options *opt, struct str dir,
                  struct diags *d) {
    struct build_settings *s = ARENA_NEW(a, struct build_settings);
    (void)build_settings_begin(s, a, opt, dir, d);
    decide(s, d);
}

bool build_settings_hide(const struct build_settings *s, const struct diag_rule *first,
                         const struct diag_rule *last) {
    bool hides = false;
    for (size_t i = first->index; i <= last->index; i++) {
        hides = hides || s->levels.set[DIAG_OF_DOCUMENT][i] == DIAG_IGNORED;
    }
    return hides;
}

const struct node *build_setting(const struct build_settings *s, bool project, const char *key) {
    return node_get(project ? s->project : s->document, key);
}
