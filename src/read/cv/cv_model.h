/* SPDX-License-Identifier: MIT */
/* Shared declarations of the module. cv.c finds the sections of a form, cv_section.c turns the
 * entries of a section into blocks, and cv_entry.c reads one entry. key.c has the meanings of keys,
 * and cv_date.c formats dates. The words of CVs in each language are in model/doc/language.def. */
#ifndef DOSSIER_CV_CV_MODEL_H
#define DOSSIER_CV_CV_MODEL_H

#include "read/cv/cv.h"

/** The meaning of a key of an entry. */
enum cv_meaning {
    CV_POSITION, /* position or award, which is shown first and in bold */
    CV_DEGREE,
    CV_AREA,
    CV_TITLE,
    CV_NAME, /* any name; in an entry with a position, the name of the employer */
    CV_LABEL,
    CV_DETAILS, /* the text after a label */
    CV_LEVEL,
    CV_KEYWORDS,
    CV_AUTHORS,
    CV_WITH, /* institution, company or awarder */
    CV_PLACE,
    CV_DATE,
    CV_START,
    CV_END,
    CV_URL,
    CV_DOI,
    CV_AMOUNT, /* an amount of money, which is shown at the end of its line */
    CV_TEXT,
    CV_ITEMS,
    CV_BULLET,
    CV_NUMBER,
    CV_REVERSED,
    CV_VARIANT, /* the variant of the document that shows the entry */
    CV_LOOKS,   /* icons and colours, which are not shown */
    CV_OTHER,
    CV_MEANINGS
};

/** The meaning of a key; CV_OTHER for an unknown one. */
enum cv_meaning cv_key(struct str key);
/** Returns the label of a key. For some keys of JSON Resume it is in the language `lang`; for other
 * keys it is cv_key_words(). */
struct str cv_key_label(struct arena *a, struct str lang, struct str key);
/** Returns a key as words: "date_of_birth" becomes "Date of birth", and "studyType" becomes "Study
 * type". */
struct str cv_key_words(struct arena *a, struct str key);
/** Returns the title of a section: the key itself if it has spaces or capitals, else
 * cv_key_words(). */
struct str cv_title_words(struct arena *a, struct str key);

/** A CV while it is read. */
struct cv {
    struct arena *a;
    struct doc *d;
    const struct cv_texts *texts;
    struct diags *diags;
    bool looks_reported; /* the report about icons and colours was made */
    bool months;         /* a date of the CV has a month, so the date column is wide */
};

/** The values of an entry by meaning. */
struct cv_entry {
    const struct node *self;
    const struct node *of[CV_MEANINGS]; /* the first value of each meaning, or NULL */
};
/** Finds the values of an entry for each meaning of a key. Empty values are left out. An entry that
 * is not a map has no values. */
struct cv_entry cv_entry_read(const struct node *n);

/** Appends a node with the place of `of` in the source. `of` may be NULL. */
struct doc_node *cv_put(struct cv *v, struct doc_node *parent, enum doc_kind kind,
                        const struct node *of);
enum cv_shape {
    CV_SHAPE_NONE, /* an entry with nothing to show */
    CV_SHAPE_TEXT,
    CV_SHAPE_DATED, /* a text beside its dates */
    CV_SHAPE_LINE,  /* "label: details" */
    CV_SHAPE_BULLET,
    CV_SHAPE_NUMBER,
    CV_SHAPE_REVERSED
};
enum cv_shape cv_entry_shape(const struct cv_entry *e);
/** Appends the side column of an entry. It consists of inlines. cv_entry_body() appends the main
 * column, which consists of blocks. */
void cv_entry_side(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *term);
void cv_entry_body(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *body);
/** Appends a value, which is not empty, as blocks: a text, a list, a map as "Key: value" lines. */
void cv_value_blocks(struct cv *v, const struct node *n, struct doc_node *parent);
/** Whether a value has something to show. */
bool cv_has(const struct node *n);
/** Marks a node, so that it is shown only in the variants that its entry names. */
void cv_mark_variant(struct cv *v, struct doc_node *n, const struct node *variant);

/** Whether a key of JSON Resume contains a section. Other keys belong to the front matter. */
bool cv_jsonresume_is_section(struct str key, const struct node *value);

/** Appends the entries of a section; `listed`: entries that are texts become list items. */
void cv_section_entries(struct cv *v, const struct node *entries, struct doc_node *parent,
                        bool listed);

/** Returns the dates of an entry with en dashes: "2019–2022", "Sep 2023 – present". Returns an
 * empty text without a date. */
struct str cv_dates(struct cv *v, const struct cv_entry *e);
/** Whether cv_dates() contains months. */
bool cv_dates_long(const struct cv_entry *e);

#endif
