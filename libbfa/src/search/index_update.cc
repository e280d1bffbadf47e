// SPDX-License-Identifier: Apache-2.0
#include "search/index_update.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "search/capture_blocks.h"
#include "search/capture_rows.h"
#include "search/catalogue_writer.h"
#include "search/fts_tokenizer.h"
#include "search/index_file.h"
#include "store/capture_hops.h"
#include "store/object_history.h"
#include "store/touched.h"

namespace bfa {
namespace {

constexpr std::size_t kBatchVersions = 500;
constexpr std::size_t kBatchBytes = 8u << 20;

// The words of a version, analysed.
struct PreparedWords {
  std::string title, body, author, tag, category, language;
  // Stems with their words, and words, as far as they are new.
  std::vector<std::pair<std::string, std::string>> stems;
  std::vector<std::string> names;

  std::size_t size() const {
    return title.size() + body.size() + author.size() + tag.size() + category.size();
  }
};

// An object, and the words of those of its versions that the index has not.
struct PreparedObject {
  ListedHistory history;
  std::vector<std::optional<PreparedWords>> words;
};

Error meanwhile() {
  return {Code::kUnavailable, "the index was changed by another process meanwhile; try again", {}, -1};
}

void append_terms(std::string& out, const std::vector<SearchTerm>& terms) {
  for (const SearchTerm& term : terms) {
    if (!out.empty()) out += ' ';
    out += term.exact;
  }
}

bool shows_a_page(TaskKind kind) {
  return kind == TaskKind::kPage || kind == TaskKind::kHome;
}

class IndexUpdate {
 public:
  IndexUpdate(SqliteConnection& connection, const Archive& archive, SearchAnalyser& analyser)
      : connection_(connection), archive_(archive), analyser_(analyser), writer_(connection) {}

  Result<std::uint64_t> run() {
    BFA_ASSIGN_OR_RETURN(last_, archive_.last_step());
    BFA_ASSIGN_OR_RETURN(store_, store_identity(archive_));
    BFA_ASSIGN_OR_RETURN(IndexState state, read_index_state(connection_));
    if (state.reach > last_ || state.store != store_) {
      BFA_RETURN_IF_ERROR(prepare_tables(connection_, true));
      state = {0, store_};
      BFA_ASSIGN_OR_RETURN(auto transaction, SqliteTransaction::begin(connection_, "BEGIN IMMEDIATE"));
      BFA_RETURN_IF_ERROR(write_index_state(connection_, state));
      BFA_RETURN_IF_ERROR(transaction.commit());
    } else if (state.reach == last_) {
      return std::uint64_t{0};
    }
    after_ = state.reach;
    BFA_RETURN_IF_ERROR(add_captures());
    BFA_RETURN_IF_ERROR(add_objects());
    BFA_RETURN_IF_ERROR(in_transaction([&] { return write_index_state(connection_, {last_, store_}); }));
    return added_;
  }

 private:
  // Does nothing when another process has brought the index farther than this one could.
  Status in_transaction(const std::function<Status()>& body) {
    BFA_ASSIGN_OR_RETURN(auto transaction, SqliteTransaction::begin(connection_, "BEGIN IMMEDIATE"));
    BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
    if (state.store != store_) return meanwhile();
    if (state.reach > last_) return {};
    BFA_RETURN_IF_ERROR(body());
    BFA_RETURN_IF_ERROR(writer_.finish());
    return transaction.commit();
  }

  Status add_captures() {
    std::vector<Capture> batch;
    Status status;
    BFA_RETURN_IF_ERROR(archive_.for_each_capture_after(after_, [&](const Capture& capture) {
      if (capture.sequence > last_) return false;
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
      for (const Capture& capture : batch) {
        if (capture.warc.file.empty()) continue;
        const std::string& url = capture.final_url.empty() ? capture.url : capture.final_url;
        BFA_ASSIGN_OR_RETURN(const CaptureTrail trail, trail_of(archive_, capture.sequence));
        BFA_ASSIGN_OR_RETURN(const bool is_new, put_capture(capture, url, trail.original.has_value()));
        BFA_RETURN_IF_ERROR(put_hops(capture, url, trail));
        BFA_RETURN_IF_ERROR(put_record(capture.warc, capture.sequence));
        if (!is_new || !shows_a_page(capture.kind)) continue;
        DataObject page;
        page.url = url;
        BFA_RETURN_IF_ERROR(writer_.count_capture(listed_host(page), day_of(capture.time)));
      }
      return {};
    });
  }

  Result<std::int64_t> warc_row(const std::string& file) {
    BFA_ASSIGN_OR_RETURN(auto* put, connection_.kept("INSERT OR IGNORE INTO warc(name) VALUES(?1)"));
    BFA_RETURN_IF_ERROR(put->bind(1, file).run());
    BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("SELECT id FROM warc WHERE name=?1"));
    BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, file).step());
    if (!there) return connection_.last_error();
    const std::int64_t id = row->number(0);
    row->reset();
    return id;
  }

  // The row of the last answer of a step. True when it was not there.
  Result<bool> put_capture(const Capture& capture, const std::string& url, bool revisit) {
    IndexedCapture row;
    row.url = url;
    row.time = capture.time;
    row.sequence = capture.sequence;
    row.status = capture.status;
    row.mime = parse_media_type(capture.content_type).essence;
    row.digest = capture.payload_digest;
    row.warc = capture.warc;
    row.revisit = revisit;
    return put_row(row);
  }

  // The rows of the answers that led to it. An older program stored the first address only.
  Status put_hops(const Capture& capture, const std::string& url, const CaptureTrail& trail) {
    IndexedCapture row;
    row.sequence = capture.sequence;
    row.redirect = url;
    for (const CaptureHop& hop : trail.hops) {
      ++row.hop;
      row.url = hop.url;
      row.time = hop.time;
      row.status = hop.status;
      row.mime = parse_media_type(hop.content_type).essence;
      row.digest = hop.payload_digest;
      row.warc = hop.warc;
      row.revisit = hop.revisit;
      BFA_RETURN_IF_ERROR(put_hop(row));
      BFA_RETURN_IF_ERROR(put_record(hop.warc, capture.sequence));
    }
    if (!trail.hops.empty() || capture.url == url) return {};
    row.hop = 1;
    row.url = capture.url;
    row.time = capture.time;
    row.warc = capture.warc;
    row.revisit = trail.original.has_value();
    return put_hop(row);
  }

  Status put_record(const WarcRef& warc, std::uint64_t step) {
    if (warc.record_id.empty()) return {};
    BFA_ASSIGN_OR_RETURN(auto* id, connection_.kept("INSERT OR IGNORE INTO record VALUES(?1,?2)"));
    id->bind(1, record_number(warc.record_id));
    return id->bind(2, static_cast<std::int64_t>(step)).run();
  }

  Status put_hop(const IndexedCapture& row) {
    BFA_ASSIGN_OR_RETURN(const bool is_new, put_row(row));
    (void)is_new;
    return {};
  }

  // True when it was not there.
  Result<bool> put_row(const IndexedCapture& capture) {
    BFA_ASSIGN_OR_RETURN(const std::int64_t file, warc_row(capture.warc.file));
    BFA_ASSIGN_OR_RETURN(
        auto* row, connection_.kept("INSERT OR IGNORE INTO capture(key, time, step, hop, url, redirect, "
                                    "status, mime, digest, file, offset, length, revisit) "
                                    "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13) RETURNING 1"));
    const CaptureRowPlace place{surt_key(capture.url), ticks(capture.time),
                                static_cast<std::int64_t>(capture.sequence),
                                static_cast<std::int64_t>(capture.hop)};
    row->bind(1, place.key).bind(2, place.time).bind(3, place.step).bind(4, place.hop);
    row->bind(5, capture.url).bind(6, capture.redirect).bind(7, std::int64_t{capture.status});
    row->bind(8, capture.mime).bind(9, packed_digest(capture.digest)).bind(10, file);
    row->bind(11, static_cast<std::int64_t>(capture.warc.offset));
    row->bind(12, static_cast<std::int64_t>(capture.warc.length)).bind(13, std::int64_t{capture.revisit});
    BFA_ASSIGN_OR_RETURN(const bool is_new, row->step());
    BFA_RETURN_IF_ERROR(row->run());
    if (is_new) BFA_RETURN_IF_ERROR(note_capture(connection_, place));
    return is_new;
  }

  // What the steps since then changed: new versions and readings, moves. All objects for a new index, and
  // those that may have changed when an older program stored a step.
  Result<std::set<std::string>> changed_objects() {
    std::set<std::string> keys;
    if (after_ > 0) {
      BFA_ASSIGN_OR_RETURN(const bool noted,
                           for_each_touched_after(archive_, after_, [&](const std::string& key) {
                             keys.insert(key);
                             return true;
                           }));
      if (noted) return keys;
    }
    ObjectQuery heads;
    heads.heads_only = true;
    BFA_RETURN_IF_ERROR(archive_.for_each_object(heads, [&](const std::string& key, const ObjectSummary&) {
      keys.insert(key);
      return true;
    }));
    return keys;
  }

  Status add_objects() {
    BFA_ASSIGN_OR_RETURN(const auto keys, changed_objects());
    for (const auto& key : keys) {
      BFA_RETURN_IF_ERROR(add_object(key));
      if (versions_ >= kBatchVersions || bytes_ >= kBatchBytes) BFA_RETURN_IF_ERROR(write_batch());
    }
    return write_batch();
  }

  Status add_object(const std::string& asked) {
    BFA_ASSIGN_OR_RETURN(const ObjectHistory history, history_in_short(archive_, asked));
    const auto& versions = history.versions;
    if (versions.empty()) {
      gone_.push_back(asked);
      return {};
    }
    // An object that moved is found by its former key too.
    const std::string key = object_key(versions.back().object);
    if (key != asked) gone_.push_back(asked);
    if (!done_.insert(key).second) return {};
    if (versions.size() > 1) BFA_RETURN_IF_ERROR(forget_former(key, versions));
    PreparedObject out;
    out.history = listed_history(key, versions, history.changes);
    out.words.resize(versions.size());
    BFA_ASSIGN_OR_RETURN(const auto known, writer_.known(key));
    for (std::size_t i = 0; i < versions.size(); ++i) {
      const ListedVersion& version = out.history.versions[i];
      const auto at = std::find_if(known.begin(), known.end(), [&](const KnownVersion& there) {
        return there.observed == ticks(version.observed) && there.step == version.step;
      });
      if (at != known.end() && !CatalogueWriter::has_other_words(*at, version)) continue;
      out.words[i] = analyse(versions[i].object);
      bytes_ += out.words[i]->size();
    }
    versions_ += versions.size();
    prepared_.push_back(std::move(out));
    return {};
  }

  // The keys under which an object that moved stood before, unless another object stands there now.
  Status forget_former(const std::string& key, const std::vector<Version>& versions) {
    std::set<std::string> former;
    for (const auto& version : versions) former.insert(object_key(version.object));
    former.erase(key);
    for (const auto& old : former) {
      BFA_ASSIGN_OR_RETURN(const auto known, writer_.known(old));
      if (known.empty()) continue;
      const auto there = archive_.summary(old);
      if (!there && there.error().code != Code::kNotFound) return there.error();
      if (!there || object_key(there->latest) != old) gone_.push_back(old);
    }
    return {};
  }

  PreparedWords analyse(const DataObject& object) {
    PreparedWords out;
    out.language = primary_language(object.language);
    add_terms(out, out.title, object.title);
    add_terms(out, out.title, object.subtitle);
    add_terms(out, out.body, object.text);
    for (const auto& author : object.authors) {
      const auto terms = analyser_.terms(author, "");
      append_terms(out.author, terms);
      note_words(out, terms, "");
    }
    for (const auto& tag : object.tags) add_terms(out, out.tag, tag);
    for (const auto& category : categories_of(object)) add_terms(out, out.category, category);
    return out;
  }

  void add_terms(PreparedWords& words, std::string& out, const std::string& text) {
    const auto terms = analyser_.terms(text, words.language);
    append_terms(out, terms);
    note_words(words, terms, words.language);
  }

  // Each word and language once: one look at each term is all that it costs.
  void note_words(PreparedWords& words, const std::vector<SearchTerm>& terms, const std::string& language) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    const std::uint64_t salt = fast_hash(language) * kOdd;
    for (const SearchTerm& term : terms) {
      if (term.pair || term.single || !known_words_.insert(fast_hash(term.exact) ^ salt).second) continue;
      words.names.push_back(term.exact);
      if (!term.stem.empty()) words.stems.emplace_back(term.stem, term.exact);
    }
  }

  Status write_batch() {
    if (prepared_.empty() && gone_.empty()) return {};
    // FTS5 writes a part of its index whenever a row number is below the one before it.
    std::sort(prepared_.begin(), prepared_.end(), [](const PreparedObject& a, const PreparedObject& b) {
      return a.history.versions.back().observed < b.history.versions.back().observed;
    });
    Status written = in_transaction([&]() -> Status {
      for (const auto& key : gone_) BFA_RETURN_IF_ERROR(writer_.erase(key));
      for (const auto& object : prepared_) {
        for (const auto& words : object.words) {
          if (words) BFA_RETURN_IF_ERROR(write_names(*words));
        }
        BFA_RETURN_IF_ERROR(write_object(object));
      }
      return write_words();
    });
    if (!written) return written;
    prepared_.clear();
    gone_.clear();
    bytes_ = 0;
    versions_ = 0;
    return {};
  }

  // Of each version, written or not: a later one of the batch may have the same words, and does not note
  // them.
  Status write_names(const PreparedWords& words) {
    for (const std::string& name : words.names) {
      BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("INSERT OR IGNORE INTO word VALUES(?1)"));
      BFA_RETURN_IF_ERROR(row->bind(1, name).run());
    }
    for (const auto& [stem, word] : words.stems) {
      BFA_ASSIGN_OR_RETURN(auto* pair, connection_.kept("INSERT OR IGNORE INTO stem VALUES(?1,?2,?3)"));
      BFA_RETURN_IF_ERROR(pair->bind(1, words.language).bind(2, stem).bind(3, word).run());
    }
    return {};
  }

  Status write_object(const PreparedObject& object) {
    BFA_ASSIGN_OR_RETURN(const auto known, writer_.known(object.history.key));
    // Another process knows of later steps of it.
    if (std::any_of(known.begin(), known.end(),
                    [&](const KnownVersion& version) { return version.step > last_; }))
      return {};
    return writer_.write(object.history, [&](std::int64_t id, std::size_t version) -> Status {
      if (!object.words[version]) return meanwhile();
      words_.push_back({id, &*object.words[version], &object.history.versions[version].filter});
      return {};
    });
  }

  Status write_words() {
    std::sort(words_.begin(), words_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    for (const auto& [id, words, filter] : words_) {
      BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("INSERT INTO words(rowid, body, title, author, tag, "
                                                       "category, filter) VALUES(?1,?2,?3,?4,?5,?6,?7)"));
      row->bind(1, id).bind(2, words->body).bind(3, words->title).bind(4, words->author);
      BFA_RETURN_IF_ERROR(row->bind(5, words->tag).bind(6, words->category).bind(7, *filter).run());
      ++added_;
      if (words->language.empty() || !languages_.insert(words->language).second) continue;
      BFA_ASSIGN_OR_RETURN(auto* language, connection_.kept("INSERT OR IGNORE INTO language VALUES(?1)"));
      BFA_RETURN_IF_ERROR(language->bind(1, words->language).run());
    }
    words_.clear();
    return {};
  }

  // Words to write, in the order of their rows.
  struct NewWords {
    std::int64_t id;
    const PreparedWords* words;
    const std::string* filter;
  };

  SqliteConnection& connection_;
  const Archive& archive_;
  SearchAnalyser& analyser_;
  CatalogueWriter writer_;
  std::uint64_t after_ = 0, last_ = 0, added_ = 0;
  std::string store_;
  std::set<std::string> languages_, done_;
  std::unordered_set<std::uint64_t> known_words_;  // hashes of words and languages that were put
  std::vector<PreparedObject> prepared_;
  std::vector<NewWords> words_;
  std::vector<std::string> gone_;
  std::size_t bytes_ = 0, versions_ = 0;
};

}  // namespace

Result<std::uint64_t> update_index(SqliteConnection& connection, const Archive& archive,
                                   SearchAnalyser& analyser) {
  return IndexUpdate(connection, archive, analyser).run();
}

}  // namespace bfa
