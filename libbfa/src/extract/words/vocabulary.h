// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace bfa {

// The zone of an ARIA landmark role (page_index.h), 0 for other roles.
std::uint32_t zone_of_role(std::string_view role) noexcept;

// The zones that the words of an id or class attribute hint at. Only a name's first word counts
// ("comments-area" is one, "has-comments" is not). Plain English words as publishing systems use them; no
// site's own names.
std::uint32_t zones_of_words(std::string_view names) noexcept;

// True for a path segment that publishing systems use for lists and not for posts ("tag", "category",
// "page").
bool is_list_segment(std::string_view segment) noexcept;

// True for a path segment that forums use ("threads", "viewtopic"), and for a first label of their hosts
// ("forum", "community").
bool is_forum_segment(std::string_view segment) noexcept;
bool is_forum_host(std::string_view label) noexcept;
// True for the name of a forum's software, which begins the page's generator ("phpBB").
bool is_forum_software(std::string_view generator) noexcept;

// What comes before a name in a place that is a byline's, in lower case ("by", "von", "par").
std::span<const std::string_view> byline_words() noexcept;
// The same in any line, in lower case ("posted by"), and what comes behind a name ("\u767c\u8868\u65bc").
std::span<const std::string_view> signing_phrases() noexcept;
std::span<const std::string_view> signing_phrases_behind() noexcept;
// Those of the phrases that are labels ("author:"), and the others.
std::span<const std::string_view> author_labels() noexcept;
std::span<const std::string_view> plain_signing_phrases() noexcept;
// What a line with author and date begins with, in lower case ("posted ").
std::span<const std::string_view> byline_starts() noexcept;
// What is between two names in a byline (", ", " und "): longer forms first.
std::span<const std::string_view> name_separators() noexcept;
// Folders of URLs in which pages on authors are ("/author/").
std::span<const std::string_view> author_folders() noexcept;

}  // namespace bfa
