// SPDX-License-Identifier: Apache-2.0
// The bytes of a batch: JSON Lines (schemas/batch.schema.json) or XML (schemas/stream.xsd).
#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/io/sink.h"
#include "bfa/notify/change_feed.h"
#include "bfa/object/json.h"
#include "io/gzip_encoder.h"
#include "serve/programs/api/arrival_view.h"
#include "serve/programs/api/line_stream.h"
#include "serve/programs/stream/batches.h"
#include "xml/xml.h"

namespace bfa {
namespace {

constexpr std::string_view kNamespace = "urn:libbfa:stream:1";
constexpr int kGzipLevel = 6;

// An arrival, and the object as it was read then; no object when it is not in the store.
struct Item {
  Arrival arrival;
  std::optional<DataObject> object;
};

Arrival from_list(const ArrivalTimes& times, const ListedArrival& listed) {
  Arrival arrival;
  arrival.kind = listed.kind;
  arrival.key = listed.key;
  arrival.title = listed.title;
  arrival.post = listed.post;
  arrival.version = listed.version;
  arrival.change.verdict = listed.verdict;
  arrival.change.similarity = listed.similarity;
  arrival.change.url = listed.url;
  arrival.captured = listed.captured;
  arrival.arrived = times.arrived(listed.sequence, listed.captured);
  arrival.sequence = arrival.cursor = listed.sequence;
  return arrival;
}

Result<Item> item_of(const SiteContext& context, const ArrivalTimes& times, const ListedArrival& listed) {
  BFA_ASSIGN_OR_RETURN(auto whole, whole_arrival(context, times, listed));
  Item item{whole ? std::move(*whole) : from_list(times, listed), std::nullopt};
  BFA_ASSIGN_OR_RETURN(auto versions, context.archive->versions(listed.key));
  const auto at = std::find_if(versions.begin(), versions.end(),
                               [&](const Version& each) { return each.sequence == listed.sequence; });
  if (at == versions.end()) return item;
  item.object = std::move(at->object);
  if (at->readings < 2) return item;
  // Its first reading, which stays; the newest one may be made anew.
  BFA_ASSIGN_OR_RETURN(auto readings, context.archive->readings(listed.key, *at));
  if (!readings.empty()) item.object = std::move(readings.front().object);
  return item;
}

std::string line_of(const Item& item) {
  std::string line = arrival_to_json(item.arrival);
  if (!item.object || line.empty()) return line + "\n";
  // A removal of other pages moves records within their files: the record's id stays.
  DataObject object = *item.object;
  const std::string record = object.provenance.warc.record_id;
  object.provenance.warc = {};
  object.provenance.warc.record_id = record;
  line.pop_back();
  return line + ",\"object\":" + object_to_json(object) + "}\n";
}

class XmlBatch {
 public:
  explicit XmlBatch(std::string& out) : sink_(make_string_sink(out)), xml_(*sink_, false) {}

  void start(const Batch& batch) {
    xml_.start("batch");
    xml_.attribute("xmlns", kNamespace);
    xml_.attribute("name", batch_name_text(batch.name));
    xml_.attribute("tag", batch.tag);
    xml_.attribute("count", std::to_string(batch.arrivals.size()));
  }

  void add(const Item& item) {
    const Arrival& arrival = item.arrival;
    xml_.start("arrival");
    xml_.attribute("id", arrival_id(arrival));
    xml_.attribute("kind", kind_name(arrival.kind));
    xml_.attribute("verdict", verdict_name(arrival.change.verdict));
    xml_.attribute("version", std::to_string(arrival.version));
    xml_.attribute("captured", format_rfc3339(arrival.captured));
    xml_.attribute("arrived", format_rfc3339(arrival.arrived));
    xml_.element("url", arrival.change.url);
    put("post", arrival.post);
    put("moved-from", arrival.change.moved_from);
    std::set<std::string> fields;
    for (const ChangeReason& reason : arrival.change.reasons) fields.insert(reason.field);
    for (const auto& field : fields) xml_.element("changed", field);
    xml_.element("title", arrival.title);
    if (item.object) add_object(*item.object);
    xml_.end();
  }

  Status finish() { return xml_.finish(); }

 private:
  void put(const char* name, std::string_view text) {
    if (!text.empty()) xml_.element(name, text);
  }

  void add_object(const DataObject& object) {
    xml_.start("object");
    put("subtitle", object.subtitle);
    for (const auto& author : object.authors) xml_.element("author", author);
    if (object.published) xml_.element("published", format_timestamp(*object.published));
    if (object.modified) xml_.element("modified", format_timestamp(*object.modified));
    for (const auto& tag : object.tags) xml_.element("tag", tag);
    put("language", object.language);
    put("status", object.status);
    for (const auto& [name, value] : object.attributes) {
      xml_.start("attribute");
      xml_.attribute("name", name);
      xml_.text(value);
      xml_.end();
    }
    put("text", object.text);
    put("html", object.html);
    for (const Reference& reference : object.references) {
      xml_.start("reference");
      xml_.attribute("kind", kind_of(reference.kind));
      xml_.attribute("url", reference.url);
      xml_.text(reference.text);
      xml_.end();
    }
    xml_.end();
  }

  static std::string_view kind_of(ReferenceKind kind) {
    switch (kind) {
      case ReferenceKind::kLink:
        return "link";
      case ReferenceKind::kImage:
        return "image";
      case ReferenceKind::kAudio:
        return "audio";
      case ReferenceKind::kVideo:
        return "video";
      case ReferenceKind::kEmbed:
        return "embed";
    }
    return "link";
  }

  std::unique_ptr<Sink> sink_;
  XmlWriter xml_;
};

// A batch piece by piece: one arrival is in memory at a time.
class BatchBytes {
 public:
  BatchBytes(SiteContext context, ArrivalTimes times, Batch batch, BatchForm form,
             std::unique_ptr<GzipEncoder> gzip)
      : context_(std::move(context)),
        times_(std::move(times)),
        batch_(std::move(batch)),
        gzip_(std::move(gzip)) {
    if (form == BatchForm::kXml) xml_ = std::make_unique<XmlBatch>(plain_);
  }

  Result<bool> more(std::string& out) {
    if (at_ == 0 && xml_) xml_->start(batch_);
    const bool last = at_ == batch_.arrivals.size();
    if (!last) {
      BFA_ASSIGN_OR_RETURN(const Item item, item_of(context_, times_, batch_.arrivals[at_]));
      ++at_;
      if (xml_) xml_->add(item);
      if (!xml_) plain_ += line_of(item);
    } else if (xml_) {
      BFA_RETURN_IF_ERROR(xml_->finish());
    }
    if (gzip_) {
      BFA_RETURN_IF_ERROR(gzip_->update(plain_, out));
      if (last) BFA_RETURN_IF_ERROR(gzip_->finish(out));
    } else {
      out += plain_;
    }
    plain_.clear();
    return !last;
  }

 private:
  SiteContext context_;
  ArrivalTimes times_;
  Batch batch_;
  std::unique_ptr<GzipEncoder> gzip_;
  std::string plain_;
  std::unique_ptr<XmlBatch> xml_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::unique_ptr<ReplyStream>> batch_body(SiteContext context, ArrivalTimes times, Batch batch,
                                                BatchForm form, bool gzip) {
  std::unique_ptr<GzipEncoder> encoder;
  if (gzip) {
    BFA_ASSIGN_OR_RETURN(encoder, GzipEncoder::make(kGzipLevel));
    BFA_RETURN_IF_ERROR(encoder->begin(0));
  }
  const auto bytes = std::make_shared<BatchBytes>(std::move(context), std::move(times), std::move(batch),
                                                  form, std::move(encoder));
  return make_byte_stream([bytes](std::string& out) { return bytes->more(out); });
}

}  // namespace bfa
