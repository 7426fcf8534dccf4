/* SPDX-License-Identifier: MIT */
/*
 * Answers of services and exports of programs: their texts become trees of values, and rows of
 * service_fields.def map values to variables. Private to bib/format.
 *
 * A path leads from a value to other values. Its steps are separated by '/'. A step is the name of
 * a member, or '*' for all members; "." alone is the value itself. If a value is a list, the path
 * continues in each of its elements. In brackets after a step: [0] the first value, [name] values
 * with that member, [!name] without it, [name=x|y] values whose member is x or y (in upper or lower
 * case).
 *
 * In the tree of an XML text an attribute is a member whose name begins with '@', the name of an
 * element is its member "@element", and the text of an element that has attributes or children is
 * its member "text". Elements with equal names become a list.
 */
#ifndef DOSSIER_BIB_FORMAT_SERVICE_H
#define DOSSIER_BIB_FORMAT_SERVICE_H

#include "cite/bib/format/record.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"

/* maximum bytes in one file; its tree needs ten times as much */
#define SERVICE_LIMIT (64u * 1024u * 1024u)

/** How a text is converted to a tree. */
enum service_form { SERVICE_JSON, SERVICE_YAML, SERVICE_XML, SERVICE_CSV, SERVICE_REFER };

enum service_id {
#define SERVICE(ID, id, form, type, records, marks) SERVICE_OF_##ID,
#include "cite/bib/format/services.def"
#undef SERVICE
    SERVICE_COUNT
};

/** The values to which a path leads. */
struct service_values {
    const struct node **p;
    size_t n, cap;
};

/** Appends the values to which a path from `n` leads. */
void bib_service_find(struct service_values *out, const struct node *n, struct str path);
/** Returns the first value to which a path from `n` leads, or NULL. */
const struct node *bib_service_first(const struct node *n, const char *path);
/** Returns the text of a scalar, without white space around it. For a map, it is the text of its
 * member `text`, `value`, `name` or `title`. */
struct str bib_service_text(const struct node *n);

/** Makes the tree of a source that has the given form. Returns NULL after a diagnostic. */
struct node *bib_service_tree(struct bib_input *in, enum service_form form);
/** Whether a text is an answer of a service, judged by its marks in services.def. The text does not
 * begin with white space. Some formats have no marks and are recognized in other ways: Hayagriva's
 * YAML, Scopus's table, refer's lines. */
bool bib_service_has_marks(struct str text, enum service_form form, const char *marks);
#endif
