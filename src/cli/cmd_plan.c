/* SPDX-License-Identifier: MIT */
/*
 * dossier plan: options, the report, the exit status. The plan itself is made by job/plan.
 */
#include "job/plan/plan.h"

#include "cite/bib/store/store.h"
#include "cli/cli.h"
#include "core/base/file.h"
#include "core/base/word_list.h"

static bool find_format(struct str name, void *to) {
    const struct plan_format *found = plan_format_named(name);
    *(const struct plan_format **)to = found;
    return found != NULL;
}

/** Whether an option is only for the run that writes the plan, and is not passed to the commands of
 * the plan. */
static bool is_ours(const struct cli_given *g) {
    bool ours = str_among(str_of(g->row->name), "diagnostics verbose quiet");
    for (size_t i = 0; i < CLI_PLAN_ROWS; i++) {
        ours = ours || g->row == &cli_plan_rows[i];
    }
    return ours;
}

/** Collects the options for the plan's commands, and the files that are values of options. */
static void find_given(struct cli_options *o, str_list *builds, str_list *sites, str_list *inputs) {
    cli_given_vec handed = VEC_INIT;
    for (size_t i = 0; i < o->plan.given.n; i++) {
        const struct cli_given *g = &o->plan.given.p[i];
        if (!is_ours(g)) {
            vec_push(&handed, *g);
        }
        if (str_is(str_of(g->row->name), "defaults") && file_is_plain(g->value)) {
            vec_push(inputs, g->value);
        }
    }
    cli_give_on(o->arena, &cli_build, &handed, builds);
    cli_give_on(o->arena, &cli_site, &handed, sites);
    vec_drop(&handed);
}

/** Returns the name of the program in the plan: the path of this program, or "dossier" if the
 * engine runs it on other computers. */
static struct str program_of(const struct cli_options *o) {
    struct str own = file_real_path(o->arena, STR("/proc/self/exe"));
    bool elsewhere = o->plan.format == plan_format_named(STR("bazel"));
    return o->plan.program.n                                       ? o->plan.program
           : elsewhere || str_starts(own, STR("/proc/")) || !own.n ? STR("dossier")
                                                                   : own;
}

/** Appends "build.ninja: 12 documents, 1 site". */
static void put_counts(struct buf *b, const struct plan_counts *c) {
    buf_printf(b, "%.*s: %zu document%s", STR_ARG(c->file), c->documents,
               c->documents == 1 ? "" : "s");
    if (c->sites) {
        buf_printf(b, ", %zu site%s", c->sites, c->sites == 1 ? "" : "s");
    }
    if (c->tasks) {
        buf_printf(b, " in %zu task%s", c->tasks, c->tasks == 1 ? "" : "s");
    }
    buf_puts(b, c->changed ? "\n" : " (as it was)\n");
}

static int report(const struct cli_options *o, struct build_job *job,
                  const struct plan_counts *counts, bool good) {
    struct cli_reporter reporter;
    cli_reporter_begin(&reporter, &o->report);
    cli_reporter_add(&reporter, job);
    int status = cli_reporter_end(&reporter);
    if (good && !o->report.quiet && o->report.diagnostics == CLI_TEXT) {
        struct buf b = BUF_INIT;
        put_counts(&b, counts);
        cli_print_error(buf_view(&b));
        buf_drop(&b);
    }
    return status;
}

static int make_plan(struct cli_options *o, int argc, char **argv) {
    struct build_options opt = cli_build_options(o);
    str_list builds = VEC_INIT, sites = VEC_INIT, inputs = VEC_INIT, again = VEC_INIT;
    find_given(o, &builds, &sites, &inputs);
    vec_push(&again, STR("plan"));
    for (int i = 0; i < argc; i++) {
        vec_push(&again, str_of(argv[i]));
    }
    struct plan_options plan = {
        .format = o->plan.format,
        .file = o->plan.file,
        .places = o->files.p,
        .nplaces = o->files.n,
        .out = o->plan.into.n ? o->plan.into : STR("out"),
        .exclude = o->plan.exclude.p,
        .nexclude = o->plan.exclude.n,
        .program = program_of(o),
        .words = builds.p,
        .nwords = builds.n,
        .site_words = sites.p,
        .nsite_words = sites.n,
        .again = again.p,
        .nagain = again.n,
        .inputs = inputs.p,
        .ninputs = inputs.n,
        .outputs = o->formats.p,
        .noutputs = o->formats.n,
        .chunk = (size_t)o->plan.chunk,
        .limit = (size_t)o->plan.limit,
        .force = o->plan.force,
        .build = &opt,
    };
    struct plan_counts counts;
    struct build_job job = {.arena = o->arena, .input = o->files.p[0]};
    diags_init(&job.diags, o->arena);
    bool good = plan_write(&plan, &job, &counts);
    diags_sort(&job.diags);
    int status = report(o, &job, &counts, good);
    diags_drop(&job.diags);
    vec_drop(&builds);
    vec_drop(&sites);
    vec_drop(&inputs);
    vec_drop(&again);
    return status;
}

/** Whether all words can be part of a plan, which other programs read and print. Words that cannot
 * are reported. */
static bool are_plain(const struct cli_command *c, struct arena *a, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        struct str word = str_of(argv[i]);
        size_t value = str_starts(word, STR("--")) ? str_index(word, '=') : STR_NONE;
        struct str place = value == STR_NONE ? word : str_from(word, value + 1);
        if (bib_store_is_server(place) && !str_eq(bib_store_shown(a, place), place)) {
            return cli_usage_error(c->name,
                                   "a plan is for others to read, and the address of the library "
                                   "has a password in it; PGPASSFILE and `service=` keep it out");
        }
        if (str_index(word, '\n') != STR_NONE || str_index(word, '\r') != STR_NONE) {
            return cli_usage_error(c->name,
                                   "an option has a line end in it, but each command of a plan "
                                   "is one line; use a metadata file instead");
        }
    }
    return true;
}

static int run(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct cli_options o = {.arena = a, .self = c};
    int status;
    if (!cli_options_read(c, &o, argc, argv, &status)) {
        /* the reason has been reported */
    } else if (!cli_root_is_right(&o)) {
        status = CLI_USAGE;
    } else if (!o.plan.format) {
        status =
            cli_misuse(c->name, "for which engine? `--format ninja`, `make`, `slurm` or `bazel`");
    } else if (o.files.n == 0) {
        status = cli_misuse(c->name, "no folder given; `.` is the current one");
    } else if (!are_plain(c, a, argc, argv)) {
        status = CLI_USAGE;
    } else {
        status = make_plan(&o, argc, argv);
    }
    cli_args_drop(&o);
    arena_drop(a);
    return status;
}

/* ---- the rows */

#define AT(field) offsetof(struct cli_plan, field)

static const struct cli_group group = {.title = "plans", .commands = CLI_PLAN};

/* clang-format off */
const struct cli_option cli_plan_rows[CLI_PLAN_ROWS] = {
    {"format", 0, "ENGINE", CLI_FOUND, AT(format), .find = find_format, .group = &group,
     .value = {CLI_ONE_OF, .word = plan_word},
     .help = "the engine that runs the plan: {words}"},
    {"output", 'o', "FILE", CLI_STRING, AT(file), .group = &group, .value = {.wants = CLI_FILE},
     .help = "where the plan is written (default: `build.ninja`, `plan.mk`, `plan.sh` or `BUILD.bazel`)",
     .more = "Only plans are overwritten. A plan for Slurm has `FILE.list` beside it; one for Bazel has "
             "`dossier.bzl`, and `MODULE.bazel` if there is no workspace yet."},
    {"into", 0, "FOLDER", CLI_STRING, AT(into), .group = &group, .value = {.wants = CLI_FOLDER},
     .help = "the output folder; outputs are in the same subfolders of it as their documents (default: `out`)"},
    {"exclude", 0, "PATTERN", CLI_LIST, AT(exclude), .group = &group,
     .help = "leave out files and folders with a matching name, or a matching path if PATTERN has a slash; may "
             "be repeated",
     .more = "`node_modules`, backup files of editors, and names that begin with a full stop or an underscore are "
             "always left out."},
    {"program", 0, "COMMAND", CLI_STRING, AT(program), .group = &group, .value = {.wants = CLI_FILE},
     .help = "the program that the plan runs (default: this one; for Bazel, `dossier` in PATH)",
     .more = "If it is a path, all documents depend on the program, and are rebuilt when it changes."},
    {"chunk", 0, "N", CLI_NUMBER, AT(chunk), .group = &group,
     .help = "the number of documents in each task of Slurm's array (default: 16, or more if there would be over "
             "a thousand tasks)"},
    {"limit", 0, "N", CLI_NUMBER, AT(limit), .group = &group,
     .help = "the number of jobs at a time: the depth of ninja's pool, or the running tasks of Slurm's array "
             "(default: set by the engine)"},
    {"force", 0, NULL, CLI_FLAG, AT(force), .group = &group,
     .help = "overwrite a file that is not a plan"},
};
/* clang-format on */

const struct cli_command cli_plan = {
    .name = "plan",
    .takes = "FOLDER...",
    .word = {.wants = CLI_FOLDER},
    .help = "write a build graph for ninja, make, Slurm or Bazel",
    .about = "Writes a build graph of all documents in some folders, with their inputs and "
             "outputs, for an engine that builds them on many processors or machines. Documents "
             "are read as in a build, but not laid out. A folder with the configuration of a site "
             "or a book is one job; single documents can be named, too. Options of `build` are "
             "passed on to every command of the plan.\n"
             "Run the engine in the folder in which the plan was made.",
    .status = "exit status: 0 fine, 1 something was left out because the format of the engine "
              "cannot express it, 2 wrong use, 3 a file could not be read or written",
    .grammar = &cli_documents,
    .bit = CLI_PLAN,
    .given = offsetof(struct cli_options, plan.given),
    .run = run,
};
