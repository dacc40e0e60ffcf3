// A Panel is one window over a live World. It reads the world, draws with ImGui and requests changes; it never
// changes anything itself. So every edit can be undone, every panel can be tested without a GPU, and a running world
// is not disturbed. A panel may remember values of its world, so it must be destroyed before that world.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/play/play_session.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/world.hpp"
#include "panels/base/camera.hpp"
#include "panels/base/chord.hpp"
#include "panels/base/language.hpp"
#include "panels/base/picture.hpp"
#include "panels/base/request.hpp"
#include "panels/base/scene_colors.hpp"
#include "panels/base/scene_fields.hpp"
#include "panels/base/scene_marks.hpp"
#include "panels/base/selection.hpp"
#include "panels/base/style.hpp"

namespace ecs {
class Mirror;
class Timeline;
}  // namespace ecs

namespace panels {

class ArchetypeNames;
class ArchetypeRecorder;
class MoveValues;
class Recording;
class Debugger;
class Watches;
class KeyMap;
class KeysUsed;
class NotedPlaces;
class PanelCosts;
class PoolMemory;
class TickTrace;
struct KeyCommand;
struct LabSource;

/// The state of the simulation's clock.
struct Transport {
    static constexpr double min_speed = 0.125, max_speed = 8;

    bool playing = false;
    double speed = 1;                              // ticks are due at this multiple of real time
    double behind_secs = 0;                        // delay of the simulation because ticks take too long
    bool flat_out = false;                         // ticks are due as fast as they go
    std::optional<std::uint64_t> until_tick = {};  // plays as fast as it goes until the world is at this tick
    // Why nobody can play, pause, step or set the speed here, as in a program that runs its ticks itself; empty: they
    // can.
    std::string why_not = {};
};

/// The position in the history of edits, for panels that offer to undo their own requests.
struct HistoryState {
    std::uint64_t state = 0;  // equal numbers are equal states
    std::size_t steps = 0;    // steps that are applied
    bool can_undo = false, can_redo = false;
    std::string_view undo_label, redo_label;     // of the steps that undo and redo would apply; empty: none
    std::span<const ecs::HistoryStep> all = {};  // oldest first; the first `steps` of them are applied
    std::size_t bytes = 0, memory_limit = 0;     // that the steps hold, and may hold
    std::uint64_t forgotten = 0;                 // steps, because of the limits
};

/// The systems that the program knows by name, so that a person can add them to a schedule.
struct KnownSystems {
    struct System {
        std::string name, description;
    };
    std::vector<System> all;
    /// Makes one of them, for the world in view.
    std::function<ecs::SystemDescription(std::string_view name)> make;
};

/// The actions of the program's menus by name, for texts that lead to them: the manual, empty panels. A DoActionRequest
/// carries one out.
struct KnownActions {
    struct Action {
        std::string label, keys, why_not;  // why_not: why it cannot be done now; empty: it can
    };
    std::function<std::optional<Action>(std::string_view name)> find;
};

/// The pictures of the manual; the program lends them, because panels read no files.
struct ManualPictures {
    /// Null when there is none of that name. Valid as long as the program runs.
    std::function<const Picture*(std::string_view name, ThemeName theme)> find;
};

/// The editor's link to the Scene panel: the picture of the scene, and queries about it.
struct SceneLink {
    std::uintptr_t texture = 0;         // an OpenGL texture name; 0: nothing was rendered yet
    bool marks_selection = false;       // the picture itself outlines selected and hovered entities; otherwise the
                                        // panel does
    float width_px = 0, height_px = 0;  // room in the panel, written by the panel for the next picture
    float left_px = 0, top_px = 0;      // where that room lies in the window, written by the panel
    Camera camera;
    /// All entities whose shape covers a world point, topmost first.
    std::function<std::vector<ecs::Entity>(ecs::Vec2)> pick;
    /// All entities whose middle lies inside a polygon of world points.
    std::function<std::vector<ecs::Entity>(std::span<const ecs::Vec2>)> pick_inside;
    SceneColors colors = SceneColors::Own;           // chosen by the panel
    std::uint64_t oldest_tick = 0, newest_tick = 0;  // of the chunks, when coloured by age
    /// Middle and radius (x, y, radius) of an entity in the scene; nothing when the entity has no place there.
    std::function<std::optional<ecs::Vec3>(ecs::Entity)> bounds;
    /// Moves a copy by some world units; empty: copies stay on their originals.
    std::function<void(ecs::EntityRecord& copy, ecs::Vec2 by)> shift;
    SceneFields fields;  // what tools write; without a place, there are no tools
    /// What encloses the entity's shape; nothing when it has no place.
    std::function<std::optional<SceneBox>(ecs::Entity)> box;
    std::vector<SceneMaker> makers;          // what the program offers to put into the scene besides shapes
    std::string places;                      // name of the maker that clicks use now, written by the panel
    SceneMarks marks;                        // what is hidden or locked
    bool gesture = false;                    // written by the panel: a gesture goes on, though no button is held
    bool hovered = false, focused = false;   // written by the panel: keys go to the scene while it has the focus
    std::string hint;                        // one line at the bottom that explains the keys
    std::size_t entities_without_place = 0;  // which the picture can't show
    float snap_grid = 0;                     // that copies keep to, in world units, written by the panel; 0: none
};

/// Everything that a panel may touch while drawing.
struct Context {
    const ecs::World& world;
    const ecs::Schedule& schedule;
    Selection& selection;
    std::vector<Request>& requests;
    const Style& style;
    const Transport& transport;
    const ecs::Journal* journal = nullptr;  // null when none is attached
    SceneLink* viewport = nullptr;          // null where there is no scene to show
    double time_secs = 0;                   // clock of the interface, for fading
    bool* stay_awake = nullptr;             // set by a panel with an animation: frames continue while paused
    std::span<const Request> waiting = {};  // requests made while the world could not change; see waiting.hpp
    PictureStore* pictures = nullptr;       // null without a renderer: rectangles are drawn instead
    /// Takes a snapshot of the world, for clones of it; empty if the program offers none.
    std::function<ecs::Result<ecs::Snapshot>()> take_snapshot = {};
    HistoryState history = {};
    const ArchetypeRecorder* archetypes = nullptr;  // their facts in earlier ticks; null if nobody records them
    ArchetypeNames* archetype_names = nullptr;      // kept from frame to frame; null: made for each label
    const LabSource* lab = nullptr;                 // scenarios of the Storage Lab; null if the program offers none
    MoveValues* moves = nullptr;  // values of moved rows; null: the panel reads those of the last change itself
    KeysUsed* keys = nullptr;     // keys that panels took; null: not tracked
    const KnownSystems* known_systems = nullptr;      // systems that can be added; null if the program offers none
    const KnownActions* actions = nullptr;            // null if the program has no menus of its own
    const ManualPictures* manual_pictures = nullptr;  // null: the manual shows their captions
    NotedPlaces* places = nullptr;                    // where things were drawn; null: nobody asks
    std::string_view why_no_png = {};                 // why figures cannot be written as PNG; empty: they can
    std::string_view fragmented_example = {};         // where a person finds a world that wastes memory in every way
    Watches* watches = nullptr;                       // pins and alerts; null: nobody keeps them
    Recording* recording = nullptr;                   // who wrote what; null: nobody records it
    const KeyMap* key_map = nullptr;                  // which keys run which command; null: those of the defaults
    PanelCosts* costs = nullptr;                      // what the panels of the window cost; null: nobody measures
    const ecs::PlaySession* play = nullptr;           // the authored world; null: the program keeps none
    TickTrace* tick_trace = nullptr;                  // what ran when on which thread; null: nobody records it
    const ecs::Timeline* timeline = nullptr;          // earlier ticks, see timeline_request.hpp; null: nobody records
    Debugger* debugger = nullptr;                     // breakpoints and steps; null: nobody keeps them
    const ecs::Mirror* mirror = nullptr;              // that fills this world from an owner; null: it is no copy
    bool tells_lost = false;                          // whether the program itself says that the owner is lost
    PoolMemory* pool_memory = nullptr;  // what that owner has in memory; null: panels ask the owner themselves
};

/// Keys with one meaning in a panel that nobody can change, as the arrows in a list.
struct FixedKeys {
    std::array<Key, 4> keys;  // None at the end
    std::string_view what;    // "choose a row"
};

/// The four places for panels in the window.
enum class DockPlace { Left, Middle, Right, Bottom };

class Panel {
public:
    Panel(const char* id, const char* title, DockPlace place, const char* what_it_is_for)
        : id_(id), title_(title), place_(place), description_(what_it_is_for) {}
    virtual ~Panel() = default;
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;

    /// The name for requests, settings and menus. It never changes, even if the title does.
    const char* id() const { return id_; }
    /// The name for the user, in the language that is spoken.
    const char* title() const { return tr(title_); }
    const char* description() const { return tr(description_); }
    /// The title that settings of earlier versions and the command line know.
    const char* english_title() const { return title_; }
    /// Its place until the person moves it.
    DockPlace default_place() const { return place_; }

    /// Brings a part of what it has into view, which is named as the panel likes: ShowPanelRequest::part.
    virtual void show_part(std::string_view) {}

    /// Draws the content into the current window and measures the time.
    void show(const Context& context);

    /// CPU time of the last show() in microseconds. The next function gives the mean over about half a second.
    double last_cost_us() const { return last_cost_us_; }
    double mean_cost_us() const { return mean_cost_us_; }
    /// How often show() drew it.
    std::uint64_t times_shown() const { return times_shown_; }

    bool open = true;

    // Keys. A panel takes its keys itself while it is drawn (keys_used.hpp); here it says which.

    /// Commands that work while the panel has the focus. They are constants.
    virtual std::span<const KeyCommand> commands() const { return {}; }
    virtual std::span<const FixedKeys> fixed_keys() const { return {}; }
    /// Whether the panel has a use of its own for the arrows and the other keys of lists. Otherwise they begin keyboard
    /// navigation in it.
    virtual bool has_lists_of_its_own() const { return false; }
    /// Whether a game gets keys that nobody else has a use for while this panel has the focus, arrows too.
    virtual bool shows_the_game() const { return false; }
    /// Gives the field that searches this panel the keyboard, in the next frame. False when there is none; then
    /// palette_search() is what the palette searches instead.
    virtual bool find() { return false; }
    virtual std::string_view palette_search() const { return {}; }
    /// The panel got the keyboard by a key or by name: what its keys are for has it from the next frame on.
    virtual void take_keyboard() {}

    /// What the program keeps for panels while none is drawn, for a panel whose settings are about it. Called before
    /// the first frame of a world.
    virtual void connect(Watches&, Recording&) {}
    virtual void connect_debugger(Debugger&) {}

    /// Parts that the palette offers by name, such as saved queries. `part` goes to show_part().
    struct NamedPart {
        std::string part, label;
        std::string hint = {};
    };
    virtual std::vector<NamedPart> named_parts() const { return {}; }
    /// The heading of these parts in the palette.
    virtual const char* group_of_parts() const { return ""; }

    /// State to keep between sessions (columns, filters), as one line of text in the panel's own format.
    virtual std::string save_settings() const { return {}; }
    virtual void load_settings(std::string_view) {}

protected:
    virtual void draw(const Context& context) = 0;

private:
    const char* id_;
    const char* title_;
    DockPlace place_;
    const char* description_;
    double last_cost_us_ = 0, mean_cost_us_ = 0;
    std::uint64_t times_shown_ = 0;
};

/// Every panel over a world, in order of the menu. To add a panel, add one line in all_panels.cpp. A program with the
/// Storage Lab has more: make_all_panels_with_lab().
std::vector<std::unique_ptr<Panel>> make_all_panels();

}  // namespace panels
