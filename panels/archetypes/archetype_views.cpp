#include "panels/archetypes/archetype_views.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

namespace {

/// Whether the tick was dropped or never recorded.
bool unknown_at(const ArchetypeHistory& history, ecs::ArchetypeId archetype, std::uint64_t tick) {
    if (history.dropped(archetype) > 0 && history.at(archetype, tick) == nullptr) return true;
    for (const TickGap& gap : history.gaps())
        if (tick >= gap.first && tick <= gap.last) return true;
    return false;
}

void sparkline_tooltip(const Style& style, const ArchetypeHistory& history, ecs::ArchetypeId archetype,
                       ArchetypeColumn column, std::uint64_t tick, double low, double high, const Area& area) {
    const Tooltip shown(area);
    if (!shown) return;
    const ArchetypeSample* sample = history.at(archetype, tick);
    if (unknown_at(history, archetype, tick))
        ImGui::TextUnformatted(phrase("Tick {}: not known", format_count(tick)).c_str());
    else if (sample == nullptr)
        ImGui::TextUnformatted(phrase("Tick {}: the archetype did not exist yet", format_count(tick)).c_str());
    else
        ImGui::TextUnformatted(
            phrase("Tick {}: {}", format_count(tick), number_text_of(sample->facts, column)).c_str());
    if (high > low) {
        const std::span<const ArchetypeSample> all = history.samples(archetype);
        const auto text_of = [&](double wanted) {
            for (const ArchetypeSample& one : all)
                if (one.facts.number(column) == wanted) return number_text_of(one.facts, column);
            return std::string();
        };
        quiet_text(style, phrase("Between {} and {}", text_of(low), text_of(high)));
    } else {
        quiet_text(style, tr("Always the same"));
    }
    if (history.dropped(archetype) > 0 && !history.samples(archetype).empty())
        quiet_text(style, phrase("Known from tick {} on: older values were dropped",
                                 format_count(history.samples(archetype).front().tick)));
    if (!history.gaps().empty()) quiet_text(style, tr("Hatched: the panel was hidden, and nothing was recorded"));
}

}  // namespace

std::string number_text_of(const ArchetypeFacts& facts, ArchetypeColumn column) {
    switch (column) {
        case ArchetypeColumn::Name:
            break;
        case ArchetypeColumn::Entities:
            return format_count(facts.entities);
        case ArchetypeColumn::Chunks:
            return format_count(facts.chunks);
        case ArchetypeColumn::Capacity:
            return facts.capacity == 0 ? std::string("–") : format_count(facts.capacity);
        case ArchetypeColumn::Fill:
            return facts.entities == 0 ? std::string(tr("empty")) : format_percent(facts.fill());
        case ArchetypeColumn::Bytes:
            return format_bytes(facts.bytes);
        case ArchetypeColumn::Waste:
            return format_bytes(facts.waste());
        case ArchetypeColumn::BytesPerEntity:
            return facts.entities == 0 ? std::string("–") : format_mean_bytes(facts.bytes_per_entity());
    }
    return {};
}

TickAxis TickAxis::of(const ArchetypeHistory& history) {
    constexpr std::uint64_t ticks_max = 1200;
    const std::uint64_t last = history.last_tick();
    return {std::max(history.first_tick(), last > ticks_max ? last - ticks_max : 0), last};
}

void draw_sparkline(const Style& style, const ArchetypeHistory& history, ecs::ArchetypeId archetype,
                    ArchetypeColumn column, const TickAxis& axis, const Area& area) {
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::span<const ArchetypeSample> all = history.samples(archetype);
    const auto ticks = static_cast<double>(axis.last - axis.first);
    const int width = static_cast<int>(area.width());
    if (width < 2 || area.height() < 3) return;
    list.AddRectFilled({area.low.x, area.high.y}, {area.high.x, area.high.y + 1}, faded(theme.line, 0.8f));
    const auto first_shown =
        std::lower_bound(all.begin(), all.end(), axis.first,
                         [](const ArchetypeSample& sample, std::uint64_t tick) { return sample.tick < tick; });
    auto start = first_shown == all.begin() ? first_shown : first_shown - 1;
    double low = 0, high = 0;
    for (auto sample = start; sample != all.end(); ++sample) {
        const double value = sample->facts.number(column);
        low = sample == start ? value : std::min(low, value);
        high = sample == start ? value : std::max(high, value);
    }
    const auto tick_of = [&](int x) {
        return axis.first + static_cast<std::uint64_t>(ticks * static_cast<double>(x) / static_cast<double>(width - 1));
    };
    const auto x_of = [&](std::uint64_t tick) {
        const double share = ticks == 0 ? 0 : static_cast<double>(tick - axis.first) / ticks;
        return area.low.x + std::floor(static_cast<float>(share) * static_cast<float>(width - 1));
    };
    const auto hatch_ticks = [&](std::uint64_t from, std::uint64_t to) {
        from = std::max(from, axis.first);
        to = std::min(to, axis.last);
        if (from < to) hatch(list, {{x_of(from), area.low.y}, {x_of(to), area.high.y}}, faded(theme.quiet, 0.5f), 5);
    };
    if (history.dropped(archetype) > 0 && !all.empty()) hatch_ticks(axis.first, all.front().tick);
    for (const TickGap& gap : history.gaps()) hatch_ticks(gap.first, gap.last);

    // Each pixel shows the lowest and the highest value of its ticks, so that no spike is lost.
    AreaBatch bars;
    float before = -1;
    for (int x = 0; x < width && start != all.end(); ++x) {
        const std::uint64_t until = tick_of(x);
        if (start->tick > until) continue;
        double least = start->facts.number(column), most = least;
        while (start + 1 != all.end() && (start + 1)->tick <= until) {
            ++start;
            const double value = start->facts.number(column);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        if (unknown_at(history, archetype, until)) {
            before = -1;
            continue;
        }
        const auto y_of = [&](double value) {
            const double share = high > low ? (value - low) / (high - low) : 0.5;
            return std::floor(area.high.y - 1 - static_cast<float>(share) * (area.height() - 2));
        };
        const float last = y_of(start->facts.number(column));
        float top = y_of(most), bottom = y_of(least);
        if (before >= 0) {
            top = std::min(top, before);
            bottom = std::max(bottom, before);
        }
        before = last;
        const float left = area.low.x + static_cast<float>(x);
        bars.add({{left, top}, {left + 1, bottom + std::max(1.0f, std::floor(style.px(1)))}}, theme.bar);
    }
    bars.draw(list);
    if (!ImGui::IsWindowHovered() || !area.contains(ImGui::GetMousePos()) || all.empty()) return;
    const auto x = static_cast<int>(ImGui::GetMousePos().x - area.low.x);
    list.AddRectFilled({area.low.x + static_cast<float>(x), area.low.y},
                       {area.low.x + static_cast<float>(x) + 1, area.high.y}, faded(theme.text, 0.6f));
    sparkline_tooltip(style, history, archetype, column, tick_of(std::clamp(x, 0, width - 1)), low, high, area);
}

void ArchetypeTreemap::lay_out(const ArchetypeTable& table, const Area& area) {
    const bool same_area = area.low.x == area_.low.x && area.low.y == area_.low.y && area.high.x == area_.high.x &&
                           area.high.y == area_.high.y;
    if (same_area && revision_ == table.revision()) return;
    revision_ = table.revision();
    area_ = area;
    items_.clear();
    for (const ecs::ArchetypeId id : table.order()) items_.push_back({id, static_cast<double>(table.facts(id).bytes)});
    other_count_ = 0;
    other_bytes_ = 0;
    if (items_.size() > tiles_max) {
        const auto heavier = [](const TreemapItem& a, const TreemapItem& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
        };
        const auto first_other = items_.begin() + static_cast<std::ptrdiff_t>(tiles_max);
        std::nth_element(items_.begin(), first_other, items_.end(), heavier);
        double rest = 0;
        for (auto item = first_other; item != items_.end(); ++item) rest += item->weight;
        other_count_ = items_.size() - tiles_max;
        other_bytes_ = static_cast<std::uint64_t>(rest);
        items_.resize(tiles_max);
        items_.push_back({others, rest});
    }
    // Most changes of a running world change no bytes: the tiles then stay as they are.
    const auto same = [](const TreemapItem& a, const TreemapItem& b) { return a.id == b.id && a.weight == b.weight; };
    if (same_area && std::equal(items_.begin(), items_.end(), laid_out_.begin(), laid_out_.end(), same)) return;
    laid_out_ = items_;
    tiles_ = squarify(items_, area);
}

void ArchetypeTreemap::draw_tile(const Context& context, const ArchetypeTable& table, const TreemapTile& tile) const {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area area{tile.area.low, {tile.area.high.x - 1, tile.area.high.y - 1}};
    list.AddRectFilled(area.low, area.high, theme.raised);
    const float line = ImGui::GetTextLineHeight(), pad = std::floor(style.px(4));
    const float right = area.high.x - pad;
    const bool has_room = area.width() >= style.px(48) && area.height() >= line + pad;
    if (tile.id == others) {
        hatch(list, area, faded(theme.quiet, 0.4f), style.px(6));
        const std::string text = format_count(other_count_, "more archetype") + ", " + format_bytes(other_bytes_);
        if (has_room) draw_text_until(list, {area.low.x + pad, area.low.y + pad / 2}, right, theme.text, text);
        return;
    }
    const ArchetypeFacts& facts = table.facts(tile.id);
    const float used = facts.bytes == 0 ? 0 : static_cast<float>(facts.used_bytes) / static_cast<float>(facts.bytes);
    const float level = std::round(area.high.y - used * area.height());
    dots(list, {area.low, {area.high.x, level}}, faded(theme.quiet, 0.7f), style.px(5));
    list.AddRectFilled({area.low.x, level}, area.high, mixed(theme.bar, theme.panel, 0.5f));
    if (!has_room) return;
    const auto back = [&](float y, float width) {
        list.AddRectFilled({area.low.x + pad / 2, y},
                           {std::min(area.low.x + pad + width + pad / 2, area.high.x), y + line},
                           faded(theme.panel, 0.72f));
    };
    ImGui::PushClipRect(area.low, area.high, true);
    float y = area.low.y + pad / 2;
    back(y, right - area.low.x - pad);
    draw_archetype_label(context, context.world.archetype(tile.id), {area.low.x + pad, y}, right - area.low.x - pad);
    y += line + pad / 2;
    if (y + line <= area.high.y) {
        const double waste =
            facts.bytes == 0 ? 0 : static_cast<double>(facts.waste()) / static_cast<double>(facts.bytes);
        const std::string text = phrase("{}, {} waste", format_bytes(facts.bytes), format_percent(waste));
        back(y, ImGui::CalcTextSize(text.c_str()).x);
        draw_text_until(list, {area.low.x + pad, y}, right, theme.text, text);
    }
    ImGui::PopClipRect();
}

void ArchetypeTreemap::point_at(const Context& context, const ArchetypeTable& table, const TreemapTile& tile) const {
    const Style& style = context.style;
    if (tile.id == others) {
        const Tooltip shown(tile.area);
        if (!shown) return;
        ImGui::TextUnformatted(
            phrase("{} with less memory than those shown", format_count(other_count_, "archetype")).c_str());
        quiet_text(style, phrase("{}. The filter narrows what is shown", format_bytes_exact(other_bytes_)));
        return;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) context.selection.select_archetype(tile.id);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) context.requests.push_back(ShowPanelRequest{"chunks"});
    const Tooltip shown(tile.area);
    if (!shown) return;
    const ArchetypeFacts& facts = table.facts(tile.id);
    archetype_tooltip(context, context.world.archetype(tile.id));
    const double share =
        table.totals().bytes == 0 ? 0 : static_cast<double>(facts.bytes) / static_cast<double>(table.totals().bytes);
    quiet_text(style, phrase("{} in {}", format_count(facts.entities, "entity", "entities"),
                             format_count(facts.chunks, "chunk")));
    quiet_text(style, phrase("{}, {} of all", format_bytes_exact(facts.bytes), format_percent(share)));
    quiet_text(style, phrase("{} of it waste", format_bytes_exact(facts.waste())));
    quiet_text(style, tr("Click selects, double click shows its chunks"));
}

void ArchetypeTreemap::show(const Context& context, const ArchetypeTable& table, ImVec2 size) {
    const Style& style = context.style;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    invisible_button("##treemap", {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
    const bool hovered = ImGui::IsItemHovered();
    lay_out(table, {low, {low.x + std::floor(size.x), low.y + std::floor(size.y)}});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (tiles_.empty()) {
        draw_text_until(list, low, low.x + size.x, style.theme->quiet,
                        table.order().empty() ? tr("No archetype matches the filter") : tr("None of these has memory"));
        return;
    }
    const auto in_view = archetype_in_view(context);
    const auto pointed_location = location_if_alive(context.world, context.selection.hovered);
    for (const TreemapTile& tile : tiles_) draw_tile(context, table, tile);
    for (const TreemapTile& tile : tiles_) {
        const bool under_mouse = hovered && tile.area.contains(ImGui::GetMousePos());
        const bool pointed = (pointed_location && pointed_location->archetype == tile.id) ||
                             context.selection.hovered_archetype == tile.id;
        mark_area(list, style, tile.area, in_view == tile.id, under_mouse || pointed);
        if (under_mouse) point_at(context, table, tile);
        if (under_mouse) panels::point_at(context, ArchetypeAt{tile.id});
    }
}

void ArchetypeOccupancy::show(const Context& context, const ArchetypeTable& table, ImVec2 size) {
    const Style& style = context.style;
    if (revision_ != table.revision()) {
        revision_ = table.revision();
        occupancy_ = {};
        for (const ecs::ArchetypeId id : table.order()) occupancy_.add(id, table.facts(id));
    }
    const float top = ImGui::GetCursorPosY();
    if (choice(style, tr("Chunks"), measure_ == OccupancyMeasure::Chunks, {}, tr("Number of chunks with this fill")))
        measure_ = OccupancyMeasure::Chunks;
    ImGui::SameLine(0, style.px(4));
    if (choice(style, tr("Waste"), measure_ == OccupancyMeasure::Waste, {},
               tr("Bytes of these chunks that hold no row")))
        measure_ = OccupancyMeasure::Waste;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    quiet_text(style, measure_ == OccupancyMeasure::Chunks ? tr("Chunks by the share of their rows in use")
                                                           : tr("Wasted bytes, by how full their chunks are"));
    explain(Term::Fill);
    const float used = ImGui::GetCursorPosY() - top;
    const ecs::ArchetypeId picked = show_occupancy(context, occupancy_, measure_, {size.x, size.y - used});
    if (picked != ecs::no_archetype) context.selection.select_archetype(picked);
}

}  // namespace panels
