#include "panels/archetypes/pool_table.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr float pool_widths[pool_column_count] = {0, 68, 72, 96, 84, 66, 66, 66, 150};
constexpr float pool_name_px = 120;
/// Columns that a narrow table leaves out, in this order.
constexpr PoolColumn pool_columns_left_out[] = {PoolColumn::Used,        PoolColumn::Capacity,   PoolColumn::Group,
                                                PoolColumn::SparsePages, PoolColumn::Tombstones, PoolColumn::Bytes};

struct ColumnTexts {
    const char *name, *hint;
};
constexpr ColumnTexts sparse_texts[pool_column_count] = {
    {tr_later("Pool"), tr_later("The component that it keeps; (entities) is the pool of all of them")},
    {tr_later("Entities"), tr_later("Entities that have the component")},
    {tr_later("Capacity"), tr_later("Entries that the packed array has room for")},
    {tr_later("Sparse pages"), tr_later("Pages from ids to positions: one is made when an id in its range comes")},
    {tr_later("Tombstones"), tr_later("Entries that entities left behind in a pool that moves no value")},
    {tr_later("Bytes"), tr_later("Memory of sparse pages, packed array and value pages")},
    {tr_later("Used"), tr_later("Bytes that its entities need: an entry of each array")},
    {tr_later("Wasted"), tr_later("Bytes that no entity uses")},
    {tr_later("Group"), tr_later("The groups that own the pool and keep its order, or look at it")},
};
constexpr ColumnTexts table_texts[pool_column_count] = {
    {tr_later("Table"), tr_later("All that its entities have")},
    {tr_later("Entities"), tr_later("Rows in use")},
    {tr_later("Capacity"), tr_later("Rows that its columns have room for")},
    {tr_later("Columns"), tr_later("Components with values; tags and pairs without have none")},
    {tr_later("Tombstones"), nullptr},
    {tr_later("Bytes"), tr_later("Memory of its columns")},
    {tr_later("Used"), tr_later("Bytes of rows in use")},
    {tr_later("Wasted"), tr_later("Bytes that no row uses")},
    {tr_later("Group"), nullptr},
};

constexpr ColumnTexts archetype_texts[pool_column_count] = {
    {tr_later("Archetype"), tr_later("All that its entities have")},
    {tr_later("Entities"), tr_later("Rows in use")},
    {tr_later("Capacity"), tr_later("Rows that its chunks have room for")},
    {tr_later("Chunks"), tr_later("Blocks of memory that hold its rows")},
    {tr_later("Tombstones"), nullptr},
    {tr_later("Bytes"), tr_later("Memory of its chunks")},
    {tr_later("Used"), tr_later("Bytes of headers and of rows in use")},
    {tr_later("Wasted"), tr_later("Bytes that no row uses")},
    {tr_later("Group"), nullptr},
};

const ColumnTexts* texts_of(ecs::PoolKind kind) {
    switch (kind) {
        case ecs::PoolKind::SparseSet:
            break;
        case ecs::PoolKind::Table:
            return table_texts;
        case ecs::PoolKind::Archetype:
            return archetype_texts;
    }
    return sparse_texts;
}

std::uint64_t pages_or_columns(const ecs::OwnerPool& pool, const PoolFacts& facts) {
    if (pool.kind == ecs::PoolKind::SparseSet) return facts.sparse_pages;
    if (pool.kind == ecs::PoolKind::Archetype) return pool.blocks.size();
    return static_cast<std::uint64_t>(
        std::count_if(pool.blocks.begin(), pool.blocks.end(),
                      [](const ecs::PoolBlock& block) { return block.kind == ecs::PoolBlockKind::Column; }));
}

/// What a narrow table leaves out.
std::string row_tooltip(const PoolMemory& memory, std::size_t pool) {
    const PoolFacts& facts = memory.facts(pool);
    std::string text = phrase("{} of {}", format_count(facts.entities), format_count(facts.capacity));
    if (facts.sparse_pages > 0) text += " · " + format_count(facts.sparse_pages, "sparse page");
    if (facts.tombstones > 0) text += " · " + format_count(facts.tombstones, "tombstone");
    text += "\n" + phrase("{}, {} wasted", format_bytes_exact(facts.bytes), format_bytes_exact(facts.wasted()));
    if (const std::string groups = memory.groups_text(pool); !groups.empty())
        text +=
            "\n" + (memory.memory().pools[pool].grouped ? phrase("owned by {}", groups) : phrase("seen by {}", groups));
    return text;
}

}  // namespace

void PoolTable::sort(const PoolMemory& memory) {
    if (!resort_ && sorted_number_ == memory.number() && sorted_filter_ == filter) return;
    resort_ = false;
    sorted_number_ = memory.number();
    sorted_filter_ = filter;
    const std::vector<ecs::OwnerPool>& pools = memory.memory().pools;
    const std::string word = to_lower(filter);
    order_.clear();
    for (std::size_t p = 0; p < pools.size(); ++p)
        if (word.empty() || find_ignoring_case(pools[p].name, word) != std::string_view::npos) order_.push_back(p);
    const auto number = [&](std::size_t pool) -> std::uint64_t {
        const PoolFacts& facts = memory.facts(pool);
        switch (column_) {
            case PoolColumn::Entities:
                return facts.entities;
            case PoolColumn::Capacity:
                return facts.capacity;
            case PoolColumn::SparsePages:
                return pages_or_columns(pools[pool], facts);
            case PoolColumn::Tombstones:
                return facts.tombstones;
            case PoolColumn::Bytes:
                return facts.bytes;
            case PoolColumn::Used:
                return facts.used;
            case PoolColumn::Wasted:
                return facts.wasted();
            case PoolColumn::Name:
            case PoolColumn::Group:
                break;
        }
        return 0;
    };
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        if (descending_) std::swap(a, b);
        if (column_ == PoolColumn::Name) return pools[a].name < pools[b].name;
        if (column_ == PoolColumn::Group) return memory.groups_text(a) < memory.groups_text(b);
        return number(a) < number(b);
    });
}

void PoolTable::show(const Context& context, PoolMemory& memory) {
    const Style& style = context.style;
    sort(memory);
    const ecs::PoolKind kind = memory.kind().value_or(ecs::PoolKind::SparseSet);
    const ColumnTexts* const texts = texts_of(kind);
    const std::size_t groups = memory.memory().groups.size();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float below = groups == 0 ? 0
                                    : std::min(std::floor(room.y / 3),
                                               (static_cast<float>(groups) + 1) * row_height(style) + style.px(8));
    std::uint32_t hidden = kind != ecs::PoolKind::SparseSet ? 1u << static_cast<int>(PoolColumn::Tombstones) : 0;
    if (groups == 0) hidden |= 1u << static_cast<int>(PoolColumn::Group);
    float needed = pool_name_px;
    for (int column = 1; column < pool_column_count; ++column)
        if ((hidden >> column & 1u) == 0) needed += pool_widths[column] + 2 * wide_table_padding;
    for (const PoolColumn column : pool_columns_left_out) {
        const auto bit = 1u << static_cast<int>(column);
        if (needed * style.scale <= room.x - ImGui::GetStyle().ScrollbarSize) break;
        if ((hidden & bit) == 0) needed -= pool_widths[static_cast<int>(column)] + 2 * wide_table_padding;
        hidden |= bit;
    }
    if (!begin_wide_table("pools", style, pool_column_count, ImGuiTableFlags_Sortable, {room.x, room.y - below},
                          needed))
        return;
    const char* hints[pool_column_count];
    for (int column = 0; column < pool_column_count; ++column) {
        const bool first = column == 0, last = column == pool_column_count - 1;
        const bool left_out = (hidden >> column & 1u) != 0;
        const ImGuiTableColumnFlags flags =
            (first ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed) |
            (first || last ? 0 : ImGuiTableColumnFlags_PreferSortDescending) |
            (column == static_cast<int>(PoolColumn::Bytes) ? ImGuiTableColumnFlags_DefaultSort : 0) |
            (left_out ? ImGuiTableColumnFlags_Disabled : 0);
        ImGui::TableSetupColumn(tr(texts[column].name), flags, first ? 0 : style.px(pool_widths[column]));
        hints[column] = texts[column].hint == nullptr ? nullptr : tr(texts[column].hint);
    }
    ImGui::TableSetupScrollFreeze(1, 1);
    header_row(style, hints, 0b0'1111'1110);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs(); specs != nullptr && specs->SpecsDirty) {
        if (specs->SpecsCount > 0) {
            column_ = static_cast<PoolColumn>(specs->Specs[0].ColumnIndex);
            descending_ = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
            resort_ = true;
        }
        specs->SpecsDirty = false;
        sort(memory);
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(order_.size()), row_height(style));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(context, memory, order_[static_cast<std::size_t>(i)]);
    if (order_.empty()) {
        begin_row(style);
        quiet_text(style, memory.memory().pools.empty() ? tr("There are none yet") : tr("None matches the search"));
    }
    ImGui::EndTable();
    if (groups > 0) draw_groups(context, memory);
}

void PoolTable::draw_row(const Context& context, const PoolMemory& memory, std::size_t pool) {
    const Style& style = context.style;
    const ecs::OwnerPool& shown = memory.memory().pools[pool];
    const PoolFacts& facts = memory.facts(pool);
    const float row = row_height(style);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(pool));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ecs::ComponentId component = context.mirror->component_of(shown.type);
    if (selectable("##pool", false, ImGuiSelectableFlags_SpanAllColumns, {0, row}))
        context.requests.push_back(ShowPanelRequest{"chunks", "pool=" + shown.name});
    if (ImGui::IsItemHovered() && component != ecs::no_component) context.selection.hovered_component = component;
    tooltip(shown.name + "\n" + row_tooltip(memory, pool) + "\n" + tr("A click shows its bytes in Chunks"));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x;
    if (component != ecs::no_component) {
        const float mark = std::floor(style.px(10));
        component_mark(style, context.world.types()[component], list, {x + mark / 2, at.y + row / 2}, mark);
        x += mark + style.px(6);
    }
    const std::string name = shown.kind == ecs::PoolKind::SparseSet ? std::string(short_name(shown.name)) : shown.name;
    draw_text_until(list, {x, std::floor(at.y + (row - ImGui::GetTextLineHeight()) / 2)}, at.x + width,
                    style.theme->text, name);
    const ImU32 color = facts.entities == 0 ? style.theme->quiet : style.theme->text;
    const auto number = [&](const std::string& text, ImU32 in) {
        if (ImGui::TableNextColumn()) draw_cell_number(style, text, in);
    };
    number(format_count(facts.entities), color);
    number(format_count(facts.capacity), color);
    number(format_count(pages_or_columns(shown, facts)), color);
    number(format_count(facts.tombstones), facts.tombstones > facts.entities ? style.theme->warn : color);
    number(format_bytes(facts.bytes), color);
    number(format_bytes(facts.used), color);
    number(format_bytes(facts.wasted()), facts.wasted() * 2 > facts.bytes ? style.theme->warn : color);
    if (ImGui::TableNextColumn()) {
        const std::string groups = memory.groups_text(pool);
        ImGui::AlignTextToFramePadding();
        clipped_line(style.theme->quiet, shown.grouped && !groups.empty() ? phrase("owned by {}", groups) : groups);
    }
    ImGui::PopID();
}

void PoolTable::draw_groups(const Context& context, const PoolMemory& memory) const {
    const Style& style = context.style;
    if (!compat::begin_child("groups", {0, 0})) return ImGui::EndChild();
    const ecs::OwnerMemory& all = memory.memory();
    const auto names = [&](const std::vector<std::size_t>& pools) {
        std::string text;
        for (const std::size_t pool : pools)
            if (pool < all.pools.size())
                text.append(text.empty() ? "" : ", ").append(std::string(short_name(all.pools[pool].name)));
        return text;
    };
    for (const ecs::OwnerGroup& group : all.groups) {
        std::uint64_t wasted = 0;
        for (const auto* pools : {&group.owned, &group.observed})
            for (const std::size_t pool : *pools)
                if (pool < all.pools.size()) wasted += memory.facts(pool).wasted();
        std::string text = phrase("Group {}: {}", group.name, format_count(group.size, "entity", "entities"));
        if (!group.owned.empty()) text += " · " + phrase("owns {}", names(group.owned));
        if (!group.observed.empty()) text += " · " + phrase("looks at {}", names(group.observed));
        text += " · " + phrase("{} wasted in its pools", format_bytes(wasted));
        clipped_text(style.theme->quiet, text, ImGui::GetContentRegionAvail().x);
    }
    ImGui::EndChild();
}

}  // namespace panels
