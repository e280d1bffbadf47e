// SPDX-License-Identifier: Apache-2.0
#include "package/aip/marc_record.h"

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::string_view kNamespace = "http://www.loc.gov/MARC21/slim";
constexpr std::size_t kDirectoryEntry = 12;

std::string qualified(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : prefix + ":" + std::string(name);
}

// Cuts the longest value so that the whole field fits.
void shorten(MarcField& field) {
  while (field.bytes() - kDirectoryEntry > kMaxMarcField) {
    const auto longest =
        std::ranges::max_element(field.subfields, {}, [](const MarcSubfield& s) { return s.value.size(); });
    const std::size_t excess = field.bytes() - kDirectoryEntry - kMaxMarcField;
    longest->value =
        cut_text(longest->value, longest->value.size() - std::min(excess, longest->value.size()));
  }
}

}  // namespace

std::string clean_marc_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain = at;
    while (at < text.size() && text[at] >= ' ' && text[at] < '\x7F') ++at;
    out.append(text, plain, at - plain);
    if (at == text.size()) break;
    const char32_t c = next_code_point(text, at);
    if (c == U'\r') {
      if (at >= text.size() || text[at] != '\n') out += '\n';
    } else if (c == U'\n' || c == U'\t' ||
               (c >= 0x20 && c != 0x7F && c != 0xFFFE && c != 0xFFFF && !(c >= 0x80 && c < 0xA0))) {
      append_code_point(out, c);
    }
  }
  return out;
}

std::string one_line(const std::string& text, std::string_view separator) {
  const std::string clean = clean_marc_text(text);
  std::string out;
  bool gap = false, line = false;
  for (const char c : clean) {
    if (c == ' ' || c == '\t' || c == '\n') {
      gap = true;
      line = line || c == '\n';
      continue;
    }
    if (gap && !out.empty()) out += line ? separator : " ";
    gap = line = false;
    out += c;
  }
  return out;
}

std::string_view cut_text(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  const std::size_t nearest = end - std::min<std::size_t>(end, 200);
  for (std::size_t at = end; at > nearest; --at) {
    if (text[at - 1] == '\n' || text[at - 1] == ' ') return text.substr(0, at);
  }
  return text.substr(0, end);
}

MarcField& MarcField::add(char code, std::string_view value) {
  if (!value.empty()) subfields.push_back({code, std::string(value)});
  return *this;
}

std::size_t MarcField::bytes() const {
  std::size_t sum = kDirectoryEntry + 3;  // two indicators, the field's end
  for (const MarcSubfield& subfield : subfields) sum += 2 + subfield.value.size();
  return sum;
}

MarcRecord::MarcRecord(std::string leader, std::string_view control_number)
    : leader_(std::move(leader)), bytes_(24 + 1 + 1) {
  control("001", std::string(control_number));
}

void MarcRecord::control(std::string tag, std::string value) {
  bytes_ += kDirectoryEntry + value.size() + 1;
  control_.emplace_back(std::move(tag), std::move(value));
}

void MarcRecord::add(MarcField field) {
  for (MarcSubfield& subfield : field.subfields) subfield.value = clean_marc_text(subfield.value);
  std::erase_if(field.subfields, [](const MarcSubfield& s) { return s.value.empty(); });
  if (field.subfields.empty()) return;
  shorten(field);
  bytes_ += field.bytes();
  fields_.push_back(std::move(field));
}

bool MarcRecord::add_if_room(MarcField field, std::size_t reserve) {
  if (std::min(field.bytes(), kMaxMarcField + kDirectoryEntry) + reserve > room()) return false;
  add(std::move(field));
  return true;
}

std::size_t MarcRecord::room() const {
  return kMaxMarcRecord - std::min(bytes_, kMaxMarcRecord);
}

std::vector<MarcField> MarcRecord::sorted_fields() const {
  std::vector<MarcField> sorted = fields_;
  std::ranges::stable_sort(sorted, {}, &MarcField::tag);
  return sorted;
}

void MarcRecord::write(XmlWriter& xml, const std::string& prefix) const {
  std::vector<const MarcField*> sorted;
  sorted.reserve(fields_.size());
  for (const MarcField& field : fields_) sorted.push_back(&field);
  std::ranges::stable_sort(sorted, {},
                           [](const MarcField* field) -> const std::string& { return field->tag; });
  xml.start(qualified(prefix, "record"));
  xml.attribute(prefix.empty() ? "xmlns" : "xmlns:" + prefix, kNamespace);
  xml.attribute("type", "Bibliographic");
  xml.element(qualified(prefix, "leader"), leader_);
  for (const auto& [tag, value] : control_) {
    xml.start(qualified(prefix, "controlfield"));
    xml.attribute("tag", tag);
    xml.text(value);
    xml.end();
  }
  for (const MarcField* field : sorted) {
    xml.start(qualified(prefix, "datafield"));
    xml.attribute("tag", field->tag);
    xml.attribute("ind1", std::string_view(&field->ind1, 1));
    xml.attribute("ind2", std::string_view(&field->ind2, 1));
    for (const MarcSubfield& subfield : field->subfields) {
      xml.start(qualified(prefix, "subfield"));
      xml.attribute("code", std::string_view(&subfield.code, 1));
      xml.text(subfield.value);
      xml.end();
    }
    xml.end();
  }
  xml.end();
}

}  // namespace bfa
