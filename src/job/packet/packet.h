/* SPDX-License-Identifier: MIT */
/*
 * Packets. A packet is one PDF for each recipient in a table. It joins documents, which are built
 * with the values of the recipient, and finished PDFs. This module decides the meaning of a packet
 * file, and which parts are built once for all recipients.
 */
#ifndef DOSSIER_PACKET_PACKET_H
#define DOSSIER_PACKET_PACKET_H

#include "job/build/build.h"

/** All pointers are borrowed. */
struct packet_options {
    /* the options of the builds, with fonts and shared databases */
    const struct build_options *build;
    struct str file; /* the packet, a YAML file */
    struct str out;  /* the folder of the packets; it is created */
    /** Receives the findings about the packet and about each document that was built. */
    void (*report)(void *user, const struct build_job *job);
    void *user;
};

/**
 * Makes `OUT/ID/NAME.pdf` for each recipient, and `OUT/packet.tsv` with one line for each
 * recipient: id, file, pages, bytes and the comparison with the limits. A file that already has the
 * right bytes is not written. Returns false if the packet could not be read or a file could not be
 * written. Then `report` has received the reason.
 */
bool packet_run(const struct packet_options *opt);

#endif
