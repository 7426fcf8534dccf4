/* SPDX-License-Identifier: MIT */
/*
 * Finds the documents and sites. A Markdown file is a document, unless it is hidden, begins with
 * "_" (for files that others include), was left by a tool, or is excluded. A folder with the
 * configuration of a site is one site. A folder with the configuration of a book is one document.
 * The files in such folders are not separate documents.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/build/project.h"
#include "job/plan/plan_model.h"
#include "job/site/site.h"

#include <fnmatch.h>

DIAG_USE(DIAG_CANNOT_READ);

#define MAX_DEPTH 64 /* maximum nesting of folders */

static const char *const never[] = {"node_modules", "*~", "#*#"};

static bool is_document(struct str path) {
    return str_iamong(path_ext(path), "md markdown mkd mkdn qmd rmd");
}

/** Whether a path is omitted. It is omitted if its name begins with "." or "_", or if a pattern
 * excludes it. A pattern with a slash matches paths. Other patterns match names. */
static bool is_left_out(const struct plan *p, struct str path) {
    struct str name = path_base(path);
    bool out = name.p[0] == '.' || name.p[0] == '_';
    const char *text = arena_str(p->folder, path).p, *base = arena_str(p->folder, name).p;
    for (size_t i = 0; i < ARRAY_LEN(never) && !out; i++) {
        out = fnmatch(never[i], base, 0) == 0;
    }
    for (size_t i = 0; i < p->opt->nexclude && !out; i++) {
        const char *pattern = arena_str(p->folder, p->opt->exclude[i]).p;
        out = fnmatch(pattern, strchr(pattern, '/') ? text : base, FNM_PATHNAME) == 0;
    }
    return out;
}

/** Returns the project file of a book in a folder, or a project file that cannot be read. Empty if
 * neither exists. */
static struct str find_project(struct plan *p, struct str dir, const struct file_entry *entries,
                               size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct str text;
        struct str path = path_join(p->folder, dir, entries[i].name);
        if (!entries[i].plain || !build_is_project(entries[i].name)) {
            continue;
        }
        if (file_read(p->folder, path, LIMIT_FRONT_MATTER, &text) != 0) {
            return path; /* plan_document() reports why the file cannot be read */
        }
        struct build_project project;
        struct diags quiet;
        diags_init(&quiet, p->folder);
        bool book =
            build_project_read(p->folder, source_new(p->folder, path, text), &project, &quiet);
        diags_drop(&quiet);
        if (book) {
            return path;
        }
    }
    return STR_EMPTY;
}

struct folder {
    struct str path;
    unsigned depth;
};

/** The folders that must still be searched. The last folder in the list is the next one to
 * search. */
struct walk {
    struct plan *plan;
    VEC(struct folder) folders;
    struct str top; /* the folder that the command line names */
    struct str prefix;
    struct str real_out;
};

/** Returns the folder for the outputs of the documents in a folder, with a slash at the end. */
static struct str target_dir(const struct walk *w, struct arena *a, struct str dir) {
    bool here = str_is(w->top, ".") && !str_is(dir, ".");
    struct str rest = here ? dir : str_from(dir, w->top.n);
    while (str_starts(rest, STR("/"))) {
        rest = str_from(rest, 1);
    }
    struct str to = path_join(a, w->plan->opt->out, w->prefix);
    to = rest.n ? path_join(a, to, rest) : to;
    return str_ends(to, STR("/")) ? to : arena_join(a, 2, to, STR("/"));
}

static void push_folders(struct walk *w, struct str dir, unsigned depth,
                         const struct file_entry *entries, size_t n) {
    struct plan *p = w->plan;
    for (size_t i = n; i-- > 0;) {
        if (!entries[i].folder || entries[i].link) {
            continue; /* a symbolic link is not followed, because it could lead into a loop */
        }
        struct str path = path_join(p->folder, dir, entries[i].name);
        if (is_left_out(p, path) || str_eq(file_real_path(p->folder, path), w->real_out)) {
            continue;
        }
        if (depth + 1 >= MAX_DEPTH) {
            struct diag *g = diag_add(&p->job->diags, DIAG_CANNOT_READ, SPAN_NONE,
                                      "cannot read the folder `%.*s`", STR_ARG(path));
            diag_hint(&p->job->diags, g, "folders are followed %d deep", MAX_DEPTH);
            p->job->io_failed = true;
            continue;
        }
        vec_push(&w->folders, ((struct folder){arena_str(p->arena, path), depth + 1}));
    }
}

static void take_folder(struct walk *w, struct str dir, unsigned depth) {
    struct plan *p = w->plan;
    size_t n;
    arena_reset(p->folder);
    struct str shown = str_is(dir, ".") ? STR_EMPTY : dir;
    struct str to = target_dir(w, p->folder, dir);
    vec_push(&p->watched, arena_str(p->arena, dir));
    if (site_is_one(p->folder, shown)) {
        plan_site(p, dir, to);
        return;
    }
    const struct file_entry *entries = file_list(p->folder, shown, &n);
    struct str project = find_project(p, shown, entries, n);
    if (project.n) {
        plan_document(p, project, to);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct str path = path_join(p->folder, shown, entries[i].name);
        if (entries[i].plain && is_document(entries[i].name) && !is_left_out(p, path)) {
            plan_document(p, path, to);
        }
    }
    push_folders(w, shown, depth, entries, n);
}

/** Returns the part of a path that is repeated below `out`. Parts that lead out of the current
 * folder are not repeated. */
static struct str prefix_of(struct str path, bool folder) {
    struct str rest = path;
    bool inside = !str_starts(path, STR("/"));
    while (rest.p && inside) {
        inside = !str_is(str_cut(&rest, '/'), "..");
    }
    if (folder) {
        return inside ? str_is(path, ".") ? STR_EMPTY : path : path_base(path);
    }
    return inside ? path_dir(path) : STR_EMPTY;
}

void plan_walk(struct plan *p) {
    struct walk w = {.plan = p, .real_out = file_target_path(p->arena, p->opt->out)};
    for (size_t i = 0; i < p->opt->nplaces; i++) {
        struct str word = plan_tidy(p, p->arena, p->opt->places[i]);
        bool folder = file_is_dir(word);
        w.top = word;
        w.prefix = prefix_of(word, folder);
        if (!folder) {
            plan_document(p, word, target_dir(&w, p->arena, word));
            continue;
        }
        vec_push(&w.folders, ((struct folder){word, 0}));
        while (w.folders.n) {
            struct folder f = vec_pop(&w.folders);
            take_folder(&w, f.path, f.depth);
        }
    }
    vec_drop(&w.folders);
}
