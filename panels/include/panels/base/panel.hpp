// A Panel is one window over a live World. It reads the world, draws with ImGui and asks for changes; it never changes
// anything itself. That keeps every edit undoable, every panel testable without a GPU, and a running world undisturbed.
// A panel may remember values of the world it looks at, so it must go before that world does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/world.hpp"
#include "panels/base/camera.hpp"
#include "panels/base/picture.hpp"
#include "panels/base/request.hpp"
#include "panels/base/scene_colors.hpp"
#include "panels/base/selection.hpp"
#include "panels/base/style.hpp"

namespace panels {

class ArchetypeRecorder;
class MoveValues;
class KeysUsed;
struct LabSource;

/// How the simulation's clock stands.
struct Transport {
    static constexpr double min_speed = 0.125, max_speed = 8;

    bool playing = false;
    double speed = 1;        // ticks are due this many times as fast as real time
    double behind_secs = 0;  // how far the simulation lags because ticks take too long
};

/// Where the history of edits stands, for panels that offer to take back what they asked for.
struct HistoryState {
    std::uint64_t state = 0;  // equal numbers are equal states
    std::size_t steps = 0;    // in force
    bool can_undo = false, can_redo = false;
    std::string_view undo_label, redo_label;  // of the steps that undo and redo are about; empty when there is none
};

/// The systems that the program knows by name, so that a person can add them to a schedule.
struct KnownSystems {
    struct System {
        std::string name, description;
    };
    std::vector<System> all;
    /// One of them, made for the world that is shown.
    std::function<ecs::SystemDescription(std::string_view name)> make;
};

/// What the editor lends the viewport panel: a picture of the scene, and answers about it.
struct ViewportLink {
    std::uintptr_t texture = 0;         // an OpenGL texture name; 0: nothing was rendered yet
    bool marks_selection = false;       // the picture itself outlines what is selected and hovered; else the panel does
    float width_px = 0, height_px = 0;  // what the panel has room for, written by the panel for the next picture
    Camera camera;
    /// All entities whose shape covers a world point, the topmost first.
    std::function<std::vector<ecs::Entity>(ecs::Vec2)> pick;
    /// All entities whose middle lies inside a polygon of world points.
    std::function<std::vector<ecs::Entity>(std::span<const ecs::Vec2>)> pick_inside;
    SceneColors colors = SceneColors::Own;           // wanted by the panel
    std::uint64_t oldest_tick = 0, newest_tick = 0;  // of the chunks, while coloured by age
    /// Middle and radius (x, y, radius) of an entity in the scene; nothing when it has no place there.
    std::function<std::optional<ecs::Vec3>(ecs::Entity)> bounds;
    /// Moves the place that a copy is to have, by so many world units; empty: copies stand on their originals.
    std::function<void(ecs::EntityRecord& copy, ecs::Vec2 by)> shift;
    bool hovered = false, focused = false;  // written by the panel: keys go to the scene while focused
    std::string hint;                       // one line at the bottom: which keys do what
};

/// Everything a panel may touch while drawing.
struct Context {
    const ecs::World& world;
    const ecs::Schedule& schedule;
    Selection& selection;
    std::vector<Request>& requests;
    const Style& style;
    const Transport& transport;
    const ecs::Journal* journal = nullptr;  // null when none is attached
    ViewportLink* viewport = nullptr;       // null where there is no scene to show
    double time_secs = 0;                   // of the interface, for fading
    bool* stay_awake = nullptr;             // set by a panel in which something moves: frames go on while paused
    std::span<const Request> waiting = {};  // asked for before, while the world had to stand still; see waiting.hpp
    PictureStore* pictures = nullptr;       // null where there is no renderer: then rectangles are drawn instead
    /// Takes a snapshot of the world, for clones of it; empty where nobody lends one.
    std::function<ecs::Result<ecs::Snapshot>()> take_snapshot = {};
    HistoryState history = {};
    const ArchetypeRecorder* archetypes = nullptr;  // what they were in earlier ticks; null where nobody records it
    const LabSource* lab = nullptr;                 // scenarios of the Storage Lab; null where nobody lends any
    MoveValues* moves = nullptr;  // values of rows that moved; null: the panel reads those of the last change itself
    KeysUsed* keys = nullptr;     // which keys panels took; null: nobody asks
    const KnownSystems* known_systems = nullptr;  // that can be added; null where nobody lends any
};

/// The four places of the window a panel can stand in.
enum class DockPlace { Left, Middle, Right, Bottom };

class Panel {
public:
    Panel(const char* id, const char* title, DockPlace place, const char* what_it_is_for)
        : id_(id), title_(title), place_(place), description_(what_it_is_for) {}
    virtual ~Panel() = default;
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;

    /// What requests, settings and menus know it by: it never changes, whatever the title becomes.
    const char* id() const { return id_; }
    /// What the person reads; also the name of its ImGui window.
    const char* title() const { return title_; }
    const char* description() const { return description_; }
    /// Where it stands when the person has not moved it.
    DockPlace default_place() const { return place_; }

    /// Draws the content only, into whatever window is current, and measures what that took.
    void show(const Context& context);

    /// CPU time of the last show(), and its mean over the last half second or so, in microseconds.
    double last_cost_us() const { return last_cost_us_; }
    double mean_cost_us() const { return mean_cost_us_; }

    bool open = true;

    /// State worth keeping between sessions (columns, filters), as a line of text of the panel's own making.
    virtual std::string save_settings() const { return {}; }
    virtual void load_settings(std::string_view) {}
    /// Its state as earlier versions kept it; `kept` gives the line that a panel of that title had then.
    virtual std::string former_settings(const std::function<std::string(std::string_view title)>& kept) const {
        return kept(title());
    }

protected:
    virtual void draw(const Context& context) = 0;

private:
    const char* id_;
    const char* title_;
    DockPlace place_;
    const char* description_;
    double last_cost_us_ = 0, mean_cost_us_ = 0;
};

/// Every panel of the program, in the order of the menu. Adding a panel is one line in all_panels.cpp.
std::vector<std::unique_ptr<Panel>> make_all_panels();

}  // namespace panels
