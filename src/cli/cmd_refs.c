/* SPDX-License-Identifier: MIT */
/*
 * dossier refs: its subcommands and their options, and reading the databases. The subcommand
 * NAME is in refs_NAME.c, except `show`, which is in refs_search.c.
 */
#include "cli/refs.h"

#include "cite/bib/work_files.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/files/file_host.h"

#include <errno.h>
#include <stdio.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_READ_ONLY);

/* ---- options ---- */

int refs_usage(const struct refs *r, const char *fmt, ...) {
    struct buf b = BUF_INIT;
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    cli_usage_error(r->command, "%.*s", STR_ARG(buf_view(&b)));
    buf_drop(&b);
    return CLI_USAGE;
}

enum {
    LIST = 1,
    SHOW = 2,
    SEARCH = 4,
    CHECK = 8,
    FMT = 16,
    DEDUPE = 32,
    SUBSET = 64,
    KEYS = 128,
    CONVERT = 256,
    EXTRACT = 512,
    ADD = 1024,
    UPDATE = 2048,
    JOURNALS = 4096
};

#define AT(field) offsetof(struct refs, field)

/* clang-format off */
static const struct cli_option rows[] = {
    {"to", 't', "FORMAT", CLI_FOUND, AT(to), .find = cli_find_format, .commands = CONVERT,
     .value = {CLI_ONE_OF, .word = bib_format_written_word},
     .help = "the format to convert to: {words} (default: from the ending of the `-o` file)"},
    {"output", 'o', "FILE", CLI_STRING, AT(output), .commands = SUBSET | CONVERT | EXTRACT | ADD,
     .value = {.wants = CLI_FILE}, .help = "the output file (default: standard output)",
     .more = "For `add`: the database; all other arguments are then works."},
    {"from", 'f', "FORMAT", CLI_FOUND, AT(from), .find = cli_find_format,
     .commands = LIST | SHOW | SEARCH | CHECK | DEDUPE | CONVERT | ADD,
     .value = {CLI_ONE_OF, .word = bib_format_word},
     .help = "the format of the databases, if their names do not show it: {words}"},
    {"bibliography", 'b', "FILE", CLI_LIST, AT(databases), .commands = SHOW | SEARCH | SUBSET,
     .value = {CLI_FILE, .word = bib_format_ending},
     .help = "a database, in addition to the arguments that have the ending of a database; may be repeated",
     .more = "For `subset`: instead of the databases that the documents name."},
    {"csl", 0, "STYLE", CLI_STRING, AT(csl), .commands = SHOW, .value = {.wants = CLI_STYLE},
     .help = "a citation style: a `.csl` file or the name of an installed style, such as `ieee` or "
             "`apa`"},
    {"pattern", 0, "PATTERN", CLI_STRING, AT(pattern), .commands = KEYS | ADD,
     .help = "text with `{author}`, `{authors}`, `{year}`, `{shortyear}`, `{word}` (of the title), "
             "`{type}`, `{key}`; `{Author}` begins with a capital"},
    {"merge", 0, NULL, CLI_FLAG, AT(merge), .commands = DEDUPE,
     .help = "merge each group into its first entry, which gets the fields that it lacks, and make the documents "
             "cite that entry"},
    {"sort-fields", 0, NULL, CLI_FLAG, AT(sort_fields), .commands = FMT,
     .help = "put the fields of each entry into their usual order: who, what, where, when"},
    {"all", 0, NULL, CLI_FLAG, AT(all), .commands = CHECK,
     .help = "show all findings (default: at most 30 for each id and file)"},
    {"fix", 0, NULL, CLI_FLAG, AT(fix), .commands = CHECK,
     .help = "correct clear faults in the .bib files: labels, suffixes, ligatures, equal pages"},
    {"dry-run", 'n', NULL, CLI_FLAG, AT(dry_run), .commands = CHECK | FMT | KEYS | DEDUPE | ADD | UPDATE | JOURNALS,
     .help = "print a unified diff of the changes; write nothing"},
    {"sources", 0, "FOLDER", CLI_STRING, AT(folder), .commands = EXTRACT, .value = {.wants = CLI_FOLDER},
     .help = "write the attached sources (`--attach sources`) to this folder; the references are then written "
             "only with `-o`"},
    {"force", 0, NULL, CLI_FLAG, AT(force),
     .commands = CHECK | EXTRACT | FMT | KEYS | DEDUPE | CONVERT | SUBSET | ADD | UPDATE | JOURNALS,
     .help = "overwrite read-only files; with `--sources`, overwrite existing files"},
    {"list", 0, "FILE", CLI_STRING, AT(list), .commands = JOURNALS,
     .value = {CLI_FILE, .words = "csv tsv txt"},
     .help = "the list of abbreviations: ISSN's List of Title Word Abbreviations, or rows "
             "`Name of a journal;Abbr.`"},
    {"full", 0, NULL, CLI_FLAG, AT(full), .commands = JOURNALS,
     .help = "expand abbreviations to full names"},
    {"retractions", 0, "FILE", CLI_STRING, AT(retractions), .commands = CHECK | UPDATE,
     .value = {CLI_FILE, .words = "csv"},
     .help = "a table of retracted works in the format of Retraction Watch (CSV); works whose DOI or PMID is in "
             "it are reported"},
    {"yes", 'y', NULL, CLI_FLAG, AT(yes), .commands = UPDATE,
     .help = "write the changes without asking"},
    {"offline", 0, NULL, CLI_FLAG, AT(offline), .commands = ADD | UPDATE,
     .help = "do not use the network; identifiers that were looked up before are taken from the cache"},
    {"timeout", 0, "SECONDS", CLI_NUMBER, AT(timeout), .commands = ADD | UPDATE,
     .help = "how long to wait for a service (default: 30)"},
    {"services", 0, "ADDRESS", CLI_STRING, AT(services), .commands = ADD | UPDATE,
     .help = "a server to use instead of the services, with requests such as ADDRESS/doi.org/10.1000/182",
     .more = "For tests, or for a proxy of your own. The address has https, or http on this machine."},
    {"json", 0, NULL, CLI_FLAG, AT(json), .commands = LIST | SEARCH | DEDUPE,
     .help = "print JSON, for other programs"},
};
/* clang-format on */

static const struct cli_option_set sets[] = {
    {CLI_ROWS(rows)},
    {CLI_ROWS(cli_report_rows), .base = AT(report)},
    {CLI_ROWS(cli_status_rows), .base = AT(report)},
    {CLI_ROWS(cli_help_rows)},
};
static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets), AT(files)};

/* ---- databases ---- */

bool refs_is_database(struct str word) {
    return bib_format_of_name(word) != BIB_FORMAT_COUNT || str_is(word, "-") ||
           (word.n && file_is_dir(word)); /* a folder of pages */
}

void refs_split(struct refs *r, struct str **databases, size_t *ndatabases, struct str **others,
                size_t *nothers) {
    size_t most = r->databases.n + r->files.n;
    *databases = ARENA_ARRAY(r->arena, struct str, most);
    *others = ARENA_ARRAY(r->arena, struct str, most);
    *ndatabases = *nothers = 0;
    for (size_t i = 0; i < r->databases.n; i++) {
        (*databases)[(*ndatabases)++] = r->databases.p[i];
    }
    for (size_t i = 0; i < r->files.n; i++) {
        struct str word = r->files.p[i];
        if (refs_is_database(word)) {
            (*databases)[(*ndatabases)++] = word;
        } else {
            (*others)[(*nothers)++] = word;
        }
    }
}

void refs_read_more(struct refs *r, struct bib *b, const struct str *paths, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct str text, path = paths[i];
        struct str name = str_is(path, "-") ? STR("<stdin>") : path;
        bool pages = r->from == BIB_AUTO && bib_is_pages(path);
        int err = pages ? bib_read_pages(b, path, NULL, NULL, NULL, &r->job.diags)
                        : file_read_stream(r->arena, path, LIMIT_DATABASE, &text);
        if (err) {
            file_host_report(NULL, &r->job.diags, SPAN_NONE, path, err);
            r->job.io_failed = true;
            continue;
        }
        if (pages) {
            continue;
        }
        struct source *src = source_new(r->arena, name, text);
        vec_push(&r->sources, src);
        vec_push(&r->paths, path);
        (void)guard_read(&r->guard, path);
        bib_read(b, src, r->from, &r->job.diags);
    }
}

struct bib *refs_read(struct refs *r, const struct str *paths, size_t n) {
    struct bib *b = bib_new(r->arena);
    refs_read_more(r, b, paths, n);
    return b;
}

static bool report_write(struct refs *r, struct str path, int err) {
    if (err) {
        struct diag *g = diag_add(&r->job.diags, DIAG_CANNOT_WRITE, SPAN_NONE,
                                  "cannot write `%.*s`", STR_ARG(path));
        diag_hint(&r->job.diags, g, "%.*s", STR_ARG(file_why_unwritten(r->arena, path, err)));
        r->job.io_failed = true;
    }
    return err == 0;
}

bool refs_may_change(struct refs *r, struct str path) {
    if (r->force || !file_look(path).read_only) {
        return true;
    }
    diag_add(&r->job.diags, DIAG_READ_ONLY, SPAN_NONE, "`%.*s` is read-only", STR_ARG(path));
    r->job.refused = true;
    return false;
}

bool refs_rewrite(struct refs *r, struct str path, struct str text) {
    if (!refs_may_change(r, path)) {
        return false;
    }
    file_sweep(path_dir(path));
    return report_write(r, path, file_write(path, text));
}

bool refs_ask(struct refs *r, struct str path, struct str who) {
    struct str other;
    enum guard_verdict v = guard_claim(&r->guard, path, who, &other);
    if (v != GUARD_FREE) {
        (void)refs_usage(r, "%.*s%s", STR_ARG(guard_words(r->arena, v, path, who, other)),
                         v == GUARD_READ_ONLY ? "; `--force` writes it all the same" : "");
    }
    return v == GUARD_FREE;
}

bool refs_write(struct refs *r, struct str path, struct str who, struct str text) {
    return report_write(r, path, guard_write(&r->guard, path, who, text, false));
}

bool refs_output(struct refs *r) {
    struct str path = r->output, who = STR("the output");
    if (!r->output.p || str_is(path, "-")) {
        return true;
    }
    for (size_t i = 0; i < r->files.n; i++) {
        (void)guard_read(&r->guard, r->files.p[i]);
    }
    if (!refs_ask(r, path, who)) {
        return false;
    }
    (void)refs_write(r, path, who, buf_view(&r->out));
    buf_clear(&r->out);
    return true;
}

int refs_finish(struct refs *r) {
    cli_print(buf_view(&r->out));
    diags_sort(&r->job.diags);
    return cli_report(&r->report, &r->job, 1, r->files.p, r->files.n);
}

/* ---- running ---- */

static void on_missing(void *user, enum module id) {
    struct refs *r = user;
    cli_report_missing(&r->report, &r->job, id);
}

static int run(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct refs r = {.arena = a, .command = c->name, .to = BIB_FORMAT_COUNT};
    int status;
    r.job.arena = a;
    buf_init(&r.out, 0);
    diags_init(&r.job.diags, a);
    r.job.diags.levels = r.report.levels;
    guard_begin(&r.guard, a);
    module_on_missing(on_missing, &r);
    if (cli_options_read(c, &r, argc, argv, &status)) {
        r.guard.force = r.force;
        status = refs_finish_changes(&r) ? c->act.refs(&r) : refs_finish(&r);
    }
    module_on_missing(NULL, NULL);
    guard_end(&r.guard);
    buf_drop(&r.out);
    vec_drop(&r.sources);
    vec_drop(&r.paths);
    vec_drop(&r.files);
    vec_drop(&r.databases);
    diags_drop(&r.job.diags);
    arena_drop(a);
    return status;
}

/** Returns ending `i`: first the endings of databases, then those of documents. */
static struct str ending_of_either(size_t i) {
    static const struct str documents[] = {STR_INIT("md"), STR_INIT("markdown")};
    size_t n = 0;
    while (n < i && bib_format_ending(n).n) {
        n++;
    }
    struct str ending = bib_format_ending(i);
    return ending.n ? ending : i - n < ARRAY_LEN(documents) ? documents[i - n] : STR_EMPTY;
}

#define STATUS "exit status: 0 fine, 1 errors, 2 wrong use, 3 a file could not be read or written"
#define DATABASES                                                                                  \
    { CLI_FILE, .word = bib_format_ending }
#define DATABASES_OR_DOCUMENTS                                                                     \
    { CLI_FILE, .word = ending_of_either }

/* clang-format off */
static const struct cli_command subcommands[] = {
    {"refs add", "FILE|IDENTIFIER... DATABASE", DATABASES,
     .help = "add works to a database, with keys like its own",
     .about = "Adds works that the database does not have yet, from exports of services and programs or from "
              "another database; `-` is standard input. A DOI, `arXiv:...`, `ISBN...`, `PMID...` or an ORCID "
              "(for all works of a person) is looked up on the network with libcurl. New keys follow the pattern "
              "of the keys in the file, or `--pattern`; new entries follow the format and the order of the file. "
              "If a source has errors, the file is not changed.",
     .status = STATUS, .grammar = &grammar, .bit = ADD, .run = run, .act.refs = refs_add},
    {"refs check", "FILE...", DATABASES,
     .help = "report errors, and faults that a careful author would correct",
     .about = "Reports faults in databases: syntax errors, duplicates, missing fields, unknown types and fields, "
              "faults in names, letters, dates, DOIs, ISBNs, ISSNs, ORCIDs, addresses, braces, capitals and page "
              "ranges, preprints, retracted works, journals with two names. Each fault has an id, shown in "
              "brackets. The word \"probably\" marks a fault that is likely but not certain.",
     .status = STATUS, .grammar = &grammar, .bit = CHECK, .run = run, .act.refs = refs_check},
    {"refs convert", "FILE...", DATABASES, .help = "convert databases to another format",
     .about = "Writes the entries of databases in another format. Entries that can be read are written even if "
              "the exit status is 1.",
     .status = STATUS, .grammar = &grammar, .bit = CONVERT, .run = run, .act.refs = refs_convert},
    {"refs dedupe", "FILE... [DOCUMENT...]", DATABASES_OR_DOCUMENTS,
     .help = "find entries that are the same work; `--merge` merges them",
     .about = "Shows entries that are probably the same work: the same DOI, or the same title, year and first "
              "author.",
     .status = STATUS, .grammar = &grammar, .bit = DEDUPE, .run = run, .act.refs = refs_dedupe},
    {"refs extract",
     "FILE.pdf",
     {CLI_FILE, .words = "pdf"},
     .help = "extract the references or the sources attached to a PDF",
     .about = "Prints the references that `dossier build --attach refs` has put into a PDF, as "
              "CSL-JSON.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = EXTRACT,
     .run = run,
     .act.refs = refs_extract},
    {"refs fmt",
     "FILE.bib...",
     {CLI_FILE, .word = bib_format_bib_ending},
     .help = "tidy .bib files in place",
     .about = "Tidies .bib files in place: alignment, lower-case names, braces, month macros, and "
              "with --sort-fields the order of fields. Comments and all text between entries stay, and so do "
              "keys and values. An entry whose meaning would change is left unchanged. `-` reads standard input "
              "and writes standard output.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = FMT,
     .run = run,
     .act.refs = refs_fmt},
    {"refs journals", "FILE.bib...",
     {CLI_FILE, .word = bib_format_bib_ending},
     .help = "abbreviate the names of journals, or expand them",
     .about = "Abbreviates the names of journals in .bib files with the list of `--list`, by the rules of ISO 4: "
              "articles and prepositions are left out, and a name of one word stays. With `--full`, an "
              "abbreviation becomes the full name in the list or in another entry. Names that contain TeX stay.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = JOURNALS,
     .run = run,
     .act.refs = refs_journals},
    {"refs keys", "FILE.bib... [DOC...]", DATABASES_OR_DOCUMENTS,
     .help = "give entries new keys by a pattern, in documents too",
     .about = "Gives entries new keys, by `--pattern`, and puts them into the documents that "
              "cite them: either all files are written or none.",
     .status = STATUS, .grammar = &grammar, .bit = KEYS, .run = run, .act.refs = refs_keys},
    {"refs list", "FILE...", DATABASES, .help = "print one line for each entry",
     .about = "Prints key, type, year, authors and title of each entry.", .status = STATUS,
     .grammar = &grammar, .bit = LIST, .run = run, .act.refs = refs_list},
    {"refs search", "FILE... QUERY", DATABASES,
     .help = "find entries by words, author:, year:, type: and others",
     .about = "Prints the entries that contain all of the words; case and accents do not matter.\nwords, "
              "\"phrases\", begin*, -without, author:NAME, title:, venue:, "
              "abstract:, keyword:, key:, year:2018, year:2018..2020, type:article-journal",
     .status = STATUS, .grammar = &grammar, .bit = SEARCH, .run = run, .act.refs = refs_search},
    {"refs show", "FILE... KEY...", DATABASES, .help = "print entries in a citation style",
     .about = "Prints entries as the bibliography of a document would, as plain text.",
     .status = STATUS, .grammar = &grammar, .bit = SHOW, .run = run, .act.refs = refs_show},
    {"refs subset", "[FILE...] DOC...", DATABASES_OR_DOCUMENTS,
     .help = "extract the entries that documents cite",
     .about = "Prints the entries that documents cite, as they are written in their .bib files, with the entries "
              "and @strings that they need.",
     .status = STATUS, .grammar = &grammar, .bit = SUBSET, .run = run, .act.refs = refs_subset},
    {"refs update", "FILE.bib...",
     {CLI_FILE, .word = bib_format_bib_ending},
     .help = "look up whether works have been published, corrected or retracted",
     .about = "Looks the works up by DOI and arXiv identifier. A preprint whose published version is "
              "known becomes the published work under its own key, volumes, issues and pages are corrected to "
              "those of the publisher, and retracted works get a field `retracted`. The changes are shown, and "
              "written after you confirm them.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = UPDATE,
     .run = run,
     .act.refs = refs_update},
};
/* clang-format on */

const struct cli_command cli_refs = {
    .name = "refs",
    .takes = "...",
    .help = "databases: check, search, convert, tidy; extract references from a PDF",
    .about = "Works on citation databases.",
    .subs = subcommands,
    .nsubs = ARRAY_LEN(subcommands),
    .grammar = &grammar,
};
