/* SPDX-License-Identifier: MIT */
/* The item model: names of types and variables, sorted fields, languages. */
#include "cite/bib/item/archive.h"
#include "cite/bib/item/item.h"
#include "cite/bib/item/item_language.h"
#include "cite/bib/item/read.h"

#include "tap.h"

static void test_names(void) {
    int missing = 0;
    for (int t = 0; t < ITEM_TYPE_COUNT; t++) {
        missing += item_type_find(str_of(item_type_name((enum item_type)t))) != (enum item_type)t;
    }
    for (int v = 0; v < VAR_COUNT; v++) {
        missing += item_var_find(str_of(item_var_name((enum item_var)v))) != (enum item_var)v;
    }
    is_int(missing, 0, "each type and variable is found by its name");
    is_int(item_var_find(STR("DOI")), VAR_DOI, "capitals of a name count");
    is_int(item_var_find(STR("doi")), VAR_NONE, "an unknown variable has none");
    is_int(item_type_find(STR("")), ITEM_TYPE_NONE, "an empty type has none");
    ok(var_is_number(VAR_PAGE) && !var_is_number(VAR_URL), "pages are a number variable");
    ok(var_is_date(VAR_ISSUED) && var_is_name(VAR_TRANSLATOR), "dates and names are told apart");
}

/** What is read of a text: "id class", or nothing. */
static struct str arxiv(struct arena *a, const char *text, bool find) {
    struct bib_arxiv x = {.id = STR_EMPTY};
    bool found = find ? bib_arxiv_find(str_of(text), &x) : bib_arxiv_read(str_of(text), &x);
    return found ? arena_printf(a, "%.*s %.*s", STR_ARG(x.id), STR_ARG(x.class)) : STR_EMPTY;
}

static void test_arxiv(struct arena *a) {
    is_str(arxiv(a, "2401.00002", false), "2401.00002 ", "an identifier");
    is_str(arxiv(a, " arXiv:0704.0001v3 [hep-ph] ", false), "0704.0001v3 hep-ph",
           "of four digits, with version and class");
    is_str(arxiv(a, "math.AT/0307200", false), "math.AT/0307200 ", "one of before 2007");
    is_str(arxiv(a, "https://arxiv.org/pdf/2401.00002v1.pdf", false), "2401.00002v1 ",
           "in an address");
    is_str(arxiv(a, "2401.000021", false), "", "six digits");
    is_str(arxiv(a, "2401.002", false), "", "three");
    is_str(arxiv(a, "10.1000/0307200", false), "", "a DOI");
    is_str(arxiv(a, "2401.00002 and more", false), "", "words behind it");
    is_str(arxiv(a, "", false), "", "nothing");
    is_str(arxiv(a, "In press, ArXiv: 2401.00002, 12 pp.", true), "2401.00002 ", "among words");
    is_str(arxiv(a, "see arxiv: and arXiv:hep-th/9901001", true), "hep-th/9901001 ",
           "the first that is one");
    is_str(arxiv(a, "2401.00002", true), "", "a number alone may be anything");
    is_str(bib_archive_address(STR(" JSTOR")), "https://www.jstor.org/stable/",
           "an archive's address");
    ok(bib_archive_address(STR("mine")).n == 0, "or none");
}

static void test_fields(struct arena *a) {
    struct item it = {.nfields = 0};
    for (int v = VAR_VOLUME; v >= 0; v--) { /* against the order */
        struct rich name = rich_of(str_of(item_var_name((enum item_var)v)));
        item_set_text(a, &it, (enum item_var)v, name, SPAN_NONE);
    }
    is_int(it.nfields, VAR_VOLUME + 1, "each variable has one field");
    bool sorted = true;
    for (size_t i = 1; i < it.nfields; i++) {
        sorted = sorted && it.fields[i - 1].var < it.fields[i].var;
    }
    ok(sorted, "fields are sorted by variable");
    is_str(item_text(&it, VAR_TITLE), "title", "a text is found");
    item_set_text(a, &it, VAR_TITLE, rich_of(STR("again")), SPAN_NONE);
    is_str(item_text(&it, VAR_TITLE), "again", "an older value is replaced");
    is_int(it.nfields, VAR_VOLUME + 1, "and not joined by another");
    ok(!item_date(&it, VAR_ISSUED) && item_names(&it, VAR_AUTHOR).n == 0,
       "what is missing is missing");
    is_str(item_text(&it, VAR_AUTHOR), "", "names are no text");
}

static void test_english(void) {
    static const struct {
        const char *tag;
        bool english;
    } rows[] = {{"", true},        {"en", true},    {"en-GB", true}, {"EN_us", true},
                {"English", true}, {"eng", true},   {"enm", false},  {"entrapped", false},
                {"e", false},      {"de-EN", false}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_int(bib_language_is_english(str_of(rows[i].tag)), rows[i].english, rows[i].tag);
    }
}

/** Lines of a note that name editors: each is a name, in memory that grows with their number. */
static void test_names_of_a_note(struct arena *a) {
    enum { NAMES = 3000 };
    struct buf b = BUF_INIT;
    buf_puts(&b, "[{\"id\": \"a\", \"note\": \"");
    for (int i = 0; i < NAMES; i++) {
        buf_printf(&b, "editor: N%d\\n", i);
    }
    buf_puts(&b, "\"}]");
    struct diags d;
    diags_init(&d, a);
    struct item_list list;
    size_t before = arena_used(a);
    bool read = item_list_json(a, source_new(a, STR("x.json"), buf_view(&b)), &list, &d);
    struct item_names names =
        read ? item_names(list.p[0], VAR_EDITOR) : (struct item_names){NULL, 0};
    is_int((long)names.n, NAMES, "each line of a note is a name");
    is_str(names.n ? item_name_part(&names.p[names.n - 1], ITEM_NAME_LITERAL).text : STR_EMPTY,
           "N2999", "in their order");
    ok(arena_used(a) - before < NAMES * 1000, "in memory that grows with their number");
    diags_drop(&d);
    buf_drop(&b);
}

int main(void) {
    struct arena *a = arena_new();
    test_names();
    test_english();
    test_arxiv(a);
    test_fields(a);
    test_names_of_a_note(a);
    arena_drop(a);
    return tap_done();
}
