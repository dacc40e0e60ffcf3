// The Inspector: the components of the selected entity, live and editable; of several, those that all of them have.
// What is edited then is edited in all of them. It follows the handle: when the entity is
// gone it says so, and never shows the next entity in the same slot.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/inspector/component_list.hpp"
#include "panels/inspector/entity_history.hpp"
#include "panels/inspector/entity_references.hpp"
#include "panels/inspector/entity_systems.hpp"
#include "panels/inspector/field_widget.hpp"
#include "panels/inspector/field_writers.hpp"
#include "panels/inspector/frozen_view.hpp"
#include "panels/inspector/many_edits.hpp"
#include "panels/inspector/many_values.hpp"
#include "panels/inspector/prefab_marks.hpp"
#include "panels/inspector/type_editor.hpp"
#include "panels/inspector/way_back.hpp"

namespace panels {

class InspectorPanel : public Panel {
public:
    InspectorPanel()
        : Panel("inspector", tr_later("Inspector"), DockPlace::Right,
                tr_later("Components of the selected entity, to be read and edited")) {}

    std::string save_settings() const override;
    void load_settings(std::string_view text) override;
    std::span<const KeyCommand> commands() const override;
    std::string_view palette_search() const override { return tr("Component "); }
    /// part_for_why(system), part_for_type(type), part_for_new_type()
    void show_part(std::string_view part) override;
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override { return tr_later("Commands"); }

    /// Components listed in the last frame, in order of their ids.
    const std::vector<ecs::ComponentId>& listed() const { return listed_; }
    const FrozenValues& frozen() const { return frozen_.values(); }
    TypeEditor& type_editor() { return types_; }

protected:
    void draw(const Context& context) override;

private:
    /// A component as it was in the last frame: the widgets edit this copy, and comparing with it shows changes.
    struct Seen {
        ecs::Value value;
        ecs::Value former;  // each field as it was before the tick that changed it, while that is shown
        std::vector<std::uint64_t> changed_in;  // by field, the tick of the world when it was last seen to change
        bool present = false;                   // in this frame
    };

    void draw_nothing_selected(const Context& context);
    void draw_destroyed(const Context& context, ecs::Entity entity);
    /// Those that an edit of `entity` changes.
    std::span<const ecs::Entity> meant(const Context& context, const ecs::Entity& entity) const;
    void draw_one(const Context& context, ecs::Entity entity);
    void draw_inherited(const Context& context, ecs::Entity entity);
    void draw_many(const Context& context, ecs::Entity entity);
    void draw_partial(const Context& context);
    /// Makes one step of what a FieldSweep wrote: of the requests from the position `first` on.
    void join_sweep(const Context& context, std::size_t first);
    void change_field(const Context& context, ecs::Entity entity, const ecs::Value& value, std::uint32_t field);
    void draw_header(const Context& context, ecs::Entity entity);
    void draw_name(const Context& context, ecs::Entity entity);
    void draw_place(const Context& context, ecs::Entity entity);
    void draw_family(const Context& context, ecs::Entity entity);
    void draw_component(const Context& context, ecs::Entity entity, ecs::ComponentId component);
    void follow_by_key(const Context& context, ecs::Entity entity);
    bool draw_component_head(const Context& context, ecs::Entity entity, const ecs::ComponentType& type);
    void draw_fields(const Context& context, ecs::Entity entity, const ecs::ComponentType& type);
    void draw_add(const Context& context, ecs::Entity entity);
    void draw_history(const Context& context, ecs::Entity entity);
    void draw_recording(const Context& context, ecs::Entity entity);
    /// 1 in the tick of the change, and less with every tick.
    static float mark_strength(const Context& context, const Seen& seen, std::size_t field);
    void forget_marks_after_jump(const Context& context);
    void mark_step(const Context& context, const ecs::ComponentType& type, Seen& seen) const;
    Seen& look_at(const Context& context, const ecs::ComponentType& type, const void* value);
    void forget();

    const ecs::World* world_ = nullptr;
    ecs::Entity shown_;
    std::string name_;
    std::string why_read_only_;  // of the component whose fields are drawn
    bool naming_ = false;
    FieldEditor editor_;
    bool many_ = false;  // several are selected
    ManyValues values_;
    ManyEdits many_edits_;
    FieldWriters writers_;
    PrefabMarks prefab_;
    EntityHistory history_;
    WayBack way_back_;        // of one that is destroyed
    std::vector<Seen> seen_;  // by component id
    std::vector<ecs::ComponentId> listed_;
    bool values_noted_ = false;  // in this frame: the place of the first component with values
    // Names of folded component types; initially those that the head of the panel shows.
    std::unordered_set<std::string> folded_{"Name", "Parent"};
    ComponentList components_;  // that can be added
    TypeEditor types_;
    EntitySystems systems_;
    EntityReferences references_;
    FrozenView frozen_;
    std::uint64_t played_tick_ = 0;  // the last tick of the world while it ran
    struct Moment {
        std::uint64_t tick = 0, jumps = 0;
        int frame = 0;
        bool played = false;
    } seen_in_;  // when seen_ was compared last

    // Going back to a selection leads to where its list was.
    struct SeenAt {
        ecs::Entity entity;
        float scroll = 0;
    };
    void keep_scroll(const Context& context, ecs::Entity entity);
    std::vector<SeenAt> seen_at_;  // those shown last, the newest at the end
    float scroll_to_ = 0;
    int scroll_frames_ = 0;  // for so many frames more: the height of the list is known only later
};

}  // namespace panels
