#include "panels/chunks/chunk_timeline.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr ChunkEvent events[] = {ChunkEvent::Born, ChunkEvent::Filled, ChunkEvent::Drained, ChunkEvent::GivenBack};

const char* explanation_of(ChunkEvent event) {
    switch (event) {
        case ChunkEvent::Born:
            return tr("Born: a block of memory was taken for a new chunk");
        case ChunkEvent::Filled:
            return tr("Filled: the last free row of a full-size chunk came into use");
        case ChunkEvent::Drained:
            return tr("Drained: the last row in use left the chunk");
        case ChunkEvent::GivenBack:
            return tr("Given back: the chunk's block went back to the pool");
    }
    return "";
}

/// The events of one archetype's chunks in one tick, with one cause.
struct Detail {
    ecs::ChangeKind kind = ecs::ChangeKind::ChunkMade;
    ecs::ArchetypeId archetype = 0;
    ecs::CauseId cause = 0;
    std::size_t count = 0;
};

std::vector<Detail> details_of(const ecs::Journal& journal, std::uint64_t tick) {
    std::vector<Detail> details;
    for (std::size_t i = journal.size(); i-- > 0;) {
        const ecs::StructuralChange change = journal[i];
        if (change.tick < tick) break;
        if (change.tick > tick) continue;
        if (change.kind != ecs::ChangeKind::ChunkMade && change.kind != ecs::ChangeKind::ChunkFreed) continue;
        const auto same = std::find_if(details.begin(), details.end(), [&](const Detail& detail) {
            return detail.kind == change.kind && detail.archetype == change.to.archetype &&
                   detail.cause == change.cause;
        });
        if (same == details.end())
            details.push_back({change.kind, change.to.archetype, change.cause, 1});
        else
            ++same->count;
    }
    std::stable_sort(details.begin(), details.end(),
                     [](const Detail& a, const Detail& b) { return a.count > b.count; });
    return details;
}

}  // namespace

const char* name_of(ChunkEvent event) {
    switch (event) {
        case ChunkEvent::Born:
            return tr("born");
        case ChunkEvent::Filled:
            return tr("filled");
        case ChunkEvent::Drained:
            return tr("drained");
        case ChunkEvent::GivenBack:
            return tr("given back");
    }
    return "";
}

void ChunkTimeline::start_over(std::uint64_t from_tick) {
    ticks_.clear();
    known_from_ = from_tick;
}

TickChunks& ChunkTimeline::present(std::uint64_t tick) {
    if (!ticks_.empty() && tick < ticks_.back().tick) start_over(tick);  // the world went back
    if (ticks_.empty() || ticks_.back().tick != tick) {
        if (ticks_.size() == ticks_max) {
            known_from_ = ticks_[1].tick;
            ticks_.pop_front();
        }
        ticks_.push_back({});
        ticks_.back().tick = tick;
    }
    return ticks_.back();
}

void ChunkTimeline::read(const ecs::StructuralChange& change, const ecs::World& world) {
    const auto count = [&](ChunkEvent event, std::uint32_t by) {
        present(change.tick).counts[static_cast<int>(event)] += by;
    };
    const auto row_came = [&](const ecs::Location& to) {
        const std::uint32_t full = world.archetype(to.archetype).full_capacity();
        if (to.row + 1 == full) count(ChunkEvent::Filled, 1);
    };
    const auto row_left = [&](const ecs::Location& from) {
        if (from.row == 0) count(ChunkEvent::Drained, 1);
    };
    switch (change.kind) {
        case ecs::ChangeKind::ChunkMade:
            return count(ChunkEvent::Born, 1);
        case ecs::ChangeKind::ChunkFreed:
            return count(ChunkEvent::GivenBack, 1);
        case ecs::ChangeKind::Created:
            return row_came(change.to);
        case ecs::ChangeKind::Destroyed:
            return row_left(change.from);
        case ecs::ChangeKind::Moved:
            row_came(change.to);
            return row_left(change.from);
        case ecs::ChangeKind::FilledHole: {
            // The hole was counted as a leaving row; the row that really left is the last one of the archetype.
            TickChunks& tick = present(change.tick);
            std::uint32_t& drained = tick.counts[static_cast<int>(ChunkEvent::Drained)];
            if (change.to.row == 0 && drained > 0) --drained;
            return row_left(change.from);
        }
        case ecs::ChangeKind::Restored:
            return start_over(change.tick);
        case ecs::ChangeKind::ChunkGrown:
        case ecs::ChangeKind::ChunkShrunk:
            return;
    }
}

void ChunkTimeline::update(const ecs::Journal& journal, const ecs::World& world) {
    if (world_ != &world || journal.total() < seen_) {
        world_ = &world;
        seen_ = 0;
        structure_seen_ = 0;
        start_over(0);
    }
    if (seen_ < journal.dropped() && journal.size() > 0) {
        // The tick of the oldest kept change may be incomplete.
        const std::uint64_t first = journal[0].tick;
        start_over(first);
        present(first).partial = true;
        seen_ = journal.dropped();
    }
    for (; seen_ < journal.total(); ++seen_) read(journal[static_cast<std::size_t>(seen_ - journal.dropped())], world);
    if (structure_seen_ == world.structure_version()) return;
    structure_seen_ = world.structure_version();
    chunks_now_ = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) chunks_now_ += world.archetype(id).chunk_count();
}

const TickChunks* ChunkTimeline::at(std::uint64_t tick) const {
    const auto found = std::lower_bound(ticks_.begin(), ticks_.end(), tick,
                                        [](const TickChunks& one, std::uint64_t wanted) { return one.tick < wanted; });
    return found == ticks_.end() || found->tick != tick ? nullptr : &*found;
}

std::optional<std::uint64_t> ChunkTimeline::chunks_at(std::uint64_t tick) const {
    if (tick < known_from_) return std::nullopt;
    std::uint64_t chunks = chunks_now_;
    for (auto later = ticks_.rbegin(); later != ticks_.rend() && later->tick > tick; ++later)
        chunks += later->counts[static_cast<int>(ChunkEvent::GivenBack)] -
                  std::uint64_t{later->counts[static_cast<int>(ChunkEvent::Born)]};
    return chunks;
}

float ChunkTimeline::height(const Style& style) {
    return std::ceil((chunk_event_count + 1) * (ImGui::GetTextLineHeight() + style.px(1)));
}

void ChunkTimeline::draw_lane(const Context& context, ChunkEvent event, const Area& lane, std::uint64_t first,
                              float tick_px) const {
    const Theme& theme = *context.style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::uint32_t most = 1;
    const auto start = std::lower_bound(ticks_.begin(), ticks_.end(), first,
                                        [](const TickChunks& one, std::uint64_t wanted) { return one.tick < wanted; });
    for (auto tick = start; tick != ticks_.end(); ++tick) most = std::max(most, (*tick)[event]);
    const bool gain = event == ChunkEvent::Born || event == ChunkEvent::Filled;
    const ImU32 color = event == ChunkEvent::Born      ? theme.good
                        : event == ChunkEvent::Filled  ? theme.bar
                        : event == ChunkEvent::Drained ? theme.warn
                                                       : theme.error;
    const float bottom = lane.high.y - 1, high = lane.height() - 2;
    AreaBatch bars;
    for (auto tick = start; tick != ticks_.end(); ++tick) {
        const float left = lane.low.x + static_cast<float>(tick->tick - first) * tick_px;
        const float right = left + std::max(tick_px - 1, 1.0f);
        if (tick->partial) hatch(list, {{left, lane.low.y}, {right + 2, lane.high.y}}, faded(theme.quiet, 0.6f), 3);
        const std::uint32_t count = (*tick)[event];
        if (count == 0) continue;
        const float share = static_cast<float>(count) / static_cast<float>(most);
        const float tall = std::max(std::round(share * high), 2.0f);
        // Gains grow up from the base, losses hang down from above.
        if (gain)
            bars.add({{left, bottom - tall}, {right, bottom}}, color);
        else
            bars.add({{left, lane.low.y + 1}, {right, lane.low.y + 1 + tall}}, color);
    }
    bars.draw(list);
}

void ChunkTimeline::draw_totals(const Context& context, const Area& lane, std::uint64_t first, float tick_px) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint64_t now = context.world.tick(), from = std::max(first, known_from_);
    if (now < from) return;
    std::uint64_t chunks = chunks_now_, low = chunks, high = chunks;
    const auto step_back = [](std::uint64_t count, const TickChunks& tick) {
        return count + tick[ChunkEvent::GivenBack] - std::uint64_t{tick[ChunkEvent::Born]};
    };
    auto later = ticks_.rbegin();
    for (; later != ticks_.rend() && later->tick > from; ++later) {
        chunks = step_back(chunks, *later);
        low = std::min(low, chunks);
        high = std::max(high, chunks);
    }
    chunks = chunks_now_;
    const auto y_of = [&](std::uint64_t count) {
        const float share = high > low ? static_cast<float>(count - low) / static_cast<float>(high - low) : 0.5f;
        return std::floor(lane.high.y - 2 - share * (lane.height() - 4));
    };
    const auto x_of = [&](std::uint64_t tick) { return lane.low.x + static_cast<float>(tick - first) * tick_px; };
    const ImU32 color = context.style.theme->text;
    float right = x_of(now) + tick_px;
    for (later = ticks_.rbegin(); later != ticks_.rend() && later->tick > from; ++later) {
        const float left = x_of(later->tick), y = y_of(chunks);
        list.AddRectFilled({left, y}, {right, y + 1}, color);
        chunks = step_back(chunks, *later);
        const float before = y_of(chunks);
        list.AddRectFilled({left, std::min(y, before)}, {left + 1, std::max(y, before) + 1}, color);
        right = left;
    }
    list.AddRectFilled({x_of(from), y_of(chunks)}, {right, y_of(chunks) + 1}, color);
}

std::optional<std::uint64_t> ChunkTimeline::show(const Context& context, ImVec2 size) const {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    invisible_button("##timeline", {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float label = std::floor(ImGui::CalcTextSize(tr("given back")).x + style.px(12));
    const float lane_px = std::floor(size.y / (chunk_event_count + 1));
    const float left = at.x + label, right = at.x + size.x;
    const float tick_px = std::max(std::floor(style.px(3)), 2.0f);
    if (right - left < tick_px) return std::nullopt;
    const std::uint64_t now = context.world.tick();
    const auto fitting = static_cast<std::uint64_t>((right - left) / tick_px);
    const std::uint64_t first = now + 1 > fitting ? now + 1 - fitting : 0;

    list.PushClipRect(at, {right, at.y + size.y}, true);
    if (known_from_ > first) {
        const float until = left + static_cast<float>(std::min(known_from_, now + 1) - first) * tick_px;
        hatch(list, {{left, at.y}, {until, at.y + size.y}}, faded(theme.quiet, 0.4f), style.px(6));
    }
    for (int i = 0; i <= chunk_event_count; ++i) {
        const float top = at.y + static_cast<float>(i) * lane_px;
        const Area lane{{left, top}, {right, top + lane_px}};
        list.AddRectFilled({left, lane.high.y - 1}, {right, lane.high.y}, faded(theme.line, 0.6f));
        const std::string name = i == 0 ? tr("chunks") : name_of(events[i - 1]);
        const float line = std::floor((lane_px - ImGui::GetTextLineHeight()) / 2);
        draw_text_until(list, {at.x, top + line}, left, theme.quiet, name);
        if (i == 0)
            draw_totals(context, lane, first, tick_px);
        else
            draw_lane(context, events[i - 1], lane, first, tick_px);
    }
    std::optional<std::uint64_t> pointed;
    const ImVec2 mouse = ImGui::GetMousePos();
    if (hovered && mouse.x >= left) {
        const std::uint64_t tick = first + static_cast<std::uint64_t>((mouse.x - left) / tick_px);
        if (tick <= now) pointed = tick;
    }
    if (pointed) {
        const float x = left + static_cast<float>(*pointed - first) * tick_px;
        list.AddRectFilled({x, at.y}, {x + tick_px, at.y + size.y}, faded(theme.text, 0.3f));
        tick_tooltip(context, *pointed, {{x, at.y}, {x + tick_px, at.y + size.y}});
    } else if (hovered) {
        const int lane = std::clamp(static_cast<int>((mouse.y - at.y) / lane_px), 0, chunk_event_count);
        tooltip(lane == 0 ? tr("Chunks of the world at the end of each tick") : explanation_of(events[lane - 1]));
    }
    list.PopClipRect();
    return pointed;
}

void ChunkTimeline::tick_tooltip(const Context& context, std::uint64_t tick, const Area& column) const {
    const Style& style = context.style;
    const Tooltip shown(column);
    if (!shown) return;
    const std::optional<std::uint64_t> chunks = chunks_at(tick);
    if (!chunks) {
        ImGui::TextUnformatted(phrase("Tick {}: not known any more", format_count(tick)).c_str());
        quiet_text(style, tr("The journal keeps the last changes only, and dropped these unread"));
        return;
    }
    ImGui::TextUnformatted(phrase("Tick {}: {}", format_count(tick), format_count(*chunks, "chunk")).c_str());
    const TickChunks* of = at(tick);
    if (of == nullptr) {
        quiet_text(style, tr("No chunk was born, filled, drained or given back"));
    } else {
        std::string line;
        for (const ChunkEvent event : events)
            line += (line.empty() ? "" : ", ") + format_count((*of)[event]) + " " + name_of(event);
        quiet_text(style, line);
        if (of->partial) colored_text(style.theme->warn, tr("More happened in this tick than the journal kept"));
    }
    if (context.journal != nullptr && of != nullptr) {
        constexpr std::size_t lines_max = 5;
        const std::vector<Detail> details = details_of(*context.journal, tick);
        for (std::size_t i = 0; i < std::min(details.size(), lines_max); ++i) {
            const Detail& detail = details[i];
            const bool made = detail.kind == ecs::ChangeKind::ChunkMade;
            quiet_text(style, phrase("{}{} by {}:", (made ? "+" : "−"), format_count(detail.count),
                                     std::string(context.world.cause_name(detail.cause))));
            ImGui::SameLine();
            archetype_label(context, context.world.archetype(detail.archetype), style.px(260));
        }
        if (details.size() > lines_max) quiet_text(style, format_count(details.size() - lines_max, "more cause"));
        if ((*of)[ChunkEvent::Born] > 0)
            quiet_text(style, tr("The map outlines the chunks that were born in this tick and still exist"));
    }
}

}  // namespace panels
