#include "panels/widgets/first_steps.hpp"
#include "panels/base/language.hpp"
#include "panels/base/wanted_change.hpp"

#include <utility>

namespace panels {

EditRequest create_request(const ecs::World& world, ecs::Entity parent) {
    ecs::EntityRecord record;
    record.parent = parent;
    record.values.push_back(ecs::Value::of(world.types()[world.name_id()], ecs::Name{"Entity"}));
    ecs::CreateEntities create;
    create.entities.push_back(std::move(record));
    EditRequest request{
        parent ? phrase("Create child of {}", name_or_id(world, parent)) : std::string(tr("Create entity")), {}};
    request.edits.emplace_back(std::move(create));
    request.select_created = true;
    return request;
}

void empty_without_entities(const Context& context, std::string_view what, std::string_view hint) {
    // Where the owner creates none, there is no first step.
    if (const std::string why = why_not(context, WantedChange{WantedChange::Kind::Create}); !why.empty()) {
        (void)empty_state(context.style, what, why);
        return;
    }
    if (empty_state(context.style, what, hint, tr("Create an entity")))
        context.requests.push_back(create_request(context.world));
}

void empty_without_program(const Context& context, std::string_view what, std::string_view hint) {
    empty_but_for(context, what, hint, tr("What it needs"), "manual",
                  "your-own-game#what-a-panel-needs-from-a-program");
}

void empty_but_for(const Context& context, std::string_view what, std::string_view hint, const char* label,
                   const char* panel, std::string part) {
    if (empty_state(context.style, what, hint, label))
        context.requests.push_back(ShowPanelRequest{panel, std::move(part)});
}

}  // namespace panels
