#include "panels/chunks/pool_map.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/format.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr const char* order_names[] = {tr_later("By bytes"), tr_later("By waste"), tr_later("By name")};

float head_px() { return ImGui::GetFrameHeight(); }
float card_px(const Style& style, const ecs::OwnerPool& pool) {
    return head_px() + lanes_height(style, lane_count(pool)) + std::floor(style.px(12));
}

std::string facts_text(const PoolMemory& memory, std::size_t pool) {
    const ecs::OwnerPool& shown = memory.memory().pools[pool];
    const PoolFacts& facts = memory.facts(pool);
    std::string text = phrase("{} of {}", format_count(facts.entities), format_count(facts.capacity));
    if (facts.tombstones > 0) text += " · " + format_count(facts.tombstones, "tombstone");
    if (facts.sparse_pages > 0) text += " · " + format_count(facts.sparse_pages, "sparse page");
    if (shown.keeps_addresses) text += std::string(" · ") + tr("keeps addresses");
    if (const std::string groups = memory.groups_text(pool); !groups.empty())
        text += " · " + (shown.grouped ? phrase("owned by {}", groups) : phrase("seen by {}", groups));
    return text;
}

/// Without the namespace of a component; of a table all names.
std::string shown_name(const ecs::OwnerPool& pool) {
    return pool.kind == ecs::PoolKind::SparseSet ? std::string(short_name(pool.name)) : pool.name;
}

const char* back_text(ecs::PoolKind kind) {
    switch (kind) {
        case ecs::PoolKind::SparseSet:
            break;
        case ecs::PoolKind::Table:
            return tr("Back to the tables");
        case ecs::PoolKind::Archetype:
            return tr("Back to the archetypes");
    }
    return tr("Back to the pools");
}

}  // namespace

void PoolMap::list(const PoolMemory& memory) {
    if (listed_number_ == memory.number() && listed_search_ == search && listed_order_ == order_) return;
    listed_number_ = memory.number();
    listed_search_ = search;
    listed_order_ = order_;
    listed_.clear();
    const std::string word = to_lower(search);
    const std::vector<ecs::OwnerPool>& pools = memory.memory().pools;
    for (std::size_t p = 0; p < pools.size(); ++p)
        if (word.empty() || find_ignoring_case(pools[p].name, word) != std::string_view::npos) listed_.push_back(p);
    std::stable_sort(listed_.begin(), listed_.end(), [&](std::size_t a, std::size_t b) {
        if (order_ == Order::Name) return pools[a].name < pools[b].name;
        if (order_ == Order::Waste) return memory.facts(a).wasted() > memory.facts(b).wasted();
        return memory.facts(a).bytes > memory.facts(b).bytes;
    });
}

void PoolMap::show_tools(const Context& context, PoolMemory& memory) {
    const Style& style = context.style;
    const float order_width = std::floor(style.px(104));
    same_line_if_fits(order_width, style.px(16));
    if (begin_combo("##order", tr(order_names[static_cast<int>(order_)]), order_width)) {
        for (int i = 0; i < 3; ++i)
            if (selectable(tr(order_names[i]), static_cast<int>(order_) == i)) order_ = static_cast<Order>(i);
        ImGui::EndCombo();
    }
    const float width = std::floor(std::min(style.px(150), ImGui::GetWindowWidth() / 2));
    same_line_if_fits(width, style.px(8));
    search_box("pools", style, search, tr("Search by name"), width);
    const PoolFacts& sums = memory.sums();
    const std::string count = count_text(*memory.kind(), memory.memory().pools.size());
    const double age = memory.age_secs(context.time_secs);
    next_text(style.theme->quiet, phrase("{} · {}, {} wasted · {} s old", count, format_bytes(sums.bytes),
                                         format_bytes(sums.wasted()), format_decimal(std::max(age, 0.0), 1)));
    tooltip(phrase("Read {} s ago, which took {}", format_decimal(std::max(age, 0.0), 1),
                   format_millis(memory.cost_secs())));
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(8));
    badge_beside_frame(style, Badge::Exact,
                       phrase("Counted from what {} has allocated", context.mirror->owner().name()));
}

void PoolMap::open_asked(const PoolMemory& memory) {
    const std::string name = std::exchange(asked_for_, {});
    if (name.empty()) return;
    for (const ecs::OwnerPool& pool : memory.memory().pools) {
        if (pool.name != name || pool.blocks.empty()) continue;
        const auto found = std::find_if(pool.blocks.begin(), pool.blocks.end(), [](const ecs::PoolBlock& block) {
            return block.kind == ecs::PoolBlockKind::ValuePage || block.kind == ecs::PoolBlockKind::Column ||
                   block.kind == ecs::PoolBlockKind::Chunk;
        });
        block_.open(pool, found == pool.blocks.end() ? pool.blocks.front() : *found);
        return;
    }
}

bool PoolMap::leave_block() {
    if (!block_.is_open()) return false;
    block_.close();
    return true;
}

void PoolMap::show(const Context& context, PoolMemory& memory) {
    open_asked(memory);
    if (block_.is_open()) return draw_block(context, memory);
    const Style& style = context.style;
    list(memory);
    cards_drawn_ = 0;
    if (compat::begin_child("pools", {0, 0})) {
        const std::vector<ecs::OwnerPool>& pools = memory.memory().pools;
        if (listed_.empty())
            quiet_text(style, pools.empty() ? tr("There are none yet") : tr("None matches the search"));
        tops_.assign(1, 0);
        for (const std::size_t pool : listed_) tops_.push_back(tops_.back() + card_px(style, pools[pool]));
        const ImVec2 start = ImGui::GetCursorScreenPos();
        const float scrolled = ImGui::GetScrollY(), high = ImGui::GetWindowHeight();
        const float width = ImGui::GetContentRegionAvail().x;
        const auto after = std::upper_bound(tops_.begin(), tops_.end(), scrolled);
        std::size_t i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - tops_.begin() - 1, 0));
        for (; i < listed_.size() && tops_[i] < scrolled + high; ++i) {
            ImGui::SetCursorScreenPos({start.x, start.y + tops_[i]});
            ImGui::PushID(static_cast<int>(listed_[i]));
            draw_card(context, memory, listed_[i], width);
            ImGui::PopID();
            ++cards_drawn_;
        }
        ImGui::SetCursorScreenPos({start.x, start.y + tops_.back()});
        ImGui::Dummy({0, 0});
    }
    ImGui::EndChild();
}

void PoolMap::draw_card(const Context& context, PoolMemory& memory, std::size_t pool, float width) {
    const Style& style = context.style;
    const ecs::OwnerPool& shown = memory.memory().pools[pool];
    const PoolFacts& facts = memory.facts(pool);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float text_top = std::floor(at.y + (head_px() - ImGui::GetFontSize()) / 2);
    const std::string bytes = phrase("{}, {} wasted", format_bytes(facts.bytes), format_bytes(facts.wasted()));
    const float bytes_left = at.x + width - text_width(bytes);
    // Its share of all bytes, below the head.
    const double share =
        memory.sums().bytes == 0 ? 0 : static_cast<double>(facts.bytes) / static_cast<double>(memory.sums().bytes);
    const float line = at.y + head_px() - std::floor(style.px(3));
    list.AddRectFilled({at.x, line}, {at.x + width, line + 1}, style.theme->line);
    list.AddRectFilled({at.x, line}, {at.x + std::floor(width * static_cast<float>(share)), line + 2},
                       style.theme->bar);
    float x = at.x;
    const ecs::ComponentId component = context.mirror->component_of(shown.type);
    if (component != ecs::no_component) {
        const float mark = std::floor(style.px(10));
        component_mark(style, context.world.types()[component], list, {x + mark / 2, at.y + head_px() / 2}, mark);
        x += mark + style.px(6);
    }
    const std::string name = shown_name(shown);
    float name_end = x;
    {
        const compat::FontScope bold(style.words_bold);
        draw_text_until(list, {x, text_top}, bytes_left - style.px(8), style.theme->text, name);
        name_end += text_width(name) + style.px(12);
    }
    if (name_end < bytes_left - style.px(60))
        draw_text_until(list, {name_end, text_top}, bytes_left - style.px(12), style.theme->quiet,
                        facts_text(memory, pool));
    list.AddText({bytes_left, text_top}, facts.wasted() * 2 > facts.bytes ? style.theme->warn : style.theme->quiet,
                 bytes.c_str());
    const Area head{at, {at.x + width, line}};
    if (const Tooltip tip(head); tip) {
        colored_text(style.theme->text, shown.name);
        quiet_text(style, facts_text(memory, pool));
        quiet_text(style, phrase("{} in use, {} wasted, {} % of all memory", format_bytes_exact(facts.used),
                                 format_bytes_exact(facts.wasted()), format_decimal(share * 100, 1)));
        for (const std::string& tag : shown.tags) quiet_text(style, tag);
        if (shown.kind == ecs::PoolKind::SparseSet && shown.type == ecs::OwnerPool::no_type && shown.value_bytes == 0)
            quiet_text(style, tr("Nobody described its component, so its values are not known"));
    }
    ImGui::SetCursorScreenPos({at.x, at.y + head_px()});
    if (const auto block = draw_pool_lanes(context, memory, pool)) {
        block_.open(shown, shown.blocks[*block]);
        memory.ask_now();
    }
}

void PoolMap::draw_block(const Context& context, PoolMemory& memory) {
    const Style& style = context.style;
    ImGui::SameLine(0, style.px(16));
    const bool escape = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() &&
                        take_key(context, compat::Key::Escape, false);
    const char* const back = back_text(*memory.kind());
    if (button(back, {}, name_of(Key::Escape)) || escape) return block_.close();
    const auto found = block_.find(memory);
    if (!found) {
        next_text(style.theme->quiet, tr("This block was freed"));
        return;
    }
    const ecs::OwnerPool& pool = memory.memory().pools[found->pool];
    const ecs::PoolBlock& block = pool.blocks[found->block];
    {
        const compat::FontScope font(style.mono);
        next_text(style.theme->text,
                  phrase("{} · {} · {} of {} · {} at {}", shown_name(pool), block_title(pool, found->block),
                         format_count(block.used), format_count(block.entries), format_bytes(block.bytes),
                         format_address(block.begin)));
    }
    ImGui::PushID("lanes");
    if (const auto other = draw_pool_lanes(context, memory, found->pool, found->block)) {
        block_.open(pool, pool.blocks[*other]);
        memory.ask_now();
    }
    ImGui::PopID();
    block_.show(context, memory);
}

}  // namespace panels
