#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <imgui.h>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/keys/world_actions.hpp"
#include "editor/app/shell/app.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr std::array<float, 10> scale_steps{0.75f, 0.9f, 1.0f, 1.1f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};

std::string with(const std::string& word, const History& history, bool undo) {
    if (undo) return history.can_undo() ? word + " " + history.steps()[history.done() - 1].label : word;
    return history.can_redo() ? word + " " + history.steps()[history.done()].label : word;
}

}  // namespace

std::string App::why_not(ActionId id) {
    if (std::string reason = why_not_now(id); !reason.empty()) return reason;
    switch (id) {
        case ActionId::Undo:
            return session_->history.can_undo() || !waiting_.empty() ? "" : "Nothing was changed yet";
        case ActionId::Redo:
            return session_->history.can_redo() || !waiting_.empty() ? "" : "Nothing was undone";
        case ActionId::RestartScene:
            return session_->scene ? "" : "This world does not come from a scene";
        case ActionId::FrameSelection:
            if (!selection_.entity()) return "No entity is selected";
            return bounds_of(session_->world, selection_.entity()) ? "" : "The selected entity has no Position";
        case ActionId::ScaleUp:
            return user_scale_ < scale_steps.back() ? "" : "This is the largest";
        case ActionId::ScaleDown:
            return user_scale_ > scale_steps.front() ? "" : "This is the smallest";
        default:
            return why_not_on_world(id, context());
    }
}

std::string App::label_of(ActionId id) const {
    switch (id) {
        case ActionId::Undo:
            return waiting_.empty() ? with("Undo", session_->history, true) : "Undo";
        case ActionId::Redo:
            return waiting_.empty() ? with("Redo", session_->history, false) : "Redo";
        case ActionId::PlayPause:
            return transport_.playing ? "Pause" : "Play";
        default:
            return std::string(action(id).label);
    }
}

bool App::checked(ActionId id) const {
    switch (id) {
        case ActionId::ToggleGrid:
            return show_grid_;
        case ActionId::ThemeDark:
            return style().theme_name == panels::ThemeName::Dark;
        case ActionId::ThemeLight:
            return style().theme_name == panels::ThemeName::Light;
        case ActionId::ThemeContrast:
            return style().theme_name == panels::ThemeName::Contrast;
        case ActionId::ReduceMotion:
            return style().reduce_motion;
        default:
            return false;
    }
}

void App::act(ActionId id) {
    if (act_on_world(id, context())) return;
    const auto next_scale = [&](bool up) {
        if (up)
            return *std::find_if(scale_steps.begin(), scale_steps.end() - 1,
                                 [&](float step) { return step > user_scale_ + 0.01f; });
        return *std::find_if(scale_steps.rbegin(), scale_steps.rend() - 1,
                             [&](float step) { return step < user_scale_ - 0.01f; });
    };
    switch (id) {
        case ActionId::NewWorld:
            return when_nothing_is_lost("New world", [this] { new_world(); });
        case ActionId::OpenWorld:
            return when_nothing_is_lost("Open…", [this] { ask_for_file_to_open(); });
        case ActionId::SaveWorld:
            return save();
        case ActionId::SaveWorldAs:
            return save_as();
        case ActionId::RestartScene:
            return when_nothing_is_lost("Restart scene", [this] { restart_scene(); });
        case ActionId::Quit:
            return when_nothing_is_lost("Quit", [this] { quit_ = true; });
        case ActionId::Rename:
            return rename_selected();
        case ActionId::FrameSelection:
            return frame_selection();
        case ActionId::FrameAll:
            return frame_all();
        case ActionId::ToggleGrid:
            show_grid_ = !show_grid_;
            return;
        case ActionId::ScaleUp:
            return set_user_scale(next_scale(true));
        case ActionId::ScaleDown:
            return set_user_scale(next_scale(false));
        case ActionId::ScaleReset:
            return set_user_scale(1);
        case ActionId::ThemeDark:
            return set_theme(panels::ThemeName::Dark);
        case ActionId::ThemeLight:
            return set_theme(panels::ThemeName::Light);
        case ActionId::ThemeContrast:
            return set_theme(panels::ThemeName::Contrast);
        case ActionId::ReduceMotion:
            imgui_.set_reduce_motion(!style().reduce_motion);
            return settings_.set_flag("look.reduce_motion", style().reduce_motion);
        case ActionId::ResetLayout:
            return workspace_.reset();
        case ActionId::ShowKeys:
            return dialogs_.show_keys();
        case ActionId::ShowAbout:
            return dialogs_.show_about();
        default:
            return;
    }
}

void App::set_speed(double speed) { transport_.speed = std::clamp(speed, slowest_speed, fastest_speed); }

void App::execute_requests() {
    // Carrying one out may push the next one.
    while (!requests_.empty()) {
        std::vector<panels::Request> requests = std::exchange(requests_, {});
        for (panels::Request& request : requests) {
            if (must_wait(request))
                waiting_.push_back(std::move(request));
            else
                execute(request);
        }
    }
}

void App::execute(panels::Request& request) {
    std::visit([this](auto& kind) { execute(kind); }, request);
}

void App::execute(panels::EditRequest& request) {
    perform(std::move(request.label), std::move(request.edits), request.select_created);
    if (request.ends_gesture) session_->history.seal();
}

void App::execute(const panels::HistoryRequest& request) {
    if (request.only_at && *request.only_at != session_->history.state())
        return report(MessageKind::Note, "Nothing was undone: something else was changed meanwhile");
    undo_or_redo(request.undo);
}

void App::execute(const panels::TransportRequest& request) {
    using Kind = panels::TransportRequest::Kind;
    switch (request.kind) {
        case Kind::Play:
            transport_.playing = true;
            break;
        case Kind::Pause:
            transport_.playing = false;
            break;
        case Kind::StepTick:
            transport_.playing = false;
            run_tick();
            break;
        case Kind::StepSystem:
            transport_.playing = false;
            session_->schedule.step_system(session_->world);
            break;
        case Kind::SetSpeed:
            set_speed(request.speed);
            break;
    }
}

void App::execute(const panels::ShowPanelRequest& request) { workspace_.show_panel(request.title); }

void App::execute(const panels::FrameEntityRequest& request) {
    const std::optional<ecs::Vec3> bounds = bounds_of(session_->world, request.entity);
    if (!bounds) return;
    viewport_.camera.x = bounds->x;
    viewport_.camera.y = bounds->y;
    fitted_camera_.reset();
}

void App::perform(std::string label, std::vector<ecs::Edit> edits, bool select_created) {
    want_glyphs_of(edits);
    const bool destroys = std::any_of(edits.begin(), edits.end(), [](const ecs::Edit& edit) {
        return std::holds_alternative<ecs::DestroyEntity>(edit);
    });
    History& history = session_->history;
    const std::string reason = history.perform({label, std::move(edits)});
    if (!reason.empty()) return toasts_.add(MessageKind::Warning, reason);

    const HistoryStep& done = history.steps()[history.done() - 1];
    if (select_created) {
        std::vector<ecs::Entity> created;
        for (const ecs::Edit& inverse : done.edits)
            if (const auto* destroy = std::get_if<ecs::DestroyEntities>(&inverse))
                created.insert(created.end(), destroy->entities.begin(), destroy->entities.end());
        created = panels::topmost(session_->world, created);
        if (!created.empty()) selection_.select_all(std::move(created));
    }
    if (!destroys) return;
    const std::size_t step = history.done();
    const bool plain = label.rfind("Destroy ", 0) == 0;
    const auto in_force = [this, step, label] {
        const History& now = session_->history;
        return now.done() >= step && now.steps()[step - 1].label == label;
    };
    const auto take_back = [this, step] {
        if (session_->history.done() == step) return act(ActionId::Undo);
        toasts_.add(MessageKind::Warning, "Other changes were made since; Edit > Undo takes them back one by one");
    };
    toasts_.add(MessageKind::Note, plain ? "Destroyed " + label.substr(8) : label, "Undo", take_back, in_force);
}

void App::undo_or_redo(bool undo) {
    History& history = session_->history;
    if (undo ? !history.can_undo() : !history.can_redo()) return;
    const std::string label = history.steps()[undo ? history.done() - 1 : history.done()].label;
    const std::string reason = undo ? history.undo() : history.redo();
    if (!reason.empty()) return toasts_.add(MessageKind::Warning, reason);
    // Or the status bar would go on saying what was done.
    // What is selected may have come to life by what is undone.
    const std::vector<ecs::Entity>& selected = selection_.entities();
    if (std::none_of(selected.begin(), selected.end(), [this](auto each) { return session_->world.alive(each); }) &&
        !selected.empty() && selection_.can_go_back(session_->world))
        selection_.go_back(session_->world);
    toasts_.note(MessageKind::Note, (undo ? "Undone: " : "Done again: ") + label);
}

void App::rename_selected() {
    const ecs::Entity entity = selection_.entity();
    const std::string name(session_->world.name(entity));
    dialogs_.ask_text("Rename " + panels::label_text(panels::name_or_id(session_->world, entity)),
                      "Name; empty takes it away", name, [this, entity](const std::string& text) {
                          if (session_->world.alive(entity)) panels::request_rename(context(), entity, text);
                      });
}

void App::want_glyphs_of(const std::vector<ecs::Edit>& edits) {
    const auto want = [&](const ecs::Value& value) {
        if (value && value.data())
            each_text(value.type(), value.data(), [this](std::string_view text) { imgui_.want_glyphs(text); });
    };
    for (const ecs::Edit& edit : edits) {
        if (const auto* set = std::get_if<ecs::SetComponent>(&edit)) want(set->value);
        if (const auto* add = std::get_if<ecs::AddComponent>(&edit)) want(add->value);
        if (const auto* create = std::get_if<ecs::CreateEntities>(&edit))
            for (const ecs::EntityRecord& record : create->entities)
                for (const ecs::Value& value : record.values) want(value);
    }
}

}  // namespace editor
