// SPDX-License-Identifier: Apache-2.0
// Markdown: a file for each post. docs/formats/export.md has its parts.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/url/canonical.h"
#include "migrate/objects/export_job.h"
#include "migrate/objects/front_matter.h"
#include "migrate/objects/markdown_text.h"
#include "migrate/objects/post_media.h"
#include "migrate/objects/post_names.h"

namespace bfa {
namespace {

using Kind = MigrationNote::Kind;

std::vector<std::string> lines_of(const DataObject& object, const char* name) {
  std::vector<std::string> lines;
  const auto value = object.attributes.find(name);
  for (std::size_t at = 0; value != object.attributes.end() && at < value->second.size();) {
    const std::size_t end = std::min(value->second.find('\n', at), value->second.size());
    lines.push_back(value->second.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string attribute(const DataObject& object, const char* name) {
  const auto at = object.attributes.find(name);
  return at == object.attributes.end() ? std::string() : at->second;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) (text += text.empty() ? "" : ", ") += name;
  return text;
}

class MarkdownFolder {
 public:
  explicit MarkdownFolder(ExportJob& job) : job_(job), top_(job.work + "/markdown"), media_(job, top_) {}

  Status run() {
    BFA_RETURN_IF_ERROR(find_hosts());
    BFA_RETURN_IF_ERROR(job_.fs.create_directories(top_));
    BFA_ASSIGN_OR_RETURN(index_, job_.fs.create(top_ + "/index.md"));
    BFA_RETURN_IF_ERROR(index_->append("# Posts\n\n"));
    BFA_RETURN_IF_ERROR(write_kind(ObjectKind::kPost));
    if (job_.options.pages) BFA_RETURN_IF_ERROR(write_kind(ObjectKind::kPage));
    if (!job_.options.pages) BFA_RETURN_IF_ERROR(count_pages());
    BFA_RETURN_IF_ERROR(index_->close());
    BFA_RETURN_IF_ERROR(job_.fs.rename(top_, job_.output));
    job_.report.files.push_back(job_.output);
    tell();
    return {};
  }

 private:
  // Links to other hosts lead to no file of this folder.
  Status find_hosts() {
    BFA_ASSIGN_OR_RETURN(const auto blogs, job_.archive.blogs());
    for (const BlogState& blog : blogs) {
      for (const std::string& address : {blog.home, blog.base}) {
        if (const auto url = Url::parse(address)) hosts_.insert(std::string(url->host()));
      }
    }
    return {};
  }

  ObjectQuery query_of(ObjectKind kind) const {
    ObjectQuery query;
    query.kind = kind;
    query.blog_host = job_.blog.host;
    return query;
  }

  Status write_kind(ObjectKind kind) {
    Status status;
    BFA_RETURN_IF_ERROR(job_.archive.for_each_object(
        query_of(kind), [&](const std::string& key, const ObjectSummary& summary) {
          if (!job_.has(summary.latest.url, summary.latest.post)) return true;
          if (job_.options.stop.stop_requested()) {
            status = Error{Code::kUnavailable, "stopped", job_.output, -1};
          } else {
            status = write_object(key, summary);
          }
          return status.ok();
        }));
    return status;
  }

  Status count_pages() {
    std::uint64_t pages = 0;
    ObjectQuery query = query_of(ObjectKind::kPage);
    query.heads_only = true;
    BFA_RETURN_IF_ERROR(
        job_.archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
          pages += job_.has(summary.latest.url, summary.latest.post) ? 1 : 0;
          return true;
        }));
    note_count(job_, Kind::kNotCarried, "pages", pages, "page that is no post (--pages writes it, too)",
               "pages that are no posts (--pages writes them, too)");
    return {};
  }

  Status write_object(const std::string& key, const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    const auto url = Url::parse(object.url);
    if (!url) {
      job_.note({Kind::kNotCarried, "no_address", "the post has no address", job_.output, object.url});
      return {};
    }
    folder_ = host_folder(*url);
    older_ += summary.versions > 1 ? summary.versions - 1 : 0;
    BFA_ASSIGN_OR_RETURN(const auto comments, job_.archive.comments_of(object.url));
    std::string text = front_matter(summary, comments);
    BFA_ASSIGN_OR_RETURN(const std::string body, body_of(object));
    if (!body.empty()) text += "\n" + body;
    if (!comments.empty()) text += "\n## Comments\n";
    for (const DataObject& comment : comments) {
      BFA_ASSIGN_OR_RETURN(const std::string answer, comment_text(comment, comments));
      text += answer;
      ++job_.report.records[std::string(listed_kind_name(listed_kind(comment)))];
    }
    const std::string name = folder_ + "/" + address_stem(*url, key) + ".md";
    BFA_RETURN_IF_ERROR(write(name, text));
    ++job_.report.objects;
    ++job_.report.records[std::string(kind_name(object.kind))];
    const std::string day = object.published ? format_timestamp(*object.published).substr(0, 10) + " " : "";
    return index_->append("- " + day + markdown_link(object.title.empty() ? object.url : object.title, name) +
                          "\n");
  }

  Status write(const std::string& name, const std::string& bytes) {
    // Posts come by host: a folder is made once.
    if (std::exchange(made_, folder_) != folder_)
      BFA_RETURN_IF_ERROR(job_.fs.create_directories(top_ + "/" + folder_));
    BFA_ASSIGN_OR_RETURN(const auto file, job_.fs.create(top_ + "/" + name));
    BFA_RETURN_IF_ERROR(file->append(bytes));
    return file->close();
  }

  std::string front_matter(const ObjectSummary& summary, const std::vector<DataObject>& comments) const {
    const DataObject& object = summary.latest;
    FrontMatter head;
    head.text("title", object.title);
    head.text("subtitle", object.subtitle);
    if (object.published) head.text("date", format_timestamp(*object.published));
    if (object.modified) head.text("modified", format_timestamp(*object.modified));
    head.list("authors", object.authors);
    head.list("tags", object.tags);
    head.list("categories", lines_of(object, "categories"));
    head.text("language", object.language);
    head.text("url", object.url);
    head.list("aliases", lines_of(object, "aliases"));
    head.text("kind", kind_name(object.kind));
    if (object.status != "active") head.text("status", object.status);
    head.text("license", attribute(object, "license"));
    head.text("rights", attribute(object, "rights"));
    head.number("version", summary.versions);
    head.text("first_seen", format_rfc3339(summary.first_seen));
    head.text("last_changed", format_rfc3339(summary.last_changed));
    head.text("last_seen", format_rfc3339(summary.last_seen));
    const auto pingbacks = static_cast<std::size_t>(std::ranges::count_if(
        comments, [](const DataObject& comment) { return listed_kind(comment) == kPingback; }));
    if (comments.size() > pingbacks) head.number("comments", comments.size() - pingbacks);
    if (pingbacks > 0) head.number("pingbacks", pingbacks);
    if (!job_.options.places) return head.take();
    head.text("warc_file", object.provenance.warc.file);
    if (!object.provenance.warc.file.empty()) head.number("warc_offset", object.provenance.warc.offset);
    head.text("warc_record", object.provenance.warc.record_id);
    return head.take();
  }

  Result<std::string> body_of(const DataObject& object) {
    if (object.html.empty()) return markdown_of_text(object.text);
    Status status;
    MarkdownPlaces places;
    places.link = [&](std::string_view url) { return place_of_link(std::string(url), status); };
    places.image = [&](std::string_view url) {
      const auto name = media_.take(folder_, std::string(url));
      if (!name) status = name.error();
      return name && *name ? **name : std::string(url);
    };
    std::string text = markdown_of_html(object.html, places, changes_);
    if (!status) return status.error();
    return text;
  }

  // The file of another post, or the address as it is.
  std::string place_of_link(std::string address, Status& status) {
    const auto url = Url::parse(address);
    if (!url || !url->is_http() || !hosts_.contains(std::string(url->host()))) return address;
    const Url canonical = canonical_url(url->without_fragment());
    const auto key = job_.archive.find_object(canonical.href());
    if (!key && key.error().code == Code::kIo) status = key.error();
    if (!key || key->size() < 2) return address;
    const auto kind = static_cast<ObjectKind>((*key)[1]);
    const bool written = kind == ObjectKind::kPost || (kind == ObjectKind::kPage && job_.options.pages);
    const std::string host = host_folder(canonical);
    if (!written || !is_asked_for(canonical)) return address;
    return (host == folder_ ? "" : "../" + host + "/") + address_stem(canonical, *key) + ".md";
  }

  bool is_asked_for(const Url& url) const {
    return (job_.blog.host.empty() || job_.blog.host == url.host()) && job_.has(url.href(), {});
  }

  Result<std::string> comment_text(const DataObject& comment, const std::vector<DataObject>& all) {
    const std::string who = joined(comment.authors);
    const std::string type = attribute(comment, "comment_type");
    std::string head = who.empty() ? "(no name)" : "**" + markdown_line(who) + "**";
    if (!type.empty()) head += " (" + markdown_line(type) + ")";
    if (comment.published) head += ", " + format_timestamp(*comment.published);
    for (const DataObject& other : all) {
      if (comment.parent.empty() || other.id != comment.parent) continue;
      head +=
          ", in answer to " + (other.authors.empty() ? "(no name)" : markdown_line(joined(other.authors)));
      break;
    }
    if (!comment.url.empty()) head += ", " + markdown_link("link", comment.url);
    const std::string title = comment.title.empty() ? "" : markdown_line(comment.title) + "\n\n";
    BFA_ASSIGN_OR_RETURN(const std::string body, body_of(comment));
    if (body.empty() && title.empty()) return "\n" + head + "\n";
    return "\n" + head + "\n\n" + markdown_quote(title + body, "> ") + "\n";
  }

  void tell() const {
    note_count(job_, Kind::kNotCarried, "older_versions", older_,
               "older version of a post (jsonl and csv have it)",
               "older versions of posts (jsonl and csv have them)");
    note_count(job_, Kind::kChanged, "tables_as_html", changes_.tables, "table is HTML: CommonMark has none",
               "tables are HTML: CommonMark has none");
    note_count(job_, Kind::kChanged, "embeds_as_links", changes_.embeds, "video or frame is a link",
               "videos and frames are links");
  }

  ExportJob& job_;
  const std::string top_;
  PostMedia media_;
  std::unique_ptr<WritableFile> index_;
  std::set<std::string> hosts_;  // of the archive's blogs
  std::string folder_, made_;    // of the object that is written; the last one that was made
  MarkdownChanges changes_;
  std::uint64_t older_ = 0;
};

}  // namespace

Status write_markdown(ExportJob& job) {
  return MarkdownFolder(job).run();
}

}  // namespace bfa
