/* SPDX-License-Identifier: MIT */
/*
 * Options. Names follow pandoc where the meaning is the same; pandoc's options that say what
 * dossier does anyway are taken and change nothing, so that existing build scripts go on working.
 */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>

enum option_id {
    OPT_OUTPUT,
    OPT_TO,
    OPT_FROM,
    OPT_BIBLIOGRAPHY,
    OPT_CSL,
    OPT_METADATA,
    OPT_VARIABLE,
    OPT_FRAGMENT,
    OPT_WARN_ONLY,
    OPT_FAIL_IF_WARNINGS,
    OPT_QUIET,
    OPT_VERBOSE,
    OPT_DEPS,
    OPT_DEPS_FORMAT,
    OPT_DIAGNOSTICS,
    OPT_HELP,
    OPT_TOC,
    OPT_TOC_DEPTH,
    OPT_NUMBER_SECTIONS,
    OPT_HIGHLIGHT_STYLE,
    OPT_NO_HIGHLIGHT,
    OPT_LINT,
    OPT_UNUSED,
    OPT_PDF_STANDARD,
    OPT_ATTACH,
    OPT_IGNORED
};

enum option_arg { ARG_NONE, ARG_REQUIRED, ARG_OPTIONAL /* only as --name=value */ };

struct option_spec {
    const char *name;
    char letter; /* 0: none */
    enum option_arg arg;
    enum option_id id;
};

static const struct option_spec specs[] = {
    {"output", 'o', ARG_REQUIRED, OPT_OUTPUT},
    {"to", 't', ARG_REQUIRED, OPT_TO},
    {"from", 'f', ARG_REQUIRED, OPT_FROM},
    {"bibliography", 0, ARG_REQUIRED, OPT_BIBLIOGRAPHY},
    {"csl", 0, ARG_REQUIRED, OPT_CSL},
    {"metadata", 'M', ARG_REQUIRED, OPT_METADATA},
    {"variable", 'V', ARG_REQUIRED, OPT_VARIABLE},
    {"fragment", 0, ARG_NONE, OPT_FRAGMENT},
    {"warn-only", 0, ARG_NONE, OPT_WARN_ONLY},
    {"fail-if-warnings", 0, ARG_OPTIONAL, OPT_FAIL_IF_WARNINGS},
    {"lint", 0, ARG_NONE, OPT_LINT},
    {"unused", 0, ARG_NONE, OPT_UNUSED},
    {"quiet", 'q', ARG_NONE, OPT_QUIET},
    {"verbose", 'v', ARG_NONE, OPT_VERBOSE},
    {"deps", 0, ARG_REQUIRED, OPT_DEPS},
    {"deps-format", 0, ARG_REQUIRED, OPT_DEPS_FORMAT},
    {"diagnostics", 0, ARG_REQUIRED, OPT_DIAGNOSTICS},
    {"help", 'h', ARG_NONE, OPT_HELP},
    {"toc", 0, ARG_OPTIONAL, OPT_TOC},
    {"table-of-contents", 0, ARG_OPTIONAL, OPT_TOC},
    {"toc-depth", 0, ARG_REQUIRED, OPT_TOC_DEPTH},
    {"number-sections", 'N', ARG_OPTIONAL, OPT_NUMBER_SECTIONS},
    {"pdf-standard", 0, ARG_REQUIRED, OPT_PDF_STANDARD},
    {"attach", 0, ARG_REQUIRED, OPT_ATTACH},
    {"highlight-style", 0, ARG_REQUIRED, OPT_HIGHLIGHT_STYLE},
    {"no-highlight", 0, ARG_NONE, OPT_NO_HIGHLIGHT},
    /* pandoc's, harmless here */
    {"write", 'w', ARG_REQUIRED, OPT_TO},
    {"read", 'r', ARG_REQUIRED, OPT_FROM},
    {"standalone", 's', ARG_OPTIONAL, OPT_IGNORED},
    {"citeproc", 'C', ARG_NONE, OPT_IGNORED},
    {"embed-resources", 0, ARG_OPTIONAL, OPT_IGNORED},
    {"self-contained", 0, ARG_NONE, OPT_IGNORED},
    {"pdf-engine", 0, ARG_REQUIRED, OPT_IGNORED},
    {"latex-engine", 0, ARG_REQUIRED, OPT_IGNORED},
    {"pdf-engine-opt", 0, ARG_REQUIRED, OPT_IGNORED},
    {"filter", 'F', ARG_REQUIRED, OPT_IGNORED},
    {"wrap", 0, ARG_REQUIRED, OPT_IGNORED},
    {"columns", 0, ARG_REQUIRED, OPT_IGNORED},
    {"mathml", 0, ARG_NONE, OPT_IGNORED},
    {"mathjax", 0, ARG_OPTIONAL, OPT_IGNORED},
    {"katex", 0, ARG_OPTIONAL, OPT_IGNORED},
    {"smart", 'S', ARG_NONE, OPT_IGNORED},
};

void cli_usage_error(const char *command, const char *fmt, ...) {
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, "dossier: ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    buf_printf(&b, "\nTry `dossier %s%s--help`.\n", command ? command : "", command ? " " : "");
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

static const struct option_spec *find_long(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        if (str_is(name, specs[i].name)) {
            return &specs[i];
        }
    }
    return NULL;
}

static const struct option_spec *find_letter(char c) {
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        if (specs[i].letter == c) {
            return &specs[i];
        }
    }
    return NULL;
}

static bool unknown_option(const char *command, struct str word) {
    struct str names[ARRAY_LEN(specs)];
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        names[i] = str_of(specs[i].name);
    }
    struct str bare = word;
    while (bare.n && bare.p[0] == '-') {
        bare = str_from(bare, 1);
    }
    struct str near = diag_nearest(bare, names, ARRAY_LEN(names));
    if (near.n && bare.n > 1) {
        cli_usage_error(command, "unknown option `%.*s`; did you mean `--%.*s`?", STR_ARG(word),
                        STR_ARG(near));
    } else {
        cli_usage_error(command, "unknown option `%.*s`", STR_ARG(word));
    }
    return false;
}

/** -M and -V: "key=value", "key:value", or a key alone, which is true. */
static void add_override(struct cli_options *o, struct str value) {
    size_t at = str_index(value, '='), colon = str_index(value, ':');
    at = colon < at ? colon : at;
    struct markdown_override ov = {value, STR("true")};
    if (at != STR_NONE) {
        ov.key = str_slice(value, 0, at);
        ov.text = str_from(value, at + 1);
    }
    vec_push(&o->overrides, ov);
}

static void set_flag(struct cli_options *o, const char *key, struct str value) {
    struct markdown_override ov = {str_of(key), value.n ? value : STR("true")};
    vec_push(&o->overrides, ov);
}

static bool read_formats(struct cli_options *o, const char *command, struct str value) {
    o->has_formats = true;
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        enum build_format f = build_format_find(word);
        if (f == BUILD_FORMAT_COUNT) {
            cli_usage_error(command,
                            "unknown output format `%.*s`: choose pdf, html or both (pdf,html)",
                            STR_ARG(word));
            return false;
        }
        o->formats[f] = true;
    }
    return true;
}

/** pandoc's "markdown+smart-citations": the extensions are on anyway. */
static bool read_flavour(struct cli_options *o, const char *command, struct str value) {
    size_t end = 0;
    while (end < value.n && value.p[end] != '+' && value.p[end] != '-') {
        end++;
    }
    struct str name = str_slice(value, 0, end);
    if (str_is(name, "markdown") || str_is(name, "md")) {
        o->flavour = MARKDOWN_PANDOC;
    } else if (str_is(name, "gfm") || str_is(name, "commonmark") ||
               str_is(name, "markdown_github")) {
        o->flavour = MARKDOWN_GFM;
    } else {
        cli_usage_error(command, "unknown input format `%.*s`: choose markdown or gfm",
                        STR_ARG(name));
        return false;
    }
    return true;
}

static bool read_diagnostics(struct cli_options *o, const char *command, struct str value) {
    static const char *const names[] = {"text", "json", "sarif"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(value, names[i])) {
            o->diagnostics = (enum cli_diagnostics)i;
            return true;
        }
    }
    cli_usage_error(command, "unknown form of diagnostics `%.*s`: choose text, json or sarif",
                    STR_ARG(value));
    return false;
}

static bool apply(struct cli_options *o, const char *command, const struct option_spec *spec,
                  struct str value) {
    switch (spec->id) {
    case OPT_OUTPUT:
        o->output = value;
        o->has_output = true;
        return true;
    case OPT_TO:
        return read_formats(o, command, value);
    case OPT_FROM:
        return read_flavour(o, command, value);
    case OPT_BIBLIOGRAPHY:
        vec_push(&o->databases, value);
        return true;
    case OPT_CSL:
        o->csl = value;
        return true;
    case OPT_METADATA:
    case OPT_VARIABLE:
        add_override(o, value);
        return true;
    case OPT_FRAGMENT:
        o->fragment = true;
        return true;
    case OPT_WARN_ONLY:
        o->warn_only = true;
        return true;
    case OPT_FAIL_IF_WARNINGS:
        o->fail_if_warnings = !str_is(value, "false");
        return true;
    case OPT_QUIET:
        o->quiet = true;
        return true;
    case OPT_VERBOSE:
        o->verbose = true;
        return true;
    case OPT_DEPS:
        o->deps = value;
        return true;
    case OPT_DEPS_FORMAT:
        if (!str_is(value, "make") && !str_is(value, "json")) {
            cli_usage_error(command, "unknown form of dependencies `%.*s`: choose make or json",
                            STR_ARG(value));
            return false;
        }
        o->deps_json = str_is(value, "json");
        return true;
    case OPT_DIAGNOSTICS:
        return read_diagnostics(o, command, value);
    case OPT_HELP:
        o->help = true;
        return true;
    case OPT_TOC:
        set_flag(o, "toc", value);
        return true;
    case OPT_TOC_DEPTH:
        set_flag(o, "toc-depth", value);
        return true;
    case OPT_NUMBER_SECTIONS:
        set_flag(o, "numbersections", value);
        return true;
    case OPT_PDF_STANDARD:
        set_flag(o, "pdf-standard", value);
        return true;
    case OPT_ATTACH:
        set_flag(o, "attach", value);
        return true;
    case OPT_HIGHLIGHT_STYLE:
        set_flag(o, "highlight-style", value);
        return true;
    case OPT_NO_HIGHLIGHT:
        set_flag(o, "highlight-style", STR("none"));
        return true;
    case OPT_LINT:
        o->lint = true;
        return true;
    case OPT_UNUSED:
        o->unused = true;
        return true;
    case OPT_IGNORED:
        return true;
    }
    return true;
}

/** One "--name", "--name=value" or "--name value". */
static bool read_long(struct cli_options *o, const char *command, int argc, char **argv, int *i) {
    struct str word = str_from(str_of(argv[*i]), 2);
    size_t eq = str_index(word, '=');
    struct str name = str_slice(word, 0, eq == STR_NONE ? word.n : eq);
    const struct option_spec *spec = find_long(name);
    if (!spec) {
        return unknown_option(command, str_slice(str_of(argv[*i]), 0, name.n + 2));
    }
    struct str value = eq == STR_NONE ? STR_EMPTY : str_from(word, eq + 1);
    if (spec->arg == ARG_NONE && eq != STR_NONE) {
        cli_usage_error(command, "option `--%s` takes no value", spec->name);
        return false;
    }
    if (spec->arg == ARG_REQUIRED && eq == STR_NONE) {
        if (*i + 1 >= argc) {
            cli_usage_error(command, "option `--%s` needs a value", spec->name);
            return false;
        }
        value = str_of(argv[++*i]);
    }
    return apply(o, command, spec, value);
}

/** Letters behind one '-': "-sC", "-oout", "-o out". */
static bool read_short(struct cli_options *o, const char *command, int argc, char **argv, int *i) {
    struct str word = str_from(str_of(argv[*i]), 1);
    while (word.n) {
        const struct option_spec *spec = find_letter(word.p[0]);
        if (!spec) {
            return unknown_option(command, str_of(argv[*i]));
        }
        word = str_from(word, 1);
        struct str value = STR_EMPTY;
        if (spec->arg == ARG_REQUIRED) {
            if (word.n == 0 && *i + 1 >= argc) {
                cli_usage_error(command, "option `-%c` needs a value", spec->letter);
                return false;
            }
            value = word.n ? word : str_of(argv[++*i]);
            word = STR_EMPTY;
        }
        if (!apply(o, command, spec, value)) {
            return false;
        }
    }
    return true;
}

bool cli_args_read(struct cli_options *o, struct arena *a, const char *command, int argc,
                   char **argv) {
    *o = (struct cli_options){.arena = a};
    bool only_files = false;
    for (int i = 0; i < argc; i++) {
        struct str word = str_of(argv[i]);
        bool ok = true;
        if (only_files || word.n < 2 || word.p[0] != '-') {
            vec_push(&o->files, word);
        } else if (str_is(word, "--")) {
            only_files = true;
        } else if (word.p[1] == '-') {
            ok = read_long(o, command, argc, argv, &i);
        } else {
            ok = read_short(o, command, argc, argv, &i);
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

void cli_args_drop(struct cli_options *o) {
    vec_drop(&o->files);
    vec_drop(&o->overrides);
    vec_drop(&o->databases);
}
