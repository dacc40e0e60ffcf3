// A storage of article 002 with its arena, for tests.
#pragma once

#include <memory>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "lab/support/lab_types.hpp"

namespace seed_002 {

using namespace ecs::lab;
using Removal = StorageOptions::Removal;

struct Subject {
    Arena arena;
    std::unique_ptr<Trace> trace;
    std::unique_ptr<Storage> storage;

    explicit Subject(Mode mode, Removal removal = Removal::SwapLast, bool traced = false,
                     std::span<const ecs::ComponentType* const> types = lab_test::types()) {
        if (traced) trace = std::make_unique<Trace>(arena);
        storage = make_storage(StorageKind::ArchetypeBlock, mode, {.removal = removal}, types, arena, trace.get());
    }
    template <class T>
    Handle create(TypeIndex type, const T& value) {
        const Value values[]{{type, &value}};
        return storage->create(values).handle;
    }
    template <class T>
    T get(Handle entity, TypeIndex type) {
        T value{};
        REQUIRE(storage->get(entity, type, &value));
        return value;
    }
};

}  // namespace seed_002
