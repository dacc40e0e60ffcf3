// The App is the running program: it owns the window, the open session and everything that shows it, and carries out
// what panels, menus and keys ask for, between ticks. One frame is:
//
//     keys -> actions, due ticks, picture of the scene, panels -> requests, requests -> history, drawing
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dialogs.hpp"
#include "editor/actions.hpp"
#include "editor/command_line.hpp"
#include "editor/recovery.hpp"
#include "editor/session.hpp"
#include "editor/settings.hpp"
#include "file_dialog.hpp"
#include "frame_clock.hpp"
#include "imgui_layer.hpp"
#include "renderer.hpp"
#include "status_bar.hpp"
#include "toasts.hpp"
#include "window.hpp"
#include "workspace.hpp"

namespace editor {

class App {
public:
    /// The editor for a person, with their settings. Throws std::runtime_error when there is no window to be had.
    App(std::unique_ptr<Session> session, const OpenOptions& options);
    /// For a picture: a hidden window, no settings, nothing is kept. `options.ticks` have run in the session.
    App(std::unique_ptr<Session> session, const ShotOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Until the person quits, or a signal asks to end. Returns the exit code.
    int run();
    /// Writes the picture. Throws FileError when it can't be written, std::runtime_error for an unknown panel.
    void take_shot(const ShotOptions& options);

    // Actions (app_actions.cpp)

    void act(ActionId id);
    /// Empty when the action can be carried out now, else the reason for a person.
    std::string why_not(ActionId id) const;
    /// What the menu calls it now: "Undo Set hp of Player".
    std::string label_of(ActionId id) const;
    bool checked(ActionId id) const;

    // Files (app_files.cpp)

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
    void handle_keys();
    void hold_scene_keys();
    void run_ticks();
    void draw_scene();
    void draw_ui();
    panels::Context context();
    void carry_out_requests();
    void write_probe() const;
    void sleep_until_next_frame(double frame_start_secs);
    bool idle() const;
    void keep_settings();

    // Requests (app_actions.cpp)
    void carry_out(panels::EditRequest& request);
    void carry_out(const panels::TransportRequest& request);
    void carry_out(const panels::ShowPanelRequest& request);
    void carry_out(const panels::FrameEntityRequest& request);
    void perform(std::string label, std::vector<ecs::Edit> edits, bool select_created);
    void undo_or_redo(bool undo);
    void rename_selected();
    void want_glyphs_of(const std::vector<ecs::Edit>& edits);

    // The scene (app_view.cpp)
    void connect_viewport();
    std::vector<ecs::Entity> pick(ecs::Vec2 world_point) const;
    ecs::Vec2 field() const;
    void follow_field();
    void frame_rect(const WorldRect& rect, float most_zoom);
    void frame_selection();
    void frame_all();
    void set_look(panels::ThemeName theme, float user_scale);
    void set_theme(panels::ThemeName theme);

    // Files (app_files.cpp)
    void adopt(std::unique_ptr<Session> session);
    void select_first();
    std::string title() const;
    /// Carries `then` out once nothing would be lost: at once, or after the person was asked.
    void when_nothing_is_lost(std::function<void()> then);
    void new_world();
    void ask_for_file_to_open();
    void restart_scene();
    /// `then` follows a save that worked.
    void save(std::function<void()> then = {});
    void save_as(std::function<void()> then = {});
    /// Returns what went wrong; empty when it is saved.
    std::string save_to(const std::filesystem::path& file);
    std::string load_from(const std::filesystem::path& file);
    void offer_recovery();
    void report(MessageKind kind, const std::string& text);

    std::filesystem::path settings_folder_;  // empty: nothing is kept
    Settings settings_;
    Window window_;
    ImguiLayer imgui_;
    Renderer renderer_;
    FrameClock clock_;
    ecs::Journal journal_{10'000};
    std::unique_ptr<Session> session_;
    panels::Selection selection_;
    panels::Transport transport_;
    panels::ViewportLink viewport_;
    std::vector<panels::Request> requests_;
    Workspace workspace_;
    Toasts toasts_;
    StatusBar status_bar_;
    Dialogs dialogs_;
    FileDialog file_dialog_;
    std::optional<Recovery> recovery_;

    float user_scale_ = 1;
    bool show_grid_ = true, show_costs_ = false, show_messages_ = false;
    bool close_asked_ = false;                     // the question about closing the window is on the screen
    std::optional<panels::Camera> fitted_camera_;  // while the view follows the field: what it was fitted to
    FrameSize fixed_size_;
    FrameCosts costs_;
    double awake_until_secs_ = 0, settings_kept_secs_ = 0;
    bool quit_ = false;
    std::string probe_file_;  // see write_probe(); empty: none
};

/// Makes Ctrl+C and a polite kill end the program in order.
void catch_signals();
bool signal_came();

}  // namespace editor
