// SPDX-License-Identifier: Apache-2.0
#include "package/aip/premis_document.h"

#include <vector>

namespace bfa {
namespace {

void write_events(PremisWriter& premis, const PackageModel& model, PremisScope scope) {
  for (const PremisEvent& event : model.events) {
    std::vector<const PackageFile*> about;
    for (const PackageFile* file : model.preserved()) {
      if (event.is_about(*file)) about.push_back(file);
    }
    const bool of_package = event.whole || !event.linked;
    if (of_package && scope != PremisScope::kFiles) premis.event(event, {}, model.agents);
    if (!of_package && !about.empty() && scope != PremisScope::kPackage)
      premis.event(event, about, model.agents);
  }
}

}  // namespace

Status write_premis_document(Sink& sink, const PackageModel& model, PremisScope scope) {
  XmlWriter xml(sink);
  xml.start("premis:premis");
  xml.attribute("xmlns:premis", kPremisNamespace);
  xml.attribute("xmlns:xsi", kXsiNamespace);
  xml.attribute("version", "3.0");
  PremisWriter premis(xml, model.name);
  if (scope != PremisScope::kFiles) premis.entity(model.title, model.url, model.before);
  if (scope != PremisScope::kPackage) {
    premis.representation(model.preserved());
    for (const PackageFile* file : model.preserved()) premis.file(*file);
  }
  write_events(premis, model, scope);
  for (const PremisAgent& agent : model.agents) premis.agent(agent);
  if (scope != PremisScope::kFiles) {
    for (const PremisAgent& agent : model.readers) premis.agent(agent);
  }
  const bool rights = !model.rights.empty() || !model.rights_of_user.empty();
  if (scope != PremisScope::kFiles && rights) {
    xml.start("premis:rights");
    if (!model.rights.empty()) premis.rights(model.rights);
    if (!model.rights_of_user.empty()) premis.rights({{}, model.rights_of_user});
    xml.end();
  }
  return xml.finish();
}

}  // namespace bfa
