/* SPDX-License-Identifier: MIT */
/*
 * Templates for pages of HugoBlox (Wowchemy, Academic): sections made of blocks, works, talks,
 * people, lists of a folder. A template places the texts of the front matter. For an unknown block,
 * all of its texts are shown. Rules: HugoBlox's "Blocks" and "Publications".
 */
#include "job/site/engines.h"

/* ---- entries: `post` is the page */

#define POST_LINKS                                                                                 \
    "{% if post.doi and post.doi != '' %}[DOI](https://doi.org/{{ post.doi }}) {% endif %}"        \
    "{% if post.hugoblox.ids.doi %}[DOI](https://doi.org/{{ post.hugoblox.ids.doi }}) {% endif %}" \
    "{% assign kinds = 'pdf,preprint,code,dataset,poster,project,slides,source,video' | split: "   \
    "',' %}{% for kind in kinds %}{% assign key = kind | prepend: 'url_' %}"                       \
    "{% if post[key] and post[key] != '' %}[{{ kind | capitalize | replace: 'Pdf', 'PDF' }}]"      \
    "({{ post[key] }}) {% endif %}{% endfor %}"                                                    \
    "{% for way in post.links %}{% if way.url and way.url != '' %}"                                \
    "[{{ way.name | default: way.label | default: way.type | default: way.url }}]({{ way.url }}) " \
    "{% endif %}{% endfor %}"

/* the summary, or the first paragraph of the text */
#define ABOUT "{{ post.summary | default: post.excerpt }}\n\n"

#define ENTRY                                                                                      \
    "### [{{ post.title }}]({{ post.url | relative_url }}) {.entry}\n\n"                           \
    "{% if post.event %}{{ post.event }}{% if post.location %}, {{ post.location }}{% endif %}"    \
    "\n\n{% endif %}"                                                                              \
    "{% if post.publication and post.publication != '' %}{{ post.publication }}, "                 \
    "{{ post.date | date: '%Y' }}\n\n"                                                             \
    "{% elsif post.date and post.date != '' %}{{ post.date | date: '%b %-d, %Y' }}\n\n{% endif "   \
    "%}" ABOUT POST_LINKS "\n\n"

#define CARD                                                                                       \
    "::: {.card}\n\n{% if post.featured_image %}![]({{ post.featured_image }}){alt=\"\"}\n\n"      \
    "{% endif %}" ENTRY ":::\n\n"

/* an entry of a list with its date at the side */
#define ROW                                                                                        \
    "::: {.entry-row}\n\n{{ post.date | date: '%b %-d, %Y' }}\n\n"                                 \
    "### [{{ post.title }}]({{ post.url | relative_url }}) {.entry}\n\n"                           \
    "{% if post.event %}{{ post.event }}{% if post.location %}, {{ post.location }}{% endif %}"    \
    "\n\n{% endif %}" ABOUT POST_LINKS "\n\n:::\n\n"

/* the pages of a list that are not lists themselves, in the language of this page */
#define PAGES " | where: 'kind', 'page' | where_exp: 'p', 'p._language == page._language'"

/* ---- parts of a person: `who` is the map of content/authors/NAME/_index.md */

#define DATES                                                                                      \
    "{% if e.date_start and e.date_start != '' %}{{ e.date_start | date: '%b %Y' }} – "          \
    "{% endif %}{% if e.date_end and e.date_end != '' %}{{ e.date_end | date: '%b %Y' }}"          \
    "{% else %}present{% endif %}"

#define SCHOOL                                                                                     \
    "{{ e.institution }}{% if e.year %}, {{ e.year }}{% elsif e.date_start or e.date_end "         \
    "%}, " DATES "{% endif %}"

#define EDUCATION_WITH(before, after)                                                              \
    "{% if who.education.courses %}{% assign taught = who.education.courses %}"                    \
    "{% else %}{% assign taught = who.education %}{% endif %}"                                     \
    "{% if taught.size > 0 %}## Education\n\n{% for e in taught %}### "                            \
    "{{ e.area | default: e.course | default: e.degree }}\n\n" before SCHOOL after                 \
    "{% if e.button.url %}[{{ e.button.text }}]({{ e.button.url }})\n\n{% endif %}"                \
    "{% endfor %}{% endif %}"

#define EDUCATION EDUCATION_WITH("", "\n\n{{ e.summary }}\n\n")

/* the education beside a biography, where a long summary is folded */
#define EDUCATION_BRIEF                                                                            \
    EDUCATION_WITH("{% if e.summary.size > 100 %}<details>\n<summary>{% endif %}",                 \
                   "{% if e.summary.size > 100 %}</summary>\n\n{{ e.summary }}\n\n</details>\n\n"  \
                   "{% else %}\n\n{{ e.summary }}\n\n{% endif %}")

#define WORK                                                                                       \
    "{% if who.work.size > 0 %}## Experience\n\n:::: {.timeline}\n\n{% for e in who.work %}"       \
    "::: {.card}\n\n### {{ e.position }}\n\n"                                                      \
    "{{ e.company_name }}{% if e.date_start %}, " DATES                                            \
    "{% endif %}\n\n{{ e.summary }}\n\n:::\n\n"                                                    \
    "{% endfor %}::::\n\n{% endif %}"

#define INTERESTS                                                                                  \
    "{% if who.interests.size > 0 %}## Interests\n\n{% for i in who.interests %}- {{ i }}\n"       \
    "{% endfor %}\n{% endif %}"

/* the pages that name the person as an author, by the name of the folder or by the title, the
 * newest first */
#define LATEST                                                                                     \
    "{% assign made = nil %}{% for folder in site.collections %}"                                  \
    "{% assign made = made | concat: site[folder.name] %}{% endfor %}"                             \
    "{% assign made = made" PAGES " | uniq: 'url' | where_exp: 'p', "                              \
    "'p.authors contains page.username or p.authors contains page.title' "                         \
    "| sort: 'date' | reverse %}"                                                                  \
    "{% if made.size > 0 %}## Latest\n\n{% for p in made %}"                                       \
    "- [{{ p.title }}]({{ p.url | relative_url }})\n{% endfor %}\n{% endif %}"

#define PEOPLE_HERE                                                                                \
    "{% assign people = site.authors_by_language[page._language] "                                 \
    "| default: site.authors_by_name %}"
#define WHO PEOPLE_HERE "{% assign who = people[c.username] %}"

/* ---- blocks: `block` is the section, `c` its content */

#define HEADING                                                                                    \
    "{% if c.title and c.title != '' %}\n\n## {{ c.title }}"                                       \
    "{% if block.id %} {#{{ block.id }}}{% endif %}\n\n"                                           \
    "{% elsif block.id %}\n\n[]{#{{ block.id }}}\n\n{% endif %}"                                   \
    "{% if c.subtitle and c.subtitle != '' %}*{{ c.subtitle }}*\n\n{% endif %}"                    \
    "{% if c.text and c.text != '' and block.block != 'hero' %}{{ c.text }}\n\n{% endif %}"

#define BIOGRAPHY                                                                                  \
    WHO "{% if c.title and c.title != '' %}## {{ c.title }}\n\n{% endif %}"                        \
        "{% if c.text and c.text != '' %}{{ c.text }}\n\n{% endif %}"                              \
        "{{ who.content | default: who.bio }}\n\n"                                                 \
        ":::: {.side-by-side}\n\n::: {.interests}\n\n"                                             \
        "{% if d.show_interests != false %}" INTERESTS "{% endif %}"                               \
        ":::\n\n::: {.education}\n\n"                                                              \
        "{% if d.show_education != false %}" EDUCATION_BRIEF "{% endif %}"                         \
        ":::\n\n::::\n\n"                                                                          \
        "{% if c.button.url %}[{{ c.button.text }}]({{ c.button.url }}){.button}\n\n{% endif %}"

#define SKILLS                                                                                     \
    WHO HEADING                                                                                    \
        "{% for group in who.skills %}### {{ group.name }}\n\n{% for i in group.items %}- "        \
        "{{ i.name }}{% if i.description and i.description != '' %}: {{ i.description }}{% endif " \
        "%}\n"                                                                                     \
        "{% endfor %}\n{% endfor %}"

#define AWARDS                                                                                     \
    WHO HEADING                                                                                    \
        "{% for e in who.awards %}### {% if e.url %}[{{ e.title }}]({{ e.url }}){% else %}"        \
        "{{ e.title }}{% endif %}\n\n{{ e.awarder }}{% if e.date %}, {{ e.date | date: '%b %Y' }}" \
        "{% endif %}\n\n{{ e.summary }}\n\n{% endfor %}"

#define LANGUAGES                                                                                  \
    WHO HEADING "{% for e in who.languages %}- {{ e.name }}{% if e.percent %} ({{ e.percent }} "   \
                "%){% endif %}"                                                                    \
                "\n{% endfor %}\n"

#define COLLECTION                                                                                 \
    "{% assign folders = c.filters.folders %}"                                                     \
    "{% unless folders %}{% assign folders = c.page_type | default: 'post' | split: ',' %}"        \
    "{% endunless %}{% assign view = block.design.view %}"                                         \
    "{% assign limit = c.count | default: 0 | plus: 0 %}"                                          \
    "{% if limit == 0 %}{% assign limit = 10000 %}{% endif %}"                                     \
    "{% assign works = false %}{% for f in folders %}{% if f contains 'publication' %}"            \
    "{% assign works = true %}{% endif %}{% endfor %}"                                             \
    "{% assign items = nil %}"                                                                     \
    "{% for f in folders %}{% assign top = f | split: '/' | first %}"                              \
    "{% assign items = items | concat: site[top] %}{% endfor %}"                                   \
    "{% assign items = items" PAGES " | sort: 'date' %}"                                           \
    "{% if c.order != 'asc' %}{% assign items = items | reverse %}{% endif %}"                     \
    "{% if c.filters.featured_only %}{% assign items = items | where: 'featured', true %}"         \
    "{% endif %}"                                                                                  \
    "{% if c.filters.exclude_featured %}"                                                          \
    "{% assign items = items | where_exp: 'p', 'p.featured != true' %}{% endif %}"                 \
    "{% if c.filters.tag and c.filters.tag != '' %}"                                               \
    "{% assign items = items | where: 'tags', c.filters.tag %}{% endif %}"                         \
    "{% assign from = c.offset | default: 0 | plus: 0 %}"                                          \
    "{% if works and view == 'citation' %}" HEADING                                                \
    "::: {.publications show=\"links abstract bibtex\""                                            \
    "{% if c.filters.featured_only %} selected=true{% endif %}"                                    \
    "{% if c.filters.exclude_featured %} not-selected=true{% endif %}"                             \
    "{% if limit < 10000 %} limit={{ limit }}{% endif %}}\n:::\n\n"                                \
    "{% else %}{% if items.size > 0 or c.text and c.text != '' %}" HEADING                         \
    "{% elsif block.id %}[]{#{{ block.id }}}\n\n{% endif %}"                                       \
    "{% assign grid = false %}"                                                                    \
    "{% if view contains 'card' or view contains 'grid' or view == 'masonry' or view == "          \
    "'showcase' "                                                                                  \
    "or view == '3' or view == '5' or view == 3 or view == 5 or block.block == 'portfolio' %}"     \
    "{% assign grid = true %}{% endif %}"                                                          \
    "{% if grid %}:::: {.cards}\n\n{% for post in items limit: limit offset: from %}" CARD         \
    "{% endfor %}::::\n\n{% else %}"                                                               \
    "{% for post in items limit: limit offset: from %}" ROW "{% endfor %}{% endif %}{% endif %}"

#define PEOPLE                                                                                     \
    HEADING PEOPLE_HERE                                                                            \
        "{% for group in c.user_groups %}## {{ group }}\n\n:::: {.cards .people-cards}\n\n"        \
        "{% for pair in people %}"                                                                 \
        "{% assign who = pair[1] %}{% if who.user_groups contains group %}::: {.card}\n\n"         \
        "{% if who.avatar %}![]({{ who.avatar }}){.photo alt=\"\"}\n\n{% endif %}"                 \
        "### [{{ who.title }}]({{ who.url | relative_url }})\n\n{{ who.role }}\n\n:::\n\n{% "      \
        "endif %}"                                                                                 \
        "{% endfor %}::::\n\n{% endfor %}"

/* the picture and the text of a hero; its title may be that of the page */
#define HERO                                                                                       \
    ":::: {.feature}\n\n::: {.feature-text}\n\n{{ c.text }}\n\n:::\n\n"                            \
    "{% if c.image.filename %}::: {.feature-image}\n\n![](/media/{{ c.image.filename "             \
    "}}){alt=\"\"}"                                                                                \
    "\n\n:::\n\n{% endif %}::::\n\n"

/* all texts of an unknown block */
#define ANY HEADING ANY_LISTS

#define ANY_LISTS                                                                                  \
    "{% assign lists = 'items,features,faqs,statistics,testimonials,slides,logos,buttons' | "      \
    "split: ',' %}{% for name in lists %}{% if c[name].size > 0 %}"                                \
    "{% assign e = c[name][0] %}{% assign kind = 'cards' %}"                                       \
    "{% if e.date_start and block.block contains 'experience' %}{% assign kind = 'timeline' %}"    \
    "{% endif %}:::: {.{{ kind }}}\n\n"                                                            \
    "{% for i in c[name] %}::: {.card}\n\n{% assign e = i %}"                                      \
    "{% assign head = i.title | default: i.name | default: i.question | default: i.statistic %}"   \
    "{% if head %}### {{ head }}\n\n{% endif %}"                                                   \
    "{% assign where = i.organization | default: i.company %}"                                     \
    "{% assign to = i.company_url | default: i.organization_url %}"                                \
    "{% if where and where != '' %}{% if to %}[{{ where }}]({{ to }}){% else %}{{ where }}{% "     \
    "endif "                                                                                       \
    "%}\n\n{% endif %}"                                                                            \
    "{% if i.date_start %}[{% if kind == 'timeline' or i.date_end and i.date_end != '' %}" DATES   \
    "{% else %}{{ i.date_start | date: '%b %Y' }}{% endif %}{% if i.location and i.location != "   \
    "'' %} · {{ i.location }}"                                                                    \
    "{% endif %}]{.meta}\n\n{% endif %}"                                                           \
    "{{ i.description | default: i.text | default: i.answer | default: i.content }}\n\n"           \
    "{% if i.url and i.url != '' %}[{{ i.text | default: i.url }}]({{ i.url }})\n\n{% endif %}"    \
    ":::\n\n{% endfor %}::::\n\n{% endif %}{% endfor %}"                                           \
    "{% assign ways = 'button,primary_action,secondary_action,cta' | split: ',' %}"                \
    "{% for name in ways %}{% if c[name].url %}[{{ c[name].text | default: c[name].label }}]"      \
    "({{ c[name].url }}){.button}\n\n{% endif %}{% endfor %}"                                      \
    "{% for way in c.contact_links %}[{{ way.name }}]({{ way.link }})\n\n{% endfor %}"             \
    "{% if c.email %}<{{ c.email }}>\n\n{% endif %}{% if c.phone %}[{{ c.phone }}](tel:{{ "        \
    "c.phone "                                                                                     \
    "| replace: ' ', '' }})\n\n{% endif %}"                                                        \
    "{% if c.address %}{{ c.address.street }}, {{ c.address.city }}, "                             \
    "{% if c.address.postcode %}{{ c.address.postcode }}, {% endif %}{{ c.address.country }}"      \
    "\n\n{% endif %}"

#define TEMPLATE(name, text) static const char name[] = text;
#include "job/site/theme_hugo.def"
#undef TEMPLATE

static const struct {
    const char *name, *text;
} layouts[] = {
    {"home", home}, {"landing", landing}, {"person", person}, {"section", section}, {"work", work}};

struct source *site_hugo_layout(struct arena *a, struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(layouts); i++) {
        if (str_is(name, layouts[i].name)) {
            return source_new(a, name, str_of(layouts[i].text));
        }
    }
    return NULL;
}
