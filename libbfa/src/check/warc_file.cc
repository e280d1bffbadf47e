// SPDX-License-Identifier: Apache-2.0
#include "check/warc_file.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/try.h"
#include "check/watched_file.h"
#include "warc/check/record_checker.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxOwnRecordBytes = 256u << 20;  // as a rebuild reads them
constexpr const char* kRestore = "restore the file from a backup, then check again";

// Reads a record's block for two: the first keeps what is read.
class KeptBlock final : public Source {
 public:
  KeptBlock(Source& inner, std::string& kept) : inner_(inner), kept_(kept) {}
  Result<std::size_t> read(std::span<std::byte> dst) override {
    auto got = inner_.read(dst);
    if (got) kept_.append(reinterpret_cast<const char*>(dst.data()), *got);
    return got;
  }

 private:
  Source& inner_;
  std::string& kept_;
};

class KeptRecord final : public WarcRecord {
 public:
  KeptRecord(WarcRecord& inner, std::string& kept) : inner_(inner), block_(inner.block(), kept) {}
  const WarcHeader& header() const override { return inner_.header(); }
  std::string_view raw_header() const override { return inner_.raw_header(); }
  const WarcRef& position() const override { return inner_.position(); }
  Source& block() override { return block_; }

 private:
  WarcRecord& inner_;
  KeptBlock block_;
};

class FileCheck {
 public:
  FileCheck(const FolderEntry& entry, std::vector<Place>& places, WarcCheck& check)
      : entry_(entry),
        places_(places),
        check_(check),
        checker_(places, entry.shown, check.log),
        whole_(entry.chosen && (check.options.read_data || check.options.digests) && !entry.outside),
        watched_(entry.outside ? check.outside : check.fs, entry.path, entry.readable,
                 whole_ && compares_digest(), check.options.stop) {}

  Status run() {
    if (!entry_.there) return missing();
    if (entry_.bytes < entry_.known) {
      const std::size_t problem =
          check_.log.damage("file_shorter", entry_.shown,
                            "the file has " + std::to_string(entry_.bytes) + " bytes; the store knows " +
                                std::to_string(entry_.known),
                            kRestore, static_cast<std::int64_t>(entry_.bytes));
      checker_.lost_from(problem, entry_.bytes);
    }
    BFA_RETURN_IF_ERROR(whole_ && check_.options.read_data ? read_records() : look_at_places());
    if (whole_ && !unread_) BFA_RETURN_IF_ERROR(compare_digest());
    const std::lock_guard lock(check_.mutex);
    check_.counts.places += checker_.looked_at();
    if (whole_ && !unread_) {
      ++check_.counts.files_read;
      check_.counts.bytes_read += entry_.readable;
      check_.counts.files_checked.push_back(entry_.name);
    }
    return {};
  }

 private:
  bool compares_digest() const { return !entry_.open && (entry_.digest || check_.options.digests); }

  Status missing() {
    const bool used =
        std::any_of(places_.begin(), places_.end(), [](const Place& place) { return place.sequence != 0; });
    if (entry_.outside && !used) {
      check_.log.note("file_missing", entry_.shown,
                      "a file outside of the archive is missing; nothing refers to it yet",
                      "nothing needs to be done");
      return {};
    }
    const std::string what = entry_.outside ? "a file outside of the archive that holds payloads of revisits"
                                            : "a WARC file that the archive knows";
    const std::size_t problem = check_.log.damage(
        "file_missing", entry_.shown, what + " is missing",
        "put the file back from a backup; bfa rebuild would make a store without what it holds");
    checker_.lost_from(problem, 0);
    return {};
  }

  // The file cannot be read: nothing is known of its captures.
  Status unreadable(const Error& error) {
    if (is_stopped(error) || error.message == "out of memory") return error;
    unread_ = true;
    const std::size_t problem = check_.log.failure(error, entry_.shown, "the file");
    for (const Place& place : places_) check_.log.bad_capture(problem, place.sequence);
    return {};
  }

  Status no_warc(const Error& error) {
    const std::size_t problem = check_.log.damage("record_damaged", entry_.shown, error.message, kRestore, 0);
    checker_.lost_from(problem, 0);
    return {};
  }

  Status look_at_places() {
    const Place* before = nullptr;
    for (Place& place : places_) {
      if (place.found) continue;
      // Captures and originals share records.
      const bool same = before != nullptr && before->found && before->offset == place.offset &&
                        before->id == place.id && (before->digest == place.digest || place.digest == 0);
      before = &place;
      if (same && place.original) {
        place.found = true;
        continue;
      }
      const Status looked = checker_.look_at(watched_, entry_.path, place);
      if (!looked) return unreadable(looked.error());
    }
    checker_.skip_to_end();
    checker_.finish(false);
    return {};
  }

  Status read_records() {
    if (entry_.readable == 0) {  // a writer has just begun it
      checker_.finish(false);
      return {};
    }
    const auto reader = WarcReader::open(watched_, entry_.path);
    if (!reader && reader.error().code == Code::kUnsupported) return no_warc(reader.error());
    if (!reader) return unreadable(reader.error());
    RecordChecker records(watched_, entry_.path);
    for (;;) {
      const auto record = (*reader)->next();
      if (!record) return unreadable(record.error());
      if (*record == nullptr) break;
      checker_.see(**record);
      const Status read = take(**record, records);
      if (!read) return unreadable(read.error());
    }
    records.take(**reader);
    bool damaged = false;
    for (const Finding& finding : records.report().findings) damaged = take(finding) || damaged;
    checker_.finish(damaged || entry_.bytes < entry_.known);
    const std::lock_guard lock(check_.mutex);
    check_.counts.records += records.report().records;
    return {};
  }

  Status take(WarcRecord& record, RecordChecker& records) {
    const WarcType type = record.header().type();
    if (type == WarcType::kResponse || type == WarcType::kRevisit || type == WarcType::kResource)
      response_ = record.header().record_id();
    const bool own = type == WarcType::kMetadata && check_.steps != nullptr &&
                     record.header().content_type() == "application/warc-fields" &&
                     record.header().content_length <= kMaxOwnRecordBytes;
    if (!own) return records.check(record);
    const auto offset = static_cast<std::int64_t>(record.position().offset);
    kept_.clear();
    KeptRecord kept(record, kept_);
    BFA_RETURN_IF_ERROR(records.check(kept));
    if (kept_.size() != record.header().content_length) return {};  // the reader says so
    const auto parsed = parse_archive_record(kept_);
    if (!parsed) {
      check_.log.damage("own_record_damaged", entry_.shown, parsed.error().message, kRestore, offset);
      return {};
    }
    if (!*parsed) return {};
    return check_.steps->see(entry_.shown, offset, **parsed, std::exchange(response_, {}),
                             record.header().date().value_or(UtcTime{}));
  }

  // True when it is damage.
  bool take(const Finding& finding) {
    const std::string message = finding.message + " [" + finding.id + "]";
    if (!is_damage(finding)) {
      check_.log.note("record_odd", entry_.shown, message, "nothing needs to be done");
      return false;
    }
    const std::size_t problem =
        check_.log.damage("record_damaged", entry_.shown, message, kRestore, finding.offset);
    if (finding.offset >= 0) checker_.damaged_at(problem, finding.offset);
    return true;
  }

  Status compare_digest() {
    if (!compares_digest()) return {};
    const auto digest = watched_.finish();
    if (!digest) return unreadable(digest.error());
    if (!entry_.digest) return {};
    {
      const std::lock_guard lock(check_.mutex);
      ++check_.counts.digests_compared;
    }
    if (*digest == *entry_.digest) return {};
    const bool cut = entry_.bytes < entry_.known;
    const std::size_t problem =
        check_.log.damage("digest_differs", entry_.shown,
                          "the file has the SHA-256 " + *digest + ", and by the manifest " + *entry_.digest,
                          check_.options.read_data ? "restore the file from a backup; when all of its "
                                                     "records are whole, its bytes between them differ"
                                                   : "run bfa check --read-data to see which records are "
                                                     "damaged, and restore the file from a backup");
    if (!check_.options.read_data && !cut) checker_.lost_from(problem, 0);
    return {};
  }

  const FolderEntry& entry_;
  std::vector<Place>& places_;
  WarcCheck& check_;
  PlaceChecker checker_;
  const bool whole_;
  WatchedFile watched_;
  bool unread_ = false;
  std::string response_, kept_;
};

}  // namespace

Status check_warc_file(const FolderEntry& entry, std::vector<Place>& places, WarcCheck& check) {
  return FileCheck(entry, places, check).run();
}

}  // namespace bfa
