/* SPDX-License-Identifier: MIT */
/* The table of the registries' types of works. */
#include "cite/bib/item/registry_types.h"

static const struct {
    const char *name;
    enum item_type type;
} rows[] = {
#define REGISTRY(name, type) {name, type},
#include "cite/bib/item/registry_types.def"
#undef REGISTRY
};

enum item_type item_type_of_registry(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_ieq(name, str_of(rows[i].name))) {
            return rows[i].type;
        }
    }
    return ITEM_TYPE_NONE;
}
