// SPDX-License-Identifier: Apache-2.0
#include "c/object.h"

#include <iterator>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"

namespace bfa {

void set_summary(bfa_object& object, std::string key, ObjectSummary summary) {
  object.key = std::move(key);
  object.object = std::move(summary.latest);
  summary.latest = {};
  object.summary = std::move(summary);
}

std::unique_ptr<bfa_versions> make_c_versions(std::vector<Version> versions, const std::string& key) {
  auto made = std::make_unique<bfa_versions>();
  for (Version& each : versions) {
    auto& item = made->list.emplace_back();
    item.object.object = std::move(each.object);
    item.object.key = key;
    item.fields.observed = time_of(each.observed);
    item.fields.sequence = each.sequence;
    item.fields.capture = each.capture != 0 ? each.capture : each.sequence;
    item.fields.readings = each.readings;
    item.fields.truncated = each.truncated ? 1 : 0;
  }
  return made;
}

namespace {

bfa_object_fields fields_of(const bfa_object& handle) {
  const DataObject& object = handle.object;
  bfa_object_fields made{};
  made.kind = static_cast<std::int32_t>(object.kind);
  made.key = view_of(handle.key);
  made.url = view_of(object.url);
  made.title = view_of(object.title);
  made.subtitle = view_of(object.subtitle);
  made.language = view_of(object.language);
  made.text = view_of(object.text);
  made.html = view_of(object.html);
  made.feed = view_of(object.feed);
  made.post = view_of(object.post);
  made.parent = view_of(object.parent);
  made.id = view_of(object.id);
  made.status = view_of(object.status);
  made.published = date_of(object.published);
  made.modified = date_of(object.modified);
  made.authors = object.authors.size();
  made.tags = object.tags.size();
  made.references = object.references.size();
  made.attributes = object.attributes.size();
  made.method = view_of(object.provenance.method);
  made.confidence = object.provenance.confidence;
  made.warc_file = view_of(object.provenance.warc.file);
  made.warc_record_id = view_of(object.provenance.warc.record_id);
  made.warc_offset = object.provenance.warc.offset;
  made.warc_length = object.provenance.warc.length;
  made.first_seen = made.last_seen = made.last_changed = BFA_NO_TIME;
  if (!handle.summary) return made;
  made.versions = handle.summary->versions;
  made.sightings = handle.summary->sightings;
  made.comments = handle.summary->comment_count;
  made.first_seen = time_or_none(handle.summary->first_seen);
  made.last_seen = time_or_none(handle.summary->last_seen);
  made.last_changed = time_or_none(handle.summary->last_changed);
  return made;
}

bfa_reference reference_of(const Reference& reference) {
  bfa_reference made{};
  made.kind = static_cast<std::int32_t>(reference.kind);
  made.url = view_of(reference.url);
  made.text = view_of(reference.text);
  made.digest = view_of(reference.digest);
  return made;
}

const std::vector<Reference>* references_of(const Change& change, std::int32_t list) {
  switch (list) {
    case 0:
      return &change.links_added;
    case 1:
      return &change.links_removed;
    case 2:
      return &change.media_added;
    case 3:
      return &change.media_removed;
    default:
      return nullptr;
  }
}

// JSON is empty only when memory ran out.
Status give_json(std::string json, bfa_string** out) {
  if (json.empty()) return Error{Code::kIo, "out of memory", "C interface", -1};
  BFA_ASSIGN_OR_RETURN(*out, make_c_string(std::move(json)));
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_view bfa_kind_name(int32_t kind) {
  if (kind < BFA_BLOG || kind > BFA_COMMENT) return bfa::no_view();
  return bfa::view_of(bfa::kind_name(static_cast<bfa::ObjectKind>(kind)));
}

bfa_view bfa_verdict_name(int32_t verdict) {
  if (verdict < BFA_VERDICT_NONE || verdict > BFA_VERDICT_REREAD) return bfa::no_view();
  return bfa::view_of(bfa::verdict_name(static_cast<bfa::Verdict>(verdict)));
}

bfa_code bfa_object_read(const bfa_object* object, bfa_object_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{object, "object"}, {out, "out"}}));
    return bfa::fill(out, bfa::fields_of(*object), "bfa_object_fields");
  });
}

bfa_view bfa_object_author(const bfa_object* object, size_t index) {
  if (!usable(object) || index >= object->object.authors.size()) return bfa::no_view();
  return bfa::view_of(object->object.authors[index]);
}

bfa_view bfa_object_tag(const bfa_object* object, size_t index) {
  if (!usable(object) || index >= object->object.tags.size()) return bfa::no_view();
  return bfa::view_of(object->object.tags[index]);
}

bfa_view bfa_object_attribute_name(const bfa_object* object, size_t index) {
  if (!usable(object) || index >= object->object.attributes.size()) return bfa::no_view();
  return bfa::view_of(
      std::next(object->object.attributes.begin(), static_cast<std::ptrdiff_t>(index))->first);
}

bfa_view bfa_object_attribute(const bfa_object* object, size_t index) {
  if (!usable(object) || index >= object->object.attributes.size()) return bfa::no_view();
  return bfa::view_of(
      std::next(object->object.attributes.begin(), static_cast<std::ptrdiff_t>(index))->second);
}

bfa_code bfa_object_reference(const bfa_object* object, size_t index, bfa_reference* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{object, "object"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, object->object.references.size()));
    return bfa::fill(out, bfa::reference_of(object->object.references[index]), "bfa_reference");
  });
}

bfa_code bfa_object_to_json(const bfa_object* object, int32_t full, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{object, "object"}}));
    bfa::ObjectJsonOptions options;
    options.full = full != 0;
    options.summary = object->summary ? &*object->summary : nullptr;
    return bfa::give_json(bfa::object_to_json(object->object, options), out);
  });
}

bfa_code bfa_object_from_json(const char* json, size_t size, bfa_object** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{json, "json"}}));
    BFA_ASSIGN_OR_RETURN(auto object, bfa::object_from_json({json, size}));
    *out = new bfa_object(std::move(object));
    return {};
  });
}

bfa_code bfa_object_compare(const bfa_object* before, const bfa_object* after, bfa_changes** out,
                            bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{before, "before"}, {after, "after"}}));
    auto made = std::make_unique<bfa_changes>();
    made->list.emplace_back(bfa::compare_objects(before->object, after->object));
    *out = made.release();
    return {};
  });
}

void bfa_object_free(bfa_object* object) {
  bfa::free_handle(object);
}

size_t bfa_object_list_count(const bfa_object_list* list) {
  return usable(list) ? list->list.size() : 0;
}

const bfa_object* bfa_object_list_at(const bfa_object_list* list, size_t index) {
  return usable(list) && index < list->list.size() ? &list->list[index] : nullptr;
}

void bfa_object_list_free(bfa_object_list* list) {
  bfa::free_handle(list);
}

size_t bfa_versions_count(const bfa_versions* versions) {
  return usable(versions) ? versions->list.size() : 0;
}

bfa_code bfa_versions_at(const bfa_versions* versions, size_t index, bfa_version_fields* out,
                         bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{versions, "versions"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, versions->list.size()));
    return bfa::fill(out, versions->list[index].fields, "bfa_version_fields");
  });
}

const bfa_object* bfa_versions_object(const bfa_versions* versions, size_t index) {
  return usable(versions) && index < versions->list.size() ? &versions->list[index].object : nullptr;
}

void bfa_versions_free(bfa_versions* versions) {
  bfa::free_handle(versions);
}

size_t bfa_changes_count(const bfa_changes* changes) {
  return usable(changes) ? changes->list.size() : 0;
}

const bfa_change* bfa_changes_at(const bfa_changes* changes, size_t index) {
  return usable(changes) && index < changes->list.size() ? &changes->list[index] : nullptr;
}

void bfa_changes_free(bfa_changes* changes) {
  bfa::free_handle(changes);
}

bfa_code bfa_change_read(const bfa_change* change, bfa_change_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{change, "change"}, {out, "out"}}));
    const bfa::Change& of = change->change;
    bfa_change_fields made{};
    made.url = bfa::view_of(of.url);
    made.moved_from = bfa::view_of(of.moved_from);
    made.from = bfa::time_or_none(of.from);
    made.to = bfa::time_or_none(of.to);
    made.verdict = static_cast<std::int32_t>(of.verdict);
    made.similarity = of.similarity;
    made.reasons = of.reasons.size();
    made.text_edits = of.text_edits.size();
    made.links_added = of.links_added.size();
    made.links_removed = of.links_removed.size();
    made.media_added = of.media_added.size();
    made.media_removed = of.media_removed.size();
    return bfa::fill(out, made, "bfa_change_fields");
  });
}

bfa_code bfa_change_reason_at(const bfa_change* change, size_t index, bfa_change_reason* out,
                              bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{change, "change"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, change->change.reasons.size()));
    const bfa::ChangeReason& of = change->change.reasons[index];
    bfa_change_reason made{};
    made.field = bfa::view_of(of.field);
    made.kind = bfa::view_of(of.kind);
    made.detail = bfa::view_of(of.detail);
    return bfa::fill(out, made, "bfa_change_reason");
  });
}

bfa_code bfa_change_edit_at(const bfa_change* change, size_t index, int32_t* op, bfa_view* text,
                            bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{change, "change"}, {op, "op"}, {text, "text"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, change->change.text_edits.size()));
    *op = static_cast<std::int32_t>(change->change.text_edits[index].op);
    *text = bfa::view_of(change->change.text_edits[index].text);
    return {};
  });
}

bfa_code bfa_change_reference_at(const bfa_change* change, int32_t list, size_t index, bfa_reference* out,
                                 bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{change, "change"}, {out, "out"}}));
    const auto* const references = bfa::references_of(change->change, list);
    if (references == nullptr)
      return bfa::Error{bfa::Code::kInvalidArgument, "there is no such list of references", "C interface",
                        -1};
    BFA_RETURN_IF_ERROR(bfa::check_index(index, references->size()));
    return bfa::fill(out, bfa::reference_of((*references)[index]), "bfa_reference");
  });
}

bfa_code bfa_change_to_json(const bfa_change* change, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{change, "change"}}));
    return bfa::give_json(bfa::change_to_json(change->change), out);
  });
}
