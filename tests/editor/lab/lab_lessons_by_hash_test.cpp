// Lessons 9 and 11, whose numbers are those of hash tables and arrays that double: reckoned by a small program of its
// own, which knows of the storages only what their about cards say.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "catch.hpp"
#include "editor/support/lesson_script.hpp"

namespace lab_lessons_by_hash_test {

using namespace ecs::lab;

namespace {

std::uint64_t power_of_two(std::uint64_t least) {
    std::uint64_t power = 1;
    while (power < least) power *= 2;
    return power;
}
std::uint64_t in_lines(std::uint64_t bytes) { return (bytes + 63) / 64 * 64; }

/// Who has what: all a Health.
struct Crowd {
    std::vector<bool> position, velocity;

    Crowd(int entities, const std::function<bool(int)>& has_position, const std::function<bool(int)>& has_velocity) {
        for (int i = 0; i < entities; ++i) {
            position.push_back(has_position(i));
            velocity.push_back(has_velocity(i));
        }
    }
    std::size_t size() const { return position.size(); }
    static std::uint64_t count(const std::vector<bool>& those) {
        return static_cast<std::uint64_t>(std::count(those.begin(), those.end(), true));
    }
    /// As long as a list by index must be.
    static std::uint64_t reach(const std::vector<bool>& those) {
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < those.size(); ++i)
            if (those[i]) length = i + 1;
        return length;
    }
    std::uint64_t with(bool has_position, bool has_velocity) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < size(); ++i) sum += position[i] == has_position && velocity[i] == has_velocity;
        return sum;
    }
};

Crowd mixed(int entities) {
    return {entities, [](int i) { return i / 10 % 3 != 0; }, [](int i) { return i / 10 % 4 != 0; }};
}
Crowd sparse() {
    return {10'000, [](int) { return true; }, [](int i) { return i % 10 == 0; }};
}

/// 16 bytes a slot, from 8 slots on, at most two thirds in use.
std::uint64_t slots_for(std::uint64_t keys) {
    std::uint64_t slots = 8;
    while (keys * 3 > slots * 2) slots *= 2;
    return slots;
}

double hash_index_bytes(const Crowd& crowd) {
    const auto values = [](std::uint64_t count, std::uint64_t bytes) {
        return slots_for(count) * 16 + in_lines(power_of_two(count) * bytes);
    };
    return static_cast<double>(values(Crowd::count(crowd.position), 12) + values(Crowd::count(crowd.velocity), 12) +
                               values(crowd.size(), 4));
}
/// Ids of 8 bytes; options of 16 and 8.
double option_bytes(const Crowd& crowd) {
    return static_cast<double>(
        in_lines(power_of_two(crowd.size()) * 8) + in_lines(power_of_two(Crowd::reach(crowd.position)) * 16) +
        in_lines(power_of_two(Crowd::reach(crowd.velocity)) * 16) + in_lines(power_of_two(crowd.size()) * 8));
}
/// For each kind of entity its rows and how many bytes of components they have.
std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> kinds(const Crowd& crowd) {
    return {{crowd.with(true, true), {12, 12, 4}},
            {crowd.with(true, false), {12, 4}},
            {crowd.with(false, true), {12, 4}},
            {crowd.with(false, false), {4}}};
}
/// A block a kind that doubles, with an id of 4 bytes a row; and a place of 16 bytes for each id.
double block_bytes(const Crowd& crowd) {
    std::uint64_t sum = in_lines(power_of_two(crowd.size()) * 16);
    for (const auto& [rows, sizes] : kinds(crowd)) {
        std::uint64_t row = 4;
        for (const std::uint64_t size : sizes) row += size;
        if (rows > 0) sum += in_lines(power_of_two(rows) * row);
    }
    return static_cast<double>(sum);
}
/// Rows with an id of 4 bytes, a map for each component, and a bit an entity.
double packed_bytes(const Crowd& crowd) {
    const auto values = [](std::uint64_t count, std::uint64_t bytes) {
        return slots_for(count) * 16 + in_lines(power_of_two(count) * (4 + bytes));
    };
    return static_cast<double>(values(Crowd::count(crowd.position), 12) + values(Crowd::count(crowd.velocity), 12) +
                               values(crowd.size(), 4) + in_lines(power_of_two((crowd.size() + 63) / 64) * 8));
}
/// Each object is a line; pointers of 8 bytes in a container for each component, and in a list of all.
double object_bytes(const Crowd& crowd) {
    const auto list = [](std::uint64_t count) { return in_lines(power_of_two(count) * 8); };
    return static_cast<double>(crowd.size() * 64 + 2 * list(crowd.size()) + list(Crowd::count(crowd.position)) +
                               list(Crowd::count(crowd.velocity)));
}
/// Blocks from 256 bytes to 16 KiB, then more of those; 8 bytes a slot of the index, from 64 on; 16 and 4 bytes a chunk
/// in two tables, from four on; a list of chunks for each kind.
double chunk_bytes(const Crowd& crowd) {
    std::uint64_t sum = in_lines(std::max<std::uint64_t>(64, power_of_two(crowd.size() + 1)) * 8), chunks = 0;
    for (const auto& [rows, components] : kinds(crowd)) {
        if (rows == 0) continue;
        std::vector<std::uint64_t> sizes{8};
        sizes.insert(sizes.end(), components.begin(), components.end());
        std::uint64_t block = 256;
        while (block < 16'384 && rows_that_fit(64, 16, sizes, block) < static_cast<double>(rows)) block *= 2;
        const auto count =
            static_cast<std::uint64_t>(std::ceil(static_cast<double>(rows) / rows_that_fit(64, 16, sizes, block)));
        chunks += count;
        sum += count * block + in_lines(std::max<std::uint64_t>(4, power_of_two(count)) * 8);
    }
    const std::uint64_t room = std::max<std::uint64_t>(4, power_of_two(chunks));
    return static_cast<double>(sum + in_lines(room * 16) + in_lines(room * 4));
}

std::map<std::string, double> bytes_of(const Crowd& crowd) {
    return {{"000", hash_index_bytes(crowd)}, {"001", option_bytes(crowd)}, {"002", block_bytes(crowd)},
            {"003", packed_bytes(crowd)},     {"004", object_bytes(crowd)}, {"chunks", chunk_bytes(crowd)}};
}

Answer by_bytes(const Crowd& crowd) {
    const auto bytes = bytes_of(crowd);
    std::vector<std::string> names;
    for (const auto& [name, count] : bytes) names.push_back(name);
    std::sort(names.begin(), names.end(),
              [&](const std::string& a, const std::string& b) { return bytes.at(a) < bytes.at(b); });
    return order(names);
}

/// Open addressing, of keys alone: which slots are looked at.
class Slots {
public:
    /// Keys of entities rise from `first` on.
    Slots(const std::vector<bool>& owners, std::uint64_t first) : first_(first), keys_(8, 0) {
        std::uint64_t used = 0;
        for (std::size_t i = 0; i < owners.size(); ++i) {
            if (!owners[i]) continue;
            if (++used * 3 > keys_.size() * 2) grow();
            put(i + first_);
        }
    }
    /// The slots that are looked at to find the key of an entity, or that it is not there.
    std::vector<std::size_t> path(std::size_t entity) const {
        std::vector<std::size_t> slots{home(entity + first_)};
        while (keys_[slots.back()] != entity + first_ && keys_[slots.back()] != 0)
            slots.push_back((slots.back() + 1) % keys_.size());
        return slots;
    }
    std::size_t size() const { return keys_.size(); }

private:
    std::size_t home(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15ull >> 32) & (keys_.size() - 1); }
    void put(std::uint64_t key) {
        std::size_t at = home(key);
        while (keys_[at] != 0) at = (at + 1) % keys_.size();
        keys_[at] = key;
    }
    void grow() {
        const std::vector<std::uint64_t> before = std::move(keys_);
        keys_.assign(before.size() * 2, 0);
        for (const std::uint64_t key : before)
            if (key != 0) put(key);
    }
    std::uint64_t first_;
    std::vector<std::uint64_t> keys_;  // 0: empty
};

/// Lines that an array's elements lie in, by their positions.
class Touched {
public:
    explicit Touched(std::size_t bytes) : bytes_(bytes) {}
    void element(std::size_t i) {
        for (std::size_t line = i * bytes_ / 64; line <= (i * bytes_ + bytes_ - 1) / 64; ++line) lines_.insert(line);
    }
    double count() const { return static_cast<double>(lines_.size()); }

private:
    std::size_t bytes_;
    std::set<std::size_t> lines_;
};

/// Steps back of the second query within each of the blocks, which are an array or a table each, counted once more from
/// its single events.
double steps_back(const Lesson& lesson) {
    ScenarioRun run(*lesson.scenarios.find("small"), StorageKind::PackedVector, Mode::Repaired, {}, Tracing::Events);
    run.run_to(2);
    const Trace::Operation& query = run.trace()->operations().back();
    std::map<Address, std::vector<Address>> lines;  // by block
    for (std::size_t i = query.begin; i < query.end; ++i) {
        const Event& event = run.trace()->events()[i];
        const bool touches = event.kind == EventKind::Read || event.kind == EventKind::Write ||
                             event.kind == EventKind::Probe || event.kind == EventKind::Copy;
        const Block* block = touches ? run.arena().block_of(event.at) : nullptr;
        if (block == nullptr || block->kind != BlockKind::Heap) continue;
        const std::uint64_t bytes = std::max<std::uint64_t>(event.bytes, 1);
        for (Address line = event.at / 64; line <= (event.at + bytes - 1) / 64; ++line)
            if (auto& own = lines[block->begin]; std::find(own.begin(), own.end(), line) == own.end())
                own.push_back(line);
    }
    double back = 0;
    for (const auto& [block, own] : lines)
        for (std::size_t i = 1; i < own.size(); ++i)
            if (own[i] < own[i - 1]) ++back;
    return back;
}

}  // namespace

TEST_CASE("Lesson L9: who needs how much memory", "[editor][lesson]") {
    const Crowd many = mixed(10'000), few = mixed(50);
    CHECK(bytes_of(many).at("001") == 786'432);
    CHECK(by_bytes(many).order.front() == "chunks");
    CHECK(by_bytes(few).order.front() == "002");
    CHECK(by_bytes(many).order != by_bytes(sparse()).order);
    // 9,991 options up to the last Velocity, of which 1,000 hold one.
    take(lesson_called("L9"),
         {{by_bytes(many), {{"ours", chunk_bytes(many) / 10'000}, {"most", packed_bytes(many) / 10'000}}},
          {by_bytes(few), {{"ours", chunk_bytes(few) / 50}}},
          {by_bytes(sparse()), {{"empty", (9'991 - 1'000) * 12}}}});
}

TEST_CASE("Lesson L11: an array that is reached by hash", "[editor][lesson]") {
    // 003 walks over rows of 16 bytes and looks up each Velocity; 000 walks over the slots of the Positions. Both touch
    // 12 bytes of those who have both.
    const Crowd crowd = mixed(10'000);
    constexpr std::uint64_t first_000 = 1, first_003 = 2;  // ids begin with 1; 003 adds one, for 0 is an empty slot
    const Slots velocities(crowd.velocity, first_003), by_id(crowd.velocity, first_000),
        positions(crowd.position, first_000);
    Touched map(16), looked_up(16), position_rows(16), velocity_rows(16), position_values(12), velocity_values(12);
    std::size_t position = 0, velocity = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        if (crowd.position[i]) {
            for (const std::size_t slot : velocities.path(i)) map.element(slot);
            for (const std::size_t slot : by_id.path(i)) looked_up.element(slot);
            position_rows.element(position);
            if (crowd.velocity[i]) {
                velocity_rows.element(velocity);
                position_values.element(position);
                velocity_values.element(velocity);
            }
        }
        position += crowd.position[i];
        velocity += crowd.velocity[i];
    }
    const double index = static_cast<double>(positions.size()) * 16 / 64 + looked_up.count();
    const double two = std::ceil(5'000 * 12 / 64.0) * 2;
    const std::map<std::string, double> lines{{"two", two},
                                              {"three", map.count() + position_rows.count() + velocity_rows.count()},
                                              {"zero", index + position_values.count() + velocity_values.count()},
                                              {"ideal", 5'000 * 24 / 64},
                                              {"map", map.count()},
                                              {"index", index}};

    const Crowd rare = sparse();
    const Slots few(rare.velocity, first_003), all(rare.position, first_003);
    double asked = 0, smallest = 0;
    for (std::size_t i = 0; i < rare.size(); ++i) {
        asked += static_cast<double>(few.path(i).size());
        if (rare.velocity[i]) smallest += static_cast<double>(all.path(i).size());
    }
    const Lesson lesson = lesson_called("L11");
    take(lesson, {{order({"002", "003", "000"}), lines},
                  {number(steps_back(lesson)), {{"straight", 0}}},
                  {number(asked / smallest), {{"asked", asked}, {"smallest", smallest}}}});
}

}  // namespace lab_lessons_by_hash_test
