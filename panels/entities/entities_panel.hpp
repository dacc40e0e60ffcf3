// The Entities panel: every entity of the world, as a tree, flat or in groups, to find, select, create, rename, move
// and destroy. It draws only the rows in view, and requests every change. While a filter hides anything, a line says
// how much, and chips say what does it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/edit/sibling_edits.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/entities/entity_list.hpp"
#include "panels/prefab/prefab_bar.hpp"
#include "panels/widgets/query_field.hpp"

namespace panels {

class EntitiesPanel : public Panel {
public:
    EntitiesPanel()
        : Panel("entities", tr_later("Entities"), DockPlace::Left,
                tr_later("Every entity of the world: find, select, create, rename, move")) {}

    std::string save_settings() const override;
    void load_settings(std::string_view text) override;
    std::span<const KeyCommand> commands() const override;
    std::span<const FixedKeys> fixed_keys() const override;
    bool has_lists_of_its_own() const override { return true; }
    bool find() override {
        field_.take_keyboard();
        return true;
    }
    void take_keyboard() override { focus_rows_ = true; }

    const EntityList& list() const { return list_; }
    /// Rows drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    void follow_prefab(const Context& context);
    void follow_world(const Context& context);
    void follow_selection(const Context& context);
    void draw_top(const Context& context);
    void take_filter(const ecs::World& world);
    void use_filter_keys(const Context& context);
    std::size_t next_hit(std::size_t from, int direction) const;
    void draw_counts(const Context& context);
    void draw_rows(const Context& context);
    void draw_row(const Context& context, std::size_t position);
    void draw_row_text(const Context& context, const EntityRow& row, ImVec2 low, ImVec2 high, float left);
    /// Returns where the room for the name ends.
    static float draw_prefab_chip(const Style& style, ImVec2 low, ImVec2 high, float from, float right);
    /// How far rows of this level stand from the left: it ends where names would have no room.
    float indent(const Style& style, std::size_t depth) const;
    float most_indent(const Style& style) const;
    /// The level of a row whose indentation does not show it any more, at the left.
    void draw_level(const Style& style, std::size_t depth, ImVec2 low, ImVec2 high, float left) const;
    /// Begins the list, as wide as its longest name was.
    void begin_rows(ImVec2 size);
    void draw_rename(const Context& context, ecs::Entity entity, ImVec2 low, ImVec2 high, float left);
    void ask_for_menu(const Context& context, ecs::Entity entity, std::optional<ImVec2> place = {});
    /// Below the row; near the top when it is no_row.
    ImVec2 place_of_row(const Context& context, std::size_t row) const;
    void draw_nothing(const Context& context);
    // In entities_panel_noise.cpp

    float view_choice_width() const;
    void draw_view_choice(const Context& context, float width);
    void draw_group(const Context& context, std::size_t position);
    void draw_chips(const Context& context);
    /// Nothing is hidden without a word about it.
    void draw_hidden(const Context& context);
    /// How many of a mirrored world are of its engine; hidden unless a person shows them.
    void note_engine(const Context& context);
    void draw_engine(const Context& context);
    /// Whether a line says what the filter hides.
    bool says_hidden() const { return list_.filter().searches() || (hides_internal_ && !only_prefab_); }
    bool says_engine() const { return engine_count_ > 0 && !only_prefab_; }
    /// What the owner of a mirrored world leaves out.
    void draw_left_out(const Context& context);
    void change_filter(const ecs::World& world, std::string text, bool hides_internal);
    void clear_filter(const ecs::World& world) { change_filter(world, {}, false); }
    /// The row that the keys go on from: of the marked group, or of the selected entity.
    std::size_t present_row(const Context& context) const;

    void click_row(const Context& context, std::size_t position);
    bool handle_commands(const Context& context);
    void select_listed_rows(const Context& context);
    void handle_keys(const Context& context);
    void go_to_row(const Context& context, std::size_t position, bool extend);
    void start_rename(const Context& context, ecs::Entity entity);
    // In entities_panel_drag.cpp

    /// Of the row that was drawn last; null: of the room below all rows.
    void drag_and_drop(const Context& context, const EntityRow* row);
    /// Before or behind the row, when the mouse is at its edge; else it is about going below the row.
    std::optional<ecs::SiblingPlace> place_beside(const Context& context, const EntityRow& row) const;
    void draw_place(const Context& context, const EntityRow& row, ecs::SiblingPlace place) const;
    /// Before the sibling above (-1), or behind the one below (1).
    void move_among_siblings(const Context& context, int direction);

    void select_by_panel(const Context& context);

    EntityList list_;
    std::string filter_text_;
    std::string applied_text_;     // of the filter that the list has
    bool hides_internal_ = false;  // also of the filter
    ecs::Entity only_prefab_;      // also of the filter
    bool hides_engine_ = false;    // also of the filter
    bool shows_engine_ = false;    // a person wants to see it
    std::size_t engine_count_ = 0;
    std::uint64_t engine_seen_ = 0;  // structure of the world when they were counted
    PrefabSection prefabs_;
    std::optional<ecs::Prefabs> known_prefabs_;  // in this frame
    struct Taken {                               // a filter that a click took away
        std::string text;
        bool hides_internal = false;
    };
    std::optional<Taken> put_back_;
    std::optional<std::uint32_t> group_mark_;  // the group whose header the keys are on
    std::string filter_problem_;
    float said_px_ = 0;                           // how high the lines are that say it
    const ecs::Catalog* language_ = nullptr;      // of filter_problem_
    std::optional<std::size_t> filter_wrong_at_;  // a query that is not understood yet; the list stays as it was
    std::vector<std::size_t> found_letters_;      // of the row that is drawn
    QueryField field_{QueryField::Takes::Filter};
    std::size_t filter_mark_ = 0;  // the row that Enter in the filter selects
    bool take_first_ = false;      // Enter was pressed before the first match was found
    bool focus_rows_ = false;
    const ecs::World* world_ = nullptr;
    std::uint64_t world_version_ = 0;
    std::uint64_t types_seen_ = 0;  // types_fingerprint()

    std::size_t revision_seen_ = 0, flash_seen_ = 0;
    bool reveal_pending_ = true;
    std::optional<std::size_t> scroll_to_row_;
    ecs::Entity anchor_;  // start of a range selected with Shift

    ecs::Entity renaming_;
    std::string new_name_;
    bool rename_started_ = false;

    std::shared_ptr<ecs::Entity> rename_wanted_ = std::make_shared<ecs::Entity>();  // written by the menu
    ecs::Entity dragged_;
    struct DropQuestion {
        ecs::Entity dragged, parent, beside;  // below a parent, or beside a sibling
        std::size_t selection_revision = 0;
        std::uint64_t structure_version = 0;
        friend bool operator==(const DropQuestion&, const DropQuestion&) = default;
    };
    DropQuestion drop_question_;
    std::string drop_answer_;
    std::string drop_problem_;  // why the dragged entities can't be dropped under the mouse
    std::string drop_words_;    // where they would go, between rows
    std::size_t rows_drawn_ = 0;
    float id_width_ = 0;
    float seen_width_ = 0;        // of the rows
    float name_width_ = 0;        // that rows need, as far as they were drawn
    std::size_t list_shown_ = 0;  // how many rows the list had that name_width_ is about
};

}  // namespace panels
