#include "ecs/lab/lesson_session.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ecs/assert.hpp"

namespace ecs::lab {

namespace {

/// Bytes of `a` that are not in `b`.
std::uint64_t bytes_beyond(const ByteRanges& a, const ByteRanges& b) {
    std::uint64_t shared = 0;
    for (const auto& [begin, end] : a)
        for (const auto& other : b) {
            const Address from = std::max(begin, other.first), to = std::min(end, other.second);
            if (from < to) shared += to - from;
        }
    return byte_count(a) - shared;
}

}  // namespace

Feedback grade(const Question& question, const Answer& prediction, const Answer& truth) {
    Feedback feedback;
    switch (truth.kind) {
        case AnswerKind::Number:
            feedback.difference = prediction.number - truth.number;
            // What is shown with two digits cannot be asked for more exactly.
            feedback.right =
                std::abs(feedback.difference) <= std::max(std::abs(truth.number) * question.within_percent / 100,
                                                          truth.number == std::floor(truth.number) ? 0 : 0.005000001) ||
                (prediction.number <= truth.number * question.within_factor &&
                 prediction.number * question.within_factor >= truth.number);
            break;
        case AnswerKind::Word:
            feedback.right = prediction.word == truth.word;
            break;
        case AnswerKind::Order:
            for (std::size_t i = 0; i < truth.order.size(); ++i)
                if (i >= prediction.order.size() || prediction.order[i] != truth.order[i]) ++feedback.missing;
            feedback.right = feedback.missing == 0;
            break;
        case AnswerKind::Bytes:
            feedback.missing = bytes_beyond(truth.bytes, prediction.bytes);
            feedback.extra = bytes_beyond(prediction.bytes, truth.bytes);
            feedback.right = feedback.missing == 0 && feedback.extra == 0;
            break;
    }
    return feedback;
}

void LessonSession::begin() {
    if (stage_ == LessonStage::Goal) stage_ = LessonStage::Predict;
}

std::string_view LessonSession::predict(Answer prediction) {
    ECS_ASSERT(stage_ == LessonStage::Predict, "a prediction is asked for");
    const Question& asked = question();
    const auto is_choice = [&](const std::string& key) {
        return std::any_of(asked.choices.begin(), asked.choices.end(),
                           [&](const LessonChoice& choice) { return choice.key == key; });
    };
    prediction.kind = answer_of(asked.answer.kind);
    switch (prediction.kind) {
        case AnswerKind::Number:
            if (!std::isfinite(prediction.number) || prediction.number < 0) return "no_number";
            break;
        case AnswerKind::Word:
            if (!is_choice(prediction.word)) return "no_choice";
            break;
        case AnswerKind::Order: {
            std::vector<std::string> sorted = prediction.order;
            std::sort(sorted.begin(), sorted.end());
            const bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
            if (twice || sorted.size() != asked.choices.size() || !std::all_of(sorted.begin(), sorted.end(), is_choice))
                return "bad_order";
            break;
        }
        case AnswerKind::Bytes:
            prediction.bytes = joined_ranges(std::move(prediction.bytes));
            if (prediction.bytes.empty()) return "no_bytes";
            break;
    }
    prediction_ = std::move(prediction);
    stage_ = LessonStage::Run;
    return {};
}

std::string_view LessonSession::predict_number(std::string_view typed) {
    const std::optional<double> number = parse_number(typed);
    if (!number) return "no_number";
    return predict({AnswerKind::Number, *number, {}, {}, {}});
}

void LessonSession::skip_prediction() {
    ECS_ASSERT(stage_ == LessonStage::Predict, "a prediction is asked for");
    prediction_.reset();
    stage_ = LessonStage::Run;
}

void LessonSession::take(QuestionTruth truth) {
    ECS_ASSERT(stage_ == LessonStage::Run, "the prediction comes first");
    truth_ = std::move(truth);
    feedback_ = prediction_ ? grade(question(), *prediction_, truth_.answer) : Feedback{.asked = false};
    if (feedback_.right) ++right_;
    stage_ = LessonStage::See;
}

void LessonSession::explain(std::string own_words) {
    ECS_ASSERT(stage_ == LessonStage::See, "the run comes first");
    own_words_ = std::move(own_words);
    stage_ = LessonStage::Explain;
}

void LessonSession::next() {
    ECS_ASSERT(stage_ == LessonStage::Explain, "the explanation comes first");
    prediction_.reset();
    own_words_.clear();
    if (question_ + 1 == lesson_->questions.size()) {
        stage_ = LessonStage::Done;
        return;
    }
    ++question_;
    stage_ = LessonStage::Predict;
}

const Course::Progress& Course::of(const std::string& lesson) const {
    static const Progress none;
    const auto found = lessons_.find(lesson);
    return found == lessons_.end() ? none : found->second;
}

void Course::finish(const std::string& lesson, std::size_t right) {
    Progress& progress = lessons_[lesson];
    progress.done = true;
    progress.right = std::max(progress.right, right);
}

void Course::finish_by_hand(const std::string& lesson) { lessons_[lesson].by_hand = true; }

Course::Hints Course::hints() const {
    return right_in_a_row_ == 0 ? Hints::Open : right_in_a_row_ < 3 ? Hints::OnDemand : Hints::None;
}

void Course::note(const Feedback& feedback) {
    if (!feedback.asked) return;
    right_in_a_row_ = feedback.right ? right_in_a_row_ + 1 : 0;
}

std::string Course::to_text() const {
    std::string text = "hints=" + std::to_string(right_in_a_row_);
    for (const auto& [id, progress] : lessons_)
        text += " " + id + "=" + (progress.done ? std::to_string(progress.right) : "") + (progress.by_hand ? "h" : "");
    return text;
}

void Course::from_text(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view entry = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t sign = entry.find('=');
        if (sign == std::string_view::npos) continue;
        std::uint32_t number = 0;
        const std::string_view value = entry.substr(sign + 1);
        const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool has_number = read.ec == std::errc();
        const std::string_view rest(read.ptr, static_cast<std::size_t>(value.data() + value.size() - read.ptr));
        if (!rest.empty() && rest != "h") continue;
        if (entry.substr(0, sign) == "hints") {
            if (has_number) right_in_a_row_ = number;
            continue;
        }
        if (has_number || !rest.empty())
            lessons_[std::string(entry.substr(0, sign))] = {has_number, !rest.empty(), number};
    }
}

}  // namespace ecs::lab
