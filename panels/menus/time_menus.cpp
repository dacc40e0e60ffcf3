// What menus offer about the time of a world.
#include <string>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

MenuItem run_back_item(const Context& context, const FieldAt& at, std::string why_not) {
    const ecs::ComponentType& type = context.world.types()[at.component];
    const ecs::Field& field = type.fields[at.field];
    if (why_not.empty() && !type.copyable()) why_not = tr("Values of this type can't be copied");
    RunBackRequest request{at.entity, at.component, static_cast<std::uint32_t>(field.offset),
                           phrase("{} of {}", std::string(short_name(type.name)) + "." + field.name,
                                  name_or_id(context.world, at.entity))};
    return {.label = tr("Run back to where it changed"),
            .icon = Icon::Back,
            .why_not = std::move(why_not),
            .hint = tr("Runs recorded ticks again, and goes to the last one that wrote it"),
            .run = [request = std::move(request)](const Context& now) { now.requests.push_back(request); }};
}

}  // namespace panels
