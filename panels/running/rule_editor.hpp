// The popup in which a person writes a rule: its name, its change, and below them what the change would do now. It
// looks at the world in parts, a few rows a frame, and changes nothing: what it pushes is a request. The Systems panel
// owns it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/language/text_change.hpp"
#include "ecs/language/text_query.hpp"
#include "panels/widgets/query_field.hpp"

namespace panels {

class RuleEditor {
public:
    RuleEditor();

    /// Opens for a new rule; `change` may be the beginning of one.
    void open_new(std::string change);
    /// Opens for the rule of this name.
    void open(std::string rule);
    void draw(const Context& context);

    const std::string& name() const { return name_; }
    const std::string& change() const { return text_; }
    /// What the line below the change says.
    const std::string& said() const { return said_; }

private:
    void begin(const Context& context);
    void read_text(const Context& context);
    void look(const Context& context);
    void look_on(const Context& context);
    void sample(const Context& context, ecs::Entity entity);
    std::string problem_of_name(const Context& context) const;
    void draw_fields(const Context& context, float wide);
    void draw_findings(const Context& context, float wide);
    void draw_uses(const Context& context);
    bool draw_buttons(const Context& context);
    void push(const Context& context) const;

    bool opens_ = false, entered_ = false;
    bool to_name_ = false, to_change_ = false;  // the keyboard, in the next frame
    std::string former_;                        // name of the rule that is changed; empty: a new one
    std::string name_, text_, former_text_, said_;
    QueryField field_;

    bool text_is_new_ = true;
    std::uint64_t types_ = 0;                // that the text was read with
    std::string problem_;                    // of the text
    std::optional<std::size_t> wrong_at_;    // a byte of it
    std::optional<ecs::TextChange> change_;  // when it has none
    std::optional<ecs::TextQuery> query_;    // whom it matches
    ecs::ChangeUse use_;

    // A look at all matches goes on over several frames.
    ecs::TextQuery::Cursor cursor_;
    std::uint64_t looked_version_ = 0;  // of the world, when a look began
    std::size_t counting_ = 0, matches_ = 0;
    bool looking_ = false, looked_ = false;
    double looked_at_secs_ = 0;
    std::vector<ecs::Entity> first_;          // matches of the present look
    std::vector<ecs::ChangeSample> samples_;  // of the last one
    std::string stops_;                       // why it would stop now
};

}  // namespace panels
