/* SPDX-License-Identifier: MIT */
/*
 * Defaults files (pandoc MANUAL, "Defaults files"): a YAML or JSON map of options by their long
 * names. Each value is passed to the row of its option (args.c), as if it were on the command line.
 */
#include "cli/cli.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "core/data/yaml.h"

#include <stdlib.h>

#define MAX_NESTED 8 /* maximum number of defaults files, including files that they name */

struct defaults {
    struct cli_options *o;
    struct str file, dir;
};

static bool read_defaults(struct cli_options *o, struct str path);

#define KEY(key) key " "
static const char without_effect[] = {
#include "cli/defaults_ignored.def"
};

static const char not_followed[] = {
#include "cli/defaults_unsupported.def"
};

/* Replaces `${.}` with the folder of the file, and `${NAME}` with a variable of the environment. */
static struct str expand(struct defaults *d, struct str text) {
    struct buf b;
    buf_init(&b, LIMIT_FRONT_MATTER);
    size_t at;
    while ((at = str_find(text, STR("${"))) != STR_NONE) {
        size_t end = str_index(str_from(text, at), '}');
        if (end == STR_NONE) {
            break;
        }
        struct str name = str_slice(text, at + 2, at + end);
        buf_str(&b, str_slice(text, 0, at));
        if (str_is(name, ".")) {
            buf_str(&b, d->dir.n ? d->dir : STR("."));
        } else {
            const char *value = getenv(arena_str(d->o->arena, name).p);
            buf_puts(&b, value ? value : "");
        }
        text = str_from(text, at + end + 1);
    }
    buf_str(&b, text);
    return buf_finish(&b, d->o->arena);
}

/* Sets an option to one value, or once to each value of a list. */
static bool set_option(struct defaults *d, const char *name, const struct node *n) {
    if (n->kind == NODE_LIST) {
        bool right = true;
        for (size_t i = 0; i < n->n && right; i++) {
            right = set_option(d, name, n->items[i]);
        }
        return right;
    }
    struct str value = expand(d, node_text(n));
    return cli_option_give(d->o->self, d->o, str_of(name), node_is_null(n) ? NULL : &value);
}

static bool set_metadata(struct defaults *d, const struct node *map) {
    for (size_t i = 0; map->kind == NODE_MAP && i < map->n; i++) {
        struct markdown_override ov = {
            .key = map->keys[i], .value = map->items[i], .replaces = true};
        vec_push(&d->o->build.overrides, ov);
    }
    return true;
}

static bool set_files(struct defaults *d, const struct node *n) {
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        struct str name = node_text(node_item(n, i));
        if (name.n) {
            vec_push(&d->o->defaults.files, expand(d, name));
        }
    }
    return true;
}

static bool set_nested(struct defaults *d, const struct node *n) {
    size_t count = node_count(n);
    bool right = true;
    for (size_t i = 0; i < count && right; i++) {
        struct str name = node_text(node_item(n, i));
        right = read_defaults(d->o, expand(d, name));
    }
    return right;
}

static bool set_key(struct defaults *d, struct str key, const struct node *n) {
    if (str_is(key, "metadata") || str_is(key, "variables")) {
        return set_metadata(d, n);
    }
    if (str_is(key, "input-files") || str_is(key, "input-file")) {
        return set_files(d, n);
    }
    if (str_is(key, "defaults")) {
        return set_nested(d, n);
    }
    if (str_is(key, "output-file") || str_is(key, "output")) {
        d->o->output = node_text(n).n ? expand(d, node_text(n)) : d->o->output;
        d->o->defaults.output = node_text(n).n > 0;
        vec_clear(&d->o->further_outputs);
        return true;
    }
    if (str_among(key, without_effect)) {
        return true;
    }
    if (str_among(key, not_followed)) {
        if (!node_is_null(n) && !(n->kind == NODE_LIST && !n->n) && node_bool(n, 1) != 0) {
            cli_printf_error("dossier: `%.*s` in `%.*s` has no effect\n", STR_ARG(key),
                             STR_ARG(d->file));
        }
        return true;
    }
    /* some keys of pandoc differ from the names of the options */
    struct str option =
        str_paired(key, "reader=from writer=to metadata-files=metadata-file table-of-contents=toc");
    return set_option(d, arena_str(d->o->arena, option.n ? option : key).p, n);
}

static bool read_defaults(struct cli_options *o, struct str path) {
    struct arena *a = o->arena;
    struct str text;
    struct defaults d = {o, path, path_dir(path)};
    if (!path_ext(path).n) {
        path = arena_join(a, 2, path, STR(".yaml"));
    }
    int err = file_read(a, path, LIMIT_FRONT_MATTER, &text);
    if (err || ++o->defaults.nested > MAX_NESTED) {
        return cli_usage_error(o->self->name, "cannot read the defaults file `%.*s`: %s",
                               STR_ARG(path),
                               err ? file_why(err) : "it is one of too many that name each other");
    }
    struct diags diags;
    diags_init(&diags, a);
    struct source *src = source_new(a, path, text);
    bool json = str_ieq(path_ext(path), STR("json"));
    const struct node *map =
        json ? json_parse(a, src, &diags) : yaml_parse(a, src, 0, text.n, &diags);
    bool right = diags.errors == 0 && map && (map->kind == NODE_MAP || map->kind == NODE_NULL);
    if (!right) {
        const struct diag *g = diags.n ? diags.list[0] : NULL;
        uint32_t line = g && g->span.src ? source_line_col(src, g->span.begin).line : 1;
        cli_usage_error(o->self->name, "`%.*s`, line %u: %.*s", STR_ARG(path), line,
                        STR_ARG(g ? g->text : STR("no map of options and their values")));
    }
    for (size_t i = 0; right && i < map->n; i++) {
        right = set_key(&d, map->keys[i], map->items[i]);
    }
    diags_drop(&diags);
    return right;
}

bool cli_read_defaults(void *options, const struct cli_option *row, struct str value) {
    (void)row;
    return read_defaults(options, value);
}
