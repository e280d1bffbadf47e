// SPDX-License-Identifier: Apache-2.0
// A version as JSON and as Markdown.
#include "base/try.h"
#include "bfa/object/json.h"
#include "migrate/objects/front_matter.h"
#include "migrate/objects/markdown_text.h"
#include "serve/pages/post_view.h"

namespace bfa::pages {
namespace {

std::string body_of(const DataObject& object) {
  MarkdownPlaces places;
  // The file stands for itself: its links lead to the web, as the post's do.
  places.link = places.image = [](std::string_view url) { return std::string(url); };
  MarkdownChanges changes;
  return object.html.empty() ? markdown_of_text(object.text) : markdown_of_html(object.html, places, changes);
}

}  // namespace

Result<std::string> post_as_json(const SiteContext& context, const PostView& view) {
  BFA_ASSIGN_OR_RETURN(const auto comments, comments_then(context, view));
  ObjectJsonOptions options;
  options.summary = &view.summary;
  if (!comments.empty()) options.comments = &comments;
  return object_to_json(view.object(), options) + "\n";
}

Result<std::string> post_as_markdown(const SiteContext& context, const PostView& view) {
  BFA_ASSIGN_OR_RETURN(const auto comments, comments_then(context, view));
  const DataObject& object = view.object();
  FrontMatter front;
  front.text("title", object.title);
  front.text("url", view.url);
  front.list("authors", object.authors);
  if (object.published) front.text("published", format_timestamp(*object.published));
  if (object.modified) front.text("modified", format_timestamp(*object.modified));
  front.list("tags", object.tags);
  front.text("language", object.language);
  front.text("captured", format_rfc3339(view.version().observed));
  front.number("version", view.chosen + 1);
  front.number("versions", view.versions.size());
  std::string out = front.take();
  if (!object.title.empty()) out += "\n# " + markdown_line(object.title) + "\n";
  out += "\n" + body_of(object);
  if (!comments.empty()) out += "\n## Comments\n";
  for (const DataObject& comment : comments) {
    const std::string name = comment.authors.empty() ? "(no name)" : comment.authors.front();
    out += "\n### " + markdown_line(name);
    if (comment.published) out += ", " + markdown_line(format_timestamp(*comment.published));
    out += "\n\n" + body_of(comment);
  }
  return out;
}

}  // namespace bfa::pages
