// SPDX-License-Identifier: Apache-2.0
#include "package/aip/object_readings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/url.h"
#include "crawlmodel/crawl_json.h"
#include "crawlmodel/readings_json.h"
#include "io/name_uuid.h"
#include "package/aip/premis.h"
#include "store/step_record.h"
#include "warc/write/header_edit.h"
#include "warc/write/output_file.h"

namespace bfa {
namespace {

class Gatherer {
 public:
  Gatherer(const Archive& archive, const BlogState& blog, const PackagePlan& plan,
           const std::function<bool(std::uint64_t)>& has_step)
      : archive_(archive), blog_(blog), plan_(plan), has_step_(has_step) {}

  // False: not all of it can be given.
  Result<bool> add_object(const std::string& key) {
    BFA_ASSIGN_OR_RETURN(const auto former, archive_.former_addresses(key));
    if (!former.empty()) return false;
    BFA_ASSIGN_OR_RETURN(const std::vector<Version> versions, archive_.versions(key));
    for (const Version& version : versions) BFA_RETURN_IF_ERROR(add_version(key, version));
    if (versions.empty()) return false;
    BFA_ASSIGN_OR_RETURN(const std::vector<Sighting> sightings, archive_.sightings(key));
    for (const Sighting& sighting : sightings) add_sighting(versions, sighting);
    return true;
  }

  // The blog's own states were read from pages that are not in the package: only those of steps without one.
  Status add_blog(const std::string& key) {
    const Result<std::vector<Version>> versions = archive_.versions(key);
    if (!versions) return versions.error().code == Code::kNotFound ? Status() : Status(versions.error());
    for (const Version& version : *versions) {
      BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(version.sequence));
      if (capture || version.capture != 0) continue;
      BFA_RETURN_IF_ERROR(add_version(key, version));
      own_.insert(version.sequence);
    }
    return {};
  }

  Result<std::optional<ObjectReadings>> take() {
    ObjectReadings made;
    made.blog = blog_;
    made.object = plan_.only_url;
    // The captures of the package that show other things as well give nothing of these.
    for (const std::uint64_t step : plan_.steps) {
      if (!has_step_(step)) continue;
      steps_[step];
      BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(step));
      if (capture) by_record_[capture->warc.record_id] = step;
    }
    BFA_RETURN_IF_ERROR(find_templates());
    for (auto& [sequence, readings] : steps_) {
      BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(sequence));
      ObjectReadings::Step step;
      step.sequence = sequence;
      if (capture) {
        if (!has_step_(sequence) || capture->warc.record_id.empty()) return std::optional<ObjectReadings>();
        step.record = capture->warc.record_id;
        take_as_own(readings, *capture);
      } else {
        BFA_ASSIGN_OR_RETURN(const bool made_of_it, make_step(readings, step));
        if (!made_of_it) return std::optional<ObjectReadings>();
        BFA_RETURN_IF_ERROR(give_places(readings));
      }
      step.readings = readings_to_json(readings);
      made.steps.push_back(std::move(step));
    }
    return std::optional(std::move(made));
  }

 private:
  // Of an object that was seen as it was before. When that state came to the archive later, from an older
  // capture that was read after this one, the whole object is needed.
  void add_sighting(const std::vector<Version>& versions, const Sighting& sighting) {
    const Version* before = &versions.front();
    for (const Version& version : versions) {
      if (version.observed <= sighting.observed) before = &version;
    }
    RecordedObservation one;
    DataObject& seen = one.observation.object;
    one.observation.observed = sighting.observed;
    one.sighting = before->sequence < sighting.sequence;
    if (one.sighting) {
      seen.kind = before->object.kind;
      seen.url = before->object.url;
      seen.post = before->object.post;
      seen.id = before->object.id;
    } else {
      seen = before->object;
    }
    steps_[sighting.sequence].push_back(std::move(one));
  }

  Status add_version(const std::string& key, const Version& version) {
    // That a page is gone is said by its answer.
    if (version.object.status == "gone" && version.object.kind != ObjectKind::kComment) {
      steps_[version.sequence];
      return {};
    }
    BFA_ASSIGN_OR_RETURN(const std::vector<Reading> readings, archive_.readings(key, version));
    for (std::size_t i = 0; i < readings.size(); ++i) {
      RecordedObservation one;
      one.observation.object = readings[i].object;
      one.observation.observed = version.observed;
      one.observation.capture = version.capture;
      one.observation.reading = i > 0;
      if (i > 0 && version.capture == 0) {
        BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(version.sequence));
        if (capture) one.observation.capture = version.sequence;
      }
      const std::uint64_t templ = readings[i].object.provenance.template_sequence;
      if (templ != 0) templates_.insert(templ);
      steps_[readings[i].sequence].push_back(std::move(one));
    }
    return {};
  }

  Status find_templates() {
    if (blog_.template_sequence != 0) templates_.insert(blog_.template_sequence);
    for (const std::uint64_t sequence : templates_) {
      BFA_ASSIGN_OR_RETURN(const auto learned, archive_.view().template_at(blog_.home, sequence));
      if (!learned) continue;
      learned_[sequence] = *learned;
      steps_[sequence];
    }
    return {};
  }

  // The bytes came again in this step, and were read by another template: it observed them itself.
  static void take_as_own(std::vector<RecordedObservation>& readings, const Capture& capture) {
    for (RecordedObservation& one : readings) {
      Observation& observation = one.observation;
      if (!observation.reading || observation.object.provenance.warc.record_id != capture.warc.record_id)
        continue;
      observation.reading = false;
      observation.capture = 0;
      observation.observed = capture.time;
    }
  }

  // A post that was joined of several pages names none of them, and a version is read anew from the last
  // capture that shows it: the place is that of the record.
  Status give_places(std::vector<RecordedObservation>& readings) const {
    for (RecordedObservation& one : readings) {
      Observation& observation = one.observation;
      const auto place = by_record_.find(observation.object.provenance.warc.record_id);
      if (place == by_record_.end() || (observation.capture != 0 && !observation.reading)) continue;
      observation.capture = place->second;
      BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(place->second));
      if (observation.reading && capture) observation.observed = capture->time;
    }
    return {};
  }

  // A step that fetched nothing has no place that the store knows. It is written anew.
  Result<bool> make_step(const std::vector<RecordedObservation>& readings, ObjectReadings::Step& step) const {
    StepResult made;
    CrawlTask& task = made.task;
    task.blog = blog_.home;
    std::string address = blog_.home;
    if (const auto learned = learned_.find(step.sequence); learned != learned_.end()) {
      made.learned = learned->second;
      task.kind = TaskKind::kLearn;
      task.stage = Stage::kExtract;  // as a template that a user edited: it is not learned again
      task.capture = step.sequence;  // makes each of them a different step
    } else if (readings.empty()) {
      return false;
    } else if (own_.contains(step.sequence)) {
      task.kind = TaskKind::kLearn;
      task.stage = Stage::kLearn;
      task.capture = step.sequence;
    } else {
      const auto one = std::ranges::find_if(
          readings, [](const RecordedObservation& each) { return each.observation.capture != 0; });
      const Observation& first = (one == readings.end() ? readings.front() : *one).observation;
      task.capture = first.capture;
      task.kind = first.capture != 0 ? TaskKind::kExtract : TaskKind::kJoin;
      task.stage = first.capture != 0 ? Stage::kExtract : Stage::kJoin;
      task.template_sequence = first.object.provenance.template_sequence;
      address = first.object.kind == ObjectKind::kComment ? first.object.post : first.object.url;
      if (first.capture != 0) {
        BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(first.capture));
        if (!capture || !has_step_(first.capture)) return false;
        address = capture->url;
      }
    }
    const auto url = Url::parse(address);
    if (!url) return false;
    task.url = *url;
    step.made = std::move(made);
    return true;
  }

  const Archive& archive_;
  const BlogState& blog_;
  const PackagePlan& plan_;
  const std::function<bool(std::uint64_t)>& has_step_;
  std::map<std::uint64_t, std::vector<RecordedObservation>> steps_;
  std::set<std::uint64_t> templates_;
  std::map<std::string, std::uint64_t> by_record_;  // steps of the package by the id of their response
  std::set<std::uint64_t> own_;                     // steps of the blog's own states
  std::map<std::uint64_t, Template> learned_;
};

// The id is made of the content: the same record in two packages is one.
class ReadingsFile {
 public:
  ReadingsFile(OutputFile& out, UtcTime now) : out_(out), now_(now) {}

  Result<std::string> add(const char* type, const WarcFields& block, const std::string& about = {}) {
    const std::string text = format_warc_fields(block);
    const std::string id = "urn:uuid:" + name_uuid(text);
    WarcHeader header;
    header.fields = {{"WARC-Type", type}, {"WARC-Record-ID", "<" + id + ">"}};
    if (!about.empty()) header.fields.emplace_back("WARC-Refers-To", "<" + about + ">");
    header.fields.emplace_back("WARC-Date", format_rfc3339(now_));
    header.fields.emplace_back("Content-Type", "application/warc-fields");
    header.fields.emplace_back("WARC-Block-Digest", labelled_digest(DigestAlgorithm::kSha256,
                                                                    digest(DigestAlgorithm::kSha256, text)));
    header.content_length = text.size();
    BFA_ASSIGN_OR_RETURN(const std::string head, record_header_text(header, false));
    BFA_RETURN_IF_ERROR(out_.add(head, text));
    ++records_;
    return id;
  }
  std::uint64_t records() const { return records_; }

 private:
  OutputFile& out_;
  UtcTime now_;
  std::uint64_t records_ = 0;
};

}  // namespace

Result<std::optional<ObjectReadings>> gather_readings(const Archive& archive, const BlogState& blog,
                                                      const std::string& blog_key, const PackagePlan& plan,
                                                      const std::function<bool(std::uint64_t)>& has_step) {
  Gatherer gatherer(archive, blog, plan, has_step);
  std::vector<std::string> keys = {plan.only_key};
  BFA_ASSIGN_OR_RETURN(const std::vector<DataObject> comments, archive.comments_of(plan.only_url));
  for (const DataObject& comment : comments) keys.push_back(object_key(comment));
  for (const std::string& key : keys) {
    BFA_ASSIGN_OR_RETURN(const bool whole, gatherer.add_object(key));
    if (!whole) return std::optional<ObjectReadings>();
  }
  BFA_RETURN_IF_ERROR(gatherer.add_blog(blog_key));
  BFA_ASSIGN_OR_RETURN(auto made, gatherer.take());
  if (!made) return made;
  BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive.summary(plan.only_key));
  made->object_kind = std::string(kind_name(object.latest.kind));
  return made;
}

Result<std::uint64_t> write_readings(FileSystem& fs, const std::string& path, const ObjectReadings& readings,
                                     UtcTime now) {
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, path, {}));
  BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs, path, form));
  ReadingsFile file(*out, now);
  BFA_RETURN_IF_ERROR(
      file.add("warcinfo", {{"software", software_name() + " " + software_version()},
                            {"format", "WARC File Format 1.1"},
                            {"description", "What was read from the captures of " + readings.object}}));
  for (const ObjectReadings::Step& step : readings.steps) {
    ArchiveRecord record;
    record.sequence = step.sequence;
    record.blogs = {readings.blog.home};
    record.object = readings.object;
    record.object_kind = readings.object_kind;
    record.step_record = step.record;
    record.readings_json = step.readings;
    if (step.made) {
      const std::string task = task_to_json(step.made->task);
      BFA_ASSIGN_OR_RETURN(record.step_record,
                           file.add("metadata", step_fields(*step.made, task, step.sequence, 0, 0)));
    }
    BFA_RETURN_IF_ERROR(file.add("metadata", readings_fields(record), record.step_record));
  }
  BFA_RETURN_IF_ERROR(file.add("metadata", blog_fields(readings.blog)));
  BFA_RETURN_IF_ERROR(out->finish());
  return file.records();
}

}  // namespace bfa
