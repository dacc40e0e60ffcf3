#include "panels/inspector/entity_history.hpp"

#include <algorithm>
#include <cmath>

#include "ecs/timeline/timeline.hpp"
#include "ecs/world/observers.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/tick_item.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/inspector/field_writers.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

ecs::WriterKind kind_of_cause(const ecs::World& world, ecs::CauseId cause) {
    if (cause == 0) return ecs::WriterKind::Direct;
    const std::string_view name = world.cause_name(cause);
    if (name.starts_with("edit: ")) return ecs::WriterKind::ByStep;
    const ecs::Observers* observers = world.find_observers();
    return observers && observers->has_hook(name) ? ecs::WriterKind::ByHook : ecs::WriterKind::BySystem;
}

/// Whether the world stands at an earlier moment.
bool is_to_come(const Context& context, const ecs::StructuralChange& change) {
    if (context.timeline == nullptr || context.timeline->at_now()) return false;
    const std::uint64_t tick = context.world.tick();
    if (change.tick != tick || context.schedule.within_tick()) return change.tick > tick;
    const ecs::WriterKind kind = kind_of_cause(context.world, change.cause);
    return kind == ecs::WriterKind::BySystem || kind == ecs::WriterKind::ByHook;
}

}  // namespace

void EntityHistory::follow(const Context& context, ecs::Entity entity) {
    const ecs::Journal* const journal = context.journal;
    // In the past, what came later is left out; it is read again when the world comes back.
    const std::uint64_t jumps = context.timeline == nullptr ? 0 : context.timeline->jumps();
    if (journal != journal_ || entity != entity_ || jumps != jumps_ ||
        (journal != nullptr && journal->total() < next_)) {
        *this = {};
        journal_ = journal;
        jumps_ = jumps;
        entity_ = entity;
        if (journal != nullptr) next_ = journal->dropped();
        forgotten_ = next_ > 0;
    }
    if (journal == nullptr) return;
    next_ = std::max(next_, journal->dropped());
    const std::uint64_t end = std::min(journal->total(), next_ + records_a_frame);
    for (; next_ < end; ++next_) {
        const ecs::StructuralChange change = (*journal)[static_cast<std::size_t>(next_ - journal->dropped())];
        if (change.entity != entity_ || change.kind == ecs::ChangeKind::FilledHole) continue;
        if (is_to_come(context, change)) continue;
        // Only steps bring a destroyed entity back. Who else is created with its id is another one, as its own creation
        // was undone.
        if (change.kind == ecs::ChangeKind::Created && death() &&
            kind_of_cause(context.world, change.cause) != ecs::WriterKind::ByStep) {
            changes_.clear();
            forgotten_ = false;
        }
        changes_.push_back(change);
        if (changes_.size() <= most_kept) continue;
        changes_.pop_front();
        forgotten_ = true;
    }
    complete_ = next_ == journal->total();
    if (!complete_ && context.stay_awake != nullptr) *context.stay_awake = true;
}

std::optional<ecs::StructuralChange> EntityHistory::death() const {
    if (changes_.empty() || changes_.back().kind != ecs::ChangeKind::Destroyed) return std::nullopt;
    return changes_.back();
}

std::string words_of_change(const ecs::World& world, const ecs::StructuralChange& change) {
    switch (change.kind) {
        case ecs::ChangeKind::Created:
            return tr("Created");
        case ecs::ChangeKind::Destroyed:
            return tr("Destroyed");
        default:
            break;
    }
    if (change.component < world.types().size()) {
        const std::string name(short_name(world.types()[change.component].name));
        return change.added ? phrase("Got {}", name) : phrase("Lost {}", name);
    }
    return tr("Got and lost components");
}

std::string words_of_cause(const ecs::World& world, ecs::CauseId cause) {
    const ecs::WriterKind kind = kind_of_cause(world, cause);
    return name_of_writer(kind, world.cause_name(cause));
}

void EntityHistory::draw(const Context& context) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    if (journal_ == nullptr) return quiet_text(style, tr("This program keeps no journal"));
    const float line = std::floor(style.px(20)), icon = std::floor(style.px(14));
    const float wide = ImGui::GetContentRegionAvail().x;
    constexpr std::size_t most_shown = 50;
    const std::size_t count = std::min(changes_.size(), most_shown);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < count; ++i) {
        const ecs::StructuralChange& change = changes_[changes_.size() - 1 - i];
        const ecs::WriterKind kind = kind_of_cause(context.world, change.cause);
        const std::string by = words_of_cause(context.world, change.cause);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(static_cast<int>(i));
        const bool clicked =
            invisible_button("##change", {std::max(wide, 1.0f), line - ImGui::GetStyle().ItemSpacing.y});
        // The right half is about who did it, the left one about when.
        const bool of_writer = kind == ecs::WriterKind::BySystem && ImGui::GetIO().MousePos.x > at.x + wide * 0.6f;
        if (clicked && of_writer)
            context.requests.push_back(
                ShowPanelRequest{"systems", std::string(context.world.cause_name(change.cause))});
        else if (clicked)
            request_seek(context, change.tick + 1);
        if (menu_asked(context))
            request_menu(context, PanelAt{words_of_change(context.world, change)},
                         {tick_item(context, change.tick + 1)});
        tooltip(phrase("{} in tick {} by {}", words_of_change(context.world, change), format_count(change.tick), by) +
                (of_writer                            ? std::string("\n") + tr("Click to show the system")
                 : can_seek(context, change.tick + 1) ? std::string("\n") + tr("Click to go to that tick")
                                                      : std::string()));
        ImGui::SetCursorScreenPos({at.x, at.y + line});
        ImGui::PopID();
        float x = at.x;
        {
            const compat::FontScope font(style.mono_small);
            const std::string tick = format_count(change.tick);
            const float y = std::floor(at.y + (line - ImGui::GetTextLineHeight()) / 2) - style.px(2);
            list.AddText({x, y}, theme.quiet, tick.c_str());
            x += std::max(ImGui::CalcTextSize(tick.c_str()).x, style.px(48)) + style.px(8);
        }
        const compat::FontScope font(style.small);
        const float y = std::floor(at.y + (line - ImGui::GetTextLineHeight()) / 2) - style.px(2);
        const float by_width = std::min(ImGui::CalcTextSize(by.c_str()).x, wide * 0.4f);
        const float by_left = at.x + wide - by_width;
        draw_text_until(list, {x, y}, by_left - icon - style.px(10), theme.text,
                        words_of_change(context.world, change));
        draw_writer_icon(list, style, kind,
                         {by_left - icon - style.px(4), std::floor(at.y + (line - icon) / 2) - style.px(2)}, icon,
                         theme.quiet);
        draw_text_until(list, {by_left, y}, at.x + wide, theme.quiet_sel, by);
    }
    const compat::FontScope font(style.small);
    if (changes_.size() > count)
        quiet_text(style, phrase("{} older ones are kept", format_count(changes_.size() - count)));
    if (!complete_)
        quiet_text(style, tr("Reading the journal…"));
    else if (forgotten_)
        quiet_text(style, tr("The journal has dropped what was before"));
    else if (changes_.empty())
        quiet_text(style, tr("The journal has nothing about it: it is older"));
}

}  // namespace panels
