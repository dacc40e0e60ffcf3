#include "ecs/types/value.hpp"

#include <cstdint>
#include <cstring>
#include <memory>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

namespace value_test {

using namespace ecs;
using namespace test;

namespace {

struct Big {
    double numbers[20] = {};
};
struct alignas(64) Aligned {
    std::int32_t number = 3;
};
struct Unique {
    std::unique_ptr<int> pointer;
};

struct Fixture {
    World world;
    Fixture() {
        register_types(world);
        register_tracked(world);
        world.types().add<Big>("Big").field("numbers", &Big::numbers);
        world.types().add<Aligned>("Aligned").field("number", &Aligned::number);
        world.types().add<Unique>("Unique");
    }
    template <class T>
    const ComponentType& type() const {
        return world.types()[world.id<T>()];
    }
};

template <class T>
const T& in(const Value& value) {
    return *static_cast<const T*>(value.data());
}

bool aligned(const void* address, std::size_t align) { return reinterpret_cast<std::uintptr_t>(address) % align == 0; }

}  // namespace

TEST_CASE("Value: starts as the default of its type", "[ecs][value]") {
    const Fixture f;
    CHECK(in<Health>(Value(f.type<Health>())).hp == 100);
    CHECK(in<Label>(Value(f.type<Label>())).text == "unset");
    CHECK(in<Wide>(Value(f.type<Wide>())) == Wide{});
    CHECK_FALSE(Value());
    const Value tag(f.type<Frozen>());
    CHECK(tag);
    CHECK(tag.data() == nullptr);
    CHECK(Value(tag) == tag);
}

TEST_CASE("Value: of a type that no registry has completed, as Owners describe theirs, it starts with zeros",
          "[ecs][value]") {
    ComponentType type;
    type.name = "Health";
    Field field;
    field.name = "value";
    field.kind = FieldKind::F32;
    field.element_size = 4;
    type.fields = {field};
    lay_out(type.fields);
    type.size = 4;
    type.align = 4;
    REQUIRE(type.default_bytes.empty());
    const Value value(type);
    float number = 1;
    std::memcpy(&number, value.data(), sizeof number);
    CHECK(number == 0);
}

TEST_CASE("Value: is aligned as its type asks, inside and on the heap", "[ecs][value]") {
    const Fixture f;
    for (int i = 0; i < 20; ++i) {
        const Value wide(f.type<Wide>());
        const Value very(f.type<Aligned>());
        const Value moved = Value(f.type<Aligned>());
        CHECK(aligned(wide.data(), alignof(Wide)));
        CHECK(aligned(very.data(), alignof(Aligned)));
        CHECK(aligned(moved.data(), alignof(Aligned)));
    }
    const Value small(f.type<Position>());
    const auto* begin = reinterpret_cast<const std::byte*>(&small);
    const auto* data = static_cast<const std::byte*>(small.data());
    CHECK((data >= begin && data < begin + sizeof(Value)));  // a small value allocates nothing
}

TEST_CASE("Value: copies are independent, a moved-from value is empty", "[ecs][value]") {
    const Fixture f;
    Big big;
    big.numbers[19] = 4;
    for (Value value : {Value::of(f.type<Label>(), Label{"a text that is longer than the string object itself"}),
                        Value::of(f.type<Position>(), Position{1, 2, 3}), Value::of(f.type<Big>(), big),
                        Value::of(f.type<Wide>(), Wide{{4, 3, 2, 1}})}) {
        const Value copy = value;
        CHECK(copy == value);
        CHECK(copy.data() != value.data());
        Value moved = std::move(value);
        CHECK_FALSE(value);
        CHECK(value.data() == nullptr);
        CHECK(moved == copy);
        value = moved;
        CHECK(value == copy);
        std::memset(value.data(), 0, value.type().trivial ? value.type().size : 0);
        if (value.type().trivial) {
            CHECK_FALSE(value == copy);
            CHECK(moved == copy);
        }
        Value& same = moved;
        moved = same;
        CHECK(moved == copy);
    }
}

TEST_CASE("Value: values of different types or of none are not equal", "[ecs][value]") {
    const Fixture f;
    const Value position(f.type<Position>()), velocity(f.type<Velocity>());
    CHECK(position == Value::of(f.type<Position>(), Position{}));
    CHECK_FALSE(position == velocity);
    CHECK_FALSE(position == Value());
    CHECK(Value() == Value());
}

TEST_CASE("Value: no object is leaked, destroyed twice or moved as bytes", "[ecs][value]") {
    const TrackedScope scope;
    {
        const Fixture f;
        Value a = Value::of(f.type<Tracked>(), Tracked(1));
        CHECK(Tracked::live == 1);
        Value b = a;
        CHECK(Tracked::live == 2);
        a = std::move(b);
        CHECK(Tracked::live == 1);
        CHECK(in<Tracked>(a).value == 1);
        std::vector<Value> many(10, a);
        many.reserve(100);
        many.erase(many.begin());
        CHECK(Tracked::live == 10);

        alignas(Tracked) std::byte raw[sizeof(Tracked)];
        a.relocate_to(raw);
        CHECK_FALSE(a);
        CHECK(Tracked::live == 10);
        const Value back = Value::relocated(f.type<Tracked>(), raw);
        CHECK(in<Tracked>(back).value == 1);
        CHECK(Tracked::live == 10);
        a = back;
        a = Value(f.type<Position>());
        CHECK(Tracked::live == 10);
    }
    CHECK(scope.clean());
}

TEST_CASE("Value: types that cannot be copied are moved, and a copy is refused by name", "[ecs][value]") {
    const Fixture f;
    Value value = Value::of(f.type<Unique>(), Unique{std::make_unique<int>(5)});
    Value moved = std::move(value);
    CHECK(*in<Unique>(moved).pointer == 5);
    const FailuresThrow failures;
    CHECK_THROWS_WITH(Value(moved), contains("Unique cannot be copied"));
}

}  // namespace value_test
