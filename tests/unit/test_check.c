/* SPDX-License-Identifier: MIT */
/*
 * Checks of databases: identifiers, each kind of fault at its place, and no finding in a
 * correct database.
 */
#include "cite/bib/check/check.h"
#include "tap.h"

DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_BIB_UNDEFINED_STRING);
DIAG_USE(DIAG_BIB_CROSSREF);
DIAG_USE(DIAG_BIB_BAD_DATE);
DIAG_USE(DIAG_CHECK_DUPLICATE);
DIAG_USE(DIAG_CHECK_MISSING);
DIAG_USE(DIAG_CHECK_DOI);
DIAG_USE(DIAG_CHECK_DOI_FORM);
DIAG_USE(DIAG_CHECK_ISBN);
DIAG_USE(DIAG_CHECK_ISSN);
DIAG_USE(DIAG_CHECK_ORCID);
DIAG_USE(DIAG_CHECK_PAGES);
DIAG_USE(DIAG_CHECK_BRACES);
DIAG_USE(DIAG_CHECK_CAPITALS);
DIAG_USE(DIAG_CHECK_TYPE);
DIAG_USE(DIAG_CHECK_FIELD);
DIAG_USE(DIAG_CHECK_JOURNAL);
DIAG_USE(DIAG_CHECK_UNUSED);
DIAG_USE(DIAG_CHECK_ENTITY);

static void test_doi(void) {
    struct str bare;
    is_int(bib_doi_check(STR("10.1000/182"), &bare), BIB_DOI_FINE, "a DOI");
    is_int(
        bib_doi_check(STR("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"), &bare),
        BIB_DOI_FINE, "an old DOI with all sorts of characters");
    is_int(bib_doi_check(STR("https://doi.org/10.1000/182"), &bare), BIB_DOI_ADDRESS, "an address");
    is_str(bare, "10.1000/182", "the DOI in it");
    is_int(bib_doi_check(STR("doi: 10.1000/182"), &bare), BIB_DOI_ADDRESS, "doi: before it");
    is_int(bib_doi_check(STR("10.1000/182https://doi.org/10.1000/182"), &bare), BIB_DOI_DOUBLED,
           "twice");
    is_str(bare, "10.1000/182", "the first of the two");
    is_int(bib_doi_check(STR("10.1000/182."), &bare), BIB_DOI_TAIL, "a full stop behind it");
    is_int(bib_doi_check(STR("10.10/x"), &bare), BIB_DOI_BAD, "a registrant has four digits");
    is_int(bib_doi_check(STR("10.1000/"), &bare), BIB_DOI_BAD, "nothing behind the slash");
    is_int(bib_doi_check(STR("11.1000/x"), &bare), BIB_DOI_BAD, "10 is where DOIs begin");
    is_int(bib_doi_check(STR(""), &bare), BIB_DOI_BAD, "nothing");
}

static void test_numbers(void) {
    ok(bib_isbn_check(STR("978-3-16-148410-0")), "an ISBN-13");
    ok(bib_isbn_check(STR("0-306-40615-2")), "an ISBN-10");
    ok(bib_isbn_check(STR("0-8044-2957-X")), "an ISBN-10 that ends in X");
    ok(bib_isbn_check(STR("978-3-16-148410-0 (print), 0306406152")), "two, with a word");
    ok(!bib_isbn_check(STR("978-3-16-148410-1")), "a wrong check digit");
    ok(!bib_isbn_check(STR("978-3-16-148410")), "a digit is missing");
    ok(!bib_isbn_check(STR("none")), "no number");
    ok(bib_issn_check(STR("0378-5955")), "an ISSN");
    ok(bib_issn_check(STR("2434-561X, 0378-5955")), "two ISSNs");
    ok(!bib_issn_check(STR("0378-5956")), "a wrong ISSN");
    ok(bib_orcid_check(STR("0000-0002-1825-0097")), "an ORCID");
    ok(bib_orcid_check(STR("0000-0002-1694-233X")), "an ORCID that ends in X");
    ok(!bib_orcid_check(STR("0000-0002-1825-0098")), "a wrong ORCID");
}

struct run {
    struct arena *a;
    struct diags d;
};

static void lint(struct run *r, struct str text, const uint8_t *levels) {
    r->a = arena_new();
    diags_init(&r->d, r->a);
    r->d.levels = levels;
    struct bib *b = bib_new(r->a);
    bib_read(b, source_new(r->a, STR("a.bib"), text), BIB_BIBLATEX, &r->d);
    bib_check(b, &r->d);
}

static void end(struct run *r) {
    diags_drop(&r->d);
    arena_drop(r->a);
}

/** One fault of this id, and none of another. */
static void one(const struct diag_rule *id, struct str text, const char *name) {
    struct run r;
    lint(&r, text, NULL);
    bool held = r.d.n == 1 && r.d.list[0]->id == id && r.d.list[0]->span.src;
    if (!ok(held, name)) {
        for (size_t i = 0; i < r.d.n; i++) {
            note("[%s] %.*s", r.d.list[i]->id->slug, STR_ARG(r.d.list[i]->text));
        }
    }
    end(&r);
}

#define GOOD "author={Ida Adler}, title={A sound title}, journal={J}, year=2020"

static void test_kinds(void) {
    struct run r;
    lint(&r, STR("@article{a, " GOOD ", pages={1--2}, doi={10.1000/182}, issn={0378-5955}}"), NULL);
    is_int(r.d.n, 0, "a clean entry");
    end(&r);
    one(DIAG_CHECK_MISSING, STR("@article{a, author={I}, title={T}, year=2020}"), "no journal");
    one(DIAG_CHECK_PAGES, STR("@article{a, " GOOD ", pages={A1-5-A1-9}}"),
        "hyphens of which one joins");
    one(DIAG_CHECK_PAGES, STR("@article{a, " GOOD ", pages={1-5, 041302-1}}"),
        "a number that is no range");
    lint(&r, STR("@article{a, " GOOD ", pages={12-34, A1-5--A1-9, 2315-20, S-12, e1-e5, iv-x}}"),
         NULL);
    is_int(r.d.n, 0, "what is printed as it is meant");
    end(&r);
    lint(&r,
         STR("@misc{a, title={{All of it in braces}}} @misc{b, title={{All of that as well}}} "
             "@misc{c, title={{And this too}}}"
             "@misc{d, title={{Here once more}}} @misc{e, title={{And the last of all}}} @misc{f, "
             "title={Some {NASA}}}"),
         NULL);
    is_int(r.d.n, 1, "titles in braces are reported together");
    is_str(r.d.list[0]->text, "braces hold 5 titles of this file as a whole", "with their number");
    is_int(r.d.list[0]->nrelated, 3, "and the first places");
    end(&r);
    one(DIAG_CHECK_DOI, STR("@article{a, " GOOD ", doi={x}}"), "no DOI");
    one(DIAG_CHECK_DOI_FORM, STR("@article{a, " GOOD ", doi={http://doi.org/10.1000/1}}"),
        "a DOI as an address");
    one(DIAG_CHECK_ISBN, STR("@article{a, " GOOD ", isbn={123}}"), "no ISBN");
    one(DIAG_CHECK_ISSN, STR("@article{a, " GOOD ", issn={0378-5956}}"), "no ISSN");
    one(DIAG_CHECK_ORCID, STR("@article{a, " GOOD ", orcid={0000-0002-1825-0098}}"), "no ORCID");
    one(DIAG_CHECK_TYPE, STR("@artcle{a, " GOOD "}"), "a type that is none");
    one(DIAG_CHECK_FIELD, STR("@article{a, " GOOD ", pubisher={X}}"), "a field that is none");
    one(DIAG_CHECK_BRACES,
        STR("@article{a, author={I}, title={{All of it in braces}}, journal={J}, year=2001}"),
        "braces around the title");
    one(DIAG_CHECK_BRACES,
        STR("@article{a, author={I}, title={It costs $5}, journal={J}, year=2001}"),
        "a dollar without a partner");
    one(DIAG_CHECK_CAPITALS,
        STR("@article{a, author={I}, title={SHOUTING OVER A LAKE}, journal={J}, year=2001}"),
        "capitals");
    one(DIAG_CHECK_ENTITY,
        STR("@article{a, author={I}, title={Reeds &amp; rain}, journal={J}, year=2001}"),
        "an entity of HTML");
    one(DIAG_BIB_BAD_DATE,
        STR("@article{a, author={I}, title={T}, journal={J}, date={2019-02-29}}"),
        "a day that no calendar has");
    one(DIAG_BIB_CROSSREF, STR("@article{a, " GOOD ", crossref={nope}}"), "a broken crossref");
    one(DIAG_BIB_UNDEFINED_STRING, STR("@article{a, " GOOD ", note=nope}"), "an undefined @string");
    one(DIAG_BIB_DUPLICATE_KEY, STR("@article{a, " GOOD "} @misc{a, title={Quite another thing}}"),
        "a key twice");
    one(DIAG_CHECK_JOURNAL,
        STR("@article{a, author={I}, title={One work}, journal={Journal of Slow Streams}, "
            "year=2001}"
            "@article{b, author={I}, title={Two work}, journal={J. Slow Str.}, year=2002}"),
        "a journal under two names");
}

static void test_duplicates(void) {
    one(DIAG_CHECK_DUPLICATE,
        STR("@article{a, author={Adler, I.}, title={The Slow Stream}, journal={J}, year=2020}"
            "@article{b, author={Ida Adler}, title={The {SLOW} stream!}, journal={J}, year=2020}"),
        "the same title and year");
    struct run r;
    lint(&r,
         STR("@article{a, author={Adler, I.}, title={The Slow Stream}, journal={J}, year=2020}"
             "@article{b, author={Beck, A.}, title={The slow stream}, journal={J}, year=2020}"),
         NULL);
    is_int(r.d.n, 0, "other authors, another work");
    end(&r);
    lint(&r,
         STR("@proceedings{p, title={Streams 2020}, year=2020, doi={10.1000/1}}"
             "@inproceedings{b, author={Beck, A.}, title={On pools}, crossref={p}}"
             "@inproceedings{c, author={Beck, A.}, title={On rapids}, crossref={p}}"),
         NULL);
    is_int(r.d.n, 0, "a volume's DOI is not that of its papers");
    end(&r);
}

static void test_volumes(void) {
    struct run r;
    lint(&r,
         STR("@mvbook{w, author={Cole, C.}, title={Works on water}, year=1990}"
             "@book{w1, author={Cole, C.}, title={Works on water}, year=1990, crossref={w}, "
             "volume=1}"
             "@book{w2, author={Cole, C.}, title={Works on water}, year=1990, crossref={w}, "
             "volume=2}"),
         NULL);
    is_int(r.d.n, 0, "volumes of one work are not the same work");
    end(&r);
}

static void test_levels(void) {
    uint8_t levels[DIAG_RULES_MAX] = {0};
    struct run r;
    levels[DIAG_CHECK_PAGES->index] = DIAG_IGNORED;
    levels[DIAG_CHECK_ISBN->index] = DIAG_AS(DIAG_ERROR);
    lint(&r, STR("@article{a, " GOOD ", pages={1-2-3}, isbn={1}}"), levels);
    is_int(r.d.n, 1, "what is ignored is not there");
    is_int(r.d.errors, 1, "what is raised counts as an error");
    is_int(r.d.warnings, 0, "and not as a warning");
    end(&r);
}

static void test_unused(void) {
    struct run r = {.a = arena_new()};
    diags_init(&r.d, r.a);
    struct bib *b = bib_new(r.a);
    bib_read(b,
             source_new(r.a, STR("a.bib"),
                        STR("@proceedings{p, title={P}} @inproceedings{a, crossref={p}} "
                            "@misc{b, title={B}}")),
             BIB_BIBLATEX, &r.d);
    const struct str cited[] = {STR("a"), STR("gone")};
    bib_check_unused(b, cited, 2, &r.d);
    is_int(r.d.n, 0, "nobody asked");
    uint8_t levels[DIAG_RULES_MAX] = {0};
    levels[DIAG_CHECK_UNUSED->index] = DIAG_AS(DIAG_WARNING);
    r.d.levels = levels;
    bib_check_unused(b, cited, 2, &r.d);
    is_int(r.d.n, 1, "an entry that another needs is used");
    ok(r.d.n == 1 && r.d.list[0]->id == DIAG_CHECK_UNUSED, "the other one is not");
    end(&r);
}

int main(void) {
    test_doi();
    test_numbers();
    test_kinds();
    test_duplicates();
    test_volumes();
    test_levels();
    test_unused();
    return tap_done();
}
