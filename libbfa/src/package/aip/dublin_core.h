// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "package/aip/package_model.h"
#include "xml/xml.h"

namespace bfa {

// Describes what a package is about, for systems that do not read MARC: unqualified Dublin Core as oai_dc:dc,
// and MODS 3.8. What is unknown is absent. Each declares its own namespaces.
void write_dublin_core(XmlWriter& xml, const PackageModel& model);
void write_mods(XmlWriter& xml, const PackageModel& model);

}  // namespace bfa
