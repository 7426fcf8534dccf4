/* SPDX-License-Identifier: MIT */
/*
 * What layouts and includes of Jekyll's academic themes mean (al-folio, academicpages and
 * minimal-mistakes, minima), as short templates: a site's own files have the words, themes have
 * only the looks, which are ours. Decides what of a page's front matter is shown and where; refuses
 * to know how any of it looks.
 *
 * Templates are Liquid over Markdown. Lines that are not HTML stand at their left edge, whatever
 * stands around the tag that asks for them.
 */
#include "job/site/engines.h"

/* ---- entries of lists: `post` is the page */

#define LINKS                                                                                      \
    "{% if post.paperurl %}[Paper]({{ post.paperurl }}) {% endif %}"                               \
    "{% if post.slidesurl %}[Slides]({{ post.slidesurl }}) {% endif %}"                            \
    "{% if post.bibtexurl %}[BibTeX]({{ post.bibtexurl }}) {% endif %}"                            \
    "{% if post.codeurl %}[Code]({{ post.codeurl }}) {% endif %}"

#define VENUE                                                                                      \
    "{% if post.collection == 'publications' and post.venue %}"                                    \
    "Published in *{{ post.venue }}*, {{ post.date | date: '%Y' }}\n\n"                            \
    "{% elsif post.venue %}"                                                                       \
    "{% if post.type %}{{ post.type }}, {% endif %}*{{ post.venue }}*, "                           \
    "{% if post.location %}{{ post.location }}, {% endif %}"                                       \
    "{% if post.collection == 'teaching' %}{{ post.date | date: '%Y' }}"                           \
    "{% else %}{{ post.date | date: '%B %-d, %Y' }}{% endif %}\n\n"                                \
    "{% elsif post.date and post.collection == 'posts' %}"                                         \
    "{{ post.date | date: '%B %-d, %Y' }}\n\n{% endif %}"

#define CITATION                                                                                   \
    "{% if post.citation and post.citation != true %}Recommended citation: {{ post.citation "      \
    "}}\n\n"                                                                                       \
    "{% endif %}"

static const char archive_single[] =
    "\n\n### [{{ post.title }}]({{ post.link | default: post.url | relative_url }}) "
    "{.entry}\n\n" VENUE "{% if post.excerpt %}{{ post.excerpt }}\n\n{% endif %}" CITATION LINKS
    "\n\n";

static const char archive_cv[] =
    "\n<li><a href=\"{{ post.url | relative_url }}\">{{ post.title }}</a>"
    "{% if post.citation and post.citation != true %}. {{ post.citation }}"
    "{% elsif post.venue %}. {% if post.type %}{{ post.type }}, {% endif %}{{ post.venue }}, "
    "{{ post.date | date: '%Y' }}{% endif %}</li>\n";

/* ---- al-folio */

static const char news[] =
    "\n\n{% assign all = site.news | reverse %}"
    "{% assign limit = include.limit | default: page.announcements.limit | default: 1000 %}"
    "{% if all.size > 0 %}<dl class=\"news\">\n"
    "{% for item in all limit: limit %}"
    "<dt>{{ item.date | date: '%b %d, %Y' }}</dt>\n<dd>"
    "{% if item.inline or item.title == nil or item.title == '' %}\n\n{{ item.content }}\n\n"
    "{% else %}<a href=\"{{ item.url | relative_url }}\">{{ item.title }}</a>{% endif %}</dd>\n"
    "{% endfor %}</dl>\n{% endif %}\n\n";

static const char latest_posts[] =
    "\n\n{% assign limit = page.latest_posts.limit | default: 1000 %}"
    "{% if site.posts.size > 0 %}<dl class=\"news\">\n"
    "{% for item in site.posts limit: limit %}<dt>{{ item.date | date: '%b %d, %Y' }}</dt>\n"
    "<dd><a href=\"{{ item.url | relative_url }}\">{{ item.title }}</a></dd>\n"
    "{% endfor %}</dl>\n{% endif %}\n\n";

static const char selected_papers[] =
    "\n\n{% bibliography --query @*[selected=true] --group_by none %}\n\n";

static const char projects[] =
    "\n\n<div class=\"card\">\n\n"
    "{% if project.img %}![]({{ project.img | relative_url }}){.thumbnail}\n\n{% endif %}"
    "### [{{ project.title }}]({{ project.redirect | default: project.url | relative_url }})\n\n"
    "{{ project.description }}\n\n"
    "{% if project.github %}[GitHub]({{ project.github }})\n\n{% endif %}</div>\n\n";

static const char figure[] =
    "<figure><img src=\"{{ include.path | default: include.src | default: include.image_path | "
    "relative_url }}\" alt=\"{{ include.alt | default: include.title | default: include.caption | "
    "strip_html | escape }}\">"
    "{% if include.caption %}<figcaption>{{ include.caption }}</figcaption>{% endif %}</figure>";

/* What a browser would play is a link. */
static const char film[] =
    "{% assign film = include.path | default: include.src | default: include.id %}"
    "{% if include.provider == 'youtube' %}"
    "{% assign film = include.id | prepend: 'https://www.youtube.com/watch?v=' %}"
    "{% elsif include.provider == 'vimeo' %}"
    "{% assign film = include.id | prepend: 'https://vimeo.com/' %}{% endif %}"
    "<a class=\"video\" href=\"{{ film | relative_url }}\">"
    "{{ include.title | default: include.caption | default: film }}</a>";

static const char repository[] =
    "\n\n[{{ include.repository }}](https://github.com/{{ include.repository }})\n\n";
static const char repository_user[] =
    "\n\n[{{ include.username }}](https://github.com/{{ include.username }})\n\n";

static const char social[] =
    "\n\n{% for way in site.contacts %}{% unless forloop.first %} · {% endunless %}"
    "[{{ way.text }}]({{ way.href }}){% endfor %}\n\n";

/* ---- minimal-mistakes */

static const char base_path[] = "{% assign base_path = site.baseurl %}";

static const char gallery[] =
    "\n\n{% assign id = include.id | default: 'gallery' %}<div class=\"gallery\">\n\n"
    "{% for image in page[id] %}![{{ image.title }}]({{ image.image_path | default: image.url | "
    "relative_url }}){alt=\"{{ image.alt | default: image.title | escape }}\"}\n\n{% endfor %}"
    "</div>\n\n{{ include.caption }}\n\n";

static const char feature_row[] =
    "\n\n{% assign id = include.id | default: 'feature_row' %}{% for f in page[id] %}"
    "<div class=\"card\">\n\n"
    "{% if f.image_path %}![{{ f.alt }}]({{ f.image_path | relative_url }}){.thumbnail}\n\n{% "
    "endif %}"
    "{% if f.title %}### {{ f.title }}\n\n{% endif %}{{ f.excerpt }}\n\n"
    "{% if f.url %}[{{ f.btn_label | default: 'Learn More' }}]({{ f.url | relative_url }})\n\n"
    "{% endif %}</div>\n\n{% endfor %}";

#define EVERY(list)                                                                                \
    "\n\n{% for post in " list " %}"                                                               \
    "### [{{ post.title }}]({{ post.link | default: post.url | "                                   \
    "relative_url }}) {.entry}\n\n" VENUE "{% if post.excerpt %}{{ post.excerpt }}\n\n{% endif %}" \
    "{% endfor %}"

static const char documents[] = EVERY("site[include.collection]");
static const char posts_of_category[] = EVERY("site.categories[include.taxonomy]");
static const char posts_of_tag[] = EVERY("site.tags[include.taxonomy]");

static const char group_by_array[] =
    "{% assign named = include.collection | group_by_exp: 'p', 'p[include.field]' %}"
    "{% assign group_names = named | map: 'name' %}{% assign group_items = named | map: 'items' %}";

/* ---- a life's data: al-folio's own lists, JSON Resume, RenderCV */

#define RANGE(from, to)                                                                            \
    "{% if " from " or " to " %}{{ " from " }}"                                                    \
    "{% if " from " and " to " and " from " != " to " %} – {% endif %}"                          \
    "{% if " to " != " from " %}{{ " to " }}{% endif %}{% endif %}"

/* [{title, type: map | list | nested_list | time_table, contents}] */
#define CV_LISTS                                                                                   \
    "{% for part in cv %}\n\n## {{ part.title }}\n\n"                                              \
    "{% for c in part.contents %}"                                                                 \
    "{% if part.type == 'map' %}{{ c.name }}\n:   {{ c.value }}\n\n"                               \
    "{% elsif part.type == 'list' %}- {{ c }}\n"                                                   \
    "{% elsif part.type == 'nested_list' %}- {{ c.title }}\n"                                      \
    "{% for i in c.items %}    - {{ i }}\n{% endfor %}"                                            \
    "{% elsif c.title %}\n### {{ c.title }}\n\n"                                                   \
    "{% if c.year %}{{ c.year }}{% endif %}{% if c.year and c.institution %}, {% endif %}"         \
    "{{ c.institution }}\n\n"                                                                      \
    "{% if c.description.size > 0 and c.description.first %}"                                      \
    "{% for d in c.description %}"                                                                 \
    "{% if d.title %}- {{ d.title }}\n{% for s in d.contents %}    - {{ s }}\n{% endfor %}"        \
    "{% else %}- {{ d }}\n{% endif %}{% endfor %}\n"                                               \
    "{% elsif c.description %}{{ c.description }}\n\n{% endif %}"                                  \
    "{% for i in c.items %}- {{ i }}\n{% endfor %}\n"                                              \
    "{% else %}{{ c.year }}\n:   {{ c.items | join: '\n:   ' }}\n\n{% endif %}"                    \
    "{% endfor %}\n\n{% endfor %}"

#define NAMED(list, heading, first, second)                                                        \
    "{% if " list ".size > 0 %}\n\n## " heading "\n\n{% for e in " list " %}\n\n### "              \
    "{{ " first " }}\n\n"                                                                          \
    "{% assign where = " second " %}{% assign begin = e.startDate | default: e.date | "            \
    "default: e.releaseDate %}{% assign last = e.endDate %}"                                       \
    "{{ where }}{% if where != nil and where != '' %}{% if begin or last %}, {% endif %}{% endif " \
    "%}" RANGE("begin", "last") "{% if e.location %}, {{ e.location }}{% endif %}\n\n"             \
                                "{% if e.summary %}{{ e.summary }}\n\n{% endif %}"                 \
                                "{% if e.description %}{{ e.description }}\n\n{% endif %}"         \
                                "{% for h in e.highlights %}- {{ h }}\n{% endfor %}"               \
                                "{% for h in e.courses %}- {{ h }}\n{% endfor %}"                  \
                                "{% assign address = e.url | default: e.website %}"                \
                                "{% if address != nil and address != '' %}\n<{{ address }}>\n{% "  \
                                "endif %}{% endfor %}{% endif %}"

#define CV_RESUME                                                                                  \
    "{% if r.basics.summary %}\n\n{{ r.basics.summary }}\n\n{% endif %}" NAMED(                    \
        "r.work", "Experience", "e.position | default: e.name",                                    \
        "e.name | default: e.company") NAMED("r.education", "Education",                           \
                                             "e.area | default: e.studyType",                      \
                                             "e.institution") NAMED("r.volunteer", "Volunteering", \
                                                                    "e.position",                  \
                                                                    "e.organization")              \
        NAMED("r.awards", "Awards", "e.title", "e.awarder") NAMED(                                 \
            "r.certificates", "Certificates", "e.name",                                            \
            "e.issuer") NAMED("r.publications", "Publications", "e.name",                          \
                              "e.publisher") NAMED("r.presentations", "Presentations", "e.name",   \
                                                   "e.event") NAMED("r.teaching", "Teaching",      \
                                                                    "e.course", "e.institution")   \
            NAMED("r.projects", "Projects", "e.name", "e.entity") NAMED(                           \
                "r.portfolio", "Portfolio", "e.name",                                              \
                "e.category") "{% if r.skills.size > 0 %}\n\n## Skills\n\n{% for e in r.skills %}" \
                              "- {{ e.name }}{% if e.level %} ({{ e.level }}){% endif %}"          \
                              "{% if e.keywords.size > 0 %}: {{ e.keywords | join: ', ' }}{% "     \
                              "endif %}\n{% endfor %}{% endif %}"                                  \
                              "{% if r.languages.size > 0 %}\n\n## Languages\n\n{% for e in "      \
                              "r.languages %}"                                                     \
                              "- {{ e.language }}{% if e.fluency %}: {{ e.fluency }}{% endif "     \
                              "%}\n{% endfor %}{% endif %}"                                        \
                              "{% if r.interests.size > 0 %}\n\n## Interests\n\n{% for e in "      \
                              "r.interests %}"                                                     \
                              "- {{ e.name }}{% if e.keywords.size > 0 %}: {{ e.keywords | join: " \
                              "', ' }}{% endif %}\n"                                               \
                              "{% endfor %}{% endif %}"                                            \
                              "{% if r.references.size > 0 %}\n\n## References\n\n{% for e in "    \
                              "r.references %}"                                                    \
                              "- {{ e.name }}{% if e.reference %}: {{ e.reference }}{% endif "     \
                              "%}\n{% endfor %}{% endif %}\n\n"

/* RenderCV: {cv: {sections: {TITLE: [entries]}}} */
#define CV_RENDER                                                                                  \
    "{% for part in rendered.sections %}\n\n## {{ part[0] | replace: '_', ' ' | capitalize }}\n\n" \
    "{% for e in part[1] %}"                                                                       \
    "{% assign head = e.title | default: e.position | default: e.name | default: e.area | "        \
    "default: e.label %}"                                                                          \
    "{% if e.label %}{{ e.label }}\n:   {{ e.details }}\n\n"                                       \
    "{% elsif e.bullet %}- {{ e.bullet }}\n"                                                       \
    "{% elsif head %}\n\n### {{ head }}\n\n"                                                       \
    "{% assign where = e.company | default: e.institution | default: e.journal %}"                 \
    "{% if e.degree %}{{ e.degree }}, {% endif %}{{ where }}"                                      \
    "{% assign begin = e.start_date | default: e.date %}{% assign last = e.end_date %}"            \
    "{% if where and begin %}, {% endif %}" RANGE(                                                 \
        "begin", "last") "{% if e.location %}, {{ e.location }}{% endif %}\n\n"                    \
                         "{% if e.authors %}{{ e.authors | join: ', ' }}\n\n{% endif %}"           \
                         "{% if e.summary %}{{ e.summary }}\n\n{% endif %}"                        \
                         "{% for h in e.highlights %}- {{ h }}\n{% endfor %}"                      \
                         "{% if e.doi %}\n<https://doi.org/{{ e.doi }}>\n{% endif %}"              \
                         "{% else %}{{ e }}\n\n{% endif %}{% endfor %}{% endfor %}\n\n"

#define CV                                                                                         \
    "{% assign own = site.data[site.active_lang] %}"                                               \
    "{% assign name = 'resume_' | append: site.active_lang %}"                                     \
    "{% assign cv = site.data.cv | default: own.cv %}"                                             \
    "{% assign r = site.data.resume | default: own.resume | default: site.data[name] %}"           \
    "{% if cv.basics %}{% assign r = cv %}{% endif %}"                                             \
    "{% assign rendered = cv.cv %}"                                                                \
    "{% if r %}" CV_RESUME "{% elsif rendered %}" CV_RENDER "{% else %}" CV_LISTS "{% endif %}"

static const char cv_template[] = "\n\n" CV;

/* ---- layouts: `content` is the page's text */

static const char about[] =
    "{% if page.profile.more_info %}<div class=\"more-info\">\n\n{{ page.profile.more_info }}\n\n"
    "</div>\n\n{% endif %}{{ content }}\n\n"
    "{% if page.announcements.enabled or page.news == true %}## News\n\n"
    "{% include news.liquid %}{% endif %}"
    "{% if page.latest_posts.enabled or page.latest_posts == true %}## Latest posts\n\n"
    "{% include latest_posts.liquid %}{% endif %}"
    "{% if page.selected_papers.enabled or page.selected_papers == true %}"
    "## Selected publications\n\n{% include selected_papers.liquid %}{% endif %}";

/* al-folio: a post that says how it is cited */
static const char post[] =
    "{{ content }}\n\n"
    "{% if page.citation == true or page.bibtex_show == true %}"
    "{% assign who = page.author.name | default: page.author | default: site.author.name | "
    "default: site.title %}{% assign year = page.date | date: '%Y' %}"
    "{% assign words = who | split: ' ' %}"
    "\n\n## Citation\n\n{{ who }} ({{ page.date | date: '%B %Y' }}). {{ page.title }}. "
    "{{ site.title }}. <{{ page.url | absolute_url }}>\n\n"
    "```bibtex\n@article{ {{- words.last | downcase -}} {{- year -}} {{- page.slug | slugify -}} "
    ",\n"
    "  title   = { {{- page.title -}} },\n  author  = { {{- who -}} },\n"
    "  journal = { {{- site.title -}} },\n  year    = { {{- year -}} },\n"
    "  month   = { {{- page.date | date: '%b' -}} },\n"
    "  url     = { {{- page.url | absolute_url -}} }\n}\n```\n\n{% endif %}";

static const char single[] =
    "{% assign post = page %}"
    "{% if page.collection and page.collection != 'posts' %}" VENUE "{% endif %}{{ content }}\n\n"
    "{% if page.collection %}" CITATION LINKS "{% endif %}";

static const char cv_layout[] =
    "{% if page.cv_pdf %}{% assign pdf = page.cv_pdf %}{% unless pdf contains '/' %}"
    "{% assign pdf = pdf | prepend: '/assets/pdf/' %}{% endunless %}"
    "[PDF]({{ pdf | relative_url }}){.button}\n\n{% endif %}{{ content }}\n\n" CV;

static const char home[] = "{{ content }}\n\n" EVERY("site.posts");

static const char collection[] = "{{ content }}\n\n" EVERY("site[page.collection]");

static const char profiles[] =
    "{{ content }}\n\n{% for p in page.profiles %}<div class=\"card\">\n\n"
    "{% if p.image %}![]({{ p.image | prepend: '/assets/img/' | relative_url }}){.photo}\n\n"
    "{% endif %}{{ p.more_info }}\n\n{% include_relative {{ p.content }} %}\n\n</div>\n\n{% endfor "
    "%}";

static const char redirect[] =
    "{{ content }}\n\n{% if page.redirect != true %}"
    "This page is at <{{ page.redirect | absolute_url }}>.\n\n{% endif %}";

struct template {
    const char *name; /* without its ending */
    const char *text;
};

static const struct template includes[] = {
    {"analytics", ""},
    {"archive-single", archive_single},
    {"archive-single-cv", archive_cv},
    {"archive-single-talk", archive_single},
    {"archive-single-talk-cv", archive_cv},
    {"audio", film},
    {"author-profile", ""},
    {"base_path", base_path},
    {"bib_search", ""},
    {"breadcrumbs", ""},
    {"category-list", ""},
    {"comments", ""},
    {"cv-template", cv_template},
    {"disqus", ""},
    {"documents-collection", documents},
    {"feature_row", feature_row},
    {"figure", figure},
    {"gallery", gallery},
    {"giscus", ""},
    {"group-by-array", group_by_array},
    {"latest_posts", latest_posts},
    {"news", news},
    {"page__taxonomy", ""},
    {"pagination", ""},
    {"paginator", ""},
    {"posts-category", posts_of_category},
    {"posts-tag", posts_of_tag},
    {"projects", projects},
    {"projects_horizontal", projects},
    {"read-time", ""},
    {"related_posts", ""},
    {"repository/repo", repository},
    {"repository/repo_trophies", ""},
    {"repository/repo_user", repository_user},
    {"responsive_image", figure},
    {"scripts", ""},
    {"selected_papers", selected_papers},
    {"seo", ""},
    {"social", social},
    {"social-share", ""},
    {"tag-list", ""},
    {"toc", ""},
    {"video", film},
};

static const struct template layouts[] = {
    {"about", about},       {"archive", single}, {"collection", collection},
    {"cv", cv_layout},      {"distill", post},   {"home", home},
    {"page", post},         {"post", post},      {"posts", home},
    {"profiles", profiles}, {"single", single},  {"talk", single},
};

static struct source *find(struct arena *a, const struct template *rows, size_t n,
                           struct str name) {
    struct str ext = path_ext(name);
    bool page = str_is(ext, "html") || str_is(ext, "liquid") || str_is(ext, "md");
    name = page ? str_slice(name, 0, name.n - ext.n - 1) : name;
    for (size_t i = 0; i < n; i++) {
        if (str_is(name, rows[i].name)) {
            return source_new(a, name, str_of(rows[i].text));
        }
    }
    return NULL;
}

struct source *site_jekyll_include(struct arena *a, struct str name) {
    return find(a, includes, ARRAY_LEN(includes), name);
}

struct source *site_jekyll_layout(struct arena *a, struct str name, bool elsewhere) {
    return elsewhere ? source_new(a, STR("redirect"), str_of(redirect))
                     : find(a, layouts, ARRAY_LEN(layouts), name);
}
