// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/store/archive.h"

namespace bfa {
namespace {

bool is_closed_warc(const std::string& name) {
  return name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".warc.zst");
}

Result<std::vector<std::string>> warc_files(const Archive& archive) {
  FileSystem& fs = posix_file_system();
  std::vector<std::string> paths;
  BFA_ASSIGN_OR_RETURN(const bool any, fs.exists(archive.warc_directory()));
  if (any) {
    BFA_ASSIGN_OR_RETURN(const auto names, fs.list(archive.warc_directory()));
    for (const auto& name : names) {
      if (is_closed_warc(name)) paths.push_back(archive.warc_directory() + "/" + name);
    }
  }
  if (paths.empty()) return Error{Code::kNotFound, "no closed WARC file", archive.warc_directory(), -1};
  return paths;
}

// Objects that are pages: comments are on the page of their post.
bool is_page(const DataObject& object) {
  return object.kind == ObjectKind::kPost || object.kind == ObjectKind::kPage;
}

// Each address once: a blog is listed as its home page only if there is no page object of that address.
Status add_pages(const Archive& archive, bool with_text, WaczWriter& writer) {
  const auto add = [&](const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    return writer.add_page(
        {object.url, summary.last_changed, object.title, {}, with_text ? object.text : std::string()});
  };
  std::map<std::string, ObjectSummary> homes;
  std::set<std::string> pages;  // of the homes' addresses
  ObjectQuery query;
  query.heads_only = !with_text;
  query.kind = ObjectKind::kBlog;
  BFA_RETURN_IF_ERROR(archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
    homes.emplace(summary.latest.url, summary);
    return true;
  }));
  Status added;
  query.kind.reset();
  BFA_RETURN_IF_ERROR(archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
    if (!is_page(summary.latest)) return true;
    if (homes.contains(summary.latest.url)) pages.insert(summary.latest.url);
    added = add(summary);
    return added.ok();
  }));
  BFA_RETURN_IF_ERROR(added);
  for (const auto& [url, home] : homes) {
    if (!pages.contains(url)) BFA_RETURN_IF_ERROR(add(home));
  }
  return {};
}

}  // namespace

Result<WaczReport> write_archive_wacz(const Archive& archive, std::string_view path_name,
                                      const WaczOptions& options, bool with_text) {
  return guarded([&]() -> Result<WaczReport> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(const auto paths, warc_files(archive));
    BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
    WaczOptions own = options;
    if (!blogs.empty() && own.main_page_url.empty()) own.main_page_url = blogs.front().home;
    if (!blogs.empty() && own.title.empty()) own.title = blogs.front().home;
    BFA_ASSIGN_OR_RETURN(const auto writer, WaczWriter::create(posix_file_system(), path, own));
    BFA_RETURN_IF_ERROR(add_pages(archive, with_text, *writer));
    for (const auto& warc : paths) BFA_RETURN_IF_ERROR(writer->add_archive(posix_file_system(), warc));
    return writer->finish();
  });
}

}  // namespace bfa
