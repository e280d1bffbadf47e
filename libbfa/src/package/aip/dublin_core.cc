// SPDX-License-Identifier: Apache-2.0
#include "package/aip/dublin_core.h"

#include <string>

#include "package/aip/marc_language.h"
#include "package/aip/marcxml.h"
#include "package/aip/premis.h"

namespace bfa {
namespace {

std::string attribute_of(const DataObject& object, const char* name) {
  const auto found = object.attributes.find(name);
  return found == object.attributes.end() ? std::string() : found->second;
}

std::string year_or_day(const Timestamp& time) {
  return format_timestamp(time).substr(0, 10);
}

std::string title_of(const PackageModel& model) {
  return model.about.latest.title.empty() ? model.url : model.about.latest.title;
}

void optional(XmlWriter& xml, const char* element, const std::string& value) {
  if (!value.empty()) xml.element(element, value);
}

void mods_names(XmlWriter& xml, const DataObject& about) {
  for (const std::string& author : about.authors) {
    xml.start("mods:name");
    xml.element("mods:namePart", author);
    xml.start("mods:role");
    xml.start("mods:roleTerm");
    xml.attribute("type", "code");
    xml.attribute("authority", "marcrelator");
    xml.text("aut");
    xml.end();
    xml.end();
    xml.end();
  }
}

void mods_date_and_language(XmlWriter& xml, const DataObject& about) {
  if (about.published) {
    xml.start("mods:originInfo");
    xml.start("mods:dateIssued");
    xml.attribute("encoding", "edtf");
    xml.text(format_timestamp(*about.published));
    xml.end();
    xml.end();
  }
  if (!about.language.empty()) {
    xml.start("mods:language");
    xml.start("mods:languageTerm");
    xml.attribute("type", "code");
    xml.attribute("authority", "rfc5646");
    xml.text(about.language);
    xml.end();
    xml.end();
  }
}

}  // namespace

void write_dublin_core(XmlWriter& xml, const PackageModel& model) {
  const DataObject& about = model.about.latest;
  xml.start("oai_dc:dc");
  xml.attribute("xmlns:oai_dc", "http://www.openarchives.org/OAI/2.0/oai_dc/");
  xml.attribute("xmlns:dc", "http://purl.org/dc/elements/1.1/");
  xml.element("dc:title", about.subtitle.empty() ? title_of(model) : title_of(model) + ": " + about.subtitle);
  for (const std::string& author : about.authors) xml.element("dc:creator", author);
  for (const std::string& tag : about.tags) xml.element("dc:subject", tag);
  if (about.published) xml.element("dc:date", year_or_day(*about.published));
  xml.element("dc:type", "Text");
  xml.element("dc:format", "application/warc");
  xml.element("dc:identifier", model.name);
  xml.element("dc:identifier", model.url);
  optional(xml, "dc:language", about.language);
  for (const char* name : {"rights", "license"}) optional(xml, "dc:rights", attribute_of(about, name));
  optional(xml, "dc:rights", model.rights_of_user);
  xml.end();
}

void write_mods(XmlWriter& xml, const PackageModel& model) {
  const DataObject& about = model.about.latest;
  xml.start("mods:mods");
  xml.attribute("xmlns:mods", "http://www.loc.gov/mods/v3");
  xml.attribute("version", "3.8");
  xml.start("mods:titleInfo");
  xml.element("mods:title", title_of(model));
  optional(xml, "mods:subTitle", about.subtitle);
  xml.end();
  mods_names(xml, about);
  xml.element("mods:typeOfResource", "text");
  xml.element("mods:genre", about.kind == ObjectKind::kBlog      ? "blog"
                            : about.kind == ObjectKind::kComment ? "comment"
                            : about.kind == ObjectKind::kPage    ? "web page"
                                                                 : "blog post");
  mods_date_and_language(xml, about);
  xml.start("mods:physicalDescription");
  xml.element("mods:internetMediaType", "application/warc");
  xml.element("mods:digitalOrigin", "born digital");
  xml.end();
  for (const std::string& tag : about.tags) {
    xml.start("mods:subject");
    xml.element("mods:topic", tag);
    xml.end();
  }
  xml.start("mods:identifier");
  xml.attribute("type", "uri");
  xml.text(model.url);
  xml.end();
  xml.start("mods:location");
  xml.element("mods:url", model.url);
  xml.end();
  for (const std::string& value :
       {attribute_of(about, "rights"), attribute_of(about, "license"), model.rights_of_user}) {
    if (value.empty()) continue;
    xml.start("mods:accessCondition");
    xml.attribute("type", "use and reproduction");
    xml.text(value);
    xml.end();
  }
  xml.start("mods:recordInfo");
  xml.start("mods:recordIdentifier");
  xml.text(marc_control_number(about));
  xml.end();
  xml.element("mods:recordOrigin", software_name() + " " + software_version());
  xml.end();
  xml.end();
}

}  // namespace bfa
