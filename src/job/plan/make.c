/* SPDX-License-Identifier: MIT */
/*
 * Plans for GNU make 4.3 or later, where one command can make several files (manual, 4.3, "grouped
 * targets"). The outputs of a document with errors are kept, but with an old date, so that they are
 * built again.
 */
#include "job/plan/plan_model.h"

static const char *lacks(const struct plan *p, struct str path) {
    (void)p;
    for (size_t i = 0; i < path.n; i++) {
        if (str_index(STR("\n\r\t\v\f;*?[\\"), path.p[i]) != STR_NONE) {
            return path.p[i] == ';' ? "a semicolon ends its rules"
                   : str_index(STR("*?["), path.p[i]) != STR_NONE
                       ? "it takes a name with `*`, `?` or `[` for a pattern"
                   : path.p[i] == '\\' ? "a backslash quotes in its rules"
                   : path.p[i] == '\t' ? "it has no target with a tab in its name"
                                       : "it has no name with a line end in it";
        }
    }
    if (str_starts(path, STR("~"))) {
        return "a name that begins with `~` is somebody's folder";
    }
    bool member = path.n && path.p[path.n - 1] == ')' && str_index(path, '(') != STR_NONE;
    return member ? "it takes `a(b)` for a member of an archive" : NULL;
}

static void begin(struct plan *p) {
    struct buf *out = &p->text;
    buf_puts(out,
             "# " PLAN_MARK ": is made anew when folders change, not to be edited\n"
             "# `make -k -j 8 -f FILE` in the folder where it was written builds what has changed\n"
             "documents:\n"
             ".PHONY: documents\n"
             ".SUFFIXES:\n");
}

static void put_paths(struct plan *p, const struct str *paths, size_t n, bool target) {
    for (size_t i = 0; i < n; i++) {
        buf_putc(&p->text, ' ');
        build_put_make_path(&p->text, paths[i], target);
    }
}

static void put_needs(struct plan *p, const struct str *paths, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_puts(&p->text, " \\\n  ");
        build_put_make_path(&p->text, paths[i], false);
        if (!map_find(&p->names, paths[i])) {
            map_put(&p->names, arena_str(p->arena, paths[i]), NULL);
        }
    }
}

/** Writes the command as a recipe. */
static void put_command(struct plan *p, const struct plan_unit *u) {
    struct buf line = BUF_INIT;
    plan_shell_word(&line, p->opt->program);
    buf_putc(&line, ' ');
    plan_command(p, u, &line);
    buf_puts(&line, " --deps ");
    plan_shell_word(&line, p->state);
    buf_printf(&line, "/%.*s.d -o ", STR_ARG(u->id));
    plan_shell_word(&line, u->to);
    buf_puts(&line, " -- ");
    plan_shell_word(&line, u->name);
    /* dossier does not write an unchanged output again, so its date stays old. Without touch, make
     * would build it in every run. */
    buf_puts(&line, u->site ? " && touch --" : " && touch -c --");
    plan_shell_words(&line, u->outputs, u->noutputs);
    if (!u->site) {
        buf_puts(&line, " || { s=$?; touch -c -t 197001020000 --");
        plan_shell_words(&line, u->outputs, u->noutputs);
        buf_puts(&line, "; exit $s; }");
    }
    buf_puts(&p->text, "\t");
    plan_dollars(&p->text, buf_view(&line));
    buf_putc(&p->text, '\n');
    buf_drop(&line);
}

static void unit(struct plan *p, const struct plan_unit *u) {
    struct buf *out = &p->text;
    buf_puts(out, "documents:");
    put_paths(p, u->outputs, u->noutputs, false);
    put_paths(p, u->companions, u->ncompanions, false);
    buf_puts(out, "\n");
    size_t start = out->n;
    put_paths(p, u->outputs, u->noutputs, true);
    put_paths(p, u->companions, u->ncompanions, true);
    memmove(out->p + start, out->p + start + 1, out->n - start - 1); /* removes the first blank */
    out->n--;
    buf_puts(out, " &:");
    put_needs(p, u->inputs, u->ninputs);
    if (str_index(p->opt->program, '/') != STR_NONE) {
        put_needs(p, &p->opt->program, 1);
    }
    buf_putc(out, '\n');
    put_command(p, u);
}

static bool end(struct plan *p) {
    struct buf *out = &p->text;
    struct buf command = BUF_INIT;
    build_put_make_path(out, p->file, true);
    buf_putc(out, ':');
    for (size_t i = 0; i < p->watched.n; i++) {
        struct str path = p->watched.p[i];
        path = lacks(p, path) ? arena_join(p->arena, 2, path, STR("/.")) : path;
        /* a path that make cannot express is not watched */
        put_needs(p, &path, lacks(p, path) ? 0 : 1);
    }
    plan_put_again(p, &command);
    buf_puts(out, "\n\t");
    plan_dollars(out, buf_view(&command));
    buf_putc(out, '\n');
    buf_drop(&command);
    for (size_t i = 0; i < p->names.n; i++) {
        build_put_make_path(out, p->names.entries[i].key, true);
        /* if the file is deleted, the build of the document that needs it reports this */
        buf_puts(out, ":\n");
    }
    buf_puts(out, "-include ");
    build_put_make_path(out, p->state, false);
    buf_puts(out, "/*.d\n");
    return true;
}

const struct plan_format plan_make = {
    .name = "make",
    .file = "plan.mk",
    .lacks = lacks,
    .begin = begin,
    .unit = unit,
    .end = end,
};
