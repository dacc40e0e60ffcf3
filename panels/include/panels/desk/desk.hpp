// A Desk holds all that a person works with over one world: the selection, the requests of panels, the panels and their
// workspaces, keys, time, watches, breakpoints, records, and long work. It makes the Context of the panels and carries
// out their requests. The window and the loop belong to its DeskOwner: the editor, a Host, or a test of panels.
//
//     ticks: make_room(), a tick, tick_ended()  ->  panels draw into context()  ->  carry_out()
//
// Its parts are public, as those of a struct: what they may do, they say themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/frame_clock.hpp"
#include "panels/desk/jobs.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/desk/world_records.hpp"
#include "panels/keys/keys_window.hpp"
#include "panels/menus/context_menu.hpp"
#include "panels/palette/palette.hpp"
#include "panels/pools/pool_memory.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/timeline/timeline_strip.hpp"
#include "panels/workspace/workbench.hpp"

namespace panels {

enum class FileAction { Open, Save, SaveAs };

/// A question for one text, until what the person asks for worked or they give up.
struct TextAsked {
    std::string title, button, about = {}, hint = tr("Name of the file"), why_not_empty = tr("The file needs a name");
    std::string text = {};
    std::function<std::string(const std::string& text)> act = {};  // returns for a person what went wrong
};

/// The program around a Desk: what it says to a person, and what only it can do.
class DeskOwner {
public:
    virtual ~DeskOwner() = default;

    /// Adds what else only the program has: its systems, its pictures.
    virtual void lend(Context&) {}
    /// What a person asked for was done or found out, and why it was not done.
    virtual void say(const std::string& text) = 0;
    virtual void refuse(const std::string& reason) = 0;
    /// True: the program asks the person first. If they agree, it makes the request that the function returned, which it
    /// calls at once.
    virtual bool asks_before(const EditRequest&, const std::function<Request()>&) { return false; }
    /// True: another program's world has gone on, and is not in view yet. Once it is, what the function returned is made;
    /// it is called at once.
    virtual bool waits_for_now(const std::function<Request()>&) { return false; }
    virtual void before_edits(const std::vector<ecs::Edit>&) {}
    virtual void edited(const ExecutedEdit&) {}
    /// A person asks for one tick.
    virtual void run_tick() = 0;
    /// The world is at another moment of its time.
    virtual void world_jumped() {}
    /// True: the program cannot be held at this breakpoint, and said so.
    virtual bool passes(const ecs::BreakpointHit&) { return false; }
    /// A breakpoint stopped the world, which `ran` before.
    virtual void stopped_at(const ecs::BreakpointHit&, bool /*ran*/) {}
    /// Shows the panel and gives it the keyboard.
    virtual void go_to_panel(const ShowPanelRequest&) {}
    /// Moves the camera so that the entity is in the middle.
    virtual void center_on(ecs::Entity) {}
    /// A request that the Desk knows nothing of: dialogs, files.
    virtual void execute(Request&) {}

    // What commands ask for

    /// A person asked for it, by the menu or the palette.
    virtual void notes_command(std::string_view /*by*/, const Command&) {}
    virtual void do_with_file(FileAction) {}
    virtual std::string why_not_save() { return {}; }
    virtual void ask_text(TextAsked) {}
    /// With this text in its field.
    virtual void open_palette(std::string_view /*text*/) {}
    /// Theme, and the size of text and controls. The owner notes in Desk::user_scale what it made of that.
    virtual void set_look(ThemeName, float /*user_scale*/) {}
    virtual std::string why_not_theme() { return {}; }
    /// Of the interface: all but English. At first those that are built in.
    virtual std::vector<const ecs::Catalog*> languages();
    virtual std::string why_not_language(const ecs::Catalog&) { return {}; }
    /// "en", or the code of one of them; of no effect for any other.
    virtual void set_language(std::string_view code);
};

/// A world, and what keeps its past. All of it outlives its time on the Desk.
struct DeskWorld {
    ecs::World& world;
    ecs::Schedule& schedule;
    ecs::History& history;
    ecs::PlaySession* play = nullptr;   // keeps the authored world while it is played; null: nobody does
    ecs::Timeline* timeline = nullptr;  // records earlier ticks; null: nobody does
    bool watched = true;                // false: as in tests that watch the world themselves
};

class Desk {
public:
    /// Owner and style outlive it.
    Desk(DeskOwner& owner, const Style& style, Workbench::MakePanels make_panels,
         Workbench::Within within = Workbench::Within::Screen);
    ~Desk() { close(); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    /// Shows this world from now on, and none before it.
    void show(const DeskWorld& world);
    /// Lets go of the world, so that it may go: nothing refers to it any more.
    void close();
    /// The timeline records the world from now on; null: nobody does.
    void record(ecs::Timeline* timeline);

    const ecs::World& world() const { return shown_->world; }
    DeskOwner& owner() { return owner_; }
    const Style& style() const { return style_; }

    /// What panels get in this frame. There must be a world.
    Context context();
    /// After the panels drew: executes what they requested. While the world stands still, what would change it waits.
    void carry_out(bool world_stands_still = false);
    /// The world may change again.
    void execute_waiting();
    /// What the requests are about.
    RequestRunner::Subject subject();

    // Ticks

    /// Once a frame: counts the ticks that are due from now on; none while paused, or when none `may_run`.
    void begin_ticks(bool may_run = true);
    /// Whether to run a tick now. Ask until it says no.
    bool tick_due() { return transport.playing && clock.take_tick(); }
    /// In the past the recorded ticks run again, as long as nobody changes something. Whether the timeline went to the
    /// next one by itself, because it cannot run like any other.
    bool passed_by_seek();
    /// After a tick, or an update of a world that others run: looks at what it did, and stops at breakpoints.
    void tick_ended();
    /// Runs the next system; in the past along what was recorded, unless the person does something else meanwhile.
    void step_system(bool as_recorded = true);
    /// Stops the transport where a breakpoint or the tick is reached that it was to run to.
    void halt_where_due();

    Selection selection;
    Transport transport;
    float user_scale = 1;                          // of text and controls, as the person chose it; 1 suits the screen
    bool in_motion = false;                        // a panel asks for another frame, since the owner cleared it
    const Transport* seen_transport = &transport;  // as panels see it
    std::vector<Request> requests;                 // of this frame
    SceneLink* viewport = nullptr;                 // the scene in the window; null: the program shows none
    bool may_look_back = true;  // false: the program changes the world by rules of its own, also an earlier tick
    const ecs::Mirror* mirror = nullptr;  // fills the world from its owner; null: it is the program's own
    FrameClock clock;
    PoolMemory pool_memory;
    WorldRecords watch;
    RequestRunner runner;
    KeyMap key_map;
    KeysUsed keys_used;  // by panels, in this frame
    Workbench workbench;
    ContextMenu context_menu;
    Palette palette;
    KeysWindow keys_window;
    TransportBar transport_bar;
    TimelineStrip timeline_strip;

private:
    RequestRunner::Program runner_program();
    void execute(Request& request);
    void mark_alerts();
    /// Of a world whose ticks another program runs, as far as it lets them be controlled.
    bool ticks_elsewhere() const;
    std::optional<std::string> control_owner(const TransportRequest& request);
    void follow_owner();
    /// What panels and requests may have of it: not where the program runs its ticks by other rules.
    ecs::Timeline* timeline() const;
    ecs::PlaySession* play() const { return transport.why_not.empty() ? shown_->play : nullptr; }

    DeskOwner& owner_;
    const Style& style_;
    std::optional<DeskWorld> shown_;
    std::optional<Transport> own_transport_;  // as it was before another program's was shown
    std::set<std::uint64_t> alerts_raised_;   // Alert::number of those that find something now

public:
    Jobs jobs;  // last, because its threads may use the members above
};

}  // namespace panels
