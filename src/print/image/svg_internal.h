/* SPDX-License-Identifier: MIT */
/*
 * What the files that read SVG share.
 */
#ifndef DOSSIER_IMAGE_SVG_INTERNAL_H
#define DOSSIER_IMAGE_SVG_INTERNAL_H

#include "core/data/xml.h"
#include "print/image/image_internal.h"

/** Whether the filters of an SVG image, whose size is known, can be computed within LIMIT_SVG_WORK;
 * reports it if not. */
bool image_svg_work_ok(struct image_job *job, const struct xml_node *root);
/** Whether the `use` elements draw at most LIMIT_SVG_ELEMENTS elements; reports it if not. */
bool image_svg_uses_ok(struct image_job *job, const struct xml_node *root);

#endif
