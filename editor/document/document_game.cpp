// How a Document follows the library that its Game comes from.
#include <algorithm>
#include <utility>

#include "editor/base/language.hpp"
#include "editor/document/document.hpp"
#include "editor/session/session_file.hpp"

namespace editor {

namespace {

/// `; Health: added armor (default)`, for as many as fit into a toast.
std::string changes_of(const std::vector<std::string>& warnings) {
    constexpr std::size_t max_shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(max_shown, warnings.size()); ++i) text += "; " + warnings[i];
    if (warnings.size() > max_shown) text += phrase("; and {} more", std::to_string(warnings.size() - max_shown));
    return text;
}

/// Why values would be lost that nobody can carry over; empty when there are none.
std::string why_not_carry_over(const ecs::World& world) {
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        for (const ecs::ComponentId component : archetype.components())
            if (const ecs::ComponentType& type = world.types()[component]; type.made_by_use && !type.is_tag())
                return phrase("{} has no fields that are known by name (Game::register_types describes them)",
                              type.name);
    }
    return {};
}

std::string count_of_systems(const ecs::Schedule& schedule) {
    const std::size_t count = schedule.systems().size();
    return ecs::count_phrase(std::to_string(count), count == 1 ? "system" : "systems");
}

}  // namespace

void Document::watch_game(std::shared_ptr<const GameLibrary> library, double interval_secs) {
    game_watch_.emplace(std::move(library), interval_secs);
}

bool Document::look_at_game(double now_secs) {
    if (!game_watch_) return false;
    std::optional<GameWatch::News> news = game_watch_->update(now_secs);
    if (news && news->library) next_game_ = std::move(news->library);
    if (news && !news->refused.empty())
        ui_.tell(MessageKind::Error, phrase("{}. The world goes on with the code from before", news->refused));
    // A job reads the world, or waits with functions about the present Game; so may the answers of a question.
    const bool free = idle() && follow_ups_.empty() && !next_ && !ui_.dialogs().asking() && !ui_.dialogs().choosing();
    const bool changes = next_game_ && free;
    if (changes) change_game(std::exchange(next_game_, {}));
    return news || changes;
}

Flow Document::change_game(std::shared_ptr<const GameLibrary> library) {
    const std::string problem = why_not_carry_over(session_->world);
    if (!problem.empty()) {
        refuse_game(library, problem);
        co_return;
    }
    const WorldJobs::Load carry_over = [library, code = session_->code(),
                                        carried = carried_world_of(*session_)](ecs::Progress* progress) {
        return with_other_game(carried, library->game(), progress);
    };
    jobs_->make(*session_, library->name(), carry_over);
    loading_title_ = phrase("Carrying the world over into the new {}", library->name());
    carried_into_ = library;
    co_await job_;
    WorldJobs::Outcome outcome = jobs_->take_outcome();
    carried_into_ = {};
    if (outcome.good()) {
        finish_game_change(std::move(outcome.session), library);
    } else if (!outcome.cancelled) {
        refuse_game(library, outcome.problem);
    } else {
        ui_.tell(MessageKind::Note, phrase("{} was cancelled", loading_title_));
        ui_.world_may_change();
    }
}

void Document::refuse_game(const std::shared_ptr<const GameLibrary>& library, const std::string& problem) {
    ui_.tell(MessageKind::Error,
             phrase("{} was built anew, but the world cannot go on with it: {}. It goes on with the code from before",
                    library->name(), problem),
             tr("Begin anew with it"), [this, library] { begin_anew(library); });
    ui_.world_may_change();
}

void Document::finish_game_change(std::unique_ptr<Session> session, const std::shared_ptr<const GameLibrary>& library) {
    take_place_of(*session_, *session);
    std::string text = phrase("{} was loaded anew: {}", library->name(), count_of_systems(session->schedule));
    // What the old code did not know either is no news.
    std::vector<std::string> changes = session->warnings;
    std::erase_if(changes, [&](const std::string& each) {
        const std::vector<std::string>& before = session_->warnings;
        return std::find(before.begin(), before.end(), each) != before.end();
    });
    text += changes_of(changes);
    if (!session_->history.steps().empty()) text += tr("; undo starts here");
    const MessageKind kind = session->losses.empty() ? MessageKind::Good : MessageKind::Warning;
    ui_.game_changes([&] { let_go(std::exchange(session_, std::move(session))); });
    ui_.tell(kind, text);
}

Flow Document::begin_anew(std::shared_ptr<const GameLibrary> library) {
    co_await free_for(phrase("Begin anew with {}", library->name()));
    const Game& game = library->game();
    const Scene* const scene = session_->scene ? game.find_scene(session_->scene->name) : nullptr;
    replace_session(scene ? Session::from_scene(game, *scene, session_->scene_count, session_->seed)
                          : std::make_unique<Session>(game),
                    {});
}

}  // namespace editor
