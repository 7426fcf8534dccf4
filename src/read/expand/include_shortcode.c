/* SPDX-License-Identifier: MIT */
/* Replaces Quarto's {{< include file >}} on a separate line with the file before the text is read
 * as Markdown. Diagnostics name the included file. In code and comments, such a line is kept as it
 * is. Paths are relative to the file that contains the line, or else to the document. Paths that
 * begin with "/" are relative to the folder of the project. */
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "read/expand/expand.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_NOT_INCLUDED);

#define MAX_DEPTH 16

#define MAX_INCLUDES 2000 /* maximum number of included files in one document */

/** An open file. */
struct level {
    struct source *src;
    size_t at; /* offset of the first byte that has not been read yet */
    struct code_fence fence;
    bool comment; /* a comment `<!--` is open */
};

struct includer {
    struct expand *x;
    const struct source *root;
    struct level levels[MAX_DEPTH];
    size_t n, count;
    struct source_builder out;
};

bool expand_find_above(struct arena *a, const struct file_host *host, struct str dir,
                       const char *name, struct str *folder) {
    bool more = true;
    for (int level = 0; more && level <= EXPAND_LEVELS; level++) {
        *folder = dir;
        if (file_host_exists(host, a, path_join(a, dir, str_of(name)))) {
            return true;
        }
        more = path_up(a, &dir);
    }
    return false;
}

struct str expand_project_path(struct arena *a, const struct file_host *host, struct str dir,
                               struct str path) {
    struct str root = STR_EMPTY;
    while (str_starts(path, STR("/"))) {
        path = str_from(path, 1);
    }
    bool found = expand_find_above(a, host, dir, "_quarto.yml", &root);
    return found ? path_join(a, root, path) : STR_EMPTY;
}

/** Returns the file that an include line names. Empty for other lines. */
static struct str file_of(struct str line) {
    struct str s = str_trim(line);
    if (!str_starts(s, STR("{{<")) || !str_ends(s, STR(">}}")) || s.n < 7) {
        return STR_EMPTY;
    }
    s = str_trim(str_slice(s, 3, s.n - 3));
    if (!str_starts(s, STR("include")) || s.n < 9 || !is_space(s.p[7])) {
        return STR_EMPTY;
    }
    s = str_trim(str_from(s, 7));
    char quote = s.n > 1 ? s.p[0] : '\0';
    bool quoted = (quote == '"' || quote == '\'') && s.p[s.n - 1] == quote;
    s = quoted ? str_slice(s, 1, s.n - 1) : s;
    return str_find(s, STR(">}}")) == STR_NONE ? s : STR_EMPTY;
}

/** Tracks fences and comments. Returns whether the line is text. */
static bool is_text(struct level *l, struct str line) {
    if (l->comment) {
        l->comment = str_find(line, STR("-->")) == STR_NONE;
        return false;
    }
    if (code_fence_line(&l->fence, line) != CODE_FENCE_OUTSIDE) {
        return false;
    }
    size_t open = str_find(line, STR("<!--"));
    l->comment = open != STR_NONE && str_find(str_from(line, open), STR("-->")) == STR_NONE;
    return open == STR_NONE;
}

static bool is_open(const struct includer *in, const struct source *src) {
    for (size_t i = 0; i < in->n; i++) {
        if (str_eq(in->levels[i].src->name, src->name)) {
            return true;
        }
    }
    return false;
}

static struct source *open_included(struct expand *x, struct str path, const struct source *from) {
    return x->files.open(x->files.user, path, from);
}

/** Opens the file that a line names, or reports why it cannot be included. */
static void include(struct includer *in, struct str path, struct span at) {
    struct expand *x = in->x;
    struct source *src = open_included(x, path, in->n > 1 ? in->levels[in->n - 1].src : in->root);
    src = src || in->n < 2 ? src : open_included(x, path, in->root);
    if (!src &&
        x->files.refuse(x->files.user, path_join(x->arena, path_dir(in->root->name), path), at)) {
        return;
    }
    if (!src) {
        struct diag *g = diag_add(x->d, DIAG_NOT_INCLUDED, at, "cannot read `%.*s`", STR_ARG(path));
        diag_hint(x->d, g, "paths are relative to the document");
        return;
    }
    const char *why = is_open(in, src)             ? "the file includes itself"
                      : in->n == MAX_DEPTH         ? "files include one another too deep"
                      : in->count++ > MAX_INCLUDES ? "there are too many files"
                                                   : NULL;
    if (why) {
        diag_add(x->d, DIAG_NOT_INCLUDED, at, "`%.*s` is not included: %s", STR_ARG(path), why);
        return;
    }
    in->levels[in->n++] = (struct level){.src = src};
}

/** Copies one line of the innermost file, or includes its file. */
static void take_line(struct includer *in) {
    struct level *l = &in->levels[in->n - 1];
    struct str text = l->src->text;
    size_t begin = l->at, next = expand_line_end(text, begin);
    struct str line = str_slice(text, begin, next);
    struct str path = is_text(l, line) ? file_of(line) : STR_EMPTY;
    l->at = next;
    if (!path.n) {
        source_put(&in->out, span_make(l->src, begin, next));
        return;
    }
    include(in, path, span_make(l->src, begin, begin + str_trim_end(line).n));
    if (in->levels[in->n - 1].src == l->src) { /* nothing was included: the line becomes empty */
        source_put_made(&in->out, STR("\n"), span_make(l->src, begin, next));
    }
}

struct source *expand_includes(struct expand *x, struct source *src) {
    if (str_find(src->text, STR("{{<")) == STR_NONE ||
        !markdown_format_has(x->arena, x->from, "shortcodes")) {
        return src;
    }
    struct includer in = {.x = x, .root = src, .n = 1};
    in.levels[0] = (struct level){.src = src};
    source_build(&in.out, x->arena, LIMIT_SOURCE);
    while (in.n > 0) {
        const struct level *l = &in.levels[in.n - 1];
        if (l->at < l->src->text.n && !in.out.text.overflow) {
            take_line(&in);
            continue;
        }
        if (in.n > 1 && !str_ends(l->src->text, STR("\n"))) {
            size_t end = l->src->text.n;
            source_put_made(&in.out, STR("\n"), span_make(l->src, end, end));
        }
        in.n--;
    }
    if (in.out.text.overflow) {
        diag_add(x->d, DIAG_NOT_INCLUDED, span_make(src, 0, 0),
                 "with the files that it includes the document has more than %u bytes; the rest is "
                 "left out",
                 LIMIT_SOURCE);
    }
    return source_built(&in.out, src->name);
}
