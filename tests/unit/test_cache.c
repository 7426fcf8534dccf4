/* SPDX-License-Identifier: MIT */
/*
 * Tests the indexes of large .bib files: that nobody can tell whether there was one, whatever
 * happened to it or to the database.
 */
#include "cite/bib/cache/bib_index.h"
#include "cite/bib/database.h"
#include "cite/bib/database_files.h"
#include "cite/bib/format/format.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/data/yaml.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>

static struct arena *arena;
static struct str folder; /* for databases; indexes lie in index/ */

#define LATER 4000000000 /* a clock to which all files are old */

static struct str in_folder(const char *name) {
    return path_join(arena, folder, str_of(name));
}

/** Writes a file in its place, without waiting for the disk. */
static void put_at(struct str path, struct str text) {
    FILE *f = fopen(path.p, "w");
    if (!f || fwrite(text.p, 1, text.n, f) != text.n || fclose(f) != 0) {
        puts("Bail out! cannot write");
        exit(1);
    }
}

static void put_file(const char *name, struct str text) {
    put_at(in_folder(name), text);
}

/** Entries with all that a scan has to remember: macros, twins, faults, xdata, what has no key. */
static struct str odd_text(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "\xEF\xBB\xBF% a comment\n@string{pub = \"Harbour \" # loam}\r\n"
                 "@string{loam = {Loam}, pub2 = {Weir}}\n"
                 "@xdata{shared, publisher = pub # { and } # pub2}\n"
                 "@book{first, title = {One}, xdata = {shared}, year = 1999, IDs = {old, older}}\n"
                 "@string{pub2 = {Other}}\n"
                 "@book{nocomma title = {Two}}\n"
                 "@book{twin, title = {Twin}}\n@article{, title = {No key}}\n"
                 "@book{parent, title = {Whole}, editor = {Doe, Jo}, publisher = pub2, ids = "
                 "\"older, w3\" # {, once}}\n"
                 "@inbook(child, title = {Part}, crossref = {parent}, pages = {1--2})\n");
    for (int i = 0; i < 120; i++) {
        buf_printf(
            &b, "@article{w%d,\r\n  author = {Adler, Ada and Bo, %d},\n  title = {On \\'{e} %d},\n",
            i, i, i);
        buf_printf(&b, "  journal = %s,\n  year = {%d}\n}\n\n",
                   i % 40 == 7 ? "unknown" : "{Annals}", 1900 + i);
        if (i == 60) {
            buf_puts(&b, "@preamble{ \"\\newcommand{\\apj}{Own Journal}\" }\n");
        }
    }
    buf_puts(&b,
             "@book{twin, title = {Another {Quokka}}}\n@book{w3, title = {The Third Quokka Book}}\n"
             "@book{early, title = {Closed}}, note = {x}}\n"
             "@book{open, title = {Open}, note = {never closed,\n"
             "@xdata{w4, note = {hidden twin}}\n"
             "@book{last, title = {The end}, crossref = {nowhere}, crossref = {first}");
    return buf_finish(&b, arena);
}

/** What a run says, to the last byte. */
struct run {
    struct str said;
    bool indexed, failed;
};

static void say_item(struct bib *b, struct buf *out, const struct item *it, struct diags *d) {
    struct digest sum = {{0}};
    if (!it) {
        buf_puts(out, "none\n");
        return;
    }
    bool good = bib_digest(b, it->order, d, &sum);
    for (size_t i = 0; i < sizeof sum.byte && good; i++) {
        buf_printf(out, "%02x", sum.byte[i]);
    }
    buf_putc(out, ' ');
    struct line_col at = source_line_col(it->span.src, it->span.begin);
    buf_printf(out, "%zu %u:%u ", it->order, at.line, at.col);
    (void)bib_write(arena, out, BIB_CSL_JSON, &it, 1);
}

struct question {
    const char *files[3];
    const char *inline_yaml; /* references of the document, or NULL */
    bool all;                /* go over the whole database */
    bool brief;              /* ask for two entries and nothing else */
};

static void ask(struct bib *b, const struct question *q, struct buf *out, struct diags *d) {
    static const char *const keys[] = {"w100", "child", "first",  "twin",    "last",  "w3",
                                       "open", "w4",    "shared", "missing", "other", "nocomma",
                                       "w7",   "early", "old",    "older",   "once"};
    for (size_t i = 0; i < (q->brief ? 2 : ARRAY_LEN(keys)); i++) {
        buf_printf(out, "%s: ", keys[i]);
        say_item(b, out, bib_lookup(b, str_of(keys[i]), d), d);
    }
    if (q->brief) {
        return;
    }
    struct str near = bib_nearest(b, STR("twim"), d);
    buf_printf(out, "%zu entries; %.*s\n", bib_count(b), STR_ARG(near));
    for (size_t i = 0; i < bib_count(b) && (q->all || i < 3); i++) {
        say_item(b, out, bib_at(b, i, d), d);
    }
    size_t n;
    const struct str *all = bib_keys(b, &n);
    for (size_t i = 0; i < n; i++) {
        buf_str(out, all[i]);
        buf_putc(out, ' ');
    }
    diags_sort(d);
    for (size_t i = 0; i < d->n; i++) {
        diag_render(out, d->list[i], &(struct diag_style){0});
    }
}

static struct run run(const struct question *q, const char *index, int64_t now) {
    struct diags d;
    struct buf out;
    struct bib *b = bib_new(arena);
    struct bib_cache_options o = {
        .dir = index ? in_folder(index) : STR_EMPTY, .least = 1, .now = now};
    diags_init(&d, arena);
    buf_init(&out, 0);
    if (q->inline_yaml) {
        struct source *src = source_new(arena, STR("doc"), str_of(q->inline_yaml));
        bib_read_inline(b, yaml_parse(arena, src, 0, src->text.n, &d), &d);
    }
    for (size_t i = 0; i < ARRAY_LEN(q->files) && q->files[i]; i++) {
        int err = bib_read_file(b, in_folder(q->files[i]), &o, NULL, &d);
        if (err) {
            buf_printf(&out, "%d\n", err);
        }
    }
    struct run r = {.indexed = b->cached != NULL};
    ask(b, q, &out, &d);
    r.failed = bib_cache_failed(b);
    r.said = buf_keep(&out, arena);
    bib_close_files(b);
    buf_drop(&out);
    diags_drop(&d);
    return r;
}

/** As build does it: when the index fails, all over again without. */
static struct run run_twice(const struct question *q) {
    struct run r = run(q, "index", LATER);
    if (r.failed) {
        r = run(q, NULL, LATER);
        r.failed = true;
    }
    return r;
}

static void clear_index(void) {
    struct str command = arena_printf(arena, "rm -rf '%.*s/index'", STR_ARG(folder));
    if (system(command.p) != 0) {
        puts("Bail out! cannot clean up");
    }
}

/** The path of the only index. */
static struct str only_index(void) {
    struct str command = arena_printf(arena, "ls '%.*s'/index/memo/*/*.bib-index", STR_ARG(folder));
    char line[1000] = "";
    FILE *p = popen(command.p, "r");
    if (!p || !fgets(line, sizeof line, p)) {
        line[0] = '\0';
    }
    if (p) {
        pclose(p);
    }
    return arena_str(arena, str_trim(str_of(line)));
}

/** Without an index, while it is written, and with it, all is the same. */
static void same_thrice(const struct question *q, const char *what) {
    clear_index();
    struct run plain = run(q, NULL, LATER), first = run(q, "index", LATER),
               second = run(q, "index", LATER);
    ok(!plain.indexed && second.indexed && !second.failed, what);
    is_str(first.said, plain.said.p, "  while the index is written");
    is_str(second.said, plain.said.p, "  with the index");
}

static void test_same(void) {
    put_file("odd.bib", odd_text());
    put_file("small.bib", STR("@book{other, title = {Other}}\n@book{w3, title = {Taken}}\n"));
    struct buf big = BUF_INIT;
    for (int i = 0; i < 1500; i++) {
        buf_printf(&big, "@book{w%d, title = {Of the big one}}\n", 5 * i);
    }
    put_file("big.bib", buf_view(&big));
    buf_drop(&big);
    same_thrice(&(struct question){.files = {"odd.bib"}}, "the cited entries of a file");
    same_thrice(&(struct question){.files = {"odd.bib"}, .all = true}, "all entries of a file");
    same_thrice(&(struct question){.files = {"small.bib", "odd.bib"}, .all = true},
                "keys of another file");
    same_thrice(&(struct question){.files = {"odd.bib", "small.bib", "big.bib"}, .all = true},
                "three files with the same keys");
    same_thrice(&(struct question){.files = {"big.bib", "odd.bib"}, .all = true},
                "many keys before");
    same_thrice(&(struct question){.files = {"odd.bib", "odd.bib"}}, "the same file twice");
    same_thrice(&(struct question){.files = {"odd.bib"},
                                   .inline_yaml = "- id: twin\n  title: Inline\n- id: own\n",
                                   .all = true},
                "references of the document");
}

static void test_refused(void) {
    struct question q = {.files = {"x.bib"}};
    clear_index();
    put_file("x.bib", STR("@book{first, title = {caf\xE9}}\n"));
    (void)run(&q, "index", LATER);
    ok(!run(&q, "index", LATER).indexed, "what is not UTF-8 has no index");
    put_file("x.bib", STR("@book{first, title = {A}}\n"));
    (void)run(&q, "index", 0);
    ok(!run(&q, "index", 0).indexed, "what was written just now has none");
    (void)run(&q, "index", LATER);
    ok(run(&q, "index", LATER).indexed, "later it has one");
    put_file("x.bib", STR("@book{first, title = {B}}\n"));
    struct run r = run(&q, "index", 0);
    ok(!r.indexed && str_find(r.said, STR("\"title\": \"B\"")) != STR_NONE,
       "a changed file is read again");
    put_file("x.json", STR("[{\"id\": \"first\", \"type\": \"book\"}]"));
    q.files[0] = "x.json";
    (void)run(&q, "index", LATER);
    ok(!run(&q, "index", LATER).indexed, "other formats have none");
    q.files[0] = "gone.bib";
    ok(str_starts(run(&q, "index", LATER).said, arena_printf(arena, "%d\n", ENOENT)),
       "a file that is not there");
    put_file("blocker", STR("x"));
    q.files[0] = "x.bib";
    r = run(&q, "blocker", LATER);
    ok(str_find(r.said, STR("[cache-not-written]")) != STR_NONE &&
           str_find(r.said, STR("note:")) != STR_NONE,
       "no index can be written: a note");
}

/** Beginnings of an index, and bytes of it changed. */
static void test_damage(bool brief) {
    struct question q = {.files = {"odd.bib"}, .brief = brief};
    clear_index();
    struct run plain = run(&q, "index", LATER);
    struct str path = only_index(), index;
    is_int(file_read(arena, path, 1 << 20, &index), 0, "the index is there");
    size_t wrong = 0, used = 0;
    char *text = arena_copy(arena, index.p, index.n);
    for (size_t i = 0; i<2 * index.n; i += index.n> 3000 ? 3 : 1) {
        bool cut = i >= index.n;
        size_t at = cut ? i - index.n : i;
        struct arena *kept = arena;
        arena = arena_new();
        text[at] = (char)(text[at] ^ (1 << at % 8));
        put_at(path, (struct str){cut ? index.p : text, cut ? at : index.n});
        text[at] = index.p[at];
        struct run r = run_twice(&q);
        used += r.indexed;
        wrong += !str_eq(r.said, plain.said);
        arena_drop(arena);
        arena = kept;
    }
    is_int(wrong, 0, "damage changes nothing of what is said");
    is_int(used, 0, "a damaged index is never used");
}

/** The database changes, and the index gets the stamp of the changed file: the blocks' sums differ.
 */
static void test_changed_text(void) {
    struct question q = {.files = {"odd.bib"}};
    clear_index();
    (void)run(&q, "index", LATER);
    struct memo_entry e =
        bib_index_place(in_folder("index"), file_real_path(arena, in_folder("odd.bib")));
    struct str text = odd_text(), index = memo_load(arena, &e);
    ok(index.p, "the index is there");
    size_t wrong = 0, noticed = 0;
    char *changed = arena_copy(arena, text.p, text.n);
    for (size_t at = 0; at < text.n; at += 307) {
        changed[at] = changed[at] == 'e' ? 'o' : 'e';
        put_file("odd.bib", (struct str){changed, text.n});
        struct file_id id;
        (void)file_identify(in_folder("odd.bib"), &id);
        memcpy((char *)(uintptr_t)index.p, &id, sizeof id); /* its first field */
        (void)memo_save(&e, index);
        struct run plain = run(&q, NULL, LATER), r = run_twice(&q);
        bool same = str_eq(plain.said, r.said);
        noticed += !r.indexed || r.failed;
        wrong += !same && (!r.indexed || r.failed);
        changed[at] = text.p[at];
    }
    is_int(wrong, 0, "whenever a change is noticed, the file is read again");
    ok(noticed > text.n / 307 / 2, "changes to what is read are noticed");
    put_file("odd.bib", text);
}

/** Many at once read, and write what others read. */
static void test_together(void) {
    struct question q = {.files = {"odd.bib"}};
    struct run plain = run(&q, NULL, LATER);
    clear_index();
    pid_t pids[8];
    for (size_t i = 0; i < ARRAY_LEN(pids); i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            bool right = true;
            for (int k = 0; k < 20; k++) {
                right = right && str_eq(run_twice(&q).said, plain.said);
                if (i == 0) {
                    (void)unlink(only_index().p);
                }
            }
            _exit(!right);
        }
    }
    int failures = 0;
    for (size_t i = 0; i < ARRAY_LEN(pids); i++) {
        int status = 1;
        (void)waitpid(pids[i], &status, 0);
        failures += status != 0;
    }
    is_int(failures, 0, "eight processes at once");
    ok(run(&q, "index", LATER).indexed || run(&q, "index", LATER).indexed, "and an index is left");
}

int main(void) {
    char memory[] = "/dev/shm/dossier-test-XXXXXX", disk[] = "/tmp/dossier-test-XXXXXX";
    arena = arena_new();
    const char *name = mkdtemp(memory); /* hundreds of indexes are written, each to the disk */
    name = name ? name : mkdtemp(disk);
    if (!name) {
        return 1;
    }
    folder = str_of(name);
    test_same();
    test_refused();
    test_damage(false);
    test_damage(true);
    test_changed_text();
    test_together();
    struct str rm = arena_printf(arena, "rm -rf '%s'", name);
    is_int(system(rm.p), 0, "cleaned up");
    arena_drop(arena);
    return tap_done();
}
