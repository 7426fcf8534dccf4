/* SPDX-License-Identifier: MIT */
/*
 * The built-in style sheet of pages, as the build turns page.css into strings: one a line, ended by
 * NULL, as C promises no longer literals than 4095 bytes.
 */
#include "write/html/writer.h"

const char *const html_style_sheet[] = {
#include "write/html/page.css.inc"
    NULL,
};
const char *const html_site_sheet[] = {
#include "write/html/site.css.inc"
    NULL,
};
