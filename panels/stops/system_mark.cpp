#include "panels/stops/system_mark.hpp"

#include <cmath>

#include "panels/base/language.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// A hit names "A or B" where nobody can tell which of a stage did it.
bool is_one_of(std::string_view system, std::string_view names) {
    constexpr std::string_view between = " or ";
    for (;;) {
        const std::size_t end = names.find(between);
        if (names.substr(0, end) == system) return true;
        if (end == std::string_view::npos) return false;
        names.remove_prefix(end + between.size());
    }
}

}  // namespace

SystemMark mark_of(const Context& context, std::string_view system) {
    const ecs::BreakpointHit* const stopped = context.debugger == nullptr ? nullptr : context.debugger->stopped();
    SystemMark mark;
    if (context.schedule.within_tick() || stopped != nullptr) {
        const ecs::System* const next = context.schedule.next_system();
        mark.next = next != nullptr && next->description.name == system;
    }
    if (stopped == nullptr) return mark;
    if (stopped->kind == ecs::BreakpointKind::System) {
        mark.asked = stopped->writer_name == system;
    } else if (stopped->writer == ecs::WriterKind::BySystem) {
        const bool whole = context.schedule.find(stopped->writer_name) != nullptr;
        mark.guilty = whole ? stopped->writer_name == system : is_one_of(system, stopped->writer_name);
    }
    return mark;
}

std::string words_of(const Context& context, const SystemMark& mark) {
    std::string words;
    if (mark.guilty || mark.asked) words += "\n" + stop_text(context.world, *context.debugger->stopped());
    if (mark.next) words += tr("\nRuns next");
    return words;
}

float draw_system_mark(ImDrawList& list, const Style& style, ImVec2 left_middle, const SystemMark& mark) {
    const float size = std::floor(style.px(9)), gap = std::floor(style.px(5));
    float x = left_middle.x;
    if (mark.guilty || mark.asked) {
        // As in the list of breakpoints, where a ring is one that is off. The arrow says where it did not run yet.
        list.AddCircleFilled({x + size / 2, left_middle.y}, style.px(4), style.theme->error);
        x += size + gap;
    }
    if (mark.next) {
        draw_sign(list, Sign::ArrowRight, {x + size / 2, left_middle.y}, size, style.theme->text);
        x += size + gap;
    }
    return x - left_middle.x;
}

}  // namespace panels
