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

/** Reads the text between the marks; the results are slices of `inside`. */
void markdown_shortcode_read(struct str inside, struct markdown_shortcode *out);
/** The argument of a key, or the first positional one for NULL; empty if missing. */
struct str markdown_shortcode_argument(const struct markdown_shortcode *c, const char *key);

#endif
