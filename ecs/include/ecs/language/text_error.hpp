// A TextError says what is wrong with a text of the language, at which character, and what was expected there. It
// belongs to the code that asked; the text itself stays with its owner.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ecs {

struct TextError {
    std::size_t offset = 0;  // bytes from the start of the text
    std::size_t column = 1;  // characters, counted from 1
    std::string message;     // for a person: `Expected a component or "(", found "<"`

    friend bool operator==(const TextError&, const TextError&) = default;
};

/// The error at the byte `offset` of `text`.
TextError error_at(std::string_view text, std::size_t offset, std::string message);

/// The line of the text and below it a caret under the character. Long lines are cut on both sides.
///
///     Health.hp << 10
///                ^
std::string caret_under(std::string_view text, const TextError& error);
/// The same, and the message below.
std::string with_caret(std::string_view text, const TextError& error);

/// A value, or what is wrong with the text that should have made it.
template <class T>
class TextResult {
public:
    TextResult(T value) : value_(std::move(value)) {}
    TextResult(TextError error) : error_(std::move(error)) {}

    explicit operator bool() const { return value_.has_value(); }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return &*value_; }
    const T* operator->() const { return &*value_; }

    /// Without a message when there is a value.
    const TextError& error() const { return error_; }

private:
    std::optional<T> value_;
    TextError error_;
};

}  // namespace ecs
