#include "panels/tour/tour.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "panels/base/icons.hpp"
#include "panels/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct StepText {
    const char* title;
    const char* text;
    const char* panel;  // that must be in view
};
constexpr StepText step_texts[Tour::step_count] = {
    {tr_later("This world is running"),
     tr_later("You see it live, 60 ticks a second. Click into the scene and move with the arrow keys, or W, A, S, D"),
     "scene"},
    {tr_later("Every shape is an entity"), tr_later("Click this one to select it"), "scene"},
    {tr_later("These are its components"),
     tr_later("The Inspector shows their values of this moment. Drag one of the numbers"), "inspector"},
    {tr_later("And this is its row in memory"),
     tr_later(
         "The framed bytes are its values in a chunk, one column for each component. Click other bytes to select the "
         "entity that has them"),
     "chunks"},
    {tr_later("Stop time"), tr_later("Nothing is lost: the world goes on where it stopped"), "scene"},
};
enum { Move, Click, Change, Row, Time };

constexpr double finished_rest_secs = 0.8;  // that a finished step stays, so that the person sees what they did
constexpr std::size_t slots_searched = 4096;
constexpr float least_width_px = 260, least_height_px = 180;  // of a panel that shows something
constexpr float card_width_px = 300, card_pad_px = 16, card_gap_px = 16, ring_gap_px = 6, smallest_ring_px = 28;

bool typed_move_key() {
    using compat::Key;
    for (const Key key : {Key::Left, Key::Right, Key::Up, Key::Down})
        if (compat::key_pressed(key, false)) return true;
    for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters)
        for (const char key : {'w', 'a', 's', 'd'})
            if (typed == static_cast<ImWchar>(key)) return true;
    return false;
}

/// Where the shape of an entity is on the screen.
std::optional<Area> area_of(const SceneLink& link, ecs::Entity entity, const Area& picture) {
    const std::optional<ecs::Vec3> bounds = link.bounds ? link.bounds(entity) : std::nullopt;
    if (!bounds) return std::nullopt;
    const Camera& camera = link.camera;
    const ImVec2 middle{link.left_px + link.width_px / 2 + (bounds->x - camera.x) * camera.zoom,
                        link.top_px + link.height_px / 2 + (bounds->y - camera.y) * camera.zoom};
    if (!picture.contains(middle)) return std::nullopt;
    const float radius = bounds->z * camera.zoom;
    return Area{{middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}};
}

bool overlap(const Area& a, const Area& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

Area grown(const Area& area, float by) {
    return {{area.low.x - by, area.low.y - by}, {area.high.x + by, area.high.y + by}};
}

bool popup_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

}  // namespace

void Tour::start() { go_to(0); }

void Tour::go_to(int step) {
    step_ = step < step_count ? step : -1;
    fresh_ = true;
    frames_ = 0;
}

void Tour::begin_step(const Context& context) {
    fresh_ = false;
    done_secs_ = -1;
    shape_ = {};
    began_ = {context.world.tick(), context.history.state, context.selection.entity(), context.transport.playing,
              context.history.can_undo};
    tasks_.clear();
    switch (step_) {
        case Move:
        case Click:
        case Change:
        case Row:
            tasks_.push_back({});
            break;
        case Time:
            if (began_.playing) tasks_.push_back({tr("Pause: Space, or the first button")});
            tasks_.push_back({tr("Run one tick: F10, or the second button")});
            if (began_.could_undo) tasks_.push_back({tr("Take your change back: Ctrl+Z")});
            break;
        default:
            break;
    }
    // There is nothing to see in a world that stands.
    if (step_ == Move && !context.transport.playing && context.transport.why_not.empty())
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::Play});
    asked_to_show_ = asked_to_fill_ = false;
}

void Tour::ask_for_panel(const Context& context) {
    if (step_ == Time) return;
    const char* const panel = step_texts[step_].panel;
    const auto area = context.places->find(std::string("panel.") + panel);
    if (!area) {
        if (!std::exchange(asked_to_show_, true)) context.requests.push_back(ShowPanelRequest{panel});
        if (filling_ != panel) filling_ = nullptr;
        return;
    }
    const Style& style = context.style;
    const bool small = area->width() < style.px(least_width_px) || area->height() < style.px(least_height_px);
    if (!small || std::exchange(asked_to_fill_, true)) return;
    context.requests.push_back(ShowPanelRequest{.id = panel, .fill = true});
    filling_ = panel;
}

void Tour::look_at_tasks(const Context& context) {
    const Selection& selection = context.selection;
    const bool other = selection.entity() && selection.entity() != began_.selected;
    switch (step_) {
        case Move:
            tasks_[0].done |= context.viewport != nullptr && context.viewport->focused && typed_move_key();
            break;
        case Click:
        case Row:
            tasks_[0].done |= other;
            break;
        case Change:
            tasks_[0].done |= context.history.state != began_.history && context.history.can_undo;
            break;
        case Time:
            look_at_time(context);
            break;
        default:
            break;
    }
    const bool done = std::all_of(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.done; });
    if (!done || ImGui::IsAnyMouseDown()) return;
    if (done_secs_ < 0) done_secs_ = context.time_secs;
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    // The last card stays until the person has read it.
    if (step_ + 1 < step_count && context.time_secs - done_secs_ >= finished_rest_secs) go_to(step_ + 1);
}

void Tour::look_at_time(const Context& context) {
    std::size_t task = 0;
    const bool playing = context.transport.playing;
    if (began_.playing) tasks_[task++].done |= !playing;
    // A tick while the world plays is no step.
    if (playing) began_.tick = context.world.tick();
    tasks_[task++].done |= !playing && context.world.tick() > began_.tick;
    if (began_.could_undo) tasks_[task].done |= context.history.can_redo;
}

std::optional<Area> Tour::find_subject(const Context& context) {
    const NotedPlaces& places = *context.places;
    const auto panel = places.find(std::string("panel.") + step_texts[step_].panel);
    const auto picture = places.find("scene.picture");
    const auto values = places.find("inspector.values"), row = places.find("chunks.selected_row");
    beside_.reset();
    switch (step_) {
        case Move:
        case Click:
            if (!picture || context.viewport == nullptr) return panel;
            if (const auto shape = find_shape(context, *picture)) return shape;
            return picture;
        case Change:
            beside_ = panel;
            return values ? values : panel;
        case Row:
            beside_ = panel;
            return row ? row : panel;
        case Time:
            return places.find("transport");
        default:
            return std::nullopt;
    }
}

std::optional<Area> Tour::find_shape(const Context& context, const Area& picture) {
    const SceneLink& link = *context.viewport;
    const ecs::World& world = context.world;
    if (!world.alive(shape_)) shape_ = {};
    std::optional<Area> found = shape_ ? area_of(link, shape_, picture) : std::nullopt;
    if (found) return found;
    // The player; and for the click somebody else: who has the most components, and of those the largest in sight.
    const std::size_t end = std::min(world.slot_count(), slots_searched);
    std::pair<std::size_t, float> best;
    for (std::size_t slot = 0; slot < end; ++slot) {
        const ecs::Entity entity = world.entity_at_slot(slot);
        if (!entity || (step_ == Move) != (world.name(entity) == "Player")) continue;
        if (step_ == Click && entity == context.selection.entity()) continue;
        const auto area = area_of(link, entity, picture);
        if (!area) continue;
        const std::pair merit(world.archetype_of(entity).components().size(), area->width());
        if (merit <= best) continue;
        best = merit;
        found = area;
        shape_ = entity;
    }
    return found;
}

void Tour::draw(const Context& context, const Area& screen) {
    ring_.reset();
    card_.reset();
    if (context.places == nullptr) return;
    if (filling_ != nullptr && (!on() || step_ == Time))
        context.requests.push_back(ShowPanelRequest{.id = std::exchange(filling_, nullptr), .fill = false});
    if (!on()) return;
    if (context.world.entity_count() == 0) return leave();  // another world came
    if (fresh_) begin_step(context);
    ask_for_panel(context);
    look_at_tasks(context);
    if (!on() || fresh_) return;
    if (std::optional<Area> subject = find_subject(context)) {
        const float smallest = context.style.px(smallest_ring_px);
        const float more = std::max(
            {context.style.px(ring_gap_px), (smallest - subject->width()) / 2, (smallest - subject->height()) / 2});
        const Area ring = common_area(grown(*subject, more), main_area());
        if (ring.width() > 0 && ring.height() > 0) ring_ = ring;
    }
    draw_ring(context);
    draw_card(context, screen);
}

void Tour::draw_ring(const Context& context) const {
    if (!ring_) return;
    const Style& style = context.style;
    const Area whole = main_area();
    ImGui::SetNextWindowPos(whole.low);
    ImGui::SetNextWindowSize({whole.width(), whole.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##tour ring", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar();
    if (!popup_open()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = std::max(2.0f, std::floor(style.px(2))), round = style.px(6);
    // Dark and light together, so that it is seen on any ground.
    const Area outer = grown(*ring_, thick / 2);
    compat::add_rect(list, outer.low, outer.high, faded(style.theme->inv, 0.7f), round, thick * 2);
    compat::add_rect(list, ring_->low, ring_->high, style.theme->text, round, thick);
    ImGui::End();
}

/// On one of the four sides of `about`, without covering it; nothing where there is no room.
static std::optional<ImVec2> place_beside(const Area& about, const Area& screen, ImVec2 size, float gap) {
    const ImVec2 middle = about.middle();
    const ImVec2 right{about.high.x + gap, middle.y - size.y / 2}, left{about.low.x - gap - size.x, right.y};
    const ImVec2 below{middle.x - size.x / 2, about.high.y + gap}, above{below.x, about.low.y - gap - size.y};
    const bool more_right = screen.high.x - about.high.x > about.low.x - screen.low.x;
    for (const ImVec2 at : {more_right ? right : left, more_right ? left : right, below, above}) {
        const ImVec2 moved{std::floor(std::clamp(at.x, screen.low.x, std::max(screen.high.x - size.x, screen.low.x))),
                           std::floor(std::clamp(at.y, screen.low.y, std::max(screen.high.y - size.y, screen.low.y)))};
        if (!overlap({moved, {moved.x + size.x, moved.y + size.y}}, grown(about, gap / 4))) return moved;
    }
    return std::nullopt;
}

ImVec2 Tour::place_card(const Area& screen, ImVec2 size, float gap) const {
    const auto inside = [&](ImVec2 at) {
        return ImVec2{std::floor(std::clamp(at.x, screen.low.x, std::max(screen.high.x - size.x, screen.low.x))),
                      std::floor(std::clamp(at.y, screen.low.y, std::max(screen.high.y - size.y, screen.low.y)))};
    };
    if (!ring_) return inside({screen.middle().x - size.x / 2, screen.high.y - size.y - gap});
    // Beside the whole panel if there is room, else beside the ring.
    for (const std::optional<Area>& about : {beside_, ring_})
        if (about)
            if (const auto at = place_beside(*about, screen, size, gap)) return *at;
    // The corner that is farthest away.
    const ImVec2 middle = ring_->middle();
    return inside({middle.x < screen.middle().x ? screen.high.x : screen.low.x,
                   middle.y < screen.middle().y ? screen.high.y : screen.low.y});
}

Tour::Pressed Tour::draw_card_content(const Context& context, float room) const {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const StepText& text = step_texts[step_];
    const bool last = step_ + 1 == step_count, done = done_secs_ >= 0;
    const float pad = std::floor(style.px(card_pad_px));
    {
        const compat::FontScope bold(style.words_bold);
        wrapped_text(theme.text, tr(text.title));
    }
    ImGui::PushTextWrapPos(pad + room);
    wrapped_text(theme.text, done && last ? tr("That was the tour. F1 opens the manual, Ctrl+K finds everything, and "
                                               "Help > Tour starts this again")
                                          : tr(text.text));
    ImGui::PopTextWrapPos();
    for (const Task& task : tasks_) {
        if (task.words.empty()) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = std::floor(style.px(16)), line = ImGui::GetTextLineHeight();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 low{at.x, std::floor(at.y + (line - side) / 2)};
        draw_icon(list, task.done ? Icon::Check : Icon::Circle, low, side, task.done ? theme.good : theme.quiet);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + style.px(8));
        ImGui::PushTextWrapPos(pad + room);
        wrapped_text(task.done ? theme.quiet : theme.text, tr(task.words));
        ImGui::PopTextWrapPos();
    }
    ImGui::Dummy({1, style.px(2)});

    // The dots, and at the right edge the buttons.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = ImGui::GetFrameHeight(), dot = style.px(3), apart = style.px(12);
    for (int i = 0; i < step_count; ++i) {
        const ImVec2 middle{std::floor(at.x + dot + apart * static_cast<float>(i)), std::floor(at.y + height / 2)};
        list.AddCircleFilled(middle, dot, i == step_ ? theme.text : i < step_ ? theme.quiet : theme.edge);
    }
    const bool check = done && !last;
    if (check)
        draw_icon(list, Icon::Check,
                  {std::floor(at.x + apart * step_count), std::floor(at.y + (height - style.px(16)) / 2)},
                  std::floor(style.px(16)), theme.good);
    const char* const next = last ? tr("Done") : tr("Next");
    const float next_width = button_width(tr("Next")) + style.px(6), leave_width = button_width(tr("Leave"));
    ImGui::SetCursorPosX(std::floor(pad + room - next_width - (last ? 0 : leave_width + style.px(8))));
    Pressed pressed = Pressed::None;
    if (!last) {
        if (button(tr("Leave"), {}, tr("Help > Tour starts it again. Esc leaves it, too"), {leave_width, 0}))
            pressed = Pressed::Leave;
        ImGui::SameLine(0, style.px(8));
    }
    if (primary_button(style, next)) pressed = Pressed::Next;
    return pressed;
}

void Tour::draw_card(const Context& context, const Area& screen) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const float pad = std::floor(style.px(card_pad_px)), gap = std::floor(style.px(card_gap_px));
    const float width = std::floor(std::min(style.px(card_width_px), screen.width() * 0.6f)), room = width - 2 * pad;

    ImGui::SetNextWindowSize({width, 0});
    // Dear ImGui knows the height of new content two frames later; until then nobody sees it.
    constexpr int frames_to_measure = 2;
    const bool measured = frames_ >= frames_to_measure;
    ++frames_;
    ImGui::SetNextWindowPos(measured ? card_at_ : ImVec2{-2 * width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, std::floor(style.px(12))});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.popup);
    ImGui::PushStyleColor(ImGuiCol_Border, theme.edge);
    ImGui::Begin("##tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    if (!popup_open()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    const Pressed pressed = draw_card_content(context, room);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::End();
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(3);
    if (measured) card_ = Area{low, {low.x + size.x, low.y + size.y}};

    // It stays where it is as long as it can: what moves is the thing that it speaks of.
    const Area here{card_at_, {card_at_.x + size.x, card_at_.y + size.y}};
    const bool fits = measured && here.high.x <= screen.high.x && here.high.y <= screen.high.y &&
                      here.low.y >= screen.low.y && !(ring_ && overlap(here, grown(*ring_, gap / 4)));
    if (!fits || screen.high.x != screen_seen_.x || screen.high.y != screen_seen_.y)
        card_at_ = place_card(grown(screen, -gap / 2), size, gap);
    screen_seen_ = screen.high;
    if (pressed == Pressed::Leave) leave();
    if (pressed == Pressed::Next) go_to(step_ + 1);
}

}  // namespace panels
