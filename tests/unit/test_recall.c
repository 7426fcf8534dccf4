/* SPDX-License-Identifier: MIT */
/*
 * What rounds keep: found by the whole key, where it was, for as long as rounds ask for it.
 */
#include "core/base/buf.h"
#include "core/base/recall.h"

#include "tap.h"

enum { LARGE = 1 << 20, MANY = 3000 };

static struct recall *put(struct recall *r, struct str key, struct str value) {
    void *room = recall_put(r, key, value.n);
    if (room && value.n) {
        memcpy(room, value.p, value.n);
    }
    return r;
}

static struct str find(struct recall *r, struct str key) {
    size_t n = 0;
    const char *value = recall_find(r, key, &n);
    return value ? (struct str){value, n} : STR("none");
}

static void test_find(void) {
    struct recall *r = recall_new(LARGE);
    is_str(find(r, STR("a")), "none", "an empty one has nothing");
    is_str(find(put(r, STR("a"), STR("one")), STR("a")), "one", "what was put there is found");
    is_str(find(put(r, STR("ab"), STR("two")), STR("ab")), "two", "by the whole of its key");
    is_str(find(r, STR("a")), "one", "which is not that of another one");
    is_str(find(r, STR("b")), "none", "and nothing else is");
    ok(!recall_put(r, STR("a"), 1), "a key has one value");
    ok(!recall_put(r, STR(""), 1), "nothing is no key");
    is_str(find(put(r, STR("empty"), STR_EMPTY), STR("empty")), "", "a value may have no bytes");
    recall_drop(r);
    recall_drop(NULL);
}

static void test_many(void) {
    struct recall *r = recall_new((size_t)LARGE * 64);
    int found = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        put(r, (struct str){(const char *)&i, sizeof i}, (struct str){(const char *)&i, sizeof i});
    }
    for (uint32_t i = 0; i < MANY; i++) {
        struct str got = find(r, (struct str){(const char *)&i, sizeof i});
        found += got.n == sizeof i && memcmp(got.p, &i, sizeof i) == 0;
    }
    ok(found == MANY, "thousands are found");
    recall_drop(r);
}

static void test_rounds(void) {
    struct recall *r = recall_new((size_t)LARGE * 64);
    struct buf large;
    buf_init(&large, 0);
    buf_fill(&large, 'x', RECALL_SPARE / 4 * 3);
    put(r, STR("small"), STR("s"));
    for (int i = 0; i < 9; i++) {
        recall_round(r);
    }
    is_str(find(r, STR("small")), "s", "what takes little room may stay");
    put(r, STR("a"), buf_view(&large));
    const char *at = find(r, STR("a")).p;
    for (int i = 0; i < 9; i++) {
        recall_round(r);
        ok(find(r, STR("a")).p == at, "what is asked for stays where it is");
    }
    put(r, STR("b"), buf_view(&large));
    recall_round(r);
    recall_round(r);
    (void)find(r, STR("b"));
    ok(recall_bytes(r) > RECALL_SPARE, "for two rounds all of it stays");
    recall_round(r);
    is_str(find(r, STR("a")), "none", "then what they did not ask for is gone");
    ok(find(r, STR("b")).n == large.n, "and the rest is there");
    ok(recall_bytes(r) < RECALL_SPARE, "it has given back its room");
    buf_drop(&large);
    recall_drop(r);
}

static void test_most(void) {
    struct recall *r = recall_new(1000);
    ok(!recall_put(r, STR("a"), 1000), "what has no room is not taken");
    ok(!recall_put(r, STR("a"), SIZE_MAX), "however large it is");
    ok(recall_put(r, STR("a"), 100), "what has room is");
    ok(recall_bytes(r) >= 101 && recall_bytes(r) <= 1000, "and counted");
    int taken = 0;
    for (uint32_t i = 0; i < 100; i++) {
        taken += recall_put(r, (struct str){(const char *)&i, sizeof i}, 100) != NULL;
    }
    ok(taken < 9 && recall_bytes(r) <= 1000, "until there is no more");
    recall_drop(r);
}

int main(void) {
    test_find();
    test_many();
    test_rounds();
    test_most();
    return tap_done();
}
