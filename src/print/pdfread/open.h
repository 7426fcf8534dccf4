/* SPDX-License-Identifier: MIT */
/*
 * What the files that use libqpdf share. Internal to print/pdfread.
 */
#ifndef DOSSIER_PDFREAD_OPEN_H
#define DOSSIER_PDFREAD_OPEN_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/module.h"
#include "core/diag/diag.h"

#include <qpdf/qpdf-c.h>

#define PDFREAD_CALLS(X)                                                                           \
    X(qpdf_cleanup)                                                                                \
    X(qpdf_get_error)                                                                              \
    X(qpdf_get_error_code)                                                                         \
    X(qpdf_get_num_pages)                                                                          \
    X(qpdf_get_object_by_id)                                                                       \
    X(qpdf_get_page_n)                                                                             \
    X(qpdf_get_root)                                                                               \
    X(qpdf_get_trailer)                                                                            \
    X(qpdf_has_error)                                                                              \
    X(qpdf_init)                                                                                   \
    X(qpdf_more_warnings)                                                                          \
    X(qpdf_oh_begin_dict_key_iter)                                                                 \
    X(qpdf_oh_dict_more_keys)                                                                      \
    X(qpdf_oh_dict_next_key)                                                                       \
    X(qpdf_oh_get_array_item)                                                                      \
    X(qpdf_oh_get_array_n_items)                                                                   \
    X(qpdf_oh_get_binary_string_value)                                                             \
    X(qpdf_oh_get_dict)                                                                            \
    X(qpdf_oh_get_int_value_as_int)                                                                \
    X(qpdf_oh_get_key)                                                                             \
    X(qpdf_oh_get_key_if_dict)                                                                     \
    X(qpdf_oh_get_numeric_value)                                                                   \
    X(qpdf_oh_get_object_id)                                                                       \
    X(qpdf_oh_get_page_content_data)                                                               \
    X(qpdf_oh_get_stream_data)                                                                     \
    X(qpdf_oh_get_type_code)                                                                       \
    X(qpdf_oh_get_value_as_longlong)                                                               \
    X(qpdf_oh_get_value_as_name)                                                                   \
    X(qpdf_oh_get_value_as_utf8)                                                                   \
    X(qpdf_oh_has_key)                                                                             \
    X(qpdf_oh_is_array)                                                                            \
    X(qpdf_oh_is_dictionary)                                                                       \
    X(qpdf_oh_is_indirect)                                                                         \
    X(qpdf_oh_is_integer)                                                                          \
    X(qpdf_oh_is_name)                                                                             \
    X(qpdf_oh_is_number)                                                                           \
    X(qpdf_oh_is_stream)                                                                           \
    X(qpdf_oh_is_string)                                                                           \
    X(qpdf_oh_new_name)                                                                            \
    X(qpdf_oh_release)                                                                             \
    X(qpdf_oh_unparse)                                                                             \
    X(qpdf_oh_unparse_resolved)                                                                    \
    X(qpdf_read_memory)                                                                            \
    X(qpdf_set_suppress_warnings)                                                                  \
    X(qpdf_silence_errors)

struct pdfread_calls {
    PDFREAD_CALLS(MODULE_FIELD)
};

#define PDFREAD_SYMBOL(name) {#name, offsetof(struct pdfread_calls, name)},

/** libqpdf, loaded when the first PDF is opened, and an open PDF. */
struct pdfread_lib {
    struct pdfread_calls calls;
    qpdf_data data;
};

/** Calls a function of libqpdf on an open PDF, named without "qpdf_": QPDF(pdf, oh_is_array,
 * value). */
#define QPDF(lib, name, ...) ((lib)->calls.qpdf_##name((lib)->data, ##__VA_ARGS__))

/** Opens a PDF; `bytes` is borrowed until pdfread_close(). NULL with a diagnostic if it is no PDF,
 * encrypted with a password, or damaged beyond repair. */
struct pdfread_lib *pdfread_open(struct str name, struct str bytes, struct span at,
                                 struct diags *d);
void pdfread_close(struct pdfread_lib *pdf);

/** What a content stream uses that standards forbid. */
struct pdfread_seen {
    bool cmyk;           /* device CMYK colours */
    bool later;          /* numbers that PDF 1.4 does not allow */
    const char *foreign; /* a description of something that all of PDF/A forbids, or NULL */
};
/** Removes marked content from a content stream; forbidden features are added to `seen`.
 * unmark_content.c */
struct str pdfread_content(struct arena *a, struct str content, struct pdfread_seen *seen);

/** The unpacked size of a zlib stream (RFC 1950); counting stops above `most`. expand.c */
size_t pdfread_flate_size(struct str data, size_t most);
/** The same for any filter that expands: "/FlateDecode", "/LZWDecode" or "/RunLengthDecode". */
size_t pdfread_filter_size(struct str data, struct str filter, size_t most);
/** Whether a stream unpacks to at most `most` bytes; it is not unpacked for this. */
bool pdfread_fits(struct pdfread_lib *pdf, qpdf_oh stream, size_t most);
/** Whether a file's object and cross-reference streams, which libqpdf unpacks when it opens the
 * file, have at most `most` bytes in all. */
bool pdfread_opens_small(struct str file, size_t most);

#endif
