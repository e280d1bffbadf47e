// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "bfa/object/json.h"
#include "object/json_value.h"

namespace bfa {
namespace {

const char* op_name(TextEdit::Op op) {
  switch (op) {
    case TextEdit::Op::kKeep:
      return "keep";
    case TextEdit::Op::kDelete:
      return "delete";
    case TextEdit::Op::kInsert:
      return "insert";
  }
  return "keep";
}

Json reasons_json(const std::vector<ChangeReason>& reasons) {
  Json list = Json::array();
  for (const auto& reason : reasons) {
    Json item = Json::object();
    item["field"] = reason.field;
    item["kind"] = reason.kind;
    put_text(item, "detail", reason.detail);
    list.push_back(std::move(item));
  }
  return list;
}

Json edits_json(const std::vector<TextEdit>& edits) {
  Json list = Json::array();
  for (const auto& edit : edits) {
    Json item = Json::object();
    item["op"] = op_name(edit.op);
    item["text"] = edit.text;
    list.push_back(std::move(item));
  }
  return list;
}

TextEdit::Op read_op(const std::string& name, JsonReader& reader) {
  for (const auto op : {TextEdit::Op::kKeep, TextEdit::Op::kDelete, TextEdit::Op::kInsert}) {
    if (name == op_name(op)) return op;
  }
  reader.fail("op", "keep, delete or insert");
  return TextEdit::Op::kKeep;
}

void read_reasons(JsonReader& reader, Change& change) {
  const Json* list = reader.array("reasons");
  if (list == nullptr) return;
  for (const auto& item : *list) {
    JsonReader one(item);
    change.reasons.push_back({one.text("field"), one.text("kind"), one.text("detail")});
    if (!one.ok()) reader.fail("reasons", "a list of reasons");
  }
}

void read_edits(JsonReader& reader, Change& change) {
  const Json* list = reader.array("text_edits");
  if (list == nullptr) return;
  for (const auto& item : *list) {
    JsonReader one(item);
    const auto op = read_op(one.text("op"), one);
    change.text_edits.push_back({op, one.text("text")});
    if (!one.ok()) reader.fail("text_edits", "a list of edits");
  }
}

Result<Change> read_change(std::string_view text) {
  auto json = parse_json_object(text, "change");
  if (!json) return std::move(json).error();
  JsonReader reader(*json);
  Change change;
  change.url = reader.text("url");
  change.from = reader.time("from");
  change.to = reader.time("to");
  const std::string verdict = reader.text("verdict");
  const auto known = parse_verdict(verdict);
  if (!known) reader.fail("verdict", "a known verdict");
  change.verdict = known.value_or(Verdict::kNone);
  read_reasons(reader, change);
  change.similarity = reader.real("similarity", 1);
  read_edits(reader, change);
  change.links_added = reader.references("links_added");
  change.links_removed = reader.references("links_removed");
  change.media_added = reader.references("media_added");
  change.media_removed = reader.references("media_removed");
  change.moved_from = reader.text("moved_from");
  change.template_before = reader.number("template_before");
  change.template_after = reader.number("template_after");
  if (!reader.ok()) return reader.error();
  return change;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone:
      return "none";
    case Verdict::kBoilerplate:
      return "boilerplate";
    case Verdict::kContent:
      return "content";
    case Verdict::kNew:
      return "new";
    case Verdict::kGone:
      return "gone";
    case Verdict::kBack:
      return "back";
    case Verdict::kMoved:
      return "moved";
    case Verdict::kReread:
      return "reread";
  }
  return "unknown";
}

std::optional<Verdict> parse_verdict(std::string_view name) {
  for (auto i = static_cast<int>(Verdict::kNone); i <= static_cast<int>(Verdict::kReread); ++i) {
    if (verdict_name(static_cast<Verdict>(i)) == name) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

std::string change_to_json(const Change& change) {
  return guarded_or_empty([&]() -> std::string {
    Json json = Json::object();
    json["v"] = kJsonVersion;
    put_text(json, "url", change.url);
    put_time(json, "from", change.from);
    put_time(json, "to", change.to);
    json["verdict"] = std::string(verdict_name(change.verdict));
    json["reasons"] = reasons_json(change.reasons);
    json["similarity"] = change.similarity;
    json["text_edits"] = edits_json(change.text_edits);
    json["links_added"] = references_json(change.links_added);
    json["links_removed"] = references_json(change.links_removed);
    json["media_added"] = references_json(change.media_added);
    json["media_removed"] = references_json(change.media_removed);
    put_text(json, "moved_from", change.moved_from);
    put_number(json, "template_before", change.template_before);
    put_number(json, "template_after", change.template_after);
    return dump_json(json);
  });
}

Result<Change> change_from_json(std::string_view json) {
  return without_exceptions([&] { return read_change(json); });
}

}  // namespace bfa
