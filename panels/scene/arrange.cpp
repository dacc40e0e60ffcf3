#include "panels/scene/arrange.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "panels/inspector/entity_edits.hpp"
#include "panels/scene/placements.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

namespace {

constexpr std::array<const char*, arrange_count> arrange_names{
    tr_later("Align left edges"),  tr_later("Align middles across"), tr_later("Align right edges"),
    tr_later("Align upper edges"), tr_later("Align middles down"),   tr_later("Align lower edges"),
    tr_later("Spread across"),     tr_later("Spread down")};

bool goes_across(Arrange how) { return how < Arrange::Top || how == Arrange::SpreadAcross; }
bool spreads(Arrange how) { return how == Arrange::SpreadAcross || how == Arrange::SpreadDown; }

/// One of those that are arranged: its position among the roots, and its extent along the axis.
struct Extent {
    std::uint32_t root = 0;
    float low = 0, high = 0;
    float middle() const { return (low + high) / 2; }
};

std::vector<ecs::Entity> movable_roots(const Context& context) {
    std::vector<ecs::Entity> roots = topmost(context.world, context.selection.entities());
    const SceneLink& link = *context.viewport;
    std::erase_if(roots, [&](ecs::Entity each) { return link.marks.locks(context.world, each); });
    return roots;
}

std::vector<Extent> extents_of(const Context& context, const std::vector<ecs::Entity>& roots, bool across) {
    std::vector<Extent> extents;
    for (std::uint32_t i = 0; i < roots.size(); ++i) {
        const std::optional<SceneBox> box = context.viewport->box ? context.viewport->box(roots[i]) : std::nullopt;
        if (!box) continue;
        extents.push_back(across ? Extent{i, box->low.x, box->high.x} : Extent{i, box->low.y, box->high.y});
    }
    return extents;
}

/// How far each root goes, by its position.
std::vector<double> ways(std::vector<Extent> extents, std::size_t roots, Arrange how) {
    std::vector<double> result(roots);
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (const Extent& each : extents) low = std::min(low, each.low), high = std::max(high, each.high);
    if (!spreads(how)) {
        for (const Extent& each : extents) {
            const bool first = how == Arrange::Left || how == Arrange::Top;
            const bool last = how == Arrange::Right || how == Arrange::Bottom;
            const float way = first ? low - each.low : last ? high - each.high : (low + high) / 2 - each.middle();
            result[each.root] = static_cast<double>(way);
        }
        return result;
    }
    std::stable_sort(extents.begin(), extents.end(),
                     [](const Extent& a, const Extent& b) { return a.middle() < b.middle(); });
    double filled = 0;
    for (const Extent& each : extents) filled += static_cast<double>(each.high - each.low);
    const double from = static_cast<double>(extents.front().low), to = static_cast<double>(extents.back().high);
    // Where they have no room, they overlap equally.
    const double gap = (to - from - filled) / static_cast<double>(extents.size() - 1);
    double at = from;
    for (const Extent& each : extents) {
        result[each.root] = at - static_cast<double>(each.low);
        at += static_cast<double>(each.high - each.low) + gap;
    }
    return result;
}

std::string why_no_scene(const Context& context) {
    if (context.viewport == nullptr || !context.viewport->fields.placed())
        return tr("Nothing has a place in the scene");
    return context.selection.entity() ? "" : tr("No entity is selected");
}

}  // namespace

const char* name_of(Arrange how) { return tr(arrange_names[static_cast<std::size_t>(how)]); }

std::string short_number(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.2f", value);
    std::string number = text;
    while (number.back() == '0') number.pop_back();
    if (number.back() == '.') number.pop_back();
    return with_minus(number == "-0" ? "0" : number);
}

std::string move_label(const ecs::World& world, const std::vector<ecs::Entity>& roots, double dx, double dy) {
    return phrase("Move {} by {}, {}", words_for(world, roots), short_number(dx), short_number(dy));
}

std::string why_not_arrange(const Context& context, Arrange how) {
    if (std::string why = why_no_scene(context); !why.empty()) return why;
    const std::size_t count = extents_of(context, movable_roots(context), goes_across(how)).size();
    if (count < 2) return tr("Select two or more that have a place and are not locked");
    if (spreads(how) && count < 3) return tr("Select three or more: the outer two stay");
    return {};
}

void request_arrange(const Context& context, Arrange how) {
    if (!why_not_arrange(context, how).empty()) return;
    const std::vector<ecs::Entity> roots = movable_roots(context);
    const bool across = goes_across(how);
    const std::vector<double> way = ways(extents_of(context, roots, across), roots.size(), how);
    const Placements placements(context.world, context.viewport->fields, context.viewport->marks, roots);
    std::vector<PlaceChange> changes;
    bool any = false;
    for (const Placement& each : placements.all()) {
        const double by = way[each.root];
        any |= by != 0;
        changes.push_back(across ? PlaceChange{.x = by} : PlaceChange{.y = by});
    }
    if (!any) return;
    context.requests.push_back(
        EditRequest{phrase("{} of {}", std::string(name_of(how)), words_for(context.world, roots)),
                    placements.edits(changes, false, false), false, true});
}

std::string why_not_nudge(const Context& context) {
    if (std::string why = why_no_scene(context); !why.empty()) return why;
    const Placements placements(context.world, context.viewport->fields, context.viewport->marks,
                                context.selection.entities());
    return placements.empty() ? tr("What is selected has no place, or is locked") : "";
}

void request_nudge(const Context& context, ecs::Vec2 by, ecs::Vec2 total) {
    if (!why_no_scene(context).empty()) return;
    const std::vector<ecs::Entity> roots = movable_roots(context);
    const Placements placements(context.world, context.viewport->fields, context.viewport->marks, roots);
    if (placements.empty()) return;
    const std::vector<PlaceChange> changes(placements.all().size(),
                                           PlaceChange{.x = static_cast<double>(by.x), .y = static_cast<double>(by.y)});
    context.requests.push_back(
        EditRequest{move_label(context.world, roots, static_cast<double>(total.x),
                               context.viewport->fields.y_in_world(static_cast<double>(total.y))),
                    placements.edits(changes, false, false)});
}

}  // namespace panels
