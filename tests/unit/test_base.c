/* SPDX-License-Identifier: MIT */
/* Slices, arenas, the string builder, vectors and maps, also at their limits. */
#include "core/base/arena.h"
#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/md5.h"
#include "core/base/search.h"
#include "core/base/table.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "dossier/version.h"
#include "tap.h"

#include <sys/resource.h>

static void test_str(void) {
    ok(str_eq(STR_EMPTY, STR("")), "the empty slices are equal");
    ok(str_ieq(STR("BibTeX"), STR("bibtex")), "ASCII case is ignored");
    ok(!str_ieq(STR("a"), STR("ab")), "lengths count");
    ok(str_icontains(STR("ucThesis"), STR("thesis")) && !str_icontains(STR("thesi"), STR("thesis")),
       "a part at the end is found");
    ok(str_is_lang(STR("EN-gb"), "en") && str_is_lang(STR("en_GB"), "en") &&
           str_is_lang(STR("en"), "en"),
       "tags of English");
    ok(!str_is_lang(STR("enm"), "en") && !str_is_lang(STR("e"), "en") &&
           !str_is_lang(STR_EMPTY, "en"),
       "tags of other languages");
    ok(str_cmp(STR("a"), STR("ab")) < 0 && str_cmp(STR("b"), STR("ab")) > 0, "order by bytes");
    ok(str_cmp(STR("\xC3"), STR("a")) > 0, "bytes are unsigned");
    static const char *const words[] = {"ab", "b"};
    struct str word = STR("b");
    ok(str_order_z(&word, &words[0]) > 0 && str_order_z(&word, &words[1]) == 0,
       "order of C strings");
    char room[4];
    is_str(str_lower(STR("A\xC3\x84z"), room, sizeof room), "a\xC3\x84z", "ASCII in small letters");
    is_str(str_lower(STR("ABCDE"), room, sizeof room), "", "no room for the copy");
    is_str(str_trim(STR(" \t a b\r\n")), "a b", "trimmed at both ends");
    is_str(str_trim(STR(" \n")), "", "all white space");
    is_str(str_trim_end(STR(" \t a b\r\n")), " \t a b", "trimmed at the end alone");
    is_str(str_slice(STR("abc"), 1, 99), "bc", "slices are clamped");
    is_str(str_slice(STR("abc"), 9, 2), "", "a slice that ends before it starts is empty");
    ok(str_starts(STR("abc"), STR("ab")) && !str_starts(STR("a"), STR("ab")), "starts");
    ok(str_ends(STR("abc"), STR("bc")) && !str_ends(STR("c"), STR("bc")), "ends");
    ok(str_starts_among(STR("//x"), "# //") == 2 && !str_starts_among(STR_EMPTY, "# //"),
       "starts with a word of a list");
    is_int(str_index(STR("a.b"), '.'), 1, "index of a byte");
    ok(str_index(STR_EMPTY, '.') == STR_NONE, "nothing in nothing");
    is_int(str_find(STR("one two"), STR("two")), 4, "find");
    ok(str_find(STR("tw"), STR("two")) == STR_NONE, "longer than the text");
    struct str rest = STR("a,,b");
    is_str(str_cut(&rest, ','), "a", "first part");
    is_str(str_cut(&rest, ','), "", "empty part");
    is_str(str_cut(&rest, ','), "b", "last part");
    ok(rest.p == NULL, "the loop ends");
    ok(str_hash(STR("a")) == UINT64_C(0xaf63dc4c8601ec8c), "FNV-1a of 'a', as its authors publish");
}

static void test_numbers(void) {
    int64_t v = 7;
    ok(str_to_i64(STR("-9223372036854775808"), &v) && v == INT64_MIN, "smallest integer");
    ok(str_to_i64(STR("+9223372036854775807"), &v) && v == INT64_MAX, "largest integer");
    v = 7;
    ok(!str_to_i64(STR("9223372036854775808"), &v), "one more does not fit");
    ok(!str_to_i64(STR("-9223372036854775809"), &v), "one less does not fit");
    ok(!str_to_i64(STR("12 "), &v) && !str_to_i64(STR("-"), &v) && !str_to_i64(STR_EMPTY, &v),
       "nothing around the digits, and some digits");
    is_int(v, 7, "the value is kept when there is none");
    struct str length = STR("9999999999.05cm"), large = STR("10000000000b");
    ok(str_take_decimal(&length, '.', 1, &v) && v == 99999999990, "ten digits");
    is_str(length, "cm", "the unit remains");
    ok(str_take_decimal(&large, '.', 1, &v) && v == 99999999990, "a larger number is not smaller");
}

static void test_arena(void) {
    struct arena *a = arena_new();
    bool aligned = true;
    bool zeroed = true;
    for (size_t i = 1; i < 5000; i++) {
        unsigned char *p = arena_zalloc(a, 1, i);
        aligned &= (uintptr_t)p % _Alignof(max_align_t) == 0;
        zeroed &= p[0] == 0 && p[i - 1] == 0;
        memset(p, 0xAA, i);
    }
    ok(aligned, "all memory is aligned for any type");
    ok(zeroed, "memory is zeroed");
    is_int(arena_used(a), 5000 * 4999 / 2, "bytes handed out are counted");
    char *big = arena_alloc(a, 10u << 20);
    memset(big, 1, 10u << 20);
    char *x = arena_alloc(a, 0);
    char *y = arena_alloc(a, 0);
    ok(x != y, "empty requests have an address of their own");
    is_str(arena_join(a, 3, STR("a"), STR_EMPTY, STR("bc")), "abc", "join");
    is_str(arena_one_line(a, STR(" a\n\t b  c ")), "a b c", "one line");
    is_str(arena_one_line(a, STR(" \n ")), "", "one line of white space alone");
    struct str s = arena_printf(a, "%s-%d", "x", 12);
    is_str(s, "x-12", "printf");
    is_int(s.p[s.n], 0, "NUL behind the end");
    is_str(arena_str(a, STR_EMPTY), "", "copy of nothing");
    is_str(arena_lower(a, STR("Ab\xC3\x84Z")), "ab\xC3\x84z", "a copy in ASCII's lower case");
    struct str low = STR("ab\xC3\x84z");
    ok(arena_lower(a, low).p == low.p, "what is in lower case is not copied");
    arena_reset(a);
    is_int(arena_used(a), 0, "a reset takes everything back");
    char *first = arena_zalloc(a, 1, 100);
    memset(first, 'x', 100);
    arena_reset(a);
    char *again = arena_zalloc(a, 1, 100);
    ok(again == first && again[99] == 0, "and hands the same memory out again, zeroed when asked");
    struct arena *other = arena_new();
    struct str kept = arena_str(other, STR("kept"));
    char *large = arena_zalloc(other, 1, 1u << 20);
    arena_adopt(a, other);
    is_int(arena_used(a), 100 + 5 + (1u << 20), "what another arena had counts");
    memset(large, 'y', 1u << 20);
    ok(memset(again, 'z', 100) == again && arena_alloc(a, 100) != again, "it goes on as before");
    is_str(kept, "kept", "what was adopted stays");
    arena_drop(a);
    arena_drop(NULL);
}

static void alloc_too_much(void *arena) {
    void *p = arena_zalloc(arena, SIZE_MAX / 2, 3);
    (void)p;
}

static void alloc_half(void *arena) {
    void *p = arena_alloc(arena, SIZE_MAX - 8);
    (void)p;
}

#ifndef ARENA_POISON /* not under AddressSanitizer */
/* Allocation that fails: the address space of a child process is bounded, then used up. */
static void use_up(void *unused) {
    (void)unused;
    struct rlimit few = {64u << 20, 64u << 20};
    setrlimit(RLIMIT_AS, &few);
    struct buf b;
    buf_init(&b, SIZE_MAX);
    for (;;) {
        buf_fill(&b, 'x', 1u << 20);
    }
}

static void use_up_arena(void *unused) {
    (void)unused;
    struct rlimit few = {64u << 20, 64u << 20};
    setrlimit(RLIMIT_AS, &few);
    struct arena *a = arena_new();
    for (;;) {
        memset(arena_alloc(a, 1000), 1, 1000);
    }
}
#endif

static void test_exhaustion(void) {
    struct arena *a = arena_new();
    aborts(alloc_too_much, a, "a product that overflows is an internal error");
    aborts(alloc_half, a, "so is a request beyond the address space");
    arena_drop(a);
#ifndef ARENA_POISON
    aborts(use_up, NULL, "a builder without memory aborts");
    aborts(use_up_arena, NULL, "an arena without memory aborts");
#else
    skip("memory cannot be bounded under AddressSanitizer");
#endif
}

static void test_buf(void) {
    struct buf b = BUF_INIT;
    is_str(buf_view(&b), "", "starts empty, never NULL");
    buf_int(&b, INT64_MIN);
    buf_putc(&b, ' ');
    buf_int(&b, 0);
    is_str(buf_view(&b), "-9223372036854775808 0", "integers");
    buf_clear(&b);
    static const struct {
        int64_t v;
        int decimals;
        const char *text;
    } fixed[] = {
        {12500, 3, "12.5"},
        {-5, 3, "-0.005"},
        {0, 4, "0"},
        {1000, 3, "1"},
        {7, 0, "7"},
        {100, 1, "10"},
        {INT64_MIN, 0, "-9223372036854775808"},
        {1, 18, "0.000000000000000001"},
        {-1230, 2, "-12.3"},
    };
    for (size_t i = 0; i < ARRAY_LEN(fixed); i++) {
        buf_fixed(&b, fixed[i].v, fixed[i].decimals);
        is_str(buf_view(&b), fixed[i].text, "fixed-point number");
        buf_clear(&b);
    }
    for (int i = 0; i < 1000; i++) {
        buf_printf(&b, "%03d", i);
    }
    is_int(b.n, 3000, "printf grows");
    is_str(str_from(buf_view(&b), 2997), "999", "and keeps what it wrote");
    buf_cut(&b, 3);
    is_str(buf_view(&b), "000", "cut back");
    buf_rune(&b, 0xD800);
    is_str(buf_view(&b), "000\xEF\xBF\xBD", "a surrogate becomes U+FFFD");
    buf_drop(&b);
}

static void test_buf_limit(void) {
    struct buf b;
    buf_init(&b, 5);
    buf_puts(&b, "abc");
    buf_puts(&b, "def");
    ok(b.overflow, "the limit is noticed");
    is_str(buf_view(&b), "abc", "nothing of the append is taken");
    buf_putc(&b, 'd');
    is_str(buf_view(&b), "abc", "later appends are ignored too");
    buf_drop(&b);
    buf_init(&b, 5);
    buf_puts(&b, "abc");
    buf_printf(&b, "%d", 100);
    is_str(buf_view(&b), "abc", "printf keeps to the limit");
    is_int(strlen(b.p), 3, "and leaves the NUL in place");
    buf_drop(&b);
    buf_init(&b, 6);
    buf_printf(&b, "%s", "abcdef");
    ok(!b.overflow && b.n == 6, "the limit itself is allowed");
    buf_drop(&b);
}

static void test_vec(void) {
    struct arena *a = arena_new();
    VEC(uint32_t) v = VEC_INIT;
    ok(vec_keep(&v, a) == NULL, "nothing to keep");
    for (uint32_t i = 0; i < 100000; i++) {
        vec_push(&v, i * 3);
    }
    is_int(v.n, 100000, "all elements");
    is_int(v.p[99999], 299997, "the last one");
    is_int(vec_pop(&v), 299997, "popped");
    const uint32_t *kept = vec_keep(&v, a);
    is_int(kept[7], 21, "kept in the arena");
    vec_drop(&v);
    ok(v.p == NULL && v.n == 0, "dropped");
    arena_drop(a);
}

static void grow_too_far(void *unused) {
    (void)unused;
    void *p = NULL;
    size_t cap = 0;
    vec_grow(&p, &cap, 0, SIZE_MAX / 4, 8);
}

static void test_search(void) {
    static const int rows[] = {1, 3, 3, 3, 8};
    size_t i, from;
    bool good = true;
    for (int want = 0; want < 10; want++) {
        for (from = 0; from <= ARRAY_LEN(rows); from++) {
            for (size_t end = from; end <= ARRAY_LEN(rows); end++) {
                size_t first = from;
                while (first < end && rows[first] < want) {
                    first++;
                }
                SEARCH_FIRST(i, from, end, rows[i] >= want);
                good = good && i == first;
            }
        }
    }
    ok(good, "the first that is not smaller, in every part of the rows");
    SEARCH_FIRST(i, 2, 1, true);
    is_int((intptr_t)i, 2, "nothing is searched when the end lies before the begin");
}

/* A table with storage of its own, as core/base/table.h is meant. */
static bool ends_at(const void *slots, size_t slot, const void *key) {
    const int *p = slots;
    return p[slot] == 0 || p[slot] == *(const int *)key;
}

static void test_table(void) {
    int slots[8] = {0};
    for (int key = 1; key <= 7; key++) {
        slots[table_find(8, 6, ends_at, slots, &key)] = key; /* all with one hash */
    }
    int first = 1, last = 7, none = 9;
    is_int((intptr_t)table_find(8, 6, ends_at, slots, &first), 6, "the slot of the hash");
    is_int((intptr_t)table_find(8, 6, ends_at, slots, &last), 4, "round the end");
    is_int((intptr_t)table_find(8, 6, ends_at, slots, &none), 5, "what is absent ends at a gap");
}

static void test_map_in_arena(void) {
    struct arena *a = arena_new();
    struct map m = MAP_IN(a);
    for (int i = 0; i < 5000; i++) {
        map_put(&m, arena_printf(a, "key%d", i), (void *)(uintptr_t)(i + 1));
    }
    bool good = m.n == 5000;
    for (int i = 0; i < 5000; i++) {
        good = good && map_lookup(&m, arena_printf(a, "key%d", i)) == (void *)(uintptr_t)(i + 1);
        good = good && m.entries[i].value == (void *)(uintptr_t)(i + 1);
    }
    ok(good, "a map in an arena keeps what it has while it grows, in the order of insertion");
    map_drop(&m);
    ok(m.n == 0 && m.arena == a && !map_put(&m, STR("x"), a) && map_lookup(&m, STR("x")) == a,
       "and may be used again after it was dropped");
    arena_drop(a);
}

/* Puts as many keys as room was made for: nothing moves, and all are found. */
static void fill_reserved(struct arena *a, struct map *m, size_t n) {
    map_reserve(m, n);
    const struct map_entry *entries = m->entries;
    const uint32_t *slots = m->slots;
    bool good = m->n == 0 && (n == 0 || (entries && slots));
    for (size_t i = 0; i < n; i++) {
        map_put(m, arena_printf(a, "key%zu", i), (void *)(uintptr_t)(i + 1));
    }
    good = good && m->n == n && m->entries == entries && m->slots == slots;
    for (size_t i = 0; i < n; i++) {
        good = good && map_lookup(m, arena_printf(a, "key%zu", i)) == (void *)(uintptr_t)(i + 1);
    }
    ok(good && !map_find(m, STR("none")), "a map has room for the keys that it was made for");
}

static void test_map_reserve(void) {
    static const size_t sizes[] = {0, 1, 8, 9, 10, 11, 42, 43, 3000, 16384};
    struct arena *a = arena_new();
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct map m = MAP_INIT, in = MAP_IN(a);
        fill_reserved(a, &m, sizes[i]);
        fill_reserved(a, &in, sizes[i]);
        map_put(&m, STR("more"), a);
        map_reserve(&m, 100000);
        ok(m.n == sizes[i] + 1 && m.cap < 100000 && map_lookup(&m, STR("more")) == a,
           "it grows beyond them, and one with keys keeps them");
        map_drop(&m);
        map_drop(&in);
    }
    arena_drop(a);
}

static void test_map(void) {
    struct arena *a = arena_new();
    struct map m = MAP_INIT;
    ok(map_lookup(&m, STR("x")) == NULL, "nothing in an empty map");
    int values[2] = {1, 2};
    ok(map_put(&m, STR_EMPTY, &values[0]) == NULL, "the empty key is a key");
    for (int i = 0; i < 20000; i++) {
        map_put(&m, arena_printf(a, "key%d", i), (void *)(uintptr_t)(i + 1));
    }
    is_int((intptr_t)map_lookup(&m, STR("key12345")), 12346, "found among many");
    ok(map_find(&m, STR("key20000")) == NULL, "absent");
    ok(map_put(&m, STR("key7"), &values[1]) == (void *)8, "the old value is returned");
    is_int(m.n, 20001, "replacing adds no entry");
    is_str(m.entries[8].key, "key7", "entries are in the order of insertion");
    ok(m.entries[8].value == &values[1], "with the new value");
    map_drop(&m);
    ok(m.n == 0 && map_find(&m, STR("key1")) == NULL, "dropped maps are empty");
    arena_drop(a);
}

/* RFC 1321, A.5, and lengths around the end of a block. */
static void test_md5(void) {
    static const struct {
        const char *text, *digest;
    } suite[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"1234567890123456789012345678901234567890123456789012345",
         "c9ccf168914a1bcfc3229f1948e67da0"},
        {"12345678901234567890123456789012345678901234567890123456",
         "49f193adce178490e34d1b3a4ec0064c"},
        {"1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678"
         "9012345678901234567890",
         "a4b3933521a38111eb597dd8dbc47614"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    for (size_t i = 0; i < ARRAY_LEN(suite); i++) {
        unsigned char digest[MD5_SIZE];
        char hex[2 * MD5_SIZE + 1];
        md5(str_of(suite[i].text), digest);
        for (size_t k = 0; k < MD5_SIZE; k++) {
            snprintf(hex + 2 * k, 3, "%02x", digest[k]);
        }
        is_str(str_of(hex), suite[i].digest, "MD5");
    }
}

int main(void) {
    test_str();
    test_md5();
    test_numbers();
    test_arena();
    test_exhaustion();
    test_buf();
    test_buf_limit();
    test_vec();
    aborts(grow_too_far, NULL, "a vector beyond the address space is an internal error");
    test_map();
    test_map_in_arena();
    test_map_reserve();
    test_table();
    test_search();
    is_str(str_of(dossier_version()), DOSSIER_VERSION, "library and header agree");
    char numbers[40];
    (void)snprintf(numbers, sizeof numbers, "%d.%d.%d", DOSSIER_VERSION_MAJOR,
                   DOSSIER_VERSION_MINOR, DOSSIER_VERSION_PATCH);
    is_str(str_of(numbers), DOSSIER_VERSION, "its numbers are those of the version");
    return tap_done();
}
