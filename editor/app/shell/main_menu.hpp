// The menu bar. Its items come from the table of actions, so that menus, keys and help cannot disagree.
#pragma once

namespace editor {

class App;

void draw_main_menu(App& app);

}  // namespace editor
