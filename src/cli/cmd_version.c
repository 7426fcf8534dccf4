/* SPDX-License-Identifier: MIT */
/*
 * --version: prints the versions of the program and of the libraries with which it was built. Each
 * module provides its own versions. No library is loaded for this.
 */
#include "cli/cli.h"

#include "cite/bib/store/store.h"
#include "core/data/xml.h"
#include "core/data/yaml.h"
#include "core/unicode/unicode.h"
#include "dossier/version.h"
#include "print/image/image.h"
#include "print/pdf/pdf.h"
#include "print/pdfread/pdfread.h"
#include "read/markdown/markdown.h"

#include <stdio.h>

void cli_version(void) {
    struct arena *a = arena_new();
    printf("dossier %s\nbuilt with:\n", DOSSIER_VERSION);
    printf("cmark-gfm %s\n", markdown_library_version());
    printf("libyaml %s\nlibxml2 %s\n", yaml_library_version(), xml_library_version());
    printf("SQLite %s\n", bib_store_library_version());
    printf("ICU %s\n", unicode_library_version());
    printf("%.*s\n", STR_ARG(font_library_versions(a)));
    printf("%.*s\n", STR_ARG(image_library_versions(a)));
    printf("libharu %s\n", pdf_library_version());
    printf("libqpdf %s\n", pdfread_library_version());
    arena_drop(a);
}
