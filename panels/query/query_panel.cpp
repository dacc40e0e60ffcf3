#include "panels/query/query_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/archetype_names.hpp"
#include "panels/base/value_text.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr std::size_t columns_max = 48;  // of the table, with those that a person added

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

bool stands_in(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::string QueryPanel::save_settings() const {
    std::string line = saved_.save_settings();
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty()) line += (line.empty() ? "" : " ") + std::string(key) + "=" + value;
    };
    add("query", to_setting(std::string_view(text_)));
    add("add", to_setting(added_));
    add("hide", to_setting(hidden_));
    const QueryOrder& order = table_.order();
    if (order.by != QueryOrder::By::Id)
        add("sort",
            std::string(order.descending ? "down" : "up") + "," +
                (order.by == QueryOrder::By::Name ? std::string() : to_setting(std::string_view(order.column))));
    return line;
}

void QueryPanel::load_settings(std::string_view line) {
    saved_.load_settings(line);
    added_.clear();
    hidden_.clear();
    QueryOrder order;
    std::string text;
    each_setting(line, [&](std::string_view key, std::string_view value) {
        if (key == "query") text = from_setting(value);
        if (key == "add") added_ = list_from_setting(value);
        if (key == "hide") hidden_ = list_from_setting(value);
        if (key != "sort") return;
        const std::vector<std::string> parts = list_from_setting(value);
        const bool by_name = parts.size() < 2;
        order = {by_name ? QueryOrder::By::Name : QueryOrder::By::Column, by_name ? "" : parts[1],
                 !parts.empty() && parts[0] == "down"};
    });
    table_.set_order(std::move(order));
    set_text(std::move(text));
}

void QueryPanel::show_part(std::string_view part) {
    set_text(std::string(part));
    typed_here_ = true;
    saved_.note_recent(text_);
}

std::vector<Panel::NamedPart> QueryPanel::named_parts() const {
    std::vector<NamedPart> parts;
    for (const SavedQuery& each : saved_.named())
        parts.push_back({each.text, phrase("Query {}", each.name), each.text});
    for (const std::string& text : saved_.recent())
        if (std::none_of(parts.begin(), parts.end(), [&](const NamedPart& part) { return part.part == text; }))
            parts.push_back({text, phrase("Query {}", text), tr("asked before")});
    return parts;
}

bool QueryPanel::find() {
    field_.take_keyboard();
    return true;
}

void QueryPanel::take_keyboard() {
    if (table_.rows().empty())
        field_.take_keyboard();
    else
        focus_rows_ = true;
}

std::vector<std::string> QueryPanel::column_texts() const {
    std::vector<std::string> texts;
    for (const QueryColumn& column : columns_) texts.push_back(column.text);
    return texts;
}

void QueryPanel::set_text(std::string text) {
    text_ = std::move(text);
    text_is_new_ = true;
}

void QueryPanel::draw(const Context& context) {
    follow_world(context);
    rows_drawn_ = 0;
    if (context.world.entity_count() == 0 && is_blank(text_)) {
        empty_without_entities(context, tr("No entities to ask for"),
                               tr("Queries find entities by their components and values"));
        return;
    }
    draw_top(context);
    if (text_is_new_) take_text(context.world);
    const float above_problem = ImGui::GetCursorPosY();
    draw_problem(context);
    problem_px_ = ImGui::GetCursorPosY() - above_problem;
    table_.keep_rows(std::exchange(over_rows_, false));
    table_.watches = context.watches;
    table_.update(context.world, context.time_secs, context.schedule.random);
    if (table_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    if (columns_are_new_) make_columns(context.world);
    go_on_selecting(context);
    follow_selection(context);
    draw_saved_popup(context);
    draw_columns_popup(context);
    if (is_blank(text_)) return draw_examples(context);
    if (table_.query() == nullptr) return;  // its problem is all there is to say
    const bool stale = wrong_at_.has_value();
    constexpr float stale_alpha = 0.55f;
    if (stale) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, stale_alpha);
    draw_counts(context);
    if (archetypes_open_) draw_archetypes(context);
    draw_table(context);
    if (stale) ImGui::PopStyleVar();
}

void QueryPanel::follow_world(const Context& context) {
    const ecs::World& world = context.world;
    const bool other_world = world_ != &world || world.version() < world_version_;
    world_ = &world;
    world_version_ = world.version();
    const std::uint64_t types = ecs::types_fingerprint(world.types());
    if (!other_world && types == types_) return;
    types_ = types;
    table_.reset();
    values_ = values_in(world);
    text_is_new_ = columns_are_new_ = true;
    examples_of_ = 0;
    if (!other_world) return;
    anchor_ = ecs::null_entity;
    selecting_.stop();
}

void QueryPanel::follow_selection(const Context& context) {
    if (revision_seen_ == context.selection.revision()) return;
    selecting_.stop();  // a person selected something else meanwhile
    revision_seen_ = context.selection.revision();
    const ecs::Entity entity = context.selection.entity();
    // Looking through a long list takes time; a person selected something, so it is once.
    if (const std::size_t row = entity ? table_.row_of(entity) : QueryTable::no_row; row != QueryTable::no_row)
        scroll_to_row_ = row;
}

void QueryPanel::take_text(const ecs::World& world) {
    text_is_new_ = false;
    problem_.clear();
    wrong_at_.reset();
    if (is_blank(text_)) {
        table_.set_query(std::nullopt);
        components_.clear();
        columns_are_new_ = true;
        return;
    }
    auto parsed = ecs::TextQuery::parse(text_);
    const ecs::TextError* const error = parsed ? parsed->bind(world) : &parsed.error();
    if (error != nullptr) {
        problem_ = error->message;
        is_foreign_ = parsed && !typed_here_;
        if (!is_foreign_) wrong_at_ = error->offset;
        return;
    }
    std::vector<ecs::ComponentId> components = parsed->components();
    columns_are_new_ = true;  // their order follows the text
    components_ = std::move(components);
    table_.set_query(std::move(*parsed));
}

void QueryPanel::make_columns(const ecs::World& world) {
    columns_are_new_ = false;
    columns_.clear();
    const auto add = [&](const std::string& text) {
        const bool there = std::any_of(columns_.begin(), columns_.end(),
                                       [&](const QueryColumn& column) { return column.text == text; });
        if (!there && columns_.size() < columns_max) columns_.push_back(column_of(world, values_, text));
    };
    // What the person asks about comes first.
    for (const ecs::WrittenValue& value : values_)
        if (text_.find(value.text) != std::string::npos && !stands_in(hidden_, value.text) &&
            std::find(components_.begin(), components_.end(), value.place.component) != components_.end())
            add(value.text);
    for (const ecs::ComponentId component : components_) {
        if (component == world.name_id() || component == world.parent_id()) continue;
        for (const ecs::WrittenValue& value : values_)
            if (value.place.component == component && !stands_in(hidden_, value.text)) add(value.text);
    }
    for (const std::string& text : added_) add(text);
    std::string all;
    for (const QueryColumn& column : columns_) all += column.text + "\n";
    columns_id_ = static_cast<std::uint32_t>(std::hash<std::string>()(all));
    // The order of a column that went is nobody's any more.
    const QueryOrder& order = table_.order();
    if (order.by == QueryOrder::By::Column && !stands_in(column_texts(), order.column)) table_.set_order({});
}

void QueryPanel::draw_top(const Context& context) {
    const Style& style = context.style;
    const float gap = style.px(4);
    const char* const saved = tr("Saved");
    const float side = ImGui::GetFrameHeight();
    const float field_width = ImGui::GetContentRegionAvail().x - button_width(saved) - side - gap * 2;
    const std::string hint = phrase("A query, such as {} < 10", example_words(context.world).number);
    if (field_.draw(context, "query", text_,
                    {.hint = hint.c_str(),
                     .width = std::max(field_width, style.px(80)),
                     .wrong_at = wrong_at_,
                     .said_below = problem_px_}))
        text_is_new_ = typed_here_ = true;
    const SearchKeys& keys = field_.keys();
    if (!keys.active && field_was_active_ && !wrong_at_ && !text_is_new_) saved_.note_recent(text_);
    field_was_active_ = keys.active;
    if ((keys.entered || keys.arrows > 0) && !table_.rows().empty()) {
        focus_rows_ = true;
        if (keys.arrows > 0 && !context.selection.entity()) go_to_row(context, 0, false);
    }
    ImGui::SameLine(0, gap);
    if (button(saved, {}, tr("Queries with a name, and those that you asked before"))) {
        opens_saved_ = true;
        popup_at_ = below_last_item();
    }
    ImGui::SameLine(0, gap);
    if (icon_button("##more", style, Icon::More, side, tr("Select all matches, export, copy"), {}, true))
        ask_for_menu(context);
}

void QueryPanel::draw_problem(const Context& context) {
    const Style& style = context.style;
    if (!problem_.empty() && is_foreign_)
        return wrapped_text(style.theme->quiet, phrase("Not for this world: {}", problem_));
    if (!problem_.empty()) {
        wrapped_text(style.theme->error, problem_);
        if (table_.query() != nullptr)
            quiet_text(style, phrase("{}, as before", format_count(table_.matched(), "match", "matches")));
        return;
    }
    const ecs::RowFaults& faults = table_.faults();
    if (faults.count == 0 || table_.query() == nullptr) return;
    wrapped_text(style.theme->warn,
                 phrase("{} without a value: {}", format_count(faults.count, "row"), tr(ecs::words_of(faults.what))));
}

void QueryPanel::draw_examples(const Context& context) {
    const Style& style = context.style;
    const std::uint64_t of = examples_made_at(context.world);
    if (std::exchange(examples_of_, of) != of) examples_ = query_examples(context.world);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float row = row_height(style), line = ImGui::GetTextLineHeightWithSpacing();
    const float height = line * 2 + style.px(8) + (row + style.px(4)) * static_cast<float>(examples_.size());
    const float top = ImGui::GetCursorPosY() + std::max(style.px(8), std::floor((room.y - height) / 2));
    ImGui::SetCursorPosY(top);
    const auto centred = [&](std::string_view text) {
        const std::string shown = shortened(text, room.x);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(std::max(room.x - text_width(shown), 0.0f) / 2));
        quiet_text(style, shown);
    };
    centred(tr("What matches a query is listed here, with its values"));
    centred(examples_.empty() ? tr("Type the name of a component") : tr("Try one of these, or type"));
    ImGui::Dummy({0, style.px(4)});
    for (const QueryExample& example : examples_) {
        const float wide = std::min(button_width(example.text), room.x);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(std::max(room.x - wide, 0.0f) / 2));
        if (button(label_text(example.text).c_str(), {}, example.about)) {
            set_text(example.text);
            saved_.note_recent(text_);
        }
    }
}

void QueryPanel::draw_counts(const Context& context) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    std::string text =
        phrase("{} of {}", format_count(table_.matched()), format_count(world.entity_count(), "entity", "entities"));
    text += " · " + phrase("{} of {}", format_count(table_.archetypes().size()),
                           format_count(world.archetype_count(), "archetype"));
    if (table_.searching())
        text += phrase(", {} searched", format_percent(static_cast<double>(table_.progress())));
    else if (const auto tick = table_.behind_since(world))
        text += ", " + phrase(table_.order().by == QueryOrder::By::Id ? tr_later("as of tick {}")
                                                                      : tr_later("sorted as of tick {}"),
                              format_count(*tick));
    const char* const columns = tr("Columns");
    const float side = std::floor(style.px(16));
    const float room = std::max(
        ImGui::GetContentRegionAvail().x - button_width(columns) - side - ImGui::GetStyle().ItemSpacing.x, 1.0f);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float high = ImGui::GetFrameHeight();
    if (invisible_button("##archetypes", {std::min(text_width(text), room) + side, high},
                         compat::button_reached_by_keys))
        archetypes_open_ = !archetypes_open_;
    const bool hovered = ImGui::IsItemHovered();
    tooltip(text + "\n" +
            tr("Matches, of all entities; archetypes with a match, of all. A click lists these archetypes"));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = hovered ? style.theme->text : style.theme->quiet;
    draw_fold_arrow(list, {low.x + side / 2, std::floor(low.y + high / 2)}, style.px(8), archetypes_open_,
                    ImGui::GetColorU32(color));
    draw_text_until(list, {low.x + side, std::floor(low.y + (high - ImGui::GetFontSize()) / 2)}, low.x + side + room,
                    ImGui::GetColorU32(color), text);
    ImGui::SameLine();
    const float left = ImGui::GetContentRegionAvail().x - button_width(columns);
    if (left > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + left));
    if (button(columns, {}, tr("Which values the table shows; a value of your own, such as Health.hp / 2.0"))) {
        opens_columns_ = true;
        popup_at_ = below_last_item();
    }
}

void QueryPanel::draw_archetypes(const Context& context) {
    const Style& style = context.style;
    const auto& shares = table_.archetypes();
    constexpr std::size_t rows_max = 5;
    const float row = row_height(style);
    const float tall = row * static_cast<float>(std::clamp<std::size_t>(shares.size(), 1, rows_max));
    compat::begin_child("archetypes", {0, std::min(tall, std::floor(ImGui::GetContentRegionAvail().y / 2))});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    if (shares.empty()) quiet_text(style, tr("No archetype has a match"));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shares.size()), row);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const QueryTable::Share& share = shares[static_cast<std::size_t>(i)];
            if (share.archetype >= context.world.archetype_count()) continue;
            const ecs::Archetype& archetype = context.world.archetype(share.archetype);
            ImGui::PushID(i);
            if (selectable("##archetype", context.selection.archetype() == share.archetype, 0, {0, row}))
                context.selection.select_archetype(share.archetype);
            const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
            tooltip(figures::archetype_name(archetype));
            offer_menu(context, ArchetypeAt{share.archetype});
            ImGui::PopID();
            const std::string count = phrase("{} of {}", format_count(share.matched),
                                             format_count(archetype.entity_count(), "entity", "entities"));
            const float right = high.x - style.px(8) - text_width(count);
            const float y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
            ImDrawList& list = *ImGui::GetWindowDrawList();
            list.AddText({right, y}, ImGui::GetColorU32(style.theme->quiet), count.c_str());
            draw_text_until(list, {low.x + style.px(16), y}, right - style.px(8), ImGui::GetColorU32(style.theme->text),
                            archetype_name_of(context, archetype).text);
        }
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

}  // namespace panels
