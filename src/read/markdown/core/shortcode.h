/* SPDX-License-Identifier: MIT */
#ifndef DOSSIER_MARKDOWN_SHORTCODE_H
#define DOSSIER_MARKDOWN_SHORTCODE_H

#include "core/base/base.h"

#define MARKDOWN_SHORTCODE_ARGUMENTS 16

/** A shortcode of Quarto or Hugo: {{< name value key="value" >}}. */
struct markdown_shortcode {
    struct str name;
    struct {
        struct str key, value; /* `key` is empty for a positional argument */
    } args[MARKDOWN_SHORTCODE_ARGUMENTS];
    size_t n;
};

/** Reads the text between the marks of a shortcode. The results are slices of `inside`. */
void markdown_shortcode_read(struct str inside, struct markdown_shortcode *out);
/** Returns the argument with this key, or the first positional argument if `key` is NULL. Empty if
 * there is none. */
struct str markdown_shortcode_argument(const struct markdown_shortcode *c, const char *key);

#endif
