/* SPDX-License-Identifier: MIT */
/*
 * Addresses; and a site that remains open: the pages that are built again after a file changed,
 * and the page at an address.
 */
#include "job/site/site_model.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static void test_addresses(struct arena *a) {
    static const struct {
        const char *from, *to, *seen;
    } rows[] = {
        {"/", "/", "./"},
        {"/", "/a.html", "a.html"},
        {"/a.html", "/", "./"},
        {"/a/b.html", "/", "../"},
        {"/a/b.html", "/a/", "./"},
        {"/a/", "/a/c.html", "c.html"},
        {"/a/b/", "/a/c/d", "../c/d"},
        {"/a/b/c.html", "/d/e.html", "../../d/e.html"},
        {"/ab/c", "/a/c", "../a/c"},
        {"/x", "/a:b", "./a:b"},
        {"/x", "/a b?c#d%.html", "a%20b%3Fc%23d%25.html"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_str(site_relative(a, str_of(rows[i].from), str_of(rows[i].to)), rows[i].seen,
               "from one page to another");
    }
    is_str(site_clean_address(a, STR("../../etc//./x/../y")), "/etc/x/y", "no address leads out");
    is_str(site_clean_address(a, STR("a\\b\x01/")), "/a-b-/", "nor has what no file is called");
    is_str(site_clean_address(a, STR("")), "/", "the empty one is the first page");
    is_str(site_output_of(a, STR("/a/")), "a/index.html", "a folder's first page");
    is_str(site_output_of(a, STR("/a")), "a.html", "a page without an ending");
    is_str(site_clean_path(a, STR("a/b/../c/./../../../d")), "../d", "a path without dots");
    is_str(site_clean_path(a, STR("/a/../b")), "/b", "from the root on");
    ok(expand_is_dated(STR("2024-01-02-x")) && !expand_is_dated(STR("2024-01-02")), "dated names");
    is_str(site_iso_day(STR("2024-05-06 10:00 +0100")), "2024-05-06", "a day with a time");
    is_str(site_iso_day(STR("May 2024")), "", "and what is none");
}

/* ---- a site that stays open */

struct tree {
    struct arena *a;
    struct str dir, out;
    size_t reports;
};

static void put(struct tree *t, const char *name, const char *text) {
    struct str path = path_join(t->a, t->dir, str_of(name));
    file_make_dirs(path_dir(path));
    ok(file_write(path, str_of(text)) == 0, "written for the test");
}

static bool update(struct site *s, struct tree *t, const char *name, struct site_counts *counts) {
    struct str path = path_join(t->a, t->dir, str_of(name));
    return site_update(s, &path, 1, counts);
}

static void count_report(void *user, const struct build_job *job) {
    struct tree *t = user;
    t->reports += job->diags.errors + job->diags.warnings;
}

static void test_updates(struct site *s, struct tree *t) {
    struct site_counts n;
    ok(site_build(s, &n), "built");
    is_int((int)n.pages, 4, "three pages, and one for what is missing");
    is_int((int)t->reports, 0, "nothing is wrong");
    put(t, "b.md", "---\ntitle: B\n---\n\nOther words.\n");
    ok(update(s, t, "b.md", &n), "updated");
    is_int((int)n.written, 1, "a changed page is written alone");
    put(t, "b.md", "---\ntitle: Bee\n---\n\nOther words.\n");
    ok(update(s, t, "b.md", &n), "updated");
    ok(n.written > 1, "one with another title with all that show it");
    put(t, "x.txt", "two");
    ok(update(s, t, "x.txt", &n) && n.written == 1, "a file that is copied");
    put(t, "a.md", "# A\n\n[gone](gone.md)\n");
    ok(update(s, t, "a.md", &n), "updated");
    is_int((int)t->reports, 1, "what is wrong now is reported");
    put(t, "gone.md", "# Here\n");
    ok(update(s, t, "gone.md", &n), "updated");
    is_int((int)n.pages, 6, "a new page");
    is_int((int)t->reports, 1, "makes the link whole");
    ok(unlink(arena_str(t->a, path_join(t->a, t->dir, STR("gone.md"))).p) == 0, "removed");
    ok(update(s, t, "gone.md", &n), "updated");
    is_int((int)n.removed, 1, "a page that went takes its output along");
    for (int i = 0; i < 20; i++) {
        put(t, "b.md", i % 2 ? "---\ntitle: Bee\n---\n\nOne\n" : "---\ntitle: Bee\n---\n\nTwo\n");
        ok(update(s, t, "b.md", &n) && n.written == 1, "again and again");
    }
}

static void test_inputs(struct site *s) {
    size_t n = 0;
    ok(site_inputs(s, &n) && n >= 6, "what to watch");
}

int main(void) {
    struct arena *a = arena_new();
    test_addresses(a);
    char name[] = "/tmp/dossier-site-XXXXXX";
    if (!mkdtemp(name)) {
        return 1;
    }
    struct tree t = {.a = a,
                     .dir = path_join(a, str_of(name), STR("in")),
                     .out = path_join(a, str_of(name), STR("out"))};
    put(&t, "site.yml", "title: T\nurl: https://example.edu/base\nresources: x.txt\n");
    put(&t, "b.md", "---\ntitle: B\n---\n\nWords.\n");
    put(&t, "sub/index.md", "# Sub\n");
    put(&t, "x.txt", "one");
    put(&t, "index.md", "# Home\n");
    struct build_options build = {.fonts = fonts_new(a), .epoch = -1};
    struct site_options opt = {
        .dir = t.dir, .out = t.out, .build = &build, .report = count_report, .user = &t};
    int status = 0;
    struct site *s = site_open(&opt, &status);
    ok(s != NULL, "opened");
    if (s) {
        test_updates(s, &t);
        test_inputs(s);
        site_close(s);
    }
    fonts_drop(build.fonts);
    struct str rm = arena_printf(a, "rm -rf '%s'", name);
    is_int(system(rm.p), 0, "cleaned up");
    arena_drop(a);
    return tap_done();
}
