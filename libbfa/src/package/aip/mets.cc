// SPDX-License-Identifier: Apache-2.0
#include "package/aip/mets.h"

#include <utility>

#include "package/aip/marcxml.h"

namespace bfa {
namespace {

constexpr const char* kAdministrativeId = "amd-1";

std::string record_id(const DataObject& object) {
  return "dmd-" + marc_control_number(object);
}

const char* division_type(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kBlog:
      return "BLOG";
    case ObjectKind::kPage:
      return "PAGE";
    case ObjectKind::kComment:
      return "COMMENT";
    default:
      return "BLOGPOST";
  }
}

}  // namespace

MetsWriter::MetsWriter(Sink& sink, std::string package, std::string title, UtcTime created)
    : xml_(sink), package_(std::move(package)), title_(std::move(title)), created_(created) {}

void MetsWriter::header() {
  xml_.start("mets:mets");
  xml_.attribute("xmlns:mets", "http://www.loc.gov/METS/");
  xml_.attribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
  xml_.attribute("xmlns:marc", "http://www.loc.gov/MARC21/slim");
  xml_.attribute("xmlns:premis", "http://www.loc.gov/premis/v3");
  xml_.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  xml_.attribute("OBJID", package_);
  xml_.attribute("LABEL", title_);
  xml_.attribute("TYPE", "Websites");
  xml_.start("mets:metsHdr");
  xml_.attribute("CREATEDATE", format_rfc3339(created_));
  xml_.attribute("RECORDSTATUS", "Complete");
  xml_.start("mets:agent");
  xml_.attribute("ROLE", "CREATOR");
  xml_.attribute("TYPE", "OTHER");
  xml_.attribute("OTHERTYPE", "SOFTWARE");
  xml_.element("mets:name", software_name());
  xml_.element("mets:note", software_version());
  xml_.end();
  xml_.end();
}

XmlWriter& MetsWriter::begin_descriptive(const DataObject& object) {
  if (first_record_.empty()) first_record_ = record_id(object);
  xml_.start("mets:dmdSec");
  xml_.attribute("ID", record_id(object));
  xml_.attribute("CREATED", format_rfc3339(created_));
  xml_.start("mets:mdWrap");
  xml_.attribute("MDTYPE", "MARC");
  xml_.attribute("MIMETYPE", "application/marcxml+xml");
  xml_.start("mets:xmlData");
  return xml_;
}

void MetsWriter::end_descriptive() {
  xml_.end();
  xml_.end();
  xml_.end();
}

void MetsWriter::files(const std::vector<PackageFile>& files, const std::vector<PremisEvent>& events) {
  std::vector<const PackageFile*> warcs;
  for (const PackageFile& file : files) {
    if (file.use != "warc") continue;
    warcs.push_back(&file);
    warc_ids_.emplace(file.name(), file.file_id(package_));
  }
  write_administrative_section(xml_, package_, kAdministrativeId, warcs, events);
  file_section(files);
  physical_map(files);
}

void MetsWriter::file_section(const std::vector<PackageFile>& files) {
  xml_.start("mets:fileSec");
  for (const char* use : {"warc", "text", "metadata"}) {
    bool open = false;
    for (const PackageFile& file : files) {
      if (file.use != use) continue;
      if (!std::exchange(open, true)) {
        xml_.start("mets:fileGrp");
        xml_.attribute("USE", use);
      }
      xml_.start("mets:file");
      xml_.attribute("ID", file.file_id(package_));
      if (file.use == "warc") xml_.attribute("ADMID", technical_id(package_, file));
      xml_.attribute("MIMETYPE", file.mime_type);
      xml_.attribute("SIZE", std::to_string(file.fixity.size));
      xml_.attribute("CHECKSUM", file.fixity.sha256);
      xml_.attribute("CHECKSUMTYPE", "SHA-256");
      xml_.start("mets:FLocat");
      xml_.attribute("LOCTYPE", "URL");
      xml_.attribute("xlink:type", "simple");
      xml_.attribute("xlink:href", file.path);
      xml_.end();
      xml_.end();
    }
    if (open) xml_.end();
  }
  xml_.end();
}

// First, and with TYPE "physical" in lower case and a TYPE on each division: readers depend on all three.
void MetsWriter::physical_map(const std::vector<PackageFile>& files) {
  xml_.start("mets:structMap");
  xml_.attribute("ID", "map-physical");
  xml_.attribute("TYPE", "physical");
  xml_.start("mets:div");
  xml_.attribute("ID", "div-package");
  xml_.attribute("TYPE", "Directory");
  xml_.attribute("LABEL", package_);
  if (!first_record_.empty()) xml_.attribute("DMDID", first_record_);
  for (const char* use : {"warc", "text", "metadata"}) divisions_of_folder(files, use);
  xml_.end();
  xml_.end();
}

void MetsWriter::divisions_of_folder(const std::vector<PackageFile>& files, const std::string& folder) {
  bool open = false;
  for (const PackageFile& file : files) {
    if (file.use != folder) continue;
    if (!std::exchange(open, true)) {
      xml_.start("mets:div");
      xml_.attribute("ID", "div-folder-" + folder);
      xml_.attribute("TYPE", "Directory");
      xml_.attribute("LABEL", file.path.substr(0, file.path.rfind('/')));
    }
    xml_.start("mets:div");
    xml_.attribute("ID", "div-" + file.uuid(package_));
    xml_.attribute("TYPE", "Item");
    xml_.attribute("LABEL", file.name());
    xml_.start("mets:fptr");
    xml_.attribute("FILEID", file.file_id(package_));
    xml_.end();
    xml_.end();
  }
  if (open) xml_.end();
}

void MetsWriter::begin_logical() {
  xml_.start("mets:structMap");
  xml_.attribute("ID", "map-logical");
  xml_.attribute("TYPE", "logical");
}

void MetsWriter::begin_division(const DataObject& object) {
  const std::string number = marc_control_number(object);
  xml_.start("mets:div");
  xml_.attribute("ID", "div-" + number);
  xml_.attribute("TYPE", division_type(object.kind));
  xml_.attribute("LABEL", object.title.empty() ? object.url : object.title);
  xml_.attribute("DMDID", record_id(object));
  const auto file =
      warc_ids_.find(object.provenance.warc.file.substr(object.provenance.warc.file.rfind('/') + 1));
  if (file == warc_ids_.end()) return;
  xml_.start("mets:fptr");
  xml_.start("mets:area");
  xml_.attribute("FILEID", file->second);
  xml_.attribute("BETYPE", "BYTE");
  xml_.attribute("BEGIN", std::to_string(object.provenance.warc.offset));
  xml_.attribute("EXTENT", std::to_string(object.provenance.warc.length));
  xml_.attribute("EXTTYPE", "BYTE");
  xml_.end();
  xml_.end();
}

}  // namespace bfa
