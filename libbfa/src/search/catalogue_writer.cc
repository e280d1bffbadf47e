// SPDX-License-Identifier: Apache-2.0
#include "search/catalogue_writer.h"

#include <algorithm>
#include <chrono>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "object/arrival_name.h"
#include "search/index_file.h"

namespace bfa {
namespace {

// A date later than that after the first capture is not true; lists of a time in the past look for them
// apart.
constexpr std::int64_t kAhead = std::int64_t{2} * 86400 * 8;  // in date_code

std::int64_t hash_of(std::string_view text) {
  return static_cast<std::int64_t>(fast_hash(text));
}

std::int64_t arrival_hash(const std::string& key, std::uint64_t step, UtcTime observed) {
  return static_cast<std::int64_t>(fast_hash(arrival_name(key, step, observed)) & 0x7fffffffU);
}

}  // namespace

bool CatalogueWriter::has_other_words(const KnownVersion& known, const ListedVersion& version) {
  return known.readings != version.readings || known.filter != hash_of(version.filter);
}

Result<std::int64_t> CatalogueWriter::host_row(const std::string& name) {
  if (const auto at = hosts_.find(name); at != hosts_.end()) return at->second;
  BFA_ASSIGN_OR_RETURN(auto* put, connection_.kept("INSERT OR IGNORE INTO host(name) VALUES(?1)"));
  BFA_RETURN_IF_ERROR(put->bind(1, name).run());
  BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("SELECT id FROM host WHERE name=?1"));
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, name).step());
  if (!there) return connection_.last_error();
  const std::int64_t id = row->number(0);
  row->reset();
  hosts_[name] = id;
  return id;
}

Result<std::vector<KnownVersion>> CatalogueWriter::known(const std::string& key) {
  std::vector<KnownVersion> out;
  BFA_ASSIGN_OR_RETURN(
      auto* row, connection_.kept("SELECT d.id, d.observed, d.step, d.number, d.newest, d.until, d.state, "
                                  "d.status, d.verdict, d.similarity, d.readings, d.filter, d.host, "
                                  "d.fields FROM "
                                  "object o JOIN doc d ON d.object=o.id WHERE o.key=?1 ORDER BY d.observed, "
                                  "d.step"));
  row->bind(1, key);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, row->step());
    if (!more) break;
    KnownVersion version;
    version.id = row->number(0);
    version.observed = row->number(1);
    version.step = static_cast<std::uint64_t>(row->number(2));
    version.number = static_cast<std::uint64_t>(row->number(3));
    version.newest = row->number(4) != 0;
    version.until = row->number(5);
    version.state_id = row->number(6);
    version.status = static_cast<ListedStatus>(row->number(7));
    version.verdict = static_cast<Verdict>(row->number(8));
    version.similarity = row->real(9);
    version.readings = static_cast<std::uint64_t>(row->number(10));
    version.filter = row->number(11);
    version.host = row->number(12);
    version.fields = row->number(13);
    out.push_back(version);
  }
  row->reset();
  return out;
}

Result<ListedState> CatalogueWriter::read_state(std::int64_t id) {
  ListedState state;
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection_.kept("SELECT url, title, published, language, authors, tags, categories "
                                        "FROM state WHERE id=?1"));
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, id).step());
  if (there) {
    state = {row->text(0), row->text(1), row->text(2), row->text(3),
             row->text(4), row->text(5), row->text(6)};
  }
  row->reset();
  return state;
}

Status CatalogueWriter::write_state(std::int64_t id, const ListedState& state) {
  BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("INSERT OR REPLACE INTO state(id, url, title, published, "
                                                   "language, authors, tags, categories) "
                                                   "VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  row->bind(1, id).bind(2, state.url).bind(3, state.title);
  int column = 4;
  for (const std::string* text :
       {&state.published, &state.language, &state.authors, &state.tags, &state.categories}) {
    text->empty() ? row->bind_nothing(column) : row->bind(column, *text);
    ++column;
  }
  return row->run();
}

void CatalogueWriter::add_edit(Share& share, Verdict verdict, std::int64_t observed) {
  if (verdict != Verdict::kContent) return;
  share.edited = true;
  if (share.kind == ObjectKind::kPost) ++share.days[day_of(time_of(observed))].second;
}

void CatalogueWriter::add_values(Share& share, const ListedState& state) {
  if (is_comment(share.kind)) {
    for (auto& name : split_lines(state.authors))
      share.values.emplace(ListedField::kCommenter, std::move(name));
    return;
  }
  for (auto& name : split_lines(state.authors)) share.values.emplace(ListedField::kAuthor, std::move(name));
  for (auto& name : split_lines(state.tags)) share.values.emplace(ListedField::kTag, std::move(name));
  for (auto& name : split_lines(state.categories))
    share.values.emplace(ListedField::kCategory, std::move(name));
  if (!state.language.empty()) share.values.emplace(ListedField::kLanguage, state.language);
}

CatalogueWriter::Share CatalogueWriter::share_of(const ListedHistory& history, std::int64_t host) {
  Share share;
  const ListedVersion& now = history.versions.back();
  share.host = host;
  share.published = history.published;
  share.kind = history.kind;
  share.gone = now.status == ListedStatus::kGone;
  share.versions = static_cast<std::int64_t>(history.versions.size());
  if (share.kind == ObjectKind::kPost && history.day) ++share.days[*history.day].first;
  for (const auto& version : history.versions) {
    add_edit(share, version.verdict, ticks(version.observed));
    share.last_step = std::max(share.last_step, static_cast<std::int64_t>(version.step));
  }
  add_values(share, now.state);
  return share;
}

Status CatalogueWriter::load_share(KnownObject& object, ObjectKind kind, std::int64_t host,
                                   std::int64_t published) {
  Share& share = object.share;
  share.kind = kind;
  share.host = host;
  share.published = published;
  share.versions = static_cast<std::int64_t>(object.versions.size());
  for (const auto& [moment, version] : object.versions) {
    add_edit(share, version.verdict, version.observed);
    share.last_step = std::max(share.last_step, static_cast<std::int64_t>(version.step));
    if (!version.newest) continue;
    share.gone = version.status == ListedStatus::kGone;
    BFA_ASSIGN_OR_RETURN(const ListedState state, read_state(version.state_id));
    add_values(share, state);
    const auto date = parse_timestamp(state.published);
    const auto day = date ? day_of(std::optional(*date)) : std::nullopt;
    if (kind == ObjectKind::kPost && day) ++share.days[*day].first;
  }
  return {};
}

Result<CatalogueWriter::KnownObject> CatalogueWriter::load(const std::string& key) {
  KnownObject object;
  BFA_ASSIGN_OR_RETURN(
      auto* row, connection_.kept("SELECT id, first_seen, kind, host, published FROM object WHERE key=?1"));
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, key).step());
  if (!there) return object;
  object.id = row->number(0);
  object.first_seen = row->number(1);
  const auto kind = static_cast<ObjectKind>(row->number(2));
  const std::int64_t host = row->number(3), published = row->number(4);
  row->reset();
  BFA_ASSIGN_OR_RETURN(const auto versions, known(key));
  for (const auto& version : versions) object.versions[{version.observed, version.step}] = version;
  BFA_RETURN_IF_ERROR(load_share(object, kind, host, published));
  return object;
}

// The next free number in the second of the capture, else behind it. Numbers of words that lead to nothing
// are not given out again.
Result<std::int64_t> CatalogueWriter::free_row(UtcTime time) {
  const std::int64_t first = first_doc_row(time);
  const auto known = crowded_.find(first);
  std::int64_t id = 0;
  for (std::int64_t begin = known == crowded_.end() ? first : known->second;; begin += kRowsOfASecond) {
    BFA_ASSIGN_OR_RETURN(
        auto* row, connection_.kept("SELECT max(id) FROM (SELECT max(id) AS id FROM words_docsize WHERE id "
                                    "BETWEEN ?1 AND ?2 UNION ALL SELECT max(id) FROM doc WHERE id BETWEEN "
                                    "?1 AND ?2)"));
    BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, begin).bind(2, begin + kRowsOfASecond - 1).step());
    id = !there || row->is_null(0) ? begin : row->number(0) + 1;
    row->reset();
    if (id < begin + kRowsOfASecond) break;
  }
  if (id < first + kRowsOfASecond) return id;
  crowded_[first] = id - (id - first) % kRowsOfASecond;
  BFA_ASSIGN_OR_RETURN(const IndexState state, read_index_state(connection_));
  const std::int64_t shift = id + 1 - (first + kRowsOfASecond);
  if (shift > state.shift) BFA_RETURN_IF_ERROR(write_shift(connection_, shift));
  return id;
}

Result<std::int64_t> CatalogueWriter::new_object_row(const std::string& key) {
  BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("INSERT INTO object(key, kind, host, published, changed, "
                                                   "first_seen, versions, edits, gone, ahead, doc, state) "
                                                   "VALUES(?1,0,0,0,0,0,0,0,0,0,0,0) RETURNING id"));
  BFA_ASSIGN_OR_RETURN(const bool there, row->bind(1, key).step());
  if (!there) return connection_.last_error();
  const std::int64_t id = row->number(0);
  BFA_RETURN_IF_ERROR(row->run());
  return id;
}

Status CatalogueWriter::put_version(std::int64_t object, const ListedHistory& history,
                                    const ListedVersion& version, std::int64_t id, std::int64_t state,
                                    std::int64_t host) {
  BFA_ASSIGN_OR_RETURN(
      auto* row,
      connection_.kept("INSERT OR REPLACE INTO doc(id, object, observed, step, number, newest, until, state, "
                       "kind, host, status, verdict, similarity, readings, filter, fields) "
                       "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)"));
  row->bind(1, id).bind(2, object).bind(3, ticks(version.observed));
  row->bind(4, static_cast<std::int64_t>(version.step)).bind(5, static_cast<std::int64_t>(version.number));
  row->bind(6, std::int64_t{version.newest}).bind(7, version.until).bind(8, state);
  row->bind(9, static_cast<std::int64_t>(history.kind)).bind(10, host);
  row->bind(11, static_cast<std::int64_t>(version.status));
  row->bind(12, static_cast<std::int64_t>(version.verdict)).bind_real(13, version.similarity);
  row->bind(14, static_cast<std::int64_t>(version.readings))
      .bind(15, hash_of(version.filter))
      .bind(16, version.fields);
  return row->run();
}

Status CatalogueWriter::put_object(std::int64_t id, const ListedHistory& history, std::int64_t host,
                                   std::int64_t doc, std::int64_t state) {
  const ListedVersion& now = history.versions.back();
  const UtcTime first_seen = history.versions.front().observed;
  BFA_ASSIGN_OR_RETURN(auto* row,
                       connection_.kept("UPDATE object SET kind=?2, host=?3, post=?4, published=?5, "
                                        "changed=?6, first_seen=?7, versions=?8, gone=?9, ahead=?10, "
                                        "doc=?11, state=?12, edits=?13 WHERE id=?1"));
  row->bind(1, id).bind(2, static_cast<std::int64_t>(history.kind)).bind(3, host);
  history.post.empty() ? row->bind_nothing(4) : row->bind(4, history.post);
  row->bind(5, history.published).bind(6, ticks(now.observed)).bind(7, ticks(first_seen));
  row->bind(8, static_cast<std::int64_t>(history.versions.size()));
  row->bind(9, std::int64_t{now.status == ListedStatus::kGone});
  row->bind(10, std::int64_t{history.published > date_code(first_seen) + kAhead});
  const auto edits = std::count_if(history.versions.begin(), history.versions.end(),
                                   [](const auto& version) { return version.verdict == Verdict::kContent; });
  BFA_RETURN_IF_ERROR(row->bind(11, doc).bind(12, state).bind(13, std::int64_t{edits}).run());
  BFA_ASSIGN_OR_RETURN(auto* first, connection_.kept("UPDATE host SET first_seen=?2 WHERE id=?1 AND "
                                                     "(first_seen IS NULL OR first_seen>?2)"));
  return first->bind(1, host).bind(2, ticks(first_seen)).run();
}

Status CatalogueWriter::erase_version(const std::string& key, const KnownVersion& version) {
  BFA_ASSIGN_OR_RETURN(auto* doc, connection_.kept("DELETE FROM doc WHERE id=?1"));
  BFA_RETURN_IF_ERROR(doc->bind(1, version.id).run());
  BFA_ASSIGN_OR_RETURN(auto* state, connection_.kept("DELETE FROM state WHERE id=?1"));
  BFA_RETURN_IF_ERROR(state->bind(1, version.id).run());
  BFA_ASSIGN_OR_RETURN(auto* arrival, connection_.kept("DELETE FROM arrival WHERE hash=?1 AND doc=?2"));
  return arrival->bind(1, arrival_hash(key, version.step, time_of(version.observed)))
      .bind(2, version.id)
      .run();
}

// Takes out the versions that are there no more or read differently, and returns the moments of the others.
Result<std::set<CatalogueWriter::RowMoment>> CatalogueWriter::drop_stale(const ListedHistory& history,
                                                                         const KnownObject& known) {
  std::set<RowMoment> kept;
  for (const auto& version : history.versions) {
    const auto at = known.versions.find({ticks(version.observed), version.step});
    if (at != known.versions.end() && !has_other_words(at->second, version)) kept.insert(at->first);
  }
  for (const auto& [moment, version] : known.versions) {
    if (!kept.contains(moment)) BFA_RETURN_IF_ERROR(erase_version(history.key, version));
  }
  return kept;
}

// A state stands in the row of the first version that shows it.
Status CatalogueWriter::keep_state(const ListedVersion& version, const ListedState* before,
                                   const KnownVersion* old, std::int64_t doc, std::int64_t& state) {
  if (before == nullptr || version.state != *before) {
    state = doc;
    BFA_ASSIGN_OR_RETURN(const ListedState there, read_state(doc));
    return there == version.state ? Status() : write_state(doc, version.state);
  }
  if (old == nullptr || old->state_id != doc) return {};
  BFA_ASSIGN_OR_RETURN(auto* gone, connection_.kept("DELETE FROM state WHERE id=?1"));
  return gone->bind(1, doc).run();
}

Status CatalogueWriter::write_versions(const ListedHistory& history, const KnownObject& known,
                                       std::int64_t host,
                                       const std::function<Status(std::int64_t, std::size_t)>& add_words) {
  BFA_ASSIGN_OR_RETURN(const auto kept, drop_stale(history, known));
  std::int64_t state = 0, doc = 0;
  const ListedState* before = nullptr;
  for (std::size_t i = 0; i < history.versions.size(); ++i) {
    const ListedVersion& version = history.versions[i];
    const RowMoment moment{ticks(version.observed), version.step};
    const KnownVersion* const old = kept.contains(moment) ? &known.versions.at(moment) : nullptr;
    if (old != nullptr) {
      doc = old->id;
    } else {
      BFA_ASSIGN_OR_RETURN(doc, free_row(version.observed));
    }
    BFA_RETURN_IF_ERROR(keep_state(version, before, old, doc, state));
    before = &version.state;
    const bool same = old != nullptr && old->number == version.number && old->newest == version.newest &&
                      old->until == version.until && old->state_id == state && old->host == host &&
                      old->status == version.status && old->verdict == version.verdict &&
                      old->similarity == version.similarity && old->fields == version.fields;
    if (!same) BFA_RETURN_IF_ERROR(put_version(known.id, history, version, doc, state, host));
    if (old != nullptr) continue;
    BFA_RETURN_IF_ERROR(add_words(doc, i));
    BFA_ASSIGN_OR_RETURN(auto* arrival, connection_.kept("INSERT OR IGNORE INTO arrival VALUES(?1,?2)"));
    arrival->bind(1, arrival_hash(history.key, version.step, version.observed));
    BFA_RETURN_IF_ERROR(arrival->bind(2, doc).run());
  }
  return put_object(known.id, history, host, doc, state);
}

Status CatalogueWriter::write(const ListedHistory& history,
                              const std::function<Status(std::int64_t, std::size_t)>& add_words) {
  BFA_ASSIGN_OR_RETURN(const std::int64_t host, host_row(history.host));
  BFA_ASSIGN_OR_RETURN(KnownObject known, load(history.key));
  const bool is_new = known.id == 0;
  if (is_new) {
    BFA_ASSIGN_OR_RETURN(known.id, new_object_row(history.key));
  }
  BFA_RETURN_IF_ERROR(write_versions(history, known, host, add_words));
  changed_hosts_.insert(host);
  if (!is_new && ticks(history.versions.front().observed) > known.first_seen) shortened_hosts_.insert(host);
  const Share share = share_of(history, host);
  if (!is_new && share == known.share) return {};
  if (!is_new) {
    changed_hosts_.insert(known.share.host);
    if (known.share.host != host) shortened_hosts_.insert(known.share.host);
    BFA_RETURN_IF_ERROR(apply(known.id, known.share, -1));
  }
  return apply(known.id, share, 1);
}

Status CatalogueWriter::erase(const std::string& key) {
  BFA_ASSIGN_OR_RETURN(const KnownObject known, load(key));
  if (known.id == 0) return {};
  for (const auto& [moment, version] : known.versions) BFA_RETURN_IF_ERROR(erase_version(key, version));
  BFA_RETURN_IF_ERROR(apply(known.id, known.share, -1));
  changed_hosts_.insert(known.share.host);
  shortened_hosts_.insert(known.share.host);
  BFA_ASSIGN_OR_RETURN(auto* row, connection_.kept("DELETE FROM object WHERE id=?1"));
  return row->bind(1, known.id).run();
}

}  // namespace bfa
