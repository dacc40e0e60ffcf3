#include "figures/lab/bench_figure.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/support/csv_reader.hpp"
#include "figures/support/svg_reader.hpp"

namespace bench_figure_test {

using namespace ecs::lab;

namespace {

Spread around(double median, double part) {
    const double off = median * part;
    return {median - off, median, median + off, median - off, median + off};
}

/// Fixed numbers: a figure is a function of them.
BenchResult fixed(double part = 0.05) {
    BenchResult result;
    result.kind = BenchKind::Iterate;
    result.repetitions = 15;
    for (const std::uint64_t entities : {100u, 1'000u, 10'000u})
        for (const StorageKind kind : storage_kinds) {
            BenchRow row;
            row.subject = name_of(kind);
            row.title = title_of(kind);
            row.detail = origin_of(kind);
            row.entities = entities;
            row.operations = entities / 2;
            row.rounds = 1'000'000 / entities;
            const double ns =
                16.0 / std::pow(2.0, static_cast<double>(kind)) * std::sqrt(static_cast<double>(entities) / 100);
            row.ns = around(ns, part);
            result.rows.push_back(row);
        }
    return result;
}

BenchMachine machine() { return {"Some Processor", 2, "g++ 12.2.0", "Release -O3", true, false, false}; }

std::string svg_of(const BenchResult& result, const BenchMachine& on = machine()) {
    return figures::to_svg(figures::lab::draw_bench(result, on), figures::Theme::Light);
}

void check_golden(const std::string& name, std::string text) {
    const std::string version = "Chunkscope " CHUNKSCOPE_VERSION;
    for (std::size_t at = 0; (at = text.find(version, at)) != std::string::npos;)
        text.replace(at, version.size(), "Chunkscope 0.0.0");
    const std::string file = std::string(GOLDEN_DIR) + "/" + name;
    if (std::getenv("CHUNKSCOPE_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
    std::ifstream opened(file, std::ios::binary);
    const std::string golden{std::istreambuf_iterator<char>(opened), std::istreambuf_iterator<char>()};
    INFO(name);
    const bool same = text == golden;
    CHECK(same);
}

}  // namespace

TEST_CASE("Bench figure: fixed numbers give the same bytes as ever", "[figures][lab][golden]") {
    check_golden("lab-bench.svg", svg_of(fixed()));
    check_golden("lab-bench.csv", figures::lab::bench_csv(fixed(), machine()));
}

TEST_CASE("Bench figure: it has the badge, the machine, and a sentence that names a winner only when there is one",
          "[figures][lab]") {
    const std::string clear = svg_of(fixed());
    CHECK(clear.find("MEASURED") != std::string::npos);
    CHECK(clear.find("EXACT") == std::string::npos);
    CHECK(clear.find("Some Processor") != std::string::npos);
    CHECK(clear.find("10,000 entities: Chunks took the least time") != std::string::npos);
    CHECK(clear.find("ns per matching entity") != std::string::npos);
    CHECK(svg_of(fixed(0.4)).find("No winner: the intervals of Chunks and Objects overlap") != std::string::npos);
    BenchMachine debug = machine();
    debug.optimised = false;
    CHECK(svg_of(fixed(), debug).find("its times mean nothing") != std::string::npos);
    CHECK(svg_of({}).find("Nothing was measured") != std::string::npos);
}

TEST_CASE("Bench figure: a bar is as high as its interval, on the same scale for all", "[figures][lab]") {
    const test::Element root = test::read_xml(svg_of(fixed()));
    // The interval is the same part of each median, so on a logarithmic axis all bars are equally high.
    double height = 0;
    for (const StorageKind kind : storage_kinds) {
        const auto& group = root.by_id("subject-" + std::string(name_of(kind)));
        std::size_t bars = 0;
        for (const test::Element& line : group.children) {
            if (line.name != "line" || line.attributes.at("stroke-width") != "1.5" ||
                line.number("x1") != line.number("x2"))
                continue;
            const double long_ = std::abs(line.number("y2") - line.number("y1"));
            if (height == 0) height = long_;
            CHECK(long_ == Approx(height).margin(0.1));
            ++bars;
        }
        CHECK(bars == 3);
    }
    CHECK(height > 5);
}

TEST_CASE("Bench figure: the table has a line for each subject and number of entities", "[figures][lab]") {
    const auto lines = test::read_csv(figures::lab::bench_csv(fixed(), machine()));
    REQUIRE(lines.size() == 1 + 18);
    CHECK(lines[0][0] == "bench");
    CHECK(lines[1][0] == "iterate");
    CHECK(lines[1][1] == "000");
    CHECK(lines[1][2] == "100");
    CHECK(std::stod(lines[1][7]) == Approx(16));
    CHECK(lines[1].back() == "Release -O3");
}

}  // namespace bench_figure_test
