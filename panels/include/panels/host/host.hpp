// A Host is all that a program needs to look into its own world from its own Dear ImGui loop: the panels in windows of
// their own, a bar with transport and menus, undo, saving and opening, the journal and the history of archetypes.
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
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/history.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/same_imgui.hpp"
#include "panels/host/frame_clock.hpp"
#include "panels/host/request_runner.hpp"
#include "panels/host/world_watch.hpp"
#include "panels/menus/context_menu.hpp"
#include "panels/running/transport_bar.hpp"

namespace panels {

class HostChooser;

class Host {
public:
    /// World and schedule outlive the Host, or what show() and close() say. Several Hosts in one program need different
    /// names; a name stands in the titles of its windows.
    Host(ecs::World& world, ecs::Schedule& schedule, std::string name = {});
    /// For a program without an ecs::Schedule.
    explicit Host(ecs::World& world, std::string name = {});
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /// Shows another world from now on. History and selection begin anew; windows and what panels are set to stay.
    void show(ecs::World& world, ecs::Schedule& schedule);
    void show(ecs::World& world);
    /// Lets go of the world, so that it may go. Until show() nothing is drawn.
    void close();

    /// Whether the program should run a tick now: none while paused, one when a person steps, else as many as the time
    /// since the last frame needs. Ask until it says no. Who does not ask in a frame runs ticks by other rules: then
    /// the panels cannot pause or step, and say so.
    bool tick_due();
    /// Seconds on a clock of the program instead of the computer's. It only grows.
    void use_clock(FrameClock::Now now) { clock_ = FrameClock(std::move(now)); }

    /// Draws all windows and carries out what they request. Call it once between NewFrame() and Render(), while no
    /// system runs and no query iterates.
    void draw() {
        check_same_imgui({});
        draw_windows();
    }

    const std::string& name() const { return name_; }
    Selection& selection() { return selection_; }
    const Transport& transport() const { return transport_; }
    /// Lets ticks be due, or stops them, as the button does. At first they are.
    void play(bool playing) { transport_.playing = playing; }
    /// Null after close().
    ecs::History* history() { return shown_ ? &shown_->history : nullptr; }
    const Style& style() const { return style_; }
    void set_theme(ThemeName theme);
    /// For a person, about the last request: "Undone: Set hp". It stands in the bar for some seconds.
    const std::string& message() const { return message_; }
    void tell(std::string message);

    // Panels, named by their ids (Panel::id)

    std::span<const std::unique_ptr<Panel>> panels() const { return panels_; }
    /// Adds a panel of the program, or of the Storage Lab; it stands last in the menu.
    void add_panel(std::unique_ptr<Panel> panel);
    /// Takes a panel out of the menu, too.
    void remove_panel(std::string_view id);
    void open_panel(std::string_view id);
    void close_panel(std::string_view id);
    Panel* find_panel(std::string_view id) const;

    // World files, as the menu File saves and opens them: return for a person what went wrong, or nothing. Not within
    // draw(), nor while the program iterates over the world.

    std::string save_file(const std::string& to);
    /// All or nothing. History and selection begin anew; handles that the program keeps are of the former world, so
    /// `opened` is called. A system of the schedule is then enabled or not as the file says.
    std::string open_file(const std::string& from);
    /// The file that was saved or opened last, or a name to offer first.
    std::string file = "world.json";

    /// Which panels are open and what they are set to, as text for the program's own settings. Where windows stand,
    /// Dear ImGui keeps.
    std::string save_settings() const;
    void load_settings(std::string_view text);

    // What the program can add. All of it may stay empty.

    /// After a file was opened.
    std::function<void()> opened;
    /// Instead of world files: write the world to a file, and read one into the world. They return for a person what
    /// went wrong, or nothing. The Host forgets its history before it opens.
    std::function<std::string(const std::string&file)> save, open;
    /// Whether there is a menu File.
    bool file_menu = true;
    /// A picture of the world with picking: then there is a Scene panel.
    ViewportLink* viewport = nullptr;
    /// Large pictures as textures, which cost less than rectangles.
    PictureStore* pictures = nullptr;
    const KnownSystems* known_systems = nullptr;
    const LabSource* lab = nullptr;
    /// What this Host does not do itself: an OtherRequest.
    std::function<void(Request& request)> other;
    /// Drawn into the bar's menu, behind the Host's own menus.
    std::function<void()> menus;
    /// Whether the Host's colours and sizes are in force while it draws; else those of the program are.
    bool own_look = true;

private:
    struct OnDisk;
    struct Shown {
        Shown(ecs::World& world_, ecs::Schedule& schedule_);
        ~Shown();

        ecs::World& world;
        ecs::Schedule& schedule;
        ecs::History history;
        std::unique_ptr<OnDisk> on_disk;  // null until a file was saved or opened
    };
    /// What stands in a file popup, and what happens to its file.
    struct FileQuestion {
        std::string title, button, about = {};
        std::string file = {};
        std::function<std::string(const std::string& file)> act = {};
        std::string problem = {};
        std::string replaces = {};  // a file of others, once the person was told
        bool opens = false;         // in this frame
        bool to_field = true;       // gives the name the keyboard
    };

    friend class HostChooser;

    RequestRunner::Program runner_program();
    RequestRunner::Subject subject();
    Context context();
    void renew_panels();
    void look_at_ticks();
    void carry_out();

    void draw_windows();

    // host_windows.cpp
    void draw_bar(const Context& context);
    void draw_menus(const Context& context);
    void draw_panel(const Context& context, Panel& panel, std::size_t number);
    void draw_file_question(const Context& context);
    std::string window_name(std::string_view title, std::string_view id) const;
    void do_what_keys_say(const Context& context);
    bool shown(const Panel& panel) const;

    // host_files.cpp
    void execute(Request& request);
    void export_figure(const ExportRequest& request);
    void save_or_ask();
    void ask_to_save();
    void ask_to_open();
    std::string why_not_replace(const std::string& to) const;
    std::string write_world_file(const std::string& to);
    static std::string read_world_file(const std::string& from, ecs::World& world, OnDisk& read);
    void follow_world_file();

    std::string name_, windows_of_;  // windows are those of this name; a chooser's Hosts share theirs
    ecs::Schedule no_schedule_;      // of a program without one
    std::optional<Shown> shown_;
    WorldWatch watch_;  // of the world shown, so it goes first
    std::vector<std::unique_ptr<Panel>> panels_;
    Selection selection_;
    Style style_;
    Transport transport_;
    Transport seen_;  // transport_ as panels see it
    FrameClock clock_;
    TransportBar bar_;
    RequestRunner runner_;
    std::vector<Request> requests_;
    KeysUsed keys_used_;
    ContextMenu menu_;
    std::string message_, to_front_;
    std::string opens_;  // a file that the person chose
    double told_secs_ = 0;
    std::optional<FileQuestion> question_;
    std::size_t steps_due_ = 0;  // ticks that a person asked for
    std::uint64_t tick_seen_ = 0;
    double tick_moved_secs_ = -1;
    const HostChooser* chooser_ = nullptr;                // that draws it now
    std::optional<std::size_t> chosen_;                   // in the chooser's menu
    bool asked_for_ticks_ = false, ticks_began_ = false;  // since the last draw()
    bool focused_ = false;                                // one of the windows, in this frame
};

/// Several worlds in one program, one of them in view: the bar has a menu to choose it. Each keeps its history,
/// selection and panels. The Hosts outlive the chooser.
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
};

}  // namespace panels
