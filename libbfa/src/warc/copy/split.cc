// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <list>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/url/url.h"
#include "bfa/warc/merge.h"
#include "warc/copy/record_feed.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::size_t kOpenFiles = 16;
constexpr std::uint64_t kMaxWarcinfo = 16u << 20;

struct SplitFile {
  std::unique_ptr<OutputFile> out;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;     // of a dry run: of its members in the input
  std::uint64_t warcinfo = 0;  // number of the last one in it; 0: none
};

// "out/blog.warc.gz": "out/blog" and ".warc.gz".
std::pair<std::string, std::string> stem_and_suffix(const std::string& path) {
  for (const std::string_view suffix : {".warc.gz", ".warc.zst", ".warc"}) {
    if (path.ends_with(suffix)) return {path.substr(0, path.size() - suffix.size()), std::string(suffix)};
  }
  return {path, ".warc.gz"};
}

// The host, made fit for a file name.
std::string host_name(const WarcHeader& header) {
  const std::string uri = header.target_uri();
  std::string host;
  if (uri.starts_with("dns:")) {
    host = uri.substr(4);
  } else if (const auto url = Url::parse(uri)) {
    host = std::string(url->host());
  }
  std::string name;
  for (const char c : host.substr(0, 200)) {
    const bool plain = is_lower_letter(c) || is_digit(c) || c == '.' || c == '-';
    name.push_back(plain ? c : '_');
  }
  return name.find_first_not_of("._") == std::string::npos ? "other" : name;
}

class Splitter {
 public:
  Splitter(FileSystem& fs, const std::vector<std::string>& from, const WarcSplitOptions& options)
      : fs_(fs), from_(from), options_(options), feed_(fs, from, report_) {}

  Result<WarcCopyReport> run(const std::string& to) {
    if (from_.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
    std::tie(stem_, suffix_) = stem_and_suffix(to);
    BFA_ASSIGN_OR_RETURN(form_, form_for(fs_, stem_ + suffix_, from_.front()));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, feed_.next());
      if (!more) break;
      BFA_RETURN_IF_ERROR(take());
    }
    for (auto& [name, file] : outputs_) BFA_RETURN_IF_ERROR(finish(file));
    return std::move(report_);
  }

 private:
  Status take() {
    if (feed_.header().type() == WarcType::kWarcinfo) {
      (void)groups_.begins(feed_.header());
      return keep_warcinfo();
    }
    // A warcinfo record applies to its own file only.
    if (feed_.file() != file_) warcinfo_ = 0;
    file_ = feed_.file();
    const bool begins = groups_.begins(feed_.header());
    if (begins) BFA_RETURN_IF_ERROR(choose());
    SplitFile& file = outputs_[name_];
    BFA_RETURN_IF_ERROR(open(file));
    if (warcinfo_ != 0 && file.warcinfo != warcinfo_) {
      if (file.out) BFA_RETURN_IF_ERROR(file.out->add(warcinfo_header_, warcinfo_block_));
      ++report_.records;
      file.warcinfo = warcinfo_;
    }
    BFA_ASSIGN_OR_RETURN(const bool copied, feed_.copy(file.out.get()));
    if (copied) ++file.records;
    if (copied) file.bytes += feed_.place().length;
    return {};
  }

  Status keep_warcinfo() {
    BFA_ASSIGN_OR_RETURN(const bool whole, feed_.read());
    if (!whole) return {};
    file_ = feed_.file();
    BFA_ASSIGN_OR_RETURN(warcinfo_block_, feed_.block().read(kMaxWarcinfo));
    warcinfo_header_ = header_text(feed_.header(), warcinfo_block_.size());
    warcinfo_ = ++warcinfos_;
    return {};
  }

  // Chooses the output file of the capture that begins here.
  Status choose() {
    if (options_.by_host) {
      name_ = host_name(feed_.header());
      return {};
    }
    if (!name_.empty()) {
      SplitFile& file = outputs_[name_];
      const std::uint64_t size = file.out ? file.out->position() : file.bytes;
      const bool full = (options_.max_file_bytes != 0 && size >= options_.max_file_bytes) ||
                        (options_.max_records != 0 && file.records >= options_.max_records);
      if (!full) return {};
      BFA_RETURN_IF_ERROR(finish(file));
      outputs_.erase(name_);
    }
    std::array<char, 24> number{};
    std::snprintf(number.data(), number.size(), "%05llu", static_cast<unsigned long long>(++serial_));
    name_ = number.data();
    return {};
  }

  Status open(SplitFile& file) {
    if (options_.dry_run) {
      if (file.records == 0 && file.warcinfo == 0) report_.files.push_back(stem_ + "-" + name_ + suffix_);
      return {};
    }
    const auto at = std::find(open_.begin(), open_.end(), name_);
    if (at != open_.end()) {
      open_.splice(open_.begin(), open_, at);
      return {};
    }
    if (open_.size() >= kOpenFiles) {
      BFA_RETURN_IF_ERROR(outputs_[open_.back()].out->rest());
      open_.pop_back();
    }
    open_.push_front(name_);
    if (file.out) return {};
    BFA_ASSIGN_OR_RETURN(file.out, OutputFile::create(fs_, stem_ + "-" + name_ + suffix_, form_));
    return {};
  }

  Status finish(SplitFile& file) {
    if (!file.out) return {};
    report_.bytes_out += file.out->position();
    report_.files.push_back(file.out->path());
    open_.remove(name_);
    return file.out->finish();
  }

  FileSystem& fs_;
  const std::vector<std::string>& from_;
  const WarcSplitOptions& options_;
  WarcCopyReport report_;
  RecordFeed feed_;
  CaptureGroups groups_;
  std::string stem_, suffix_, name_;
  PackedForm form_;
  std::map<std::string, SplitFile> outputs_;
  std::list<std::string> open_;  // names, the last used first
  std::uint64_t serial_ = 0, warcinfo_ = 0, warcinfos_ = 0;
  std::size_t file_ = 0;
  std::string warcinfo_header_, warcinfo_block_;
};

}  // namespace

Result<WarcCopyReport> split_warcs(FileSystem& fs, const std::vector<std::string>& from, std::string_view to,
                                   const WarcSplitOptions& options) {
  return guarded([&] { return Splitter(fs, from, options).run(std::string(to)); });
}

}  // namespace bfa
