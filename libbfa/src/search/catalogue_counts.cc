// SPDX-License-Identifier: Apache-2.0
// Numbers that are kept with each object: of hosts, days and values.
#include "base/try.h"
#include "bfa/object/filters.h"
#include "search/catalogue_writer.h"

namespace bfa {

Status CatalogueWriter::add_day(std::int64_t host, std::int64_t day, std::int64_t posts, std::int64_t edits,
                                std::int64_t captures) {
  for (const std::int64_t which : {std::int64_t{0}, host}) {
    BFA_ASSIGN_OR_RETURN(
        auto* row, connection_.kept("INSERT INTO day VALUES(?1,?2,?3,?4,?5) ON CONFLICT(host, day) DO UPDATE "
                                    "SET posts=posts+?3, edits=edits+?4, captures=captures+?5"));
    row->bind(1, which).bind(2, day).bind(3, posts).bind(4, edits);
    BFA_RETURN_IF_ERROR(row->bind(5, captures).run());
    BFA_ASSIGN_OR_RETURN(
        auto* month,
        connection_.kept("INSERT INTO month VALUES(?1,?2,?3,?4,?5) ON CONFLICT(host, month) DO UPDATE "
                         "SET posts=posts+?3, edits=edits+?4, captures=captures+?5"));
    month->bind(1, which).bind(2, month_number(day)).bind(3, posts).bind(4, edits);
    BFA_RETURN_IF_ERROR(month->bind(5, captures).run());
  }
  return {};
}

Status CatalogueWriter::count_capture(const std::string& host, std::int64_t day) {
  BFA_ASSIGN_OR_RETURN(const std::int64_t row, host_row(host));
  return add_day(row, day, 0, 0, 1);
}

Status CatalogueWriter::apply(std::int64_t object, const Share& share, std::int64_t sign) {
  const auto is = [&](ObjectKind kind) { return share.kind == kind ? sign : 0; };
  const std::int64_t post = is(ObjectKind::kPost), page = is(ObjectKind::kPage),
                     comment = is(ObjectKind::kComment), pingback = is(kPingback) + is(kTrackback);
  BFA_ASSIGN_OR_RETURN(
      auto* row, connection_.kept("UPDATE host SET posts=posts+?2, pages=pages+?3, comments=comments+?4, "
                                  "others=others+?5, edited=edited+?6, gone=gone+?7, versions=versions+?8, "
                                  "pingbacks=pingbacks+?9 "
                                  "WHERE id=?1"));
  row->bind(1, share.host).bind(2, post).bind(3, page).bind(4, comment);
  row->bind(5, sign - post - page - comment - pingback).bind(6, share.edited ? post : 0);
  BFA_RETURN_IF_ERROR(
      row->bind(7, share.gone ? post : 0).bind(8, sign * share.versions).bind(9, pingback).run());
  for (const auto& [day, counts] : share.days)
    BFA_RETURN_IF_ERROR(add_day(share.host, day, sign * counts.first, sign * counts.second, 0));
  return apply_values(object, share, sign);
}

// Each value stands under its host and under all hosts (0). Languages have a list over all hosts only. Lists
// of changes are asked for by tag and category: these are kept by the last step of their objects, too.
Status CatalogueWriter::apply_values(std::int64_t object, const Share& share, std::int64_t sign) {
  for (const auto& [field, name] : share.values) {
    for (const std::int64_t host : {std::int64_t{0}, share.host}) {
      BFA_ASSIGN_OR_RETURN(
          auto* row,
          connection_.kept("INSERT INTO value(field, host, name, posts, objects) VALUES(?1,?2,?3,?4,?5) ON "
                           "CONFLICT(field, host, name) DO UPDATE SET posts=posts+?4, objects=objects+?5 "
                           "RETURNING id"));
      row->bind(1, static_cast<std::int64_t>(field)).bind(2, host).bind(3, name);
      row->bind(4, share.kind == ObjectKind::kPost ? sign : 0).bind(5, sign);
      BFA_ASSIGN_OR_RETURN(const bool there, row->step());
      if (!there) return connection_.last_error();
      const std::int64_t value = row->number(0);
      BFA_RETURN_IF_ERROR(row->run());
      if (field == ListedField::kLanguage && host != 0) continue;
      BFA_ASSIGN_OR_RETURN(
          auto* member,
          sign > 0 ? connection_.kept("INSERT OR IGNORE INTO member VALUES(?1,?2,?3)")
                   : connection_.kept("DELETE FROM member WHERE value=?1 AND published=?2 AND object=?3"));
      BFA_RETURN_IF_ERROR(member->bind(1, value).bind(2, share.published).bind(3, object).run());
      if (field != ListedField::kTag && field != ListedField::kCategory) continue;
      BFA_ASSIGN_OR_RETURN(
          auto* recent,
          sign > 0 ? connection_.kept("INSERT OR IGNORE INTO recent VALUES(?1,?2,?3)")
                   : connection_.kept("DELETE FROM recent WHERE value=?1 AND step=?2 AND object=?3"));
      BFA_RETURN_IF_ERROR(recent->bind(1, value).bind(2, share.last_step).bind(3, object).run());
    }
  }
  return {};
}

// The newest of posts and comments; of pages, which are often lists that change with each post, where there
// is neither.
Status CatalogueWriter::refresh_host(std::int64_t host) {
  BFA_ASSIGN_OR_RETURN(
      auto* row,
      connection_.kept(
          "UPDATE host SET "
          "last_changed=coalesce((SELECT max(c) FROM (SELECT max(changed) AS c FROM object WHERE host=?1 AND "
          "kind=?2 UNION ALL SELECT max(changed) FROM object WHERE host=?1 AND kind IN (?3,?5,?6))), "
          "(SELECT max(changed) FROM object WHERE host=?1 AND kind=?4)), "
          "newest_post=(SELECT s.published FROM object o JOIN state s ON s.id=o.state WHERE o.host=?1 AND "
          "o.kind=?2 ORDER BY o.published DESC LIMIT 1) WHERE id=?1"));
  row->bind(1, host).bind(2, static_cast<std::int64_t>(ObjectKind::kPost));
  row->bind(3, static_cast<std::int64_t>(ObjectKind::kComment));
  row->bind(5, static_cast<std::int64_t>(kPingback)).bind(6, static_cast<std::int64_t>(kTrackback));
  return row->bind(4, static_cast<std::int64_t>(ObjectKind::kPage)).run();
}

Status CatalogueWriter::finish() {
  for (const auto host : shortened_hosts_) {
    BFA_ASSIGN_OR_RETURN(auto* row,
                         connection_.kept("UPDATE host SET first_seen=(SELECT min(first_seen) FROM "
                                          "object WHERE host=?1) WHERE id=?1"));
    BFA_RETURN_IF_ERROR(row->bind(1, host).run());
  }
  for (const auto host : changed_hosts_) BFA_RETURN_IF_ERROR(refresh_host(host));
  shortened_hosts_.clear();
  changed_hosts_.clear();
  hosts_.clear();  // a transaction that fails takes its rows back
  return {};
}

}  // namespace bfa
