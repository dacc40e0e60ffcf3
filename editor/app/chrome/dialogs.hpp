// What stands in front of everything and waits for an answer: a question with buttons, a line to fill in, and the
// page about the program. At most one is open at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "editor/document/document_ui.hpp"
#include "panels/base/style.hpp"

namespace editor {

class Dialogs {
public:
    /// See DocumentDialogs.
    Reply<std::string> ask(std::string title, std::string text, std::vector<Answer> answers);
    /// One line of text, if the person confirms it.
    Reply<std::string> ask_text(std::string title, std::string label, std::string text);
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
    Reply<std::string>::Answered answered_;
};

}  // namespace editor
