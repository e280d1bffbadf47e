// SPDX-License-Identifier: Apache-2.0
#include "package/forms/blogforever.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/try.h"
#include "io/file_sink.h"
#include "package/aip/mets_file.h"

namespace bfa {
namespace {

// Not the official ones: what these readers compare with.
constexpr const char* kOldMets = "http://www.loc.gov/mets/";
constexpr const char* kOldMarc = "http://www.loc.gov/marc/";

// "11/09/2012 01:04:46 PM"; empty when the day is not known.
std::string old_date(const Timestamp& time) {
  if (time.precision == TimePrecision::kYear || time.precision == TimePrecision::kMonth) return {};
  const auto civil = std::chrono::floor<std::chrono::seconds>(time.civil());
  const auto midnight = std::chrono::floor<std::chrono::days>(civil);
  const std::chrono::year_month_day day(midnight);
  const auto seconds = static_cast<int>((civil - midnight).count());
  const int hour = seconds / 3600;
  char text[40];
  std::snprintf(text, sizeof text, "%02u/%02u/%04d %02d:%02d:%02d %s", static_cast<unsigned>(day.month()),
                static_cast<unsigned>(day.day()), static_cast<int>(day.year()),
                hour % 12 == 0 ? 12 : hour % 12, seconds / 60 % 60, seconds % 60, hour < 12 ? "AM" : "PM");
  return text;
}

const char* type_of(ObjectKind kind) {
  return kind == ObjectKind::kBlog      ? "BLOG"
         : kind == ObjectKind::kComment ? "COMMENT"
         : kind == ObjectKind::kPage    ? "PAGE"
                                        : "BLOGPOST";
}

void put_first(MarcField& field, char code) {
  std::ranges::stable_partition(field.subfields, [&](const MarcSubfield& s) { return s.code == code; });
}

// Names without the punctuation and the relator of cataloguers.
void plain_name(MarcField& field) {
  std::erase_if(field.subfields, [](const MarcSubfield& s) { return s.code == 'e' || s.code == '4'; });
  for (MarcSubfield& subfield : field.subfields) {
    if (subfield.code == 'a' && subfield.value.ends_with(',')) subfield.value.pop_back();
  }
}

void plain_title(MarcField& field, const DataObject& object) {
  if (object.title.empty()) return;
  field.subfields.clear();
  field.add('a', cut_text(one_line(object.title), kMaxMarcText))
      .add('b', cut_text(one_line(object.subtitle), kMaxMarcText / 12));
}

// False: these readers would take the field for something else.
bool adapt(MarcField& field, const DataObject& object) {
  const bool comment = object.kind == ObjectKind::kComment;
  if (field.tag == "542") return false;              // $f: who may see it
  if (field.tag == "773" && !comment) return false;  // of comments: their post
  if (field.tag == "760" || field.tag == "773") put_first(field, 'o');
  if (field.tag == "100" || field.tag == "700") plain_name(field);
  if (field.tag == "245") plain_title(field, object);
  if (field.tag == "650") {
    field.tag = "654";
    field.ind2 = ' ';
    for (MarcSubfield& subfield : field.subfields) {
      if (subfield.value.ends_with('.')) subfield.value.pop_back();
    }
  }
  if (field.tag == "653") {
    for (MarcSubfield& subfield : field.subfields) subfield.code = '1';
  }
  if (field.tag == "269") {
    std::erase_if(field.subfields, [](const MarcSubfield& s) { return s.code == 'c'; });
    const std::string date = object.published ? old_date(*object.published) : std::string();
    if (!date.empty()) field.subfields.insert(field.subfields.begin(), {'c', date});
  }
  return !field.subfields.empty();
}

class OldMets {
 public:
  OldMets(Sink& sink, const PackageModel& model) : xml_(sink, false), model_(model) {}

  Status write(const RecordName& name, const DataObject& object, const MarcRecord& record,
               const PackageFile* warc, const std::string& href) {
    xml_.start("mets:mets");
    xml_.attribute("xmlns:mets", kOldMets);
    xml_.attribute("xmlns:marc", kOldMarc);
    xml_.attribute("xmlns:xlink", kXlinkNamespace);
    xml_.attribute("OBJID", name.id);
    xml_.attribute("LABEL", object.title.empty() ? object.url : object.title);
    xml_.attribute("TYPE", type_of(object.kind));
    header();
    description(object, record);
    if (warc != nullptr) file(*warc, href);
    structure(object, warc);
    return xml_.finish();
  }

 private:
  void header() {
    xml_.start("mets:metsHdr");
    xml_.attribute("CREATEDATE", format_rfc3339(model_.now));
    const PremisAgent software = software_agent();
    xml_.start("mets:agent");
    xml_.attribute("ROLE", "CREATOR");
    xml_.attribute("TYPE", "OTHER");
    xml_.attribute("OTHERTYPE", "SOFTWARE");
    xml_.element("mets:name", software.name);
    xml_.element("mets:note", software.version);
    xml_.end();
    xml_.end();
  }

  void description(const DataObject& object, const MarcRecord& record) {
    xml_.start("mets:dmdSec");
    xml_.attribute("ID", "dmd-1");
    xml_.start("mets:mdWrap");
    xml_.attribute("MDTYPE", "MARC");
    xml_.start("mets:xmlData");
    xml_.start("marc:record");
    xml_.element("marc:leader", record.leader());
    for (const auto& [tag, value] : record.controls()) {
      xml_.start("marc:controlfield");
      xml_.attribute("tag", tag);
      xml_.text(value);
      xml_.end();
    }
    for (const MarcField& field : blogforever_fields(record, object)) {
      xml_.start("marc:datafield");
      xml_.attribute("tag", field.tag);
      xml_.attribute("ind1", std::string_view(&field.ind1, 1));
      xml_.attribute("ind2", std::string_view(&field.ind2, 1));
      for (const MarcSubfield& subfield : field.subfields) {
        xml_.start("marc:subfield");
        xml_.attribute("code", std::string_view(&subfield.code, 1));
        xml_.text(subfield.value);
        xml_.end();
      }
      xml_.end();
    }
    for (int open = 0; open < 4; ++open) xml_.end();
  }

  void file(const PackageFile& warc, const std::string& href) {
    xml_.start("mets:fileSec");
    xml_.start("mets:fileGrp");
    xml_.attribute("USE", "original");
    write_mets_file(xml_, model_, warc, "mets:", href);
    xml_.end();
    xml_.end();
  }

  void structure(const DataObject& object, const PackageFile* warc) {
    xml_.start("mets:structMap");
    xml_.attribute("TYPE", "physical");
    xml_.start("mets:div");
    xml_.attribute("TYPE", type_of(object.kind));
    xml_.attribute("DMDID", "dmd-1");
    if (warc != nullptr) {
      xml_.start("mets:fptr");
      xml_.attribute("FILEID", warc->file_id(model_.name));
      xml_.end();
    }
    xml_.end();
    xml_.end();
  }

  XmlWriter xml_;
  const PackageModel& model_;
};

}  // namespace

std::vector<MarcField> blogforever_fields(const MarcRecord& record, const DataObject& object) {
  std::vector<MarcField> fields;
  for (MarcField& field : record.sorted_fields()) {
    if (adapt(field, object)) fields.push_back(std::move(field));
  }
  std::ranges::stable_sort(fields, {}, &MarcField::tag);
  return fields;
}

Status BlogForeverOutput::put(const RecordName& name, const DataObject& object, const MarcRecord& record,
                              const std::string& warc) {
  const PackageFile* from = nullptr;
  for (const PackageFile& file : model_.files) {
    if (file.use == "warc" && file.name() == warc) from = &file;
  }
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink,
                       FileSink::create(fs_, folder_ + "/" + name.id.substr(name.id.find('-') + 1) + ".xml"));
  OldMets mets(*sink, model_);
  BFA_RETURN_IF_ERROR(mets.write(name, object, record, from, warcs_ + "/" + warc));
  BFA_RETURN_IF_ERROR(sink->finish());
  bytes_ += sink->fixity().size;
  return {};
}

}  // namespace bfa
