/* SPDX-License-Identifier: MIT */
/*
 * The state of a page that is being converted to a form. form.c writes the objects, and standard.c
 * examines them.
 */
#ifndef DOSSIER_PDFREAD_TAKER_H
#define DOSSIER_PDFREAD_TAKER_H

#include "core/base/vec.h"
#include "print/pdfread/form.h"
#include "print/pdfread/open.h"

struct taker {
    struct arena *a;
    struct pdfread_lib *pdf;
    struct pdfread_form *form;
    qpdf_oh page;
    VEC(qpdf_oh) handles; /* the objects, indexed by their number in the form */
    VEC(uint32_t) known;  /* the number of each object in the form, by its number in the file */
    VEC(struct pdfread_object) done;
    size_t bytes, values; /* the numbers of bytes and values that were written so far */
    /* the reason why the page cannot be converted, or NULL; the form is then dropped */
    const char *fault;
};

static inline qpdf_oh taker_get(const struct taker *t, qpdf_oh dict, const char *key) {
    return QPDF(t->pdf, oh_get_key_if_dict, dict, key);
}

static inline bool taker_is_name(const struct taker *t, qpdf_oh value, const char *name) {
    const char *p = NULL;
    size_t n = 0;
    return QPDF(t->pdf, oh_get_value_as_name, value, &p, &n) && str_is((struct str){p, n}, name);
}

/** These functions look for features that PDF standards forbid: in a dictionary, in an array, in
 * content, and in a stream that may be a colour profile (standard.c). */
void pdfread_look_at(struct taker *t, qpdf_oh dict);
void pdfread_look_at_array(struct taker *t, qpdf_oh array);
void pdfread_look_at_content(struct taker *t, const struct pdfread_seen *seen);
void pdfread_look_at_profile(struct taker *t, struct str profile);

#endif
