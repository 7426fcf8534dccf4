/* SPDX-License-Identifier: MIT */
/*
 * Databases of .bib files: scanning and recovery, fields and macros, inheritance, mapping to
 * CSL.
 */
#include "cite/bib/bib.h"
#include "cite/bib/format/format.h"
#include "cite/bib/item/csl_tags.h"

#include "core/base/bounds.h"
#include "tap.h"

DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_BIB_UNDEFINED_STRING);
DIAG_USE(DIAG_BIB_CROSSREF);
DIAG_USE(DIAG_BIB_BAD_DATE);
DIAG_USE(DIAG_BIB_BAD_ITEM);
DIAG_USE(DIAG_BIB_EMPTY);
DIAG_USE(DIAG_BIB_NOTHING);
DIAG_USE(DIAG_BIB_STRAY);
DIAG_USE(DIAG_BIB_DUPLICATE_FIELD);
DIAG_USE(DIAG_BIB_ENCODING);

static struct arena *arena;
static struct diags diags;

/** A text with the tags of CSL-JSON, in which these tests are written. */
static struct str tagged(const struct item *it, enum item_var v) {
    return item_tags_text(arena, item_rich(it, v));
}

static struct str tagged_extra(const struct item *it, const char *name) {
    return item_tags_text(arena, item_extra(it, name));
}

static struct bib *load_as(const char *text, enum bib_format format) {
    diags_drop(&diags);
    diags_init(&diags, arena);
    struct bib *b = bib_new(arena);
    (void)bib_read(b, source_new(arena, STR("test.bib"), str_of(text)), format, &diags);
    return b;
}

static struct bib *load(const char *text) {
    return load_as(text, BIB_BIBLATEX);
}

/** The text of a field of the first entry. */
static struct str field(const char *entry, enum item_var v) {
    struct bib *b = load(entry);
    return bib_count(b) ? tagged(bib_at(b, 0, &diags), v) : STR_EMPTY;
}

static bool has_diag(const struct diag_rule *id) {
    for (size_t i = 0; i < diags.n; i++) {
        if (diags.list[i]->id == id) {
            return true;
        }
    }
    return false;
}

static uint32_t diag_line(const struct diag_rule *id) {
    for (size_t i = 0; i < diags.n; i++) {
        if (diags.list[i]->id == id) {
            return source_line_col(diags.list[i]->span.src, diags.list[i]->span.begin).line;
        }
    }
    return 0;
}

static void test_syntax(void) {
    struct bib *b = load(
        "free text\n@book{a, title = {A {B}}, year = 1999}\n@Book( b , title = \"B {\"} b\" )\n"
        "@comment{ @book{no, title={x}} }\n% @book{neither,}\n@misc{odd:key+1/2, note = {n}}");
    is_int(bib_count(b), 3, "braces, parentheses, comments");
    is_int(diags.n, 0, "nothing to complain about");
    is_str(bib_at(b, 2, &diags)->id, "odd:key+1/2", "keys may have odd characters");
    is_str(tagged(bib_lookup(b, STR("b"), &diags), VAR_TITLE), "B \" b",
           "a quote in braces in quotes");
    ok(bib_lookup(b, STR("no"), &diags) == NULL, "a comment is none");
    is_str(field("@book{a, TITLE = 12 # {x} # \"y\", }", VAR_TITLE), "12xy", "pieces are joined");
    is_str(field("@string{p = {Pub}}@string(p = p # { Inc})@book{a,publisher=p}@string{p={Other}}",
                 VAR_PUBLISHER),
           "Pub Inc", "macros count from where they stand");
    is_int(diags.n, 0, "and are found");
    is_str(field("@book{a, title = nosuch}", VAR_TITLE), "nosuch",
           "an undefined macro is its name");
    ok(has_diag(DIAG_BIB_UNDEFINED_STRING), "and is reported");
    b = load("\xEF\xBB\xBF@book{a\xC3\xA9,\n  title\xC2\xA0= {x}\n}");
    is_str(bib_at(b, 0, &diags)->id, "a\xC3\xA9", "keys may have letters of any script");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "x", "no-break spaces are blanks");
}

/** Text within braces is passed over in words of eight bytes: what ends it is met at each place of
 * one, also behind bytes that differ from a brace or an '@' by one bit. */
static void test_places_in_words(void) {
    static const char *const fillers[] = {"", "a", "|", "z", "~", "?", "A", "\xC3\xBB"};
    bool fields = true, entries = true;
    for (int n = 0; n < 20; n++) {
        for (size_t k = 0; k < ARRAY_LEN(fillers); k++) {
            struct buf b = BUF_INIT;
            buf_puts(&b, "@book{one, title = {");
            for (int i = 0; i < n; i++) {
                buf_puts(&b, *fillers[k] ? fillers[k] : "x");
            }
            buf_puts(&b, "{a@b} c}, note = \"q)%\", publisher={P}}@book{two, title={T}}");
            struct bib *bib = load(buf_view(&b).p);
            const struct item *it = bib_count(bib) == 2 ? bib_at(bib, 0, &diags) : NULL;
            entries = entries && it && !has_diag(DIAG_BIB_SYNTAX);
            fields = fields && it && str_is(item_text(it, VAR_PUBLISHER), "P") &&
                     str_ends(item_text(it, VAR_TITLE), STR("a@b c"));
            buf_drop(&b);
        }
    }
    ok(entries, "entries end where their braces do, wherever these stand");
    ok(fields, "and their fields too");
}

static void test_recovery(void) {
    struct bib *b = load("@article{a,\n  title = {One,\n  year = 2001\n}\n\n@article{b,\n  title = "
                         "{Two},\n  year = 2002\n}\n");
    is_int(bib_count(b), 2, "a missing brace loses no entry");
    is_int(diag_line(DIAG_BIB_SYNTAX), 1, "it is reported at its own entry");
    is_int(diags.list[0]->related[0].span.begin, 22, "and at its value");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "One", "the value ends at its line");
    is_int(item_date(bib_at(b, 0, &diags), VAR_ISSUED)->from.year, 2001, "the next field is read");
    b = load("@article{a,\n  title = {One}\n  year = 2001\n}");
    is_int(item_date(bib_at(b, 0, &diags), VAR_ISSUED)->from.year, 2001,
           "a missing comma loses no field");
    is_int(diag_line(DIAG_BIB_SYNTAX), 2, "it is reported where it should be");
    b = load("@article{a,\n  title = \"One,\n  year = 2001\n}\n@article{b,\n  title = {Two}}");
    is_int(bib_count(b), 2, "nor does a missing quote");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "One", "the value ends at its line");
    b = load("@book{a, title = {A}}, year = 1999}\n@book{b, title={B}}");
    is_int(bib_count(b), 2, "a brace too many");
    ok(has_diag(DIAG_BIB_STRAY), "is reported");
    b = load("@book{x, title = {A}}\n@book{y}\n@book{x, title = {B}}");
    is_int(bib_count(b), 3, "all entries of a key are there");
    is_str(tagged(bib_lookup(b, STR("x"), &diags), VAR_TITLE), "A", "the first one is found");
    is_int(diag_line(DIAG_BIB_DUPLICATE_KEY), 3, "the second one is reported");
    is_int(diags.list[0]->nrelated, 1, "with the first one's place");
    b = load("@book{title = {No key}}\n@book key, title={x}}\n@misc{z title = {T}}");
    ok(has_diag(DIAG_BIB_BAD_ITEM) && has_diag(DIAG_BIB_SYNTAX), "no key, no brace");
    is_str(tagged(bib_lookup(b, STR("z"), &diags), VAR_TITLE), "T", "no comma after the key");
    (void)load("nothing here");
    ok(has_diag(DIAG_BIB_NOTHING), "a file without entries is an error");
    (void)load("@string{a = \"b\"}");
    ok(diags.n == 0, "a file of strings alone is no mistake");
    (void)load("% nothing yet\n@comment{x}");
    ok(has_diag(DIAG_BIB_EMPTY), "a database that is only begun is reported");
    b = load("@article{a,\n  title = {One {Two,\n  journal = {J},\n  year = 2001\n}\n@misc{b,}\n");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "One <span class=\"nocase\">Two</span>",
           "two missing braces lose no field");
    is_str(tagged(bib_at(b, 0, &diags), VAR_CONTAINER_TITLE), "J", "the next one is read");
    b = load("@article{a,\n  title = {One {Two} three,\n  journal = {J},\n  year = 2001\n}}\n");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "One <span class=\"nocase\">Two</span> three",
           "nor does one that another brace makes up for");
    is_int(diag_line(DIAG_BIB_SYNTAX), 2, "which is reported");
    b = load("@misc{a,\n  abstract = {we set\n  year = {2} and go on},\n}\n");
    is_int(diags.n, 0, "a line in a text that looks like a field is none");
}

static void test_encoding(void) {
    struct bib *b = load("@book{a, title = {M\xE4rz \x96 caf\xE9}}");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE), "März – café", "Windows-1252 is read");
    ok(has_diag(DIAG_BIB_ENCODING), "with a note");
    is_int(diags.errors, 0, "that is no error");
}

static void test_inheritance(void) {
    struct bib *b = load(
        "@inproceedings{a, title={A}, crossref={p}}\n@proceedings{p, title={P}, year=2001, "
        "editor={E. F}}\n"
        "@xdata{x, publisher={X}, location={L}}\n@book{c, xdata={x}, location={M}, crossref={c}}");
    is_int(bib_count(b), 3, "xdata is no item");
    const struct item *a = bib_lookup(b, STR("a"), &diags), *c = bib_lookup(b, STR("c"), &diags);
    is_str(tagged(a, VAR_CONTAINER_TITLE), "P", "a title becomes the book's title");
    is_int(item_date(a, VAR_ISSUED)->from.year, 2001, "the date is taken over");
    is_str(item_names(a, VAR_EDITOR).p[0].family, "F", "and the editor");
    is_str(tagged(c, VAR_PUBLISHER), "X", "xdata gives");
    is_str(tagged(c, VAR_PUBLISHER_PLACE), "M", "what is missing");
    ok(has_diag(DIAG_BIB_CROSSREF), "a circle is reported");
    ok(bib_lookup(b, STR("x"), &diags) == NULL, "xdata cannot be cited");
    static const char parent[] = "@inproceedings{a, title={A}, crossref={p}}\n"
                                 "@proceedings{p, title={P}, booktitle={Q}}";
    b = load_as(parent, BIB_BIBTEX);
    is_str(tagged(bib_at(b, 0, &diags), VAR_CONTAINER_TITLE), "Q",
           "in BibTeX the parent's own booktitle goes before its title");
    struct buf text = BUF_INIT;
    buf_puts(&text, "@book{c, xdata={x}, title={C}}\n@xdata{x, publisher={X}");
    for (int i = 0; i < LIMIT_INHERITED_FIELDS; i++) {
        buf_printf(&text, ", f%d={}", i);
    }
    buf_puts(&text, "}\n");
    b = load(buf_keep(&text, arena).p);
    is_str(tagged(bib_at(b, 0, &diags), VAR_PUBLISHER), "", "too many fields are not inherited");
    ok(has_diag(DIAG_BIB_CROSSREF), "which is reported");
    buf_drop(&text);
}

static void test_titles(void) {
    is_str(field("@book{a,title={T}, subtitle={S}, titleaddon={A}}", VAR_TITLE), "T: S. A",
           "three fields are one title");
    is_str(field("@book{a,title={Why?}, subtitle={S}}", VAR_TITLE), "Why? S",
           "no colon behind a mark");
    is_str(field("@book{a,title={T}, maintitle={M}}", VAR_VOLUME_TITLE), "T", "a volume of a work");
    is_str(field("@book{a,title={T: U}}", VAR_TITLE_SHORT), "T", "what stands before the colon");
    is_str(field("@inbook{a,title={T}, booktitle={B}}", VAR_CONTAINER_TITLE), "B",
           "a chapter's book");
    is_str(field("@book{a,title={De {Bello}},langid={latin}}", VAR_TITLE), "De Bello",
           "no case but in English");
    is_str(field("@article{a,journal={J},series=2}", VAR_COLLECTION_TITLE), "2nd series",
           "a series by number");
    struct bib *b = load("@book{a,title={T \\unheard: U}}");
    is_str(tagged(bib_at(b, 0, &diags), VAR_TITLE_SHORT), "T", "a fault in a title");
    is_int((long)diags.n, 1, "is reported once, though the short title has it too");
}

/** Commands that AASTeX has for journals. */
static void test_journals(void) {
    is_str(field("@article{a,journal={\\aap}}", VAR_CONTAINER_TITLE), "Astronomy and Astrophysics",
           "a journal's command");
    is_str(field("@article{a,journaltitle={\\nat\\ Physics}}", VAR_CONTAINER_TITLE),
           "Nature Physics", "and more behind it");
    is_str(field("@article{a,journal={\\mnras{}, \\prd\\ B}}", VAR_CONTAINER_TITLE),
           "Monthly Notices of the Royal Astronomical Society, Physical Review D B",
           "what ends a command goes");
    is_str(
        field(
            "@article{a,journal={\\q{x} 5% $\\R$ \\w{y}}}@preamble{\"\\newcommand\\q[1]{\\emph{#1}}"
            "\\def\\R{\\mathbb{R}}\\def\\w#1{\\hbox{#1}}\"}",
            VAR_CONTAINER_TITLE),
        "<i>x</i> 5% <span class=\"math\">\\mathbb{R}</span> y",
        "commands of a preamble, but not those with boxes of TeX");
    is_str(field("@preamble{\"\\newcommand{\\aap}{A\\&A}\"}@article{a,journal={\\aap}}",
                 VAR_CONTAINER_TITLE),
           "A&A", "the file's own meaning");
    is_str(field("@preamble{{\\def\\prd{PRD} \\renewcommand*\\prl "
                 "{P\\&L}}}@article{a,journal={\\prd\\prl}}",
                 VAR_CONTAINER_TITLE),
           "PRDP&L", "of several");
    is_str(field("@article{a,journal={\\\\aj \\ajx \\AA}}", VAR_CONTAINER_TITLE), "aj Å",
           "others are none");
    is_str(field("@article{a,title={\\nat}}", VAR_TITLE), "", "in journals alone");
}

/** The values of `options`, `langidopts` and localisation keys. */
static void test_options(void) {
    struct bib *b = load("@book{a,options={url=false, doi = false},url={http://a},doi={10.1/x}}");
    const struct item *it = bib_at(b, 0, &diags);
    ok(!item_field(it, VAR_URL) && !item_field(it, VAR_DOI), "not to be printed");
    is_str(tagged_extra(it, "url"), "http://a", "but kept");
    is_str(field("@online{a,options={url=false},url={http://a}}", VAR_URL), "http://a",
           "what is nothing but an address has it all the same");
    is_str(field("@book{a,langid={english},langidopts={variant=british}}", VAR_LANGUAGE), "en-GB",
           "a variant of English");
    is_str(field("@book{a,language={ger}}", VAR_LANGUAGE), "de", "a library's code of a language");
    is_str(field("@patent{a,location={countryde and countryuk},date=2000}", VAR_JURISDICTION),
           "Germany; United Kingdom", "keys of countries");
    is_str(field("@patent{a,type={patreqfr}}", VAR_GENRE), "French patent request",
           "and of patents");
}

static void test_fields(void) {
    is_str(field("@article{a,pages={1--2, 5 -- 9}}", VAR_PAGE), "1-2, 5-9",
           "pages with one hyphen");
    is_str(field("@article{a,pages={A1-5--A1-9, 2-3}}", VAR_PAGE),
           "A1\xE2\x80\x91"
           "5-A1\xE2\x80\x91"
           "9, 2-3",
           "a hyphen within a page, where another joins two, is no range's");
    is_str(field("@article{a,number=3,issue={May}}", VAR_ISSUE), "3, May", "number and issue");
    is_str(field("@book{a,number=3,series={S}}", VAR_COLLECTION_NUMBER), "3",
           "a number in a series");
    is_str(field("@techreport{a,number=3}", VAR_NUMBER), "3", "a number of its own");
    is_str(field("@misc{a,eprint={1234.5678},archivePrefix={arXiv}}", VAR_URL),
           "https://arxiv.org/abs/1234.5678", "arXiv has an address");
    is_str(field("@misc{a,doi={https://doi.org/10.1/x_y}}", VAR_DOI), "10.1/x_y",
           "a DOI without its address");
    is_str(field("@misc{a,url={http://a/b_c%20~d}}", VAR_URL), "http://a/b_c%20~d",
           "addresses are no TeX");
    is_str(field("@misc{a,howpublished={\\url{http://x.org}}}", VAR_URL), "http://x.org",
           "an address as howpublished");
    is_str(field("@book{a,publisher={A and B},date=2000}", VAR_PUBLISHER), "A; B",
           "biblatex's lists");
    is_str(field("@book{a,publisher={A and B},year=2000}", VAR_PUBLISHER), "A; B",
           "also where only the user says that it is biblatex");
    static const char entry[] = "@book{a,publisher={A and B},year=2000}";
    is_str(tagged(bib_at(load_as(entry, BIB_AUTO), 0, &diags), VAR_PUBLISHER), "A and B",
           "BibTeX has none");
    test_options();
    is_str(field("@phdthesis{a,school={S}}", VAR_GENRE), "PhD thesis", "the kind of a thesis");
    is_str(field("@misc{a,keywords={x, y}}", VAR_KEYWORD), "x, y", "keywords");
    struct bib *b =
        load("@misc{a, code = {https://x/~y_z}, selected = {true}, award={Best \\emph{Paper}}}");
    const struct item *it = bib_at(b, 0, &diags);
    is_str(tagged_extra(it, "code"), "https://x/~y_z", "unknown fields are kept");
    is_str(tagged_extra(it, "award"), "Best <i>Paper</i>", "their TeX is read");
    is_int(it->nextras, 3, "all of them");
    is_str(field("@misc{a,title={a},title={b}}", VAR_TITLE), "a", "the first of two");
    ok(has_diag(DIAG_BIB_DUPLICATE_FIELD), "the other one is reported");
}

static const struct item_name *name(const char *author) {
    struct str entry = arena_printf(arena, "@misc{a, author = {%s}}", author);
    struct bib *b = load(entry.p);
    static const struct item_name none;
    struct item_names names = item_names(bib_at(b, 0, &diags), VAR_AUTHOR);
    return names.n ? &names.p[0] : &none;
}

static void test_names(void) {
    const struct item_name *n = name("Ludwig van Beethoven");
    is_str(n->given, "Ludwig", "given name");
    is_str(n->dropping_particle, "van", "particle");
    is_str(n->family, "Beethoven", "family name");
    n = name("de la Vall{\\'e}e Poussin, Jr., Charles~Louis");
    is_str(n->dropping_particle, "de la", "particles before the comma");
    is_str(n->family, "Vallée Poussin", "two words of a family name");
    is_str(n->suffix, "Jr.", "a suffix");
    is_str(n->given, "Charles Louis", "ties are blanks");
    is_str(name("{Big and Co.}")->literal, "Big and Co.", "braces make an institution");
    is_str(name("{St.~John}, Tom")->family, "St. John", "braces keep a family name");
    is_str(name("{St. John}, Tom")->given, "Tom", "and the given name beside it");
    is_str(name("danah boyd")->given, "danah", "a name in lower case has no particle");
    is_str(name("Doe*, Jane")->note, "*", "a mark is no part of the name");
    is_str(name("Jane Doe\\textsuperscript{†}")->family, "Doe", "nor is a raised one");
    is_str(name("\\textsc{Doe}, Jane")->family, "Doe", "names have no fonts");
    is_str(name("cummings, e. e.")->given, "e. e.", "small initials are no particles");
    n = name("family=Berg, given=Jan, prefix=van den, useprefix=true");
    is_str(n->non_dropping_particle, "van den", "an extended name");
    is_str(n->family, "Berg", "its family name");
    is_str(name("Garc\\'ia de Paredes, Jos\\'e")->family, "García de Paredes",
           "lower case in the middle is no particle");
    is_str(name("Jean d'Alembert")->family, "d’Alembert", "an elision belongs to the name");
    struct bib *b = load("@misc{a, author={A B and\n C D and others}, author+an = {2=highlight}}");
    struct item_names names = item_names(bib_at(b, 0, &diags), VAR_AUTHOR);
    is_int(names.n, 3, "names part at and");
    ok(names.p[2].others, "others are more");
    ok(names.p[1].highlight && !names.p[0].highlight, "annotations belong to one name");
}

static struct item_date date(const char *fields) {
    struct str entry = arena_printf(arena, "@misc{a, %s}", fields);
    struct bib *b = load(entry.p);
    const struct item_date *d = item_date(bib_at(b, 0, &diags), VAR_ISSUED);
    return d ? *d : (struct item_date){.circa = false};
}

static void test_dates(void) {
    struct item_date d = date("date={2004-02-29}");
    ok(d.from.year == 2004 && d.from.month == 2 && d.from.day == 29, "a day");
    d = date("date={2003-02-29}");
    is_str(d.literal, "2003-02-29", "a day that is none is text");
    ok(has_diag(DIAG_BIB_BAD_DATE), "and is reported");
    d = date("date={1997/}");
    ok(d.is_range && d.from.year == 1997 && !d.to.has_year, "an open range");
    d = date("date={1723~/1724?}");
    ok(d.circa && d.to.year == 1724, "circa");
    d = date("year={2001--02}");
    ok(d.is_range && d.from.year == 2001 && !d.from.month && d.to.year == 2002, "a short range");
    d = date("year={\xC2\xA9 2001}");
    ok(d.from.year == 2001 && !d.circa && !d.literal.n, "the year of a copyright");
    d = date("date={1723%}");
    ok(d.circa && d.from.year == 1723, "uncertain and circa");
    d = date("date={199X}");
    ok(d.from.year == 1990 && d.to.year == 1999, "a decade");
    d = date("date={2004-22}");
    ok(d.from.season == 2 && !d.from.month, "a season");
    d = date("date={-0876}");
    is_int(d.from.year, -877, "877 BC");
    ok(!date("date={0000}").from.has_year, "0000 is no date");
    d = date("year=2001, month=jun");
    is_int(d.from.month, 6, "a month macro");
    d = date("year=2001, month={June~5--7}");
    ok(d.from.day == 5 && d.to.day == 7 && d.to.month == 6, "days in the month field");
    d = date("year=2001, month=may # \"/\" # jun");
    ok(d.from.month == 5 && d.to.month == 6 && d.is_range, "two months");
    static const char *const february[] = {"{8-10 Feb.}", "{Feb. 8-10}",
                                           "{8th to 10th of February}", "feb # { 8--10, }",
                                           "{8 - 10~} # feb"};
    for (size_t i = 0; i < ARRAY_LEN(february); i++) {
        char fields[80];
        snprintf(fields, sizeof fields, "year=2001, month=%s", february[i]);
        d = date(fields);
        ok(d.is_range && d.from.month == 2 && d.from.day == 8 && d.to.month == 2 && d.to.day == 10,
           february[i]);
    }
    d = date("year=2001, month={28 June - 2 July}");
    ok(d.from.month == 6 && d.from.day == 28 && d.to.month == 7 && d.to.day == 2, "over a month");
    d = date("year=2001, month={06-07}");
    ok(d.from.month == 6 && !d.from.day && d.to.month == 7, "two numbers are months");
    d = date("year=2001, month=jun, day={5--7}");
    ok(d.from.day == 5 && d.to.day == 7 && d.to.month == 6, "days in the day field");
    d = date("year=2001, endyear=2002, endmonth=3");
    ok(d.is_range && d.from.year == 2001 && d.to.year == 2002 && d.to.month == 3,
       "an end in fields of its own");
    is_int(date("year={44 B.C.}").from.year, -44, "an era");
    is_int(date("year={-44}").from.year, -44, "a year before it");
    is_int(date("year={AD 79}").from.year, 79, "and after it");
    d = date("year={c. 1990}");
    ok(d.circa && d.from.year == 1990, "circa in words");
    d = date("year={in press}");
    is_str(d.literal, "in press", "words are text");
    is_int(diags.n, 0, "and no fault");
}

static void test_types(void) {
    static const struct {
        const char *entry;
        enum item_type type;
    } rows[] = {
        {"@ARTICLE{a,}", ITEM_TYPE_ARTICLE_JOURNAL},
        {"@article{a,entrysubtype={magazine}}", ITEM_TYPE_ARTICLE_MAGAZINE},
        {"@conference{a,}", ITEM_TYPE_PAPER_CONFERENCE},
        {"@commentary{a,}", ITEM_TYPE_BOOK},
        {"@misc{a,}", ITEM_TYPE_NONE},
        {"@mastersthesis{a,}", ITEM_TYPE_THESIS},
        {"@www{a,}", ITEM_TYPE_WEBPAGE},
        {"@unpublished{a,eventtitle={E}}", ITEM_TYPE_SPEECH},
        {"@map{a,}", ITEM_TYPE_MAP},
        {"@nosuchtype{a,}", ITEM_TYPE_NONE},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_int(bib_at(load(rows[i].entry), 0, &diags)->type, rows[i].type, rows[i].entry);
    }
}

/** What is missing again and again costs no more than once. */
static void test_endless(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "@book{k,\n");
    for (int i = 0; i < 50000; i++) {
        buf_printf(&b, "f%d = {{x\n", i % 100);
    }
    buf_puts(&b, "title = {T}\n}\n");
    is_str(field(b.p, VAR_TITLE), "T", "fields behind fifty thousand missing braces");
    buf_drop(&b);
}

int main(void) {
    arena = arena_new();
    diags_init(&diags, arena);
    test_syntax();
    test_places_in_words();
    test_recovery();
    test_endless();
    test_encoding();
    test_inheritance();
    test_titles();
    test_journals();
    test_fields();
    test_names();
    test_dates();
    test_types();
    diags_drop(&diags);
    arena_drop(arena);
    return tap_done();
}
