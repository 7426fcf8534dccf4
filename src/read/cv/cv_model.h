/* SPDX-License-Identifier: MIT */
/*
 * What the files of the room share. The way through them: cv.c knows where a form keeps its
 * sections, cv_section.c makes blocks of the entries of one, cv_entry.c one entry; key.c says what
 * a key means, cv_date.c how a time is written, section_names.c the words that CVs have in their
 * language.
 */
#ifndef DOSSIER_CV_CV_MODEL_H
#define DOSSIER_CV_CV_MODEL_H

#include "read/cv/cv.h"

/** What a key of an entry means. Those of one meaning stand beside one another in this order. */
enum cv_meaning {
    CV_POSITION, /* what somebody was, or got: in bold, in front */
    CV_DEGREE,
    CV_AREA,
    CV_TITLE,
    CV_NAME, /* the same, or the employer where there is a position */
    CV_LABEL,
    CV_DETAILS, /* what stands behind a label */
    CV_LEVEL,
    CV_KEYWORDS,
    CV_AUTHORS,
    CV_WITH, /* where, at whom, by whom */
    CV_PLACE,
    CV_DATE,
    CV_START,
    CV_END,
    CV_URL,
    CV_DOI,
    CV_AMOUNT, /* money: behind the rest of its line */
    CV_TEXT,
    CV_ITEMS,
    CV_BULLET,
    CV_NUMBER,
    CV_REVERSED,
    CV_VARIANT, /* the variant of the document that it is for */
    CV_LOOKS,   /* icons, colours: not shown */
    CV_OTHER,
    CV_MEANINGS
};

/** The meaning of a key; CV_OTHER for one that nobody knows. */
enum cv_meaning cv_key(struct str key);
/** A key of JSON Resume's as the language has it, any other by cv_key_words(). */
struct str cv_key_label(struct arena *a, struct str lang, struct str key);
/** A key as words: "date_of_birth" to "Date of birth", "studyType" to "Study type". */
struct str cv_key_words(struct arena *a, struct str key);
/** A section's title: the same, unless it is written with blanks or capitals. */
struct str cv_title_words(struct arena *a, struct str key);

/** Words of CVs, first the titles of JSON Resume's sections. */
enum cv_word {
    CV_WORD_PROFILE, /* basics.summary */
    CV_WORD_WORK,
    CV_WORD_VOLUNTEER,
    CV_WORD_EDUCATION,
    CV_WORD_AWARDS,
    CV_WORD_CERTIFICATES,
    CV_WORD_PUBLICATIONS,
    CV_WORD_SKILLS,
    CV_WORD_LANGUAGES,
    CV_WORD_INTERESTS,
    CV_WORD_REFERENCES,
    CV_WORD_PROJECTS,
    CV_WORD_PRESENT, /* until now: "2019-present" */
    CV_WORD_COURSES, /* keys that stand in front of their values */
    CV_WORD_KEYWORDS,
    CV_WORD_ROLES,
    CV_WORD_SCORE,
    CV_WORD_COUNT
};
/** The word in a BCP 47 language; English where it is not known. */
struct str cv_word(struct str lang, enum cv_word word);

/** A CV while it is read. */
struct cv {
    struct arena *a;
    struct doc *d;
    const struct cv_texts *texts;
    struct diags *diags;
    bool told;   /* that looks are not shown */
    bool months; /* some date of the CV has a month: the column of dates is a wide one */
};

/** An entry by meanings: what stands under its keys. */
struct cv_entry {
    const struct node *self;            /* as it was written */
    const struct node *of[CV_MEANINGS]; /* the first of each meaning, or NULL */
};
/** Reads the keys of an entry; one that is no map has none. Empty values are none. */
struct cv_entry cv_entry_read(const struct node *n);

/** How an entry is set. */
enum cv_shape {
    CV_SHAPE_NONE, /* it is empty */
    CV_SHAPE_TEXT,
    CV_SHAPE_DATED, /* beside its dates */
    CV_SHAPE_LINE,  /* "label: details" */
    CV_SHAPE_BULLET,
    CV_SHAPE_NUMBER,
    CV_SHAPE_REVERSED
};
enum cv_shape cv_entry_shape(const struct cv_entry *e);
/** Appends what stands at the side of an entry (inlines), and what beside that (blocks). */
void cv_entry_side(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *term);
void cv_entry_body(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *body);
/** Appends a value as blocks: a text, a list, a map as "Key: value" lines. */
void cv_value_blocks(struct cv *v, const struct node *n, struct doc_node *parent);
/** Whether there is anything to show. */
bool cv_has(const struct node *n);
/** Marks a node for the variants that an entry is for. */
void cv_mark_variant(struct cv *v, struct doc_node *n, const struct node *variant);

/** Whether a key of JSON Resume holds a section; front matter otherwise. */
bool cv_jsonresume_is_section(struct str key, const struct node *value);

/** Appends the entries of a section; `listed`: texts are items of a list. */
void cv_section_entries(struct cv *v, const struct node *entries, struct doc_node *parent,
                        bool listed);

/** When an entry was, as it is written: "2019-2022", "Sep 2023 - present", with dashes; empty
 * without a date. */
struct str cv_dates(struct cv *v, const struct cv_entry *e);
/** Whether that has months in it. */
bool cv_dates_long(const struct cv_entry *e);

#endif
