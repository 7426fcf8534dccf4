/* SPDX-License-Identifier: MIT */
/*
 * dossier init: writes a folder for a new project. Decides which kinds of folders there are, and
 * which files each kind has. The texts are in styles/init/. Existing files are never changed: a
 * folder gets all of its files or none.
 */
#include "cli/cli.h"

#include "core/base/bounds.h"
#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>

DIAG_USE(DIAG_NOT_COPIED);

#define MAX_DIRS 4
#define MAX_FILES 12

/** A kind of folder. Files are in styles/init/NAME, or else in styles/init/common. "dot-" before a
 * name means a dot. */
struct kind {
    const char *name, *help;
    const char *files[MAX_FILES]; /* the names of the files, the document first */
    /* the folder is not published on the web, so it has none of the files for publishing */
    bool private;
};

static const struct kind kinds[] = {
    {.name = "statement",
     .help = "a research statement with numbered references, a formula and a table",
     .files = {"statement.md", "refs.bib", "Makefile"}},
    {.name = "page",
     .help = "a page about yourself with lists of your works",
     .files = {"index.md", "refs.bib", "portrait.svg", "mine.css", "Makefile"}},
    {.name = "cv",
     .help = "a curriculum vitae, in full and on two pages",
     .files = {"cv.md", "refs.bib", "mine.css", "Makefile"}},
    {.name = "site",
     .help = "a site of several pages with navigation and one database",
     .files = {"index.md", "publications.md", "teaching.md", "site.yml", "refs.bib", "portrait.svg",
               "logo.svg", "mine.css", "Makefile"}},
    {.name = "letter",
     .help = "a letter of application",
     .files = {"letter.md", "logo.svg", "mine.css", "Makefile"},
     .private = true},
};

/** The files that all kinds have. The files after the first one are for publishing on the web. */
static const char *const common[] = {"dot-gitignore", "dot-gitlab-ci.yml",
                                     "dot-github/workflows/pages.yml"};

struct init_run {
    struct arena *arena;
    struct str from; /* --from; a NULL pointer if it was not given */
    str_list words;
};

/** Returns kind `i`, for completion and help. */
static struct str kind_word(size_t i) {
    return i < ARRAY_LEN(kinds) ? str_of(kinds[i].name) : STR_EMPTY;
}

static const struct kind *find_kind(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_is(name, kinds[i].name)) {
            return &kinds[i];
        }
    }
    return NULL;
}

/** A file to be written. */
struct planned {
    struct str path, text;
};

/** Returns the path of a file in the new folder: "dot-x/y" becomes ".x/y". */
static struct str target(struct arena *a, struct str dir, struct str name) {
    if (str_starts(name, STR("dot-"))) {
        name = arena_join(a, 2, STR("."), str_from(name, 4));
    }
    return path_join(a, dir, name);
}

/** Reads the text of a file among the program's data. Returns false if it does not exist. */
static bool read_data(struct arena *a, const struct kind *k, struct str name, struct str *out) {
    struct str dirs[MAX_DIRS] = {{NULL, 0}};
    size_t n = cli_data_dirs(a, dirs, MAX_DIRS);
    const char *folders[] = {k->name, "common"};
    for (size_t i = 0; i < n; i++) {
        for (size_t f = 0; f < ARRAY_LEN(folders); f++) {
            struct str path =
                path_join(a, path_join(a, dirs[i], STR("styles/init")), str_of(folders[f]));
            if (file_read(a, path_join(a, path, name), LIMIT_FRONT_MATTER, out) == 0) {
                return true;
            }
        }
    }
    return false;
}

/** Returns the command with which a Makefile starts the program: its name if that is in PATH, or
 * else its path. */
static struct str program_for_make(struct arena *a) {
    const char *folders = getenv("PATH");
    struct str own = file_real_path(a, STR("/proc/self/exe"));
    struct str path = str_of(folders ? folders : "");
    while (path.p) {
        struct str found = path_join(a, str_cut(&path, ':'), STR("dossier"));
        if (file_exists(found)) {
            return file_is_same(found, own) ? STR("dossier") : own;
        }
    }
    return own.n && !str_starts(own, STR("/proc/")) ? own : STR("dossier");
}

/** Returns the text of a Makefile, with the command that starts the program. */
static struct str with_program(struct arena *a, struct str text) {
    static const struct str line = STR_INIT("DOSSIER ?= dossier\n");
    struct str program = program_for_make(a);
    size_t at = str_find(text, line);
    if (at == STR_NONE || str_is(program, "dossier")) {
        return text;
    }
    struct buf b = BUF_INIT;
    buf_str(&b, str_slice(text, 0, at));
    buf_puts(&b, "DOSSIER ?= '");
    /* `$` and `#` are special in make, and `'` in the shell */
    for (size_t i = 0; i < program.n; i++) {
        buf_puts(&b, program.p[i] == '$' ? "$" : program.p[i] == '#' ? "\\" : "");
        buf_puts(&b, program.p[i] == '\'' ? "'\\'" : "");
        buf_putc(&b, program.p[i]);
    }
    buf_puts(&b, "'\n");
    buf_str(&b, str_from(text, at + line.n));
    return buf_finish(&b, a);
}

/** Sets all files of a kind with their texts. Returns their number, or 0 if the data is missing,
 * which is reported. */
static size_t plan(struct arena *a, const struct kind *k, struct str dir, struct planned *out) {
    size_t n = 0;
    for (size_t i = 0; i < MAX_FILES + ARRAY_LEN(common); i++) {
        const char *file = i < MAX_FILES ? k->files[i] : common[i - MAX_FILES];
        if (!file || (k->private && i > MAX_FILES)) {
            continue;
        }
        struct str name = str_of(file);
        if (!read_data(a, k, name, &out[n].text)) {
            cli_usage_error("init", "the file `%.*s` of dossier's data is not installed",
                            STR_ARG(name));
            return 0;
        }
        if (str_is(name, "Makefile")) {
            out[n].text = with_program(a, out[n].text);
        }
        out[n++].path = target(a, dir, name);
    }
    return n;
}

/** Whether none of the files exists. Existing files are reported. */
static bool is_free(struct arena *a, const struct planned *files, size_t n) {
    size_t taken = 0;
    for (size_t i = 0; i < n; i++) {
        struct str path = files[i].path;
        if (file_exists(path) || file_is_dir(path)) {
            cli_print_error(arena_printf(a, "dossier: `%.*s` is there already\n", STR_ARG(path)));
            taken++;
        }
    }
    if (taken) {
        cli_print_error(STR("nothing was written; name another folder after the kind\n"));
    }
    return taken == 0;
}

static int write_files(struct arena *a, const struct planned *files, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int err = file_make_dirs(path_dir(files[i].path));
        err = err ? err : file_write(files[i].path, files[i].text);
        if (err) {
            cli_print_error(arena_printf(a, "dossier: cannot write `%.*s`: %s\n",
                                         STR_ARG(files[i].path), file_why(err)));
            return CLI_ENVIRONMENT;
        }
    }
    return CLI_OK;
}

/** Prints which files were written, and the next step; `made`: there is a Makefile. */
static void tell(struct arena *a, const struct planned *files, size_t n, struct str dir,
                 bool made) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_printf(&b, "%.*s\n", STR_ARG(files[i].path));
    }
    if (made) {
        struct str go = dir.n ? arena_join(a, 3, STR("`make -C "), dir, STR("`")) : STR("`make`");
        buf_printf(&b, "%.*s makes the outputs; begin with %.*s\n", STR_ARG(go),
                   STR_ARG(files[0].path));
    }
    cli_print(buf_view(&b));
    buf_drop(&b);
}

static void list_kinds(void) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        buf_printf(&b, "%-10s %s\n", kinds[i].name, kinds[i].help);
    }
    cli_print(buf_view(&b));
    buf_drop(&b);
}

static int make_folder(struct init_run *r) {
    struct str word = r->words.p[0], dir = r->words.n > 1 ? r->words.p[1] : STR_EMPTY;
    const struct kind *k = find_kind(word);
    struct planned files[MAX_FILES + ARRAY_LEN(common)];
    if (!k) {
        struct str names[ARRAY_LEN(kinds)];
        for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
            names[i] = kind_word(i);
        }
        struct str near = cli_meant(CLI_MEANT_KIND, word);
        near = near.n ? near : diag_nearest(word, names, ARRAY_LEN(names));
        if (near.n) {
            cli_usage_error("init", "no kind `%.*s`; did you mean `%.*s`?", STR_ARG(word),
                            STR_ARG(near));
        } else {
            cli_usage_error("init", "no kind `%.*s`: `dossier init` lists them", STR_ARG(word));
        }
        return CLI_USAGE;
    }
    size_t n = plan(r->arena, k, dir, files);
    if (n == 0) {
        return CLI_ENVIRONMENT;
    }
    int status = is_free(r->arena, files, n) ? write_files(r->arena, files, n) : CLI_USAGE;
    if (status == CLI_OK) {
        tell(r->arena, files, n, dir, true);
    }
    return status;
}

/* ---- from a document ---- */

#define MAX_COPIES 1000 /* the maximum number of files of one document */

/** Returns the path of a file that a document reads, relative to the folder of the document.
 * Returns an empty path for files that need no copy: files of the text, which is converted, and
 * files with an absolute path, which stays valid. */
static struct str named(struct str folder, struct str path) {
    static const char *const texts[] = {".tex", ".latex", ".ltx", ".sty", ".cls", ".bbl"};
    struct str rest = path;
    if (folder.n && !str_is(folder, ".")) {
        rest = path_is_below(path, folder) ? str_from(path, folder.n + 1) : STR_EMPTY;
    }
    bool text = str_starts(rest, STR("/"));
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        text = text || str_ends(rest, str_of(texts[i]));
    }
    return text ? STR_EMPTY : rest;
}

/** Plans copies of the files that a document names. Files that are not copied are reported in
 * `d`. Returns the number of planned files, including the `n` that were planned before. */
static size_t plan_copies(struct init_run *r, const struct build_job *job, struct str dir,
                          struct planned *out, size_t n, struct diags *d) {
    for (size_t i = 0; i < job->ninputs; i++) {
        struct str path = job->inputs[i], name = named(path_dir(r->from), path);
        const char *why = NULL;
        if (!name.n || str_eq(path, r->from)) {
            continue;
        }
        if (!path_is_portable(name)) {
            why = "it is outside the folder of the document";
        } else if (n == MAX_COPIES) {
            why = "the document has too many files";
        } else {
            int err = file_read(r->arena, path, LIMIT_IMAGE_FILE, &out[n].text);
            why = err ? file_why(err) : NULL;
        }
        if (why) {
            (void)diag_add(d, DIAG_NOT_COPIED, SPAN_NONE, "`%.*s` is not copied: %s", STR_ARG(path),
                           why);
        } else {
            out[n++].path = path_join(r->arena, dir, arena_str(r->arena, name));
        }
    }
    return n;
}

/** Plans the Markdown of a document, and the files that it names. Returns the number of planned
 * files, or 0 when the document could not be read. Findings are reported. */
static size_t convert(struct init_run *r, struct str dir, struct planned *out, int *status) {
    struct arena *a = r->arena;
    struct cli_options o = {.arena = a};
    struct build_options opt = cli_shared_options(&o);
    struct cli_reporter reporter;
    struct build_target markdown = {.output = build_output_named(STR("markdown"))};
    struct build_target page = {.output = build_output_named(STR("html"))};
    struct build_job job = {.input = r->from, .targets = &markdown, .ntargets = 1};
    struct build_job files = {.input = r->from, .targets = &page, .ntargets = 1, .surveys = true};
    size_t n = 0;
    opt.cache = STR_EMPTY;
    cli_reporter_begin(&reporter, &o.report);
    build_run(&files, &opt);
    build_run(&job, &opt);
    if (job.doc) {
        struct str stem = path_stem(r->from);
        out[n++] = (struct planned){path_join(a, dir, arena_join(a, 2, stem, STR(".md"))),
                                    arena_str(a, markdown.data)};
        n = plan_copies(r, &files, dir, out, n, &job.diags);
    }
    cli_reporter_add(&reporter, &job);
    build_drop(&job);
    build_drop(&files);
    *status = cli_reporter_end(&reporter);
    cli_drop_shared(&o, &opt);
    return n;
}

static int make_from(struct init_run *r) {
    struct planned *files = ARENA_ARRAY(r->arena, struct planned, MAX_COPIES);
    struct str dir = r->words.n ? r->words.p[0] : STR_EMPTY;
    int status = CLI_OK;
    if (r->words.n != 1) {
        return cli_misuse("init", "`--from FILE` takes the name of a new folder");
    }
    if (!file_is_plain(r->from)) {
        cli_usage_error("init", "`%.*s` is not there", STR_ARG(r->from));
        return CLI_ENVIRONMENT;
    }
    size_t n = convert(r, dir, files, &status);
    if (n == 0) {
        return status ? status : CLI_ENVIRONMENT;
    }
    if (!is_free(r->arena, files, n)) {
        return CLI_USAGE;
    }
    int written = write_files(r->arena, files, n);
    if (written == CLI_OK) {
        tell(r->arena, files, n, dir, false);
    }
    return written ? written : status;
}

static int run(const struct cli_command *c, int argc, char **argv) {
    struct init_run r = {.arena = arena_new()};
    int status = CLI_OK;
    if (!cli_options_read(c, &r, argc, argv, &status)) {
        /* the reason has been reported */
    } else if (r.from.p) {
        status = make_from(&r);
    } else if (r.words.n == 0) {
        list_kinds();
    } else if (r.words.n > 2) {
        status = cli_misuse("init", "`%.*s` is not expected here", STR_ARG(r.words.p[2]));
    } else {
        status = make_folder(&r);
    }
    vec_drop(&r.words);
    arena_drop(r.arena);
    return status;
}

static const struct cli_option rows[] = {
    {.name = "from",
     .arg = "FILE",
     .kind = CLI_STRING,
     .target = offsetof(struct init_run, from),
     .help = "convert this document to Markdown in a new folder, with its databases and images",
     .more = "The document may be in LaTeX or in another format that `build` reads. Macros and "
             "included files are expanded; citations stay citations."}};
static const struct cli_option_set sets[] = {{CLI_ROWS(rows)}, {CLI_ROWS(cli_help_rows)}};
static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets), offsetof(struct init_run, words)};

const struct cli_command cli_init = {
    .name = "init",
    .takes = "[KIND] [FOLDER]",
    .word = {CLI_ONE_OF, .word = kind_word},
    .help = "start a folder: a statement, a page, a CV, a site or a letter",
    .about = "Writes the files of a kind (`statement`, `page`, `cv`, `site` or `letter`) into a "
             "folder (default: the current one): a document with explanatory comments, its "
             "database, a Makefile, and examples for publishing with GitHub or GitLab. Without a "
             "kind, lists the kinds.\n"
             "`--from st.tex FOLDER` converts a LaTeX document to Markdown in a new folder, with "
             "the databases and images that it uses.\n"
             "If a file exists already, nothing is written.",
    .status = "exit status: 0 fine, 1 the document has errors or a file was not copied, 2 wrong "
              "use or a file exists already, 3 a file could not be written",
    .grammar = &grammar,
    .run = run,
};
