/* SPDX-License-Identifier: MIT */
/*
 * Functions shared by the files that read SVG.
 */
#ifndef DOSSIER_IMAGE_SVG_INTERNAL_H
#define DOSSIER_IMAGE_SVG_INTERNAL_H

#include "core/data/xml.h"
#include "print/image/image_internal.h"

/** Whether the filters of an SVG image can be computed within LIMIT_SVG_WORK; reports it if they
 * cannot. The size of the image must be known. */
bool image_svg_work_ok(struct image_job *job, const struct xml_node *root);
/** Whether the `use` elements draw at most LIMIT_SVG_ELEMENTS elements. If not, this is reported.
 */
bool image_svg_uses_ok(struct image_job *job, const struct xml_node *root);

#endif
