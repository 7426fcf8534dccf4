/* SPDX-License-Identifier: MIT */
/*
 * Finds the front matter of a text: YAML between two lines of delimiters at the start. All readers
 * of documents, sites and works share this definition.
 */
#ifndef DOSSIER_CORE_BASE_FRONT_MATTER_H
#define DOSSIER_CORE_BASE_FRONT_MATTER_H

#include "core/base/base.h"

struct front_matter {
    /* offset of the opening delimiter, if there is one; the closing delimiter may be missing */
    size_t open;
    size_t begin, end; /* the text between the delimiters */
    size_t behind;     /* the offset after the front matter; 0 without front matter */
    bool unclosed; /* an opening delimiter precedes a line that looks like a key, but the closing
                      delimiter is missing */
};

/**
 * Finds the front matter of a text from byte `at` on: blank lines and a byte-order mark, a line
 * `---` that is not followed by a blank line, and everything up to a line `---` or `...` (pandoc's
 * manual, yaml_metadata_block; also Jekyll and Hugo). The member `behind` is 0 when there is none.
 */
struct front_matter front_matter_find(struct str text, size_t at);
/** Whether a line closes front matter: `---` or `...`. */
bool front_matter_ends(struct str line);
/** Whether a line looks like a key: `key: value`. */
bool front_matter_is_key(struct str line);

#endif
