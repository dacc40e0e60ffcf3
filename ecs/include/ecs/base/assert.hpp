// What happens when calling code breaks a precondition. This is for mistakes in programs only: whatever a person or
// a file can cause is a returned error, never a failure.
#pragma once

#include <string>

namespace ecs {

/// Called with a message that says what must hold. May throw (tests do); if it returns, the refused call does nothing.
using FailureHandler = void (*)(const std::string& message);

/// Replaces the handler, which is the one mutable static of this library, and returns the former one. The default
/// handler prints the message on stderr and aborts.
FailureHandler set_failure_handler(FailureHandler handler);

/// Reports a broken precondition, in every build.
[[gnu::cold]] void fail(const std::string& message);

[[gnu::cold]] void fail_assert(const char* message, const char* file, int line);

}  // namespace ecs

#ifndef ECS_ENABLE_ASSERTS
#define ECS_ENABLE_ASSERTS 1
#endif

// For checks inside inner loops, which a release build cannot afford.
#if ECS_ENABLE_ASSERTS
#define ECS_ASSERT(condition, message) \
    (static_cast<bool>(condition) ? void(0) : ::ecs::fail_assert(message, __FILE__, __LINE__))
#else
#define ECS_ASSERT(condition, message) void(0)
#endif
