/* SPDX-License-Identifier: MIT */
/* YAML: values and their places, texts that are refused, and recovery after errors. */
#include "core/data/yaml.h"
#include "reading.h"
#include "tap.h"

DIAG_USE(DIAG_INVALID_UTF8);
DIAG_USE(DIAG_YAML_SYNTAX);
DIAG_USE(DIAG_YAML_DUPLICATE_KEY);
DIAG_USE(DIAG_YAML_ALIAS);
DIAG_USE(DIAG_YAML_DEPTH);

struct text {
    struct reading in;
    struct node *root;
};

static struct text read_part(const char *z, size_t begin, size_t end) {
    struct text t = {.in = reading_open("t.yaml", str_of(z))};
    t.root = yaml_parse(t.in.arena, t.in.src, begin, end, t.in.diags);
    return t;
}

static struct text read_text(const char *z) {
    return read_part(z, 0, strlen(z));
}

static void test_values(void) {
    struct text t = read_text("title: Über: no\nversion: 1.10\nquiet: no\nquoted: 'it''s'\n"
                              "list:\n  - a\n  - {b: c, d: [e, f]}\nempty:\n");
    is_int(t.in.diags->n, 1, "one fault: the second colon");
    is_str(node_text(node_get(t.root, "version")), "1.10", "a number keeps its text");
    is_str(node_text(node_get(t.root, "quiet")), "no", "no truth value is made of a word");
    is_int(node_bool(node_get(t.root, "quiet"), 7), 0, "who asks for a truth value gets one");
    is_str(node_text(node_get(t.root, "quoted")), "it's", "a doubled quote is one");
    ok(!node_get(t.root, "quoted")->plain, "a quoted scalar is not plain");
    ok(node_get(t.root, "version")->plain, "an unquoted one is");
    const struct node *list = node_get(t.root, "list");
    is_int(list->n, 2, "two items");
    is_str(node_text(node_get(list->items[1], "d")->items[1]), "f", "flow inside block");
    is_str(reading_at(list->items[1]->span), "{b: c, d: [e, f]}", "a flow map's span");
    is_int(node_get(t.root, "empty")->text.n, 0, "no value is an empty text");
    ok(!node_get(t.root, "missing"), "what is not there is NULL");
    reading_drop(&t.in);
}

static void test_places(void) {
    const char *z = "---\nété: \"日本\"\nb: \"x\\ty\"\nc: one\n  two\n---\ntext";
    struct text t = read_part(z, 4, strlen(z) - 8);
    struct span s;
    is_int(t.in.diags->n, 0, "no fault");
    ok(node_text_span(node_get(t.root, "été"), &s), "plain bytes have a place");
    is_str(reading_at(s), "日本", "in bytes, not characters");
    is_str(reading_at(t.root->key_spans[0]), "été", "keys have one too");
    ok(!node_text_span(node_get(t.root, "b"), &s), "an escape has none");
    is_str(reading_at(s), "\"x\\ty\"", "but the value has");
    is_str(node_text(node_get(t.root, "b")), "x\ty", "the escape is read");
    is_str(node_text(node_get(t.root, "c")), "one two", "lines are folded");
    struct line_col at = source_line_col(t.in.src, t.root->key_spans[2].begin);
    is_int(at.line, 4, "lines are those of the whole file");
    reading_drop(&t.in);
}

static void test_blocks(void) {
    struct text t = read_text("\xEF\xBB\xBF"
                              "a: |\r\n  one\r\n  two\r\nb: >-\r\n  x\r\n  y\r\n");
    is_str(node_text(node_get(t.root, "a")), "one\ntwo\n", "a literal block");
    is_str(node_text(node_get(t.root, "b")), "x y", "a folded block, stripped");
    ok(node_get(t.root, "a")->block, "it is marked as a block");
    is_str(reading_at(t.root->key_spans[1]), "b", "CRLF and a byte-order mark do not shift places");
    reading_drop(&t.in);
}

static void test_colon(void) {
    struct text t = read_text("title: Scale: a study # x\nauthor: A\n");
    ok(reading_told(&t.in, DIAG_YAML_SYNTAX), "a second colon is reported");
    is_str(t.in.diags->list[0]->hint, "put the value in quotes: \"Scale: a study\"",
           "with the way out");
    is_int(t.in.diags->list[0]->span.begin, 12, "at the colon");
    is_str(node_text(node_get(t.root, "title")), "Scale: a study", "the whole line is the value");
    is_str(node_text(node_get(t.root, "author")), "A", "and reading goes on");
    reading_drop(&t.in);
}

static void test_recovery(void) {
    struct text t = read_text("a: @x\nb: 1\n\tc: 2\nd: \"open\ne: 3\n");
    is_int(t.in.diags->n, 3, "each fault is reported");
    is_str(node_text(node_get(t.root, "e")), "3", "the last line is read");
    reading_drop(&t.in);
    t = read_text("a: 1\na: 2\nb: 3\n");
    ok(reading_told(&t.in, DIAG_YAML_DUPLICATE_KEY), "a key given twice");
    is_int(t.in.diags->list[0]->nrelated, 1, "with the first place");
    is_str(node_text(node_get(t.root, "a")), "2", "the last one counts");
    is_int(t.root->n, 2, "the first one is not kept");
    reading_drop(&t.in);
}

static void test_refused(void) {
    struct text t = read_text("a: &x 1\nb: *x\nc: !!int 3\n");
    is_int(t.in.diags->n, 3, "anchor, alias and tag are reported");
    ok(reading_told(&t.in, DIAG_YAML_ALIAS), "as such");
    is_str(node_text(node_get(t.root, "c")), "3", "the value behind a tag is kept");
    is_int(node_text(node_get(t.root, "b")).n, 0, "an alias has no value");
    reading_drop(&t.in);
    t = read_text("a: 1\n---\nb: 2\n");
    ok(reading_told(&t.in, DIAG_YAML_SYNTAX) && !node_get(t.root, "b"),
       "a second document is refused");
    reading_drop(&t.in);
    t = read_text("---\na: 1\n---\n");
    is_str(node_text(node_get(t.root, "a")), "1", "a line of dashes may close a file");
    is_int(t.in.diags->n, 0, "and begins no document");
    reading_drop(&t.in);
    t = read_text("a: 1\n---\n---\nb: 2\n");
    ok(reading_told(&t.in, DIAG_YAML_SYNTAX), "but what follows does");
    reading_drop(&t.in);
    t = read_text("a: \xFF\n");
    ok(!t.root && reading_told(&t.in, DIAG_INVALID_UTF8), "so is what is no UTF-8");
    is_int(t.in.diags->list[0]->span.begin, 3, "at its byte");
    reading_drop(&t.in);
    t = read_text("# nothing\n");
    ok(!t.root && t.in.diags->n == 0, "nothing is no fault");
    reading_drop(&t.in);
}

static void test_limits(void) {
    char deep[2001];
    memset(deep, '[', 2000);
    deep[2000] = '\0';
    struct text t = read_text(deep);
    ok(reading_told(&t.in, DIAG_YAML_DEPTH), "depth is limited");
    reading_drop(&t.in);
    struct buf b = BUF_INIT;
    for (int i = 0; i < 5000; i++) {
        buf_printf(&b, "key%d: %d\n", i, i);
    }
    buf_puts(&b, "key17: again\n");
    t = read_text(b.p);
    is_int(t.root->n, 5000, "a large map is read");
    ok(reading_told(&t.in, DIAG_YAML_DUPLICATE_KEY), "and its duplicate found");
    is_str(reading_at(t.in.diags->list[0]->related[0].span), "key17", "with its place");
    reading_drop(&t.in);
    buf_drop(&b);
}

static void test_building(void) {
    struct arena *a = arena_new();
    struct node *map = node_new_map(a, SPAN_NONE);
    char names[100][8];
    for (int i = 0; i < 100; i++) {
        int n = snprintf(names[i], sizeof names[i], "k%d", i);
        node_put(a, map, (struct str){names[i], (size_t)n}, SPAN_NONE,
                 node_string(a, STR("v"), SPAN_NONE));
    }
    node_put(a, map, STR("k5"), SPAN_NONE, node_string(a, STR("w"), SPAN_NONE));
    is_int(map->n, 100, "putting replaces");
    is_str(node_text(node_get(map, "k5")), "w", "by the new value");
    is_int(node_index(map, STR("k5")), 5, "in the old place");
    ok(!node_get(NULL, "x"), "NULL has no members");
    arena_drop(a);
}

int main(void) {
    test_values();
    test_places();
    test_blocks();
    test_colon();
    test_recovery();
    test_refused();
    test_limits();
    test_building();
    return tap_done();
}
