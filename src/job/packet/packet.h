/* SPDX-License-Identifier: MIT */
/*
 * Packets: for each recipient of a table, one PDF that joins documents, made with the recipient's
 * values, and finished PDFs. Decides what a packet file means, and what is built once for all.
 */
#ifndef DOSSIER_PACKET_PACKET_H
#define DOSSIER_PACKET_PACKET_H

#include "job/build/build.h"

/** All pointers are borrowed. */
struct packet_options {
    const struct build_options *build; /* with fonts and shared databases */
    struct str file;                   /* the packet, a YAML file */
    struct str out;                    /* the folder of the packets; it is made */
    /** Receives the findings of the packet and of each document that was built. */
    void (*report)(void *user, const struct build_job *job);
    void *user;
};

/**
 * Makes `OUT/ID/NAME.pdf` for each recipient, and `OUT/packet.tsv` with a line for each: id, file,
 * pages, bytes and verdict. A file that has the right bytes already is not written. Returns false
 * when the packet could not be read, or a file not be written; then `report` got the reason.
 */
bool packet_run(const struct packet_options *opt);

#endif
