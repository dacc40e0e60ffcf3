// The Compare panel: what differs from the world as it was before Play, one line for each entity, component or field.
// A person ticks what they want to keep, and stops: the authored world comes back with that, as one step of undo.
#pragma once

#include <string>

#include "panels/base/panel.hpp"
#include "panels/compare/played_differences.hpp"

namespace panels {

class ComparePanel : public Panel {
public:
    ComparePanel()
        : Panel("compare", tr_later("Compare"), DockPlace::Right,
                tr_later("What differs from the world before Play, and what of it to keep")) {}

    const PlayedDifferences& differences() const { return differences_; }

protected:
    void draw(const Context& context) override;

private:
    void draw_head(const Context& context);
    void draw_rows(const Context& context);
    void draw_row(const Context& context, std::uint32_t entry);
    void draw_foot(const Context& context);
    std::string words_for_stop() const;
    float foot_height() const;
    std::size_t row_count() const;
    std::uint32_t entry_of_row(std::size_t row) const;

    PlayedDifferences differences_;
    bool only_by_person_ = true;
    bool narrow_ = false;  // the table, in this frame
};

}  // namespace panels
