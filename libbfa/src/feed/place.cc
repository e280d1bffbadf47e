// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

using Coordinates = std::vector<std::pair<double, double>>;

constexpr std::size_t kMaxPoints = 10'000;

// "LAT LON LAT LON ..." (GeoRSS section 2, GML posList in WGS 84): pairs with the longitude first. Empty
// when a part is not a number, the count is odd, or there are fewer pairs than `least`.
Coordinates read_pairs(std::string_view text, std::size_t least) {
  std::vector<double> numbers;
  constexpr std::string_view kBetween = " \t\r\n,";
  for (std::size_t at = text.find_first_not_of(kBetween);
       at != std::string_view::npos && numbers.size() < 2 * kMaxPoints;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    double value = 0;
    const auto parsed =
        std::from_chars(word.data() + (word.starts_with('+') ? 1 : 0), word.data() + word.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size() || !std::isfinite(value))
      return {};
    numbers.push_back(value);
    at = text.find_first_not_of(kBetween, end);
  }
  if (numbers.size() % 2 != 0 || numbers.size() < 2 * least) return {};
  Coordinates out;
  for (std::size_t i = 0; i < numbers.size(); i += 2) out.emplace_back(numbers[i + 1], numbers[i]);
  return out;
}

struct Shape {
  std::string_view key;  // local name in lower case
  const char* type;
  std::size_t least;
};
constexpr Shape kShapes[] = {
    {"point", "Point", 1},     {"line", "LineString", 2}, {"linestring", "LineString", 2},
    {"polygon", "Polygon", 4}, {"box", "Box", 2},         {"envelope", "Box", 2}};

std::optional<FeedPlace> read_shape(const XmlNode& node) {
  const std::string name = ascii_lower_case(node.name);
  for (const Shape& shape : kShapes) {
    if (name != shape.key) continue;
    std::string text = node.all_text();
    if (std::string_view(shape.type) == "Box") {
      text.clear();  // GML's corners are two elements without space between them
      for (const XmlNode& child : node.children) text += child.all_text() + " ";
    }
    Coordinates found = read_pairs(text, shape.least);
    if (found.empty()) return std::nullopt;
    if (std::string_view(shape.type) == "Point") found.resize(1);
    return FeedPlace{shape.type, std::move(found)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<FeedPlace> read_place(const ElementMap& map) {
  for (const auto& [key, node] : map.items()) {
    if (key == "georss:where") {
      for (const XmlNode& child : node->children) {
        if (child.kind != XmlNode::Kind::kElement) continue;
        if (auto place = read_shape(child)) return place;
      }
    } else if (key.starts_with("georss:") || key.starts_with("gml:")) {
      if (auto place = read_shape(*node)) return place;
    }
  }
  const std::string latitude = map.text_of({"geo:lat"}), longitude = map.text_of({"geo:long"});
  if (latitude.empty() || longitude.empty()) return std::nullopt;
  Coordinates point = read_pairs(latitude + " " + longitude, 1);
  if (point.size() != 1) return std::nullopt;
  return FeedPlace{"Point", std::move(point)};
}

}  // namespace bfa
