/* SPDX-License-Identifier: MIT */
/*
 * Runs while dossier is built: compiles the installed hyphenation patterns to tables.
 *
 *     hyphens FOLDER FILE...
 */
#include "core/base/file.h"
#include "print/layout/text/hyphen.h"

#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        int error = hyphens_compile(str_of(argv[i]), str_of(argv[1]));
        if (error != 0) { /* not fatal: dossier compiles these patterns when it needs them */
            (void)fprintf(stderr, "hyphens: %s: %s\n", argv[i], file_why(error));
        }
    }
    return 0;
}
