// The popup in which a person makes a component type, or changes one that was made: name, fields, kinds, start values,
// ranges and units. What is wrong is said below; what it pushes is one edit, which carries all values over. The
// Inspector owns it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/inspector/type_draft.hpp"

namespace panels {

/// ShowPanelRequest::part of the Inspector: opens the editor, for a new type or for that of this name.
std::string part_for_new_type();
std::string part_for_type(std::string_view type);

class TypeEditor {
public:
    /// Returns whether the part was meant for it.
    bool show_part(std::string_view part);
    /// These entities get the component when it is made.
    void open_new(std::span<const ecs::Entity> for_entities = {});
    void open(std::string type);
    void draw(const Context& context);

    const TypeDraft& draft() const { return draft_; }

private:
    void begin(const Context& context);
    void draw_head(const Context& context, float wide);
    void draw_fields(const Context& context, float wide);
    bool draw_field(const Context& context, std::size_t field);
    void draw_kind(const Context& context, FieldDraft& field, float wide);
    void draw_details(const Context& context, FieldDraft& field, float wide);
    void draw_findings(const Context& context, float wide);
    /// Returns whether the component of this name was added to what is selected.
    bool offer_present(const Context& context, float wide);
    bool draw_buttons(const Context& context, float wide);
    std::string losses(const Context& context) const;
    void push(const Context& context, std::string label, ecs::SetType edit) const;

    bool opens_ = false, focuses_ = false, entered_ = false;
    TypeDraft draft_;
    ecs::ComponentType before_;  // of the type that is changed
    std::size_t entities_ = 0;   // that have it
    std::size_t unfolded_ = 0;   // field whose details are shown
    std::string problem_;
    ecs::SetType edit_;  // when there is no problem
    std::vector<ecs::Entity> for_entities_;
    std::string made_;  // the name of the type that they get in the next frame
};

}  // namespace panels
