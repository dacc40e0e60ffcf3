#include "editor/app/keys/world_actions.hpp"

#include "panels/inspector/entity_edits.hpp"

namespace editor {

std::string why_not_on_world(ActionId id, const panels::Context& context) {
    const panels::Selection& selection = context.selection;
    const ecs::Entity entity = selection.entity();
    const ecs::World& world = context.world;
    switch (id) {
        case ActionId::CreateChild:
        case ActionId::Duplicate:
        case ActionId::Rename:
        case ActionId::Destroy:
            if (!entity) return "No entity is selected";
            return world.alive(entity) ? "" : "The selected entity is gone";
        case ActionId::SelectParent:
            if (!world.alive(entity)) return "No entity is selected";
            return world.parent(entity) ? "" : "The selected entity has no parent";
        case ActionId::Deselect:
            return entity ? "" : "Nothing is selected";
        case ActionId::GoBack:
            return selection.can_go_back(world) ? "" : "Nothing was selected before";
        case ActionId::GoForward:
            return selection.can_go_forward(world) ? "" : "There is nothing to go forward to";
        case ActionId::StepSystem:
            return context.schedule.systems().empty() ? "This world has no systems" : "";
        case ActionId::Slower:
            return context.transport.speed > slowest_speed ? "" : "This is the slowest";
        case ActionId::Faster:
            return context.transport.speed < fastest_speed ? "" : "This is the fastest";
        default:
            return {};
    }
}

bool act_on_world(ActionId id, const panels::Context& context) {
    using Kind = panels::TransportRequest::Kind;
    panels::Selection& selection = context.selection;
    const auto ask = [&](panels::Request request) { context.requests.push_back(std::move(request)); };
    const auto ask_for_speed = [&](double speed) { ask(panels::TransportRequest{Kind::SetSpeed, speed}); };
    switch (id) {
        case ActionId::Undo:
            ask(panels::HistoryRequest{.undo = true});
            return true;
        case ActionId::Redo:
            ask(panels::HistoryRequest{.undo = false});
            return true;
        case ActionId::CreateEntity:
            panels::request_create(context);
            return true;
        case ActionId::CreateChild:
            panels::request_create(context, selection.entity());
            return true;
        case ActionId::Duplicate:
            panels::request_duplicate(context, selection.entities());
            return true;
        case ActionId::Destroy:
            panels::request_destroy(context, selection.entities());
            return true;
        case ActionId::Deselect:
            selection.clear();
            return true;
        case ActionId::SelectParent:
            selection.select(context.world.parent(selection.entity()));
            return true;
        case ActionId::GoBack:
            selection.go_back(context.world);
            return true;
        case ActionId::GoForward:
            selection.go_forward(context.world);
            return true;
        case ActionId::PlayPause:
            ask(panels::TransportRequest{context.transport.playing ? Kind::Pause : Kind::Play});
            return true;
        case ActionId::StepTick:
            ask(panels::TransportRequest{Kind::StepTick});
            return true;
        case ActionId::StepSystem:
            ask(panels::TransportRequest{Kind::StepSystem});
            return true;
        case ActionId::Slower:
            ask_for_speed(context.transport.speed / 2);
            return true;
        case ActionId::Faster:
            ask_for_speed(context.transport.speed * 2);
            return true;
        case ActionId::NormalSpeed:
            ask_for_speed(1);
            return true;
        default:
            return false;
    }
}

}  // namespace editor
