// The basic widgets of all panels, so that the same thing looks and behaves the same everywhere: numbers, names of
// entities and components, tooltips, disabled items that say why, search boxes, empty states.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <imgui.h>

#include "figures/drawing/value_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/icons.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/tooltip.hpp"
#include "panels/widgets/text_field.hpp"

namespace panels {

// Text

/// A line of text in a colour of the theme.
void colored_text(ImU32 color, std::string_view text);
void quiet_text(const Style& style, std::string_view text);
/// The text with line breaks where Japanese, Chinese or a text with a number like 1,000 becomes wider; Dear ImGui breaks
/// all other texts. The functions here that wrap use it by themselves.
std::string with_line_breaks(std::string_view text, float width);
/// Whether a line of Japanese or Chinese may end between two characters, none of which is a blank.
bool line_may_end_between(std::uint32_t before, std::uint32_t after);
/// As colored_text, on as many lines as the text needs.
void wrapped_text(ImU32 color, std::string_view text);
/// The same in the font of ids and numbers.
void mono_text(const Style& style, std::string_view text);
void mono_text(const Style& style, std::string_view text, ImU32 color);
/// A number, flush with the right edge of the column or of the remaining room.
void number_text(const Style& style, std::string_view text);
void number_text(const Style& style, std::string_view text, ImU32 color);
/// format_bytes() flush right, with the exact number on hover.
void bytes_text(const Style& style, std::uint64_t bytes);
/// As much of `text` as fits into `width`, with "…" where it was cut; empty when not even "…" fits.
std::string shortened(std::string_view text, float width);
/// The first of the texts that fits into `width`; the last one when none does. Say it from the longest to the shortest.
std::string first_that_fits(std::initializer_list<std::string> texts, float width);
/// The same as an item, with the whole text on hover.
void clipped_text(std::string_view text, float width);
void clipped_text(ImU32 color, std::string_view text, float width);
/// In the remaining room of the line, or of the table cell.
void clipped_line(ImU32 color, std::string_view text);
/// As ImGui::SameLine, unless an item of this width would not fit there: then starts a new line.
void same_line_if_fits(float width, float gap);
/// Text in a draw list, cut off with "…" at `right`.
void draw_text_until(ImDrawList& list, ImVec2 at, float right, ImU32 color, std::string_view text);
/// Height of a row of a list: 24 px at scale 1.
float row_height(const Style& style);

// Tooltips

/// A tooltip about the last item, wrapped; also for disabled items. tooltip.hpp decides when and where it is shown.
void tooltip(std::string_view text);
/// About a part of a picture under the mouse.
void tooltip_over(const Area& part, std::string_view text);
/// The technical terms of the panels, each explained in the same words everywhere.
enum class Term {
    Entity,
    Name,
    Parent,
    Component,
    Tag,
    Archetype,
    Chunk,
    Row,
    Column,
    Capacity,
    Fill,
    Bytes,
    Waste,
    System,
    Phase,
    Access,
    StructuralChange,
    Journal,
    Generation,
    Tick,
    RunTimeType,
    OpaqueType,
};
inline constexpr std::size_t term_count = static_cast<std::size_t>(Term::OpaqueType) + 1;
/// What the glossary calls it (docs/manual/glossary.md), and says about it.
std::string_view name_of(Term term);
const char* explanation(Term term);
/// Explains the term in the tooltip of the last item.
void explain(Term term);

/// The source of a displayed number.
enum class Badge {
    Exact,      // counted in the storage itself
    Simulated,  // computed by a model
    Measured,   // by a clock or a counter of the machine, so it differs from run to run
};
/// "exact", "simulated", "measured".
const char* badge_word(Badge badge);
/// The badge as a small framed word, for the numbers before or below it. Its tooltip explains the badge, and then
/// `how` this number was obtained.
void badge(const Style& style, Badge badge, std::string_view how = {});
/// The same on a line of buttons and fields, in the height of their texts.
void badge_beside_frame(const Style& style, Badge badge, std::string_view how = {});
/// Width of badge().
float badge_width(const Style& style, Badge badge);

/// A row of a list or a table. A selected row looks selected under the mouse, too.
bool selectable(const char* label, bool selected = false, ImGuiSelectableFlags flags = 0, ImVec2 size = {0, 0});
/// ImGui::InvisibleButton, which does not crash when its size is 0.
bool invisible_button(const char* id, ImVec2 size, ImGuiButtonFlags flags = 0);
/// A button. If `why_not` is not empty, it is disabled and shows that reason on hover.
bool button(const char* label, std::string_view why_not = {}, std::string_view hint = {}, ImVec2 size = {0, 0});
/// A button that selects a view and shows whether it is the present one.
bool choice(const Style& style, const char* label, bool chosen, std::string_view why_not = {},
            std::string_view hint = {});
/// The button for what a person most likely wants next: at most one in a panel.
bool primary_button(const Style& style, const char* label, std::string_view why_not = {}, std::string_view hint = {});
/// Call after the text of a link: a line below it, and the mouse cursor of links when hovered.
void underline_link(const Style& style, bool hovered);
/// Any text as the label of an ImGui item. ImGui alone would drop the part behind `##`.
std::string label_text(std::string_view text);
/// A menu item, disabled in the same way.
bool menu_item(const char* label, const char* shortcut = nullptr, std::string_view why_not = {});
/// A check box that is visible when empty, too. Returns whether it was clicked.
/// Mixed: neither on nor off, as for several values that differ.
bool checkbox(const Style& style, const char* label, bool& on, bool mixed = false);
/// A small square button with one drawn sign.
enum class Sign { Cross, Plus, Target, ArrowRight, Copy };
bool sign_button(const char* id, const Style& style, Sign sign, std::string_view hint, std::string_view why_not = {});
/// Before a sign_button beside a field. A sign that reached beyond the field's lower edge would be nearer to the arrow
/// keys than the field is.
void to_middle_of_frame(const Style& style);
/// A square button of `side` pixels with an icon; raised as other buttons are, or flat until the mouse is over it.
bool icon_button(const char* id, const Style& style, Icon icon, float side, std::string_view hint,
                 std::string_view why_not = {}, bool raised = false);
/// The arrow of a node: to the right when folded, down when open.
void draw_fold_arrow(ImDrawList& list, ImVec2 middle, float size, bool open, ImU32 color);
/// Marks a part of a picture as selected, hovered, or both; the three look different.
void mark_area(ImDrawList& list, const Style& style, const Area& area, bool selected, bool hovered);
/// The ground of what flashes: see panels/base/flash.hpp. Asks for the next frame.
void draw_flash(const Context& context, const Area& area, float strength);
/// The background of an editable widget.
void draw_frame(ImDrawList& list, ImVec2 low, ImVec2 high, bool hovered, bool held);
/// A row that folds the rows below it; ImGui keeps whether it is open. Returns whether it is open.
bool fold_row(const Style& style, std::string_view label, bool open_at_first);
void draw_sign(ImDrawList& list, Sign sign, ImVec2 middle, float size, ImU32 color);

// Entities and components

using figures::one_line;
using figures::short_id;
using figures::short_name;
/// As figures name it, laid out for the screen.
std::string name_or_id(const ecs::World& world, ecs::Entity entity);
/// "Player (#12)", or "#12" without a name, on one line; "12v3" when it is gone.
std::string name_and_id(const ecs::World& world, ecs::Entity entity);
/// Name and dimmed id with its generation as plain text, for tooltips. Dead entities are marked.
void entity_text(const Context& context, ecs::Entity entity);
/// The name as a link, at most `width` wide (0: no limit): hovering marks the entity in all panels, a click selects
/// it. Returns whether it was clicked.
bool entity_link(const Context& context, ecs::Entity entity, float width = 0);

/// Type of the drag-and-drop payload, which is one ecs::Entity.
inline constexpr const char* entity_payload = "chunkscope entity";

/// The mark of a component in its colour: a square for data, a circle for a tag. From the 17th component on it is
/// striped, and with 16 px or more has the first two letters of the name.
/// "12 B", "tag", or for values that stay with the program they belong to "24 B, not described".
std::string size_text(const ecs::ComponentType& type);
void component_mark(const Style& style, const ecs::ComponentType& type, ImDrawList& list, ImVec2 middle, float size);
struct MarkedComponent {
    ecs::ComponentId id = 0;
    bool tag = false;
    std::string_view name = {};
};
void component_mark(const Style& style, const MarkedComponent& of, ImDrawList& list, ImVec2 middle, float size);
/// The first two characters.
std::string two_letters(std::string_view name);
/// Mark and name, with the description on hover.
void component_chip(const Context& context, ecs::ComponentId component);

// Input

/// A line of text of any length. Returns whether it changed.
bool input_text(const char* id, std::string& text, const char* hint = "", ImGuiInputTextFlags flags = 0);
/// Other keys pressed in a search box.
struct SearchKeys {
    bool entered = false, active = false;
    int arrows = 0;          // presses of Down minus presses of Up
    bool keeps_tab = false;  // asked for: Tab only sets the next one
    bool tabbed = false;
    TextCursor* cursor = nullptr;  // asked for: where it is
};
/// A search box, `width` wide (0: the remaining room), with a cross that empties it. Returns whether it changed.
bool search_box(const char* id, const Style& style, std::string& text, const char* hint, float width = 0,
                SearchKeys* keys = nullptr);

// Room without content

/// In the middle of the remaining room: what is missing here, what to do about it, and optionally the first step as
/// a button. Returns whether the button was pressed.
bool empty_state(const Style& style, std::string_view what, std::string_view hint, const char* first_step = nullptr);

// Tables

inline constexpr ImGuiTableFlags list_table_flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable |
                                                    ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg |
                                                    ImGuiTableFlags_NoBordersInBody;
/// Begins a row of 24 px and its first column.
void begin_row(const Style& style);
/// The header row, each column with its explanation on hover. `right_aligned` has one bit per column of numbers. A
/// null hint means no explanation.
void header_row(const Style& style, const char* const* hints, std::uint32_t right_aligned);

}  // namespace panels
