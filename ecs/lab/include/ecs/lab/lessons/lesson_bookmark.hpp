// A LessonBookmark is a learner's place in an unfinished lesson: the results of earlier questions, and a prediction
// that waits for its run. It is kept when the learner leaves the lesson, even beyond the end of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/fact.hpp"

namespace ecs::lab {

/// The result of one question.
struct Given {
    std::optional<Answer> prediction;  // none: an expert skipped the prediction
    Answer truth;
    bool right = false;
    friend bool operator==(const Given&, const Given&) = default;
};

struct LessonBookmark {
    std::vector<Given> given;  // of the questions before the present one
    /// The present question was predicted: the prediction can no longer change.
    bool is_predicted = false;
    std::optional<Answer> prediction;  // for the present question; none although predicted: an expert skipped it

    /// Whether nothing was predicted yet.
    bool empty() const { return given.empty() && !is_predicted; }
    friend bool operator==(const LessonBookmark&, const LessonBookmark&) = default;
};

/// One word without spaces, `n63:n63:+;n12`, which place_from_text reads.
std::string to_text(const LessonBookmark& place);
/// Nothing when `text` is not a bookmark.
std::optional<LessonBookmark> place_from_text(std::string_view text);

}  // namespace ecs::lab
