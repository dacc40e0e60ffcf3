// A JsonReader walks over JSON text value by value and knows its place for every message: line, column and JSON path.
// It knows the grammar and the limits of our files, not their meaning. It builds no tree, so the text must outlive
// the reader.
//
//     reader.begin_object();
//     while (const std::optional<std::string_view> key = reader.next_member()) …read exactly one value…
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "files/base/file_error.hpp"

namespace files {

enum class JsonKind { Null, Bool, Number, String, Array, Object };

/// Line and column of a place in a text, both from 1. Columns count characters, not bytes.
struct TextPlace {
    int line = 1, column = 1;
};
TextPlace place_of(std::string_view text, std::size_t offset);

class JsonReader {
public:
    static constexpr std::size_t deepest_nesting = 64;
    static constexpr std::size_t longest_string_bytes = 1u << 20;

    /// `file` appears in messages. `depth_limit` is lower for text that will be put inside of another value.
    JsonReader(std::string_view text, std::string file, std::size_t depth_limit = deepest_nesting);

    /// Kind of the next value.
    JsonKind peek();

    void begin_object();
    /// The key of the next member; read its value before the next call. Nothing at the end of the object. Valid as
    /// long as the reader.
    std::optional<std::string_view> next_member();
    void begin_array();
    /// Whether there is another element; read it before the next call.
    bool next_element();

    /// `expected` completes the sentence "… must be" for a value of another kind. The result is valid until the next
    /// string.
    std::string_view read_string(std::string_view expected = "a string");
    /// The number as spelt in the text.
    std::string_view read_number(std::string_view expected = "a number");
    bool read_bool();
    void read_null();
    /// Checks any value and ignores it.
    void skip();
    /// Returns any value as text, without white space between the tokens.
    std::string read_raw();
    /// Checks that only white space follows.
    void finish();

    /// Start of the value that was peeked at or read last.
    std::size_t offset() const { return value_start_; }
    /// The same as line and column.
    TextPlace place() const { return place_of(text_, value_start_); }
    /// End of the value that was read last.
    std::size_t end_offset() const { return position_; }
    /// The text from the next value on, after next_element() or peek().
    std::string_view rest() const { return text_.substr(position_); }
    /// Skips `bytes` of rest(). They must hold exactly one valid value, which other code has read.
    void take(std::size_t bytes) { position_ += bytes; }
    /// Reads the value at `start` again. `start` is an offset() at the present level.
    void go_back(std::size_t start) { position_ = start; }
    /// Continues at the value of a member of the outermost object, or at element `element` of that member.
    void go_to(std::size_t offset, std::string_view member, std::optional<std::size_t> element = {});

    /// Skips an array or an object whose content is read and checked later.
    void skip_unchecked();
    /// Inside an array that is a member of the outermost object: continues in `text`, which begins with the present
    /// rest(). For texts of which only a part is in memory. There is no way back to earlier text.
    void slide(std::string_view text);

    /// Throws `<path> <problem>` at the value that was peeked at or read last: "must be a number, found …".
    [[noreturn]] void fail(const std::string& problem) const;
    /// The same at another place, given by an offset().
    [[noreturn]] void fail_from(std::size_t start, const std::string& problem) const;
    /// Throws `<path>: <problem>` at the value that was peeked at or read last.
    [[noreturn]] void fail_about(const std::string& problem) const;
    [[noreturn]] void fail_about_from(std::size_t start, const std::string& problem) const;
    /// Throws `<path>: <problem>` at the key of the present member.
    [[noreturn]] void fail_about_key(const std::string& problem) const;
    /// Throws "<path> must be <expected>, found string "one"" for the value that was peeked at or read last.
    [[noreturn]] void fail_expected(std::string_view expected) const;
    /// Throws `<problem>` alone, at a place given by an offset().
    [[noreturn]] void fail_at(std::size_t start, const std::string& problem) const;
    /// The value that was peeked at or read last, in words: `string "one"`, `number 5`, `null`, `an array`.
    std::string describe_value() const;

    const std::string& file() const { return file_; }

private:
    struct Level {
        bool array = false;
        bool started = false;                                             // an element or member was entered
        std::size_t index = 0;                                            // of the present element
        std::string_view key;                                             // of the present member
        std::size_t key_start = 0;                                        // in the text
        std::size_t first_key = 0;                                        // in keys_
        std::unique_ptr<std::unordered_set<std::string_view>> many_keys;  // for large objects
    };

    void skip_space();
    void open(bool array);
    void remember_key(std::string_view key);
    std::string_view scan_string();
    void scan_escape();
    void scan_utf8();
    void scan_word(std::string_view word);
    unsigned scan_hex4();
    bool next(char close);
    std::string path() const;
    std::string found_here() const;
    [[noreturn]] void fail_syntax(const std::string& expected) const;

    std::string_view text_;
    std::string file_;
    std::size_t depth_limit_;
    std::size_t position_ = 0;
    std::size_t value_start_ = 0;
    std::array<Level, deepest_nesting + 1> levels_;  // [1, depth_] are open
    std::size_t depth_ = 0;
    std::vector<std::string_view> keys_;      // of all open objects that are not large
    std::deque<std::string> unescaped_keys_;  // keys that differ from their spelling in the text
    std::string unescaped_;                   // the present string, if it has escapes
};

/// Whether a word like `true` continues with this character.
inline bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// `text` for a message: in quotes, escaped, and shortened when long.
std::string in_quotes(std::string_view text);

/// `; did you mean "hp"?` when one of `known` is close, else empty.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

}  // namespace files
