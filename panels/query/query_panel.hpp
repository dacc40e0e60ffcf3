// The Query panel: a query of the language, and a live table of the entities that match it, with columns of their
// values. Queries can be saved under names. What is wrong with a text is said below it, while the last rows stay.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/query/match_selection.hpp"
#include "panels/query/query_columns.hpp"
#include "panels/query/query_examples.hpp"
#include "panels/query/query_table.hpp"
#include "panels/query/saved_queries.hpp"
#include "panels/widgets/query_field.hpp"
#include "panels/widgets/search_list.hpp"

namespace panels {

class QueryPanel : public Panel {
public:
    QueryPanel()
        : Panel("query", tr_later("Query"), DockPlace::Bottom,
                tr_later("Ask the world: all entities that match a query, with their values")) {}

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// The part is the text of a query.
    void show_part(std::string_view part) override;
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override { return tr_later("Queries"); }
    std::span<const FixedKeys> fixed_keys() const override;
    bool has_lists_of_its_own() const override { return true; }
    bool find() override;
    void take_keyboard() override;

    const QueryTable& table() const { return table_; }
    const QueryField& field() const { return field_; }
    const SavedQueries& saved() const { return saved_; }
    std::vector<std::string> column_texts() const;
    /// Rows drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    void follow_world(const Context& context);
    void follow_selection(const Context& context);
    void take_text(const ecs::World& world);
    void set_text(std::string text);
    void make_columns(const ecs::World& world);
    void draw_top(const Context& context);
    void draw_problem(const Context& context);
    void draw_examples(const Context& context);
    void draw_counts(const Context& context);
    void draw_archetypes(const Context& context);

    // In query_rows.cpp
    void draw_table(const Context& context);
    void set_up_columns(const Context& context);
    void draw_row(const Context& context, std::size_t position);
    void draw_entity(const Context& context, ecs::Entity entity, ImVec2 at, float width);
    void handle_keys(const Context& context);
    void click_row(const Context& context, std::size_t position);
    void go_to_row(const Context& context, std::size_t position, bool extend);
    void select_by_panel(const Context& context) { revision_seen_ = context.selection.revision(); }
    void frame_entity(const Context& context, ecs::Entity entity) const;

    // In query_popups.cpp
    void draw_saved_popup(const Context& context);
    void draw_saved_row(const Context& context, std::size_t query);
    void draw_columns_popup(const Context& context);
    bool draw_column_choice(const Context& context, const ecs::WrittenValue& value, bool marked);
    void toggle_column(const std::string& text);
    void apply(const SavedQuery& query);

    // In query_menu.cpp
    using MakeText = std::function<ecs::Result<std::string>(ecs::Progress&)>;
    void ask_for_menu(const Context& context);
    void go_on_selecting(const Context& context);
    MenuItem copy_csv_item(const Context& context) const;
    void copy_csv_of_selected(const Context& context) const;
    void export_csv(const Context& context) const;
    MakeText csv_of(const Context& context, std::vector<ecs::Entity> entities) const;
    void ask_for_row_menu(const Context& context, ecs::Entity entity, std::optional<ImVec2> place = {});
    /// A menu may outlive this panel.
    template <class F>
    std::function<void(const Context&)> while_there(F act) const {
        return [panel = std::weak_ptr<QueryPanel*>(self_), act](const Context& context) {
            if (const auto there = panel.lock()) act(**there, context);
        };
    }

    std::string text_;
    std::string problem_;                  // of the text
    std::optional<std::size_t> wrong_at_;  // where; the rows stay as they were
    float problem_px_ = 0;                 // how high the line is that says it
    bool text_is_new_ = true;
    bool is_foreign_ = false;  // the problem is that the text is about another world
    bool typed_here_ = false;  // over this world; else the text was kept from another run or world
    QueryField field_{QueryField::Takes::Query};
    bool field_was_active_ = false;

    QueryTable table_;
    std::vector<ecs::WrittenValue> values_;  // of all components
    std::vector<QueryColumn> columns_;
    std::vector<ecs::ComponentId> components_;  // that the query names
    std::vector<std::string> added_, hidden_;   // columns, beside and of those of the components
    bool columns_are_new_ = true, archetypes_open_ = false;
    std::uint32_t columns_id_ = 0, shown_columns_id_ = 0;

    SavedQueries saved_;
    bool opens_saved_ = false, opens_columns_ = false;
    ImVec2 popup_at_{};  // below its button, which closes it again
    std::string save_name_, new_name_;
    std::optional<std::size_t> renaming_;
    bool rename_started_ = false, to_save_name_ = false;
    SearchList column_search_;
    QueryField column_field_{QueryField::Takes::ValueOrWords};
    std::string column_text_;  // typed there

    std::vector<QueryExample> examples_;
    std::uint64_t examples_of_ = 0;  // examples_made_at()

    const ecs::World* world_ = nullptr;
    std::uint64_t world_version_ = 0, types_ = 0;
    std::size_t revision_seen_ = 0;
    MatchSelection selecting_;
    ecs::Entity anchor_;  // start of a range selected with Shift
    std::optional<std::size_t> scroll_to_row_;
    bool focus_rows_ = false, over_rows_ = false;
    std::size_t rows_drawn_ = 0;
    std::shared_ptr<QueryPanel*> self_ = std::make_shared<QueryPanel*>(this);
};

}  // namespace panels
