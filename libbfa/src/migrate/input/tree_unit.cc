// SPDX-License-Identifier: Apache-2.0
// Trees of files: chooses the reader and the files to leave out; reads plain exports and wget mirrors.
#include "migrate/input/tree_unit.h"

#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/warc/reader.h"
#include "migrate/input/httrack_unit.h"
#include "migrate/input/wget.h"

namespace bfa {
namespace {

using Kind = MigrationNote::Kind;

// The addresses, without scheme, that the WARC files of a mirror contain with their headers.
Result<std::set<std::string>> addresses_beside(FileSystem& fs, const CaptureUnit& unit) {
  std::set<std::string> addresses;
  for (const auto& path : unit.beside) {
    const auto reader = WarcReader::open(fs, path);
    if (!reader) continue;  // a HAR file; its own reader reports damage
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
      if (record == nullptr) break;
      const WarcType type = record->header().type();
      if (type != WarcType::kResponse && type != WarcType::kResource && type != WarcType::kRevisit) continue;
      if (const auto url = Url::parse(record->header().target_uri())) addresses.insert(fetch_dedup_key(*url));
    }
  }
  return addresses;
}

class PlainTree {
 public:
  PlainTree(FileTree& tree, const CaptureUnit& unit, const CaptureInputOptions& options,
            const CaptureVisitor& visitor, const TreeExclusions& excluded)
      : tree_(tree),
        unit_(unit),
        options_(options),
        excluded_(excluded),
        out_(tree, unit, options, visitor) {}

  Status run() {
    WarcFields about;
    if (!options_.base_url.empty()) about.emplace_back("base-url", options_.base_url);
    BFA_RETURN_IF_ERROR(out_.emit.record(out_.build.warcinfo(unit_.path, unit_.format, about)));
    for (const auto& file : tree_.files()) {
      if (excluded_.files.contains(tree_.location(file))) continue;
      BFA_RETURN_IF_ERROR(unit_.format == CaptureFormat::kWget ? wget_file(file) : plain_file(file));
    }
    return {};
  }

 private:
  Status plain_file(const TreeFile& file) {
    std::string path = escaped_path(file.name);
    WarcFields facts = {{"url-from", "the base address and the file's path"}};
    for (const std::string_view index : {"index.html", "index.htm"}) {
      if (path != index && !path.ends_with("/" + std::string(index))) continue;
      path.resize(path.size() - index.size());
      facts.emplace_back("url-index", std::string(index) + " taken as its folder's page");
      break;
    }
    const auto base = Url::parse(options_.base_url + (options_.base_url.ends_with('/') ? "" : "/"));
    const auto url = base ? Url::parse("./" + path, &*base) : base;
    if (!url) {
      out_.emit.note(Kind::kNotCarried, "no_address", file.name + ": no address can be made of its name");
      return {};
    }
    return record(file, {url->href(), out_.time_of_file(file), std::move(facts), {}, {}});
  }

  // "page.orig" is what wget received where it changed the links of "page" (-K), or of "page.html" (-E too).
  Status wget_file(const TreeFile& file) {
    if (const TreeFile* changed = changed_by_links(file)) {
      const bool added = changed->name == stem_of(file) + ".html";
      return wget_pair(file, *changed, added);
    }
    if (tree_.find(file.name + ".orig") != nullptr) return {};
    if (file.name.ends_with(".html") &&
        tree_.find(file.name.substr(0, file.name.size() - 5) + ".orig") != nullptr) {
      return {};
    }
    const auto address = wget_address(file.name, scheme(), false);
    if (!address) {
      out_.emit.note(Kind::kNotCarried, "no_address", file.name + ": not in a host's folder");
      return {};
    }
    if (held_beside(address->url)) return {};
    return record(file, {address->url, out_.time_of_file(file), address_facts(*address), {}, {}});
  }

  static std::string stem_of(const TreeFile& file) { return file.name.substr(0, file.name.size() - 5); }

  const TreeFile* changed_by_links(const TreeFile& file) const {
    if (!file.name.ends_with(".orig")) return nullptr;
    const TreeFile* changed = tree_.find(stem_of(file));
    return changed != nullptr ? changed : tree_.find(stem_of(file) + ".html");
  }

  Status wget_pair(const TreeFile& original, const TreeFile& changed, bool added) {
    const auto address =
        wget_address(added ? stem_of(original) + ".html" : stem_of(original), scheme(), added);
    if (!address) {
      out_.emit.note(Kind::kNotCarried, "no_address", original.name + ": not in a host's folder");
      return {};
    }
    if (held_beside(address->url)) return {};
    BFA_ASSIGN_OR_RETURN(
        const std::string id,
        out_.file_record(
            original,
            {address->url, out_.time_of_file(original), address_facts(*address), {}, changed.name}));
    if (id.empty()) return {};
    return record(
        changed,
        {address->url, {}, {{"conversion", "links changed by wget, for reading from disk"}}, id, {}});
  }

  Status record(const TreeFile& file, TreeEmitter::FileRecord what) {
    BFA_ASSIGN_OR_RETURN(const std::string id, out_.file_record(file, std::move(what)));
    (void)id;
    return {};
  }

  bool held_beside(const std::string& address) const {
    const auto url = Url::parse(address);
    if (!url || !excluded_.addresses.contains(fetch_dedup_key(*url))) return false;
    out_.emit.note(Kind::kNotCarried, "held_by_warc",
                   "a WARC file beside the mirror holds it with its headers", address);
    return true;
  }

  std::string scheme() const {
    const auto base = Url::parse(options_.base_url);
    return base ? std::string(base->scheme()) : "http";
  }

  static WarcFields address_facts(const MirrorAddress& address) {
    WarcFields facts = {{"url-from", "the file's path"}, {"url-scheme-from", address.scheme_from}};
    if (address.ending_dropped)
      facts.emplace_back("url-ending", "dropped: wget's --adjust-extension adds it");
    if (address.index_dropped) facts.emplace_back("url-index", "index.html taken as its folder's page");
    return facts;
  }

  FileTree& tree_;
  const CaptureUnit& unit_;
  const CaptureInputOptions& options_;
  const TreeExclusions& excluded_;
  TreeEmitter out_;
};

}  // namespace

Status read_tree_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                      const CaptureVisitor& visitor) {
  if (unit.format == CaptureFormat::kTree && !Url::parse(options.base_url)) {
    return Error{Code::kInvalidArgument,
                 "files that tell no addresses: the address of their folder has to be given (--base-url)",
                 unit.path, -1};
  }
  // Omitted files were noted when they were found.
  BFA_ASSIGN_OR_RETURN(FileTree tree, FileTree::open(fs, unit.path, options, {}));
  TreeExclusions excluded;
  excluded.files.insert(unit.beside.begin(), unit.beside.end());
  BFA_ASSIGN_OR_RETURN(excluded.addresses, addresses_beside(fs, unit));
  if (unit.format == CaptureFormat::kHttrack) {
    return read_httrack_tree(fs, tree, unit, options, visitor, excluded);
  }
  return PlainTree(tree, unit, options, visitor, excluded).run();
}

}  // namespace bfa
