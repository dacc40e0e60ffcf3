// What a person can point at, and the menu of it. A panel tells with offer_menu() what lies under the mouse; the
// ContextMenu (panels/menus/context_menu.hpp), of which a program has one, shows what can be done with it. So the same
// thing has the same menu everywhere.
//
//     panel: offer_menu(context, EntityAt{entity})  ->  MenuRequest  ->  ContextMenu::draw()
//
// All of this is values: the world may move on while a menu is open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "panels/base/icons.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/wanted_change.hpp"

namespace panels {

/// One entity; all that are selected, if it is one of them.
struct EntityAt {
    ecs::Entity entity;
};
/// A component of an entity; of none in particular when that is null.
struct ComponentAt {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
};
/// A field (a position in ComponentType::fields) of a component.
struct FieldAt {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::uint32_t field = 0;
};
struct ArchetypeAt {
    ecs::ArchetypeId archetype = ecs::no_archetype;
};
struct ChunkAt {
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;  // position among the chunks of the archetype
};
struct RowAt {
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;
    std::uint32_t row = 0;
    ecs::Entity entity;  // whose row it was
};
struct ByteAt {
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;
    std::uint32_t byte = 0;  // of the block
    ecs::Entity entity;      // whose row it was; null where no row is in use
};
struct SystemAt {
    std::string name;
};
/// A step of the history, done or undone.
struct StepAt {
    std::size_t step = 0;     // its position in HistoryState::all
    std::uint64_t state = 0;  // HistoryState::state when it was pointed at: in another one, steps may be others
};
/// A place in the scene, with the entities whose shapes cover it, topmost first.
struct PlaceAt {
    std::vector<ecs::Entity> entities;
};
/// A panel itself: its tab, or a button with options, which needs no title. The items come with the request.
struct PanelAt {
    std::string title = {};
};
using PointedAt = std::variant<EntityAt, ComponentAt, FieldAt, ArchetypeAt, ChunkAt, RowAt, ByteAt, SystemAt, StepAt,
                               PlaceAt, PanelAt>;

/// One line of a menu.
struct MenuItem {
    /// What the ContextMenu itself does when the item is chosen, because it asks for more.
    enum class Opens : std::uint8_t { Nothing, NameField, ComponentList };

    std::string label = {};
    std::string_view action = {};   // its row in the program's table of actions, which has the key: "edit.undo"
    std::string_view command = {};  // of a panel, that does the same by a key: KeyCommand::id
    std::string keys = {};          // what does it besides, where it is no action: keys of the panel, "Middle click"
    std::optional<Icon> icon = {};
    std::string why_not = {};  // why it cannot be done now; empty: it can, if `wanted` can
    WantedChange wanted = {};  // what it changes: the owner of a mirrored world may refuse that
    std::string hint = {};
    bool checked = false;
    bool begins_group = false;  // a line is above it
    Opens opens = Opens::Nothing;
    ecs::Entity opens_for = {};  // the entity concerned, or all that are selected with it
    std::function<void(const Context&)> run = {};
    std::vector<MenuItem> items = {};  // a submenu, instead of run
};

/// Why the item cannot be chosen now, for a person; empty: it can.
inline std::string why_not(const Context& context, const MenuItem& item) {
    return item.why_not.empty() ? why_not(context, item.wanted) : item.why_not;
}

/// Asks for the menu of what a person points at.
struct MenuRequest {
    PointedAt at;
    /// What only this panel has. An item with the label of one of the menu's takes its place; without a function, it
    /// only tells its key. Others come first.
    std::vector<MenuItem> items = {};
    std::optional<ImVec2> place = {};  // of the menu; nothing: where Dear ImGui puts a popup
    /// A MenuItem::command: done at once, without the menu. Where it cannot be done, the menu opens and says why.
    std::string_view at_once = {};
};

/// Whether a person asks for the menu of the last item now: by the right button, or by the Menu key or Shift+F10 while
/// the item has the keyboard.
bool menu_asked(const Context& context);
/// The same for a part of the present window, such as a row of a table.
bool menu_asked_over(const Context& context, const Area& area);
/// Whether the Menu key or Shift+F10 is pressed, for a panel that has the keyboard and knows what is meant by it.
bool take_menu_key(const Context& context);

/// Without a place: at the mouse, or below the item that has the keyboard.
void request_menu(const Context& context, PointedAt at, std::vector<MenuItem> items = {},
                  std::optional<ImVec2> place = {});
/// The place for the menu of a button, which was the last item.
ImVec2 below_last_item();
/// The mouse is over it: every panel marks it, in this frame.
void point_at(const Context& context, const PointedAt& at);
/// All of it: the one line for a panel, right after the item. Points at the thing while the mouse is over the item.
void offer_menu(const Context& context, PointedAt at);

}  // namespace panels
