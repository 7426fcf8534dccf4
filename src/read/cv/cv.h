/* SPDX-License-Identifier: MIT */
/*
 * A CV kept as data, read into the document tree. Three forms are known, by their content:
 *
 *   rendercv    cv: {name, email, ..., sections: {Title: [entries]}}   RenderCV 2, "cv" field
 *   jsonresume  basics, work, education, skills ...                    JSON Resume 1.0 and older
 *   al-folio    a list of {title, type, contents}                      al-folio's _data/cv.yml
 *
 * An entry is read by what its keys mean, whatever the form (key.c): dates stand at the side, what
 * was then beside them; a key that nobody knows is shown with its name. Texts are read by whoever
 * calls, as Markdown. The room sees no file and knows no syntax.
 */
#ifndef DOSSIER_CV_CV_H
#define DOSSIER_CV_CV_H

#include "model/doc/doc.h"

enum cv_form { CV_NONE, CV_RENDERCV, CV_JSONRESUME, CV_ALFOLIO };

/** How texts get into the tree: both put a scalar's text behind the children of `parent`, and
 * nothing for what is no scalar. `inlines` is called once at most for a node. */
struct cv_texts {
    void (*inlines)(void *user, struct doc_node *parent, const struct node *text);
    void (*blocks)(void *user, struct doc_node *parent, const struct node *text);
    void *user;
};

/** The form of a name of --from: "rendercv", "jsonresume", "al-folio"; CV_NONE for any other. */
enum cv_form cv_form_named(struct str name);
/** The form that a value has: CV_NONE when it is no CV. */
enum cv_form cv_form_of(const struct node *data);
/** Whether a text may be YAML or JSON of one of the forms, by its first lines: so that nobody need
 * parse what cannot be one. */
bool cv_may_be(struct str text);

/**
 * What the data says of the document, as front matter in dossier's keys: `title` (the name),
 * `subtitle`, `lang`, and one `author` with `name`, `email`, `phone`, `office` (where one lives),
 * `url`, `photo`, `links`, and the names of networks (`orcid`, `github` ...) with what the person
 * is called there; `css: cv` unless it names a sheet. Keys beside the form's own, such as
 * `bibliography` and `variants`, are taken as they are. Notes say what is not used (`design`). Made
 * in `a`; never NULL.
 */
struct node *cv_front(struct arena *a, const struct node *data, enum cv_form form, struct diags *d);

/** What is wanted of a CV's sections. */
struct cv_wanted {
    struct str sections; /* titles or keys, with commas between; empty: all */
    bool bare;           /* without headings */
    int level;           /* of the headings */
};

/**
 * Appends the CV's sections to `parent`: headings, definition lists of dates (or labels) and
 * entries in divisions of class `cv-entries` (`cv-lines`), lists, paragraphs. Returns how many
 * sections came. What is not shown is reported at its place.
 */
size_t cv_sections(struct doc *d, struct doc_node *parent, const struct node *data,
                   enum cv_form form, const struct cv_wanted *wanted, const struct cv_texts *texts,
                   struct diags *diags);
/** The titles of its sections with commas between, for messages. */
struct str cv_section_names(struct arena *a, const struct node *data, enum cv_form form,
                            struct str lang);

#endif
