// SPDX-License-Identifier: Apache-2.0
#include "package/aip/premis.h"

#include <algorithm>
#include <array>
#include <utility>

#include "bfa/base/version.h"
#include "io/name_uuid.h"

namespace bfa {
namespace {

using Terms = std::pair<std::string_view, std::string_view>;  // label, code

// http://id.loc.gov/vocabulary/preservation/eventType
constexpr std::array<Terms, 8> kEventTypes = {{{"capture", "cap"},
                                               {"ingestion", "ing"},
                                               {"metadata extraction", "mee"},
                                               {"message digest calculation", "mes"},
                                               {"fixity check", "fix"},
                                               {"migration", "mig"},
                                               {"deaccession", "dea"},
                                               {"information package creation", "ipc"}}};
constexpr std::array<Terms, 3> kOutcomes = {{{"success", "suc"}, {"fail", "fai"}, {"warning", "war"}}};
constexpr std::array<Terms, 3> kAgentTypes = {
    {{"software", "sof"}, {"organization", "org"}, {"person", "per"}}};

template <std::size_t kSize>
std::string_view code_of(const std::array<Terms, kSize>& terms, std::string_view label) {
  const auto found = std::ranges::find(terms, label, &Terms::first);
  return found == terms.end() ? std::string_view() : found->second;
}

}  // namespace

std::string software_name() {
  return "libbfa";
}
std::string software_version() {
  return std::string(version());
}

PremisAgent software_agent() {
  return {
      "local", software_name() + "/" + software_version(), software_name(), "software", software_version(),
      {}};
}

PremisAgent software_agent(const std::string& program) {
  const std::size_t gap = program.rfind(' ');
  if (program.empty() || gap == std::string::npos)
    return {"local", software_name() + "/unknown", software_name(), "software",
            {},      "its version is not recorded"};
  const std::string name = program.substr(0, gap), version = program.substr(gap + 1);
  return {"local", name + "/" + version, name, "software", version, {}};
}

bool PremisEvent::is_about(const PackageFile& file) const {
  if (whole || !linked) return false;
  return files.empty() || std::ranges::count(files, file.name()) > 0;
}

void PremisWriter::identifier(const std::string& element, const char* type, const std::string& value) {
  xml_.start("premis:" + element);
  xml_.element("premis:" + element + "Type", type);
  xml_.element("premis:" + element + "Value", value);
  xml_.end();
}

void PremisWriter::term(const std::string& element, const char* vocabulary, std::string_view code,
                        const std::string& label) {
  xml_.start("premis:" + element);
  if (!code.empty()) {
    const std::string uri = std::string("http://id.loc.gov/vocabulary/preservation/") + vocabulary;
    xml_.attribute("authority", vocabulary);
    xml_.attribute("authorityURI", uri);
    xml_.attribute("valueURI", uri + "/" + std::string(code));
  }
  xml_.text(label);
  xml_.end();
}

std::string PremisWriter::entity_uuid() const {
  return name_uuid(package_ + "#entity");
}
std::string PremisWriter::representation_uuid() const {
  return name_uuid(package_ + "#representation");
}

void PremisWriter::relationship(const char* code, const char* label, const std::string& uuid) {
  xml_.start("premis:relationship");
  term("relationshipType", "relationshipType", "str", "structural");
  term("relationshipSubType", "relationshipSubType", code, label);
  identifier("relatedObjectIdentifier", "UUID", uuid);
  xml_.end();
}

void PremisWriter::format(const PackageFile& file) {
  xml_.start("premis:format");
  xml_.start("premis:formatDesignation");
  xml_.element("premis:formatName", file.format_name);
  if (!file.format_version.empty()) xml_.element("premis:formatVersion", file.format_version);
  xml_.end();
  if (!file.puid.empty()) {
    xml_.start("premis:formatRegistry");
    xml_.element("premis:formatRegistryName", "PRONOM");
    xml_.element("premis:formatRegistryKey", file.puid);
    xml_.end();
  }
  if (file.path.ends_with(".gz")) xml_.element("premis:formatNote", "gzip, one member for each record");
  xml_.end();
}

void PremisWriter::file(const PackageFile& file) {
  xml_.start("premis:object");
  xml_.attribute("xsi:type", "premis:file");
  identifier("objectIdentifier", "UUID", file.uuid(package_));
  xml_.start("premis:objectCharacteristics");
  const bool packed = file.path.ends_with(".gz") || file.path.ends_with(".zst");
  xml_.element("premis:compositionLevel", packed ? "1" : "0");
  xml_.start("premis:fixity");
  xml_.element("premis:messageDigestAlgorithm", "SHA-256");
  xml_.element("premis:messageDigest", file.fixity.sha256);
  xml_.element("premis:messageDigestOriginator", software_name());
  xml_.end();
  xml_.element("premis:size", std::to_string(file.fixity.size));
  format(file);
  xml_.end();
  xml_.element("premis:originalName", file.original_name.empty() ? file.name() : file.original_name);
  if (file.preserved()) relationship("isi", "is included in", representation_uuid());
  xml_.end();
}

void PremisWriter::entity(const std::string& title, const std::string& url, const std::string& before) {
  xml_.start("premis:object");
  xml_.attribute("xsi:type", "premis:intellectualEntity");
  identifier("objectIdentifier", "UUID", entity_uuid());
  identifier("objectIdentifier", "URI", url);
  identifier("objectIdentifier", "local", package_);
  xml_.element("premis:originalName", title);
  relationship("isr", "is represented by", representation_uuid());
  if (!before.empty()) {
    xml_.start("premis:relationship");
    xml_.element("premis:relationshipType", "sequence");
    xml_.element("premis:relationshipSubType", "continues");
    identifier("relatedObjectIdentifier", "local", before);
    xml_.end();
  }
  xml_.end();
}

void PremisWriter::representation(const std::vector<const PackageFile*>& files) {
  xml_.start("premis:object");
  xml_.attribute("xsi:type", "premis:representation");
  identifier("objectIdentifier", "UUID", representation_uuid());
  relationship("rep", "represents", entity_uuid());
  for (const PackageFile* file : files) relationship("inc", "includes", file->uuid(package_));
  xml_.end();
}

void PremisWriter::event(const PremisEvent& event, const std::vector<const PackageFile*>& about,
                         const std::vector<PremisAgent>& agents) {
  std::string key = package_ + "#" + event.type + "#" + event.time + "#" + event.detail;
  for (const PackageFile* file : about) key += "#" + file->path;
  xml_.start("premis:event");
  identifier("eventIdentifier", "UUID", name_uuid(key));
  term("eventType", "eventType", code_of(kEventTypes, event.type), event.type);
  xml_.element("premis:eventDateTime", event.time);
  xml_.start("premis:eventDetailInformation");
  xml_.element("premis:eventDetail", event.detail);
  xml_.end();
  xml_.start("premis:eventOutcomeInformation");
  term("eventOutcome", "eventOutcome", code_of(kOutcomes, event.outcome), event.outcome);
  xml_.end();
  for (const PremisAgent& agent : agents) {
    // Who is stated now made the package: who ran the archive at the time of older events is not known.
    if (agent.type != "software" && !event.own) continue;
    xml_.start("premis:linkingAgentIdentifier");
    xml_.element("premis:linkingAgentIdentifierType", agent.id_type);
    const bool program = agent.type == "software";
    xml_.element("premis:linkingAgentIdentifierValue",
                 program && !event.program.empty() ? event.program : agent.id);
    term("linkingAgentRole", "eventRelatedAgentRole", program ? "exe" : "imp",
         program ? "executing program" : "implementer");
    xml_.end();
  }
  for (const PackageFile* file : about) identifier("linkingObjectIdentifier", "UUID", file->uuid(package_));
  if (about.empty() && event.linked) identifier("linkingObjectIdentifier", "UUID", representation_uuid());
  xml_.end();
}

void PremisWriter::agent(const PremisAgent& agent) {
  xml_.start("premis:agent");
  identifier("agentIdentifier", agent.id_type.c_str(), agent.id);
  xml_.element("premis:agentName", agent.name);
  term("agentType", "agentType", code_of(kAgentTypes, agent.type), agent.type);
  if (!agent.version.empty()) xml_.element("premis:agentVersion", agent.version);
  if (!agent.note.empty()) xml_.element("premis:agentNote", agent.note);
  xml_.end();
}

void PremisWriter::rights(const PremisRights& rights) {
  xml_.start("premis:rightsStatement");
  identifier("rightsStatementIdentifier", "UUID",
             name_uuid(package_ + "#rights#" + rights.license + "#" + rights.statement));
  const bool license = !rights.license.empty();
  xml_.element("premis:rightsBasis", license ? "license" : "other");
  if (license) {
    xml_.start("premis:licenseInformation");
    identifier("licenseDocumentationIdentifier", "URI", rights.license);
    if (!rights.statement.empty()) xml_.element("premis:licenseTerms", rights.statement);
    xml_.end();
  } else {
    xml_.start("premis:otherRightsInformation");
    xml_.element("premis:otherRightsBasis", "statement");
    xml_.element("premis:otherRightsNote", rights.statement);
    xml_.end();
  }
  identifier("linkingObjectIdentifier", "UUID", entity_uuid());
  xml_.end();
}

}  // namespace bfa
