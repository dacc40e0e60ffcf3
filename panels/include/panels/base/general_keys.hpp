// Commands that work everywhere and that panels speak of: in their menus, in tooltips. A program that offers them adds
// them to its KeyMap; it may have more of its own. Panels declare the commands of their own beside their code.
#pragma once

#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"

namespace panels::keys {

// clang-format off
inline constexpr KeyCommand play_or_pause{"run.play_pause", tr_later("Play or pause"), tr_later("Lets the systems run, or stops them between two ticks"), plain(Key::Space), plain(Key::F5)};
inline constexpr KeyCommand stop{"run.stop", tr_later("Stop"), tr_later("Puts the world back as it was before it was played; what you changed meanwhile can be kept"), shift(Key::F5)};
inline constexpr KeyCommand step_tick{"run.step_tick", tr_later("Step one tick"), tr_later("Runs the remaining systems of this tick"), plain(Key::F10)};
inline constexpr KeyCommand step_system{"run.step_system", tr_later("Step one system"), tr_later("Runs the next enabled system only"), plain(Key::F11)};
inline constexpr KeyCommand step_ticks{"run.step_ticks", tr_later("Step several ticks"), tr_later("Runs as many ticks as the last time, as fast as they go"), ctrl(Key::F10)};
inline constexpr KeyCommand go_to_tick{"run.go_to_tick", tr_later("Go to tick…"), tr_later("Asks for a tick: back in recorded time, or runs until there"), ctrl(Key::G)};
inline constexpr KeyCommand step_back{"run.step_back", tr_later("Step one tick back"), tr_later("Brings back the world of the tick before"), plain(Key::Comma), ctrl(Key::Left)};
inline constexpr KeyCommand back_second{"run.back_second", tr_later("One second back"), tr_later("Brings back the world of 60 ticks before"), shift(Key::Comma), {.key = Key::Left, .ctrl = true, .shift = true}};
inline constexpr KeyCommand to_now{"run.to_now", tr_later("Back to now"), tr_later("Goes to the newest tick of this branch of time"), plain(Key::Period), ctrl(Key::Right)};
inline constexpr KeyCommand slower{"run.slower", tr_later("Slower"), tr_later("Halves the speed"), plain(Key::LeftBracket), ctrl(Key::Down)};
inline constexpr KeyCommand faster{"run.faster", tr_later("Faster"), tr_later("Doubles the speed"), plain(Key::RightBracket), ctrl(Key::Up)};

inline constexpr KeyCommand undo{"edit.undo", tr_later("Undo"), tr_later("Takes back the last change"), ctrl(Key::Z)};
inline constexpr KeyCommand redo{"edit.redo", tr_later("Redo"), tr_later("Repeats the change that was undone last"), ctrl_shift(Key::Z), ctrl(Key::Y)};
inline constexpr KeyCommand create{"edit.create", tr_later("Create entity"), tr_later("Adds an entity with a name and nothing else"), ctrl_shift(Key::N)};
inline constexpr KeyCommand duplicate{"edit.duplicate", tr_later("Duplicate"), tr_later("Copies the selected entities with all below them"), ctrl(Key::D)};
inline constexpr KeyCommand cut{"edit.cut", tr_later("Cut"), tr_later("Copies the selected entities to the clipboard and destroys them"), ctrl(Key::X)};
inline constexpr KeyCommand copy{"edit.copy", tr_later("Copy"), tr_later("Copies the selected entities, with all below them, to the clipboard as text of world files"), ctrl(Key::C)};
inline constexpr KeyCommand paste{"edit.paste", tr_later("Paste"), tr_later("Creates the entities that the clipboard holds"), ctrl(Key::V)};
inline constexpr KeyCommand rename{"edit.rename", tr_later("Rename…"), tr_later("Gives the selected entity a name"), plain(Key::F2)};
inline constexpr KeyCommand destroy{"edit.destroy", tr_later("Destroy"), tr_later("Destroys the selected entities and all below them"), plain(Key::Delete)};

inline constexpr KeyCommand open{"file.open", tr_later("Open…"), tr_later("Loads a world file"), ctrl(Key::O), {}, true};
inline constexpr KeyCommand save{"file.save", tr_later("Save"), tr_later("Writes the world to its file"), ctrl(Key::S), {}, true};
inline constexpr KeyCommand save_as{"file.save_as", tr_later("Save as…"), tr_later("Writes the world to another file"), ctrl_shift(Key::S), {}, true};

inline constexpr KeyCommand palette{"palette.open", tr_later("Commands…"), tr_later("Searches all that can be done or gone to: commands, panels, systems, entities"), ctrl(Key::K), ctrl(Key::P), true};
inline constexpr KeyCommand find{"panel.find", tr_later("Find…"), tr_later("Goes to the search field of the panel in focus; searches everything where there is none"), ctrl(Key::F), {}, true};
inline constexpr KeyCommand next_panel{"panel.next", tr_later("Next panel"), tr_later("Gives the next panel the keyboard"), plain(Key::F6), {.key = Key::Tab, .ctrl = true}, true};
inline constexpr KeyCommand previous_panel{"panel.previous", tr_later("Previous panel"), tr_later("Gives the panel before it the keyboard"), shift(Key::F6), {.key = Key::Tab, .ctrl = true, .shift = true}, true};
inline constexpr KeyCommand inspect{"workspace.1", tr_later("Inspect"), tr_later("Look into a running world"), ctrl(Key::Digit1), {}, true};
inline constexpr KeyCommand memory{"workspace.2", tr_later("Memory"), tr_later("Where every byte of the world lies, and what moves"), ctrl(Key::Digit2), {}, true};
inline constexpr KeyCommand author{"workspace.3", tr_later("Author"), tr_later("Make a scene by hand"), ctrl(Key::Digit3), {}, true};
inline constexpr KeyCommand learn{"workspace.4", tr_later("Learn"), tr_later("Lessons about memory, each beside its picture"), ctrl(Key::Digit4), {}, true};
inline constexpr KeyCommand debug{"workspace.5", tr_later("Debug"), tr_later("Stop, step one system, rewind: what broke it, and when"), ctrl(Key::Digit5), {}, true};
inline constexpr KeyCommand fill_window{"workspace.fill", tr_later("Fill the window"), tr_later("Shows this panel alone; again leads back"), shift(Key::Space)};
inline constexpr KeyCommand panel_keys{"help.panel_keys", tr_later("Keys of this panel"), tr_later("Shows the keys of the panel in focus, and those that work everywhere"), plain(Key::Question)};
inline constexpr KeyCommand all_keys{"help.keys", tr_later("Keys…"), tr_later("Lists all keys; each can be changed"), ctrl(Key::F1), {}, true};
// clang-format on

}  // namespace panels::keys
