#include "editor/session/actions.hpp"

#include <algorithm>
#include <array>

namespace editor {

namespace {

constexpr Shortcut plain(Key key) { return {.key = key}; }
constexpr Shortcut ctrl(Key key) { return {.key = key, .ctrl = true}; }
constexpr Shortcut shift(Key key) { return {.key = key, .shift = true}; }
constexpr Shortcut alt(Key key) { return {.key = key, .alt = true}; }
constexpr Shortcut ctrl_shift(Key key) { return {.key = key, .ctrl = true, .shift = true}; }

// clang-format off
constexpr std::array<Action, action_count> actions_table{{
    {ActionId::NewWorld, "file.new", "New world", "File", "Starts an empty world that knows all components", ctrl(Key::N), {}, true},
    {ActionId::OpenWorld, "file.open", "Open…", "File", "Loads a world file", ctrl(Key::O), {}, true},
    {ActionId::SaveWorld, "file.save", "Save", "File", "Writes the world to its file", ctrl(Key::S), {}, true},
    {ActionId::SaveWorldAs, "file.save_as", "Save as…", "File", "Writes the world to another file", ctrl_shift(Key::S), {}, true},
    {ActionId::RestartScene, "file.restart_scene", "Restart scene", "File", "Makes the scene anew, as it was at tick 0", ctrl(Key::R), {}, true},
    {ActionId::Quit, "file.quit", "Quit", "File", "Ends the program; asks first if there are unsaved changes", ctrl(Key::Q), {}, true},

    {ActionId::Undo, "edit.undo", "Undo", "Edit", "Takes back the last change", ctrl(Key::Z), {}},
    {ActionId::Redo, "edit.redo", "Redo", "Edit", "Carries out again what was taken back", ctrl_shift(Key::Z), ctrl(Key::Y)},
    {ActionId::CreateEntity, "edit.create", "Create entity", "Edit", "Adds an entity with a name and nothing else", ctrl_shift(Key::N), {}},
    {ActionId::CreateChild, "edit.create_child", "Create child", "Edit", "Adds an entity below the selected one", {}, {}},
    {ActionId::Duplicate, "edit.duplicate", "Duplicate", "Edit", "Copies the selected entities with all below them", ctrl(Key::D), {}},
    {ActionId::Rename, "edit.rename", "Rename…", "Edit", "Gives the selected entity a name", plain(Key::F2), {}},
    {ActionId::Destroy, "edit.destroy", "Destroy", "Edit", "Destroys the selected entities and all below them", plain(Key::Delete), {}},
    {ActionId::Deselect, "edit.deselect", "Select nothing", "Edit", "Empties the selection", plain(Key::Escape), {}},
    {ActionId::SelectParent, "edit.select_parent", "Select parent", "Edit", "Selects the entity above the selected one", alt(Key::Up), {}},
    {ActionId::GoBack, "edit.go_back", "Back", "Edit", "Returns to what was selected before", alt(Key::Left), {}},
    {ActionId::GoForward, "edit.go_forward", "Forward", "Edit", "Goes on to what was selected after", alt(Key::Right), {}},

    {ActionId::PlayPause, "run.play_pause", "Play or pause", "Run", "Lets the systems run, or stops them between two ticks", plain(Key::Space), plain(Key::F5)},
    {ActionId::StepTick, "run.step_tick", "Step one tick", "Run", "Runs every enabled system once", plain(Key::F10), {}},
    {ActionId::StepSystem, "run.step_system", "Step one system", "Run", "Runs the next enabled system only", plain(Key::F11), {}},
    {ActionId::Slower, "run.slower", "Slower", "Run", "Halves the speed", plain(Key::LeftBracket), {}},
    {ActionId::Faster, "run.faster", "Faster", "Run", "Doubles the speed", plain(Key::RightBracket), {}},
    {ActionId::NormalSpeed, "run.normal_speed", "Normal speed", "Run", "60 ticks a second", {}, {}},

    {ActionId::FrameSelection, "view.frame_selection", "Frame selection", "View", "Moves the camera to the selected entities", plain(Key::F), {}},
    {ActionId::FrameAll, "view.frame_all", "Frame everything", "View", "Moves the camera so that all shapes are in sight", plain(Key::Home), shift(Key::F)},
    {ActionId::ToggleGrid, "view.grid", "Grid", "View", "Shows or hides the grid behind the scene", plain(Key::G), {}},
    {ActionId::ScaleUp, "view.scale_up", "Larger", "View", "Makes text and controls larger", ctrl(Key::Equal), ctrl_shift(Key::Equal), true},
    {ActionId::ScaleDown, "view.scale_down", "Smaller", "View", "Makes text and controls smaller", ctrl(Key::Minus), {}, true},
    {ActionId::ScaleReset, "view.scale_reset", "Actual size", "View", "Gives text and controls the size that suits the screen", ctrl(Key::Digit0), {}, true},
    {ActionId::ThemeDark, "view.theme_dark", "Dark theme", "View", "Light text on a dark background", {}, {}},
    {ActionId::ThemeLight, "view.theme_light", "Light theme", "View", "Dark text on a light background", {}, {}},
    {ActionId::ThemeContrast, "view.theme_contrast", "High-contrast theme", "View", "The strongest contrast", {}, {}},
    {ActionId::ReduceMotion, "view.reduce_motion", "Reduce motion", "View", "Shows what changes at once, without fading or gliding", {}, {}},
    {ActionId::ResetLayout, "view.reset_layout", "Reset layout", "View", "Puts every panel back where it was at first", {}, {}},

    {ActionId::ShowKeys, "help.keys", "Keys", "Help", "Lists all shortcuts", plain(Key::F1), {}, true},
    {ActionId::ShowAbout, "help.about", "About Chunkscope", "Help", "Version and licence", {}, {}},
}};

constexpr std::array<std::string_view, key_count> key_names{
    "",
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
    "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z",
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
    "Space", "Esc", "Enter", "Tab", "Backspace", "Insert", "Delete", "Home", "End", "Page up", "Page down",
    "Left", "Right", "Up", "Down",
    "=", "-", "[", "]", ",", ".",
};
// clang-format on

constexpr std::array<std::string_view, 5> categories{"File", "Edit", "Run", "View", "Help"};

constexpr bool in_order_of_ids() {
    for (std::size_t i = 0; i < actions_table.size(); ++i)
        if (static_cast<std::size_t>(actions_table[i].id) != i) return false;
    return true;
}
static_assert(in_order_of_ids(), "action() looks an action up by its id");

}  // namespace

std::string_view name_of(Key key) { return key_names[static_cast<std::size_t>(key)]; }

std::string to_string(const Shortcut& shortcut) {
    if (!shortcut) return {};
    std::string text;
    if (shortcut.ctrl) text += "Ctrl+";
    if (shortcut.shift) text += "Shift+";
    if (shortcut.alt) text += "Alt+";
    return text += name_of(shortcut.key);
}

std::span<const Action> all_actions() { return actions_table; }

const Action& action(ActionId id) { return actions_table[static_cast<std::size_t>(id)]; }

const Action* action_for(const Shortcut& shortcut) {
    if (!shortcut) return nullptr;
    const auto found = std::find_if(actions_table.begin(), actions_table.end(), [&](const Action& each) {
        return each.shortcut == shortcut || each.alternative == shortcut;
    });
    return found == actions_table.end() ? nullptr : &*found;
}

const Action* find_action(std::string_view name) {
    const auto found =
        std::find_if(actions_table.begin(), actions_table.end(), [&](const Action& each) { return each.name == name; });
    return found == actions_table.end() ? nullptr : &*found;
}

std::span<const std::string_view> action_categories() { return categories; }

}  // namespace editor
