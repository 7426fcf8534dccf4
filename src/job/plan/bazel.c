/* SPDX-License-Identifier: MIT */
/*
 * Plans for Bazel: a package in the folder of the plan, with a target for each document and its own
 * rule. All inputs of a document are declared, so that another machine can build it. Files of the
 * program and the system, such as styles, must be installed on that machine. Other files outside
 * the folder cannot be planned.
 */
#include "core/base/file.h"
#include "dossier/version.h"
#include "job/plan/plan_model.h"

/** Writes a string of Starlark (its specification, "String literals"), which has no `\u00XX` for
 * control characters in Bazel. */
static void put_string(struct buf *out, struct str s) {
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c < ' ') {
            buf_printf(out, "\\%03o", (unsigned)c);
        } else {
            buf_puts(out, c == '"' || c == '\\' ? "\\" : "");
            buf_putc(out, (char)c);
        }
    }
    buf_putc(out, '"');
}

/** Whether a file belongs to the program or the system. Such files are not declared in the plan. */
static bool is_given(const struct plan *p, struct str path) {
    bool given = str_starts(path, STR("/usr/"));
    for (size_t i = 0; i < BUILD_DATA_DIRS && !given; i++) {
        struct str dir = p->opt->build->data_dirs[i];
        given = dir.n && str_starts(dir, STR("/")) && path_is_below(path, dir);
    }
    return given;
}

/**
 * Returns NULL if a path can be a label, or else the reason why not. Labels consist of ASCII
 * letters and digits and some other characters (Bazel, "Labels", target names). The path is
 * relative to the package and has no parts "." or "..".
 */
static const char *lacks(const struct plan *p, struct str path) {
    if (is_given(p, path)) {
        return NULL;
    }
    if (str_starts(path, STR("/"))) {
        return "it builds nothing from outside of its workspace, the folder that the plan is made "
               "in";
    }
    for (size_t i = 0; i < path.n; i++) {
        if (!is_alnum(path.p[i]) &&
            str_index(STR("!%-@^_\"#$&'()*+,;<=>?[]{|}~/. "), path.p[i]) == STR_NONE) {
            return "its labels have letters of English, digits, blanks and "
                   "!%-@^_\"#$&'()*+,;<=>?[]{|}~/.";
        }
    }
    struct str rest = path;
    while (rest.p) {
        struct str part = str_cut(&rest, '/');
        if (str_is(part, "..")) {
            return "it builds nothing from outside of its workspace, the folder that the plan is "
                   "made in";
        }
    }
    return NULL;
}

static void put_list(struct plan *p, const char *name, const struct str *words, size_t n,
                     bool inputs) {
    struct buf *out = &p->text;
    buf_printf(out, "    %s = [", name);
    for (size_t i = 0; i < n; i++) {
        if (inputs && (is_given(p, words[i]) || file_is_dir(words[i]))) {
            continue;
        }
        buf_puts(out, "\n        ");
        /* ":a" is always a file of the package, even if its name begins with "@" or "/" */
        struct str label = inputs ? arena_join(p->folder, 2, STR(":"), words[i]) : words[i];
        put_string(out, label);
        buf_putc(out, ',');
    }
    buf_puts(out, "\n    ],\n");
}

static void put_text(struct plan *p, const char *name, struct str text) {
    buf_printf(&p->text, "    %s = ", name);
    put_string(&p->text, text);
    buf_puts(&p->text, ",\n");
}

static void put_words(struct plan *p, const struct str *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        put_string(&p->text, words[i]);
        buf_puts(&p->text, ", ");
    }
}

static void begin(struct plan *p) {
    buf_puts(&p->text,
             "# " PLAN_MARK ": run that again when documents come or go; not to be edited\n"
             "# `bazel build -k //:documents` builds what has changed\n"
             "load(\":dossier.bzl\", \"dossier_document\", \"dossier_site\")\n\n"
             "OPTIONS = [");
    put_words(p, p->opt->words, p->opt->nwords);
    buf_puts(&p->text, "]\n\nSITE_OPTIONS = [");
    put_words(p, p->opt->site_words, p->opt->nsite_words);
    buf_puts(&p->text, "]\n\nPROGRAM = ");
    put_string(&p->text, p->opt->program);
    buf_puts(&p->text, "\n");
}

static void unit(struct plan *p, const struct plan_unit *u) {
    struct buf *out = &p->text;
    struct str name = arena_join(p->folder, 2, u->site ? STR("site/") : STR("document/"), u->name);
    struct str dir = str_slice(u->to, 0, u->to.n - 1);
    buf_printf(out, "\ndossier_%s(\n", u->site ? "site" : "document");
    put_text(p, "name", name);
    put_text(p, "word", u->name);
    put_list(p, "srcs", u->inputs, u->ninputs, true);
    put_text(p, "to", dir);
    if (!u->site) {
        VEC(struct str) all = VEC_INIT;
        for (size_t i = 0; i < u->noutputs + u->ncompanions; i++) {
            vec_push(&all, i < u->noutputs ? u->outputs[i] : u->companions[i - u->noutputs]);
        }
        put_list(p, "outs", all.p, all.n, false);
        vec_drop(&all);
    }
    buf_printf(out, "    options = %s,\n    program = PROGRAM,\n)\n",
               u->site ? "SITE_OPTIONS" : "OPTIONS");
    buf_puts(&p->list, "    ");
    put_string(&p->list, arena_join(p->folder, 2, STR(":"), name));
    buf_puts(&p->list, ",\n");
}

/* A document is built in a folder of copies, because the symbolic links in the sandboxes of Bazel
 * lead out of the sandboxes. In this folder, outputs have the same relative paths as in the
 * workspace, so that their bytes are the same. HOME is the highest folder in which a `.dossier.yml`
 * is read. */
static const char rules[] =
    "# " PLAN_MARK "\n"
    "\"\"\"Documents and sites by dossier.\"\"\"\n"
    "\n"
    "_COMMAND = \"\"\"\n"
    "set -e\n"
    "list=$1 bin=$2 to=$3\n"
    "shift 3\n"
    "root=$PWD\n"
    "work=$(mktemp -d \"$root/work.XXXXXX\")\n"
    "trap 'rm -rf \"$work\"' EXIT\n"
    "while IFS= read -r file; do\n"
    "    mkdir -p \"$work/$(dirname \"./$file\")\"\n"
    "    cp -L \"./$file\" \"$work/$file\"\n"
    "done <\"$list\"\n"
    "cd \"$work\"\n"
    "HOME=\"$work\" \"$@\"\n"
    "mkdir -p \"$root/$bin/$to\"\n"
    "cp -R \"./$to/.\" \"$root/$bin/$to\"\n"
    "\"\"\"\n"
    "\n"
    "def _run(ctx, outputs):\n"
    "    files = ctx.actions.args()\n"
    "    files.add_all(ctx.files.srcs)\n"
    "    files.use_param_file(\"%s\", use_always = True)\n"
    "    files.set_param_file_format(\"multiline\")\n"
    "    words = ctx.actions.args()\n"
    "    words.add_all([ctx.bin_dir.path, ctx.attr.to, ctx.attr.program, ctx.attr.command])\n"
    "    words.add_all(ctx.attr.options)\n"
    "    words.add_all([\"--no-cache\", \"-o\", ctx.attr.to + \"/\", \"--\", ctx.attr.word])\n"
    "    ctx.actions.run_shell(\n"
    "        command = _COMMAND,\n"
    "        arguments = [files, words],\n"
    "        inputs = ctx.files.srcs,\n"
    "        outputs = outputs,\n"
    "        env = {\"DOSSIER_VERSION\": \"" DOSSIER_VERSION "\"},\n"
    "        use_default_shell_env = True,\n"
    "        mnemonic = \"Dossier\",\n"
    "        progress_message = \"dossier \" + ctx.attr.word,\n"
    "    )\n"
    "    return [DefaultInfo(files = depset(outputs))]\n"
    "\n"
    "def _document(ctx):\n"
    "    return _run(ctx, ctx.outputs.outs)\n"
    "\n"
    "def _site(ctx):\n"
    "    return _run(ctx, [ctx.actions.declare_directory(ctx.attr.to)])\n"
    "\n"
    "_COMMON = {\n"
    "    \"options\": attr.string_list(doc = \"Options of the command.\"),\n"
    "    \"program\": attr.string(default = \"dossier\", doc = \"Along PATH, or a whole path.\"),\n"
    "    \"srcs\": attr.label_list(allow_files = True, doc = \"All that is read.\"),\n"
    "    \"to\": attr.string(mandatory = True, doc = \"The folder of the outputs.\"),\n"
    "    \"word\": attr.string(mandatory = True, doc = \"The document, or the folder of a "
    "site.\"),\n"
    "}\n"
    "\n"
    "dossier_document = rule(\n"
    "    implementation = _document,\n"
    "    attrs = dict(\n"
    "        _COMMON,\n"
    "        command = attr.string(default = \"build\"),\n"
    "        outs = attr.output_list(mandatory = True),\n"
    "    ),\n"
    ")\n"
    "\n"
    "dossier_site = rule(\n"
    "    implementation = _site,\n"
    "    attrs = dict(_COMMON, command = attr.string(default = \"site\")),\n"
    ")\n";

static const char module[] = "# " PLAN_MARK "\nmodule(name = \"documents\")\n";

/** Writes a workspace file beside the plan, unless it exists. */
static bool keep_workspace(struct plan *p) {
    static const char *const others[] = {"WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel"};
    struct str dir = path_dir(p->file);
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (file_exists(path_join(p->arena, dir, str_of(others[i])))) {
            return true;
        }
    }
    return plan_keep(p, path_join(p->arena, dir, STR("MODULE.bazel")), STR(module));
}

static bool end(struct plan *p) {
    struct buf *out = &p->text;
    buf_puts(out, "\nfilegroup(\n    name = \"documents\",\n    srcs = [\n");
    buf_str(out, buf_view(&p->list));
    buf_puts(out, "    ],\n)\n");
    return plan_keep(p, path_join(p->arena, path_dir(p->file), STR("dossier.bzl")), STR(rules)) &&
           keep_workspace(p);
}

const struct plan_format plan_bazel = {
    .name = "bazel",
    .file = "BUILD.bazel",
    .lacks = lacks,
    .begin = begin,
    .unit = unit,
    .end = end,
};
