// SPDX-License-Identifier: Apache-2.0
#include "package/aip/mets_file.h"

#include <string>

#include "bfa/base/time.h"

namespace bfa {

void write_mets_file(XmlWriter& xml, const PackageModel& model, const PackageFile& file,
                     std::string_view prefix, std::string_view href, std::string_view administration) {
  xml.start(std::string(prefix) + "file");
  xml.attribute("ID", file.file_id(model.name));
  if (!administration.empty()) xml.attribute("ADMID", administration);
  xml.attribute("MIMETYPE", file.mime_type);
  xml.attribute("SIZE", std::to_string(file.fixity.size));
  xml.attribute("CREATED", format_rfc3339(model.now));
  xml.attribute("CHECKSUM", file.fixity.sha256);
  xml.attribute("CHECKSUMTYPE", "SHA-256");
  xml.start(std::string(prefix) + "FLocat");
  xml.attribute("LOCTYPE", "URL");
  xml.attribute("xlink:type", "simple");
  xml.attribute("xlink:href", href);
  xml.end();
  xml.end();
}

}  // namespace bfa
