/* SPDX-License-Identifier: MIT */
/* TOML: tables, keys and values; faults; front matter between lines of `+++`. */
#include "core/data/toml.h"
#include "reading.h"
#include "tap.h"

struct text {
    struct reading in;
    struct node *root;
};

static struct text read_text(const char *z) {
    struct text t = {.in = reading_open("t.toml", str_of(z))};
    t.root = toml_parse(t.in.arena, t.in.src, 0, strlen(z), t.in.diags);
    return t;
}

static const char *at(const struct text *t, const char *path) {
    return arena_str(t->in.arena, node_text(node_at(t->root, str_of(path)))).p;
}

static void test_values(void) {
    struct text t = read_text(
        "title = \"A \\\"b\\\" \\u00e9\" # comment\nraw = 'c\\d'\nn = 1.5\nyes = true\n"
        "day = 2020-01-02T03:04:05Z\nlong = \"\"\"\r\nx\\\n  y\"\"\"\"\nlist = [1,\n  [2], # "
        "two\n {a.b = 'z'}]\n");
    is_int(t.in.diags->n, 0, "no fault");
    is_str(str_of(at(&t, "title")), "A \"b\" \xC3\xA9", "escapes");
    is_str(str_of(at(&t, "raw")), "c\\d", "a literal has none");
    is_str(str_of(at(&t, "n")), "1.5", "a number keeps its text");
    is_int(node_bool(node_get(t.root, "yes"), 7), 1, "a truth value");
    is_str(str_of(at(&t, "day")), "2020-01-02T03:04:05Z", "a date is a text");
    is_str(str_of(at(&t, "long")), "xy\"", "lines, and a mark before the last three");
    const struct node *list = node_get(t.root, "list");
    is_int(list->n, 3, "a list over lines");
    is_str(node_text(node_at(list->items[2], STR("a.b"))), "z", "a table on one line");
    reading_drop(&t.in);
}

static void test_tables(void) {
    struct text t = read_text("[a.b]\nc = 1\n[[menu.main]]\nname = 'x'\n[[menu.main]]\nname = "
                              "'y'\n[menu.main.more]\nz = 2\n[a]\nd = 3\n");
    is_str(str_of(at(&t, "a.b.c")), "1", "a table in a table");
    is_str(str_of(at(&t, "a.d")), "3", "and what is above it");
    const struct node *all = node_at(t.root, STR("menu.main"));
    is_int(all->n, 2, "an array of tables");
    is_str(node_text(node_get(all->items[1], "name")), "y", "its last");
    is_str(node_text(node_at(all->items[1], STR("more.z"))), "2", "has a table of its own");
    reading_drop(&t.in);
}

static void test_faults(void) {
    struct text t = read_text("a = \nb = \"open\n[x\nc = 1 2\nd = 4\n");
    is_int(t.in.diags->n, 3, "each line with a fault is reported");
    is_str(str_of(at(&t, "d")), "4", "and the others are read");
    reading_drop(&t.in);
}

static void test_many_tables(void) {
    struct arena *a = arena_new();
    struct buf b = BUF_INIT;
    for (int i = 0; i < 21000; i++) {
        buf_printf(&b, "[t%d]\n", i);
    }
    struct text t = read_text(arena_str(a, buf_view(&b)).p);
    is_int(t.root->n, 20000, "no more tables than the limit, each of which is searched");
    reading_drop(&t.in);
    buf_drop(&b);
    arena_drop(a);
}

static void test_front(void) {
    struct arena *a = arena_new();
    struct str path = STR("p.md");
    struct str yaml =
        toml_front_as_yaml(a, path, STR("+++\ntitle = 'A'\nb = 1\n+++\nText\n"), NULL);
    is_str(yaml, "---\n{\"title\":\"A\",\"b\":\"1\"}\n\n---\nText\n",
           "front matter as YAML, on the same lines");
    is_str(toml_front_as_yaml(a, path, STR("+++ x\n+++\n"), NULL), "+++ x\n+++\n",
           "other text stays");
    yaml =
        toml_front_as_yaml(a, path, STR("{\n \"title\": \"A {\",\n \"b\": [1]\n}\n\nText\n"), NULL);
    is_str(yaml, "---\n{\"title\":\"A {\",\"b\":[1]}\n\n---\n\nText\n", "JSON, on the same lines");
    is_str(toml_front_as_yaml(a, path, STR("{\"a\": 1}\nx"), NULL), "---\n{\"a\":1}\n---\nx",
           "JSON on one line");
    is_str(toml_front_as_yaml(a, path, STR("{{< x >}}\n"), NULL), "{{< x >}}\n", "no JSON");
    is_str(toml_front_as_yaml(a, path, STR("{\"a\": 1} x"), NULL), "---\n{\"a\":1}\n---\n x",
           "text on the line of an object");
    is_str(toml_front_as_yaml(a, path, STR("\xEF\xBB\xBF+++\na = 1\n+++\nx"), NULL),
           "---\n{\"a\":\"1\"}\n---\nx", "after a byte order mark");
    is_str(toml_front_as_yaml(a, path, STR("+++\na = '\xE9'\n+++\nx"), NULL),
           "---\n{\"a\":\"\xE9\"}\n---\nx",
           "bytes that are not UTF-8 stay for the reader of the page");
    struct diags d;
    diags_init(&d, a);
    yaml = toml_front_as_yaml(a, path, STR("+++\ntitle = 'A'\nb 1\n+++\n"), &d);
    is_str(yaml, "---\n{\"title\":\"A\"}\n\n---\n", "a line with a fault is left out");
    is_int(d.n, 1, "and reported");
    is_str(d.list[0]->span.src->name, "p.md", "in the file");
    diags_drop(&d);
    arena_drop(a);
}

int main(void) {
    test_values();
    test_tables();
    test_faults();
    test_many_tables();
    test_front();
    return tap_done();
}
