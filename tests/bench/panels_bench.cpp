// chunkscope_panels_bench: what a frame of the Chunks panel costs, against its goal: 5,000 chunks in at most 0.25 ms,
// 100,000 in at most 1 ms; then what the Query panel costs with 1,000,000 entities, a Host with 100,000, 1,000 watches,
// 300 systems, what stops and rewinds them, a drag of 10,000 shapes, and every panel over a world of 1,000,000 (--only
// inspect). Each row of the Chunks panel does one thing to the world or the panel before every frame and measures the
// CPU time of the panel's show() alone; uploading is a copy of the picture's rows that changed, as a driver makes it.
// Rows without a goal look up each of 10,000 selected entities, which is not what the map costs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "cpu_clock.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/journal.hpp"
#include "entities_bench.hpp"
#include "host_bench.hpp"
#include "inspector_bench.hpp"
#include "million_bench.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "query_bench.hpp"
#include "scene_bench.hpp"
#include "stops_bench.hpp"
#include "systems_bench.hpp"
#include "watch_bench.hpp"

namespace {

/// What rows consist of: some 100 a chunk in the smaller world, 4 in the larger, which would have ten million else.
template <std::size_t bytes_a_row>
struct Body {
    Body() {}  // pages that nobody looks at need no memory
    std::array<std::byte, bytes_a_row> bytes;
};
using Light = Body<152>;
using Heavy = Body<3800>;
template <int N>
struct Tag {};

constexpr std::size_t archetypes = 50;
const ImVec2 panel_size{1900, 820};
constexpr std::size_t moves_a_frame = 4'000;

struct CopyingStore final : panels::PictureStore {
    std::vector<std::uint32_t> texture;
    std::uint64_t id = 0, revision = 0;
    std::size_t bytes = 0;  // of the last frame

    std::uintptr_t texture_of(const panels::Picture& picture) override {
        if (id != picture.id || texture.size() != picture.pixels.size()) revision = 0;
        id = picture.id;
        texture.resize(picture.pixels.size());
        const auto width = static_cast<std::size_t>(picture.width);
        for (std::size_t row = 0; row < picture.row_revisions.size(); ++row) {
            if (picture.row_revisions[row] <= revision) continue;
            std::memcpy(texture.data() + row * width, picture.pixels.data() + row * width, width * 4);
            bytes += width * 4;
        }
        revision = picture.revision;
        return 1;
    }
};

class Bench {
public:
    Bench(std::size_t chunks, std::size_t frames) : chunks_(chunks), frames_(frames) {
        style_.theme = &panels::theme_named(style_.theme_name);
        panels::apply_style(style_, ImGui::GetStyle());
        world_.types().add<Light>("bench::Light");
        world_.types().add<Heavy>("bench::Heavy");
        const ecs::ComponentId body = chunks > 5'000 ? world_.id<Heavy>() : world_.id<Light>();
        tags_ = {world_.types().add<Tag<0>>("bench::Tag0").id(), world_.types().add<Tag<1>>("bench::Tag1").id(),
                 world_.types().add<Tag<2>>("bench::Tag2").id(), world_.types().add<Tag<3>>("bench::Tag3").id(),
                 world_.types().add<Tag<4>>("bench::Tag4").id(), world_.types().add<Tag<5>>("bench::Tag5").id()};
        for (std::size_t kind = 0; kind < archetypes; ++kind) {
            std::vector<ecs::ComponentId> components{body};
            for (std::size_t bit = 0; bit < tags_.size(); ++bit)
                if ((kind >> bit & 1) != 0) components.push_back(tags_[bit]);
            const ecs::Entity first = world_.create_with(components);
            std::vector<ecs::Entity> more(chunks / archetypes * world_.archetype_of(first).layout().capacity);
            world_.create_many(more, components);
            // A block grows until it has the size of a chunk; what fits then is known only now.
            const ecs::Archetype& archetype = world_.archetype_of(first);
            while (archetype.chunk_count() < chunks / archetypes) {
                more.resize((chunks / archetypes - archetype.chunk_count()) * archetype.layout().capacity);
                world_.create_many(more, components);
            }
        }
        for (ecs::ArchetypeId id = 0; id < world_.archetype_count(); ++id)
            for (std::size_t chunk = 0; chunk < world_.archetype(id).chunk_count(); ++chunk)
                for (const ecs::Entity entity : world_.archetype(id).chunk(chunk).entities())
                    entities_.push_back(entity);
        world_.observe(&journal_);
        panel_.load_settings("all");
    }

    enum class Goal { Map, None };
    void row(const char* what, const std::function<void(std::size_t)>& before_frame, Goal has = Goal::Map) {
        for (std::size_t frame = 0; frame < 3; ++frame) show(frame, before_frame);
        std::vector<double> secs;
        std::size_t pixels = 0, cells = 0;
        store_.bytes = 0;
        for (std::size_t frame = 0; frame < frames_; ++frame) {
            secs.push_back(show(frame + 3, before_frame));
            pixels += panel_.map().map().pixels_painted();
            cells += panel_.map().map().cells_painted();
        }
        std::sort(secs.begin(), secs.end());
        const double middle = secs[secs.size() / 2] * 1e3, most = secs[secs.size() * 95 / 100] * 1e3;
        const double goal = chunks_ <= 5'000 ? 0.25 : 1;
        std::printf("%-46s %8zu %9.3f %9.3f %7.2f %-6s %9zu %9zu %9zu\n", what, world_chunks(), middle, most, goal,
                    has == Goal::None ? "none"
                    : most <= goal    ? "met"
                    : middle <= goal  ? "mostly"
                                      : "missed",
                    cells / frames_, pixels / frames_, store_.bytes / frames_);
    }

    void all_rows() {
        row("nothing changes", [](std::size_t) {});
        row("4,000 rows a frame change archetype", [&](std::size_t) { move_rows(); });
        row("one archetype gains 8 chunks a frame", [&](std::size_t) { grow(); });
        row("all is painted anew: another theme", [&](std::size_t frame) {
            style_.theme_name = frame % 2 == 0 ? panels::ThemeName::Light : panels::ThemeName::Dark;
            style_.theme = &panels::theme_named(style_.theme_name);
        });
        std::vector<ecs::Entity> some;
        for (std::size_t i = 0; i < 10'000; ++i) some.push_back(entities_[random_.below(size())]);
        selection_.select_all(some);
        row("the same with 10,000 rows selected", [&](std::size_t) { style_.theme_name = other_theme(); });
        row(
            "the same, and 4,000 rows move", [&](std::size_t) { move_rows(); }, Goal::None);
        row("10,000 rows are selected or not",
            [&](std::size_t frame) { selection_.select_all(frame % 2 == 0 ? some : std::vector<ecs::Entity>{}); });
        selection_.clear();
        panel_.map().set_level(4);
        row("scrolled by a few lines a frame", [&](std::size_t frame) { wheel_ = frame % 200 < 100 ? -1.0f : 1.0f; });
        wheel_ = 0;
        row("size of cells goes to and fro",
            [&](std::size_t frame) { panel_.map().set_level(frame % 2 == 0 ? 4 : 3); });
        panel_.map().set_level(panels::ChunkMap::level_count - 2);
        row("rows as squares, scrolled by a page a frame",
            [&](std::size_t frame) { wheel_ = frame % 200 < 100 ? -10.0f : 10.0f; });
    }

private:
    std::uint32_t size() const { return static_cast<std::uint32_t>(entities_.size()); }

    std::size_t world_chunks() const {
        std::size_t chunks = 0;
        for (ecs::ArchetypeId id = 0; id < world_.archetype_count(); ++id) chunks += world_.archetype(id).chunk_count();
        return chunks;
    }

    panels::ThemeName other_theme() {
        const auto other =
            style_.theme_name == panels::ThemeName::Dark ? panels::ThemeName::Light : panels::ThemeName::Dark;
        style_.theme = &panels::theme_named(other);
        return other;
    }

    void move_rows() {
        for (std::size_t i = 0; i < moves_a_frame; ++i) {
            const ecs::Entity entity = entities_[random_.below(size())];
            const ecs::ComponentId tag = tags_[random_.below(static_cast<std::uint32_t>(tags_.size()))];
            if (world_.has(entity, tag))
                world_.remove(entity, tag);
            else
                world_.add(entity, tag);
        }
    }

    void grow() {
        std::vector<ecs::Entity> more(8 * world_.archetype_of(entities_.front()).layout().capacity);
        const auto components = world_.archetype_of(entities_.front()).components();
        world_.create_many(more, std::vector<ecs::ComponentId>(components.begin(), components.end()));
    }

    void wheel() {
        const ImVec2 over_the_map{panel_size.x / 2, panel_size.y / 2};
        ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
        io.AddMousePosEvent(over_the_map.x, over_the_map.y);
        io.AddMouseWheelEvent(0, wheel_);
#else
        io.MousePos = over_the_map;
        io.MouseWheel = wheel_;
#endif
    }

    /// Seconds of the panel's show().
    double show(std::size_t frame, const std::function<void(std::size_t)>& before_frame) {
        before_frame(frame);
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = panel_size;
        io.DeltaTime = 1.0f / 60;
        wheel();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(panel_size);
        ImGui::Begin("Chunks", nullptr, ImGuiWindowFlags_NoDecoration);
        std::vector<panels::Request> requests;
        const panels::Context context{.world = world_,
                                      .schedule = schedule_,
                                      .selection = selection_,
                                      .requests = requests,
                                      .style = style_,
                                      .transport = transport_,
                                      .journal = &journal_,
                                      .time_secs = static_cast<double>(++frames_shown_) / 60,
                                      .pictures = &store_};
        const double before = cpu_secs();
        panel_.show(context);
        const double secs = cpu_secs() - before;
        ImGui::End();
        ImGui::EndFrame();
        return secs;
    }

    std::size_t chunks_, frames_, frames_shown_ = 0;
    ecs::World world_;
    ecs::Journal journal_;
    ecs::Schedule schedule_;
    ecs::Random random_;
    std::array<ecs::ComponentId, 6> tags_{};
    std::vector<ecs::Entity> entities_;
    panels::Selection selection_;
    panels::Style style_;
    panels::Transport transport_;
    panels::ChunksPanel panel_;
    CopyingStore store_;
    float wheel_ = 0;  // lines, before each frame
};

}  // namespace

namespace {

constexpr const char* usage =
    "chunkscope_panels_bench [--only chunks|entities|query|host|inspector|systems|scene|watch|inspect] [--frames N] "
    "[--chunks "
    "MOST]\n"
    "                        [--entities N] [--rows N]\n";

void print_chunks(std::size_t max_chunks, std::size_t frames) {
    std::printf("%-46s %8s %9s %9s %7s %-6s %9s %9s %9s\n", "a frame of the Chunks panel, 1900 x 820", "chunks", "ms",
                "ms, 95 %", "goal", "", "cells", "pixels", "bytes up");
    for (const std::size_t chunks : {std::size_t{5'000}, std::size_t{100'000}})
        if (chunks <= max_chunks) std::make_unique<Bench>(chunks, frames)->all_rows();
}

}  // namespace

int main(int count, char** words) {
    std::size_t frames = 200, max_chunks = 100'000, entities = 100'000, rows = 1'000'000;
    std::string_view only;
    const struct {
        std::string_view word;
        std::size_t& value;
        std::size_t least;
    } numbers[] = {
        {"--frames", frames, 1}, {"--chunks", max_chunks, 1}, {"--entities", entities, 1}, {"--rows", rows, 24}};
    for (int i = 1; i < count; i += 2) {
        const std::string_view word = words[i];
        const auto number =
            std::find_if(std::begin(numbers), std::end(numbers), [&](const auto& each) { return each.word == word; });
        if (i + 1 == count || (word != "--only" && number == std::end(numbers))) {
            std::fputs(usage, stderr);
            return 2;
        }
        if (word == "--only")
            only = words[i + 1];
        else
            number->value = std::max(static_cast<std::size_t>(std::strtoull(words[i + 1], nullptr, 10)), number->least);
    }
    const struct {
        std::string_view name;
        std::function<void()> print;
    } parts[] = {{"chunks", [&] { print_chunks(max_chunks, frames); }},
                 {"entities", [&] { entities_bench::print_rows(rows, frames); }},
                 {"query", [&] { query_bench::print_rows(rows, frames); }},
                 {"host", [&] { host_bench::print_rows(entities, frames); }},
                 {"inspector", [&] { inspector_bench::print_rows(entities, frames); }},
                 {"systems",
                  [&] {
                      systems_bench::print_rows(entities, frames);
                      stops_bench::print_rows(entities, frames);
                  }},
                 {"scene", [&] { scene_bench::print_rows(rows, frames); }},
                 {"watch", [&] { watch_bench::print_rows(entities, frames); }},
                 {"inspect", [&] { million_bench::print_rows(rows, frames); }}};
    if (!only.empty() &&
        std::none_of(std::begin(parts), std::end(parts), [&](const auto& each) { return each.name == only; })) {
        std::fputs(usage, stderr);
        return 2;
    }
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().Fonts->AddFontDefault();
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
#endif
    for (const auto& part : parts)
        if (only.empty() || part.name == only) part.print();
    ImGui::DestroyContext();
    return 0;
}
