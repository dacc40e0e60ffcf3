// The TextQuestion is a popup that asks a person for one text, such as the name of a file, until what they ask for
// worked or they give up.
#pragma once

#include <optional>
#include <string>

#include "panels/desk/desk.hpp"

namespace panels {

class TextQuestion {
public:
    void ask(TextAsked question);
    bool open() const { return asked_.has_value(); }
    void close() { asked_.reset(); }
    /// Returns whether it has the keyboard. `window` is unlike that of other questions.
    bool draw(const Style& style, const std::string& window);

private:
    std::optional<TextAsked> asked_;
    std::string problem_;
    bool opens_ = false;     // in this frame
    bool to_field_ = false;  // gives the text the keyboard
};

}  // namespace panels
