#include "report.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <thread>

#include "goals.hpp"

namespace bench {

namespace {

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

const char* compiler() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

std::string count(std::size_t n) {
    if (n % 1'000'000 == 0) return std::to_string(n / 1'000'000) + "M";
    if (n % 1'000 == 0) return std::to_string(n / 1'000) + "k";
    return std::to_string(n);
}

std::string spread(const Spread& of) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f-%.2f", of.low, of.high);
    return text.data();
}

}  // namespace

void print_json(const Measurement& m) {
    std::printf("{\"row\": \"%s\", \"n\": %zu, \"ns\": %.6g, \"floor_ns\": %.6g, \"ratio\": %.6g}\n", m.row.c_str(),
                m.n, m.ecs.median, m.floor.median, m.ratio.median);
    std::fflush(stdout);
}

void print_heading() {
    std::printf("%s, %u cores; %s; %s\n", processor().c_str(), std::thread::hardware_concurrency(), compiler(),
                BENCH_FLAGS);
    std::printf("Nanoseconds an entity, medians; the ratio is the median of neighbours, behind it its quartiles.\n\n");
    std::printf("%-18s %6s %10s %10s %8s  %-13s %-14s\n", "row", "n", "ns", "floor ns", "ratio", "quartiles", "goal");
}

void print_line(const Measurement& m) {
    std::printf("%-18s %6s %10.2f %10.2f %8.3f  %-13s", m.row.c_str(), count(m.n).c_str(), m.ecs.median, m.floor.median,
                m.ratio.median, spread(m.ratio).c_str());
    if (const auto goal = goal_of(m.row, m.n))
        std::printf(" %-14s %s", to_string(*goal).c_str(), met(*goal, m) ? "met" : "MISSED");
    if (m.meter == Meter::Memory) std::printf(" (bytes)");
    if (m.meter == Meter::Ticks) std::printf(" (ticks)");
    if (m.megabytes_per_second != 0)
        std::printf(" (%.0f MB/s, floor %.0f MB/s)", m.megabytes_per_second, m.floor_megabytes_per_second);
    std::printf("\n");
    std::fflush(stdout);
}

void print_summary(const std::vector<Measurement>& measurements) {
    const GoalCount count = count_goals(measurements);
    if (count.met + count.missed != 0) std::printf("\n%zu of %zu goals met\n", count.met, count.met + count.missed);
}

}  // namespace bench
