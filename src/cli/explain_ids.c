/* SPDX-License-Identifier: MIT */
/*
 * `dossier check --explain`: prints explanations of ids. The texts are in core/diag/explain.h; this
 * file formats them for a terminal and as a page.
 */
#include "core/diag/explain.h"

#include "cli/cli.h"
#include "cli/reference.h"

static const char *level_word(const struct diag_rule *id) {
    return diag_level_name(id->level == DIAG_FATAL ? DIAG_ERROR : id->level);
}

/** Appends "a warning, off by default". */
static void put_level(struct buf *b, const struct diag_rule *id) {
    buf_printf(b, "%s %s%s", id->level == DIAG_ERROR || id->level == DIAG_FATAL ? "an" : "a",
               level_word(id),
               id->asked                 ? ", off by default"
               : id->level == DIAG_FATAL ? " that is always reported"
                                         : "");
}

/** Appends the files of one kind of example, each between lines of `fence`, or indented if `fence`
 * is empty. */
static void put_files(struct buf *b, const struct diag_explained *x, enum diag_example kind,
                      const char *fence) {
    for (size_t i = 0; i < x->nfiles; i++) {
        const struct diag_example_file *f = &x->files[i];
        if (f->kind != kind) {
            continue;
        }
        buf_printf(b, "\n%.*s:\n\n%s", STR_ARG(f->name), fence);
        for (struct str text = f->text; text.n;) {
            struct str line = str_cut(&text, '\n');
            buf_printf(b, "%s%.*s\n", line.n && !*fence ? "    " : "", STR_ARG(line));
        }
        buf_puts(b, fence);
    }
}

static bool has(const struct diag_explained *x, enum diag_example kind) {
    for (size_t i = 0; i < x->nfiles; i++) {
        if (x->files[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/** Writes the example as lines of Markdown. */
static void put_example(struct buf *b, const struct diag_explained *x, const char *fence) {
    if (has(x, DIAG_EXAMPLE_WRONG)) {
        buf_printf(b, "\nReported by `dossier %.*s`:\n", STR_ARG(x->run));
        put_files(b, x, DIAG_EXAMPLE_WRONG, fence);
        buf_puts(b, has(x, DIAG_EXAMPLE_RIGHT) ? "\nCorrected:\n" : "");
        put_files(b, x, DIAG_EXAMPLE_RIGHT, fence);
        buf_puts(b, has(x, DIAG_EXAMPLE_WITH) ? "\nOther files:\n" : "");
        put_files(b, x, DIAG_EXAMPLE_WITH, fence);
    }
    if (x->needs.n) {
        buf_printf(b, "\nTo reproduce it, you need %.*s.\n", STR_ARG(x->needs));
    }
}

static void put_ways_out(struct buf *b, const struct diag_rule *id,
                         const struct diag_explained *x) {
    if (id->level == DIAG_FATAL) {
        return;
    }
    if (id->asked) {
        buf_printf(b,
                   "\nTo turn it on: `--warn %s`; `lint: {%s: warning}` in the front matter or in "
                   "`.dossier.yml`.\n",
                   id->slug, id->slug);
    }
    bool database = str_starts(x->run, STR("refs "));
    buf_printf(b,
               "\nTo suppress it: `--ignore %s`; `lint: {%s: ignore}` in %s`.dossier.yml`; `%s "
               "dossier-ignore %s: why%s` above the %s.\n",
               id->slug, id->slug, database ? "" : "the front matter or in ",
               database ? "%" : "<!--", id->slug, database ? "" : " -->",
               database ? "entry" : "fault");
}

void cli_explain_one(struct buf *b, struct arena *a, const struct diag_rule *id,
                     const char *fence) {
    struct diag_explained x;
    if (!diag_explain(a, str_of(id->slug), &x)) {
        return;
    }
    buf_str(b, x.about);
    put_example(b, &x, fence);
    put_ways_out(b, id, &x);
}

/** Appends all ids with their levels, one in a line. */
static void put_list(struct buf *b) {
    const struct diag_rule *id;
    int width = 0;
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        int n = (int)strlen(id->slug);
        width = n > width ? n : width;
    }
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        buf_printf(b, "%-*s  %s%s\n", width, id->slug, level_word(id),
                   id->asked ? ", off by default" : "");
    }
}

void cli_explain_level(struct buf *b, const struct diag_rule *id) {
    buf_puts(b, "Level: ");
    put_level(b, id);
    buf_puts(b, ".\n\n");
}

int cli_explain(const struct cli_options *o) {
    struct buf b = BUF_INIT;
    int status = CLI_OK;
    if (!o->files.n) {
        put_list(&b);
    }
    for (size_t i = 0; i < o->files.n && !status; i++) {
        struct str word = o->files.p[i];
        const struct diag_rule *id = diag_find(word);
        if (str_is(word, "all")) {
            cli_reference_page(&b, o->arena, STR("diagnostics"));
        } else if (id) {
            buf_printf(&b, "%s%s: ", i ? "\n" : "", id->slug);
            put_level(&b, id);
            buf_puts(&b, "\n\n");
            cli_explain_one(&b, o->arena, id, "");
        } else {
            struct str near = diag_nearest_slug(word);
            status = cli_misuse(o->self->name,
                                near.n ? "unknown id `%.*s`; did you mean `%.*s`?"
                                       : "unknown id `%.*s`%.*s",
                                STR_ARG(word), STR_ARG(near));
        }
    }
    if (!status) {
        cli_print(buf_view(&b));
    }
    buf_drop(&b);
    return status;
}
