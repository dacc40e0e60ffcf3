#include "panels/running/systems_columns.hpp"

#include <algorithm>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr ImGuiTableColumnFlags fixed_width = ImGuiTableColumnFlags_WidthFixed;
constexpr ImGuiTableColumnFlags number_column = fixed_width | ImGuiTableColumnFlags_PreferSortDescending;
constexpr ImGuiTableColumnFlags plain_column = fixed_width | ImGuiTableColumnFlags_NoSort;
constexpr ImGuiTableColumnFlags name_column = ImGuiTableColumnFlags_WidthStretch;
constexpr ImGuiTableColumnFlags wide_column = ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_NoSort;

constexpr std::array<SystemColumnLook, system_column_count> column_looks{{
    {"#", fixed_width, 28, 28, 8, true},
    {tr_later("System"), name_column, 2.0f, 140, 0, false},
    {tr_later("Stage"), fixed_width, 50, 50, 9, true},
    {tr_later("Last"), number_column, 76, 76, 7, true},
    {tr_later("Mean"), number_column, 76, 76, 1, true},
    {tr_later("Least"), number_column, 76, 76, 12, true},
    {tr_later("Most"), number_column, 76, 76, 11, true},
    {tr_later("95 %"), number_column, 76, 76, 10, true},
    {tr_later("Share"), number_column, 76, 76, 2, true},
    {tr_later("Times"), plain_column, 64, 64, 3, false},
    {tr_later("Budget"), number_column, 84, 84, 13, true},
    {tr_later("Entities"), number_column, 68, 68, 4, true},
    {tr_later("Changes"), number_column, 68, 68, 14, true},
    {tr_later("Reads"), wide_column, 1, 70, 6, false},
    {tr_later("Writes"), wide_column, 1, 70, 5, false},
}};
constexpr std::uint32_t bit(int column) { return 1u << column; }
constexpr std::uint32_t every_column = (1u << system_column_count) - 1;
constexpr std::uint32_t name_bit = bit(static_cast<int>(SystemColumn::Name));
constexpr std::string_view columns_setting = "columns=";

}  // namespace

const SystemColumnLook& look_of(SystemColumn column) { return column_looks[static_cast<std::size_t>(column)]; }

const char* hint_of(SystemColumn column) {
    switch (column) {
        case SystemColumn::Order:
            return tr(
                "The order in which systems run. Click other columns to sort by them, a third time to come back to the "
                "order");
        case SystemColumn::Name:
            return explanation(Term::System);
        case SystemColumn::Stage:
            return tr(
                "Systems that follow each other and do not conflict share a stage: they run at the same time, on "
                "several cores. The result equals running them in order");
        case SystemColumn::Last:
            return tr("How long the last run took");
        case SystemColumn::Mean:
            return tr("How long a run took on average, of the last 240");
        case SystemColumn::Least:
            return tr("How long the shortest of the last 240 runs took");
        case SystemColumn::Most:
            return tr("How long the longest of the last 240 runs took");
        case SystemColumn::P95:
            return tr("95 % of the last 240 runs took at most so long");
        case SystemColumn::Share:
            return tr("Share in the mean time of all systems that are on");
        case SystemColumn::Curve:
            return tr("The last 64 runs; the highest of them reaches the top");
        case SystemColumn::Budget:
            return tr("How long a run may take, and how many of the last 240 took longer. Click a budget to change it");
        case SystemColumn::Visited:
            return tr("How many entities the last run visited");
        case SystemColumn::Changes:
            return explanation(Term::StructuralChange);
        case SystemColumn::Reads:
            return tr("Components that the system only reads");
        case SystemColumn::Writes:
            return tr(
                "Components that the system writes. Two systems that write the same, or of which one reads what the "
                "other writes, must not run at the same time");
    }
    return "";
}

std::uint32_t SystemColumns::shown(float room, bool any_budget) const {
    if (chosen_ != 0) return chosen_ | name_bit;
    constexpr float padding = 2 * wide_table_padding;
    // A budget that nobody sees is of no use.
    const auto rank_of = [&](const SystemColumnLook& look) {
        if (&look == &look_of(SystemColumn::Budget) && any_budget) return 2;
        return any_budget && look.rank >= 2 ? look.rank + 1 : look.rank;
    };
    std::uint32_t columns = 0;
    float used = 0;
    for (int rank = 0; rank <= system_column_count; ++rank) {
        const auto look = std::find_if(column_looks.begin(), column_looks.end(),
                                       [&](const SystemColumnLook& each) { return rank_of(each) == rank; });
        if (look == column_looks.end()) continue;
        used += look->least + padding;
        if (used > room && rank > 0) break;
        columns |= bit(static_cast<int>(look - column_looks.begin()));
    }
    return columns;
}

float SystemColumns::least_width() const {
    if (chosen_ == 0) return 0;
    float width = 0;
    for (int i = 0; i < system_column_count; ++i)
        if (((chosen_ | name_bit) & bit(i)) != 0) width += column_looks[static_cast<std::size_t>(i)].least + 12;
    return width;
}

std::vector<MenuItem> SystemColumns::menu(std::uint32_t now) {
    std::vector<MenuItem> items;
    items.push_back(
        {.label = tr("As many as fit"), .checked = chosen_ == 0, .run = [this](const Context&) { chosen_ = 0; }});
    items.push_back({.label = tr("All columns"),
                     .hint = tr("Also those that the panel has no room for; the table scrolls sideways then"),
                     .checked = chosen_ == every_column,
                     .run = [this](const Context&) { chosen_ = every_column; }});
    for (int i = 0; i < system_column_count; ++i) {
        const SystemColumnLook& look = column_looks[static_cast<std::size_t>(i)];
        const bool name = bit(i) == name_bit;
        items.push_back({.label = i == 0 ? std::string(tr("Number")) : std::string(tr(look.title)),
                         .why_not = name ? tr("Without it nobody would know which row is which") : "",
                         .hint = hint_of(static_cast<SystemColumn>(i)),
                         .checked = name || (now & bit(i)) != 0,
                         .begins_group = i == 0,
                         .run = [this, now, i](const Context&) { chosen_ = (now ^ bit(i)) | name_bit; }});
    }
    return items;
}

std::string SystemColumns::save() const {
    if (chosen_ == 0) return {};
    std::string text(columns_setting);
    for (int i = 0; i < system_column_count; ++i)
        if ((chosen_ & bit(i)) != 0) {
            if (text.size() > columns_setting.size()) text += ',';
            text += column_looks[static_cast<std::size_t>(i)].title;
        }
    return text;
}

void SystemColumns::load(std::string_view text) {
    chosen_ = 0;
    if (text == "all-columns") chosen_ = every_column;  // of earlier versions
    if (!text.starts_with(columns_setting)) return;
    text.remove_prefix(columns_setting.size());
    while (!text.empty()) {
        const std::string_view title = text.substr(0, text.find(','));
        for (int i = 0; i < system_column_count; ++i)
            if (title == column_looks[static_cast<std::size_t>(i)].title) chosen_ |= bit(i);
        text.remove_prefix(std::min(text.size(), title.size() + 1));
    }
}

}  // namespace panels
