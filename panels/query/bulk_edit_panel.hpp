// The Bulk edit panel: a change of the language, and what it would do: how many entities match, values before and
// after, bytes that move. Apply makes it one step of the history. What is wrong with a text is said below it, and a
// change that does not fit one entity is refused as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/query/bulk_preview.hpp"
#include "panels/query/query_examples.hpp"
#include "panels/query/saved_queries.hpp"
#include "panels/widgets/query_field.hpp"

namespace panels {

class BulkEditPanel : public Panel {
public:
    BulkEditPanel()
        : Panel("bulk_edit", tr_later("Bulk edit"), DockPlace::Bottom,
                tr_later("Change all entities that match a query, after a look at what it would do")) {}

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// The part is the text of a change, or of a query, whose steps a person then writes.
    void show_part(std::string_view part) override;
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override { return tr_later("Changes"); }
    bool find() override;
    void take_keyboard() override { (void)find(); }

    const BulkPreview& preview() const { return preview_; }
    const std::string& text() const { return text_; }

protected:
    void draw(const Context& context) override;

private:
    void follow_world(const ecs::World& world);
    void draw_top(const Context& context);
    void draw_nothing(const Context& context);
    void draw_verdict(const Context& context);
    void ask_for_preview(const Context& context, const char* what_for);
    /// Makes the preview that was asked for, once a frame said so.
    void preview_if_told(const Context& context);
    void draw_samples(const Context& context);
    void apply(const Context& context);

    std::string text_;
    bool text_is_new_ = true;
    std::uint64_t types_ = 0, version_ = 0;
    const ecs::World* world_ = nullptr;
    BulkPreview preview_;
    SavedQueries recent_;  // changes that were applied
    std::vector<QueryExample> examples_;
    std::uint64_t examples_of_ = 0;  // examples_made_at()
    // A preview of a large world takes a moment, so a frame says so before it is made.
    bool preview_asked_ = false, preview_told_ = false;
    QueryField field_{QueryField::Takes::Change};
};

}  // namespace panels
