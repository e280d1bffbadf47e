// SPDX-License-Identifier: Apache-2.0
#include "package/aip/eark.h"

#include <functional>
#include <vector>

#include "base/try.h"
#include "io/name_uuid.h"
#include "package/aip/dublin_core.h"
#include "package/aip/mets_file.h"
#include "package/aip/mets_seal.h"
#include "package/aip/premis_document.h"
#include "xml/xml.h"

namespace bfa {
namespace {

constexpr const char* kRepresentation = "representations/rep1/";

// A metadata file that a METS file refers to.
struct MetadataFile {
  std::string path, type;  // "metadata/descriptive/marc.xml", "MARC"
  Fixity fixity;
};

// The agent that submits: the organisation of the archive, as the user stated it. A SIP must name one.
PremisAgent submitter_of(const PackageModel& model) {
  for (const PremisAgent& agent : model.agents) {
    if (agent.type == "organization") return agent;
  }
  return {"local", "not stated", "not stated", "organization", {}, {}};
}

// One METS file: of the package, or of its representation.
class EarkMets {
 public:
  EarkMets(Sink& sink, const PackageModel& model, EarkPackageType type, std::string object, std::string title)
      : xml_(sink), model_(model), type_(type), object_(std::move(object)), title_(std::move(title)) {}

  void header();
  void descriptive(const std::vector<MetadataFile>& files);
  void preservation(const MetadataFile& file);
  void begin_files() {
    xml_.start("fileSec");
    xml_.attribute("ID", id("fileSec"));
  }
  void group(const std::string& use, const std::vector<PackageFile>& files);
  void end_files() { xml_.end(); }
  // The map that CSIP asks for. `mets`: of a representation that it points to; may be empty.
  void structure(const std::string& mets);
  Status finish() { return xml_.finish(); }

 private:
  std::string id(const std::string& what) const {
    return "ID-" + name_uuid(model_.name + "/" + object_ + "#" + what);
  }
  void reference(const MetadataFile& file);
  void division(const std::string& label, const std::function<void()>& inside);

  XmlWriter xml_;
  const PackageModel& model_;
  const EarkPackageType type_;
  const std::string object_, title_;
  std::string descriptions_, preservation_;  // IDs
  std::vector<std::string> groups_;
};

void EarkMets::header() {
  const bool sip = type_ == EarkPackageType::kSip;
  xml_.start("mets");
  xml_.attribute("xmlns", kMetsNamespace);
  xml_.attribute("xmlns:csip", "https://DILCIS.eu/XML/METS/CSIPExtensionMETS");
  if (sip) xml_.attribute("xmlns:sip", "https://DILCIS.eu/XML/METS/SIPExtensionMETS");
  xml_.attribute("xmlns:xlink", kXlinkNamespace);
  xml_.attribute("OBJID", object_);
  xml_.attribute("LABEL", title_);
  xml_.attribute("TYPE", "Websites");
  xml_.attribute("csip:CONTENTINFORMATIONTYPE", "OTHER");
  xml_.attribute("csip:OTHERCONTENTINFORMATIONTYPE", "WARC");
  xml_.attribute("PROFILE", sip ? "https://earksip.dilcis.eu/profile/E-ARK-SIP-v2-2-0.xml"
                                : "https://earkdip.dilcis.eu/profile/E-ARK-AIP-v2-2-0.xml");
  xml_.start("metsHdr");
  xml_.attribute("CREATEDATE", format_rfc3339(model_.now));
  xml_.attribute("RECORDSTATUS", "NEW");
  xml_.attribute("csip:OAISPACKAGETYPE", sip ? "SIP" : "AIP");
  const PremisAgent software = software_agent();
  xml_.start("agent");
  xml_.attribute("ROLE", "CREATOR");
  xml_.attribute("TYPE", "OTHER");
  xml_.attribute("OTHERTYPE", "SOFTWARE");
  xml_.element("name", software.name);
  xml_.start("note");
  xml_.attribute("csip:NOTETYPE", "SOFTWARE VERSION");
  xml_.text(software.version);
  xml_.end();
  xml_.end();
  if (sip) {
    const PremisAgent submitter = submitter_of(model_);
    xml_.start("agent");
    xml_.attribute("ROLE", "CREATOR");
    xml_.attribute("TYPE", "ORGANIZATION");
    xml_.element("name", submitter.name);
    xml_.start("note");
    xml_.attribute("csip:NOTETYPE", "IDENTIFICATIONCODE");
    xml_.text(submitter.id);
    xml_.end();
    xml_.end();
  }
  xml_.end();
}

void EarkMets::reference(const MetadataFile& file) {
  xml_.start("mdRef");
  xml_.attribute("ID", id("ref " + file.path));
  xml_.attribute("LOCTYPE", "URL");
  xml_.attribute("xlink:type", "simple");
  xml_.attribute("xlink:href", file.path);
  xml_.attribute("MDTYPE", file.type);
  xml_.attribute("MIMETYPE", file.path.ends_with(".gz") ? "application/gzip" : "text/xml");
  xml_.attribute("SIZE", std::to_string(file.fixity.size));
  xml_.attribute("CREATED", format_rfc3339(model_.now));
  xml_.attribute("CHECKSUM", file.fixity.sha256);
  xml_.attribute("CHECKSUMTYPE", "SHA-256");
  xml_.end();
}

void EarkMets::descriptive(const std::vector<MetadataFile>& files) {
  for (const MetadataFile& file : files) {
    const std::string section = id("dmd " + file.path);
    (descriptions_ += descriptions_.empty() ? "" : " ") += section;
    xml_.start("dmdSec");
    xml_.attribute("ID", section);
    xml_.attribute("CREATED", format_rfc3339(model_.now));
    xml_.attribute("STATUS", "CURRENT");
    reference(file);
    xml_.end();
  }
}

void EarkMets::preservation(const MetadataFile& file) {
  preservation_ = id("digiprov");
  xml_.start("amdSec");
  xml_.attribute("ID", id("amdSec"));
  xml_.start("digiprovMD");
  xml_.attribute("ID", preservation_);
  xml_.attribute("CREATED", format_rfc3339(model_.now));
  xml_.attribute("STATUS", "CURRENT");
  reference(file);
  xml_.end();
  xml_.end();
}

// Each group says what its content is, because a validator asks for that.
void EarkMets::group(const std::string& use, const std::vector<PackageFile>& files) {
  groups_.push_back(use);
  xml_.start("fileGrp");
  xml_.attribute("ID", id("group " + use));
  xml_.attribute("USE", use);
  xml_.attribute("csip:CONTENTINFORMATIONTYPE", "OTHER");
  xml_.attribute("csip:OTHERCONTENTINFORMATIONTYPE", "WARC");
  for (const PackageFile& file : files) {
    write_mets_file(xml_, model_, file, "", file.path);
  }
  xml_.end();
}

void EarkMets::division(const std::string& label, const std::function<void()>& inside) {
  xml_.start("div");
  xml_.attribute("ID", id("div " + label));
  xml_.attribute("LABEL", label);
  inside();
  xml_.end();
}

// One division of a representation has its files, another one its METS file: two validators ask for one each.
void EarkMets::structure(const std::string& mets) {
  xml_.start("structMap");
  xml_.attribute("ID", id("map"));
  xml_.attribute("TYPE", "PHYSICAL");
  xml_.attribute("LABEL", "CSIP");
  division(object_, [&] {
    division("Metadata", [&] {
      if (!descriptions_.empty()) xml_.attribute("DMDID", descriptions_);
      xml_.attribute("ADMID", preservation_);
    });
    for (const std::string& use : groups_) {
      const bool of_representation = use.starts_with("Representations/");
      division(of_representation ? "Representations" : use, [&] {
        xml_.start("fptr");
        xml_.attribute("FILEID", id("group " + use));
        xml_.end();
      });
      if (!of_representation) continue;
      division(use, [&] {
        xml_.start("mptr");
        xml_.attribute("LOCTYPE", "URL");
        xml_.attribute("xlink:type", "simple");
        xml_.attribute("xlink:href", mets);
        xml_.attribute("xlink:title", id("group " + use));
        xml_.end();
      });
    }
  });
  xml_.end();
}

// Writes one file and measures it.
Result<Fixity> write_file(FileSystem& fs, const std::string& path,
                          const std::function<Status(Sink&)>& content) {
  BFA_RETURN_IF_ERROR(fs.create_directories(path.substr(0, path.rfind('/'))));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs, path));
  BFA_RETURN_IF_ERROR(content(*sink));
  BFA_RETURN_IF_ERROR(sink->finish());
  return sink->fixity();
}

class EarkPackage {
 public:
  EarkPackage(FileSystem& fs, const std::string& folder, const PackageModel& model, EarkPackageType type)
      : fs_(fs), folder_(folder + "/"), model_(model), type_(type) {}

  Result<std::uint64_t> write(const std::string& path, const Fixity& records) {
    std::vector<MetadataFile> descriptions = {{path, "MARC", records}};
    BFA_RETURN_IF_ERROR(describe("metadata/descriptive/dc.xml", "DC", write_dublin_core, descriptions));
    BFA_RETURN_IF_ERROR(describe("metadata/descriptive/mods.xml", "MODS", write_mods, descriptions));
    BFA_ASSIGN_OR_RETURN(const Fixity mets, write_representation());
    BFA_RETURN_IF_ERROR(write_package(descriptions, mets));
    return bytes_;
  }

 private:
  Result<Fixity> put(const std::string& path, const std::function<Status(Sink&)>& content) {
    BFA_ASSIGN_OR_RETURN(const Fixity fixity, write_file(fs_, folder_ + path, content));
    bytes_ += fixity.size;
    return fixity;
  }

  Status describe(const std::string& path, const char* type,
                  void (*describe_as)(XmlWriter&, const PackageModel&), std::vector<MetadataFile>& list) {
    BFA_ASSIGN_OR_RETURN(const Fixity fixity, put(path, [&](Sink& sink) -> Status {
                           XmlWriter xml(sink);
                           describe_as(xml, model_);
                           return xml.finish();
                         }));
    list.push_back({path, type, fixity});
    return {};
  }

  Result<Fixity> put_mets(const std::string& path, const std::function<Status(Sink&)>& content) {
    return put(path, [&](Sink& sink) -> Status {
      SealingSink sealed(sink);
      BFA_RETURN_IF_ERROR(content(sealed));
      return sealed.finish();
    });
  }

  // The representation: its files with their objects and events.
  Result<Fixity> write_representation() {
    const std::string premis = "metadata/preservation/premis.xml";
    BFA_ASSIGN_OR_RETURN(const Fixity about, put(kRepresentation + premis, [&](Sink& sink) {
                           return write_premis_document(sink, model_, PremisScope::kFiles);
                         }));
    std::vector<PackageFile> data;
    for (PackageFile file : model_.files) {
      if (file.use != "warc" && file.use != "text") continue;
      file.path = file.path.substr(std::string_view(kRepresentation).size());
      data.push_back(std::move(file));
    }
    return put_mets(std::string(kRepresentation) + "METS.xml", [&](Sink& sink) {
      EarkMets mets(sink, model_, type_, "rep1", model_.title);
      mets.header();
      mets.preservation({premis, "PREMIS", about});
      mets.begin_files();
      mets.group("Data", data);
      mets.end_files();
      mets.structure({});
      return mets.finish();
    });
  }

  Status write_package(const std::vector<MetadataFile>& descriptions, const Fixity& representation) {
    const std::string premis = "metadata/preservation/premis.xml";
    BFA_ASSIGN_OR_RETURN(const Fixity about, put(premis, [&](Sink& sink) {
                           return write_premis_document(sink, model_, PremisScope::kPackage);
                         }));
    std::vector<PackageFile> documentation, schemas;
    for (const PackageFile& file : model_.files) {
      if (file.use == "documentation") documentation.push_back(file);
      if (file.use == "schemas") schemas.push_back(file);
    }
    PackageFile mets_file;
    mets_file.path = std::string(kRepresentation) + "METS.xml";
    mets_file.mime_type = "text/xml";
    mets_file.fixity = representation;
    const auto written = put_mets("METS.xml", [&](Sink& sink) {
      EarkMets mets(sink, model_, type_, model_.name, model_.title);
      mets.header();
      mets.descriptive(descriptions);
      mets.preservation({premis, "PREMIS", about});
      mets.begin_files();
      mets.group("Schemas", schemas);
      mets.group("Documentation", documentation);
      mets.group("Representations/rep1", {mets_file});
      mets.end_files();
      mets.structure(mets_file.path);
      return mets.finish();
    });
    return written ? Status() : Status(written.error());
  }

  FileSystem& fs_;
  const std::string folder_;
  const PackageModel& model_;
  const EarkPackageType type_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Result<std::uint64_t> write_eark(FileSystem& fs, const std::string& folder, const PackageModel& model,
                                 const std::string& path, const Fixity& records, EarkPackageType type) {
  return EarkPackage(fs, folder, model, type).write(path, records);
}

}  // namespace bfa
