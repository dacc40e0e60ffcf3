// The App is the running program: it owns the window, the open session and everything that shows it, and carries out
// what panels, menus and keys ask for, between ticks. One frame is:
//
//     due ticks, picture of the scene, panels -> requests, keys that are left -> actions, requests -> history, drawing
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/app/chrome/dialogs.hpp"
#include "editor/app/chrome/file_dialog.hpp"
#include "editor/app/chrome/job_card.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/app/chrome/status_bar.hpp"
#include "editor/app/chrome/toasts.hpp"
#include "editor/app/chrome/workspace.hpp"
#include "editor/app/keys/key_rule.hpp"
#include "editor/app/scene/picture_textures.hpp"
#include "editor/app/scene/renderer.hpp"
#include "editor/app/window/frame_clock.hpp"
#include "editor/app/window/imgui_layer.hpp"
#include "editor/app/window/window.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/jobs/disk_watch.hpp"
#include "editor/jobs/recovery.hpp"
#include "editor/jobs/world_jobs.hpp"
#include "editor/session/actions.hpp"
#include "editor/session/saved_cameras.hpp"
#include "editor/session/session.hpp"
#include "editor/session/settings.hpp"
#include "panels/archetypes/archetype_recorder.hpp"
#include "panels/changes/move_values.hpp"

namespace editor {

class App {
public:
    /// The editor for a person, with their settings. Throws std::runtime_error when there is no window to be had.
    /// What is `opening` takes the place of the session when it is there.
    App(std::unique_ptr<Session> session, const OpenOptions& options, std::unique_ptr<WorldJobs> opening = {});
    /// For a picture: a hidden window, no settings, nothing is kept. `options.ticks` have run in the session.
    App(std::unique_ptr<Session> session, const ShotOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Until the person quits, or a signal asks to end. Returns the exit code. What is unsaved is kept however it ends.
    int run();
    /// Writes the picture. Throws FileError when it can't be written, std::runtime_error for an unknown panel.
    void take_shot(const ShotOptions& options);

    // Actions (app_actions.cpp)

    void act(ActionId id);
    /// Empty when the action can be carried out now, else the reason for a person.
    std::string why_not(ActionId id);
    /// What the menu calls it now: "Undo Set hp of Player".
    std::string label_of(ActionId id) const;
    bool checked(ActionId id) const;

    // Files (app_files.cpp, app_jobs.cpp)

    void open_file(const std::filesystem::path& file);
    void start_scene(const Scene& scene);

    // For the menus

    const Session& session() const { return *session_; }
    const Settings& settings() const { return settings_; }
    const panels::Transport& transport() const { return transport_; }
    const panels::Style& style() const { return imgui_.style(); }
    Workspace& workspace() { return workspace_; }
    bool& show_costs() { return show_costs_; }
    bool& show_messages() { return show_messages_; }
    void set_speed(double speed);
    float user_scale() const { return user_scale_; }
    void set_user_scale(float scale);

private:
    App(std::unique_ptr<Session> session, const WindowOptions& window, const std::filesystem::path& settings_folder);

    // The frame (app.cpp)
    struct FrameSize {
        int width = 0, height = 0;  // 0: that of the window
    };
    void frame(const Framebuffer* target);
    KeyState key_state() const;
    void tell_game_of_keys();
    void do_what_keys_say(const KeyState& state);
    void close_overlay();
    void run_ticks();
    void make_room_in_journal();
    void run_tick();
    void draw_scene();
    void draw_ui();
    panels::Context context();
    void execute_requests();
    void write_probe();
    void sleep_until_next_frame(double frame_start_secs);
    void run_frames();
    /// When the program ends otherwise than by hand: what is unsaved waits for the next start.
    bool keep_unsaved();
    static void keep_at_exit();
    bool idle() const;
    void stay_awake();
    void load_workspace();
    void keep_settings();

    // Requests (app_actions.cpp)
    void execute(panels::Request& request);
    void execute(panels::EditRequest& request);
    void execute(const panels::HistoryRequest& request);
    void execute(const panels::TransportRequest& request);
    void execute(const panels::ShowPanelRequest& request);
    void execute(const panels::FrameEntityRequest& request);
    void execute(const panels::ExportRequest& request);
    void execute(const panels::LabExportRequest& request);
    void execute(const panels::OpenScenarioRequest& request);
    void perform(std::string label, std::vector<ecs::Edit> edits, bool select_created);
    void undo_or_redo(bool undo);
    void rename_selected();
    void want_glyphs_of(const std::vector<ecs::Edit>& edits);

    // The scene (app_view.cpp)
    void connect_viewport();
    void list_known_systems();
    std::vector<ecs::Entity> pick(ecs::Vec2 world_point) const;
    ecs::Vec2 field() const;
    void follow_field();
    void frame_rect(const WorldRect& rect, float max_zoom);
    void frame_selection();
    void frame_all();
    void set_look(panels::ThemeName theme, float user_scale);
    void set_theme(panels::ThemeName theme);

    // Files (app_files.cpp)
    void adopt(std::unique_ptr<Session> session);
    /// Where the person left the view of this file last, or what the file says, or all.
    void look_first();
    void remember_view();
    void select_first();
    std::string title() const;
    /// Carries `then` out once nothing would be lost: at once, or after a save, or after the person was asked. `what`
    /// it is stands on the screen while it waits.
    void when_nothing_is_lost(const std::string& what, std::function<void()> then);
    void new_world();
    void ask_for_file_to_open();
    void restart_scene();
    /// `then` follows a save that worked.
    void save(std::function<void()> then = {});
    void save_as(std::function<void()> then = {});
    void save_to(const std::filesystem::path& file, const FileStamp& over, std::function<void()> then);
    /// The file is not the one that was read or written here last; `found` is what it is now.
    void ask_about_changed_file(const FileStamp& found, std::function<void()> then);
    void reload();
    void look_at_file();
    /// Among the recent files at once, so that the next start looks for what may be left of it.
    void remember_file(const std::filesystem::path& file);
    void offer_recovery();
    void offer_recovery_of(const std::filesystem::path& file);
    void ask_to_recover(const RecoveryOffer& offer);
    void tell_if_unsaved_elsewhere(const std::filesystem::path& file);

    // What goes on in the background (app_jobs.cpp)
    struct FollowUp {
        std::string what;
        std::function<void()> run;
    };
    bool saving() const { return jobs_->running() == WorldJobs::Kind::Save; }
    bool opening() const { return jobs_->running() == WorldJobs::Kind::Open; }
    /// Starts at once, or after what runs now: a backup or an opening gives way, a save is waited for.
    void start_job(const std::string& what, std::function<void()> start);
    /// `opened` is called when the world is there and has taken the place of the present one.
    void start_opening(const std::filesystem::path& file, WorldJobs::Load load, std::function<void()> opened);
    void start_opening(const std::filesystem::path& file);
    void back_up_if_due();
    void look_after_jobs();
    void end_save(const WorldJobs::Outcome& outcome);
    void end_opening(WorldJobs::Outcome& outcome);
    /// `load` is carried out when the person agrees.
    void ask_about_losses(const Session& opened, const std::string& name, std::function<void()> load);
    void end_back_up(const WorldJobs::Outcome& outcome);
    /// In the file dialog, if it waits for this, else in a message.
    void tell_problem(const std::string& problem);
    void cancel_job();
    /// Before the session goes, or the program ends: a save is finished, all else given up.
    void settle_jobs();
    bool must_wait(const panels::Request& request) const;
    void execute_waiting();
    std::string why_not_now(ActionId id) const;
    void draw_job_card(ImVec2& lower_right);
    void report(MessageKind kind, const std::string& text);

    std::filesystem::path settings_folder_;  // empty: nothing is kept
    Settings settings_;
    Window window_;
    ImguiLayer imgui_;
    Renderer renderer_;
    PictureTextures pictures_;
    FrameClock clock_;
    ecs::Journal journal_{10'000};    // grows with the world, see journal_room()
    std::uint64_t journal_read_ = 0;  // its total when the panels last drew
    panels::ArchetypeRecorder archetypes_;
    panels::MoveValues moves_;  // listens to the journal while a panel shows them
    std::unique_ptr<Session> session_;
    std::unique_ptr<WorldJobs> jobs_ = std::make_unique<WorldJobs>();  // reads the session, so it goes first
    panels::Selection selection_;
    panels::LabSource lab_source_ = make_lab_source();
    panels::KnownSystems known_systems_;
    panels::Transport transport_;
    panels::ViewportLink viewport_;
    KeyRule key_rule_;
    panels::KeysUsed keys_used_;  // by panels, in this frame
    std::vector<panels::Request> requests_;
    std::vector<panels::Request> waiting_;  // while the world stands still
    std::function<void()> after_save_;      // that runs now, when it worked
    std::vector<FollowUp> follow_ups_;      // likewise, asked for since
    std::function<void()> next_job_;        // when the present one has given way
    std::function<void()> after_opening_;   // that runs now, when it worked
    std::uint64_t agreed_state_ = 0;        // of the history: nothing is lost when this goes for what is opened
    bool losses_agreed_ = false;            // of what the command line opens
    bool dialog_waits_ = false;             // for the job that runs
    std::optional<bool> play_when_open_;    // what comes from the command line plays when it is there
    Workspace workspace_;
    Toasts toasts_;
    StatusBar status_bar_;
    JobCard job_card_;
    Dialogs dialogs_;
    FileDialog file_dialog_;
    std::filesystem::path export_folder_;  // of the last figure
    std::optional<Recovery> recovery_;
    DiskWatch disk_watch_;
    bool was_focused_ = true;
    SavedCameras views_{std::filesystem::path()};
    panels::Camera remembered_camera_;  // what needs not be remembered again

    float user_scale_ = 1;
    bool show_grid_ = true, show_costs_ = false, show_messages_ = false;
    std::optional<panels::Camera> fitted_camera_;  // while the view follows the field: what it was fitted to
    FrameSize fixed_size_;
    FrameCosts costs_;
    bool in_motion_ = false;  // a panel shows something that moves
    double awake_until_secs_ = 0, settings_kept_secs_ = 0;
    bool quit_ = false;
    std::uint64_t frames_drawn_ = 0;
    int frames_due_ = 0;             // before the program may sleep
    std::string probe_file_;         // see write_probe(); empty: none
    bool probe_tells_idle_ = false;  // what was written last
};

/// Makes what asks politely for an end (Ctrl+C, a kill, a terminal that is closed) end the program in order.
void catch_signals();
bool signal_came();

}  // namespace editor
