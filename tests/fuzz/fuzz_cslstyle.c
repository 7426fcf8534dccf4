/* SPDX-License-Identifier: MIT */
/* Compiles any bytes as a CSL style, and formats a small document with it if it can be used. */
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "fuzz.h"

static const char items[] =
    "[{\"id\":\"a\",\"type\":\"book\",\"title\":\"A <i>title</i>: of 'sorts'\",\"page\":\"3-5\","
    "\"author\":[{\"family\":\"van Doe\",\"given\":\"Jan-Piet\"},{\"literal\":\"Board\"}],"
    "\"issued\":{\"date-parts\":[[2001,2,3],[2002]]},\"edition\":2,\"URL\":\"https://a.b/c\"},"
    "{\"id\":\"b\",\"type\":\"chapter\",\"title\":\"B?\",\"editor\":[{\"family\":\"Doe\",\"given\":"
    "\"K.\"}"
    ",{\"family\":\"Roe\",\"given\":\"L\"}],\"issued\":{\"raw\":\"May 1999\"},\"volume\":\"1 & "
    "2\"},"
    "{\"id\":\"c\",\"title\":\"C\",\"author\":[{\"family\":\"Doe\",\"given\":\"Jan\"}]}]";

static void format(struct arena *a, struct csl_style *style, struct diags *d) {
    struct item_list list;
    (void)item_list_json(a, source_new(a, STR("items"), STR(items)), &list, d);
    struct csl_options opt = {.link_entries = true};
    struct csl *c = csl_new(a, style, NULL, &opt, d);
    struct csl_cite cites[4];
    for (size_t i = 0; i < 4; i++) {
        cites[i] = (struct csl_cite){.item = list.p[i % list.n], .position = -1};
    }
    cites[1].locator = rich_of(STR("7-9"));
    cites[2].prefix = rich_of(STR("see "));
    cites[3].suffix = item_tags_read(a, STR(", <i>passim</i>"));
    for (int note = 1; note < 4; note++) {
        struct csl_citation cit = {.cites = cites + note - 1, .n = note == 2 ? 3 : 1, .note = note};
        csl_add_citation(c, &cit);
    }
    csl_process(c);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < 3; i++) {
        csl_html_write(&b, csl_citation_out(c, i));
    }
    struct csl_bibliography bib = csl_bibliography(c);
    for (size_t i = 0; i < bib.n; i++) {
        csl_html_write(&b, bib.entries[i].out);
        csl_text_write(&b, bib.entries[i].out);
    }
    buf_drop(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 64 * 1024) { /* time for one input, not a limit of the reader */
        return 0;
    }
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct csl_style *style = csl_style_parse(in.arena, in.src, &in.diags);
    if (csl_style_ok(style)) {
        format(in.arena, style, &in.diags);
    }
    return fuzz_end(&in);
}
