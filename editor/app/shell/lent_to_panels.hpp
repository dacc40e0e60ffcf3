// LentToPanels is what only the program has and panels use: textures, the pictures of the manual, scenarios of the lab,
// systems that a script can add, actions that a text leads to.
#pragma once

#include "editor/app/chrome/file_dialog.hpp"
#include "editor/app/scene/picture_textures.hpp"
#include "editor/document/document.hpp"
#include "panels/desk/desk.hpp"
#include "panels/lab/lab_source.hpp"

namespace editor {

class LentToPanels {
public:
    /// Document and desk outlive it. `want_glyphs` gets texts that will be shown.
    LentToPanels(Document& document, panels::Desk& desk, std::function<void(std::string_view text)> want_glyphs);

    void lend(panels::Context& context);
    /// After another session came: those of its Game.
    void list_systems();
    /// Call before the panels draw, and after the frame was drawn.
    void begin_frame() { places_.begin_frame(); }
    void end_frame() { pictures_.end_frame(); }

    /// The lab opens the scenario that a person chooses.
    Flow choose_scenario(FileDialog& dialog, std::filesystem::path start);

private:
    Document& document_;
    PictureTextures pictures_;
    panels::LabSource lab_;
    panels::KnownSystems systems_;
    panels::KnownActions actions_;
    panels::ManualPictures manual_pictures_;
    panels::NotedPlaces places_;
};

}  // namespace editor
