// SPDX-License-Identifier: Apache-2.0
// The forms of a package for one reader each: DSpace, the software of 2013, players of web archives.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/merge.h"
#include "package/aip/bag.h"
#include "package/aip/premis_document.h"
#include "package/forms/blogforever.h"
#include "package/forms/dspace.h"
#include "package/forms/warc_package.h"
#include "package/package_builder.h"

namespace bfa {
namespace {

constexpr const char* kRecordsFolder = "records";

}  // namespace

// A file with XML of the package, as the manifest names it.
Status PackageBuilder::write_metadata_file(const std::string& path, const Fixity& fixity) {
  PackageFile file;
  file.path = path;
  file.use = "metadata";
  file.mime_type = path.ends_with(".gz") ? "application/gzip" : "text/xml";
  file.fixity = fixity;
  model_.files.push_back(std::move(file));
  return {};
}

Status PackageBuilder::write_dspace(const BlogState& blog) {
  Fixity records;
  const std::string path = options_.pack_records ? "metadata/marc.xml.gz" : "metadata/marc.xml";
  BFA_RETURN_IF_ERROR(write_collection(folder_ + "/" + path, blog, records));
  BFA_RETURN_IF_ERROR(write_metadata_file(path, records));
  BFA_RETURN_IF_ERROR(write_companions(*plan_, blog));
  BFA_RETURN_IF_ERROR(add_events(*plan_));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink,
                       FileSink::create(fs_, folder_ + "/metadata/premis.xml"));
  BFA_RETURN_IF_ERROR(write_premis_document(*sink, model_, PremisScope::kAll));
  BFA_RETURN_IF_ERROR(sink->finish());
  report_.bytes += sink->fixity().size;
  BFA_RETURN_IF_ERROR(write_metadata_file("metadata/premis.xml", sink->fixity()));
  BFA_ASSIGN_OR_RETURN(const std::uint64_t manifest, write_dspace_manifest(fs_, folder_, model_));
  report_.bytes += manifest;
  return {};
}

Status PackageBuilder::write_blogforever(const BlogState& blog) {
  const std::string folder = root() + "/" + kRecordsFolder;
  BFA_RETURN_IF_ERROR(fs_.create_directories(folder));
  BlogForeverOutput out(fs_, folder, "../" + warc_folder(), model_);
  BFA_RETURN_IF_ERROR(write_records(out, blog));
  report_.bytes += out.bytes();
  BFA_RETURN_IF_ERROR(fs_.sync_directory(folder));
  BFA_RETURN_IF_ERROR(write_companions(*plan_, blog));
  BFA_ASSIGN_OR_RETURN(const std::uint64_t tags, make_bag(fs_, folder_, model_, true));
  report_.bytes += tags;
  return {};
}

// One file of all captures: WARC or WACZ. The parts that it was made from do not stay.
Status PackageBuilder::write_captures(const BlogState& blog) {
  std::vector<std::string> warcs;
  for (const PackedWarc& packed : warcs_->files())
    warcs.push_back(root() + "/" + warc_folder() + "/" + packed.name);
  if (!warcs.empty() && !readings_file_.empty()) warcs.insert(warcs.begin(), root() + "/" + readings_file_);
  if (warcs.empty())
    return Error{Code::kNotFound, "the archive has no capture of it in a closed WARC file", model_.url, -1};
  if (options_.form == PackageForm::kWacz) return write_wacz_file(blog, warcs);
  BFA_ASSIGN_OR_RETURN(const SourceNote note, source_note(*plan_, blog));
  WarcPackageName package{model_.name, model_.title, model_.url, model_.now};
  for (const PackedWarc& packed : warcs_->files()) package.content += packed.fixity.sha256 + "\n";
  const std::string start = folder_ + "/start.warc.gz", merged = folder_ + "/merged.warc.gz";
  BFA_RETURN_IF_ERROR(write_warc_package_start(fs_, start, package, format_source_note(note)));
  warcs.insert(warcs.begin(), start);
  BFA_ASSIGN_OR_RETURN(const WarcCopyReport copied, merge_warcs(fs_, warcs, merged));
  const std::string path = folder_ + "/" + model_.name + ".warc.gz";
  BFA_ASSIGN_OR_RETURN(report_.records, close_warc_package(fs_, merged, path, package));
  BFA_ASSIGN_OR_RETURN(report_.bytes, fs_.file_size(path));
  report_.warc_bytes = report_.bytes;
  report_.warc_files = 1;
  for (const Finding& finding : copied.findings) log(LogLevel::kWarn, finding.where + ": " + finding.message);
  return {};
}

// Pages of a player's list: those whose captures are in the file.
struct PackageBuilder::PagePass : ItemVisitor {
  PagePass(const PackageBuilder& b, WaczWriter& w) : builder(b), writer(w) {}
  bool counts_versions() const override { return false; }

  Status enter(const PackageItem& item) override {
    const DataObject& object = item.object.latest;
    if (object.kind != ObjectKind::kPost && object.kind != ObjectKind::kPage) return {};
    if (!builder.warcs_->place(object.provenance.warc)) return {};
    ++pages;
    return writer.add_page({object.url, item.object.last_changed, object.title, {}, {}});
  }
  Status leave(const PackageItem&) override { return {}; }

  const PackageBuilder& builder;
  WaczWriter& writer;
  std::uint64_t pages = 0;
};

Status PackageBuilder::write_wacz_file(const BlogState& blog, const std::vector<std::string>& warcs) {
  const auto clock = make_fixed_clock(model_.now);
  WaczOptions options;
  options.title = model_.title;
  options.main_page_url = model_.url;
  options.software = software_name() + " " + software_version();
  options.clock = clock.get();
  options.find_pages = false;
  BFA_ASSIGN_OR_RETURN(const auto writer,
                       WaczWriter::create(fs_, folder_ + "/" + model_.name + ".wacz", options));
  PagePass pages(*this, *writer);
  BFA_RETURN_IF_ERROR(selection_.walk(pages));
  for (const std::string& warc : warcs) BFA_RETURN_IF_ERROR(writer->add_archive(fs_, warc));
  BFA_ASSIGN_OR_RETURN(const SourceNote note, source_note(*plan_, blog));
  BFA_RETURN_IF_ERROR(writer->add_file(kWaczNotePath, format_source_note(note)));
  BFA_ASSIGN_OR_RETURN(const WaczReport made, writer->finish());
  for (const Finding& finding : made.findings) log(LogLevel::kWarn, finding.where + ": " + finding.message);
  log(LogLevel::kInfo, blog.home + ": " + counted(pages.pages, "page", "pages") + " listed");
  report_.bytes = made.bytes;
  report_.records = readings_records_;
  for (const PackedWarc& packed : warcs_->files()) report_.records += packed.records;
  return {};
}

}  // namespace bfa
