// How the parts of a bundle are read and written: objects whose members must be known, lists, handles.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/entity.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_reader.hpp"
#include "files/json/json_text.hpp"

namespace files {

/// Reads an object, members in any order. `read(key)` reads the value, or returns false for a key that it does not
/// know. `what` ends the sentence about such a key: "a bundle".
template <class F>
void read_members(JsonReader& json, std::string_view what, F&& read) {
    json.begin_object();
    while (const auto key = json.next_member())
        if (!read(*key)) json.fail_about_key("unknown member " + in_quotes(*key) + " of " + std::string(what));
}

template <class F>
void read_list(JsonReader& json, F&& read) {
    json.begin_array();
    while (json.next_element()) read();
}

inline std::uint64_t read_count(JsonReader& json) { return read_number_as<std::uint64_t>(json); }
inline std::string read_text(JsonReader& json) { return std::string(json.read_string()); }

/// 16 hex digits.
void append_hex(std::string& out, std::uint64_t number);
std::uint64_t read_hex(JsonReader& json);

/// `"12v3"`; null is no handle.
ecs::Entity read_handle(JsonReader& json);
/// `["1v1", "5v1..900v1"]`: consecutive slots of one generation are a range.
void append_handles(std::string& out, const std::vector<ecs::Entity>& handles);
/// Takes what it reads from `room`, and fails below 0: a short text can stand for many handles.
std::vector<ecs::Entity> read_handles(JsonReader& json, std::size_t& room);
inline constexpr std::size_t most_handles = std::size_t{1} << 24;

/// Writes `{ "name": value, … }`, a member at a time.
class MemberWriter {
public:
    explicit MemberWriter(std::string& out) : out_(out) {}
    /// The value of the member follows.
    std::string& member(std::string_view name) {
        out_ += std::exchange(separator_, ", ");
        append_string(out_, name);
        out_ += ": ";
        return out_;
    }
    void text(std::string_view name, std::string_view value) { append_string(member(name), value); }
    void count(std::string_view name, std::uint64_t value) { append_integer(member(name), value); }
    /// Only when it is true.
    void flag(std::string_view name, bool value) {
        if (value) member(name) += "true";
    }
    void entity(std::string_view name, ecs::Entity value) { append_entity(member(name), value); }
    void handles(std::string_view name, const std::vector<ecs::Entity>& value) {
        if (!value.empty()) append_handles(member(name), value);
    }
    void end() { out_ += separator_[0] == '{' ? "{ }" : " }"; }

private:
    std::string& out_;
    const char* separator_ = "{ ";
};

/// Writes a list, an element at a time.
class ListWriter {
public:
    /// `between` separates the elements: with a line break, each has a line.
    explicit ListWriter(std::string& out, std::string_view between = ", ") : out_(out), between_(between) {
        out_ += '[';
    }
    std::string& element() {
        if (std::exchange(any_, true))
            out_ += between_;
        else if (between_.find('\n') != std::string_view::npos)
            out_ += between_.substr(between_.find('\n'));
        return out_;
    }
    void end() { out_ += ']'; }

private:
    std::string& out_;
    std::string_view between_;
    bool any_ = false;
};

}  // namespace files
