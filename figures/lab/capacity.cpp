#include "figures/drawing/value_text.hpp"
#include "figures/lab/lab_page.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures::lab {

namespace {

LayoutSubject subject_of(const ecs::lab::Scenario& scenario) {
    LayoutSubject subject;
    for (const ecs::ComponentType* type : scenario.types) {
        subject.inks.push_back(look_of_type(scenario, subject.columns.size()));
        subject.columns.push_back({std::string(short_name(type->name)), type->size, type->align});
    }
    return subject;
}

}  // namespace

Drawing draw_capacity(const ecs::lab::Scenario& scenario) {
    return draw_layout(subject_of(scenario), source_of(scenario), "an entity that has all of its components");
}

std::string capacity_csv(const ecs::lab::Scenario& scenario) { return layout_csv(subject_of(scenario)); }

LabFigure lab_capacity_figure() {
    return {
        .name = "capacity", .of_one_storage = false, .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
            return LabPicture{draw_capacity(subject.scenario), capacity_csv(subject.scenario)};
        }};
}

}  // namespace figures::lab
