// The KeysOverlay lies over the window and shows at one glance the keys of a panel, and those that work everywhere. A
// click or a key closes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// What the overlay and the list of docs/keys.md show: titled lists of keys.
struct KeySection {
    struct Row {
        std::string keys, what;
    };
    std::string title;
    std::vector<Row> rows;
};
/// The panel's own keys; empty when it has none.
KeySection keys_of_panel(const KeyMap& map, const Panel& panel);
/// The keys that move in every panel. Nobody can change them.
KeySection keys_of_controls();
/// One section for each group of commands that work everywhere.
std::vector<KeySection> general_keys(const KeyMap& map);

class KeysOverlay {
public:
    /// Over the panel with the keyboard; null when none has it.
    void open(const KeyMap& map, const Panel* panel);
    void close() { open_ = false; }
    bool is_open() const { return open_; }
    void draw(const Context& context);

private:
    bool open_ = false, opening_ = false;
    std::vector<KeySection> sections_;
};

}  // namespace panels
