// A LessonBookmark is how far a learner has come in a lesson that is not done: what came of the questions behind him,
// and the prediction that waits for its run. It is kept when the lesson is left, also beyond the end of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/fact.hpp"

namespace ecs::lab {

/// What came of one question.
struct Given {
    std::optional<Answer> prediction;  // none: an expert had himself shown the answer
    Answer truth;
    bool right = false;
    friend bool operator==(const Given&, const Given&) = default;
};

struct LessonBookmark {
    std::vector<Given> given;  // of the questions behind the present one
    /// The present question was predicted: what is said cannot be changed any more.
    bool is_predicted = false;
    std::optional<Answer> prediction;  // of it; none although predicted: an expert passed it over

    /// Nothing was predicted yet.
    bool empty() const { return given.empty() && !is_predicted; }
    friend bool operator==(const LessonBookmark&, const LessonBookmark&) = default;
};

/// One word without spaces, `n63:n63:+;n12`, that from_text reads again.
std::string to_text(const LessonBookmark& place);
/// Nothing when `text` is none.
std::optional<LessonBookmark> place_from_text(std::string_view text);

}  // namespace ecs::lab
