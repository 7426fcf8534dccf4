/* SPDX-License-Identifier: MIT */
/* UTF-8 by table 3-7 of Unicode 15, at every boundary. */
#include "core/base/utf8.h"
#include "tap.h"

static void test_check(void) {
    static const char *const good[] = {
        "",
        "plain",
        "\xC2\x80",
        "\xDF\xBF",
        "\xE0\xA0\x80",
        "\xED\x9F\xBF",
        "\xEE\x80\x80",
        "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80",
        "\xF4\x8F\xBF\xBF",
        "eight by eight, and é",
    };
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        ok(utf8_check(str_of(good[i])) == STR_NONE, "well-formed");
    }
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {
        {"\x80", 0},
        {"a\xC0\x80", 1},
        {"\xC1\xBF", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xED\xA0\x80", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xF4\x90\x80\x80", 0},
        {"\xF5\x80\x80\x80", 0},
        {"ab\xC3", 2},
        {"\xE2\x82", 0},
        {"\xE2\x28\xA1", 0},
        {"\xFF", 0},
        {"\xC3\xA9\xE9", 2},
        {"0123456789abcdef\xFE", 16},
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        is_int(utf8_check(str_of(bad[i].text)), bad[i].at, "the first bad byte is named");
    }
}

static void test_round(void) {
    bool same = true;
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        if (cp >= 0xD800 && cp <= 0xDFFF) {
            continue;
        }
        char bytes[4];
        struct str s = {bytes, utf8_encode(cp, bytes)};
        size_t at = 0;
        same &= utf8_next(s, &at) == cp && at == s.n;
        same &= utf8_prev(s, &at) == cp && at == 0;
        same &= utf8_check(s) == STR_NONE;
    }
    ok(same, "every scalar value goes out and comes back");
    char bytes[4];
    is_int(utf8_encode(0x110000, bytes), 3, "what is none becomes U+FFFD");
}

static void test_broken(void) {
    struct str s = STR("a\xE2\x82"
                       "b\xF0\x9F\x98\x80");
    uint32_t want[] = {'a', UTF8_REPLACEMENT, UTF8_REPLACEMENT, 'b', 0x1F600};
    size_t at = 0;
    bool forward = true;
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        forward &= utf8_next(s, &at) == want[i];
    }
    ok(forward && at == s.n, "broken bytes are stepped over one by one");
    bool back = true;
    for (size_t i = ARRAY_LEN(want); i > 0; i--) {
        back &= utf8_prev(s, &at) == want[i - 1];
    }
    ok(back && at == 0, "backwards as well");
    is_int(utf8_count(s), 5, "counted as they are stepped");
}

/* A byte of every length and place: texts are looked at eight bytes at a time. */
static void test_ascii(void) {
    char text[41];
    bool plain = true, found = true;
    for (size_t n = 0; n < sizeof text; n++) {
        memset(text, 0x7F, sizeof text);
        memset(text + n, 0xFF, sizeof text - n);
        plain = plain && utf8_is_ascii((struct str){text, n});
        for (size_t i = 0; i < n; i++) {
            text[i] = (char)0x80;
            found = found && !utf8_is_ascii((struct str){text, n});
            text[i] = '\0';
        }
    }
    ok(plain, "ASCII is what ends before anything else does");
    ok(found, "one byte that is none is found wherever it stands");
}

int main(void) {
    test_check();
    test_ascii();
    test_round();
    test_broken();
    return tap_done();
}
