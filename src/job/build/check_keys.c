/* SPDX-License-Identifier: MIT */
/*
 * Keys of the front matter. Other tools' keys and the author's own are kept without a word, as
 * pandoc keeps them; one that is a single slip away from a key that means something here is
 * reported.
 */
#include "job/build/files.h"

DIAG_USE(DIAG_LANGUAGE_TAG);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Keys that some part of the program, or pandoc, reads. */
static const char *const KNOWN[] = {"CJKmainfont",
                                    "CJKmonofont",
                                    "CJKoptions",
                                    "CJKsansfont",
                                    "abstract",
                                    "abstract-title",
                                    "advisor",
                                    "affiliation",
                                    "affiliations",
                                    "anonymous",
                                    "attach",
                                    "author",
                                    "authors",
                                    "autospace-punctuation",
                                    "babelfonts",
                                    "backreferences",
                                    "balance",
                                    "biblio-style",
                                    "bibliography",
                                    "canonical",
                                    "canonical-url",
                                    "citation-style",
                                    "citecolor",
                                    "classoption",
                                    "coauthors",
                                    "colorlinks",
                                    "columnsep",
                                    "committee",
                                    "csl",
                                    "css",
                                    "date",
                                    "degree",
                                    "description",
                                    "dir",
                                    "documentclass",
                                    "endnotes",
                                    "eqnPrefix",
                                    "exports",
                                    "favicon",
                                    "feed",
                                    "fig-pos",
                                    "figPrefix",
                                    "figureTitle",
                                    "filter",
                                    "fontfamily",
                                    "fontsize",
                                    "footer-center",
                                    "footer-left",
                                    "footer-right",
                                    "format",
                                    "from",
                                    "geometry",
                                    "header-center",
                                    "header-first",
                                    "header-includes",
                                    "header-left",
                                    "header-right",
                                    "hidelinks",
                                    "highlight-author",
                                    "highlight-style",
                                    "hyphenate",
                                    "image-alt",
                                    "indent",
                                    "institute",
                                    "justify",
                                    "keywords",
                                    "lang",
                                    "library",
                                    "licence",
                                    "license",
                                    "limits",
                                    "linenumbers",
                                    "linestretch",
                                    "link-bibliography",
                                    "link-citations",
                                    "linkcolor",
                                    "lint",
                                    "lof",
                                    "lot",
                                    "macros",
                                    "mainfont",
                                    "mainfontfallback",
                                    "mainfontoptions",
                                    "margin",
                                    "margin-bottom",
                                    "margin-left",
                                    "margin-right",
                                    "margin-top",
                                    "mathfont",
                                    "monofont",
                                    "monofontfallback",
                                    "nocite",
                                    "notes-after-punctuation",
                                    "notes-title",
                                    "number-sections",
                                    "numberSections",
                                    "numbersections",
                                    "obfuscate-email",
                                    "output",
                                    "pagestyle",
                                    "pagetitle",
                                    "paper-pages",
                                    "papersize",
                                    "parindent",
                                    "parskip",
                                    "pdf-standard",
                                    "pdfstandard",
                                    "people",
                                    "person",
                                    "photo",
                                    "photo-alt",
                                    "ragged-right",
                                    "reference-location",
                                    "reference-section-title",
                                    "references",
                                    "sansfont",
                                    "sansfontfallback",
                                    "script",
                                    "secPrefix",
                                    "secnumdepth",
                                    "section-bibliographies",
                                    "section-bibs",
                                    "section-bibs-bibliography",
                                    "section-bibs-level",
                                    "site",
                                    "site-url",
                                    "structured-data",
                                    "subtitle",
                                    "supervisor",
                                    "suppress-bibliography",
                                    "tableTitle",
                                    "tbl-pos",
                                    "tblPrefix",
                                    "thispagestyle",
                                    "title",
                                    "title-case",
                                    "toc",
                                    "toc-depth",
                                    "toc-title",
                                    "tocdepth",
                                    "toggles",
                                    "top-level-division",
                                    "university",
                                    "urlcolor",
                                    "variant",
                                    "variants",
                                    "watermark",
                                    NULL};

/** Keys of site generators and publishers that resemble one of them. */
static const char *const OTHERS[] = {"about",
                                     "acknowledgements",
                                     "address",
                                     "advisor",
                                     "aliases",
                                     "alumni",
                                     "authors_note",
                                     "banner",
                                     "bibliographystyle",
                                     "categories",
                                     "category",
                                     "comments",
                                     "contact",
                                     "cover",
                                     "data",
                                     "dates",
                                     "degree",
                                     "department",
                                     "design",
                                     "draft",
                                     "editor",
                                     "email",
                                     "event",
                                     "events",
                                     "excerpt",
                                     "execute",
                                     "featured",
                                     "filename",
                                     "filters",
                                     "github",
                                     "group",
                                     "groups",
                                     "image",
                                     "images",
                                     "img",
                                     "institution",
                                     "journal",
                                     "knit",
                                     "layout",
                                     "links",
                                     "listing",
                                     "listings",
                                     "location",
                                     "lofTitle",
                                     "logo",
                                     "lotTitle",
                                     "main",
                                     "media",
                                     "menu",
                                     "name",
                                     "names",
                                     "nav",
                                     "nav_order",
                                     "note",
                                     "notes",
                                     "number",
                                     "numbers",
                                     "office",
                                     "orcid",
                                     "order",
                                     "organization",
                                     "output-dir",
                                     "page",
                                     "pages",
                                     "params",
                                     "permalink",
                                     "phone",
                                     "photo",
                                     "preface",
                                     "priority",
                                     "project",
                                     "projects",
                                     "publication",
                                     "published",
                                     "resources",
                                     "role",
                                     "runtime",
                                     "series",
                                     "share",
                                     "sidebar",
                                     "slides",
                                     "slug",
                                     "sort-name",
                                     "source",
                                     "status",
                                     "subject",
                                     "summary",
                                     "tab",
                                     "tags",
                                     "template",
                                     "text",
                                     "thanks",
                                     "theme",
                                     "time",
                                     "toc_float",
                                     "toc_label",
                                     "type",
                                     "types",
                                     "updated",
                                     "url",
                                     "version",
                                     "video",
                                     "vignette",
                                     "web",
                                     "weight",
                                     "when",
                                     "width",
                                     "year",
                                     "years",
                                     NULL};

/** Keys of an author. */
static const char *const OF_AUTHORS[] = {"acknowledgements",
                                         "address",
                                         "affiliation",
                                         "affiliations",
                                         "arxiv",
                                         "attributes",
                                         "author",
                                         "avatar",
                                         "bio",
                                         "bluesky",
                                         "city",
                                         "correspondence",
                                         "corresponding",
                                         "country",
                                         "dblp",
                                         "deceased",
                                         "degrees",
                                         "department",
                                         "dropping-particle",
                                         "email",
                                         "employer",
                                         "equal-contrib",
                                         "equal_contrib",
                                         "family",
                                         "fax",
                                         "footnotes",
                                         "github",
                                         "gitlab",
                                         "given",
                                         "google-scholar",
                                         "google_scholar",
                                         "googlescholar",
                                         "group",
                                         "homepage",
                                         "id",
                                         "image",
                                         "index",
                                         "initials",
                                         "institute",
                                         "institution",
                                         "isni",
                                         "job-title",
                                         "jobTitle",
                                         "linkedin",
                                         "links",
                                         "literal",
                                         "location",
                                         "mastodon",
                                         "metadata",
                                         "name",
                                         "non-dropping-particle",
                                         "note",
                                         "notes",
                                         "number",
                                         "office",
                                         "orcid",
                                         "organization",
                                         "phone",
                                         "photo",
                                         "position",
                                         "postal-code",
                                         "profiles",
                                         "ref",
                                         "region",
                                         "researchgate",
                                         "ringgold",
                                         "role",
                                         "roles",
                                         "room",
                                         "ror",
                                         "semantic-scholar",
                                         "social",
                                         "state",
                                         "suffix",
                                         "surname",
                                         "telephone",
                                         "title",
                                         "twitter",
                                         "uri",
                                         "url",
                                         "website",
                                         "youtube",
                                         "zotero",
                                         NULL};

static bool is_among(struct str key, const char *const *names) {
    for (; *names; names++) {
        if (str_is(key, *names)) {
            return true;
        }
    }
    return false;
}

static void check_key(struct build_run *b, const struct node *map, size_t i,
                      const char *const *names) {
    struct str key = map->keys[i];
    struct diag *g = NULL;
    const char *meant = NULL;
    for (; *names; names++) {
        if (!diag_is_slip(key, str_of(*names)) || (g && !meant)) {
            continue;
        }
        if (g) {
            meant = NULL; /* it may be another one */
            continue;
        }
        meant = *names;
        g = diag_add(b->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                     "`%.*s` is no key that means anything", STR_ARG(key));
        diag_hint(b->d, g, "did you mean `%s`?", meant);
    }
    bool taken = meant && node_get(map, meant);
    if (meant && !taken && str_eq(span_text(map->key_spans[i]), key)) {
        diag_fix(b->d, g, map->key_spans[i], str_of(meant));
    }
}

/** Parts of a place where one works: an affiliation that is a map. */
static const char *const OF_PLACES[] = {
    "address",      "city",      "country",     "department", "division", "email",    "group",
    "id",           "index",     "institution", "isni",       "label",    "name",     "number",
    "organization", "post-code", "postal-code", "ref",        "region",   "ringgold", "ror",
    "state",        "street",    "url",         NULL};

static void check_places(struct build_run *b, const struct node *n) {
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        const struct node *place = n->items[i];
        for (size_t k = 0; place->kind == NODE_MAP && k < place->n; k++) {
            if (!is_among(place->keys[k], OF_PLACES) && !is_among(place->keys[k], OF_AUTHORS)) {
                check_key(b, place, k, OF_PLACES);
            }
        }
    }
}

static void check_author(struct build_run *b, const struct node *author) {
    for (size_t i = 0; author->kind == NODE_MAP && i < author->n; i++) {
        if (!is_among(author->keys[i], OF_AUTHORS)) {
            check_key(b, author, i, OF_AUTHORS);
        }
    }
    check_places(b, node_get(author, "affiliation"));
    check_places(b, node_get(author, "affiliations"));
}

static void check_authors(struct build_run *b, const struct node *n) {
    if (n && n->kind == NODE_MAP) {
        check_author(b, n);
    }
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        check_author(b, n->items[i]);
    }
}

/** The document's direction. */
static void check_dir(struct build_run *b, const struct node *dir) {
    struct str value = str_trim(node_text(dir));
    if (value.n > 0 && !str_ieq(value, STR("rtl")) && !str_ieq(value, STR("ltr"))) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, dir->span,
                                  "`%.*s` for `dir` is no direction", STR_ARG(value));
        diag_hint(b->d, g, "write `rtl` or `ltr`; without it the language decides");
    }
}

/** Levels of headings; `0` and what is no number are other things ("no contents"). */
static void check_depth(struct build_run *b, const struct node *depth) {
    int64_t n = 0;
    if (str_to_i64(node_text(depth), &n) && (n < 0 || n > 6)) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, depth->span,
                                  "there are no headings of level %lld", (long long)n);
        diag_hint(b->d, g, "write a level from 1 to 6");
    }
}

/** What people write for the tag of a language. */
static const char *tag_of(struct str word) {
    static const char *const names[][2] = {
        {"english", "en"},     {"german", "de"},     {"deutsch", "de"}, {"french", "fr"},
        {"francais", "fr"},    {"français", "fr"},   {"spanish", "es"}, {"español", "es"},
        {"italian", "it"},     {"italiano", "it"},   {"dutch", "nl"},   {"nederlands", "nl"},
        {"russian", "ru"},     {"portuguese", "pt"}, {"swedish", "sv"}, {"danish", "da"},
        {"chinese", "zh"},     {"japanese", "ja"},   {"korean", "ko"},  {"arabic", "ar"},
        {"hebrew", "he"},      {"polish", "pl"},     {"czech", "cs"},   {"greek", "el"},
        {"latin", "la"},       {"finnish", "fi"},    {"turkish", "tr"}, {"norwegian", "nb"},
        {"american", "en-US"}, {"british", "en-GB"}, {"ngerman", "de"},
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(word, str_of(names[i][0]))) {
            return names[i][1];
        }
    }
    return NULL;
}

static void check_lang(struct build_run *b, struct str lang, struct span at) {
    if (lang.n == 0 || doc_lang_is_tag(lang)) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_LANGUAGE_TAG, at,
                 "`%.*s` is no code of a language: words are not hyphenated by it", STR_ARG(lang));
    const char *tag = tag_of(lang);
    diag_hint(b->d, g, tag ? "write `%s`" : "write a tag as BCP 47 has it: `en`, `de-CH`", tag);
}

/** Languages of the document and of its parts. */
static void check_langs(struct build_run *b, const struct doc *doc) {
    const struct node *lang = node_get(doc->front, "lang");
    if (lang && lang->kind != NODE_LIST && lang->kind != NODE_MAP) {
        check_lang(b, str_trim(node_text(lang)), lang->span);
    }
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            if (str_is(a->pairs[i].key, "lang") && a->pairs[i].span.src) {
                check_lang(b, a->pairs[i].value, a->pairs[i].span);
            }
        }
    }
}

void build_check_keys(struct build_run *b, const struct doc *doc) {
    const struct node *front = doc->front;
    for (size_t i = 0; i < front->n; i++) {
        if (!is_among(front->keys[i], KNOWN) && !is_among(front->keys[i], OTHERS)) {
            check_key(b, front, i, KNOWN);
        }
    }
    check_dir(b, node_get(front, "dir"));
    check_depth(b, node_get(front, "toc-depth"));
    check_langs(b, doc);
    check_places(b, node_get(front, "affiliation"));
    check_places(b, node_get(front, "affiliations"));
    check_authors(b, node_get(front, "author"));
    check_authors(b, node_get(front, "authors"));
}
