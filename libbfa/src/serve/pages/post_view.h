// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "serve/data/site_context.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {

// A post (or page, or comment) with its history, and the version that is shown.
struct PostView {
  std::string key, url;
  ObjectSummary summary;
  std::vector<Version> versions;  // oldest first; not empty
  std::vector<Change> changes;    // one for each version but the first
  std::size_t chosen = 0;         // index into versions
  std::optional<UtcTime> at;      // as it was asked for
  bool by_version = false;        // a version was asked for by its number
  std::string post_title;         // of a comment: the title of its post

  const Version& version() const { return versions[chosen]; }
  const DataObject& object() const { return versions[chosen].object; }
  bool is_newest() const { return chosen + 1 == versions.size(); }
  // The page of a version.
  SiteAddress address_of(std::size_t index) const;
  // "SiteAddress of this version", for other forms of it.
  SiteAddress address() const { return address_of(chosen); }
  // What it is called: its title, "Comment by Ann on The title", or its address.
  Markup title() const;
  std::string plain_title() const;
  // Where it stands: without the fragment that a comment has.
  std::string page_url() const { return url.substr(0, url.find('#')); }
  // The page of what differs between two versions, counted from 1.
  std::string diff_of(std::uint64_t from, std::uint64_t to) const;
};

// Errors: kNotFound (no such object, version, or not yet at that time), kInvalidArgument, those of Archive.
Result<PostView> load_post(const SiteContext& context, const ServeRequest& request);
// Addresses of the archive that may be meant by one that it does not have, as links that `address` makes;
// empty if the archive has no such address.
Markup similar_part(const SiteContext& context, const std::string& url,
                    const std::function<std::string(const std::string&)>& address);

// Parts of the page.
Markup history_part(const PostView& view);
// `comments`: comments_then(). Empty without comments.
Markup comments_part(const SiteContext& context, const PostView& view,
                     const std::vector<DataObject>& comments, std::string_view asked);
// A row for each field that the version has, and for its comments.
Markup provenance_part(const SiteContext& context, const PostView& view,
                       const std::vector<DataObject>& comments, const std::string& home);
Markup downloads_part(const SiteContext& context, const PostView& view);
// The article, with links and images that lead into the archive.
Markup article_part(const SiteContext& context, const PostView& view);

// The version as files. Errors: those of Archive.
Result<std::string> post_as_json(const SiteContext& context, const PostView& view);
Result<std::string> post_as_markdown(const SiteContext& context, const PostView& view);
// The comments as they stood when the view does. Errors: those of Archive.
Result<std::vector<DataObject>> comments_then(const SiteContext& context, const PostView& view);

}  // namespace bfa::pages
