/* SPDX-License-Identifier: MIT */
/*
 * The little of the network that the program sees: a socket on which it listens. It connects to
 * nobody; libraries on servers are libpq's affair (bib/store).
 */
#ifndef DOSSIER_BASE_NET_H
#define DOSSIER_BASE_NET_H

#include "core/base/base.h"

/**
 * Listens on an address in numbers, IPv4 or IPv6 without brackets, or "localhost", which is
 * 127.0.0.1. `port` 0 takes one that is free. The caller closes `*fd`; `*bound` is the port.
 * Returns 0 or an errno value: EINVAL when it is no such address.
 */
int net_listen(struct str host, unsigned port, int *fd, unsigned *bound);
/** Whether an address in numbers is one, IPv4 or IPv6 without brackets. */
bool net_is_numeric(struct str host);
/** Whether it is one of this machine alone: 127.0.0.0/8, ::1, "localhost". */
bool net_is_loopback(struct str host);
/** Fills `out` with bytes that nobody can guess; false when the system has none. */
bool net_random(unsigned char *out, size_t n);

#endif
