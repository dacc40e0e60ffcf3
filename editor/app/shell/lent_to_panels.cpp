#include "editor/app/shell/lent_to_panels.hpp"

#include <utility>

#include "editor/app/actions/action.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/app/chrome/pictures.hpp"
#include "editor/base/language.hpp"

namespace editor {

LentToPanels::LentToPanels(Document& document, panels::Desk& desk,
                           std::function<void(std::string_view text)> want_glyphs)
    : document_(document), lab_(make_lab_source()), manual_pictures_(make_manual_pictures()) {
    lab_.want_glyphs = std::move(want_glyphs);
    actions_.find = [&desk](std::string_view name) -> std::optional<panels::KnownActions::Action> {
        const Command* const action = find_action(name);
        if (action == nullptr || action->act == nullptr) return std::nullopt;
        return panels::KnownActions::Action{std::string(tr(action->label)), to_string(action->shortcut),
                                            editor::why_not(*action, desk)};
    };
    systems_.make = [this](std::string_view name) {
        Session& session = document_.session();
        return session.game.make_system(name, session.world, session.keys).value_or(ecs::SystemDescription{});
    };
}

void LentToPanels::lend(panels::Context& context) {
    context.pictures = &pictures_;
    context.lab = &lab_;
    context.known_systems = &systems_;
    context.actions = &actions_;
    context.manual_pictures = &manual_pictures_;
    context.places = &places_;
    if (document_.session().game.find_scene("fragments"))
        context.fragmented_example =
            tr("The scene \"fragments\" shows one case of each. Open it from the menu File, Scenes");
    context.tells_lost = true;
}

void LentToPanels::list_systems() {
    // What they do is said by systems made for a world of their own.
    const Game& game = document_.session().game;
    const Session empty(game);
    systems_.all.clear();
    for (const std::string& name : game.system_names())
        if (const auto system = game.make_system(name, empty.world, empty.keys))
            systems_.all.push_back({name, system->description});
}

Flow LentToPanels::choose_scenario(FileDialog& dialog, std::filesystem::path start) {
    std::filesystem::path file = co_await dialog.choose(FileDialog::Purpose::OpenScenario, start);
    for (;;) {
        // Read now, so that the dialog can say what is wrong; the panel reads it again to show it.
        const auto scenario = lab_.open(file.string());
        if (scenario) break;
        file = co_await dialog.choose_again(scenario.error());
    }
    dialog.close();
    lab_.opened = file.string();
    ++lab_.openings;
}

}  // namespace editor
