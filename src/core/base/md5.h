/* SPDX-License-Identifier: MIT */
/*
 * MD5 (RFC 1321): the checksum of embedded files in PDF (ISO 32000-1, Table 46). It detects damage,
 * not forgery.
 */
#ifndef DOSSIER_BASE_MD5_H
#define DOSSIER_BASE_MD5_H

#include "core/base/base.h"

#define MD5_SIZE 16

/** Computes the digest of a text. */
void md5(struct str text, unsigned char digest[MD5_SIZE]);

#endif
