/* SPDX-License-Identifier: MIT */
/* Recognizes the form of a CV and finds its sections. */
#include "read/cv/cv.h"

#include "core/base/word_list.h"

#include "read/cv/cv_model.h"

static const char *const FORMS[] = {
    [CV_RENDERCV] = "rendercv", [CV_JSONRESUME] = "jsonresume", [CV_ALFOLIO] = "al-folio"};

enum cv_form cv_form_named(struct str name) {
    for (size_t i = 1; i < ARRAY_LEN(FORMS); i++) {
        if (str_ieq(name, str_of(FORMS[i]))) {
            return (enum cv_form)i;
        }
    }
    return CV_NONE;
}

enum cv_form cv_form_of(const struct node *data) {
    const struct node *cv = node_get(data, "cv"), *basics = node_get(data, "basics");
    if (cv && (node_get(cv, "sections") || node_get(cv, "name"))) {
        return CV_RENDERCV;
    }
    if (basics && (node_get(basics, "name") || node_get(basics, "email") ||
                   node_get(basics, "summary") || node_get(basics, "label"))) {
        return CV_JSONRESUME;
    }
    size_t sections = 0;
    for (size_t i = 0; data && data->kind == NODE_LIST && i < data->n; i++) {
        sections += node_get(data->items[i], "title") && node_get(data->items[i], "contents");
    }
    return sections && sections == data->n ? CV_ALFOLIO : CV_NONE;
}

bool cv_may_be(struct str text) {
    return str_find(text, STR("cv:")) != STR_NONE || str_find(text, STR("\"cv\"")) != STR_NONE ||
           str_find(text, STR("basics")) != STR_NONE ||
           str_find(text, STR("contents:")) != STR_NONE;
}

/** A section, independent of the form. */
struct section {
    /* the heading and the key of the section; either of them can be named to choose the section */
    struct str title, key;
    const struct node *entries, *place, *variant;
    bool listed; /* entries that are texts become items of a list */
};

/** The sections of JSON Resume, with the words for their titles. */
static const struct {
    const char *key;
    enum doc_word word;
} RESUME[] = {{"work", DOC_WORD_CV_WORK},
              {"education", DOC_WORD_CV_EDUCATION},
              {"awards", DOC_WORD_CV_AWARDS},
              {"certificates", DOC_WORD_CV_CERTIFICATES},
              {"publications", DOC_WORD_CV_PUBLICATIONS},
              {"projects", DOC_WORD_CV_PROJECTS},
              {"volunteer", DOC_WORD_CV_VOLUNTEER},
              {"skills", DOC_WORD_CV_SKILLS},
              {"languages", DOC_WORD_CV_LANGUAGES},
              {"interests", DOC_WORD_CV_INTERESTS},
              {"references", DOC_WORD_CV_REFERENCES}};

bool cv_jsonresume_is_section(struct str key, const struct node *value) {
    for (size_t i = 0; i < ARRAY_LEN(RESUME); i++) {
        if (str_is(key, RESUME[i].key)) {
            return true;
        }
    }
    /* Any other key with a list is a section that the author has added, except for these keys of
     * the front matter. */
    return value->kind == NODE_LIST && value->n > 0 &&
           !str_among(key, "author authors bibliography css variants keywords");
}

/** Reads the value with index `i` of JSON Resume. Returns false if it is not a section or has
 * nothing to show. */
static bool resume_section(struct arena *a, const struct node *data, size_t i, struct str lang,
                           struct section *out) {
    struct str key = data->keys[i];
    const struct node *value = data->items[i];
    if (str_is(key, "basics")) {
        out->title = doc_word(lang, DOC_WORD_CV_PROFILE, NULL);
        out->entries = node_get(value, "summary");
        return cv_has(out->entries);
    }
    if (!cv_jsonresume_is_section(key, value) || !cv_has(value)) {
        return false;
    }
    out->title = cv_title_words(a, key);
    for (size_t k = 0; k < ARRAY_LEN(RESUME); k++) {
        out->title = str_is(key, RESUME[k].key) ? doc_word(lang, RESUME[k].word, NULL) : out->title;
    }
    out->entries = value;
    return true;
}

/** Reads the section with index `i`. Returns false if it has nothing to show. */
static bool section_at(struct arena *a, const struct node *data, enum cv_form form, size_t i,
                       struct str lang, struct section *out) {
    *out = (struct section){.title = STR_EMPTY};
    switch (form) {
    case CV_RENDERCV: {
        const struct node *all = node_get(node_get(data, "cv"), "sections");
        out->key = all->keys[i];
        out->title = cv_title_words(a, out->key);
        out->entries = out->place = all->items[i];
        break;
    }
    case CV_JSONRESUME:
        if (!resume_section(a, data, i, lang, out)) {
            return false;
        }
        out->key = data->keys[i];
        out->place = out->entries;
        break;
    case CV_ALFOLIO:
        out->place = data->items[i];
        out->title = out->key = str_trim(node_text(node_get(out->place, "title")));
        out->entries = node_get(out->place, "contents");
        out->variant = node_get(out->place, "variant");
        out->listed = true;
        break;
    case CV_NONE:
        return false;
    }
    return cv_has(out->entries);
}

static size_t count_of(const struct node *data, enum cv_form form) {
    const struct node *all =
        form == CV_RENDERCV ? node_get(node_get(data, "cv"), "sections") : data;
    bool right = all && all->kind == (form == CV_ALFOLIO ? NODE_LIST : NODE_MAP);
    return right ? all->n : 0;
}

/** Whether `wanted` names the section. An empty list names every section. */
static bool is_wanted(const struct section *s, struct str wanted) {
    if (!wanted.n) {
        return true;
    }
    while (wanted.p) {
        struct str one = str_trim(str_cut(&wanted, ','));
        if (str_ieq(one, s->title) || str_ieq(one, s->key)) {
            return true;
        }
    }
    return false;
}

/** Whether an entry has a date with a month. If so, the date columns of the whole CV are wide. */
static bool has_months(const struct node *data, enum cv_form form, struct arena *a) {
    bool found = false;
    for (size_t i = 0; i < count_of(data, form) && !found; i++) {
        struct section s;
        bool here = section_at(a, data, form, i, STR_EMPTY, &s) && s.entries->kind == NODE_LIST;
        for (size_t k = 0; here && k < s.entries->n && !found; k++) {
            struct cv_entry e = cv_entry_read(s.entries->items[k]);
            found = cv_dates_long(&e);
        }
    }
    return found;
}

static void put_section(struct cv *v, const struct section *s, const struct cv_wanted *wanted,
                        struct doc_node *parent) {
    if (s->variant) {
        struct doc_node *div = doc_add(v->d, parent, DOC_DIV, s->place->span);
        cv_mark_variant(v, div, s->variant);
        parent = div;
    }
    if (!wanted->bare && s->title.n) {
        struct doc_node *h = doc_add(v->d, parent, DOC_HEADING, s->place->span);
        h->u.heading.level = wanted->level;
        doc_add_text(v->d, h, s->title, s->place->span);
    }
    cv_section_entries(v, s->entries, parent, s->listed);
}

size_t cv_sections(struct doc *d, struct doc_node *parent, const struct node *data,
                   enum cv_form form, const struct cv_wanted *wanted, const struct cv_texts *texts,
                   struct diags *diags) {
    struct cv v = {.a = d->arena,
                   .d = d,
                   .texts = texts,
                   .diags = diags,
                   .months = has_months(data, form, d->arena)};
    size_t shown = 0;
    for (size_t i = 0; i < count_of(data, form); i++) {
        struct section s;
        if (section_at(v.a, data, form, i, d->meta.lang, &s) && is_wanted(&s, wanted->sections)) {
            put_section(&v, &s, wanted, parent);
            shown++;
        }
    }
    return shown;
}

struct str cv_section_names(struct arena *a, const struct node *data, enum cv_form form,
                            struct str lang) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < count_of(data, form); i++) {
        struct section s;
        if (section_at(a, data, form, i, lang, &s)) {
            buf_puts(&b, b.n ? ", " : "");
            buf_str(&b, s.title);
        }
    }
    return buf_finish(&b, a);
}
