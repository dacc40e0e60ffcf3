#include "panels/base/link.hpp"

#include "catch.hpp"

namespace link_test {

TEST_CASE("Link: it leads to its entity, and nothing else is one", "[panels][link]") {
    CHECK(panels::link_to({15, 1}) == "chunkscope:entity=15v1");
    CHECK(panels::entity_of_link("chunkscope:entity=15v1") == ecs::Entity{15, 1});
    for (const char* text : {"", "15v1", "chunkscope:entity=", "chunkscope:entity=15", "chunkscope:entity=15v1 ",
                             "chunkscope:entity=0v1", "xchunkscope:entity=15v1"})
        CHECK_FALSE(panels::entity_of_link(text));
}

}  // namespace link_test
