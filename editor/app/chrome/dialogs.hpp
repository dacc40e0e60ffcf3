// What stands in front of everything and waits for an answer: a question with buttons, a line to fill in, and the
// page about the program. At most one is open at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/document/document_ui.hpp"
#include "panels/base/style.hpp"

namespace editor {

class Dialogs {
public:
    /// Enter takes the first answer that loses no values, Escape the last one.
    void ask(std::string title, std::string text, std::vector<Answer> answers);
    /// Asks for one line of text; `done` is called with it when the person confirms.
    void ask_text(std::string title, std::string label, std::string text, std::function<void(std::string)> done);
    void show_about();

    void draw(const panels::Style& style);
    bool any_open() const { return kind_ != Kind::None; }
    /// The title of the one that is open; empty when none is.
    std::string_view shown() const { return any_open() ? std::string_view(title_) : std::string_view(); }

private:
    enum class Kind { None, Question, Text, About };
    void open(Kind kind, std::string title);
    void draw_question(const panels::Style& style);
    void draw_text(const panels::Style& style);
    void draw_about(const panels::Style& style);
    void close();

    Kind kind_ = Kind::None;
    bool just_opened_ = false;
    std::uint64_t opened_ = 0;  // so many were; the answer to one may open the next
    std::string title_, text_, label_;
    std::vector<Answer> answers_;
    std::function<void(std::string)> text_done_;
};

}  // namespace editor
