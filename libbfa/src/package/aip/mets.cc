// SPDX-License-Identifier: Apache-2.0
#include "package/aip/mets.h"

#include <utility>

#include "package/aip/dublin_core.h"
#include "package/aip/marcxml.h"
#include "package/aip/mets_file.h"

namespace bfa {
namespace {

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

// The amdSec of a file: readers want all that is said of a file in one.
std::string administration_id(const PackageModel& model, const PackageFile& file) {
  return "amd-" + file.uuid(model.name);
}

}  // namespace

void MetsWriter::header() {
  xml_.start("mets:mets");
  xml_.attribute("xmlns:mets", kMetsNamespace);
  xml_.attribute("xmlns:xlink", kXlinkNamespace);
  xml_.attribute("xmlns:premis", kPremisNamespace);
  xml_.attribute("xmlns:xsi", kXsiNamespace);
  xml_.attribute("OBJID", model_.name);
  xml_.attribute("LABEL", model_.title);
  xml_.attribute("TYPE", "Websites");
  xml_.attribute("PROFILE", kMetsProfile);
  line();
  xml_.start("mets:metsHdr");
  xml_.attribute("CREATEDATE", format_rfc3339(model_.now));
  xml_.attribute("RECORDSTATUS", "Complete");
  for (const PremisAgent& agent : model_.agents) {
    const bool software = agent.type == "software";
    xml_.start("mets:agent");
    xml_.attribute("ROLE", software ? "CREATOR" : "CUSTODIAN");
    xml_.attribute("TYPE", software ? "OTHER" : agent.type == "organization" ? "ORGANIZATION" : "INDIVIDUAL");
    if (software) xml_.attribute("OTHERTYPE", "SOFTWARE");
    xml_.element("mets:name", agent.name);
    if (software) xml_.element("mets:note", agent.version);
    if (!software && agent.id_type != "local") xml_.element("mets:note", agent.id_type + " " + agent.id);
    if (!agent.note.empty()) xml_.element("mets:note", agent.note);
    xml_.end();
  }
  xml_.end();
  descriptive("dmd-dc", "DC", write_dublin_core);
  descriptive("dmd-mods", "MODS", write_mods);
}

void MetsWriter::begin_wrap(const char* element, const std::string& id, const char* type) {
  xml_.start(element);
  xml_.attribute("ID", id);
  xml_.start("mets:mdWrap");
  xml_.attribute("MDTYPE", type);
  if (std::string_view(type).starts_with("PREMIS")) xml_.attribute("MDTYPEVERSION", "3.0");
  xml_.start("mets:xmlData");
}

void MetsWriter::end_wrap() {
  xml_.end();
  xml_.end();
  xml_.end();
}

void MetsWriter::descriptive(const char* id, const char* type,
                             void (*write)(XmlWriter&, const PackageModel&)) {
  line();
  begin_wrap("mets:dmdSec", id, type);
  write(xml_, model_);
  end_wrap();
}

XmlWriter& MetsWriter::begin_record(const RecordName& name, const std::string& warc) {
  (records_of_[warc] += " ") += name.id;
  if (packed_) subject_ = name;
  line();
  xml_.start("mets:dmdSec");
  xml_.attribute("ID", name.id);
  xml_.attribute("GROUPID", name.group);
  xml_.attribute("STATUS", name.current ? "CURRENT" : "SUPERSEDED");
  xml_.start("mets:mdWrap");
  xml_.attribute("MDTYPE", "MARC");
  xml_.attribute("MIMETYPE", "application/marcxml+xml");
  xml_.start("mets:xmlData");
  return xml_;
}

void MetsWriter::end_record() {
  end_wrap();
}

void MetsWriter::packed_records(const std::string& path, const Fixity& fixity) {
  packed_ = true;
  line();
  xml_.start("mets:dmdSec");
  xml_.attribute("ID", "dmd-marc");
  xml_.start("mets:mdRef");
  xml_.attribute("LOCTYPE", "URL");
  xml_.attribute("xlink:type", "simple");
  xml_.attribute("xlink:href", path);
  xml_.attribute("MDTYPE", "MARC");
  xml_.attribute("MIMETYPE", "application/gzip");
  xml_.attribute("SIZE", std::to_string(fixity.size));
  xml_.attribute("CREATED", format_rfc3339(model_.now));
  xml_.attribute("CHECKSUM", fixity.sha256);
  xml_.attribute("CHECKSUMTYPE", "SHA-256");
  xml_.end();
  xml_.end();
}

void MetsWriter::files() {
  for (const PackageFile& file : model_.files) file_administration(file);
  package_administration();
  file_section();
  physical_map();
}

void MetsWriter::file_administration(const PackageFile& file) {
  PremisWriter premis(xml_, model_.name);
  const std::string uuid = file.uuid(model_.name);
  line();
  xml_.start("mets:amdSec");
  xml_.attribute("ID", administration_id(model_, file));
  begin_wrap("mets:techMD", "tech-" + uuid, "PREMIS:OBJECT");
  premis.file(file);
  end_wrap();
  std::size_t number = 0;
  for (const PremisEvent& event : model_.events) {
    if (!event.is_about(file)) continue;
    begin_wrap("mets:digiprovMD", "event-" + uuid + "-" + std::to_string(++number), "PREMIS:EVENT");
    premis.event(event, {&file}, model_.agents);
    end_wrap();
  }
  for (std::size_t i = 0; i < model_.agents.size(); ++i) {
    begin_wrap("mets:digiprovMD", "agent-" + uuid + "-" + std::to_string(i + 1), "PREMIS:AGENT");
    premis.agent(model_.agents[i]);
    end_wrap();
  }
  xml_.end();
}

// Of the package as a whole.
void MetsWriter::package_administration() {
  PremisWriter premis(xml_, model_.name);
  line();
  xml_.start("mets:amdSec");
  xml_.attribute("ID", "amd-package");
  begin_wrap("mets:techMD", "tech-entity", "PREMIS:OBJECT");
  premis.entity(model_.title, model_.url, model_.before);
  end_wrap();
  begin_wrap("mets:techMD", "tech-representation", "PREMIS:OBJECT");
  premis.representation(model_.preserved());
  end_wrap();
  if (!model_.rights.empty()) {
    begin_wrap("mets:rightsMD", "rights-1", "PREMIS:RIGHTS");
    premis.rights(model_.rights);
    end_wrap();
  }
  if (!model_.rights_of_user.empty()) {
    begin_wrap("mets:rightsMD", "rights-2", "PREMIS:RIGHTS");
    premis.rights({{}, model_.rights_of_user});
    end_wrap();
  }
  std::size_t number = 0;
  for (const PremisEvent& event : model_.events) {
    if (!event.whole && event.linked) continue;
    begin_wrap("mets:digiprovMD", "event-" + std::to_string(++number), "PREMIS:EVENT");
    premis.event(event, {}, model_.agents);
    end_wrap();
  }
  for (std::size_t i = 0; i < model_.agents.size(); ++i) {
    begin_wrap("mets:digiprovMD", "agent-" + std::to_string(i + 1), "PREMIS:AGENT");
    premis.agent(model_.agents[i]);
    end_wrap();
  }
  for (std::size_t i = 0; i < model_.readers.size(); ++i) {
    begin_wrap("mets:digiprovMD", "agent-reader-" + std::to_string(i + 1), "PREMIS:AGENT");
    premis.agent(model_.readers[i]);
    end_wrap();
  }
  xml_.end();
}

void MetsWriter::file_section() {
  line();
  xml_.start("mets:fileSec");
  for (const char* use : {"warc", "text", "documentation", "metadata"}) {
    bool open = false;
    for (const PackageFile& file : model_.files) {
      if (file.use != use) continue;
      if (!std::exchange(open, true)) {
        xml_.start("mets:fileGrp");
        xml_.attribute("USE", use);
      }
      line();
      write_mets_file(xml_, model_, file, "mets:", file.path, administration_id(model_, file));
    }
    if (open) xml_.end();
  }
  xml_.end();
}

// First, and with TYPE "physical" in lower case and a TYPE on each division: readers depend on all three.
// Each record is named by the division of the file that it was read from, because readers drop descriptions
// that this map does not name.
void MetsWriter::physical_map() {
  line();
  xml_.start("mets:structMap");
  xml_.attribute("ID", "map-physical");
  xml_.attribute("TYPE", "physical");
  line();
  xml_.start("mets:div");
  xml_.attribute("ID", "div-package");
  xml_.attribute("TYPE", "Directory");
  xml_.attribute("LABEL", model_.name);
  std::string rest = packed_ ? "dmd-dc dmd-mods dmd-marc" : "dmd-dc dmd-mods";
  for (const auto& [warc, ids] : records_of_) {
    bool there = false;
    for (const PackageFile& file : model_.files) there = there || (file.use == "warc" && file.name() == warc);
    if (!there) rest += ids;
  }
  xml_.attribute("DMDID", rest);
  xml_.attribute("ADMID", "amd-package");
  divisions_of_use("warc", "data/warc");
  divisions_of_use("text", "data/text");
  divisions_of_use("documentation", "");
  divisions_of_use("metadata", "metadata");
  xml_.end();
  xml_.end();
}

// `label`: of the folder; empty: the files are beside METS.xml.
void MetsWriter::divisions_of_use(const char* use, const char* label) {
  bool open = false;
  const bool folder = *label != '\0';
  for (const PackageFile& file : model_.files) {
    if (file.use != use) continue;
    if (folder && !std::exchange(open, true)) {
      line();
      xml_.start("mets:div");
      xml_.attribute("ID", std::string("div-folder-") + use);
      xml_.attribute("TYPE", "Directory");
      xml_.attribute("LABEL", label);
    }
    line();
    xml_.start("mets:div");
    xml_.attribute("ID", "div-" + file.uuid(model_.name));
    xml_.attribute("TYPE", "Item");
    xml_.attribute("LABEL", file.name());
    if (const auto records = records_of_.find(file.name());
        records != records_of_.end() && file.use == "warc")
      xml_.attribute("DMDID", records->second.substr(1));
    xml_.start("mets:fptr");
    xml_.attribute("FILEID", file.file_id(model_.name));
    xml_.end();
    xml_.end();
  }
  if (open) xml_.end();
}

void MetsWriter::begin_logical() {
  line();
  xml_.start("mets:structMap");
  xml_.attribute("ID", "map-logical");
  xml_.attribute("TYPE", "logical");
}

void MetsWriter::begin_division(const DataObject& object, const std::string& record_ids,
                                const std::optional<WarcRef>& place) {
  line();
  xml_.start("mets:div");
  xml_.attribute("ID", "div-" + marc_control_number(object));
  xml_.attribute("TYPE", division_type(object.kind));
  xml_.attribute("LABEL", object.title.empty() ? object.url : object.title);
  if (!packed_) xml_.attribute("DMDID", record_ids);
  if (packed_ && subject_.group == marc_control_number(object)) xml_.attribute("DMDID", subject_.id);
  if (!place) return;
  for (const PackageFile& file : model_.files) {
    if (file.use != "warc" || file.name() != place->file) continue;
    xml_.start("mets:fptr");
    xml_.start("mets:area");
    xml_.attribute("FILEID", file.file_id(model_.name));
    xml_.attribute("BETYPE", "BYTE");
    xml_.attribute("BEGIN", std::to_string(place->offset));
    xml_.attribute("EXTENT", std::to_string(place->length));
    xml_.attribute("EXTTYPE", "BYTE");
    xml_.end();
    xml_.end();
  }
}

}  // namespace bfa
