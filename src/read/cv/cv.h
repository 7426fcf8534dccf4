/* SPDX-License-Identifier: MIT */
/*
 * Reads a CV that is kept as data into the document tree. The CV has one of three forms, which are
 * recognized by their keys:
 *
 *   rendercv    cv: {name, email, ..., sections: {Title: [entries]}}   RenderCV 2, field "cv"
 *   jsonresume  basics, work, education, skills ...                    JSON Resume 1.0 and older
 *   al-folio    a list of {title, type, contents}                      al-folio's _data/cv.yml
 *
 * In each form, an entry is read by the meaning of its keys (key.c). Dates go into the side column
 * and other values beside it; a value with an unknown key is shown with the key. The caller reads
 * the texts as Markdown. This module opens no files and knows no syntax.
 */
#ifndef DOSSIER_CV_CV_H
#define DOSSIER_CV_CV_H

#include "model/doc/doc.h"

enum cv_form { CV_NONE, CV_RENDERCV, CV_JSONRESUME, CV_ALFOLIO };

/** Puts texts into the tree. Both functions append the text of a scalar to the children of
 * `parent`, and do nothing for other nodes. `inlines` is called at most once for a node. */
struct cv_texts {
    void (*inlines)(void *user, struct doc_node *parent, const struct node *text);
    void (*blocks)(void *user, struct doc_node *parent, const struct node *text);
    void *user;
};

/** The form that --from names: "rendercv", "jsonresume", "al-folio"; CV_NONE for any other name. */
enum cv_form cv_form_named(struct str name);
/** The form of a value: CV_NONE when it is not a CV. */
enum cv_form cv_form_of(const struct node *data);
/** Whether a text may be YAML or JSON of one of the forms. This quick test saves the parsing of
 * other texts. */
bool cv_may_be(struct str text);

/** Returns the front matter of the document, with dossier's keys: `title` (the name), `subtitle`,
 * `lang`, and one `author`. The author has `name`, `email`, `phone`, `office` (the place of
 * residence), `url`, `photo`, `links`, and accounts at networks (`orcid`, `github` ...). `css` is
 * `cv` unless the data names a style sheet. Other keys of the front matter, such as `bibliography`
 * and `variants`, are kept. Keys that are not used, such as `design`, are reported. The map is in
 * `a`, and never NULL. */
struct node *cv_front(struct arena *a, const struct node *data, enum cv_form form, struct diags *d);

/** Which sections of a CV are shown, and how. */
struct cv_wanted {
    /* titles or keys of the sections, separated by commas; empty: all sections */
    struct str sections;
    bool bare;
    int level; /* level of the sections' headings */
};

/** Appends the CV's sections to `parent`. A section is a heading with lists, paragraphs, and
 * definition lists of dates and entries (in a division of the class `cv-entries`) or of labels and
 * entries (`cv-lines`). Returns the number of sections. Data that are not shown are reported at
 * their place. */
size_t cv_sections(struct doc *d, struct doc_node *parent, const struct node *data,
                   enum cv_form form, const struct cv_wanted *wanted, const struct cv_texts *texts,
                   struct diags *diags);
/** The titles of the sections, separated by commas, for messages. */
struct str cv_section_names(struct arena *a, const struct node *data, enum cv_form form,
                            struct str lang);

#endif
