// SPDX-License-Identifier: Apache-2.0
// Static pages: a file for each capture, links between them, an index.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/markup_escape.h"
#include "base/try.h"
#include "bfa/text/charset.h"
#include "bfa/url/canonical.h"
#include "crawl/captures/warc_index.h"
#include "migrate/output/outputs.h"
#include "migrate/output/site_names.h"
#include "replay/rewrite/static_page.h"

namespace bfa {
namespace {

using Kind = MigrationNote::Kind;

constexpr std::uint64_t kMaxBodyBytes = 256u << 20;
constexpr int kMaxRedirects = 10;

bool is_page_type(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml";
}

bool is_script_type(std::string_view type) {
  return type.ends_with("javascript") || type.ends_with("ecmascript");
}

// Markup in which a browser runs scripts when it is opened directly from disk.
bool may_run(const std::string& body) {
  const std::string low = ascii_lower_case(body);
  constexpr std::string_view kSigns[] = {"<script",  ":script",     "javascript:",  "<?xml-stylesheet",
                                         "<!entity", " onload",     "onerror",      "onclick",
                                         "onbegin",  "onmouseover", "foreignobject"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return low.find(sign) != std::string::npos; });
}

class StaticSite {
 public:
  StaticSite(OutputJob& job, const WarcIndex& index) : job_(job), index_(index), top_(job.work + "/site/") {}

  Status run() {
    choose_captures();
    BFA_RETURN_IF_ERROR(job_.fs.create_directories(job_.work + "/site"));
    for (const auto& [address, file] : files_) {
      if (job_.options.stop.stop_requested()) return Error{Code::kUnavailable, "stopped", job_.output, -1};
      BFA_RETURN_IF_ERROR(write_capture(address, file));
    }
    BFA_RETURN_IF_ERROR(write("index.html", index_page()));
    BFA_RETURN_IF_ERROR(job_.fs.rename(job_.work + "/site", job_.output));
    job_.report.files.push_back(job_.output);
    return {};
  }

 private:
  struct File {
    const WarcEntry* entry = nullptr;
    std::string name, type;
  };
  struct Listed {
    std::string url, title, name;
    UtcTime time{};
  };

  // The last good capture of each address at the wanted time, and the targets of redirects.
  void choose_captures() {
    SiteNames names;
    for (std::size_t i = 0; i < index_.urls(); ++i) {
      const auto [url, entries] = index_.at(i);
      const std::string address(url);
      const WarcEntry* good = nullptr;
      const WarcEntry* redirect = nullptr;
      for (const auto& entry : entries) {
        if (job_.options.at && entry.date > *job_.options.at) continue;
        const bool identical = entry.revisit && entry.status != 304;
        if (good != nullptr && entry.cut && !good->cut) continue;
        if ((entry.status >= 200 && entry.status < 300) || (identical && entry.status == 0)) good = &entry;
        if (entry.status >= 300 && entry.status < 400 && entry.status != 304) redirect = &entry;
      }
      if (good != nullptr) {
        add_file(names, address, *good, entries);
      } else if (redirect != nullptr) {
        add_redirect(address, *redirect);
      } else {
        job_.note({Kind::kNotCarried, "no_content", "no capture with content", job_.output, address});
      }
    }
    for (const auto& [address, file] : files_) {
      if (const auto url = Url::parse(address)) twins_.emplace(fetch_dedup_key(*url), &file);
    }
  }

  void add_redirect(const std::string& address, const WarcEntry& entry) {
    const auto url = Url::parse(address);
    const auto exchange = index_.load(address, entry);
    if (!url || !exchange) return;
    const auto target = Url::parse(exchange->head.header("location"), &*url);
    if (target) redirects_[address] = target->without_fragment().href();
  }

  void add_file(SiteNames& names, const std::string& address, const WarcEntry& entry,
                std::span<const WarcEntry> entries) {
    std::string type = index_.type_of(entry);
    for (const auto& other : entries) {  // a revisit may have no head
      if (type.empty()) type = index_.type_of(other);
    }
    const auto url = Url::parse(address);
    if (!url) return;
    if (is_script_type(type)) {
      job_.note({Kind::kNotCarried, "script", "scripts are left out", job_.output, address});
      return;
    }
    files_[address] = {&entry, names.name_for(*url, type), type};
  }

  // The file that an address leads to, redirects followed.
  const File* file_of(const Url& wanted) const {
    Url url = wanted.without_fragment();
    for (int hops = 0; hops < kMaxRedirects; ++hops) {
      if (const auto at = files_.find(url.href()); at != files_.end()) return &at->second;
      const auto redirect = redirects_.find(url.href());
      if (redirect == redirects_.end()) {
        const auto twin = twins_.find(fetch_dedup_key(url));
        return twin == twins_.end() ? nullptr : twin->second;
      }
      const auto target = Url::parse(redirect->second);
      if (!target) return nullptr;
      url = *target;
    }
    return nullptr;
  }

  SitePlaces places_from(const std::string& name) const {
    SitePlaces places;
    places.captured = [this, name](const Url& url) -> std::optional<std::string> {
      if (!url.is_http()) return std::nullopt;
      const File* file = file_of(url);
      if (file == nullptr) return std::nullopt;
      return relative_path(name, file->name);
    };
    return places;
  }

  Status write_capture(const std::string& address, const File& file) {
    auto exchange = index_.load(address, *file.entry);
    if (!exchange) return left_out(address, exchange.error());
    Findings findings;
    const auto body = decoded_body(*exchange, kMaxBodyBytes, findings);
    if (!body) return left_out(address, body.error());
    for (const auto& finding : findings)
      job_.note({Kind::kDamage, finding.id, finding.message, job_.output, address});
    const std::string charset = parse_media_type(exchange->head.header("content-type")).charset;
    BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(address));
    if (is_page_type(file.type)) return write_page(url, file, *body, charset);
    if (file.type == "text/css") {
      const auto text = decode_text(*body, charset, CharsetContext::kText, findings);
      return write(file.name, "@charset \"utf-8\";\n" +
                                  write_static_css(text.text, url, places_from(file.name), missing_));
    }
    if (file.type == "text/plain") {
      const auto text = decode_text(*body, charset, CharsetContext::kText, findings);
      return write(file.name,
                   (text.encoding == "utf-8" || text.text == *body ? "" : "\xef\xbb\xbf") + text.text);
    }
    const bool markup = file.type.ends_with("xml");
    if (markup && may_run(*body)) {
      job_.note(
          {Kind::kNotCarried, "active_markup", "XML or SVG that a browser might run", job_.output, address});
      return {};
    }
    return write(file.name, *body);
  }

  Status left_out(const std::string& address, const Error& error) const {
    if (error.code == Code::kIo) return error;
    job_.note({Kind::kNotCarried, "unreadable_capture", error.message, job_.output, address});
    return {};
  }

  Status write_page(const Url& url, const File& file, const std::string& body, const std::string& charset) {
    Findings findings;
    const auto text = decode_text(body, charset, CharsetContext::kHtml, findings);
    BFA_ASSIGN_OR_RETURN(const HtmlDocument doc, HtmlDocument::parse(text.text, findings, {}, text.encoding));
    for (const auto& finding : findings) {
      if (finding.code == Code::kLimit)
        job_.note({Kind::kNotCarried, finding.id, finding.message, job_.output, url.href()});
    }
    StaticPage page = write_static_page(doc, text.text, url, places_from(file.name));
    if (!page.left_out.empty()) {
      job_.note({Kind::kNotCarried, "unsafe_markup",
                 page.left_out + " of the page is left out: a script in it would run", job_.output,
                 url.href()});
    }
    scripts_ += page.scripts;
    missing_ += page.missing;
    ++job_.report.pages;
    listed_.push_back(
        {url.href(), page.title.empty() ? url.href() : page.title, file.name, file.entry->date});
    return write(file.name, page.html);
  }

  std::string index_page() const {
    const std::string title =
        escaped_markup(job_.options.title.empty() ? "Archived pages" : job_.options.title);
    std::string html = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + title +
                       "</title></head><body>\n<h1>" + title + "</h1>\n<p>" + std::to_string(listed_.size()) +
                       " pages. Scripts were left out.</p>\n<ul>\n";
    for (const auto& page : listed_) {
      html += "<li><a href=\"" + escaped_markup(page.name) + "\">" + escaped_markup(page.title) +
              "</a><br><small>" + escaped_markup(page.url) + ", captured " +
              escaped_with_times(format_rfc3339(page.time)) + "</small></li>\n";
    }
    return html + "</ul>\n</body></html>\n";
  }

  Status write(const std::string& name, const std::string& bytes) {
    const std::string path = top_ + name;
    const std::string folder = path.substr(0, path.rfind('/'));
    if (made_.insert(folder).second) BFA_RETURN_IF_ERROR(job_.fs.create_directories(folder));
    BFA_ASSIGN_OR_RETURN(const auto file, job_.fs.create(path));
    BFA_RETURN_IF_ERROR(file->append(bytes));
    return file->close();
  }

 public:
  void tell_changes() const {
    if (scripts_ != 0) {
      job_.note({Kind::kChanged,
                 "scripts_left_out",
                 counted(scripts_, "script of pages", "scripts of pages"),
                 job_.output,
                 {}});
    }
    if (missing_ != 0) {
      job_.note({Kind::kNotCarried,
                 "not_captured",
                 counted(missing_, "image, style sheet or frame was not captured",
                         "images, style sheets or frames were not captured"),
                 job_.output,
                 {}});
    }
    if (job_.report.pages != 0) {
      job_.note({Kind::kChanged,
                 "links_rewritten",
                 counted(job_.report.pages, "page", "pages") +
                     ": links lead to files, text is UTF-8, headers are gone",
                 job_.output,
                 {}});
    }
  }

 private:
  OutputJob& job_;
  const WarcIndex& index_;
  std::string top_;
  std::map<std::string, File> files_;
  std::map<std::string, std::string> redirects_;  // by address: the target
  std::map<std::string, const File*> twins_;
  std::set<std::string> made_;
  std::vector<Listed> listed_;
  std::uint64_t scripts_ = 0, missing_ = 0;
};

}  // namespace

Status write_static_output(OutputJob& job) {
  Findings findings;
  BFA_ASSIGN_OR_RETURN(const WarcIndex index, WarcIndex::build(job.fs, job.warcs, findings));
  for (const auto& finding : findings)
    job.note({Kind::kDamage, finding.id, finding.message, finding.where, {}});
  StaticSite site(job, index);
  BFA_RETURN_IF_ERROR(site.run());
  site.tell_changes();
  return {};
}

}  // namespace bfa
