// SPDX-License-Identifier: Apache-2.0
#include "c/archive.h"

#include <utility>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/subscribe/blog_filter.h"
#include "c/cursor.h"
#include "c/object.h"
#include "c/warc.h"

struct bfa_blogs : bfa::CHandle<bfa::HandleKind::kBlogs> {
  std::vector<bfa::BlogState> list;
};

struct bfa_objects : bfa::CHandle<bfa::HandleKind::kObjects> {
  struct Item {
    std::string key;
    bfa::ObjectSummary summary;
  };
  bfa_objects(const bfa_archive& archive, bfa::PulledItems<Item>::Push push)
      : counted(archive), items(std::move(push)) {}

  bfa::CursorCount counted;  // before what reads: it is over when this ends
  std::optional<bfa_object> current;
  bfa::PulledItems<Item> items;
};

namespace bfa {

LogHook log_of(bfa_log_fn log, void* user) {
  if (log == nullptr) return {};
  return [log, user](LogLevel level, std::string_view line) {
    log(static_cast<std::int32_t>(level), view_of(line), user);
  };
}

Result<BlogFilter> blog_filter_of(const Archive& archive, const char* blog, const char* blog_host,
                                  const char* name) {
  const std::string wanted(text_or_empty(blog)), host(text_or_empty(blog_host));
  if (wanted.empty()) return BlogFilter{host, {}};
  if (!host.empty())
    return Error{Code::kInvalidArgument, std::string(name) + ": give `blog` or `blog_host`, not both",
                 "C interface", -1};
  return known_blog_filter(archive, wanted);
}

Result<ObjectChoice> choice_of(const Archive& archive, const bfa_object_query* given) {
  BFA_ASSIGN_OR_RETURN(const bfa_object_query options,
                       options_of(given, &bfa_object_query_init, "bfa_object_query"));
  ObjectChoice choice;
  ObjectQuery& query = choice.query;
  if (options.kind < BFA_ANY || options.kind > BFA_PINGBACK)
    return Error{Code::kInvalidArgument, "bfa_object_query: there is no kind " + std::to_string(options.kind),
                 "C interface", -1};
  if (options.kind != BFA_ANY) query.kind = static_cast<ObjectKind>(options.kind);
  BFA_ASSIGN_OR_RETURN(BlogFilter blog,
                       blog_filter_of(archive, options.blog, options.blog_host, "bfa_object_query"));
  query.blog_host = std::move(blog.host);
  choice.belongs = std::move(blog.belongs);
  query.url = text_or_empty(options.url);
  if (options.at != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(query.at, time_argument(options.at, "at"));
  }
  if (options.first_seen_after != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(query.first_seen_after, time_argument(options.first_seen_after, "first_seen_after"));
  }
  if (options.changed_after != 0) query.changed_after = options.changed_after;
  query.heads_only = options.heads_only != 0;
  if (query.heads_only && (query.at || !query.url.empty()))
    return Error{Code::kInvalidArgument, "bfa_object_query: heads_only is not for `url` or `at`",
                 "C interface", -1};
  return choice;
}

namespace {

// What is known without a crawl's options: an archive is opened before it is crawled into.
WarcFields plain_warcinfo() {
  WarcFields fields = crawl_warcinfo({}, {});
  std::erase_if(fields, [](const auto& field) {
    return field.first != "software" && field.first != "format" && field.first != "conformsTo";
  });
  return fields;
}

Status set_field(WarcFields& fields, const bfa_field& given) {
  if (given.name == nullptr || given.value == nullptr) return missing_argument("warcinfo");
  for (auto& [name, value] : fields) {
    if (name != given.name) continue;
    value = given.value;
    return {};
  }
  fields.emplace_back(given.name, given.value);
  return {};
}

Status open_c_archive(const char* directory, const bfa_archive_options& given, bfa_archive** out) {
  ArchiveOptions options;
  if (given.mode < BFA_ARCHIVE_READ || given.mode > BFA_ARCHIVE_CREATE)
    return Error{Code::kInvalidArgument,
                 "bfa_archive_options: there is no mode " + std::to_string(given.mode), directory, -1};
  const bool writable = given.mode != BFA_ARCHIVE_READ;
  options.mode = writable ? ArchiveOptions::Mode::kWrite : ArchiveOptions::Mode::kRead;
  options.create = given.mode == BFA_ARCHIVE_CREATE;
  options.store_cache_bytes = given.store_cache_bytes;
  options.warc.max_file_bytes = given.max_warc_bytes;
  if (given.warc_prefix != nullptr) options.warc.prefix = given.warc_prefix;
  if (given.warcinfo == nullptr && given.warcinfo_count > 0) return missing_argument("warcinfo");
  options.warc.warcinfo = plain_warcinfo();
  for (std::size_t i = 0; i < given.warcinfo_count; ++i)
    BFA_RETURN_IF_ERROR(set_field(options.warc.warcinfo, given.warcinfo[i]));
  options.log = log_of(given.log, given.log_user);
  auto made = std::make_unique<bfa_archive>();
  BFA_ASSIGN_OR_RETURN(made->archive, open_archive(directory, options));
  made->writable = writable;
  *out = made.release();
  return {};
}

// Gives the object with a key.
Status give_object(const Archive& archive, const std::string& key, bfa_object** out) {
  BFA_ASSIGN_OR_RETURN(auto summary, archive.summary(key));
  auto made = std::make_unique<bfa_object>();
  set_summary(*made, key, std::move(summary));
  *out = made.release();
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_archive_options_init(bfa_archive_options* options, size_t struct_size) {
  bfa_archive_options made{};
  made.mode = BFA_ARCHIVE_READ;
  made.store_cache_bytes = bfa::ArchiveOptions{}.store_cache_bytes;
  made.max_warc_bytes = std::uint64_t{1} << 30U;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_archive_open(const char* directory, const bfa_archive_options* options, bfa_archive** out,
                          bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{directory, "directory"}}));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_archive_options_init, "bfa_archive_options"));
    return bfa::open_c_archive(directory, given, out);
  });
}

bfa_code bfa_archive_close(bfa_archive* archive, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (archive == nullptr) return {};
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    std::optional<bfa::WritingCall> writing(std::in_place, *archive);
    BFA_RETURN_IF_ERROR(writing->status());
    if (const std::size_t open = archive->cursors; open > 0)
      return bfa::Error{bfa::Code::kInvalidArgument,
                        bfa::counted(open, "cursor of the archive is", "cursors of the archive are") +
                            " open: free them first",
                        archive->archive->directory(), -1};
    writing.reset();
    const std::unique_ptr<bfa_archive> owned(archive);
    return owned->archive->close();
  });
}

bfa_code bfa_archive_last_step(const bfa_archive* archive, uint64_t* step, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {step, "step"}}));
    BFA_ASSIGN_OR_RETURN(*step, archive->archive->last_step());
    return {};
  });
}

bfa_code bfa_archive_blogs(const bfa_archive* archive, bfa_blogs** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    auto made = std::make_unique<bfa_blogs>();
    BFA_ASSIGN_OR_RETURN(made->list, archive->archive->blogs());
    *out = made.release();
    return {};
  });
}

size_t bfa_blogs_count(const bfa_blogs* blogs) {
  return usable(blogs) ? blogs->list.size() : 0;
}

bfa_code bfa_blogs_at(const bfa_blogs* blogs, size_t index, bfa_blog* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{blogs, "blogs"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, blogs->list.size()));
    const bfa::BlogState& blog = blogs->list[index];
    bfa_blog made{};
    made.home = bfa::view_of(blog.home);
    made.feed = bfa::view_of(blog.feed);
    made.zone = bfa::view_of(blog.given_zone);
    made.became = bfa::view_of(blog.became);
    made.moved_to = bfa::view_of(blog.moved_to);
    made.last_crawl = bfa::time_or_none(blog.last_crawl);
    made.due = bfa::time_or_none(blog.due);
    made.crawls = blog.crawls;
    made.feeds = blog.feeds.size();
    return bfa::fill(out, made, "bfa_blog");
  });
}

bfa_view bfa_blogs_feed(const bfa_blogs* blogs, size_t index, size_t feed) {
  if (!usable(blogs) || index >= blogs->list.size() || feed >= blogs->list[index].feeds.size())
    return bfa::no_view();
  return bfa::view_of(blogs->list[index].feeds[feed]);
}

void bfa_blogs_free(bfa_blogs* blogs) {
  bfa::free_handle(blogs);
}

bfa_code bfa_object_query_init(bfa_object_query* query, size_t struct_size) {
  bfa_object_query made{};
  made.at = made.first_seen_after = BFA_NO_TIME;
  return bfa::init_struct(query, struct_size, made);
}

bfa_code bfa_archive_objects(const bfa_archive* archive, const bfa_object_query* query, bfa_objects** out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    BFA_ASSIGN_OR_RETURN(auto wanted, bfa::choice_of(*archive->archive, query));
    const bfa::Archive* const from = archive->archive.get();
    using Items = bfa::PulledItems<bfa_objects::Item>;
    *out = new bfa_objects(*archive, [from, wanted = std::move(wanted)](const Items::Visitor& visit) {
      const auto give = [&](const std::string& key, const bfa::ObjectSummary& summary) {
        return !wanted.has(summary) || visit({key, summary});
      };
      return from->for_each_object(wanted.query, give);
    });
    return {};
  });
}

bfa_code bfa_objects_next(bfa_objects* objects, const bfa_object** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{objects, "objects"}}));
    objects->current.reset();
    BFA_ASSIGN_OR_RETURN(auto item, objects->items.next());
    if (!item) return {};
    objects->current.emplace();
    bfa::set_summary(*objects->current, std::move(item->key), std::move(item->summary));
    *out = &*objects->current;
    return {};
  });
}

void bfa_objects_free(bfa_objects* objects) {
  bfa::free_handle(objects);
}

bfa_code bfa_archive_find(const bfa_archive* archive, const char* url, bfa_object** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {url, "url"}}));
    BFA_ASSIGN_OR_RETURN(const auto key, archive->archive->find_object(url));
    return bfa::give_object(*archive->archive, key, out);
  });
}

bfa_code bfa_archive_object(const bfa_archive* archive, const char* key, size_t key_size, bfa_object** out,
                            bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {key, "key"}}));
    return bfa::give_object(*archive->archive, {key, key_size}, out);
  });
}

bfa_code bfa_archive_comments(const bfa_archive* archive, const char* post_url, bfa_object_list** out,
                              bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {post_url, "post_url"}}));
    BFA_ASSIGN_OR_RETURN(auto comments, archive->archive->comments_of(post_url));
    auto made = std::make_unique<bfa_object_list>();
    for (auto& each : comments) {
      auto key = bfa::object_key(each);
      made->list.emplace_back(std::move(each)).key = std::move(key);
    }
    *out = made.release();
    return {};
  });
}

bfa_code bfa_archive_versions(const bfa_archive* archive, const char* key, size_t key_size,
                              bfa_versions** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {key, "key"}}));
    BFA_ASSIGN_OR_RETURN(auto versions, archive->archive->versions({key, key_size}));
    if (versions.empty()) {
      const auto known = archive->archive->summary({key, key_size});
      if (!known) return known.error();
    }
    *out = bfa::make_c_versions(std::move(versions), {key, key_size}).release();
    return {};
  });
}

bfa_code bfa_archive_version_at(const bfa_archive* archive, const char* key, size_t key_size, bfa_time time,
                                bfa_versions** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {key, "key"}}));
    BFA_ASSIGN_OR_RETURN(const auto at, bfa::time_argument(time, "time"));
    BFA_ASSIGN_OR_RETURN(auto version, archive->archive->version_at({key, key_size}, at));
    if (!version)
      return bfa::Error{bfa::Code::kNotFound, "the object was not seen yet at that time",
                        archive->archive->directory(), -1};
    std::vector<bfa::Version> alone;
    alone.push_back(std::move(*version));
    *out = bfa::make_c_versions(std::move(alone), {key, key_size}).release();
    return {};
  });
}

bfa_code bfa_archive_changes(const bfa_archive* archive, const char* key, size_t key_size, bfa_changes** out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}, {key, "key"}}));
    BFA_ASSIGN_OR_RETURN(auto changes, archive->archive->changes({key, key_size}));
    auto made = std::make_unique<bfa_changes>();
    for (auto& each : changes) made->list.emplace_back(std::move(each));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_archive_body(const bfa_archive* archive, uint64_t capture, int32_t decoded, uint64_t max_bytes,
                          bfa_string** out, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    BFA_ASSIGN_OR_RETURN(const auto exchange, archive->archive->view().load(capture));
    return bfa::give_body(exchange, decoded != 0, max_bytes, out, findings);
  });
}
