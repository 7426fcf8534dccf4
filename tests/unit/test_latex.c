/* SPDX-License-Identifier: MIT */
/* LaTeX for special characters; YAML that was written is the same when it is read again. */
#include "core/data/yaml.h"
#include "write/latex/writer.h"

#include "tap.h"

static struct arena *arena;

static void stands_for(uint32_t cp, enum latex_symbol kind, const char *want) {
    struct buf b = BUF_INIT;
    ok(latex_symbol(arena, &b, cp) == kind, want);
    is_str(buf_view(&b), want, "what stands for it");
    buf_drop(&b);
}

static void test_symbols(void) {
    ok(latex_symbols_sorted(), "the table is sorted");
    stands_for('a', LATEX_NATIVE, "");
    stands_for(0xE9, LATEX_NATIVE, "");
    stands_for(0x2192, LATEX_DECLARED, "\\ensuremath{\\rightarrow}");
    stands_for(0x202F, LATEX_DECLARED, "\\,");
    stands_for(0x1EBF, LATEX_DECLARED, "\\'{\\^{e}}");
    stands_for(0x4E2D, LATEX_UNKNOWN, "");
}

static struct node *read_yaml(struct str text) {
    struct diags d;
    diags_init(&d, arena);
    struct node *n = yaml_parse(arena, source_new(arena, STR("t.yml"), text), 0, text.n, &d);
    ok(d.n == 0, "no fault in the YAML");
    diags_drop(&d);
    return n;
}

static bool same(const struct node *a, const struct node *b) {
    bool equal =
        a->kind == b->kind && a->plain == b->plain && str_eq(a->text, b->text) && a->n == b->n;
    for (size_t i = 0; i < a->n && equal; i++) {
        equal = same(a->items[i], b->items[i]) &&
                (a->kind != NODE_MAP || str_eq(a->keys[i], b->keys[i]));
    }
    return equal;
}

static void comes_back(const char *name, const char *yaml) {
    const struct node *first = read_yaml(str_of(yaml));
    struct buf b = BUF_INIT;
    yaml_write(&b, first);
    ok(same(first, read_yaml(buf_keep(&b, arena))), name);
    buf_drop(&b);
}

static void test_yaml(void) {
    comes_back("scalars and lists",
               "a: b\nc: [1, 'two', \"thr'ee\", ~, '']\nd: {e: f, g: [h, {i: j}], k: []}\nl:\n");
    comes_back(
        "quotes",
        "a: '# no comment'\nb: 'x: y'\nc: ' space '\nd: '- dash'\ne: -dash\nf: 'yes'\ng: yes\n");
    comes_back(
        "lines",
        "a: |\n  one\n    two\n\n  three\nb: |-\n  x\n  y\nc: |+\n  z\n\nd: \"\\n first\\n\"\n");
    comes_back("escapes and keys",
               "a: \"tab\\t, bell\\a, \\u2028, \\x85 and \\\\\"\n? 'odd: key'\n: v\n'': w\n");
    comes_back("lists of lists", "- not\n- a map: at all\n- - in\n  - lists\n");
}

int main(void) {
    arena = arena_new();
    test_symbols();
    test_yaml();
    arena_drop(arena);
    return tap_done();
}
