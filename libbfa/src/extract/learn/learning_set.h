// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "extract/learn/training.h"
#include "extract/page/page_indexes.h"

namespace bfa {

// The input of learning: each page of the training set, read once. Methods write to `examples` where they
// find the articles (TrainingExample::node); they may overwrite the values of another method.
struct LearningSet {
  const TrainingSet* input = nullptr;
  std::vector<TrainingExample> examples;  // pages with an entry, by capture; empty for a feed of comments
  std::vector<const PageIndex*> others;   // pages that no entry links to
  std::string language;                   // of the blog; empty: unknown
};
// `indexes` must outlive the set.
LearningSet make_learning_set(const TrainingSet& set, PageIndexes& indexes);

}  // namespace bfa
