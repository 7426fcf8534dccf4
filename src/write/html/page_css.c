/* SPDX-License-Identifier: MIT */
/*
 * The built-in style sheet, made from page.css as strings, one a line, ended by NULL: C guarantees
 * literals of up to 4095 bytes only.
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
