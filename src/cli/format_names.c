/* SPDX-License-Identifier: MIT */
/*
 * Database formats as values of options. The formats are those of bib/format.
 */
#include "cli/cli.h"

#include "cite/bib/format/format.h"

bool cli_find_format(struct str name, void *to) {
    enum bib_format format = bib_format_find(name);
    if (format != BIB_FORMAT_COUNT) {
        *(enum bib_format *)to = format;
    }
    return format != BIB_FORMAT_COUNT;
}
