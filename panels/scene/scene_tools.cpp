#include "panels/scene/scene_tools.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/scene/arrange.hpp"

namespace panels {

namespace {

constexpr float drag_from_px = 3, snap_reach_px = 7;

constexpr KeyCommand tool_commands[] = {
    {"scene.select", tr_later("Select"), tr_later("Selects, and drags what is selected"), plain(Key::V)},
    {"scene.move", tr_later("Move"), tr_later("Drags entities; the handles keep one axis, the ring rotates"),
     plain(Key::G)},
    {"scene.rotate", tr_later("Rotate"), tr_later("Rotates what is selected around its middle"), plain(Key::R)},
    {"scene.scale", tr_later("Scale"), tr_later("Makes what is selected larger or smaller"), plain(Key::T)},
    {"scene.paint", tr_later("Paint"), tr_later("Puts one into the scene by a click, many along a stroke"),
     plain(Key::B)},
};
constexpr std::array<Icon, scene_tool_count> tool_icons{Icon::Select, Icon::Move, Icon::Rotate, Icon::Scale,
                                                        Icon::Paint};

bool key_held(Key key) {
    const auto code = compat::imgui_key(key);
    return static_cast<int>(code) > 0 && ImGui::IsKeyDown(code);
}

GestureKind kind_of(SceneHandle handle) {
    if (handle == SceneHandle::Ring) return GestureKind::Rotate;
    return handle == SceneHandle::Scale ? GestureKind::Scale : GestureKind::Move;
}

/// The number behind `key`; `present` where there is none that serves.
float number_after(std::string_view line, std::string_view key, float present, float low, float high) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) return present;
    float value = 0;
    const std::string_view rest = line.substr(at + key.size());
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    return error == std::errc{} && end != rest.data() && value >= low && value <= high ? value : present;
}

}  // namespace

const KeyCommand& command_of(SceneTool tool) { return tool_commands[static_cast<std::size_t>(tool)]; }
const char* name_of(SceneTool tool) { return tr(command_of(tool).name.data()); }
Icon icon_of(SceneTool tool) { return tool_icons[static_cast<std::size_t>(tool)]; }
std::span<const KeyCommand> scene_tool_commands() { return tool_commands; }

std::string SceneTools::save() const {
    std::string line;
    if (snaps) line += " snap";
    const SceneTools usual;
    if (steps.grid != usual.steps.grid) line += " grid=" + std::to_string(steps.grid);
    if (spacing != usual.spacing) line += " spacing=" + std::to_string(spacing);
    return line;
}

void SceneTools::load(std::string_view line) {
    const SceneTools usual;
    snaps = line.find(" snap") != std::string_view::npos;
    steps.grid = number_after(line, " grid=", usual.steps.grid, 0.01f, 10'000);
    spacing = number_after(line, " spacing=", usual.spacing, 0.01f, 10'000);
}

void SceneTools::take_keys(const SceneView& view) {
    const Context& context = view.context;
    if (holds()) {
        view.link.gesture = true;
        return;
    }
    view.link.gesture = false;
    if (!view.link.focused || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    for (int i = 0; i < scene_tool_count; ++i)
        if (take_command(context, tool_commands[i], false)) tool = static_cast<SceneTool>(i);
    if (tool != SceneTool::Select && !context.selection.entity() && take_key(context, Key::Escape, false))
        tool = SceneTool::Select;
    nudge(view);
}

/// While the game runs, the arrows are its own.
void SceneTools::nudge(const SceneView& view) {
    const Context& context = view.context;
    constexpr std::array<std::pair<Key, ecs::Vec2>, 4> arrows{
        {{Key::Left, {-1, 0}}, {Key::Right, {1, 0}}, {Key::Up, {0, -1}}, {Key::Down, {0, 1}}}};
    const bool held = std::any_of(arrows.begin(), arrows.end(), [](const auto& each) { return key_held(each.first); });
    if (!held) nudged_ = {};
    const bool possible = !context.transport.playing && context.selection.entity() && pivot_of(view);
    if (!possible) return;
    constexpr float far = 10;
    const float step = ImGui::GetIO().KeyShift ? far : 1;
    for (const auto& [key, way] : arrows) {
        if (!take_key(context, key)) continue;
        const ecs::Vec2 by{way.x * step, way.y * step};
        nudged_ = {nudged_.x + by.x, nudged_.y + by.y};
        request_nudge(context, by, nudged_);
    }
    // A key that is held is one step of the history.
    view.link.gesture = held && (nudged_.x != 0 || nudged_.y != 0);
}

std::optional<SceneTools::Pivot> SceneTools::pivot_of(const SceneView& view) {
    const Context& context = view.context;
    const ecs::World& world = context.world;
    const SceneMarks& marks = view.link.marks;
    if (!view.link.fields.placed() || !context.selection.entity()) return std::nullopt;
    const bool known = pivot_world_ == &world && pivot_version_ == world.version() &&
                       pivot_selection_ == context.selection.revision() && pivot_marks_ == marks.revision() &&
                       pivot_x_ == view.link.fields.x && pivot_y_ == view.link.fields.y;
    if (known) return pivot_;
    pivot_world_ = &world;
    pivot_version_ = world.version();
    pivot_selection_ = context.selection.revision();
    pivot_marks_ = marks.revision();
    pivot_x_ = view.link.fields.x;
    pivot_y_ = view.link.fields.y;
    pivot_.reset();
    std::vector<ecs::Entity> free;
    std::span<const ecs::Entity> all = context.selection.entities();
    if (!marks.all_locked().empty()) {
        for (const ecs::Entity each : all)
            if (!marks.locks(world, each)) free.push_back(each);
        all = free;
    }
    const std::optional<ecs::Vec2> middle = middle_of(world, view.link.fields, all);
    if (!middle) return std::nullopt;
    pivot_ = Pivot{*middle, {}};
    for (const ecs::Entity each : all) {
        const std::optional<ecs::Vec3> bounds = view.link.bounds ? view.link.bounds(each) : std::nullopt;
        if (!bounds) continue;
        const SceneFields& fields = view.link.fields;
        pivot_->offset = {bounds->x - static_cast<float>(number_of(world, fields.x, each, 0)),
                          bounds->y - static_cast<float>(number_of(world, fields.y, each, 0))};
        break;
    }
    return pivot_;
}

void SceneTools::press(const SceneView& view, const std::vector<ecs::Entity>& under) {
    grabbed_.reset();
    if (!view.link.fields.placed()) return;
    const ImVec2 place = ImGui::GetMousePos();
    if (tool == SceneTool::Paint) {
        const std::vector<SceneMaker> makers = makers_of(view.context);
        if (makers.empty()) return;
        maker = std::min(maker, makers.size() - 1);
        painting_ = true;
        world_ = &view.context.world;
        const float grid = snapping() ? steps.grid : 0;
        stroke_.begin(view.world_of(place), spacing, grid,
                      PaintedPlaces(view.context, makers[maker], grid > 0 ? grid : spacing));
        return;
    }
    if (const std::optional<Pivot> pivot = pivot_of(view)) {
        const SceneHandle handle = handle_at(tool, view.context.style, view.screen_of(pivot->shown()), place);
        if (handle != SceneHandle::None) {
            grabbed_ = Grab{handle, {}, place};
            return;
        }
    }
    if (under.empty() || (tool != SceneTool::Select && tool != SceneTool::Move)) return;
    // What is selected comes first, also below others: a click chose it, and a drag means it.
    const Selection& selection = view.context.selection;
    const auto chosen = std::find_if(under.begin(), under.end(), [&](ecs::Entity each) { return selection.has(each); });
    if (chosen != under.end())
        grabbed_ = Grab{SceneHandle::Both, *chosen, place};
    else if (tool == SceneTool::Move && !ImGui::GetIO().KeyShift)
        grabbed_ = Grab{SceneHandle::Both, under.front(), place};
}

bool SceneTools::begin_drag(const SceneView& view) {
    if (holds()) return true;
    if (!grabbed_ || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, drag_from_px)) return false;
    begin_gesture(view, *std::exchange(grabbed_, std::nullopt));
    return holds();
}

void SceneTools::begin_gesture(const SceneView& view, const Grab& grab) {
    const Context& context = view.context;
    if (grab.entity && !context.selection.has(grab.entity)) context.selection.select(grab.entity);
    const std::optional<Pivot> pivot = pivot_of(view);
    if (!pivot) return;
    roots_ = topmost(context.world, context.selection.entities());
    std::erase_if(roots_, [&](ecs::Entity each) { return view.link.marks.locks(context.world, each); });
    Placements placements(context.world, view.link.fields, view.link.marks, roots_);
    if (placements.empty()) return;
    const ecs::Entity held = grab.entity ? grab.entity : roots_.size() == 1 ? roots_.front() : ecs::null_entity;
    const std::optional<SceneBox> box = held && view.link.box ? view.link.box(held) : std::nullopt;
    const GestureKind kind = kind_of(grab.handle);
    // Turning reads the mouse around what is seen; the numbers turn around what the fields say.
    gesture_offset_ = pivot->offset;
    const ecs::Vec2 mouse = view.world_of(grab.place);
    gesture_.emplace(kind, std::move(placements), ecs::Vec2{mouse.x - gesture_offset_.x, mouse.y - gesture_offset_.y},
                     pivot->in_fields, kind == GestureKind::Move ? box : std::nullopt);
    if (grab.handle == SceneHandle::X) gesture_->axis = MoveAxis::X;
    if (grab.handle == SceneHandle::Y) gesture_->axis = MoveAxis::Y;
    typed_.clear();
    lines_known_ = false;
    world_ = &context.world;
    structure_seen_ = context.world.structure_version();
}

/// The lines of all that stands in view and does not move.
void SceneTools::collect_lines(const SceneView& view) {
    constexpr std::size_t too_many = 20'000;
    lines_known_ = true;
    SnapLines& lines = gesture_->lines();
    lines.clear();
    if (!view.link.pick_inside || !view.link.box) return;
    const ecs::Vec2 low = view.world_of(view.picture.low), high = view.world_of(view.picture.high);
    const std::array<ecs::Vec2, 4> corners{low, {high.x, low.y}, high, {low.x, high.y}};
    std::vector<ecs::Entity> seen = view.link.pick_inside(corners);
    if (seen.size() > too_many) return;
    std::unordered_set<ecs::Entity> moved;
    for (const Placement& each : gesture_->placements().all()) moved.insert(each.entity);
    for (const ecs::Entity each : seen) {
        if (lines.shape_count() >= SnapLines::most_shapes) break;
        if (moved.contains(each)) continue;
        if (const std::optional<SceneBox> box = view.link.box(each)) lines.add(each, *box);
    }
    lines.sort();
}

void SceneTools::follow(const SceneView& view) {
    const Context& context = view.context;
    if (world_ != &context.world) {  // another world came while the button was held
        gesture_.reset();
        painting_ = false;
        return;
    }
    if (painting_) return follow_paint(view);
    if (!gesture_) return;
    const bool esc = take_gesture_key(context, Key::Escape) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const bool enter = take_gesture_key(context, Key::Enter);
    if (gesture_->kind() == GestureKind::Move) {
        if (take_gesture_key(context, Key::X))
            gesture_->axis = gesture_->axis == MoveAxis::X ? MoveAxis::Both : MoveAxis::X;
        if (take_gesture_key(context, Key::Y))
            gesture_->axis = gesture_->axis == MoveAxis::Y ? MoveAxis::Both : MoveAxis::Y;
    }
    const bool two_axes = gesture_->kind() == GestureKind::Move && gesture_->axis == MoveAxis::Both;
    typed_.take_keys(context, two_axes ? 2 : 1);
    swallow_keys(context);
    if (esc) {
        right_gave_up_ = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
        return give_up(view);
    }
    if (structure_seen_ != context.world.structure_version()) {
        structure_seen_ = context.world.structure_version();
        gesture_->placements().forget_gone(context.world);
    }
    const bool snap = snapping();
    if (snap && !lines_known_ && gesture_->kind() == GestureKind::Move) collect_lines(view);
    const ecs::Vec2 mouse = view.world_of(ImGui::GetMousePos());
    GestureInput input{.mouse = {mouse.x - gesture_offset_.x, mouse.y - gesture_offset_.y},
                       .snaps = snap,
                       .steps = steps,
                       .reach = view.world_px(snap_reach_px),
                       .typed = typed_in_picture(view.link.fields)};
    if (gesture_->update(input)) context.requests.push_back(EditRequest{label(view), gesture_->edits()});
    if (enter || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) end(view);
}

/// Numbers are typed as they stand in the fields.
std::array<std::optional<double>, 2> SceneTools::typed_in_picture(const SceneFields& fields) const {
    std::array<std::optional<double>, 2> typed{typed_.number(0), typed_.number(1)};
    const bool one_axis = gesture_->axis == MoveAxis::Y;
    std::optional<double>& y = typed[one_axis ? 0 : 1];
    if (gesture_->kind() == GestureKind::Move && y) y = fields.y_in_world(*y);
    if (gesture_->kind() == GestureKind::Rotate && typed[0]) typed[0] = fields.angle_in_world(*typed[0]);
    return typed;
}

void SceneTools::give_up(const SceneView& view) {
    // Both: edits may be waiting, and then the history does not know of the gesture yet.
    if (gesture_->ever_moved()) {
        view.context.requests.push_back(EditRequest{label(view), gesture_->edits_back()});
        view.context.requests.push_back(HistoryRequest{.gives_up = true});
    }
    gesture_.reset();
    view.link.gesture = false;
}

bool SceneTools::right_gave_up() {
    return ImGui::IsMouseReleased(ImGuiMouseButton_Right) && std::exchange(right_gave_up_, false);
}

void SceneTools::end(const SceneView& view) {
    // What came back to its beginning is no step.
    if (gesture_->ever_moved() && gesture_->at_start())
        view.context.requests.push_back(HistoryRequest{.gives_up = true});
    gesture_.reset();
    view.link.gesture = false;
}

void SceneTools::follow_paint(const SceneView& view) {
    const Context& context = view.context;
    const bool esc = take_gesture_key(context, Key::Escape) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    swallow_keys(context);
    if (esc) {
        right_gave_up_ = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
        painting_ = false;
        return;
    }
    stroke_.go_to(view.world_of(ImGui::GetMousePos()));
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    painting_ = false;
    const std::vector<SceneMaker> makers = makers_of(context);
    if (maker < makers.size()) request_make(context, makers[maker], stroke_.places());
}

std::string SceneTools::label(const SceneView& view) const {
    const ecs::World& world = view.context.world;
    switch (gesture_->kind()) {
        case GestureKind::Move:
            break;
        case GestureKind::Rotate:
            return phrase("Rotate {} by {}°", words_for(world, roots_),
                          short_number(view.link.fields.angle_in_world(gesture_->turned())));
        case GestureKind::Scale:
            return phrase("Scale {} by {}", words_for(world, roots_), short_number(gesture_->factor()));
    }
    return move_label(world, roots_, gesture_->dx(), view.link.fields.y_in_world(gesture_->dy()));
}

}  // namespace panels
