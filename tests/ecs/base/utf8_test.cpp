#include "ecs/base/utf8.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace utf8_test {

using ecs::append_utf8;
using ecs::count_characters;
using ecs::is_utf8;
using ecs::next_character;
using ecs::replacement_character;
using ecs::utf8_length;
using ecs::whole_characters;

namespace {

std::string written(std::uint32_t character) {
    std::string text;
    append_utf8(text, character);
    return text;
}

std::vector<std::uint32_t> characters_of(std::string_view text) {
    std::vector<std::uint32_t> all;
    for (std::size_t at = 0; at < text.size();) all.push_back(next_character(text, at));
    return all;
}

struct Known {
    std::uint32_t character;
    std::string_view bytes;
};

// From the table of RFC 3629: the first and last character of each length, and those beside the surrogates.
constexpr Known known[] = {
    {0x41, "A"},
    {0x7f, "\x7f"},
    {0x80, "\xc2\x80"},
    {0xe9, "\xc3\xa9"},
    {0x7ff, "\xdf\xbf"},
    {0x800, "\xe0\xa0\x80"},
    {0x20ac, "\xe2\x82\xac"},
    {0xd7ff, "\xed\x9f\xbf"},
    {0xe000, "\xee\x80\x80"},
    {0xfffd, "\xef\xbf\xbd"},
    {0xffff, "\xef\xbf\xbf"},
    {0x10000, "\xf0\x90\x80\x80"},
    {0x1f6a2, "\xf0\x9f\x9a\xa2"},
    {0x10ffff, "\xf4\x8f\xbf\xbf"},
};

struct Broken {
    const char* what;
    std::string_view bytes;
};

constexpr Broken broken[] = {
    {"a byte that goes on", "\x80"},
    {"another one", "\xbf"},
    {"NUL in two bytes", "\xc0\x80"},
    {"a slash in two bytes", "\xc0\xaf"},
    {"DEL in two bytes", "\xc1\xbf"},
    {"7FF in three bytes", "\xe0\x9f\xbf"},
    {"FFFF in four bytes", "\xf0\x8f\xbf\xbf"},
    {"the first surrogate", "\xed\xa0\x80"},
    {"the last surrogate", "\xed\xbf\xbf"},
    {"110000", "\xf4\x90\x80\x80"},
    {"1FFFFF", "\xf7\xbf\xbf\xbf"},
    {"five bytes", "\xf8\x88\x80\x80\x80"},
    {"six bytes", "\xfc\x84\x80\x80\x80\x80"},
    {"FE", "\xfe"},
    {"FF", "\xff\xff\xff\xff"},
    {"two bytes, one missing", "\xc3"},
    {"two bytes, a letter instead", "\xc3z"},
    {"three bytes, two missing", "\xe2"},
    {"three bytes, one missing", "\xe2\x82"},
    {"three bytes, a letter instead", "\xe2\x82z"},
    {"four bytes, three missing", "\xf0"},
    {"four bytes, two missing", "\xf0\x9f"},
    {"four bytes, one missing", "\xf0\x9f\x9a"},
    {"four bytes, a letter instead", "\xf0\x9f\x9az"},
};

}  // namespace

TEST_CASE("UTF-8: the characters of every length are the bytes of the standard", "[ecs][utf8]") {
    for (const Known& each : known) {
        CAPTURE(each.character);
        CHECK(written(each.character) == each.bytes);
        CHECK(utf8_length(each.bytes) == each.bytes.size());
        CHECK(is_utf8(each.bytes));
        CHECK(characters_of(each.bytes) == std::vector<std::uint32_t>{each.character});
    }
    using namespace std::string_view_literals;
    CHECK(written(0) == "\0"sv);
    CHECK(utf8_length("\0"sv) == 1);
    CHECK(utf8_length("") == 0);
    CHECK(is_utf8(""));
}

TEST_CASE("UTF-8: what is no character reads as U+FFFD, byte by byte", "[ecs][utf8]") {
    for (const Broken& each : broken) {
        CAPTURE(each.what);
        CHECK(utf8_length(each.bytes) == 0);
        CHECK_FALSE(is_utf8(each.bytes));
        CHECK_FALSE(is_utf8("before" + std::string(each.bytes)));
        std::vector<std::uint32_t> expected(each.bytes.size(), replacement_character);
        if (each.bytes.back() == 'z') expected.back() = 'z';
        CHECK(characters_of(each.bytes) == expected);
        CHECK(count_characters(each.bytes) == each.bytes.size());
        // What follows is read again.
        expected.push_back(0xe9);
        CHECK(characters_of(std::string(each.bytes) + "é") == expected);
    }
}

TEST_CASE("UTF-8: what is no character is written as U+FFFD", "[ecs][utf8]") {
    for (const std::uint32_t none : {0xd800u, 0xdbffu, 0xdc00u, 0xdfffu, 0x110000u, 0x1fffffu, 0xffffffffu}) {
        CAPTURE(none);
        CHECK(written(none) == "\xef\xbf\xbd");
    }
}

TEST_CASE("UTF-8: every character reads back as it was written", "[ecs][utf8]") {
    std::string all;
    std::uint32_t count = 0, wrong = 0;
    for (std::uint32_t character = 0; character <= 0x10ffff; ++character) {
        if (character >= 0xd800 && character <= 0xdfff) continue;
        const std::string text = written(character);
        std::size_t at = 0;
        wrong += next_character(text, at) != character || at != text.size() ? 1u : 0u;
        all += text;
        ++count;
    }
    CHECK(wrong == 0);
    CHECK(is_utf8(all));
    CHECK(count_characters(all) == count);
}

TEST_CASE("UTF-8: random texts read back, random bytes end and stay in their bounds", "[ecs][utf8]") {
    ecs::Random random(11);
    for (int round = 0; round < 2'000; ++round) {
        CAPTURE(round);
        std::vector<std::uint32_t> characters(random.below(20));
        std::string text;
        for (std::uint32_t& character : characters) {
            constexpr std::uint32_t below[] = {0x80, 0x800, 0xd800, 0x110000};
            do character = random.below(below[random.below(4)]);
            while (character >= 0xd800 && character <= 0xdfff);
            append_utf8(text, character);
        }
        REQUIRE(is_utf8(text));
        REQUIRE(characters_of(text) == characters);
        REQUIRE(count_characters(text) == characters.size());

        if (text.empty()) continue;
        text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.next() & 0xff);
        std::string mended;
        for (const std::uint32_t character : characters_of(text)) append_utf8(mended, character);
        REQUIRE(is_utf8(mended));
        REQUIRE((mended == text) == is_utf8(text));
    }
}

TEST_CASE("UTF-8: a text is cut between characters only", "[ecs][utf8]") {
    const std::string text = "aé€🚢z";  // 1 + 2 + 3 + 4 + 1 bytes
    constexpr std::size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (std::size_t most = 0; most < std::size(kept); ++most) {
        CAPTURE(most);
        CHECK(whole_characters(text, most) == text.substr(0, kept[most]));
    }
    // Bytes that are no characters are not kept together.
    CHECK(whole_characters("\x80\x80\x80\x80\x80\x80", 5).size() == 5);
    CHECK(whole_characters("ab\xf0\x9f", 3) == "ab\xf0");
    CHECK(whole_characters("\xf0\x9f\x9a\xa2", 3).empty());
}

}  // namespace utf8_test
