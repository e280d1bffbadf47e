// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/report/report.h"

namespace bfa {

// Sections of the page, as markup.
std::string summary_section(const ArchiveReport& report);
std::string loss_section(const ArchiveReport& report);
std::string feeds_section(const ArchiveReport& report);
std::string intervals_section(const ArchiveReport& report);
std::string hours_section(const ArchiveReport& report);
std::string growth_section(const ArchiveReport& report);
std::string edits_section(const ArchiveReport& report);
std::string silent_section(const ArchiveReport& report);
std::string blogs_section(const ArchiveReport& report);
std::string storage_section(const ArchiveReport& report);

// The beginning of a section with its heading.
std::string section_head(const char* id, const char* title);
std::string paragraph(const std::string& text);
std::string note(const std::string& text);
// What stands for a blog in a plot or a table: its title or its address without the scheme.
std::string blog_name(const BlogFigures& blog);
// A duration of a spread, or that it is not known.
std::string duration_or_unknown(const std::optional<double>& seconds);

}  // namespace bfa
