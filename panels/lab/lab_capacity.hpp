// The capacity calculator of the Storage Lab. The person chooses the components of a row and the rule by which a chunk
// is laid out; the calculator shows how many rows fit. For each column it shows the first and the last byte, now and
// with one row more, and the first byte that does not fit then. It computes everything with
// ecs/diagnose/layout_rules.hpp, and starts with the components of the scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/base/panel.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabCapacity : public LabView {
public:
    LabCapacity();
    void show(const Context& context, LabState& state) override { show(context, *state.runs()->scenario); }
    void show(const Context& context, const ecs::lab::Scenario& scenario);

    struct Column {
        ecs::LayoutColumn column;
        bool on = true;
        bool own = false;           // added by the person, who says how large it is
        ecs::ComponentId look = 0;  // the component whose colour it has
    };
    const std::vector<Column>& columns() const { return columns_; }
    /// None while the person enters numbers of his own.
    std::optional<ecs::LayoutRule> rule() const { return rule_; }
    const ecs::LayoutTerms& own_terms() const { return own_terms_; }
    /// The layout of the columns that are on.
    ecs::RuledLayout layout() const;

private:
    std::vector<ecs::LayoutColumn> chosen() const;
    ecs::ComponentId look_of_chosen(std::size_t column) const;
    void begin_with(const ecs::lab::Scenario& scenario);
    void draw_columns(const Context& context, ImVec2 size);
    void draw_rules(const Style& style);
    void draw_own_terms(const Style& style);
    void draw_answer(const Style& style);
    void draw_places(const Style& style, const ecs::RuledLayout& layout,
                     const std::vector<ecs::LayoutColumn>& columns) const;
    void draw_end(const Style& style, const ecs::RuledLayout& layout,
                  const std::vector<ecs::LayoutColumn>& columns) const;

    std::vector<Column> columns_;
    std::string begun_with_;  // name and types of the scenario
    std::optional<ecs::LayoutRule> rule_ = ecs::LayoutRule::Ours;
    ecs::LayoutTerms own_terms_ = ecs::terms_of(ecs::LayoutRule::Ours);
    std::uint32_t added_ = 0;  // own columns so far
};

}  // namespace panels
