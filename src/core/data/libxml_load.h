/* SPDX-License-Identifier: MIT */
/*
 * Versions of libyaml and libxml2 at run time: for `--version` and fault reports.
 */
#ifndef DOSSIER_DATA_LIBXML_LOAD_H
#define DOSSIER_DATA_LIBXML_LOAD_H

/** The version of libyaml, as in "0.2.5". Static. */
const char *yaml_library_version(void);
/** The version of libxml2 for which the program was built, as in "2.9.14". Static. */
const char *xml_library_version(void);

#endif
