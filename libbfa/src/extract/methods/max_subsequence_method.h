// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "extract/methods/method.h"

namespace bfa {

// A run of text nodes, first and last, in document order.
struct TextRun {
  HtmlDocument::NodeId first = 0, last = 0;
  double score = 0;
};

// The one or two runs of a page's tokens with the highest sums, in document order: a word counts 1, a tag
// -3.25, a tag of mere formatting less, a word in a link -1; scripts without spaces count two characters as
// a word. The second run is separate from the first: a lead in another place. `clean`: places of comments,
// navigation and such are left out first, then lines of links and scraps at the ends of the runs, and a page
// with a few words only has no run. Linear. Sources: Pasternack and Roth, Extracting Article Text from the
// Web with Maximum Subsequence Segmentation; Trampus and Novak, Internals of an Aggregated Web News Feed,
// 3.1 (WWW, WWW++).
std::vector<TextRun> maximum_runs(const PageIndex& page, bool clean);

// Removes the nodes in an article's container after its maximum run, from the first heading or line of links
// on: teasers, author boxes, calls to subscribe. Nothing when that would be much of the text, or code.
void cut_behind_runs(const PageIndex& page, HtmlDocument::NodeId article, RemovalMask& cut);

const ExtractionMethod& max_subsequence_method();        // "www"
const ExtractionMethod& clean_max_subsequence_method();  // "www++": maximum_runs() with `clean`

}  // namespace bfa
