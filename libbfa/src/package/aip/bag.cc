// SPDX-License-Identifier: Apache-2.0
#include "package/aip/bag.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/io/sink.h"
#include "package/files/folder_files.h"

namespace bfa {
namespace {

struct BagDigests {
  std::string sha256, sha512, md5;
  std::uint64_t size = 0;
};

Result<BagDigests> digests_of(FileSystem& fs, const std::string& path, bool with_md5) {
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  Digester first(DigestAlgorithm::kSha256), second(DigestAlgorithm::kSha512), third(DigestAlgorithm::kMd5);
  std::vector<std::byte> buffer(1u << 20);
  BagDigests made;
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) break;
    first.update(std::span(buffer).first(got));
    second.update(std::span(buffer).first(got));
    if (with_md5) third.update(std::span(buffer).first(got));
    made.size += got;
  }
  made.sha256 = hex_encode(first.finish());
  made.sha512 = hex_encode(second.finish());
  if (with_md5) made.md5 = hex_encode(third.finish());
  return made;
}

class BagMaker {
 public:
  BagMaker(FileSystem& fs, const std::string& folder, bool md5) : fs_(fs), folder_(folder), md5_(md5) {}

  Status payload() {
    BFA_ASSIGN_OR_RETURN(const auto files, files_below(folder_ + "/data"));
    for (const std::string& file : files) {
      BFA_ASSIGN_OR_RETURN(BagDigests made, digests_of(fs_, folder_ + "/data/" + file, md5_));
      bytes_ += made.size;
      payload_["data/" + file] = std::move(made);
    }
    return {};
  }

  Status tag(const std::string& name, const std::string& text) {
    BFA_RETURN_IF_ERROR(write_file_atomically(fs_, folder_ + "/" + name, text));
    tags_[name] = {hex_encode(digest(DigestAlgorithm::kSha256, text)),
                   hex_encode(digest(DigestAlgorithm::kSha512, text)),
                   {},
                   text.size()};
    written_ += text.size();
    return {};
  }

  // Names have no character that a manifest would have to escape.
  static std::string manifest(const std::map<std::string, BagDigests>& files,
                              std::string BagDigests::* algorithm) {
    std::string text;
    for (const auto& [name, made] : files) text += made.*algorithm + "  " + name + "\n";
    return text;
  }

  Status manifests() {
    BFA_RETURN_IF_ERROR(tag("manifest-sha256.txt", manifest(payload_, &BagDigests::sha256)));
    BFA_RETURN_IF_ERROR(tag("manifest-sha512.txt", manifest(payload_, &BagDigests::sha512)));
    if (md5_) BFA_RETURN_IF_ERROR(tag("manifest-md5.txt", manifest(payload_, &BagDigests::md5)));
    const auto tags = tags_;  // a tag manifest lists no tag manifest
    BFA_RETURN_IF_ERROR(tag("tagmanifest-sha256.txt", manifest(tags, &BagDigests::sha256)));
    return tag("tagmanifest-sha512.txt", manifest(tags, &BagDigests::sha512));
  }

  std::string oxum() const { return std::to_string(bytes_) + "." + std::to_string(payload_.size()); }
  std::uint64_t written() const { return written_; }

 private:
  FileSystem& fs_;
  const std::string& folder_;
  const bool md5_;
  std::map<std::string, BagDigests> payload_, tags_;
  std::uint64_t bytes_ = 0, written_ = 0;
};

// A value on one line.
std::string plain(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

}  // namespace

Result<std::uint64_t> make_bag(FileSystem& fs, const std::string& folder, const PackageModel& model,
                               bool md5) {
  BagMaker bag(fs, folder, md5);
  BFA_RETURN_IF_ERROR(bag.payload());
  BFA_RETURN_IF_ERROR(bag.tag("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"));
  std::string info;
  for (const PremisAgent& agent : model.agents) {
    if (agent.type == "organization") info += "Source-Organization: " + plain(agent.name) + "\n";
    if (agent.type == "organization" && !agent.note.empty())
      info += "Organization-Address: " + plain(agent.note) + "\n";
    if (agent.type == "person") info += "Contact-Name: " + plain(agent.name) + "\n";
  }
  info += "External-Description: " + plain(model.title) + "\n";
  info += "External-Identifier: " + model.name + "\n";
  info += "Bagging-Date: " + format_rfc3339(model.now).substr(0, 10) + "\n";
  info += "Bag-Software-Agent: " + software_name() + " " + software_version() + "\n";
  info += "Payload-Oxum: " + bag.oxum() + "\n";
  BFA_RETURN_IF_ERROR(bag.tag("bag-info.txt", info));
  BFA_RETURN_IF_ERROR(bag.manifests());
  return bag.written();
}

}  // namespace bfa
