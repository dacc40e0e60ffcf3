// The parts of a Host that its header hides: menus and keys, files, windows, and what its Desk asks of the program.
#pragma once

#include <optional>
#include <set>

#include "ecs/schedule/schedule_zones.hpp"
#include "files/world_file/world_file.hpp"
#include "panels/desk/settings_text.hpp"
#include "panels/host/host.hpp"
#include "panels/widgets/job_card.hpp"

namespace panels {

/// A popup that asks a person for one text, such as the name of a file, until what they ask for worked or they give up.
class TextQuestion {
public:
    void ask(TextAsked question);
    bool open() const { return asked_.has_value(); }
    void close() { asked_.reset(); }
    /// Returns whether it has the keyboard. `window` is unlike that of other questions.
    bool draw(const Style& style, const std::string& window);

private:
    std::optional<TextAsked> asked_;
    std::string problem_;
    bool opens_ = false;     // in this frame
    bool to_field_ = false;  // gives the text the keyboard
};

/// What can be done by menu, key or palette: the commands of its Desk, and a few rows of its own.
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

/// It saves and opens its world, and exports what panels show. Large worlds are written and read off the thread of the
/// program, from a copy and into a world of their own.
class Host::Files {
public:
    explicit Files(Host& host) : host_(host) {}

    /// Another world is shown: it has no file yet.
    void world_came();
    /// Both return for a person what went wrong, or nothing. `was_read`: once already, without a fault.
    std::string save(const std::string& to);
    std::string open(const std::string& from, bool was_read = false);

    // What a person asks for

    void save_or_ask();
    void ask_to_save();
    void ask_to_open();
    void choose(const ChooseFileRequest& request);
    void export_figure(const ExportRequest& request);
    void export_text(const ExportTextRequest& request);
    /// Call it when nobody draws any more: the file that they chose is opened.
    void open_chosen();

private:
    std::string why_not_replace(const std::string& to) const;
    std::string save_as_person_wants(const std::string& to);
    std::string save_in_background(const std::string& to, const ecs::Snapshot& snapshot);
    std::string read_in_background(const std::string& from);
    /// Once for each type: what no file of this world can hold.
    void tell_what_is_left_out();
    void saved(const std::string& to, const files::FileStamp& stamp, std::uint64_t state);
    files::WorldFile head_of_file() const;
    std::unique_ptr<ecs::World> world_for_trial() const;
    void follow_file();

    /// The file that was saved or opened last.
    struct OnDisk {
        files::WorldFile file;  // what stood in it beside the world
        files::FileStamp stamp;
    };
    static std::string read(const std::string& from, ecs::World& world, OnDisk& read);

    Shown& shown() const { return *host_.shown_; }

    Host& host_;
    std::optional<OnDisk> on_disk_;  // none until a file was saved or opened
    std::set<std::string> told_;     // types of which a person knows that files lack parts of them
    std::uint64_t worlds_ = 0;       // that came so far
    std::string chosen_;             // to be opened
    bool chosen_was_read_ = false;
};

/// One window for all of it, or one for each panel and a bar; and whether one of them has the keyboard.
class Host::Windows {
public:
    explicit Windows(Host& host) : host_(host), desk_(host.desk_), style_(host.style_), prefix_(host.name_) {}

    void begin_frame() { was_focused_ = std::exchange(focused_, false); }
    /// Does what Host::toggle_key says.
    void toggle_if_asked();
    void draw(const Context& context);
    /// When a window of the program closes, Dear ImGui gives the next one the focus; the keys are to be the game's then.
    void refuse_uninvited_focus();

    bool focused() const { return focused_; }
    /// What else belongs to the Host has the keyboard.
    void note_focus(bool focused) { focused_ |= focused; }
    /// A person asked for something that is in them.
    void appear();
    /// Of those with a window each.
    void bring_to_front(std::string_view panel) { to_front_ = panel; }
    void without_bar() { bar_wanted_ = false; }
    /// Several Hosts share them, one after the other.
    void share() { prefix_.clear(); }
    /// The part of a window's name that no other one has.
    std::string id(std::string_view of) const { return "chunkscope/" + prefix_ + "/" + std::string(of); }

private:
    std::string name(std::string_view title, std::string_view of) const;
    void note_window(ImGuiFocusedFlags with);
    void draw_window(const Context& context);
    void draw_area(const Context& context);
    void draw_all_within(const Context& context, const char* of, ImGuiWindowFlags flags, float border);
    void draw_here(const Context& context);
    void draw_all_of_it(const Context& context);
    void draw_bar_line(const Context& context);
    void draw_bar(const Context& context);
    void draw_panel(const Context& context, Panel& panel, std::size_t number);

    Host& host_;
    Desk& desk_;
    const Style& style_;
    std::string prefix_;    // of their names
    std::string to_front_;  // the id of a panel
    bool bar_wanted_ = true;
    bool comes_to_front_ = false;                 // the window, in the next frame
    bool focused_ = false, was_focused_ = false;  // one of the windows, in this frame and in the last one
    bool invited_ = false, clicked_ = false;      // a person, or the Host, gave a window the focus
};

class Host::Parts final : public DeskOwner {
public:
    explicit Parts(Host& host_) : files(host_), windows(host_), commands(host_), host(host_) {}
    static Host& host_of(Desk& desk) { return static_cast<Parts&>(desk.owner()).host; }

    // The ticks of the program, also where it runs them by rules of its own

    /// Another world is shown.
    void world_came();
    void world_goes();
    /// See Host::tick_due().
    bool tick_due();
    /// Once a frame, after its ticks.
    void look_at_ticks();
    /// At the end of a frame: what the program does until the next one is a tick, if it never asks tick_due().
    void begin_own_tick();
    /// What a person asked for is forgotten.
    void stop_ticks() { steps_due_ = 0; }

    // Long work goes on while the program runs its ticks, on a copy of what it needs. A card shows how far it is.

    /// Returns for a person what went wrong, if that is clear within this frame.
    std::string start(Job job);
    /// Once a frame: hands over what is done.
    void follow_work();
    void draw_work(const Context& context);

    void lend(Context& context) override;
    void say(const std::string& text) override { host.tell(text); }
    void refuse(const std::string& reason) override { host.tell(reason); }
    void edited(const ExecutedEdit& done) override { host.tell(std::string(done.done_label)); }
    void run_tick() override { ++steps_due_; }  // by the program, in its next frame
    void world_jumped() override;
    bool passes(const ecs::BreakpointHit& hit) override;
    void stopped_at(const ecs::BreakpointHit& hit, bool ran) override;
    void go_to_panel(const ShowPanelRequest& request) override {
        if (request.here && host.one_window())
            host.desk_.workbench.focus_panel_here(request.id, request.part);
        else
            host.go_to_panel(request.id, request.part);
    }
    void center_on(ecs::Entity entity) override;
    void execute(Request& request) override;
    void do_with_file(FileAction what) override;
    void ask_text(TextAsked asked) override { question.ask(std::move(asked)); }
    void open_palette(std::string_view search) override { commands.open_palette(search); }
    void set_look(ThemeName theme, float user_scale) override;
    std::string why_not_theme() override;
    std::string why_not_language(const ecs::Catalog& catalog) override;

    Files files;
    Windows windows;
    Commands commands;
    TextQuestion question;
    SettingsMap settings;  // that were loaded last, until the first frame: panels may be added after
    double told_secs = 0;  // when the message came
    Host& host;

private:
    void ended(const Jobs::Ended& job);
    void end_tick();
    void leave_past();

    JobCard card_;
    std::optional<ecs::ScheduleZones> zones_;  // of a program without a schedule
    Transport seen_;                           // as panels see it
    std::size_t steps_due_ = 0;
    std::uint64_t tick_seen_ = 0;
    double tick_moved_secs_ = -1;
    bool asked_ = false, began_ = false;  // since the last look_at_ticks()
};

}  // namespace panels
