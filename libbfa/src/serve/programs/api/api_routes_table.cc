// SPDX-License-Identifier: Apache-2.0
// The addresses of the REST interface. The router and the OpenAPI document are made from this table.
#include "serve/programs/api/api_call.h"
#include "serve/programs/api/api_handlers.h"

namespace bfa {
namespace {

using Type = ApiParameter::Type;

constexpr std::string_view kKinds = "blog feed post page comment pingback";

constexpr ApiParameter kUrl{"url", Type::kText, "The address of a post, page, blog or comment.", {}, 0,
                            0,     true};
constexpr ApiParameter kKind{"kind", Type::kChoice, "Only objects of this kind; pingback: trackbacks too.",
                             kKinds};
constexpr ApiParameter kWhichKind{"kind", Type::kChoice,
                                  "Which object is meant, where several have this address. Without it the "
                                  "home page's address means the blog.",
                                  kKinds};
constexpr ApiParameter kBlog{"blog", Type::kText, "Only of this blog: its host, or its home page."};
constexpr ApiParameter kVerdict{"verdict", Type::kChoice,
                                "Only versions in which this happened; content: an edit.", kVerdictNames};
constexpr ApiParameter kFields{"fields", Type::kText, "Only these members, separated by commas."};
constexpr ApiParameter kAfter{"after", Type::kText, "`next` of the page before."};

constexpr ApiParameter limit_of(std::string_view description, std::uint64_t most) {
  return {"limit", Type::kNumber, description, {}, 1, most};
}

constexpr ApiParameter kBlogs[] = {kAfter,
                                   limit_of("At most so many blogs; 1000 when it is absent.", 10'000)};

constexpr ApiParameter kObjects[] = {
    kKind,
    kBlog,
    {"author", Type::kText, "Only with this author, as it stands in the object."},
    {"tag", Type::kText, "Only with this tag or category."},
    {"category", Type::kText, "Only in this category."},
    {"language", Type::kText, "Only in this language (BCP 47)."},
    {"post", Type::kText, "Only comments and pingbacks of the post at this address."},
    {"published_from", Type::kTime, "Only published at this day or instant, or later."},
    {"published_to", Type::kTime, "Only published until this time; a day, month or year means its end."},
    {"at", Type::kTime, "The objects as they stood then, without those that were gone."},
    {"edited", Type::kFlag, "1: only objects with a version whose content differs from the one before."},
    {"gone", Type::kFlag, "1: only objects that are gone."},
    {"order", Type::kChoice, "Newest publication first, newest version first, or by key.",
     "published changed key"},
    {"oldest_first", Type::kFlag, "1: the other way round."},
    {"full", Type::kFlag, "1: whole objects, with their text."},
    kFields,
    kAfter,
    limit_of("At most so many objects; 50 when it is absent, all of them as JSON Lines.", 1000)};

constexpr ApiParameter kObject[] = {kUrl,
                                    kWhichKind,
                                    {"at", Type::kTime, "As it stood then; a day means its end."},
                                    {"version", Type::kNumber, "This version, from 1.", {}, 1, 1'000'000'000},
                                    {"comments", Type::kFlag, "0: without comments."},
                                    kFields};

constexpr ApiParameter kVersions[] = {
    {"url", Type::kText, "The address of the object. As JSON Lines it may be absent: all objects."},
    {"kind", Type::kChoice,
     "Which object is meant, where several have this address; without `url` only this "
     "kind.",
     kKinds},
    kBlog,
    {"full", Type::kFlag, "1: with each object."}};

constexpr ApiParameter kDiff[] = {
    kUrl,
    kWhichKind,
    {"from", Type::kText, "The number of a version, or a time; the version before `to` when it is absent."},
    {"to", Type::kText, "The number of a version, or a time; the newest version when it is absent."}};

constexpr ApiParameter kChanges[] = {
    {"after", Type::kText,
     "The id of a change, or a number of the archive's history: only what came later. 0 or nothing: from the "
     "beginning."},
    kBlog,
    {"tag", Type::kText, "Only objects with this tag or category."},
    {"category", Type::kText, "Only objects in this category."},
    kKind,
    kVerdict,
    {"pages", Type::kFlag, "1: list pages too, which change with each post."},
    limit_of("At most so many changes; 100 when it is absent, all of them as JSON Lines.", 1000)};

constexpr ApiParameter kCaptures[] = {
    kUrl,
    {"from", Type::kTime, "Only captures of this time or later."},
    {"to", Type::kTime, "Only captures until this time; a day means its end."},
    kAfter,
    limit_of("At most so many captures; 1000 when it is absent.", 10'000)};

constexpr ApiParameter kSearch[] = {
    {"q", Type::kText,
     "What is looked for: docs/search.md. It may be absent with `author`, `tag` or "
     "`category`."},
    kKind,
    kBlog,
    {"author", Type::kText, "Only with these words in an author's name."},
    {"tag", Type::kText, "Only with these words in a tag or category."},
    {"category", Type::kText, "Only with these words in a category."},
    {"since", Type::kTime, "Only versions that were captured at this time or later."},
    {"until", Type::kTime,
     "Only versions that were captured until this time; a day, month or year means its end."},
    {"published_from", Type::kTime, "Only published at this day or instant, or later."},
    {"published_to", Type::kTime, "Only published until this time; a day, month or year means its end."},
    {"changed", Type::kFlag, "1: only versions that changed something."},
    {"deleted", Type::kFlag, "1: only objects that are gone now."},
    kVerdict,
    {"newest", Type::kFlag, "1: the newest captures first, not the best hits."},
    kFields,
    kAfter,
    limit_of("At most so many hits; 20 when it is absent.", 100)};

constexpr ApiParameter kTemplates[] = {
    {"blog", Type::kText, "Only of this blog: its host, or its home page."}};
constexpr ApiParameter kValues[] = {
    {"field", Type::kChoice, "Which field.", "author tag category language", 0, 0, true},
    kBlog,
    limit_of("At most so many values; 100 when it is absent.", 10'000)};
constexpr ApiParameter kStats[] = {
    {"full", Type::kFlag,
     "1: all figures of `bfa stats --json`. Slow: the archive is read; then kept for a while."}};
constexpr ApiParameter kStatus[] = {kBlog, {"trouble", Type::kFlag, "1: only blogs with something wrong."}};
constexpr ApiParameter kEnd[] = {{"reason", Type::kText, "Why; it is kept."}};

constexpr std::string_view kPost = "url=http%3A%2F%2Fblog.example%2F2026%2F04%2Fnote-on-shelf-d%2F";

const ApiRoute kRoutes[] = {
    {"GET", "/", "root", "Where the interface and the streams are", "", {}, "Root", "", "", "", "", api_root},
    {"GET", "/openapi.json", "openapi", "This document", "", {}, "OpenApi", "", "", "", "", api_openapi},
    {"GET", "/blogs", "listBlogs", "The blogs, in the order of their home pages",
     "`bfa status` and the home page have the same numbers (docs/serve.md).", kBlogs, "BlogList", "", "",
     "limit=2", "", api_blogs},
    {"GET",
     "/blogs/{blog}",
     "getBlog",
     "One blog, with its authors, tags, categories and languages",
     "`blog`: the host, or the home page as one percent-encoded segment.",
     {},
     "Blog",
     "",
     "",
     "",
     "blog.example",
     api_blog},
    {"GET",
     "/blogs/{blog}/days",
     "getBlogDays",
     "A blog day by day: posts, edits, captures",
     "",
     {},
     "DayList",
     "",
     "",
     "",
     "http%3A%2F%2Fblog.example%2F",
     api_blog_days},
    {"GET", "/objects", "listObjects", "Posts, pages and comments, now or at a time",
     "Pages of a list are stable: what arrives meanwhile shifts nothing. JSON Lines are in the order of keys "
     "unless "
     "`order` says another one.",
     kObjects, "ObjectList", "ListedObject", "", "kind=post&limit=3&edited=0", "", api_objects},
    {"GET", "/objects/one", "getObject", "One object with its comments, now, at a time, or a version",
     "The JSON of schemas/object.schema.json.", kObject, "Object", "", "", kPost, "", api_object},
    {"GET", "/versions", "listVersions",
     "The versions of an object, oldest first, with the place of each in WARC",
     "As JSON Lines: schemas/version.schema.json.", kVersions, "VersionList", "VersionLine", "", kPost, "",
     api_versions},
    {"GET", "/diff", "getDiff", "What differs between two versions",
     "The JSON of schemas/change.schema.json.", kDiff, "Change", "", "",
     "url=http%3A%2F%2Fblog.example%2F2026%2F04%2Fnote-on-shelf-d%2F&from=1&to=1", "", api_diff},
    {"GET", "/changes", "listChanges", "What came into the archive, oldest first",
     "The lines of schemas/arrival.schema.json. `next` of the last page goes on when something came.",
     kChanges, "ChangeList", "Arrival", "", "kind=post&limit=2", "", api_changes},
    {"GET", "/captures", "listCaptures", "The captures of an address, oldest first",
     "Also those of the address in other spellings (SURT).", kCaptures, "CaptureList", "", "", kPost, "",
     api_captures},
    {"GET", "/search", "search", "Words in all versions", "", kSearch, "SearchAnswer", "", "",
     "q=shelf&limit=3", "", api_search},
    {"GET", "/templates", "listTemplates", "What was learned for blogs, oldest first",
     "The JSON of schemas/template.schema.json.", kTemplates, "TemplateList", "", "", "blog=blog.example", "",
     api_templates},
    {"GET", "/values", "listValues", "The values of a field over posts, most frequent first", "", kValues,
     "ValueList", "", "", "field=author", "", api_values},
    {"GET", "/stats", "getStats", "The archive in numbers", "", kStats, "Stats", "", "", "", "", api_stats},
    {"GET", "/status", "getStatus", "Visits and troubles of blogs, as bfa status --json",
     "Slow on a large archive: the heads of all objects are read.", kStatus, "StatusList", "", "", "", "",
     api_status},
    {"POST",
     "/blogs",
     "addBlog",
     "Subscribes to a blog",
     "The run adds it within about a second.",
     {},
     "Queued",
     "",
     "AddBlog",
     "{\"url\":\"http://new.example/\",\"title\":\"New\"}",
     "",
     api_add_blog},
    {"POST",
     "/blogs/poll",
     "pollBlog",
     "Asks the feeds of a blog, or one feed, now",
     "As the limits of the run allow. A blog without feeds is visited whole.",
     {},
     "Queued",
     "",
     "Address",
     "{\"url\":\"http://blog.example/\"}",
     "",
     api_poll_blog},
    {"POST",
     "/blogs/retry",
     "retryBlog",
     "Makes the failures of a blog or an address due again",
     "",
     {},
     "Queued",
     "",
     "Retry",
     "{\"url\":\"http://blog.example/\"}",
     "",
     api_retry},
    {"POST",
     "/blogs/remove",
     "removeBlog",
     "Ends a subscription; what is archived stays",
     "",
     {},
     "Queued",
     "",
     "AddressAndReason",
     "{\"url\":\"http://blog.example/\",\"reason\":\"closed\"}",
     "",
     api_remove_blog},
    {"DELETE", "/blogs/{blog}", "deleteBlog", "Ends a subscription; what is archived stays",
     "`blog`: the home page as one percent-encoded segment.", kEnd, "Queued", "", "", "reason=closed",
     "http%3A%2F%2Fblog.example%2F", api_remove_blog},
    {"POST",
     "/takedown",
     "takeDown",
     "Removes a page, addresses or a blog, as bfa remove",
     "The run is paused meanwhile. The answer comes when it is done, which takes the time of a rebuild of "
     "the store.",
     {},
     "Removed",
     "",
     "TakeDown",
     "{\"url\":\"http://blog.example/2026/04/note-on-shelf-d/\",\"reason\":\"asked for\",\"dry_run\":true}",
     "",
     api_take_down},
};

}  // namespace

std::span<const ApiRoute> api_routes() {
  return kRoutes;
}

}  // namespace bfa
