/* SPDX-License-Identifier: MIT */
/* Digests: the example of RFC 7693, sums by another program (b2sum -l 256), and texts in pieces. */
#include "core/base/digest.h"
#include "tap.h"

static void sums(struct arena *a) {
    static const struct {
        const char *text, *hex;
    } rows[] = {
        {"", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"},
        {"abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct digest d = digest_of(str_of(rows[i].text));
        is_str(digest_hex(a, &d), rows[i].hex, rows[i].text);
    }
}

static void pieces(struct arena *a) {
    char text[1000];
    bool same = true;
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)(i * 7 % 251);
    }
    for (size_t n = 0; n < sizeof text; n += n < 300 ? 1 : 53) {
        struct digest whole = digest_of((struct str){text, n});
        for (size_t step = 1; step < 300; step += step < 130 ? 17 : 63) {
            struct digest_sum s;
            digest_begin(&s);
            for (size_t at = 0; at < n; at += step) {
                digest_add(&s, str_slice((struct str){text, n}, at, at + step));
            }
            struct digest d = digest_end(&s);
            same = same && digest_eq(&whole, &d);
        }
    }
    ok(same, "a text in pieces has the digest of the whole");
    struct digest d = digest_of((struct str){text, sizeof text});
    is_str(digest_hex(a, &d), "a494537cc57474059ebe7a7f7a76c03306551355abebb1967408ed04e7564fa9",
           "a text of many blocks");
    d = digest_of((struct str){text, 2 * DIGEST_BLOCK});
    is_str(digest_hex(a, &d), "45d503f4fc344944eeff959e1e2234c47884011023598cadbd934f08d4265016",
           "a text of whole blocks");
}

static void fields(void) {
    struct digest_sum s;
    digest_begin(&s);
    digest_add_field(&s, STR("ab"));
    digest_add_field(&s, STR("c"));
    struct digest x = digest_end(&s);
    digest_begin(&s);
    digest_add_field(&s, STR("a"));
    digest_add_field(&s, STR("bc"));
    struct digest y = digest_end(&s);
    ok(!digest_eq(&x, &y), "fields do not run together");
}

int main(void) {
    struct arena *a = arena_new();
    sums(a);
    pieces(a);
    fields();
    arena_drop(a);
    return tap_done();
}
