/* SPDX-License-Identifier: MIT */
/*
 * A socket on which the program waits for connections. The program itself never opens a connection
 * to another machine, but libpq connects to databases (bib/store).
 */
#ifndef DOSSIER_BASE_NET_H
#define DOSSIER_BASE_NET_H

#include "core/base/base.h"

/**
 * Listens on a numeric address, IPv4 or IPv6 without brackets, or on "localhost", which is
 * 127.0.0.1. `port` 0 takes a free port. The caller closes `*fd`; `*bound` becomes the port.
 * Returns 0 or an errno value: EINVAL for any other `host`.
 */
int net_listen(struct str host, unsigned port, int *fd, unsigned *bound);
/** Whether `host` is a numeric address, IPv4 or IPv6 without brackets. */
bool net_is_numeric(struct str host);
/** Whether `host` is this machine only: 127.0.0.0/8, ::1, "localhost". */
bool net_is_loopback(struct str host);
/** Fills `out` with `n` bytes that cannot be guessed. Returns false when the system has none. */
bool net_random(unsigned char *out, size_t n);

#endif
