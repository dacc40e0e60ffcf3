#include "editor/figure_file.hpp"

#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "editor/atomic_file.hpp"
#include "editor/command_line.hpp"
#include "editor/file_error.hpp"
#include "figures/svg.hpp"
#include "temporary_folder.hpp"

using namespace editor;

namespace {

struct Run {
    explicit Run(std::vector<std::string> arguments) {
        std::ostringstream out_stream, err_stream;
        exit_code = run_command_line(arguments, out_stream, err_stream).exit_code;
        out = out_stream.str();
        err = err_stream.str();
    }
    int exit_code = 0;
    std::string out, err;
};

}  // namespace

TEST_CASE("Figure file: layout and shot write the same figure, the same bytes each time", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const std::string a = (folder.path / "a.svg").string(), b = (folder.path / "b.svg").string();
    for (const figures::View view : figures::all_views) {
        std::vector<std::string> tail{"--scene", "stress", "--count", "3000",
                                      "--ticks", "5",      "--view",  std::string(figures::name_of(view))};
        if (figures::needs_archetype(view)) tail.insert(tail.end(), {"--archetype", "Position,Velocity,Shape,Radius"});
        std::vector<std::string> layout{"layout", "--out", a}, shot{"shot", "--out", b};
        layout.insert(layout.end(), tail.begin(), tail.end());
        shot.insert(shot.end(), tail.begin(), tail.end());
        const Run first(layout), second(shot);
        INFO(first.err + second.err);
        REQUIRE(first.exit_code == 0);
        REQUIRE(second.exit_code == 0);
        CHECK(first.out.empty());
        CHECK(read_file(a) == read_file(b));
        CHECK(read_file(a).find("scene stress, seed 1 · tick 5 ·") != std::string::npos);
    }
}

TEST_CASE("Figure file: what is written is what was taken, though the world ran on", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const auto session = Session::from_scene(*find_scene("chase"));
    const Figure figure = take_figure(*session, {figures::View::Archetypes});
    const std::string svg = figures::to_svg(figure.drawing, figures::Theme::Dark);
    for (int i = 0; i < 30; ++i) session->tick();
    write_figure(figure, {.theme = figures::Theme::Dark, .scale = 1}, folder.path / "a.svg");
    CHECK(read_file(folder.path / "a.svg") == svg);
    write_figure(figure, {}, folder.path / "a.csv");
    CHECK(read_file(folder.path / "a.csv") == figure.csv);
    CHECK(figure_name(*session, {figures::View::Chunk, 0, 3}) == "chase-chunk-3");
    CHECK(figure_name(*session, {figures::View::Treemap}) == "chase-treemap");
}

TEST_CASE("Figure file: what is wrong is one sentence", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const std::string no_folder = (folder.path / "no" / "a.svg").string();
    struct Case {
        std::vector<std::string> arguments;
        int exit_code;
        std::string part;
    };
    const Case cases[] = {
        {{"layout", "--scene", "chase", "--view", "treemap"}, 2, "needs --out FILE.svg|.png|.csv"},
        {{"layout", "--scene", "chase", "--view", "treemap", "--out", "a.gif"},
         2,
         "--out of a view ends in .svg, .png or .csv, found \"a.gif\""},
        {{"layout", "--scene", "chase", "--view", "pie", "--out", "a.svg"}, 2, "--view: must be archetypes, treemap"},
        {{"layout", "--scene", "chase", "--out", "a.svg"}, 2, "the view chunk needs --archetype A,B,C"},
        {{"layout", "--scene", "chase", "--view", "treemap", "--archetype", "Name", "--out", "a.svg"},
         2,
         "the view treemap shows all archetypes: leave --archetype out"},
        {{"layout", "--scene", "chase", "--view", "treemap", "--json", "--out", "a.svg"}, 2, "--json is printed"},
        {{"layout", "--scene", "chase", "--archetype", "Name", "--theme", "dark"}, 2, "they need --out"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--chunk", "1"}, 2, "they need --view NAME"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--view", "map", "--size", "100x100"}, 2, "--scale makes"},
        {{"layout", "--scene", "stress", "--archetype", "Name,Arena", "--chunk", "7", "--out", "a.svg"},
         1,
         "there is no chunk 7: the archetype has 1 chunk, counted from 0"},
        {{"layout", "--scene", "chase", "--view", "treemap", "--out", no_folder}, 1, "no/a.svg"},
    };
    for (const Case& c : cases) {
        const Run run(c.arguments);
        INFO(run.err);
        CHECK(run.exit_code == c.exit_code);
        CHECK_THAT(run.err, test::contains(c.part));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    }
    const auto session = Session::from_scene(*find_scene("chase"));
    CHECK_THROWS_AS(write_figure(take_figure(*session, {figures::View::Treemap}), {}, folder.path / "a.gif"),
                    FileError);
}
