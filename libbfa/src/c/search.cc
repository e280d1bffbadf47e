// SPDX-License-Identifier: Apache-2.0
#include "bfa/c/search.h"

#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/search/search_index.h"
#include "bfa/subscribe/blog_filter.h"
#include "c/archive.h"
#include "c/handle.h"

struct bfa_search_index : bfa::CHandle<bfa::HandleKind::kSearchIndex> {
  std::unique_ptr<bfa::SearchIndex> index;
  std::string directory;  // of its archive
};

struct bfa_search_hits : bfa::CHandle<bfa::HandleKind::kSearchHits> {
  bfa::SearchAnswer answer;
};

namespace bfa {
namespace {

// The verdicts of a set of bits 1u << number.
Result<std::set<Verdict>> listed_verdicts_of(std::uint32_t bits, const char* structure) {
  std::set<Verdict> verdicts;
  for (unsigned number = 0; number < 32; ++number) {
    if ((bits >> number & 1U) == 0) continue;
    const auto verdict = parse_listed_verdict(verdict_name(static_cast<Verdict>(number)));
    if (!verdict)
      return Error{Code::kInvalidArgument,
                   std::string(structure) + ": no version has the verdict " + std::to_string(number),
                   "C interface", -1};
    verdicts.insert(*verdict);
  }
  return verdicts;
}

Result<SearchQuery> search_query_of(const Archive& archive, const bfa_search_query* given) {
  BFA_ASSIGN_OR_RETURN(const bfa_search_query options,
                       options_of(given, &bfa_search_query_init, "bfa_search_query"));
  if (options.kind < BFA_ANY || options.kind > BFA_PINGBACK)
    return Error{Code::kInvalidArgument, "bfa_search_query: there is no kind " + std::to_string(options.kind),
                 "C interface", -1};
  SearchQuery query;
  query.text = text_or_empty(options.text);
  query.limit = static_cast<std::size_t>(options.limit);
  query.newest = options.newest != 0;
  if (options.kind != BFA_ANY) query.kind = static_cast<ObjectKind>(options.kind);
  BFA_ASSIGN_OR_RETURN(BlogFilter blog,
                       blog_filter_of(archive, options.blog, options.blog_host, "bfa_search_query"));
  query.blog_host = std::move(blog.host);
  query.belongs = std::move(blog.belongs);
  query.blog_of = [&archive](std::string_view named) { return known_blog_filter(archive, named); };
  query.author = text_or_empty(options.author);
  query.tag = text_or_empty(options.tag);
  query.category = text_or_empty(options.category);
  if (options.since != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(query.since, time_argument(options.since, "since"));
  }
  if (options.until != BFA_NO_TIME) {
    BFA_ASSIGN_OR_RETURN(query.until, time_argument(options.until, "until"));
  }
  query.published_from = text_or_empty(options.published_from);
  query.published_to = text_or_empty(options.published_to);
  query.changed = options.changed != 0;
  query.deleted = options.deleted != 0;
  query.after = text_or_empty(options.after);
  BFA_ASSIGN_OR_RETURN(query.verdicts, listed_verdicts_of(options.verdicts, "bfa_search_query"));
  return query;
}

SearchIndexOptions index_options_of(const char* folder) {
  SearchIndexOptions options;
  options.folder = text_or_empty(folder);
  return options;
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_search_index_open(const bfa_archive* archive, const char* folder, bfa_search_index** out,
                               bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    auto made = std::make_unique<bfa_search_index>();
    BFA_ASSIGN_OR_RETURN(made->index,
                         bfa::SearchIndex::open(*archive->archive, bfa::index_options_of(folder)));
    made->directory = archive->archive->directory();
    *out = made.release();
    return {};
  });
}

bfa_code bfa_search_index_update(bfa_search_index* index, const bfa_archive* archive, uint64_t* added,
                                 bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (added != nullptr) *added = 0;
    BFA_RETURN_IF_ERROR(bfa::require({{index, "index"}, {archive, "archive"}}));
    std::error_code ignored;
    const std::string& directory = archive->archive->directory();
    if (directory != index->directory && !std::filesystem::equivalent(directory, index->directory, ignored))
      return bfa::Error{bfa::Code::kInvalidArgument,
                        "the index is that of another archive: " + index->directory, directory, -1};
    BFA_ASSIGN_OR_RETURN(const std::uint64_t count, index->index->update(*archive->archive));
    if (added != nullptr) *added = count;
    return {};
  });
}

bfa_code bfa_search_index_reach(const bfa_search_index* index, uint64_t* step, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{index, "index"}, {step, "step"}}));
    BFA_ASSIGN_OR_RETURN(*step, index->index->reach());
    return {};
  });
}

bfa_code bfa_search_index_remove(const bfa_archive* archive, const char* folder, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{archive, "archive"}}));
    return bfa::SearchIndex::remove(*archive->archive, bfa::index_options_of(folder));
  });
}

void bfa_search_index_free(bfa_search_index* index) {
  bfa::free_handle(index);
}

bfa_code bfa_search_query_init(bfa_search_query* query, size_t struct_size) {
  bfa_search_query made{};
  made.limit = bfa::SearchQuery{}.limit;
  made.since = made.until = BFA_NO_TIME;
  return bfa::init_struct(query, struct_size, made);
}

bfa_code bfa_search(const bfa_search_index* index, const bfa_archive* archive, const bfa_search_query* query,
                    bfa_search_hits** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{index, "index"}, {archive, "archive"}}));
    BFA_ASSIGN_OR_RETURN(const auto wanted, bfa::search_query_of(*archive->archive, query));
    auto made = std::make_unique<bfa_search_hits>();
    BFA_ASSIGN_OR_RETURN(made->answer, index->index->search(*archive->archive, wanted));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_search_hits_read(const bfa_search_hits* hits, bfa_search_answer* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{hits, "hits"}, {out, "out"}}));
    const bfa::SearchAnswer& answer = hits->answer;
    bfa_search_answer made{};
    made.hits = answer.hits.size();
    made.versions = answer.versions;
    made.more_versions = answer.more_versions ? 1 : 0;
    made.by_time = answer.by_time ? 1 : 0;
    made.reach = answer.reach;
    made.next = bfa::view_of(answer.next);
    return bfa::fill(out, made, "bfa_search_answer");
  });
}

bfa_code bfa_search_hits_at(const bfa_search_hits* hits, size_t index, bfa_search_hit* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{hits, "hits"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, hits->answer.hits.size()));
    const bfa::SearchHit& hit = hits->answer.hits[index];
    bfa_search_hit made{};
    made.kind = static_cast<std::int32_t>(hit.kind);
    made.key = bfa::view_of(hit.key);
    made.url = bfa::view_of(hit.url);
    made.title = bfa::view_of(hit.title);
    made.snippet = bfa::view_of(hit.snippet);
    made.version = hit.version;
    made.versions = hit.versions;
    made.only_old = hit.only_old ? 1 : 0;
    made.captured = bfa::time_or_none(hit.captured);
    made.sequence = hit.sequence;
    made.marks = hit.marks.size();
    made.gone = hit.gone ? 1 : 0;
    return bfa::fill(out, made, "bfa_search_hit");
  });
}

bfa_code bfa_search_hits_mark(const bfa_search_hits* hits, size_t index, size_t mark, size_t* begin,
                              size_t* end, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{hits, "hits"}, {begin, "begin"}, {end, "end"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, hits->answer.hits.size()));
    const auto& marks = hits->answer.hits[index].marks;
    BFA_RETURN_IF_ERROR(bfa::check_index(mark, marks.size()));
    std::tie(*begin, *end) = marks[mark];
    return {};
  });
}

void bfa_search_hits_free(bfa_search_hits* hits) {
  bfa::free_handle(hits);
}
