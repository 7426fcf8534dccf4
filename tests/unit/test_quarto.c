/* SPDX-License-Identifier: MIT */
/* Documents of Quarto, R Markdown and bookdown, where a unit test shows more than a page. */
#include "core/base/bounds.h"
#include "read/markdown/markdown.h"
#include "reading.h"
#include "tap.h"

DIAG_USE(DIAG_NOT_RUN);
DIAG_USE(DIAG_SHORTCODE);
DIAG_USE(DIAG_BAD_METADATA);

static const char *const outputs[] = {"pdf", "html"};

/** Reads a text as Markdown for an output. */
static struct doc *open_doc(struct reading *r, const char *text, const char *output) {
    struct markdown_options opt = {.outputs = outputs, .noutputs = 2, .output = output};
    *r = reading_open("x.qmd", str_of(text));
    return markdown_parse(r->arena, r->src, &opt, r->diags);
}

static void shows(const char *text, const char *want, const char *name) {
    struct reading r;
    struct doc *d = open_doc(&r, text, NULL);
    is_str(doc_plain(r.arena, d->root), want, name);
    reading_drop(&r);
}

static void test_titles(void) {
    shows("::: {#thm-a name=\"N\"}\nx\n:::\n", "Theorem\u00A01 (N). x", "a theorem by its prefix");
    shows("::: lemma\nx\n:::\n\n::: {.lemma .unnumbered}\ny\n:::\n", "Lemma\u00A01. x Lemma. y",
          "by its class, and without a number");
    shows("::: proof\nx\n:::\n", "Proof. x\u00A0\u25A1", "a proof has an end");
    shows("::: remark\nx\n:::\n\n::: {#rem-a}\ny\n:::\n", "Remark. x Remark\u00A01. y",
          "remarks have numbers when they are asked for");
    shows("::: {.callout-tip}\n## *T*\nx\n:::\n", "T x", "a heading is a callout's title");
    shows("---\nlang: ja\n---\n::: {.callout-tip}\nx\n:::\n\n::: {#exm-a}\ny\n:::\n",
          "ヒント x 例\u00A01. y", "in the document's language");
    shows("::: {lang=de}\n::: theorem\nx\n:::\n:::\n", "Satz\u00A01. x", "in that of a part");
    shows("---\nlang: tlh\n---\n::: theorem\nx\n:::\n", "Theorem\u00A01. x", "in English else");
}

static void test_references(void) {
    shows("::: {#thm-a}\nx\n:::\n\n@thm-a, -@thm-a, \\ref{thm-a}, \\@ref(thm-a)\n",
          "Theorem\u00A01. x Theorem\u00A01, 1, 1, 1", "references to a theorem");
    shows("@thm-b and @Cor-2020\n", "@thm-b and @Cor-2020", "keys that nothing has are citations");
    shows("```{#lst-a .r lst-cap=\"C\"}\nx\n```\n\n@lst-a\n",
          "Listing\u00A01: C x\n Listing\u00A01", "references to a listing");
    shows("$$a (\\#eq:x)$$\n\n\\@ref(eq:x)\n", "a (1) (1)", "bookdown's labels of equations");
    shows("(ref:a) Text\n\nSee (ref:a), (ref:b).\n", "See Text, (ref:b).", "texts written apart");
}

static bool told(const char *text, const struct diag_rule *id) {
    struct reading r;
    (void)open_doc(&r, text, NULL);
    bool said = reading_told(&r, id);
    reading_drop(&r);
    return said;
}

static void test_cells(void) {
    shows("```{r, include=FALSE}\nx\n```\n\ny\n", "y", "include=FALSE");
    shows("```{r}\n#| echo: false\nx\n```\n\ny\n", "y", "a line of options");
    shows("```{r}\n#| echo: true\nx\n```\n", "x", "options are not shown");
    shows("```{r, echo=F}\nopts_chunk$set(echo = FALSE)\n```\n\n```{r}\nx\n```\n\ny\n", "y",
          "opts_chunk$set()");
    shows("```{r, echo=FALSE}\nopts_chunk$set(echo = FALSE)\n```\n\n```{r, echo=TRUE}\nx\n```\n",
          "x", "and a cell that says else");
    shows("---\nexecute: {echo: false}\n---\n```{python}\nx\n```\n\ny\n", "y", "execute: echo");
    shows("```{theorem, label=\"p\", name='N, \"M\"'}\nx\n```\n\n\\@ref(thm:p)\n",
          "Theorem\u00A01 (N, \u201CM\u201D). x 1", "cells of text");
    ok(told("```{r}\nplot(1)\n```\n", DIAG_NOT_RUN), "code is not run, which is said");
    ok(!told("```{r, eval=FALSE}\nplot(1)\n```\n", DIAG_NOT_RUN), "unless nobody asked for it");
    ok(!told("```{.r}\nplot(1)\n```\n", DIAG_NOT_RUN), "code is no cell");
    ok(told("a `r x` b\n", DIAG_NOT_RUN), "code in the text");
    ok(!told("a `rx` b\n", DIAG_NOT_RUN), "and what is none");
}

static void test_today(void) {
    static const int64_t epoch = 1600000000;
    struct markdown_options opt = {.epoch = &epoch};
    struct reading r =
        reading_open("x.Rmd", STR("---\ndate: \"`r format(Sys.time(), '%d %B %Y')`\"\n---\n"
                                  "`r Sys.Date()` `r format(Sys.Date(), '%Y')`\n"));
    struct doc *d = markdown_parse(r.arena, r.src, &opt, r.diags);
    is_str(d->meta.date_plain, "September 13, 2020", "R's day is that of the build");
    is_str(doc_plain(r.arena, d->root), "September 13, 2020 r format(Sys.Date(), '%Y')",
           "a whole one");
    reading_drop(&r);
}

static void test_shortcodes(void) {
    shows("---\na: {b: \"*x*\"}\n---\n{{< meta a.b >}}\n", "x", "a value by its path");
    shows("{{{< meta a >}}} `{{< meta a >}}` $a$\n", "{{< meta a >}} {{< meta a >}} a",
          "no shortcodes");
    ok(told("{{< nothing >}}\n", DIAG_SHORTCODE), "one that nobody knows");
    ok(told("---\na: '{{< meta b >}}'\nb: '{{< meta a >}}'\n---\n{{< meta a >}}\n", DIAG_SHORTCODE),
       "values within one another end");
}

static void test_outputs(void) {
    static const char text[] = "---\ntoc: false\nformat:\n  pdf: {toc: true}\n---\nx\n";
    struct reading r;
    struct doc *d = open_doc(&r, text, "pdf");
    ok(node_bool(node_get(d->front, "toc"), -1) == 1, "an option of the output wins");
    reading_drop(&r);
    d = open_doc(&r, text, "html");
    ok(node_bool(node_get(d->front, "toc"), -1) == 0, "of that output alone");
    reading_drop(&r);
    d = open_doc(&r, "::: {.content-visible when-format=\"html\"}\nx\n:::\n", NULL);
    ok(doc_outputs_of(d, d->root->first) == 2, "conditional content");
    reading_drop(&r);
}

static void test_people(void) {
    struct reading r;
    struct doc *d = open_doc(&r,
                             "---\nauthor:\n- name: A\n  affiliation: \"1, 2\"\n- name: B\n"
                             "  affiliation: 2\naffiliations:\n- {name: X, index: 1}\n"
                             "- {name: Y, index: 2}\n---\n",
                             NULL);
    const struct doc_affiliations *all = doc_shared_affiliations(r.arena, &d->meta);
    ok(all && all->n == 2, "places are listed once");
    is_str(doc_affiliation_marks(r.arena, all, &d->meta.authors[0]), "1,2", "by their numbers");
    reading_drop(&r);
    ok(told(
           "---\nauthor:\n- name: A\n  affiliation: 3\naffiliations:\n- {name: X, index: 1}\n---\n",
           DIAG_BAD_METADATA),
       "a number that no place has");
}

static void test_depth(void) {
    struct buf b;
    struct reading r;
    buf_init(&b, 0);
    for (int i = 0; i < 2 * LIMIT_DOC_DEPTH; i++) {
        buf_puts(&b, ":::: {.callout-note .theorem #thm-a title=T}\n");
    }
    buf_puts(&b, "x\n");
    r = reading_open("deep.md", buf_view(&b));
    struct doc *d = markdown_parse(r.arena, r.src, NULL, r.diags);
    struct doc_walk w = doc_walk_start(d->root);
    int depth = 0, most = 0;
    while (doc_walk_next(&w)) {
        depth += w.enter ? 1 : -1;
        most = depth > most ? depth : most;
    }
    ok(most <= LIMIT_DOC_DEPTH + 2, "titles do not nest deeper than the limit");
    reading_drop(&r);
    buf_drop(&b);
}

int main(void) {
    test_titles();
    test_references();
    test_cells();
    test_today();
    test_shortcodes();
    test_outputs();
    test_people();
    test_depth();
    return tap_done();
}
