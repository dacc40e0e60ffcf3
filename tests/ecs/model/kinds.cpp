#include "kinds.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

using namespace ecs;

namespace test {

namespace {

struct alignas(128) Aligned {
    std::int64_t number = 0;
};
struct Unique {
    std::unique_ptr<int> pointer;
};
struct Block {  // fifteen rows a chunk
    std::array<std::int32_t, 256> numbers{};
};
struct Huge {  // larger than a chunk
    std::array<std::int32_t, 5000> numbers{};
};

std::string text_of(int number) {
    return std::string(static_cast<std::size_t>(number % 40), static_cast<char>('a' + number % 26)) +
           std::to_string(number);
}

void set(Position& value, int n) { value = n ? Position{float(n), 1, 2} : Position{}; }
void set(Health& value, int n) { value.hp = 100 + n; }
void set(Label& value, int n) { value.text = n ? text_of(n) : "unset"; }
void set(Wide& value, int n) { value.values[0] = 1 + n; }
void set(Aligned& value, int n) { value.number = n; }
void set(Tracked& value, int n) { value.value = 7 + n; }
void set(Unique& value, int n) { value.pointer = n ? std::make_unique<int>(n) : nullptr; }
void set(Block& value, int n) { value.numbers.fill(n); }
void set(Huge& value, int n) { value.numbers.fill(n); }
void set(Name& value, int n) { value.value = n ? text_of(n) : std::string(); }

bool is(const Position& value, int n) { return value == (n ? Position{float(n), 1, 2} : Position{}); }
bool is(const Health& value, int n) { return value.hp == 100 + n; }
bool is(const Label& value, int n) { return value.text == (n ? text_of(n) : "unset"); }
bool is(const Wide& value, int n) { return value == Wide{{1.0 + n, 2, 3, 4}}; }
bool is(const Aligned& value, int n) { return value.number == n; }
bool is(const Tracked& value, int n) { return value.value == 7 + n; }
bool is(const Unique& value, int n) { return n ? value.pointer && *value.pointer == n : !value.pointer; }
bool is(const Name& value, int n) { return value.value == (n ? text_of(n) : std::string()); }
template <std::size_t Count>
bool all_are(const std::array<std::int32_t, Count>& numbers, int n) {
    for (std::size_t i = 0; i < Count; i += 15)
        if (numbers[i] != n) return false;
    return numbers.back() == n;
}
bool is(const Block& value, int n) { return all_are(value.numbers, n); }
bool is(const Huge& value, int n) { return all_are(value.numbers, n); }

template <class T>
class TypedKind : public Kind {
public:
    explicit TypedKind(World& world, std::string name) {
        id = world.types().add<T>(std::move(name)).id();
        tag = std::is_empty_v<T>;
        copyable = std::is_copy_constructible_v<T>;
        throwing = std::is_same_v<T, Tracked>;
        if (sizeof(T) > 1000) max_values = std::is_same_v<T, Huge> ? 12 : 200;
    }
    bool holds(const void* value, int number) const override {
        if constexpr (std::is_empty_v<T>)
            return !value;
        else
            return value && is(*static_cast<const T*>(value), number);
    }
    void write(void* value, int number) const override {
        if constexpr (!std::is_empty_v<T>) set(*static_cast<T*>(value), number);
    }
    void add(World& world, Entity entity, int number) const override {
        if constexpr (std::is_empty_v<T>) {
            world.add<T>(entity);
        } else {
            T value{};
            set(value, number);
            world.add(entity, std::move(value));
        }
    }
    bool remove(World& world, Entity entity) const override { return world.remove<T>(entity); }
    void* get_mut(World& world, Entity entity) const override {
        if constexpr (std::is_empty_v<T>)
            return nullptr;
        else
            return world.has<T>(entity) ? &world.get_mut<T>(entity) : nullptr;
    }
};

struct RunTimeText {  // how the type that is described below lies in memory
    std::int64_t number;
    std::string text;
    std::uint8_t flag;
};

class RunTimeKind : public Kind {
public:
    RunTimeKind(World& world, const char* name, bool with_text) : with_text_(with_text) {
        ComponentType type;
        type.name = name;
        type.fields.push_back(field("number", FieldKind::I64));
        if (with_text) {
            type.fields.push_back(field("text", FieldKind::String));
            type.fields.push_back(field("flag", FieldKind::U8));
        }
        id = *world.types().add_at_run_time(std::move(type));
    }
    bool holds(const void* value, int number) const override {
        if (!value || *static_cast<const std::int64_t*>(value) != number) return false;
        if (!with_text_) return true;
        const auto* all = static_cast<const RunTimeText*>(value);
        return all->text == (number ? text_of(number) : std::string()) && all->flag == (number & 0xff);
    }
    void write(void* value, int number) const override {
        *static_cast<std::int64_t*>(value) = number;
        if (!with_text_) return;
        auto* all = static_cast<RunTimeText*>(value);
        all->text = number ? text_of(number) : std::string();
        all->flag = static_cast<std::uint8_t>(number);
    }
    void add(World& world, Entity entity, int number) const override { world.add(entity, make(world, number)); }

private:
    static Field field(const char* name, FieldKind kind) {
        Field result;
        result.name = name;
        result.kind = kind;
        return result;
    }
    bool with_text_;
};

template <class T>
std::unique_ptr<Kind> typed(World& world, const char* name) {
    return std::make_unique<TypedKind<T>>(world, name);
}

}  // namespace

Value Kind::make(const World& world, int number) const {
    Value value(world.types()[id]);
    if (!tag) write(value.data(), number);
    return value;
}

std::vector<std::unique_ptr<Kind>> register_kinds(World& world) {
    register_types(world);
    register_tracked(world);
    world.types().add<Aligned>("Aligned").field("number", &Aligned::number);

    std::vector<std::unique_ptr<Kind>> kinds;
    kinds.push_back(typed<Position>(world, "Position"));
    kinds.push_back(typed<Health>(world, "Health"));
    kinds.push_back(typed<Label>(world, "Label"));
    kinds.push_back(typed<Tracked>(world, "Tracked"));
    kinds.push_back(typed<Frozen>(world, "Frozen"));
    kinds.push_back(typed<Name>(world, "Name"));
    kinds.push_back(std::make_unique<RunTimeKind>(world, "RunTimeNumber", false));
    kinds.push_back(std::make_unique<RunTimeKind>(world, "RunTimeText", true));
    kinds.push_back(typed<Wide>(world, "Wide"));
    kinds.push_back(typed<Aligned>(world, "Aligned"));
    kinds.push_back(typed<Unique>(world, "Unique"));
    kinds.push_back(typed<Block>(world, "Block"));
    kinds.push_back(typed<Huge>(world, "Huge"));
    return kinds;
}

}  // namespace test
