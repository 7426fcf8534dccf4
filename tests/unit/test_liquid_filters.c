/* SPDX-License-Identifier: MIT */
/* The filters of Liquid and of Jekyll, by their documentation: a template and its result. */
#include "core/data/yaml.h"
#include "read/liquid/liquid.h"
#include "reading.h"
#include "tap.h"

DIAG_USE(DIAG_LIQUID);

static const char front[] = "when: 2024-03-05 14:07:09.25 +02:00\n"
                            "early: 2001-09-09T01:46:40-0330\n"
                            "years: [2019, 2021, 2020]\n"
                            "words: [pear, Apple, fig, apple]\n"
                            "holes: [a, null, b, a]\n"
                            "none: []\n"
                            "deep: [{tags: [x, y]}, {tags: [x]}]\n"
                            "people:\n"
                            "  - {name: Bo, field: ice, age: 40}\n"
                            "  - {name: Ann, field: sea, age: 30}\n"
                            "  - {name: Cy, field: ice}\n";
static const char config[] = "url: https://x.org/\nbaseurl: /lab\n";

static const struct {
    const char *text, *want;
} cases[] = {
    /* dates: strftime's letters */
    {"{{ page.when | date: '%Y %y %C %m %B %b %h' }}", "2024 24 20 03 March Mar Mar"},
    {"{{ page.when | date: '%d %e %-d %j' }}", "05  5 5 065"},
    {"{{ page.when | date: '%H %I %k %l %M %S %p %P' }}", "14 02 14  2 07 09 PM pm"},
    {"{{ page.when | date: '%A %a %u %w' }}", "Tuesday Tue 2 2"},
    {"{{ page.when | date: '%s %z' }}", "1709640429 +0200"},
    {"{{ page.when | date: '%F|%T|%R|%D|%%' }}", "2024-03-05|14:07:09|14:07|03/05/24|%"},
    {"{{ page.when | date: '%^a %^B %Q' }}", "TUE MARCH %Q"},
    {"{{ page.early | date: '%p %P %z' }}", "AM am -0330"},
    {"{{ '2000-01-02' | date: '%u %w %j' }}", "7 0 002"},
    {"{{ 1000000000 | date: '%Y-%m-%d %H:%M:%S' }}", "2001-09-09 01:46:40"},
    {"{{ -1 | date: '%Y-%m-%d %H:%M:%S' }}", "1969-12-31 23:59:59"},
    {"{{ '5 March 2024' | date: '%F' }}", "2024-03-05"},
    {"{{ 'March 5, 2024' | date: '%F' }}", "2024-03-05"},
    {"{{ 'no day' | date: '%F' }}", "no day"},
    {"{{ page.when | date_to_string }}", "05 Mar 2024"},
    {"{{ page.when | date_to_long_string }}", "05 March 2024"},
    {"{{ page.when | date_to_xmlschema }}", "2024-03-05T14:07:09+02:00"},
    {"{{ page.when | date_to_rfc822 }}", "Tue, 05 Mar 2024 14:07:09 +0200"},
    {"{{ page.when | date_to_string: 'ordinal' }}", "5th Mar 2024"},
    {"{{ '2024-03-22' | date_to_long_string: 'ordinal', 'US' }}", "March 22nd, 2024"},
    {"{{ '2024-03-12' | date_to_string: 'ordinal', 'UK' }}", "12th Mar 2024"},
    /* lists */
    {"{{ page.deep | map: 'tags' | join: ' ' }}", "x y x"},
    {"{{ page.deep | map: 'tags' | uniq | size }}", "2"},
    {"{{ page.years | array_to_sentence_string }}", "2019, 2021, and 2020"},
    {"{{ page.years | array_to_sentence_string: 'or' }}", "2019, 2021, or 2020"},
    {"{{ 'a,b' | split: ',' | array_to_sentence_string }}", "a and b"},
    {"{{ page.none | array_to_sentence_string }}|", "|"},
    {"{{ page.years | push: 1 | join: ' ' }}", "2019 2021 2020 1"},
    {"{{ page.years | unshift: 1 | join: ' ' }}", "1 2019 2021 2020"},
    {"{{ page.years | pop | join: ' ' }}", "2019 2021"},
    {"{{ page.years | shift | join: ' ' }}", "2021 2020"},
    {"{{ page.none | pop | size }}", "0"},
    {"{{ page.holes | compact | join: '-' }}", "a-b-a"},
    {"{{ page.people | compact: 'age' | map: 'name' | join: ' ' }}", "Bo Ann"},
    {"{{ page.holes | compact | uniq | join: '-' }}", "a-b"},
    {"{{ page.words | sort | join: ' ' }}", "Apple apple fig pear"},
    {"{{ page.words | sort_natural | join: ' ' }}", "Apple apple fig pear"},
    {"{{ page.people | sort: 'age' | map: 'name' | join: ' ' }}", "Cy Ann Bo"},
    {"{{ page.people | sort: 'age', 'last' | map: 'name' | join: ' ' }}", "Ann Bo Cy"},
    {"{{ page.years | sum }} {{ page.people | sum: 'age' }}", "6060 70"},
    {"{{ page.people | find: 'field', 'ice' | map: 'name' }}", "Bo"},
    {"{% assign p = page.people | find_exp: 'p', 'p.age < 35' %}{{ p.name }}", "Ann"},
    {"{{ page.people | where_exp: 'p', 'p.age > 35' | map: 'name' | join: ' ' }}", "Bo"},
    {"{% assign g = page.people | group_by: 'field' %}{{ g[0].name }}{{ g[0].items.size }}",
     "ice2"},
    {"{% assign g = page.people | group_by_exp: 'p', 'p.name | size' %}{{ g[1].name }}", "3"},
    {"{{ page.years | concat: page.none | reverse | first }}", "2020"},
    {"{{ page.years | slice: 1, 2 | join: ' ' }}", "2021 2020"},
    {"{{ page.years | slice: -1 | join: ' ' }}", "2020"},
    /* numbers */
    {"{{ 5 | minus: 7 }} {{ 5 | plus: 0.5 }} {{ 3 | times: 1.5 }}", "-2 5.5 4.5"},
    {"{{ 7 | divided_by: 2 }} {{ 7 | divided_by: 2.0 }} {{ -7 | divided_by: 2 }}", "3 3.5 -4"},
    {"{{ -7 | modulo: 3 }} {{ 7 | modulo: 3 }}", "2 1"},
    {"{{ 1.2 | ceil }} {{ -1.2 | floor }} {{ 2.5 | round }} {{ 2.345 | round: 2 }}", "2 -2 3 2.35"},
    {"{{ -3 | abs }} {{ 4 | at_least: 5 }} {{ 4 | at_most: 3 }}", "3 5 3"},
    {"{{ '-12 apples' | to_integer }} {{ 3.9 | to_integer }} {{ true | to_integer }}", "-12 3 1"},
    /* text */
    {"{{ 'éà' | upcase }} {{ 'ÉÀ' | downcase }} {{ 'éÀ b' | capitalize }}", "ÉÀ éà Éà b"},
    {"{{ '你好 a b' | number_of_words }} {{ '你好 a b' | number_of_words: 'auto' }}", "3 4"},
    {"[{{ '  a ' | lstrip }}][{{ '  a ' | rstrip }}][{{ '  a ' | strip }}]", "[a ][  a][a]"},
    {"{{ 'a-b-a' | remove: 'a' }} {{ 'a-b-a' | remove_first: 'a' }}", "-b- -b-a"},
    {"{{ 'a-a' | replace: 'a', 'x' }} {{ 'a-a' | replace_first: 'a', 'x' }}", "x-x x-a"},
    {"{% capture t %}a\r\nb\nc{% endcapture %}{{ t | strip_newlines }}", "abc"},
    {"{% capture t %}a\nb{% endcapture %}{{ t | newline_to_br }}", "a<br />\nb"},
    {"[{{ '  a   b \t c ' | normalize_whitespace }}]", "[a b c]"},
    {"{{ ' one  two three ' | number_of_words }} {{ '' | number_of_words }}", "3 0"},
    {"{{ 'Ground control' | truncate: 9 }} {{ 'a b c' | truncatewords: 2, '--' }}",
     "Ground... a b--"},
    {"{{ 'my title' | capitalize }} {{ 'tide' | slice: 1, 2 }}", "My title id"},
    {"{{ page.nil | default: 'd' }} {{ false | default: 'd', allow_false: true }}", "d false"},
    {"{{ '<b>x</b> y' | strip_html }}", "x y"},
    /* addresses and markup */
    {"{{ \"O'N <a> & &lt;\" | escape }}", "O&#39;N &lt;a&gt; &amp; &amp;lt;"},
    {"{{ '1 < 2 &amp; 3 & \"4\"' | escape_once }}", "1 &lt; 2 &amp; 3 &amp; &quot;4&quot;"},
    {"{{ '/a b?c=d' | uri_escape }}", "/a%20b?c=d"},
    {"{{ 'a+b%20c%2Fd' | url_decode }}", "a b c/d"},
    {"{{ 'a b/c' | url_encode }} {{ 'a b/c' | cgi_escape }}", "a+b%2Fc a+b%2Fc"},
    {"{{ '/p' | relative_url }} {{ '/p' | absolute_url }}", "/lab/p https://x.org/lab/p"},
    {"{{ 'https://y.org/z' | absolute_url }}", "https://y.org/z"},
    {"{{ 'The _config.yml, File!' | slugify }}", "the-config-yml-file"},
    {"{{ 'Ä B.c–d' | slugify }} {{ 'Ä B.c' | slugify: 'latin' }} {{ 'ÄB.c' | slugify: 'ascii' }}",
     "ä-b-c-d a-b-c b-c"},
    {"{{ 'A b.c!' | slugify: 'pretty' }} {{ 'A b.c' | slugify: 'raw' }}", "a-b.c! a-b.c"},
    {"{{ 'A b.c' | slugify: 'default', true }} {{ 'A b.c' | slugify: 'none' }}", "A-b-c a b.c"},
    {"{{ page.people[0] | jsonify }}", "{\"name\":\"Bo\",\"field\":\"ice\",\"age\":40}"},
    {"{{ page.none | jsonify }} {{ page.nil | jsonify }} {{ 'a\"b' | jsonify }}",
     "[] null \"a\\\"b\""},
};

static struct source *expand(struct reading *in, const char *z) {
    *in = reading_open("t.md", str_of(z));
    struct arena *a = in->arena;
    struct source *page = source_new(a, STR("front"), str_of(front));
    struct source *site = source_new(a, STR("config"), str_of(config));
    struct liquid_options opt = {.page = yaml_parse(a, page, 0, page->text.n, in->diags),
                                 .site = yaml_parse(a, site, 0, site->text.n, in->diags),
                                 .complete = true,
                                 .epoch = -1};
    struct liquid_needs asked;
    return liquid_expand(a, in->src, &opt, &asked, in->diags);
}

static void comes(const char *z, const char *want) {
    struct reading in;
    struct str got = expand(&in, z)->text;
    is_str(got, want, arena_printf(in.arena, "%.*s", (int)strcspn(z, "\r\n#"), z).p);
    reading_drop(&in);
}

static void is_said(const char *z, const char *what) {
    struct reading in;
    (void)expand(&in, z);
    ok(reading_told(&in, DIAG_LIQUID), what);
    reading_drop(&in);
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        comes(cases[i].text, cases[i].want);
    }
    is_said("{{ 1 | divided_by: 0 }}", "a division by zero is reported");
    is_said("{{ 9000000000000 | times: 9000000000000 }}", "a number that is too large is reported");
    is_said("{{ 'a' | no_such_filter }}", "a filter that is not known is reported");
    return tap_done();
}
