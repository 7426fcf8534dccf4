/* SPDX-License-Identifier: MIT */
/*
 * All fuzz targets in one program of libFuzzer. It runs the target that it is called as:
 * out/fuzz/fuzz_json is a link to out/fuzz/all.
 */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT(name)
#define FUZZ(name) fuzz_target input_##name;
#include "programs.inc"
#undef FUZZ

static const struct {
    const char *name;
    fuzz_target *target;
} targets[] = {
#define FUZZ(name) {#name, input_##name},
#include "programs.inc"
};

static fuzz_target *chosen;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    const char *slash = strrchr((*argv)[0], '/');
    const char *name = slash ? slash + 1 : (*argv)[0];
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (strcmp(targets[i].name, name) == 0) {
            chosen = targets[i].target;
            return 0;
        }
    }
    (void)fprintf(stderr, "%s: there is no such fuzz target\n", name);
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return chosen(data, size);
}
