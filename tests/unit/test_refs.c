/* SPDX-License-Identifier: MIT */
/*
 * The readers of formats other than .bib, and the writers: written items are the same when they
 * are read again.
 */
#include "cite/bib/bib.h"
#include "cite/bib/format/format.h"
#include "cite/bib/item/capitals.h"
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/sentence.h"

#include "tap.h"

static struct arena *arena;
static struct diags diags;

/** A text with the tags of CSL-JSON, in which these tests are written. */
static struct str tagged(const struct item *it, enum item_var v) {
    return item_tags_text(arena, item_rich(it, v));
}

static struct str tagged_extra(const struct item *it, const char *name) {
    return item_tags_text(arena, item_extra(it, name));
}

static struct bib *load(const char *text, enum bib_format format) {
    diags_drop(&diags);
    diags_init(&diags, arena);
    struct bib *b = bib_new(arena);
    (void)bib_read(b, source_new(arena, STR("test"), str_of(text)), format, &diags);
    return b;
}

static const struct item *first(const char *text, enum bib_format format) {
    static const struct item none;
    struct bib *b = load(text, format);
    return bib_count(b) ? bib_at(b, 0, &diags) : &none;
}

static struct str write_as(const struct item *it, enum bib_format format) {
    struct buf out = BUF_INIT;
    if (!bib_write(arena, &out, format, &it, 1)) {
        buf_puts(&out, "cannot be written");
    }
    return buf_finish(&out, arena);
}

static void test_csl_json(void) {
    const struct item *it = first("[{\"id\": 7, \"type\": \"book\", \"title\": \"A <i>b</i>\", "
                                  "\"author\": [{\"family\": \"Doe\", \"given\": \"J.\", "
                                  "\"suffix\": \"Jr.\", \"comma-suffix\": true}, {\"literal\": "
                                  "\"others\"}], \"issued\": {\"date-parts\": [[\"2001\", "
                                  "2], [2002]], \"circa\": true}, \"keyword\": [\"a\", \"b\"], "
                                  "\"shortTitle\": \"A\", \"x\": 1, \"custom\": {\"y\": "
                                  "\"z\"}}]",
                                  BIB_CSL_JSON);
    is_str(it->id, "7", "numbers are ids");
    is_int(it->type, ITEM_TYPE_BOOK, "a type");
    is_str(tagged(it, VAR_TITLE), "A <i>b</i>", "tags are rich text");
    is_str(tagged(it, VAR_TITLE_SHORT), "A", "an older name of a variable");
    is_str(tagged(it, VAR_KEYWORD), "a, b", "a list of keywords");
    struct item_names names = item_names(it, VAR_AUTHOR);
    ok(names.n == 2 && names.p[0].comma_suffix && names.p[1].others, "names");
    const struct item_date *d = item_date(it, VAR_ISSUED);
    ok(d && d->circa && d->is_range && d->from.month == 2 && d->to.year == 2002,
       "date-parts as text and numbers");
    is_str(tagged_extra(it, "x"), "1", "unknown keys are kept");
    is_str(tagged_extra(it, "y"), "z", "and those under custom");
    it = first("[{\"id\": \"a\", \"issued\": {\"raw\": \"May 3, 2010\"}, \"accessed\": "
               "{\"literal\": \"soon\"}, \"event-date\": "
               "{\"date-parts\": [[2010]], \"season\": \"2\"}}]",
               BIB_CSL_JSON);
    ok(item_date(it, VAR_ISSUED)->from.day == 3, "raw dates are read");
    is_str(item_date(it, VAR_ACCESSED)->literal, "soon", "literal ones kept");
    is_int(item_date(it, VAR_EVENT_DATE)->from.season, 2, "a season");
    (void)load("[{\"title\": \"x\"}, 3]", BIB_CSL_JSON);
    is_int(diags.n, 2, "an item without id, and none at all");
    (void)load("{\"items\": [{\"id\": \"a\"}]}", BIB_AUTO);
    is_int(diags.n, 0, "the format is known by its first bytes");
}

static void test_csl_yaml(void) {
    const struct item *it = first("---\nreferences:\n- id: a\n  title: \"*Big* [nO]{.nocase} --- "
                                  "it's $x^2$ \\\\*\"\n  issued: 2020-06\n"
                                  "  author:\n  - family: Doe\n  - Jane van Roe\n...\n",
                                  BIB_CSL_YAML);
    is_str(tagged(it, VAR_TITLE),
           "<i>Big</i> <span class=\"nocase\">nO</span> — it’s <i>x</i><sup>2</sup> *",
           "Markdown is rich text");
    is_int(item_date(it, VAR_ISSUED)->from.month, 6, "a date as text");
    static const char *const marked[][2] = {
        {"*a \\* b **c*** **d *e* f**", "<i>a * b <b>c</b></i> <b>d <i>e</i> f</b>"},
        {"_a __b__ c_ snake_case", "<i>a <b>b</b> c</i> snake_case"},
        {"`x *y*` <code>a &lt; b</code>", "<code>x *y*</code> <code>a &lt; b</code>"},
        {"[a \\] b]{.smallcaps} [c]", "<span style=\"font-variant:small-caps;\">a ] b</span> [c]"},
        {"'a' the '90s", "\xE2\x80\x98"
                         "a\xE2\x80\x99 the \xE2\x80\x99"
                         "90s"},
    };
    for (size_t i = 0; i < ARRAY_LEN(marked); i++) {
        struct str text = arena_printf(arena, "- id: a\n  title: |\n    %s\n", marked[i][0]);
        is_str(tagged(first(text.p, BIB_CSL_YAML), VAR_TITLE), marked[i][1], marked[i][0]);
    }
    is_str(item_names(it, VAR_AUTHOR).p[1].literal, "Jane van Roe", "a name as text");
    it = first(
        "---\nreferences:\n- id: a\\_b\n  issued: {year: 2010, season: 2}\n  editor: {given: [J, "
        "K], family: ~}\n  references: Reg. 5\n",
        BIB_CSL_YAML);
    is_str(it->id, "a_b", "backslashes of an id");
    is_int(item_date(it, VAR_ISSUED)->from.season, 2, "a season among named parts");
    is_str(item_names(it, VAR_EDITOR).p[0].given, "J K", "given names as a list, no family");
    is_str(item_text(it, VAR_REFERENCES), "Reg. 5", "the variable `references`");
    it = first("- id: a\n  title: Null\n  note:\n  publisher: \"null\"\n", BIB_CSL_YAML);
    ok(!item_has(it, VAR_TITLE) && !item_has(it, VAR_NOTE), "null, in capitals or small letters");
    is_str(item_text(it, VAR_PUBLISHER), "null", "a text in quotes is not null");
    ok(bib_count(load("references:\n", BIB_CSL_YAML)) == 0 && !diags.errors, "an empty list");
}

static void test_inline(void) {
    struct bib *b = load("@misc{a, title={File}}@misc{b,}", BIB_BIBLATEX);
    struct node *list = node_new_list(arena, SPAN_NONE), *map = node_new_map(arena, SPAN_NONE);
    node_put(arena, map, STR("id"), SPAN_NONE, node_string(arena, STR("a"), SPAN_NONE));
    node_put(arena, map, STR("title"), SPAN_NONE, node_string(arena, STR("Inline"), SPAN_NONE));
    node_append(arena, list, map);
    bib_read_inline(b, list, &diags);
    is_str(tagged(bib_lookup(b, STR("a"), &diags), VAR_TITLE), "Inline", "inline references win");
    is_str(bib_at(b, 0, &diags)->id, "a", "and come first");
    is_int(bib_at(b, 2, &diags)->order, 2, "the others behind them");
    is_int(diags.n, 0, "without a word");
}

/** Tags of RIS whose meaning hangs on the type of the record and on other tags. */
static void test_ris_types(void) {
    const struct item *it = first("TY  - CONF\nAU  - Doe, J.A.\nTI  - T\nT2  - Conf\nC3  - Proc\n"
                                  "C1  - Rome\nCY  - Oslo\nDO  - https://doi.org/10.1/x\nER  - \n",
                                  BIB_RIS);
    is_str(item_names(it, VAR_AUTHOR).p[0].given, "J. A.", "RIS: initials part");
    is_str(tagged(it, VAR_CONTAINER_TITLE), "Proc", "the title of the proceedings");
    is_str(tagged(it, VAR_EVENT_TITLE), "Conf", "and of the conference");
    is_str(tagged(it, VAR_PUBLISHER_PLACE), "Rome", "the place of one");
    is_str(tagged(it, VAR_EVENT_PLACE), "Oslo", "and of the other");
    is_str(tagged(it, VAR_DOI), "10.1/x", "a DOI without its address");
    it = first("TY  - THES\nA3  - Roe, R\nSP  - 345\nC2  - 2001\nM3  - doi: 10.1/y\nER  - \n",
               BIB_RIS);
    is_int(item_names(it, VAR_CONTRIBUTOR).n, 1, "an advisor is no editor of a series");
    is_str(tagged(it, VAR_NUMBER_OF_PAGES), "345", "the pages of a thesis are counted");
    is_str(tagged_extra(it, "C2"), "2001", "a year is no number of PubMed Central");
    is_str(tagged(it, VAR_DOI), "10.1/y", "the DOI where EndNote had it");
    it = first("TY  - PAT\nSN  - US 123\nER  - \n", BIB_RIS);
    is_str(tagged(it, VAR_NUMBER), "US 123", "the number of a patent");
    it = first("TY  - JOUR\nJO  - J. X\nJF  - Journal of X\nER  - \n", BIB_RIS);
    is_str(tagged(it, VAR_CONTAINER_TITLE), "Journal of X", "a whole title before its short form");
    it = first("TY  - JOUR\nT2  - Journal of X\nJO  - J. X\nER  - \n", BIB_RIS);
    is_str(tagged(it, VAR_CONTAINER_TITLE_SHORT), "J. X", "the short form beside T2");
    it =
        first("%0 Journal Article\n%T A\n%8 May 3\n%D 2001\n%K one\ntwo words,\nthree\n", BIB_AUTO);
    is_int(item_date(it, VAR_ISSUED)->from.day, 3, "refer: a day without its year");
    is_str(tagged(it, VAR_KEYWORD), "one, two words, three", "a line for each keyword");
    it = first("PMID- 1\nTI  - [A].\nTT  - Ein A.\n", BIB_MEDLINE);
    is_str(tagged(it, VAR_ORIGINAL_TITLE), "Ein A", "the original title has no stop either");
}

static void test_tagged(void) {
    const struct item *it = first(
        "TY  - JOUR\nAU  - van Doe, Jane, Jr.\nTI  - A title\n  that goes on\nPY  - 2001/05//\n"
        "SP  - 1\nEP  - 9\nSN  - 1234-5678\nKW  - a\nKW  - b\nZZ  - kept\nER  - \n",
        BIB_RIS);
    is_str(it->id, "doe2001", "RIS: a key is made");
    is_str(tagged(it, VAR_TITLE), "A title that goes on", "values go on");
    is_str(tagged(it, VAR_PAGE), "1-9", "pages");
    is_str(tagged(it, VAR_ISSN), "1234-5678", "an ISSN by its form");
    is_str(tagged(it, VAR_KEYWORD), "a, b", "keywords");
    is_str(tagged_extra(it, "ZZ"), "kept", "unknown tags");
    is_int(item_date(it, VAR_ISSUED)->from.month, 5, "a date with slashes");
    it = first("PMID- 12\nTI  - A title.\nFAU - Doe, Jane\nAU  - Doe J\nDP  - 2018 Mar 1\nPG  - "
               "188-97\nLID - 10.1/x [doi]\n"
               "IS  - 1234-5678 (Print)\nIS  - 1234-5678 (Linking)\n",
               BIB_AUTO);
    is_str(tagged(it, VAR_TITLE), "A title", "PubMed: without the full stop");
    is_int(item_names(it, VAR_AUTHOR).n, 1, "each author once");
    is_str(tagged(it, VAR_PAGE), "188-197", "whole page numbers");
    is_str(tagged(it, VAR_DOI), "10.1/x", "the DOI among the identifiers");
    is_str(tagged(it, VAR_ISSN), "1234-5678", "each ISSN once");
    it = first("FN x\nPT J\nAU Doe, J\n   Roe, R\nAF Doe, Jane\n   Roe, Richard\nTI Two\n   "
               "lines\nPD MAR-APR\nPY 2001\nBP 1\nEP 2\nER\n",
               BIB_AUTO);
    is_int(item_names(it, VAR_AUTHOR).n, 2, "Web of Science: a name a line");
    is_str(item_names(it, VAR_AUTHOR).p[1].given, "Richard",
           "whole given names instead of initials");
    is_str(tagged(it, VAR_TITLE), "Two lines", "other lines are one text");
    is_int(item_date(it, VAR_ISSUED)->from.month, 3, "the first month");
}

/** What PubMed, Web of Science, EndNote and MODS each say in a way of their own. */
static void test_vendors(void) {
    const struct item *it =
        first("PMID- 1\nTI  - T\nAU  - Doe JA Jr\nFED - Roe, Rita A III\nLA  - ger\n"
              "MH  - *Genome/*genetics\n",
              BIB_AUTO);
    const struct item_name *n = &item_names(it, VAR_AUTHOR).p[0];
    is_str(n->family, "Doe", "PubMed: a suffix is no initial");
    is_str(n->given, "J. A.", "initials part");
    is_str(n->suffix, "Jr", "and are followed by the suffix");
    is_str(item_names(it, VAR_EDITOR).p[0].suffix, "III", "also behind whole names");
    is_str(tagged(it, VAR_LANGUAGE), "de", "a language's tag for its code of three letters");
    is_str(tagged(it, VAR_KEYWORD), "Genome/genetics", "stars go");
    it = first("PT P\nTI T\nPN US1\nLA English\nER\n", BIB_AUTO);
    is_str(tagged(it, VAR_NUMBER), "US1", "Web of Science: the number of a patent");
    is_str(tagged(it, VAR_LANGUAGE), "en", "a language by its name");
    it = first(
        "<xml><records><record><ref-type name=\"Conference Proceedings\">10</ref-type><titles>"
        "<secondary-title>C</secondary-title></titles><pub-location>Oslo</pub-location>"
        "<custom1>Rome</custom1><custom3>P</custom3></record></records></xml>",
        BIB_AUTO);
    is_str(tagged(it, VAR_CONTAINER_TITLE), "P", "EndNote: the title of the proceedings");
    is_str(tagged(it, VAR_EVENT_TITLE), "C", "and of the conference");
    is_str(tagged(it, VAR_EVENT_PLACE), "Oslo", "where it was");
    is_str(tagged(it, VAR_PUBLISHER_PLACE), "Rome", "where they were printed");
    is_int(it->nextras, 0, "and nothing is left");
    it = first(
        "<mods><titleInfo><title>T</title></titleInfo><genre authority=\"marcgt\">thesis</genre>"
        "<genre>Ph.D. thesis</genre><location><url dateLastAccessed=\"2020-01-02\">http://a</url>"
        "</location><physicalDescription><extent>345 p.</extent></physicalDescription></mods>",
        BIB_AUTO);
    is_str(tagged(it, VAR_GENRE), "Ph.D. thesis", "MODS: a genre in words");
    is_str(tagged(it, VAR_NUMBER_OF_PAGES), "345", "the number of pages");
    is_int(item_date(it, VAR_ACCESSED)->from.year, 2020, "when an address was looked at");
}

static void test_xml(void) {
    const struct item *it =
        first("<xml><records><record><rec-number>9</rec-number><ref-type name=\"Book "
              "Section\">5</ref-type><contributors><authors>"
              "<author>Doe, J.</author><author>Big "
              "Group,</author></authors></contributors><titles><title>A <style "
              "face=\"italic\">b</style></title><secondary-title>C</secondary-title></"
              "titles><dates><year>2001</year><pub-dates>"
              "<date>Jan 5</date></pub-dates></dates><custom1>x</custom1></record></records></xml>",
              BIB_AUTO);
    is_str(it->id, "9", "EndNote: the record's number");
    is_int(it->type, ITEM_TYPE_CHAPTER, "its type by name");
    is_str(tagged(it, VAR_TITLE), "A <i>b</i>", "styled text");
    is_str(item_names(it, VAR_AUTHOR).p[1].literal, "Big Group", "an institution");
    is_int(item_date(it, VAR_ISSUED)->from.day, 5, "day and year from two places");
    is_str(tagged_extra(it, "custom1"), "x", "other elements");
    it = first("<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</"
               "PMID><Article><Journal><JournalIssue><PubDate>"
               "<MedlineDate>2000 "
               "Spring</MedlineDate></PubDate></JournalIssue><Title>J</Title></"
               "Journal><ArticleTitle>H<sub>2</sub>"
               "O.</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
               BIB_AUTO);
    is_str(tagged(it, VAR_TITLE), "H<sub>2</sub>O", "PubMed XML: markup in titles");
    is_int(item_date(it, VAR_ISSUED)->from.season, 1, "a season");
    it = first("<mods "
               "ID=\"m\"><titleInfo><nonSort>The</nonSort><title>T</title><subTitle>S</subTitle></"
               "titleInfo><name><namePart "
               "type=\"family\">Doe</namePart><role><roleTerm>edt</roleTerm></role></"
               "name><relatedItem type=\"host\"><titleInfo>"
               "<title>H</title></titleInfo><part><extent><start>1</start><end>2</end></extent></"
               "part></relatedItem></mods>",
               BIB_AUTO);
    is_str(tagged(it, VAR_TITLE), "The T: S", "MODS: parts of a title");
    is_str(item_names(it, VAR_EDITOR).p[0].family, "Doe", "roles");
    is_str(tagged(it, VAR_PAGE), "1-2", "the extent in the host");
    is_int(it->type, ITEM_TYPE_CHAPTER, "what is in a host is a chapter");
}

static void test_sentence_case(void) {
    if (bib_capital_form(STR("NORWAY")).n == 0) {
        skip("the dictionary hunspell-en-us was not installed when dossier was built");
        return;
    }
    static const struct {
        const char *from, *to;
    } rows[] = {
        {"A Study of NASA and iPhone Users", "A study of NASA and iPhone users"},
        {"why Not? Because It Is", "Why not? Because it is"},
        {"One: Two-Part Story", "One: Two-part story"},
        {"In <span class=\"nocase\">Paris</span> <i>And Rome</i>", "In Paris <i>and Rome</i>"},
        {"Sand of the Gulf in late summer", "Sand of the Gulf in late summer"},
        {"The Gulf in Late Summer", "The gulf in late summer"},
        {"Harbours of Norway and the Non-Swedish Coast",
         "Harbours of Norway and the non-Swedish coast"},
        {"Vitamin C, a Plan B and Hepatitis A", "Vitamin C, a plan B and hepatitis A"},
        {"U.S. Ports vs. Others, e.g. Those of St. Malo",
         "U.S. ports vs. others, e.g. those of St. Malo"},
        {"Growth of <i>E. coli</i> and E. Coli: a Note on J. Smith",
         "Growth of <i>E. coli</i> and E. Coli: A note on J. Smith"},
        {"α-Waves: β-Waves Near Fe(III)", "α-waves: β-waves near Fe(III)"},
        {"ROADS OF NORWAY: PART II", "Roads of Norway: Part II"},
        {"NATO", "NATO"},
        {"<span class=\"math\">X Y</span> Here", "<span class=\"math\">X Y</span> here"},
        {"Version 2.0 Here", "Version 2.0 here"},
        {"In <sc>Coq</sc> And <code>Get X</code>",
         "In <span style=\"font-variant:small-caps;\">Coq</span> and <code>Get X</code>"},
        {"Über Ärger", "Über ärger"},
        {"The Letters of O'Neill and D\xE2\x80\x99"
         "Arcy",
         "The letters of O'Neill and D\xE2\x80\x99"
         "Arcy"},
        {"Trio No. 5, the Artists' Union and Rock'N Roll",
         "Trio No. 5, the artists' union and rock'n roll"},
        {"Fluxes of H<sub>2</sub>O, Ca<sup>2+</sup> Ions and the 19<sup>th</sup> Place",
         "Fluxes of H<sub>2</sub>O, Ca<sup>2+</sup> ions and the 19<sup>th</sup> place"},
        {"A Second <i>Look</i> At Things<sup>*</sup>",
         "A second <i>look</i> at things<sup>*</sup>"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct rich title = item_tags_read(arena, str_of(rows[i].from));
        is_str(item_tags_text(arena, bib_sentence_case(arena, title, NULL)), rows[i].to,
               rows[i].from);
    }
    struct rich kept = bib_protect_case(arena, rich_of(STR("The city of Rome in NASA")));
    is_str(item_tags_text(arena, kept),
           "The city of <span class=\"nocase\">Rome</span> in <span class=\"nocase\">NASA</span>",
           "capitals that would go are protected, those of NASA too");
    kept = bib_protect_case(arena, rich_of(STR("iPhone or b12? DNA, they say: A case")));
    is_str(item_tags_text(arena, kept),
           "<span class=\"nocase\">iPhone</span> or b12? <span class=\"nocase\">DNA</span>, they "
           "say: A case",
           "where a sentence begins, too");
    kept = bib_protect_case(arena, rich_of(STR("The city of Rome in NASA")));
    is_str(bib_sentence_case(arena, kept, NULL).text, "The city of Rome in NASA", "and stay");
}

/** Written in a format and read again, the item is the same: compared as CSL-JSON. */
static void same_through(const struct item *it, enum bib_format format, const char *name) {
    struct str before = write_as(it, BIB_CSL_JSON), text = write_as(it, format);
    const struct item *again = first(text.p, format);
    struct str after = write_as(again, BIB_CSL_JSON);
    if (!ok(str_eq(before, after), name)) {
        note("%.*s", STR_ARG(text));
        note("%.*s", STR_ARG(before));
        note("%.*s", STR_ARG(after));
    }
}

static void test_round_trips(void) {
    const struct item *it =
        first("[{\"id\": \"a\", \"type\": \"article-journal\", \"title\": \"The ``odd'' {case} of "
              "Rome: 50% & $5 -- <i>it</i>_\", "
              "\"title-short\": \"The ``odd'' {case} of Rome\", \"container-title\": \"npj X\", "
              "\"volume\": \"3\", \"issue\": \"4\", "
              "\"page\": \"12-34\", \"author\": [{\"family\": \"van and Zandt\", \"given\": "
              "\"J.\"}, {\"literal\": \"A and B, C\"}, "
              "{\"family\": \"Berg\", \"given\": \"Jan\", \"dropping-particle\": \"van der\", "
              "\"suffix\": \"Jr.\"}, {\"literal\": "
              "\"others\"}], \"issued\": {\"date-parts\": [[2001, 2, 3], [2001, 4]], \"circa\": "
              "true}, \"URL\": "
              "\"http://a.b/c_d%20~e#f\", \"DOI\": \"10.1/x_y\", \"publisher\": \"A and B; C\", "
              "\"keyword\": \"a, b\", \"medium\": \"CD\", \"section\": \"4\", \"genre\": "
              "\"PhD thesis\", \"submitted\": {\"date-parts\": [[2001]]}, \"recipient\": "
              "[{\"family\": \"Roe\", \"given\": \"R, S\"}], \"note\": "
              "\"x~y\\\\z 'q' \\\"r\\\"\", \"language\": \"en-US\", \"custom\": {\"S2ID\": "
              "\"http://x/_y\", \"award\": \"Best #1\"}}]",
              BIB_CSL_JSON);
    same_through(it, BIB_CSL_JSON, "CSL-JSON");
    same_through(it, BIB_CSL_YAML, "CSL-YAML");
    same_through(it, BIB_BIBLATEX, "BibLaTeX");
    it = first("@book{b, title = {A {Small} \\emph{Book} on $\\Theta(\\log n)$}, author = {Doe, "
               "Jane}, year = 2001, month = jun # {~5},\n"
               "publisher = {P}, address = {L}, note = {N. M}, extra = {x}}",
               BIB_BIBTEX);
    same_through(it, BIB_BIBTEX, "BibTeX");
    same_through(it, BIB_BIBLATEX, "BibTeX as BibLaTeX");
    const struct item *ris = first(write_as(it, BIB_RIS).p, BIB_RIS);
    is_str(tagged(ris, VAR_TITLE), "A Small Book on Θ(log n)", "RIS: plain text");
    is_int(item_date(ris, VAR_ISSUED)->from.day, 5, "the whole date");
    it = first("[{\"id\": \"a\", \"type\": \"review\", \"number\": \"7\"}]", BIB_CSL_JSON);
    ris = first(write_as(it, BIB_RIS).p, BIB_RIS);
    is_str(tagged(ris, VAR_NUMBER), "7", "RIS: the number of a review");
    it = first("[{\"id\": \"a, b\", \"type\": \"thesis\", \"genre\": \"PhD thesis\"}]",
               BIB_CSL_JSON);
    is_str(write_as(it, BIB_BIBLATEX), "@thesis{a_ b,\n  type = {phdthesis}\n}\n",
           "a key without commas, and a kind by biblatex's own key");
    it = first("@misc{a, author = {Doe, Jo and Roe, Al}, author+an = {1=equal}}", BIB_BIBLATEX);
    is_str(write_as(it, BIB_BIBLATEX),
           "@misc{a,\n  author = {Doe, Jo and Roe, Al},\n  author+an = {1=equal}\n}\n",
           "marks of an annotation are not in the names too");
    is_str(tagged(first("@book{a, dimensions = {true}}", BIB_BIBLATEX), VAR_DIMENSIONS), "",
           "a switch of a site's is no text");
    is_str(write_as(it, BIB_MODS), "cannot be written", "some formats are only read");
}

static void repeat(struct buf *b, const char *text, int n) {
    for (int i = 0; i < n; i++) {
        buf_puts(b, text);
    }
}

/** Records of a hundred thousand parts, which take no more time or memory than their bytes. */
static void test_large_records(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "PMID- 1\nTI  - T\nMH  - ");
    repeat(&b, "a*", 100000);
    const struct item *it = first(b.p, BIB_MEDLINE);
    is_int((long)tagged(it, VAR_KEYWORD).n, 100000, "MEDLINE: as many stars");
    buf_clear(&b);
    buf_puts(&b, "TY  - CONF\n");
    repeat(&b, "T2  - C\n", 100000);
    buf_puts(&b, "C3  - P\nER  - \n");
    it = first(b.p, BIB_RIS);
    is_str(tagged(it, VAR_EVENT_TITLE), "C", "RIS: as many titles of a conference");
    buf_clear(&b);
    buf_puts(&b, "TY  - JOUR\nTI  - T\n");
    repeat(&b, "of X\n", 100000);
    repeat(&b, "ZZ  - z\n", 100000);
    buf_puts(&b, "ER  - \n");
    it = first(b.p, BIB_RIS);
    is_int((long)tagged(it, VAR_TITLE).n, 500001, "a title of as many lines");
    ok(write_as(it, BIB_RIS).n > 800000, "and as many values that have no place");
    buf_drop(&b);
}

static void guess(const char *name, const char *text, enum bib_format want, const char *what) {
    bool other;
    is_int(bib_format_guess(source_new(arena, str_of(name), str_of(text)), &other), want, what);
    ok(other == (strstr(what, "whatever its name") != NULL), "and whether the ending says else");
}

static void test_formats(void) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        struct str name = str_of(bib_format_name((enum bib_format)f));
        is_int(bib_format_find(name), f, "each format by its name, which no other has");
    }
    is_int(bib_format_find(STR("")), BIB_FORMAT_COUNT, "no name is no format");
    is_int(bib_format_find(STR("CSL-JSON")), BIB_CSL_JSON, "another name, in any case");
    is_int(bib_format_of_name(STR("a/b.YML")), BIB_CSL_YAML, "an ending");
    is_int(bib_format_of_name(STR("a.txt")), BIB_FORMAT_COUNT, "one that no format has");
    is_str(bib_format_written_names(arena), "biblatex, bibtex, csljson, cslyaml or ris",
           "formats that are written");
    is_str(bib_format_endings(arena),
           "*.bib, *.bibtex, *.json, *.yaml, *.ris, *.nbib, *.mods, *.ciw, "
           "*.atom, *.rdf, *.enw, *.cff or *.csv",
           "endings that are one format's alone");
    guess("x.xml", "<?xml version=\"1.0\"?><PubmedArticleSet>", BIB_PUBMED,
          "an ending of several formats leaves it to the first record");
    guess("x.xml", "<modsCollection><mods>", BIB_MODS, "MODS");
    guess("x.xml", "\xEF\xBB\xBF <xml><records><record>", BIB_ENDNOTE, "EndNote");
    guess("x.xml", "<style><author>jo@b.org</author>", BIB_FORMAT_COUNT,
          "other XML is none, with an @ in it or not");
    guess("x.json", "@book{a}", BIB_BIBLATEX, "a .bib, whatever its name");
    guess("x.bib", "[{\"id\": \"@book{a}\"}]", BIB_CSL_JSON, "CSL-JSON, whatever its name");
    guess("x.ris", "PMID-22664220", BIB_MEDLINE, "PubMed's text, whatever its name");
    guess("x.bib", "---\n---\n@book{a,", BIB_BIBLATEX, "rules before the entries of a .bib");
    guess("x.bibtex", "@book{a,", BIB_BIBTEX, "BibTeX by the ending");
    guess("x.ris", "words", BIB_RIS, "words are what the ending says");
    guess("x", "PMID- 1", BIB_MEDLINE, "PubMed's text");
    guess("x", "PT J", BIB_ISI, "Web of Science's");
    guess("x", "TY  - JOUR", BIB_RIS, "RIS");
    guess("x", "---\nreferences:", BIB_CSL_YAML, "CSL-YAML");
    guess("x", "{\"id\": 1}", BIB_CSL_JSON, "CSL-JSON");
    guess("x", "words\n@book{a,", BIB_BIBLATEX, "a .bib begins with anything");
    guess("x", "words", BIB_FORMAT_COUNT, "words are none");
}

/** The tables of both ways: what an item is written as is read as the same. */
static void test_types_back(void) {
    /* what has no entry type of its own, or one that means something else there */
    static const enum item_type others[ITEM_TYPE_COUNT] = {
        [ITEM_TYPE_ARTICLE] = ITEM_TYPE_ARTICLE_JOURNAL,
        [ITEM_TYPE_COLLECTION] = ITEM_TYPE_BOOK,
        [ITEM_TYPE_ENTRY_DICTIONARY] = ITEM_TYPE_ENTRY_ENCYCLOPEDIA,
        [ITEM_TYPE_PERIODICAL] = ITEM_TYPE_ARTICLE_JOURNAL,
        [ITEM_TYPE_SPEECH] = ITEM_TYPE_MANUSCRIPT, /* an event makes it a talk */
    };
    for (int t = 0; t < ITEM_TYPE_COUNT; t++) {
        struct item it = {.id = STR("a"), .type = (enum item_type)t};
        const struct item *back = first(write_as(&it, BIB_BIBLATEX).p, BIB_BIBLATEX);
        is_int(back->type, others[t] ? (int)others[t] : t, item_type_name((enum item_type)t));
    }
    const struct item *it = first("@book{a, volume = 1, note = {n}, edition = 2, keyword = {k},"
                                  " editora = {A, B}, editoratype = {compiler},"
                                  " translator = {C, D}, annote = {x}}",
                                  BIB_BIBLATEX);
    is_str(write_as(it, BIB_BIBLATEX),
           "@book{a,\n  translator = {C, D},\n  editora = {A, B},\n  editoratype = {compiler},\n"
           "  volume = {1},\n  edition = {2},\n  keywords = {k},\n  note = {n},\n"
           "  annotation = {x}\n}\n",
           "fields and roles, written under the usual of their names");
    is_str(write_as(first("TY  - JOUR\nT1  - T\nN2  - A\nSN  - 1234-5679\nER  - \n", BIB_RIS),
                    BIB_RIS),
           "TY  - JOUR\nID  - anon\nTI  - T\nSN  - 1234-5679\nAB  - A\nER  - \n",
           "RIS: tags under the usual of their names");
}

/** Lines that go on, lines without a tag, lines outside of records: the same in all formats. */
static void test_tag_lines(void) {
    struct bib *b = load("FN Export\n   of a tool\nAU Stray, A\nPT J\nAU Doe, J\n   Roe, R\n"
                         "TI One\n   title\nER\n\nEF",
                         BIB_ISI);
    const struct item *it = bib_at(b, 0, &diags);
    is_str(item_text(it, VAR_TITLE), "One title", "a text of two lines");
    is_int((long)item_names(it, VAR_AUTHOR).n, 2, "of names each line is one");
    ok(diags.n == 1 && diags.list[0]->span.begin == 23, "what goes on with a file's line is its");
    b = load("PMID- 1\nTI  - One\n      title.\nno tag\n\nPMID- 2\n", BIB_MEDLINE);
    is_int((long)bib_count(b), 2, "an empty line ends a record");
    is_str(item_text(bib_at(b, 0, &diags), VAR_TITLE), "One title",
           "lines that are indented go on");
    is_int((long)diags.n, 1, "a line without a tag is reported");
}

/** Tags and elements that few records have. */
static void test_rare_tags(void) {
    static const struct {
        enum bib_format format;
        const char *text, *want;
    } all[] = {
        {BIB_ISI,
         "PT B\nBA Roe, R\nBE Doe, J\nCA Group of Two\nGP IEEE\nTI T\nSN 1234-5679\nEI "
         "2345-6781\nPY 2001\nER\n",
         "@book{groupoftwo2001,\n  author = {{Group of Two}},\n  editor = {Doe, J},\n  bookauthor "
         "= {Roe, R},\n  title = {T},\n  date = {2001},\n  issn = {1234-5679, 2345-6781},\n  GP = "
         "{IEEE}\n}\n"},
        {BIB_MEDLINE,
         "PMID- 1\nCN  - Group of Two\nTI  - T\nAB  - An *abstract*.\nPT  - Book Chapter\nJT  - "
         "Book\nDP  - 2001\n",
         "@incollection{groupoftwo2001,\n  author = {{Group of Two}},\n  title = {T},\n  booktitle "
         "= {Book},\n  date = {2001},\n  pmid = {1},\n  abstract = {An *abstract*.}\n}\n"},
        {BIB_ENDNOTE,
         "<xml><records><record><ref-type "
         "name='Book'/><contributors/><titles><title>T</title></titles>"
         "<pages>321</pages><dates><year>2001</year><pub-dates><date>5 May "
         "2001</date></pub-dates></dates>"
         "<access-date>2002-03-04</access-date><urls><pdf-urls><url>internal-pdf://a.pdf</url></"
         "pdf-urls>"
         "<related-urls><url>shelf 3</url></related-urls></urls></record></records></xml>",
         "@book{anon2001,\n  title = {T},\n  date = {2001-05-05},\n  urldate = {2002-03-04},\n  "
         "pagetotal = {321},\n  related-url = {shelf 3},\n  file = {internal-pdf://a.pdf}\n}\n"},
        {BIB_MODS,
         "<mods><titleInfo><title>T</title></titleInfo><typeOfResource>text</typeOfResource>"
         "<identifier type='oclc'>123</identifier></mods>",
         "@book{anon,\n  title = {T},\n  oclc = {123}\n}\n"},
        {BIB_RIS, "TY  - PAT\nTI  - T\nM1  - 12\nPY  - 2001/05/\nDA  - 2001/06/07\nER  - \n",
         "@patent{anon2001,\n  title = {T},\n  date = {2001-05},\n  number = {12}\n}\n"},
        {BIB_RIS,
         "TY  - BOOK\nAU  - \xE5\xB1\xB1\xE7\x94\xB0\nTI  - T\nSP  - 7\nEP  - 7\nDA  - May\nER  - "
         "\n",
         "@book{anon,\n  author = {{\xE5\xB1\xB1\xE7\x94\xB0}},\n  title = {T},\n  pages = "
         "{7}\n}\n"},
        {BIB_PUBMED,
         "<PubmedBookArticle><BookDocument><ArticleTitle>T</ArticleTitle></BookDocument></"
         "PubmedBookArticle>",
         "@incollection{anon,\n  title = {T}\n}\n"},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        const struct item *it = first(all[i].text, all[i].format);
        is_str(write_as(it, BIB_BIBLATEX), all[i].want, "rare tags");
        it = first(write_as(it, BIB_RIS).p, BIB_RIS);
        ok(it && item_text(it, VAR_TITLE).n, "written and read again");
    }
}

int main(void) {
    arena = arena_new();
    diags_init(&diags, arena);
    test_rare_tags();
    test_csl_json();
    test_csl_yaml();
    test_inline();
    test_ris_types();
    test_formats();
    test_tag_lines();
    test_types_back();
    test_large_records();
    test_tagged();
    test_xml();
    test_vendors();
    test_sentence_case();
    test_round_trips();
    diags_drop(&diags);
    arena_drop(arena);
    return tap_done();
}
