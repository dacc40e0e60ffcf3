#include "editor/jobs/figure_file.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <sys/stat.h>

#include "catch.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "figures/drawing/svg.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"
#include "files/support/hostile_disk.hpp"
#include "files/support/temporary_folder.hpp"

namespace figure_file_test {

using namespace editor;
using namespace files;

using Run = CommandLineRun;

TEST_CASE("Figure file: layout and shot write the same figure, the same bytes each time", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const std::string a = (folder.path / "a.svg").string(), b = (folder.path / "b.svg").string();
    for (const figures::FigureDescriptor& figure : figures::all_figures()) {
        std::vector<std::string> tail{"--scene", "traffic", "--count", "3000",
                                      "--ticks", "5",       "--view",  std::string(figure.name)};
        if (figure.needs_archetype() || figure.scope == figures::FigureScope::Components)
            tail.insert(tail.end(), {"--archetype", "Position,Velocity,Shape,Radius"});
        if (figure.needs_system) tail.insert(tail.end(), {"--system", "Movement"});
        std::vector<std::string> layout{"layout", "--out", a}, shot{"shot", "--out", b};
        layout.insert(layout.end(), tail.begin(), tail.end());
        shot.insert(shot.end(), tail.begin(), tail.end());
        const Run first(layout), second(shot);
        INFO(first.err + second.err);
        REQUIRE(first.exit_code == 0);
        REQUIRE(second.exit_code == 0);
        CHECK(first.out.empty());
        CHECK(read_file(a) == read_file(b));
        CHECK(read_file(a).find("scene traffic, seed 1 · tick 5 · drawn by Chunkscope") != std::string::npos);
    }
}

TEST_CASE("Figure file: what is written is what was taken, though the world ran on", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const auto session = demo::start("chase");
    const Figure figure = take_figure(*session, {figures::FigureKind::Archetypes});
    const std::string svg = figures::to_svg(figure.drawing, figures::Theme::Dark);
    for (int i = 0; i < 30; ++i) session->tick();
    write_figure(figure, {.theme = figures::Theme::Dark, .scale = 1}, folder.path / "a.svg");
    CHECK(read_file(folder.path / "a.svg") == svg);
    write_figure(figure, {}, folder.path / "a.csv");
    CHECK(read_file(folder.path / "a.csv") == figure.csv);
    CHECK(figure_name(*session, {figures::FigureKind::Chunk, 0, 3}) == "chase-chunk-3");
    CHECK(figure_name(*session, {figures::FigureKind::Treemap}) == "chase-treemap");
    CHECK(figure_name(*session, {figures::FigureKind::Lines, 0, 3, "My/system"}) == "chase-lines-3-My-system");
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
        {{"layout", "--scene", "chase", "--view", "traffic", "--out", "a.svg"}, 2, "it needs --ticks N"},
        {{"layout", "--scene", "chase", "--view", "move", "--out", "a.svg"}, 2, "it needs --ticks N"},
        {{"layout", "--scene", "chase", "--view", "traffic", "--ticks", "9", "--out", "a.svg"},
         1,
         "no row moved in the ticks that were counted"},
        {{"layout", "--scene", "chase", "--view", "move", "--ticks", "9", "--out", "a.svg"},
         1,
         "there is no structural change to show"},
        {{"layout", "--scene", "chase", "--view", "layout", "--out", "a.svg"}, 2, "any components, in the order"},
        {{"layout", "--scene", "chase", "--view", "lines", "--archetype", "Name", "--out", "a.svg"},
         2,
         "the view lines needs --system NAME"},
        {{"layout", "--scene", "chase", "--view", "map", "--archetype", "Name", "--system", "Seek", "--out", "a.svg"},
         2,
         "--system is for the view lines"},
        {{"layout", "--scene", "stress", "--view", "lines", "--archetype", "Name,Arena", "--system", "Movment", "--out",
          "a.svg"},
         1,
         "there is no system \"Movment\"; did you mean \"Movement\"?"},
        {{"layout", "--scene", "stress", "--view", "lines", "--archetype", "Name,Arena", "--system", "Spin", "--out",
          "a.svg"},
         1,
         "Spin declares no component with bytes in this chunk"},
        {{"layout", "--scene", "chase", "--system", "Seek"}, 2, "needs --out"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--system", "Seek"}, 2, "they need --view NAME"},
    };
    for (const Case& c : cases) {
        const Run run(c.arguments);
        INFO(run.err);
        CHECK(run.exit_code == c.exit_code);
        CHECK_THAT(run.err, test::contains(c.part));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    }
    const auto session = demo::start("chase");
    CHECK_THROWS_AS(write_figure(take_figure(*session, {figures::FigureKind::Treemap}), {}, folder.path / "a.gif"),
                    FileError);
}

TEST_CASE("Figure file: traffic counts every move of the ticks that were run, however many in one of them",
          "[editor][figure_file]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path / "a.csv").string();
    const Run run(
        {"layout", "--scene", "traffic", "--count", "50000", "--ticks", "25", "--view", "traffic", "--out", file});
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    // The same ticks, counted from what is frozen before and after each.
    const auto session = demo::start("traffic", 50'000);
    std::uint64_t moves = 0;
    ecs::Journal journal(1'000'000);
    session->world.observe(&journal);
    for (int i = 0; i < 25; ++i) session->tick();
    for (std::size_t i = 0; i < journal.size(); ++i) moves += journal[i].kind == ecs::ChangeKind::Moved ? 1 : 0;
    session->world.observe(nullptr);
    REQUIRE(journal.dropped() == 0);
    REQUIRE(moves > 20'000);
    std::istringstream lines(read_file(file));
    std::string line;
    std::uint64_t counted = 0;
    REQUIRE(std::getline(lines, line));
    while (std::getline(lines, line)) {
        CHECK_THAT(line, test::contains(",exact"));
        // …,moves,bytes,returns,ping_pong,ticks,kind_of_number
        std::size_t comma = line.size();
        for (int back = 0; back < 6; ++back) comma = line.rfind(',', comma - 1);
        counted += std::stoull(line.substr(comma + 1));
    }
    CHECK(counted == moves);
}

TEST_CASE("Figure file: where nothing can be written there is one sentence, and nothing is left behind",
          "[editor][figure_file]") {
    const TemporaryFolder folder;
    REQUIRE(::chmod(folder.path.c_str(), 0777) == 0);
    for (const char* extension : {"svg", "csv"}) {  // a PNG is written in the same way, but needs fonts
        const std::string name = std::string("a.") + extension, file = (folder.path / name).string();
        const auto draw = [&] {
            return Run({"layout", "--scene", "stress", "--view", "chunk", "--archetype",
                        "Position,Velocity,Shape,Radius", "--scale", "0.5", "--out", file});
        };
        const auto check_refused = [&](const Run& run, const std::string& why) {
            INFO(run.err);
            CHECK(run.exit_code == 1);
            CHECK(run.err == "chunkscope layout: " + file + ": cannot be written: " + why + "\n");
        };
        folder.write(name, "old");
        {
            const SmallFiles limit(1000);
            check_refused(draw(), "it would be larger than files may be here");
        }
        CHECK(folder.read(name) == "old");
        REQUIRE(::chmod(file.c_str(), 0666) == 0);
        REQUIRE(::chmod(folder.path.c_str(), 0555) == 0);
        {
            const Nobody nobody;
            check_refused(draw(), "you may not write in the folder " + folder.path.string());
        }
        REQUIRE(::chmod(folder.path.c_str(), 0777) == 0);
        CHECK(folder.read(name) == "old");
        std::filesystem::remove(file);
        if (std::filesystem::exists("/dev/full")) {
            std::filesystem::create_symlink("/dev/full", file);
            check_refused(draw(), "the disk is full");
            std::filesystem::remove(file);
        }
        CHECK(std::filesystem::is_empty(folder.path));
    }
}

TEST_CASE("Figure file: progress grows to the end, and a cancel leaves nothing", "[editor][figure_file]") {
    const TemporaryFolder folder;
    const auto session = demo::start("chase");
    const Figure figure = take_figure(*session, {figures::FigureKind::Archetypes});
    const auto files_in_folder = [&] {
        return std::distance(std::filesystem::directory_iterator(folder.path), std::filesystem::directory_iterator());
    };
    for (const char* name : {"a.svg", "a.png", "a.csv"}) {
        INFO(name);
        const std::filesystem::path file = folder.path / name;
        {
            ecs::Progress cancelled;
            cancelled.cancel();
            CHECK_THROWS_AS(write_figure(figure, {}, file, &cancelled), files::Cancelled);
            CHECK(files_in_folder() == 0);
        }
        write_file(file, "before");
        {
            ecs::Progress cancelled;
            cancelled.cancel();
            CHECK_THROWS_AS(write_figure(figure, {}, file, &cancelled), files::Cancelled);
            CHECK(read_file(file) == "before");
            CHECK(files_in_folder() == 1);
        }
        ecs::Progress progress;
        write_figure(figure, {}, file, &progress);
        CHECK(progress.done() == progress.total());
        CHECK(progress.doing() == "Writing the file");
        CHECK(read_file(file) != "before");
        std::filesystem::remove(file);
    }
}

}  // namespace figure_file_test
