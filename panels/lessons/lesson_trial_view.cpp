#include "panels/lessons/lesson_trial_view.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/lessons/lesson_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

void LessonTrialView::begin(std::shared_ptr<const Lesson> lesson, std::size_t question) {
    end();
    lesson_ = std::move(lesson);
    question_ = question;
    positions_.assign(trial().knobs.size(), 0);
}

void LessonTrialView::end() {
    task_.abandon();
    known_.clear();
    lesson_.reset();
}

const std::vector<Answer>* LessonTrialView::readings() const {
    const auto found = known_.find(positions_);
    return found == known_.end() ? nullptr : &found->second;
}

Look LessonTrialView::look() const { return tweaked(trial().look, tweak_at(trial(), positions_)); }

void LessonTrialView::take(bool wait) {
    if (wait) task_.wait();
    if (task_.finished()) known_[worked_at_] = task_.take();
    if (task_.running() || readings() != nullptr) return;
    worked_at_ = positions_;
    task_.start([lesson = lesson_, question = question_, at = positions_](ecs::Progress& progress) {
        return find_readings(*lesson, *lesson->questions[question].trial, at, progress.stop_token());
    });
}

void LessonTrialView::update(const Context& context) {
    if (!shown()) return;
    take(false);
    if (task_.running() && context.stay_awake != nullptr) *context.stay_awake = true;
}

void LessonTrialView::finish() {
    while (shown() && readings() == nullptr) take(true);
}

bool LessonTrialView::show(const Context& context, Language language, std::string_view running) {
    const Style& style = context.style;
    lesson_text(style.theme->text, trial().ask.in(language));
    ImGui::Dummy({0, style.px(4)});
    bool turned = false;
    for (std::size_t i = 0; i < trial().knobs.size(); ++i) turned |= draw_knob(style, i, language);
    ImGui::Dummy({0, style.px(4)});
    const bool measured = std::any_of(trial().readings.begin(), trial().readings.end(),
                                      [](const Reading& reading) { return is_measured(reading.fact); });
    badge(style, measured ? Badge::Measured : Badge::Exact, tr("From runs of the storages at these positions"));
    turned |= draw_table(context, language, running);
    return turned;
}

bool LessonTrialView::draw_knob(const Style& style, std::size_t number, Language language) {
    const Knob& knob = trial().knobs[number];
    std::size_t& at = positions_[number];
    const std::size_t before = at;
    ImGui::PushID(static_cast<int>(number));
    ImGui::AlignTextToFramePadding();
    quiet_text(style, knob.label.in(language));
    ImGui::SameLine();
    if (knob.slides) {
        int position = static_cast<int>(at);
        ImGui::SetNextItemWidth(std::min(style.px(320), ImGui::GetContentRegionAvail().x));
        if (ImGui::SliderInt("##knob", &position, 0, static_cast<int>(knob.positions.size()) - 1,
                             knob.positions[at].text.in(language).c_str()))
            at = static_cast<std::size_t>(std::clamp(position, 0, static_cast<int>(knob.positions.size()) - 1));
    } else {
        for (std::size_t i = 0; i < knob.positions.size(); ++i) {
            const std::string& text = knob.positions[i].text.in(language);
            const float width = ImGui::CalcTextSize(text.c_str()).x + 2.5f * ImGui::GetStyle().FramePadding.x;
            if (i > 0) same_line_if_fits(width, 0);
            const std::string label = text + "###" + std::to_string(i);
            if (choice(style, label.c_str(), at == i)) at = i;
        }
    }
    ImGui::PopID();
    return at != before;
}

bool LessonTrialView::draw_table(const Context& context, Language language, std::string_view running) {
    const Style& style = context.style;
    const Knob& last = trial().knobs.back();
    const std::size_t columns = 1 + trial().readings.size();
    const float rows = static_cast<float>(last.positions.size() + 1);
    const float height = trial().look.view == LessonView::None
                             ? 0
                             : std::min(rows * row_height(style) + style.px(6), ImGui::GetContentRegionAvail().y / 2);
    if (!ImGui::BeginTable("readings", static_cast<int>(columns), list_table_flags | ImGuiTableFlags_PadOuterX,
                           {0, height}))
        return false;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(last.label.in(language).c_str(), ImGuiTableColumnFlags_WidthStretch, 1.2f);
    for (const Reading& reading : trial().readings)
        ImGui::TableSetupColumn(reading.label.in(language).c_str(), ImGuiTableColumnFlags_WidthStretch, 1.0f);
    std::vector<const char*> hints{last.label.in(language).c_str()};  // whole, where there is little room
    for (const Reading& reading : trial().readings) hints.push_back(reading.label.in(language).c_str());
    header_row(style, hints.data(), 0);
    bool turned = false;
    for (std::size_t i = 0; i < last.positions.size(); ++i) {
        KnobPositions at = positions_;
        at.back() = i;
        begin_row(style);
        ImGui::PushID(static_cast<int>(i));
        if (selectable("##row", at == positions_, ImGuiSelectableFlags_SpanAllColumns) && at != positions_) {
            positions_ = at;
            turned = true;
        }
        ImGui::SameLine(0, 0);
        colored_text(style.theme->text, last.positions[i].text.in(language));
        for (std::size_t reading = 0; reading < trial().readings.size(); ++reading) {
            ImGui::TableNextColumn();
            draw_reading(style, reading, at, language, running);
        }
        ImGui::PopID();
    }
    ImGui::EndTable();
    return turned;
}

void LessonTrialView::draw_reading(const Style& style, std::size_t reading, const KnobPositions& at, Language language,
                                   std::string_view running) const {
    const auto found = known_.find(at);
    if (found == known_.end()) {
        if (at == positions_ && reading == 0)
            quiet_text(style, running);
        else
            quiet_text(style, "–");
        return;
    }
    const Answer& answer = found->second[reading];
    if (answer.kind == AnswerKind::Number && trial().knobs.back().slides) {
        double most = 0;
        for (const auto& [where, answers] : known_)
            most = std::max(most, std::equal(where.begin(), where.end() - 1, at.begin()) ? answers[reading].number : 0);
        ImVec2 low = ImGui::GetCursorScreenPos();
        low.y += ImGui::GetStyle().FramePadding.y;  // as the text of a row stands
        const float width = ImGui::GetContentRegionAvail().x * static_cast<float>(most > 0 ? answer.number / most : 0);
        ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + width, low.y + ImGui::GetTextLineHeight()},
                                                  mixed(style.theme->bar, style.theme->panel, 0.5f));
    }
    colored_text(style.theme->text, reading_text(question(), trial().readings[reading], answer, language));
}

}  // namespace panels
