// The LayoutMeasure lets a person split or reorder the fields of a component, applies that to a clone of the world,
// and shows the counts and measurements before and after. The clones are made and measured on a thread of its own. It
// does not touch the world itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/diagnose/layout_experiment.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class LayoutMeasure {
public:
    /// Draws into the remaining room; its first line continues the present line.
    void show(const Context& context);

    ecs::ComponentId component() const { return component_; }
    ecs::FieldSplit split() const;
    /// The last run that is done; null before the first.
    const ecs::LayoutExperiment* experiment() const { return experiment_.get(); }
    bool measuring() const { return task_.running(); }

private:
    struct FieldChoice {
        std::uint32_t field = 0;  // position in ComponentType::fields
        std::uint32_t part = 0;
        bool read = false;
    };

    void choose(const ecs::ComponentType& type);
    void draw_toolbar(const Context& context);
    void draw_fields(const Context& context, ImVec2 size);
    void draw_field(const Context& context, std::size_t position,
                    std::optional<std::pair<std::size_t, std::size_t>>& moved);
    void draw_results(const Context& context);
    void draw_progress(const Context& context);
    void take_experiment();
    void run(const Context& context);
    std::vector<std::uint32_t> read_fields() const;
    std::string why_not_run(const Context& context) const;

    ecs::ComponentId component_ = ecs::no_component;
    const ecs::World* world_ = nullptr;
    std::vector<FieldChoice> fields_;  // in the chosen order
    std::unique_ptr<ecs::LayoutExperiment> experiment_;
    std::string measured_component_;  // name of the component
    std::string problem_;
    ecs::BackgroundTask<std::unique_ptr<ecs::LayoutExperiment>> task_;  // makes the clones and measures
};

}  // namespace panels
