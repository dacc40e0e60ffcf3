// The capacity calculator of the Storage Lab: which components a row has, under which rule a chunk is laid out, and how
// many rows fit. For each column it shows where it starts and ends, now and with one row more, and which byte it is
// that does not fit. All of it is ecs/layout_rules.hpp; it begins with the components of the scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabCapacity {
public:
    void show(const Context& context, const ecs::lab::Scenario& scenario);

    struct Column {
        ecs::LayoutColumn column;
        bool on = true;
        bool own = false;       // added by the person, who says how large it is
        std::size_t color = 0;  // ComponentId whose colour it has
    };
    const std::vector<Column>& columns() const { return columns_; }
    /// None: by numbers of the person's own.
    std::optional<ecs::LayoutRule> rule() const { return rule_; }
    const ecs::LayoutTerms& own_terms() const { return own_terms_; }
    /// How many rows of the columns that are on fit.
    ecs::RuledLayout layout() const;

private:
    std::vector<ecs::LayoutColumn> chosen() const;
    std::size_t color_of_chosen(std::size_t column) const;
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
