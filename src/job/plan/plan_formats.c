/* SPDX-License-Identifier: MIT */
/*
 * The table of plans' formats.
 */
#include "job/plan/plan_model.h"

static const struct plan_format *const formats[] = {&plan_ninja, &plan_make, &plan_slurm,
                                                    &plan_bazel};

struct str plan_word(size_t i) {
    return i < ARRAY_LEN(formats) ? str_of(formats[i]->name) : STR_EMPTY;
}

const struct plan_format *plan_format_named(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        if (str_is(name, formats[i]->name)) {
            return formats[i];
        }
    }
    return NULL;
}
