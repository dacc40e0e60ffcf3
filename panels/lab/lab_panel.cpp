#include "panels/lab/lab_panel.hpp"

#include <algorithm>

#include "ecs/lab/storages/about.hpp"
#include "panels/base/language.hpp"
#include "panels/lab/lab_bench.hpp"
#include "panels/lab/lab_six.hpp"
#include "panels/lab/lab_views.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr double shown_after_secs = 0.25;

}  // namespace

LabPanel::LabPanel()
    : Panel("lab", tr_later("Storage Lab"), DockPlace::Middle,
            tr_later("The storages of five articles and our own at the same work, down to the byte")),
      views_(make_lab_views()),
      view_(views_.front().get()) {}

std::string LabPanel::save_settings() const {
    const std::string& scenario = state_.name().empty() ? wanted_scenario_ : state_.name();
    // The second part was the lessons', which have a panel of their own.
    return std::string(view_->about().word) + " " + std::string(name_of(state_.kind)) + " " +
           std::string(name_of(state_.mode())) + " " + scenario + "\t\t" + view_of<LabBench>().save_settings() + "\t" +
           files_.save_settings();
}

void LabPanel::load_settings(std::string_view line) {
    const auto part = [](std::string_view& rest, char end) {
        const std::size_t length = std::min(rest.find(end), rest.size());
        const std::string_view result = rest.substr(0, length);
        rest.remove_prefix(std::min(length + 1, rest.size()));
        return result;
    };
    std::string_view rest = line;
    line = part(rest, '\t');
    part(rest, '\t');  // of the lessons
    if (const std::string_view bench = part(rest, '\t'); !bench.empty()) view_of<LabBench>().load_settings(bench);
    if (!rest.empty()) files_.load_settings(rest);
    const auto word = [&] { return part(line, ' '); };
    const std::string_view shown = word();
    for (const auto& view : views_)
        if (shown == view->about().word) view_ = view.get();
    if (const auto kind = storage_kind_from(word())) state_.kind = *kind;
    state_.set_mode(word() == name_of(Mode::Faithful) ? Mode::Faithful : Mode::Repaired);
    if (!line.empty()) wanted_scenario_ = line;
}

std::vector<std::string_view> LabPanel::view_words() {
    std::vector<std::string_view> words;
    for (const auto& view : make_lab_views()) words.push_back(view->about().word);
    return words;
}

LabRequest LabPanel::titled() const {
    return state_.runs() != nullptr ? static_cast<const LabRequest&>(*state_.runs()) : state_.wish();
}

void LabPanel::draw_bar(const Context& context) {
    const Style& style = context.style;
    ImGui::SetNextItemWidth(style.px(260));
    const LabRequest shown = titled();
    const Scenario* scenario = shown.scenario.get();
    if (ImGui::BeginCombo("##scenario", scenario != nullptr ? tr(scenario->title.c_str()) : tr("Choose a scenario"),
                          ImGuiComboFlags_HeightLargest)) {
        for (const LabSource::Entry& entry : context.lab->scenarios)
            if (selectable(tr(entry.title.c_str()), entry.name == state_.name())) state_.open(*context.lab, entry.name);
        files_.draw_choices(context, state_);
        ImGui::EndCombo();
    }
    if (scenario != nullptr) tooltip(tr(std::string_view(scenario->about)));
    ImGui::SameLine();
    const auto mode_button = [&](Mode mode, const char* hint) {
        if (choice(style, std::string(tr(title_of(mode))).c_str(), shown.mode == mode, {}, hint)) state_.set_mode(mode);
    };
    mode_button(Mode::Faithful, tr("Each storage does what its article does, limits and bugs included"));
    ImGui::SameLine(0, 0);
    mode_button(Mode::Repaired, tr("Every operation works in every storage"));
    if (!context.lab->lessons.empty()) {
        same_line_if_fits(style.px(80), style.px(16));
        if (button(tr("Lessons"), "", tr("Opens the Lessons panel: predict first, then see what really happens")))
            context.requests.push_back(ShowPanelRequest{"lessons"});
    }
    const auto width_of = [](const LabView& view) { return button_width(tr(view.about().label)); };
    float all = 0;
    for (const auto& view : views_) all += width_of(*view);
    for (const auto& view : views_) {
        const bool first = view == views_.front();
        same_line_if_fits(first ? all : width_of(*view), first ? style.px(24) : 0.0f);
        if (choice(style, tr(view->about().label), view_ == view.get(), {}, tr(view->about().hint))) view_ = view.get();
    }
}

void LabPanel::draw_steps_bar(const Context& context) {
    const Style& style = context.style;
    // Back and Next count on from what was wanted last; what is written here is what is shown.
    const LabRequest shown = titled();
    const Scenario& scenario = *shown.scenario;
    const std::size_t wanted = state_.wanted(), count = state_.scenario()->steps.size();
    if (button(tr("Back##step"), wanted == 0 ? tr("No step was taken yet") : "")) state_.go_to(wanted - 1);
    ImGui::SameLine(0, style.px(2));
    if (button(tr("Next##step"), wanted == count ? tr("This was the last step") : "")) state_.go_to(wanted + 1);
    ImGui::SameLine();
    lab_export_menu(context, state_);
    ImGui::SameLine();
    quiet_text(style, phrase("step {} of {}", format_count(shown.steps), format_count(scenario.steps.size())));
    ImGui::SameLine();
    colored_text(style.theme->text,
                 shown.steps == 0 ? tr("before the first step") : scenario.steps[shown.steps - 1].text);
    if (state_.runs() == nullptr || shown.steps == 0) return;
    const ScenarioRun& run = *state_.runs()->runs[static_cast<std::size_t>(state_.kind)];
    const StepResult& result = run.results().back();
    if (!result.why.empty())
        wrapped_text(style.theme->warn,
                     result.refused > 0
                         ? phrase("{} refused: {}, {}.", tr(title_of(state_.kind)), result.rule, tr(result.why))
                         : phrase("{} went wrong: {}, {}.", tr(title_of(state_.kind)), result.rule, tr(result.why)));
}

void LabPanel::draw_work(const Context& context) {
    const Style& style = context.style;
    const bool works = state_.working() && !state_.settled();
    if (!works) return working_since_.reset();
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    if (!working_since_) working_since_ = ImGui::GetTime();
    // Most runs are over at once: a line that comes and goes would make all below it jump.
    if (ImGui::GetTime() - *working_since_ < shown_after_secs) return;
    const ecs::Progress& progress = state_.progress();
    const std::uint64_t all = progress.total(), done = std::min(progress.done(), all);
    const double share = all == 0 ? 0 : static_cast<double>(done) / static_cast<double>(all);
    const bool cancelled = button(tr("Cancel##run"), "", tr("Stays with what is shown"));
    ImGui::SameLine();
    const LabRequest& wish = state_.wish();
    std::string text =
        phrase("Running {}, step {} of {}, {}: {} of {} operations and visits", tr(wish.scenario->title.c_str()),
               format_count(wish.steps), format_count(wish.scenario->steps.size()),
               std::string(tr(phrase_of(wish.mode))), format_count(done), format_count(all));
    if (state_.runs() != nullptr) text += phrase(". Until then, below: {}", tr(state_.runs()->scenario->title.c_str()));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    ImGui::AlignTextToFramePadding();
    clipped_text(text, width);
    const float line = style.px(2), left = low.x + width * static_cast<float>(share);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({low.x, low.y + height - line}, {low.x + width, low.y + height}, style.theme->line);
    list.AddRectFilled({low.x, low.y + height - line}, {left, low.y + height}, style.theme->bar);
    if (cancelled) state_.cancel();
}

void LabPanel::draw_kinds(const Context& context) {
    const Style& style = context.style;
    for (const StorageKind kind : storage_kinds) {
        if (kind != storage_kinds.front()) ImGui::SameLine(0, 0);
        if (choice(style, std::string(tr(title_of(kind))).c_str(), state_.kind == kind, {},
                   (std::string(tr(origin_of(kind))) + ": " + std::string(tr(summary_of(kind)))).c_str()))
            state_.kind = kind;
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr(origin_of(state_.kind)));
    tooltip(tr(about_of(state_.kind)));
    show_selected(context, state_);
}

void LabPanel::draw(const Context& context) {
    const Style& style = context.style;
    if (context.lab == nullptr) {
        empty_without_program(context, tr("There are no scenarios here"),
                              tr("The program that shows this panel lends none"));
        return;
    }
    if (state_.name().empty()) state_.open(*context.lab, wanted_scenario_);
    files_.follow(context, state_);
    state_.update();
    draw_bar(context);
    if (!view_->about().needs_runs) {
        view_->show(context, state_);
        return;
    }
    if (!state_.error().empty()) {
        wrapped_text(style.theme->error, state_.error());
        return;
    }
    if (state_.scenario() == nullptr) {
        const bool some = !context.lab->scenarios.empty();
        if (empty_state(style, tr("No scenario has run"), tr("Choose one above"),
                        some ? tr("Run the first one") : nullptr))
            state_.open(*context.lab, context.lab->scenarios.front().name);
        return;
    }
    draw_steps_bar(context);
    draw_work(context);
    if (state_.runs() == nullptr) {
        empty_state(style, tr("The scenario runs on all six storages"), tr("A moment"));
        return;
    }
    for (const auto& view : views_)
        if (view.get() != view_) view->stand_back(state_);
    if (view_->about().shows_bytes && !state_.runs()->is_traced) {
        if (empty_state(style, tr("Too large to be shown byte by byte"),
                        tr("A scenario of this size is run untraced. Compare has the sums of its bytes"),
                        tr("Show Compare")))
            view_ = views_.front().get();
        return;
    }
    link_pointed_component(context, state_);  // of a panel that was drawn before
    if (view_->about().of_one_storage) draw_kinds(context);
    view_->show(context, state_);
    link_pointed_component(context, state_);
}

}  // namespace panels
