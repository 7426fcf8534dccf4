/* SPDX-License-Identifier: MIT */
/*
 * Options. Names follow pandoc where the meaning is the same; pandoc's options that say what
 * dossier does anyway are taken and change nothing, so that existing build scripts go on working.
 */
#include "cli/options.h"

enum option_id {
    OPT_OUTPUT,
    OPT_TO,
    OPT_FROM,
    OPT_BIBLIOGRAPHY,
    OPT_CSL,
    OPT_CSS,
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
    OPT_CACHE,
    OPT_NO_CACHE,
    OPT_IGNORED
};

static const struct cli_option specs[] = {
    {"output", 'o', ARG_REQUIRED, OPT_OUTPUT, 0},
    {"to", 't', ARG_REQUIRED, OPT_TO, 0},
    {"from", 'f', ARG_REQUIRED, OPT_FROM, 0},
    {"bibliography", 0, ARG_REQUIRED, OPT_BIBLIOGRAPHY, 0},
    {"csl", 0, ARG_REQUIRED, OPT_CSL, 0},
    {"css", 'c', ARG_REQUIRED, OPT_CSS, 0},
    {"metadata", 'M', ARG_REQUIRED, OPT_METADATA, 0},
    {"variable", 'V', ARG_REQUIRED, OPT_VARIABLE, 0},
    {"fragment", 0, ARG_NONE, OPT_FRAGMENT, 0},
    {"warn-only", 0, ARG_NONE, OPT_WARN_ONLY, 0},
    {"fail-if-warnings", 0, ARG_OPTIONAL, OPT_FAIL_IF_WARNINGS, 0},
    {"lint", 0, ARG_NONE, OPT_LINT, 0},
    {"unused", 0, ARG_NONE, OPT_UNUSED, 0},
    {"cache", 0, ARG_REQUIRED, OPT_CACHE, 0},
    {"no-cache", 0, ARG_NONE, OPT_NO_CACHE, 0},
    {"quiet", 'q', ARG_NONE, OPT_QUIET, 0},
    {"verbose", 'v', ARG_NONE, OPT_VERBOSE, 0},
    {"deps", 0, ARG_REQUIRED, OPT_DEPS, 0},
    {"deps-format", 0, ARG_REQUIRED, OPT_DEPS_FORMAT, 0},
    {"diagnostics", 0, ARG_REQUIRED, OPT_DIAGNOSTICS, 0},
    {"help", 'h', ARG_NONE, OPT_HELP, 0},
    {"toc", 0, ARG_OPTIONAL, OPT_TOC, 0},
    {"table-of-contents", 0, ARG_OPTIONAL, OPT_TOC, 0},
    {"toc-depth", 0, ARG_REQUIRED, OPT_TOC_DEPTH, 0},
    {"number-sections", 'N', ARG_OPTIONAL, OPT_NUMBER_SECTIONS, 0},
    {"pdf-standard", 0, ARG_REQUIRED, OPT_PDF_STANDARD, 0},
    {"attach", 0, ARG_REQUIRED, OPT_ATTACH, 0},
    {"highlight-style", 0, ARG_REQUIRED, OPT_HIGHLIGHT_STYLE, 0},
    {"no-highlight", 0, ARG_NONE, OPT_NO_HIGHLIGHT, 0},
    /* pandoc's, harmless here */
    {"write", 'w', ARG_REQUIRED, OPT_TO, 0},
    {"read", 'r', ARG_REQUIRED, OPT_FROM, 0},
    {"standalone", 's', ARG_OPTIONAL, OPT_IGNORED, 0},
    {"citeproc", 'C', ARG_NONE, OPT_IGNORED, 0},
    {"embed-resources", 0, ARG_OPTIONAL, OPT_IGNORED, 0},
    {"self-contained", 0, ARG_NONE, OPT_IGNORED, 0},
    {"pdf-engine", 0, ARG_REQUIRED, OPT_IGNORED, 0},
    {"latex-engine", 0, ARG_REQUIRED, OPT_IGNORED, 0},
    {"pdf-engine-opt", 0, ARG_REQUIRED, OPT_IGNORED, 0},
    {"filter", 'F', ARG_REQUIRED, OPT_IGNORED, 0},
    {"wrap", 0, ARG_REQUIRED, OPT_IGNORED, 0},
    {"columns", 0, ARG_REQUIRED, OPT_IGNORED, 0},
    {"mathml", 0, ARG_NONE, OPT_IGNORED, 0},
    {"mathjax", 0, ARG_OPTIONAL, OPT_IGNORED, 0},
    {"katex", 0, ARG_OPTIONAL, OPT_IGNORED, 0},
    {"smart", 'S', ARG_NONE, OPT_IGNORED, 0},
};

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

static bool read_formats(struct cli_options *o, struct str value) {
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct build_output *output = build_output_named(word);
        if (!output) {
            struct str all = build_output_list(o->arena, false);
            cli_usage_error(o->command,
                            "unknown output format `%.*s`: choose %.*s, or several (html,pdf)",
                            STR_ARG(word), STR_ARG(all));
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

/** pandoc's "markdown+smart-citations": the extensions are on anyway. */
static bool read_flavour(struct cli_options *o, struct str value) {
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
        cli_usage_error(o->command, "unknown input format `%.*s`: choose markdown or gfm",
                        STR_ARG(name));
        return false;
    }
    return true;
}

static bool apply(void *user, int id, struct str value) {
    struct cli_options *o = user;
    switch ((enum option_id)id) {
    case OPT_OUTPUT:
        o->output = value;
        o->has_output = true;
        return true;
    case OPT_TO:
        return read_formats(o, value);
    case OPT_FROM:
        return read_flavour(o, value);
    case OPT_BIBLIOGRAPHY:
        vec_push(&o->databases, value);
        return true;
    case OPT_CSS:
        vec_push(&o->sheets, value);
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
            cli_usage_error(o->command, "unknown form of dependencies `%.*s`: choose make or json",
                            STR_ARG(value));
            return false;
        }
        o->deps_json = str_is(value, "json");
        return true;
    case OPT_DIAGNOSTICS:
        return cli_read_diagnostics(o->command, value, &o->diagnostics);
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
    case OPT_CACHE:
        o->cache = value;
        o->no_cache = value.n == 0;
        return true;
    case OPT_NO_CACHE:
        o->no_cache = true;
        return true;
    case OPT_IGNORED:
        return true;
    }
    return true;
}

bool cli_args_read(struct cli_options *o, struct arena *a, const char *command, int argc,
                   char **argv) {
    *o = (struct cli_options){.arena = a, .command = command};
    const struct cli_grammar g = {.command = command,
                                  .options = specs,
                                  .noptions = ARRAY_LEN(specs),
                                  .apply = apply,
                                  .user = o,
                                  .words = &o->files};
    return cli_options_read(&g, argc, argv);
}

void cli_args_drop(struct cli_options *o) {
    vec_drop(&o->files);
    vec_drop(&o->formats);
    vec_drop(&o->overrides);
    vec_drop(&o->databases);
    vec_drop(&o->sheets);
}
