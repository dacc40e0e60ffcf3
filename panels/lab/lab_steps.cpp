#include "panels/lab/lab_steps.hpp"

#include <algorithm>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lab/lab_empty.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr KeyCommand event_back{"lab.event_back", tr_later("Event back"), tr_later("Takes the last event back"),
                                plain(Key::Left)};
constexpr KeyCommand event_on{"lab.event", tr_later("Next event"), tr_later("Shows the next event of the step"),
                              plain(Key::Right)};
constexpr KeyCommand step_commands[] = {event_on, event_back};

/// Which of the storage's operations a trace operation is, by the first word of its name.
std::optional<OperationKind> operation_of(std::string_view what) {
    const std::string_view verb = what.substr(0, what.find(' '));
    for (std::size_t i = 0; i < operation_count; ++i)
        if (name_of(static_cast<OperationKind>(i)) == verb) return static_cast<OperationKind>(i);
    return std::nullopt;
}

std::size_t first_operation(const ScenarioRun& run) {
    return run.results().empty() ? run.trace()->operations().size() : run.results().back().first_operation;
}

/// The line of pseudo-code that the events so far have come to.
std::optional<std::uint64_t> present_line(const Trace& trace, const Trace::Operation& operation, std::size_t done) {
    for (std::size_t i = operation.begin + done; i > operation.begin; --i)
        if (trace.events()[i - 1].kind == EventKind::Line) return trace.events()[i - 1].at;
    return std::nullopt;
}

/// What the block was called that held the byte when the event took place; empty when none did.
std::string_view block_at(const ScenarioRun& run, Address byte, std::size_t event) {
    const Trace& trace = *run.trace();
    const Block* now = run.arena().block_of(byte);
    std::string_view what = now != nullptr ? now->what : std::string_view();
    const auto concerns = [&](const Event& each, EventKind kind) {
        return each.kind == kind && each.at <= byte && byte < each.at + each.bytes;
    };
    for (std::size_t i = trace.position(); i < event; ++i) {
        if (concerns(trace.events()[i], EventKind::Allocate)) what = trace.events()[i].text;
        if (concerns(trace.events()[i], EventKind::Free)) what = {};
    }
    for (std::size_t i = trace.position(); i > event; --i) {
        if (concerns(trace.events()[i - 1], EventKind::Allocate)) what = {};
        if (concerns(trace.events()[i - 1], EventKind::Free)) what = trace.events()[i - 1].text;
    }
    return what;
}

}  // namespace

std::span<const KeyCommand> lab_step_commands() { return step_commands; }

std::string event_text(const ScenarioRun& run, std::size_t number) {
    const Event& event = run.trace()->events()[number];
    const auto place = [&] {
        const std::string_view block = block_at(run, event.at, number);
        return hex_text(event.at) + (block.empty() ? std::string() : " (" + std::string(tr(block)) + ")");
    };
    const std::string about = event.text.empty() ? std::string() : phrase(": {}", tr(event.text));
    switch (event.kind) {
        case EventKind::Allocate:
            return phrase("allocate {} at {}{}", format_bytes_exact(event.bytes), hex_text(event.at), about);
        case EventKind::Free:
            return phrase("free {} at {}{}", format_bytes_exact(event.bytes), hex_text(event.at), about);
        case EventKind::Read:
            return phrase("read {} at {}{}", format_bytes_exact(event.bytes), place(), about);
        case EventKind::Write:
            return phrase("write {} at {}{}", format_bytes_exact(event.bytes), place(), about);
        case EventKind::Copy:
            return phrase("copy {} from {} to {}{}", format_bytes_exact(event.bytes), hex_text(event.from), place(),
                          about);
        case EventKind::Probe:
            return std::string(tr("probe ")) + place() + (event.flag ? tr(": this one") : tr(": not this one"));
        case EventKind::Relocate:
            return phrase("the entity's handle changes{}", about);
        case EventKind::PushFree:
            return phrase("slot {} may be used again{}", std::to_string(event.at), about);
        case EventKind::PopFree:
            return phrase("slot {} is used again{}", std::to_string(event.at), about);
        case EventKind::Flag:
            return phrase("{} the mark at {}{}", std::string(event.flag ? tr("set") : tr("take away")), place(), about);
        case EventKind::Decide:
            return std::string(tr(event.text));
        case EventKind::Line:
            break;
    }
    return phrase("line {}", std::to_string(event.at + 1));
}

void LabSteps::follow(LabState& state) {
    const LabRuns& runs = *state.runs();
    if (runs.revision == revision_ && state.kind == kind_) return;
    revision_ = runs.revision;
    revealed_ = 0;
    kind_ = state.kind;
    const ScenarioRun& run = runs.run(kind_);
    operation_ = first_operation(run);
    position_ = 0;
    if (operation_ < run.trace()->operations().size()) {
        const Trace::Operation& operation = run.trace()->operations()[operation_];
        position_ = operation.end - operation.begin;
    }
    if (!sought_) return;
    const auto& operations = run.trace()->operations();
    for (std::size_t i = operation_; i < operations.size(); ++i)
        for (std::size_t e = operations[i].begin; e < operations[i].end; ++e)
            if (run.trace()->events()[e].kind == *sought_) {
                operation_ = i;
                position_ = e - operations[i].begin + 1;
                sought_.reset();
                scrolls_ = true;
                return;
            }
    sought_.reset();
}

void LabSteps::seek(EventKind kind) {
    sought_ = kind;
    revision_ = 0;
}

void LabSteps::leave(LabState& state) {
    revision_ = 0;
    if (state.runs() == nullptr) return;
    for (const auto& run : state.runs()->runs)
        if (Trace* trace = run->trace(); trace != nullptr && state.runs()->keeps_events)
            trace->go_to(trace->events().size());
}

void LabSteps::show(const Context& context, LabState& state, LabMap& map) {
    const Style& style = context.style;
    if (!state.runs()->keeps_events) {
        empty_state(style, tr("Too many events to step through"),
                    tr("They were counted only. Kept are those of at most 2,000 entities and 1,000,000 operations and "
                       "visits, and of them 128 MiB a storage"));
        return;
    }
    if (revision_ != state.runs()->revision || kind_ != state.kind) leave(state);
    follow(state);
    ScenarioRun& run = state.runs()->run(state.kind);
    Trace& trace = *run.trace();
    const std::size_t first = first_operation(run), last = trace.operations().size();
    if (first == last) {
        empty_until_next_step(style, state, tr("No step was taken yet"), tr("Each operation of a step is played here"));
        return;
    }
    operation_ = std::clamp(operation_, first, last - 1);
    const Trace::Operation* operation = &trace.operations()[operation_];
    const auto choose = [&](std::size_t to) {
        operation_ = to;
        operation = &trace.operations()[to];
        position_ = operation->end - operation->begin;
    };

    // The player: operations of this step, and events of the operation.
    if (last - first > 1) {
        if (button("<##operation", operation_ == first ? tr("This is the first operation of the step") : ""))
            choose(operation_ - 1);
        ImGui::SameLine(0, style.px(2));
        if (button(">##operation", operation_ + 1 == last ? tr("This is the last operation of the step") : ""))
            choose(operation_ + 1);
        ImGui::SameLine();
        quiet_text(style,
                   phrase("operation {} of {}", format_count(operation_ - first + 1), format_count(last - first)));
        ImGui::SameLine();
    }
    colored_text(style.theme->text, operation->what);
    ImGui::SameLine();
    quiet_text(style, tr(title_of(state.kind)));
    const std::size_t count = operation->end - operation->begin;
    const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
    const auto pressed = [&](const KeyCommand& command) { return focused && take_command(context, command); };
    if ((button("|<", position_ == 0 ? tr("Nothing has happened yet") : "", tr("Before the first event"))) &&
        position_ > 0)
        position_ = 0;
    ImGui::SameLine(0, style.px(2));
    if ((button("<", position_ == 0 ? tr("Nothing has happened yet") : "",
                with_keys(context, tr(event_back.description), event_back)) ||
         pressed(event_back)) &&
        position_ > 0)
        --position_;
    ImGui::SameLine(0, style.px(2));
    if ((button(">", position_ == count ? tr("The operation is done") : "",
                with_keys(context, tr(event_on.description), event_on)) ||
         pressed(event_on)) &&
        position_ < count)
        ++position_;
    ImGui::SameLine(0, style.px(2));
    if (button(">|", position_ == count ? tr("The operation is done") : "", tr("After the last event")))
        position_ = count;
    ImGui::SameLine();
    int slider = static_cast<int>(position_);
    ImGui::SetNextItemWidth(style.px(180));
    if (ImGui::SliderInt("##event", &slider, 0, static_cast<int>(count), tr("event %d")))
        position_ = static_cast<std::size_t>(slider);
    position_ = std::min(position_, count);
    const Work& work = operation->work;
    const std::string sums = phrase("{}, {}, {}, {} moved, {}", format_count(work.reads, "read"),
                                    format_count(work.writes, "write"), format_count(work.probes, "probe"),
                                    format_bytes_exact(work.bytes_moved), format_count(work.lines, "line"));
    same_line_if_fits(ImGui::CalcTextSize(sums.c_str()).x, style.px(8));
    quiet_text(style, sums);
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(8));
    badge_beside_frame(
        style, Badge::Exact,
        tr("From the trace of the storage that did it. Counted is what it did to its blocks; what lies in variables of "
           "the program, such as the heads of containers, is listed but not counted"));

    if (const auto clicked = history_.show(context, *state.runs(), state.kind, operation_)) {
        if (*clicked >= first) {
            choose(*clicked);
        } else {  // of an earlier step, which is shown as soon as it has run
            std::size_t step = 0;
            while (run.results()[step].first_operation + run.results()[step].operations <= *clicked) ++step;
            state.go_to(step + 1);
        }
    }

    trace.go_to(operation->begin + position_);
    if (const std::size_t event = operation->begin + position_; event != revealed_ && position_ > 0) {
        revealed_ = event;
        scrolls_ = true;
        map.reveal(trace.events()[event - 1].at);
    }

    // Beside each other where both can be read, else one above the other.
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool beside = room.x >= style.px(560);
    const float left = beside ? std::min(style.px(430), room.x * 0.4f) : room.x;
    ImGui::BeginChild("events", {left, beside ? 0 : room.y * 0.5f});
    if (const auto kind = operation_of(operation->what)) {
        const auto lines = run.storage().pseudo_code(*kind);
        const auto present = present_line(trace, *operation, position_);
        ImGui::PushTextWrapPos(0);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const bool here = present && *present == i;
            mono_text(style, (here ? "> " : "  ") + std::string(lines[i]),
                      here ? style.theme->text : style.theme->quiet);
        }
        ImGui::PopTextWrapPos();
        if (!lines.empty()) ImGui::Separator();
    }
    if (scrolls_)
        ImGui::SetScrollFromPosY(
            ImGui::GetCursorPosY() - ImGui::GetScrollY() + static_cast<float>(position_) * row_height(style), 0.6f);
    scrolls_ = false;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), row_height(style));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto number = static_cast<std::size_t>(i);
            ImGui::PushID(i);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (selectable("##event", number + 1 == position_, 0,
                           {0, row_height(style) - ImGui::GetStyle().ItemSpacing.y}))
                position_ = number + 1;
            const std::string text = event_text(run, operation->begin + number);
            tooltip(text);
            draw_text_until(*ImGui::GetWindowDrawList(), at, at.x + left - style.px(16),
                            number < position_ ? style.theme->text : style.theme->quiet, text);
            ImGui::PopID();
        }
    }
    if (operation->folded > 0)
        quiet_text(style, phrase("and {} more, counted only", format_count(operation->folded, "read")));
    ImGui::EndChild();
    if (beside) ImGui::SameLine();
    ImGui::BeginChild("moment");
    map.show(context, state,
             position_ > 0 ? written_ranges(trace, operation->begin + position_ - 1, operation->begin + position_)
                           : ByteRanges{});
    ImGui::EndChild();
}

}  // namespace panels
