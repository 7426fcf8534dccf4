/* SPDX-License-Identifier: MIT */
/*
 * The labels of numbered lists, for outputs that contain them as text. In HTML, browsers make the
 * same labels (CSS Counter Styles 3, section 6). Bullets differ by output.
 */
#include "model/doc/doc.h"

#include "core/base/buf.h"

#define ROMAN_LIMIT 4000 /* the first number without a Roman form */

void doc_list_number(struct buf *out, enum doc_list_style style, int number) {
    switch (style) {
    case DOC_LOWER_ALPHA:
    case DOC_UPPER_ALPHA:
        if (number > 0) {
            buf_letters(out, number, style == DOC_UPPER_ALPHA ? 'A' : 'a');
            return;
        }
        break;
    case DOC_LOWER_ROMAN:
    case DOC_UPPER_ROMAN:
        if (number > 0 && number < ROMAN_LIMIT) {
            buf_roman(out, number, style == DOC_UPPER_ROMAN);
            return;
        }
        break;
    case DOC_BULLET:
    case DOC_DECIMAL:
    case DOC_UNMARKED:
        break;
    }
    buf_int(out, number);
}

void doc_list_label(struct buf *out, const struct doc_node *list, enum doc_list_style style,
                    int number) {
    static const char *const before[] = {"", "", "(", "["};
    static const char *const after[] = {".", ")", ")", "]"};
    buf_puts(out, before[list->u.list.delim]);
    buf_str(out, list->u.list.prefix);
    doc_list_number(out, style, number);
    buf_puts(out, after[list->u.list.delim]);
}
