// A Host is all that a program needs to look into its own world from its own Dear ImGui loop: the panels in workspaces,
// menus, the transport, the palette, undo, saving and opening, the journal and the history of archetypes.
//
//     panels::Host host(world, schedule);
//     while (…) {
//         while (host.tick_due()) schedule.tick(world);   // or without: the program runs its ticks when it wants to
//         … ImGui::NewFrame();
//         host.draw();                                    // panels, then what they requested, through the History
//         ImGui::Render(); …
//     }
//
// Nothing but an edit by a person changes the world. The program's own look stays: the Host's colours and sizes are in
// force only while it draws. Host, world and schedule belong to one thread.
//
// Keys: as long as a window of the Host has the focus, keys are the Host's, and ImGuiIO::WantCaptureKeyboard says so; a
// program that asks it never gets a key that did something here. As long as none has it, keys are the program's; the
// Host then knows toggle_key only. A click into the game takes the focus away. The Host's window appears without it.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/same_imgui.hpp"
#include "panels/desk/desk.hpp"
#include "panels/desk/setting.hpp"
#include "panels/widgets/job_card.hpp"

namespace panels {

class HostChooser;

/// Hides the Host and shows it, whether or not it has the keyboard. Its key is Host::toggle_key.
inline constexpr KeyCommand host_toggle{
    "host.toggle", tr_later("Hide or show"),
    tr_later("Also while the game has the keyboard; no other key has an effect then")};

/// What Host::draw() makes of the panels.
enum class HostShape {
    Window,  // one window over the game, with menus, workspaces, transport and the panels of a workspace
    Area,    // the same in Host::area, behind all windows that can be moved
    Here,    // the same in the rest of the Dear ImGui window that the program began: a tab of its own tools
    Panels,  // each open panel in a window of its own, and a bar with the menus and the transport
};

class Host {
public:
    /// World and schedule outlive the Host, or what show() and close() say. Several Hosts in one program need different
    /// names; a name appears in the titles of its windows.
    Host(ecs::World& world, ecs::Schedule& schedule, std::string name = {});
    /// For a program with a loop of its own instead of an ecs::Schedule. Each ecs::Zone in it (ecs/schedule/zone.hpp) is
    /// listed as a system. A tick lasts from tick_due() to the next one, or from draw() to draw() where the program never
    /// asks and a zone ran; World::tick() grows with each, unless the program counts it itself. Programs with several such
    /// Hosts ask tick_due(): else each of them hears the zones of all.
    explicit Host(ecs::World& world, std::string name = {});
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /// Shows another world from now on. History and selection begin empty; windows and what panels are set to stay.
    void show(ecs::World& world, ecs::Schedule& schedule);
    void show(ecs::World& world);
    /// Lets go of the world, so that it may go. Until show() nothing is drawn.
    void close();

    /// Whether the program should run a tick now: none while paused, one when a person steps, else as many as the time
    /// since the last frame needs. Ask until it says no. A program that does not ask in a frame runs ticks by other
    /// rules: then the panels cannot pause or step, and say so.
    bool tick_due();
    /// How long a tick of a program without an ecs::Schedule is, in seconds of its world: so many are due. At first a
    /// sixtieth. Of no effect for a length that is not above zero.
    void set_tick_secs(float secs);
    /// Seconds on a clock of the program instead of the computer's. It only grows.
    void use_clock(FrameClock::Now now) { desk_.clock = FrameClock(std::move(now)); }

    /// Records earlier ticks from now on, so that a person can go back to them and play from there: a line of time
    /// is below the panels, and the panel Timeline has the branches. It is for a program that asks tick_due(),
    /// whose systems keep what they remember in components, and that changes the world by nothing else. `inputs` are
    /// what a tick depends on beside the world, such as keys; null: nothing. They outlive the recording, which goes on
    /// with other worlds until forget_time(). A program without an ecs::Schedule cannot run its ticks again, so they are
    /// recorded by what changes in them: a person can look at earlier ticks and restore one, but not play from there. So
    /// is a world that is a copy (`mirror`, to be set before); the Mirror leaves the copy alone meanwhile.
    void record_time(ecs::TimelineInputs* inputs = nullptr, ecs::TimelineOptions options = {});
    void forget_time();
    /// After a person brought the world to another moment: handles that the program keeps may be of others.
    std::function<void()> time_jumped;

    HostShape shape = HostShape::Window;
    /// For HostShape::Area, in pixels of the screen. Empty: what the main viewport has.
    Area area;
    /// Whether anything is drawn; without, the Host costs next to nothing.
    bool visible = true;
    /// Hides and shows, whoever has the keyboard, unless a person chose another key for that; none: the program sets
    /// `visible`. Of no effect for HostShape::Here.
    std::optional<compat::Key> toggle_key = compat::Key::F12;
    /// Windows of these panels alone, without a bar.
    void show_only(std::initializer_list<std::string_view> panels);

    /// Draws all of it and carries out what it requests. Call it once between NewFrame() and Render(), while no
    /// system runs and no query iterates.
    void draw() {
        check_same_imgui({});
        draw_windows();
    }

    const std::string& name() const { return name_; }
    Selection& selection() { return desk_.selection; }
    const Transport& transport() const { return desk_.transport; }
    /// Lets ticks be due, or stops them, as the button does. At first they are.
    void play(bool playing) { desk_.transport.playing = playing; }
    /// Null after close().
    ecs::History* history() { return shown_ ? &shown_->history : nullptr; }
    const Style& style() const { return style_; }
    /// Which keys run which command. A person changes that in the window Keys.
    const KeyMap& key_map() const { return desk_.key_map; }
    /// Of all Hosts of the program: "en", or a language of built_in_languages(). Of no effect for any other.
    void set_language(std::string_view code);
    void set_theme(ThemeName theme);
    /// The size of text and controls relative to the program's font, from 0.5 to 3.
    float scale() const { return desk_.user_scale; }
    void set_scale(float scale);
    /// Which panels are where, in which workspace. Those of HostShape::Panels have Panel::open instead.
    Workbench& workbench() { return desk_.workbench; }
    const Workbench& workbench() const { return desk_.workbench; }
    /// Over whatever the program shows, as Ctrl+K does while the Host has the focus. `search` is in its field.
    void open_palette(std::string_view search = {});
    bool palette_is_open() const { return desk_.palette.is_open(); }
    /// Whether keys are the Host's now. ImGuiIO::WantCaptureKeyboard is then true, too.
    bool has_keyboard() const;
    /// For a person, about the last request: "Undone: Set hp". The bar shows it for some seconds.
    const std::string& message() const { return message_; }
    void tell(std::string message);

    /// Work off this thread that a person asked for: exports, a large world that is saved. It never touches the world.
    /// A person sees how far it is, and can cancel it.
    const Jobs& jobs() const { return desk_.jobs; }

    // Panels, named by their ids (Panel::id)

    std::span<const std::unique_ptr<Panel>> panels() const { return desk_.workbench.panels(); }
    /// Adds a panel of the program, or of the Storage Lab; it is last in the menu. It is shown if Panel::open.
    void add_panel(std::unique_ptr<Panel> panel);
    /// Takes a panel out of the menu, too.
    void remove_panel(std::string_view id);
    /// In the present workspace.
    void open_panel(std::string_view id);
    void close_panel(std::string_view id);
    Panel* find_panel(std::string_view id) const { return desk_.workbench.find_panel(id); }

    // World files, as the menu File saves and opens them: return for a person what went wrong, or nothing. Not within
    // draw(), nor while the program iterates over the world.

    std::string save_file(const std::string& to);
    /// All or nothing. History and selection begin empty; handles that the program keeps are of the former world, so
    /// `opened` is called. A system of the schedule is then enabled or not as the file says.
    std::string open_file(const std::string& from);
    /// The file that was saved or opened last, or a name to offer first.
    std::string file = "world.json";

    /// Workspaces, what panels are set to, theme, scale, keys, and what the palette was used for, as text for the
    /// program's own settings. Of the Host, Dear ImGui's settings have only where its windows are and how wide
    /// columns are.
    std::string save_settings() const;
    /// Before or after panels are added. Returns for a person what cannot be in them; that stays as it was.
    std::string load_settings(std::string_view text);

    // What the program can add. All of it may stay empty.

    /// After a file was opened.
    std::function<void()> opened;
    /// Instead of world files: write the world to a file, and read one into the world. They return for a person what
    /// went wrong, or nothing. The Host forgets its history before it opens.
    std::function<std::string(const std::string&file)> save, open;
    /// Whether there is a menu File.
    bool file_menu = true;
    /// A picture of the world with picking: then there is a Scene panel.
    SceneLink* viewport = nullptr;
    /// Large pictures as textures, which cost less than rectangles.
    PictureStore* pictures = nullptr;
    const KnownSystems* known_systems = nullptr;
    /// That fills the world from somebody else's (ecs/mirror/mirror.hpp): then panels show what its owner has and can.
    const ecs::Mirror* mirror = nullptr;
    const LabSource* lab = nullptr;
    /// Gets the requests that this Host does not execute itself; may be empty.
    std::function<void(Request& request)> other;
    /// Drawn into the bar's menu, behind the Host's own menus.
    std::function<void()> menus;
    /// Whether the Host's colours and sizes are in force while it draws; else those of the program are.
    bool own_look = true;

private:
    // Its parts, in panels/host
    class Commands;
    class Files;
    class Parts;
    class Windows;
    struct Shown {
        Shown(ecs::World& world_, ecs::Schedule& schedule_)
            : world(world_), schedule(schedule_), history(world, schedule), timeline(world, schedule, history) {}

        ecs::World& world;
        ecs::Schedule& schedule;
        ecs::History history;
        ecs::Timeline timeline;  // records if the program asked for it
    };
    struct Recorded {
        ecs::TimelineInputs* inputs = nullptr;
        ecs::TimelineOptions options;
    };

    friend class HostChooser;

    /// `schedule` is null for a program without one.
    Host(ecs::World& world, ecs::Schedule* schedule, std::string name);
    bool of_zones() const { return shown_ && &shown_->schedule == &no_schedule_; }
    void start_record();
    /// Null: time is not recorded.
    ecs::Timeline* recorded();
    void draw_windows();
    void go_to_panel(std::string_view id, std::string_view part);
    void follow(const Host& former);
    bool one_window() const { return shape != HostShape::Panels; }

    // host_settings.cpp
    std::string read_places();
    /// Those of every Desk, and its own.
    static std::vector<Setting> all_settings();
    /// The same that `take` returns, but for keys of commands that may be added later.
    std::string take(const Setting& setting, const SettingValue& value);

    std::string name_;
    ecs::Schedule no_schedule_;  // of a program without one
    std::optional<Shown> shown_;
    Style style_;
    std::optional<Recorded> records_time_;  // none: it does not
    std::string message_;
    HostChooser* chooser_ = nullptr;  // that draws it now
    std::unique_ptr<Parts> parts_;
    Desk desk_;  // of the world shown, so it goes first
};

/// Several worlds in one program, one of them in view, all in the same windows: a menu chooses it. Each keeps its
/// history, selection and panels. The Hosts outlive the chooser.
class HostChooser {
public:
    void add(Host& host);
    void remove(Host& host);
    void choose(std::size_t number) { chosen_ = number; }
    std::size_t chosen() const { return chosen_; }
    /// Draws the chosen one. Those that are not in view go on with their ticks.
    void draw();

private:
    friend class Host;
    std::vector<Host*> hosts_;
    std::size_t chosen_ = 0;
    Host* drawn_ = nullptr;  // last
};

}  // namespace panels
