/* SPDX-License-Identifier: MIT */
/*
 * Plans for ninja (its manual, "Ninja file reference"). Before its first build, a document depends
 * on the inputs in the plan. Later it depends on the files that it read in its last build; dossier
 * prints a list of them for ninja. The plan is written again when the files in a folder change.
 */
#include "job/plan/plan_model.h"

static const char *lacks(const struct plan *p, struct str path) {
    (void)p;
    bool ends = str_index(path, '\n') != STR_NONE || str_index(path, '\r') != STR_NONE;
    return ends ? "it has no name with a line end in it" : NULL;
}

/** Writes "  name = text". */
static void put_variable(struct buf *out, const char *name, struct str text) {
    buf_printf(out, "  %s = ", name);
    plan_dollars(out, text);
    buf_putc(out, '\n');
}

/** Writes the variable `name` with a word that is quoted for a shell. */
static void put_word(struct buf *out, const char *name, struct str word) {
    struct buf b = BUF_INIT;
    plan_shell_word(&b, word);
    put_variable(out, name, buf_view(&b));
    buf_drop(&b);
}

static void put_rule(struct plan *p, bool site) {
    struct plan_unit any = {.site = site};
    struct buf command = BUF_INIT, shown = BUF_INIT;
    plan_shell_word(&command, p->opt->program);
    buf_putc(&command, ' ');
    plan_command(p, &any, &command);
    plan_dollars(&shown, buf_view(&command));
    buf_printf(&p->text, "rule %s\n  command = ", site ? "site" : "document");
    buf_str(&p->text, buf_view(&shown));
    buf_puts(&p->text, " --deps - --deps-format ninja -o $to -- $word # $inputs\n"
                       "  description = $word\n"
                       "  deps = msvc\n"
                       "  msvc_deps_prefix = " BUILD_NINJA_PREFIX "\n"
                       "  restat = 1\n");
    buf_puts(&p->text, p->opt->limit ? "  pool = documents\n" : "");
    buf_drop(&shown);
    buf_drop(&command);
}

static void begin(struct plan *p) {
    struct buf *out = &p->text;
    buf_puts(out, "# " PLAN_MARK ": is made anew when folders change, not to be edited\n"
                  "# `ninja -k 0` in the folder where it was written builds what has changed\n"
                  "ninja_required_version = 1.7\n"
                  "bar = |\n"
                  "builddir = ");
    plan_dollars(out, p->state);
    buf_putc(out, '\n');
    if (p->opt->limit) {
        buf_printf(out, "pool documents\n  depth = %zu\n", p->opt->limit);
    }
    put_rule(p, false);
    put_rule(p, true);
}

/** Writes " a b" and also adds the files to `names`, so that ninja accepts a file that is missing
 * later. The documents that need the missing file are then built and report it. */
static void put_paths(struct plan *p, const struct str *paths, size_t n, bool inputs) {
    for (size_t i = 0; i < n; i++) {
        buf_putc(&p->text, ' ');
        plan_ninja_path(&p->text, paths[i]);
        if (inputs && !map_find(&p->names, paths[i])) {
            map_put(&p->names, arena_str(p->arena, paths[i]), NULL);
        }
    }
}

static void unit(struct plan *p, const struct plan_unit *u) {
    struct buf *out = &p->text;
    buf_puts(out, "build");
    put_paths(p, u->outputs, u->noutputs, false);
    if (u->ncompanions) {
        buf_puts(out, " |");
        put_paths(p, u->companions, u->ncompanions, false);
    }
    buf_puts(out, u->site ? ": site |" : ": document |");
    put_paths(p, u->inputs, u->ninputs, true);
    if (str_index(p->opt->program, '/') != STR_NONE) {
        put_paths(p, &p->opt->program, 1, true);
    }
    buf_putc(out, '\n');
    put_word(out, "to", u->to);
    put_word(out, "word", u->name);
    /* The inputs are part of the command, so that a newly found file causes a build even if the
     * file is old. */
    buf_printf(out, "  inputs = %.*s\n", STR_ARG(u->inputs_id));
}

static void put_phony(struct plan *p) {
    for (size_t i = 0; i < p->watched.n; i++) {
        if (!map_find(&p->names, p->watched.p[i])) {
            map_put(&p->names, p->watched.p[i], NULL);
        }
    }
    for (size_t i = 0; i < p->names.n; i++) {
        buf_puts(&p->text, "build ");
        plan_ninja_path(&p->text, p->names.entries[i].key);
        buf_puts(&p->text, ": phony\n");
    }
}

static bool end(struct plan *p) {
    struct buf *out = &p->text;
    struct buf command = BUF_INIT;
    plan_put_again(p, &command);
    buf_puts(out, "rule plan\n");
    put_variable(out, "command", buf_view(&command));
    buf_puts(out, "  description = plan\n  generator = 1\n  restat = 1\nbuild ");
    plan_ninja_path(out, p->file);
    buf_puts(out, ": plan |");
    put_paths(p, p->watched.p, p->watched.n, true);
    buf_putc(out, '\n');
    put_phony(p);
    buf_drop(&command);
    return true;
}

const struct plan_format plan_ninja = {
    .name = "ninja",
    .file = "build.ninja",
    .lacks = lacks,
    .begin = begin,
    .unit = unit,
    .end = end,
};
