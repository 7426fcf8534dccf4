/* SPDX-License-Identifier: MIT */
/*
 * Items mean the same in every format: each case goes through the public CSL API, a database in
 * CSL-JSON and one in CSL-YAML (which contains JSON), and gives the same text.
 */
#include "cite/bib/bib.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "dossier/csl.h"

#include "tap.h"

#define DATE(name, mark)                                                                           \
    "<date variable='" name "' prefix='" mark "=' delimiter='-'><date-part name='year'/>"          \
    "<date-part name='month'/><date-part name='day'/></date>"
#define TEXT(name) "<text variable='" name "' prefix='" name "='/>"

static const char style[] =
    "<style xmlns='http://purl.org/net/xbiblio/csl' class='in-text' version='1.0'>"
    "<info><title>All</title><id>all</id></info>"
    "<locale><terms><term name='month-02'>2</term><term name='month-03'>3</term>"
    "<term name='month-04'>4</term><term name='month-06'>6</term><term name='bc'>BC</term><term "
    "name='ad'>AD</term>"
    "<term name='season-02'>Summer</term><term name='season-03'>Autumn</term>"
    "<term name='season-04'>Winter</term></terms></locale>"
    "<macro name='doubt'><choose><if is-uncertain-date='issued'><text value='doubtful'/></if>"
    "</choose></macro>"
    "<macro name='kind'><choose><if type='report'><text value='report'/></if></choose></macro>"
    "<citation><layout><text variable='title'/></layout></citation>"
    "<bibliography><layout><group delimiter=' | '>"
    "<names variable='author' delimiter=', '><name name-as-sort-order='all' delimiter='; "
    "'/></names>"
    "<names variable='editor' prefix='editor='><name name-as-sort-order='all' delimiter='; '/>"
    "</names>" TEXT("title") TEXT("container-title")
        DATE("issued", "issued") "<text macro='doubt'/>" DATE(
            "original-date", "first") "<text macro='kind'/>" TEXT("publisher") TEXT("volume")
            TEXT("PMID") TEXT("DOI") TEXT("note") "</group></layout></bibliography></style>";

struct item_case {
    const char *fields; /* of an item, without its id */
    const char *shown;
    const char *name;
};

/* clang-format off */
static const struct item_case cases[] = {
    /* names */
    {"'author':['Hale, Nora']", "Hale, Nora", "a name as text"},
    {"'author':['Nora Hale']", "Hale, Nora", "a name as text without a comma"},
    {"'author':['Nora de Hale', 'Roe, Jr., Max']", "Hale, Nora de; Roe, Max, Jr.", "particle and suffix in texts"},
    {"'author':{'family':'Hale','given':'Nora'}", "Hale, Nora", "one name without a list"},
    {"'author':{'name':'Board of Reeds'}", "Board of Reeds", "`name` of an institution"},
    {"'author':[{'literal':'Board of Reeds'}]", "Board of Reeds", "a literal name"},
    {"'author':[{'family':'Hale','given':['Nora','M.']}]", "Hale, Nora M.", "given names as a list"},
    {"'author':[{'family':'Hale'},null,{'family':''}]", "Hale", "names that are none"},
    /* texts */
    {"'title':['Reeds']", "title=Reeds", "a title in a list"},
    {"'title':' Reeds ','container-title':['Fen']", "title=Reeds | container-title=Fen", "blanks go"},
    {"'volume':12,'title':null", "volume=12", "a number is a text, nothing is nothing"},
    /* dates */
    {"'issued':{'date-parts':[[2011,4,5]]}", "issued=2011-4-5", "parts"},
    {"'issued':{'date-parts':[['2011','04']]}", "issued=2011-4", "parts as texts"},
    {"'issued':[2011,4]", "issued=2011-4", "parts alone"},
    {"'issued':{'date-parts':[[2011],[2013]]}", "issued=2011\xE2\x80\x93" "2013", "a range"},
    {"'issued':{'date-parts':[[2011],[0]]}", "issued=2011\xE2\x80\x93", "an open range"},
    {"'issued':{'date-parts':[[-49,3]]}", "issued=49BC-3", "before Christ"},
    {"'volume':1,'issued':{'date-parts':[[-2147483648]]}", "volume=1", "a year of too many digits"},
    {"'issued':{'date-parts':[[-1000000000]]}", "issued=1000000000BC", "the first of all"},
    {"'issued':{'date-parts':[[2011]],'season':2}", "issued=2011-Summer", "a season"},
    {"'issued':{'date-parts':[[2011]],'season':'Winter'}", "issued=2011-Winter", "its name"},
    {"'issued':{'date-parts':[[2011,23]]}", "issued=2011-Autumn", "EDTF's season among the parts"},
    {"'issued':{'date-parts':[[2011,14]]}", "issued=2011-Summer", "citeproc-js's"},
    {"'issued':{'date-parts':[[2011,18]]}", "issued=2011-Summer", "its other one"},
    {"'issued':{'date-parts':[[1712]],'circa':true}", "issued=1712 | doubtful", "circa"},
    {"'issued':{'literal':'before the flood'}", "issued=before the flood", "literal"},
    {"'issued':{'raw':'before the flood'}", "issued=before the flood", "raw, but no date"},
    {"'issued':'2011-04-05'", "issued=2011-4-5", "EDTF as text"},
    {"'issued':{'raw':'2011-04/2011-06'}", "issued=2011-4\xE2\x80\x93" "6", "a range of EDTF"},
    {"'issued':{'raw':'April 5, 2011'}", "issued=2011-4-5", "in words"},
    {"'issued':{'raw':'5 avril 2011'}", "issued=2011-4-5", "in French"},
    {"'issued':{'raw':'4/5/2011'}", "issued=2011-4-5", "slashes: the month is first"},
    {"'issued':{'raw':'5.4.2011'}", "issued=2011-4-5", "points: the day is first"},
    {"'issued':{'raw':'25/4/2011'}", "issued=2011-4-25", "what can only be a day"},
    {"'issued':{'raw':'April/June 2011'}", "issued=2011-4\xE2\x80\x93" "6", "months with one year"},
    {"'issued':{'raw':'April 5-7, 2011'}", "issued=2011-4-5\xE2\x80\x93" "7", "days of one month"},
    {"'issued':{'raw':'5-7 April 2011'}", "issued=2011-4-5\xE2\x80\x93" "7", "the same, the day first"},
    {"'issued':{'raw':'1959-61'}", "issued=1959\xE2\x80\x93" "1961", "a range without its century"},
    {"'issued':{'raw':'49 BC'}", "issued=49BC", "an era"},
    {"'issued':{'raw':'A.D. 79'}", "issued=79AD", "the other, before the year"},
    {"'issued':{'raw':'ca. 1712'}", "issued=1712 | doubtful", "about"},
    {"'issued':{'raw':'1712?'}", "issued=1712 | doubtful", "perhaps"},
    {"'issued':{'raw':'c1990'}", "issued=c1990", "a copyright is no date"},
    {"'issued':{'raw':'2011 (reprint)'}", "issued=2011 (reprint)", "words that say nothing of a day"},
    /* addresses: styles write their own before a DOI */
    {"'DOI':'https://doi.org/10.1000/x'", "DOI=10.1000/x", "a DOI with its address"},
    {"'DOI':'doi: 10.1000/x'", "DOI=10.1000/x", "a DOI with its name"},
    /* variables in notes */
    {"'note':'original-date: 1804'", "first=1804", "a line"},
    {"'note':'{:original-date: 1804-02}'", "first=1804-2", "braces"},
    {"'note':'Kept dry.\\noriginal-date: 1804\\r\\n\\nPMID: 77'", "first=1804 | PMID=77 | note=Kept dry.", "lines below words"},
    {"'note':'PMID: 77\\nKept dry.\\nDOI: 10.1000/x'", "PMID=77 | note=Kept dry. DOI: 10.1000/x", "none behind words"},
    {"'note':'Kept {:PMID: 77} dry.'", "PMID=77 | note=Kept dry.", "braces amid words"},
    {"'note':'{:PMID: 77}{:volume: 3}'", "volume=3 | PMID=77", "braces side by side"},
    {"'note':'editor: Hale || Nora\\neditor: Board of Reeds'", "editor=Hale, Nora; Board of Reeds", "names"},
    {"'editor':[{'family':'Roe'}],'note':'editor: Hale || Nora'", "editor=Roe | note=editor: Hale || Nora", "the item's own names"},
    {"'note':'publisher: Fen','publisher':'Moor'", "publisher=Moor | note=publisher: Fen", "its own fields, in any order"},
    {"'note':'issued: 1999','issued':{'date-parts':[[2011]]}", "issued=1999", "a date takes the place of its own"},
    {"'note':'issued: soon','issued':{'date-parts':[[2011]]}", "issued=2011 | note=issued: soon", "but words do not"},
    {"'note':'type: report'", "report", "the type"},
    {"'note':'type: leaflet'", "note=type: leaflet", "no type"},
    {"'note':'tide: high\\nvolume: 3'", "volume=3 | note=tide: high", "a name that CSL does not know"},
    {"'note':'See: Fen'", "note=See: Fen", "capitals as in a sentence"},
    {"'note':'container-title: The <i>Fen</i>'", "container-title=The Fen", "with markup"},
};
/* clang-format on */

#undef DATE
#undef TEXT

static struct arena *arena;
static struct diags diags;

/** An item as JSON: quotes are written as ' in the table. */
static struct str json_of(const struct item_case *c) {
    struct str text = arena_printf(arena, "[{'id':'x','type':'book',%s}]", c->fields);
    char *p = arena_copy(arena, text.p, text.n + 1);
    for (size_t i = 0; i < text.n; i++) {
        p[i] = p[i] == '\'' ? '"' : p[i];
    }
    return (struct str){p, text.n};
}

/** Newlines as blanks: both are white space in what is shown. */
static struct str folded(struct str s) {
    char *p = arena_copy(arena, s.p, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_space(p[i]) || (n && !is_space(p[n - 1]))) {
            p[n++] = is_space(p[i]) ? ' ' : p[i];
        }
    }
    return str_trim((struct str){p, n});
}

static struct str through_api(struct str json) {
    struct csl_engine *e = csl_engine_new(style, sizeof style - 1, NULL, NULL, NULL);
    struct str shown = STR("(nothing)");
    if (csl_engine_add_items(e, json.p, json.n) == 1 && csl_engine_nocite(e, "x") == 0 &&
        csl_engine_process(e) == 0 && csl_engine_entry_count(e) == 1) {
        shown = folded(str_of(csl_engine_entry_text(e, 0)));
    }
    csl_engine_free(e);
    return shown;
}

static struct str through_bib(struct str text, const char *name) {
    struct bib *b = bib_new(arena);
    (void)bib_read(b, source_new(arena, str_of(name), text), BIB_AUTO, &diags);
    const struct item *it = bib_lookup(b, STR("x"), &diags);
    if (!it) {
        return STR("(nothing)");
    }
    struct csl_style *s =
        csl_style_parse(arena, source_new(arena, STR("style"), STR(style)), &diags);
    struct csl_options opt = {.lang = STR_EMPTY};
    struct csl *c = csl_new(arena, s, NULL, &opt, &diags);
    csl_add_item(c, it);
    csl_process(c);
    struct csl_bibliography all = csl_bibliography(c);
    struct buf out = BUF_INIT;
    csl_text_write(&out, all.n ? all.entries[0].out : NULL);
    struct str shown = folded(buf_view(&out));
    buf_drop(&out);
    return shown;
}

int main(void) {
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct item_case *c = &cases[i];
        arena = arena_new();
        diags_init(&diags, arena);
        struct str json = json_of(c);
        is_str(through_api(json), c->shown, c->name);
        is_str(through_bib(json, "x.json"), c->shown, "the same in a database");
        is_str(through_bib(json, "x.yaml"), c->shown, "and in YAML");
        diags_drop(&diags);
        arena_drop(arena);
    }
    return tap_done();
}
