/* SPDX-License-Identifier: MIT */
/*
 * A page on its way to a form: what form.c, which writes the objects out, and standard.c, which
 * looks at them, share.
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
    VEC(qpdf_oh) handles; /* of the objects, by number */
    VEC(uint32_t) known;  /* number in the file -> number here */
    VEC(struct pdfread_object) done;
    size_t bytes, values; /* of what is written so far */
    const char *fault;    /* why it cannot be taken; what is written then is not used */
};

static inline qpdf_oh taker_get(const struct taker *t, qpdf_oh dict, const char *key) {
    return QPDF(t->pdf, oh_get_key_if_dict, dict, key);
}

static inline bool taker_is_name(const struct taker *t, qpdf_oh value, const char *name) {
    const char *p = NULL;
    size_t n = 0;
    return QPDF(t->pdf, oh_get_value_as_name, value, &p, &n) && str_is((struct str){p, n}, name);
}

/* standard.c */

/** Notes in the form what standards forbid of a dictionary, an array, what content does, and of a
 * stream that may be a profile of colours. */
void pdfread_look_at(struct taker *t, qpdf_oh dict);
void pdfread_look_at_array(struct taker *t, qpdf_oh array);
void pdfread_look_at_content(struct taker *t, const struct pdfread_seen *seen);
void pdfread_look_at_profile(struct taker *t, struct str profile);

#endif
