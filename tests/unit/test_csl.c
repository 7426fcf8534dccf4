/* SPDX-License-Identifier: MIT */
/* The citation processor, rule by rule, with small styles and items. */
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "cite/csl/state.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/json.h"

#include "same_xml.h"
#include "tap.h"

#include <stdlib.h>

DIAG_USE(DIAG_CSL_MACRO);
DIAG_USE(DIAG_CSL_SYNTAX);

#define NS "xmlns='http://purl.org/net/xbiblio/csl' version='1.0'"

static const char locale_en[] =
    "<locale " NS " xml:lang='en-US'><style-options punctuation-in-quote='true'/>"
    "<date form='text'><date-part name='month' suffix=' '/><date-part name='day' suffix=', '/>"
    "<date-part name='year'/></date><terms>"
    "<term name='and'>and</term><term name='et-al'>et al.</term><term name='ibid'>ibid.</term>"
    "<term name='no date' form='short'>n.d.</term><term name='in'>in</term>"
    "<term name='open-quote'>\xE2\x80\x9C</term><term name='close-quote'>\xE2\x80\x9D</term>"
    "<term name='open-inner-quote'>\xE2\x80\x98</term>"
    "<term name='close-inner-quote'>\xE2\x80\x99</term><term name='ad'> AD</term>"
    "<term name='bc'> BC</term><term name='ordinal'>th</term><term name='ordinal-01'>st</term>"
    "<term name='ordinal-02'>nd</term><term name='ordinal-03'>rd</term>"
    "<term name='ordinal-11'>th</term><term name='ordinal-12'>th</term>"
    "<term name='ordinal-13'>th</term><term name='long-ordinal-02'>second</term>"
    "<term name='month-05'>May</term><term name='month-06'>June</term>"
    "<term name='season-01'>Spring</term>"
    "<term name='editor' form='short'><single>ed.</single><multiple>eds.</multiple></term>"
    "<term name='page' form='short'><single>p.</single><multiple>pp.</multiple></term>"
    "<term name='page'><single>page</single><multiple>pages</multiple></term>"
    "<term name='chapter' form='short'><single>chap.</single><multiple>chaps.</multiple></term>"
    "<term name='section' "
    "form='symbol'><single>\xC2\xA7</single><multiple>\xC2\xA7\xC2\xA7</multiple>"
    "</term></terms></locale>";

static struct source *load_locale(void *user, struct str lang) {
    return str_is(lang, "en-US") ? source_new(user, STR("locale"), STR(locale_en)) : NULL;
}

struct job {
    struct arena *a;
    struct diags d;
    struct csl_locale_source locales;
    struct csl_style *style;
    struct item **items;
    size_t n;
};

static struct job *job_new(const char *style, const char *json) {
    struct job *j = xcalloc(1, sizeof *j);
    j->a = arena_new();
    diags_init(&j->d, j->a);
    j->locales = (struct csl_locale_source){.load = load_locale, .user = j->a};
    j->style = csl_style_parse(j->a, source_new(j->a, STR("style"), str_of(style)), &j->d);
    struct item_list list;
    (void)item_list_json(j->a, source_new(j->a, STR("items"), str_of(json)), &list, &j->d);
    j->items = list.p;
    j->n = list.n;
    return j;
}

static void job_drop(struct job *j) {
    diags_drop(&j->d);
    arena_drop(j->a);
    free(j);
}

static struct csl *processor(struct job *j) {
    struct csl_options opt = {0};
    return csl_new(j->a, j->style, &j->locales, &opt, &j->d);
}

static struct str html(struct job *j, const struct csl_out *out) {
    struct buf b = BUF_INIT;
    csl_html_write(&b, out);
    return buf_finish(&b, j->a);
}

/** One citation of all items, formatted. `body` is the layout's content. */
static void cites(const char *citation_attrs, const char *body, const char *json, const char *want,
                  const char *name) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "<style " NS " class='in-text'><citation %s>%s</citation></style>",
               citation_attrs, body);
    struct job *j = job_new(b.p, json);
    struct csl *c = processor(j);
    struct csl_citation cit = {.cites = ARENA_ARRAY(j->a, struct csl_cite, j->n + 1), .n = j->n};
    for (size_t i = 0; i < j->n; i++) {
        cit.cites[i] = (struct csl_cite){.item = j->items[i], .position = -1};
    }
    csl_add_citation(c, &cit);
    csl_process(c);
    is_str(html(j, csl_citation_out(c, 0)), want, name);
    if (j->d.n) {
        ok(false, "no diagnostics");
        printf("# %.*s\n", STR_ARG(j->d.list[0]->text));
    }
    job_drop(j);
    buf_drop(&b);
}

static void shows(const char *body, const char *json, const char *want, const char *name) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "<layout delimiter='|'>%s</layout>", body);
    cites("", b.p, json, want, name);
    buf_drop(&b);
}

#define DOE "{\"family\":\"Doe\",\"given\":\"Jane Q.\"}"
#define ROE "{\"family\":\"Roe\",\"given\":\"Li-An\"}"
#define POE "{\"family\":\"Poe\",\"given\":\"Ed\"}"
#define BY(names) "[{\"id\":\"a\",\"author\":[" names "]}]"

static void test_names(void) {
    shows("<names variable='author'><name and='text'/></names>", BY(DOE "," ROE),
          "Jane Q. Doe and Li-An Roe", "two names");
    shows("<names variable='author'><name and='text'/></names>", BY(DOE "," ROE "," POE),
          "Jane Q. Doe, Li-An Roe, and Ed Poe", "a comma before the last of three");
    shows(
        "<names variable='author'><name initialize-with='. ' name-as-sort-order='first'/></names>",
        BY(DOE "," ROE), "Doe, J. Q., L.-A. Roe", "initials, the first inverted");
    shows("<names variable='author'><name form='short' et-al-min='3' et-al-use-first='1'/></names>",
          BY(DOE "," ROE "," POE), "Doe et al.", "et al.");
    shows("<names variable='author'><name form='short' et-al-min='3' et-al-use-first='1' "
          "et-al-use-last='true'/></names>",
          BY(DOE "," ROE "," POE), "Doe, \xE2\x80\xA6 Poe", "et-al-use-last");
    shows("<names variable='author'><name name-as-sort-order='all'/></names>",
          BY("{\"family\":\"van der Aa\",\"given\":\"Jan\"}"), "Aa, Jan van der",
          "particles are demoted");
    shows("<names variable='author'><name/></names>", BY("{\"family\":\"d'Arc\",\"given\":\"Jo\"}"),
          "Jo d\xE2\x80\x99"
          "Arc",
          "no space behind an apostrophe");
    shows("<names variable='author'><name/></names>",
          BY("{\"family\":\"\xE5\xB1\xB1\xE7\x94\xB0\",\"given\":\"\xE5\xA4\xAA\xE9\x83\x8E\"}"),
          "\xE5\xB1\xB1\xE7\x94\xB0\xE5\xA4\xAA\xE9\x83\x8E", "family first, without a space");
    shows("<names variable='author'><name/><substitute><names variable='editor'/>"
          "<text variable='title'/></substitute></names><text variable='title' prefix=': '/>",
          "[{\"id\":\"a\",\"title\":\"T\"}]", "T", "a title that stood in is not shown again");
    shows("<names variable='editor'><name form='short'/><label form='short' prefix=', '/></names>",
          "[{\"id\":\"a\",\"editor\":[" DOE "," ROE "]}]", "Doe, Roe, eds.", "labels are plural");
}

static void test_dates(void) {
#define ON(parts) "[{\"id\":\"a\",\"issued\":{\"date-parts\":[" parts "]}}]"
    const char *text = "<date variable='issued' form='text'/>";
    shows(text, ON("[2020,5,1]"), "May 1, 2020", "the locale's form");
    shows(text, ON("[2020,5]"), "May 2020", "without a day");
    shows(text, ON("[2020,5,1],[2020,5,3]"),
          "May 1\xE2\x80\x93"
          "3, 2020",
          "days differ");
    shows(text, ON("[2020,5,1],[2020,6,3]"), "May 1\xE2\x80\x93June 3, 2020", "months differ");
    shows(text, ON("[2019,5,1],[2020,6,3]"), "May 1, 2019\xE2\x80\x93June 3, 2020", "years differ");
    shows(text, ON("[2019],[0]"), "2019\xE2\x80\x93", "an open range");
    shows(text, ON("[2001,5],[2001,5,12]"), "May 2001\xE2\x80\x93May 12, 2001", "from a month");
    shows(text, ON("[2001],[2001,5]"), "2001\xE2\x80\x93May 2001", "from a year");
    shows(text, ON("[2001,5,12],[2001,5]"), "May 12, 2001\xE2\x80\x93May 2001", "to a month");
    const char *days = "<date variable='issued' delimiter=' '><date-part name='day' suffix='.'/>"
                       "<date-part name='month'/><date-part name='year'/></date>";
    shows(days, ON("[2001,5],[2001,5,12]"),
          "May 2001\xE2\x80\x93"
          "12. May 2001",
          "days first");
    shows(days, ON("[2001],[2001,5]"), "2001\xE2\x80\x93May 2001", "from a year, days first");
    shows(days, ON("[2001,5,12],[2001,5]"), "12. May 2001\xE2\x80\x93May 2001",
          "to a month, days first");
    shows(text, ON("[2020,21]"), "Spring 2020", "a season");
    shows(text, ON("[-44]"), "44 BC", "before Christ");
    shows(text, ON("[80]"), "80 AD", "early years");
    shows("<date variable='issued'><date-part name='day' form='ordinal'/></date>",
          ON("[2020,5,22]"), "22nd", "an ordinal day");
    shows(text, "[{\"id\":\"a\",\"issued\":{\"raw\":\"6 May 2019 - 7 June 2020\"}}]",
          "May 6, 2019\xE2\x80\x93June 7, 2020", "a date in words");
    shows(text, "[{\"id\":\"a\",\"issued\":{\"literal\":\"in press\"}}]", "in press", "a literal");
#undef ON
}

static void test_numbers(void) {
#define PAGES(p) "[{\"id\":\"a\",\"page\":\"" p "\",\"edition\":\"2\"}]"
    const char *page = "<label variable='page' form='short' suffix=' '/><text variable='page'/>";
    shows(page, PAGES("12"), "p. 12", "one page");
    shows(page, PAGES("12-15"),
          "pp. 12\xE2\x80\x93"
          "15",
          "a range has a dash");
    shows(page, PAGES("3, 7 & 9"), "pp. 3, 7 &#38; 9", "a list");
    shows(page, PAGES("3\\\\-B"), "p. 3-B", "an escaped hyphen is a letter");
    shows("<number variable='edition' form='ordinal'/>", PAGES("1"), "2nd", "ordinal");
    shows("<number variable='edition' form='long-ordinal'/>", PAGES("1"), "second", "long ordinal");
    shows("<number variable='edition' form='roman'/>", PAGES("1"), "ii", "roman");
    static const struct {
        const char *format, *in, *want;
    } ranges[] = {
        {"minimal", "321-328",
         "321\xE2\x80\x93"
         "8"},
        {"minimal-two", "321-328",
         "321\xE2\x80\x93"
         "28"},
        {"expanded", "321-8",
         "321\xE2\x80\x93"
         "328"},
        {"chicago", "107-108",
         "107\xE2\x80\x93"
         "8"},
        {"chicago", "100-104",
         "100\xE2\x80\x93"
         "104"},
        {"chicago", "1496-1504",
         "1496\xE2\x80\x93"
         "1504"},
        {"chicago-16", "1496-1504",
         "1496\xE2\x80\x93"
         "504"},
        {"expanded", "N110-N5", "N110\xE2\x80\x93N115"},
    };
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
        struct buf style = BUF_INIT, json = BUF_INIT;
        buf_printf(&style,
                   "<style " NS " class='in-text' page-range-format='%s'><citation><layout>"
                   "<text variable='page'/></layout></citation></style>",
                   ranges[i].format);
        buf_printf(&json, "[{\"id\":\"a\",\"page\":\"%s\"}]", ranges[i].in);
        struct job *j = job_new(style.p, json.p);
        struct csl *c = processor(j);
        struct csl_cite cite = {.item = j->items[0], .position = -1};
        struct csl_citation cit = {.cites = &cite, .n = 1};
        csl_add_citation(c, &cit);
        csl_process(c);
        is_str(html(j, csl_citation_out(c, 0)), ranges[i].want, ranges[i].format);
        job_drop(j);
        buf_drop(&style);
        buf_drop(&json);
    }
#undef PAGES
}

#define TITLED(t) "[{\"id\":\"a\",\"title\":\"" t "\",\"publisher\":\"P\"}]"

static void test_punctuation(void) {
    const char *quoted = "<group delimiter='. '><text variable='title' quotes='true'/>"
                         "<text variable='publisher'/></group>";
    shows(quoted, TITLED("Why"), "\xE2\x80\x9CWhy.\xE2\x80\x9D P", "a stop goes into the quotes");
    shows(quoted, TITLED("Why?"), "\xE2\x80\x9CWhy?\xE2\x80\x9D P", "not behind a question");
    shows(quoted, TITLED("On 'why'"), "\xE2\x80\x9COn \xE2\x80\x98why.\xE2\x80\x99\xE2\x80\x9D P",
          "inner quotes flip");
    shows("<group delimiter='. '><text variable='title'/><text variable='publisher'/></group>",
          TITLED("Inc."), "Inc. P", "one stop is enough");
    shows("<text variable='title' suffix=', '/><text variable='publisher' prefix=', '/>",
          TITLED("A"), "A, , P", "spaces keep stops apart");
    shows("<text variable='title' font-style='italic'/>", TITLED("A <i>b</i> c"),
          "<i>A <span style=\"font-style:normal;\">b</span> c</i>", "italics flip");
    shows("<text variable='title'/>", TITLED("it's '09"),
          "it\xE2\x80\x99s \xE2\x80\x99"
          "09",
          "apostrophes");
    shows("<text variable='title'/>", TITLED("a < b <x> </i>"),
          "a &#60; b &#60;x&#62; &#60;/i&#62;", "what is no tag is text");
}

static void test_case(void) {
    shows(
        "<text variable='title' text-case='title'/>",
        TITLED("the end of a self-made word: an iPod in <span class='x'>use"),
        "The End of a Self-Made Word: An iPod in &#60;Span Class=\xE2\x80\x9Cx\xE2\x80\x9D&#62;Use",
        "title case");
    shows("<text variable='title' text-case='uppercase'/>",
          TITLED("a <span class=\\\"nocase\\\">b</span> stra\xC3\x9F"
                 "e"),
          "A b STRASSE", "upper case");
    shows("<text variable='title' text-case='sentence'/>", TITLED("Of Mice And <i>Men</i>"),
          "Of mice and <i>men</i>", "sentence case");
}

static void test_groups(void) {
    shows("<group delimiter=' '><text term='in'/><text variable='container-title'/></group>"
          "<text value='x'/>",
          TITLED("A"), "x", "a group whose variables are empty is not shown");
    shows("<group delimiter=' '><text term='in'/><group><text value='y'/></group></group>",
          TITLED("A"), "in y", "a group without variables is");
    shows("<choose><if variable='title publisher'><text value='both'/></if><else><text value='no'/>"
          "</else></choose>",
          TITLED("A"), "both", "all conditions");
    shows("<choose><if variable='title DOI' match='none'><text value='no'/></if>"
          "<else-if is-numeric='title'><text value='number'/></else-if></choose>",
          TITLED("12a"), "number", "is-numeric");
}

#define ONE(id, year)                                                                              \
    "{\"id\":\"" id "\",\"author\":[" DOE "],\"issued\":{\"date-parts\":[[" year "]]}}"
#define LAYOUT                                                                                     \
    "<layout delimiter='; '><group delimiter=' '><names variable='author'><name form='short'/>"    \
    "</names><date variable='issued'><date-part name='year'/></date></group></layout>"

static void test_collapse(void) {
    const char *three = "[" ONE("a", "2001") "," ONE("b", "2002") "," ONE("c", "2002") "]";
    cites("", LAYOUT, three, "Doe 2001; Doe 2002; Doe 2002", "nothing is done unasked");
    cites("disambiguate-add-year-suffix='true'", LAYOUT, three, "Doe 2001; Doe 2002a; Doe 2002b",
          "year suffixes");
    cites("disambiguate-add-year-suffix='true' collapse='year' cite-group-delimiter=', '", LAYOUT,
          three, "Doe 2001, 2002a, 2002b", "years collapse");
    cites("disambiguate-add-year-suffix='true' collapse='year-suffix' year-suffix-delimiter=','"
          " cite-group-delimiter=', '",
          LAYOUT, three, "Doe 2001, 2002a,b", "suffixes collapse");
    cites(
        "collapse='citation-number'",
        "<layout prefix='[' suffix=']' delimiter=', '><text variable='citation-number'/></layout>",
        three,
        "[1\xE2\x80\x93"
        "3]",
        "numbers collapse");
    cites("disambiguate-add-givenname='true'",
          "<layout delimiter='; '><names variable='author'><name form='short' initialize-with='.'/>"
          "</names></layout>",
          "[{\"id\":\"a\",\"author\":[" DOE "]},{\"id\":\"b\",\"author\":[{\"family\":\"Doe\","
          "\"given\":\"Karl\"}]},{\"id\":\"c\",\"author\":[" POE "]}]",
          "J.Q. Doe; K. Doe; Poe", "initials tell authors apart");
    cites("disambiguate-add-names='true' et-al-min='2' et-al-use-first='1'",
          "<layout delimiter='; '><names variable='author'><name form='short'/></names></layout>",
          "[{\"id\":\"a\",\"author\":[" DOE "," ROE "," POE "]},{\"id\":\"b\",\"author\":[" DOE
          "," POE "," ROE "]}]",
          "Doe, Roe, et al.; Doe, Poe, et al.", "names tell works apart");
}

static void test_positions(void) {
    struct job *j =
        job_new("<style " NS " class='note'><citation><layout suffix='.'><choose>"
                "<if position='ibid-with-locator'><group delimiter=', '><text term='ibid'/>"
                "<text variable='locator'/></group></if><else-if position='ibid'><text "
                "term='ibid'/></else-if>"
                "<else-if position='subsequent'><group delimiter=', n. '><text variable='title'/>"
                "<text variable='first-reference-note-number'/></group></else-if>"
                "<else><text variable='title'/></else></choose></layout></citation></style>",
                "[{\"id\":\"a\",\"title\":\"A\"},{\"id\":\"b\",\"title\":\"B\"}]");
    struct csl *c = processor(j);
    static const struct {
        int item;
        const char *locator, *want;
    } steps[] = {{0, "", "A."}, {0, "", "Ibid."},    {0, "5", "Ibid., 5."}, {0, "5", "Ibid."},
                 {1, "", "B."}, {0, "", "A, n. 1."}, {0, "7", "Ibid., 7."}, {0, "", "A, n. 1."}};
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        struct csl_cite cite = {.item = j->items[steps[i].item],
                                .locator = {str_of(steps[i].locator), NULL},
                                .position = -1};
        struct csl_citation cit = {.cites = &cite, .n = 1, .note = (int)i + 1};
        csl_add_citation(c, &cit);
    }
    csl_process(c);
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        is_str(html(j, csl_citation_out(c, i)), steps[i].want, "position");
    }
    job_drop(j);
}

/** A term after a sentence, which may end with quotation marks of any language, gets a capital. */
static void test_prefixes(void) {
    static const struct {
        const char *prefix, *want;
    } cases[] = {
        {"She wrote: \xE2\x80\x9ESo.\xE2\x80\x9C ", "She wrote: \xE2\x80\x9ESo.\xE2\x80\x9C Ibid."},
        {"Il dit: \xC2\xAB Non.\xC2\xA0\xC2\xBB ", "Il dit: \xC2\xAB Non.\xC2\xA0\xC2\xBB Ibid."},
        {"see the \xE2\x80\x9Erest\xE2\x80\x9C ", "see the \xE2\x80\x9Erest\xE2\x80\x9C ibid."},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct job *j = job_new("<style " NS " class='note'><citation><layout><text term='ibid'/>"
                                "</layout></citation></style>",
                                "[{\"id\":\"a\"}]");
        struct csl *c = processor(j);
        struct csl_cite cite = {
            .item = j->items[0], .prefix = {str_of(cases[i].prefix), NULL}, .position = -1};
        csl_add_citation(c, &(struct csl_citation){.cites = &cite, .n = 1, .note = 1});
        csl_process(c);
        is_str(html(j, csl_citation_out(c, 0)), cases[i].want, "a term after a prefix");
        job_drop(j);
    }
}

static void test_locators(void) {
    struct job *j = job_new("<style " NS " class='in-text'><citation><layout>"
                            "<text variable='title'/></layout></citation></style>",
                            "[]");
    struct csl *c = processor(j);
    static const struct {
        const char *text, *label, *locator, *rest;
    } all[] = {
        {"pp. 33-35, 38 and others", "page", "33-35, 38", " and others"},
        {"p. iv, then", "page", "iv", ", then"},
        {"33", "page", "33", ""},
        {"chap. 2; see", "chapter", "2", "; see"},
        {"\xC2\xA7 4", "section", "4", ""},
        {"{chap. X of it}, too", "chapter", "X of it", ", too"},
        {"{p.\u00A0A-C}, too", "page", "A-C", ", too"},
        {"{}99 years", "", "", "99 years"},
        {"page by page", "", "", "page by page"},
        {"for example", "", "", "for example"},
        {"p. VI, VII, VIII-IX, and so on", "page", "VI, VII, VIII-IX", ", and so on"},
        {"p. v, I think", "page", "v", ", I think"},
        {"(13 all of it", "", "", "(13 all of it"},
        {"p. {iv of it}, too", "page", "iv of it", ", too"},
        {"{iv of it}, too", "page", "iv of it", ", too"},
        {"{iv of it", "", "", "{iv of it"},
        {"s.v. Fern frond, too", "sub-verbo", "Fern frond", ", too"},
        {"pp. 3 - 5 \xE2\x80\x93 7", "page", "3 - 5 \xE2\x80\x93 7", ""},
        {"p. A\xE2\x80\x93"
         "B(2), too",
         "page",
         "A\xE2\x80\x93"
         "B(2)",
         ", too"},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        struct str label, locator, text = str_of(all[i].text);
        size_t n = csl_parse_locator(c, text, &label, &locator);
        is_str(label, all[i].label, all[i].text);
        is_str(locator, all[i].locator, "its locator");
        is_str(str_from(text, n), all[i].rest, "what is left");
    }
    job_drop(j);
}

static void fault(const char *body, const char *text, unsigned line, unsigned col,
                  const char *name) {
    struct job *j = job_new(body, "[]");
    bool found = false;
    for (size_t i = 0; i < j->d.n; i++) {
        const struct diag *g = j->d.list[i];
        struct line_col at = source_line_col(g->span.src, g->span.begin);
        found = found || (str_is(g->text, text) && at.line == line && at.col == col);
    }
    if (!ok(found, name) && j->d.n) {
        struct line_col at = source_line_col(j->d.list[0]->span.src, j->d.list[0]->span.begin);
        printf("# got %u:%u %.*s\n", at.line, at.col, STR_ARG(j->d.list[0]->text));
    }
    job_drop(j);
}

#define HEAD "<style " NS " class='in-text'>\n"
#define CIT(x) "<citation><layout>" x "</layout></citation>\n</style>"

static void test_faults(void) {
    fault(HEAD CIT("<txt variable='title'/>"), "CSL has no element `txt`", 2, 19,
          "unknown element");
    fault(HEAD CIT("<text variable='title' colour='red'/>"), "`text` has no attribute `colour`", 2,
          42, "unknown attribute");
    fault(HEAD CIT("<text macro='m'/>"), "there is no macro `m`", 2, 25, "missing macro");
    fault(HEAD "<macro name='a'><text macro='b'/></macro>\n"
               "<macro name='b'><text macro='a'/></macro>\n" CIT("<text macro='a'/>"),
          "macro `a` calls itself", 3, 17, "a circle of macros");
    fault(HEAD CIT("<text variable='titel'/>"), "CSL has no variable `titel`", 2, 25,
          "unknown variable");
    fault("<html/>", "this is not a CSL style: its root is `html`", 1, 1, "no style at all");
}

/** Macros that double sixty times: rendering stops with a diagnostic. */
static void test_hostile(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, HEAD "<macro name='m0'><text value='x'/></macro>");
    for (int i = 1; i <= 60; i++) {
        buf_printf(&b, "<macro name='m%d'><text macro='m%d'/><text macro='m%d'/></macro>", i, i - 1,
                   i - 1);
    }
    buf_puts(&b, CIT("<text macro='m60'/>"));
    struct job *j = job_new(b.p, "[{\"id\":\"a\"}]");
    struct csl *c = processor(j);
    struct csl_cite cite = {.item = j->items[0], .position = -1};
    struct csl_citation cit = {.cites = &cite, .n = 1};
    csl_add_citation(c, &cit);
    csl_process(c);
    ok(j->d.n == 1 && j->d.list[0]->id == DIAG_CSL_MACRO,
       "an explosion of macros is reported once");
    job_drop(j);
    buf_drop(&b);
}

/** A date in the locale of a style has no processor around it. */
static void test_large_date(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, HEAD "<locale><date form='text'>");
    for (int i = 0; i < 200001; i++) {
        buf_puts(&b, "<date-part name='day'/>");
    }
    buf_puts(&b, "</date></locale>" CIT("<text variable='title'/>"));
    struct job *j = job_new(b.p, "[{\"id\":\"a\"}]");
    (void)processor(j);
    ok(j->d.n == 1 && j->d.list[0]->id == DIAG_CSL_SYNTAX, "too many parts of a date");
    job_drop(j);
    buf_drop(&b);
}

static void test_bibliography(void) {
    struct job *j = job_new(
        HEAD "<citation><layout><text variable='citation-number'/></layout></citation>"
             "<bibliography subsequent-author-substitute='---'><sort><key variable='author'/>"
             "<key variable='issued' sort='descending'/></sort><layout><group delimiter=', '>"
             "<names variable='author'><name form='short'/></names><text variable='title'/></group>"
             "</layout></bibliography></style>",
        "[{\"id\":\"a\",\"title\":\"One\",\"author\":[" ROE
        "],\"issued\":{\"date-parts\":[[1999]]}},"
        "{\"id\":\"b\",\"title\":\"Two\",\"author\":[" DOE
        "],\"issued\":{\"date-parts\":[[1990]]}},"
        "{\"id\":\"c\",\"title\":\"Three\",\"author\":[" DOE "]},"
        "{\"id\":\"d\",\"title\":\"Four\",\"author\":[" DOE
        "],\"issued\":{\"date-parts\":[[2004]]}}]");
    static const char *const want[] = {"Doe, Four", "---, Two", "---, Three", "Roe, One"};
    struct csl *c = processor(j);
    for (size_t i = 0; i < j->n; i++) {
        csl_add_item(c, j->items[i]);
        csl_add_item(c, j->items[i]);
    }
    csl_process(c);
    struct csl_bibliography bib = csl_bibliography(c);
    ok(bib.n == 4, "each item once");
    for (size_t i = 0; i < bib.n && i < ARRAY_LEN(want); i++) {
        is_str(html(j, bib.entries[i].out), want[i], "sorted; without a date last");
    }
    const struct csl_cited *second = map_lookup(&c->by_id, j->items[1]->id);
    ok(second && second->number == 2, "numbers follow the order");
    job_drop(j);
}

/** A German locale beside the English one. */
struct german {
    struct arena *a;
    const char *text;
};

static struct source *load_german(void *user, struct str lang) {
    const struct german *g = user;
    return str_is(lang, "de-DE") ? source_new(g->a, STR("german"), str_of(g->text))
                                 : load_locale(g->a, lang);
}

/** "and", the plural of "page", the suffix of 1, and the number of diagnostics, with the locale
 * `text`.
 */
static void german(const char *text, const char *wanted, const char *name) {
    struct job *j = job_new(HEAD "<citation><layout/></citation></style>", "[]");
    struct german g = {j->a, text};
    struct csl_locale_source files = {.load = load_german, .user = &g};
    struct csl_options opt = {.lang = STR("de")};
    struct csl *c = csl_new(j->a, j->style, &files, &opt, &j->d);
    is_str(arena_printf(j->a, "%.*s, %.*s, %.*s, %zu", STR_ARG(csl_term(c, "and", false)),
                        STR_ARG(csl_term(c, "page", true)),
                        STR_ARG(csl_ordinal_suffix(c, 1, "edition")), j->d.n),
           wanted, name);
    job_drop(j);
}

static void test_locales(void) {
#define DE(terms) "<locale " NS " xml:lang='de-DE'><terms>" terms "</terms></locale>"
#define UND "<term name='and'>und</term><term name='ordinal'>.</term>"
    german(DE(UND), "und, pages, ., 0", "a locale over the English one");
    german(DE(UND) "<?odd?>", "und, pages, ., 0", "one that turns out at its end not to be plain");
    german(DE(UND "<term name='page'>Seite</trem>"), "and, pages, st, 2",
           "of a broken one nothing is taken, and its fault is said once");
    german(DE("<term name='page'>\n<single>S</single> <multiple>S<b>ei</b>ten</multiple></term>"),
           "and, Seiten, st, 0", "a plural with markup in it");
    german(DE("<term name='page'><single>S</single></term>"), "and, S, st, 0", "no plural");
    german(DE("<term name='and'>\n u&amp;#110;<i>d</i><!-- --> \n</term>"), "und, pages, st, 0",
           "pieces, an escaped reference, line ends");
    german(DE("<term name='ordinal'><single>te</single></term><odd><term name='and'/></odd>"),
           "and, pages, te, 0", "an ordinal is all its text; what is unknown is left out");
    german(DE("<term name='and' form='odd'>o</term>" UND), "und, pages, ., 1", "an unknown form");
    german(DE("<term name='and' form='odd'>o</term>" UND) "<?odd?>", "und, pages, ., 1",
           "is said once as well where the file is read again");
}

/** Whether the tree of a compiled style or locale is that of the file; false if it is parsed. */
static bool is_compiled(struct str path) {
    struct arena *a = arena_new();
    struct diags d;
    struct str text = STR_EMPTY;
    diags_init(&d, a);
    struct source *src = csl_shipped(a, path_base(path));
    bool same = src && file_read(a, path, LIMIT_STYLE, &text) == 0 && str_eq(src->text, text);
    if (same) {
        const struct xml_node *parsed = xml_parse(a, src, &d);
        same = same_xml(parsed, csl_read_xml(a, src, NULL, &d)) && d.n == 0;
        /* A file that differs is parsed. */
        struct str longer = arena_join(a, 2, text, STR("<a/>"));
        same = same && !csl_read_xml(a, source_new(a, STR("l"), longer), NULL, &d) && d.n == 1;
    }
    diags_drop(&d);
    arena_drop(a);
    return same;
}

static void test_shipped(void) {
    struct arena *a = arena_new();
    ok(is_compiled(STR("styles/research-statement.csl")), "the default style is compiled");
    struct str dir = STR("/usr/share/citation-style-language/locales");
    size_t n = 0, compiled = 0;
    const struct str *names = file_names(a, dir, STR(".xml"), &n);
    for (size_t i = 0; i < n; i++) {
        bool wanted = csl_shipped(a, names[i]) != NULL;
        compiled += wanted;
        if (wanted && !is_compiled(path_join(a, dir, names[i]))) {
            is_str(names[i], "", "a compiled locale has the tree of its file");
        }
    }
    ok(n == 0 || (compiled > 20 && csl_shipped(a, STR("locales-en-US.xml"))),
       "the locales of many languages are compiled");
    struct diags d;
    diags_init(&d, a);
    const struct csl_style *style =
        csl_style_parse(a, csl_shipped(a, STR("research-statement.csl")), &d);
    const struct locale *l = csl_locale_load(a, style, STR("de"), NULL, &d);
    struct csl *c = csl_new_in(a, style, l, &(struct csl_options){.lang = STR("de")}, &d);
    ok(d.n == 0 || n == 0, "they need no file");
    is_str(csl_term(c, "and", false), n ? "und" : "and", "and have its words");
    diags_drop(&d);
    arena_drop(a);
}

int main(void) {
    test_names();
    test_dates();
    test_numbers();
    test_punctuation();
    test_case();
    test_groups();
    test_collapse();
    test_positions();
    test_prefixes();
    test_locators();
    test_faults();
    test_hostile();
    test_large_date();
    test_bibliography();
    test_locales();
    test_shipped();
    return tap_done();
}
