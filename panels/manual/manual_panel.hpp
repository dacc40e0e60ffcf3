// The Manual panel: chapters at the left, the chapter that is read beside them, and a search through all of them. Its
// texts are those of docs/manual, in the language that is spoken as far as they are translated. Where it is narrow,
// chapters are chosen in a list above.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/manual/manual_page.hpp"
#include "panels/manual/manual_search.hpp"

namespace panels {

class ManualPanel : public Panel {
public:
    ManualPanel();

    /// The chapter that is open.
    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// A place in the manual ("inspect#chunks"), or the id of a panel: then the section about that panel.
    void show_part(std::string_view place) override;

    const ManualPlace& place() const { return place_; }
    const std::vector<ManualHit>& hits() const { return hits_; }

protected:
    void draw(const Context& context) override;

private:
    void go_to(const ManualPlace& place);
    void go_back();
    void follow(const Context& context, std::string_view target);
    void draw_top(const Context& context);
    void draw_chapters(const Context& context);
    void draw_chapter_choice(const Context& context);
    void draw_hits(const Context& context);
    void draw_page(const Context& context);

    ManualPlace place_;
    std::vector<ManualPlace> back_;
    ManualPage page_;
    std::string searched_;
    std::vector<ManualHit> hits_;
    const ecs::Catalog* language_ = nullptr;  // of hits_
    std::vector<std::string> marked_;         // the words of the search that led here
};

/// The place that explains a panel: the heading with its title, or what the manual calls it. Nothing when it does not.
std::optional<ManualPlace> place_about_panel(std::string_view id);

}  // namespace panels
