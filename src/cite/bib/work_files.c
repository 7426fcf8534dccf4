/* SPDX-License-Identifier: MIT */
/*
 * Finds the pages of works in a folder, and the database beside a page. cite/bib/item/front_item.c
 * interprets the front matter of the pages.
 */
#include "cite/bib/work_files.h"

#include "cite/bib/database.h"
#include "cite/bib/item/front_item.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/front_matter.h"
#include "core/data/toml.h"
#include "core/data/yaml.h"
#include "core/files/file_host.h"

#include <errno.h>

DIAG_USE(DIAG_BIB_BAD_ITEM);
DIAG_USE(DIAG_BIB_EMPTY);

#define MAX_WORD 64 /* maximum length in bytes of a word that names a person */

static const char *const endings[] = {"md", "markdown", "qmd", "Rmd", "rmd"};

static bool is_page_name(struct str path) {
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        if (str_is(path_ext(path), endings[i])) {
            return true;
        }
    }
    return false;
}

bool bib_is_pages(struct str path) {
    return is_page_name(path) || (path.n && file_is_dir(path));
}

struct reader {
    struct bib *b;
    struct arena *a;
    struct diags *d;
    const struct file_fence *fence;
    bib_page_fn *each;
    void *user;
    struct str page; /* the path of the page that is being read */
    /* maps an author's name in a page to a struct str: the name to print, or an empty text if
     * the site has no such person */
    struct map people;
};

static struct source *read_text(struct reader *r, struct str path, int *err) {
    struct str text;
    *err = file_read_inside(r->fence, r->a, path, LIMIT_DATABASE, &text);
    if (*err) {
        return NULL;
    }
    struct source *src = source_new(r->a, path, text);
    bib_to_utf8(src, r->d);
    if (r->each) {
        r->each(r->user, path, text);
    }
    return src;
}

/** Returns the front matter of a source as a map. NULL if it is not a map. */
static const struct node *front_of(struct reader *r, struct source *src, struct diags *d) {
    struct front_matter f = toml_front_matter(src->text);
    if (f.behind) {
        return toml_parse(r->a, src, f.begin, f.end, d);
    }
    f = front_matter_find(src->text, 0);
    if (!f.behind || f.end - f.begin > LIMIT_FRONT_MATTER) {
        return NULL;
    }
    const struct node *front = yaml_parse(r->a, src, f.begin, f.end, d);
    return front && front->kind == NODE_MAP ? front : NULL;
}

/* ---- people */

/** Returns the name in `authors/WORD/_index.md`, a file beside the folder of the pages. Empty if
 * that file has no name. */
static struct str full_name(struct reader *r, struct str word) {
    static const char *const files[] = {"_index.md", "index.md"};
    struct str folder = path_dir(r->page);
    for (int level = 0; level < 3; level++) {
        for (size_t i = 0; i < ARRAY_LEN(files); i++) {
            struct str dir = path_join(r->a, folder, arena_join(r->a, 2, STR("authors/"), word));
            struct str path = path_join(r->a, dir, str_of(files[i]));
            int err = 0;
            struct source *src = file_exists(path) ? read_text(r, path, &err) : NULL;
            struct diags quiet;
            diags_init(&quiet, r->a);
            const struct node *front = src ? front_of(r, src, &quiet) : NULL;
            diags_drop(&quiet);
            if (front) {
                return node_text(node_get(front, "title"));
            }
        }
        folder = path_join(r->a, folder, STR(".."));
    }
    return STR_EMPTY;
}

static struct str person(void *user, struct str word) {
    struct reader *r = user;
    for (size_t i = 0; i < word.n; i++) { /* only a plain name of a folder is allowed */
        if (!is_alnum(word.p[i]) && word.p[i] != '-' && word.p[i] != '_') {
            return STR_EMPTY;
        }
    }
    if (word.n == 0 || word.n > MAX_WORD) {
        return STR_EMPTY;
    }
    struct str *known = map_lookup(&r->people, word);
    if (!known) {
        known = ARENA_NEW(r->a, struct str);
        *known = full_name(r, word);
        map_put(&r->people, arena_str(r->a, word), known);
    }
    return *known;
}

/* ---- pages */

/** Returns the work in the `cite.bib` beside a page, or NULL. */
static const struct item *cited(struct reader *r) {
    struct str path = path_join(r->a, path_dir(r->page), STR("cite.bib"));
    int err;
    if (!str_is(path_stem(r->page), "index") || !file_exists(path)) {
        return NULL;
    }
    struct source *src = read_text(r, path, &err);
    struct bib *beside = bib_new(r->a);
    bool any = src && bib_read(beside, src, BIB_AUTO, r->d);
    return any && bib_count(beside) ? bib_at(beside, 0, r->d) : NULL;
}

/** Reads one page. `named` means that the user has named this page and not its folder. Then it is
 * reported if it has no work. */
static int read_page(struct reader *r, struct str path, bool named) {
    int err;
    r->page = path;
    struct source *src = read_text(r, path, &err);
    if (!src) {
        return err;
    }
    const struct node *front = front_of(r, src, r->d);
    if (front && item_page_is_draft(front) && !named) {
        return 0;
    }
    struct item_page_host host = {person, r};
    struct item *it = front ? item_of_page(r->a, front, item_page_key(path), &host, r->d) : NULL;
    const struct item *bib = front ? cited(r) : NULL;
    if (it && bib) {
        it = item_with_page(r->a, bib, it);
    } else if (bib) {
        it = arena_copy(r->a, bib, sizeof *bib);
    }
    if (it) {
        (void)bib_add_item(r->b, it, r->d);
    } else if (named || front) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, span_make(src, 0, 0),
                                  "the front matter of this page describes no work");
        diag_hint(r->d, g, "give it a `title` between two lines `---`");
    }
    return 0;
}

static void read_in_folder(struct reader *r, struct str path) {
    int err = read_page(r, path, false);
    if (err) {
        file_host_report(NULL, r->d, SPAN_NONE, path, err);
    }
}

static void read_folder(struct reader *r, struct str dir) {
    size_t n = 0;
    const struct file_entry *entries = file_list(r->a, dir, &n);
    for (size_t i = 0; i < n; i++) {
        struct str name = entries[i].name, path = path_join(r->a, dir, name);
        if (name.p[0] == '_' || name.p[0] == '.' || str_is(name, "README.md")) {
            continue;
        }
        if (entries[i].plain && is_page_name(name)) {
            read_in_folder(r, path);
        }
        for (size_t k = 0; entries[i].folder && k < ARRAY_LEN(endings); k++) {
            struct str index = path_join(r->a, path, arena_printf(r->a, "index.%s", endings[k]));
            if (file_exists(index)) {
                read_in_folder(r, index);
                break;
            }
        }
    }
}

int bib_read_pages(struct bib *b, struct str path, const struct file_fence *fence,
                   bib_page_fn *each, void *user, struct diags *d) {
    struct reader r = {.b = b,
                       .a = b->arena,
                       .d = d,
                       .fence = fence,
                       .each = each,
                       .user = user,
                       .people = MAP_IN(b->arena)};
    path = arena_str(r.a, path);
    if (!file_fence_has(fence, path)) {
        return EXDEV;
    }
    if (!file_is_dir(path)) {
        return read_page(&r, path, true);
    }
    size_t before = bib_count(b);
    read_folder(&r, path);
    if (bib_count(b) == before) {
        struct diag *g = diag_add(d, DIAG_BIB_EMPTY, SPAN_NONE,
                                  "no page in the folder `%.*s` describes a work", STR_ARG(path));
        diag_hint(d, g,
                  "pages end in .md or .qmd, or are `NAME/index.md`, and have a `title` in "
                  "their front matter");
    }
    return 0;
}
