// SPDX-License-Identifier: Apache-2.0
// A post: as it stands, or stood; its history, comments and sources.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/remove/remove.h"
#include "bfa/url/url.h"
#include "serve/data/query_string.h"
#include "serve/data/replies.h"
#include "serve/pages/page_list.h"
#include "serve/pages/post_view.h"
#include "serve/programs/memento_links.h"

namespace bfa::pages {
namespace {

class PostPage {
 public:
  PostPage(const SiteContext& context, const PostView& view, std::string home)
      : context_(context), view_(view), home_(std::move(home)) {}

  Result<PageParts> make(std::string_view asked) const {
    const DataObject& object = view_.object();
    PageParts page;
    page.title = view_.plain_title();
    page.heading = object.kind == ObjectKind::kComment ? view_.title() : title_of(object);
    page.lead = markup_of(byline(), notices());
    if (!view_.url.empty()) {
      page.links = element("link", {{"rel", "timemap"},
                                    {"type", "application/link-format"},
                                    {"href", "/post/timemap/link/" + view_.url}});
    }
    page.links += element("link", {{"rel", "alternate"},
                                   {"type", "application/json"},
                                   {"href", view_.address().with("format", "json").text()}});
    BFA_ASSIGN_OR_RETURN(const auto comments, comments_then(context_, view_));
    const Markup tree = comments_part(context_, view_, comments, asked);
    BFA_ASSIGN_OR_RETURN(const auto former, context_.archive->former_addresses(view_.key));
    const std::string direction = "auto";
    Markup article = element(
        "article", {{"class", "text"}, {"dir", direction}, if_set("lang", language_tag(object.language))},
        article_part(context_, view_));
    if (object.text.empty() && object.html.empty())
      article = element("p", {}, "No text was found on the page.");
    Markup wide = section("text", "Text", article);
    if (!tree.empty()) wide += section("comments", "Comments", tree);
    wide += section("provenance", "Where it comes from", provenance_part(context_, view_, comments, home_));
    Markup side = section("history", "History", history_part(view_));
    side += section("replay", "The page", replay(former));
    side += section("downloads", "Downloads", downloads_part(context_, view_));
    page.main = element("div", {{"class", "columns"}}, element("div", {{"class", "wide"}}, wide),
                        element("aside", {{"class", "side"}, {"aria-label", "History and files"}}, side));
    return page;
  }

 private:
  static Markup title_of(const DataObject& object) {
    const std::string title = shortened_text(object.title, 400);
    if (!title.empty()) return foreign(title, object.language);
    return element("bdi", {}, "(without a title)");
  }

  static std::vector<std::string> lines_of(const DataObject& object, const char* name) {
    std::vector<std::string> lines;
    const auto value = object.attributes.find(name);
    for (std::size_t at = 0; value != object.attributes.end() && at < value->second.size();) {
      const std::size_t end = std::min(value->second.find('\n', at), value->second.size());
      lines.push_back(value->second.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  }

  Markup names(const std::vector<std::string>& values, std::string_view field) const {
    constexpr std::size_t kMost = 30;
    Markup out;
    for (std::size_t i = 0; i < values.size() && i < kMost; ++i) {
      if (i > 0) out.add(", ");
      const Markup name = foreign(shortened_text(values[i], 80), view_.object().language);
      out += home_.empty() ? name : link(blog_address(home_).with(field, values[i]).at("posts"), name);
    }
    if (values.size() > kMost) out.add(" and " + std::to_string(values.size() - kMost) + " more");
    return out;
  }

  Markup byline() const {
    const DataObject& object = view_.object();
    Markup out;
    const auto add = [&out](const Markup& part) {
      if (part.empty()) return;
      if (!out.empty()) out.add(" ");
      out += element("span", {}, part);
    };
    if (!home_.empty()) add(link(blog_address(home_).text(), "Blog"));
    if (object.kind != ObjectKind::kPost) add(Markup::text(shown_kind(object)));
    if (!object.authors.empty()) add(markup_of("by ", names(object.authors, "author")));
    if (!object.post.empty())
      add(markup_of("on ",
                    link(post_address(object.post).text(), title_text(view_.post_title, object.post))));
    if (object.published) add(markup_of("published ", timestamp_element(*object.published)));
    if (object.modified) add(markup_of("modified ", timestamp_element(*object.modified)));
    const auto categories = lines_of(object, "categories");
    if (!categories.empty()) add(markup_of("in ", names(categories, "category")));
    if (!object.tags.empty()) add(markup_of("tags: ", names(object.tags, "tag")));
    if (!object.language.empty()) add(markup_of("language: ", shortened_text(object.language, 40)));
    Markup lead;
    if (!object.subtitle.empty())
      lead += element("p", {{"class", "subtitle"}},
                      foreign(shortened_text(object.subtitle, 400), object.language));
    return lead.add(element("p", {{"class", "byline"}}, out));
  }

  Markup notices() const {
    Markup out;
    const std::string newest = view_.address_of(view_.versions.size() - 1).text();
    if (!view_.is_newest()) {
      out += notice(
          "past",
          markup_of("Version ", grouped(view_.chosen + 1), " of ", grouped(view_.versions.size()),
                    ", as it was seen ", time_element(view_.version().observed), ". ",
                    link(newest, "Show the newest"), " \xc2\xb7 ",
                    link(view_.diff_of(view_.chosen + 1, view_.versions.size()), "What changed since")));
    }
    if (view_.at && view_.is_newest())
      out +=
          notice("plain", markup_of("So it was at ", time_element(*view_.at), ". It has not changed since."));
    if (view_.object().status == "gone")
      out += notice("trouble",
                    Markup::text(view_.object().kind == ObjectKind::kComment
                                     ? "The comment is gone from its page. The archive keeps it."
                                     : "The page is gone from the web. The archive keeps this copy."));
    if (view_.object().status == "restricted")
      out += notice("plain", Markup::text("The page was not open to everyone when it was visited."));
    return out;
  }

  Markup replay(const std::vector<std::string>& former) const {
    if (view_.url.empty()) return element("p", {}, "It has no page of its own.");
    const UtcTime time = view_.version().observed;
    Markup items =
        element("li", {}, link(view_address(time, view_.url), "As it looked"), " ", day_element(time));
    items += element("li", {}, link(captures_address(view_.url), "All captures"));
    items += element("li", {}, link(rebuilt_address(time, view_.url), "Put together again"), " ",
                     element("span", {{"class", "muted"}}, "from what was extracted"));
    items += element("li", {}, link(view_.url, "On the web"), " ",
                     element("span", {{"class", "address"}}, shortened_text(view_.url, 120)));
    for (const std::string& address : former)
      items += element("li", {}, "formerly at ",
                       element("span", {{"class", "address"}}, shortened_text(address, 120)));
    return markup_of(element("ul", {{"class", "values"}}, items), time_form());
  }

  Markup time_form() const {
    return element("form", {{"class", "time"}, {"action", "/post"}},
                   element("input", {{"type", "hidden"}, {"name", "url"}, {"value", view_.url}}),
                   element("input", {{"type", "hidden"},
                                     {"name", "kind"},
                                     {"value", std::string(kind_name(view_.object().kind))}}),
                   element("label", {{"for", "at"}}, "As of the end of"),
                   element("input", {{"type", "date"},
                                     {"id", "at"},
                                     {"name", "at"},
                                     {"value", view_.at ? moment_text(*view_.at).substr(0, 10) : ""}}),
                   element("button", {}, "Show"));
  }

  const SiteContext& context_;
  const PostView& view_;
  const std::string home_;
};

// Why there is no such post, and what may be meant.
ServeReply missing_post(const SiteContext& context, const ServeRequest& request, const Error& error) {
  const std::string url(QueryString(request.query()).value("url"));
  if (const auto removal = removal_of(*context.archive, url); removal && *removal) {
    return error_page(
        context, request, 410, "Removed from the archive",
        url + ": removed on " + moment_text((*removal)->time).substr(0, 10) + ". " + (*removal)->reason);
  }
  Markup after =
      similar_part(context, url, [](const std::string& similar) { return post_address(similar).text(); });
  const auto overview = context.overview();
  if (overview && (*overview)->owner_of(url) != nullptr)
    after +=
        element("p", {}, "An entry of a feed whose page was never fetched is no post. If a feed named it, ",
                link("/rebuilt/" + url, "a page is put together from that entry"), ".");
  after += element("p", {}, link(captures_address(url), "Captures of this address"), " \xc2\xb7 ",
                   link(search_address(url.substr(0, 300)).text(), "Search for it"));
  std::string sentence = error.message;
  if (!error.where.empty()) sentence += ": " + error.where;
  return error_page(context, request, 404, "Not in the archive", sentence, after);
}

ServeReply file_reply(const Result<std::string>& text, const char* type) {
  if (!text) return problem_reply(text.error());
  ServeReply reply = text_reply(200, *text);
  reply.set("Content-Type", type);
  return reply;
}

}  // namespace

ServeReply post_page(const SiteContext& context, const ServeRequest& request) {
  const QueryString asked(request.query());
  const auto view = load_post(context, request);
  if (!view && view.error().code == Code::kNotFound) return missing_post(context, request, view.error());
  if (!view) return error_page(context, request, view.error());
  if (view->object().kind == ObjectKind::kBlog && !asked.has("kind"))
    return redirect_reply(blog_address(view->url).text());
  if (asked.value("format") == "json") return file_reply(post_as_json(context, *view), "application/json");
  if (asked.value("format") == "markdown")
    return file_reply(post_as_markdown(context, *view), "text/markdown; charset=utf-8");
  const auto places = context.places();
  // A post can be read without the list of blogs.
  const std::string address = view->url.empty() ? view->object().post : view->url;
  const std::string home = places ? (*places)->home_of(address) : std::string();
  auto page = PostPage(context, *view, home).make(asked.value("comments"));
  if (!page) return error_page(context, request, page.error());
  if (!places)
    page->lead +=
        notice("trouble",
               markup_of("The list of blogs cannot be read, so that links to the post's blog are missing: ",
                         shortened_text(places.error().message, 400)));
  ServeReply reply = page_reply(context, request, *page);
  // A version by its number stays what it is: a memento (docs/memento.md).
  if (view->by_version && !view->url.empty())
    add_version_memento_headers(request, view->url, view->versions, view->chosen + 1, reply);
  return reply;
}

}  // namespace bfa::pages
