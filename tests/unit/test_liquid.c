/* SPDX-License-Identifier: MIT */
/* Liquid: values and filters, blocks, places without tags, diagnostics, limits. */
#include "core/data/yaml.h"
#include "read/liquid/liquid.h"
#include "reading.h"
#include "tap.h"

DIAG_USE(DIAG_LIQUID);
DIAG_USE(DIAG_TOO_LARGE);

static const char front[] = "title: My Page\n"
                            "years: [2019, 2021, 2020]\n"
                            "draft: false\n"
                            "empty: ''\n"
                            "n: 7\n"
                            "people:\n"
                            "  - {name: Bo, field: ice, age: 40}\n"
                            "  - {name: Ann, field: sea, age: 30}\n"
                            "  - {name: Cy, field: ice}\n";
static const char config[] = "url: https://x.org\nbaseurl: /lab/\nauthor: {name: Ines}\n"
                             "permalink: /blog/:year/:title/\n";

static struct source *include(void *user, struct str name, bool relative) {
    struct arena *a = user;
    if (relative) {
        return str_is(name, "beside.md") ? source_new(a, name, STR("*beside* `{{ x }}`")) : NULL;
    }
    if (str_is(name, "self.html")) {
        return source_new(a, STR("self.html"), STR("{% include self.html %}"));
    }
    return str_is(name, "box.html")
               ? source_new(a, STR("box.html"),
                            STR("[{{ include.text | upcase }}{{ include.none }}]"))
               : NULL;
}

static bool exists(void *user, struct str path) {
    (void)user;
    return str_is(path, "img/a.png");
}

struct expanded {
    struct reading in;
    struct source *out;
    struct liquid_needs asked;
};

static struct expanded expand_as(const char *z, bool foreign) {
    struct expanded e = {.in = reading_open("t.md", str_of(z))};
    struct arena *a = e.in.arena;
    struct source *page = source_new(a, STR("front"), str_of(front));
    struct source *site = source_new(a, STR("config"), str_of(config));
    struct liquid_options opt = {.page = yaml_parse(a, page, 0, page->text.n, e.in.diags),
                                 .site = yaml_parse(a, site, 0, site->text.n, e.in.diags),
                                 .epoch = -1,
                                 .foreign = foreign,
                                 .host = {.include = include, .exists = exists, .user = a}};
    e.out = liquid_expand(a, e.in.src, &opt, &e.asked, e.in.diags);
    return e;
}

static struct expanded expand(const char *z) {
    return expand_as(z, false);
}

/* The first line of a text, as a test's name. */
static const char *name_of(const struct expanded *e, const char *z) {
    size_t n = strcspn(z, "\n#");
    return arena_str(e->in.arena, (struct str){z, n}).p;
}

/* `z` becomes `want`, without a word. */
static void gives(const char *z, const char *want) {
    struct expanded e = expand(z);
    is_str(e.out->text, want, name_of(&e, z));
    is_int(e.in.diags->n, 0, "nothing is reported");
    reading_drop(&e.in);
}

/* `z` becomes `want`; `place` is what the first thing that is reported points at. */
static void reports(const char *z, const char *want, const char *place) {
    struct expanded e = expand(z);
    is_str(e.out->text, want, name_of(&e, z));
    ok(e.in.diags->n && e.in.diags->list[0]->id == DIAG_LIQUID, "it is reported");
    is_str(e.in.diags->n ? reading_at(e.in.diags->list[0]->span) : STR_EMPTY, place,
           "at its place");
    reading_drop(&e.in);
}

static void test_values(void) {
    gives("{{ page.title }} {{page.years[1]}} {{ page.years[-1] }} {{ page.years.size }}",
          "My Page 2021 2020 3");
    gives("{{ page[\"title\"] }} {{ page.people.first.name }} {{ page.people[1].name }}",
          "My Page Bo Ann");
    gives("{{ site.author.name }} {{ 'a \"b\"' }} {{ 12 }} {{ -1.5 }} {{ true }}",
          "Ines a \"b\" 12 -1.5 true");
    gives("{{ page.years }} {{ nil }}{{ page.draft }}", "201920212020 false");
}

static void test_filters(void) {
    gives("{{ 'a' | append: 'b' | prepend: 'c' | upcase }}", "CAB");
    gives("{{ 'hELLO' | capitalize }} {{ page.empty | default: 'd' }} {{ page.no | default: 1 }}",
          "Hello d 1");
    gives("{{ page.draft | default: true, allow_false: true }}", "false");
    gives("{{ 'a-b-c' | replace: '-', '+' | remove: 'b' }} {{ 'xx' | replace_first: 'x', 'y' }}",
          "a++c yx");
    gives("{{ 'a,b,c' | split: ',' | reverse | join: ' ' }} {{ 'abc' | size }} {{ 'é' | size }}",
          "c b a 3 1");
    gives("{{ 'häuser' | slice: 1, 3 }} {{ 'abc' | slice: -2, 2 }} {{ '  a ' | strip }}|",
          "äus bc a|");
    gives("{{ '<p>a <b>b</b></p><!-- c -->' | strip_html }} {{ '<&>' | escape }}",
          "a b &lt;&amp;&gt;");
    gives("{{ 'one two three' | truncatewords: 2 }} {{ 'abcdefgh' | truncate: 5 }}",
          "one two... ab...");
    gives("{{ 'a b&c' | url_encode }} {{ 'A b, C!' | slugify }}", "a+b%26c a-b-c");
    gives("{{ page.years | sort | first }} {{ page.years | sort | last }}", "2019 2021");
}

static void test_more_filters(void) {
    gives("{{ page.people | sort: 'name' | map: 'name' | join: ',' }}", "Ann,Bo,Cy");
    gives("{{ page.people | where: 'field', 'ice' | map: 'name' | join: ',' }}", "Bo,Cy");
    gives("{{ page.people | where_exp: 'p', 'p.age > 35' | map: 'name' | join }}", "Bo");
    gives("{% assign g = page.people | group_by: 'field' %}{{ g[0].name }}{{ g[0].items.size }}",
          "ice2");
    gives("{{ 'a,b,a' | split: ',' | uniq | join: '' }} {{ page.years | jsonify }}",
          "ab [2019,2021,2020]");
    gives("{{ page.n | plus: 1 }} {{ 7 | divided_by: 2 }} {{ 7.0 | divided_by: 2 }} "
          "{{ -7 | divided_by: 2 }} {{ 7 | modulo: 3 }}",
          "8 3 3.5 -4 1");
    gives("{{ 2.567 | round: 1 }} {{ 2.5 | round }} {{ 1.2 | ceil }} {{ 3 | times: 1.5 }}",
          "2.6 3 2 4.5");
    gives("{{ '2022-08-04 09:05' | date: '%B %-d, %Y %H:%M %a' }}", "August 4, 2022 09:05 Thu");
    gives("{{ 'Aug 4, 2022' | date: '%Y-%m-%d' }} {{ '0' | date: '%Y' }} {{ 'soon' | date: '%Y' }}",
          "2022-08-04 0 soon");
    gives("{{ '/a.png' | relative_url }} {{ 'a' | absolute_url }}",
          "/lab/a.png https://x.org/lab/a");
}

static void test_tags(void) {
    gives("{% if page.draft %}a{% elsif page.n == 7 %}b{% else %}c{% endif %}", "b");
    gives("{% unless page.draft and true %}a{% endunless %}", "a");
    gives("{% if page.years contains 2021 and page.title contains 'Page' %}a{% endif %}", "a");
    gives("{% if true or false and false %}a{% endif %}", "a");
    gives("{% if page.no == nil and page.empty == empty and page.no == blank %}a{% endif %}", "a");
    gives("{% case page.n %}{% when 1, 7 %}a{% when 7 %}b{% else %}c{% endcase %}", "ab");
    gives("{% for y in page.years reversed %}{{ y }}{% unless forloop.last %},{% endunless %}"
          "{% endfor %}",
          "2020,2021,2019");
    gives("{% for i in (1..9) limit: 2 offset: 3 %}{{ forloop.index }}{{ i }} {% endfor %}",
          "14 25 ");
    gives("{% for i in (1..9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i > 3 %}{% break %}"
          "{% endif %}{{ i }}{% endfor %}",
          "13");
    gives("{% for i in page.empty %}a{% else %}none{% endfor %}", "none");
    gives("{% assign a = 'x' | append: 'y' %}{% capture b %}[{{ a }}]{% endcapture %}{{ b }}",
          "[xy]");
    gives("{% comment %}{{ a }} {% if %}{% endcomment %}{% raw %}{{ a }}{% endraw %}{% # b %}",
          "{{ a }}");
    gives("{% for i in (1..3) %}{% cycle 'a', 'b' %}{% endfor %}{% increment c %}", "aba0");
    gives("a {%- if true -%} b {%- endif -%} c {{- 1 -}} d", "abc1d");
}

static void test_site(void) {
    gives("{% include_relative beside.md %}", "*beside* `{{ x }}`");
    gives("{% post_url 2022-08-04-a-title %} {% link _talks/a.md %}",
          "https://x.org/lab/blog/2022/a-title/ https://x.org/lab/talks/a.html");
    gives("{% youtube abc %} {% gist a/1 %}",
          "<https://www.youtube.com/watch?v=abc> <https://gist.github.com/a/1>");
    gives("{% highlight c %}\n`x` {{ y }}\n{% endhighlight %}\n", "```c\n`x` {{ y }}\n```\n\n");
    gives("{% include box.html text=page.title %}", "[MY PAGE]");
    reports("{% include ../etc/passwd %}", "", "../etc/passwd");
    reports("{% include fig.html path=\"/img/a.png\" alt=\"A\" caption=\"B\" %}",
            "<img src=\"/lab/img/a.png\" alt=\"A\"> B",
            "fig.html path=\"/img/a.png\" alt=\"A\" caption=\"B\"");
    reports("{% include self.html %}", "", "self.html");
}

static void test_scholar(void) {
    gives("{% cite a %} {% cite a b-c --file x %}", "[@a] [@a; @{b-c}]");
    gives("{% cite a -l 3 -A %} {% cite a --label chapter --locator 3 %}",
          "[-@a, page 3] [@a, chapter 3]");
    gives("{% bibliography --cited %}", "\n\n::: {#refs}\n:::\n\n");
    gives("{% assign y = 2020 %}{% bibliography -q @article[year>={{ y }} && author~=Alder] %}",
          "\n\n::: {.publications type=\"article\" year=\">=2020\" author=\"Alder\"}\n:::\n\n");
    gives("{% quote a %}\nx\n{% endquote %}", "\n\n> x\n>\n> [@a]\n\n");
    reports("{% bibliography -q !@book %}", "\n\n::: {.publications}\n:::\n\n", "-q !@book");
    struct expanded e = expand("{% cite a -f one %}{% cite b -f one %}{% bibliography -f two %}");
    ok(e.asked.cites, "citations are asked for");
    is_int(e.asked.ndatabases, 2, "each database once");
    reading_drop(&e.in);
}

static void test_code(void) {
    static const char *const same[] = {
        "`{{ a }}` ``{% b ` %}``",
        "```\n{{ a }}\n```\n",
        "> ~~~\n> {{ a }}\n> ~~~\n",
        "$x {{ a }}$ $$\n{{ a }}\n$$",
        "\\({{ a }}\\)",
        "\\begin{a}\n{{ a }}\n\\end{a}",
        "<!-- {{ a }} -->",
        "<pre>{{ a }}</pre>",
        "text\n\n    {{ a }}\n",
        "- item\n\n      {{ a }}\n",
        "{{< a >}} {{% b %}}",
        "- ```\n\n  {{ a }}\n  ```\n",
        "<script>{{ a }}</script><code>{{ a }}</code>",
    };
    for (size_t i = 0; i < ARRAY_LEN(same); i++) {
        gives(same[i], same[i]);
    }
    gives("`{% raw %}{{ a }}{% endraw %}`", "`{{ a }}`");
    gives("costs $5 {{ 1 }} and $6", "costs $5 1 and $6");
    gives("- item\n\n    {{ 1 }}\n", "- item\n\n    1\n");
    gives("a `b {{ 1 }}\n\nc` {{ 2 }}", "a `b 1\n\nc` 2");
}

static void test_faults(void) {
    reports("a {% nothing b %} c", "a  c", "{% nothing b %}");
    reports("{{ unknown.x }}", "", "unknown.x");
    reports("{{ unknown.x | upcase }}", "", "unknown.x | upcase");
    reports("{{ 'a' | nothing }}", "a", "nothing");
    reports("{% if true %}a", "a", "{% if true %}");
    reports("a{% endif %}", "a", "{% endif %}");
    reports("{% for p in site.posts %}a{% endfor %}", "", "p in site.posts");
    reports("{{ 'a' b }}", "a", "b");
    reports("{{ 'now' | date: '%Y' }}", "", "date");
    reports("{{ 1 | divided_by: 0 }}", "", "divided_by");
    reports("a {% open", "a {% open", "{%");
    reports("{{ page.people.first }}", "", "page.people.first");
    reports("{% if a ! b %}x{% endif %}", "", "! b");
}

static void test_limits(void) {
    struct expanded e = expand("{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}"
                               "{% endfor %}end");
    ok(e.in.diags->n == 1, "loops that turn too often are reported once");
    ok(e.out->text.n < 200000 && str_ends(e.out->text, STR("end")), "and cut short");
    reading_drop(&e.in);
    e = expand("{% assign s = 'abcdefgh' %}{% for a in (1..99) %}"
               "{% assign s = s | append: s %}{% endfor %}{{ s }}");
    ok(e.in.diags->n && e.in.diags->list[0]->id == DIAG_TOO_LARGE,
       "a text that doubles is reported");
    reading_drop(&e.in);
    e = expand("{% assign a = '' | split: ',' %}{% for i in (1..60) %}"
               "{% assign a = a | push: a %}{% endfor %}{{ a | join: ',' }}");
    ok(e.in.diags->n == 1 && e.in.diags->list[0]->id == DIAG_TOO_LARGE,
       "lists that double are reported");
    reading_drop(&e.in);
}

/* What hangs on names of another tool is kept once, and each is reported. */
static void test_foreign(void) {
    struct expanded e = expand_as("{% if tool.a is defined and b -%} x {%- elif c %} y{% endif %}"
                                  "{% for p in tool.list|groupby('v') %} [{{ p.name }}"
                                  "{% if p.mail %} mail{% endif %}]{% endfor %}"
                                  "{% if page.draft %} no{% endif %}{% set t = 1 %}"
                                  "{% if t == 2 %} no{% endif %}",
                                  true);
    is_str(e.out->text, "x [ mail]", "it is kept");
    is_int(e.in.diags->n, 4, "and reported");
    reading_drop(&e.in);
}

static void test_templates(void) {
    static const struct {
        const char *text;
        bool is;
    } texts[] = {{"{% if a %}b{% endif %}", true},
                 {"`{% if a %}`", false},
                 {"{{ a }}", false},
                 {"[x]({{ site.baseurl }}/a)", true},
                 {"{% raw %}a{% endraw %}", true},
                 {"{% nothing %}", false},
                 {"\\newcommand{\\a}{%\n}", false}};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct reading in = reading_open("t.md", str_of(texts[i].text));
        ok(liquid_is_template(in.arena, in.src, 0) == texts[i].is,
           texts[i].is ? "this is a template" : "this is none");
        reading_drop(&in);
    }
    struct reading in = reading_open("t.md", STR("a {{ b.c }} {{\\bf x}} `{{ d }}`"));
    liquid_report_unread(in.arena, in.src, 0, in.diags);
    is_int(in.diags->n, 1, "what looks like an output is reported");
    is_str(reading_at(in.diags->list[0]->span), "{{ b.c }}", "at its place");
    reading_drop(&in);
}

/* ---- a page of a whole site */

static struct source *theme(void *user, struct str name) {
    struct arena *a = user;
    return str_is(name, "card.html")
               ? source_new(a, STR("card"), STR("<{{ include.x }}{{ post.title }}{{ content }}>"))
               : NULL;
}

static struct str address(void *user, struct str name, bool post) {
    (void)user;
    return post ? (str_is(name, "2020-01-02-a") ? STR("/news/a/") : STR_EMPTY)
                : (str_is(name, "_pages/b.md") ? STR("/b/") : STR_EMPTY);
}

static struct expanded expand_page(const char *z, const char *layout, bool verbatim) {
    struct expanded e = {.in = reading_open("t.md", str_of(z))};
    struct arena *a = e.in.arena;
    struct source *page = source_new(a, STR("front"), str_of(front));
    struct source *site = source_new(a, STR("config"), str_of(config));
    struct liquid_options opt = {
        .page = yaml_parse(a, page, 0, page->text.n, e.in.diags),
        .site = yaml_parse(a, site, 0, site->text.n, e.in.diags),
        .layout = layout ? source_new(a, STR("layout"), str_of(layout)) : NULL,
        .verbatim = verbatim,
        .complete = true,
        .epoch = -1,
        .host = {.include = include, .theme = theme, .address = address, .user = a}};
    e.out = liquid_expand(a, e.in.src, &opt, &e.asked, e.in.diags);
    return e;
}

static void test_layout(void) {
    struct expanded e = expand_page(
        "a {{ page.n }}", "{% if page.draft %}x{% endif %}[{{ content }}]{{ no }}", false);
    is_str(e.out->text, "[a 7]", "a text stands in its layout");
    is_int(e.in.diags->n, 0, "of which nothing is said");
    struct span at = source_origin(span_make(e.out, 1, 2));
    ok(at.src == e.in.src && at.begin == 0, "the text has its own place");
    at = source_origin(span_make(e.out, 0, 1));
    ok(at.src == e.in.src && at.begin == 0 && at.end == 0, "the layout has the document's");
    reading_drop(&e.in);
    e = expand_page("a {{ page.n }}{% x %}", "[{{ content }}|{{ page.n }}]", true);
    is_str(e.out->text, "[a {{ page.n }}{% x %}|7]",
           "a text that is not a template stays as it is");
    reading_drop(&e.in);
    e = expand_page("{{ content }}", "[{{ content }}]", false);
    is_str(e.out->text, "[]", "a text does not stand in itself");
    is_int(e.in.diags->n, 1, "which is reported");
    reading_drop(&e.in);
}

static void test_theme(void) {
    struct expanded e = expand_page("{% for post in page.no %}{% endfor %}{% include card.html "
                                    "x=\"1\" %} {% include box.html %}",
                                    NULL, false);
    is_str(e.out->text, "<1> []", "a theme's include stands for what the site does not have");
    is_int(e.in.diags->n, 0, "and nothing is said of what it does not know, nor of empty lists");
    struct span at = source_origin(span_make(e.out, 0, 1));
    is_str(reading_at(at), "{% include card.html x=\"1\" %}", "what it puts stands for the tag");
    reading_drop(&e.in);
    e = expand_page(
        "{% post_url 2020-01-02-a %} {% link _pages/b.md %} {% post_url 2021-01-01-c %}", NULL,
        false);
    is_str(e.out->text, "/lab/news/a/ /lab/b/ https://x.org/lab/blog/2021/c/",
           "links go to where the site has its pages");
    is_int(e.in.diags->n, 1, "those to none are reported");
    reading_drop(&e.in);
}

static void test_expressions(void) {
    gives("{% assign g = page.years | group_by_exp: 'y', 'y | divided_by: 2021' %}"
          "{% for x in g %}{{ x.name }}:{{ x.items | join: ',' }} {% endfor %}",
          "0:2019,2020 1:2021 ");
    gives("{% assign p = page.people | find_exp: 'p', 'p.age < 35' %}{{ p.name }}", "Ann");
}

int main(void) {
    test_layout();
    test_theme();
    test_expressions();
    test_values();
    test_filters();
    test_more_filters();
    test_tags();
    test_site();
    test_scholar();
    test_code();
    test_faults();
    test_limits();
    test_foreign();
    test_templates();
    return tap_done();
}
