// SPDX-License-Identifier: Apache-2.0
#include "remove/removal_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/text/charset.h"
#include "crawlmodel/readings_json.h"
#include "warc/copy/take_out.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxRecord = 64u << 20;

bool has_fields(const WarcHeader& header) {
  return header.type() == WarcType::kMetadata &&
         equals_ignoring_case(header.content_type(), "application/warc-fields");
}

}  // namespace

// The steps of all files, by number and task: a number may have come twice.
struct RemovalPlan::Steps {
  struct Step {
    bool goes = false;
    std::vector<std::string> ids;         // of its records
    std::vector<std::uint64_t> captures;  // of a joined post: of its pages
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Step> all;
};

Result<RemovalPlan> RemovalPlan::make(const Archive& archive, const Removal& removal) {
  RemovalPlan plan;
  plan.removals_.push_back(removal);
  for (std::size_t before = 0; before != plan.removals_.size();) {
    before = plan.removals_.size();
    std::vector<Decision> decisions;
    for (const Removal& each : plan.removals_) {
      decisions.push_back(tombstone_decision(each));
      decisions.push_back(block_decision(each));
    }
    BFA_ASSIGN_OR_RETURN(plan.rules_, AddressRules::make(decisions));
    BFA_RETURN_IF_ERROR(plan.find_objects(archive));
  }
  for (const auto& key : plan.keys_) BFA_RETURN_IF_ERROR(plan.add_texts(archive, key));
  plan.texts_.finish();
  return plan;
}

bool RemovalPlan::is_about(std::string_view blog, std::string_view url) const {
  return !url.empty() && rules_->blocks(blog, url) != nullptr;
}

// The objects of the addresses with their comments, and the addresses under which they stood before.
Status RemovalPlan::find_objects(const Archive& archive) {
  objects_.clear();
  keys_.clear();
  Status failed;
  const bool one = removals_.front().form == RemovalForm::kUrl;
  ObjectQuery query;
  query.heads_only = true;
  BFA_RETURN_IF_ERROR(
      archive.for_each_object(query, [&](const std::string& key, const ObjectSummary& summary) {
        const DataObject& object = summary.latest;
        if (one && object.kind == ObjectKind::kBlog) return true;  // its home page goes, the blog stays
        if (!is_about({}, object.url) && !is_about({}, object.post)) return true;
        keys_.insert(key);
        objects_.push_back({object.kind, object.url.empty() ? object.post : object.url});
        if (object.kind == ObjectKind::kComment) return true;
        const auto former = archive.former_addresses(key);
        if (!former) {
          failed = former.error();
          return false;
        }
        for (const auto& address : *former) {
          if (is_about({}, address)) continue;
          Removal also = removals_.front();
          also.form = RemovalForm::kUrl;
          also.address = address;
          const bool known = std::any_of(removals_.begin(), removals_.end(),
                                         [&](const Removal& each) { return each.address == address; });
          if (!known) removals_.push_back(std::move(also));
        }
        return true;
      }));
  return failed;
}

Status RemovalPlan::add_page(const Exchange& exchange) {
  Findings ignored;
  BFA_ASSIGN_OR_RETURN(const auto body, decoded_prefix(exchange, kMaxRecord, ignored));
  const MediaType type = parse_media_type(exchange.head.header("Content-Type"));
  texts_.add_letters(letters_of(decode_text(body, type.charset, CharsetContext::kHtml, ignored).text, true));
  return {};
}

Status RemovalPlan::add_texts(const Archive& archive, const std::string& key) {
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(key));
  for (const Version& version : versions) {
    texts_.add(version.object.text);
    // A page in which no text was found: all that it says counts. A comment is a part of its page.
    const bool is_page = version.object.kind == ObjectKind::kPost || version.object.kind == ObjectKind::kPage;
    if (is_page && letters_of(version.object.text, false).size() < TextPieces::kPiece) {
      const auto exchange = archive.view().load(version.capture != 0 ? version.capture : version.sequence);
      if (!exchange && exchange.error().code == Code::kIo) return exchange.error();
      if (exchange) BFA_RETURN_IF_ERROR(add_page(*exchange));
    }
    BFA_ASSIGN_OR_RETURN(const auto readings, archive.readings(key, version));
    for (const Reading& reading : readings) texts_.add(reading.object.text);
  }
  return {};
}

// Drops what was read of the objects from a record of readings. False: it has nothing of them.
bool RemovalPlan::drop_readings(ArchiveRecord& record) const {
  auto readings = readings_from_json(record.readings_json);
  if (!readings) return false;  // no rebuild reads it
  const std::string blog = record.blogs.empty() ? std::string() : record.blogs.front();
  const std::size_t dropped = std::erase_if(*readings, [&](const RecordedObservation& one) {
    const DataObject& object = one.observation.object;
    return is_about(blog, object.url) || is_about(blog, object.post);
  });
  if (dropped > 0) record.readings_json = readings_to_json(*readings);
  return dropped > 0;
}

Status RemovalPlan::take_record(WarcRecord& record, Steps& steps) {
  const WarcHeader header = record.header();
  const auto block = read_all(record.block(), kMaxRecord);
  if (!block && block.error().code == Code::kIo) return block.error();
  if (!block) return {};
  auto own = parse_archive_record(*block);
  if (!own || !*own) return {};
  const std::string blog = removals_.front().form == RemovalForm::kBlog ? removals_.front().address : "";
  if ((*own)->kind == ArchiveRecord::Kind::kReadings && drop_readings(**own)) {
    if (ids_.insert(header.record_id()).second) readings_.push_back(std::move(**own));
    return {};
  }
  if ((*own)->kind != ArchiveRecord::Kind::kStep) {
    const bool state = (*own)->kind == ArchiveRecord::Kind::kBlog && !blog.empty() &&
                       is_about((*own)->blog.home, (*own)->blog.home);
    (state ? ids_ : notes_).insert(header.record_id());
    return {};
  }
  const ArchiveRecord& step = **own;
  auto& known = steps.all[{step.sequence, step.task_key}];
  const CrawlTask& task = step.task;
  const bool of_referrer = task.kind == TaskKind::kCommentFeed || task.kind == TaskKind::kMove;
  known.goes = known.goes || is_about(task.blog, task.url.href()) ||
               is_about(task.blog, header.target_uri()) ||
               (of_referrer && is_about(task.blog, task.referrer));
  known.ids.push_back(header.record_id());
  for (auto& id : concurrent_to(header)) known.ids.push_back(std::move(id));
  if (task.kind == TaskKind::kJoin) known.captures = task.captures;
  return {};
}

Status RemovalPlan::read_steps(FileSystem& fs, const std::vector<std::string>& files) {
  Steps steps;
  for (const auto& path : files) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      if (has_fields(record->header())) BFA_RETURN_IF_ERROR(take_record(*record, steps));
    }
  }
  std::set<std::uint64_t> pages;  // of joined posts
  for (const auto& [key, step] : steps.all) {
    if (step.goes) pages.insert(step.captures.begin(), step.captures.end());
  }
  for (const auto& [key, step] : steps.all) {
    if (!step.goes && !pages.contains(key.first)) continue;
    sequences_.insert(key.first);
    ids_.insert(step.ids.begin(), step.ids.end());
  }
  return {};
}

Result<bool> RemovalPlan::selects(WarcRecord& record) const {
  const WarcHeader& header = record.header();
  if (ids_.contains(header.record_id())) return true;
  if (header.type() == WarcType::kWarcinfo || notes_.contains(header.record_id())) return false;
  if (has_fields(header) && header.target_uri().empty()) {
    // Of a file that was kept of an import.
    const auto block = read_all(record.block(), kMaxRecord);
    if (!block && block.error().code == Code::kIo) return block.error();
    if (!block) return false;
    auto own = parse_archive_record(*block);
    return own && *own && (*own)->kind == ArchiveRecord::Kind::kReadings && drop_readings(**own);
  }
  if (!is_about({}, header.target_uri())) return false;
  BFA_ASSIGN_OR_RETURN(const bool mark, is_mark(record));
  return !mark;
}

}  // namespace bfa
