/* SPDX-License-Identifier: MIT */
/*
 * The options of the commands that work on documents. An option that pandoc also has is named as in
 * pandoc. Options of pandoc whose effect is the default in dossier are accepted and
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

bool cli_set_no_cache(void *options, const struct cli_option *row, struct str value) {
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
        return cli_usage_error(o->self->name, "`%.*s` is not a port: 0 to 65535", STR_ARG(value));
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

/** Reads --public, which also shows the note about fields that were held back. */
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

/** Reads -o. The first one replaces the output that a defaults file names. Further ones are added
 * to the first. */
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
static const struct cli_group no_use = {.title = "Options without a meaning in dossier, which runs "
                                                 "no filters, are also accepted, so that command "
                                                 "lines for pandoc work unchanged",
                                        .brief = true};

/* clang-format off */
static const struct cli_option rows[] = {
    {"output", 'o', "PATH", CLI_CALL, .read = read_output, .commands = CLI_READS, .group = &outputs,
     .value = {CLI_FILE, .word = ending_word},
     .help = "the output: a file that ends in {words}, a folder, or `-` "
             "for standard output (default: the folder `out`); may be repeated for several files",
     .more = "A missing folder is created."},
    {"to", 't', "FORMATS", CLI_CALL, .read = read_formats, .group = &outputs,
     .value = {CLI_SOME_OF, .word = output_word},
     .help = "the output formats: {words}, or several separated by commas (default: `pdf,html`)",
     .more = "If `-o` names a file, its ending sets the default; on standard output the default is `html`."},
    {"write", 'w', .kind = CLI_SAME},
    {"fragment", 0, "FORM", CLI_CALL, .read = read_fragment, .optional = true, .group = &outputs,
     .value = {CLI_ONE_OF, .words = "full plain email"},
     .help = "HTML without head and style sheet, for pasting into another page: `full` (the default); `plain` "
             "without classes and folding parts, for content management systems; `email` with inline styles; "
             "also plain text without title block and table of contents",
     .more = "`plain` and `email` leave out BibTeX and ready-made citations. Formulas are text. Addresses are "
             "absolute if `canonical` in the front matter is the address of the page."},
    {"no-script", 0, NULL, CLI_CALL, .read = set_no_script, .key = "script", .group = &outputs,
     .help = "write HTML without scripts; lists with controls show all entries",
     .more = "`script: false` in the front matter does the same."},
    {"wrap", 0, "HOW", CLI_CHOICE, AT(build.wrap), .group = &outputs,
     .value = {CLI_ONE_OF, .words = "auto none preserve"},
     .help = "how lines of plain text are broken: {words} (default: `auto`, at the length of `--columns`)",
     .more = "With `none`, each paragraph is one line, for text boxes on web pages; with `preserve`, lines end "
             "as in the document."},
    {"columns", 0, "N", CLI_NUMBER, AT(build.columns), .group = &outputs,
     .help = "the length of lines of plain text (default: 72)"},
    {"reference-doc", 0, "FILE", CLI_CALL, .read = set_file, .key = "reference-doc", .group = &outputs,
     .value = {.wants = CLI_FILE},
     .help = "a Word file whose styles, page setup, headers and footers the Word output uses",
     .more = "`reference-doc` in the front matter does the same."},
    {"pdf-standard", 0, "NAMES", CLI_CALL, .read = set_key, .key = "pdf-standard",
     .group = &outputs,
     .value = {CLI_SOME_OF, .words = "ua-1 ua-2 a-1b a-2b a-2u a-2a a-3b a-3u a-3a a-4 a-4f 1.7 2.0"},
     .help = "the standards that the PDF follows: {words}, or several separated by commas (default: `ua-1,a-2a`)",
     .more = "`pdf-standard` in the front matter does the same."},
    {"attach", 0, "WHAT", CLI_CALL, .read = set_key, .key = "attach", .group = &outputs,
     .value = {CLI_SOME_OF, .words = "refs sources"},
     .help = "files to attach to the PDF, which becomes a PDF/A that allows attachments: {words}, or both "
             "separated by a comma",
     .more = "`attach` in the front matter does the same."},
    {"anonymous", 0, "HOW", CLI_CALL, .read = read_anonymous, .optional = true,
     .commands = CLI_BUILD | CLI_CHECK | CLI_SERVE | CLI_PLAN, .group = &outputs,
     .value = {CLI_ONE_OF, .words = "true false mask"},
     .help = "for blind review: leave out authors, affiliations, thanks, running heads with names, and metadata "
             "of documents and images; with `mask`, cite the authors' own works anonymously",
     .more = "A name that remains in the source or in an output is an error. "
             "`anonymous` in the front matter does the same; `--anonymous=false` overrides it."},
    {"cache", 0, "FOLDER", CLI_STRING, AT(build.cache), .group = &outputs, .value = {.wants = CLI_FOLDER},
     .help = "the folder for results and for indexes of large `.bib` files (default: `dossier` in "
             "`$XDG_CACHE_HOME`, or in `~/.cache`)"},
    {"no-cache", 0, NULL, CLI_CALL, .read = cli_set_no_cache, .group = &outputs,
     .help = "neither read nor write the cache"},
    {"verify", 0, NULL, CLI_FLAG, AT(build.verify), .commands = CLI_BUILD | CLI_PLAN, .group = &outputs,
     .help = "open each PDF and page again and check it against the document, as `dossier "
             "verify` does",
     .more = "Faults are errors, but outputs are still written."},
    {"deps", 0, "FILE", CLI_STRING, AT(deps.file), .commands = CLI_READS, .group = &outputs, .value = {.wants = CLI_FILE},
     .help = "write the files that the outputs depend on to FILE, for make and other build tools"},
    {"deps-format", 0, "FORM", CLI_CHOICE, AT(deps.form), .commands = CLI_READS,
     .group = &outputs, .value = {CLI_ONE_OF, .words = "make json ninja"},
     .help = "the format of that file: {words} (default: `make`)",
     .more = "`ninja` is for `--deps -` and ninja's `deps = msvc`: one line for each file, after `dossier reads: `."},

    {"jobs", 'j', "N", CLI_NUMBER, AT(threads), .commands = CLI_BUILD | CLI_CHECK, .group = &outputs,
     .help = "use N threads (default: as many as there are processors)",
     .more = "Documents are built in parallel, and the citations of a large document are formatted in parallel. "
             "Outputs, reports and their order are the same for any N."},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_BUILD, .group = &outputs,
     .help = "overwrite read-only files, but never a file that is read"},

    {"watch", 0, NULL, CLI_FLAG, AT(watch), .commands = CLI_BUILD, .group = &changes,
     .help = "keep running, and build again whenever a file of a document changes",
     .more = "Fonts, and databases that have not changed, are not read again. Errors do not end it; "
             "Ctrl-C does."},
    {"poll", 0, NULL, CLI_FLAG, AT(poll), .commands = CLI_BUILD | CLI_SERVE, .group = &changes,
     .help = "look for changes three times a second, for folders on other machines and in containers, whose "
             "changes the system does not report"},
    {"port", 0, "N", CLI_CALL, .read = read_port, .commands = CLI_SERVE, .group = &server,
     .help = "the port of the preview (default: 4000, or the next free one); 0 for any"},
    {"open", 0, NULL, CLI_FLAG, AT(preview.open), .commands = CLI_SERVE, .group = &server,
     .help = "open the preview in the browser"},
    {"editor", 0, "COMMAND", CLI_STRING, AT(preview.editor), .commands = CLI_SERVE, .group = &server,
     .help = "open the source with this command after a click on an error, or Alt and a click on a block of the "
             "page; {file}, {line} and {col} stand for the position",
     .more = "`code`, `emacsclient`, `gvim`, `kate` and other well-known editors need no placeholders: `--editor "
             "code`. The command is not run by a shell: spaces separate its words, and quotation marks keep "
             "words together. Without this option, a click copies the position."},
    {"host", 0, "ADDRESS", CLI_STRING, AT(preview.host), .commands = CLI_SERVE, .group = &server,
     .help = "listen on another numeric address than 127.0.0.1; with `0.0.0.0`, every machine on the network can "
             "read the preview",
     .more = "Anyone who reaches the port can read the pages without a password; to preview from another "
             "machine, `ssh -L` is safer."},

    {"git", 0, "REV", CLI_STRING, AT(revision), .commands = CLI_DIFF, .group = &documents,
     .help = "compare the document with its version in a revision of git: `HEAD`, a tag, a commit",
     .more = "Its other files also come from the revision."},
    {"apply", 0, NULL, CLI_FLAG, AT(fit.apply), .commands = CLI_FIT, .group = &documents,
     .help = "write the steps into the front matter of the document",
     .more = "The document is laid out once more with the new text before it is written."},
    {"steps", 0, "NUMBERS", CLI_STRING, AT(fit.steps), .commands = CLI_FIT, .group = &documents,
     .help = "take the steps with these numbers in the list: `1,3-5` (default: the mildest that are enough)"},
    {"format", 0, "FORM", CLI_CHOICE, AT(fit.form), .commands = CLI_FIT, .group = &documents,
     .value = {CLI_ONE_OF, .words = "text json"}, .help = "the format of the list: {words} (default: `text`)"},
    {"dry-run", 'n', NULL, CLI_FLAG, AT(fix.dry_run), .commands = CLI_FIT, .group = &documents,
     .help = "with `--apply`: print the changes; write nothing"},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_FIT, .group = &documents,
     .help = "with `--apply`: overwrite a read-only file"},
    {"source", 0, "FILE", CLI_STRING, AT(source), .commands = CLI_VERIFY, .group = &documents,
     .value = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
     .help = "the source document of the outputs; their words and the addresses of their links are compared with it",
     .more = "Give the same options as to `build`."},
    {"from", 'f', "FORMAT", CLI_CALL, .read = read_from, .group = &documents,
     .value = {CLI_ONE_OF, .words = "markdown gfm commonmark commonmark_x myst obsidian rendercv jsonresume "
                                    "al-folio latex"},
     .help = "the format of the documents: `markdown` (pandoc's, the default), `gfm` (GitHub's, without front "
             "matter), `commonmark` or `commonmark_x`, each with `+extension` and `-extension` after it, as in "
             "pandoc; `myst` or `obsidian`, also recognized by a project's files (`myst.yml`, `.obsidian/`); "
             "`rendercv`, `jsonresume` or `al-folio` for CVs as data, also recognized by their content; `latex`",
     .more = "`markdown` is GitHub's Markdown with pandoc's citations, attributes, divs, definition lists, "
             "footnotes, math (with equation numbers, and macros from raw TeX, `header-includes` and `macros`) "
             "and smart punctuation. LaTeX in Markdown (`raw_tex`) is part of the document: environments at the "
             "beginning of a line, commands with the arguments right after them, and your own macros; unknown "
             "commands stay raw. Text between an escaped ( and ) is a formula if it has a command, a script or a "
             "relation, or no word; text between an escaped [ and ] is a formula if it also has lines to itself. "
             "Extensions have pandoc's names: `markdown-smart+hard_line_breaks`, `gfm+fenced_divs`. A name "
             "unknown to pandoc is an error; an extension of pandoc that dossier lacks is a warning after `+`, "
             "and is ignored after `-`. Dossier's own extensions are `liquid`, `kramdown` and `kramdown_math`, "
             "for pages of Jekyll."},
    {"read", 'r', .kind = CLI_SAME},
    {"bibliography", 0, "FILE", CLI_LIST, AT(build.databases), .group = &documents,
     .value = {CLI_FILE, .word = bib_format_ending},
     .help = "a citation database, instead of those that the document names; may be repeated"},
    {"library", 0, "FILE", CLI_STRING, AT(build.library), .group = &documents,
     .value = {CLI_FILE, .words = "db"},
     .help = "the library for `bibliography: library`: a file, or "
             "`postgresql://USER@HOST/DATABASE` (default: the user's own)"},
    {"csl", 0, "STYLE", CLI_STRING, AT(build.csl), .group = &documents, .value = {.wants = CLI_STYLE},
     .help = "a citation style: a `.csl` file or the name of an installed style, such as `ieee` or "
             "`apa`"},
    {"css", 'c', "THEME", CLI_LIST, AT(build.sheets), .group = &documents, .value = {.wants = CLI_THEME},
     .help = "a style sheet for PDF and HTML, instead of the document's own: a `.css` file or the "
             "name of a theme, such as `modern`; may be repeated",
     .more = "Several may also be separated by commas."},
    {"variant", 0, "NAME", CLI_CALL, .read = set_key, .key = "variant", .group = &documents,
     .help = "the variant to build: it contains `.only variant=NAME` and leaves out `.not variant=NAME`",
     .more = "Keys under the name in `variants` override the front matter. Several names are separated by "
             "commas. `variant` in the front matter does the same."},
    {"metadata", 'M', "KEY=VALUE", CLI_CALL, .read = add_override, .group = &documents,
     .help = "set a value of the front matter",
     .more = "A key without a value is set to true. A key with dots sets one key of a map: `-M limits.pages=3`."},
    {"variable", 'V', .kind = CLI_SAME},
    {"metadata-file", 0, "FILE", CLI_LIST, AT(build.metadata_files), .group = &documents,
     .value = {CLI_FILE, .words = "yaml yml json"},
     .help = "a YAML or JSON file with values for keys that the front matter does not have; may be repeated, the "
             "last takes precedence"},
    {"defaults", 'd', "FILE", CLI_CALL, .read = cli_read_defaults, .group = &documents,
     .value = {CLI_FILE, .words = "yaml yml json"},
     .help = "read options from a file in the format of pandoc's defaults files",
     .more = "Keys are long options; `metadata` and `variables` are maps, and `input-files` lists the documents "
             "if none are given. Keys without an effect that would change the result in pandoc, such as "
             "`filters`, are reported. `${.}` is the folder of the file."},
    {"resource-path", 0, "FOLDERS", CLI_CALL, .read = add_resource_path, .group = &documents,
     .value = {.wants = CLI_FOLDER},
     .help = "folders to search for images and databases that are not beside the document, separated by colons; "
             "the current folder is searched last"},
    {"include-in-header", 'H', "FILE", CLI_LIST, AT(build.includes[MARKDOWN_IN_HEADER]),
     .group = &documents, .value = {.wants = CLI_FILE},
     .help = "text for the HTML head or the LaTeX preamble; may be repeated",
     .more = "Text that begins with a tag is HTML; other text is read like `header-includes`. "
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
     .help = "add a table of contents", .more = "`toc` in the front matter does the same."},
    {"table-of-contents", 0, .kind = CLI_SAME},
    {"toc-depth", 0, "N", CLI_CALL, .read = set_key, .key = "toc-depth", .group = &documents,
     .help = "the number of heading levels in the table of contents (default: 3)"},
    {"top-level-division", 0, "WORD", CLI_CALL, .read = set_key, .key = "top-level-division",
     .group = &documents, .value = {CLI_ONE_OF, .words = "default part chapter section"},
     .help = "what top-level headings are: parts, chapters or sections",
     .more = "`top-level-division` in the front matter does the same."},
    {"track-changes", 0, "WORD", CLI_CALL, .read = set_key, .key = "track-changes",
     .group = &documents, .value = {CLI_ONE_OF, .words = "all accept reject"},
     .help = "show all tracked changes, or accept or reject them",
     .more = "`track-changes` in the front matter does the same."},
    {"highlight-style", 0, "NAME", CLI_CALL, .read = set_key, .key = "highlight-style",
     .group = &documents, .value = {CLI_ONE_OF, .word = highlight_word},
     .help = "the colours of code: {words}"},
    {"no-highlight", 0, NULL, CLI_CALL, .read = set_no_highlight, .key = "highlight-style",
     .group = &documents, .help = "the same as `--highlight-style none`"},

    {"fix", 0, NULL, CLI_FLAG, AT(fix.on), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "apply the fixes that are certain, and report the rest",
     .more = "This fixes double spaces, repeated words, hyphens in ranges, `et al`, straight apostrophes beside "
             "curly ones, missing no-break spaces (if that id is on), and misspelt names of classes and keys. "
             "Included files and databases are fixed, too. Files are written at the end; a file that has changed "
             "in the meantime is not written."},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "with `--fix`: overwrite read-only files"},
    {"dry-run", 'n', NULL, CLI_FLAG, AT(fix.dry_run), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "with `--fix`: print the changes; write nothing"},
    {"lint", 0, "WHAT", CLI_CALL, .read = read_lint, .optional = true, .group = &cli_reports_group,
     .value = {CLI_SOME_OF, .word = lint_word},
     .help = "turn on checks that are off by default: all, or {words}",
     .more = "`databases` checks databases as `dossier refs check` does; the others are ids, which `lint` in the "
             "front matter or in `.dossier.yml` can also turn on."},
    {"public", 0, NULL, CLI_CALL, .read = read_audit, .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "report content that you may not want to publish in a page, PDF or site: private fields, local "
             "paths, metadata of images and PDFs, comments, drafts, files without a link",
     .more = "Images with the position or the serial number of the camera are always published without their "
             "metadata."},
    {"explain", 0, NULL, CLI_FLAG, AT(explain), .commands = CLI_CHECK, .group = &cli_reports_group,
     .help = "explain the ids that are given instead of documents, with an example of each; without ids, list "
             "all of them",
     .more = "`--explain all` prints all explanations as a Markdown document."},
    {"unused", 0, NULL, CLI_CALL, .read = ask_unused, .group = &cli_reports_group,
     .help = "report entries that the document neither cites, nor names under `nocite`, nor lists"},
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
