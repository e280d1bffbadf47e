// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "measure.h"
#include "page.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

constexpr double kPassingF1 = 0.9;

class WcxbKind : public SuiteKind {
 public:
  std::string_view name() const override { return "wcxb"; }

  // Word F1 of 0.9 or more against the whole main text; the published figures are the means by page type.
  Status run(const std::string& folder, KindReport& report) const override {
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(folder + "/truth", error)) {
      if (file.path().extension() == ".json") files.push_back(file.path().string());
    }
    if (error) return Error{Code::kNotFound, error.message(), folder + "/truth", -1};
    std::sort(files.begin(), files.end());
    std::map<std::string, double> sums;
    double all = 0;
    for (const std::string& file : files) {
      const auto bytes = read_raw_file(file);
      const Json truth = bytes ? Json::parse(*bytes, nullptr, false) : Json();
      if (!truth.is_object()) return Error{Code::kCorrupt, "no JSON object", file, -1};
      const std::string id = text_at(truth, "id"), type = text_at(truth, "page_type");
      double f1 = 0;
      report.add(id, type, check(folder, truth, f1));
      sums[type] += f1;
      all += f1;
    }
    for (const auto& [type, sum] : sums) {
      report.measures["mean_f1_" + type] = sum / static_cast<double>(report.groups[type].cases);
    }
    report.measures["mean_f1"] = files.empty() ? 0 : all / static_cast<double>(files.size());
    return {};
  }

 private:
  static std::string check(const std::string& folder, const Json& truth, double& f1) {
    const auto page = load_page(folder + "/html/" + text_at(truth, "id") + ".html.gz", text_at(truth, "url"));
    if (!page) return to_string(page.error());
    const auto object = extract_alone(*page);
    if (!object) return to_string(object.error());
    f1 = word_f1(object->text, text_at(truth, "text"));
    return f1 >= kPassingF1 ? std::string() : "word F1 " + std::to_string(f1);
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_wcxb_kind() {
  return std::make_unique<WcxbKind>();
}

}  // namespace bfa::conformance
