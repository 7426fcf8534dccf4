/* SPDX-License-Identifier: MIT */
/*
 * dossier fit: shows the steps that fit a document into the pages of its call, and writes them into
 * its front matter. The work is in job/fit.
 */
#include "cli/fix.h"

#include "core/data/json.h"
#include "job/fit/fit.h"

enum { MAX_STEPS = 100 };

/* ---- texts ---- */

/** Appends a number of lines with one decimal. It is given in thousandths. */
static void put_lines(struct buf *b, int64_t thousandths) {
    int64_t tenths = (thousandths + (thousandths < 0 ? -50 : 50)) / 100;
    buf_printf(b, "%s%lld.%lld", tenths < 0 ? "-" : "",
               (long long)(tenths < 0 ? -tenths : tenths) / 10,
               (long long)(tenths < 0 ? -tenths : tenths) % 10);
}

/** Appends "3 pages, and the limit is 2: 9 lines too many", or "2 of 2 pages, 3 lines left". */
static void put_state(struct buf *b, const struct limits_state *s) {
    bool over = s->pages > s->most;
    int64_t lines = over ? (s->over + 999) / 1000 : -s->over / 1000;
    const char *pages = (over ? s->pages : s->most) == 1 ? "" : "s";
    if (over) {
        buf_printf(b, "%zu page%s, and the limit is %zu: %lld line%s too many", s->pages, pages,
                   s->most, (long long)lines, lines == 1 ? "" : "s");
    } else {
        buf_printf(b, "%zu of %zu page%s, %lld line%s left", s->pages, s->most, pages,
                   (long long)lines, lines == 1 ? "" : "s");
    }
}

/** Appends the numbers of the steps taken: "steps 1, 3 and 4". Returns how many there are. */
static size_t put_numbers(struct buf *b, const struct fit_result *r) {
    size_t all = 0, n = 0;
    for (size_t i = 0; i < r->n; i++) {
        all += r->steps[i].taken;
    }
    buf_puts(b, all == 1 ? "step " : "steps ");
    for (size_t i = 0; i < r->n; i++) {
        if (r->steps[i].taken) {
            n++;
            buf_printf(b, "%s%zu", n == 1 ? "" : n == all ? " and " : ", ", i + 1);
        }
    }
    return all;
}

static struct str step_text(struct arena *a, const struct fit_step *s) {
    return s->name.n
               ? arena_printf(a, "looseness: {%.*s: %.*s}", STR_ARG(s->name), STR_ARG(s->value))
               : arena_printf(a, "%.*s: %.*s", STR_ARG(s->key), STR_ARG(s->value));
}

static struct str effect_text(struct arena *a, const struct fit_step *s) {
    if (s->unlawful.n) {
        return STR("barred");
    }
    return s->name.n    ? arena_printf(a, "%.*s: %.*s", STR_ARG(s->place), STR_ARG(s->what))
           : s->place.n ? arena_printf(a, "%.*s: %.*s", STR_ARG(s->what), STR_ARG(s->place))
                        : s->what;
}

static void put_table(struct buf *out, struct arena *a, const struct fit_result *r) {
    static const size_t limits[CLI_COLUMNS] = {6, 8, 38, 0};
    struct cli_row *rows = ARENA_ARRAY(a, struct cli_row, r->n + 1);
    rows[0] = (struct cli_row){{STR("step"), STR("lines"), STR("in the front matter"), STR_EMPTY},
                               STR("effect")};
    for (size_t i = 0; i < r->n; i++) {
        const struct fit_step *s = &r->steps[i];
        struct buf gain = BUF_INIT;
        put_lines(&gain, s->gain);
        rows[i + 1] = (struct cli_row){{arena_printf(a, "%3zu%s", i + 1, s->taken ? "*" : ""),
                                        arena_printf(a, "%5.*s", STR_ARG(buf_view(&gain))),
                                        step_text(a, s), STR_EMPTY},
                                       effect_text(a, s)};
        buf_drop(&gain);
    }
    cli_table(out, a, rows, r->n + 1, limits);
    buf_putc(out, '\n');
    for (size_t i = 0; i < r->n; i++) {
        const struct fit_step *s = &r->steps[i];
        if (s->unlawful.n) {
            buf_printf(out, "Step %zu (%.*s) is barred: %.*s.\n", i + 1, STR_ARG(step_text(a, s)),
                       STR_ARG(s->unlawful));
        }
    }
}

static void put_text(struct buf *b, const struct cli_options *o, const struct fit_result *r) {
    struct str file = o->files.p[0];
    buf_printf(b, "%.*s: ", STR_ARG(file));
    put_state(b, &r->now);
    buf_putc(b, '\n');
    if (r->now.others.n) {
        buf_printf(b, "No step helps against this: %.*s.\n", STR_ARG(r->now.others));
    }
    if (r->listed && r->n) {
        buf_putc(b, '\n');
        put_table(b, o->arena, r);
    }
    struct buf taken = BUF_INIT;
    size_t n = put_numbers(&taken, r);
    if (n) {
        buf_printf(b, "With %.*s: ", STR_ARG(buf_view(&taken)));
        put_state(b, &r->then);
        buf_putc(b, '\n');
        if (!o->fit.apply && r->then.pages <= r->then.most) {
            buf_printf(b, "`--apply` writes %s into the front matter.\n", n == 1 ? "it" : "them");
        }
    }
    buf_drop(&taken);
    if (r->listed && r->then.pages > r->then.most) {
        buf_puts(b, r->n ? "These steps do not suffice: words must be cut.\n"
                         : "No step makes room: words must be cut.\n");
    }
}

/* ---- JSON ---- */

static void put_json_state(struct buf *b, const char *key, const struct limits_state *s) {
    buf_printf(b, "\"%s\":{\"pages\":%zu,\"limit\":%zu,\"lines\":", key, s->pages, s->most);
    put_lines(b, s->over);
    buf_printf(b, ",\"fits\":%s", fit_keeps(s) ? "true" : "false");
    json_write_member(b, "others", s->others);
    buf_putc(b, '}');
}

static void put_json(struct buf *b, const struct cli_options *o, const struct fit_result *r) {
    buf_putc(b, '{');
    json_write_member(b, "file", o->files.p[0]);
    buf_putc(b, ',');
    put_json_state(b, "now", &r->now);
    buf_puts(b, ",\"steps\":[");
    for (size_t i = 0; i < r->n; i++) {
        const struct fit_step *s = &r->steps[i];
        const struct {
            const char *key;
            struct str text;
        } texts[] = {{"key", s->key},     {"value", s->value}, {"paragraph", s->name},
                     {"place", s->place}, {"effect", s->what}, {"barred", s->unlawful}};
        buf_printf(b, "%s{\"step\":%zu,\"lines\":", i ? "," : "", i + 1);
        put_lines(b, s->gain);
        buf_printf(b, ",\"taken\":%s", s->taken ? "true" : "false");
        for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
            json_write_member(b, texts[k].key, texts[k].text);
        }
        buf_putc(b, '}');
    }
    buf_puts(b, "],");
    put_json_state(b, "then", &r->then);
    buf_puts(b, "}\n");
}

/* ---- the run ---- */

/** Reads the numbers of --steps: "1,3-5". */
static bool read_steps(struct str text, size_t *steps, size_t *n) {
    *n = 0;
    while (text.p && text.n) {
        struct str last = str_trim(str_cut(&text, ',')), first = str_cut(&last, '-');
        int64_t from, to;
        if (!str_to_i64(str_trim(first), &from) || from < 1 || from > MAX_STEPS) {
            return false;
        }
        to = from;
        if (last.p && (!str_to_i64(str_trim(last), &to) || to < from || to > MAX_STEPS)) {
            return false;
        }
        for (; from <= to && *n < MAX_STEPS; from++) {
            steps[(*n)++] = (size_t)from;
        }
    }
    return *n > 0;
}

/** Edits the document so that it contains the steps of the result. */
static int apply(const struct cli_options *o, const struct fit_options *opt,
                 const struct fit_result *r) {
    struct fixer f = {.arena = o->arena, .done = {"step is written", "steps are written"}};
    struct fixed_file file = {.path = opt->file};
    for (size_t i = 0; i < r->n; i++) {
        file.count += r->steps[i].taken;
    }
    if (file.count == 0) {
        return CLI_OK;
    }
    const char *why = fit_edit(opt, r, &file.before, &file.after);
    if (!why && !o->fix.dry_run && !o->force && file_look(opt->file).read_only) {
        why = "it is read-only; `--force` writes it";
    }
    if (why) {
        cli_usage_error("fit", "`%.*s` is not changed: %s", STR_ARG(opt->file), why);
        return CLI_ENVIRONMENT;
    }
    vec_push(&f.files, file);
    bool written = cli_fix_finish(&f, &o->report, o->fix.dry_run);
    cli_fix_drop(&f);
    return written ? CLI_OK : CLI_ENVIRONMENT;
}

static int show(const struct cli_options *o, const struct fit_options *opt,
                const struct fit_result *r) {
    struct str file = o->files.p[0];
    if (r->read && !r->limited) {
        return cli_misuse("fit",
                          "`%.*s` has no limit of pages, and %zu page%s; write `limits: {pages: "
                          "%zu}` in its front matter%s%.*s",
                          STR_ARG(file), r->now.pages, r->now.pages == 1 ? "" : "s", r->now.pages,
                          r->now.others.n ? "; no step helps against " : "",
                          STR_ARG(r->now.others));
    }
    if (r->wrong) {
        return cli_misuse("fit", "there is no step %zu to take; without `--steps` all are listed",
                          r->wrong);
    }
    struct buf out = BUF_INIT;
    (o->fit.form == CLI_JSON ? put_json : put_text)(&out, o, r);
    bool dry = o->fit.apply && o->fix.dry_run; /* only the changes are printed */
    cli_print(dry ? STR_EMPTY : buf_view(&out));
    buf_drop(&out);
    bool keeps = fit_keeps(&r->then);
    bool writes = o->fit.apply && (opt->steps || r->then.pages <= r->then.most);
    int status = writes ? apply(o, opt, r) : CLI_OK;
    return status != CLI_OK ? status : keeps ? CLI_OK : CLI_ERRORS;
}

static int run_fit(struct cli_options *o) {
    struct cli_needs needs = {.serves = false};
    size_t steps[MAX_STEPS], nsteps = 0;
    if (o->files.n != 1) {
        return cli_misuse("fit", "give one document");
    }
    if (o->fit.steps.p && !read_steps(o->fit.steps, steps, &nsteps)) {
        return cli_misuse("fit", "`--steps %.*s`: write numbers of steps, such as `1,3`",
                          STR_ARG(o->fit.steps));
    }
    if (file_is_stream(o->files.p[0])) {
        return cli_misuse("fit", "the document is read several times; give a file");
    }
    if (o->fit.apply && !o->fix.dry_run) {
        needs.out = path_dir(o->files.p[0]);
        needs.out = needs.out.n ? needs.out : STR(".");
    }
    if (!cli_lock_in(o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    struct build_options build = cli_shared_options(o);
    struct cli_reporter reporter;
    cli_reporter_begin(&reporter, &o->report);
    struct fit_options opt = {.arena = o->arena,
                              .build = &build,
                              .file = o->files.p[0],
                              .steps = nsteps ? steps : NULL,
                              .nsteps = nsteps,
                              .report = cli_reporter_take,
                              .user = &reporter};
    struct fit_result result;
    fit_find(&opt, &result);
    int status = cli_reporter_end(&reporter);
    if (result.read) {
        status = show(o, &opt, &result);
    }
    cli_drop_shared(o, &build);
    return status;
}

const struct cli_command cli_fit = {
    .name = "fit",
    .takes = "FILE",
    .word = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
    .help = "fit a document into a page limit without changing a word",
    .about = "If the document exceeds its page limit, or has less than a tenth of it to spare, "
             "measures how many lines each possible step saves: moving figures and tables, "
             "shortening paragraphs that end with a short line, less white space, smaller "
             "references, narrower margins, a citation style with shorter entries. A step that "
             "would break another limit of the call, such as the font size, the margins or the "
             "line spacing, is never taken. Steps are listed from the mildest to the strongest; "
             "those with a star are enough together. `--apply` writes them into the front matter, "
             "and keeps its comments and order.",
    .status =
        "exit status: 0 the document fits, or would with the steps; 1 it does not fit even with "
        "all steps; 2 wrong use, or the document has no page limit; 3 a file could not be "
        "read or written",
    .grammar = &cli_documents,
    .often = "apply steps format dry-run force bibliography csl css metadata variant quiet help "
             "help-all",
    .bit = CLI_FIT,
    .run = cli_run_documents,
    .act.documents = run_fit,
};
