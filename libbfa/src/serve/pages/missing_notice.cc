// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/missing_notice.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "subscribe/missing_warcs.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostNamed = 20;

Result<std::vector<MissingWarc>> missing_files(const SiteContext& context, const BlogOverview& overview) {
  const Archive& archive = *context.archive;
  BFA_ASSIGN_OR_RETURN(const auto known, known_warcs(archive));
  BFA_ASSIGN_OR_RETURN(const auto names, missing_of(archive, known));
  if (context.is_small()) return missing_warcs(archive, names, overview.owners);
  std::vector<MissingWarc> files(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) files[i].name = names[i];
  return files;
}

}  // namespace

Markup missing_notice(const SiteContext& context, const BlogOverview& overview, const BlogRow* blog) {
  const auto missing = missing_files(context, overview);
  if (!missing)
    return notice("trouble", markup_of("The WARC files cannot be looked at: ", missing.error().message));
  Markup items;
  std::size_t files = 0;
  for (const MissingWarc& file : *missing) {
    std::uint64_t captures = file.captures;
    if (blog != nullptr && captures > 0) {
      const auto own = file.of_blog.find(static_cast<std::size_t>(blog - overview.blogs.data()));
      if (own == file.of_blog.end()) continue;
      captures = own->second;
    }
    if (++files > kMostNamed) continue;
    std::string of = captures > 0 ? ": " + counted(captures, "capture") : std::string();
    if (blog == nullptr && file.of_blog.size() > 1) of += " of " + counted(file.of_blog.size(), "blog");
    items += element("li", {}, element("code", {}, shortened_text(file.name, 200)), of);
  }
  if (files == 0) return {};
  if (files > kMostNamed) items += element("li", {}, "and " + grouped(files - kMostNamed) + " more");
  return element(
      "div", {{"class", "notice trouble"}},
      element(
          "p", {},
          files == 1 ? "A WARC file is missing from the folder " : "WARC files are missing from the folder ",
          element("code", {}, "warc"), ". Pages that were captured into ", files == 1 ? "it" : "them",
          " cannot be shown as they looked, and no package of a blog is written until ",
          files == 1 ? "it is" : "they are", " put back from a copy. Texts and versions are still here. ",
          element("code", {}, "bfa check"), " tells more."),
      element("ul", {}, items));
}

}  // namespace bfa::pages
