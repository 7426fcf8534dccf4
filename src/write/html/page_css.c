/* SPDX-License-Identifier: MIT */
/*
 * The built-in style sheet, which is made from page.css. It is an array of strings, one for each
 * line, that ends with NULL, because C guarantees only literals of up to 4095 bytes.
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
