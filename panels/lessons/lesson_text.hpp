// Texts of lessons on as many lines as they need. Japanese has no spaces between words: it may be broken between any
// two characters, but no line begins with a closing sign or ends with an opening one.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <imgui.h>

#include "ecs/lab/lessons/lesson.hpp"
#include "panels/base/style.hpp"

namespace panels {

/// `text` with line breaks put in, so that no line is wider than `width` by `width_of`. Spaces are kept where a line is
/// broken behind them.
std::string broken_into_lines(std::string_view text, float width,
                              const std::function<float(std::string_view)>& width_of);

/// The words of the lessons' interface in one language.
struct LessonWords {
    const ecs::lab::Words* words = nullptr;
    ecs::lab::Language language = ecs::lab::Language::English;

    using Values = std::map<std::string, std::string, std::less<>>;
    /// The key itself where there is no such word.
    std::string operator()(std::string_view key, const Values& values = {}) const;
};

/// The next button, which has this label, stands beside the last item where it fits, otherwise below.
void next_to(std::string_view button);

/// Draws the text in this width, or in the width that is left.
void lesson_text(ImU32 color, std::string_view text, float width = 0);

/// The name of the storage, and quiet behind it which article it comes from.
void show_storage_heading(const Style& style, ecs::lab::StorageKind kind, const LessonWords& words);

}  // namespace panels
