// The TextQuestion is a popup that asks a person for one text, such as the name of a file, until what they ask for
// worked or they give up.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "panels/base/language.hpp"
#include "panels/base/style.hpp"

namespace panels {

class TextQuestion {
public:
    struct Asked {
        std::string title, button, about = {}, hint = tr("Name of the file"),
                                   why_not_empty = tr("The file needs a name");
        std::string text = {};
        std::function<std::string(const std::string& text)> act = {};  // returns for a person what went wrong
    };
    void ask(Asked question);
    bool open() const { return asked_.has_value(); }
    void close() { asked_.reset(); }
    /// Returns whether it has the keyboard. `window` is unlike that of other questions.
    bool draw(const Style& style, const std::string& window);

private:
    std::optional<Asked> asked_;
    std::string problem_;
    bool opens_ = false;     // in this frame
    bool to_field_ = false;  // gives the text the keyboard
};

}  // namespace panels
