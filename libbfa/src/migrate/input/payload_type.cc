// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/payload_type.h"

#include "base/ascii.h"

namespace bfa {
namespace {

struct Signature {
  std::string_view bytes, type;
  std::size_t at = 0;
};

using namespace std::string_view_literals;

constexpr Signature kSignatures[] = {
    {"\x89PNG\r\n\x1a\n"sv, "image/png"},
    {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},
    {"\xff\xd8\xff"sv, "image/jpeg"},
    {"\x00\x00\x01\x00"sv, "image/x-icon"},
    {"%PDF-"sv, "application/pdf"},
    {"%!PS-Adobe-"sv, "application/postscript"},
    {"wOFF"sv, "font/woff"},
    {"wOF2"sv, "font/woff2"},
    {"OTTO"sv, "font/otf"},
    {"\x00\x01\x00\x00"sv, "font/ttf"},
    {"OggS\0"sv, "application/ogg"},
    {"ID3\x02"sv, "audio/mpeg"},
    {"ID3\x03"sv, "audio/mpeg"},
    {"ID3\x04"sv, "audio/mpeg"},
    {"fLaC"sv, "audio/flac"},
    {"\x1a\x45\xdf\xa3"sv, "video/webm"},
    {"FLV\x01"sv, "video/x-flv"},
    {"PK\x03\x04"sv, "application/zip"},
    {"\x1f\x8b\x08"sv, "application/gzip"},
    {"Rar!\x1a\x07"sv, "application/vnd.rar"},
    {"WEBP"sv, "image/webp", 8},
    {"WAVE"sv, "audio/wav", 8},
    {"AVI "sv, "video/x-msvideo", 8},
    {"ftypavif"sv, "image/avif", 4},
    {"ftypM4A"sv, "audio/mp4", 4},
    {"ftypqt"sv, "video/quicktime", 4},
    {"ftyp"sv, "video/mp4", 4},
};

constexpr std::string_view kHtmlStarts[] = {
    "<!doctype html", "<html",  "<head", "<script", "<iframe", "<h1", "<div",  "<font", "<table", "<a",
    "<style",         "<title", "<b",    "<body",   "<br",     "<p",  "<meta", "<link"};

struct Ending {
  std::string_view ending, type;
};

// The first ending of a type is its usual one.
constexpr Ending kEndings[] = {{".html", "text/html"},
                               {".htm", "text/html"},
                               {".xhtml", "application/xhtml+xml"},
                               {".css", "text/css"},
                               {".js", "text/javascript"},
                               {".mjs", "text/javascript"},
                               {".json", "application/json"},
                               {".xml", "application/xml"},
                               {".xml", "text/xml"},
                               {".rss", "application/rss+xml"},
                               {".atom", "application/atom+xml"},
                               {".txt", "text/plain"},
                               {".md", "text/markdown"},
                               {".csv", "text/csv"},
                               {".png", "image/png"},
                               {".jpg", "image/jpeg"},
                               {".jpeg", "image/jpeg"},
                               {".gif", "image/gif"},
                               {".webp", "image/webp"},
                               {".avif", "image/avif"},
                               {".svg", "image/svg+xml"},
                               {".ico", "image/x-icon"},
                               {".ico", "image/vnd.microsoft.icon"},
                               {".bmp", "image/bmp"},
                               {".pdf", "application/pdf"},
                               {".ps", "application/postscript"},
                               {".woff", "font/woff"},
                               {".woff2", "font/woff2"},
                               {".ttf", "font/ttf"},
                               {".otf", "font/otf"},
                               {".mp3", "audio/mpeg"},
                               {".ogg", "application/ogg"},
                               {".wav", "audio/wav"},
                               {".flac", "audio/flac"},
                               {".m4a", "audio/mp4"},
                               {".mp4", "video/mp4"},
                               {".webm", "video/webm"},
                               {".mov", "video/quicktime"},
                               {".avi", "video/x-msvideo"},
                               {".flv", "video/x-flv"},
                               {".swf", "application/x-shockwave-flash"},
                               {".zip", "application/zip"},
                               {".gz", "application/gzip"},
                               {".rar", "application/vnd.rar"},
                               {".php", "text/html"},
                               {".asp", "text/html"},
                               {".aspx", "text/html"}};

std::string_view skip_space(std::string_view bytes) {
  const std::size_t at = bytes.find_first_not_of(" \t\r\n\f");
  return at == std::string_view::npos ? std::string_view() : bytes.substr(at);
}

// Skips comments, processing instructions and the document type, unless it is HTML's.
std::string_view root_of(std::string_view bytes) {
  for (;;) {
    bytes = skip_space(bytes);
    std::string_view end;
    if (bytes.starts_with("<!--")) {
      end = "-->";
    } else if (bytes.starts_with("<?")) {
      end = "?>";
    } else if (starts_ignoring_case(bytes, "<!doctype") && !starts_ignoring_case(bytes, "<!doctype html")) {
      end = ">";
    } else {
      return bytes;
    }
    const std::size_t at = bytes.find(end);
    if (at == std::string_view::npos) return {};
    bytes.remove_prefix(at + end.size());
  }
}

std::string_view markup_type(std::string_view bytes) {
  const bool xml = skip_space(bytes).starts_with("<?xml");
  const std::string_view root = root_of(bytes);
  if (starts_ignoring_case(root, "<rss")) return "application/rss+xml";
  if (starts_ignoring_case(root, "<rdf:rdf")) return "application/rdf+xml";
  if (root.starts_with("<feed")) return "application/atom+xml";
  if (starts_ignoring_case(root, "<svg")) return "image/svg+xml";
  for (const auto start : kHtmlStarts) {
    if (!starts_ignoring_case(root, start) || root.size() == start.size()) continue;
    const char next = root[start.size()];
    if (next == ' ' || next == '>' || next == '\n' || next == '\r' || next == '\t' || next == '/') {
      return "text/html";
    }
  }
  return xml ? "application/xml" : "";
}

}  // namespace

std::string_view inspect_payload_type(std::string_view bytes) {
  for (const auto& signature : kSignatures) {
    if (bytes.size() >= signature.at + signature.bytes.size() &&
        bytes.substr(signature.at, signature.bytes.size()) == signature.bytes) {
      return signature.type;
    }
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return markup_type(bytes.substr(0, 4096));
}

std::string_view named_payload_type(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return {};
  for (const auto& known : kEndings) {
    if (equals_ignoring_case(file_name.substr(dot), known.ending)) return known.type;
  }
  return {};
}

std::string_view payload_ending(std::string_view media_type) {
  for (const auto& known : kEndings) {
    if (media_type == known.type) return known.ending;
  }
  return {};
}

}  // namespace bfa
