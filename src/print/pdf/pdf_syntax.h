/* SPDX-License-Identifier: MIT */
/*
 * PDF's words: numbers, names and strings as text (ISO 32000-1, 7.3), independent of any locale.
 */
#ifndef DOSSIER_PDF_PDF_SYNTAX_H
#define DOSSIER_PDF_PDF_SYNTAX_H

#include "core/base/buf.h"
#include "print/font/font.h"

/** Millionths of a PDF unit (1/72 inch): what positions are computed in. */
typedef int64_t micro;

/** TeX's scaled points to PDF units: 72.27 pt are 72 units. Rounded half away from zero. */
micro pdf_micro(int64_t length);

/** A length to 1/1000 unit, 0.4 micrometres; as short as it can be: "12.5", "-.5", "0". */
void pdf_put_length(struct buf *b, micro length);
/** `v` / 10^`decimals` (at most 6), as short as it can be. */
void pdf_put_fixed(struct buf *b, int64_t v, int decimals);
/** "12 0 R", with a space before it. */
void pdf_put_ref(struct buf *b, uint32_t ref);
/** A name with its slash; what is no regular character is escaped (7.3.5). At most 127 bytes are
 * taken. */
void pdf_put_name(struct buf *b, struct str name);
/** Whether a text has characters of private use (Unicode 23.5). */
bool pdf_text_is_private(struct str utf8);
/** A text string (7.9.2.2): ASCII as it is, all else as UTF-16BE with its mark. */
void pdf_put_text(struct buf *b, struct str utf8);
/** An entry of a dictionary that is a text string; nothing when the value is empty. */
void pdf_put_entry(struct buf *b, const char *key, struct str value);
/** A byte string in parentheses, escaped. */
void pdf_put_bytes(struct buf *b, struct str bytes);
/** UTF-16BE in hexadecimal digits, without mark or brackets. */
void pdf_put_utf16(struct buf *b, struct str utf8);
/** A URI in ASCII (12.6.4.7): bytes that may not stand in one are percent-encoded (RFC 3986, 2.1).
 */
void pdf_put_uri(struct buf *b, struct str uri);

#endif
