#include "ecs/lab/storages/shared_object_game.hpp"

namespace ecs::lab::shared {

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.x + b.w && a.x + a.w > b.x && a.y < b.y + b.h && a.y + a.h > b.y;
}

void Player::update(double seconds) {
    position_ = {position_.x + velocity_.x * seconds, position_.y + velocity_.y * seconds};
}

void Player::take_damage(int amount) {
    health_ -= amount;
    if (is_dead()) delete_();
}

void Bullet::update(double seconds) {
    position_ = {position_.x + velocity_.x * seconds, position_.y + velocity_.y * seconds};
}

void Bullet::on_collision(Collidable& other) {
    auto* target = dynamic_cast<Destructible*>(&other);
    if (target == nullptr || deleted()) return;
    target->take_damage(1);
    delete_();
}

void Game::add(std::shared_ptr<Player> player) {
    drawables_.append(player);
    updatables_.append(player);
    collidables_.append(player);
    destructibles_.append(player);
}

void Game::add(std::shared_ptr<Bullet> bullet) {
    drawables_.append(bullet);
    updatables_.append(bullet);
    collidables_.append(bullet);
}

void Game::collide(std::size_t position, Collidable& first, Collidable& second) {
    if (on_pair) on_pair(position, first, second);
    if (!overlap(first.bounds(), second.bounds())) return;
    collisions_.push_back({&first, &second});
    first.on_collision(second);
    second.on_collision(first);
}

void Game::collide_all() {
    if (mode_ == Mode::Faithful) {
        for (auto [position, first] : compacting_all(collidables_))
            for (const auto& second : collidables_.from(position + 1))
                if (!second->deleted()) collide(position, *first, *second);
        return;
    }
    each_living(collidables_, [&](std::size_t i, Collidable& first) {
        for (const auto& second : collidables_.from(i + 1)) {
            if (first.deleted()) break;
            if (!second->deleted()) collide(i, first, *second);
        }
    });
}

void Game::update_game(double seconds) {
    collisions_.clear();
    for (auto [position, updatable] : compacting_all(updatables_)) updatable->update(seconds);
    collide_all();
    for (auto [position, destructible] : compacting_all(destructibles_))
        if (destructible->is_dead()) destructible->delete_();
}

void Game::draw_game() {
    for (auto [position, drawable] : compacting_all(drawables_)) drawable->draw();
}

}  // namespace ecs::lab::shared
