/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a `.dossier.yml`. Checked: fatal diagnostics keep their level. */
#include "fuzz.h"
#include "job/build/settings.h"

DIAG_USE(DIAG_CANNOT_READ);

static int read_it(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    (void)a, (void)limit;
    *out = *(struct str *)user;
    return str_ends(path, STR(".dossier.yml")) ? 0 : FILE_ON_DISK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct build_options opt = {.host = {.read = read_it, .user = &in.text}};
    build_settle(in.arena, &opt, STR_EMPTY, &in.diags);
    if (in.diags.levels && in.diags.levels[DIAG_CANNOT_READ->index]) {
        BUG("what is fatal has another level");
    }
    return fuzz_end(&in);
}
