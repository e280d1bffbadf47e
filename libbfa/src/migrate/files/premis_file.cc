// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/premis_file.h"

#include "base/try.h"
#include "io/file_sink.h"
#include "package/aip/premis.h"
#include "package/files/package_file.h"
#include "xml/xml.h"

namespace bfa {
namespace {

struct MeasuredObject {
  const PremisSource* source = nullptr;
  Fixity fixity;
  std::string uuid;
};

std::string last_part(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return path;
  const std::size_t slash = path.rfind('/', end);
  return path.substr(slash == std::string::npos ? 0 : slash + 1,
                     end - (slash == std::string::npos ? 0 : slash + 1) + 1);
}

void identifier(XmlWriter& xml, const std::string& element, const char* type, const std::string& value) {
  xml.start("premis:" + element);
  xml.element("premis:" + element + "Type", type);
  xml.element("premis:" + element + "Value", value);
  xml.end();
}

void write_object(XmlWriter& xml, const MeasuredObject& object) {
  xml.start("premis:object");
  xml.attribute("xsi:type", object.source->folder ? "premis:representation" : "premis:file");
  identifier(xml, "objectIdentifier", "UUID", object.uuid);
  if (!object.source->folder) {
    xml.start("premis:objectCharacteristics");
    xml.start("premis:fixity");
    xml.element("premis:messageDigestAlgorithm", "SHA-256");
    xml.element("premis:messageDigest", object.fixity.sha256);
    xml.element("premis:messageDigestOriginator", software_name());
    xml.end();
    xml.element("premis:size", std::to_string(object.fixity.size));
    xml.start("premis:format");
    xml.start("premis:formatDesignation");
    xml.element("premis:formatName", object.source->format);
    xml.end();
    xml.end();
    xml.end();
  }
  xml.element("premis:originalName", last_part(object.source->path));
  xml.end();
}

void write_event(XmlWriter& xml, const std::vector<MeasuredObject>& sources,
                 const std::vector<MeasuredObject>& outputs, const MigrationReport& report, UtcTime time,
                 const std::string& agent) {
  std::string formats;
  std::string seed = format_rfc3339(time);
  for (const auto& object : sources) {
    if (formats.find(object.source->format) == std::string::npos)
      formats += (formats.empty() ? "" : ", ") + object.source->format;
    seed += object.uuid;
  }
  xml.start("premis:event");
  identifier(xml, "eventIdentifier", "UUID", name_uuid(seed + "#migration"));
  xml.element("premis:eventType", "migration");
  xml.element("premis:eventDateTime", format_rfc3339(time));
  xml.start("premis:eventDetailInformation");
  xml.element("premis:eventDetail", "captures of " + formats + " written as " +
                                        (outputs.empty() ? "nothing" : outputs.front().source->format));
  xml.end();
  xml.start("premis:eventOutcomeInformation");
  xml.element("premis:eventOutcome", report.lossless() ? "success, nothing changed" : "success, with notes");
  for (const auto& [note, count] : report.notes) {
    xml.start("premis:eventOutcomeDetail");
    xml.element("premis:eventOutcomeDetailNote", note + ": " + std::to_string(count));
    xml.end();
  }
  xml.end();
  identifier(xml, "linkingAgentIdentifier", "local", agent);
  for (const auto* list : {&sources, &outputs}) {
    for (const auto& object : *list) {
      xml.start("premis:linkingObjectIdentifier");
      xml.element("premis:linkingObjectIdentifierType", "UUID");
      xml.element("premis:linkingObjectIdentifierValue", object.uuid);
      xml.element("premis:linkingObjectRole", list == &sources ? "source" : "outcome");
      xml.end();
    }
  }
  xml.end();
}

Result<std::vector<MeasuredObject>> measured(FileSystem& fs, const std::vector<PremisSource>& files,
                                             const char* role) {
  std::vector<MeasuredObject> objects;
  for (const auto& file : files) {
    MeasuredObject object;
    object.source = &file;
    if (!file.folder) {
      BFA_ASSIGN_OR_RETURN(object.fixity, measure_file(fs, file.path));
    }
    // The same file is the same object in any folder; a folder is identified only by its name.
    object.uuid = name_uuid(std::string(role) + last_part(file.path) + object.fixity.sha256);
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace

Status write_migration_premis(FileSystem& fs, const std::string& path,
                              const std::vector<PremisSource>& sources,
                              const std::vector<PremisSource>& outputs, const MigrationReport& report,
                              UtcTime time) {
  BFA_ASSIGN_OR_RETURN(const auto from, measured(fs, sources, "source "));
  BFA_ASSIGN_OR_RETURN(const auto to, measured(fs, outputs, "outcome "));
  const std::string agent = software_name() + "/" + software_version();
  std::string bytes;
  const auto sink = make_string_sink(bytes);
  XmlWriter xml(*sink);
  xml.start("premis:premis");
  xml.attribute("xmlns:premis", "http://www.loc.gov/premis/v3");
  xml.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  xml.attribute("version", "3.0");
  for (const auto& object : from) write_object(xml, object);
  for (const auto& object : to) write_object(xml, object);
  write_event(xml, from, to, report, time, agent);
  xml.start("premis:agent");
  identifier(xml, "agentIdentifier", "local", agent);
  xml.element("premis:agentName", software_name());
  xml.element("premis:agentType", "software");
  xml.element("premis:agentVersion", software_version());
  xml.end();
  xml.end();
  BFA_RETURN_IF_ERROR(xml.finish());
  return write_file_atomically(fs, path, bytes);
}

}  // namespace bfa
