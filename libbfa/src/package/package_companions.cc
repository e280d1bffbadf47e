// SPDX-License-Identifier: Apache-2.0
// What a package has besides captures and records: what it says of itself, to people and to this software.
#include <memory>
#include <string>
#include <utility>

#include "base/try.h"
#include "io/file_sink.h"
#include "package/aip/eark.h"
#include "package/aip/readme.h"
#include "package/aip/source_note.h"
#include "package/package_builder.h"

namespace bfa {

Status PackageBuilder::write_text_file(const std::string& path, const char* use, const std::string& text) {
  const std::string on_disk = root() + "/" + path;
  BFA_RETURN_IF_ERROR(fs_.create_directories(on_disk.substr(0, on_disk.rfind('/'))));
  BFA_ASSIGN_OR_RETURN(const std::unique_ptr<FileSink> sink, FileSink::create(fs_, on_disk));
  BFA_RETURN_IF_ERROR(write_text(*sink, text));
  BFA_RETURN_IF_ERROR(sink->finish());
  const bool json = path.ends_with(".json");
  PackageFile file;
  file.path = path;
  file.use = use;
  file.mime_type = json ? "application/json" : "text/plain";
  file.fixity = sink->fixity();
  file.puid = json ? "fmt/817" : "x-fmt/111";
  file.format_name = json ? "JSON" : "Plain text";
  report_.bytes += file.fixity.size;
  model_.files.push_back(std::move(file));
  return {};
}

// What the package has of its archive, for reading it back.
Result<SourceNote> PackageBuilder::source_note(const PackagePlan& plan, const BlogState& blog) const {
  SourceNote note;
  note.package = model_.name;
  note.blog = blog.home;
  note.base = blog.base;
  note.object = plan.only_url;
  if (!plan.only_key.empty()) note.kind = std::string(kind_name(model_.about.latest.kind));
  note.before = options_.before;
  note.since = options_.since;
  note.after_step = warcs_->step_before();
  note.noted = warcs_->newest_note();
  note.last_time = warcs_->last_time();
  note.all_versions = options_.all_versions;
  note.readings = !readings_file_.empty();
  note.steps = steps_;
  note.records = report_.records;
  BFA_ASSIGN_OR_RETURN(note.last_step, archive_.last_step());
  return note;
}

// What people, and this software, need besides.
Status PackageBuilder::write_companions(const PackagePlan& plan, const BlogState& blog) {
  ReadmeFacts readme;
  readme.name = model_.name;
  readme.blog = blog.home;
  readme.created = model_.now;
  readme.form = options_.form;
  readme.with_warc = options_.copy_warc;
  readme.packed_records = options_.pack_records && options_.form != PackageForm::kBlogForever2013;
  readme.readings = readings_file_.substr(readings_file_.rfind('/') + 1);
  const std::string folder = is_eark() ? "documentation/" : "";
  BFA_RETURN_IF_ERROR(write_text_file(folder + "README.txt", "documentation", package_readme(readme)));
  if (is_eark()) BFA_RETURN_IF_ERROR(write_text_file("schemas/schemas.txt", "schemas", eark_schemas()));
  BFA_ASSIGN_OR_RETURN(const SourceNote note, source_note(plan, blog));
  return write_text_file((is_eark() ? "documentation/" : "metadata/") + std::string(kSourceNoteName),
                         is_eark() ? "documentation" : "metadata", format_source_note(note));
}

}  // namespace bfa
