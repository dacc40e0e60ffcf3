// The App is the shell of the running program: it owns the window, the Document, the Desk over its world and the scene,
// and runs the loop. It is what the Document, the Desk and the actions ask for all else. One frame is:
//
//     due ticks, picture of the scene, panels -> requests, keys that are left -> actions, requests -> history, drawing
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/app/actions/action.hpp"
#include "editor/app/chrome/chrome.hpp"
#include "editor/app/chrome/languages.hpp"
#include "editor/app/chrome/pictures.hpp"
#include "editor/app/probe/probe.hpp"
#include "editor/app/scene/scene_viewer.hpp"
#include "editor/app/scene/time_thumbnails.hpp"
#include "editor/app/shell/attached_pace.hpp"
#include "editor/app/shell/exports.hpp"
#include "editor/app/shell/kept_settings.hpp"
#include "editor/app/shell/lent_to_panels.hpp"
#include "editor/app/shell/program_keys.hpp"
#include "editor/app/shell/world_serving.hpp"
#include "editor/app/window/imgui_layer.hpp"
#include "editor/app/window/wakefulness.hpp"
#include "editor/app/window/window.hpp"
#include "editor/cli/command_line.hpp"
#include "panels/desk/desk.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"

namespace editor {

class App : private DocumentUi, private ActionProgram {
public:
    /// The editor for a person, with their settings. Throws std::runtime_error when there is no window to be had.
    /// When `opening` has loaded its world, that world replaces `session`.
    App(std::unique_ptr<Session> session, const OpenOptions& options, std::unique_ptr<WorldJobs> opening = {});
    /// For the PictureTaker: a hidden window, no settings, nothing is kept.
    App(std::unique_ptr<Session> session, const ShotOptions& options);
    ~App() override;

    /// Until the person quits, or a signal asks to end. Returns the exit code. What is unsaved is kept however it ends.
    int run();

private:
    friend class PictureTaker;
    App(std::unique_ptr<Session> session, std::unique_ptr<WorldJobs> jobs, const WindowOptions& window,
        const std::filesystem::path& settings_folder);

    // The loop (app.cpp)
    void run_frames();
    void frame(const Framebuffer* target);
    void draw_ui();
    void run_ticks();
    /// `along_record`: whatever keys are held, a recorded tick begins no branch.
    void run_tick(bool along_record);
    void do_what_key_says(KeyOwner owner, const Shortcut& shortcut);
    bool idle() const;
    void keep_settings();
    /// About what could not be kept, or brought back.
    void warn(const std::vector<std::string>& problems);
    bool keep_unsaved();
    void write_probe();

    // What the Desk asks of the program (app_requests.cpp)
    void lend(panels::Context& context) override { lent_.lend(context); }
    void say(const std::string& text) override;
    void refuse(const std::string& reason) override {
        if (!serving_.refuses(reason)) warn({reason});
    }
    bool asks_before(const panels::EditRequest& request, const std::function<panels::Request()>& again) override;
    bool waits_for_now(const std::function<panels::Request()>& again) override;
    void before_edits(const std::vector<ecs::Edit>& edits) override;
    void edited(const panels::ExecutedEdit& done) override;
    void run_tick() override { run_tick(true); }
    void stopped_at(const ecs::BreakpointHit& hit, bool ran) override;
    void go_to_panel(const panels::ShowPanelRequest& request) override;
    void center_on(ecs::Entity entity) override { scene_.center_on(entity); }
    void execute(panels::Request& request) override;

    // Long work besides that of the Document
    std::uint64_t start_job(panels::Job job);
    /// Whether something ended that should be seen.
    bool follow_jobs();

    // The program whose world is shown (app_ticks.cpp)
    void update_attached();
    void ask_what_to_attach() override;

    void open_dropped_files();
    void keep_recent_picture();

    // What the Document sees of the person (app_document.cpp)
    DocumentDialogs& dialogs() override { return chrome_; }
    void tell(MessageKind kind, const std::string& text, const std::string& button = {},
              std::function<void()> on_button = {}) override;
    void became_recent(const std::filesystem::path& file) override { recent_pictures_.due = file; }
    void compare_with(const std::filesystem::path& file) override;
    Reply<bool> save_past() override;
    void look_at_branch(ecs::BranchId branch) override;
    void compare_with_authored() override;
    void session_goes() override;
    void session_came(std::optional<bool> playing) override;
    void game_changes(const std::function<void()>& change) override;
    bool changes_wait() const override { return !desk_.runner.waiting().empty(); }
    void world_may_change() override { desk_.execute_waiting(); }
    void show_session();
    /// Why nobody here can run the ticks of the world; empty: they can.
    std::string why_not_run();
    void tell_warnings();
    void select_first();

    // What actions do (app_actions.cpp)
    Document& document() override { return document_; }
    void notes_command(std::string_view by, const Command& action) override;
    void do_with_file(panels::FileAction what) override;
    std::string why_not_save() override { return document_.why_not_save(); }
    Settings& settings() override { return kept_.settings; }
    WindowNow window_now() const override;
    Flow quit() override;
    bool serving() const override { return serving_.on(); }
    void set_serving(bool serve) override;
    void ask_text(panels::TextAsked asked) override;
    Flow save_bundle(bool whole) override { return write_bundle(whole, {}); }
    /// `written` is called when the bundle is there.
    Flow write_bundle(bool whole, std::function<void()> written);
    void frame_scene(bool all) override;
    bool& shows(Extra what) override {
        return what == Extra::Messages ? chrome_.show_messages : chrome_.show_drawn_from;
    }
    void set_look(panels::ThemeName theme, float user_scale) override;
    void set_reduce_motion(bool reduce) override { imgui_.set_reduce_motion(reduce); }
    std::vector<const ecs::Catalog*> languages() override { return languages_.all(); }
    void set_language(std::string_view code) override;
    void open_palette(std::string_view text) override;
    const panels::Picture* recent_picture(const std::filesystem::path& file) override {
        return recent_pictures_.find(file);
    }
    void show_panel_keys() override { chrome_.keys_overlay.open(desk_.key_map, desk_.workbench.last_focused()); }
    void enter_menu_bar() override { imgui_.toggle_menu_bar(); }
    void start_tour() override;
    void show_about() override { chrome_.dialogs.show_about(); }

    KeptSettings kept_;
    Languages languages_;
    Window window_;
    ImguiLayer imgui_;
    RecentPictures recent_pictures_;
    Document document_;
    SceneViewer scene_;
    LentToPanels lent_{document_, desk_, [this](std::string_view text) { imgui_.want_glyphs(text); }};
    panels::Desk desk_{*this, imgui_.style(), panels::make_all_panels_with_lab};  // over the document's world
    ProgramKeys keys_{window_, desk_};
    TimeThumbnails thumbnails_;
    Chrome chrome_{[this](std::string_view text) { imgui_.want_glyphs(text); }};
    Exports exports_{chrome_.file_dialog, desk_.jobs, [this](panels::Job job) { return start_job(std::move(job)); }};
    panels::ScreenReader screen_reader_;  // for the probe
    Probe probe_;
    Wakefulness wakefulness_;
    AttachedPace attached_pace_;

    std::string alone_;  // id of the only panel that is drawn, in a picture; empty: all
    bool quit_ = false;
    WorldServing serving_{desk_, [this](MessageKind kind, const std::string& text) { tell(kind, text); }};
};

/// Makes what asks politely for an end (Ctrl+C, a kill, a terminal that is closed) end the program in order.
void catch_signals();
bool signal_came();

}  // namespace editor
