#include "panels/pools/pool_lanes.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using ecs::PoolBlockKind;

float lane_px(const Style& style) { return std::floor(style.px(18)); }
float label_px(const Style& style) { return std::floor(style.px(92)); }
float bytes_px(const Style& style) { return std::floor(style.px(76)); }

/// One lane on the screen.
class LaneDrawing {
public:
    LaneDrawing(const Context& context, PoolMemory& memory, std::size_t pool, const PoolLane& lane, Area area,
                double px_per_byte)
        : context_(context),
          memory_(memory),
          number_(pool),
          pool_(memory.memory().pools[pool]),
          lane_(lane),
          area_(area),
          scale_(px_per_byte),
          list_(*ImGui::GetWindowDrawList()) {
        double bytes = 0;
        for (const std::size_t block : lane.blocks) {
            starts_.push_back(area.low.x + static_cast<float>(bytes * scale_));
            bytes += static_cast<double>(pool_.blocks[block].bytes);
        }
        starts_.push_back(area.low.x + static_cast<float>(bytes * scale_));
    }

    void draw(std::optional<std::size_t> open) {
        const Style& style = context_.style;
        list_.PushClipRect(area_.low, area_.high, true);
        const Area whole{area_.low, {std::max(starts_.back(), area_.low.x + 1), area_.high.y}};
        list_.AddRectFilled(whole.low, whole.high, style.theme->well);
        for (std::size_t i = 0; i < lane_.blocks.size(); ++i) draw_block(pool_.blocks[lane_.blocks[i]], block_area(i));
        batch_.draw(list_);
        for (std::size_t i = 0; i < lane_.blocks.size(); ++i)
            if (open == lane_.blocks[i]) outline(list_, block_area(i), style.theme->text, std::max(1.0f, style.px(1)));
        draw_marks();
        list_.PopClipRect();
    }

    /// The place in the lane under the mouse.
    std::optional<std::size_t> block_at(float x) const {
        if (lane_.blocks.empty() || x < starts_.front() || x >= starts_.back()) return std::nullopt;
        const auto after = std::upper_bound(starts_.begin(), starts_.end(), x);
        return std::min(static_cast<std::size_t>(after - starts_.begin()) - 1, lane_.blocks.size() - 1);
    }
    Area block_area(std::size_t i) const {
        const float gap = starts_[i + 1] - starts_[i] > 4 ? 1.0f : 0.0f;
        return {{starts_[i], area_.low.y}, {std::max(starts_[i + 1] - gap, starts_[i] + 1), area_.high.y}};
    }
    /// The entry under the mouse, and whether the mouse tells it from its neighbours.
    std::size_t entry_at(std::size_t i, float x, bool& exact) const {
        const ecs::PoolBlock& block = pool_.blocks[lane_.blocks[i]];
        const double width = std::max(1.0, static_cast<double>(starts_[i + 1] - starts_[i]));
        const auto entry =
            static_cast<std::size_t>(static_cast<double>(x - starts_[i]) / width * static_cast<double>(block.entries));
        exact = width >= static_cast<double>(block.entries) * 2;
        return std::min(entry, block.entries == 0 ? 0 : block.entries - 1);
    }

private:
    void draw_block(const ecs::PoolBlock& block, const Area& area) {
        if (block.entries == 0) return;
        const Style& style = context_.style;
        if (block.kind == PoolBlockKind::SparsePage) {
            // Which of its ids are in the pool only a look into the page tells; how many, the height says.
            const float share = static_cast<float>(block.used) / static_cast<float>(block.entries);
            const float high = std::ceil(area.height() * std::min(share, 1.0f));
            batch_.add({{area.low.x, area.high.y - high}, area.high}, lane_.color);
            if (share < 1 && area.width() >= style.px(6))
                dots(list_, {area.low, {area.high.x, area.high.y - high}}, style.theme->edge, style.px(4));
            return;
        }
        const std::size_t size = pool_.entities.size();
        const std::size_t held = block.first >= size ? 0 : std::min(block.entries, size - block.first);
        const float end = area.low.x + area.width() * static_cast<float>(held) / static_cast<float>(block.entries);
        if (held > 0) batch_.add({area.low, {std::max(end, area.low.x + 1), area.high.y}}, lane_.color);
        if (area.high.x - end >= style.px(4))
            dots(list_, {{end, area.low.y}, area.high}, style.theme->edge, style.px(4));
        if (pool_.tombstones > 0 && held > 0) draw_holes(block, area, end, held);
    }

    /// Each column of pixels has as much of its height dark as its entries are tombstones.
    void draw_holes(const ecs::PoolBlock& block, const Area& area, float end, std::size_t held) {
        const Style& style = context_.style;
        const float wide = std::max(end - area.low.x, 1.0f), step = std::max(1.0f, wide / 2000);
        const auto position = [&](float x) {
            const double share = std::clamp(static_cast<double>((x - area.low.x) / wide), 0.0, 1.0);
            return block.first + static_cast<std::size_t>(share * static_cast<double>(held));
        };
        std::size_t before = memory_.tombstones_before(number_, block.first);
        for (float x = area.low.x; x < end; x += step) {
            const std::size_t from = position(x), to = std::max(position(std::min(x + step, end)), from + 1);
            const std::size_t after = memory_.tombstones_before(number_, to);
            const std::size_t gone = after - std::min(before, after);
            before = memory_.tombstones_before(number_, position(x + step));
            if (gone == 0) continue;
            const float high = area.height() * static_cast<float>(gone) / static_cast<float>(to - from);
            batch_.add({{x, area.low.y}, {std::min(x + step, end), area.low.y + std::min(high, area.height())}},
                       mixed(style.theme->well, style.theme->warn, 0.35f));
        }
    }

    std::optional<float> place_of(ecs::OwnerKey key, std::size_t position) const {
        const bool sparse = pool_.blocks[lane_.blocks.front()].kind == PoolBlockKind::SparsePage;
        const auto at = sparse ? static_cast<std::size_t>(key & pool_.sparse_mask) : position;
        const auto after =
            std::upper_bound(lane_.blocks.begin(), lane_.blocks.end(), at,
                             [&](std::size_t value, std::size_t block) { return value < pool_.blocks[block].first; });
        if (after == lane_.blocks.begin()) return std::nullopt;
        const auto i = static_cast<std::size_t>(after - lane_.blocks.begin()) - 1;
        const ecs::PoolBlock& block = pool_.blocks[lane_.blocks[i]];
        if (at - block.first >= block.entries) return std::nullopt;
        const float share = (static_cast<float>(at - block.first) + 0.5f) / static_cast<float>(block.entries);
        return starts_[i] + (starts_[i + 1] - starts_[i]) * share;
    }
    void draw_mark(float x, ImU32 color) const {
        const float half = std::max(1.0f, std::floor(context_.style.px(1)));
        list_.AddRectFilled({std::floor(x) - half, area_.low.y}, {std::floor(x) + half, area_.high.y}, color);
        const float arrow = std::floor(context_.style.px(4));
        list_.AddTriangleFilled({x - arrow, area_.low.y}, {x + arrow, area_.low.y}, {x, area_.low.y + arrow}, color);
    }
    void draw_marks() const {
        if (lane_.blocks.empty()) return;
        const Style& style = context_.style;
        float last = -1;
        for (const std::size_t position : memory_.selected(number_, context_.selection, *context_.mirror)) {
            const auto x = place_of(pool_.entities[position], position);
            if (!x || std::abs(*x - last) < 1) continue;
            draw_mark(last = *x, style.theme->accent);
        }
        const ecs::OwnerKey hovered =
            context_.selection.hovered ? context_.mirror->key_of(context_.selection.hovered) : ecs::no_owner_key;
        const std::size_t position = memory_.position_of(number_, hovered);
        if (position == PoolMemory::nowhere) return;
        if (const auto x = place_of(hovered, position)) draw_mark(*x, style.theme->text);
    }

    const Context& context_;
    PoolMemory& memory_;
    const std::size_t number_;
    const ecs::OwnerPool& pool_;
    const PoolLane& lane_;
    const Area area_;
    const double scale_;
    ImDrawList& list_;
    std::vector<float> starts_;  // left edges of the blocks, and the end
    AreaBatch batch_;
};

void block_tooltip(const Context& context, const ecs::OwnerPool& pool, std::size_t number, ecs::OwnerKey entity,
                   bool exact) {
    const Style& style = context.style;
    const ecs::PoolBlock& block = pool.blocks[number];
    colored_text(style.theme->text, block_title(pool, number));
    const std::uint64_t last = block.first + (block.entries == 0 ? 0 : block.entries - 1);
    if (block.kind == PoolBlockKind::SparsePage)
        quiet_text(style, phrase("for the ids {} to {}, of which {} are in the pool", format_count(block.first),
                                 format_count(last), format_count(block.used)));
    else if (block.kind == PoolBlockKind::Chunk)
        quiet_text(style, phrase("rows {} to {}, {} of them in use", format_count(block.first), format_count(last),
                                 format_count(block.used)));
    else
        quiet_text(style, phrase("entries {} to {}, {} of them in use", format_count(block.first), format_count(last),
                                 format_count(block.used)));
    quiet_text(style, phrase("{} at {}", format_bytes_exact(block.bytes), format_address(block.begin)));
    const ecs::Entity shown = context.mirror->entity_of(entity);
    if (shown && context.world.alive(shown)) {
        ImGui::Separator();
        if (!exact) quiet_text(style, tr("about here"));
        entity_text(context, shown);
    }
    quiet_text(style, tr("A click shows its bytes"));
}

}  // namespace

const char* word_of(ecs::PoolBlockKind kind) {
    switch (kind) {
        case PoolBlockKind::SparsePage:
            return tr("sparse page");
        case PoolBlockKind::Packed:
            return tr("packed array");
        case PoolBlockKind::ValuePage:
            return tr("value page");
        case PoolBlockKind::Column:
            return tr("column");
        case PoolBlockKind::Chunk:
            return tr("chunk");
    }
    return "";
}

ecs::ComponentId component_of(const Context& context, const ecs::OwnerPool& pool, const ecs::PoolBlock& block) {
    return context.mirror->component_of(block.kind == PoolBlockKind::Column ? block.type : pool.type);
}

ecs::ComponentId component_of(const Context& context, const ecs::OwnerColumn& column) {
    if (const ecs::ComponentId found = context.mirror->component_of(column.type); found != ecs::no_component)
        return found;
    // Names and parents are no types of the owner; every world has them.
    const ecs::ComponentType* const type = context.world.types().find(column.component);
    return type == nullptr ? ecs::no_component : type->id;
}

ImU32 color_of_block(const Context& context, const ecs::OwnerPool& pool, const ecs::PoolBlock& block) {
    const Style& style = context.style;
    if (block.kind == PoolBlockKind::Packed) return style.theme->n_id;
    if (block.kind == PoolBlockKind::SparsePage) return style.theme->n_head;
    const ecs::ComponentId component = component_of(context, pool, block);
    return component == ecs::no_component ? style.theme->bar : style.color_of(component);
}

std::string block_title(const ecs::OwnerPool& pool, std::size_t block) {
    const ecs::PoolBlock& shown = pool.blocks[block];
    std::size_t of = 0, before = 0;
    for (std::size_t i = 0; i < pool.blocks.size(); ++i) {
        if (pool.blocks[i].kind != shown.kind || pool.blocks[i].component != shown.component) continue;
        ++of;
        before += i < block ? 1u : 0u;
    }
    if (shown.kind == PoolBlockKind::Column) return phrase("column {}", short_name(shown.component));
    if (of == 1) return word_of(shown.kind);
    return phrase("{} {} of {}", word_of(shown.kind), format_count(before + 1), format_count(of));
}

ecs::OwnerKey entity_at(const ecs::OwnerPool& pool, const ecs::PoolBlock& block, std::size_t entry) {
    if (block.kind == PoolBlockKind::SparsePage || block.first + entry >= pool.entities.size())
        return ecs::no_owner_key;
    return pool.entities[block.first + entry];
}

std::size_t lane_count(const ecs::OwnerPool& pool) {
    std::size_t lanes = 0;
    std::vector<std::pair<PoolBlockKind, std::string_view>> seen;
    for (const ecs::PoolBlock& block : pool.blocks) {
        const std::pair<PoolBlockKind, std::string_view> lane{block.kind, block.component};
        if (!seen.empty() && seen.back() == lane) continue;
        if (std::find(seen.begin(), seen.end(), lane) != seen.end()) continue;
        seen.push_back(lane);
        ++lanes;
    }
    return lanes;
}

std::vector<PoolLane> lanes_of(const Context& context, const ecs::OwnerPool& pool) {
    std::vector<PoolLane> lanes;
    for (std::size_t i = 0; i < pool.blocks.size(); ++i) {
        const ecs::PoolBlock& block = pool.blocks[i];
        const auto same = [&](const PoolLane& lane) {
            const ecs::PoolBlock& first = pool.blocks[lane.blocks.front()];
            return first.kind == block.kind && first.component == block.component;
        };
        auto lane =
            lanes.empty() || !same(lanes.back()) ? std::find_if(lanes.begin(), lanes.end(), same) : lanes.end() - 1;
        if (lane == lanes.end()) {
            PoolLane made;
            made.label = block.kind == PoolBlockKind::SparsePage  ? tr("sparse")
                         : block.kind == PoolBlockKind::Packed    ? tr("packed")
                         : block.kind == PoolBlockKind::ValuePage ? tr("values")
                         : block.kind == PoolBlockKind::Chunk     ? tr("chunks")
                                                                  : std::string(short_name(block.component));
            made.color = color_of_block(context, pool, block);
            lanes.push_back(std::move(made));
            lane = lanes.end() - 1;
        }
        lane->blocks.push_back(i);
        lane->bytes += block.bytes;
    }
    return lanes;
}

float lanes_height(const Style& style, std::size_t lanes) {
    return static_cast<float>(lanes) * (lane_px(style) + std::floor(style.px(2)));
}

std::optional<std::size_t> draw_pool_lanes(const Context& context, PoolMemory& memory, std::size_t pool,
                                           std::optional<std::size_t> open) {
    const Style& style = context.style;
    const ecs::OwnerPool& shown = memory.memory().pools[pool];
    const std::vector<PoolLane> lanes = lanes_of(context, shown);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + label_px(style);
    const float wide = std::max(ImGui::GetContentRegionAvail().x - label_px(style) - bytes_px(style), style.px(40));
    std::uint64_t most = 1;
    for (const PoolLane& lane : lanes) most = std::max(most, lane.bytes);
    const double scale = static_cast<double>(wide) / static_cast<double>(most);
    std::optional<std::size_t> clicked;
    float y = at.y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Area area{{left, y}, {left + wide, y + lane_px(style)}};
        const float text_top = std::floor(y + (lane_px(style) - ImGui::GetFontSize()) / 2);
        draw_text_until(list, {at.x, text_top}, left - style.px(4), style.theme->quiet, lanes[i].label);
        {
            const compat::FontScope font(style.mono);
            const std::string bytes = format_bytes(lanes[i].bytes);
            list.AddText({area.high.x + bytes_px(style) - ImGui::CalcTextSize(bytes.c_str()).x, text_top},
                         style.theme->quiet, bytes.c_str());
        }
        LaneDrawing lane(context, memory, pool, lanes[i], area, scale);
        lane.draw(open);
        ImGui::SetCursorScreenPos(area.low);
        ImGui::PushID(static_cast<int>(i));
        const bool pressed = invisible_button("##lane", {area.width(), area.height()}, compat::button_reached_by_keys);
        const auto block = ImGui::IsItemHovered() ? lane.block_at(ImGui::GetMousePos().x) : std::nullopt;
        if (pressed) clicked = block ? lanes[i].blocks[*block] : lanes[i].blocks.front();
        if (block) {
            const ecs::PoolBlock& under = shown.blocks[lanes[i].blocks[*block]];
            bool exact = false;
            const std::size_t entry = lane.entry_at(*block, ImGui::GetMousePos().x, exact);
            const ecs::OwnerKey key = entity_at(shown, under, entry);
            if (exact && key != ecs::no_owner_key) point_at(context, EntityAt{context.mirror->entity_of(key)});
            const Area part = lane.block_area(*block);
            if (const Tooltip tip(part); tip) block_tooltip(context, shown, lanes[i].blocks[*block], key, exact);
        }
        ImGui::PopID();
        y += lane_px(style) + std::floor(style.px(2));
    }
    ImGui::SetCursorScreenPos({at.x, y});
    ImGui::Dummy({0, 0});
    return clicked;
}

}  // namespace panels
