// SPDX-License-Identifier: Apache-2.0
#include "search/index_update.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "search/capture_rows.h"
#include "search/fts_tokenizer.h"
#include "search/index_file.h"

namespace bfa {
namespace {

constexpr std::size_t kBatchVersions = 500;
constexpr std::size_t kBatchBytes = 8u << 20;
constexpr int kPlaceBits = 20;  // of a row number: the place among versions of one second

// A version, analysed.
struct PreparedVersion {
  std::string key;
  std::uint64_t step = 0, number = 0;
  bool newest = false;
  UtcTime observed{};
  std::string title, body, author, tag, filter, language;

  std::size_t size() const { return title.size() + body.size() + author.size() + tag.size() + filter.size(); }
};

// What is known of a version that the index has.
struct KnownVersion {
  std::int64_t row = 0;
  std::uint64_t number = 0;
  bool newest = false;
};

std::int64_t first_row(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count() *
         (std::int64_t{1} << kPlaceBits);
}

void append_terms(std::string& out, const std::vector<SearchTerm>& terms) {
  for (const SearchTerm& term : terms) {
    if (!out.empty()) out += ' ';
    out += term.exact;
    if (!term.stem.empty()) (out += ' ') += kSamePlace + term.stem;
  }
}

class IndexUpdate {
 public:
  IndexUpdate(SqliteConnection& connection, const Archive& archive, SearchAnalyser& analyser)
      : connection_(connection), archive_(archive), analyser_(analyser) {}

  Result<std::uint64_t> run() {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t last, archive_.last_step());
    BFA_ASSIGN_OR_RETURN(const std::string store, store_identity(archive_));
    BFA_ASSIGN_OR_RETURN(IndexState state, read_index_state(connection_));
    if (state.reach > last || state.store != store) {
      BFA_RETURN_IF_ERROR(prepare_tables(connection_, true));
      state = {0, store};
      BFA_RETURN_IF_ERROR(in_transaction([&] { return write_index_state(connection_, state); }));
    } else if (state.reach == last) {
      return std::uint64_t{0};
    }
    after_ = state.reach;
    BFA_RETURN_IF_ERROR(add_captures());
    BFA_RETURN_IF_ERROR(add_objects());
    state.reach = last;
    BFA_RETURN_IF_ERROR(in_transaction([&] { return write_index_state(connection_, state); }));
    return added_;
  }

 private:
  Status in_transaction(const std::function<Status()>& body) {
    BFA_RETURN_IF_ERROR(connection_.run("BEGIN IMMEDIATE"));
    Status done = body();
    if (done) return connection_.run("COMMIT");
    const Status ended = connection_.run("ROLLBACK");
    (void)ended.ok();
    return done;
  }

  Status add_captures() {
    std::vector<Capture> batch;
    Status status;
    BFA_RETURN_IF_ERROR(archive_.for_each_capture_after(after_, [&](const Capture& capture) {
      if (after_ > 0) addresses_.insert(capture.final_url);
      batch.push_back(capture);
      if (batch.size() >= kBatchVersions) {
        status = write_captures(batch);
        batch.clear();
      }
      return status.ok();
    }));
    BFA_RETURN_IF_ERROR(std::move(status));
    return write_captures(batch);
  }

  Status write_captures(const std::vector<Capture>& batch) {
    if (batch.empty()) return {};
    return in_transaction([&]() -> Status {
      BFA_ASSIGN_OR_RETURN(
          auto row,
          SqliteStatement::prepare(
              connection_, "INSERT OR REPLACE INTO capture VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"));
      BFA_ASSIGN_OR_RETURN(
          auto id, SqliteStatement::prepare(connection_, "INSERT OR IGNORE INTO record VALUES(?1,?2)"));
      for (const Capture& capture : batch) {
        if (capture.warc.file.empty()) continue;
        const std::string& url = capture.final_url.empty() ? capture.url : capture.final_url;
        BFA_ASSIGN_OR_RETURN(const auto original, archive_.original_of(capture.sequence));
        row.bind(12, std::int64_t{original.has_value()});
        BFA_RETURN_IF_ERROR(put_capture(row, capture, url, {}));
        if (capture.url != url) BFA_RETURN_IF_ERROR(put_capture(row, capture, capture.url, url));
        if (capture.warc.record_id.empty()) continue;
        id.bind(1, record_number(capture.warc.record_id));
        BFA_RETURN_IF_ERROR(id.bind(2, static_cast<std::int64_t>(capture.sequence)).run());
      }
      return {};
    });
  }

  static Status put_capture(SqliteStatement& row, const Capture& capture, const std::string& url,
                            const std::string& redirect) {
    const bool hop = !redirect.empty();
    row.bind(1, surt_key(url)).bind(2, capture.time.time_since_epoch().count());
    row.bind(3, static_cast<std::int64_t>(capture.sequence)).bind(4, redirect).bind(5, url);
    row.bind(6, std::int64_t{hop ? 0 : capture.status});
    row.bind(7, hop ? std::string() : parse_media_type(capture.content_type).essence);
    row.bind(8, hop ? std::string() : capture.payload_digest).bind(9, capture.warc.file);
    row.bind(10, static_cast<std::int64_t>(capture.warc.offset));
    return row.bind(11, static_cast<std::int64_t>(capture.warc.length)).run();
  }

  // Objects with a new version, and those of which an older capture came.
  Result<std::set<std::string>> changed_objects() {
    std::set<std::string> keys;
    ObjectQuery query;
    query.heads_only = true;
    if (after_ > 0) query.changed_after = after_;
    BFA_RETURN_IF_ERROR(archive_.for_each_object(query, [&](const std::string& key, const ObjectSummary&) {
      keys.insert(key);
      return true;
    }));
    for (const auto& address : addresses_) {
      const auto key = archive_.find_object(address);
      if (key) {
        keys.insert(*key);
      } else if (key.error().code != Code::kNotFound) {
        return key.error();
      }
    }
    return keys;
  }

  Status add_objects() {
    BFA_ASSIGN_OR_RETURN(const auto keys, changed_objects());
    for (const auto& key : keys) {
      BFA_RETURN_IF_ERROR(add_object(key));
      if (prepared_.size() >= kBatchVersions || bytes_ >= kBatchBytes) BFA_RETURN_IF_ERROR(write_batch());
    }
    return write_batch();
  }

  Status add_object(const std::string& key) {
    BFA_ASSIGN_OR_RETURN(const auto versions, archive_.versions(key));
    if (after_ > 0 && !versions.empty()) BFA_RETURN_IF_ERROR(forget_former(key, versions.back().object));
    BFA_ASSIGN_OR_RETURN(auto known, known_versions(key));
    for (std::size_t i = 0; i < versions.size(); ++i) {
      const bool newest = i + 1 == versions.size();
      const auto at = known.find(versions[i].sequence);
      if (at == known.end()) {
        prepare(key, versions[i], i + 1, newest);
        continue;
      }
      if (at->second.number != i + 1 || at->second.newest != newest)
        renumbered_.push_back({at->second.row, i + 1, newest});
      known.erase(at);
    }
    for (const auto& [step, version] : known) gone_.push_back(version.row);
    return {};
  }

  // An object that moved has another key: its versions stand under the new one.
  Status forget_former(const std::string& key, const DataObject& object) {
    BFA_ASSIGN_OR_RETURN(const auto former, archive_.former_addresses(key));
    for (const auto& address : former) {
      const std::string old = object_key(object.kind, address, object.id);
      if (old == key || archive_.summary(old)) continue;
      BFA_ASSIGN_OR_RETURN(const auto known, known_versions(old));
      for (const auto& [step, version] : known) gone_.push_back(version.row);
    }
    return {};
  }

  Result<std::map<std::uint64_t, KnownVersion>> known_versions(const std::string& key) {
    std::map<std::uint64_t, KnownVersion> known;
    BFA_ASSIGN_OR_RETURN(
        auto row, SqliteStatement::prepare(connection_,
                                           "SELECT d.id, d.step, d.number, d.newest FROM object o JOIN doc d "
                                           "ON d.object=o.id WHERE o.key=?1"));
    row.bind(1, key);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const bool more, row.step());
      if (!more) return known;
      known[static_cast<std::uint64_t>(row.number(1))] = {
          row.number(0), static_cast<std::uint64_t>(row.number(2)), row.number(3) != 0};
    }
  }

  void prepare(const std::string& key, const Version& version, std::size_t number, bool newest) {
    const DataObject& object = version.object;
    PreparedVersion out;
    out.key = key;
    out.step = version.sequence;
    out.number = number;
    out.newest = newest;
    out.observed = version.observed;
    out.language = primary_language(object.language);
    append_terms(out.title, analyser_.terms(object.title, out.language));
    append_terms(out.title, analyser_.terms(object.subtitle, out.language));
    append_terms(out.body, analyser_.terms(object.text, out.language));
    for (const auto& author : object.authors) append_terms(out.author, analyser_.terms(author, ""));
    for (const auto& tag : object.tags) append_terms(out.tag, analyser_.terms(tag, out.language));
    out.filter = "k:" + std::string(kind_name(object.kind));
    if (const auto url = Url::parse(object.url)) out.filter += " b:" + ascii_lower_case(url->host());
    bytes_ += out.size();
    prepared_.push_back(std::move(out));
  }

  Status write_batch() {
    if (prepared_.empty() && gone_.empty() && renumbered_.empty()) return {};
    // FTS5 writes a part of its index whenever a row number is below the one before it.
    std::sort(prepared_.begin(), prepared_.end(),
              [](const PreparedVersion& a, const PreparedVersion& b) { return a.observed < b.observed; });
    Status written = in_transaction([&] { return write_prepared(); });
    if (!written) return written;
    prepared_.clear();
    gone_.clear();
    renumbered_.clear();
    bytes_ = 0;
    return {};
  }

  Status write_prepared() {
    for (const auto row : gone_) BFA_RETURN_IF_ERROR(remove_row(row));
    for (const auto& change : renumbered_) BFA_RETURN_IF_ERROR(renumber(change));
    for (const auto& version : prepared_) BFA_RETURN_IF_ERROR(write_version(version));
    return {};
  }

  // Its words stay in the index, and lead to nothing.
  Status remove_row(std::int64_t row) {
    BFA_ASSIGN_OR_RETURN(auto gone, SqliteStatement::prepare(connection_, "DELETE FROM doc WHERE id=?1"));
    return gone.bind(1, row).run();
  }

  Status renumber(const KnownVersion& change) {
    BFA_ASSIGN_OR_RETURN(
        auto row, SqliteStatement::prepare(connection_, "UPDATE doc SET number=?2, newest=?3 WHERE id=?1"));
    return row.bind(1, change.row)
        .bind(2, static_cast<std::int64_t>(change.number))
        .bind(3, std::int64_t{change.newest})
        .run();
  }

  Result<std::int64_t> object_row(const std::string& key) {
    BFA_ASSIGN_OR_RETURN(
        auto put, SqliteStatement::prepare(connection_, "INSERT OR IGNORE INTO object(key) VALUES(?1)"));
    BFA_RETURN_IF_ERROR(put.bind(1, key).run());
    BFA_ASSIGN_OR_RETURN(auto row,
                         SqliteStatement::prepare(connection_, "SELECT id FROM object WHERE key=?1"));
    BFA_ASSIGN_OR_RETURN(const bool there, row.bind(1, key).step());
    if (!there) return connection_.last_error();
    return row.number(0);
  }

  // The next free number in the second of the capture: row numbers are in the order of time. Those of words
  // that lead to nothing are above others of their second only when nothing else was removed there, so the
  // words are asked too.
  Result<std::int64_t> free_row(UtcTime time) {
    const std::int64_t first = first_row(time);
    const std::int64_t last = first + (std::int64_t{1} << kPlaceBits) - 1;
    BFA_ASSIGN_OR_RETURN(
        auto row, SqliteStatement::prepare(connection_,
                                           "SELECT max(id) FROM words_docsize WHERE id BETWEEN ?1 AND ?2"));
    BFA_ASSIGN_OR_RETURN(const bool there, row.bind(1, first).bind(2, last).step());
    if (!there || row.text(0).empty()) return first;
    return row.number(0) + 1;
  }

  Status write_version(const PreparedVersion& version) {
    BFA_ASSIGN_OR_RETURN(const std::int64_t object, object_row(version.key));
    BFA_ASSIGN_OR_RETURN(const std::int64_t id, free_row(version.observed));
    BFA_ASSIGN_OR_RETURN(
        auto doc, SqliteStatement::prepare(connection_,
                                           "INSERT OR IGNORE INTO doc VALUES(?1,?2,?3,?4,?5) RETURNING id"));
    doc.bind(1, id).bind(2, object).bind(3, static_cast<std::int64_t>(version.step));
    doc.bind(4, static_cast<std::int64_t>(version.number)).bind(5, std::int64_t{version.newest});
    BFA_ASSIGN_OR_RETURN(const bool is_new, doc.step());
    if (!is_new) return {};  // another process was faster
    doc.reset();
    BFA_ASSIGN_OR_RETURN(
        auto words,
        SqliteStatement::prepare(
            connection_,
            "INSERT INTO words(rowid, title, body, author, tag, filter) VALUES(?1,?2,?3,?4,?5,?6)"));
    words.bind(1, id).bind(2, version.title).bind(3, version.body).bind(4, version.author);
    BFA_RETURN_IF_ERROR(words.bind(5, version.tag).bind(6, version.filter).run());
    ++added_;
    if (version.language.empty() || !languages_.insert(version.language).second) return {};
    BFA_ASSIGN_OR_RETURN(auto language,
                         SqliteStatement::prepare(connection_, "INSERT OR IGNORE INTO language VALUES(?1)"));
    return language.bind(1, version.language).run();
  }

  SqliteConnection& connection_;
  const Archive& archive_;
  SearchAnalyser& analyser_;
  std::uint64_t after_ = 0, added_ = 0;
  std::set<std::string> addresses_, languages_;
  std::vector<PreparedVersion> prepared_;
  std::size_t bytes_ = 0;
  std::vector<std::int64_t> gone_;
  std::vector<KnownVersion> renumbered_;
};

}  // namespace

Result<std::uint64_t> update_index(SqliteConnection& connection, const Archive& archive,
                                   SearchAnalyser& analyser) {
  return IndexUpdate(connection, archive, analyser).run();
}

}  // namespace bfa
