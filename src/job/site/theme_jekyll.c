/* SPDX-License-Identifier: MIT */
/*
 * Templates for the layouts and includes of academic Jekyll themes (al-folio, academicpages,
 * minimal-mistakes, minima). The files of a site contain its text. A theme contains only the
 * appearance, for which dossier has its own. The templates decide which parts of the front matter
 * are shown, and where.
 *
 * Templates are Liquid in Markdown. Lines that are not HTML begin at the left margin, even if the
 * tag that includes them is indented.
 */
#include "core/base/word_list.h"
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

/* ---- lists of pages */

#define EVERY(list)                                                                                \
    "\n\n{% for post in " list " %}"                                                               \
    "### [{{ post.title }}]({{ post.link | default: post.url | "                                   \
    "relative_url }}) {.entry}\n\n" VENUE "{% if post.excerpt %}{{ post.excerpt }}\n\n{% endif %}" \
    "{% endfor %}"

/* ---- data of a CV: al-folio's own lists, JSON Resume, RenderCV */

#define RANGE(from, to)                                                                            \
    "{% if " from " or " to " %}{{ " from " }}"                                                    \
    "{% if " from " and " to " and " from " != " to " %} – {% endif %}"                          \
    "{% if " to " != " from " %}{{ " to " }}{% endif %}{% endif %}"

/* a list of {title, type: map | list | nested_list | time_table, contents} */
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

/* the data of RenderCV: {cv: {sections: {TITLE: [entries]}}} */
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

#define TEMPLATE(name, text) static const char name[] = text;
#include "job/site/theme_jekyll.def"
#undef TEMPLATE

struct template {
    const char *name; /* the name without its extension */
    const char *text;
};

static const struct template includes[] = {
#define INCLUDE(name, text) {name, text},
#include "job/site/jekyll_includes.def"
#undef INCLUDE
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
    bool page = str_among(ext, "html liquid md");
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
