#include "figures/drawing/role_bytes.hpp"

#include "catch.hpp"
#include "figures/support/figure_world.hpp"

namespace role_bytes_test {

TEST_CASE("Role bytes: the sum over all chunks is what the archetype takes", "[figures][role_bytes]") {
    const test::FigureWorld f;
    for (const ecs::ArchetypeId id : {f.movers, f.fighters, f.single}) {
        const ecs::Archetype& archetype = f.archetype(id);
        figures::RoleBytes sum;
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
            const figures::RoleBytes own = figures::role_bytes(archetype, chunk);
            CHECK(own.total() == archetype.layout().block_bytes);
            sum += own;
        }
        const figures::RoleBytes all = figures::role_bytes(archetype);
        CHECK(all.of_role == sum.of_role);
        CHECK(all.total() == archetype.bytes());
        CHECK(all[ecs::ByteRole::Header] == 64 * archetype.chunk_count());
        CHECK(all[ecs::ByteRole::Entity] == 8 * archetype.entity_count());
    }
    // Three bytes behind the shield of each of the forty.
    CHECK(figures::role_bytes(f.archetype(f.fighters))[ecs::ByteRole::Padding] >= 40 * 3);
    CHECK(figures::role_bytes(f.archetype(0)).total() == f.archetype(0).bytes());
}

}  // namespace role_bytes_test
