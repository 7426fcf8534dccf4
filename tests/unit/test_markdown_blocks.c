/* SPDX-License-Identifier: MIT */
/*
 * Blocks that CommonMark lacks, each in every container: a block in a container is the same as
 * at the margin. The structures are those of pandoc (2.17).
 */
#include "read/markdown/markdown.h"

#include "reading.h"
#include "show.h"
#include "tap.h"

#include <string.h>

struct syntax {
    const char *name, *text, *want;
    bool loose; /* a blank line follows a text of it */
};

static const struct syntax syntaxes[] = {
    {"fenced div", "::: {.box}\nin\n\n- a\n:::", "div{.box}(p(\"in\") list*(li(t(\"a\"))))", false},
    {"definition list", "Term\n\n:   def\n\n    more\n\nOther\n:   tight",
     "dl(dt(\"Term\") dd(p(\"def\") p(\"more\")) dt(\"Other\") dd(t(\"tight\")))", false},
    {"grid table", "+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+",
     "table(tr(tdh(t(\"a\")) tdh(t(\"b\"))) tr(td(t(\"c\")) td(t(\"d\"))))", false},
    {"simple table", "a     b\n---  ---\n1    - 2\n3      4",
     "table(tr(tdh<(\"a\") tdh=(\"b\")) tr(td<(\"1\") td=(\"- 2\")) tr(td<(\"3\") td=(\"4\")))",
     false},
    {"multiline table",
     "-----------\n  a    b\n----- -----\none   two\nfour\n\n- x   y\n-----------",
     "table(tr(tdh=(\"a\") tdh=(\"b\")) tr(td=(\"one\" ~ \"four\") td=(\"two\")) "
     "tr(td=(\"- x\") td=(\"y\")))",
     false},
    {"line block", "| one\n|   two\n  three",
     "div{.line-block}(t(\"one\" br \"\u00A0\u00A0two\" ~ \"three\"))", false},
    {"display", "Let\n$$\na\n- b\n$$\nbe.\n\nSo.",
     "p(\"Let\" ~ math*<\na\n- b\n> ~ \"be.\") p(\"So.\")", true},
    {"caption", "a     b\n---  ---\n1     2\n\n: Cap *x* {#t}",
     "table{#t}(caption(span{.caption-number}(\"Table\u00A01: \") \"Cap \" em(\"x\")) "
     "tr(tdh<(\"a\") tdh=(\"b\")) tr(td<(\"1\") "
     "td=(\"2\")))",
     false},
    {"fancy list", "a)  x\nb)  y\n\n    z\n\n(@e)  w",
     "lista)/(li(p(\"x\")) li(p(\"y\") p(\"z\"))) list1(){.example}(li(t(\"w\")))", false},
    {"HTML table", "<table>\n<tr><td>a\n\n</td></tr>\n</table>", "table(tr(td(\"a\")))", false},
    {"footnote", "- a[^n]\n\n[^n]: b", "list*(li(t(\"a\" fn(p(\"b\")))))", false},
};

/* `first` and `rest` are written before lines; "%" is the place of the structure. */
struct container {
    const char *name, *before, *first, *rest, *after, *want;
};

static const struct container containers[] = {
    {"at the margin", "", "", "", "", "%"},
    {"in a footnote", "T[^1]\n\n[^1]: x\n\n", "    ", "    ", "", "p(\"T\" fn(p(\"x\") %))"},
    {"in an item", "- x\n\n", "  ", "  ", "", "list*/(li(p(\"x\") %))"},
    {"at the front of an item", "", "1.  ", "    ", "", "list1.^(li(%))"},
    {"in an item of a list of letters", "b) x\n\n", "   ", "   ", "", "lista)2/(li(p(\"x\") %))"},
    {"in a quote", "", "> ", "> ", "", "quote(%)"},
    {"in a div", "::: o\n", "", "", ":::\n", "div{.o}(%)"},
    {"in a definition", "T\n\n:   x\n\n", "    ", "    ", "", "dl(dt(\"T\") dd(p(\"x\") %))"},
    {"in a quote in an item", "- > x\n  >\n", "  > ", "  > ", "", "list*(li(quote(p(\"x\") %)))"},
    {"in the abstract", "---\nabstract: |\n", "  ", "  ", "---\n", "div(%)"},
};

static void put_lines(struct buf *b, const struct container *c, const char *text) {
    struct str rest = str_of(text);
    buf_puts(b, c->before);
    for (bool first = true; rest.p; first = false) {
        buf_puts(b, first ? c->first : c->rest);
        buf_str(b, str_cut(&rest, '\n'));
        buf_putc(b, '\n');
    }
    buf_puts(b, c->after);
}

/* A frame around the lines. */
static void put_cell(struct buf *b, const char *text) {
    size_t width = 0;
    for (struct str rest = str_of(text); rest.p;) {
        struct str line = str_cut(&rest, '\n');
        width = line.n > width ? line.n : width;
    }
    for (int edge = 0; edge < 2; edge++) {
        buf_putc(b, '+');
        for (size_t i = 0; i < width + 2; i++) {
            buf_putc(b, '-');
        }
        buf_puts(b, "+\n");
        for (struct str rest = edge ? STR_EMPTY : str_of(text); rest.p;) {
            struct str line = str_cut(&rest, '\n');
            buf_printf(b, "| %-*.*s |\n", (int)width, STR_ARG(line));
        }
    }
}

/* What a structure is within a container. */
static struct str wanted(struct arena *a, const char *around, const struct syntax *s) {
    struct buf b = BUF_INIT;
    for (const char *p = around; *p; p++) {
        if (*p == '%') {
            buf_puts(&b, s->want);
        } else if (*p != '^') {
            buf_putc(&b, *p);
        } else if (s->loose) {
            buf_putc(&b, '/');
        }
    }
    return buf_finish(&b, a);
}

static void check(const struct syntax *s, const char *where, const char *around, struct str text) {
    struct reading in = reading_open("t.md", text);
    struct doc *doc = markdown_parse(in.arena, in.src, NULL, in.diags);
    struct buf got = BUF_INIT;
    if (doc->meta.abstract) {
        show_node(&got, doc->meta.abstract);
    } else {
        show_children(&got, doc->root);
    }
    const char *name = arena_printf(in.arena, "%s %s", s->name, where).p;
    is_str(buf_view(&got), wanted(in.arena, around, s).p, name);
    is_int(in.diags->n, 0, "nothing to say");
    buf_drop(&got);
    reading_drop(&in);
}

static void test_matrix(void) {
    for (size_t i = 0; i < ARRAY_LEN(syntaxes); i++) {
        const struct syntax *s = &syntaxes[i];
        bool note = strcmp(s->name, "footnote") == 0;
        struct buf b;
        for (size_t k = 0; k < ARRAY_LEN(containers); k++) {
            const struct container *c = &containers[k];
            if (note && strcmp(c->name, "in a footnote") == 0) {
                continue; /* notes hold none */
            }
            buf_init(&b, 0);
            put_lines(&b, c, s->text);
            check(s, c->name, c->want, buf_view(&b));
            buf_drop(&b);
        }
        buf_init(&b, 0);
        put_cell(&b, s->text);
        check(s, "in a cell", "table(tr(td(%)))", buf_view(&b));
        buf_drop(&b);
    }
}

static void reads_as(const char *format, const char *text, const char *want) {
    struct reading in = reading_open("t.md", str_of(text));
    struct markdown_options opt = {.format = str_of(format)};
    struct doc *doc = markdown_parse(in.arena, in.src, &opt, in.diags);
    struct buf got = BUF_INIT;
    show_children(&got, doc->root);
    is_str(buf_view(&got), want, show_name(in.arena, text));
    buf_drop(&got);
    reading_drop(&in);
}

static void reads(const char *text, const char *want) {
    reads_as("", text, want);
}

/* Spans are exact to the byte in containers of containers. */
static void test_places(void) {
    reads("x[^1]\n\n[^1]: ::: a\n    > | @b\n    > |  @c\n    :::\n",
          "p(\"x\" fn(div{.a}(quote(div{.line-block}(t(cite![b@4:9] br \"\u00A0\" "
          "cite![c@5:10]))))))");
    reads("- > T\n  >\n  > :   @a\n  >\n  >     - @b\n",
          "list*(li(quote(dl(dt(\"T\") dd(p(cite![a@3:9]) list*(li(t(cite![b@5:11]))))))))");
    reads("> +----+\n> | @a |\n> +----+\n> | @b |\n> +----+\n",
          "quote(table(tr(td(t(cite![a@2:5]))) tr(td(t(cite![b@4:5])))))");
    reads("::: x\n(@e) @a\n     @b\n:::\n",
          "div{.x}(list1(){.example}(li(t(cite![a@2:6] ~ cite![b@3:6]))))");
    reads(
        "1.  a    b\n    ---- --\n    @c   @d\n",
        "list1.(li(table(tr(tdh<(\"a\") tdh<(\"b\")) tr(td<(cite![c@3:5]) td<(cite![d@3:10])))))");
    reads("\t@a\n\n-\t> @b\n\n\t  ::: c\n\t  @d\n\t  :::\n",
          "code:<@a\n> list*(li(quote(p(cite![b@3:5])) div{.c}(p(cite![d@6:4]))))");
}

/* The borders of adjacent blocks: those of pandoc, except where CommonMark decides.
 */
static void test_edges(void) {
    reads("A.  x\nB.  y\n\niv. p\nv. q",
          "listA.(li(t(\"x\")) li(t(\"y\"))) listi.4(li(t(\"p\")) li(t(\"q\")))");
    reads("(@b)\n    Wo\\\n    wh", "list1(){.example}(li(t(\"Wo\" br \"wh\")))");
    reads("| a |\n|---|\n| 1 |\n: cap",
          "table(caption(span{.caption-number}(\"Table\u00A01: \") \"cap\") tr(tdh(\"a\")) "
          "tr(td(\"1\")))");
    reads("T\n: D\nmore\n: E", "dl(dt(\"T\") dd(t(\"D\" ~ \"more\")) dd(t(\"E\")))");
    reads("- ::: x\n  a\n  :::\n- b", "list*(li(div{.x}(p(\"a\"))) li(t(\"b\")))");
    reads("::: a\n- ::: b\n  x\n\n:::", "div{.a}(list*(li(div{.b}(p(\"x\")))))");
    reads("::: a\n```\n:::\n```\n<!--\n:::\n-->\n:::\nb", "div{.a}(code:<:::\n>) p(\"b\")");
    reads("- ::: a\n  b\n:::\n", "list*(li(div{.a}(p(\"b\"))))");
    reads("- a\n- | b\n", "list*(li(t(\"a\")) li(div{.line-block}(t(\"b\"))))");
    reads("x\n\n---\n\ny\n\n- - -", "p(\"x\") hr p(\"y\") hr");
    reads("- a\n\n  ---\n- b", "list*/(li(p(\"a\") hr) li(p(\"b\")))");
    reads("1.  b   c\n------ ---\n2.     d\n",
          "table(tr(tdh<(\"1.  b\") tdh=(\"c\")) tr(td<(\"2.\") "
          "td=(\"d\")))");
    reads("b) c  d\n----- --\ne     f\n",
          "table(tr(tdh<(\"b) c\") tdh<(\"d\")) tr(td<(\"e\") td<(\"f\")))");
    reads("b)  c    d\n    ---- --\n    e    f\n",
          "lista)2(li(table(tr(tdh<(\"c\") tdh<(\"d\")) tr(td<(\"e\") td<(\"f\")))))");
    reads("> a\n| b", "quote(p(\"a\" ~ \"| b\"))");
    reads("| a\n|-|", "table(tr(tdh(\"a\")))");
    reads("> - [ ] a", "quote(list*(li[ ](t(\"a\"))))");
    reads("[^1]: a\n\n    b\n\nx[^1]", "p(\"x\" fn(p(\"a\") p(\"b\")))");
}

static void test_formats(void) {
    reads_as("markdown-smart+hard_line_breaks", "a --- \"b\"\nc", "p(\"a --- \"b\"\" br \"c\")");
    reads_as("markdown-fenced_divs", "::: a\nb\n:::", "p(\"::: a\" ~ \"b\" ~ \":::\")");
    reads_as("markdown-fancy_lists", "a) b", "p(\"a) b\")");
    reads_as("markdown-tex_math_dollars-citations", "$a$ @b", "p(\"$a$ @b\")");
    reads_as("markdown-superscript-subscript-strikeout", "a^b^ c~d~ ~~e~~",
             "p(\"a^b^ c~d~ ~~e~~\")");
    reads_as("markdown-raw_html", "a <b>c</b>\n\n<div>\nx\n</div>",
             "p(\"a <b>c</b>\") p(\"<div>\nx\n</div>\")");
    reads_as("markdown-pipe_tables", "| a |\n|---|", "p(\"| a |\" ~ \"|—|\")");
    reads_as("markdown-footnotes-inline_notes", "a[^1]^[b]\n\n[^1]: c",
             "p(\"a\" a<c>(\"^1\") \"^[b]\")");
    reads_as("markdown-yaml_metadata_block", "---\na: b\n---\n", "hr h2{#a-b}(\"a: b\")");
    reads("---\nfrom: markdown-smart\n---\n\n\"a\" -- b", "p(\"\"a\" -- b\")");
    reads("---\nfrom: Jane\n---\n\n\"a\"", "p(\"“a”\")");
    reads("---\nfrom: gfm\n---\n\n::: a", "p(\"::: a\")");
    reads_as("gfm+fenced_divs",
             "::: a\n~~x~~ \"q\" $y$\n:::", "div{.a}(p(del(\"x\") \" \"q\" $y$\"))");
    reads_as("gfm-strikeout", "~~x~~", "p(\"~~x~~\")");
    reads_as("gfm+hard_line_breaks", "a\nb", "p(\"a\" br \"b\")");
    reads_as("commonmark", "| a |\n|---|\n\n~~x~~ www.x.org",
             "p(\"| a |\" ~ \"|---|\") p(\"~~x~~ www.x.org\")");
    reads_as("commonmark_x", "::: a\n\"b\"[c]{.d}\n:::\n\n| e",
             "div{.a}(p(\"“b”\" span{.d}(\"c\"))) "
             "p(\"| e\")");
}

static void test_names(void) {
    static const struct {
        const char *format, *fault;
        bool good;
    } cases[] = {
        {"", "", true},
        {"markdown-ntb", "", true},
        {"markdown+smart-smart", "", true},
        {"markdown+ntb+amuse",
         "pandoc's extension `ntb` is not supported; pandoc's extension "
         "`amuse` is not supported",
         true},
        {"gfm-startnum", "the extension `startnum` cannot be switched off", true},
        {"markdown+smrt", "unknown extension `smrt` of the input format: did you mean `smart`?",
         false},
        {"markdown-", "unknown extension `` of the input format", false},
        {"docx",
         "unknown input format `docx`: choose markdown, gfm, commonmark, commonmark_x, myst or "
         "obsidian",
         false},
    };
    struct arena *a = arena_new();
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct str fault;
        bool good = markdown_format_check(a, str_of(cases[i].format), &fault);
        is_int(good, cases[i].good, cases[i].format);
        is_str(fault, cases[i].fault, "what is said");
    }
    arena_drop(a);
}

int main(void) {
    test_matrix();
    test_places();
    test_edges();
    test_formats();
    test_names();
    return tap_done();
}
