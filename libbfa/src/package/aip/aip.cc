// SPDX-License-Identifier: Apache-2.0
#include "bfa/package/aip.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/fixity_manifest.h"
#include "package/aip/fixity_events.h"
#include "package/aip/marc_mapping.h"
#include "package/aip/mets.h"
#include "package/aip/package_plan.h"
#include "package/aip/readme.h"
#include "store/files/copy_file.h"

namespace bfa {
namespace {

constexpr const char* kMarcNamespace = "http://www.loc.gov/MARC21/slim";

// Only these characters are used unchanged in names and hrefs; WARC writers use no others.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name[0] != '.' && std::ranges::all_of(name, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
  });
}

// A relative reference to a path: characters that a URL cannot contain are percent-encoded, '/' is kept.
std::string encode_path(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '~' || c == '/';
    if (plain) {
      out += c;
    } else {
      char escape[4];
      std::snprintf(escape, sizeof escape, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    }
  }
  return out;
}

bool is_warc_name(const std::string& name) {
  return name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".warc.zst");
}

// A MARCXML collection of one kind of objects, created with the first object.
class Collection {
 public:
  Collection(FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}

  Status add(const MarcRecord& record) {
    if (!sink_) {
      BFA_ASSIGN_OR_RETURN(sink_, FileSink::create(fs_, path_));
      xml_ = std::make_unique<XmlWriter>(*sink_);
      xml_->start("marc:collection");
      xml_->attribute("xmlns:marc", kMarcNamespace);
    }
    record.write(*xml_, "marc");
    return {};
  }
  Status finish() {
    if (!sink_) return {};
    BFA_RETURN_IF_ERROR(xml_->finish());
    return sink_->finish();
  }
  // After finish(); null when it has no record.
  const Fixity* fixity() const { return sink_ ? &sink_->fixity() : nullptr; }

 private:
  FileSystem& fs_;
  std::string path_;
  std::unique_ptr<FileSink> sink_;
  std::unique_ptr<XmlWriter> xml_;
};

// Writes one package into a folder with a temporary name.
class PackageBuilder {
 public:
  PackageBuilder(const Archive& archive, const PackageOptions& options, const PackageSelection& selection,
                 std::string name, std::string folder, UtcTime now)
      : archive_(archive),
        options_(options),
        selection_(selection),
        name_(std::move(name)),
        folder_(std::move(folder)),
        now_(now) {}

  Status build(const PackagePlan& plan, const BlogState& blog);
  PackageReport report() const { return report_; }

 private:
  struct RecordPass;
  struct MapPass;
  Status take_warcs(const PackagePlan& plan);
  Status take_warc(const std::string& name);
  Status write_records(MetsWriter& mets, const BlogState& blog);
  Status write_text(const std::string& path, const std::string& text);
  Status write_readme(const BlogState& blog);
  Result<std::vector<PremisEvent>> events(const PackagePlan& plan) const;
  void log(LogLevel level, const std::string& line) const {
    if (options_.log) options_.log(level, line);
  }

  const Archive& archive_;
  const PackageOptions& options_;
  const PackageSelection& selection_;
  const std::string name_, folder_;
  const UtcTime now_;
  FileSystem& fs_ = posix_file_system();
  FixityManifest manifest_;  // of the archive's WARC files: a package never certifies damage
  std::vector<PackageFile> files_;
  PackageReport report_;
};

Status PackageBuilder::take_warc(const std::string& name) {
  const std::string source = archive_.warc_directory() + "/" + name;
  PackageFile file;
  file.path = "data/warc/" + name;
  file.use = "warc";
  file.mime_type = name.ends_with(".gz") ? "application/gzip" : "application/octet-stream";
  file.format_name = "WARC";
  file.format_version = warc_version_of(fs_, source);
  file.puid = file.format_version == "1.1"   ? "fmt/1281"
              : file.format_version == "1.0" ? "fmt/1355"
                                             : "fmt/289";
  if (options_.copy_warc) {
    const auto copied = copy_file(fs_, source, folder_ + "/" + file.path);
    if (!copied) return copied.error();
  } else {
    std::error_code error;
    const auto from = std::filesystem::absolute(folder_, error);
    file.path = std::filesystem::absolute(source, error).lexically_relative(from).generic_string();
    file.path = encode_path(file.path);
    if (error || file.path.empty()) return Error{Code::kIo, "cannot be named from " + folder_, source, -1};
  }
  BFA_ASSIGN_OR_RETURN(file.fixity, measure_file(fs_, source));
  if (const auto line = manifest_.find(name); line != manifest_.end() && line->second != file.fixity.sha256) {
    return Error{Code::kCorrupt,
                 "the file differs from its digest in manifest-sha256.txt: no package was written (bfa check "
                 "tells what is damaged)",
                 source, -1};
  }
  report_.bytes += file.fixity.size;
  ++report_.warc_files;
  files_.push_back(std::move(file));
  return {};
}

Status PackageBuilder::take_warcs(const PackagePlan& plan) {
  BFA_ASSIGN_OR_RETURN(const bool any, fs_.exists(archive_.warc_directory()));
  if (!any) return {};
  BFA_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs_.list(archive_.warc_directory()));
  BFA_ASSIGN_OR_RETURN(manifest_, read_fixity_manifest(fs_, archive_.warc_directory()));
  for (const std::string& name : names) {
    if (name.ends_with(".open")) {
      log(LogLevel::kWarn,
          name + " is still being written and is left out; pack again when the crawl has ended");
      continue;
    }
    if (!is_warc_name(name) || (!plan.all_warcs && !plan.captures.files.contains(name))) continue;
    if (!is_plain_name(name)) {
      log(LogLevel::kWarn, name + " is left out: its name has characters that packages must not hold");
      continue;
    }
    BFA_RETURN_IF_ERROR(take_warc(name));
  }
  for (const std::string& path : plan.captures.outside) {
    log(LogLevel::kWarn, path +
                             " holds payloads of this package's revisits and stands outside of the archive: "
                             "it is not in the package; keep it beside, or make a copy without revisits with "
                             "bfa warc materialise data/warc/*.warc.gz --with that file");
  }
  return {};
}

Status PackageBuilder::write_text(const std::string& path, const std::string& text) {
  BFA_RETURN_IF_ERROR(fs_.create_directories(folder_ + "/data/text"));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs_, folder_ + "/" + path));
  BFA_RETURN_IF_ERROR(bfa::write_text(*sink, text));
  BFA_RETURN_IF_ERROR(sink->finish());
  files_.push_back({path, "text", "text/plain", sink->fixity(), "x-fmt/111", "Plain text", ""});
  report_.bytes += sink->fixity().size;
  return {};
}

// First pass: each object's record into METS and into the collection of its kind.
struct PackageBuilder::RecordPass : ItemVisitor {
  RecordPass(PackageBuilder& b, MetsWriter& m, const BlogState& blog_state)
      : builder(b),
        mets(m),
        blog(blog_state),
        collections{Collection(b.fs_, b.folder_ + "/metadata/blog.xml"),
                    Collection(b.fs_, b.folder_ + "/metadata/posts.xml"),
                    Collection(b.fs_, b.folder_ + "/metadata/pages.xml"),
                    Collection(b.fs_, b.folder_ + "/metadata/comments.xml")} {}

  static std::size_t place(ObjectKind kind) {
    return kind == ObjectKind::kBlog ? 0 : kind == ObjectKind::kPost ? 1 : kind == ObjectKind::kPage ? 2 : 3;
  }

  Status enter(const PackageItem& item) override {
    const DataObject& object = item.object.latest;
    MarcOptions marc;
    marc.catalogue = builder.options_.catalogue;
    marc.personal_data = builder.options_.personal_data;
    marc.blog_url = blog.home;
    marc.post = item.post;
    marc.parent = item.parent;
    BFA_ASSIGN_OR_RETURN(MappedRecord mapped, map_to_marc(item.object, item.replies, marc));
    if (!mapped.holds_text) {
      marc.full_text_href = "data/text/" + marc_control_number(object) + ".txt";
      BFA_RETURN_IF_ERROR(builder.write_text(marc.full_text_href, object.text));
      BFA_ASSIGN_OR_RETURN(mapped, map_to_marc(item.object, item.replies, marc));
    }
    mapped.record.write(mets.begin_descriptive(object), "marc");
    mets.end_descriptive();
    BFA_RETURN_IF_ERROR(collections[place(object.kind)].add(mapped.record));
    ++builder.report_.records;
    return {};
  }
  Status leave(const PackageItem&) override { return {}; }

  PackageBuilder& builder;
  MetsWriter& mets;
  const BlogState& blog;
  Collection collections[4];
};

// Second pass: the logical map. All other objects are in the blog's division.
struct PackageBuilder::MapPass : ItemVisitor {
  explicit MapPass(MetsWriter& m) : mets(m) {}
  Status enter(const PackageItem& item) override {
    mets.begin_division(item.object.latest);
    return {};
  }
  Status leave(const PackageItem& item) override {
    if (item.object.latest.kind != ObjectKind::kBlog) mets.end_division();
    return {};
  }
  MetsWriter& mets;
};

Status PackageBuilder::write_records(MetsWriter& mets, const BlogState& blog) {
  RecordPass pass(*this, mets, blog);
  BFA_RETURN_IF_ERROR(selection_.walk(pass));
  const char* const paths[] = {"metadata/blog.xml", "metadata/posts.xml", "metadata/pages.xml",
                               "metadata/comments.xml"};
  for (std::size_t i = 0; i < 4; ++i) {
    BFA_RETURN_IF_ERROR(pass.collections[i].finish());
    const Fixity* fixity = pass.collections[i].fixity();
    if (fixity == nullptr) continue;
    files_.push_back({paths[i], "metadata", "application/marcxml+xml", *fixity, "fmt/101", "XML", "1.0"});
    report_.bytes += fixity->size;
  }
  return {};
}

Status PackageBuilder::write_readme(const BlogState& blog) {
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink,
                       FileSink::create(fs_, folder_ + "/metadata/README.txt"));
  BFA_RETURN_IF_ERROR(bfa::write_text(*sink, package_readme(name_, blog.home, now_, options_.copy_warc)));
  BFA_RETURN_IF_ERROR(sink->finish());
  files_.push_back(
      {"metadata/README.txt", "metadata", "text/plain", sink->fixity(), "x-fmt/111", "Plain text", ""});
  report_.bytes += sink->fixity().size;
  return {};
}

Result<std::vector<PremisEvent>> PackageBuilder::events(const PackagePlan& plan) const {
  std::vector<PremisEvent> list;
  if (plan.captures.last != UtcTime{}) {
    std::string time = format_rfc3339(plan.captures.first);
    if (plan.captures.last != plan.captures.first) time += "/" + format_rfc3339(plan.captures.last);
    list.push_back({"capture", time, "HTTP requests and responses written to WARC as on the wire"});
  }
  BFA_ASSIGN_OR_RETURN(auto checks, fixity_events(archive_));
  for (PremisEvent& check : checks) list.push_back(std::move(check));
  list.push_back({"message digest calculation", format_rfc3339(now_), "SHA-256"});
  return list;
}

Status PackageBuilder::build(const PackagePlan& plan, const BlogState& blog) {
  report_.blog = blog.home;
  for (const char* folder : {"/data/warc", "/metadata"})
    BFA_RETURN_IF_ERROR(fs_.create_directories(folder_ + folder));
  BFA_RETURN_IF_ERROR(take_warcs(plan));
  const std::string path = folder_ + "/METS.xml";
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs_, path));
  BFA_ASSIGN_OR_RETURN(const ObjectSummary about, selection_.blog_record());
  MetsWriter mets(*sink, name_, about.latest.title.empty() ? blog.home : about.latest.title, now_);
  mets.header();
  BFA_RETURN_IF_ERROR(write_records(mets, blog));
  BFA_RETURN_IF_ERROR(write_readme(blog));
  BFA_ASSIGN_OR_RETURN(const std::vector<PremisEvent> list, events(plan));
  mets.files(files_, list);
  mets.begin_logical();
  MapPass pass(mets);
  BFA_RETURN_IF_ERROR(selection_.walk(pass));
  BFA_RETURN_IF_ERROR(mets.finish());
  BFA_RETURN_IF_ERROR(sink->finish());
  report_.bytes += sink->fixity().size;
  return fs_.sync_directory(folder_);
}

// Puts the finished folder in the place of an older one of that name.
Status replace_folder(FileSystem& fs, const std::string& from, const std::string& to) {
  std::error_code error;
  const std::string old = from + ".old";
  std::filesystem::remove_all(old, error);
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(to));
  if (there) {
    BFA_ASSIGN_OR_RETURN(const bool package, fs.exists(to + "/METS.xml"));
    if (!package && !std::filesystem::is_empty(to, error))
      return Error{Code::kInvalidArgument, "this is there already and is no package", to, -1};
    BFA_RETURN_IF_ERROR(fs.rename(to, old));
  }
  BFA_RETURN_IF_ERROR(fs.rename(from, to));
  std::filesystem::remove_all(old, error);
  return {};
}

Result<PackageReport> write_one(const Archive& archive, const Ownership& ownership, const PackagePlan& plan,
                                const PackageOptions& options, UtcTime now) {
  const BlogState& blog = ownership.blogs()[static_cast<std::size_t>(plan.blog)];
  FileSystem& fs = posix_file_system();
  const std::string parent =
      options.output_directory.empty() ? archive.directory() + "/packages" : options.output_directory;
  std::string name = package_name(blog.home);
  if (!plan.only_key.empty()) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive.summary(plan.only_key));
    name += "-" + marc_control_number(object.latest);
  }
  // No package has a name that begins with a dot.
  const std::string final_path = parent + "/" + name, draft = parent + "/." + name + ".open";
  std::error_code error;
  std::filesystem::remove_all(draft, error);
  BFA_RETURN_IF_ERROR(fs.create_directories(draft));
  const PackageSelection selection(archive, ownership, plan.blog, plan.only_key, plan.strays);
  PackageBuilder builder(archive, options, selection, name, draft, now);
  Status built = builder.build(plan, blog);
  if (built) built = replace_folder(fs, draft, final_path);
  if (built) built = fs.sync_directory(parent);
  if (!built) {
    std::filesystem::remove_all(draft, error);
    return std::move(built).error();
  }
  PackageReport report = builder.report();
  report.directory = final_path;
  return report;
}

Result<std::vector<PackageReport>> write_all(const Archive& archive, const PackageOptions& options) {
  BFA_ASSIGN_OR_RETURN(std::vector<BlogState> blogs, archive.blogs());
  const Ownership ownership(std::move(blogs));
  BFA_ASSIGN_OR_RETURN(const std::vector<PackagePlan> plans, plan_packages(archive, ownership, options));
  const UtcTime now = (options.clock != nullptr ? *options.clock : system_clock()).now();
  std::vector<PackageReport> reports;
  for (const PackagePlan& plan : plans) {
    BFA_ASSIGN_OR_RETURN(PackageReport report, write_one(archive, ownership, plan, options, now));
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace

Result<std::vector<PackageReport>> write_packages(const Archive& archive, const PackageOptions& options) {
  return guarded([&]() -> Result<std::vector<PackageReport>> {
    try {
      return write_all(archive, options);
    } catch (const std::filesystem::filesystem_error& error) {
      return Error{Code::kIo, error.code().message(), archive.directory(), -1};
    }
  });
}

}  // namespace bfa
