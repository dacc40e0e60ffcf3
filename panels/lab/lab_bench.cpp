#include "panels/lab/lab_bench.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "panels/base/language.hpp"
#include "panels/lab/lab_bench_view.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr std::array<std::uint64_t, 7> powers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
constexpr std::array<std::size_t, 4> repetition_choices{7, 15, 31, 99};

}  // namespace

LabBench::LabBench(Function run)
    : LabView({.word = "bench",
               .label = tr_later("Bench"),
               .hint = tr_later("What the operations of all six cost on this machine, measured"),
               .needs_runs = false}),
      run_(run ? std::move(run) : Function(run_bench)) {}

std::vector<std::uint64_t> LabBench::sizes() const {
    // A crossover is looked for between powers of ten.
    if (kind_ == BenchKind::Crossover) return default_sizes(kind_);
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = first_; i <= last_; ++i)
        if (powers[i] >= min_entities(kind_)) sizes.push_back(powers[i]);
    return sizes;
}

void LabBench::start() {
    BenchRequest request{kind_, sizes(), {}};
    request.effort.repetitions = repetitions_;
    problem_ = why_not(request);
    if (!problem_.empty()) return;
    task_.start([run = run_, request](ecs::Progress& told) {
        BenchHooks hooks;
        hooks.stop = told.stop_token();
        hooks.progress = [&](const BenchProgress& progress) {
            told.begin(progress.all);
            told.advance_to(progress.done);
            told.say(progress.what);
        };
        return run(request, hooks);
    });
}

void LabBench::update() {
    if (task_.finished()) finish();
}

void LabBench::finish() {
    if (!running()) return;
    problem_.clear();
    try {
        BenchResult result = task_.take();
        // What was cancelled before anything was finished is no reason to take away what stands there.
        if (!result.rows.empty() || !result_) result_ = std::move(result);
    } catch (const std::bad_alloc&) {
        problem_ = tr("There is not enough memory for so many entities in all storages");
    }
    if (!result_) return;
    conclude();
    if (!result_->faults.empty()) problem_ = result_->faults.front();
}

void LabBench::conclude() {
    language_ = ecs::spoken();
    conclusions_ = conclusions_of(*result_);
}

std::optional<ImVec2> LabBench::place_of(std::string_view subject, std::uint64_t entities) const {
    for (const DrawnMark& mark : marks_)
        if (mark.subject == subject && mark.entities == entities) return mark.at;
    return std::nullopt;
}

std::string LabBench::save_settings() const {
    return std::string(name_of(kind_)) + " " + std::to_string(first_) + " " + std::to_string(last_) + " " +
           std::to_string(repetitions_);
}

void LabBench::load_settings(std::string_view line) {
    const auto word = [&] {
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string result(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
        return result;
    };
    if (const auto kind = bench_kind_from(word())) kind_ = *kind;
    const auto digit = [&](std::size_t otherwise) {
        const std::string text = word();
        return text.size() == 1 && text[0] >= '0' && text[0] < '0' + static_cast<char>(powers.size())
                   ? static_cast<std::size_t>(text[0] - '0')
                   : otherwise;
    };
    const std::size_t first = digit(first_), last = digit(last_);
    if (first <= last) {
        first_ = first;
        last_ = last;
    }
    const std::string repetitions = word();
    for (const std::size_t choice : repetition_choices)
        if (std::to_string(choice) == repetitions) repetitions_ = choice;
}

void LabBench::draw_bar(const Context& context) {
    const Style& style = context.style;
    ImGui::SetNextItemWidth(style.px(230));
    if (ImGui::BeginCombo("##operation", std::string(tr(title_of(kind_))).c_str())) {
        for (const BenchKind kind : bench_kinds) {
            if (selectable(std::string(tr(title_of(kind))).c_str(), kind == kind_)) kind_ = kind;
            tooltip(tr(about_of(kind)));
        }
        ImGui::EndCombo();
    }
    tooltip(tr(about_of(kind_)));
    const auto power_combo = [&](const char* id, std::size_t& chosen, std::size_t low, std::size_t high) {
        ImGui::SetNextItemWidth(style.px(96));
        if (!ImGui::BeginCombo(id, format_count(powers[chosen]).c_str())) return;
        for (std::size_t i = low; i <= high; ++i)
            if (selectable(format_count(powers[i]).c_str(), i == chosen)) chosen = i;
        ImGui::EndCombo();
    };
    same_line_if_fits(style.px(260), style.px(12));
    if (kind_ == BenchKind::Crossover) {
        quiet_text(style, phrase("{} to {} entities", format_count(sizes().front()), format_count(sizes().back())));
    } else {
        power_combo("##first", first_, 0, last_);
        ImGui::SameLine();
        quiet_text(style, tr("to"));
        ImGui::SameLine();
        power_combo("##last", last_, first_, powers.size() - 1);
        ImGui::SameLine();
        quiet_text(style, tr("entities"));
    }
    same_line_if_fits(style.px(150), style.px(12));
    ImGui::SetNextItemWidth(style.px(64));
    if (ImGui::BeginCombo("##repetitions", std::to_string(repetitions_).c_str())) {
        for (const std::size_t choice : repetition_choices)
            if (selectable(std::to_string(choice).c_str(), choice == repetitions_)) repetitions_ = choice;
        ImGui::EndCombo();
    }
    tooltip(tr("More of them make the intervals smaller: the median lies in its interval with 95 %"));
    ImGui::SameLine();
    quiet_text(style, tr("repetitions"));
    same_line_if_fits(style.px(300), style.px(12));
    draw_run(context);
}

void LabBench::draw_run(const Context& context) {
    const Style& style = context.style;
    if (!running()) {
        const std::string why = sizes().empty()
                                    ? phrase("This needs at least {} entities: of fewer none has both types",
                                             std::to_string(min_entities(kind_)))
                                    : std::string();
        if (button(tr("Run"), why, tr("Measures all storages in turns, on a thread of its own"))) start();
        return;
    }
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    const ecs::Progress& progress = task_.progress();
    const bool stopping = progress.cancelled();
    if (button(tr("Cancel"), stopping ? tr("It stops after what is being timed just now") : "")) task_.cancel();
    ImGui::SameLine();
    quiet_text(style,
               (stopping ? tr("stopping: ") : "") + progress.doing() + ", " + format_percent(progress.fraction()));
}

void LabBench::draw_plot(const Style& style, ImVec2 size) {
    const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + size.x, low.y + size.y};
    invisible_button("##plot", size);
    const bool hovered = ImGui::IsItemHovered();
    const std::vector<BenchMark> marks = draw_bench_plot(style, *result_, low, high);
    const ImVec2 mouse = ImGui::GetMousePos();
    const BenchMark* nearest = nullptr;
    float best = style.px(14) * style.px(14);
    for (const BenchMark& mark : marks) {
        marks_.push_back({mark.row->subject, mark.row->entities, mark.at});
        const float x = mark.at.x - mouse.x, y = mark.at.y - mouse.y;
        if (!hovered || x * x + y * y >= best) continue;
        best = x * x + y * y;
        nearest = &mark;
    }
    if (nearest == nullptr) return;
    ImGui::GetWindowDrawList()->AddCircle(nearest->at, style.px(9), style.theme->text, 0, style.px(1.2f));
    const float reach = style.px(9);
    const Tooltip shown(
        {{nearest->at.x - reach, nearest->at.y - reach}, {nearest->at.x + reach, nearest->at.y + reach}});
    if (shown) ImGui::TextUnformatted(bench_row_text(*result_, *nearest->row).c_str());
}

void LabBench::draw_words(const Style& style) {
    badge(style, Badge::Measured,
          tr("By the steady clock of this machine, with warm-up, all storages in turns. The median of the repetitions; "
             "its "
             "interval holds it with 95 %."));
    ImGui::SameLine();
    quiet_text(style, sentence_of(machine));
    if (language_ != ecs::spoken()) conclude();
    for (const std::string& sentence : conclusions_) wrapped_text(style.theme->text, sentence);
    for (const std::string& note : result_->notes) wrapped_text(style.theme->quiet, note);
    if (result_->stopped) wrapped_text(style.theme->warn, tr("It was cancelled: what was not finished is not shown"));
}

void LabBench::show(const Context& context) {
    const Style& style = context.style;
    update();
    marks_.clear();
    draw_bar(context);
    if (const std::string warning = warning_of(machine); !warning.empty()) wrapped_text(style.theme->error, warning);
    if (context.transport.playing)
        wrapped_text(style.theme->warn, tr("The world is running, which disturbs what is measured: Space pauses it"));
    if (!problem_.empty()) wrapped_text(style.theme->error, problem_);
    if (!result_ || result_->rows.empty()) {
        wrapped_text(style.theme->quiet, tr(about_of(kind_)));
        if (running()) return;
        const bool can_run = !sizes().empty();
        if (empty_state(style, tr("Nothing was measured yet"), tr("Run times the chosen operation on all storages"),
                        can_run ? tr("Run the bench") : nullptr))
            start();
        return;
    }
    if (result_->kind != kind_)
        quiet_text(style,
                   phrase("Below: {}. Run measures what is chosen above", std::string(tr(title_of(result_->kind)))));
    else
        wrapped_text(style.theme->quiet, tr(about_of(result_->kind)));
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const auto subjects = static_cast<float>(result_->subjects().size());
    const float words = ImGui::GetTextLineHeightWithSpacing() *
                        (static_cast<float>(conclusions_.size() + result_->notes.size()) + 3.2f);
    const float table = row_height(style) * (subjects + 1) + style.px(18);
    const float plot = std::max(room.y - words - table, style.px(220));
    draw_plot(style, {room.x, plot});
    draw_words(style);
    show_bench_table(style, *result_, table);
}

}  // namespace panels
