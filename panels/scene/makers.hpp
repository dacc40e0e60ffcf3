// What a person can put into the scene, and the requests that do it: shapes, made of the fields that the scene is drawn
// from, prefabs, and whatever else the program offers (SceneLink::makers).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
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

/// The crossings of a grid at which one that the maker makes stands already: of the same components, the same shape,
/// the same prefab. What is painted there once more would lie unseen on the first one.
class PaintedCells {
public:
    PaintedCells() = default;
    PaintedCells(const Context& context, const SceneMaker& maker, float grid);
    /// For a place on the grid.
    bool has(ecs::Vec2 place) const { return !cells_.empty() && cells_.contains(cell_of(place)); }

private:
    std::uint64_t cell_of(ecs::Vec2 place) const;

    float grid_ = 0;
    std::unordered_set<std::uint64_t> cells_;
};

/// The places along a stroke of the mouse, at least `spacing` apart. On a grid, each crossing that is free gets one.
class PaintStroke {
public:
    static constexpr std::size_t most = 5000;

    void begin(ecs::Vec2 at, float spacing, float grid, PaintedCells painted = {});
    void go_to(ecs::Vec2 at);
    const std::vector<ecs::Vec2>& places() const { return places_; }

private:
    void put(ecs::Vec2 at);

    std::vector<ecs::Vec2> places_;
    PaintedCells painted_;
    ecs::Vec2 last_;
    float spacing_ = 1, grid_ = 0;  // grid 0: none
};

}  // namespace panels
