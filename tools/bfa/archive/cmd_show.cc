// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "archive/archive_reading.h"
#include "archive/show_blog.h"
#include "archive/similar_addresses.h"
#include "args.h"
#include "bfa/object/filters.h"
#include "bfa/object/json.h"
#include "bfa/remove/remove.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

void print_field(const char* name, const std::string& value, bool colours) {
  if (value.empty()) return;
  std::string label(name);
  label.resize(11, ' ');
  print_line(coloured(label, kDim, colours) + for_terminal(value));
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) (out += out.empty() ? "" : ", ") += part;
  return out;
}

void print_comment(const DataObject& comment, bool colours) {
  std::string head = comment.authors.empty() ? std::string("(unknown)") : comment.authors.front();
  if (comment.published) head += ", " + format_timestamp(*comment.published);
  if (comment.status == "gone") head += " (gone from its page)";
  print_line("");
  print_line("  " + coloured(for_terminal(head), kBold, colours));
  std::string text = "  ";
  for (const char c : for_terminal(comment.text)) {
    text += c;
    if (c == '\n') text += "  ";
  }
  print_line(text);
}

void print_comments(const std::vector<DataObject>& comments, ObjectKind kind, bool colours) {
  const auto is_listed = [kind](const DataObject& comment) { return listed_kind(comment) == kind; };
  const auto count = static_cast<std::uint64_t>(std::ranges::count_if(comments, is_listed));
  if (count == 0) return;
  const bool pingbacks = kind == kPingback;
  print_line("");
  print_line(
      coloured(counted(count, pingbacks ? "pingback" : "comment", pingbacks ? "pingbacks" : "comments"),
               kBold, colours));
  for (const DataObject& comment : comments) {
    if (is_listed(comment)) print_comment(comment, colours);
  }
}

void print_object(const DataObject& object, const ObjectSummary& summary,
                  const std::vector<DataObject>& comments, bool colours) {
  print_line(coloured(for_terminal(object.title.empty() ? "(no title)" : object.title), kBold, colours));
  print_field("url", object.url.empty() ? object.post : object.url, colours);
  print_field("kind", shown_kind(object), colours);
  if (object.kind == ObjectKind::kComment) print_field("id", object.id, colours);
  print_field("subtitle", object.subtitle, colours);
  print_field("authors", join(object.authors), colours);
  if (object.published) print_field("published", format_timestamp(*object.published), colours);
  if (object.modified) print_field("modified", format_timestamp(*object.modified), colours);
  print_field("tags", join(object.tags), colours);
  print_field("language", object.language, colours);
  print_field("status", object.status, colours);
  print_field("seen",
              format_rfc3339(summary.first_seen) + " to " + format_rfc3339(summary.last_seen) + ", " +
                  std::to_string(summary.versions) + (summary.versions == 1 ? " version, " : " versions, ") +
                  counted(summary.sightings, "repeat", "repeats"),
              colours);
  print_field("found by", object.provenance.method, colours);
  if (!object.provenance.warc.file.empty()) {
    print_field("warc", object.provenance.warc.file + " at " + std::to_string(object.provenance.warc.offset),
                colours);
  }
  if (!object.text.empty()) {
    print_line("");
    print_line(for_terminal(object.text));
  }
  print_comments(comments, ObjectKind::kComment, colours);
  print_comments(comments, kPingback, colours);
}

// The comments of a post, now or as they were then.
Result<std::vector<DataObject>> comments_of(const Archive& archive, const std::string& post,
                                            const std::optional<UtcTime>& time) {
  auto comments = archive.comments_of(post);
  if (!comments || !time) return comments;
  std::vector<DataObject> then;
  for (const DataObject& comment : *comments) {
    auto version = archive.version_at(object_key(comment), *time);
    if (!version) return std::move(version).error();
    if (*version) then.push_back(std::move((*version)->object));
  }
  return then;
}

// The object as it stood then, with the numbers of that time.
Result<ObjectSummary> summary_at(const Archive& archive, const ObjectSummary& now, UtcTime time) {
  ObjectQuery query;
  query.kind = listed_kind(now.latest);
  query.url = now.latest.url;
  query.at = time;
  std::optional<ObjectSummary> then;
  const Status status = archive.for_each_object(query, [&](const std::string&, const ObjectSummary& found) {
    then = found;
    return false;
  });
  if (!status) return status.error();
  if (then) return std::move(*then);
  return Error{
      Code::kNotFound,
      "not yet in the archive at " + format_rfc3339(time) + "; first seen " + format_rfc3339(now.first_seen),
      now.latest.url, -1};
}

// The key of the object of a kind at an address. Without a kind the home page's address means the blog.
Result<std::string> find_key(const Archive& archive, const std::string& url, const std::string& kind) {
  if (kind.empty()) {
    const std::string blog = object_key(ObjectKind::kBlog, url);
    return archive.summary(blog) ? Result<std::string>(blog) : archive.find_object(url);
  }
  const auto wanted = parse_listed_kind(kind);
  if (!wanted)
    return Error{Code::kInvalidArgument, "no such kind; there are post, page, blog, comment, pingback", kind,
                 -1};
  std::string key = object_key(stored_kind(*wanted), url);
  if (const auto found = archive.summary(key);
      found && (wanted != kPingback || listed_kind(found->latest) == kPingback))
    return key;
  return Error{Code::kNotFound, "the archive has no " + kind + " with this URL", url, -1};
}

// The version as it was read first.
Status take_first_reading(const Archive& archive, const std::string& key, const std::optional<UtcTime>& time,
                          DataObject& object) {
  auto version = archive.version_at(key, time.value_or(UtcTime::max()));
  if (!version) return std::move(version).error();
  if (!*version) return {};
  auto readings = archive.readings(key, **version);
  if (!readings) return std::move(readings).error();
  if (!readings->empty()) object = std::move(readings->front().object);
  return {};
}

// Exit code 1: the answer is no, and it is known why.
int report_removed(const Removal& removal, const std::string& url, bool json) {
  if (json) {
    nlohmann::ordered_json line = {{"v", 1},
                                   {"event", "removed"},
                                   {"url", url},
                                   {"time", format_rfc3339(removal.time)},
                                   {"reason", removal.reason},
                                   {"blocked", removal.blocked}};
    print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    print_line(for_terminal(url + ": " + removal_sentence(removal)));
  }
  return kNo;
}

struct ShowOptions {
  std::string url, kind;
  std::optional<UtcTime> time;
  bool as_first_read = false, json = false;
};

int show(const Archive& archive, const ShowOptions& asked) {
  const std::string& url = asked.url;
  const std::string& kind = asked.kind;
  const std::optional<UtcTime>& time = asked.time;
  const bool json = asked.json;
  const auto key = find_key(archive, url, kind);
  if (!key) {
    const auto removal = removal_of(archive, url);
    if (!removal) return report_error(removal.error(), json);
    if (*removal) return report_removed(**removal, url, json);
    return report_missing_object(archive, key.error(), url, json);
  }
  auto summary = archive.summary(*key);
  if (!summary) return report_error(summary.error(), json);
  if (!json) say_moved(archive, *key, url);
  if (time) summary = summary_at(archive, *summary, *time);
  if (!summary) return report_error(summary.error(), json);
  DataObject object = summary->latest;
  if (asked.as_first_read) {
    const Status taken = take_first_reading(archive, *key, time, object);
    if (!taken) return report_error(taken.error(), json);
  }
  std::vector<DataObject> comments;
  if (object.kind == ObjectKind::kPost || object.kind == ObjectKind::kPage) {
    auto found = comments_of(archive, object.url, time);
    if (!found) return report_error(found.error(), json);
    comments = std::move(*found);
  }
  if (!json) {
    print_object(object, *summary, comments, use_colours());
    return kDone;
  }
  ObjectJsonOptions options;
  options.summary = &*summary;
  if (!comments.empty()) options.comments = &comments;
  print_line(object_to_json(object, options));
  return kDone;
}

}  // namespace

int cmd_show(const Arguments& arguments) {
  ShowOptions asked;
  std::string directory, at, blog;
  const bool& json = asked.json;
  Args args("show", "Shows one object, or a blog with its posts, now or as of a time.",
            "The address of a blog shows the blog; its home page: --kind page.\n"
            "--blog shows the posts and comments of a blog as they stood at that time, and what was deleted "
            "since.\n"
            "Examples: bfa show https://a.blog.example/post --at 2026-01-31\n"
            "          bfa show --blog https://a.blog.example/ --at 2026-01-31\n"
            "Exit codes: 0 done, 1 it was removed (bfa remove), 2 usage, 3 no such object or archive, 8 "
            "archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--at", at, "as of this time or at the end of this day")
      .option("--blog", blog, "the posts of this blog, in place of one object: its URL or host")
      .option("--kind", asked.kind, "post, page, blog, comment or pingback: for an address that has several")
      .flag("--as-first-read", asked.as_first_read, "as the version was read first, not by later templates")
      .flag("--json", asked.json, "one JSON object")
      .positional("url", asked.url, "URL of a post, page, blog or comment", false);
  if (const auto code = args.parse(arguments)) return *code;
  if (!at.empty()) {
    const auto parsed = parse_moment(at);
    if (!parsed) return report_error(parsed.error(), json);
    asked.time = *parsed;
  }
  if (asked.url.empty() == blog.empty())
    return report_error(Error{Code::kInvalidArgument, "wanted: the URL of an object, or --blog", {}, -1},
                        json);
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  if (!blog.empty()) return show_blog(**archive, blog, asked.time, json);
  return show(**archive, asked);
}

}  // namespace bfa::tool
