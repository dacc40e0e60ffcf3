#include "editor/session/saved_questions.hpp"

#include <string_view>

#include "editor/attach/attached_world.hpp"

namespace editor {

std::string place_of(const Session& session) {
    if (session.attached) return "attached:" + session.attached->owner().address();
    if (!session.file.empty()) return place_of(session.file);
    if (session.from_bundle && !session.from_bundle->file.empty()) return place_of(session.from_bundle->file);
    return session.scene == nullptr ? std::string() : "scene:" + session.game.name + "/" + session.scene->name;
}

std::string SavedQuestions::find(const Session& session) const {
    const std::string place = place_of(session);
    if (const auto found = of_this_run_.find(place); found != of_this_run_.end()) return found->second;
    return on_disk(place);
}

std::string SavedQuestions::on_disk(const std::string& place) const {
    return kept_.find_place(place, [](std::string_view text) { return text.ends_with('\n'); }).value_or(std::string());
}

std::string SavedQuestions::remember(const Session& session, const std::string& questions) {
    const std::string place = place_of(session);
    if (place.empty()) return {};
    const auto [known, is_new] = of_this_run_.try_emplace(place);
    if (questions == (is_new ? on_disk(place) : known->second)) {
        known->second = questions;
        return {};
    }
    known->second = questions;
    return kept_.remember_place(place, questions);
}

}  // namespace editor
