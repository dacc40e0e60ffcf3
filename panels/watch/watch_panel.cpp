#include "panels/watch/watch_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "panels/base/pointed_at.hpp"
#include "panels/watch/curve_drawing.hpp"
#include "panels/watch/recording.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/number_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

enum class WatchColumn { Name, Value, Delta, Curve, Least, Most, Mean };
constexpr int watch_columns = 7;
struct WatchColumnLook {
    const char* title;
    float width;  // at scale 1; 0: stretches
    int rank;     // the columns with the lowest ranks stay where the room is small
};
constexpr std::array<WatchColumnLook, watch_columns> watch_looks{{{tr_later("Watch"), 0, 0},
                                                                  {tr_later("Value"), 72, 1},
                                                                  {tr_later("Change"), 64, 3},
                                                                  {tr_later("Last 10 s"), 84, 2},
                                                                  {tr_later("Least"), 76, 4},
                                                                  {tr_later("Most"), 76, 5},
                                                                  {tr_later("Mean"), 76, 6}}};

constexpr float least_curve = 40, around_column = 12;  // at scale 1

struct WatchColumns {
    std::uint32_t shown = 0;  // a bit for each
    float curve = 0;          // how wide it is
};

/// `name_room` and `value_room`: what names and values want, at scale 1. The curve takes less than it would like before it goes.
WatchColumns watch_columns_that_fit(float room, float name_room, float value_room) {
    WatchColumns columns;
    float used = 0;
    for (int rank = 0; rank < watch_columns; ++rank) {
        const auto look = std::find_if(watch_looks.begin(), watch_looks.end(),
                                       [&](const WatchColumnLook& each) { return each.rank == rank; });
        const int column = static_cast<int>(look - watch_looks.begin());
        float width = look->width == 0 ? name_room : look->width;
        if (column == static_cast<int>(WatchColumn::Value)) width = value_room;
        if (column == static_cast<int>(WatchColumn::Curve))
            width = columns.curve = std::clamp(room - used - around_column, least_curve, width);
        used += width + around_column;
        if (used > room && rank > 1) break;
        columns.shown |= 1u << column;
    }
    return columns;
}

float text_width_in(ImFont* font, const std::string& text) {
    const compat::FontScope scope(font);
    return text_width(text);
}

/// The whole number as a tooltip where its cell shows less.
void tell_whole(const Style& style, const Area& cell, const std::string& text) {
    if (!cell.contains(ImGui::GetMousePos()) || !ImGui::IsWindowHovered()) return;
    const Tooltip shown(cell);
    if (shown) mono_text(style, text, style.theme->text);
}

}  // namespace

void WatchPanel::connect(Watches& watches, Recording& recording) {
    watches_ = &watches;
    recording_ = &recording;
    if (!settings_.empty()) load_settings(std::string(settings_));
}

std::string WatchPanel::save_settings() const {
    if (watches_ == nullptr) return settings_;
    return std::string(recording_->save()) + ' ' + watches_->save();
}

void WatchPanel::load_settings(std::string_view text) {
    settings_ = text;
    if (watches_ == nullptr) return;
    const std::size_t space = std::min(text.find(' '), text.size());
    recording_->load(text.substr(0, space));
    watches_->load(text.substr(std::min(space + 1, text.size())));
    settings_.clear();
}

void WatchPanel::draw(const Context& context) {
    rows_drawn_ = 0;
    if (context.watches == nullptr)
        return empty_without_program(context, tr("Nobody keeps watches here"),
                                     tr("A program that shows this panel lends it a list of watches"));
    if (watches_ != context.watches && context.recording != nullptr) connect(*context.watches, *context.recording);
    draw_head(context);
    if (shows_alerts_)
        draw_alerts(context);
    else
        draw_pins(context);
}

void WatchPanel::draw_head(const Context& context) {
    const Style& style = context.style;
    const Watches& watches = *context.watches;
    const auto counted = [](const char* word, std::size_t count) {
        return count == 0 ? std::string(word) : std::string(word) + " " + format_count(count);
    };
    if (choice(style, (counted(tr("Watches"), watches.pins().size()) + "###watches").c_str(), !shows_alerts_, {},
               tr("Values, recorded in each tick")))
        shows_alerts_ = false;
    ImGui::SameLine(0, 0);
    std::size_t raised = 0;
    for (const Alert& alert : watches.alerts()) raised += alert.count > 0 ? 1 : 0;
    if (choice(style, (counted(tr("Alerts"), raised) + "###alerts").c_str(), shows_alerts_, {},
               tr("Queries that tell you in the very tick that something matches")))
        shows_alerts_ = true;
    if (shows_alerts_) return draw_new_alert(context);
    ImGui::SameLine();
    const float menu = ImGui::GetFrameHeight();
    const float width = std::max(ImGui::GetContentRegionAvail().x - menu - ImGui::GetStyle().ItemSpacing.x, 40.0f);
    const ExampleWords words = example_words(context.world);
    if (draw_entry(context, new_pin_, phrase("{}, count({})…", words.number, words.component).c_str(), width)) {
        new_pin_.error = context.watches->add_pin(new_pin_.text, context.selection.entity());
        if (!new_pin_.error) new_pin_.text.clear();
        to_field_ = true;  // to mend it, or for the next one
    }
    if (tooltip_due())
        tooltip(
            phrase("A value of the selected entity, such as {} or {} * 2, or one of the world, such as "
                   "count({}) or mean({}, {}). Enter adds it",
                   words.number, words.number, words.component, words.number, words.component));
    ImGui::SameLine();
    if (icon_button("##menu", style, Icon::More, menu, tr("What can be done with all watches"))) {
        const std::string none = watches.pins().empty() ? tr("There are no watches") : "";
        std::vector<MenuItem> items;
        items.push_back({.label = tr("Copy all curves as CSV"), .why_not = none, .run = [](const Context& now) {
                             ImGui::SetClipboardText(csv_of(now.watches->pins()).c_str());
                         }});
        items.push_back({.label = tr("Export all curves…"), .why_not = none, .run = [](const Context& now) {
                             request_export(now, "watches.csv", csv_of(now.watches->pins()));
                         }});
        items.push_back({.label = tr("Begin all curves anew"), .why_not = none, .run = [](const Context& now) {
                             now.watches->clear_curves();
                         }});
        items.push_back({.label = tr("Remove all watches"),
                         .icon = Icon::Close,
                         .why_not = none,
                         .begins_group = true,
                         .run = [](const Context& now) {
                             while (!now.watches->pins().empty())
                                 now.watches->remove_pin(now.watches->pins().back().number);
                         }});
        request_menu(context, PanelAt{}, std::move(items), below_last_item());
    }
    draw_error(context, new_pin_);
}

bool WatchPanel::draw_entry(const Context& context, Entry& entry, const char* hint, float width) {
    ImGui::SetNextItemWidth(width);
    if (std::exchange(to_field_, false)) ImGui::SetKeyboardFocusHere();
    const std::string former = entry.text;
    if (entry.error) ImGui::PushStyleColor(ImGuiCol_Border, context.style.theme->error);
    const bool entered = input_text("##new", entry.text, hint, ImGuiInputTextFlags_EnterReturnsTrue);
    if (entry.error) ImGui::PopStyleColor();
    if (entry.text != former) entry.error.reset();
    return entered && !entry.text.empty();
}

void WatchPanel::draw_error(const Context& context, const Entry& entry) {
    if (!entry.error) return;
    const Style& style = context.style;
    mono_text(style, ecs::caret_under(entry.text, *entry.error), style.theme->error);
    wrapped_text(style.theme->error, entry.error->message);
}

void WatchPanel::draw_no_pins(const Context& context) {
    const ecs::World& world = context.world;
    const ecs::Entity selected = context.selection.entity();
    // The first number of the selected entity.
    std::string text;
    if (world.alive(selected))
        for (const ecs::ComponentType* type : world.archetype_of(selected).types())
            for (const ecs::Field& field : type->fields)
                if (text.empty() && ecs::is_number(field.kind) && field.count == 1)
                    text = std::string(short_name(type->name)) + "." + field.name;
    const bool offers = !text.empty();
    if (!empty_state(
            context.style, tr("No watches"),
            tr("A watch records a value in each tick, also while this panel is closed. Type one above, or choose "
               "Watch in the menu of a field"),
            offers ? phrase("Watch {}", text).c_str() : tr("Type a watch")))
        return;
    if (offers)
        new_pin_.error = context.watches->add_pin(text, selected);
    else
        to_field_ = true;
}

/// The names come before the columns that only say more about the curve. Of many watches the first ones decide.
float WatchPanel::name_room(const Context& context) const {
    constexpr std::size_t looked_at = 32;
    const std::span<const Pin> pins = context.watches->pins();
    float widest = 0;
    for (const Pin& pin : pins.first(std::min(pins.size(), looked_at)))
        widest = std::max(widest, text_width(name_of(context.world, pin)));
    return std::clamp(widest + context.style.px(24), context.style.px(110), context.style.px(240));
}

/// Wide enough for the widest value since the list changed, so that it does not jump from tick to tick.
float WatchPanel::value_room(const Context& context) {
    constexpr std::size_t looked_at = 32;
    const compat::FontScope font(context.style.mono);
    const std::span<const Pin> pins = context.watches->pins();
    if (std::exchange(value_room_of_, context.watches->revision()) != context.watches->revision()) value_room_ = 0;
    for (const Pin& pin : pins.first(std::min(pins.size(), looked_at)))
        value_room_ = std::max(value_room_, text_width(with_minus(value_text(context.world, pin.now))));
    const float least = watch_looks[static_cast<std::size_t>(WatchColumn::Value)].width;
    return std::clamp(value_room_, context.style.px(least), context.style.px(220));
}

void WatchPanel::draw_pins(const Context& context) {
    const Style& style = context.style;
    const std::span<const Pin> pins = context.watches->pins();
    if (pins.empty()) return draw_no_pins(context);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const bool scrolls = static_cast<float>(pins.size() + 1) * row_height(style) > space.y;
    const float room = (space.x - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0)) / style.scale;
    const float value_wide = value_room(context) / style.scale;
    const WatchColumns columns = watch_columns_that_fit(room, name_room(context) / style.scale, value_wide);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(6)), 0});
    const bool begun = ImGui::BeginTable("pins", watch_columns, list_table_flags | ImGuiTableFlags_PadOuterX);
    ImGui::PopStyleVar();
    if (!begun) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (int i = 0; i < watch_columns; ++i) {
        const WatchColumnLook& look = watch_looks[static_cast<std::size_t>(i)];
        const ImGuiTableColumnFlags width =
            look.width == 0 ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
        const ImGuiTableColumnFlags left_out = (columns.shown >> i & 1u) != 0 ? 0 : ImGuiTableColumnFlags_Disabled;
        const float wide = i == static_cast<int>(WatchColumn::Curve)   ? columns.curve
                           : i == static_cast<int>(WatchColumn::Value) ? value_wide
                                                                       : look.width;
        ImGui::TableSetupColumn(tr(look.title), width | left_out, look.width == 0 ? 1 : style.px(wide));
    }
    const char* hints[watch_columns] = {
        tr("Queries know a watch by the name behind the $: $hp < 10"),
        tr("As it is now"),
        tr("Since the tick before"),
        tr("The last 600 ticks, from the least to the most of them"),
        tr("Of the last 600 ticks"),
        tr("Of the last 600 ticks"),
        tr("Of the last 600 ticks"),
    };
    header_row(style, hints, 0b1110110);
    const std::uint64_t revision = context.watches->revision();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(pins.size()), row_height(style));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            if (context.watches->revision() != revision) break;  // what is shown has changed under the loop
            draw_pin(context, pins[static_cast<std::size_t>(i)]);
            ++rows_drawn_;
        }
    }
    ImGui::EndTable();
}

void WatchPanel::draw_pin(const Context& context, const Pin& pin) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImGui::PushID(static_cast<int>(pin.number));
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::TableNextColumn();
    draw_name(context, pin);
    const ImU32 color = pin.now ? theme.text : theme.quiet;
    // Drawn without an item: a thousand watches have thousands of numbers.
    const auto number = [&](WatchColumn column, const std::string& text, ImU32 ink,
                            const std::optional<WatchCurve::Exact>& value) {
        if (!ImGui::TableSetColumnIndex(static_cast<int>(column))) return;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        if (text_width_in(style.mono, text) > room)
            tell_whole(style, {at, {at.x + room, at.y + row_height(style)}}, text);
        const compat::FontScope font(style.mono);
        const std::string fitting =
            value ? number_that_fits(text, static_cast<double>(*value), room) : shortened(text, room);
        const float left = at.x + room - ImGui::CalcTextSize(fitting.c_str()).x;
        const float top = at.y + (row_height(style) - ImGui::GetTextLineHeight()) / 2;
        ImGui::GetWindowDrawList()->AddText({std::floor(left), std::floor(top)}, ink, fitting.c_str());
    };
    const auto now = pin.now ? exact_number_of(*pin.now) : std::nullopt;
    const auto before = pin.before ? exact_number_of(*pin.before) : std::nullopt;
    const bool is_flag = pin.now && std::holds_alternative<bool>(*pin.now);
    number(WatchColumn::Value, with_minus(value_text(context.world, pin.now)), color, is_flag ? std::nullopt : now);
    number(WatchColumn::Delta, delta_text(context.world, pin), theme.warn,
           now && before ? std::optional(*now - *before) : std::nullopt);
    if (ImGui::TableSetColumnIndex(static_cast<int>(WatchColumn::Curve))) draw_sparkline(style, pin);
    if (ImGui::TableSetColumnIndex(static_cast<int>(WatchColumn::Least))) {
        const WatchCurve::Summary summary = pin.curve.summary(Watches::sparkline_ticks);
        number(WatchColumn::Least, number_text_of(context.world, pin, summary.least), theme.quiet, summary.least);
        number(WatchColumn::Most, number_text_of(context.world, pin, summary.most), theme.quiet, summary.most);
        number(WatchColumn::Mean, number_text_of(context.world, pin, summary.mean), theme.quiet, summary.mean);
    }
    ImGui::PopID();
}

void WatchPanel::draw_name(const Context& context, const Pin& pin) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    if (renaming_ == pin.number) {
        if (std::exchange(rename_begins_, false)) ImGui::SetKeyboardFocusHere();
        ImGui::SetNextItemWidth(-1);
        const bool entered = input_text("##name", new_name_, tr("A name for queries"),
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
        tooltip(tr("Letters, digits and _; each watch has a name of its own"));
        if (ImGui::IsItemDeactivated() && !entered) renaming_ = 0;
        if (entered && context.watches->rename_pin(pin.number, new_name_))
            renaming_ = 0;
        else if (entered)
            rename_begins_ = true;  // to mend it
        return;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const bool selected = pin.entity && context.selection.has(pin.entity);
    const bool clicked = selectable("##row", selected, ImGuiSelectableFlags_SpanAllColumns, {0, row_height(style)});
    if (menu_asked(context)) ask_for_menu(context, pin);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && pin.entity && !pin.gone) context.selection.hovered = pin.entity;
    if (pin.entity && !hovered && context.selection.hovered == pin.entity)
        compat::add_rect(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(),
                         {ImGui::GetItemRectMax().x - 1, ImGui::GetItemRectMax().y - 1}, context.style.theme->text);
    if (clicked && pin.entity) context.selection.select(pin.entity);
    if (hovered && tooltip_due()) {
        std::string words = name_of(context.world, pin) + "\n$" + pin.name;
        if (pin.entity)
            words += "\n" + (pin.gone ? phrase("{} does not live any more", ecs::to_string(pin.entity))
                                      : name_and_id(context.world, pin.entity));
        if (!pin.problem.message.empty()) words += "\n" + phrase("Not for this world: {}", pin.problem.message);
        tooltip(words);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + (row_height(style) - ImGui::GetTextLineHeight()) / 2);
    float left = at.x;
    // What another world is about is shown quietly here.
    if (!pin.problem.message.empty() && !ecs::TextValue::parse(pin.text)) {
        draw_icon(list, Icon::Error, {left, std::floor(at.y + style.px(4))}, style.px(16), theme.error);
        left += style.px(20);
    }
    const std::string name = name_of(context.world, pin);
    draw_text_until(list, {left, y}, at.x + room, pin.gone || !pin.now ? theme.quiet : theme.text, name);
}

void WatchPanel::draw_sparkline(const Style& style, const Pin& pin) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(ImGui::GetContentRegionAvail().x, 1.0f), high = row_height(style) - style.px(8);
    ImGui::Dummy({wide, row_height(style)});
    const WatchCurve& curve = pin.curve;
    if (curve.size() == 0) return;
    const std::size_t ticks = std::min(curve.size(), Watches::sparkline_ticks);
    const WatchCurve::Summary summary = curve.summary(ticks);
    if (summary.values == 0) return;
    const double newest = static_cast<double>(curve.newest_tick());
    const PlotRange range{newest - static_cast<double>(Watches::sparkline_ticks), newest,
                          static_cast<double>(summary.least), static_cast<double>(summary.most)};
    const Area area{{at.x, at.y + style.px(4)}, {at.x + wide, at.y + style.px(4) + high}};
    draw_curve(*ImGui::GetWindowDrawList(), curve, range, area, style.theme->bar, 1);
}

void WatchPanel::ask_for_menu(const Context& context, const Pin& pin) {
    const std::uint64_t number = pin.number;
    std::vector<MenuItem> items;
    items.push_back({.label = tr("Rename…"), .run = [this, number](const Context& now) {
                         const Pin* const its = now.watches->find_pin(number);
                         if (its == nullptr) return;
                         renaming_ = number;
                         new_name_ = its->name;
                         rename_begins_ = true;
                     }});
    MenuItem plots{.label = tr("Show in a plot"), .icon = Icon::Rule};
    int highest = 0;
    for (const Pin& each : context.watches->pins()) highest = std::max(highest, each.plot);
    for (int plot = 1; plot <= highest + 1; ++plot)
        plots.items.push_back(
            {.label = plot > highest ? std::string(tr("A new plot")) : phrase("Plot {}", std::to_string(plot)),
             .checked = pin.plot == plot,
             .run = [number, plot](const Context& now) {
                 now.watches->set_plot(number, plot);
                 now.requests.push_back(ShowPanelRequest{.id = "plot", .here = true});
             }});
    plots.items.push_back({.label = tr("In none"),
                           .why_not = pin.plot == 0 ? tr("It is in no plot") : "",
                           .begins_group = true,
                           .run = [number](const Context& now) { now.watches->set_plot(number, 0); }});
    items.push_back(std::move(plots));
    const std::string no_entity = !pin.entity ? tr("It is a value of the whole world")
                                  : pin.gone  ? tr("The entity does not live any more")
                                              : "";
    items.push_back({.label = tr("Select the entity"),
                     .icon = Icon::Select,
                     .why_not = no_entity,
                     .begins_group = true,
                     .run = [entity = pin.entity](const Context& now) { now.selection.select(entity); }});
    items.push_back({.label = tr("Copy the value"),
                     .why_not = pin.now ? "" : tr("It has no value now"),
                     .run = [text = pin.now ? ecs::to_string(*pin.now) : ""](const Context&) {
                         ImGui::SetClipboardText(text.c_str());
                     }});
    items.push_back({.label = tr("Copy the curve as CSV"), .run = [number](const Context& now) {
                         if (const Pin* const its = now.watches->find_pin(number))
                             ImGui::SetClipboardText(csv_of({its, 1}).c_str());
                     }});
    items.push_back(
        {.label = tr("Remove"), .icon = Icon::Close, .begins_group = true, .run = [number](const Context& now) {
             now.watches->remove_pin(number);
         }});
    request_menu(context, PanelAt{name_of(context.world, pin)}, std::move(items));
}

}  // namespace panels
