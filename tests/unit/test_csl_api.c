/* SPDX-License-Identifier: MIT */
/* The public CSL API, used as another program would: with its header only, through strings only. */
#include "dossier/csl.h"

#include "tap.h"

static const char style[] =
    "<style xmlns='http://purl.org/net/xbiblio/csl' class='in-text' version='1.0'>"
    "<info><title>Small</title><id>small</id></info>"
    "<citation><layout prefix='[' suffix=']' delimiter=', '><text variable='citation-number'/>"
    "<text variable='locator' prefix=':'/></layout></citation>"
    "<bibliography second-field-align='flush' entry-spacing='0'><sort><key "
    "variable='title'/></sort>"
    "<layout suffix='.'><text variable='citation-number' suffix=' '/>"
    "<text variable='title' font-style='italic'/><text variable='DOI' prefix=', '/>"
    "</layout></bibliography></style>";

static const char items[] =
    "[{\"id\":\"b\",\"type\":\"book\",\"title\":\"Boats & <i>oars</i>\"},"
    "{\"id\":\"a\",\"type\":\"book\",\"title\":\"Anchors\",\"DOI\":\"10.1000/x\"},"
    "{\"id\":\"c\",\"type\":\"book\",\"title\":\"Canoes\"}]";

static int asked_for;

static const char *locale(void *user, const char *lang, size_t *len) {
    static const char text[] =
        "<locale xmlns='http://purl.org/net/xbiblio/csl' version='1.0' xml:lang='en-US'>"
        "<terms><term name='page-range-delimiter'>-</term></terms></locale>";
    asked_for += strcmp(lang, "en-US") == 0;
    *len = sizeof text - 1;
    return user ? NULL : text;
}

struct trace {
    char text[256];
    size_t n;
};

static int record(void *user, const struct csl_engine_event *ev) {
    struct trace *t = user;
    const char *mark = ev->kind == CSL_ENGINE_END ? ")" : ev->kind == CSL_ENGINE_TEXT ? "" : "(";
    int n = snprintf(t->text + t->n, sizeof t->text - t->n, "%s%.*s", mark, (int)ev->len, ev->text);
    t->n += n > 0 ? (size_t)n : 0;
    return t->n > 200;
}

static void test_document(void) {
    struct csl_engine_options opt = CSL_ENGINE_OPTIONS_INIT;
    opt.links = 1;
    struct csl_engine *e = csl_engine_new(style, sizeof style - 1, locale, NULL, &opt);
    ok(csl_engine_ok(e), "the style can be used");
    ok(asked_for == 1, "its locale was asked for");
    is_str(str_of(csl_engine_style(e).title), "Small", "its title");
    ok(csl_engine_add_items(e, items, sizeof items - 1) == 3, "three items");
    struct csl_engine_cite two[2] = {CSL_ENGINE_CITE_INIT, CSL_ENGINE_CITE_INIT};
    two[0].id = "b";
    two[0].locator = "3-5";
    two[1].id = "a";
    ok(csl_engine_cite(e, two, 2, 0) == 0, "the first citation");
    two[0].id = "nobody";
    ok(csl_engine_cite(e, two, 2, 0) == -1, "an unknown id is refused");
    ok(csl_engine_citation_html(e, 0) == NULL, "no results before processing");
    ok(csl_engine_process(e) == 0 && csl_engine_process(e) == -1, "processed once");
    is_str(str_of(csl_engine_citation_html(e, 0)), "[2:3-5, 1]", "the citation");
    ok(csl_engine_citation_html(e, 1) == NULL, "there is no second one");
    ok(csl_engine_entry_count(e) == 2, "what is not cited is no entry");
    is_str(str_of(csl_engine_entry_id(e, 0)), "a", "entries are sorted");
    is_str(str_of(csl_engine_entry_html(e, 0)),
           "<div class=\"csl-left-margin\">1 </div><div class=\"csl-right-inline\"><i>Anchors</i>, "
           "<a href=\"https://doi.org/10.1000/x\">10.1000/x</a>.</div>",
           "an entry as HTML");
    is_str(str_of(csl_engine_entry_text(e, 1)), "2 Boats & oars.", "an entry as text");
    ok(csl_engine_layout(e).second_field_align == 1 && csl_engine_layout(e).entry_spacing == 0,
       "layout");
    struct trace t = {{0}, 0};
    ok(csl_engine_entry_walk(e, 1, record, &t) == 0, "a walk goes to the end");
    is_str(str_of(t.text), "(2 )((Boats & (oars)).)", "what it meets");
    csl_engine_free(e);
}

static void test_faults(void) {
    struct csl_engine *e = csl_engine_new("<style", 6, NULL, NULL, NULL);
    ok(!csl_engine_ok(e) && csl_engine_message_count(e) > 0, "a broken style is reported");
    ok(csl_engine_process(e) == -1, "and cannot be processed");
    csl_engine_free(e);
    int flag = 1;
    e = csl_engine_new(style, sizeof style - 1, locale, &flag, NULL);
    ok(csl_engine_ok(e), "no locale at all is no reason to stop");
    ok(csl_engine_add_items(e, "[{]", 3) == -1, "no JSON");
    ok(csl_engine_nocite(e, "x") == -1, "nothing to put into the bibliography");
    csl_engine_free(e);
    csl_engine_free(NULL);
}

/* Blocks, formulas, links; diagnostics; calls in the wrong order. */
static void test_events(void) {
    static const char blocks[] =
        "<style xmlns='http://purl.org/net/xbiblio/csl' class='in-text' version='1.0'>"
        "<info><title>Blocks</title><id>blocks</id></info>"
        "<citation><layout><text variable='titel'/><text variable='title'/></layout></citation>"
        "<bibliography><layout><text variable='title' display='block'/>"
        "<text variable='note' display='indent'/></layout></bibliography></style>";
    static const char list[] = "[{\"id\":\"m\",\"type\":\"book\",\"title\":\"The \\\"one\\\" "
                               "<sup>2</sup>\",\"note\":\"N & M\"},"
                               "{\"id\":\"q\",\"type\":\"book\",\"title\":\"Other\"}]";
    struct csl_engine *e = csl_engine_new(blocks, sizeof blocks - 1, locale, NULL, NULL);
    ok(csl_engine_ok(e) && csl_engine_message_count(e) == 1, "a style with a fault can be used");
    const char *said = csl_engine_message(e, 0);
    ok(said && strstr(said, ":1:") && strstr(said, "warning: ") && strstr(said, "`titel`") &&
           strstr(said, "[csl-unknown]"),
       "the fault is reported with its place");
    ok(csl_engine_message(e, 1) == NULL, "there is no other");
    ok(csl_engine_add_items(e, NULL, 0) == -1, "no items");
    ok(csl_engine_add_items(e, list, sizeof list - 1) == 2, "items");
    struct csl_engine_cite cite = CSL_ENGINE_CITE_INIT;
    cite.id = "m";
    ok(csl_engine_cite(e, &cite, 1, 0) == 0, "one is cited");
    ok(csl_engine_nocite(e, NULL) == 0, "the other is not");
    ok(csl_engine_process(e) == 0 && csl_engine_cite(e, &cite, 1, 0) == -1 &&
           csl_engine_nocite(e, "q") == -1,
       "nothing is added to what was processed");
    is_int((intptr_t)csl_engine_entry_count(e), 2, "both are in the bibliography");
    is_str(str_of(csl_engine_entry_html(e, 0)),
           "<div class=\"csl-block\">The “one” <sup>2</sup></div>"
           "<div class=\"csl-indent\">N &#38; M</div>",
           "blocks in HTML");
    struct trace t = {.n = 0};
    ok(csl_engine_entry_walk(e, 0, record, &t) == 0, "an entry");
    is_str(str_of(t.text), "(The “one” (2))(N & M)", "its blocks as events");
    t = (struct trace){.n = 0};
    ok(csl_engine_citation_walk(e, 0, record, &t) == 0 && strstr(t.text, "The “one” (2)"),
       "a citation");
    t = (struct trace){.n = 0};
    ok(csl_engine_citation_walk(e, 1, record, &t) == -1 && t.n == 0, "none of that number");
    t = (struct trace){.n = 250};
    ok(csl_engine_entry_walk(e, 0, record, &t) == 1, "a walk that is stopped says with what");
    csl_engine_free(e);
}

/** Blocks are separated from the text around them, and full stops remain at the end of their text.
 */
static void test_blocks_as_text(void) {
    static const char blocks[] =
        "<style xmlns='http://purl.org/net/xbiblio/csl' class='in-text' version='1.0'>"
        "<info><title>B</title><id>b</id></info>"
        "<citation><layout><text variable='title'/></layout></citation>"
        "<bibliography><layout><group prefix='['><text variable='title' display='block'/></group>"
        "<text variable='note' display='left-margin'/><text variable='genre'/>"
        "<text variable='medium' display='indent'/><text variable='publisher' prefix='. '/>"
        "</layout></bibliography></style>";
    static const char list[] = "[{\"id\":\"m\",\"type\":\"book\",\"title\":\"T\",\"note\":\"N\","
                               "\"genre\":\"G\",\"medium\":\"M\",\"publisher\":\"P\"}]";
    struct csl_engine *e = csl_engine_new(blocks, sizeof blocks - 1, locale, NULL, NULL);
    ok(csl_engine_add_items(e, list, sizeof list - 1) == 1, "an item for a style of blocks");
    ok(csl_engine_nocite(e, NULL) == 0 && csl_engine_process(e) == 0, "it is shown");
    is_str(str_of(csl_engine_entry_text(e, 0)), "[T N G M. P", "its blocks as text");
    csl_engine_free(e);
}

int main(void) {
    test_document();
    test_faults();
    test_events();
    test_blocks_as_text();
    return tap_done();
}
