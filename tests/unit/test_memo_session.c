/* SPDX-License-Identifier: MIT */
/*
 * What rounds keep: found by the whole key, where it was, for as long as rounds ask for it.
 */
#include "core/base/buf.h"
#include "core/memo/session.h"

#include "tap.h"

enum { LARGE = 1 << 20, MANY = 3000 };

static struct memo_session *put(struct memo_session *r, struct str key, struct str value) {
    void *room = memo_session_put(r, key, value.n);
    if (room && value.n) {
        memcpy(room, value.p, value.n);
    }
    return r;
}

static struct str find(struct memo_session *r, struct str key) {
    size_t n = 0;
    const char *value = memo_session_find(r, key, &n);
    return value ? (struct str){value, n} : STR("none");
}

static void test_find(void) {
    struct memo_session *r = memo_session_new(LARGE);
    is_str(find(r, STR("a")), "none", "an empty one has nothing");
    is_str(find(put(r, STR("a"), STR("one")), STR("a")), "one", "what was put there is found");
    is_str(find(put(r, STR("ab"), STR("two")), STR("ab")), "two", "by the whole of its key");
    is_str(find(r, STR("a")), "one", "which is not that of another one");
    is_str(find(r, STR("b")), "none", "and nothing else is");
    ok(!memo_session_put(r, STR("a"), 1), "a key has one value");
    ok(!memo_session_put(r, STR(""), 1), "nothing is no key");
    is_str(find(put(r, STR("empty"), STR_EMPTY), STR("empty")), "", "a value may have no bytes");
    memo_session_drop(r);
    memo_session_drop(NULL);
}

static void test_many(void) {
    struct memo_session *r = memo_session_new((size_t)LARGE * 64);
    int found = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        put(r, (struct str){(const char *)&i, sizeof i}, (struct str){(const char *)&i, sizeof i});
    }
    for (uint32_t i = 0; i < MANY; i++) {
        struct str got = find(r, (struct str){(const char *)&i, sizeof i});
        found += got.n == sizeof i && memcmp(got.p, &i, sizeof i) == 0;
    }
    ok(found == MANY, "thousands are found");
    memo_session_drop(r);
}

static void test_rounds(void) {
    struct memo_session *r = memo_session_new((size_t)LARGE * 64);
    struct buf large;
    buf_init(&large, 0);
    buf_fill(&large, 'x', MEMO_SESSION_SPARE / 4 * 3);
    put(r, STR("small"), STR("s"));
    for (int i = 0; i < 9; i++) {
        memo_session_round(r);
    }
    is_str(find(r, STR("small")), "s", "what takes little room may stay");
    put(r, STR("a"), buf_view(&large));
    const char *at = find(r, STR("a")).p;
    for (int i = 0; i < 9; i++) {
        memo_session_round(r);
        ok(find(r, STR("a")).p == at, "what is asked for stays where it is");
    }
    put(r, STR("b"), buf_view(&large));
    memo_session_round(r);
    memo_session_round(r);
    (void)find(r, STR("b"));
    ok(memo_session_bytes(r) > MEMO_SESSION_SPARE, "for two rounds all of it stays");
    memo_session_round(r);
    is_str(find(r, STR("a")), "none", "then what they did not ask for is gone");
    ok(find(r, STR("b")).n == large.n, "and the rest is there");
    ok(memo_session_bytes(r) < MEMO_SESSION_SPARE, "it has given back its room");
    buf_drop(&large);
    memo_session_drop(r);
}

static void test_most(void) {
    struct memo_session *r = memo_session_new(1000);
    ok(!memo_session_put(r, STR("a"), 1000), "what has no room is not taken");
    ok(!memo_session_put(r, STR("a"), SIZE_MAX), "however large it is");
    ok(memo_session_put(r, STR("a"), 100), "what has room is");
    ok(memo_session_bytes(r) >= 101 && memo_session_bytes(r) <= 1000, "and counted");
    int taken = 0;
    for (uint32_t i = 0; i < 100; i++) {
        taken += memo_session_put(r, (struct str){(const char *)&i, sizeof i}, 100) != NULL;
    }
    ok(taken < 9 && memo_session_bytes(r) <= 1000, "until there is no more");
    memo_session_drop(r);
}

int main(void) {
    test_find();
    test_many();
    test_rounds();
    test_most();
    return tap_done();
}
