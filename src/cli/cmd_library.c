/* SPDX-License-Identifier: MIT */
/*
 * dossier library: opens the library, runs the command, and returns the exit status. The commands
 * are functions of cite/bib/store/store.h.
 */
#include "cli/cmd_library_common.h"

#include "cite/bib/import.h"
#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_LIBRARY_BUSY);
DIAG_USE(DIAG_LIBRARY_NO_ENTRY);
DIAG_USE(DIAG_LIBRARY_SERVER);
DIAG_USE(DIAG_DATABASE_NOT_FOUND);
DIAG_USE(DIAG_MISSING_PACKAGE);

#define DEFAULT_LIMIT 100 /* the number of matches that are shown by default */

/* ---- the library's file ---- */

/** Returns the path by which the library identifies a file: absolute, with links resolved. */
static struct str absolute_path(struct arena *a, struct str path) {
    if (file_exists(path)) {
        return file_real_path(a, path);
    }
    /* the file may no longer exist, so only its folder is resolved */
    struct str dir = path_dir(path);
    return path_join(a, file_real_path(a, dir.n ? dir : STR(".")), path_base(path));
}

/* ---- diagnostics ---- */

static void init_job(const struct library_run *r, struct build_job *job) {
    *job = (struct build_job){.arena = arena_new()};
    diags_init(&job->diags, job->arena);
    job->diags.levels = r->report.levels;
}

static bool is_shown_at_once(const struct library_run *r) {
    return r->report.diagnostics == CLI_TEXT && !r->report.nfiles;
}

/** Prints the diagnostics of a file. Text is printed immediately, so that the diagnostics of a
 * thousand files need not be stored. The other forms are printed at the end. */
static void end_job(struct library_run *r, struct build_job *job) {
    r->errors += job->diags.errors;
    r->warnings += job->diags.warnings;
    diags_sort(&job->diags);
    if (is_shown_at_once(r)) {
        cli_progress_end();
        (void)cli_report(&r->report, job, 1, NULL, 0);
        build_drop(job);
    } else {
        vec_push(&r->jobs, *job);
    }
}

static void end_report(struct library_run *r) {
    r->io_failed = r->io_failed || (r->store && r->store->io_failed);
    bib_store_close(r->store);
    end_job(r, &r->store_job);
    if (!is_shown_at_once(r)) {
        (void)cli_report(&r->report, r->jobs.p, r->jobs.n, NULL, 0);
        for (size_t i = 0; i < r->jobs.n; i++) {
            build_drop(&r->jobs.p[i]);
        }
    }
}

struct bib_store *library_open(struct library_run *r, struct str name, enum bib_store_mode mode) {
    struct diags *d = &r->store_job.diags;
    size_t before = d->n;
    struct bib_store *s = bib_store_open(r->store_job.arena, name, mode, SPAN_NONE, d);
    for (size_t i = before; !s && i < d->n; i++) {
        const struct diag_rule *id = d->list[i]->id;
        r->io_failed = r->io_failed || id == DIAG_CANNOT_READ || id == DIAG_CANNOT_WRITE ||
                       id == DIAG_LIBRARY_BUSY || id == DIAG_LIBRARY_SERVER ||
                       id == DIAG_DATABASE_NOT_FOUND || id == DIAG_MISSING_PACKAGE;
    }
    return s;
}

static bool open_store(struct library_run *r, enum bib_store_mode mode) {
    r->store = library_open(r, r->library, mode);
    return r->store != NULL;
}

/* ---- import and sync ---- */

static void print_change(const struct library_run *r, const struct bib_import_change *c) {
    static const char *const fates[] = {[BIB_IMPORT_SAME] = "unchanged",
                                        [BIB_IMPORT_READ] = "",
                                        [BIB_IMPORT_GONE] = "not there; its entries stay",
                                        [BIB_IMPORT_REFUSED] =
                                            "not read; its entries stay as they were",
                                        [BIB_IMPORT_FAILED] = "not written"};
    if (r->report.quiet || (c->fate == BIB_IMPORT_SAME && !r->report.verbose)) {
        return;
    }
    struct buf b = BUF_INIT;
    buf_printf(&b, "%.*s: %s", STR_ARG(c->path), fates[c->fate]);
    if (c->fate == BIB_IMPORT_READ) {
        buf_printf(&b, "%zu added, %zu changed, %zu removed, %zu unchanged", c->added, c->changed,
                   c->removed, c->same);
    }
    buf_putc(&b, '\n');
    library_print(buf_view(&b));
    buf_drop(&b);
    /* printed entries have been committed, and are valid even if the program is killed now */
    fflush(stdout);
}

static bool import_file(struct library_run *r, struct str path, enum bib_format format, bool force,
                        struct bib_import_change *out) {
    struct build_job job;
    init_job(r, &job);
    bib_store_import(r->store, job.arena, path, format, force, &job.diags, out);
    for (size_t i = 0; i < job.diags.n; i++) {
        const struct diag_rule *id = job.diags.list[i]->id;
        r->io_failed = r->io_failed || id == DIAG_CANNOT_READ || id == DIAG_MISSING_PACKAGE;
    }
    end_job(r, &job);
    print_change(r, out);
    return out->fate != BIB_IMPORT_FAILED;
}

static bool run_import(struct library_run *r) {
    if (r->words.n == 0) {
        return cli_usage_error(r->command, "no file given");
    }
    if (!open_store(r, BIB_STORE_CREATE)) {
        return true;
    }
    for (size_t i = 0; i < r->words.n; i++) {
        struct bib_import_change change;
        struct str path = absolute_path(r->arena, r->words.p[i]);
        cli_progress(i + 1, r->words.n, r->words.p[i]);
        if (!import_file(r, path, r->from, true, &change)) {
            break;
        }
    }
    cli_progress_end();
    return true;
}

static bool run_sync(struct library_run *r) {
    struct bib_store_file *files = NULL;
    size_t n = 0, fates[BIB_IMPORT_FAILED + 1] = {0};
    if (!open_store(r, BIB_STORE_WRITE) || !bib_store_file_list(r->store, r->arena, &files, &n)) {
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        struct bib_import_change change;
        cli_progress(i + 1, n, files[i].path);
        bool sound = import_file(r, files[i].path, files[i].format, r->all, &change);
        fates[change.fate]++;
        if (!sound) {
            break;
        }
    }
    cli_progress_end();
    if (!r->report.quiet) {
        printf("%zu file%s: %zu read, %zu unchanged, %zu not there, %zu not read\n", n,
               n == 1 ? "" : "s", fates[BIB_IMPORT_READ], fates[BIB_IMPORT_SAME],
               fates[BIB_IMPORT_GONE], fates[BIB_IMPORT_REFUSED] + fates[BIB_IMPORT_FAILED]);
    }
    return true;
}

/* ---- search and export ---- */

struct shower {
    struct library_run *r;
    struct arena *arena;
    int64_t shown;
};

static bool show_row(const struct bib_store_row *row, void *user) {
    struct shower *s = user;
    if (s->shown++ == s->r->limit) {
        return false;
    }
    struct arena *a = arena_new();
    const struct item *it = bib_store_item(s->r->store, a, row);
    if (it) {
        library_show(it, row);
    }
    arena_drop(a);
    return true;
}

/** Shows the matches of a search. One match more than the limit is searched for, to find out
 * whether there are more. */
static void show_matches(struct library_run *r, struct bib_store_query *query) {
    struct shower s = {.r = r};
    query->limit = r->limit + 1;
    if (bib_store_each(r->store, query, show_row, &s) && s.shown > r->limit && !r->report.quiet) {
        struct buf b = BUF_INIT;
        buf_printf(&b, "dossier: the first %lld matches; there are more (--limit)\n",
                   (long long)r->limit);
        fflush(stdout);
        cli_print_error(buf_view(&b));
        buf_drop(&b);
    }
}

static bool cannot_write(struct library_run *r) {
    return cli_usage_error(r->command, "this format cannot be written: choose %.*s",
                           STR_ARG(bib_format_written_names(r->arena)));
}

static bool run_search(struct library_run *r) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < r->words.n; i++) {
        bool spaces = str_index(r->words.p[i], ' ') != STR_NONE &&
                      str_index(r->words.p[i], '"') == STR_NONE && r->words.n > 1;
        buf_puts(&b, i ? " " : "");
        /* the shell has removed the quotation marks of a phrase */
        buf_puts(&b, spaces ? "\"" : "");
        buf_str(&b, r->words.p[i]);
        buf_puts(&b, spaces ? "\"" : "");
    }
    struct str text = buf_finish(&b, r->store_job.arena);
    if (str_trim(text).n == 0) {
        return cli_usage_error(r->command, "nothing to search for");
    }
    struct bib_store_query query;
    if (!bib_store_query_read(r->store_job.arena, text, &query, &r->store_job.diags) ||
        !open_store(r, BIB_STORE_READ)) {
        return true;
    }
    if (r->to != BIB_AUTO || r->output.n) {
        query.limit = r->limit == DEFAULT_LIMIT ? 0 : r->limit;
        return library_export(r, &query) || cannot_write(r);
    }
    show_matches(r, &query);
    return true;
}

static bool run_export(struct library_run *r) {
    struct bib_store_query all = {0};
    if (r->words.n) {
        return cli_usage_error(r->command,
                               "`%.*s`: the whole library is exported; `search --to` writes a part",
                               STR_ARG(r->words.p[0]));
    }
    return !open_store(r, BIB_STORE_READ) || library_export(r, &all) || cannot_write(r);
}

/* ---- remove, stats, verify ---- */

static bool remove_file(struct library_run *r, struct str name) {
    struct bib_store *s = r->store;
    struct bib_store_file f = {.path = absolute_path(r->arena, name)};
    if (!s->ops->begin(s)) {
        return false;
    }
    bool sound = bib_store_file_find(s, r->arena, &f);
    if (sound && f.id == 0) {
        diag_add(&r->store_job.diags, DIAG_LIBRARY_NO_ENTRY, SPAN_NONE,
                 "no file `%.*s` in the library", STR_ARG(name));
    }
    sound = bib_store_end(s, sound && f.id && bib_store_file_drop(s, f.id));
    if (sound && !r->report.quiet) {
        library_print(
            arena_printf(r->arena, "%.*s: %lld removed\n", STR_ARG(f.path), (long long)f.count));
    }
    return sound;
}

static bool run_remove(struct library_run *r) {
    if (r->words.n + r->files.n == 0) {
        return cli_usage_error(r->command, "no key given");
    }
    if (!open_store(r, BIB_STORE_WRITE)) {
        return true;
    }
    for (size_t i = 0; i < r->words.n; i++) {
        struct str key = r->words.p[i];
        size_t n = 0;
        if (!bib_store_remove(r->store, key, &n)) {
            return true;
        }
        if (n == 0) {
            struct diags *d = &r->store_job.diags;
            struct diag *g = diag_add(d, DIAG_LIBRARY_NO_ENTRY, SPAN_NONE,
                                      "no entry `%.*s` in the library", STR_ARG(key));
            (void)diag_hint_near(d, g, bib_store_nearest(r->store, r->store_job.arena, key));
        } else if (!r->report.quiet) {
            library_print(arena_printf(r->arena, "%.*s: %zu removed\n", STR_ARG(key), n));
        }
    }
    for (size_t i = 0; i < r->files.n; i++) {
        (void)remove_file(r, r->files.p[i]);
    }
    return true;
}

/** Stores the number of entries of a type. It is printed below the other numbers. */
static void hold_type(struct str type, int64_t count, void *user) {
    struct buf *b = user;
    buf_printf(b, "%12lld  %.*s\n", (long long)count, STR_ARG(type.n ? type : STR("(no type)")));
}

static bool run_stats(struct library_run *r) {
    struct bib_store_stats st;
    struct buf types = BUF_INIT;
    if (open_store(r, BIB_STORE_READ) && bib_store_stats(r->store, &st, hold_type, &types)) {
        library_print(arena_printf(r->arena, "%.*s\n", STR_ARG(r->store->path)));
        printf("%12lld  bytes, schema %lld\n%12lld  files\n%12lld  entries\n%12lld  keys\n",
               (long long)st.bytes, (long long)st.version, (long long)st.files, (long long)st.items,
               (long long)st.keys);
        if (st.items > st.without_year) {
            printf("%12lld  to %lld\n", (long long)st.first_year, (long long)st.last_year);
        }
        printf("%12lld  without a year\n", (long long)st.without_year);
        library_print(buf_view(&types));
    }
    buf_drop(&types);
    return true;
}

static bool repair(struct bib_store *s) {
    return s->ops->begin(s) && bib_store_end(s, bib_store_reindex(s));
}

static bool run_verify(struct library_run *r) {
    size_t n = 0;
    if (open_store(r, BIB_STORE_WRITE) && (!r->repair || repair(r->store)) &&
        bib_store_verify(r->store, &n) && !r->report.quiet) {
        printf("%zu entr%s: sound\n", n, n == 1 ? "y" : "ies");
    }
    return true;
}

/* ---- the command ---- */

static int exit_status(const struct library_run *r) {
    return r->store_job.refused ? CLI_USAGE
                                : cli_status(&r->report, r->io_failed, r->errors, r->warnings);
}

static int run_command(struct library_run *r, const struct cli_command *c) {
    r->library = r->library.n ? r->library : cli_library_path(r->arena);
    if (r->library.n == 0) {
        return cli_misuse(r->command, "no home folder is known; name the library with --library");
    }
    init_job(r, &r->store_job);
    bool right = c->act.library(r);
    end_report(r);
    return right ? exit_status(r) : CLI_USAGE;
}

static int run(const struct cli_command *c, int argc, char **argv) {
    struct library_run r = {.arena = arena_new(), .command = c->name, .limit = DEFAULT_LIMIT};
    int status;
    if (cli_options_read(c, &r, argc, argv, &status)) {
        status = run_command(&r, c);
    }
    vec_drop(&r.words);
    vec_drop(&r.files);
    vec_drop(&r.jobs);
    arena_drop(r.arena);
    return status;
}

#define STATUS                                                                                     \
    "exit status: 0 fine, 1 errors in databases or the library, 2 wrong use, 3 a file could not "  \
    "be read or written"

/* clang-format off */
static const struct cli_command subcommands[] = {
    {"library import",
     "FILE...",
     {CLI_FILE, .word = bib_format_ending},
     .help = "read databases of all formats that documents may name",
     .about =
         "Reads databases into the library. Only new and changed entries of the file are written.",
     .status = STATUS,
     .grammar = &library_grammar,
     .bit = LIBRARY_IMPORT,
     .run = run,
     .act.library = run_import},
    {"library sync", NULL, .help = "read changed files again; remove entries that their files no longer have",
     .about =
         "Reads again the imported files that have changed since. Entries that were removed from their file are "
         "removed from the library; entries of a file that no longer exists stay, with a warning.",
     .status = STATUS, .grammar = &library_grammar, .bit = LIBRARY_SYNC, .run = run,
     .act.library = run_sync},
    {"library search", "QUERY", .dash_words = true, /* -word: entries that do not have the word */
     .help = "words, \"phrases\", begin*, -without; author:NAME, title:, venue:, abstract:, "
             "keyword:, key:; year:2018..2020; type:article-journal",
     .about =
         "Prints the entries that match all parts of the query, the best first: words, "
         "\"phrases\", begin*, -without, author:NAME, title:, venue:, abstract:, keyword:, "
         "key:, year:2018, year:2018..2020, type:article-journal. Case and accents do not matter.",
     .status = STATUS, .grammar = &library_grammar, .bit = LIBRARY_SEARCH, .run = run,
     .act.library = run_search},
    {"library export", "", .help = "write all entries",
     .about = "Writes all entries of the library in a format of databases.", .status = STATUS,
     .grammar = &library_grammar, .bit = LIBRARY_EXPORT, .run = run, .act.library = run_export},
    {"library remove", "[KEY...]", .help = "remove entries, or all entries of a database with `--file`",
     .about =
         "Removes entries from the library. They return when their file is imported again or changes.",
     .status = STATUS, .grammar = &library_grammar, .bit = LIBRARY_REMOVE, .run = run,
     .act.library = run_remove},
    {"library stats", NULL, .help = "print the numbers of files, keys and entries",
     .about = "Prints the numbers of files, keys and entries.", .status = STATUS,
     .grammar = &library_grammar, .bit = LIBRARY_STATS, .run = run, .act.library = run_stats},
    {"library verify", NULL, .help = "check the library for damage",
     .about = "Checks the whole file, each entry and the index of words, and reports damage.",
     .status = STATUS, .grammar = &library_grammar, .bit = LIBRARY_VERIFY, .run = run,
     .act.library = run_verify},
    {"library copy", "[FROM] TO", .help = "copy a library, from or to a file or a server",
     .about = "Copies a whole library, from or to a file or a PostgreSQL server. Without FROM, copies your "
              "library, or the one that `--library` names. If TO has entries, `--force` is needed.",
     .status = STATUS, .grammar = &library_grammar, .bit = LIBRARY_COPY, .run = run,
     .act.library = library_copy},
};
/* clang-format on */

const struct cli_command cli_library = {
    .name = "library",
    .takes = "...",
    .help = "keep databases of any size in one file: import, search, export",
    .about = "Keeps the entries of any number of databases in one file. Documents take cited keys "
             "from it with `bibliography: library` in their front matter.",
    .status = STATUS,
    .subs = subcommands,
    .nsubs = ARRAY_LEN(subcommands),
    .grammar = &library_grammar,
};
