#include <cstdlib>
#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/support/busy_world.hpp"
#include "figures/support/figure_world.hpp"

namespace golden_test {

using figures::FigureKind;

namespace {

/// Compares with the file of that name in tests/figures/golden. CHUNKSCOPE_WRITE_GOLDEN=1 writes them anew: look at the
/// difference, and at the pictures, before it is committed.
void check_golden(const std::string& name, std::string text) {
    // The version in the caption changes with each release, and nothing else may.
    const std::string version = "Chunkscope " CHUNKSCOPE_VERSION;
    for (std::size_t at = 0; (at = text.find(version, at)) != std::string::npos;)
        text.replace(at, version.size(), "Chunkscope 0.0.0");
    const std::string file = std::string(GOLDEN_DIR) + "/" + name;
    if (std::getenv("CHUNKSCOPE_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
    std::ifstream opened(file, std::ios::binary);
    const std::string golden{std::istreambuf_iterator<char>(opened), std::istreambuf_iterator<char>()};
    INFO(name);
    CHECK(text.size() == golden.size());
    const bool same = text == golden;
    CHECK(same);
}

}  // namespace

// Each build of each compiler runs these: what they make is the same byte for byte.
TEST_CASE("Golden: figures of a known world are as they were", "[figures][golden]") {
    const test::FigureWorld f;
    for (const figures::FigureDescriptor& figure : figures::all_figures()) {
        const FigureKind kind = figure.kind;
        const ecs::ArchetypeId id = figure.needs_archetype() ? f.fighters : ecs::no_archetype;
        const std::string name(figure.name);
        check_golden(name + ".svg", figures::to_svg(f.draw(kind, id), figures::Theme::Light));
        check_golden(name + ".csv", figures::make_csv({f.world, &f.schedule}, f.request(kind, id)));
    }
    check_golden("chunk-dark.svg", figures::to_svg(f.draw(FigureKind::Chunk, f.movers, 2), figures::Theme::Dark));

    const test::BusyWorld busy;
    for (const FigureKind kind : {FigureKind::Traffic, FigureKind::Move, FigureKind::Doctor}) {
        const std::string name = "busy-" + std::string(figures::descriptor_of(kind).name);
        check_golden(name + ".svg", figures::to_svg(busy.draw(kind), figures::Theme::Light));
        check_golden(name + ".csv", figures::make_csv({busy.world, &busy.schedule}, busy.request(kind)));
    }
}

}  // namespace golden_test
