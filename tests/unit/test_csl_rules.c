/* SPDX-License-Identifier: MIT */
/*
 * Rules of the citation processor that need whole documents: several citations and a
 * bibliography of small items. Each case is a row of a table.
 */
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "core/data/json.h"

#include "tap.h"

#include <stdlib.h>

#define NS "xmlns='http://purl.org/net/xbiblio/csl' version='1.0'"
#define DASH "\xE2\x80\x93"
#define LDQ "\xE2\x80\x9C"
#define RDQ "\xE2\x80\x9D"

static const char locale_text[] =
    "<locale " NS "><style-options punctuation-in-quote='%s'/><terms>"
    "<term name='et-al'>et al.</term><term name='ad'> AD</term><term name='bc'> BC</term>"
    "<term name='page'>page</term><term name='chapter'>chapter</term><term name='month-05'>May"
    "</term><term name='open-quote'>" LDQ "</term><term name='close-quote'>" RDQ "</term>"
    "<term name='open-inner-quote'>\xE2\x80\x98</term>"
    "<term name='close-inner-quote'>\xE2\x80\x99</term><term name='ordinal'>th</term>"
    "<term name='long-ordinal-02'>second</term>"
    "<term name='editor' form='short'>ed.</term>"
    "<term name='chapter' form='short'>chap.</term></terms></locale>";

struct test {
    struct arena *a;
    struct diags d;
    struct csl *c;
    struct item **items;
    size_t n;
};

/** English puts stops into quotes, German does not. */
static struct source *load_locale(void *user, struct str lang) {
    struct arena *a = user;
    bool inside = str_is(lang, "en-US");
    if (!inside && !str_is(lang, "de-DE") && !str_is(lang, "fr-FR")) {
        return NULL;
    }
    struct str text = arena_printf(a, locale_text, inside ? "true" : "false");
    return source_new(a, STR("locale"), text);
}

/** A processor of a style for the items of a list in JSON. */
static void start(struct test *t, const char *attrs, const char *body, const char *json) {
    *t = (struct test){.a = arena_new()};
    diags_init(&t->d, t->a);
    struct str text = arena_printf(t->a, "<style " NS " %s>%s</style>", attrs, body);
    struct item_list list;
    (void)item_list_json(t->a, source_new(t->a, STR("items"), str_of(json)), &list, &t->d);
    t->items = list.p;
    t->n = list.n;
    struct csl_style *style = csl_style_parse(t->a, source_new(t->a, STR("style"), text), &t->d);
    struct csl_locale_source *locales = ARENA_NEW(t->a, struct csl_locale_source);
    *locales = (struct csl_locale_source){.load = load_locale, .user = t->a};
    struct csl_options opt = {0};
    t->c = csl_new(t->a, style, locales, &opt, &t->d);
}

static void drop(struct test *t) {
    diags_drop(&t->d);
    arena_drop(t->a);
}

/** Adds a citation: "b a:5" are two works, the second with a locator. */
static void cite(struct test *t, const char *what, int note) {
    struct csl_citation cit = {.cites = ARENA_ARRAY(t->a, struct csl_cite, 16), .note = note};
    struct str rest = str_of(what);
    while (rest.p && rest.n) {
        struct str word = str_cut(&rest, ' '), id = str_cut(&word, ':');
        for (size_t i = 0; i < t->n; i++) {
            if (str_eq(t->items[i]->id, id)) {
                cit.cites[cit.n++] =
                    (struct csl_cite){.item = t->items[i],
                                      .locator = rich_of(word.p ? word : STR_EMPTY),
                                      .position = -1};
            }
        }
    }
    csl_add_citation(t->c, &cit);
}

/** Citations, then entries of the bibliography, joined with " | ". */
static struct str result(struct test *t, size_t citations) {
    struct buf b = BUF_INIT;
    csl_process(t->c);
    for (size_t i = 0; i < citations; i++) {
        buf_puts(&b, i ? " | " : "");
        csl_html_write(&b, csl_citation_out(t->c, i));
    }
    struct csl_bibliography bib = csl_bibliography(t->c);
    for (size_t i = 0; i < bib.n; i++) {
        buf_puts(&b, b.n ? " | " : "");
        csl_html_write(&b, bib.entries[i].out);
    }
    return buf_finish(&b, t->a);
}

#define CITATION(x) "<citation><layout delimiter='; '>" x "</layout></citation>"
#define BIBLIOGRAPHY(sort, x)                                                                      \
    "<bibliography><sort>" sort "</sort><layout>" x "</layout></bibliography>"

struct document {
    const char *name, *attrs, *body, *json;
    const char *cites[4];
    bool notes; /* each citation in a note of its own; else in the text */
    const char *want;
};

static void run_documents(const struct document *docs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct test t;
        size_t citations = 0;
        start(&t, docs[i].attrs, docs[i].body, docs[i].json);
        for (; citations < 4 && docs[i].cites[citations]; citations++) {
            cite(&t, docs[i].cites[citations], docs[i].notes ? (int)citations + 1 : 0);
        }
        is_str(result(&t, citations), docs[i].want, docs[i].name);
        ok(t.d.n == 0, "nothing to complain of");
        drop(&t);
    }
}

/** One citation of the first item, which is all there is. */
static void shows(const char *attrs, const char *layout, const char *item, const char *want,
                  const char *name) {
    struct test t;
    struct buf body = BUF_INIT, json = BUF_INIT;
    buf_printf(&body, "<citation><layout>%s</layout></citation>", layout);
    buf_printf(&json, "[{\"id\":\"a\",%s}]", item);
    start(&t, attrs, body.p, json.p);
    cite(&t, "a", 0);
    is_str(result(&t, 1), want, name);
    drop(&t);
    buf_drop(&body);
    buf_drop(&json);
}

#define ABC                                                                                        \
    "[{\"id\":\"a\",\"title\":\"A\",\"volume\":\"2\"},{\"id\":\"b\",\"title\":\"B\",\"volume\":"   \
    "\"1\"},{\"id\":\"c\",\"title\":\"C\",\"volume\":\"3\"}]"
#define NUMBER "<text variable='citation-number'/>"

static void test_numbers_and_order(void) {
    static const char by_volume[] =
        "<citation><sort><key variable='volume'/></sort><layout delimiter=','>" NUMBER
        "</layout></citation>" BIBLIOGRAPHY("", NUMBER "<text variable='title'/>");
    static const char falling[] = CITATION(NUMBER) BIBLIOGRAPHY(
        "<key variable='citation-number' sort='descending'/>", NUMBER "<text variable='title'/>");
    static const char by_family[] =
        CITATION("<text variable='title'/>") "<macro name='m'><names variable='author'><name "
                                             "form='short'/></names></macro>" BIBLIOGRAPHY(
                                                 "<key macro='m'/><key variable='title'/>",
                                                 "<text variable='title'/>");
    static const struct document docs[] = {
        {"numbers follow the order of the cites shown",
         "class='in-text'",
         by_volume,
         ABC,
         {"a b", "c a"},
         false,
         "1,2 | 2,3 | 1B | 2A | 3C"},
        {"sorted by falling number, the first work stays number 1",
         "class='in-text'",
         falling,
         ABC,
         {"a", "b", "c"},
         false,
         "1 | 2 | 3 | 3C | 2B | 1A"},
        {"a macro with short names sorts by family names alone",
         "class='in-text'",
         by_family,
         "[{\"id\":\"a\",\"title\":\"Y\",\"author\":[{\"family\":\"Doe\",\"given\":\"Al\"}]},"
         "{\"id\":\"b\",\"title\":\"X\",\"author\":[{\"family\":\"Doe\",\"given\":\"Bo\"}]}]",
         {"a", "b"},
         false,
         "Y | X | X | Y"},
        {"cites that show more than a number do not collapse",
         "class='in-text'",
         "<citation collapse='citation-number'><layout delimiter=','>" NUMBER
         "<text variable='title'/></layout></citation>",
         ABC,
         {"a b c"},
         false,
         "1A,2B,3C"},
        {"locators that are not shown do not keep numbers apart",
         "class='in-text'",
         "<citation collapse='citation-number'><layout delimiter=','>" NUMBER
         "</layout></citation>",
         ABC,
         {"a:1 b:2 c:3"},
         false,
         "1" DASH "3"},
        {"a year suffix placed in citations is not added in the bibliography",
         "class='in-text'",
         "<citation disambiguate-add-year-suffix='true'><layout delimiter='; '><date "
         "variable='issued'><date-part name='year'/></date><text variable='year-suffix' "
         "prefix='-'/></layout></citation>" BIBLIOGRAPHY(
             "", "<date variable='issued'><date-part name='year'/></date>"),
         "[{\"id\":\"a\",\"issued\":{\"date-parts\":[[2001]]}},"
         "{\"id\":\"b\",\"issued\":{\"date-parts\":[[2001]]}}]",
         {"a b"},
         false,
         "2001-a; 2001-b | 2001 | 2001"},
    };
    run_documents(docs, ARRAY_LEN(docs));
}

static void test_positions(void) {
    static const char body[] =
        CITATION("<choose><if position='first'><text value='F'/></if><else><text value='S'/><text "
                 "variable='first-reference-note-number' prefix='#'/></else></choose>");
    static const struct document docs[] = {
        {"a note is not referred to from itself",
         "class='note'",
         body,
         ABC,
         {"a", "a b a", "b"},
         true,
         "F | S#1; F; S#1 | S#2"},
        {"nor is its number shown for a work it brings",
         "class='note'",
         body,
         ABC,
         {"a b a"},
         true,
         "F; F; S"},
    };
    run_documents(docs, ARRAY_LEN(docs));
    struct test t;
    start(&t, "class='note'", body, ABC);
    cite(&t, "a", 0);
    cite(&t, "a", 1);
    cite(&t, "a", 2);
    is_str(result(&t, 3), "F | F | S#1", "text and notes have first references of their own");
    drop(&t);
}

static void test_entries(void) {
    static const struct document docs[] = {
        {"marks behind the first field stay in the margin",
         "class='in-text'",
         CITATION("<text variable='title'/>") "<bibliography second-field-align='flush'><layout>"
                                              "<text variable='volume'/><text variable='title' "
                                              "prefix=', '/></layout></bibliography>",
         "[{\"id\":\"a\",\"title\":\"A\",\"volume\":\"2\"}]",
         {"a"},
         false,
         "A | <div class=\"csl-left-margin\">2,</div><div class=\"csl-right-inline\">A</div>"},
        {"names replaced by nothing take their delimiter along",
         "class='in-text'",
         CITATION(
             "<text variable='title'/>") "<bibliography subsequent-author-substitute=''>"
                                         "<layout><group delimiter='. '><text "
                                         "variable='volume'/><names variable='author'/>"
                                         "<text variable='title'/></group></layout></bibliography>",
         "[{\"id\":\"a\",\"title\":\"A\",\"volume\":\"2\",\"author\":[{\"family\":\"Doe\"}]},"
         "{\"id\":\"b\",\"title\":\"B\",\"volume\":\"3\",\"author\":[{\"family\":\"Doe\"}]}]",
         {"a b"},
         false,
         "A; B | 2. Doe. A | 3. B"},
        {"names in a macro do not take after the names they stand in for",
         "class='in-text'",
         "<macro name='m'><names variable='editor'/></macro>" CITATION(
             "<names variable='author'><name name-as-sort-order='all'/><label form='short' "
             "prefix=', '/><substitute><text macro='m'/></substitute></names>"),
         "[{\"id\":\"a\",\"editor\":[{\"family\":\"Doe\",\"given\":\"Al\"}]}]",
         {"a"},
         false,
         "Al Doe"},
        {"a word in a locator wins",
         "class='in-text'",
         CITATION("<label variable='locator'/><text variable='locator' prefix=' '/>"),
         "[{\"id\":\"a\"}]",
         {"a:5", "a:chap.3"},
         false,
         "page 5 | chapter 3"},
        {"clauses of a law are several",
         "class='in-text'",
         CITATION("<label variable='locator'/><text variable='locator' prefix=' '/>"),
         "[{\"id\":\"a\"}]",
         {"a:12(4)-(6)"},
         false,
         "page 12(4)" DASH "(6)"},
        {"names that repeat are replaced up to the first that differs",
         "class='in-text'",
         CITATION("<text variable='title'/>") "<bibliography subsequent-author-substitute='-' "
                                              "subsequent-author-substitute-rule='partial-first'>"
                                              "<layout><names variable='author'/></layout>"
                                              "</bibliography>",
         "[{\"id\":\"a\",\"title\":\"A\",\"author\":[{\"family\":\"Doe\"},{\"family\":\"Roe\"}]},"
         "{\"id\":\"b\",\"title\":\"B\",\"author\":[{\"family\":\"Doe\"},{\"family\":\"Roe\"}]}]",
         {"a b"},
         false,
         "A; B | Doe, Roe | -, Roe"},
    };
    run_documents(docs, ARRAY_LEN(docs));
}

#define EN "class='in-text'"
#define BY(family, given) "\"author\":[{\"family\":\"" family "\",\"given\":\"" given "\"}]"

static void test_names(void) {
    static const char initials[] = "<names variable='author'><name initialize-with='. '/></names>";
    static const char bare[] = "<names variable='author'><name initialize-with=''/></names>";
    static const char given[] = "<names variable='author'><name><name-part name='given' "
                                "font-style='italic'/></name></names>";
    shows(EN, initials, BY("Alembert", "Jean x Rond"), "J. x R. Alembert", "a word among initials");
    shows(EN, "<names variable='author'/>", BY("Doe", "John,! Jr."), "John Doe, Jr.",
          "a suffix behind a comma that is shown");
    shows(EN, bare, BY("Guo", "Ping, M.D."), "P Guo MD", "no stops, none in the suffix");
    shows(EN, given,
          "\"author\":[{\"family\":\"Lo\",\"given\":\"Al\",\"dropping-particle\":\"de\"}]",
          "<i>Al</i> <i>de</i> Lo", "a dropping particle looks like the given name");
    static const char doubled[] =
        "<locale><terms><term name='and'>\xE5\x92\x8C</term><term name='et-al'>\xE7\xAD\x89"
        "</term></terms></locale>" CITATION(
            "<names variable='author'><name and='text' form='short'/></names><names "
            "variable='author'><name et-al-min='2' et-al-use-first='1' form='short' "
            "prefix=' '/></names>");
    static const struct document docs[] = {
        {"East Asian words between names take no spaces",
         EN,
         doubled,
         "[{\"id\":\"a\",\"author\":[{\"family\":\"A\"},{\"family\":\"B\"},{\"family\":"
         "\"C\"}]}]",
         {"a"},
         false,
         "A, B\xE5\x92\x8C"
         "C A\xE7\xAD\x89"},
    };
    run_documents(docs, ARRAY_LEN(docs));
    shows(EN, "<names variable='author'><name initialize='false' initialize-with='.'/></names>",
          BY("X", "Ya. Yu. J."), "Ya. Yu.J. X", "abbreviations of names stay apart");
    shows("class='in-text' default-locale='fr-FR'", "<names variable='author'/>",
          BY("de Vries", "Jan"), "Jan de\xC2\xA0Vries", "French keeps particles with the name");
}

static void test_dates(void) {
    static const char year[] = "<date variable='issued'><date-part name='year'/></date>";
    static const char day[] = "<date variable='issued'><date-part name='day' suffix=' '/>"
                              "<date-part name='month' suffix=' '/><date-part name='year'/></date>";
    shows(EN, year, "\"issued\":{\"date-parts\":[[-100],[-50]]}", "100" DASH "50 BC", "one era");
    shows(EN, year, "\"issued\":{\"date-parts\":[[-10],[14]]}", "10 BC" DASH "14 AD", "two eras");
    shows(EN, day, "\"issued\":{\"raw\":\"5-7 May 2003\"}", "5" DASH "7 May 2003",
          "days before their month");
    shows(EN, day, "\"issued\":{\"edtf\":\"2003-05-07\"}", "7 May 2003", "EDTF in CSL-JSON");
}

static void test_numbers(void) {
    static const char ordinal[] = "<number variable='edition' form='ordinal'/>";
    shows(EN, ordinal, "\"edition\":\"A-12\"", "A-12", "a number with letters before a hyphen");
    shows(EN, "<text variable='page'/>", "\"page\":\"I-IV\"", "I" DASH "IV", "capital numerals");
    shows(EN, "<number variable='volume' form='roman'/>", "\"volume\":\"4000\"", "4000",
          "a number without a Roman numeral");
    shows("class='in-text' page-range-format='expanded'", "<text variable='page'/>",
          "\"page\":\"A12-B15, 3, and 4\"", "A12-B15, 3, and 4", "pages with two letters");
    static const struct document docs[] = {
        {"a style's long ordinal leaves the others alone",
         EN,
         "<locale><terms><term name='long-ordinal-01'>FIRST</term></terms></locale>" CITATION(
             "<number variable='volume' form='long-ordinal'/>"),
         ABC,
         {"a b"},
         false,
         "second; FIRST"},
    };
    run_documents(docs, ARRAY_LEN(docs));
    static const char label[] = "<text variable='citation-label'/>";
    shows(EN, label, "\"title\":\"A quick one\"", "Aqui00", "a label without author and year");
    static const char note[] = "<text variable='volume'/><text variable='note' prefix='|'/>";
    shows(EN, note, "\"note\":\"Words\\nvolume: 5\\nmore\"", "5|Words\nmore",
          "what a note says of a variable is not shown with it");
    shows(EN, note, "\"note\":\"{:volume: 5} left\"", "5|left", "in braces as well");
}

static void test_text(void) {
    static const char first[] = "<text variable='title' text-case='capitalize-first'/>";
    static const char all[] = "<text variable='title' text-case='capitalize-all'/>";
    static const char upper[] = "<text variable='title' text-case='uppercase'/>";
    static const char font[] = "<text variable='title' font-style='oblique' font-weight='light'/>"
                               "<group font-weight='bold'><text value='b'/><text value='n' "
                               "font-weight='normal'/></group>";
    shows(EN, font, "\"title\":\"a <i>b</i>\"",
          "<em>a <i>b</i></em><b>b<span style=\"font-weight:normal;\">n</span></b>",
          "fonts that few styles have");
    static const char math[] = "<text variable='title' text-case='title'/>";
    shows(EN, math,
          "\"title\":\"on <span class=\\\"math\\\">\\\\alpha x</span> and \xCE\xB1 rays\"",
          "On <span class=\"math\">\\alpha x</span> and \xCE\xB1 Rays", "formulas keep their case");
    shows(EN, first, "\"title\":\"eBay sells\"", "eBay sells", "a word with a capital stays");
    shows(EN, all, "\"title\":\"an iPod for all\"", "An iPod For All", "wherever it stands");
    shows(EN, upper, "\"title\":\"in <sc>xii</sc> parts\"",
          "IN <span style=\"font-variant:small-caps;\">xii</span> PARTS", "small caps are kept");
    static const char stop[] = "<text variable='title' quotes='true' suffix='. '/>"
                               "<text value='x'/>";
    static const char colon[] = "<text variable='title' quotes='true' suffix=': '/>"
                                "<text value='x'/>";
    static const char comma[] = "<text variable='title' suffix=', '/><text value='x'/>";
    shows("class='in-text' default-locale='de-DE'", stop, "\"title\":\"Why?\"", LDQ "Why?" RDQ " x",
          "a stop outside the quotes goes");
    shows(EN, "<text variable='title'/>", "\"title\":\"A\xE2\x84\xA2\"", "A<sup>TM</sup>",
          "superscript signs");
    shows(EN, stop, "\"title\":\"Why?\"", LDQ "Why?" RDQ " x", "within them it goes");
    static const char moved[] = "<group quotes='true'><text variable='title' suffix=','/></group>"
                                "<text value='x' prefix=', '/>";
    shows("class='in-text' default-locale='de-DE'", moved, "\"title\":\"A\"", LDQ "A" RDQ ", x",
          "the comma of the style leaves the quotes");
    static const char merged[] = "<text variable='title' suffix=':'/><text value='!' prefix='? '/>";
    shows(EN, merged, "\"title\":\"A\"", "A? !", "a question mark replaces a colon");
    shows(EN, colon, "\"title\":\"Why?\"", LDQ "Why?" RDQ ": x", "a colon stays outside");
    shows("class='in-text' default-locale='de-DE'", comma, "\"title\":\"\\\"a,\\\"\"",
          LDQ "a," RDQ " x", "the author's comma stays in the author's quotes");
}

static void test_affixes(void) {
    static const struct {
        const char *prefix, *suffix, *want;
    } all[] = {
        {"see", "and more", "see A and more"},
        {"see ", " x", "see A x"},
        {"pre-", "-post", "pre-A-post"},
        {"<i>cf.</i>", "(n)", "<i>cf.</i> A (n)"},
        {"(", ")", "(A)"},
        {"e.g.,", ", z", "e.g., A, z"},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        struct test t;
        start(&t, EN, CITATION("<text variable='title'/>"), ABC);
        struct csl_cite k = {.item = t.items[0],
                             .prefix = item_tags_read(t.a, str_of(all[i].prefix)),
                             .suffix = item_tags_read(t.a, str_of(all[i].suffix)),
                             .position = -1};
        struct csl_citation cit = {.cites = &k, .n = 1};
        csl_add_citation(t.c, &cit);
        is_str(result(&t, 1), all[i].want, "words around a cite stand apart from it");
        drop(&t);
    }
}

int main(void) {
    test_affixes();
    test_numbers_and_order();
    test_positions();
    test_entries();
    test_names();
    test_dates();
    test_numbers();
    test_text();
    return tap_done();
}
