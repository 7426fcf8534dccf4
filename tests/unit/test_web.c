/* SPDX-License-Identifier: MIT */
/* Texts for pages that machines read: relative addresses, escapes, dates of feeds, identifiers. */
#include "core/data/json.h"
#include "tap.h"
#include "write/web/feed.h"

static void test_resolve(struct arena *a) {
    static const char *const cases[][2] = {
        /* RFC 3986, 5.4.1, as far as pages of the web go */
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {"", "http://a/b/c/d;p"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"g:h", "g:h"},
        /* 5.4.2 */
        {"../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        is_str(web_resolve(a, STR("http://a/b/c/d;p?q"), str_of(cases[i][0])), cases[i][1],
               cases[i][0]);
    }
    is_str(web_resolve(a, STR("https://x.y"), STR("z.html")), "https://x.y/z.html", "a bare host");
    is_str(web_resolve(a, STR_EMPTY, STR("../z")), "../z", "nowhere");
    ok(!web_is_absolute(STR("https:///x")) && !web_is_absolute(STR("//x")) &&
           !web_is_absolute(STR("ftp://x")) && web_is_absolute(STR("HTTP://x")),
       "addresses of the web");
}

static void test_time(struct arena *a) {
    static const char *const cases[][2] = {
        {"2020", "2020-01-01T00:00:00Z"},
        {"2020-05", "2020-05-01T00:00:00Z"},
        {"2024-02-29", "2024-02-29T00:00:00Z"},
        {"2023-02-29", ""},
        {"1900-02-29", ""},
        {"2020-13", ""},
        {"0000", ""},
        {"2020-00-10", ""},
        {"2020-05-17T10:11:12Z", "2020-05-17T10:11:12Z"},
        {"2020-05-17 10:11:12 +0200", "2020-05-17T10:11:12+02:00"},
        {"2020-05-17 10:11", "2020-05-17T10:11:00Z"},
        {"2020-05-17T10:11:12.345+02:00", "2020-05-17T10:11:12+02:00"},
        {"2020-05-17T24:11:12", ""},
        {"2020-05-17T10:11:12 Paris", ""},
        {"2020-05-17x", ""},
        {"May 2020", ""},
        {"", ""},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        is_str(web_feed_time(a, str_of(cases[i][0])), cases[i][1], cases[i][0]);
    }
}

static void test_escapes(struct arena *a) {
    struct buf b = BUF_INIT;
    web_text(&b, STR("a<b>&\"c\" \x01\x0b\t\xEF\xBF\xBE."));
    is_str(buf_view(&b), "a&lt;b&gt;&amp;&quot;c&quot; \t.", "what XML cannot hold is left out");
    buf_clear(&b);
    web_put_href(&b, STR("a b?x=1&y=\"<\xC3\xA9"));
    is_str(buf_view(&b), " href=\"a%20b?x=1&amp;y=%22%3C%C3%A9\"", "addresses");
    buf_clear(&b);
    struct node *map = node_new_map(a, SPAN_NONE);
    node_put(a, map, STR("</script>"), SPAN_NONE,
             node_string(a, STR("<!-- & \xE2\x80\xA8\xE2\x80\xA9 \xE2\x80\xAA"), SPAN_NONE));
    web_script_json(&b, map);
    is_str(buf_view(&b),
           "{\"\\u003c/script\\u003e\":\"\\u003c!-- \\u0026 \\u2028\\u2029 \xE2\x80\xAA\"}",
           "nothing ends the script");
    buf_drop(&b);
}

static void test_files(struct arena *a) {
    struct map taken = MAP_INIT;
    is_str(web_work_file(a, &taken, STR("doe2020")), "doe2020.html", "a key");
    is_str(web_work_file(a, &taken, STR("Doe2020")), "doe2020-2.html", "capitals are no other");
    is_str(web_work_file(a, &taken, STR("../../etc/passwd")), "etc-passwd.html", "a way up");
    is_str(web_work_file(a, &taken, STR("::")), "work.html", "nothing that is safe");
    is_str(web_work_file(a, &taken, STR("a.b_c-d/e")), "a.b_c-d-e.html", "signs");
    map_drop(&taken);
}

/** What ends a script or a line of one stands nowhere, however many there are. */
static void test_specials(struct arena *a) {
    struct buf text = BUF_INIT, out = BUF_INIT;
    for (size_t i = 0; i < 200; i++) {
        buf_fill(&text, 'x', i % 11);
        buf_puts(&text, i % 5 == 0   ? "<"
                        : i % 5 == 1 ? ">"
                        : i % 5 == 2 ? "&"
                        : i % 5 == 3 ? "\xE2\x80\xA8"
                                     : "\xE2\x82\xAC");
    }
    web_script_json(&out, node_string(a, buf_view(&text), SPAN_NONE));
    struct str made = buf_view(&out);
    size_t escapes = 0, euros = 0;
    bool none = true;
    for (size_t i = 0; i < made.n; i++) {
        none = none && !strchr("<>&", made.p[i]);
        escapes += made.p[i] == '\\';
        euros += str_starts(str_from(made, i), STR("\xE2\x82\xAC"));
        none = none && !str_starts(str_from(made, i), STR("\xE2\x80"));
    }
    ok(none, "nothing that ends a script");
    is_int(escapes, 160, "each of them is escaped");
    is_int(euros, 40, "and others of the same first byte stay");
    buf_drop(&text);
    buf_drop(&out);
}

int main(void) {
    struct arena *a = arena_new();
    test_resolve(a);
    test_time(a);
    test_escapes(a);
    test_specials(a);
    test_files(a);
    is_str(web_feed_id(a, STR("x")), "urn:uuid:9dd4e461-268c-3034-b5c8-564e155c67a6",
           "an identifier made of a text (RFC 9562, version 3)");
    arena_drop(a);
    return tap_done();
}
