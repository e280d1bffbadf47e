// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/url/canonical.h"
#include "io/line_source.h"
#include "wacz/wacz_json.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostPackage = std::uint64_t{8} << 20;

// The records of several files, one after the other.
class JoinedReader final : public WarcReader {
 public:
  JoinedReader(FileSystem& fs, std::vector<std::string> paths, const WarcReadOptions& options)
      : fs_(fs), paths_(std::move(paths)), options_(options) {}

  Result<WarcRecord*> next() override {
    return guarded([&]() -> Result<WarcRecord*> {
      for (;;) {
        if (!reader_) {
          if (at_ == paths_.size()) return static_cast<WarcRecord*>(nullptr);
          BFA_RETURN_IF_ERROR(open_next());
          continue;
        }
        BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader_->next());
        take_findings();
        if (record != nullptr) return record;
        lost_ += reader_->lost_bytes();
        reader_.reset();
      }
    });
  }
  const Findings& findings() const override { return findings_; }
  std::uint64_t lost_bytes() const override { return lost_ + (reader_ ? reader_->lost_bytes() : 0); }

 private:
  Status open_next() {
    const std::string& path = paths_[at_++];
    taken_ = 0;
    auto opened = WarcReader::open(fs_, path, options_);
    if (opened) {
      reader_ = std::move(*opened);
      return {};
    }
    const Error& error = opened.error();
    if (error.code == Code::kIo || options_.policy == Policy::kFail) return error;
    if (options_.policy == Policy::kWarn) {
      findings_.push_back({error.code, "archive_unreadable", error.message, error.offset, path});
    }
    return {};
  }
  void take_findings() {
    const Findings& all = reader_->findings();
    findings_.insert(findings_.end(), all.begin() + static_cast<std::ptrdiff_t>(taken_), all.end());
    taken_ = all.size();
  }

  FileSystem& fs_;
  std::vector<std::string> paths_;
  WarcReadOptions options_;
  std::unique_ptr<WarcReader> reader_;
  std::size_t at_ = 0, taken_ = 0;
  std::uint64_t lost_ = 0;
  Findings findings_;
};

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> suffixes) {
  for (const auto suffix : suffixes) {
    if (name.size() > suffix.size() && ends_ignoring_case(name, suffix)) return true;
  }
  return false;
}

class Reader final : public WaczReader {
 public:
  Reader(FileSystem& fs, std::string path) : path_(std::move(path)), files_(make_container_file_system(fs)) {}

  Status start() {
    BFA_ASSIGN_OR_RETURN(const auto container, Container::open_shared(*files_, path_));
    findings_ = container->findings();
    bool any_archive_folder = false;
    for (const auto& entry : container->entries()) {
      const std::string& name = entry.name;
      any_archive_folder = any_archive_folder || name.starts_with("archive/");
      if (entry.folder || entry.link || entry.special || container->find(name) != &entry) continue;
      if (name.starts_with("archive/") &&
          ends_with_any(name, {".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"})) {
        archives_.push_back(name);
      } else if (name.starts_with("pages/") && ends_with_any(name, {".jsonl"})) {
        pages_.push_back(name);
      } else if (name.starts_with("indexes/") && ends_with_any(name, {".idx"})) {
        secondary_.push_back(name);
      } else if (name.starts_with("indexes/") &&
                 ends_with_any(name, {".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz"})) {
        indexes_.push_back(name);
      }
    }
    if (!any_archive_folder) return Error{Code::kUnsupported, "no WACZ file: nothing in archive/", path_, -1};
    read_package();
    return {};
  }

  const WaczPackage& package() const override { return package_; }
  const std::vector<std::string>& archives() const override { return archives_; }
  const Findings& findings() const override { return findings_; }

  Status for_each_page(const std::function<bool(const WaczPage&)>& visit, Findings& findings) const override {
    return guarded([&]() -> Status {
      for (const auto& name : pages_) {
        BFA_ASSIGN_OR_RETURN(const bool more, visit_pages(name, visit, findings));
        if (!more) return {};
      }
      return {};
    });
  }

  Status for_each_capture(const std::function<bool(const CdxEntry&)>& visit,
                          Findings& findings) const override {
    bool more = true;
    for (const auto& name : indexes_) {
      const auto noting = [&](const CdxEntry& entry) { return more = visit(entry); };
      BFA_RETURN_IF_ERROR(read_cdx(*files_, inside(name), noting, findings));
      if (!more) return {};
    }
    return {};
  }

  Result<std::vector<CdxEntry>> captures_of(std::string_view url) const override {
    return guarded([&]() -> Result<std::vector<CdxEntry>> {
      std::vector<CdxEntry> found;
      const std::string key = surt_key(url);
      const auto take = [&](const CdxEntry& entry) {
        found.push_back(entry);
        return true;
      };
      std::vector<std::string> names = secondary_;
      for (const auto& name : indexes_) {
        if (!ends_with_any(name, {".gz"})) names.push_back(name);
      }
      for (const auto& name : names) {
        BFA_ASSIGN_OR_RETURN(const auto index, CdxIndex::open(*files_, inside(name)));
        BFA_RETURN_IF_ERROR(index->find(key, CdxIndex::Match::kExact, take));
      }
      return found;
    });
  }

  Result<std::unique_ptr<WarcReader>> records(const WarcReadOptions& options) const override {
    return guarded([&]() -> Result<std::unique_ptr<WarcReader>> {
      std::vector<std::string> paths;
      for (const auto& name : archives_) paths.push_back(inside(name));
      std::unique_ptr<WarcReader> reader = std::make_unique<JoinedReader>(*files_, std::move(paths), options);
      return reader;
    });
  }

 private:
  std::string inside(const std::string& name) const { return path_ + "!/" + name; }

  void note(Code code, const char* id, std::string message) {
    findings_.push_back({code, id, std::move(message), -1, path_});
  }

  void read_package() {
    const auto text = read_file(*files_, inside("datapackage.json"), kMostPackage);
    if (!text) return note(text.error().code, "wacz_datapackage_missing", text.error().message);
    const auto json = parse_wacz_json(*text);
    if (!json || !json->is_object()) {
      return note(Code::kCorrupt, "wacz_datapackage_bad", "datapackage.json is no JSON object");
    }
    package_ = wacz_package_of(*json);
  }

  Result<bool> visit_pages(const std::string& name, const std::function<bool(const WaczPage&)>& visit,
                           Findings& findings) const {
    BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(*files_, inside(name)));
    LineSource lines(*source);
    std::string_view line;
    for (std::uint64_t number = 1;; ++number) {
      BFA_ASSIGN_OR_RETURN(const bool more, lines.next(line));
      if (!more) return true;
      if (trim_line_end(line).empty() || (number == 1 && line.find("\"format\"") != std::string_view::npos))
        continue;
      const auto page = wacz_page_of(line);
      if (!page) {
        findings.push_back({Code::kCorrupt, "wacz_page_bad",
                            "line " + std::to_string(number) + ": " + page.error().message, -1,
                            inside(name)});
      } else if (!visit(*page)) {
        return false;
      }
    }
  }

  std::string path_;
  std::unique_ptr<FileSystem> files_;
  WaczPackage package_;
  std::vector<std::string> archives_, pages_, indexes_, secondary_;
  Findings findings_;
};

}  // namespace

Result<std::unique_ptr<WaczReader>> WaczReader::open(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<std::unique_ptr<WaczReader>> {
    const std::string path(path_name);
    auto reader = std::make_unique<Reader>(fs, path);
    BFA_RETURN_IF_ERROR(reader->start());
    std::unique_ptr<WaczReader> opened = std::move(reader);
    return opened;
  });
}

}  // namespace bfa
