/* SPDX-License-Identifier: MIT */
/*
 * The library: items are returned as they were stored, queries select the right ones, imports
 * write only changes, and files that are not a library are refused.
 */
#include "cite/bib/bib.h"
#include "cite/bib/import.h"

#include "cite/bib/format/format.h"
#include "cite/bib/store/store_item.h"
#include "core/base/file.h"
#include "tap.h"

#include <sqlite3.h>
#include <stdlib.h>

DIAG_USE(DIAG_LIBRARY_FORMAT);
DIAG_USE(DIAG_LIBRARY_DAMAGED);
DIAG_USE(DIAG_DATABASE_NOT_FOUND);

static struct arena *arena;
static struct diags diags;
static char dir[] = "/tmp/dossier-store-XXXXXX";

static struct str in_dir(const char *name) {
    return path_join(arena, str_of(dir), str_of(name));
}

static void put_file(const char *name, const char *text) {
    if (file_write(in_dir(name), str_of(text)) != 0) {
        note("cannot write %s", name);
    }
}

/* ---- items ---- */

static struct str written(const struct item *it) {
    struct buf b = BUF_INIT;
    bib_store_item_write(&b, it);
    return buf_finish(&b, arena);
}

/** What the writers say of an item tells all of it that matters to them. */
static void test_writers(const struct item *it, const struct item *back) {
    static const enum bib_format formats[] = {BIB_BIBTEX, BIB_BIBLATEX, BIB_CSL_JSON, BIB_CSL_YAML,
                                              BIB_RIS};
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        struct buf a = BUF_INIT, b = BUF_INIT;
        ok(bib_write(arena, &a, formats[i], &it, 1) && bib_write(arena, &b, formats[i], &back, 1),
           "an item can be written");
        is_str(buf_view(&b), a.p, "from the library it is written as from its file");
        buf_drop(&a);
        buf_drop(&b);
    }
}

static const char odd_bib[] =
    "@inproceedings{odd:1, author = {van der Berg, Jr., Aad and {The Water Board} and others},\n"
    "  title = {A {NASA} view of $x^2 < y$ and \"quotes\"\\textbackslash}, date = "
    "{2019-21/2020~},\n"
    "  code = {https://example.org/a_b}, award = {Best \\emph{paper}}, keywords = {a, b},\n"
    "  booktitle = {Proc. of {\\o}re}, pages = {1--3}, urldate = {2020-01-02}}\n"
    "@misc{open, title = {Open}, date = {2001/..}}\n"
    "@thesis{when, title = {The {Quokka} Came}, year = {forthcoming}, note = {Tab\there}}\n"
    "@article{paper, title = {On {RNA}}, journal = {Slow Streams}, eprint = {1.2}, volume = {3}}\n"
    "@book{bc, title = {Very Old Quokka Tales}, date = {-0043-03-15}}\n";

static void test_items(void) {
    struct bib *bib = bib_new(arena);
    struct diags quiet;
    diags_init(&quiet, arena);
    bib_read(bib, source_new(arena, STR("odd.bib"), str_of(odd_bib)), BIB_AUTO, &quiet);
    is_int(bib_count(bib), 5, "the sample has five entries");
    for (size_t i = 0; i < bib_count(bib); i++) {
        const struct item *it = bib_at(bib, i, &quiet);
        struct item *back = bib_store_item_read(arena, written(it));
        if (!ok(back != NULL, "an item can be read again")) {
            continue;
        }
        is_str(written(back), written(it).p, "what is read again is written the same");
        is_int(back->nfields, it->nfields, "it has all fields");
        is_int(back->nextras, it->nextras, "it has all fields CSL does not know");
        is_str(back->type_text, arena_str(arena, it->type_text).p, "it has the entry's type");
        test_writers(it, back);
        ok(back->written_case == it->written_case && back->type == it->type,
           "it has the type and the case");
        for (size_t k = 0; k < it->nfields && k < back->nfields; k++) {
            const struct item_field *a = &it->fields[k], *b = &back->fields[k];
            if (a->var != b->var || (a->var < VAR_DATES_BEGIN && !rich_eq(a->u.text, b->u.text))) {
                ok(false, item_var_name(a->var));
            }
        }
    }
    diags_drop(&quiet);
}

static void test_parts(void) {
    struct item it = {.id = STR("x"), .type = ITEM_TYPE_BOOK, .type_text = STR("book")};
    struct item_date age = {.from = {.year = -43, .month = 3, .day = 15, .has_year = true},
                            .to = {.has_year = false},
                            .is_range = true,
                            .circa = true};
    item_set_date(arena, &it, VAR_ISSUED, &age, SPAN_NONE);
    struct item_date seen_on = {.from = {.year = 2019, .season = 4, .has_year = true}};
    item_set_date(arena, &it, VAR_ACCESSED, &seen_on, SPAN_NONE);
    struct item_name names[] = {{.family = STR("Berg"),
                                 .given = STR("Aad"),
                                 .dropping_particle = STR("van"),
                                 .non_dropping_particle = STR("der"),
                                 .suffix = STR("Jr."),
                                 .comma_suffix = true,
                                 .static_ordering = true,
                                 .note = STR("*")},
                                {.others = true}};
    item_set(arena, &it, VAR_AUTHOR, SPAN_NONE)->u.names = (struct item_names){names, 2};
    struct item_extra extras[] = {{.name = STR("title"), .text = {STR("\x01\x7F\"\\\n<b>"), NULL}},
                                  {.name = STR("title"), .text = RICH_EMPTY}};
    it.extras = extras;
    it.nextras = 2;
    struct item *b = bib_store_item_read(arena, written(&it));
    if (!ok(b != NULL, "an item of all parts can be read")) {
        return;
    }
    const struct item_date *issued = item_date(b, VAR_ISSUED), *seen = item_date(b, VAR_ACCESSED);
    ok(issued && issued->is_range && !issued->to.has_year && issued->circa, "an open range stays");
    ok(issued && issued->from.year == -43 && issued->from.day == 15, "a year before Christ stays");
    ok(seen && seen->from.season == 4 && !seen->is_range, "a season stays");
    struct item_names n = item_names(b, VAR_AUTHOR);
    ok(n.n == 2 && n.p[1].others && n.p[0].comma_suffix && n.p[0].static_ordering,
       "flags of names stay");
    ok(n.n == 2 && str_is(n.p[0].dropping_particle, "van") && str_is(n.p[0].note, "*") &&
           str_is(n.p[0].suffix, "Jr."),
       "parts of names stay");
    ok(b->nextras == 2 && rich_eq(b->extras[0].text, extras[0].text) &&
           b->extras[1].text.text.n == 0,
       "fields of one name stay, with control characters");
    ok(!bib_store_item_read(arena, STR("{\"id\":")) && !bib_store_item_read(arena, STR("[]")),
       "what is no item is refused");
}

/* ---- queries ---- */

static void test_queries(void) {
    struct bib_store_query q;
    struct diags d;
    diags_init(&d, arena);
    ok(bib_store_query_read(arena, STR("a \"b c\" -d e* author:f"), &q, &d) && q.nterms == 5,
       "words, phrases, fields");
    ok(q.nterms == 5 && str_is(q.terms[1].text, "b c") && q.terms[2].exclude && q.terms[3].prefix &&
           q.terms[4].column == BIB_COLUMN_AUTHOR,
       "each is what it says");
    static const struct {
        const char *text;
        int64_t from, to;
    } years[] = {{"year:2018", 2018, 2018},        {"year:2018..2020", 2018, 2020},
                 {"year:2018-2020", 2018, 2020},   {"year:..-43", INT32_MIN, -43},
                 {"year:2018..", 2018, INT32_MAX}, {"year:2010.. year:..2012", 2010, 2012}};
    for (size_t i = 0; i < ARRAY_LEN(years); i++) {
        ok(bib_store_query_read(arena, str_of(years[i].text), &q, &d) && q.has_years &&
               q.from == years[i].from && q.to == years[i].to,
           years[i].text);
    }
    is_int(d.errors, 0, "none of these is a fault");
    static const char *const wrong[] = {"year:x",      "year:2020..2018", "type:bok",
                                        "colour:blue", "-year:2018",      "year:.."};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        ok(!bib_store_query_read(arena, str_of(wrong[i]), &q, &d), wrong[i]);
    }
    is_int(d.errors, ARRAY_LEN(wrong), "each is one fault");
    diags_drop(&d);
}

/* ---- the store ---- */

static struct bib_store *open_at(const char *name, enum bib_store_mode mode) {
    return bib_store_open(arena, in_dir(name), mode, SPAN_NONE, &diags);
}

static bool count_row(const struct bib_store_row *row, void *user) {
    (void)row;
    ++*(int *)user;
    return true;
}

static int matches(struct bib_store *s, const char *text) {
    struct bib_store_query q;
    int n = 0;
    if (!bib_store_query_read(arena, str_of(text), &q, &diags) ||
        !bib_store_each(s, &q, count_row, &n)) {
        return -1;
    }
    return n;
}

static struct bib_import_change import_as(struct bib_store *s, const char *name, bool force) {
    struct bib_import_change c;
    bib_store_import(s, arena, in_dir(name), BIB_AUTO, force, &diags, &c);
    return c;
}

static void test_import(void) {
    put_file("a.bib", "@book{k1, title={Über Wasser}, author={Zaharia, Matei}, year=2012}\n"
                      "@article{k2, title={On foam}, author={Mar{\\'\\i}n, Eva}, year=2018}\n"
                      "@article{k3, title={On sand}, abstract={dry water}, year=2019}\n");
    struct bib_store *s = open_at("a.db", BIB_STORE_CREATE);
    if (!ok(s != NULL, "a library is made")) {
        return;
    }
    struct bib_import_change c = import_as(s, "a.bib", true);
    ok(c.fate == BIB_IMPORT_READ && c.added == 3, "three entries are added");
    c = import_as(s, "a.bib", false);
    is_int(c.fate, BIB_IMPORT_SAME, "a file that did not change is not read");
    is_int(matches(s, "uber"), 1, "accents do not matter");
    is_int(matches(s, "water"), 1, "words of abstracts are found");
    is_int(matches(s, "author:marin"), 1, "a field is searched");
    is_int(matches(s, "title:marin"), 0, "in that field alone");
    is_int(matches(s, "on -sand"), 1, "words are left out");
    is_int(matches(s, "-sand"), 2, "even when there are no others");
    is_int(matches(s, "year:2012..2018 type:article-journal"), 1, "years and types");
    is_int(matches(s, "\"AND ( NEAR* \"\" \"\""), 0, "nothing that is typed is syntax");
    put_file("a.bib", "@article{k3, title={On sand}, abstract={dry water}, year=2019}\n"
                      "@book{k1, title={Unter Wasser}, author={Zaharia, Matei}, year=2012}\n"
                      "@book{k4, title={New}, year=2020}\n");
    c = import_as(s, "a.bib", false);
    ok(c.added == 1 && c.changed == 1 && c.removed == 1 && c.same == 1,
       "only differences are written");
    is_int(matches(s, "foam"), 0, "what left the file is not found");
    is_int(matches(s, "unter"), 1, "what changed is");
    is_int(matches(s, "uber"), 0, "as it was it is not");
    struct item *it = bib_store_find(s, arena, STR("k1"));
    ok(it && str_is(it->id, "k1") && it->type == ITEM_TYPE_BOOK, "an item is found by its key");
    ok(!bib_store_find(s, arena, STR("k2")), "one that is gone is not");
    is_str(bib_store_nearest(s, arena, STR("k11")), "k1", "the nearest key");
    is_str(bib_store_nearest(s, arena, STR("4kk4")).n ? STR("some") : STR("none"), "none",
           "nothing is near to nonsense");
    size_t n = 0;
    ok(bib_store_verify(s, &n) && n == 3, "the library is sound");
    ok(bib_store_remove(s, STR("k1"), &n) && n == 1, "an entry is removed");
    ok(bib_store_verify(s, &n) && n == 2, "it is sound after that");
    c = import_as(s, "a.bib", true);
    ok(c.added == 1 && c.same == 2, "importing again brings it back");
    char nul[] = "@book{nul#key, title={A # in it}}\n@book{, title={Without a key}}\n";
    for (char *p = strchr(nul, '#'); p; p = strchr(p + 1, '#')) {
        *p = '\0';
    }
    (void)file_write(in_dir("same.bib"), (struct str){nul, sizeof nul - 1});
    c = import_as(s, "same.bib", true);
    ok(c.added == 2 && bib_store_verify(s, &n) && n == 5, "NUL bytes and missing keys are borne");
    put_file("a.bib", "no entry at all");
    size_t errors = diags.errors + diags.warnings;
    c = import_as(s, "a.bib", false);
    ok(c.fate == BIB_IMPORT_REFUSED && diags.errors + diags.warnings > errors,
       "a file without entries does not empty the library");
    is_int(matches(s, "water"), 1, "its entries stay");
    bib_store_close(s);
}

static void test_duplicates(void) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < 3000; i++) {
        buf_printf(&b, "@book{same, title={Volume %d}}\n", i);
    }
    put_file("same.bib", b.p);
    struct bib_store *s = open_at("same.db", BIB_STORE_CREATE);
    struct diags quiet;
    diags_init(&quiet, arena);
    struct bib_import_change c;
    bib_store_import(s, arena, in_dir("same.bib"), BIB_AUTO, true, &quiet, &c);
    is_int(c.added, 3000, "entries of one key are all kept");
    bib_store_import(s, arena, in_dir("same.bib"), BIB_AUTO, true, &quiet, &c);
    is_int(c.same, 3000, "and found again");
    diags_drop(&quiet);
    bib_store_close(s);
    buf_drop(&b);
}

/* ---- what may lie at the path ---- */

static void run_sql(const char *name, const char *sql) {
    sqlite3 *db = NULL;
    if (sqlite3_open(in_dir(name).p, &db) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        note("%s: %s", name, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
}

static void test_migration(void) {
    run_sql("old.db",
            "PRAGMA application_id = 1146049363; PRAGMA user_version = 1;"
            "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,"
            " format TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,"
            " hash INTEGER NOT NULL, count INTEGER NOT NULL) STRICT;"
            "CREATE TABLE item (id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES file(id),"
            " key TEXT NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL,"
            " type TEXT NOT NULL, year INTEGER, hash INTEGER NOT NULL, body TEXT NOT NULL) STRICT;"
            "CREATE INDEX item_key ON item(key);"
            "CREATE INDEX item_file ON item(file, position);"
            "INSERT INTO file VALUES (1, '/x/y.bib', 'biblatex', 1, 1, 1, 1);"
            "INSERT INTO item VALUES (7, 1, 'k', 0, 1, 'book', 1999, 0,"
            " '{\"id\":\"k\",\"type\":\"book\",\"title\":\"Elder days\"}')");
    struct bib_store *s = open_at("old.db", BIB_STORE_READ);
    if (!ok(s != NULL, "an older library is opened")) {
        return;
    }
    is_int(matches(s, "elder"), 1, "its entries are in the index now");
    bib_store_close(s);
    s = open_at("old.db", BIB_STORE_READ);
    int n = s ? matches(s, "days year:1999") : -1;
    is_int(n, 1, "and stay there");
    bib_store_close(s);
}

static void test_formats(void) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        enum bib_format format = (enum bib_format)f;
        is_int(bib_format_find(str_of(bib_format_name(format))), format,
               "a format is known by its name");
    }
}

static void test_schemes(void) {
    struct str path = in_dir("scheme.db");
    struct bib_store *s = bib_store_open(arena, arena_join(arena, 2, STR("SQLite://"), path),
                                         BIB_STORE_CREATE, SPAN_NONE, &diags);
    ok(s && str_eq(s->path, path), "a place of storage by its scheme");
    bib_store_close(s);
    size_t before = diags.n;
    s = bib_store_open(arena, STR("mysql://host/db"), BIB_STORE_CREATE, SPAN_NONE, &diags);
    ok(!s && diags.n == before + 1 && diags.list[before]->id == DIAG_LIBRARY_FORMAT,
       "a scheme that nobody knows is reported, not made a folder");
}

/** Nothing of a password is shown, wherever it stands and whatever it has in it. */
static void test_shown(void) {
    static const struct {
        const char *name, *shown;
    } rows[] = {
        {"works.db", "works.db"},
        {"a:b@c.db", "a:b@c.db"},
        {"postgresql://host/db", "postgresql://host/db"},
        {"postgresql://ann@host:5432/db", "postgresql://ann@host:5432/db"},
        {"postgresql://ann:secret@host:5432/db", "postgresql://ann@host:5432/db"},
        {"postgres://ann:se/cr?e@t@host/db", "postgres://ann@host/db"},
        {"postgresql://ann:secret@host/db?connect_timeout=3",
         "postgresql://ann@host/db?connect_timeout=3"},
        {"postgresql:///db?password=secret", "postgresql:///db"},
        {"postgresql:///db?host=/tmp&PASSWORD=secret&user=ann",
         "postgresql:///db?host=/tmp&user=ann"},
        {"postgresql:///db?pass%77ord=secret&sslpassword=x", "postgresql:///db"},
        {"postgresql://[::1]:5432/db", "postgresql://[::1]:5432/db"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_str(bib_store_shown(arena, str_of(rows[i].name)), rows[i].shown, rows[i].name);
    }
}

static void refused(const char *name, enum bib_store_mode mode, const struct diag_rule *id,
                    const char *what) {
    size_t before = diags.n;
    struct bib_store *s = open_at(name, mode);
    ok(!s && diags.n == before + 1 && diags.list[before]->id == id, what);
    bib_store_close(s);
}

static void test_strangers(void) {
    put_file("noise.db", "This is no database, and it is longer than the header of one, which has "
                         "a hundred bytes, so that it must be looked at.");
    refused("noise.db", BIB_STORE_CREATE, DIAG_LIBRARY_FORMAT, "noise is refused");
    run_sql("other.db", "CREATE TABLE file (id, path)");
    refused("other.db", BIB_STORE_CREATE, DIAG_LIBRARY_FORMAT, "another's database is refused");
    run_sql("newer.db", "PRAGMA application_id = 1146049363; PRAGMA user_version = 99");
    refused("newer.db", BIB_STORE_WRITE, DIAG_LIBRARY_FORMAT, "a newer library is refused");
    refused("none.db", BIB_STORE_WRITE, DIAG_DATABASE_NOT_FOUND, "a missing one is not made");
    bib_store_close(open_at("trap.db", BIB_STORE_CREATE));
    run_sql("trap.db", "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM file; END");
    refused("trap.db", BIB_STORE_WRITE, DIAG_LIBRARY_DAMAGED, "one with triggers is refused");
}

static void damaged(const char *sql, const char *what) {
    put_file("d.bib", "@book{d1, title={One}}\n@book{d2, title={Two}}\n");
    (void)unlink(in_dir("d.db").p);
    struct bib_store *s = open_at("d.db", BIB_STORE_CREATE);
    import_as(s, "d.bib", true);
    bib_store_close(s);
    run_sql("d.db", sql);
    s = open_at("d.db", BIB_STORE_WRITE);
    size_t n, before = diags.errors;
    ok(s && !bib_store_verify(s, &n) && diags.errors > before, what);
    bib_store_close(s);
}

static void test_damage(void) {
    damaged("UPDATE item SET body = '{}' WHERE id = 1", "a changed text is seen");
    damaged("DELETE FROM item_text WHERE rowid = 2", "a missing line of the index is seen");
    damaged("UPDATE item_text SET title = 'Three' WHERE rowid = 2", "wrong words are seen");
    damaged("DELETE FROM item WHERE id = 1; DELETE FROM item_text WHERE rowid = 1",
            "a lost entry is seen");
    damaged("DROP TABLE item_text", "a lost index is seen");
    struct bib_store *s = open_at("d.db", BIB_STORE_WRITE);
    size_t n;
    ok(s && s->ops->begin(s) && bib_store_reindex(s) && s->ops->commit(s) &&
           bib_store_verify(s, &n),
       "the index is made anew");
    bib_store_close(s);
    damaged("PRAGMA foreign_keys = OFF; DELETE FROM file", "a lost file is seen");
}

int main(void) {
    arena = arena_new();
    diags_init(&diags, arena);
    if (!mkdtemp(dir)) {
        return 1;
    }
    test_items();
    test_parts();
    test_queries();
    test_import();
    test_duplicates();
    test_migration();
    test_formats();
    test_schemes();
    test_shown();
    test_strangers();
    test_damage();
    static const char *const names[] = {"a",     "same", "old",  "noise", "other",
                                        "newer", "none", "trap", "d"};
    static const char *const ends[] = {".db", ".db-wal", ".db-shm", ".bib"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        for (size_t k = 0; k < ARRAY_LEN(ends); k++) {
            (void)unlink(in_dir(arena_join(arena, 2, str_of(names[i]), str_of(ends[k])).p).p);
        }
    }
    (void)rmdir(dir);
    diags_drop(&diags);
    arena_drop(arena);
    return tap_done();
}
