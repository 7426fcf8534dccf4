/* SPDX-License-Identifier: MIT */
/*
 * The options of build, check, serve, verify and plan. If pandoc has the same option, the option
 * has pandoc's name. Options of pandoc whose effect is the default in dossier are accepted and
 * change nothing, so that existing build scripts work.
 */
#include "cli/cli.h"

#include "model/highlight/highlight.h"
#include "read/cv/cv.h"

DIAG_USE(DIAG_CHECK_UNUSED);
DIAG_USE(DIAG_FIELDS_HELD);

/* ---- what some options do with their values ---- */

/** Reads -M and -V: "key=value", "key:value", or only a key, whose value is then true. */
static bool add_override(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    (void)row;
    size_t at = str_index(value, '='), colon = str_index(value, ':');
    at = colon < at ? colon : at;
    struct markdown_override ov = {.key = value, .text = STR("true")};
    if (at != STR_NONE) {
        ov.key = str_slice(value, 0, at);
        ov.text = str_from(value, at + 1);
    }
    vec_push(&o->build.overrides, ov);
    return true;
}

/** Sets the key of the front matter that the row names. The value is that of the option, or true if
 * it has none. */
static bool set_key(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    struct markdown_override ov = {
        .key = str_of(row->key), .text = value.n ? value : STR("true"), .replaces = true};
    vec_push(&o->build.overrides, ov);
    return true;
}

/** Like set_key(), for a file, whose path is relative to the working directory. */
static bool set_file(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    struct str path = file_real_path(o->arena, value);
    return set_key(options, row, path.n ? path : value);
}

static bool set_no_highlight(void *options, const struct cli_option *row, struct str value) {
    (void)value;
    return set_key(options, row, STR("none"));
}

static bool set_no_script(void *options, const struct cli_option *row, struct str value) {
    (void)value;
    return set_key(options, row, STR("false"));
}

/** Returns word `i` of --lint: first "databases", then the ids that are off by default. */
static struct str lint_word(size_t i) {
    const struct diag_rule *id;
    if (i == 0) {
        return STR("databases");
    }
    for (size_t k = 0; (id = diag_rule_at(k)) != NULL; k++) {
        if (id->asked && --i == 0) {
            return str_of(id->slug);
        }
    }
    return STR_EMPTY;
}

static void ask(struct cli_options *o, const struct diag_rule *id) {
    o->report.levels[id->index] = DIAG_AS(id->level);
    o->build.unused = o->build.unused || id == DIAG_CHECK_UNUSED;
}

/** Reads --lint: turns on all ids that are off by default, or only those that the value names. */
static bool read_lint(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    bool all = value.n == 0;
    o->build.lint = o->build.lint || all;
    for (size_t i = 1; all && lint_word(i).n; i++) {
        ask(o, diag_find(lint_word(i)));
    }
    while (!all && value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct diag_rule *id = diag_find(word);
        if (str_is(word, "databases")) {
            o->build.lint = true;
        } else if (id && id->level != DIAG_FATAL) {
            ask(o, id);
        } else {
            struct buf known = BUF_INIT;
            cli_value_list(&known, &row->value);
            cli_usage_error(o->self->name, "`--lint` does not know `%.*s`; it takes %.*s",
                            STR_ARG(word), STR_ARG(buf_view(&known)));
            buf_drop(&known);
            return false;
        }
    }
    return true;
}

static bool ask_unused(void *options, const struct cli_option *row, struct str value) {
    (void)row, (void)value;
    ask(options, DIAG_CHECK_UNUSED);
    return true;
}

/** Reads --no-cache, which means the same as `--cache ''`. */
static bool set_no_cache(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    (void)row, (void)value;
    o->build.cache = STR("");
    return true;
}

static bool read_formats(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct build_output *output = build_output_named(word);
        if (!output) {
            cli_wrong_choice(o->self->name, row, word);
            return false;
        }
        bool known = false;
        for (size_t i = 0; i < o->formats.n; i++) {
            known = known || o->formats.p[i] == output;
        }
        if (!known) {
            vec_push(&o->formats, output);
        }
    }
    return true;
}

static bool read_from(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    struct str fault;
    (void)row;
    o->build.from = value;
    bool good = cv_form_named(value) != CV_NONE || str_is(value, "latex") || str_is(value, "tex") ||
                markdown_format_check(o->arena, value, &fault);
    if (!good) {
        cli_usage_error(o->self->name, "%.*s", STR_ARG(fault));
    }
    return good;
}

/** Reads folders that are separated by colons. Folders that are given later come first, as in
 * pandoc. */
static bool add_resource_path(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    size_t before = o->build.resource_dirs.n;
    (void)row;
    while (value.p) {
        struct str dir = str_cut(&value, ':');
        vec_push(&o->build.resource_dirs, dir.n ? dir : STR("."));
    }
    for (size_t i = 0, n = o->build.resource_dirs.n - before; i < before && n; i++) {
        vec_push(&o->build.resource_dirs, o->build.resource_dirs.p[i]);
    }
    for (size_t i = 0; before && i + before < o->build.resource_dirs.n; i++) {
        o->build.resource_dirs.p[i] = o->build.resource_dirs.p[i + before];
    }
    o->build.resource_dirs.n -= before;
    return true;
}

static bool read_port(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    int64_t port;
    (void)row;
    if (!str_to_i64(value, &port) || port < 0 || port > UINT16_MAX) {
        cli_usage_error(o->self->name, "`%.*s` is not a port: 0 to 65535", STR_ARG(value));
        return false;
    }
    o->preview.port = (unsigned)port;
    o->preview.port_given = true;
    return true;
}

/** Reads --anonymous. Without a value it means its first word, true. */
static bool read_anonymous(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    o->build.anonymous = value.n ? value : cli_value_word(&row->value, 0);
    return !value.n || cli_choice(o->self->name, row, value) >= 0;
}

/** Reads --fragment. Without a value it means its first word, full. */
static bool read_fragment(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    int choice = value.n ? cli_choice(o->self->name, row, value) : 0;
    o->build.fragment = (enum build_fragment)(BUILD_FRAGMENT_FULL + choice);
    return choice >= 0;
}

/** Reads --public. From then on, the note about fields that were held back is shown. */
static bool read_audit(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    (void)row, (void)value;
    o->build.audit = true;
    o->report.shown = DIAG_FIELDS_HELD;
    return true;
}

/* ---- words from the tables of other modules ---- */

static struct str output_word(size_t i) {
    return i < build_noutputs ? str_of(build_outputs[i].names[0]) : STR_EMPTY;
}

/** Reads the first -o and further, different ones. They replace the outputs that a defaults file
 * names. */
static bool read_output(void *options, const struct cli_option *row, struct str value) {
    struct cli_options *o = options;
    (void)row;
    if (!o->output.p || o->defaults.output) {
        o->output = value;
        o->defaults.output = false;
    } else if (!str_eq(value, o->output)) {
        vec_push(&o->further_outputs, value);
    }
    return true;
}

/** Returns word `i` of -o: all endings that files of outputs may have. */
static struct str ending_word(size_t i) {
    for (size_t k = 0; k < build_noutputs; k++) {
        for (const char *const *ending = build_outputs[k].endings; *ending; ending++) {
            if (i-- == 0) {
                return str_of(*ending);
            }
        }
    }
    return STR_EMPTY;
}

/** Returns word `i` of --highlight-style: the styles, then "none". */
static struct str highlight_word(size_t i) {
    size_t n;
    const struct str *names = highlight_theme_names(&n);
    return i < n ? names[i] : i == n ? STR("none") : STR_EMPTY;
}

/* ---- the rows ---- */

#define AT(field) offsetof(struct cli_options, field)
#define CLI_READS                                                                                  \
    (CLI_BUILD | CLI_CHECK | CLI_SERVE | CLI_VERIFY | CLI_DIFF |                                   \
     CLI_PACKET) /* all commands except plan, lsp and fit */

static const struct cli_group outputs = {.title = "outputs", .commands = CLI_BUILD | CLI_PLAN};
static const struct cli_group changes = {.title = "changes", .commands = CLI_BUILD | CLI_SERVE};
static const struct cli_group server = {.title = "preview", .commands = CLI_SERVE};
static const struct cli_group documents = {.title = "documents"};
static const struct cli_group done_anyway = {
    .title = "Options of pandoc that are the default in dossier are accepted and change nothing",
    .brief = true};
static const struct cli_group no_use = {
    .title = "So are some that have no meaning in dossier (filters are not "
             "run), so that command lines for pandoc "
             "work unchanged",
    .brief = true};

/* clang-format off */
static const struct cli_option rows[] = {
    {"output", 'o', "PATH", CLI_CALL, .read = read_output, .commands = CLI_READS, .group = &outputs,
     .value = {CLI_FILE, .word = ending_word},
     .help = "where outputs go: a file that ends in {words}, a folder, or `-` "
             "for standard output (default: the folder `out`); may be repeated for several files",
     .more = "A folder that is missing is made."},
    {"to", 't', "FORMATS", CLI_CALL, .read = read_formats, .group = &outputs,
     .value = {CLI_SOME_OF, .word = output_word},
     .help = "formats of output: {words}, or several with commas between (default: `pdf,html`)",
     .more = "With `-o` and a file, the default is what its name ends in; on standard output it is "
             "`html`."},
    {"write", 'w', .kind = CLI_SAME},
    {"fragment", 0, "FORM", CLI_CALL, .read = read_fragment, .optional = true, .group = &outputs,
     .value = {CLI_ONE_OF, .words = "full plain email"},
     .help = "HTML without head and style sheet, for pasting into the page of a site: `full` (the default); "
             "`plain` without classes and folds, for content systems; `email` with inline styles; plain text "
             "without title block and contents",
     .more = "`plain` and `email` leave out BibTeX and ready-made citations. Formulas are text. Addresses are "
             "absolute if `canonical` in the front matter is the address of the page."},
    {"no-script", 0, NULL, CLI_CALL, .read = set_no_script, .key = "script", .group = &outputs,
     .help = "HTML without a script; lists with controls show all entries",
     .more = "`script: false` in the front matter does the same."},
    {"wrap", 0, "HOW", CLI_CHOICE, AT(build.wrap), .group = &outputs,
     .value = {CLI_ONE_OF, .words = "auto none preserve"},
     .help = "how lines of plain text are broken: {words} (default: `auto`, at the length of `--columns`)",
     .more = "With `none` a paragraph is one line, for text boxes of web pages; with "
             "`preserve` lines end as in the document."},
    {"columns", 0, "N", CLI_NUMBER, AT(build.columns), .group = &outputs,
     .help = "the length of lines of plain text (default: 72)"},
    {"reference-doc", 0, "FILE", CLI_CALL, .read = set_file, .key = "reference-doc", .group = &outputs,
     .value = {.wants = CLI_FILE},
     .help = "a file of Word whose styles, page, heads and feet the Word output gets",
     .more = "`reference-doc` in the front matter does the same."},
    {"pdf-standard", 0, "NAMES", CLI_CALL, .read = set_key, .key = "pdf-standard",
     .group = &outputs, .value = {CLI_SOME_OF, .words = "ua-1 ua-2 a-1b a-2b a-2u a-2a a-3b a-3u a-3a a-4 a-4f 1.7 2.0"},
     .help = "the standards that the PDF follows: {words}, or several with commas between (default: "
             "`ua-1,a-2a`)",
     .more = "`pdf-standard` in the front matter does the same; it is described there."},
    {"attach", 0, "WHAT", CLI_CALL, .read = set_key, .key = "attach", .group = &outputs,
     .value = {CLI_SOME_OF, .words = "refs sources"},
     .help = "files inside the PDF, which becomes a PDF/A that allows them: {words}, or both with a comma "
             "between",
     .more = "`attach` in the front matter does the same."},
    {"anonymous", 0, "HOW", CLI_CALL, .read = read_anonymous, .optional = true,
     .commands = CLI_BUILD | CLI_CHECK | CLI_SERVE | CLI_PLAN, .group = &outputs,
     .value = {CLI_ONE_OF, .words = "true false mask"},
     .help = "for blind review: outputs without authors, affiliations, thanks, running heads that name "
             "them, metadata of documents and images; with `mask` the authors' own works are cited "
             "as anonymous ones",
     .more = "A remaining name, in the source or in a finished output, is an error. "
             "`anonymous` in the front matter does the same; `--anonymous=false` wins over it."},
    {"cache", 0, "FOLDER", CLI_STRING, AT(build.cache), .group = &outputs, .value = {.wants = CLI_FOLDER},
     .help = "where results, and indexes of large `.bib` files, are kept (default: `dossier` in "
             "`$XDG_CACHE_HOME`, or in `~/.cache`)"},
    {"no-cache", 0, NULL, CLI_CALL, .read = set_no_cache, .group = &outputs,
     .help = "do not use the cache, and do not write to it"},
    {"verify", 0, NULL, CLI_FLAG, AT(build.verify), .commands = CLI_BUILD | CLI_PLAN, .group = &outputs,
     .help = "open each PDF and page again and check it against the document, as `dossier "
             "verify` does",
     .more = "Outputs are written all the same; faults are errors."},
    {"deps", 0, "FILE", CLI_STRING, AT(deps.file), .commands = CLI_READS, .group = &outputs, .value = {.wants = CLI_FILE},
     .help = "write to FILE the files that the outputs depend on, for make and other build tools"},
    {"deps-format", 0, "FORM", CLI_CHOICE, AT(deps.form), .commands = CLI_READS,
     .group = &outputs, .value = {CLI_ONE_OF, .words = "make json ninja"},
     .help = "the form of that file: {words} (default: `make`)",
     .more = "`ninja` is for standard output (`--deps -`) and its `deps = msvc`: files that were read, one in a "
             "line after `dossier reads: `."},

    {"jobs", 'j', "N", CLI_NUMBER, AT(threads), .commands = CLI_BUILD | CLI_CHECK, .group = &outputs,
     .help = "use N threads (default: as many as there are processors)",
     .more = "Documents are built side by side, and the citations of a large one are formatted side by side. "
             "What is written and reported is the same for any N, and in the same order."},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_BUILD, .group = &outputs,
     .help = "write outputs over files that are read-only; never over what is read"},

    {"watch", 0, NULL, CLI_FLAG, AT(watch), .commands = CLI_BUILD, .group = &changes,
     .help = "keep running, and build again whenever a file of a document changes",
     .more = "Fonts, and databases that have not changed, are not read again. Errors do not end it; "
             "Ctrl-C does."},
    {"poll", 0, NULL, CLI_FLAG, AT(poll), .commands = CLI_BUILD | CLI_SERVE, .group = &changes,
     .help = "look for changes three times a second, for folders without notifications of the system: "
             "those of other machines and of containers"},
    {"port", 0, "N", CLI_CALL, .read = read_port, .commands = CLI_SERVE, .group = &server,
     .help = "where the preview listens (default: 4000, or the next that is free); 0: any"},
    {"open", 0, NULL, CLI_FLAG, AT(preview.open), .commands = CLI_SERVE, .group = &server,
     .help = "open it in the browser"},
    {"editor", 0, "COMMAND", CLI_STRING, AT(preview.editor), .commands = CLI_SERVE, .group = &server,
     .help = "show a source: for a click on a fault, or on a block of the page with Alt held; "
             "{file}, {line} and {col} stand for the place",
     .more = "`code`, `emacsclient`, `gvim`, `kate` and other well-known ones need no placeholders: "
             "`--editor code`. The command is not run by a shell: blanks divide its words, quotation marks "
             "keep them together. Without this option, a click copies the place."},
    {"host", 0, "ADDRESS", CLI_STRING, AT(preview.host), .commands = CLI_SERVE, .group = &server,
     .help = "listen at another numeric address than 127.0.0.1: with `0.0.0.0` every machine of "
             "the network can read the preview",
     .more = "Everyone who reaches the port can read the pages, without a password; "
             "from another machine, `ssh -L` is the better way."},

    {"git", 0, "REV", CLI_STRING, AT(revision), .commands = CLI_DIFF, .group = &documents,
     .help = "compare the document with its version in a revision of git: `HEAD`, a tag, a commit",
     .more = "The files that it uses are those of the revision, too."},
    {"apply", 0, NULL, CLI_FLAG, AT(fit.apply), .commands = CLI_FIT, .group = &documents,
     .help = "write the steps into the front matter of the document",
     .more = "The document is laid out once more with the new text before it is written."},
    {"steps", 0, "NUMBERS", CLI_STRING, AT(fit.steps), .commands = CLI_FIT, .group = &documents,
     .help = "take these steps, as they are numbered in the list: `1,3-5` (default: the mildest that suffice)"},
    {"format", 0, "FORM", CLI_CHOICE, AT(fit.form), .commands = CLI_FIT, .group = &documents,
     .value = {CLI_ONE_OF, .words = "text json"}, .help = "the form of the list: {words} (default: `text`)"},
    {"dry-run", 'n', NULL, CLI_FLAG, AT(fix.dry_run), .commands = CLI_FIT, .group = &documents,
     .help = "with `--apply`: print what would change, and write nothing"},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_FIT, .group = &documents,
     .help = "with `--apply`: write a file that is read-only"},
    {"source", 0, "FILE", CLI_STRING, AT(source), .commands = CLI_VERIFY, .group = &documents,
     .value = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
     .help = "the document of the outputs: their words and the addresses of their links are compared with it",
     .more = "Give the options that `build` was given, too."},
    {"from", 'f', "FORMAT", CLI_CALL, .read = read_from, .group = &documents,
     .value = {CLI_ONE_OF, .words = "markdown gfm commonmark commonmark_x myst obsidian rendercv jsonresume al-folio latex"},
     .help = "the syntax of the documents: `markdown` (pandoc's, the default), `gfm` (GitHub's as "
             "it is, without front matter), `commonmark` or `commonmark_x`, each with "
             "`+extension` and `-extension` after it, as in pandoc; `myst` or `obsidian`, which a "
             "project's files choose, too (`myst.yml`, `.obsidian/`); `rendercv`, `jsonresume` or "
             "`al-folio` for CVs as data, which are known by their content, too",
     .more = "`markdown` is GitHub's with pandoc's citations, attributes, divs, definition lists, "
             "footnotes, math (with numbers of equations, and the macros of raw TeX, "
             "`header-includes` and `macros`) and smart punctuation. LaTeX in it (`raw_tex`) is part "
             "of the document: environments from a line that begins with one, commands with the "
             "arguments right after them, macros of one's own; what is not known stays raw. "
             "Text between an escaped ( and ) is a formula if it has a command, a script or a "
             "relation, or no word; text between an escaped [ and ] is one if it has one of these and lines "
             "to itself. Extensions have pandoc's names: `markdown-smart+hard_line_breaks`, `gfm+fenced_divs`. A name that pandoc "
             "does not have is an error; one that it has and dossier lacks is a warning after "
             "`+` and nothing after `-`. Dossier's own are `liquid`, `kramdown` and "
             "`kramdown_math`, for pages of Jekyll's."},
    {"read", 'r', .kind = CLI_SAME},
    {"bibliography", 0, "FILE", CLI_LIST, AT(build.databases), .group = &documents,
     .value = {CLI_FILE, .word = bib_format_ending},
     .help = "a citation database, in place of those that the document names; may be repeated"},
    {"library", 0, "FILE", CLI_STRING, AT(build.library), .group = &documents,
     .value = {CLI_FILE, .words = "db"},
     .help = "the library that `bibliography: library` means: a file, or "
             "`postgresql://USER@HOST/DATABASE` (default: the user's own)"},
    {"csl", 0, "STYLE", CLI_STRING, AT(build.csl), .group = &documents, .value = {.wants = CLI_STYLE},
     .help = "a citation style: a `.csl` file or the name of an installed style, such as `ieee` or "
             "`apa`"},
    {"css", 'c', "THEME", CLI_LIST, AT(build.sheets), .group = &documents, .value = {.wants = CLI_THEME},
     .help = "a style sheet for both outputs, in place of the document's own: a `.css` file or the "
             "name of a theme, such as `modern`; may be repeated",
     .more = "Several may also have commas between them."},
    {"variant", 0, "NAME", CLI_CALL, .read = set_key, .key = "variant", .group = &documents,
     .help = "the variant of the documents that is made: it contains `.only variant=NAME` "
             "and does not contain `.not variant=NAME`",
     .more = "Keys below `variants:` and the name replace those of the front matter. "
             "Several names have commas between them. `variant` in the front matter does the same."},
    {"metadata", 'M', "KEY=VALUE", CLI_CALL, .read = add_override, .group = &documents,
     .help = "set a value of the front matter", .more = "A key without a value is set to true. A key with dots sets one key of a map: "
             "`-M limits.pages=3`."},
    {"variable", 'V', .kind = CLI_SAME},
    {"metadata-file", 0, "FILE", CLI_LIST, AT(build.metadata_files), .group = &documents,
     .value = {CLI_FILE, .words = "yaml yml json"},
     .help = "YAML or JSON with values for keys that the front matter does not have; may be "
             "repeated, the last wins"},
    {"defaults", 'd', "FILE", CLI_CALL, .read = cli_read_defaults, .group = &documents,
     .value = {CLI_FILE, .words = "yaml yml json"},
     .help = "options from a file, as pandoc's defaults files have them",
     .more = "Keys are long options; `metadata` and `variables` are maps, `input-files` are the "
             "documents when none are given. Keys that would change what is read or shown and are "
             "not followed, like `filters`, are named. `${.}` is the file's folder."},
    {"resource-path", 0, "FOLDERS", CLI_CALL, .read = add_resource_path, .group = &documents,
     .value = {.wants = CLI_FOLDER},
     .help = "where images and databases are looked for that are not beside the document: folders "
             "with colons between them; last comes the current folder"},
    {"include-in-header", 'H', "FILE", CLI_LIST, AT(build.includes[MARKDOWN_IN_HEADER]),
     .group = &documents, .value = {.wants = CLI_FILE},
     .help = "text for the head of the page, or LaTeX's preamble; may be repeated",
     .more = "A text that begins with a tag is HTML; any other is read like `header-includes`. "
             "`include-in-header` in the front matter does the same."},
    {"include-before-body", 'B', "FILE", CLI_LIST, AT(build.includes[MARKDOWN_BEFORE_BODY]),
     .group = &documents, .value = {.wants = CLI_FILE},
     .help = "HTML or LaTeX before the text; may be repeated"},
    {"include-after-body", 'A', "FILE", CLI_LIST, AT(build.includes[MARKDOWN_AFTER_BODY]),
     .group = &documents, .value = {.wants = CLI_FILE},
     .help = "HTML or LaTeX after the text; may be repeated"},
    {"number-sections", 'N', "BOOL", CLI_CALL, .read = set_key, .key = "numbersections",
     .optional = true, .group = &documents, .value = {CLI_ONE_OF, .words = "true false"},
     .help = "number the sections", .more = "`numbersections` in the front matter does the same."},
    {"toc", 0, "BOOL", CLI_CALL, .read = set_key, .key = "toc", .optional = true,
     .group = &documents, .value = {CLI_ONE_OF, .words = "true false"},
     .help = "a table of contents", .more = "`toc` in the front matter does the same."},
    {"table-of-contents", 0, .kind = CLI_SAME},
    {"toc-depth", 0, "N", CLI_CALL, .read = set_key, .key = "toc-depth", .group = &documents,
     .help = "how many levels of headings the contents have (default: 3)"},
    {"top-level-division", 0, "WORD", CLI_CALL, .read = set_key, .key = "top-level-division",
     .group = &documents, .value = {CLI_ONE_OF, .words = "default part chapter section"},
     .help = "what the highest headings are",
     .more = "`top-level-division` in the front matter does the same."},
    {"track-changes", 0, "WORD", CLI_CALL, .read = set_key, .key = "track-changes",
     .group = &documents, .value = {CLI_ONE_OF, .words = "all accept reject"},
     .help = "marks of change: all are shown, or the changes are accepted or rejected",
     .more = "`track-changes` in the front matter does the same."},
    {"highlight-style", 0, "NAME", CLI_CALL, .read = set_key, .key = "highlight-style",
     .group = &documents, .value = {CLI_ONE_OF, .word = highlight_word},
     .help = "colours of code: {words}"},
    {"no-highlight", 0, NULL, CLI_CALL, .read = set_no_highlight, .key = "highlight-style",
     .group = &documents, .help = "the same as `--highlight-style none`"},

    {"fix", 0, NULL, CLI_FLAG, AT(fix.on), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "apply the fixes that are certain, and report the rest",
     .more = "Two spaces, repeated words, hyphens in ranges, `et al`, straight apostrophes beside curly ones, "
             "missing no-break spaces (if that id is on), misspelt names of classes and keys. "
             "Included files and databases are fixed, too. Files are written whole, in the end; a file "
             "that changes meanwhile is not written."},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "with `--fix`: write files that are read-only"},
    {"dry-run", 'n', NULL, CLI_FLAG, AT(fix.dry_run), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "with `--fix`: print what would change, and write nothing"},
    {"lint", 0, "WHAT", CLI_CALL, .read = read_lint, .optional = true, .group = &cli_reports_group,
     .value = {CLI_SOME_OF, .word = lint_word},
     .help = "turn on checks that are off by default, all or these: {words}",
     .more = "With `databases`, databases are checked as `dossier refs check` does; the others are ids, which "
             "can also be turned on by `lint` in the front matter or in `.dossier.yml`."},
    {"public", 0, NULL, CLI_CALL, .read = read_audit, .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "report what a page, PDF or site would publish that you may not want: private fields, paths of "
             "your computer, metadata of images and PDFs, comments, drafts, files without a link",
     .more = "An image that holds the position or the serial number of the camera is always published without its "
             "metadata."},
    {"explain", 0, NULL, CLI_FLAG, AT(explain), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "explain ids, which are given in place of documents, with an example of each; "
             "without ids, list all of them",
     .more = "`--explain all` prints all texts as a document in Markdown."},
    {"unused", 0, NULL, CLI_CALL, .read = ask_unused, .group = &cli_reports_group,
     .help = "report entries that the document does not use: neither cited, nor named under "
             "`nocite`, nor listed"},
};

static const struct cli_group help = {.title = ""};
static const struct cli_option help_rows[] = {
    {"help-all", 0, NULL, CLI_HELP, .key = "all", .commands = CLI_BUILD | CLI_CHECK, .group = &help,
     .help = "print this text with all options"},
};
static const struct cli_option pandoc_rows[] = {
    {"standalone", 's', "BOOL", CLI_NOTHING, .optional = true, .group = &done_anyway},
    {"citeproc", 'C', NULL, CLI_NOTHING, .group = &done_anyway},
    {"embed-resources", 0, "BOOL", CLI_NOTHING, .optional = true, .group = &done_anyway},
    {"self-contained", 0, NULL, CLI_NOTHING, .group = &done_anyway},
    {"mathml", 0, NULL, CLI_NOTHING, .group = &done_anyway},
    {"smart", 'S', NULL, CLI_NOTHING, .group = &done_anyway},
    {"filter", 'F', "PROGRAM", CLI_NOTHING, .group = &no_use},
    {"pdf-engine", 0, "PROGRAM", CLI_NOTHING, .group = &no_use},
    {"latex-engine", 0, "PROGRAM", CLI_NOTHING, .group = &no_use},
    {"pdf-engine-opt", 0, "OPTION", CLI_NOTHING, .group = &no_use},
    {"mathjax", 0, "URL", CLI_NOTHING, .optional = true, .group = &no_use},
    {"katex", 0, "URL", CLI_NOTHING, .optional = true, .group = &no_use},
};
/* clang-format on */

static const struct cli_option_set sets[] = {
    {CLI_ROWS(rows)},
    {CLI_ROWS(cli_plan_rows), .base = AT(plan), .commands = CLI_PLAN},
    {CLI_ROWS(cli_sandbox_rows), .base = AT(sandbox)},
    {CLI_ROWS(cli_report_rows), .base = AT(report)},
    {CLI_ROWS(cli_timings_rows), .base = AT(timings), .commands = CLI_BUILD | CLI_CHECK},
    {CLI_ROWS(cli_status_rows), .base = AT(report)},
    {CLI_ROWS(cli_help_rows)},
    {CLI_ROWS(help_rows)},
    {CLI_ROWS(pandoc_rows)},
};

const struct cli_grammar cli_documents = {sets, ARRAY_LEN(sets), AT(files)};

void cli_args_drop(struct cli_options *o) {
    if (o->sandbox.fonts) {
        struct arena *fonts = fonts_arena(o->sandbox.fonts);
        fonts_drop(o->sandbox.fonts);
        arena_drop(fonts);
    }
    vec_drop(&o->files);
    vec_drop(&o->formats);
    vec_drop(&o->further_outputs);
    vec_drop(&o->build.overrides);
    vec_drop(&o->build.databases);
    vec_drop(&o->build.sheets);
    vec_drop(&o->defaults.files);
    vec_drop(&o->build.metadata_files);
    vec_drop(&o->build.resource_dirs);
    vec_drop(&o->plan.exclude);
    vec_drop(&o->plan.given);
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        vec_drop(&o->build.includes[i]);
    }
}

int cli_run_documents(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct cli_options o = {.arena = a, .self = c};
    int status;
    if (cli_options_read(c, &o, argc, argv, &status)) {
        status = cli_root_is_right(&o) ? c->act.documents(&o) : CLI_USAGE;
    }
    cli_args_drop(&o);
    arena_drop(a);
    return status;
}
