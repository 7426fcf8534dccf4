/* SPDX-License-Identifier: MIT */
/*
 * All unit tests and replays of fuzz targets in one program, which is linked once. It runs the one
 * that it is called as: out/tests/unit/test_html is a link to out/tests/all.
 *
 * The Makefile writes programs.inc, with UNIT(name) or FUZZ(name) for each, and renames main() of a
 * unit test to main_NAME(), the function of a fuzz target to input_NAME().
 */
#include "fuzz/replay.h"

#include <stdio.h>
#include <string.h>

#define UNIT(name) int main_##name(void);
#define FUZZ(name) fuzz_target input_##name;
#include "programs.inc"
#undef UNIT
#undef FUZZ

static const struct {
    const char *name;
    int (*test)(void);
    fuzz_target *target;
} programs[] = {
#define UNIT(name) {#name, main_##name, NULL},
#define FUZZ(name) {#name, NULL, input_##name},
#include "programs.inc"
};

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    const char *name = slash ? slash + 1 : argv[0];
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (strcmp(programs[i].name, name) == 0) {
            return programs[i].test ? programs[i].test() : replay(programs[i].target, argc, argv);
        }
    }
    (void)fprintf(stderr, "%s: there is no such test\n", name);
    return 2;
}
