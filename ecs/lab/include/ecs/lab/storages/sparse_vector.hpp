// The API of article 001 over the columns and ids of its lab storage: a world whose systems are plain functions
// without registration. A system takes one of four iterators.
//
//     sparse::World world = sparse::World::builder()
//                               .register_component<Position>()
//                               .register_component<Velocity>()
//                               .build();
//     const GenerationalId entity = world.new_entity();
//     world.attach_component(entity, Position{1, 2, 3});   // std::nullopt: there was none before
//     world.execute([](sparse::PairComponentsRefIterMut<Position, Velocity> moving) {
//         for (auto [position, velocity] : moving) position.x += velocity.x;
//     });
//
// Where Rust's borrow checker or RefCell would stop the program, the outcome is refused, never undefined behaviour.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ecs/lab/storages/generational_ids.hpp"
#include "ecs/lab/storages/sparse_column.hpp"
#include "ecs/types/type_key.hpp"

namespace ecs::lab::sparse {

/// Values lie in bytes of an arena and are moved by copying bytes.
template <class T>
concept Component = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T>;

using Column = SparseColumn<PlainMemory>;
using GenerationalVec = GenerationalIds<PlainMemory>;  // of (): issues ids and holds no values

template <Component T>
constexpr OptionLayout option_layout_of() {
    return {alignof(T), std::is_empty_v<T> ? 0 : sizeof(T)};
}

/// Typed access to one column. Pointers are valid until the column grows.
template <Component T>
class SparseVec {
public:
    SparseVec(PlainMemory memory, Column column) : memory_(memory), column_(column) {}

    std::uint64_t len() const { return column_.length(); }
    /// The previous value, if there was one.
    std::optional<T> replace(std::uint64_t index, const T& component) {
        T previous{};
        return column_.replace(index, &component, &previous) ? std::optional<T>(previous) : std::nullopt;
    }
    const T* get(std::uint64_t index) const { return column_.holds(index) ? at(index) : nullptr; }
    T* get_mut(std::uint64_t index) { return column_.holds(index) ? at(index) : nullptr; }
    std::optional<T> remove(std::uint64_t index) {
        T taken{};
        return column_.take(index, &taken) ? std::optional<T>(taken) : std::nullopt;
    }

    Column& column() { return column_; }

private:
    T* at(std::uint64_t index) const {
        // An empty type has no bytes of its own: its tag is used instead.
        const Address value = column_.look_value(index) - (std::is_empty_v<T> ? alignof(T) : 0);
        return reinterpret_cast<T*>(memory_.arena().at(value));
    }

    PlainMemory memory_;
    Column column_;
};

/// A column that is typed again only when a caller asks for the right type.
class TypeErasedSparseVec {
public:
    template <Component T>
    static TypeErasedSparseVec make(PlainMemory memory) {
        const Address head = memory.allocate(Column::head_bytes, "head of a column", BlockKind::Program);
        Column::make_head(memory, head);
        return {memory, Column(memory, head, option_layout_of<T>(), type_name<T>()), type_key<T>()};
    }
    /// Nothing when the column holds values of another type.
    template <Component T>
    std::optional<SparseVec<T>> downcast() const {
        if (key_ != type_key<T>()) return std::nullopt;
        return SparseVec<T>(memory_, column_);
    }

private:
    TypeErasedSparseVec(PlainMemory memory, Column column, std::uint64_t key)
        : memory_(memory), column_(column), key_(key) {}

    PlainMemory memory_;
    Column column_;
    std::uint64_t key_;
};

/// A borrowed column. The destructor returns the borrow.
template <Component T>
class Borrowed {
public:
    explicit Borrowed(SparseVec<T> values) : values_(std::move(values)) {}
    Borrowed(Borrowed&& other) noexcept : values_(other.values_), held_(std::exchange(other.held_, false)) {}
    Borrowed& operator=(Borrowed&&) = delete;
    ~Borrowed() {
        if (held_) values_.column().release();
    }
    SparseVec<T>* operator->() { return &values_; }
    const SparseVec<T>* operator->() const { return &values_; }

private:
    SparseVec<T> values_;
    bool held_ = true;
};

class World {
public:
    class Builder;
    /// A world without registered components. Faithful drops attached values of an unregistered type (001-L5);
    /// Repaired registers the type.
    explicit World(Mode mode = Mode::Repaired);
    World(World&&) = default;
    static Builder builder(Mode mode = Mode::Repaired);

    GenerationalId new_entity() { return ids_.add().id; }
    /// Faithful clears no component, and accepts an id twice.
    Outcome remove_entity(GenerationalId entity);
    bool alive(GenerationalId entity) const { return ids_.alive(entity); }

    /// Returns the previous value. Nothing when there was none, and when nothing was attached; `outcome` tells these
    /// apart.
    template <Component T>
    std::optional<T> attach_component(GenerationalId entity, const T& component, Outcome* outcome = nullptr);

    /// Runs a function that takes one of the iterators below. Refused when the iterator cannot have its borrows.
    template <class System>
    Outcome execute(System&& system);
    /// The same for functions that only read.
    template <class System>
    Outcome execute(System&& system) const;

    template <Component T>
    bool registered() const {
        return components_.contains(type_key<T>());
    }
    template <Component T>
    std::optional<Borrowed<T>> borrow(Outcome& outcome) const {
        return take<T>(outcome, false);
    }
    template <Component T>
    std::optional<Borrowed<T>> borrow_mut(Outcome& outcome) {
        return take<T>(outcome, true);
    }
    const Arena& arena() const { return *arena_; }

private:
    template <Component T>
    void register_component() {
        if (!registered<T>()) components_.emplace(type_key<T>(), TypeErasedSparseVec::make<T>(memory_));
        clear_.emplace(type_key<T>(),
                       [](TypeErasedSparseVec& values, std::uint64_t index) { values.downcast<T>()->remove(index); });
    }
    template <Component T>
    std::optional<Borrowed<T>> take(Outcome& outcome, bool exclusively) const;

    Mode mode_;
    std::unique_ptr<Arena> arena_;
    PlainMemory memory_;
    GenerationalVec ids_;
    std::unordered_map<std::uint64_t, TypeErasedSparseVec> components_;
    std::unordered_map<std::uint64_t, void (*)(TypeErasedSparseVec&, std::uint64_t)> clear_;
};

class World::Builder {
public:
    explicit Builder(Mode mode) : mode_(mode) {}
    template <Component T>
    Builder& register_component() {
        registrations_.push_back([](World& world) { world.register_component<T>(); });
        return *this;
    }
    World build() const {
        World world(mode_);
        for (const auto registration : registrations_) registration(world);
        return world;
    }

private:
    Mode mode_;
    std::vector<void (*)(World&)> registrations_;
};

inline World::Builder World::builder(Mode mode) { return Builder(mode); }

inline World::World(Mode mode)
    : mode_(mode),
      arena_(std::make_unique<Arena>()),
      memory_(*arena_, nullptr),
      ids_(memory_, memory_.allocate(GenerationalVec::head_bytes, "head of the ids", BlockKind::Program),
           mode == Mode::Faithful ? StorageOptions::FreeList::Oldest : StorageOptions::FreeList::Smallest,
           mode == Mode::Repaired) {
    GenerationalVec::make_head(memory_, first_address);
}

inline Outcome World::remove_entity(GenerationalId entity) {
    using Removal = GenerationalVec::Removal;
    const Removal removal = ids_.remove(entity);
    if (removal == Removal::Twice && mode_ == Mode::Faithful)
        return Outcome::bitten("001-L7", "removed twice: its index is in the free queue twice now");
    if (removal != Removal::Done) return Outcome::refused("001-C2", "no living entity has this id");
    if (mode_ == Mode::Repaired)
        for (auto& [key, values] : components_) clear_.at(key)(values, entity.index);
    return Outcome::done();
}

template <Component T>
std::optional<Borrowed<T>> World::take(Outcome& outcome, bool exclusively) const {
    const auto found = components_.find(type_key<T>());
    if (found == components_.end()) {
        outcome = Outcome::refused("001-L5", "the component is not registered");
        return std::nullopt;
    }
    SparseVec<T> values = *found->second.template downcast<T>();
    if (!(exclusively ? values.column().try_borrow_mut() : values.column().try_borrow())) {
        outcome = Outcome::refused("001-C7", exclusively ? "already borrowed" : "already mutably borrowed");
        return std::nullopt;
    }
    outcome = Outcome::done();
    return Borrowed<T>(std::move(values));
}

template <Component T>
std::optional<T> World::attach_component(GenerationalId entity, const T& component, Outcome* outcome) {
    Outcome unasked;
    Outcome& result = outcome != nullptr ? *outcome : unasked;
    if (mode_ == Mode::Repaired) {
        register_component<T>();
        if (!alive(entity)) {
            result = Outcome::refused("001-L6", "no living entity has this id");
            return std::nullopt;
        }
    }
    std::optional<Borrowed<T>> values = borrow_mut<T>(result);
    if (!values) {
        if (!registered<T>()) result = Outcome::bitten("001-L5", "the component is not registered: the value is lost");
        return std::nullopt;
    }
    if (!alive(entity)) result = Outcome::bitten("001-L6", "the id is stale: only its index was looked at");
    return (*values)->replace(entity.index, component);
}

/// Steps through the options of one or two columns and skips positions where one is None.
template <class... Values>
class OptionIterator {
public:
    using value_type = std::conditional_t<sizeof...(Values) == 1, std::tuple_element_t<0, std::tuple<Values&...>>,
                                          std::tuple<Values&...>>;
    using difference_type = std::ptrdiff_t;

    OptionIterator(std::uint64_t index, std::uint64_t end,
                   std::tuple<SparseVec<std::remove_const_t<Values>>*...> columns)
        : index_(index), end_(end), columns_(columns) {
        skip();
    }
    value_type operator*() const {
        return std::apply([this](auto*... column) -> value_type { return value_type(*column->get_mut(index_)...); },
                          columns_);
    }
    OptionIterator& operator++() {
        ++index_;
        skip();
        return *this;
    }
    friend bool operator==(const OptionIterator& a, const OptionIterator& b) { return a.index_ == b.index_; }

private:
    void skip() {
        const auto all_some = [this] {
            return std::apply([this](auto*... column) { return ((column->get(index_) != nullptr) && ...); }, columns_);
        };
        while (index_ < end_ && !all_some()) ++index_;
    }

    std::uint64_t index_, end_;
    std::tuple<SparseVec<std::remove_const_t<Values>>*...> columns_;
};

enum class Borrowing : std::uint8_t { Shared, Exclusive };

/// Exclusive borrowing needs a world that is not const.
template <Borrowing borrowing, Component T, class AnyWorld>
std::optional<Borrowed<T>> borrow_from(AnyWorld& world, Outcome& outcome) {
    if constexpr (borrowing == Borrowing::Exclusive)
        return world.template borrow_mut<T>(outcome);
    else
        return world.template borrow<T>(outcome);
}

template <Borrowing borrowing, class AnyWorld>
concept Lends = borrowing == Borrowing::Shared || !std::is_const_v<AnyWorld>;

/// The parameter of a system of one component; skips None. Holds its borrow while it lives.
template <class C, Borrowing borrowing>
class SingleIter {
    using Values = Borrowed<std::remove_const_t<C>>;

public:
    /// Nothing, and the reason, when the component is not registered or already borrowed.
    template <class AnyWorld>
    requires Lends<borrowing, AnyWorld>
    static std::optional<SingleIter> from_world(AnyWorld& world, Outcome& outcome) {
        auto values = borrow_from<borrowing, std::remove_const_t<C>>(world, outcome);
        if (!values) return std::nullopt;
        return SingleIter(std::move(*values));
    }

    OptionIterator<C> begin() { return {0, values_->len(), {values_.operator->()}}; }
    OptionIterator<C> end() { return {values_->len(), values_->len(), {values_.operator->()}}; }

private:
    explicit SingleIter(Values&& values) : values_(std::move(values)) {}

    Values values_;
};

/// The parameter of a system of two components: positions where both are Some, up to the end of the shorter column.
template <class C1, class C2, Borrowing borrowing>
class PairIter {
    using Values1 = Borrowed<std::remove_const_t<C1>>;
    using Values2 = Borrowed<std::remove_const_t<C2>>;

public:
    template <class AnyWorld>
    requires Lends<borrowing, AnyWorld>
    static std::optional<PairIter> from_world(AnyWorld& world, Outcome& outcome) {
        auto values1 = borrow_from<borrowing, std::remove_const_t<C1>>(world, outcome);
        if (!values1) return std::nullopt;
        auto values2 = borrow_from<borrowing, std::remove_const_t<C2>>(world, outcome);
        if (!values2) return std::nullopt;
        return PairIter(std::move(*values1), std::move(*values2));
    }

    OptionIterator<C1, C2> begin() { return at(0); }
    OptionIterator<C1, C2> end() { return at(length()); }

private:
    PairIter(Values1&& values1, Values2&& values2) : values1_(std::move(values1)), values2_(std::move(values2)) {}

    std::uint64_t length() const { return std::min(values1_->len(), values2_->len()); }
    OptionIterator<C1, C2> at(std::uint64_t index) {
        return {index, length(), {values1_.operator->(), values2_.operator->()}};
    }

    Values1 values1_;
    Values2 values2_;
};

/// Only reads, but borrows the world exclusively, as in the article (001-L9); SingleComponentRefIter does not.
template <Component C>
using SingleComponentExclusiveIter = SingleIter<const C, Borrowing::Exclusive>;
template <Component C>
using SingleComponentExclusiveIterMut = SingleIter<C, Borrowing::Exclusive>;
template <Component C>
using SingleComponentRefIter = SingleIter<const C, Borrowing::Shared>;
template <Component C1, Component C2>
using PairComponentsRefIter = PairIter<const C1, const C2, Borrowing::Shared>;
template <Component C1, Component C2>
using PairComponentsRefIterMut = PairIter<C1, C2, Borrowing::Exclusive>;

/// The type of the one parameter of a function, a lambda or a function object.
template <class F>
struct Parameter : Parameter<decltype(&F::operator())> {};
template <class R, class A>
struct Parameter<R (*)(A)> {
    using Type = std::remove_cvref_t<A>;
};
template <class C, class R, class A>
struct Parameter<R (C::*)(A) const> : Parameter<R (*)(A)> {};
template <class C, class R, class A>
struct Parameter<R (C::*)(A)> : Parameter<R (*)(A)> {};

template <class T, class AnyWorld>
concept FromWorld = requires(AnyWorld& world, Outcome& outcome) {
    { T::from_world(world, outcome) } -> std::same_as<std::optional<T>>;
};

/// Any function that takes one of the iterators is a system.
template <class F, class AnyWorld>
concept SystemOf = FromWorld<typename Parameter<std::decay_t<F>>::Type, AnyWorld>;

template <class AnyWorld, class System>
Outcome execute_on(AnyWorld& world, System&& system) {
    static_assert(SystemOf<System, AnyWorld>,
                  "a system takes one of the iterators, and a const world lends none to write");
    Outcome outcome;
    if (auto iterator = Parameter<std::decay_t<System>>::Type::from_world(world, outcome))
        std::forward<System>(system)(std::move(*iterator));
    return outcome;
}

template <class System>
Outcome World::execute(System&& system) {
    return execute_on(*this, std::forward<System>(system));
}

template <class System>
Outcome World::execute(System&& system) const {
    return execute_on(*this, std::forward<System>(system));
}

}  // namespace ecs::lab::sparse
