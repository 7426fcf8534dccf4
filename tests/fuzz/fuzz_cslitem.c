/* SPDX-License-Identifier: MIT */
/*
 * Reads any JSON as citation items, and prints their names, dates, numbers and markup with a
 * style that shows all of them.
 */
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char style_text[] =
    "<style xmlns='http://purl.org/net/xbiblio/csl' version='1.0' class='in-text'"
    " page-range-format='chicago'><locale><style-options punctuation-in-quote='true'/></locale>"
    "<citation collapse='year-suffix' disambiguate-add-year-suffix='true' et-al-min='3'"
    " et-al-use-first='1' disambiguate-add-names='true' disambiguate-add-givenname='true'>"
    "<layout prefix='(' suffix=')' delimiter='; '><group delimiter=' '><names variable='author'>"
    "<name form='short' initialize-with='. '/><substitute><names variable='editor'/>"
    "<text variable='title' quotes='true'/></substitute></names><date variable='issued'>"
    "<date-part name='year'/></date><text variable='locator'/></group></layout></citation>"
    "<bibliography subsequent-author-substitute='--'><sort><key variable='author'/>"
    "<key variable='issued'/><key variable='volume' sort='descending'/></sort><layout suffix='.'>"
    "<group delimiter='. '><names variable='author editor'><name name-as-sort-order='all'"
    " initialize-with='.' and='symbol'/><label form='short' prefix=' '/></names>"
    "<date variable='issued' delimiter='-'><date-part name='year'/>"
    "<date-part name='month' form='numeric-leading-zeros'/><date-part name='day' form='ordinal'/>"
    "</date><text variable='title' text-case='title' quotes='true'/>"
    "<text variable='container-title' text-case='sentence' font-style='italic'/>"
    "<text variable='abstract' text-case='capitalize-all' strip-periods='true'/>"
    "<number variable='volume' form='roman'/><number variable='edition' form='long-ordinal'/>"
    "<label variable='page'/><text variable='page'/><text variable='URL'/></group></layout>"
    "</bibliography></style>";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 64 * 1024) {
        return 0;
    }
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct csl_style *style = csl_style_parse(a, source_new(a, STR("style"), STR(style_text)), &d);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct item_list list;
    (void)item_list_json(a, source_new(a, STR("fuzz"), text), &list, &d);
    struct csl *c = csl_new(a, style, NULL, NULL, &d);
    struct csl_cite *cites = ARENA_ARRAY(a, struct csl_cite, list.n + 1);
    for (size_t i = 0; i < list.n; i++) {
        const struct item *it = list.p[i];
        cites[i] = (struct csl_cite){.item = it, .position = -1};
        cites[i].locator = item_extra(it, "locator");
        cites[i].prefix = item_extra(it, "prefix");
        cites[i].suffix = item_extra(it, "suffix");
        struct str label, locator;
        csl_parse_locator(c, item_text(it, VAR_NOTE), &label, &locator);
    }
    struct csl_citation cit = {.cites = cites, .n = list.n};
    csl_add_citation(c, &cit);
    csl_process(c);
    struct buf b = BUF_INIT;
    csl_html_write(&b, csl_citation_out(c, 0));
    struct csl_bibliography bib = csl_bibliography(c);
    for (size_t i = 0; i < bib.n; i++) {
        csl_html_write(&b, bib.entries[i].out);
    }
    buf_drop(&b);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
