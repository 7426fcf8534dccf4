/* SPDX-License-Identifier: MIT */
/*
 * Versions of the libraries behind the room, as they are at run time: for `--version` and reports
 * of faults.
 */
#ifndef DOSSIER_DATA_LIBXML_LOAD_H
#define DOSSIER_DATA_LIBXML_LOAD_H

/** libyaml's version, "0.2.5". Static. */
const char *yaml_library_version(void);
/** libxml2's version, "2.9.14", as it was built against. Static. */
const char *xml_library_version(void);

#endif
