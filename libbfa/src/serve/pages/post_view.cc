// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/post_view.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "serve/data/query_string.h"
#include "serve/pages/article.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostLinks = 300;

Result<std::string> key_of(const Archive& archive, const std::string& url, std::string_view kind) {
  if (url.empty()) return Error{Code::kInvalidArgument, "url: wanted is the address of a post", {}, -1};
  if (kind.empty()) return archive.find_object(url);
  const auto wanted = parse_listed_kind(kind);
  if (!wanted) {
    return Error{Code::kInvalidArgument, "kind: there are post, page, blog, comment and pingback",
                 shortened_text(kind, 40), -1};
  }
  std::string key = object_key(stored_kind(*wanted), url);
  if (const auto found = archive.summary(key);
      found && (wanted != kPingback || listed_kind(found->latest) == kPingback))
    return key;
  return Error{Code::kNotFound, "the archive has no " + std::string(kind) + " at this address", url, -1};
}

Status choose(const QueryString& asked, PostView& view) {
  BFA_ASSIGN_OR_RETURN(const std::uint64_t number, asked.number("version", 1, 1'000'000'000, 0));
  BFA_ASSIGN_OR_RETURN(view.at, moment_of(asked.value("at")));
  view.chosen = view.versions.size() - 1;
  if (number > view.versions.size()) {
    return Error{
        Code::kNotFound,
        "there is no version " + grouped(number) + ": it has " + counted(view.versions.size(), "version"),
        view.url, -1};
  }
  if (number > 0) {
    view.chosen = number - 1;
    view.by_version = true;
    view.at.reset();
    return {};
  }
  if (!view.at) return {};
  const auto later = std::find_if(view.versions.begin(), view.versions.end(),
                                  [&](const Version& version) { return version.observed > *view.at; });
  if (later == view.versions.begin()) {
    return Error{Code::kNotFound,
                 "not yet in the archive at " + moment_text(*view.at) + "; first seen " +
                     moment_text(view.versions.front().observed),
                 view.url, -1};
  }
  view.chosen = static_cast<std::size_t>(later - view.versions.begin()) - 1;
  return {};
}

}  // namespace

SiteAddress PostView::address_of(std::size_t index) const {
  SiteAddress out = post_address(url);
  if (object().kind != ObjectKind::kPost) out.with("kind", kind_name(object().kind));
  return out.with("version", static_cast<std::uint64_t>(index + 1));
}

Markup PostView::title() const {
  const DataObject& shown = object();
  if (shown.kind == ObjectKind::kComment && shown.title.empty())
    return comment_title(shown.authors.empty() ? "" : shown.authors.front(), post_title, shown.post,
                         comment_type(shown));
  return title_text(shown.title, url, shown.language);
}

std::string PostView::plain_title() const {
  const DataObject& shown = object();
  if (!shown.title.empty()) return shown.title;
  if (shown.kind != ObjectKind::kComment) return url;
  const std::string author = shown.authors.empty() ? "" : shown.authors.front() + " on ";
  return comment_words(comment_type(shown), !author.empty()) + author +
         (post_title.empty() ? shown.post : post_title);
}

std::string PostView::diff_of(std::uint64_t from, std::uint64_t to) const {
  SiteAddress out = diff_address(url, from, to);
  if (object().kind != ObjectKind::kPost) out.with("kind", kind_name(object().kind));
  return out.text();
}

Result<PostView> load_post(const SiteContext& context, const ServeRequest& request) {
  const QueryString asked(request.query());
  PostView view;
  view.url = asked.value("url");
  const Archive& archive = *context.archive;
  BFA_ASSIGN_OR_RETURN(view.key, key_of(archive, view.url, asked.value("kind")));
  BFA_ASSIGN_OR_RETURN(view.summary, archive.summary(view.key));
  BFA_ASSIGN_OR_RETURN(view.versions, archive.versions(view.key));
  BFA_ASSIGN_OR_RETURN(view.changes, archive.changes(view.key));
  if (view.versions.empty()) return Error{Code::kCorrupt, "the object has no version", view.url, -1};
  if (!view.summary.latest.url.empty()) view.url = view.summary.latest.url;
  BFA_RETURN_IF_ERROR(choose(asked, view));
  if (view.object().kind == ObjectKind::kComment) {
    if (const auto post = archive.find_object(view.object().post)) {
      BFA_ASSIGN_OR_RETURN(const ObjectSummary summary, archive.summary(*post));
      view.post_title = summary.latest.title;
    }
  }
  return view;
}

Markup similar_part(const SiteContext& context, const std::string& url,
                    const std::function<std::string(const std::string&)>& address) {
  constexpr std::size_t kMostSimilar = 5;
  Markup items;
  for (const std::string& similar : similar_addresses(*context.archive, url, kMostSimilar))
    items += element("li", {}, link(address(similar), similar));
  if (items.empty()) return items;
  return markup_of(element("h2", {}, "Similar addresses"), element("ul", {{"class", "values"}}, items));
}

Markup article_part(const SiteContext& context, const PostView& view) {
  const Archive& archive = *context.archive;
  const UtcTime time = view.version().observed;
  std::size_t looked = 0;
  ArticlePlaces places;
  places.link = [&](const std::string& url) {
    // Each look costs: an article of nothing but links has them to the pages as they looked.
    if (++looked <= kMostLinks) {
      const auto known = archive.find_object(url);
      if (known) {
        SiteAddress address = post_address(url);
        if (!view.is_newest()) address.with("at", moment_text(time));
        return address.text();
      }
    }
    return replay_address(time, url);
  };
  places.image = [&](const std::string& url) {
    if (++looked <= kMostLinks) {
      const auto capture = archive.view().last_capture(url);
      if (!capture || !*capture) return std::string();
    }
    return replay_address(time, url, "im_");
  };
  return article_markup(view.object(), places, 3);
}

}  // namespace bfa::pages
