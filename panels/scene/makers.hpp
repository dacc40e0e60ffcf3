// What a person can put into the scene, and the requests that do it: shapes, made of the fields that the scene is drawn
// from, prefabs, and whatever else the program offers (SceneLink::makers).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panels/base/panel.hpp"

namespace panels {

/// Shapes first, then prefabs. Empty where nothing can have a place.
std::vector<SceneMaker> makers_of(const Context& context);
/// Which outline a maker of makers_of() draws at the mouse: 0 a circle, 1 a square, 2 a triangle, 3 a diamond.
int outline_kind(const SceneMaker& maker);

/// Creates one at each place, as one step, under names that are free, and selects them.
void request_make(const Context& context, const SceneMaker& maker, std::span<const ecs::Vec2> places);

/// The nearest crossing of a grid.
ecs::Vec2 on_grid(ecs::Vec2 place, float grid);

/// Where the world has what a maker makes: the same components, the same shape, the same prefab. What is painted there
/// once more would lie unseen on the first one.
class PaintedPlaces {
public:
    PaintedPlaces() = default;
    /// `apart` > 0 is the grid, or the spacing of a stroke without one.
    PaintedPlaces(const Context& context, const SceneMaker& maker, float apart);
    /// Less than half of `apart` away, in x and in y.
    bool near(ecs::Vec2 place) const;

private:
    /// Of a square with sides of `apart_`; the neighbour of `place` in steps of x and y.
    std::uint64_t cell_of(ecs::Vec2 place, int x_steps = 0, int y_steps = 0) const;

    float apart_ = 1;
    std::unordered_multimap<std::uint64_t, ecs::Vec2> places_;  // by cell
};

/// The places along a stroke of the mouse, at least `spacing` apart. On a grid, each crossing that is free gets one.
/// Without a grid, a place that is painted already is left out, unless the stroke is a single click.
class PaintStroke {
public:
    static constexpr std::size_t most = 5000;

    void begin(ecs::Vec2 at, float spacing, float grid, PaintedPlaces painted = {});
    void go_to(ecs::Vec2 at);
    const std::vector<ecs::Vec2>& places() const { return places_; }

private:
    void put(ecs::Vec2 at);

    std::vector<ecs::Vec2> places_;
    PaintedPlaces painted_;
    ecs::Vec2 last_;
    float spacing_ = 1, grid_ = 0;  // grid 0: none
    bool first_taken_ = false;      // the first place is painted already, and was put for a click
};

}  // namespace panels
