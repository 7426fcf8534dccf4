/* SPDX-License-Identifier: MIT */
/*
 * Where the front matter of a text begins and ends: YAML between two lines of delimiters at its
 * front. Who reads documents, who asks whether one is a site's page, and who takes works from pages
 * all mean the same by it.
 */
#ifndef DOSSIER_DATA_FRONT_MATTER_H
#define DOSSIER_DATA_FRONT_MATTER_H

#include "core/base/base.h"

struct front_matter {
    size_t open;       /* of the opening delimiter; valid when there is one, closed or not */
    size_t begin, end; /* what stands between the delimiters */
    size_t behind;     /* of all of it; 0: there is none */
    bool unclosed;     /* a delimiter opens what has the look of a key, and none closes it */
};

/**
 * Finds the front matter of a text from byte `at` on: blank lines and a byte order mark, a line
 * `---` that no blank line follows, all up to a line `---` or `...` (pandoc's MANUAL,
 * yaml_metadata_block; Jekyll's and Hugo's are such). Where there is none, `behind` is 0.
 */
struct front_matter front_matter_find(struct str text, size_t at);
/** Whether a line closes front matter: `---` or `...`. */
bool front_matter_ends(struct str line);
/** Whether a line has the look of a key, `key: value`. */
bool front_matter_is_key(struct str line);

#endif
