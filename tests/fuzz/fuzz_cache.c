/* SPDX-License-Identifier: MIT */
/*
 * The index of a .bib, damaged. Input is a list of changes, four bytes each: where (two bytes), a
 * byte, and what to do with it (0: put it there, 1: add it to what is there, 2: cut the index off
 * there, 3: repeat it over eight bytes). The first byte of all says whether the sums are made right
 * afterwards, so that the damage is not noticed by them: then what is read may be wrong, but
 * nothing breaks; without, what is read is what the database says, or the index is said to have
 * failed.
 */
#include "cite/bib/cache/bib_index.h"
#include "cite/bib/database.h"
#include "cite/bib/database_files.h"
#include "core/base/file.h"
#include "core/memo/store.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char database[] =
    "@string{p = \"Harbour\"}\n@xdata{x, publisher = p # { Press}}\n"
    "@book{a, title = {One}, xdata = {x}}\n@book{b title = {Two}}\n@book{a, title = {Again}}\n"
    "@inbook{c, title = {Part}, crossref = {b}}\n@string{q = {Weir}}\n"
    "@misc{d, title = {Last}, note = q # missing,\n";

#define HEAD 64 /* bytes before the value in a file of the cache */

static struct {
    char folder[64], bib[80], index[160];
    struct digest key;
    char bytes[8192];
    size_t n;
    char said[16384];
    size_t nsaid;
} fixed;

/** Without waiting for the disk. */
static void put(const char *path, const char *p, size_t n) {
    FILE *f = fopen(path, "w");
    if (!f || fwrite(p, 1, n, f) != n || fclose(f) != 0) {
        abort();
    }
}

/** What a database says of four keys, and how many entries and diagnostics it has. */
static bool look(struct buf *out, bool *indexed) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct bib *b = bib_new(a);
    struct bib_cache_options o = {.dir = str_of(fixed.folder), .least = 1, .now = 4000000000};
    (void)bib_read_file(b, str_of(fixed.bib), &o, NULL, &d);
    *indexed = b->cached != NULL;
    size_t n;
    static const char *const keys[] = {"a", "c", "d", "gone"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct item *it = bib_lookup(b, str_of(keys[i]), &d);
        buf_str(out, it ? item_text(it, VAR_TITLE) : STR("-"));
        buf_str(out, it ? item_text(it, VAR_PUBLISHER) : STR("-"));
    }
    for (size_t i = 0; i < bib_count(b) && i < 20; i++) {
        (void)bib_at(b, i, &d);
    }
    if (bib_count(b) < 1000) {
        (void)bib_keys(b, &n);
    }
    diags_sort(&d);
    for (size_t i = 0; i < d.n; i++) {
        diag_render(out, d.list[i], &(struct diag_style){0});
    }
    bool failed = bib_cache_failed(b);
    bib_close_files(b);
    diags_drop(&d);
    arena_drop(a);
    return !failed;
}

/** A sound index, and what it says. */
static void prepare(void) {
    if (!fuzz_make_folder(fixed.folder, sizeof fixed.folder)) {
        abort();
    }
    struct arena *a = arena_new();
    struct str bib = path_join(a, str_of(fixed.folder), STR("f.bib"));
    memcpy(fixed.bib, bib.p, bib.n);
    put(fixed.bib, database, sizeof database - 1);
    struct buf said = BUF_INIT;
    bool indexed;
    (void)look(&said, &indexed);
    struct memo_entry e = bib_index_place(str_of(fixed.folder), file_real_path(a, bib));
    fixed.key = e.digest;
    struct str name = memo_path(a, &e);
    memcpy(fixed.index, name.p, name.n);
    struct str index;
    if (file_read(a, name, sizeof fixed.bytes, &index) != 0 || said.n > sizeof fixed.said) {
        abort();
    }
    memcpy(fixed.bytes, index.p, index.n);
    fixed.n = index.n;
    memcpy(fixed.said, said.p, said.n);
    fixed.nsaid = said.n;
    buf_drop(&said);
    arena_drop(a);
}

static void clean_up(void) {
    (void)unlink(fixed.index);
    (void)unlink(fixed.bib);
    (void)file_remove_temp_dir(str_of(fixed.folder));
}

static size_t damage(char *p, size_t n, const uint8_t *data, size_t size) {
    for (; size >= 4; data += 4, size -= 4) {
        size_t at = ((size_t)data[0] | (size_t)data[1] << 8) % (n + 1);
        size_t many = data[3] % 4 == 3 ? 8 : 1;
        if (data[3] % 4 == 2) {
            n = at;
        }
        for (size_t i = at; i < at + many && i < n && data[3] % 4 != 2; i++) {
            p[i] = (char)(data[3] % 4 == 1 ? p[i] + data[2] : data[2]);
        }
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (fixed.n == 0) {
        prepare();
        (void)atexit(clean_up);
    }
    if (size == 0) {
        return 0;
    }
    char p[sizeof fixed.bytes];
    memcpy(p, fixed.bytes, fixed.n);
    size_t n = damage(p, fixed.n, data + 1, size - 1);
    bool sealed = data[0] % 2 && n >= HEAD + sizeof(struct file_id), indexed;
    struct file_id id;
    put(fixed.index, p, n);
    if (sealed && file_identify(str_of(fixed.bib), &id) == 0) {
        memcpy(p + HEAD, &id, sizeof id); /* the first field of the value */
        struct memo_entry e = {str_of(fixed.folder), MEMO_INDEX, fixed.key};
        (void)memo_save(&e, (struct str){p + HEAD, n - HEAD});
    }
    struct buf said = BUF_INIT;
    if (look(&said, &indexed) && !sealed &&
        !str_eq(buf_view(&said), (struct str){fixed.said, fixed.nsaid})) {
        abort();
    }
    buf_drop(&said);
    return 0;
}
