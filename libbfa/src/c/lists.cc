// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/c/web.h"
#include "bfa/feed/opml.h"
#include "bfa/feed/sitemap.h"
#include "c/handle.h"

struct bfa_opml : bfa::CHandle<bfa::HandleKind::kOpml> {
  std::vector<bfa::OpmlFeed> list;
};

struct bfa_sitemap : bfa::CHandle<bfa::HandleKind::kSitemap> {
  bfa::Sitemap sitemap;
};

using bfa::Status;
using bfa::usable;

bfa_code bfa_opml_parse(const char* bytes, size_t size, const char* base, bfa_opml** out,
                        bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{bytes, "bytes"}}));
    bfa::Findings found;
    BFA_ASSIGN_OR_RETURN(const auto opml, bfa::parse_opml({bytes, size}, bfa::text_or_empty(base), found));
    auto made = std::make_unique<bfa_opml>();
    made->list = bfa::feeds_of(opml);
    for (bfa::OpmlFeed& page : bfa::pages_of(opml)) made->list.push_back(std::move(page));
    BFA_RETURN_IF_ERROR(bfa::give_findings(std::move(found), findings));
    *out = made.release();
    return {};
  });
}

size_t bfa_opml_count(const bfa_opml* opml) {
  return usable(opml) ? opml->list.size() : 0;
}

bfa_code bfa_opml_at(const bfa_opml* opml, size_t index, bfa_subscription* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{opml, "opml"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, opml->list.size()));
    const bfa::OpmlFeed& of = opml->list[index];
    bfa_subscription made{};
    made.feed = bfa::view_of(of.xml_url);
    made.page = bfa::view_of(of.html_url);
    made.title = bfa::view_of(of.title);
    made.folders = of.folders.size();
    return bfa::fill(out, made, "bfa_subscription");
  });
}

bfa_view bfa_opml_folder(const bfa_opml* opml, size_t index, size_t folder) {
  if (!usable(opml) || index >= opml->list.size()) return bfa::no_view();
  const auto& folders = opml->list[index].folders;
  return folder < folders.size() ? bfa::view_of(folders[folder]) : bfa::no_view();
}

void bfa_opml_free(bfa_opml* opml) {
  bfa::free_handle(opml);
}

bfa_code bfa_opml_write(const char* title, const bfa_subscription* list, size_t count, bfa_string** out,
                        bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    if (count > 0) BFA_RETURN_IF_ERROR(bfa::require({{list, "list"}}));
    bfa::Opml opml;
    opml.title = bfa::text_or_empty(title);
    for (size_t i = 0; i < count; ++i) {
      const bfa_subscription& of = list[i];
      BFA_RETURN_IF_ERROR(bfa::check_struct_size(of.struct_size, sizeof of, "bfa_subscription"));
      bfa::OpmlOutline outline;
      BFA_ASSIGN_OR_RETURN(outline.xml_url, bfa::bytes_of(of.feed.data, of.feed.size, "feed"));
      BFA_ASSIGN_OR_RETURN(outline.html_url, bfa::bytes_of(of.page.data, of.page.size, "page"));
      BFA_ASSIGN_OR_RETURN(outline.text, bfa::bytes_of(of.title.data, of.title.size, "title"));
      if (outline.xml_url.empty() && outline.html_url.empty())
        return bfa::Error{bfa::Code::kInvalidArgument,
                          "subscription " + std::to_string(i) + " has neither feed nor page", "C interface",
                          -1};
      if (outline.text.empty()) outline.text = outline.xml_url.empty() ? outline.html_url : outline.xml_url;
      if (!outline.xml_url.empty()) outline.type = "rss";
      opml.outlines.push_back(std::move(outline));
    }
    BFA_ASSIGN_OR_RETURN(auto written, bfa::write_opml(opml));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(std::move(written)));
    return {};
  });
}

bfa_code bfa_sitemap_parse(const char* bytes, size_t size, const char* url, bfa_sitemap** out,
                           bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{bytes, "bytes"}}));
    bfa::Findings found;
    auto made = std::make_unique<bfa_sitemap>();
    BFA_ASSIGN_OR_RETURN(made->sitemap, bfa::parse_sitemap({bytes, size}, bfa::text_or_empty(url), found));
    BFA_RETURN_IF_ERROR(bfa::give_findings(std::move(found), findings));
    *out = made.release();
    return {};
  });
}

int32_t bfa_sitemap_kind(const bfa_sitemap* sitemap) {
  return usable(sitemap) ? static_cast<int32_t>(sitemap->sitemap.type) : -1;
}

size_t bfa_sitemap_count(const bfa_sitemap* sitemap) {
  return usable(sitemap) ? sitemap->sitemap.entries.size() : 0;
}

bfa_code bfa_sitemap_at(const bfa_sitemap* sitemap, size_t index, bfa_sitemap_entry* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{sitemap, "sitemap"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, sitemap->sitemap.entries.size()));
    const bfa::SitemapEntry& of = sitemap->sitemap.entries[index];
    bfa_sitemap_entry made{};
    made.url = bfa::view_of(of.loc);
    made.change_frequency = bfa::view_of(of.changefreq);
    made.modified = bfa::date_of(of.lastmod);
    made.priority = of.priority.value_or(-1.0);
    return bfa::fill(out, made, "bfa_sitemap_entry");
  });
}

void bfa_sitemap_free(bfa_sitemap* sitemap) {
  bfa::free_handle(sitemap);
}
