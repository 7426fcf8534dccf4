/* SPDX-License-Identifier: MIT */
/* The syntax of shortcodes. */
#ifndef DOSSIER_MARKDOWN_SHORTCODE_H
#define DOSSIER_MARKDOWN_SHORTCODE_H

#include "core/base/base.h"

#define MARKDOWN_SHORTCODE_ARGUMENTS 16

/** A shortcode of Quarto or Hugo: {{< name value key="value" >}}. */
struct markdown_shortcode {
    struct str name;
    struct {
        struct str key, value; /* key: empty for positional arguments */
    } args[MARKDOWN_SHORTCODE_ARGUMENTS];
    size_t n;
};

/** Reads the text between the marks. The results are slices of `inside`. */
void markdown_shortcode_read(struct str inside, struct markdown_shortcode *out);
/** Returns the argument of a key. If the key is NULL, returns the first positional argument. Empty
 * if it is missing. */
struct str markdown_shortcode_argument(const struct markdown_shortcode *c, const char *key);

#endif
