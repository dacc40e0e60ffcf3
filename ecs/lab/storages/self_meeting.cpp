#include "ecs/lab/storages/self_meeting.hpp"

#include <array>

#include "ecs/lab/storages/shared_object_game.hpp"

namespace ecs::lab {

std::vector<PairMoment> pairs_met(Mode mode) {
    shared::Game game(mode);
    constexpr std::array<const char*, 3> names{"a", "b", "c"};
    std::array<std::shared_ptr<shared::Player>, names.size()> players;
    for (std::size_t i = 0; i < names.size(); ++i) {  // so far apart that no two players can meet
        players[i] =
            std::make_shared<shared::Player>(shared::Vector2{static_cast<double>(1000 * i), 0}, shared::Vector2{}, 1);
        game.add(players[i]);
    }
    const auto name_of = [&](const shared::Collidable* one) -> std::string {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (one == players[i].get()) return names[i];
        return {};
    };
    std::vector<PairMoment> moments;
    game.on_pair = [&](std::size_t position, const shared::Collidable& first, const shared::Collidable& second) {
        PairMoment moment;
        for (std::size_t i = 0; i < game.collidables().length(); ++i)
            moment.slots.push_back(name_of(game.collidables()[i].get()));
        moment.position = position;
        moment.first = name_of(&first);
        moment.second = name_of(&second);
        moments.push_back(std::move(moment));
    };
    players[0]->delete_();
    game.update_game(0);
    return moments;
}

std::string self_met(Mode mode) {
    std::string met;
    for (const PairMoment& moment : pairs_met(mode))
        if (moment.is_self()) met += (met.empty() ? "" : " ") + moment.first;
    return met.empty() ? "none" : met;
}

}  // namespace ecs::lab
