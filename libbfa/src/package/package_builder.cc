// SPDX-License-Identifier: Apache-2.0
#include "package/package_builder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "package/aip/bag.h"
#include "package/aip/eark.h"
#include "package/aip/marc_mapping.h"
#include "package/aip/mets.h"
#include "package/aip/mets_seal.h"
#include "package/files/gzip_sink.h"
#include "package/files/percent_path.h"
#include "store/archive_impl.h"

namespace bfa {
namespace {

class MetsOutput final : public RecordOutput {
 public:
  explicit MetsOutput(MetsWriter& mets) : mets_(mets) {}
  Status put(const RecordName& name, const DataObject&, const MarcRecord& record,
             const std::string& warc) override {
    record.write(mets_.begin_record(name, warc), "");
    mets_.end_record();
    return {};
  }

 private:
  MetsWriter& mets_;
};

// Of a version of the object with this control number, which takes a digest to make.
std::string record_id(const std::string& control_number, std::uint64_t number, bool current) {
  std::string id = "dmd-" + control_number;
  if (!current) id += "-v" + std::to_string(number);
  return id;
}

std::string describe(const Change& change) {
  std::string text(verdict_name(change.verdict));
  std::string fields;
  for (const ChangeReason& reason : change.reasons) (fields += fields.empty() ? "" : ", ") += reason.field;
  return fields.empty() ? text : text + ": " + fields;
}

PackageFile warc_file(const PackedWarc& packed, std::string path, const std::string& on_disk,
                      const std::string& source) {
  PackageFile file;
  file.path = std::move(path);
  file.use = "warc";
  file.mime_type = packed.name.ends_with(".gz") ? "application/gzip" : "application/octet-stream";
  file.format_name = "WARC";
  file.format_version = warc_version_of(posix_file_system(), on_disk);
  file.puid = file.format_version == "1.1"   ? "fmt/1281"
              : file.format_version == "1.0" ? "fmt/1355"
                                             : "fmt/289";
  file.fixity = packed.fixity;
  if (packed.name != source) file.original_name = source;
  return file;
}

}  // namespace

PackageBuilder::PackageBuilder(const Archive& archive, const PackageOptions& options,
                               const RecordIndex& index, const PackageSelection& selection, std::string name,
                               std::string folder, UtcTime now)
    : archive_(archive),
      options_(options),
      index_(index),
      selection_(selection),
      folder_(std::move(folder)),
      facts_(archive, options) {
  model_.name = std::move(name);
  model_.now = now;
  model_.before = options.before;
  model_.agents.push_back(software_agent());
  const PackageKeeper& keeper = options.keeper;
  if (!keeper.organisation.empty()) {
    const bool isil = keeper.code.find('-') != std::string::npos;
    model_.agents.push_back({keeper.code.empty() ? "local"
                             : isil              ? "ISIL"
                                                 : "MARC organization code",
                             keeper.code.empty() ? keeper.organisation : keeper.code,
                             keeper.organisation,
                             "organization",
                             {},
                             keeper.address});
  }
  if (!keeper.person.empty())
    model_.agents.push_back({"local", keeper.person, keeper.person, "person", {}, {}});
  model_.rights_of_user = keeper.rights;
}

std::string PackageBuilder::warc_folder() const {
  return is_eark() ? kEarkData : "data/warc";
}

Status PackageBuilder::take_warcs(const PackagePlan& plan) {
  RecordChoice choice;
  choice.blog = plan.blog;
  choice.only_blog = plan.all_warcs;
  if (!plan.only_key.empty()) {
    choice.steps = plan.steps;
    choice.places = plan.places;
  }
  choice.since = options_.since;
  if (!options_.earlier.empty()) choice.earlier = &options_.earlier.front();
  warcs_ = std::make_unique<PackageWarcs>(index_, choice, options_.log);
  BFA_RETURN_IF_ERROR(fs_.create_directories(root() + "/" + warc_folder()));
  const std::string mark = hex_encode(digest(DigestAlgorithm::kSha256, model_.name)).substr(0, 8);
  if (options_.copy_warc) {
    BFA_RETURN_IF_ERROR(warcs_->write(fs_, root() + "/" + warc_folder(), mark));
  } else {
    BFA_RETURN_IF_ERROR(warcs_->name_in_place(fs_));
  }
  for (const PackedWarc& packed : warcs_->files()) {
    const IndexedFile& source = index_.files()[packed.source];
    std::string path = warc_folder() + "/" + packed.name, on_disk = root() + "/" + path;
    if (!options_.copy_warc) {
      BFA_ASSIGN_OR_RETURN(path, path_from(root(), source.path));
      on_disk = source.path;
    }
    model_.files.push_back(warc_file(packed, path, on_disk, source.name));
    report_.bytes += packed.fixity.size;
    report_.warc_bytes += packed.fixity.size;
    ++report_.warc_files;
  }
  steps_ = warcs_->steps();
  for (const std::string& path : plan.captures.outside) {
    log(LogLevel::kWarn, path +
                             " holds payloads of this package's revisits and stands outside of the archive: "
                             "it is not in the package; keep it beside, or make a copy without revisits with "
                             "bfa warc materialise");
  }
  return {};
}

// The versions of an object that get a record, the newest first.
Result<std::vector<PackageBuilder::Entry>> PackageBuilder::entries_of(const PackageItem& item) const {
  std::vector<Entry> entries;
  const ObjectSummary& object = item.object;
  const bool many = options_.all_versions && object.versions > 1;
  if (!many && !options_.since) return std::vector<Entry>{{object, object.versions, true, {}}};
  const std::string key = object_key(object.latest);
  BFA_ASSIGN_OR_RETURN(const std::vector<Version> versions, archive_.versions(key));
  if (versions.empty()) return std::vector<Entry>{{object, object.versions, true, {}}};
  BFA_ASSIGN_OR_RETURN(const std::vector<Change> changes, archive_.changes(key));
  for (std::size_t i = versions.size(); i-- > 0;) {
    const Version& version = versions[i];
    const bool newest = i + 1 == versions.size();
    const auto covers = [&](const auto& range) {
      return range.first <= version.sequence && version.sequence <= range.second;
    };
    if (options_.since && std::ranges::none_of(steps_, covers)) continue;
    Entry entry{object, i + 1, newest, {}, Moment{version.observed, version.sequence}};
    entry.object.latest = version.object;
    entry.object.last_changed = version.observed;
    if (i > 0 && i - 1 < changes.size()) entry.change = describe(changes[i - 1]);
    entries.push_back(std::move(entry));
    if (!options_.all_versions) break;
  }
  return entries;
}

// The object that an attribute of another one names, also by a former address, if the package has its record.
std::optional<DataObject> PackageBuilder::recorded(const DataObject& object, const char* attribute) const {
  const auto named = object.attributes.find(attribute);
  if (named == object.attributes.end() || plan_ == nullptr || !plan_->only_key.empty()) return {};
  const auto key = archive_.find_object(named->second);
  if (!key || selection_.owner_of(named->second) != selection_.owner_of(object.url)) return {};
  auto found = archive_.summary(*key);
  return found ? std::optional(std::move(found->latest)) : std::nullopt;
}

// First pass: the records of each object.
struct PackageBuilder::RecordPass : ItemVisitor {
  RecordPass(PackageBuilder& b, RecordOutput& o, const BlogState& blog_state)
      : builder(b), out(o), blog(blog_state) {}

  Status enter(const PackageItem& item) override {
    if (builder.options_.go_on && !builder.options_.go_on()) return stopped_package();
    BFA_ASSIGN_OR_RETURN(std::vector<Entry> entries, builder.entries_of(item));
    const std::string number = marc_control_number(item.object.latest);
    const bool usual = entries.size() == 1 && entries[0].current;
    std::string ids;
    for (Entry& entry : entries) {
      BFA_RETURN_IF_ERROR(put(entry, item, number));
      (ids += ids.empty() ? "" : " ") += record_id(number, entry.number, entry.current);
    }
    if (!usual) builder.ids_[number] = ids;
    return {};
  }
  Status leave(const PackageItem&) override { return {}; }

  Status put(Entry& entry, const PackageItem& item, const std::string& number) {
    BFA_RETURN_IF_ERROR(builder.note_reading(entry));
    if (entry.current) BFA_RETURN_IF_ERROR(builder.facts_.complete(entry.object));
    DataObject& object = entry.object.latest;
    const auto place = builder.warcs_->place(object.provenance.warc);
    object.provenance.warc = place.value_or(WarcRef{});
    MarcOptions marc;
    marc.number = number;
    marc.newest_url = item.object.latest.url;
    const auto duplicate = builder.recorded(object, "duplicate_of"),
               whole = builder.recorded(object, "part_of");
    marc.duplicate = duplicate ? &*duplicate : nullptr;
    marc.whole = whole ? &*whole : nullptr;
    marc.catalogue = builder.options_.catalogue;
    marc.personal_data = builder.options_.personal_data;
    marc.agency = builder.options_.keeper.code;
    marc.blog_url = blog.home;
    marc.blog_title = builder.blog_title_;
    marc.post = item.post;
    marc.parent = item.parent;
    marc.version = entry.number;
    marc.current = entry.current;
    marc.change = entry.change;
    marc.links = builder.options_.links;
    marc.prefix = {};
    BFA_ASSIGN_OR_RETURN(MappedRecord mapped, map_to_marc(entry.object, item.replies, marc));
    if (!mapped.holds_text) {
      const std::string name = number + (entry.current ? "" : "-v" + std::to_string(entry.number)) + ".txt";
      marc.full_text_href = (builder.is_eark() ? std::string(kEarkData) + "/text/" : "data/text/") + name;
      BFA_RETURN_IF_ERROR(builder.write_text_file(marc.full_text_href, "text", object.text));
      BFA_ASSIGN_OR_RETURN(mapped, map_to_marc(entry.object, item.replies, marc));
    }
    const RecordName name{record_id(number, entry.number, entry.current), number, entry.current};
    ++builder.report_.records;
    return out.put(name, object, mapped.record, place ? place->file : std::string());
  }

  PackageBuilder& builder;
  RecordOutput& out;
  const BlogState& blog;
};

// Second pass: the logical map. All other objects are in the blog's division.
struct PackageBuilder::MapPass : ItemVisitor {
  MapPass(const PackageBuilder& b, MetsWriter& m) : builder(b), mets(m) {}
  bool counts_versions() const override { return false; }

  // Empty: the package has no record of it.
  std::string ids_of(const DataObject& object) const {
    const std::string number = marc_control_number(object);
    const auto several = builder.ids_.find(number);
    return several == builder.ids_.end() ? record_id(number, 0, true) : several->second;
  }
  Status enter(const PackageItem& item) override {
    const std::string ids = ids_of(item.object.latest);
    if (item.object.latest.kind != ObjectKind::kBlog) open_.push_back(!ids.empty());
    if (ids.empty()) return {};
    mets.begin_division(item.object.latest, ids, builder.warcs_->place(item.object.latest.provenance.warc));
    return {};
  }
  Status leave(const PackageItem& item) override {
    if (item.object.latest.kind == ObjectKind::kBlog) return {};
    if (open_.back()) mets.end_division();
    open_.pop_back();
    return {};
  }
  const PackageBuilder& builder;
  MetsWriter& mets;
  std::vector<bool> open_;  // of the objects that were entered and not left: whether they have a division
};

// Which template and program read the state.
Status PackageBuilder::note_reading(const Entry& entry) {
  const DataObject& object = entry.object.latest;
  const std::string method = object.provenance.method;
  if (method.empty()) return {};
  std::string how = "method " + method;
  if (object.provenance.template_sequence != 0)
    how += ", template of step " + std::to_string(object.provenance.template_sequence);
  std::string program;
  if (const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive_); stored != nullptr) {
    BFA_ASSIGN_OR_RETURN(const ReadBy read, stored->read_by(object_key(object), entry.moment));
    program = read.program;
  }
  Reading& reading = readings_[{program, how}];
  const UtcTime time = entry.object.last_changed;
  if (reading.objects++ == 0) reading.first = reading.last = time;
  reading.first = std::min(reading.first, time);
  reading.last = std::max(reading.last, time);
  return {};
}

Status PackageBuilder::write_records(RecordOutput& out, const BlogState& blog) {
  RecordPass pass(*this, out, blog);
  return selection_.walk(pass);
}

Status PackageBuilder::write_mets(const BlogState& blog) {
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs_, root() + "/METS.xml"));
  SealingSink sealed(*sink);
  MetsWriter mets(sealed, model_);
  mets.header();
  if (options_.pack_records) {
    const std::string path = "metadata/marc.xml.gz";
    Fixity records;
    std::optional<KeptRecord> subject;
    BFA_RETURN_IF_ERROR(write_collection(root() + "/" + path, blog, records, &subject));
    mets.packed_records(path, records);
    if (subject) BFA_RETURN_IF_ERROR(MetsOutput(mets).put(subject->name, {}, subject->record, subject->warc));
  } else {
    MetsOutput out(mets);
    BFA_RETURN_IF_ERROR(write_records(out, blog));
  }
  BFA_RETURN_IF_ERROR(write_companions(*plan_, blog));
  BFA_RETURN_IF_ERROR(add_events(*plan_));
  mets.files();
  mets.begin_logical();
  MapPass pass(*this, mets);
  BFA_RETURN_IF_ERROR(selection_.walk(pass));
  BFA_RETURN_IF_ERROR(mets.finish());
  BFA_RETURN_IF_ERROR(sealed.finish());
  BFA_RETURN_IF_ERROR(sink->finish());
  report_.bytes += sink->fixity().size;
  if (options_.form != PackageForm::kBag) return {};
  BFA_ASSIGN_OR_RETURN(const std::uint64_t tags, make_bag(fs_, folder_, model_));
  report_.bytes += tags;
  return {};
}

Status PackageBuilder::write_collection(const std::string& path, const BlogState& blog, Fixity& fixity,
                                        std::optional<KeptRecord>* subject) {
  BFA_RETURN_IF_ERROR(fs_.create_directories(path.substr(0, path.rfind('/'))));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs_, path));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<GzipSink> packed, GzipSink::make(*sink));
  CollectionOutput out(options_.pack_records ? static_cast<Sink&>(*packed) : *sink);
  KeepingOutput keeping(out, marc_control_number(model_.about.latest));
  BFA_RETURN_IF_ERROR(write_records(keeping, blog));
  if (subject != nullptr) *subject = std::move(keeping.kept());
  BFA_RETURN_IF_ERROR(out.finish());
  if (options_.pack_records) BFA_RETURN_IF_ERROR(packed->finish());
  BFA_RETURN_IF_ERROR(sink->finish());
  fixity = sink->fixity();
  report_.bytes += fixity.size;
  return {};
}

Status PackageBuilder::write_eark_package(const BlogState& blog) {
  const std::string path = std::string(kEarkRecords) + (options_.pack_records ? ".gz" : "");
  Fixity records;
  BFA_RETURN_IF_ERROR(write_collection(folder_ + "/" + path, blog, records));
  BFA_RETURN_IF_ERROR(write_companions(*plan_, blog));
  BFA_RETURN_IF_ERROR(add_events(*plan_));
  const bool sip = options_.form == PackageForm::kEarkSip;
  if (sip && options_.keeper.organisation.empty())
    log(LogLevel::kWarn, "a SIP names who submits it: it says \"not stated\"; --organisation names it");
  BFA_ASSIGN_OR_RETURN(
      const std::uint64_t bytes,
      write_eark(fs_, folder_, model_, path, records, sip ? EarkPackageType::kSip : EarkPackageType::kAip));
  report_.bytes += bytes;
  return {};
}

// What the package is about, with its attributes.
Status PackageBuilder::take_subject(const PackagePlan& plan, const BlogState& blog) {
  BFA_ASSIGN_OR_RETURN(model_.about, selection_.blog_record());
  BFA_RETURN_IF_ERROR(facts_.complete(model_.about));
  blog_title_ = model_.about.latest.title;
  model_.url = blog.home;
  if (!plan.only_key.empty()) {
    BFA_ASSIGN_OR_RETURN(model_.about, archive_.summary(plan.only_key));
    BFA_RETURN_IF_ERROR(facts_.complete(model_.about));
    model_.url = plan.only_url;
  }
  const DataObject& about = model_.about.latest;
  model_.title = about.title.empty() ? model_.url : about.title;
  for (const auto& [name, to] :
       {std::pair("license", &model_.rights.license), std::pair("rights", &model_.rights.statement)}) {
    const auto found = about.attributes.find(name);
    if (found != about.attributes.end()) *to = found->second;
  }
  return {};
}

Status PackageBuilder::build(const PackagePlan& plan, const BlogState& blog) {
  plan_ = &plan;
  report_.blog = blog.home;
  BFA_RETURN_IF_ERROR(take_warcs(plan));
  // A package without captures gives nothing back, and would keep others from being restored with it.
  const bool there = options_.copy_warc && !index_.files().empty() && plan.only_key.empty();
  empty_ = (options_.since || there) && warcs_->files().empty();
  if (empty_) return {};
  const bool captures = options_.form == PackageForm::kWacz || options_.form == PackageForm::kWarc;
  if (!captures) BFA_RETURN_IF_ERROR(facts_.gather(selection_, blog, plan.captures));
  BFA_RETURN_IF_ERROR(take_subject(plan, blog));
  BFA_RETURN_IF_ERROR(take_readings(plan, blog));
  BFA_RETURN_IF_ERROR(write_form(blog));
  return fs_.sync_directory(folder_);
}

Status PackageBuilder::write_form(const BlogState& blog) {
  switch (options_.form) {
    case PackageForm::kEarkSip:
    case PackageForm::kEarkAip:
      return write_eark_package(blog);
    case PackageForm::kDspace:
      return write_dspace(blog);
    case PackageForm::kBlogForever2013:
      return write_blogforever(blog);
    case PackageForm::kWacz:
    case PackageForm::kWarc:
      return write_captures(blog);
    case PackageForm::kMets:
    case PackageForm::kBag:
    case PackageForm::kOcfl:
      break;
  }
  return write_mets(blog);
}

}  // namespace bfa
