/* SPDX-License-Identifier: MIT */
/*
 * Untrusted documents: the options of the sandbox, and the files that a confined program may use.
 * The modules that read documents decide which content is allowed. core/base/sandbox.h confines the
 * program.
 */
#include "cli/cli.h"

#include "core/base/datadir.h"
#include "core/base/sandbox.h"

#include <sys/resource.h>

/** Reads "--sandbox", "--sandbox=strict", or "false" from a defaults file. */
static bool read_sandbox(void *options, const struct cli_option *row, struct str value) {
    struct cli_sandbox *s = options;
    bool strict = str_is(value, "strict"), off = str_is(value, "false");
    if (value.n && !strict && !off && !str_is(value, "true")) {
        cli_wrong_choice(NULL, row, value);
        return false;
    }
    s->on = !off;
    s->strict = strict;
    return true;
}

#define AT(field) offsetof(struct cli_sandbox, field)

/* The limit of a run's memory in megabytes, without and with --sandbox. */
enum { MEMORY = 4096, MEMORY_OF_STRANGERS = 2048 };

static const struct cli_group group = {.title = "untrusted documents"};

/* clang-format off */
const struct cli_option cli_sandbox_rows[CLI_SANDBOX_ROWS] = {
    {"sandbox", 0, "HOW", CLI_CALL, .read = read_sandbox, .optional = true, .group = &group,
     .value = {CLI_ONE_OF, .words = "strict"},
     .help = "do not trust the documents: no raw HTML, only harmless links, no files outside `--root`, no "
             "network; the kernel enforces this",
     .more = "With `strict`, nothing is read if the kernel lacks Linux's seccomp or Landlock; otherwise a note "
             "names the missing one."},
    {"root", 0, "FOLDER", CLI_STRING, AT(root), .group = &group, .value = {.wants = CLI_FOLDER},
     .help = "with `--sandbox`: the folder whose files the documents may use (default: the folder of each "
             "document, or of the site)",
     .more = "The documents must be in this folder, and also the file of `--reference-doc`. Other files that the "
             "command line names may be anywhere."},
    {"file-links", 0, NULL, CLI_FLAG, AT(file_links), .group = &group,
     .help = "keep links to `file:` and `smb:`; without this option, only their text is shown"},
    {"memory", 0, "MB", CLI_NUMBER, AT(memory), .group = &group,
     .help = "the memory that a run may use (default: 4096, or 2048 with `--sandbox`); a run that needs more "
             "ends with a message and status 3"},
};
/* clang-format on */

bool cli_root_is_right(const struct cli_options *o) {
    if (!o->sandbox.root.n) {
        return true;
    }
    if (!file_is_dir(o->sandbox.root)) {
        return cli_usage_error(o->self->name, "`--root`: there is no such folder, `%.*s`",
                               STR_ARG(o->sandbox.root));
    }
    if (!o->sandbox.on && !o->report.quiet && o->report.diagnostics == CLI_TEXT) {
        cli_print_error(STR("dossier: note: `--root` keeps documents in a folder with `--sandbox` "
                            "alone\n"));
    }
    return true;
}

/* ---- confinement ---- */

/** Files of the system that any run may read: libraries that are loaded when they are needed, fonts
 * and their caches, hyphenation patterns, and the folder that shows the number of processors. */
static const char *const system_places[] = {
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/dev/null",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/var/cache/fontconfig",
    "/dev/urandom",
    "/sys/devices/system/cpu",
};

static void add_all(str_list *to, const struct str *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (from[i].n) {
            vec_push(to, from[i]);
        }
    }
}

/** Adds the folders in which documents may use files: --root, or else the folder of each document.
 */
static void add_documents(str_list *to, const struct cli_options *o, const str_list *files) {
    add_all(to, &o->sandbox.root, 1);
    for (size_t i = 0; i < files->n && !o->sandbox.root.n; i++) {
        if (!file_is_stream(files->p[i])) {
            struct str dir = path_dir(files->p[i]);
            vec_push(to, files->p[i]);
            vec_push(to, dir.n ? dir : STR("."));
        } else {
            vec_push(to, STR("."));
        }
    }
}

/** Whether fonts are needed. They are not needed if the only output is not a PDF. */
static bool wants_fonts(const struct cli_options *o, const struct cli_needs *needs) {
    const struct build_output *only = o->formats.n == 1 ? o->formats.p[0]
                                      : o->formats.n == 0 && o->output.p && !o->further_outputs.n
                                          ? build_output_ending(path_ext(o->output))
                                          : NULL;
    return !(needs->out.n && only && !str_is(str_of(only->names[0]), "pdf"));
}

static void add_reads(str_list *to, struct cli_options *o, const struct cli_needs *needs) {
    struct arena *a = o->arena;
    struct build_options opt = cli_build_options(o);
    for (size_t i = 0; i < ARRAY_LEN(system_places); i++) {
        vec_push(to, str_of(system_places[i]));
    }
    for (size_t i = 0; i < ARRAY_LEN(opt.data_dirs); i++) {
        if (opt.data_dirs[i].n) {
            vec_push(to, path_join(a, opt.data_dirs[i], STR("styles")));
            vec_push(to, path_join(a, opt.data_dirs[i], STR("locales")));
        }
    }
    static const char *const parts[] = {"patterns", "hyphen", "fonts"};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct str dir = datadir_of(a, str_of(parts[i]));
        add_all(to, &dir, 1);
    }
    struct str libraries = datadir_libraries(a);
    add_all(to, &libraries, 1);
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        add_all(to, opt.includes[i].p, opt.includes[i].n);
    }
    add_all(to, opt.metadata_files.p, opt.metadata_files.n);
    add_all(to, opt.resource_dirs.p, opt.resource_dirs.n);
    add_all(to, opt.databases.p, opt.databases.n);
    add_all(to, opt.sheets.p, opt.sheets.n);
    add_all(to, &opt.csl, 1);
    if (needs->folder.n) {
        vec_push(to, needs->folder);
        add_all(to, &o->sandbox.root, 1);
    } else {
        add_documents(to, o, &o->files);
        add_documents(to, o, &o->defaults.files);
    }
    if (wants_fonts(o, needs)) {
        size_t n = 0;
        o->sandbox.fonts = fonts_new(arena_new()); /* cli_args_drop() frees the fonts */
        const struct str *fonts = fonts_places(o->sandbox.fonts, &n);
        add_all(to, fonts, n);
    }
}

/** Adds a folder for outputs. It is created now, because only existing files can be allowed. */
static void add_folder(str_list *to, struct str folder) {
    if (folder.n && (file_is_dir(folder) || file_make_dirs(folder) == 0)) {
        vec_push(to, folder);
    }
}

/** Adds the folder of an output file. */
static void add_file(str_list *to, struct arena *a, struct str path) {
    struct str dir = path_dir(file_exists(path) ? file_real_path(a, path) : path);
    add_folder(to, dir.n ? dir : STR("."));
}

static void add_writes(str_list *to, struct cli_options *o, const struct cli_needs *needs) {
    struct str cache = o->build.cache.p ? o->build.cache : cli_cache_dir(o->arena);
    struct str library = cli_library_named(o);
    add_folder(to, needs->out);
    if (needs->out.n) {
        add_folder(to, cache);
    } else if (file_is_dir(cache)) {
        vec_push(to, cache);
    }
    if (o->deps.file.n) {
        add_file(to, o->arena, o->deps.file);
    }
    if (o->timings.path.n && !file_is_stream(o->timings.path)) {
        add_file(to, o->arena, o->timings.path);
    }
    for (size_t i = 0; i < o->report.nfiles; i++) {
        if (!file_is_stream(o->report.files[i].path)) {
            add_file(to, o->arena, o->report.files[i].path);
        }
    }
    if (file_exists(library)) { /* SQLite creates files beside the library even for reading */
        vec_push(to, path_dir(library));
    }
}

/** Reports that the kernel does not support the sandbox. Returns whether the run continues. */
static bool goes_on(const struct cli_options *o, unsigned held) {
    if (held == SANDBOX_WHOLE) {
        return true;
    }
    const char *missing = sandbox_missing(held);
    if (o->sandbox.strict) {
        cli_print_error(arena_printf(o->arena,
                                     "dossier: the kernel has no %s, and `--sandbox=strict` reads "
                                     "nothing without\n",
                                     missing));
        return false;
    }
    if (!o->report.quiet && o->report.diagnostics == CLI_TEXT) {
        cli_print_error(arena_printf(o->arena,
                                     "dossier: note: the kernel has no %s: the program keeps to "
                                     "the sandbox of itself alone\n",
                                     missing));
    }
    return true;
}

/** Limits the memory of the process. The kernel enforces the limit, so allocations take no extra
 * time. base_out_of_memory() prints the message when the limit is reached. */
static void limit_memory(const struct cli_sandbox *s) {
    struct rlimit limit;
    uint64_t mb = s->memory > 0 ? (uint64_t)s->memory : s->on ? MEMORY_OF_STRANGERS : MEMORY;
    if (!CLI_HAS_SHADOW && getrlimit(RLIMIT_DATA, &limit) == 0 && mb < RLIM_INFINITY >> 20 &&
        (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > mb << 20)) {
        limit.rlim_cur = (rlim_t)(mb << 20);
        (void)setrlimit(RLIMIT_DATA, &limit); /* if this fails, there is no limit */
    }
}

bool cli_lock_in(struct cli_options *o, const struct cli_needs *needs) {
    str_list reads = VEC_INIT, writes = VEC_INIT;
    limit_memory(&o->sandbox);
    if (!o->sandbox.on) {
        return true;
    }
    add_reads(&reads, o, needs);
    add_writes(&writes, o, needs);
    struct sandbox s = {.reads = reads.p,
                        .nreads = reads.n,
                        .writes = writes.p,
                        .nwrites = writes.n,
                        .serves = needs->serves};
    unsigned held = sandbox_lock(&s);
    vec_drop(&reads);
    vec_drop(&writes);
    return goes_on(o, held);
}

void cli_confine_site(const struct cli_options *o, struct str folder, struct build_options *opt) {
    if (o->sandbox.on) {
        opt->root = opt->root.n ? opt->root : folder;
        opt->host.fence = build_fence(o->arena, opt, folder);
    }
}
