// 002-C1: everything that the article computes with the compiler, in a file for which RTTI is off.
#include "lab/support/seed_002.hpp"

#if defined(__GXX_RTTI)
#error "this file must be compiled with -fno-rtti"
#endif

namespace game {
struct Position : seed_002::article::Component<Position> {
    int coordinates[6];
};
}  // namespace game

namespace seed_002 {

static_assert(article::TypeInfo::create<Position>() == article::TypeInfo::create<Position>());
static_assert(!(article::TypeInfo::create<Position>() == article::TypeInfo::create<Scale>()));
static_assert(article::TypeInfo::create<Position>().name() == "Position");
static_assert(article::TypeInfo::create<Scale>().name() == "Scale");
static_assert(article::TypeInfo::create<Position>().size() == 8);
static_assert(article::Archetype::create<Position, Scale>() == article::Archetype::create<Scale, Position>());

article::TypeInfo position_info_without_rtti() { return article::TypeInfo::create<Position>(); }
article::TypeInfo game_position_info_without_rtti() { return article::TypeInfo::create<game::Position>(); }

}  // namespace seed_002
