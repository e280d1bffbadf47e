// SPDX-License-Identifier: Apache-2.0
#include "package/aip/premis.h"

#include <algorithm>

#include "bfa/base/version.h"

namespace bfa {
namespace {

void begin_section(XmlWriter& xml, const char* element, const std::string& id, const char* type) {
  xml.start(element);
  xml.attribute("ID", id);
  xml.start("mets:mdWrap");
  xml.attribute("MDTYPE", type);
  xml.attribute("MDTYPEVERSION", "3.0");
  xml.start("mets:xmlData");
}

void end_section(XmlWriter& xml) {
  xml.end();
  xml.end();
  xml.end();
}

void identifier(XmlWriter& xml, const std::string& element, const char* type, const std::string& value) {
  xml.start("premis:" + element);
  xml.element("premis:" + element + "Type", type);
  xml.element("premis:" + element + "Value", value);
  xml.end();
}

std::string agent_value() {
  return software_name() + "/" + software_version();
}

void write_format(XmlWriter& xml, const PackageFile& file) {
  xml.start("premis:format");
  xml.start("premis:formatDesignation");
  xml.element("premis:formatName", file.format_name);
  if (!file.format_version.empty()) xml.element("premis:formatVersion", file.format_version);
  xml.end();
  if (!file.puid.empty()) {
    xml.start("premis:formatRegistry");
    xml.element("premis:formatRegistryName", "PRONOM");
    xml.element("premis:formatRegistryKey", file.puid);
    xml.end();
  }
  if (file.path.ends_with(".gz")) xml.element("premis:formatNote", "gzip, one member for each record");
  xml.end();
}

void write_object(XmlWriter& xml, const std::string& package, const PackageFile& file) {
  begin_section(xml, "mets:techMD", technical_id(package, file), "PREMIS:OBJECT");
  xml.start("premis:object");
  xml.attribute("xsi:type", "premis:file");
  identifier(xml, "objectIdentifier", "UUID", file.uuid(package));
  xml.start("premis:objectCharacteristics");
  xml.element("premis:compositionLevel", "0");
  xml.start("premis:fixity");
  xml.element("premis:messageDigestAlgorithm", "SHA-256");
  xml.element("premis:messageDigest", file.fixity.sha256);
  xml.element("premis:messageDigestOriginator", software_name());
  xml.end();
  xml.element("premis:size", std::to_string(file.fixity.size));
  write_format(xml, file);
  xml.end();
  xml.element("premis:originalName", file.name());
  xml.end();
  end_section(xml);
}

void write_event(XmlWriter& xml, const std::string& package, const PremisEvent& event, std::size_t number,
                 const std::vector<const PackageFile*>& files) {
  const std::string id = "digiprov-event-" + std::to_string(number);
  // Of the other types there is one event each.
  const std::string key = event.type == "fixity check" ? "#" + event.time : std::string();
  begin_section(xml, "mets:digiprovMD", id, "PREMIS:EVENT");
  xml.start("premis:event");
  identifier(xml, "eventIdentifier", "UUID", name_uuid(package + "#" + event.type + key));
  xml.element("premis:eventType", event.type);
  xml.element("premis:eventDateTime", event.time);
  xml.start("premis:eventDetailInformation");
  xml.element("premis:eventDetail", event.detail);
  xml.end();
  xml.start("premis:eventOutcomeInformation");
  xml.element("premis:eventOutcome", event.outcome);
  xml.end();
  identifier(xml, "linkingAgentIdentifier", "local", agent_value());
  for (const PackageFile* file : files) {
    const auto& about = event.files;
    if (!event.linked) break;
    if (!about.empty() && std::find(about.begin(), about.end(), file->name()) == about.end()) continue;
    identifier(xml, "linkingObjectIdentifier", "UUID", file->uuid(package));
  }
  xml.end();
  end_section(xml);
}

}  // namespace

std::string software_name() {
  return "libbfa";
}
std::string software_version() {
  return std::string(version());
}

std::string technical_id(const std::string& package, const PackageFile& file) {
  return "tech-" + file.uuid(package);
}

void write_administrative_section(XmlWriter& xml, const std::string& package, const std::string& id,
                                  const std::vector<const PackageFile*>& files,
                                  const std::vector<PremisEvent>& events) {
  xml.start("mets:amdSec");
  xml.attribute("ID", id);
  for (const PackageFile* file : files) write_object(xml, package, *file);
  for (std::size_t i = 0; i < events.size(); ++i) write_event(xml, package, events[i], i + 1, files);
  begin_section(xml, "mets:digiprovMD", "digiprov-agent-1", "PREMIS:AGENT");
  xml.start("premis:agent");
  identifier(xml, "agentIdentifier", "local", agent_value());
  xml.element("premis:agentName", software_name());
  xml.element("premis:agentType", "software");
  xml.element("premis:agentVersion", software_version());
  xml.end();
  end_section(xml);
  xml.end();
}

}  // namespace bfa
