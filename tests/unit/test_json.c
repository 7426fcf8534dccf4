/* SPDX-License-Identifier: MIT */
/* JSON: values, places, errors, writing. jansson accepts and refuses the same texts. */
#include "core/data/json.h"
#include "reading.h"
#include "tap.h"

#include <jansson.h>

DIAG_USE(DIAG_JSON_DEPTH);

struct text {
    struct reading in;
    struct node *root;
};

static struct text read_text(const char *z) {
    struct text t = {.in = reading_open("t.json", str_of(z))};
    t.root = json_parse(t.in.arena, t.in.src, t.in.diags);
    return t;
}

static void test_values(void) {
    struct text t = read_text("\xEF\xBB\xBF [{\"id\": \"a\", \"n\": 1.50, \"e\": \"\\u00e9\\ud83d"
                              "\\ude00\\n\", \"t\": true, \"z\": null, \"l\": [ ]}, -12E+3]\n");
    is_int(t.in.diags->n, 0, "no fault");
    const struct node *map = t.root->items[0];
    is_str(node_text(node_get(map, "n")), "1.50", "a number keeps its text");
    is_int(node_get(map, "n")->kind, NODE_NUMBER, "and is a number");
    is_str(node_text(node_get(map, "e")), "é😀\n", "escapes and surrogate pairs");
    is_int(node_get(map, "z")->kind, NODE_NULL, "null");
    is_int(node_bool(node_get(map, "t"), 0), 1, "true");
    is_int(node_get(map, "l")->n, 0, "an empty list");
    is_str(node_text(t.root->items[1]), "-12E+3", "an exponent");
    struct span s;
    ok(node_text_span(node_get(map, "id"), &s), "a plain string has its place");
    is_str(reading_at(s), "a", "without the quotes");
    is_str(reading_at(node_get(map, "id")->span), "\"a\"", "its value's span has them");
    is_str(reading_at(map->key_spans[1]), "\"n\"", "keys have a place");
    ok(!node_text_span(node_get(map, "e"), &s), "an escaped one has none");
    reading_drop(&t.in);
}

static void test_faults(void) {
    static const struct {
        const char *text;
        uint32_t at;
    } cases[] = {
        {"[1,]", 2}, {"{\"a\" 1}", 5}, {"[01]", 1}, {"[1 2]", 3}, {"[\"a", 1}, {"", 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = read_text(cases[i].text);
        ok(!t.root && t.in.diags->n == 1, cases[i].text);
        is_int(t.in.diags->n ? t.in.diags->list[0]->span.begin : 99, cases[i].at, "its place");
        reading_drop(&t.in);
    }
    struct text t = read_text("{\"a\": 1, \"b\": 2, \"a\": 3}");
    is_str(node_text(node_get(t.root, "a")), "3", "of two keys the last wins");
    is_int(t.root->n, 2, "and there is one");
    is_int(t.in.diags->warnings, 1, "with a warning");
    reading_drop(&t.in);
    t = read_text("[\"a\\ud800b\", \"\\u0000\"]");
    is_str(node_text(t.root ? t.root->items[0] : NULL),
           "a\xEF\xBF\xBD"
           "b",
           "half a pair is replaced");
    is_int(t.in.diags->errors, 2, "and reported, as U+0000 is");
    reading_drop(&t.in);
}

/** Our verdict on well-formedness is jansson's. */
static void test_against_jansson(void) {
    static const char *const texts[] = {
        "[]",
        "{}",
        "[[]]",
        "[1]",
        "[-0]",
        "[-]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[1.5e]",
        "[1e5]",
        "[1E-5]",
        "[00]",
        "[-01]",
        "[0.0]",
        "[true]",
        "[True]",
        "[truex]",
        "[nul]",
        "[null,]",
        "[,]",
        "[1,,2]",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{1:2}",
        "{\"a\"}",
        "{\"a\"::1}",
        "[}",
        "{]",
        "[",
        "{",
        "]",
        "[1]]",
        "[1] 2",
        "[\"\t\"]",
        "[\"\\x\"]",
        "[\"\\u12g4\"]",
        "[\"\\u00E9\"]",
        "[\"\\/\"]",
        "['a']",
        "[\"a\" // c\n]",
        "/**/[]",
        " [ 1 , 2 ] ",
        "\f[]",
        "[\"a\\\"]",
        "[1e]",
        "[\"\xC3\xA9\"]",
        "[\"\xC3\"]",
        "[\"\xED\xA0\x80\"]",
        "[\"\xF0\x9F\x98\x80\"]",
        "\"a\"",
        "[\"\\\"\"]",
        "[[[[1],2],3],{\"a\":{\"b\":[]}}]",
        "[1\n,\r2\t]",
        "[NaN]",
        "[Infinity]",
        "[0x1]",
        "[\"\\ud83d\\ude00\"]",
        "[\"\x7f\"]",
        "[1,2,3",
        "{\"a\":[}",
        "{\"a\":1}}",
        "\n",
        "[1.0E+10]",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct text t = read_text(texts[i]);
        json_t *other = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        if (!is_int(t.root != NULL && t.in.diags->errors == 0, other != NULL,
                    "jansson's verdict")) {
            note("of text %zu", i);
        }
        json_decref(other);
        reading_drop(&t.in);
    }
}

static void test_limits(void) {
    char deep[300];
    memset(deep, '[', 299);
    deep[299] = '\0';
    struct text t = read_text(deep);
    ok(!t.root && t.in.diags->n == 1 && t.in.diags->list[0]->id == DIAG_JSON_DEPTH,
       "depth is limited");
    reading_drop(&t.in);
    struct buf b = BUF_INIT;
    buf_putc(&b, '{');
    for (int i = 0; i < 20000; i++) {
        buf_printf(&b, "\"k%d\":%d,", i, i);
    }
    buf_puts(&b, "\"k9\":0}");
    t = read_text(b.p);
    is_int(t.root->n, 20000, "a large map is read");
    is_str(node_text(node_get(t.root, "k9")), "0", "with its duplicate");
    reading_drop(&t.in);
    buf_drop(&b);
}

static void test_writing(void) {
    struct text t =
        read_text("{\"a\": [1, \"x\\u0001\\\"\\\\\\n\u00e9\"], \"b\": {}, \"c\": [true, null]}");
    struct buf b = BUF_INIT;
    json_write(&b, t.root, 0);
    is_str(buf_view(&b), "{\"a\":[1,\"x\\u0001\\\"\\\\\\n\u00e9\"],\"b\":{},\"c\":[true,null]}",
           "on one line");
    buf_clear(&b);
    json_write(&b, t.root, 2);
    is_str(str_slice(buf_view(&b), 0, 20), "{\n  \"a\": [\n    1,\n  ", "and indented");
    buf_drop(&b);
    reading_drop(&t.in);
}

/** Every byte but 0, wherever it stands among others, is read again as it was written. */
static void test_strings(void) {
    bool right = true;
    for (int c = 1; c < 128; c++) {
        for (size_t at = 0; at < 20; at++) {
            char z[24] = "abcdefghijklmnopqrst";
            struct buf b = BUF_INIT;
            z[at] = (char)c;
            z[(at + 9) % 20] = (char)c;
            json_write_string(&b, (struct str){z, 20});
            buf_putc(&b, '\0');
            struct text t = read_text(b.p);
            struct str back = node_text(t.root);
            right = right && t.in.diags->n == 0 && back.n == 20 && memcmp(back.p, z, 20) == 0;
            reading_drop(&t.in);
            buf_drop(&b);
        }
    }
    ok(right, "strings with any byte in any place");
}

int main(void) {
    test_values();
    test_strings();
    test_faults();
    test_against_jansson();
    test_limits();
    test_writing();
    return tap_done();
}
