// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/assets.h"

#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/pages/assets_list.h"

namespace bfa {
namespace {

constexpr std::string_view kFolder = "/static/";

struct Asset {
  std::string name, address, type;
  std::string_view bytes;
  std::string packed;
};

std::string type_of(std::string_view name) {
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  return "image/svg+xml";
}

std::vector<Asset> make_assets() {
  std::vector<Asset> assets;
  for (const pages::AssetSource& source : pages::asset_sources()) {
    Asset asset;
    asset.name = source.name;
    asset.bytes = source.bytes;
    asset.type = type_of(source.name);
    const std::string hash = hex_encode(digest(DigestAlgorithm::kSha256, source.bytes)).substr(0, 12);
    const std::size_t dot = asset.name.rfind('.');
    asset.address = std::string(kFolder) + asset.name.substr(0, dot) + "." + hash + asset.name.substr(dot);
    if (auto packed = gzip_member(source.bytes, 9)) asset.packed = std::move(*packed);
    assets.push_back(std::move(asset));
  }
  return assets;
}

// What is built into the program never changes while it runs.
const std::vector<Asset>& assets() {
  static const std::vector<Asset> made = make_assets();
  return made;
}

// Whether an Accept-Encoding names gzip without refusing it (RFC 9110, section 12.5.3).
bool takes_gzip(std::string_view accepted) {
  const std::size_t at = accepted.find("gzip");
  if (at == std::string_view::npos) return false;
  const std::string_view rest = accepted.substr(at + 4, accepted.find(',', at) - at - 4);
  return rest.find("q=0") == std::string_view::npos || rest.find("q=0.") != std::string_view::npos;
}

}  // namespace

std::string pages::asset_address(std::string_view name) {
  for (const Asset& asset : assets()) {
    if (asset.name == name) return asset.address;
  }
  return {};
}

std::optional<ServeReply> answer_assets(const ServeRequest& request) {
  const std::string_view path = request.path();
  if (!path.starts_with(kFolder) || request.replay_origin) return std::nullopt;
  for (const Asset& asset : assets()) {
    if (asset.address != path) continue;
    ServeReply reply = text_reply(200, std::string(asset.bytes));
    reply.set("Content-Type", asset.type);
    reply.set("Cache-Control", "public, max-age=31536000, immutable");
    reply.set("Vary", "Accept-Encoding");
    if (!asset.packed.empty() && takes_gzip(request.header("accept-encoding"))) {
      reply.body = asset.packed;
      reply.set("Content-Encoding", "gzip");
    }
    return reply;
  }
  return problem_reply(404, "there is no such file; pages name the files of this version");
}

}  // namespace bfa
