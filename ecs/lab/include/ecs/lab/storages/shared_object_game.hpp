// The game of article 004: players and bullets, each in the containers of its abilities. The scene of bullets and
// players runs it, with the fault of its loop (004-L1): it takes pairs from a container that is being compacted, so
// an object that moved left is met again. Repaired compacts first.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ecs/lab/storages/shared_object.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab::shared {

struct Vector2 {
    double x = 0, y = 0;
};

struct Rect {
    double x = 0, y = 0, w = 0, h = 0;
};
/// Whether the rectangles share more than an edge.
bool overlap(const Rect& a, const Rect& b);

class Drawable : public virtual Shareable {
public:
    virtual void draw() = 0;
};

class Updatable : public virtual Shareable {
public:
    virtual void update(double seconds) = 0;
};

class Collidable : public virtual Shareable {
public:
    virtual Rect bounds() const = 0;
    virtual void on_collision(Collidable& other) = 0;
};

class Destructible : public virtual Shareable {
public:
    virtual void take_damage(int amount) = 0;
    virtual bool is_dead() const = 0;
};

class Player : public ShareableImpl, public Drawable, public Updatable, public Collidable, public Destructible {
public:
    Player(Vector2 position, Vector2 velocity, int health)
        : position_(position), velocity_(velocity), health_(health) {}

    void draw() override { ++draws_; }
    void update(double seconds) override;
    /// 20 by 20, around the position.
    Rect bounds() const override { return {position_.x - 10, position_.y - 10, 20, 20}; }
    void on_collision(Collidable&) override { ++collisions_; }
    /// A player without health left is deleted.
    void take_damage(int amount) override;
    bool is_dead() const override { return health_ <= 0; }

    Vector2 position() const { return position_; }
    int health() const { return health_; }
    int draws() const { return draws_; }
    int collisions() const { return collisions_; }

private:
    Vector2 position_, velocity_;
    int health_, draws_ = 0, collisions_ = 0;
};

/// Hurts the first object that can be hurt, and is then deleted.
class Bullet : public ShareableImpl, public Drawable, public Updatable, public Collidable {
public:
    Bullet(Vector2 position, Vector2 velocity) : position_(position), velocity_(velocity) {}

    void draw() override { ++draws_; }
    void update(double seconds) override;
    /// 4 by 4, around the position.
    Rect bounds() const override { return {position_.x - 2, position_.y - 2, 4, 4}; }
    void on_collision(Collidable& other) override;

    Vector2 position() const { return position_; }
    int draws() const { return draws_; }

private:
    Vector2 position_, velocity_;
    int draws_ = 0;
};

class Game {
public:
    explicit Game(Mode mode) : mode_(mode) {}

    void add(std::shared_ptr<Player> player);
    void add(std::shared_ptr<Bullet> bullet);
    /// Updates all objects, lets all collide in pairs, deletes the dead.
    void update_game(double seconds);
    void draw_game();

    const Slice<Drawable>& drawables() const { return drawables_; }
    const Slice<Updatable>& updatables() const { return updatables_; }
    const Slice<Collidable>& collidables() const { return collidables_; }
    const Slice<Destructible>& destructibles() const { return destructibles_; }
    /// The pairs that collided in the last update.
    struct Collision {
        const Collidable* first;
        const Collidable* second;
        friend bool operator==(const Collision&, const Collision&) = default;
    };
    const std::vector<Collision>& collisions() const { return collisions_; }
    /// Called before each pair is asked whether it collides. `position` is that of the first object in collidables(),
    /// in the state in which the pass has left it. Empty at first.
    std::function<void(std::size_t position, const Collidable& first, const Collidable& second)> on_pair;

private:
    void collide(std::size_t position, Collidable& first, Collidable& second);
    void collide_all();

    Mode mode_;
    Slice<Drawable> drawables_;
    Slice<Updatable> updatables_;
    Slice<Collidable> collidables_;
    Slice<Destructible> destructibles_;
    std::vector<Collision> collisions_;
};

}  // namespace ecs::lab::shared
