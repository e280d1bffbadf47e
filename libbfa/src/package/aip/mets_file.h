// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "package/aip/package_model.h"
#include "package/files/package_file.h"
#include "xml/xml.h"

namespace bfa {

// Writes the element for a file of a fileGrp (METS 1.12): fixity, type, place. `prefix` is that of the METS
// namespace, "mets:" or empty; `href` is the place; `administration` is the value of ADMID, empty: without.
void write_mets_file(XmlWriter& xml, const PackageModel& model, const PackageFile& file,
                     std::string_view prefix, std::string_view href, std::string_view administration = {});

}  // namespace bfa
