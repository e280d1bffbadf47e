// SPDX-License-Identifier: Apache-2.0
// The comments of a post as a tree, each with its own versions.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "serve/data/summary_at.h"
#include "serve/pages/article.h"
#include "serve/pages/post_view.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kShown = 200, kMostShown = 5000, kMostDepth = 6, kMostNested = 100;

// The time as of which a post is shown; nothing: as it is now. An old version has the comments of the time
// before the next one.
std::optional<UtcTime> time_of(const PostView& view) {
  if (view.at || view.is_newest()) return view.at;
  return view.versions[view.chosen + 1].observed - std::chrono::microseconds(1);
}

class CommentTree {
 public:
  CommentTree(const SiteContext& context, const PostView& view, const std::vector<DataObject>& comments)
      : context_(context), view_(view), comments_(comments) {
    std::set<std::string> ids;
    for (const DataObject& comment : comments) ids.insert(comment.id);
    for (std::size_t i = 0; i < comments.size(); ++i) {
      const std::string& parent = comments[i].parent;
      const bool answers = !parent.empty() && parent != comments[i].id && ids.contains(parent);
      answers_[answers ? parent : std::string()].push_back(i);
    }
  }

  Markup markup(std::size_t most) {
    left_ = most;
    Markup items = level({}, 1);
    // Comments that answer each other in a circle, or stand very deep, are shown all the same.
    for (std::size_t i = 0; i < comments_.size() && left_ > 0; ++i) {
      if (!shown_.contains(i)) items += item(i, 1);
    }
    return list(items);
  }

 private:
  static Markup list(const Markup& items) {
    return items.empty() ? Markup() : element("ol", {{"class", "comments"}}, items);
  }

  Markup level(const std::string& parent, std::size_t depth) {
    Markup items;
    const auto at = answers_.find(parent);
    if (at == answers_.end() || depth > kMostNested) return items;
    for (const std::size_t index : at->second) {
      if (left_ > 0 && !shown_.contains(index)) items += item(index, depth);
    }
    return items;
  }

  Markup item(std::size_t index, std::size_t depth) {
    shown_.insert(index);
    --left_;
    const DataObject& comment = comments_[index];
    const Markup own =
        element("article", {{"class", "comment"}, {"aria-label", "Comment"}}, head(comment),
                element("div", {{"dir", "auto"}, if_set("lang", language_tag(comment.language))},
                        article_markup(comment, places(), 4)));
    const Markup answers = comment.id.empty() ? Markup() : level(comment.id, depth + 1);
    // Deeper ones stand below each other: the page does not grow to the right without end.
    if (depth >= kMostDepth) return markup_of(element("li", {}, own), answers);
    return element("li", {}, own, list(answers));
  }

  Markup head(const DataObject& comment) const {
    Markup out = comment.authors.empty()
                     ? Markup::text("(no name)")
                     : element("strong", {}, foreign(shortened_text(comment.authors.front(), 80)));
    if (comment.published) out.add(" ").add(timestamp_element(*comment.published));
    const std::uint64_t versions = versions_of(object_key(comment));
    if (versions > 1) {
      out.add(" ").add(badge("edited", counted(versions, "version")));
      if (!comment.url.empty()) {
        SiteAddress page = post_address(comment.url);
        out.add(" ").add(link(page.with("kind", "comment").text(), "its history"));
      }
    }
    if (comment.status == "gone") out.add(" ").add(badge("gone", "gone from the page"));
    const auto type = comment.attributes.find("comment_type");
    if (type != comment.attributes.end()) out.add(" ").add(badge("plain", type->second));
    return element("p", {{"class", "details"}}, out);
  }

  std::uint64_t versions_of(const std::string& key) const {
    if (const auto time = time_of(view_)) {
      const auto then = summary_at(*context_.archive, key, *time);
      return then && *then ? (*then)->versions : 0;
    }
    const auto now = context_.archive->summary(key);
    return now ? now->versions : 0;
  }

  ArticlePlaces places() const {
    const UtcTime time = view_.version().observed;
    ArticlePlaces places;
    places.link = [time](const std::string& url) { return replay_address(time, url); };
    places.image = [this, time](const std::string& url) {
      const auto capture = context_.archive->view().last_capture(url);
      return capture && *capture ? replay_address(time, url, "im_") : std::string();
    };
    return places;
  }

  const SiteContext& context_;
  const PostView& view_;
  const std::vector<DataObject>& comments_;
  std::map<std::string, std::vector<std::size_t>> answers_;  // by the id of what they answer
  std::set<std::size_t> shown_;
  std::size_t left_ = 0;
};

}  // namespace

Result<std::vector<DataObject>> comments_then(const SiteContext& context, const PostView& view) {
  const auto time = time_of(view);
  return time ? comments_at(*context.archive, view.url, *time) : context.archive->comments_of(view.url);
}

Markup comments_part(const SiteContext& context, const PostView& view,
                     const std::vector<DataObject>& comments, std::string_view asked) {
  if (comments.empty()) return Markup();
  const std::size_t most = asked == "all" ? kMostShown : kShown;
  const auto gone = static_cast<std::uint64_t>(std::count_if(
      comments.begin(), comments.end(), [](const DataObject& comment) { return comment.status == "gone"; }));
  const auto pingbacks = static_cast<std::uint64_t>(std::ranges::count_if(
      comments, [](const DataObject& comment) { return listed_kind(comment) == kPingback; }));
  std::string count = counted(comments.size() - pingbacks, "comment");
  if (pingbacks > 0) count += " and " + counted(pingbacks, "pingback");
  if (gone > 0) count += ", " + grouped(gone) + " of them gone from the page";
  Markup out = element("p", {{"class", "count"}}, count + (time_of(view) ? " as of then." : "."));
  out += CommentTree(context, view, comments).markup(most);
  if (comments.size() > most) {
    out += element("p", {}, "The first ", grouped(most), " are shown. ");
    if (asked != "all") {
      SiteAddress all = view.address();
      out += element("p", {}, link(all.with("comments", "all").at("comments"), "Show all comments"));
    }
  }
  return out;
}

}  // namespace bfa::pages
