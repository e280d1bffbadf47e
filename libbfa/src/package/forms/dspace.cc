// SPDX-License-Identifier: Apache-2.0
#include "package/forms/dspace.h"

#include <memory>

#include "base/try.h"
#include "io/file_sink.h"
#include "package/aip/dublin_core.h"
#include "package/aip/mets_file.h"
#include "package/aip/mets_seal.h"

namespace bfa {
namespace {

class DspaceManifest {
 public:
  DspaceManifest(Sink& sink, const PackageModel& model) : xml_(sink), model_(model) {}

  Status write() {
    header();
    description("dmd-mods", "MODS", write_mods);
    description("dmd-dc", "DC", write_dublin_core);
    xml_.start("fileSec");
    group("CONTENT", false);
    group("METADATA", true);
    xml_.end();
    structure();
    return xml_.finish();
  }

 private:
  void header() {
    xml_.start("mets");
    xml_.attribute("xmlns", kMetsNamespace);
    xml_.attribute("xmlns:xlink", kXlinkNamespace);
    xml_.attribute("ID", "mets-" + model_.name);
    xml_.attribute("OBJID", model_.name);
    xml_.attribute("LABEL", "DSpace Item");
    xml_.attribute("TYPE", "DSpace ITEM");
    xml_.attribute("PROFILE", kDspaceProfile);
    xml_.start("metsHdr");
    xml_.attribute("CREATEDATE", format_rfc3339(model_.now));
    for (const PremisAgent& agent : model_.agents) {
      const bool software = agent.type == "software";
      xml_.start("agent");
      xml_.attribute("ROLE", software ? "CREATOR" : "CUSTODIAN");
      xml_.attribute("TYPE", software                       ? "OTHER"
                             : agent.type == "organization" ? "ORGANIZATION"
                                                            : "INDIVIDUAL");
      if (software) xml_.attribute("OTHERTYPE", "SOFTWARE");
      xml_.element("name", agent.name);
      if (software) xml_.element("note", agent.version);
      xml_.end();
    }
    xml_.end();
  }

  // Both describe the item: the reader takes the one that it knows.
  void description(const char* id, const char* type, void (*content)(XmlWriter&, const PackageModel&)) {
    xml_.start("dmdSec");
    xml_.attribute("ID", id);
    xml_.attribute("GROUPID", "dmd-item");
    xml_.start("mdWrap");
    xml_.attribute("MDTYPE", type);
    xml_.start("xmlData");
    content(xml_, model_);
    for (int open = 0; open < 3; ++open) xml_.end();
  }

  void group(const char* use, bool metadata) {
    bool open = false;
    for (const PackageFile& file : model_.files) {
      if ((file.use == "metadata") != metadata) continue;
      if (!open) {
        xml_.start("fileGrp");
        xml_.attribute("USE", use);
      }
      open = true;
      write_mets_file(xml_, model_, file, "", file.path);
    }
    if (open) xml_.end();
  }

  void structure() {
    xml_.start("structMap");
    xml_.attribute("ID", "map-1");
    xml_.attribute("TYPE", "LOGICAL");
    xml_.attribute("LABEL", "DSpace Object");
    xml_.start("div");
    xml_.attribute("ID", "div-item");
    xml_.attribute("TYPE", "DSpace Object Contents");
    xml_.attribute("DMDID", "dmd-mods dmd-dc");
    for (const PackageFile& file : model_.files) {
      xml_.start("div");
      xml_.attribute("ID", "div-" + file.uuid(model_.name));
      xml_.attribute("TYPE", "DSpace Content Bitstream");
      xml_.start("fptr");
      xml_.attribute("FILEID", file.file_id(model_.name));
      xml_.end();
      xml_.end();
    }
    xml_.end();
    xml_.end();
  }

  XmlWriter xml_;
  const PackageModel& model_;
};

}  // namespace

Result<std::uint64_t> write_dspace_manifest(FileSystem& fs, const std::string& folder,
                                            const PackageModel& model) {
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink,
                       FileSink::create(fs, folder + "/" + kDspaceManifest));
  SealingSink sealed(*sink);
  DspaceManifest manifest(sealed, model);
  BFA_RETURN_IF_ERROR(manifest.write());
  BFA_RETURN_IF_ERROR(sealed.finish());
  BFA_RETURN_IF_ERROR(sink->finish());
  return sink->fixity().size;
}

}  // namespace bfa
