/* SPDX-License-Identifier: MIT */
/*
 * The syntax of shortcodes.
 */
#ifndef DOSSIER_MARKDOWN_SHORTCODE_H
#define DOSSIER_MARKDOWN_SHORTCODE_H

#include "core/base/base.h"

#define MARKDOWN_SHORTCODE_ARGUMENTS 16

/** A shortcode of Quarto's or Hugo's: {{< name value key="value" >}}. */
struct markdown_shortcode {
    struct str name;
    struct {
        struct str key, value; /* no key: by its place */
    } args[MARKDOWN_SHORTCODE_ARGUMENTS];
    size_t n;
};

/** Reads what stands between its marks; slices of `inside`. */
void markdown_shortcode_read(struct str inside, struct markdown_shortcode *out);
/** The argument of a key, or the first without one for NULL; empty when there is none. */
struct str markdown_shortcode_argument(const struct markdown_shortcode *c, const char *key);

#endif
