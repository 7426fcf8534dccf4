/* SPDX-License-Identifier: MIT */
/*
 * What the files that read SVG share.
 */
#ifndef DOSSIER_IMAGE_SVG_INTERNAL_H
#define DOSSIER_IMAGE_SVG_INTERNAL_H

#include "core/data/xml.h"
#include "print/image/image_internal.h"

/** Whether the filters of an SVG image, whose size is known, can be computed in LIMIT_SVG_WORK;
 * reports it when they cannot. */
bool image_svg_work_ok(struct image_job *job, const struct xml_node *root);
/** False, with a diagnostic, when its uses draw more than LIMIT_SVG_ELEMENTS. */
bool image_svg_uses_ok(struct image_job *job, const struct xml_node *root);

#endif
