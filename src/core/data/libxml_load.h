/* SPDX-License-Identifier: MIT */
/*
 * Versions of libyaml and libxml2 at run time: for `--version` and fault reports.
 */
#ifndef DOSSIER_DATA_LIBXML_LOAD_H
#define DOSSIER_DATA_LIBXML_LOAD_H

/** libyaml's version, "0.2.5". Static. */
const char *yaml_library_version(void);
/** libxml2's version, "2.9.14", as it was built against. Static. */
const char *xml_library_version(void);

#endif
