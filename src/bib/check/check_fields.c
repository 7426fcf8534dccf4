/* SPDX-License-Identifier: MIT */
/*
 * Entry types and fields: which there are, which of them a type needs (btxdoc, section 3.1;
 * biblatex manual, section 2.1.1). Where BibTeX and biblatex differ, what either of them accepts is
 * fine.
 */
#include "bib/bibtex/bibtex_map.h"
#include "bib/check/check_internal.h"

DIAG_USE(DIAG_CHECK_MISSING);
DIAG_USE(DIAG_CHECK_TYPE);
DIAG_USE(DIAG_CHECK_FIELD);

/* Fields of BibTeX, biblatex, and of programs and sites that keep theirs in a .bib. Sorted. */
static const struct str known_fields[] = {
    STR_INIT("abbr"),
    STR_INIT("abstract"),
    STR_INIT("accessed"),
    STR_INIT("addendum"),
    STR_INIT("additional_info"),
    STR_INIT("address"),
    STR_INIT("adsnote"),
    STR_INIT("adsurl"),
    STR_INIT("advisor"),
    STR_INIT("affiliation"),
    STR_INIT("afterword"),
    STR_INIT("altmetric"),
    STR_INIT("annotation"),
    STR_INIT("annotator"),
    STR_INIT("annote"),
    STR_INIT("archive"),
    STR_INIT("archive_location"),
    STR_INIT("archivelocation"),
    STR_INIT("archiveprefix"),
    STR_INIT("art_number"),
    STR_INIT("article-number"),
    STR_INIT("articleno"),
    STR_INIT("arxiv"),
    STR_INIT("arxivid"),
    STR_INIT("author"),
    STR_INIT("author+an"),
    STR_INIT("authortype"),
    STR_INIT("award"),
    STR_INIT("award_name"),
    STR_INIT("bibdate"),
    STR_INIT("bibsource"),
    STR_INIT("bibtex_show"),
    STR_INIT("biburl"),
    STR_INIT("blog"),
    STR_INIT("bookauthor"),
    STR_INIT("bookpagination"),
    STR_INIT("booksubtitle"),
    STR_INIT("booktitle"),
    STR_INIT("booktitleaddon"),
    STR_INIT("category"),
    STR_INIT("chapter"),
    STR_INIT("citedby"),
    STR_INIT("city"),
    STR_INIT("code"),
    STR_INIT("coden"),
    STR_INIT("collaboration"),
    STR_INIT("comment"),
    STR_INIT("commentator"),
    STR_INIT("copyright"),
    STR_INIT("country"),
    STR_INIT("creationdate"),
    STR_INIT("crossref"),
    STR_INIT("data"),
    STR_INIT("dataset"),
    STR_INIT("date"),
    STR_INIT("date-added"),
    STR_INIT("date-modified"),
    STR_INIT("dateadded"),
    STR_INIT("datemodified"),
    STR_INIT("day"),
    STR_INIT("demo"),
    STR_INIT("dimensions"),
    STR_INIT("doi"),
    STR_INIT("edition"),
    STR_INIT("editor"),
    STR_INIT("editora"),
    STR_INIT("editoratype"),
    STR_INIT("editorb"),
    STR_INIT("editorbtype"),
    STR_INIT("editorc"),
    STR_INIT("editorctype"),
    STR_INIT("editors"),
    STR_INIT("editortype"),
    STR_INIT("eid"),
    STR_INIT("eissn"),
    STR_INIT("english"),
    STR_INIT("entryset"),
    STR_INIT("entrysubtype"),
    STR_INIT("eprint"),
    STR_INIT("eprintclass"),
    STR_INIT("eprinttype"),
    STR_INIT("event"),
    STR_INIT("eventdate"),
    STR_INIT("eventtitle"),
    STR_INIT("eventtitleaddon"),
    STR_INIT("execute"),
    STR_INIT("file"),
    STR_INIT("foreword"),
    STR_INIT("gender"),
    STR_INIT("google_scholar_id"),
    STR_INIT("groups"),
    STR_INIT("holder"),
    STR_INIT("howpublished"),
    STR_INIT("html"),
    STR_INIT("hyphenation"),
    STR_INIT("ids"),
    STR_INIT("image"),
    STR_INIT("indexsorttitle"),
    STR_INIT("indextitle"),
    STR_INIT("inspirehep_id"),
    STR_INIT("institution"),
    STR_INIT("internal-note"),
    STR_INIT("introduction"),
    STR_INIT("isan"),
    STR_INIT("isbn"),
    STR_INIT("ismn"),
    STR_INIT("isrn"),
    STR_INIT("issn"),
    STR_INIT("issue"),
    STR_INIT("issue_date"),
    STR_INIT("issuesubtitle"),
    STR_INIT("issuetitle"),
    STR_INIT("issuetitleaddon"),
    STR_INIT("iswc"),
    STR_INIT("journal"),
    STR_INIT("journalsubtitle"),
    STR_INIT("journaltitle"),
    STR_INIT("journaltitleaddon"),
    STR_INIT("key"),
    STR_INIT("keyword"),
    STR_INIT("keywords"),
    STR_INIT("label"),
    STR_INIT("langid"),
    STR_INIT("langidopts"),
    STR_INIT("language"),
    STR_INIT("lccn"),
    STR_INIT("library"),
    STR_INIT("license"),
    STR_INIT("link"),
    STR_INIT("lista"),
    STR_INIT("listb"),
    STR_INIT("listc"),
    STR_INIT("listd"),
    STR_INIT("liste"),
    STR_INIT("listf"),
    STR_INIT("location"),
    STR_INIT("mainsubtitle"),
    STR_INIT("maintitle"),
    STR_INIT("maintitleaddon"),
    STR_INIT("mendeley-groups"),
    STR_INIT("mendeley-tags"),
    STR_INIT("modificationdate"),
    STR_INIT("month"),
    STR_INIT("month_numeric"),
    STR_INIT("mrclass"),
    STR_INIT("mrnumber"),
    STR_INIT("mrreviewer"),
    STR_INIT("namea"),
    STR_INIT("nameaddon"),
    STR_INIT("nameatype"),
    STR_INIT("nameb"),
    STR_INIT("namebtype"),
    STR_INIT("namec"),
    STR_INIT("namectype"),
    STR_INIT("nationality"),
    STR_INIT("note"),
    STR_INIT("number"),
    STR_INIT("numpages"),
    STR_INIT("options"),
    STR_INIT("orcid"),
    STR_INIT("orcid-numbers"),
    STR_INIT("organization"),
    STR_INIT("origdate"),
    STR_INIT("origlanguage"),
    STR_INIT("origlocation"),
    STR_INIT("origpublisher"),
    STR_INIT("origtitle"),
    STR_INIT("owner"),
    STR_INIT("pages"),
    STR_INIT("pagetotal"),
    STR_INIT("pagination"),
    STR_INIT("part"),
    STR_INIT("pdf"),
    STR_INIT("pii"),
    STR_INIT("pmc"),
    STR_INIT("pmcid"),
    STR_INIT("pmid"),
    STR_INIT("poster"),
    STR_INIT("preprint"),
    STR_INIT("presort"),
    STR_INIT("preview"),
    STR_INIT("primaryclass"),
    STR_INIT("priority"),
    STR_INIT("project"),
    STR_INIT("publisher"),
    STR_INIT("pubmedid"),
    STR_INIT("pubstate"),
    STR_INIT("qualityassured"),
    STR_INIT("ranking"),
    STR_INIT("readstatus"),
    STR_INIT("references"),
    STR_INIT("related"),
    STR_INIT("relatedoptions"),
    STR_INIT("relatedstring"),
    STR_INIT("relatedtype"),
    STR_INIT("reprinttitle"),
    STR_INIT("researcherid-numbers"),
    STR_INIT("review"),
    STR_INIT("school"),
    STR_INIT("selected"),
    STR_INIT("series"),
    STR_INIT("shortauthor"),
    STR_INIT("shorteditor"),
    STR_INIT("shorthand"),
    STR_INIT("shorthandintro"),
    STR_INIT("shortjournal"),
    STR_INIT("shortseries"),
    STR_INIT("shorttitle"),
    STR_INIT("slides"),
    STR_INIT("software"),
    STR_INIT("sortkey"),
    STR_INIT("sortname"),
    STR_INIT("sortshorthand"),
    STR_INIT("sorttitle"),
    STR_INIT("sortyear"),
    STR_INIT("source"),
    STR_INIT("subtitle"),
    STR_INIT("supp"),
    STR_INIT("talk"),
    STR_INIT("times-cited"),
    STR_INIT("timestamp"),
    STR_INIT("title"),
    STR_INIT("titleaddon"),
    STR_INIT("translator"),
    STR_INIT("type"),
    STR_INIT("unique-id"),
    STR_INIT("url"),
    STR_INIT("urldate"),
    STR_INIT("usera"),
    STR_INIT("userb"),
    STR_INIT("userc"),
    STR_INIT("userd"),
    STR_INIT("usere"),
    STR_INIT("userf"),
    STR_INIT("venue"),
    STR_INIT("verba"),
    STR_INIT("verbb"),
    STR_INIT("verbc"),
    STR_INIT("version"),
    STR_INIT("video"),
    STR_INIT("volume"),
    STR_INIT("volumes"),
    STR_INIT("web_of_science_id"),
    STR_INIT("website"),
    STR_INIT("xdata"),
    STR_INIT("xref"),
    STR_INIT("year"),
    STR_INIT("zblnumber"),
};

bool check_field_known(struct str name) {
    size_t n;
    const enum item_var *own = bib_own_vars(&n);
    for (size_t i = 0; i < n; i++) {
        if (str_is(name, item_var_name(own[i]))) {
            return true;
        }
    }
    return bib_is_among(name, known_fields, ARRAY_LEN(known_fields)) ||
           str_find(name, STR("+an")) != STR_NONE || str_starts(name, STR("bdsk-")) ||
           str_starts(name, STR("opt"));
}

struct str bib_field_name(struct str lower, struct str written) {
    return written.n == 0 || check_field_known(lower) ? lower : written;
}

/** The name of a field in the source, which stands before its value; or the value's place. */
static struct span name_place(const struct raw_field *f) {
    struct str s = f->span.src->text;
    size_t end = f->span.begin;
    while (end > 0 && (is_space(s.p[end - 1]) || s.p[end - 1] == '{' || s.p[end - 1] == '"' ||
                       s.p[end - 1] == '=')) {
        end--;
    }
    size_t from = end > f->name.n ? end - f->name.n : 0;
    bool found = str_ieq(str_slice(s, from, end), f->name);
    return found ? span_make(f->span.src, from, end) : f->span;
}

/** Each unknown name is told once: a program that writes a field of its own writes it everywhere.
 */
void check_known_fields(struct checker *c, const struct entry *e) {
    for (size_t i = 0; i < e->fields.n; i++) {
        const struct raw_field *f = &e->fields.p[i];
        if (!check_is_own(e, f) || check_field_known(f->name) ||
            index_lookup(&c->unknown_fields, f->name)) {
            continue;
        }
        index_put(c->a, &c->unknown_fields, f->name, c);
        struct str near = diag_nearest(f->name, known_fields, ARRAY_LEN(known_fields));
        struct diag *g = diag_add(c->d, DIAG_CHECK_FIELD, name_place(f),
                                  "no style knows the field `%.*s`", STR_ARG(f->name));
        if (near.n) {
            diag_hint(c->d, g, "did you mean `%.*s`?", STR_ARG(near));
        } else {
            diag_hint(c->d, g, "it is kept, but not printed; other entries with it are not named");
        }
    }
}

/** Types that styles of LaTeX know and that need no comment. */
static bool is_tolerated_type(struct str type) {
    static const char *const names[] = {"customa", "customb",        "customc", "customd",
                                        "custome", "customf",        "control", "bibtexkey",
                                        "comment", "ieeetranbstctl", "preprint"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(type, names[i])) {
            return true;
        }
    }
    return false;
}

void check_type(struct checker *c, const struct entry *e) {
    struct str type = bib_lower(c->a, e->type);
    if (bibtex_is_type(type) || is_tolerated_type(type) || item_type_find(type) != ITEM_TYPE_NONE) {
        return;
    }
    size_t from = (size_t)(e->type.p - e->span.src->text.p);
    struct diag *g = diag_add(c->d, DIAG_CHECK_TYPE, span_make(e->span.src, from, from + e->type.n),
                              "there is no entry type `%.*s`", STR_ARG(e->type));
    struct str near = bibtex_type_near(type);
    if (near.n) {
        diag_hint(c->d, g, "did you mean `@%.*s`?", STR_ARG(near));
    } else {
        diag_hint(c->d, g,
                  "it is read as @misc; types are article, book, inproceedings, thesis...");
    }
}

/* ---- what a type needs ---- */

/* Sorted by type. Groups are parted by blanks, alternatives by '|'; any one of a group is enough.
 */
static const struct {
    struct str type;
    const char *needs;
} requirements[] = {
    {STR_INIT("article"),
     "author|editor|shortauthor title journal|journaltitle year|date|pubstate"},
    {STR_INIT("book"), "author|editor title year|date|pubstate"},
    {STR_INIT("bookinbook"), "author|editor title booktitle year|date|pubstate"},
    {STR_INIT("booklet"), "title"},
    {STR_INIT("collection"), "editor title year|date|pubstate"},
    {STR_INIT("conference"), "author|editor title booktitle|eventtitle year|date|pubstate"},
    {STR_INIT("dataset"), "author|editor|organization title year|date"},
    {STR_INIT("electronic"), "title url|doi|eprint|howpublished"},
    {STR_INIT("inbook"), "author|editor title year|date|pubstate"},
    {STR_INIT("incollection"), "author|editor title booktitle year|date|pubstate"},
    {STR_INIT("inproceedings"), "author|editor title booktitle|eventtitle year|date|pubstate"},
    {STR_INIT("inreference"), "title booktitle"},
    {STR_INIT("manual"), "title"},
    {STR_INIT("mastersthesis"), "author title school|institution year|date"},
    {STR_INIT("mvbook"), "author|editor title year|date"},
    {STR_INIT("online"), "title url|doi|eprint|howpublished"},
    {STR_INIT("patent"), "author|holder title number year|date"},
    {STR_INIT("periodical"), "title year|date"},
    {STR_INIT("phdthesis"), "author title school|institution year|date"},
    {STR_INIT("proceedings"), "title year|date"},
    {STR_INIT("report"), "author|editor|institution title institution|school|publisher year|date"},
    {STR_INIT("software"), "author|editor|organization title"},
    {STR_INIT("suppbook"), "author|editor title year|date"},
    {STR_INIT("techreport"),
     "author|editor|institution title institution|school|publisher year|date"},
    {STR_INIT("thesis"), "author title institution|school year|date"},
    {STR_INIT("unpublished"), "author title"},
    {STR_INIT("www"), "title url|doi|eprint|howpublished"},
};

static const char *needs_of(struct str type) {
    for (size_t i = 0; i < ARRAY_LEN(requirements); i++) {
        if (str_eq(requirements[i].type, type)) {
            return requirements[i].needs;
        }
    }
    return NULL;
}

static bool has_field(const struct entry *e, struct str name) {
    const struct raw_field *f = raw_find_str(&e->fields, name);
    return f && str_trim(f->value).n > 0;
}

/** "author or editor". */
static struct str alternatives(struct arena *a, struct str group) {
    struct str all = STR_EMPTY;
    while (group.p) {
        struct str name = str_cut(&group, '|');
        all = all.n ? arena_join(a, 3, all, group.p ? STR(", ") : STR(" or "), name) : name;
    }
    return all;
}

static void check_bib_needs(struct checker *c, const struct entry *e, const char *needs) {
    struct str rest = str_of(needs), missing = STR_EMPTY;
    while (rest.p) {
        struct str group = str_cut(&rest, ' '), names = group;
        bool found = false;
        while (names.p && !found) {
            found = has_field(e, str_cut(&names, '|'));
        }
        if (!found) {
            struct str words = alternatives(c->a, group);
            missing = missing.n ? arena_join(c->a, 3, missing, STR("; "), words) : words;
        }
    }
    if (missing.n) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_MISSING, e->key_span, "`%.*s` has no %.*s",
                                  STR_ARG(e->key), STR_ARG(missing));
        diag_hint(c->d, g, "an entry of type `%.*s` needs it to be printed in full",
                  STR_ARG(e->type));
    }
}

/** Items of other formats: what every style prints. */
static void check_item_needs(struct checker *c, const struct item *it) {
    static const struct {
        enum item_type type;
        enum item_var v;
    } containers[] = {{ITEM_TYPE_ARTICLE_JOURNAL, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_CHAPTER, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_PAPER_CONFERENCE, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_WEBPAGE, VAR_URL}};
    struct str missing = item_field(it, VAR_TITLE) ? STR_EMPTY : STR("title");
    for (size_t i = 0; i < ARRAY_LEN(containers); i++) {
        if (it->type == containers[i].type && !item_field(it, containers[i].v)) {
            struct str name = str_of(item_var_name(containers[i].v));
            missing = missing.n ? arena_join(c->a, 3, missing, STR("; "), name) : name;
        }
    }
    if (missing.n) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_MISSING, it->id_span, "`%.*s` has no %.*s",
                                  STR_ARG(it->id), STR_ARG(missing));
        diag_hint(c->d, g, "an item of type `%s` needs it to be printed in full",
                  item_type_name(it->type));
    }
}

void check_required(struct checker *c, const struct entry *e, const struct item *it) {
    if (!e->file) {
        check_item_needs(c, it);
        return;
    }
    const char *needs = needs_of(bib_lower(c->a, e->type));
    if (needs) {
        check_bib_needs(c, e, needs);
    }
}
