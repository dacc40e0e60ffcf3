#include "ecs/snapshot/patch.hpp"

#include <span>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace patch_test {

using namespace ecs;

namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(Random& random, std::size_t size) {
    Bytes bytes(size);
    for (std::byte& each : bytes) each = static_cast<std::byte>(random.next());
    return bytes;
}

}  // namespace

TEST_CASE("Patch: random changes of random bytes are made again", "[ecs][snapshot]") {
    Random random(3);
    Bytes patches;
    std::vector<Bytes> bases, all;
    for (int i = 0; i < 2000; ++i) {
        const Bytes base = random_bytes(random, random.below(700));
        Bytes now = base;
        now.resize(random.below(3) == 0 ? random.below(700) : now.size());
        if (!now.empty())
            for (std::uint32_t change = random.below(20); change > 0; --change)
                now[random.below(static_cast<std::uint32_t>(now.size()))] = static_cast<std::byte>(random.next());
        append_patch(patches, base, now);
        bases.push_back(base);
        all.push_back(now);
    }
    PatchReader reader(patches);
    bool same = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Bytes made(reader.next_size());
        reader.apply(bases[i], made.data());
        same = same && made == all[i];
    }
    CHECK(same);
    CHECK(reader.done());
}

TEST_CASE("Patch: what is the same takes a few bytes, what differs hardly more than itself", "[ecs][snapshot]") {
    Random random(4);
    const Bytes base = random_bytes(random, 16'000), other = random_bytes(random, 16'000);
    Bytes same, one, all, known;
    append_patch(same, base, base);
    CHECK(same.size() < 8);
    append_same(known, base.size());
    CHECK(known == same);
    Bytes changed = base;
    changed[9000] ^= std::byte{1};
    append_patch(one, base, changed);
    CHECK(one.size() < 16);
    append_patch(all, base, other);
    CHECK(all.size() < 16'100);
}

TEST_CASE("Patch: nothing can become something, and something nothing", "[ecs][snapshot]") {
    const Bytes some(5, std::byte{7});
    Bytes patches;
    append_patch(patches, {}, some);
    append_patch(patches, some, {});
    append_same(patches, 0);
    PatchReader reader(patches);
    Bytes made(reader.next_size());
    reader.apply({}, made.data());
    CHECK(made == some);
    CHECK(reader.next_size() == 0);
    reader.apply(some, nullptr);
    reader.apply(some, nullptr);
    CHECK(reader.done());
}

TEST_CASE("Patch: random words are made again, and what moves alike takes little", "[ecs][snapshot]") {
    Random random(6);
    bool same = true;
    for (int i = 0; i < 2000; ++i) {
        const std::size_t stride = 1 + random.below(5);
        const Bytes base = random_bytes(random, 4 * random.below(200));
        Bytes now = base;
        now.resize(4 *
                   std::size_t{random.below(3) == 0 ? random.below(200) : static_cast<std::uint32_t>(now.size() / 4)});
        if (!now.empty())
            for (std::uint32_t change = random.below(20); change > 0; --change)
                now[random.below(static_cast<std::uint32_t>(now.size()))] = static_cast<std::byte>(random.next());
        Bytes patch;
        append_word_patch(patch, base, now, stride);
        PatchReader reader(patch);
        Bytes made(reader.next_size());
        reader.apply(base, made.data());
        same = same && made == now && reader.done();
    }
    CHECK(same);
    std::vector<float> before, after;
    for (int i = 0; i < 1000; ++i) {
        before.insert(before.end(), {1000.0f + static_cast<float>(i), 5});
        after.insert(after.end(), {1000.0f + static_cast<float>(i) + 0.75f, 5});
    }
    Bytes patch;
    append_word_patch(patch, std::as_bytes(std::span(before)), std::as_bytes(std::span(after)), 2);
    CHECK(patch.size() < 40);
}

}  // namespace patch_test
