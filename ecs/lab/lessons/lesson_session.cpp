#include "ecs/lab/lessons/lesson_session.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ecs/base/assert.hpp"

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

/// The key of the word that says why the prediction is invalid; empty when it is valid.
std::string_view why_none(const Question& question, const Answer& prediction) {
    const auto is_choice = [&](const std::string& key) {
        return std::any_of(question.choices.begin(), question.choices.end(),
                           [&](const LessonChoice& choice) { return choice.key == key; });
    };
    switch (prediction.kind) {
        case AnswerKind::Number:
            return std::isfinite(prediction.number) && prediction.number >= 0 ? "" : "no_number";
        case AnswerKind::Word:
            return is_choice(prediction.word) ? "" : "no_choice";
        case AnswerKind::Order: {
            std::vector<std::string> sorted = prediction.order;
            std::sort(sorted.begin(), sorted.end());
            const bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
            const bool all =
                sorted.size() == question.choices.size() && std::all_of(sorted.begin(), sorted.end(), is_choice);
            return all && !twice ? "" : "bad_order";
        }
        case AnswerKind::Bytes:
            break;
    }
    return prediction.bytes.empty() ? "no_bytes" : "";
}

}  // namespace

Feedback grade(const Question& question, const Answer& prediction, const Answer& truth) {
    Feedback feedback;
    switch (truth.kind) {
        case AnswerKind::Number:
            feedback.difference = prediction.number - truth.number;
            // Numbers are shown with two digits, so no more precision can be asked for.
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
    if (part_ == LessonPart::Goal) part_ = LessonPart::Predict;
}

bool LessonSession::go_on_at(const LessonBookmark& place) {
    const std::vector<Question>& questions = lesson_->questions;
    const std::size_t known = place.given.size() + (place.is_predicted ? 1 : 0);
    if (part_ != LessonPart::Goal || place.empty() || place.given.size() >= questions.size()) return false;
    for (std::size_t i = 0; i < known; ++i) {
        const bool present = i == place.given.size();
        const std::optional<Answer>& prediction = present ? place.prediction : place.given[i].prediction;
        const AnswerKind kind = answer_of(questions[i].answer.kind);
        if (!present && place.given[i].truth.kind != kind) return false;
        if (prediction && (prediction->kind != kind || !why_none(questions[i], *prediction).empty())) return false;
    }
    given_ = place.given;
    question_ = given_.size();
    prediction_ = place.prediction;
    part_ = place.is_predicted ? LessonPart::Run : LessonPart::Predict;
    return true;
}

LessonBookmark LessonSession::place() const {
    LessonBookmark place;
    if (part_ == LessonPart::Goal || part_ == LessonPart::Done) return place;
    place.given = given_;
    place.is_predicted = part_ != LessonPart::Predict;
    place.prediction = prediction_;
    return place;
}

std::size_t LessonSession::right() const {
    const bool now = (part_ == LessonPart::See || part_ == LessonPart::Explain) && feedback_.right;
    return static_cast<std::size_t>(
               std::count_if(given_.begin(), given_.end(), [](const Given& each) { return each.right; })) +
           (now ? 1 : 0);
}

std::string_view LessonSession::predict(Answer prediction) {
    ECS_ASSERT(part_ == LessonPart::Predict, "a prediction is asked for");
    prediction.kind = answer_of(question().answer.kind);
    if (prediction.kind == AnswerKind::Bytes) prediction.bytes = joined_ranges(std::move(prediction.bytes));
    if (const std::string_view why = why_none(question(), prediction); !why.empty()) return why;
    prediction_ = std::move(prediction);
    part_ = LessonPart::Run;
    return {};
}

std::string_view LessonSession::predict_number(std::string_view typed) {
    const std::optional<double> number = parse_number(typed, question().hex);
    if (!number) return "no_number";
    return predict({AnswerKind::Number, *number, {}, {}, {}});
}

void LessonSession::skip_prediction() {
    ECS_ASSERT(part_ == LessonPart::Predict, "a prediction is asked for");
    prediction_.reset();
    part_ = LessonPart::Run;
}

void LessonSession::take(QuestionTruth truth) {
    ECS_ASSERT(part_ == LessonPart::Run, "the prediction comes first");
    truth_ = std::move(truth);
    feedback_ = prediction_ ? grade(question(), *prediction_, truth_.answer) : Feedback{.asked = false};
    part_ = LessonPart::See;
}

void LessonSession::explain(std::string own_words) {
    ECS_ASSERT(part_ == LessonPart::See, "the run comes first");
    own_words_ = std::move(own_words);
    part_ = LessonPart::Explain;
}

void LessonSession::next() {
    ECS_ASSERT(part_ == LessonPart::Explain, "the explanation comes first");
    given_.push_back({std::move(prediction_), truth_.answer, feedback_.right});
    prediction_.reset();
    own_words_.clear();
    if (question_ + 1 == lesson_->questions.size()) {
        part_ = LessonPart::Done;
        return;
    }
    ++question_;
    part_ = LessonPart::Predict;
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
    progress.place = {};
}

void Course::keep_place(const std::string& lesson, LessonBookmark place) { lessons_[lesson].place = std::move(place); }

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
    for (const auto& [id, progress] : lessons_) {
        if (progress.done || progress.by_hand)
            text +=
                " " + id + "=" + (progress.done ? std::to_string(progress.right) : "") + (progress.by_hand ? "h" : "");
        if (!progress.place.empty()) text += " " + id + "@" + lab::to_text(progress.place);
    }
    return text;
}

void Course::read_progress(std::string_view name, std::string_view value) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool has_number = read.ec == std::errc();
    const std::string_view rest(read.ptr, static_cast<std::size_t>(value.data() + value.size() - read.ptr));
    if (!rest.empty() && rest != "h") return;
    if (name == "hints") {
        if (has_number) right_in_a_row_ = number;
        return;
    }
    if (!has_number && rest.empty()) return;
    Progress& progress = lessons_[std::string(name)];
    progress.done = has_number;
    progress.by_hand = !rest.empty();
    progress.right = number;
}

void Course::from_text(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view entry = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t sign = entry.find_first_of("=@");
        if (sign == std::string_view::npos) continue;
        const std::string_view name = entry.substr(0, sign), value = entry.substr(sign + 1);
        if (entry[sign] == '=')
            read_progress(name, value);
        else if (const auto place = place_from_text(value); place && !place->empty())
            keep_place(std::string(name), *place);
    }
}

}  // namespace ecs::lab
