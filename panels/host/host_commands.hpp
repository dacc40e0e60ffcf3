// What can be done in a Host by menu, key or palette: the commands of its Desk, and a few rows of its own.
#pragma once

#include "panels/host/host.hpp"

namespace panels {

class Host::Commands {
public:
    explicit Commands(Host& host) : host_(host), desk_(host.desk_) {}

    /// The key map follows what the program shows and its panels; what a person changed stays.
    void renew_keys();
    void panels_changed() { keys_for_.reset(); }
    void draw_menus();
    void do_what_keys_say(const Context& context);
    /// In this frame. `search` is in its field.
    void open_palette(std::string_view search) { asked_for_palette_ = std::string(search); }
    /// Whether draw_palette() has something to draw.
    bool palette_open() const { return asked_for_palette_ || desk_.palette.is_open(); }
    void draw_palette(const Context& context);

private:
    /// What it depends on which commands there are.
    struct KeysFor {
        std::optional<compat::Key> toggle;
        bool files = true, one_window = true, time = false, scene = false;
        friend bool operator==(const KeysFor&, const KeysFor&) = default;
    };
    static std::vector<CommandChoice> panel_choices(Desk& desk);
    static std::vector<CommandChoice> world_choices(Desk& desk);
    std::vector<const CommandMenu*> menus_now() const;
    bool offers(const Command& command) const { return command.offered == nullptr || command.offered(desk_); }
    void add_window_items(std::vector<PaletteItem>& items) const;

    Host& host_;
    Desk& desk_;
    std::optional<KeysFor> keys_for_;               // that the key map was made for; none: it must be made again
    std::optional<std::string> asked_for_palette_;  // and what it shall search
    bool popup_open_ = false;                       // of Dear ImGui, in the last frame
};

}  // namespace panels
