/* SPDX-License-Identifier: MIT */
#ifndef DOSSIER_TESTS_REPLAY_H
#define DOSSIER_TESTS_REPLAY_H

#include <stddef.h>
#include <stdint.h>

/** LLVMFuzzerTestOneInput() of a fuzz target. */
typedef int fuzz_target(const uint8_t *data, size_t size);

/** Runs a target over the files and folders in argv[1] to argv[argc - 1], and writes TAP. Returns
 * the exit status. */
int replay(fuzz_target *target, int argc, char **argv);

#endif
