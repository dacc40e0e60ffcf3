#include "ecs/diagnose/layout_rules.hpp"

#include <algorithm>

#include "ecs/base/assert.hpp"
#include "ecs/base/language.hpp"
#include "ecs/base/rounding.hpp"
#include "ecs/diagnose/doctor_checks.hpp"
#include "ecs/storage/entity_index.hpp"

namespace ecs {

namespace {

struct RuleWords {
    std::string_view name, explanation;
    LayoutTerms terms;
};

constexpr std::array<RuleWords, 4> rules{
    RuleWords{"ours",
              tr_later("Header of 64 bytes, columns start at multiples of 16, or of the type's alignment if larger"),
              {Chunk::header_bytes, sizeof(Entity), 16, EntityIndex::max_rows_per_chunk, true}},
    RuleWords{"naive",
              tr_later("Bytes of the block divided by bytes of a row: no header, no alignment"),
              {0, sizeof(Entity), 1, 0, false}},
    RuleWords{"unity-64",
              tr_later("Header of 64 bytes, columns start at multiples of 64, as in Unity's entities"),
              {64, sizeof(Entity), 64, 0, false}},
    RuleWords{"unity-128",
              tr_later("As unity-64, and never more than 128 rows in a chunk, as in newer releases"),
              {64, sizeof(Entity), 64, 128, false}}};

const RuleWords& words_of(LayoutRule rule) { return rules[static_cast<std::size_t>(rule)]; }

struct Reach {
    std::size_t column = RuledLayout::entity_ids;
    std::uint64_t begin = 0, end = 0;
};

/// Calls `visit(column, begin, end)` for every column of `rows` rows, until it returns false.
template <class F>
void each_place(const LayoutTerms& terms, std::span<const LayoutColumn> columns, std::uint64_t rows, F&& visit) {
    std::uint64_t end = terms.header_bytes;
    const auto place = [&](std::size_t column, std::uint64_t align, std::uint64_t size) {
        const std::uint64_t begin = rounded_up(end, align);
        end = begin + rows * size;
        return visit(column, begin, end);
    };
    if (!place(RuledLayout::entity_ids, terms.align, terms.id_bytes)) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].size == 0) continue;
        const std::uint64_t own = terms.align_of_type ? columns[i].align : 1;
        if (!place(i, std::max<std::uint64_t>(terms.align, own), columns[i].size)) return;
    }
}

/// The first column that ends behind the block; its end is 0 when there is none.
Reach over_the_end(const LayoutTerms& terms, std::span<const LayoutColumn> columns, std::uint64_t rows,
                   std::uint64_t block_bytes) {
    Reach reach;
    each_place(terms, columns, rows, [&](std::size_t column, std::uint64_t begin, std::uint64_t end) {
        if (end <= block_bytes) return true;
        reach = {column, begin, end};
        return false;
    });
    return reach;
}

}  // namespace

std::string_view name_of(LayoutRule rule) { return words_of(rule).name; }
std::string_view explanation_of(LayoutRule rule) { return words_of(rule).explanation; }
LayoutTerms terms_of(LayoutRule rule) { return words_of(rule).terms; }

std::vector<LayoutColumn> columns_of(std::span<const ComponentType* const> types) {
    std::vector<LayoutColumn> columns;
    columns.reserve(types.size());
    for (const ComponentType* type : types) columns.push_back({type->name, type->size, type->align});
    return columns;
}

RuledLayout lay_out(LayoutRule rule, std::span<const LayoutColumn> columns, std::uint32_t block_bytes) {
    RuledLayout layout = lay_out(terms_of(rule), columns, block_bytes);
    layout.rule = rule;
    return layout;
}

RuledLayout lay_out(const LayoutTerms& by, std::span<const LayoutColumn> columns, std::uint32_t block_bytes) {
    ECS_ASSERT(by.id_bytes > 0 && by.align > 0, "a row has an id, and columns start somewhere");
    RuledLayout layout;
    layout.terms = by;
    layout.block_bytes = block_bytes;
    layout.header_bytes = std::min(by.header_bytes, block_bytes);
    layout.row_bytes = by.id_bytes;
    for (const LayoutColumn& column : columns) layout.row_bytes += column.size;

    // Alignment only costs rows, and more rows never move the end of the columns back.
    std::uint32_t low = 0, high = block_bytes / layout.row_bytes + 1;  // low rows fit, high do not
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (over_the_end(by, columns, middle, block_bytes).end == 0 ? low : high) = middle;
    }
    layout.uncapped_capacity = low;
    layout.capped = by.rows_max != 0 && low > by.rows_max;
    layout.capacity = layout.capped ? by.rows_max : low;

    std::uint64_t last = layout.header_bytes;
    each_place(by, columns, layout.capacity, [&](std::size_t column, std::uint64_t begin, std::uint64_t end) {
        if (begin > block_bytes) return false;  // no rows at all
        const auto padding = static_cast<std::uint32_t>(begin - last);
        layout.places.push_back({column, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), padding});
        layout.padding += padding;
        last = end;
        return true;
    });
    layout.slack = block_bytes - static_cast<std::uint32_t>(last);
    const Reach next = over_the_end(by, columns, std::uint64_t{low} + 1, block_bytes);
    layout.full_column = next.column;
    layout.next_begin = next.begin;
    layout.next_end = next.end;
    return layout;
}

std::string why_no_more(const RuledLayout& layout, std::span<const LayoutColumn> columns) {
    using doctor::count_text;
    if (layout.capped)
        return phrase("The rule allows {} rows at most; {} would fit", count_text(layout.capacity),
                      count_text(layout.uncapped_capacity));
    const std::string name =
        layout.full_column == RuledLayout::entity_ids ? tr("the entity ids") : columns[layout.full_column].name;
    return phrase("{}: {} would end at byte {}, {} behind the end of the block",
                  count_text(std::uint64_t{layout.capacity} + 1, "row", "rows"), name, count_text(layout.next_end),
                  count_text(layout.next_end - layout.block_bytes, "byte", "bytes"));
}

}  // namespace ecs
