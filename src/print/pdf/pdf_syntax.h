/* SPDX-License-Identifier: MIT */
/*
 * Tokens of PDF: numbers, names and strings as text (ISO 32000-1, 7.3), independent of the locale.
 */
#ifndef DOSSIER_PDF_PDF_SYNTAX_H
#define DOSSIER_PDF_PDF_SYNTAX_H

#include "core/base/buf.h"
#include "print/font/font.h"

/** Millionths of a PDF unit (1/72 inch). Positions are computed in this unit. */
typedef int64_t micro;

/**
 * Converts TeX's scaled points to PDF units: 72.27 pt are 72 units. The result is rounded (halves
 * away from zero).
 */
micro pdf_micro(int64_t length);
/** Returns n / d rounded to the nearest integer (halves away from zero). `d` is positive. */
static inline int64_t pdf_divide(int64_t n, int64_t d) {
    return n >= 0 ? (n + d / 2) / d : -((-n + d / 2) / d);
}

/** Appends a length in units, rounded to 1/1000 unit (0.4 micrometres), in its shortest form:
 * "12.5", "-.5", "0". */
void pdf_put_length(struct buf *b, micro length);
/** Appends `v` / 10^`decimals` in its shortest form. `decimals` is at most 6. */
void pdf_put_fixed(struct buf *b, int64_t v, int decimals);
/** Appends a colour and its operator: "1 .502 0 rg". */
void pdf_put_rgb(struct buf *b, uint8_t red, uint8_t green, uint8_t blue, const char *op);
/** Appends a reference such as "12 0 R", with a space before it. */
void pdf_put_ref(struct buf *b, uint32_t ref);
/** Appends `text`, which ends with a key, and a reference: "/Pg 12 0 R". */
void pdf_put_ref_entry(struct buf *b, const char *text, uint32_t ref);
/** Appends a name with its slash; special characters are escaped (7.3.5). At most 127 bytes are
 * written. */
void pdf_put_name(struct buf *b, struct str name);
/** Whether a text has private-use characters (Unicode 23.5). */
bool pdf_text_is_private(struct str utf8);
/**
 * Appends a text string (7.9.2.2): ASCII unchanged, otherwise UTF-16BE with its byte order mark.
 */
void pdf_put_text(struct buf *b, struct str utf8);
/** Appends a dictionary entry with a text string. Appends nothing if the value is empty. */
void pdf_put_entry(struct buf *b, const char *key, struct str value);
/** Appends a byte string in parentheses, escaped. */
void pdf_put_bytes(struct buf *b, struct str bytes);
/** Appends a text as UTF-16BE in hexadecimal digits, without byte order mark and brackets. */
void pdf_put_utf16(struct buf *b, struct str utf8);
/** Appends a URI in ASCII (12.6.4.7). Other bytes are percent-encoded (RFC 3986, 2.1). */
void pdf_put_uri(struct buf *b, struct str uri);

#endif
